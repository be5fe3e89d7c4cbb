"""Overlay stage: what overlays did to a pack, place by place, and where two of them conflict.

Filled by `operations`. The changes also say what a place held before, so that a finding about it
can name both, and `solon show --effective` can say who wrote what.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from interpreter.diagnostics import Collector, Diagnostic
from interpreter.document import Node, ScalarNode, SequenceNode, canonical
from interpreter.overlay import tree
from interpreter.pack.scenarios import BLOCK as SCENARIOS
from interpreter.source import Span

_ORIGINAL = re.compile(r"\boriginal\b")

Path = tuple[str, ...]
"""Block, id, key, key in that: the names that lead to a place."""

Manner = Literal["write", "add", "remove", "touch", "miss"]
"""What was done: written over, put where nothing was, taken away, or set beside what is there.

A `miss` did nothing: there was no such place.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """One place that an overlay changed: `section` is the section of the overlay that says so.

    `span` is where it says so, `value` what it puts there. `before` is where that was written which
    the place held before, None where it held nothing. `finding` is what is wrong with a `miss`,
    None where it may be one, `gone` what a `remove` took away. `is_optional` says that
    there need be no such place.
    """

    overlay: str
    section: str
    manner: Manner
    path: Path
    span: Span
    value: Node | None = field(default=None, repr=False)
    before: Span | None = None
    finding: Diagnostic | None = field(default=None, repr=False)
    gone: Node | None = field(default=None, repr=False)
    is_optional: bool = False

    @property
    def shown(self) -> str:
        """The place in words."""
        return ".".join(self.path)

    @property
    def acts_again(self) -> bool:
        """Whether it matters that the same is done twice."""
        if self.section in {"wrap", "lines"} and isinstance(self.value, ScalarNode):
            return _ORIGINAL.search(self.value.text) is not None
        return self.section == "scale"

    def makes(self, other: Change) -> bool:
        """Return whether this one makes the place that the other is about."""
        if self.manner == "add" and other.manner == "miss":
            return is_inside(other.path, self.path) or is_inside(self.path, other.path)
        if self.manner == "add":
            return other.manner != "add" and is_inside(other.path, self.path)
        return self.manner in {"write", "touch"} and self._holds(other.path)

    def _holds(self, path: Path) -> bool:
        """Return whether what is put here has a part of the name that leads on to a place."""
        if self.value is None or path == self.path or not is_inside(path, self.path):
            return False
        value = self.value
        if self.manner == "touch" and not isinstance(value, SequenceNode):
            value = SequenceNode(value.source, value.start, value.end, (value,))
        return tree.part(value, path[len(self.path)]) is not None


def report_conflicts(
    changes: Sequence[Change], comes_after: Callable[[str, str], bool], found: Collector
) -> None:
    """Report what neither of two overlays may do before the other, and what found no place.

    Two overlays that write one place of which neither comes after the other are a conflict. What
    misses a place that another overlay makes is one too.
    """
    seen: set[tuple[Span, Span]] = set()
    explained: set[Span] = set()
    for one, other in _meeting(changes):
        if one.overlay == other.overlay or not _conflict(one, other):
            continue
        if comes_after(one.overlay, other.overlay) or comes_after(other.overlay, one.overlay):
            continue
        explained.update((one.span, other.span))
        key = (one.span, other.span)
        if key not in seen:
            seen.add(key)
            _report(one, other, found)
    for change in changes:
        if change.finding is not None and change.span not in explained:
            found.add(change.finding)


def _report(one: Change, other: Change, found: Collector) -> None:
    """Report a conflict of two overlays."""
    first, second = one.overlay, other.overlay
    advice = (
        f"write `after: [{first}]` in `{second}`, or `after: [{second}]` in `{first}`; "
        "the later one wins"
    )
    if one.manner == other.manner == "add":
        advice = (
            f"give one of them another name; or write `requires: {{{first}: any}}` in `{second}`, "
            "and change there what is added here"
        )
    for giver, taker in ((one, other), (other, one)):
        if giver.makes(taker):
            advice = (
                f"write `requires: {{{giver.overlay}: any}}` in `{taker.overlay}`, "
                f"which needs what `{giver.overlay}` adds"
            )
    found.report(
        "E363",
        other.span,
        related=[(f"`{first}` has `{one.section}` here", one.span)],
        help=advice,
        path=max(one, other, key=lambda change: len(change.path)).shown,
        one=first,
        other=second,
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
    if "miss" in manners:
        miss, rest = (one, other) if one.manner == "miss" else (other, one)
        is_lost = rest.manner == "write" and is_inside(miss.path, rest.path)
        return is_lost or rest.makes(miss)
    if "remove" in manners:
        gone, rest = (one, other) if one.manner == "remove" else (other, one)
        if rest.is_optional and is_inside(rest.path, gone.path):
            return False  # gone in either order
    if manners == {"remove"}:
        return False
    if "touch" in manners:
        touch, rest = (one, other) if one.manner == "touch" else (other, one)
        is_around = rest.manner != "touch" and is_inside(touch.path, rest.path)
        return is_around or one.makes(other) or other.makes(one)
    same = one.path == other.path and one.section == other.section and not one.acts_again
    if same and one.value is not None and other.value is not None:
        return canonical(one.value) != canonical(other.value)
    return True
