"""A full game that is true to all that a seat has seen, with everything else drawn anew.

Fed by the `sight` of a seat; read by `game`, and through it by bots that search in games that might
be. What may be true of hidden things is told by `belief`; the rest of the hidden data is drawn
between its limits. Secret answers of others are drawn by playing their parts of the block again.
`docs/views.md` says what is guaranteed and what is not.

Nothing is read from the true state but what the seat sees, with one exception: the effect that is
being played holds its place and its locals in frames, which are kept; hidden things in them are
exchanged for those that were drawn in their places (`exchange`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.diagnostics import AnswerError, RulesFault
from interpreter.engine.belief import Belief, zones
from interpreter.engine.chance import Stream
from interpreter.engine.exchange import Exchange, Pairs, exchange_frame, exchange_question
from interpreter.engine.hidden_fields import draw_fields
from interpreter.engine.log import Log
from interpreter.engine.machine import Machine
from interpreter.engine.matching import matched
from interpreter.engine.past import Past, past_of
from interpreter.engine.primitives import bits, mask
from interpreter.engine.sight import Sight
from interpreter.engine.undo import Moment
from interpreter.program.layout import NOWHERE, Register
from interpreter.program.program import Frame, Program, State

_TRIES = 20
_TRIED_OPTIONS = 8
_TRIAL_ANSWERS = 4
_MOST_STEPS = 1000


class Sampler:
    """Draws games for one seat at one point of a game.

    What all draws share is worked out once: the past as the seat knows it, and what it believes.
    """

    __slots__ = (
        "answers", "asks_forced", "beliefs", "events", "hides_fields", "machine", "moment",
        "present", "program", "sight",
    )  # fmt: skip

    def __init__(
        self,
        machine: Machine,
        moment: Moment,
        seat: int | None,
        pasts: dict[int | None, Past],
        *,
        asks_forced: bool,
    ) -> None:
        """Look at a game with the eyes of a seat; the moment must not change later.

        `asks_forced` tells whether questions with one option are asked. `pasts` keeps what is
        worked out of the past for the next sampler of each seat in the same game.
        """
        self.machine = machine
        self.asks_forced = asks_forced
        self.program: Program = machine.program
        self.moment = moment
        self.sight = Sight(self.program, moment.state, moment.events, moment.answers, seat)
        # taken out as long as it is worked at: what a fault leaves half done is not gone on with
        past = pasts[seat] = past_of(self.sight, pasts.pop(seat, None))
        self.events, self.answers = past.events[:], past.answers[:]
        self.present = self.sight.present()
        self.hides_fields = bool(self.program.seen.keys() - self.program.layout.zones.keys())
        self.beliefs = {kind: believed(self.sight, one) for kind, one in past.beliefs.items()}

    def is_for(self, moment: Moment, seat: int | None) -> bool:
        """Whether this is a seat's at a point of a game."""
        return (
            seat == self.sight.seat
            and moment.state == self.moment.state
            and moment.answers == self.moment.answers
        )

    def sample(self, seed: int) -> Moment:
        """Return a game, from here on, that the seat cannot tell from the one it sees.

        Raises `AnswerError` S811 when none is found, which means that what the seat has seen
        contradicts itself.
        """
        drawing = _Drawing(self, seed)
        fallback: Moment | None = None
        for attempt in range(_TRIES):
            found = drawing.draw(attempt)
            if found is None:
                continue
            if drawing.plays_on(found, attempt):
                return found
            fallback = found
        if fallback is None:
            seat = self.sight.seat
            raise AnswerError(
                "S811", player="a spectator" if seat is None else f"player_{seat + 1}"
            )
        return fallback


