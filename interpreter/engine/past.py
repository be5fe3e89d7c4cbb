"""What a seat has seen and answered up to a point of a game, and what it believes by that.

Fed by a `sight`; read by `resample` and `undo`. A seat that is looked at again later in the same
game goes on from what was worked out for it before, so that looking costs what is new, not the
whole game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.engine.belief import ABOUT_THINGS, Belief, hidden_kinds
from interpreter.engine.sight import Given, Sight
from interpreter.program.program import Program


class Past:
    """The past as one seat knows it.

    `events` and `answers` are those that the seat has seen and given, as a game keeps them: what
    everybody has seen stays open to everybody; of the rest only this seat knows. `beliefs` say for
    each kind that can be hidden what the seat knew of it after all of that.
    """

    __slots__ = (
        "_answers", "_counts", "_events", "_own", "_program", "_seat", "answers", "beliefs",
        "events",
    )  # fmt: skip

    def __init__(self, program: Program, seat: int | None) -> None:
        """Stand at the start of a game, of which everybody knows what is declared."""
        self._program = program
        self._seat = seat
        self._own = 0 if seat is None else 1 << seat
        start = Sight(program, program.start, (), (), seat)
        self.beliefs: Mapping[str, Belief] = {
            kind: Belief(program, kind, start) for kind in hidden_kinds(program)
        }
        self.events: list[tuple[Any, ...]] = []
        self.answers: list[Given] = []
        # all events and answers that have been gone through, and how many were seen before each
        self._events: tuple[tuple[Any, ...], ...] = ()
        self._answers: tuple[Given, ...] = ()
        self._counts = [0]

    def comes_before(self, sight: Sight) -> bool:
        """Whether it is the past of the same seat at an earlier point of the same way."""
        if sight.seat != self._seat or sight.program is not self._program:
            return False
        gone = len(self._events)
        if sight.happened[:gone] != self._events:
            return False
        given = sight.given
        known = len(self._answers)
        return given[:known] == self._answers and all(
            happened >= gone for asked, _, happened in given[known:] if asked[0] == self._seat
        )

    def go_on(self, sight: Sight) -> None:
        """Learn what has come since; it has to come before what `sight` looks at."""
        at, counts = len(self._events), self._counts
        given = sight.given[len(self._answers) :]
        self._events, self._answers = sight.happened, sight.given
        for asked, number, happened in given:
            if asked[0] == self._seat:
                self._see(sight, at, happened)
                at = max(at, happened)
                _, site, options, *_ = asked
                for belief in self.beliefs.values():
                    belief.asked(site, options)
                count = counts[min(happened, len(counts) - 1)]
                self.answers.append((asked[:3], number, count))
        self._see(sight, at, len(self._events))

    def _see(self, sight: Sight, first: int, end: int) -> None:
        """See some of the events."""
        events, counts, beliefs = self.events, self._counts, self.beliefs
        for event in self._events[first:end]:
            shown = sight.seen_event(event)
            if shown is not None:
                what, *rest = shown
                named = not (what in ("shift", "swap", "reveal") and rest[1] is None)
                mask = event[1] if event[1] == -1 else self._own if named else 0
                events.append((what, mask, *rest))
                if what in ABOUT_THINGS and rest[0] in beliefs:
                    beliefs[rest[0]].see(shown)
            counts.append(len(events))


def past_of(sight: Sight, earlier: Past | None = None) -> Past:
    """Return the past of a seat; an earlier one is gone on with where it is one of the same way."""
    if earlier is None or not earlier.comes_before(sight):
        earlier = Past(sight.program, sight.seat)
    earlier.go_on(sight)
    return earlier
