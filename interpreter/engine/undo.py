"""How far a player may step back: to any answer of his own, until something came to light.

Fed by the answers and events of a game; read by `game`. A barrier is what cannot be unseen: a roll,
a shuffle, an answer of somebody else (or of chance), the end of a secret block, and whatever showed
a seat something that it did not know. What an event showed is judged by the beliefs of every seat,
so a thing that everybody knew already is no barrier, and a draw of the last unknown thing is none
either. While a player plans, nothing of the plan has been seen by anybody, so all of it can be
taken back; while a secret block is open, so can one's own answers in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from interpreter.engine.belief import Belief, zones
from interpreter.engine.past import past_of
from interpreter.engine.primitives import bits
from interpreter.engine.sight import Given, Sight
from interpreter.program.layout import Register
from interpreter.program.program import Program, State

_CHANCE = {"roll": "a roll lies between", "shuffle": "a shuffle lies between"}
_NEWS = "something hidden has come to light since"


class Moment(NamedTuple):
    """A game at one point of its way."""

    state: State
    events: Sequence[tuple[Any, ...]]
    answers: Sequence[Given]


class Way(NamedTuple):
    """The way back: the position of the answer that would be taken back, or why none can be."""

    position: int
    reason: str | None


def way_back(
    program: Program,
    answers: Sequence[Given],
    player: int | None,
    moments: Callable[[int], Sequence[Moment]],
) -> Way:
    """Return which answer a player (None: whoever gave the last one) could take back.

    `moments` gives the game as it was at a version and at all later ones, from one replay.
    """
    owners = [given[0][0] for given in answers]
    if not owners:
        return Way(-1, "nothing has been answered")
    player = owners[-1] if player is None else player
    if player < 0:
        return Way(-1, "chance cannot step back")
    if player not in owners:
        return Way(-1, f"player_{player + 1} has answered nothing")
    position = len(owners) - 1 - owners[::-1].index(player)
    seen = moments(position)
    if position + 1 < len(owners) and not _in_one_block(seen):
        who = "chance" if min(owners[position + 1 :]) < 0 else "somebody else"
        return Way(position, f"{who} has decided something since")
    join = seen[0].state[Register.JOIN]
    if join is not None and len(join[1]) > 1 and not _in_one_block(seen):
        return Way(position, "secret answers have been revealed since")
    return Way(position, _news(program, seen[0], seen[-1]))


def _in_one_block(moments: Sequence[Moment]) -> bool:
    """Whether all these moments lie in one secret block that is still open.

    What the others have answered there nobody has seen, so it does not matter in which order.
    """
    joins = [moment.state[Register.JOIN] for moment in moments]
    # the first frames are made once for each block, so they tell one block from the next
    return all(join is not None and join[3] is joins[0][3] for join in joins)


def _news(program: Program, before: Moment, now: Moment) -> str | None:
    """Return what has come to light from one moment to another, None if nothing."""
    happened = len(before.events)
    plan = now.state[Register.PLAN]
    end = len(now.events) if plan is None else max(happened, plan[2])
    between = now.events[happened:end]
    for event in between:
        if event[0] in _CHANCE:
            return _CHANCE[event[0]]
    return next(
        (
            _NEWS
            for seat in range(program.layout.players)
            if _learns(program, seat, before, between, now)
        ),
        None,
    )


def _learns(
    program: Program,
    seat: int,
    before: Moment,
    between: Sequence[tuple[Any, ...]],
    now: Moment,
) -> bool:
    """Whether a seat has learnt something from some events, or sees now what it did not before."""
    then = Sight(program, before.state, before.events, before.answers, seat)
    today = Sight(program, now.state, now.events, now.answers, seat)
    for kind, belief in past_of(then).beliefs.items():
        _look_around(program, belief, kind, then)
        for event in between:
            shown = then.seen_event(event)
            if shown is not None and belief.see(shown):
                return True
        if _look_around(program, belief, kind, today):
            return True
        if any(belief.asked(site, options) for site, options, _ in today.asked()):
            return True
    return any(
        today.sees_slot(slots, index) and not then.sees_slot(slots, index)
        for slots in today.slots()
        if (slots.group, slots.name) not in program.layout.zones
        and (slots.group, slots.name) in program.seen
        for index in range(slots.count)
    )


def _look_around(program: Program, belief: Belief, kind: str, sight: Sight) -> bool:
    """Look into all zones that a seat sees; tell whether that showed something new."""
    new = False
    for zone, which in zones(program, kind):
        if sight.sees_slot(zone.slots, which):
            contents = sight.state[zone.slots.start + which]
            things = contents if zone.ordered else bits(contents)
            new |= belief.look(zone.first + which, things)
    return new