class _Drawing:
    """Draws games by one seed."""

    __slots__ = ("_floors", "machine", "moment", "program", "seed", "shared", "sight")

    def __init__(self, shared: Sampler, seed: int) -> None:
        """Draw by a seed from what a sampler knows."""
        self.shared = shared
        self.seed = seed
        self.machine, self.program = shared.machine, shared.program
        self.sight, self.moment = shared.sight, shared.moment
        # what had to be there of a resource for an effect in progress to go on, as trials showed
        self._floors: dict[str, int] = {}

    def draw(self, attempt: int) -> Moment | None:
        """Return a game, None if it turned out that the seat could tell it from the true one."""
        stream = Stream(self.seed, "resample", self.sight.seat, attempt)
        state = self.sight.state[:]
        state[Register.SEED] = self.seed & ((1 << 64) - 1)
        state[Register.FORCED], state[Register.EVENTS] = (), None
        state[Register.ANSWER], state[Register.RESULT] = 0, None
        exchange: dict[str, Pairs] = {}
        try:
            for kind, belief in self.shared.beliefs.items():
                exchange[kind] = _draw_things(self.sight, belief, state, stream)
        except LookupError:
            return None
        draw_fields(self.sight, state, self._floors, stream)
        events = Log(self.shared.events)
        try:
            self._draw_course(state, exchange, events, stream)
        except RulesFault:
            return None
        asks = state[Register.PENDING] or not self.moment.state[Register.PENDING]
        seen = Sight(self.program, state, events, self.shared.answers, self.sight.seat)
        if not asks or seen.present() != self.shared.present:
            return None
        return Moment(state, tuple(events), tuple(self.shared.answers))

    def _draw_course(self, state: State, exchange: Exchange, events: Log, stream: Stream) -> None:
        """Draw where in its effects the game is: plans, secret answers and frames of others."""
        plan = state[Register.PLAN]
        if plan is not None and plan[0] != self.sight.seat:
            # the others have seen nothing of the plan: it is planned anew from its beginning
            frame = self._frame(plan[3], exchange)
            state[Register.PLAN] = (plan[0], tuple(state[len(Register) :]), events.length(), frame)
            state[Register.PENDING] = ()
            self.machine.run(state, frame, events)
            return
        if plan is not None:
            state[Register.PLAN] = self._own_plan(plan, state, exchange)
        state[Register.PENDING] = tuple(
            self._question(pending, exchange) for pending in state[Register.PENDING]
        )
        if state[Register.JOIN] is not None:
            self._draw_secrets(state, exchange, stream)

    def _frame(self, frame: Frame, exchange: Exchange) -> Frame:
        """Return a frame with its hidden things exchanged."""
        return exchange_frame(self.program, frame, exchange)

    def _question(self, pending: tuple[Any, ...], exchange: Exchange) -> tuple[Any, ...]:
        """Return a question: what the seat is asked itself stays as it is but for its frame."""
        player, site, options, frame, partial = pending
        if player != self.sight.seat:
            return exchange_question(self.program, pending, exchange)
        return (player, site, options, self._frame(frame, exchange), partial)

    def _own_plan(self, plan: tuple[Any, ...], state: State, exchange: Exchange) -> tuple[Any, ...]:
        """Return the seat's own plan: what the others see instead is drawn from the same things."""
        before = Sight(self.program, [*state[: len(Register)], *plan[1]], (), (), self.sight.seat)
        held = list(plan[1])
        for slots in self.program.layout.slots:
            drawn = state[slots.start : slots.start + slots.count]
            if (slots.group, slots.name) in self.program.seen:
                for index in range(slots.count):
                    if not before.sees_slot(slots, index):
                        held[slots.start - len(Register) + index] = drawn[index]
            elif slots.group == "WHERE":
                held[slots.start - len(Register) : slots.start - len(Register) + slots.count] = (
                    drawn
                )
        events = len([one for one in self.moment.events[: plan[2]] if self.sight.seen_event(one)])
        return (plan[0], tuple(held), events, self._frame(plan[3], exchange))

    def _draw_secrets(self, state: State, exchange: Exchange, stream: Stream) -> None:
        """Draw the answers of the others in a secret block by playing their parts of it again.

        When the seat has still to answer, the others have answered; else they are still asked.
        """
        after, players, answers, frames = state[Register.JOIN]
        after = self._frame(after, exchange)
        frames = tuple(self._frame(frame, exchange) for frame in frames)
        seat = self.sight.seat
        asked = [one for one in state[Register.PENDING] if one[0] == seat]
        own = {_branch(pending[3]) for pending in asked}
        kept = [
            answer if player == seat or branch in own else None
            for branch, (player, answer) in enumerate(zip(players, answers, strict=True))
        ]
        state[Register.JOIN] = (after, players, tuple(kept), frames)
        opened: list[Any] = []
        for branch, (player, frame) in enumerate(zip(players, frames, strict=True)):
            if branch in own:
                opened.extend(one for one in asked if _branch(one[3]) == branch)
            elif player != seat:
                opened.extend(self._play_branch(state, frame, stream, through=bool(asked)))
        state[Register.PENDING] = tuple(opened)
        state[Register.ANSWER] = 0

    def _play_branch(
        self, state: State, frame: Frame, stream: Stream, *, through: bool
    ) -> tuple[Any, ...]:
        """Play one part of a secret block, to its end or to its first question.

        Return the question.
        """
        state[Register.PENDING] = ()
        self.machine.run(state, frame, Log())
        for _ in range(_MOST_STEPS):
            pending = state[Register.PENDING]
            asked = self.shared.asks_forced or (pending and len(pending[0][2]) > 1)
            if not pending or (asked and not through):
                return tuple(pending)
            options = pending[0][2]
            option = options[stream.below(len(options))]
            self.machine.run(state, pending[0][3], Log(), option)
        return ()

    def plays_on(self, found: Moment, attempt: int) -> bool:
        """Whether a drawn game can be played on for some answers without a fault.

        Where nothing but the places of things is hidden, nothing can be owed that is not there.
        """
        if not self.shared.hides_fields:
            return True
        stream = Stream(self.seed, "trial", attempt)
        pending = found.state[Register.PENDING]
        try:
            for option in self._tried(pending, stream):
                state = list(found.state)
                self.machine.answer(state, 0, option, Log())
                self._play_on(state, stream)
        except RulesFault as fault:
            if fault.code == "F702":
                what = fault.arguments["what"]
                wanted = int(fault.arguments["wanted"])
                self._floors[what] = max(wanted, self._floors.get(what, 0))
            return False
        return True

    def _tried(self, pending: tuple[Any, ...], stream: Stream) -> tuple[int, ...]:
        """Return the options of the open question that are tried.

        What another player is offered was listed by the true numbers, so each of it is tried; of
        the seat's own options some.
        """
        if not pending:
            return ()
        player, _, options, *_ = pending[0]
        if player != self.sight.seat or len(options) <= _TRIED_OPTIONS:
            return tuple(options)
        return stream.shuffled(tuple(options))[:_TRIED_OPTIONS]

    def _play_on(self, state: State, stream: Stream) -> None:
        """Give some answers by chance."""
        for _ in range(_TRIAL_ANSWERS):
            pending = state[Register.PENDING]
            if not pending:
                return
            place = stream.below(len(pending))
            options = pending[place][2]
            self.machine.answer(state, place, options[stream.below(len(options))], Log())


