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
from interpreter.program.layout import ZoneNumbers
from interpreter.program.program import Program

BLANK = frozenset({"0", "no", "nothing", "empty"})
"""How a value reads that says nothing."""


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


def make_seen_event(program: Program, event: tuple[Any, ...], seat: int | None) -> Event:
    """Return the readable form of what a seat has seen of an entry (see `sight`)."""
    what, *rest = event
    mask = (1 << program.layout.players) - 1 if seat is None else 1 << seat
    return Event(what, _WORDS[what](program, *rest), tuple(rest), mask)


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
    if isinstance(type_, types.Table):
        return _show_table(program, type_.keys, type_.value, value)
    if isinstance(type_, types.Record):
        fields = program.spec.records[type_.name].fields
        return _show_parts(program, fields, value)
    if isinstance(type_, types.Row):
        return _show_parts(program, type_.fields, value)
    return str(value)


def _show_table(
    program: Program, keys: tuple[types.Type, ...], type_: types.Type, table: tuple[Any, ...]
) -> str:
    """Return a table as people write it: what is 0, no, nothing or empty is left out."""
    key, *inner = keys
    found = []
    for index, value in enumerate(table):
        if inner:
            shown = _show_table(program, tuple(inner), type_, value)
            shown = shown if shown == "empty" else f"({shown})"
        else:
            shown = show_value(program, type_, value)
        if shown not in BLANK:
            found.append(f"{show_value(program, key, index)}: {shown}")
    return ", ".join(found) or "empty"


def _show_parts(
    program: Program, fields: tuple[tuple[str, types.Type], ...], values: tuple[Any, ...]
) -> str:
    """Return a record or a row as people write it."""
    return ", ".join(
        f"{name}: {show_value(program, type_, value)}"
        for (name, type_), value in zip(fields, values, strict=True)
    )


def zone_name(program: Program, kind: str, number: int | None) -> str:
    """Return the words for a zone by its number among those for a kind of things; None: unseen."""
    if number is None:
        return "somewhere"
    if number < 0:
        return "nowhere"
    for zone in program.layout.zones_of[kind]:
        if number < zone.first + zone.count:
            which = number - zone.first
            if zone.group in program.layout.names:
                return f"{program.layout.names[zone.group][which]}.{zone.name}"
            each = zone_key(program, zone, which)
            return f"{zone.group}.{zone.name}" + ("" if each is None else f"[{each}]")
    return "nowhere"


def zone_key(program: Program, zone: ZoneNumbers, which: int) -> str | None:
    """Return what stands in the brackets of one of the zones of a group of globals."""
    group = program.spec.globals[zone.group]
    each = next(item.each for item in group.zones if item.name == zone.name)
    return None if each is None else show_value(program, each, which)


def _thing(program: Program, kind: str, number: int | None) -> str:
    """Return the id of a thing, or words for one that is not seen."""
    return f"{kind.replace('_', ' ')} unseen" if number is None else thing_id(program, kind, number)


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
        f"{n} {_pieces(p, piece, owner)} moved "
        f"from {_in(p, piece, origin)} to {_in(p, piece, goal)}"
    ),
    "shift": lambda p, kind, thing, origin, goal, *_: (
        f"{_thing(p, kind, thing)} from {zone_name(p, kind, origin)} to {zone_name(p, kind, goal)}"
    ),
    "swap": lambda p, kind, one, other, *_: (
        f"{_thing(p, kind, one)} and {_thing(p, kind, other)} change places"
    ),
    "create": lambda p, kind, thing: f"{thing_id(p, kind, thing)} is made",
    "destroy": lambda p, kind, thing: f"{thing_id(p, kind, thing)} is destroyed",
    "gain": _resource("gains"),
    "pay": _resource("pays"),
    "lose": _resource("loses"),
    "shuffle": lambda p, kind, zone: f"{zone_name(p, kind, zone)} is shuffled",
    "roll": lambda p, die, face: f"{die} shows {show_value(p, p.spec.dice[die].type, face)}",
    "reveal": lambda p, kind, thing, *_: f"{_thing(p, kind, thing)} is revealed",
    "perform": lambda p, kind, thing, who: f"{_player(who)} performs {thing_id(p, kind, thing)}",
    "win": lambda _p, who: f"{_player(who)} wins",
    "set": _set,
    "step": lambda p, number: f"{p.steps[number].replace('_', ' ')} begins",
    "over": lambda _p: "the game is over",
}
