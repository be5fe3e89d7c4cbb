"""What one seat sees of a game: the one projection, in the plain data of states and events.

Fed by the state, events and answers of a game; read by `view` (what people are shown), by the log,
by `resample` and by `undo`. Everything here is built up from what may be seen, never by taking away
from what there is: slots of the machine (seed, frames, counters of chance, whereabouts) have no
way in.

While somebody plans, the others see the state and the events from before the plan. While players
answer in secret, a seat sees who takes part, not who has answered: a player who had only one option
was never asked, and that may tell what he holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from interpreter.engine.machine import judge
from interpreter.program.layout import FIRST_SLOT, Register, Slots
from interpreter.program.program import Program, State

HIDDEN = "?"
"""Stands where a value is not seen; `?3` where three things lie that are not seen."""
ABSENT = "-"
"""Stands where a made thing does not exist."""

_WITHOUT_COUNTS = 8
"""The longest event that does not say who sees how many things lie in a zone."""
_NEVER_SHOWN = frozenset({"WHERE", "CHANCE"})


Given = tuple[tuple[Any, ...], int, int]
"""An answer as a game keeps it: what was asked, the option, how far the log was.

What was asked is (player, site, options), and in a secret block its first frames, which name it.
"""


class Sight:
    """What a seat sees; seat None is a spectator, who sees what every seat sees."""

    __slots__ = ("_state", "given", "happened", "program", "seat", "state")

    def __init__(
        self,
        program: Program,
        state: State,
        events: Sequence[tuple[Any, ...]],
        answers: Sequence[Given],
        seat: int | None,
    ) -> None:
        """Look at a game with the eyes of a seat."""
        self.program = program
        self.seat = seat
        plan = state[Register.PLAN]
        self._state = state
        if plan is not None and plan[0] != seat:
            state = [*state[:FIRST_SLOT], *plan[1]]
            events = events[: plan[2]]
        self.state = state
        """The state whose slots are seen (in part): that from before the plan of somebody else."""
        self.happened = tuple(events)
        """All events, those that are not seen too; none of the plan of somebody else."""
        self.given = tuple(answers)
        """All answers, those of others too."""

    def sees(self, mask: int) -> bool:
        """Whether the seat is among the seats of a mask."""
        if self.seat is None:
            everybody = (1 << self.program.layout.players) - 1
            return mask & everybody == everybody
        return bool(mask >> self.seat & 1)

    # ---- the state -------------------------------------------------------------------------------

    def sees_slot(self, slots: Slots, index: int) -> bool:
        """Whether the seat sees one value of some slots (what lies in a zone)."""
        seen = self.program.seen.get((slots.group, slots.name))
        if seen is None:
            return True
        if slots.group == "PIECES":
            # who sees pieces hangs on their owner; the slots run place by place within each owner
            piece = self.program.spec.pieces[slots.name]
            index //= self.program.layout.count(piece.place)
        return self.sees(judge(self.program, seen, self.state, index))

    def sees_size(self, slots: Slots, index: int) -> bool:
        """Whether the seat sees how many things lie in a zone."""
        sizes = self.program.sizes.get((slots.group, slots.name))
        if sizes is None or self.sees(judge(self.program, sizes, self.state, index)):
            return True
        return self.sees_slot(slots, index)

    def shown(self, slots: Slots) -> tuple[Any, ...]:
        """Return some slots as the seat sees them.

        Kept values, `HIDDEN`, `HIDDEN` and a size, or `ABSENT`.
        """
        values = self.state[slots.start : slots.start + slots.count]
        key = (slots.group, slots.name)
        if key in self.program.seen:
            zone = key in self.program.layout.zones
            values = [
                value if self.sees_slot(slots, index) else self._covered(slots, index, zone=zone)
                for index, value in enumerate(values)
            ]
        if self.program.layout.has_slots("MADE", slots.group):
            alive = self.state[self.program.layout.slots_of("MADE", slots.group).start]
            values = [value if alive >> index & 1 else ABSENT for index, value in enumerate(values)]
        return tuple(values)

    def _covered(self, slots: Slots, index: int, *, zone: bool) -> str:
        """Return what stands for a value that is not seen."""
        if not zone or not self.sees_size(slots, index):
            return HIDDEN
        contents = self.state[slots.start + index]
        size = len(contents) if slots.holds_tuple else contents.bit_count()
        return f"{HIDDEN}{size}"

    def slots(self) -> tuple[Slots, ...]:
        """Return all slots that can be shown, in stable order."""
        return tuple(one for one in self.program.layout.slots if one.group not in _NEVER_SHOWN)

    # ---- what has happened -----------------------------------------------------------------------

    def events(self) -> list[tuple[Any, ...]]:
        """Return the events that the seat has seen, in order, each without its mask."""
        return [shown for event in self.happened if (shown := self.seen_event(event)) is not None]

    def seen_event(self, event: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Return what the seat sees of an event, None for nothing.

        A thing that changes place unseen is seen to do so, without its name (None), wherever the
        seat sees how many things lie.
        """
        if event[1] == -1 and len(event) <= _WITHOUT_COUNTS:
            return (event[0], *event[2:])
        what, mask, *rest = event
        if what == "shift":
            return self._seen_shift(mask, rest)
        if what == "swap":
            return self._seen_swap(mask, rest)
        if self.sees(mask):
            return (what, *rest)
        return ("reveal", rest[0], None, None, -1) if what == "reveal" else None

    def _seen_shift(self, mask: int, rest: list[Any]) -> tuple[Any, ...] | None:
        """Return what the seat sees of a thing that changes place."""
        kind, thing, origin, goal, at, top, *counts = rest
        from_, to = (self.sees(one) for one in counts) if counts else (True, True)
        if not self.sees(mask):
            if not (from_ or to):
                return None
            thing = None
        return (
            "shift",
            kind,
            thing,
            origin if from_ else None,
            goal if to else None,
            at if from_ else -1,
            top if to else 0,
        )

    def _seen_swap(self, mask: int, rest: list[Any]) -> tuple[Any, ...] | None:
        """Return what the seat sees of two things that change places."""
        kind, one, other, here, there, *counts = rest
        first, second = (self.sees(mask) for mask in counts) if counts else (True, True)
        if not self.sees(mask):
            if not (first and second):
                return None
            one = other = None
        return ("swap", kind, one, other, here if first else None, there if second else None)

    def history(self) -> list[tuple[Any, ...]]:
        """Return what the seat has seen and answered, in order."""
        found: list[tuple[Any, ...]] = []
        at = 0
        for (player, site, options, *_), number, happened in self.given:
            if player == self.seat:
                found.extend(self._seen_between(at, happened))
                found.append(("answer", site, options, number))
                at = max(at, happened)
        found.extend(self._seen_between(at, len(self.happened)))
        return found

    def _seen_between(self, first: int, end: int) -> list[tuple[Any, ...]]:
        """Return what the seat has seen of some events."""
        between = self.happened[first:end]
        return [shown for event in between if (shown := self.seen_event(event)) is not None]

    # ---- what is asked ---------------------------------------------------------------------------

    def asked(self) -> tuple[tuple[int, tuple[int, ...], Any], ...]:
        """Return what the seat is asked now: (place of decision, options, partial answer)."""
        return tuple(
            (site, options, partial)
            for player, site, options, _frame, partial in self._state[Register.PENDING]
            if player == self.seat
        )

    def deciding(self) -> tuple[int, ...]:
        """Return who else is to decide; chance is -2."""
        join = self._state[Register.JOIN]
        players = (
            [pending[0] for pending in self._state[Register.PENDING]] if join is None else join[1]
        )
        return tuple(sorted({player for player in players if player != self.seat}))

    # ---- all of it -------------------------------------------------------------------------------

    def present(self) -> tuple[Any, ...]:
        """Return all that the seat sees now, without what it remembers."""
        state, layout = self._state, self.program.layout
        return (
            self.seat,
            layout.players,
            sorted(layout.options.items()),
            (state[Register.STEP], state[Register.OVER], state[Register.WINNER]),
            [self.shown(slots) for slots in self.slots()],
            self.asked(),
            self.deciding(),
        )

    def key(self) -> bytes:
        """Return a digest of all that the seat can tell."""
        whole = (self.present(), self.history())
        return blake2b(repr(whole).encode(), digest_size=16).digest()
