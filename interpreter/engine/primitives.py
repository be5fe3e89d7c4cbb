"""The functions that generated code calls: sets, zones, options, chance, faults.

Handed to `program.compiler` as `NAMES`, and so part of every program. They work on the plain data
of a state: masks, tuples and the flat list `S`; see `program.layout` for its registers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any

from interpreter.diagnostics import RulesFault
from interpreter.engine import breaking, chance, reckoning
from interpreter.engine.tables import Distances, Lines, MaskLines, Memo, MemoKeys, early
from interpreter.lang.types import NOTHING_NUMBER
from interpreter.program.budget import STEP_BUDGET, overrun

DECLINE = -1
"""The option that declines."""
DONE = -2
"""The option that ends a choice of several."""
STOPS = frozenset({NOTHING_NUMBER, DONE, DECLINE})
"""The options after which less is asked; `NOTHING_NUMBER` declines a choice of a number."""
MOST_OPTIONS = 10_000
"""How many numbers one decision may offer."""

_BITS: dict[int, tuple[int, ...]] = {}
_MOST_BITS = 1 << 16
_FEW = 8
"""So few things are looked through faster than a set of them is made."""

State = list[Any]
Frame = tuple[Any, ...]


# ---- sets ----------------------------------------------------------------------------------------


def bits(mask: int) -> tuple[int, ...]:
    """Return the members of a set in order."""
    found = _BITS.get(mask)
    if found is None:
        members, left = [], mask
        while left:
            low = left & -left
            members.append(low.bit_length() - 1)
            left ^= low
        found = tuple(members)
        if len(_BITS) >= _MOST_BITS:
            _BITS.clear()
        _BITS[mask] = found
    return found


def mask(members: Sequence[int]) -> int:
    """Return the set of some members."""
    found = 0
    for member in members:
        found |= 1 << member
    return found


def has(members: int, item: int) -> int:
    """Whether something that may be nothing is in a set."""
    return members >> item & 1 if item >= 0 else 0


def located(zone: int, first: int, count: int) -> int:
    """Return which zone of one declaration a number is, -1 if it is another's."""
    return zone - first if first <= zone < first + count else -1


def entry(items: tuple[int, ...], number: int) -> int:
    """Return an item of a list, counted from 1."""
    if number < 1:
        raise IndexError(number)
    return items[number - 1]


def only(items: Sequence[int]) -> int:
    """Return the item of a list that has no other."""
    if len(items) != 1:
        raise IndexError(len(items))
    return items[0]


def without(items: tuple[int, ...], others: Sequence[int]) -> tuple[int, ...]:
    """Return a list without the items of another."""
    there = others if len(others) < _FEW else frozenset(others)
    return tuple([item for item in items if item not in there])


def kept(items: tuple[int, ...], others: Sequence[int]) -> tuple[int, ...]:
    """Return the items of a list that stand in another."""
    there = others if len(others) < _FEW else frozenset(others)
    return tuple([item for item in items if item in there])


def joined(items: tuple[Any, ...], others: tuple[Any, ...], longest: int) -> tuple[Any, ...]:
    """Return one list behind another."""
    if len(items) + len(others) > longest:
        reckoning.too_long(longest)
    return items + others


