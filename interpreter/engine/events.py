"""The log: what has happened, as entries that people can read and programs can count.

Made by `game` from the plain tuples that generated code writes: (what, mask of the seats that see
it, ...).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engine.decisions import thing_id
from interpreter.engine.primitives import bits
from interpreter.lang import types
from interpreter.program.layout import is_tuple
from interpreter.program.program import Program


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened. `data` is what the machine wrote; `text` says it in words.

    Bit i of `seen_by` is seat i.
    """

    kind: str
    text: str
    data: tuple[Any, ...]
    seen_by: int

    def __str__(self) -> str:
        """Return the words."""
        return self.text


def make_event(program: Program, event: tuple[Any, ...]) -> Event:
    """Return the readable form of an entry."""
    what, seen, *rest = event
    return Event(what, _WORDS[what](program, *rest), tuple(rest), seen)


def show_value(program: Program, type_: types.Type, value: Any) -> str:
    """Return a kept value as people write it."""
    if isinstance(type_, types.Optional):
        if value == types.nothing_of(type_.inner):
            return "nothing"
        return show_value(program, type_.inner, value)
    if isinstance(type_, types.Truth):
        return "yes" if value else "no"
    if isinstance(type_, types.Half):
        return str(value // 2) if value % 2 == 0 else f"{value / 2:.1f}"
    if isinstance(type_, types.Kind | types.Word):
        return thing_id(program, type_.name, value)
    if isinstance(type_, types.Stack):
        return thing_id(program, f"stack of {type_.piece}", value)
    if isinstance(type_, types.SetOf):
        return ", ".join(show_value(program, type_.inner, item) for item in bits(value)) or "empty"
    if isinstance(type_, types.ListOf):
        return ", ".join(show_value(program, type_.inner, item) for item in value) or "empty"
    if is_tuple(type_):
        return ", ".join(map(str, value))
    return str(value)


def zone_name(program: Program, kind: str, number: int) -> str:
    """Return the words for a zone by its number among the zones for a kind of things."""
    if number < 0:
        return "nowhere"
    for zone in program.layout.zones_of[kind]:
        if number < zone.first + zone.count:
            which = number - zone.first
            if zone.group in program.layout.names:
                return f"{program.layout.names[zone.group][which]}.{zone.name}"
            return (
                f"{zone.group}.{zone.name}"
                if zone.count == 1
                else f"{zone.group}.{zone.name}[{which + 1}]"
            )
    return "nowhere"


def _player(seat: int) -> str:
    return f"player_{seat + 1}" if seat >= 0 else "nobody"


def _pieces(program: Program, piece: str, owner: int) -> str:
    return f"{piece} of {program.layout.names[program.spec.pieces[piece].owner][owner]}"


def _in(program: Program, piece: str, place: int) -> str:
    return program.layout.names[program.spec.pieces[piece].place][place]


def _set(program: Program, group: str, name: str, subject: int, value: Any) -> str:
    owner = program.layout.names[group][subject] if group in program.layout.names else group
    type_ = program.layout.slots_of(group, name).type
    return f"{owner}.{name} is now {show_value(program, type_, value)}"


def _resource(verb: str) -> Callable[..., str]:
    return lambda _program, resource, amount, who: f"{_player(who)} {verb} {amount} {resource}"


_WORDS: Mapping[str, Callable[..., str]] = {
    "place": lambda p, piece, n, owner, place: (
        f"{n} {_pieces(p, piece, owner)} placed in {_in(p, piece, place)}"
    ),
    "remove": lambda p, piece, n, owner, place: (
        f"{n} {_pieces(p, piece, owner)} removed from {_in(p, piece, place)}"
    ),
    "move": lambda p, piece, n, owner, origin, goal: (
        f"{n} {_pieces(p, piece, owner)} moved from {_in(p, piece, origin)} to {_in(p, piece, goal)}"
    ),
    "shift": lambda p, kind, thing, origin, goal: (
        f"{thing_id(p, kind, thing)} from {zone_name(p, kind, origin)} to {zone_name(p, kind, goal)}"
    ),
    "swap": lambda p, kind, one, other: (
        f"{thing_id(p, kind, one)} and {thing_id(p, kind, other)} change places"
    ),
    "create": lambda p, kind, thing: f"{thing_id(p, kind, thing)} is made",
    "destroy": lambda p, kind, thing: f"{thing_id(p, kind, thing)} is destroyed",
    "gain": _resource("gains"),
    "pay": _resource("pays"),
    "lose": _resource("loses"),
    "shuffle": lambda p, kind, zone: f"{zone_name(p, kind, zone)} is shuffled",
    "roll": lambda p, die, face: f"{die} shows {show_value(p, p.spec.dice[die].type, face)}",
    "reveal": lambda p, kind, thing: f"{thing_id(p, kind, thing)} is revealed",
    "perform": lambda p, kind, thing, who: f"{_player(who)} performs {thing_id(p, kind, thing)}",
    "win": lambda _p, who: f"{_player(who)} wins",
    "set": _set,
    "step": lambda p, number: f"{p.steps[number].replace('_', ' ')} begins",
    "over": lambda _p: "the game is over",
}
