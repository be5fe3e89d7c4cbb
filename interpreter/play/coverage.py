"""Play stage: counts how often each rule of a pack is carried out; feeds simulation and `coverage`.

It listens to the generated functions while they run, so a program need not be made for it, and
costs nothing when nobody counts. Steps of the flow are no functions; they are counted in the log.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

from interpreter.engine import Game
from interpreter.play.players import Player, Seat
from interpreter.program.program import Program

# See `program.writer`: a routine is a function `r_...`, or a row of segments `g1`, `g2` ...
_ROUTINE = re.compile(r"def (?P<name>r_\w+|g(?P<segment>\d+))\(")
# What the program adds to the routines of a pack.
_FRAME = re.compile(r"the flow|the scoring|answer in secret|step ")


class RuleCounter:
    """While it is entered, counts the routines of a program that begin.

    A modifier counts whenever its value is read and its condition holds.
    """

    def __init__(self, program: Program) -> None:
        """Count for one program."""
        self._file = program.file_name
        self._steps = program.steps
        self._title_at = _titles(program)
        self._change_at = _changes(program)
        self._changing = _functions_around(program, self._change_at)
        self._calls: Counter[int] = Counter()
        self._begun: Counter[str] = Counter()
        self._before: Any = None

    @property
    def names(self) -> tuple[str, ...]:
        """All that is counted."""
        named = {*self._title_at.values(), *self._change_at.values(), *map(_step, self._steps)}
        return tuple(sorted(named))

    @property
    def counts(self) -> dict[str, int]:
        """How often each began, without those that never did."""
        counts = Counter(self._begun)
        for line, count in self._calls.items():
            counts[self._title_at.get(line) or self._change_at[line]] += count
        return dict(sorted(counts.items()))

    def add_steps(self, game: Game) -> None:
        """Count the steps of the flow in the log of a game."""
        for event in game.log:
            if event.kind == "step":
                self._begun[_step(self._steps[event.data[0]])] += 1

    def deaf_to(self, player: Player) -> Player:
        """Return a player like this one, whose thinking is not counted.

        What he tries in games that he imagines is not carried out in the one that is played.
        """
        return _Unheard(self, player)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Stop counting for a while."""
        sys.settrace(self._before)
        try:
            yield
        finally:
            sys.settrace(self._hear)

    def __enter__(self) -> Self:
        """Begin to count."""
        self._before = sys.gettrace()
        sys.settrace(self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop counting."""
        sys.settrace(self._before)

    def _hear(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count a call of a routine, and listen to the lines of a value that modifiers change."""
        if event == "call" and frame.f_code.co_filename == self._file:
            line = frame.f_code.co_firstlineno
            if line in self._title_at:
                self._calls[line] += 1
            elif line in self._changing:
                return self._hear_line
        return None

    def _hear_line(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count a line in which a modifier takes effect."""
        if event == "line" and frame.f_lineno in self._change_at:
            self._calls[frame.f_lineno] += 1
        return self._hear_line


class _Unheard:
    """A player whom a counter does not hear thinking."""

    def __init__(self, counter: RuleCounter, player: Player) -> None:
        self._counter = counter
        self._player = player

    def choose(self, seat: Seat) -> int:
        """Return what the player chooses."""
        with self._counter.silence():
            return self._player.choose(seat)


def _step(name: str) -> str:
    """Return what a step of the flow is called among the rules."""
    return f"step {name}"


def _titles(program: Program) -> dict[int, str]:
    """Return the titles of routines by the lines on which they begin."""
    found: dict[int, tuple[str, str]] = {}
    for line, (text, title) in enumerate(
        zip(program.source.splitlines(), program.titles, strict=True), 1
    ):
        routine = _ROUTINE.match(text)
        if routine is None or _FRAME.match(title):
            continue
        if routine["segment"] is None:
            found[line] = (title, _function_in_words(routine["name"]))
        elif int(routine["segment"]) in program.entries:
            found[line] = (title, "asks")
    uses = Counter(title for title, _ in found.values())
    return {
        line: title if uses[title] == 1 else f"{title} ({what})"
        for line, (title, what) in found.items()
    }


def _function_in_words(name: str) -> str:
    """Return what tells routines of one title apart: the kind and slot in a function's name."""
    words = re.sub(r"^r_(effect_X_)?|_X_\d+$", "", name).replace("_X_", " ")
    return words.replace("_", " ") or "asks"


def _changes(program: Program) -> dict[int, str]:
    """Return in words what modifiers change, by the lines in which they take effect."""
    owners: dict[str, set[tuple[str, str]]] = {}
    for _, change in program.changes:
        owners.setdefault(change.title, set()).add(change.owner)
    found = {}
    for line, change in program.changes:
        kind, name = change.owner
        alone = len(owners[change.title]) == 1
        title = change.title if alone else f"{change.title} ({kind} {name})"
        found[line] = f"{title} modifies {change.value}"
    return found


def _functions_around(program: Program, lines: Mapping[int, str]) -> frozenset[int]:
    """Return the lines on which the functions begin that some lines are in."""
    found: set[int] = set()
    begin = 0
    for line, text in enumerate(program.source.splitlines(), 1):
        if text.startswith("def "):
            begin = line
        if line in lines:
            found.add(begin)
    return frozenset(found)