def _branch(frame: Frame) -> int:
    """Return to which part of a secret block a frame belongs, -1 if to none."""
    while frame[1] is not None:
        frame = frame[1]
    return int(frame[2]) if frame[0] == 0 else -1


# ---- things ------------------------------------------------------------------------------------


def _draw_things(sight: Sight, belief: Belief, state: State, stream: Stream) -> Pairs:
    """Draw where the hidden things of a kind lie; return what lies there now by what lay there."""
    program, kind = sight.program, belief.kind
    start = program.layout.slots_of("WHERE", kind).start
    homes = tuple(state[start : start + program.layout.count(kind)])
    drawn = _placed(sight, belief, stream)
    fixed = _fixed(sight, belief, drawn)
    where = [NOWHERE] * len(homes)
    for zone, which in zones(program, kind):
        things = drawn[zone.first + which]
        state[zone.slots.start + which] = things if zone.ordered else mask(things)
        for thing in things:
            where[thing] = zone.first + which
    state[start : start + len(where)] = where
    taken = set(fixed.values())
    pools: dict[int, list[int]] = {}
    for thing in stream.shuffled(tuple(range(len(where)))):
        if thing not in taken:
            pools.setdefault(where[thing], []).append(thing)
    return Pairs(fixed, dict(enumerate(homes)), pools)


