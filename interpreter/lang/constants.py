"""What can be worked out before a game: conditions of families and grids, sort keys.

Used by `pack.linker`.

Only printed data and literals have a value here; everything else is None and left to the program.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.lang import ir, types

Thing = tuple[str, str]
"""A thing: its kind and its id."""
Constant = int | Thing | tuple["int | Thing", ...] | frozenset["int | Thing"]
FixedOf = Callable[[str, str, str], "ir.Expression | None"]
"""The printed data of a thing: kind, id, field."""


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return the key of the natural order of ids: h2 before h10."""
    parts: list[tuple[int, int, str]] = []
    number = ""
    for letter in f"{text} ":
        if letter.isascii() and letter.isdigit():
            number += letter
            continue
        if number:
            parts.append((0, int(number), number))
            number = ""
        parts.append((1, 0, letter))
    return tuple(parts)


def known_number(node: ir.Expression) -> int | None:
    """Return a number that is known wherever the expression stands; halves are counted."""
    found = evaluate(node, lambda _kind, _thing, _field: None)
    return found if isinstance(found, int) else None


def evaluate(node: ir.Expression, fixed: FixedOf) -> Constant | None:
    """Return the value of an expression, None if it has none before a game. Halves count halves."""
    match node:
        case ir.Constant(value, _):
            return value
        case ir.Thing(kind, name, _):
            return kind, name
        case ir.Missing(type_):
            return types.nothing_of(type_.inner) if isinstance(type_, types.Optional) else None
        case ir.Empty():
            return frozenset()
        case ir.Fixed(_, name, subject, _):
            return _printed(evaluate(subject, fixed), name, fixed)
        case ir.Negative(operand, _):
            number = evaluate(operand, fixed)
            return -number if isinstance(number, int) else None
        case ir.Arithmetic(operator, left, right, _):
            return _arithmetic(operator, evaluate(left, fixed), evaluate(right, fixed))
        case ir.Divide(left, right, rounding, _):
            return _quotient(evaluate(left, fixed), evaluate(right, fixed), rounding)
        case ir.AsHalf(operand, _):
            number = evaluate(operand, fixed)
            return 2 * number if isinstance(number, int) else None
        case ir.Collect(items, _):
            return _collected(items, fixed)
        case ir.AsSet(operand, _):
            return _collected((operand,), fixed)
        case ir.Function(("min" | "max") as name, arguments, _, _):
            numbers = [evaluate(one, fixed) for one in arguments]
            if not all(isinstance(one, int) for one in numbers):
                return None
            found = [one for one in numbers if isinstance(one, int)]
            return min(found) if name == "min" else max(found)
        case ir.Pick(condition, then, otherwise, _):
            test = evaluate(condition, fixed)
            return None if test is None else evaluate(then if test else otherwise, fixed)
        case _:
            return _condition(node, fixed)


def _printed(subject: Constant | None, name: str, fixed: FixedOf) -> Constant | None:
    if not isinstance(subject, tuple) or len(subject) != 2:  # a thing: its kind and its id
        return None
    kind, thing = subject
    if not isinstance(kind, str) or not isinstance(thing, str):
        return None
    found = fixed(kind, thing, name)
    return None if found is None else evaluate(found, fixed)


def _collected(items: tuple[ir.Expression, ...], fixed: FixedOf) -> Constant | None:
    found: list[int | Thing] = []
    for item in items:
        value = evaluate(item, fixed)
        if isinstance(value, int):
            found.append(value)
        elif isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
            found.append((value[0], str(value[1])))
        else:
            return None
    return frozenset(found)


def _arithmetic(operator: str, left: Constant | None, right: Constant | None) -> int | None:
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    if operator == "+":
        return left + right
    return left - right if operator == "-" else left * right


def _quotient(left: Constant | None, right: Constant | None, rounding: str) -> int | None:
    if not isinstance(left, int) or not isinstance(right, int) or right == 0:
        return None
    if rounding == "exact":
        return left
    return -(-left // right) if rounding == "up" else left // right


def _condition(node: ir.Expression, fixed: FixedOf) -> Constant | None:
    match node:
        case ir.Not(operand, _):
            value = evaluate(operand, fixed)
            return int(not value) if isinstance(value, int) else None
        case ir.Both(parts, _):
            values = [evaluate(part, fixed) for part in parts]
            return None if None in values else int(all(values))
        case ir.Either(parts, _):
            values = [evaluate(part, fixed) for part in parts]
            return None if None in values else int(any(values))
        case ir.Compare(operator, left, right, _):
            return _compared(operator, evaluate(left, fixed), evaluate(right, fixed))
        case ir.Member(item, container, _):
            value, among = evaluate(item, fixed), evaluate(container, fixed)
            if value is None or not isinstance(among, frozenset):
                return None
            return int(value in among)
        case _:
            return None


def _compared(operator: str, left: Constant | None, right: Constant | None) -> int | None:
    if left is None or right is None:
        return None
    if operator in ("is", "is not"):
        return int((left == right) == (operator == "is"))
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    order = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return int(order[operator])
