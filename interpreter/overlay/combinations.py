"""Overlay stage: which sets of overlays of a pack are worth checking; feeds `solon check`.

Each alone, each combination that the pack declares, and all together; where some exclude each
other, each largest set that excludes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

MOST = 64
"""So many sets of overlays that exclude each other are looked for at most."""


def sets_to_check(
    names: Sequence[str],
    declared: Iterable[Sequence[str]],
    excludes: Collection[tuple[str, str]],
) -> tuple[tuple[str, ...], ...]:
    """Return the sets, each once, smallest first; none of them is empty.

    `excludes` are pairs of overlays that cannot be played together, in any order.
    """
    apart = {frozenset(pair) for pair in excludes}
    sets: list[tuple[str, ...]] = [(name,) for name in sorted(names)]
    sets += (tuple(sorted(several)) for several in declared)
    sets += _largest(sorted(names), apart)
    return tuple(sorted(dict.fromkeys(filter(None, sets)), key=lambda one: (len(one), one)))


def _largest(names: list[str], apart: Collection[frozenset[str]]) -> list[tuple[str, ...]]:
    """Return the largest sets of names of which no two exclude each other."""
    found: list[tuple[str, ...]] = []

    def grow(chosen: tuple[str, ...], waiting: list[str], passed: list[str]) -> None:
        if len(found) >= MOST:
            return
        if not waiting and not passed:
            found.append(chosen)
        for place, name in enumerate(waiting):
            fits = {one for one in names if frozenset((name, one)) not in apart}
            later = [one for one in waiting[place + 1 :] if one in fits]
            earlier = [one for one in (*passed, *waiting[:place]) if one in fits]
            grow((*chosen, name), later, earlier)

    grow((), names, [])
    return found
