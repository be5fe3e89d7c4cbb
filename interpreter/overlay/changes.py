"""Overlay stage: what overlays did to a pack, place by place, and where two of them conflict.

Filled by `operations`. The changes also say what a place held before, so that a finding about it
can name both, and `solon show --effective` can say who wrote what.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from interpreter.diagnostics import Collector
from interpreter.document import Node, canonical
from interpreter.pack.scenarios import BLOCK as SCENARIOS
from interpreter.source import Span

Path = tuple[str, ...]
"""Block, id, key, key in that: the names that lead to a place."""

Manner = Literal["write", "add", "remove", "touch"]
"""What was done: written over, put where nothing was, taken away, or set beside what is there."""


@dataclass(frozen=True, slots=True)
class Change:
    """One place that an overlay changed: `section` is the section of the overlay that says so.

    `span` is where it says so, `value` what it puts there. `before` is where that was written which
    the place held before, None where it held nothing.
    """

    overlay: str
    section: str
    manner: Manner
    path: Path
    span: Span
    value: Node | None = field(default=None, repr=False)
    before: Span | None = None

    @property
    def shown(self) -> str:
        """The place in words."""
        return ".".join(self.path)


def report_conflicts(
    changes: Sequence[Change], comes_after: Callable[[str, str], bool], found: Collector
) -> None:
    """Report the places that two overlays write of which neither comes after the other."""
    seen = set()
    for one, other in _meeting(changes):
        if one.overlay == other.overlay or not _conflict(one, other):
            continue
        if comes_after(one.overlay, other.overlay) or comes_after(other.overlay, one.overlay):
            continue
        key = (one.overlay, other.overlay, one.path, other.path)
        if key in seen:
            continue
        seen.add(key)
        found.report(
            "E363",
            other.span,
            related=[(f"`{one.overlay}` has `{one.section}` here", one.span)],
            help=f"write `after: [{one.overlay}]` in `{other.overlay}`, "
            f"or `after: [{other.overlay}]` in `{one.overlay}`; the later one wins",
            path=max(one, other, key=lambda change: len(change.path)).shown,
            one=one.overlay,
            other=other.overlay,
        )


def _meeting(changes: Sequence[Change]) -> Iterator[tuple[Change, Change]]:
    """Iterate over pairs of changes, in order, of which one lies at or in the other's place."""
    by_block: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        by_block[change.path[0]].append(change)
    for several in by_block.values():
        for one, other in combinations(several, 2):
            if is_inside(one.path, other.path) or is_inside(other.path, one.path):
                yield one, other


def is_inside(path: Path, around: Path) -> bool:
    """Return whether a place is `around` or lies in it."""
    return path[: len(around)] == around


def _conflict(one: Change, other: Change) -> bool:
    """Return whether it matters which of two changes of related places comes first."""
    if SCENARIOS in (one.section, other.section):
        return False
    manners = {one.manner, other.manner}
    if manners in ({"touch"}, {"remove"}):
        return False
    if "touch" in manners:
        touch, rest = (one, other) if one.manner == "touch" else (other, one)
        return is_inside(touch.path, rest.path)
    same = one.path == other.path and one.section == other.section != "scale"
    if same and one.value is not None and other.value is not None:
        return canonical(one.value) != canonical(other.value)
    return True
