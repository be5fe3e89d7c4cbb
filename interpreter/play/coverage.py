"""Play stage: counts how often each rule of a pack is carried out; feeds simulation.

It listens to the calls of generated functions, so a program need not be made for it, and costs
nothing when nobody counts. Steps of the flow are no functions; they are counted in the log.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from types import FrameType, TracebackType
from typing import Any, Self

from interpreter.engine import Game
from interpreter.program.program import Program

# See `program.writer`: a routine is a function `r_...`, or a row of segments `g1`, `g2` ...
_ROUTINE = re.compile(r"def (?P<name>r_\w+|g(?P<segment>\d+))\(")
# What the program adds to the routines of a pack.
_FRAME = re.compile(r"the flow|the scoring|answer in secret|step ")


class RuleCounter:
    """While it is entered, counts the routines of a program that begin."""

    def __init__(self, program: Program) -> None:
        """Count for one program."""
        self._file = program.file_name
        self._steps = program.steps
        self._title_at = _titles(program)
        self._calls: Counter[int] = Counter()
        self._begun: Counter[str] = Counter()
        self._before: Any = None

    @property
    def names(self) -> tuple[str, ...]:
        """All that is counted."""
        return tuple(sorted({*self._title_at.values(), *map(_step, self._steps)}))

    @property
    def counts(self) -> dict[str, int]:
        """How often each began, without those that never did."""
        counts = Counter(self._begun)
        for line, count in self._calls.items():
            counts[self._title_at[line]] += count
        return dict(sorted(counts.items()))

    def add_steps(self, game: Game) -> None:
        """Count the steps of the flow in the log of a game."""
        for event in game.log:
            if event.kind == "step":
                self._begun[_step(self._steps[event.data[0]])] += 1

    def __enter__(self) -> Self:
        """Begin to count."""
        self._before = sys.getprofile()
        sys.setprofile(self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop counting."""
        sys.setprofile(self._before)

    def _hear(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call of a routine."""
        if event == "call" and frame.f_code.co_filename == self._file:
            line = frame.f_code.co_firstlineno
            if line in self._title_at:
                self._calls[line] += 1


def _step(name: str) -> str:
    """Return what a step of the flow is called among the rules."""
    return f"step {name}"


def _titles(program: Program) -> dict[int, str]:
    """Return the titles of routines by the lines on which they begin."""
    found: dict[int, tuple[str, str]] = {}
    segments: dict[str, tuple[int, int]] = {}
    for line, (text, title) in enumerate(
        zip(program.source.splitlines(), program.titles, strict=False), 1
    ):
        routine = _ROUTINE.match(text)
        if routine is None or _FRAME.match(title):
            continue
        if routine["segment"] is None:
            found[line] = (title, routine["name"])
        else:
            # Of the segments of a routine that with the lowest number is its beginning.
            begin = (int(routine["segment"]), line)
            segments[title] = min(begin, segments.get(title, begin))
    found |= {line: (title, "") for title, (_, line) in segments.items()}
    uses = Counter(title for title, _ in found.values())
    return {
        line: title if uses[title] == 1 else f"{title} ({_function_in_words(name)})"
        for line, (title, name) in found.items()
    }


def _function_in_words(name: str) -> str:
    """Return what tells routines of one title apart: the kind and slot in a function's name."""
    words = re.sub(r"^r_(effect_X_)?|_X_\d+$", "", name).replace("_X_", " ")
    return words.replace("_", " ") or "asks"
