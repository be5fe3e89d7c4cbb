"""What compiling gives.

The frozen program of one pack for a number of players and values of options.

Made by `compiler`; run by `engine.machine`, and asked by everything that shows a game to people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.layout import Layout
from interpreter.program.module import Change, Site
from interpreter.program.tails import Tails
from interpreter.source import Span

State = list[Any]
Frame = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled pack.

    `source` is the generated text and `spans`, `titles` tell for each of its lines (from 1: index
    0 is line 1) where it comes from; `changes` are the lines, from 1, in which modifiers take
    effect. `segments` are the functions that frames name, `entries` the numbers of those with which
    routines begin. `start` is the state before anything has happened. `entry` is the first frame of
    the flow. `score`, `evaluation` are functions (state, seat); `ranking` pairs of (how, function).
    `seen` gives for (group, name) of slots the function (state, index) of the mask of seats that
    see it; what is not there all see. `local_types` are the types of what the frame of each segment
    holds. `sizes` gives the same for how many lie in a zone. `texts` are frames of extra effects
    (scenarios) by name, `tests` functions of extra expressions,
    over the state, `me` or the names that a reading has. `tails` tells which routines left no
    frame.
    """

    spec: ir.GameSpec
    layout: Layout
    ask_chance: bool
    source: str
    file_name: str
    spans: tuple[Span | None, ...]
    titles: tuple[str, ...]
    changes: tuple[tuple[int, Change], ...]
    entries: frozenset[int]
    segment_titles: tuple[tuple[str, Span | None], ...]
    sites: tuple[Site, ...]
    reasons: tuple[str, ...]
    """The texts of all reasons why something is not possible, by number."""
    steps: tuple[str, ...]
    names: Mapping[str, Any] = field(repr=False)
    """The names of the module that the generated text has made."""
    segments: tuple[Callable[[State, Frame], Frame | None], ...] = field(repr=False)
    start: State = field(repr=False)
    entry: Frame = field(repr=False)
    score: Callable[[State, int], Any] | None
    evaluation: Callable[[State, int], Any] | None
    ranking: tuple[tuple[str, Callable[..., Any]], ...]
    reports: tuple[Callable[..., Any], ...]
    """What each entry of each report tells: functions of the state, perhaps of a thing."""
    seen: Mapping[tuple[str, str], Callable[[State, int], int]]
    local_types: tuple[tuple[types.Type | None, ...], ...]
    tails: Tails
    sizes: Mapping[tuple[str, str], Callable[[State, int], int]]
    step_entries: Mapping[str, Frame]
    texts: Mapping[str, Frame]
    tests: tuple[Callable[..., Any], ...]