def _fixed(sight: Sight, belief: Belief, drawn: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Return what the place of a thing decides: it is seen, it is known, or its position is."""
    found: dict[int, int] = {}
    for zone, which in zones(sight.program, belief.kind):
        number = zone.first + which
        contents = sight.state[zone.slots.start + which]
        if sight.sees_slot(zone.slots, which):
            found.update((thing, thing) for thing in drawn[number])
        elif zone.ordered and number not in belief.pooled:
            row = belief.place(number).row
            found.update(
                (before, after)
                for before, after, token in zip(contents, drawn[number], row, strict=True)
                if token is not None
            )
    for token in belief.tokens():
        if token.known:
            thing = token.things.bit_length() - 1
            found[thing] = thing
    return found


def believed(sight: Sight, past: Belief) -> Belief:
    """Return what a seat believes of a kind, from what it has seen before and what it sees now."""
    program, kind, belief = sight.program, past.kind, past.copy()
    sizes: dict[int, int] = {}
    for zone, which in zones(program, kind):
        number = zone.first + which
        if number not in belief.pooled and sight.sees_size(zone.slots, which):
            contents = sight.state[zone.slots.start + which]
            sizes[number] = len(contents if zone.ordered else bits(contents))
    belief.count(sizes)
    for zone, which in zones(program, kind):
        if sight.sees_slot(zone.slots, which):
            contents = sight.state[zone.slots.start + which]
            belief.look(zone.first + which, contents if zone.ordered else bits(contents))
    for site, options, _ in sight.asked():
        belief.asked(site, options)
    return belief


def _placed(sight: Sight, belief: Belief, stream: Stream) -> dict[int, tuple[int, ...]]:
    """Return things for all zones by number: those that are seen, and drawn ones that fit."""
    program, kind = sight.program, belief.kind
    tokens = list(belief.tokens())
    known = (1 << program.layout.count(kind)) - 1
    chosen = matched([token.things or known for token in tokens], stream)
    if chosen is None:
        raise LookupError(kind)
    thing_of = {id(token): thing for token, thing in zip(tokens, chosen, strict=True)}
    found: dict[int, tuple[int, ...]] = {}
    shown: set[int] = set()
    pooled: list[int] = []
    for zone, which in zones(program, kind):
        number = zone.first + which
        if sight.sees_slot(zone.slots, which):
            contents = sight.state[zone.slots.start + which]
            found[number] = contents if zone.ordered else bits(contents)
            shown.update(found[number])
        elif number in belief.pooled:
            pooled.append(number)
            found[number] = ()
        else:
            place = belief.place(number)
            loose = list(stream.shuffled(tuple(thing_of[id(one)] for one in place.loose)))
            row = [loose.pop() if one is None else thing_of[id(one)] for one in place.row]
            found[number] = tuple(row) if zone.ordered else tuple(sorted(loose))
    if pooled:
        pool = [thing_of[id(token)] for token in belief.place(None).tokens()]
        for thing in stream.shuffled(tuple(one for one in pool if one not in shown)):
            number = pooled[stream.below(len(pooled))]
            found[number] = (*found[number], thing)
    return found