def excluded(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return a list without the first appearance of an item."""
    if item not in items:
        return items
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def replaced(table: tuple[Any, ...], keys: tuple[int, ...], value: Any) -> tuple[Any, ...]:
    """Return a table with one entry changed."""
    key, *rest = keys
    if not 0 <= key < len(table):
        raise IndexError(key)
    inner = replaced(table[key], tuple(rest), value) if rest else value
    return (*table[:key], inner, *table[key + 1 :])


# ---- ways ----------------------------------------------------------------------------------------


def within(neighbours: tuple[int, ...], start: int, steps: int, through: int) -> int:
    """Return what some steps reach from a start, itself included, crossing only `through`."""
    reached = edge = 1 << start
    for _ in range(steps):
        further = 0
        for here in bits(edge):
            further |= neighbours[here]
        further &= ~reached
        if not further:
            break
        reached |= further
        edge = further & through
    return reached


# ---- things in zones -----------------------------------------------------------------------------


def shift(
    S: State,
    where: int,
    thing: int,
    zone: int,
    slots: tuple[int, ...],
    ordered: tuple[bool, ...],
    top: int,
) -> None:
    """Put a thing into a zone, on top or at the bottom if it is ordered.

    The zone is a number; -1 is nowhere.
    """
    old = S[where + thing]
    if old >= 0:
        slot = slots[old]
        S[slot] = excluded(S[slot], thing) if ordered[old] else S[slot] & ~(1 << thing)
    S[where + thing] = zone
    if zone >= 0:
        slot = slots[zone]
        if not ordered[zone]:
            S[slot] |= 1 << thing
        else:
            S[slot] = (thing, *S[slot]) if top else (*S[slot], thing)


def position(
    S: State, thing: int, zone: int, slots: tuple[int, ...], ordered: tuple[bool, ...]
) -> int:
    """Return where a thing lies in a zone (by number), from 0 at the top; -1 without an order."""
    return S[slots[zone]].index(thing) if zone >= 0 and ordered[zone] else -1


def swap(
    S: State, where: int, one: int, other: int, slots: tuple[int, ...], ordered: tuple[bool, ...]
) -> None:
    """Let two things change places; in an ordered zone each takes the other's position."""
    exchanged = {one: other, other: one}
    zones = {S[where + one], S[where + other]} - {-1}
    for zone in zones:
        slot = slots[zone]
        if ordered[zone]:
            S[slot] = tuple([exchanged.get(thing, thing) for thing in S[slot]])
        elif len(zones) > 1 or -1 in (S[where + one], S[where + other]):
            S[slot] ^= 1 << one | 1 << other
    S[where + one], S[where + other] = S[where + other], S[where + one]


def free(alive: int, most: int, kind: str) -> int:
    """Return the number of the first thing of a made kind that does not exist."""
    number = (~alive & (alive + 1)).bit_length() - 1
    if number >= most:
        raise RulesFault("F705", kind=kind, most=str(most))
    return number


def size_of(contents: Any) -> int:
    """Return how many things lie in a zone."""
    return len(contents) if isinstance(contents, tuple) else int(contents).bit_count()


def drawn(contents: Any, count: int) -> tuple[int, ...]:
    """Return the first things of a zone."""
    return contents[:count] if isinstance(contents, tuple) else bits(contents)[:count]


# ---- options -------------------------------------------------------------------------------------

YES_NO = (1, 0)


def numbers(least: int, most: int) -> range:
    """Return the numbers to choose from; too many to list are a fault."""
    if most - least >= MOST_OPTIONS:
        raise RulesFault("F710", count=str(most - least + 1), most=str(MOST_OPTIONS))
    return range(least, most + 1)


def offer_order(
    S: State, who: int, site: int, options: tuple[int, ...], frame: Frame
) -> Frame | None:
    """Ask which of several hooks comes first; one alone comes without asking."""
    if len(options) == 1:
        S[2] = options[0]
        return frame
    S[1] = ((who, site, options, frame, None),)
    return None


def several_options(
    among: tuple[int, ...],
    done: tuple[int, ...],
    least: int,
    most: int,
    test: Callable[[int], Any] | None,
) -> tuple[int, ...]:
    """Return what can be taken next in a choice of several.

    Members in order, each set in one way only.

    A member is offered only if what has been taken with it can still become a whole answer. `DONE`
    ends the choice.
    """
    test = test and reckoning.counted(test)
    start = among.index(done[-1]) + 1 if done else 0
    found: list[int] = []
    if len(done) < most:
        found.extend(
            among[at]
            for at in range(start, len(among))
            if _completable(among, at + 1, (*done, among[at]), least, most, test)
        )
    if least <= len(done) <= most and (test is None or test(mask(done))):
        found.append(DONE)
    return tuple(found)


def _completable(
    among: tuple[int, ...],
    at: int,
    done: tuple[int, ...],
    least: int,
    most: int,
    test: Callable[[int], Any] | None,
) -> bool:
    """Whether a partial answer can become a whole one with the members from `at` on.

    It goes through the answers depth first, without a call for each member: there may be many.
    """
    if least > most or len(done) + len(among) - at < least:
        return False
    if test is None:
        return True
    # where in `among` those stand that are tried beside `done`, and the sets up to each of them
    tried: list[int] = []
    sets = [mask(done)]
    while True:
        count = len(done) + len(tried)
        can_do = count + len(among) - at >= least
        if can_do and count >= least and test(sets[-1]):
            return True
        if not can_do or count >= most:
            at = len(among)
        while at == len(among):
            if not tried:
                return False
            at = tried.pop() + 1
            sets.pop()
        tried.append(at)
        sets.append(sets[-1] | 1 << among[at])
        at += 1


def division_options(
    total: int,
    limits: tuple[int, ...],
    done: tuple[int, ...],
    exact: int,
    test: Callable[[tuple[int, ...]], Any] | None = None,
) -> tuple[int, ...]:
    """Return how much the next member of a division can get, so that the whole passes a test."""
    left = total - sum(done)
    at = len(done)
    most = max(0, min(left, limits[at]))
    least = max(0, left - sum(limits[at + 1 :])) if exact else 0
    options = tuple(numbers(min(least, most), most))
    if test is None:
        return options
    test = reckoning.counted(test)
    return tuple([n for n in options if can_be_divided(total, limits, (*done, n), exact, test)])


def can_be_divided(
    total: int,
    limits: tuple[int, ...],
    done: tuple[int, ...],
    exact: int,
    test: Callable[[tuple[int, ...]], Any],
) -> bool:
    """Whether a partial division can become a whole one that passes a test.

    It goes through the divisions depth first, without a call for each member: there may be many.
    """
    test = reckoning.counted(test)
    ways = [iter((done,))]
    while ways:
        so_far = next(ways[-1], None)
        if so_far is None:
            ways.pop()
        elif len(so_far) < len(limits):
            options = division_options(total, limits, so_far, exact)
            ways.append(iter([(*so_far, amount) for amount in options]))
        elif test(so_far):
            return True
    return False


def divided(count: int, among: tuple[int, ...], done: tuple[int, ...]) -> tuple[int, ...]:
    """Return a division as a table over all members of the kind."""
    table = [0] * count
    for member, amount in zip(among, done, strict=False):
        table[member] = amount
    return tuple(table)


# ---- in secret -----------------------------------------------------------------------------------

Segments = Sequence[Callable[[State, Frame], Frame | None]]


def begin_secret(S: State, segments: Segments, frames: Sequence[Frame]) -> Frame | None:
    """Run the frame of each player until he is asked; return the frame after it if nobody is.

    The frames are kept, so that a branch can be run anew (`engine.resample`).
    """
    S[4] = (*S[4], tuple(frames))
    open_: tuple[Any, ...] = ()
    for start in frames:
        S[1] = ()
        frame = start
        for _ in repeat(None, STEP_BUDGET):
            further = segments[frame[0]](S, frame)
            if further is None:
                break
            frame = further
        else:
            overrun()
        open_ += S[1]
    S[1] = open_
    return None if open_ else end_secret(S)


def end_branch(S: State, frame: Frame) -> None:
    """Keep what one player has answered in secret. This is segment 0 of every program."""
    after, players, answers, frames = S[4]
    at = frame[2]
    S[4] = (after, players, (*answers[:at], S[3], *answers[at + 1 :]), frames)
    S[3] = None


def end_secret(S: State) -> Frame:
    """Return the frame that goes on when everybody has answered."""
    after, players, answers, _frames = S[4]
    S[4], S[3] = None, (players, answers)
    return tuple(after)


def spread(
    players: tuple[int, ...], answers: tuple[Any, ...], number: int, seats: int, default: Any
) -> tuple[Any, ...]:
    """Return one name of a secret block as a table by player."""
    table = [default] * seats
    for player, answer in zip(players, answers, strict=True):
        table[player] = answer[number]
    return tuple(table)


# ---- chance --------------------------------------------------------------------------------------


def rolled(S: State, counter: int, cause: int, faces: tuple[int, ...]) -> int:
    """Return a face of a die."""
    if S[10]:
        forced, S[10] = S[10][0], S[10][1:]
        if forced not in faces:
            raise RulesFault("F708", forced=str(forced))
        return int(forced)
    ordinal = S[counter]
    S[counter] = ordinal + 1
    return faces[chance.below(S[9], cause, ordinal, len(faces))]


def shuffled(S: State, counter: int, cause: int, items: tuple[int, ...]) -> tuple[int, ...]:
    """Return the things of a zone in an order of chance."""
    if S[10]:
        forced, S[10] = S[10][0], S[10][1:]
        if not isinstance(forced, tuple) or sorted(forced) != sorted(items):
            raise RulesFault("F708", forced=str(forced))
        return forced
    ordinal = S[counter]
    S[counter] = ordinal + 1
    return chance.shuffled(S[9], cause, ordinal, items)


def brought(items: tuple[int, ...], at: int, thing: int) -> tuple[int, ...]:
    """Return a zone with a thing brought to a position, the others in their order."""
    rest = excluded(items, thing)
    return (*rest[:at], thing, *rest[at:])


BELOW = 1 << 20
"""What a known place below the open ones counts in the counter of a zone, while chance is asked."""


def open_place(items: tuple[int, ...], at: int, places: int) -> int:
    """Return the next place from `at` on that chance has not decided, or the number of places."""
    below, undecided = divmod(places, BELOW)
    end = len(items) - below
    at = max(at, end - undecided)
    return at if at < end else len(items)


def open_things(items: tuple[int, ...], at: int, places: int) -> tuple[int, ...]:
    """Return what can lie at an open place: all that lies in it and in the open ones below it."""
    return tuple(sorted(items[at : len(items) - places // BELOW]))


def still_open(items: tuple[int, ...], count: int, places: int) -> int:
    """Return the counter of a zone when its first `count` places have been decided."""
    below, undecided = divmod(places, BELOW)
    first = len(items) - below - undecided
    left = undecided - max(0, count - first)
    return below * BELOW + left if left > 0 else 0


def keep_places(
    S: State,
    where: int,
    thing: int,
    zone: int,
    slots: tuple[int, ...],
    counters: tuple[int, ...],
    top: int,
) -> None:
    """Keep the counters of zones right when a thing is about to go from one to another.

    The counter of a zone without order is -1: it has none.
    """
    old = S[where + thing]
    if old >= 0 and counters[old] >= 0 and S[counters[old]]:
        below, undecided = divmod(S[counters[old]], BELOW)
        items = S[slots[old]]
        behind = len(items) - 1 - items.index(thing)
        if behind < below:
            below -= 1
        elif behind < below + undecided:
            undecided -= 1
        S[counters[old]] = below * BELOW + undecided if undecided else 0
    if zone >= 0 and not top and counters[zone] >= 0 and S[counters[zone]]:
        S[counters[zone]] += BELOW


# ---- faults --------------------------------------------------------------------------------------


NAMES: Mapping[str, Any] = {
    "DECLINE": DECLINE,
    "DONE": DONE,
    "YES_NO": YES_NO,
    "g0": end_branch,
    **{
        function.__name__: function
        for function in (
            bits, mask, has, located, entry, only, without, kept, joined, excluded,
            replaced, within, shift, position, swap, free,
            size_of, drawn, numbers, offer_order, several_options,
            can_be_divided, division_options,
            divided, begin_secret, spread, rolled, shuffled, brought,
            open_place, open_things, still_open, keep_places,
            breaking.short, breaking.full, breaking.never_none, breaking.absent,
            reckoning.times, reckoning.too_great, reckoning.too_long, reckoning.reckoned,
            reckoning.bit, reckoning.mask_of_numbers, reckoning.without_number,
            early, Memo, MemoKeys, Lines, MaskLines, Distances,
        )
    },
}  # fmt: skip
"""What generated code may call, by name."""
