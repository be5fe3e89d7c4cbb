"""Draws what a seat does not see of fields, resources and pieces.

Fed by `resample` with a state in which the things lie where they were drawn. A number is drawn from
its declared least to its declared most. Without a declared most it is at most the greatest value
that the seat sees of the same field, or that it had at the start, or what an effect in progress
needs. Other values are drawn among all that their type has, or a few where it has no end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.engine.chance import Stream
from interpreter.engine.primitives import bits, mask
from interpreter.engine.sight import Sight
from interpreter.lang import ir, types
from interpreter.program.layout import Slots
from interpreter.program.program import Program, State

_FEW_NUMBERS = 16
"""So many numbers, from 0 on, may be in a set of numbers that is drawn: it could hold any."""


def draw_fields(sight: Sight, state: State, floors: Mapping[str, int], stream: Stream) -> None:
    """Draw all fields and pieces that the seat does not see, in place.

    `floors` are the least values that some fields must have, by name.
    """
    program = sight.program
    for slots in program.layout.slots:
        key = (slots.group, slots.name)
        if key not in program.seen or key in program.layout.zones:
            continue
        unseen = [index for index in range(slots.count) if not sight.sees_slot(slots, index)]
        if slots.group == "PIECES":
            _draw_pieces(program, slots, unseen, state, stream)
            continue
        spec = field_spec(program, slots)
        for index in unseen:
            most = _greatest(sight, slots, spec, index)
            least = max(_constant(spec.least) or 0, floors.get(slots.name, 0))
            drawn = draw_value(program, slots.type, least, most, stream)
            state[slots.start + index] = _limited(drawn, slots.type, _constant(spec.most), stream)


def field_spec(program: Program, slots: Slots) -> ir.FieldSpec:
    """Return the declaration of the field that some slots hold."""
    owner = program.spec.kinds.get(slots.group) or program.spec.globals[slots.group]
    return next(item for item in owner.fields if item.name == slots.name)


def _constant(node: ir.Expression | None) -> int | None:
    """Return a limit that is a plain number, as kept."""
    if isinstance(node, ir.AsHalf):
        inner = _constant(node.operand)
        return None if inner is None else 2 * inner
    return node.value if isinstance(node, ir.Constant) else None


def _limited(value: Any, type_: types.Type, most: int | None, stream: Stream) -> Any:
    """Return what was drawn; of a set or list no more members than its `most`."""
    if most is None or not isinstance(type_, types.SetOf | types.ListOf):
        return value
    if isinstance(type_, types.ListOf):
        return value[:most]
    return mask(stream.shuffled(bits(value))[:most])


def _greatest(sight: Sight, slots: Slots, spec: ir.FieldSpec, index: int) -> int:
    """Return the greatest number that a slot may hold, as far as the seat can tell."""
    most = _constant(spec.most)
    if most is not None:
        return most
    shown = [sight.program.start[slots.start + index], *sight.shown(slots)]
    return max((value for value in shown if isinstance(value, int)), default=0)


def draw_value(program: Program, type_: types.Type, least: int, most: int, stream: Stream) -> Any:
    """Return a value of a type; `least` and `most` limit the numbers in it."""
    match type_:
        case types.Truth():
            return stream.below(2)
        case types.Number() | types.Half():
            return least + stream.below(max(most - least, 0) + 1)
        case types.Kind() | types.Word() | types.Stack():
            return stream.below(program.layout.count_of(type_))
        case types.Optional(inner):
            if stream.below(2):
                return types.nothing_of(inner)
            return draw_value(program, inner, least, most, stream)
        case types.SetOf(types.Number()):
            return stream.below(1 << _FEW_NUMBERS)
        case types.SetOf(inner):
            # One by one: a stream gives no more than 64 bits at once.
            return mask([n for n in range(program.layout.count_of(inner)) if stream.below(2)])
        case types.ListOf(inner) if isinstance(inner, types.Kind | types.Word):
            things = stream.shuffled(tuple(range(program.layout.count_of(inner))))
            return things[: stream.below(len(things) + 1)]
        case types.Table(inner, keys):
            key, *further = keys
            value = types.Table(inner, tuple(further)) if further else inner
            return tuple(
                draw_value(program, value, least, most, stream)
                for _ in range(program.layout.count_of(key))
            )
        case types.Record(name):
            fields = program.spec.records[name].fields
            return tuple(draw_value(program, one, least, most, stream) for _, one in fields)
    return ()


def _draw_pieces(
    program: Program, slots: Slots, unseen: list[int], state: State, stream: Stream
) -> None:
    """Draw how the pieces of each owner that are not seen stand in the places that are not seen.

    With a supply their number is known: what was there at the start and is neither left nor seen.
    """
    piece = program.spec.pieces[slots.name]
    places = program.layout.count(piece.place)
    for owner in range(program.layout.count(piece.owner)):
        mine = [index for index in unseen if index // places == owner]
        if not mine:
            continue
        for index in mine:
            state[slots.start + index] = 0
        row = range(slots.start + owner * places, slots.start + (owner + 1) * places)
        if piece.supply is None:
            hidden = stream.below(len(mine) + 1)
        else:
            supply = program.layout.slots_of("SUPPLY", slots.name).start + owner
            hidden = program.start[supply] - state[supply] - sum(state[slot] for slot in row)
        for _ in range(max(hidden, 0)):
            state[slots.start + mine[stream.below(len(mine))]] += 1
