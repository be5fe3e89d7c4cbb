"""Which type goes where another is wanted, made explicit in the tree; used by `lang.checker`.

A number where a half is wanted, a thing where a set is wanted, a list as a set, a set as a list,
`nothing` and `empty`, and the results of a rule as a record of the same fields: every one of them
becomes a node, so the compiler never has to guess.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.lang import ir, types
from interpreter.lang.types import Type

Fields = tuple[tuple[str, Type], ...]
FieldsOf = Callable[[str], Fields | None]

NOTHING_TYPE = types.Nothing()
SOME_SET = types.SetOf(types.UNKNOWN)


def plain(type_: Type) -> Type:
    """Return a type without `or nothing`."""
    return type_.inner if isinstance(type_, types.Optional) else type_


def optional(type_: Type) -> Type:
    """Return a type with `or nothing`.

    Sets, lists, tables and records have an empty value of their own.
    """
    if isinstance(type_, types.Kind | types.Word | types.Number | types.Half | types.Stack):
        return types.Optional(type_)
    return types.Optional(type_) if isinstance(type_, types.Truth) else type_


def is_known(type_: Type) -> bool:
    """Say whether no part of a type is still open."""
    match type_:
        case types.Unknown() | types.Nothing():
            return False
        case types.Optional(inner) | types.SetOf(inner) | types.ListOf(inner):
            return is_known(inner)
        case types.Table(value, keys):
            return is_known(value) and all(is_known(key) for key in keys)
        case types.Row(fields):
            return all(is_known(one) for _, one in fields)
        case _:
            return True


def is_single(type_: Type) -> bool:
    """Say whether values of a type may be members of a set."""
    return isinstance(type_, types.Kind | types.Word | types.Number | types.Stack | types.Unknown)


def is_counted(type_: Type) -> bool:
    """Say whether a type has so and so many values, one place of a table for each."""
    return isinstance(type_, types.Kind | types.Word | types.Stack | types.Unknown)


def same(left: Type, right: Type) -> bool:
    """Say whether two types are the same; what is unknown is the same as anything."""
    if left == right:
        return True
    match left, right:
        case (types.Unknown(), _) | (_, types.Unknown()):
            return True
        case (types.Optional(a), types.Optional(b)) | (types.SetOf(a), types.SetOf(b)):
            return same(a, b)
        case types.ListOf(a), types.ListOf(b):
            return same(a, b)
        case types.Table(a, keys), types.Table(b, others):
            return same(a, b) and len(keys) == len(others) and all(map(same, keys, others))
        case _:
            return False


def join(left: Type, right: Type) -> Type | None:
    """Return the type of a value that is either of `left` or of `right`, None if there is none."""
    if same(left, right):
        return left if is_known(left) else right
    match left, right:
        case (types.Number(), types.Half()) | (types.Half(), types.Number()):
            return types.HALF
        case (types.Nothing(), other) | (other, types.Nothing()):
            return _with_nothing(other)
        case (types.Optional(inner), other) | (other, types.Optional(inner)):
            joined = join(inner, plain(other))
            return None if joined is None else _with_nothing(joined)
        case (types.SetOf(inner), types.ListOf(other)) | (types.ListOf(other), types.SetOf(inner)):
            if isinstance(inner, types.Unknown):
                return types.ListOf(other)
            return types.SetOf(inner) if same(inner, other) else None
        case (types.SetOf(inner), other) | (other, types.SetOf(inner)):
            return types.SetOf(other) if is_single(other) and same(inner, other) else None
        case (types.ListOf(inner), other) | (other, types.ListOf(inner)):
            return types.ListOf(other) if is_single(other) and same(inner, other) else None
        case _:
            return None


def _with_nothing(type_: Type) -> Type | None:
    """Return `type_ or nothing`; a set is never nothing."""
    if isinstance(type_, types.Optional | types.Unknown):
        return type_
    made = optional(type_)
    return made if isinstance(made, types.Optional) else None


def convert(value: ir.Expression, wanted: Type, fields_of: FieldsOf) -> ir.Expression | None:
    """Return `value` as a value of `wanted`, None if it is none."""
    found = value.type
    if isinstance(wanted, types.Unknown):
        return value
    if isinstance(value, ir.Missing) and isinstance(found, types.Nothing):
        return replace(value, type=wanted) if isinstance(wanted, types.Optional) else None
    if isinstance(value, ir.Empty) and isinstance(wanted, types.SetOf | types.ListOf):
        return replace(value, type=wanted) if _may_be_empty(found, wanted) else None
    if same(found, wanted):
        return value
    match wanted:
        case types.Half() if isinstance(found, types.Number):
            return as_half(value)
        case types.Optional(inner):
            return _to_optional(value, inner, wanted, fields_of)
        case types.SetOf(inner):
            if same(found, inner) or (isinstance(found, types.ListOf) and same(found.inner, inner)):
                return ir.AsSet(value, wanted, span=value.span)
        case types.ListOf(inner):
            if isinstance(found, types.SetOf) and same(found.inner, inner):
                return ir.AsList(value, wanted, span=value.span)
            if same(found, inner):
                return ir.Collect((value,), wanted, span=value.span)
        case types.Table(inner, keys):
            if isinstance(found, types.Table) and found.keys == keys:
                return value if same(plain(found.value), plain(inner)) else None
        case types.Record(name):
            return _to_record(value, wanted, fields_of(name), fields_of)
        case _:
            pass
    return None


def as_half(value: ir.Expression) -> ir.Expression:
    """Return a number as a half."""
    if isinstance(value, ir.Constant):
        return ir.Constant(2 * value.value, types.HALF, span=value.span)
    return ir.AsHalf(value, types.HALF, span=value.span)


def _may_be_empty(found: Type, wanted: types.SetOf | types.ListOf) -> bool:
    inner = found.inner if isinstance(found, types.SetOf | types.ListOf) else found
    return same(inner, wanted.inner)


def _to_optional(
    value: ir.Expression, inner: Type, wanted: types.Optional, fields_of: FieldsOf
) -> ir.Expression | None:
    found = value.type
    if not isinstance(found, types.Optional):
        return convert(value, inner, fields_of)
    if not (isinstance(found.inner, types.Number) and isinstance(inner, types.Half)):
        return None
    test = ir.Compare("is", value, ir.Missing(found), types.TRUTH, span=value.span)
    number = replace(value, type=types.NUMBER)
    return ir.Pick(test, ir.Missing(wanted), as_half(number), wanted, span=value.span)


def _to_record(
    value: ir.Expression, wanted: types.Record, fields: Fields | None, fields_of: FieldsOf
) -> ir.Expression | None:
    """Return a record with the fields of `wanted`.

    Made from one that has the same fields under another name.
    """
    found = value.type
    have = fields_of(found.name) if isinstance(found, types.Record) else None
    if fields is None or have is None or {name for name, _ in fields} != {name for name, _ in have}:
        return None
    positions = {name: position for position, (name, _) in enumerate(have)}
    items: list[ir.Expression] = []
    for name, type_ in fields:
        position = positions[name]
        part = ir.Part(value, name, position, have[position][1], span=value.span)
        item = convert(part, type_, fields_of)
        if item is None:
            return None
        items.append(item)
    if fields == have:
        return value
    return ir.MakeRecord(tuple(items), wanted, span=value.span)
