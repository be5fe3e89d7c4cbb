"""Which rules end in a call of another: they leave no frame, so faults name them by this table.

Filled by `operations` while calls are written; the result is `Program.tails`, which `machine` asks
when a fault needs its chain. Code that runs neither reads nor writes any of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.program.nodes import RoutineKey
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Tails:
    """What a chain of frames does not say by itself. A routine is the number of its first segment.

    `routines` has for each segment its routine, -1 if it has none. `waiting` has for a segment that
    waits for calls the routines that it may have called. `ends` has for a routine those whose call
    is the last thing that it does, each with the place of the call.
    """

    routines: tuple[int, ...]
    waiting: Mapping[int, frozenset[int]]
    ends: Mapping[int, tuple[tuple[int, Span | None], ...]]

    def between(self, waiting: int, running: int) -> tuple[tuple[int, Span | None], ...]:
        """Return the routines that must have run between two segments, outermost first.

        `waiting` waits for what it called, and `running` is the segment whose frame says so. Each
        comes with the place of its last call, None where it may have been one of several. What only
        may have run is left out.
        """
        goal = self.routines[running]
        called = self.waiting.get(waiting, frozenset())
        if goal < 0 or goal not in self._reached(called, None):
            return ()
        candidates = self._reached(called, goal)
        certain = [one for one in candidates if goal not in self._reached(called, one)]
        # of two that must both have run, the earlier is the one without which the later cannot run
        order = {one: len(self._reached(called, one)) for one in certain}
        certain.sort(key=order.__getitem__)
        return tuple((one, self._place(one, goal)) for one in certain)

    def _reached(self, first: Iterable[int], without: int | None) -> set[int]:
        """Return the routines that run when some are called, by calls at the end, without one."""
        found: set[int] = set()
        left = [one for one in first if one != without]
        while left:
            routine = left.pop()
            if routine not in found:
                found.add(routine)
                left += [one for one, _ in self.ends.get(routine, ()) if one != without]
        return found

    def _place(self, routine: int, goal: int) -> Span | None:
        """Return the place of the call in a routine by which another came to run, if it is one."""
        places = [
            place for one, place in self.ends[routine] if goal in self._reached((one,), routine)
        ]
        return places[0] if len(places) == 1 else None


@dataclass(slots=True)
class TailNotes:
    """The same while a program is written."""

    waiting: dict[int, set[int]] = field(default_factory=dict)
    ends: dict[RoutineKey, list[tuple[int, Span | None]]] = field(default_factory=dict)

    def waits(self, segment: int, routine: int) -> None:
        """Note that a segment waits for a call of a routine."""
        self.waiting.setdefault(segment, set()).add(routine)

    def ends_in(self, key: RoutineKey, routine: int, place: Span | None) -> None:
        """Note that a routine ends in a call of another."""
        self.ends.setdefault(key, []).append((routine, place))

    def settled(
        self, entries: Mapping[RoutineKey, int], keys: Sequence[RoutineKey | None]
    ) -> Tails:
        """Return the table; `keys` are the routines of the segments."""
        return Tails(
            routines=tuple(-1 if key is None else entries.get(key, -1) for key in keys),
            waiting={segment: frozenset(called) for segment, called in self.waiting.items()},
            ends={entries[key]: tuple(calls) for key, calls in self.ends.items()},
        )
