"""How a value of a game comes about: what it is by itself, and what has a say in it now.

Fed by the functions of `program.telling` and a state; read by `game`. With the eyes of a seat, a
value is worked out of what the seat sees alone: where anything else is read, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from interpreter import arguments
from interpreter.diagnostics import AnswerError, RulesFault, did_you_mean, listing
from interpreter.engine.decisions import seat_name
from interpreter.engine.events import show_value
from interpreter.engine.machine import fault_meant
from interpreter.engine.sight import HIDDEN, Sight
from interpreter.lang import types
from interpreter.program.budget import FULL
from interpreter.program.faults import BROKEN, places_of
from interpreter.program.layout import Slots
from interpreter.program.program import Program, State
from interpreter.program.telling import Part, Teller, Tellers

_SAID = {
    "base": "its base",
    "condition": "{name}",
    "set": "{owner} sets it to {amount}",
    "add": "{owner} adds {amount}",
    "multiply": "{owner} multiplies it by {amount}",
    "at least": "{owner} makes it at least {amount}",
    "at most": "{owner} makes it at most {amount}",
    "least": "its least is {amount}",
    "most": "its most is {amount}",
}


@dataclass(frozen=True, slots=True)
class Contribution:
    """One thing that has a say in a value, in the words of the pack.

    `layer` is base, condition (one of those that must all hold), set, add, multiply, at least, at
    most, or least and most for the value's own bounds. `owner` is the id of the definition whose
    modifier it is, or the name of a condition; `amount` what it gives and `total` the value with
    it. `text` is how the pack writes the amount, `when` the condition that holds, "" where there is
    none; `members` are those that a modifier goes through.
    """

    layer: str
    owner: str
    amount: str
    total: str
    text: str
    when: str
    members: tuple[str, ...]

    def __str__(self) -> str:
        """Return it in words, without the total."""
        name = self.owner.replace("_", " ")
        words = _SAID[self.layer].format(amount=self.amount, owner=self.owner, name=name)
        if self.members:
            words += f" for {listing(self.members)}"
        if self.text and self.text != self.amount:
            words += f": {self.text}"
        if self.when:
            words += f" ({self.when if self.when == 'otherwise' else f'when {self.when}'})"
        return words


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value of one state and all that has a say in it, in the order in which it acts.

    `of` are the ids of what it is of, `value` is the value as kept (see `lang.types`), `shown` as
    people write it.
    """

    name: str
    of: tuple[str, ...]
    value: Any
    shown: str
    contributions: tuple[Contribution, ...]

    def text(self) -> str:
        """Return it as lines for people: the result, then the value after each contribution."""
        of = f" of {listing(self.of)}" if self.of else ""
        width = max((len(one.total) for one in self.contributions), default=0)
        lines = [f"{self.name}{of}: {self.shown}"]
        lines += [f"    {one.total:>{width}}  {one}" for one in self.contributions]
        return "\n".join(lines) + "\n"


def explanation(
    tellers: Tellers, sight: Sight, whole: State | None, name: str, of: Sequence[object]
) -> Explanation:
    """Return how a value comes about: in a whole state, or without one in what a sight sees.

    Who acts, where a value depends on it, is the seat, else who is asked. Raises `AnswerError`
    for a value (S820) or what it is of (S821) that there is not, and where the seat does not see
    what it depends on (S822); `RulesFault` when working it out breaks the rules.
    """
    program, teller = sight.program, _teller(tellers, name)
    numbers = _numbers(program, teller, of)
    state: State = _Seen(sight) if whole is None else whole[:]
    acting = [_actor(teller, sight)] if teller.uses_me else []
    found: list[Contribution] = []

    def note(number: int, *said: Any) -> None:
        found.append(_contribution(program, teller, teller.parts[number], said))

    tellers.budget[0] = FULL
    try:
        value = teller.function(state, *acting, *numbers, note)
    except _UnseenError as unseen:
        raise AnswerError(
            "S822", name=teller.name, what=unseen.what, player=_who(sight.seat)
        ) from None
    except BROKEN as error:
        _fail(tellers, error)
    words = tuple(
        show_value(program, type_, number)
        for (_, type_), number in zip(teller.parameters, numbers, strict=True)
    )
    shown = show_value(program, teller.type, value)
    return Explanation(teller.name, words, value, shown, tuple(found))


def _contribution(
    program: Program, teller: Teller, part: Part, said: tuple[Any, Any, tuple[Any, ...]]
) -> Contribution:
    """Return a part that has had its say, in words: its amount, the total, the members."""
    amount, total, members = said
    return Contribution(
        layer=part.layer,
        owner=part.owner or part.name,
        amount=show_value(program, part.type, amount),
        total=show_value(program, teller.type, total),
        text=part.amount,
        when=part.when,
        members=tuple(
            show_value(program, type_, member)
            for (_, type_), member in zip(part.each, members, strict=True)
        ),
    )


def _fail(tellers: Tellers, error: BaseException) -> NoReturn:
    """Raise the fault that an error means in the functions that tell."""
    fault = fault_meant(error)
    places = places_of(error.__traceback__, tellers.file_name, tellers.titles, tellers.spans)
    raise RulesFault(fault.code, list(places), **fault.arguments) from error


def _who(seat: int | None) -> str:
    """Return who looks."""
    return "a spectator" if seat is None else seat_name(seat)


