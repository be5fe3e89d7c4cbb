"""Third step of compiling, the beginning.

What every field, zone and supply holds before anything has happened.

Adds the function `fill_start` to the module, which is called once when a program is loaded.
"""

from __future__ import annotations

from interpreter.lang import ir, types
from interpreter.program.layout import is_tuple
from interpreter.program.module import Function
from interpreter.program.values import Values


def write_start(values: Values) -> None:
    """Write the function that fills the first state."""
    function = values.module.open_function("the beginning", "fill_start", ["S"])
    for kind in values.spec.kinds.values():
        for field in kind.fields:
            _fill_field(values, function, kind, field)
    for group in values.spec.globals.values():
        for field in group.fields:
            slots = values.module.layout.slots_of(group.name, field.name)
            with function.at(None if field.start is None else field.start.span):
                function.add(f"S[{slots.start}] = {_start(values, field, {})}")
    for slots in values.module.layout.slots:
        if slots.group in ("PIECES", "MADE", "CHANCE"):
            function.add(f"S[{slots.start}:{slots.start + slots.count}] = [0] * {slots.count}")
        elif slots.group == "WHERE":
            function.add(f"S[{slots.start}:{slots.start + slots.count}] = [-1] * {slots.count}")
    _fill_supplies(values, function)
    _fill_zones(values, function)
    values.module.close(function)


def default_of(values: Values, type_: types.Type) -> str:
    """Return the code of what a field of a type holds when nothing else is said."""
    if isinstance(type_, types.Optional):
        return f"({types.nothing_of(type_.inner)})"
    if isinstance(type_, types.Table):
        code = default_of(values, type_.value)
        for key in reversed(type_.keys):
            code = f"(({code},) * {values.module.layout.count_of(key)})"
        return code
    if isinstance(type_, types.Record):
        record = values.spec.records[type_.name]
        return f"({', '.join(default_of(values, item) for _, item in record.fields)},)"
    return "()" if is_tuple(type_) else "0"


def _start(values: Values, field: ir.FieldSpec, names: dict[str, str]) -> str:
    """Return the code of the start value of a field."""
    if field.start is None:
        return default_of(values, field.type)
    return values.outermost(names).value(field.start)


def _fill_field(values: Values, function: Function, kind: ir.KindSpec, field: ir.FieldSpec) -> None:
    """Fill a field of all things of a kind; what an entry says of its own comes last."""
    slots = values.module.layout.slots_of(kind.name, field.name)
    with (
        function.at(None if field.start is None else field.start.span),
        function.block(f"for i in range({slots.count}):"),
    ):
        function.add(f"S[{slots.start} + i] = {_start(values, field, {kind.name: 'i'})}")
    for number, item in enumerate(values.module.layout.elements[kind.name]):
        if field.name in item.start:
            code = values.outermost().value(item.start[field.name])
            with function.at(item.start[field.name].span):
                function.add(f"S[{slots.start + number}] = {code}")


def _fill_supplies(values: Values, function: Function) -> None:
    """Fill the supplies of pieces."""
    for piece in values.spec.pieces.values():
        if piece.supply is not None:
            slots = values.module.layout.slots_of("SUPPLY", piece.name)
            code = values.outermost({piece.owner: "i"}).value(piece.supply)
            with (
                function.at(piece.supply.span),
                function.block(f"for i in range({slots.count}):"),
            ):
                function.add(f"S[{slots.start} + i] = {code}")


def _fill_zones(values: Values, function: Function) -> None:
    """Empty all zones, then put into each what it holds at the start."""
    layout = values.module.layout
    filled = []
    for (group, name), zone in layout.zones.items():
        empty = "()" if zone.ordered else "0"
        slots = zone.slots
        function.add(f"S[{slots.start}:{slots.start + slots.count}] = [{empty}] * {slots.count}")
        owner = values.spec.kinds.get(group) or values.spec.globals[group]
        spec = next(item for item in owner.zones if item.name == name)
        if spec.start is not None:
            filled.append((zone, group, spec))
    for zone, group, spec in filled:
        if spec.start is None:
            continue
        where = layout.slots_of("WHERE", zone.of).start
        names = {group: "i"}
        if spec.each is not None and isinstance(spec.each, types.Word | types.Kind):
            names[spec.each.name] = "i"
        listing = values.outermost(names).iterate(spec.start)
        with (
            function.at(spec.start.span),
            function.block(f"for i in range({zone.count}):"),
            function.block(f"for a in {listing}:"),
        ):
            held = f"S[{zone.slots.start} + i]"
            function.add(f"{held} += (a,)" if zone.ordered else f"{held} |= 1 << a")
            function.add(f"S[{where} + a] = {zone.first} + i")
