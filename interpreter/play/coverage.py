"""Play stage: counts how often each rule of a pack is carried out; feeds simulation.

It listens to the calls of generated functions, so a program need not be made for it, and costs
nothing when nobody counts.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from types import FrameType, TracebackType
from typing import Any, Self

from interpreter.program.program import Program

# See `program.writer`: a routine is a function `r_...`, or a row of segments `g1`, `g2` ...
_ROUTINE = re.compile(r"def (?P<name>r_\w+|g\d+)\(")


class RuleCounter:
    """While it is entered, counts the routines of a program that begin."""

    def __init__(self, program: Program) -> None:
        """Count for one program."""
        self._file = program.file_name
        self._title_at: dict[int, str] = {}
        cut: set[str] = set()
        lines = zip(program.source.splitlines(), program.titles, program.spans, strict=False)
        for number, (line, title, span) in enumerate(lines, 1):
            found = _ROUTINE.match(line)
            # Only the first segment of a routine is its beginning; what has no place in the pack
            # is not the pack's.
            if found and span is not None and not (found["name"].startswith("g") and title in cut):
                self._title_at[number] = title
                cut.add(title)
        self._counts: Counter[int] = Counter()
        self._before: Any = None

    @property
    def names(self) -> tuple[str, ...]:
        """All that is counted."""
        return tuple(sorted(set(self._title_at.values())))

    @property
    def counts(self) -> dict[str, int]:
        """How often each began, without those that never did."""
        counts: Counter[str] = Counter()
        for line, count in self._counts.items():
            counts[self._title_at[line]] += count
        return dict(sorted(counts.items()))

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
                self._counts[line] += 1