def _actor(teller: Teller, sight: Sight) -> int:
    """Return the seat that is `me` where a value depends on who acts: who looks, else who is asked.

    Raises `AnswerError` S821 where that is nobody.
    """
    asked = [one for one in (sight.seat, *sight.deciding()) if one is not None and one >= 0]
    if not asked:
        reason = "it depends on who acts, and nobody is asked"
        raise AnswerError("S821", name=teller.name, reason=reason)
    return asked[0]


# ---- what is asked for ---------------------------------------------------------------------------


def _teller(tellers: Tellers, name: str) -> Teller:
    """Return what tells of a value, by its name or its reading (`kind.value`)."""
    if not isinstance(name, str):
        raise arguments.wrong_type("name", "the name of a value", name)
    found = tellers.values.get(name)
    if found is None:
        readings = {
            f"{one.parameters[0][1]}.{one.name}": one
            for one in tellers.values.values()
            if one.parameters
        }
        found = readings.get(name)
    if found is None:
        meant = did_you_mean(name, tellers.values)
        hint = f"; did you mean {meant}?" if meant else ""
        raise AnswerError("S820", name=arguments.named(name), hint=hint)
    return found


def _numbers(program: Program, teller: Teller, of: Sequence[object]) -> list[int]:
    """Return what a value is asked of, as kept."""
    wanted = teller.parameters
    if len(of) != len(wanted):
        things = listing(
            [f"{name}, a {type_}" if name != str(type_) else f"a {type_}" for name, type_ in wanted]
        )
        given = listing([arguments.named(one) for one in of]) if of else "nothing"
        reason = f"it is of {things or 'nothing'}, and what is given is {given}"
        raise AnswerError("S821", name=teller.name, reason=reason)
    return [
        _number(program, teller, type_, given) for (_, type_), given in zip(wanted, of, strict=True)
    ]


def _number(program: Program, teller: Teller, type_: types.Type, given: object) -> int:
    """Return one thing, word or number as kept."""
    if isinstance(type_, types.Optional):
        if given in (None, "nothing"):
            return types.nothing_of(type_.inner)
        return _number(program, teller, type_.inner, given)
    known: Sequence[str] = ()
    if isinstance(type_, types.Truth):
        known = ("no", "yes")
        given = known[given] if isinstance(given, bool) else given
    elif isinstance(type_, types.Kind):
        known = program.layout.names[type_.name]
    elif isinstance(type_, types.Word):
        known = program.spec.words[type_.name]
    elif isinstance(type_, types.Number):
        number = arguments.plain_number(given)
        if number is not None:
            return number
    else:
        reason = f"a {type_} cannot be told here"
        raise AnswerError("S821", name=teller.name, reason=reason)
    if given in known:
        return known.index(given)
    shown = arguments.named(given)
    meant = did_you_mean(shown, known)
    hint = f"did you mean {meant}?" if meant else f"there is {listing(known, most=20)}"
    reason = f"{shown} is no {type_}; {hint}"
    raise AnswerError("S821", name=teller.name, reason=reason)


# ---- what a seat sees ----------------------------------------------------------------------------


class _UnseenError(Exception):
    """A value reads what the seat does not see: `what` is the field or zone."""

    def __init__(self, what: str) -> None:
        """Keep what was read."""
        super().__init__(what)
        self.what = what


class _Seen(list[Any]):
    """A state in which reading what the seat does not see is an error.

    It holds nothing of what is not seen, so nothing can come of it.
    """

    def __init__(self, sight: Sight) -> None:
        """Take what a sight shows."""
        super().__init__([_UNSEEN] * sight.program.layout.size)
        self._slots = sight.program.layout.slots
        for slots in sight.slots():
            self._show(slots, sight.shown(slots))
        for slots in self._slots:
            if slots.group == "WHERE":
                self._show(slots, tuple(_places(sight, slots)))

    def _show(self, slots: Slots, values: Sequence[Any]) -> None:
        """Show some slots, as far as they are seen."""
        for index, value in enumerate(values):
            if not isinstance(value, str):
                super().__setitem__(slots.start + index, value)

    def __getitem__(self, key: Any) -> Any:
        """Return what is seen; raises `_UnseenError` for the rest."""
        found = super().__getitem__(key)
        held = found if isinstance(key, slice) else (found,)
        for index, value in enumerate(held):
            if value is _UNSEEN:
                at = key.start + index if isinstance(key, slice) else key
                raise _UnseenError(self._name(at))
        return found

    def _name(self, at: int) -> str:
        """Return what stands in a slot, as the pack names it."""
        for slots in self._slots:
            if slots.start <= at < slots.start + slots.count:
                group = slots.group.lower() if slots.group.isupper() else slots.group
                return f"where a {slots.name} lies" if group == "where" else f"{group}.{slots.name}"
        return "the course of the game"


_UNSEEN = object()


def _places(sight: Sight, slots: Slots) -> Iterator[int | str]:
    """Yield in which zone each thing of a kind lies, `HIDDEN` where the seat does not see it."""
    zones = sight.program.layout.zones_of.get(slots.name, ())
    seen = {
        zone.first + index
        for zone in zones
        for index in range(zone.count)
        if sight.sees_slot(zone.slots, index)
    }
    sees_all = len(seen) == sum(zone.count for zone in zones)
    for number in sight.state[slots.start : slots.start + slots.count]:
        yield number if number in seen or sees_all else HIDDEN
