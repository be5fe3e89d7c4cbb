"""Third step of compiling: numbers, wherever they are kept, are not beyond measure.

Read by the writers of changes, operations and routines. Between two places where a number is kept a
text works with it only as often as it says so; so whoever looks at what is kept (fields, locals
that are set, entries, what a rule that calls itself is called with and gives) bounds all numbers.
"""

from __future__ import annotations

from interpreter.lang import ir, types
from interpreter.program.layout import GREATEST


def holds_numbers(spec: ir.GameSpec, type_: types.Type) -> bool:
    """Whether there are numbers in a value of a type."""
    match type_:
        case types.Number() | types.Half():
            return True
        case types.Optional(inner) | types.ListOf(inner) | types.Table(inner):
            return holds_numbers(spec, inner)
        case types.Record(name):
            return any(holds_numbers(spec, inner) for _, inner in _fields(spec, name))
        case types.Row(fields):
            return any(holds_numbers(spec, inner) for _, inner in fields)
    return False


def bound(spec: ir.GameSpec, type_: types.Type, code: str) -> str | None:
    """Return the line that looks at the numbers in a value of a type; None if it holds none.

    `code` is the name or place of the value.
    """
    if not holds_numbers(spec, type_):
        return None
    test = f"if not -{GREATEST} <= {code} <= {GREATEST}"
    match type_:
        case types.Number() | types.Half():
            return f"{test}: too_great({code})"
        case types.Optional(types.Number() | types.Half()):
            return f"{test} and {code} != {types.NOTHING_NUMBER}: too_great({code})"
    return f"reckoned({_numbers(spec, type_, code, 0)})"


def is_kept(node: ir.Expression) -> bool:
    """Whether an expression gives something that is kept already, or stands in the pack."""
    kept = ir.Constant | ir.Missing | ir.Empty | ir.Field | ir.GlobalField | ir.Fixed
    return isinstance(node, kept)


def _numbers(spec: ir.GameSpec, type_: types.Type, code: str, depth: int) -> str:
    """Return the code of all numbers in a value, as something to go through."""
    match type_:
        case types.ListOf(inner):
            return _in_each(spec, inner, code, depth)
        case types.Table(inner, keys):
            for _ in keys[1:]:
                inner = types.ListOf(inner)
            return _in_each(spec, inner, code, depth)
        case types.Record() | types.Row():
            fields = _fields(spec, type_.name) if isinstance(type_, types.Record) else type_.fields
            found = [
                f"*{_numbers(spec, inner, f'{code}[{at}]', depth)}"
                for at, (_, inner) in enumerate(fields)
                if holds_numbers(spec, inner)
            ]
            return f"({', '.join(found)},)"
    return f"({code},)"


def _in_each(spec: ir.GameSpec, inner: types.Type, code: str, depth: int) -> str:
    """Return the code of the numbers in each entry of a value."""
    if isinstance(inner, types.Number | types.Half):
        return code
    entry = f"e{depth}"
    return f"[n for {entry} in {code} for n in {_numbers(spec, inner, entry, depth + 1)}]"


def _fields(spec: ir.GameSpec, name: str) -> tuple[tuple[str, types.Type], ...]:
    """Return the fields of a record, or of the results of a rule."""
    record = spec.records.get(name)
    return spec.rules[name].results if record is None else record.fields
