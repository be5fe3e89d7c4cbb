"""Expressions of the language said in plain English; feeds `show.english`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from interpreter.lang import syntax
from interpreter.lang.syntax import Expression, Name
from interpreter.lang.vocabulary import FUNCTIONS

_RELATIONS: Final[Mapping[str, str]] = {
    "is": "{be}",
    "is not": "{be} not",
    "<": "{be} less than",
    "<=": "{be} at most",
    ">": "{be} more than",
    ">=": "{be} at least",
    "in": "{be} among",
    "not in": "{be} not among",
}
_SIGNS: Final[Mapping[str, str]] = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_OPTIONAL: Final = re.compile(r"\[([^\]|]*)(?:\|([^\]]*))?\]")
_PLACE: Final = re.compile(r"{(\w+)}")


def words(name: str) -> str:
    """Return a name as words: `first_player` becomes `first player`."""
    return name.replace("_", " ")


def joined(parts: list[str], last: str = "and") -> str:
    """Return `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def filled(template: str, values: Mapping[str, str]) -> str:
    """Return a template of the vocabulary with its places filled; see `vocabulary.Form`."""

    def part(found: re.Match[str]) -> str:
        known = all(name in values for name in _PLACE.findall(found[1]))
        return found[1] if known else found[2] or ""

    text = _OPTIONAL.sub(part, template)
    return _PLACE.sub(lambda found: values.get(found[1], words(found[1])), text)


def value(expression: Expression) -> str:
    """Return an expression as it is said."""
    match expression:
        case Name(text):
            return {"me": "you", "self": "this"}.get(text, words(text))
        case syntax.Number(whole, half):
            return f"{whole}½" if half and whole else "½" if half else str(whole)
        case syntax.Truth(holds):
            return "yes" if holds else "no"
        case syntax.Nothing():
            return "nothing"
        case syntax.Empty():
            return "none"
        case syntax.Field(base, name):
            return f"{owner(base)} {words(name.text)}"
        case syntax.Index(base, keys):
            return f"{value(base)} for {joined([inner(key) for key in keys])}"
        case syntax.Call():
            return _call(expression)
        case syntax.Collect(items):
            return joined([inner(item) for item in items])
        case syntax.Record(entries):
            return joined([f"{words(e.name.text)} {inner(e.value)}" for e in entries])
        case syntax.Negative(operand):
            return f"minus {inner(operand)}"
        case syntax.Arithmetic(operator, left, right):
            return f"{_operand(left, operator)} {_SIGNS[operator]} {inner(right)}"
        case syntax.Rounded(operand, direction):
            return f"{value(operand)}, rounded {direction}"
        case syntax.Pick(tested, then, otherwise):
            return f"{inner(then)} if {condition(tested)}, otherwise {value(otherwise)}"
        case syntax.Query():
            return _query(expression)
        case syntax.Not() | syntax.Chain() | syntax.Comparison():
            return f"whether {condition(expression)}"


def condition(expression: Expression) -> str:
    """Return an expression as something that holds or not."""
    match expression:
        case syntax.Chain(operator, parts):
            return f" {operator} ".join(_part(part) for part in parts)
        case syntax.Not(syntax.Query("any", binding)):
            return condition(syntax.Query("no", binding))
        case syntax.Not(operand):
            return f"not {_part(operand)}"
        case syntax.Comparison():
            return _comparison(expression)
        case syntax.Query("any", binding):
            return f"there is some {_members(binding, each=True)}"
        case syntax.Query("no", binding):
            return f"there is no {_members(binding, each=True)}"
        case syntax.Name() | syntax.Field() | syntax.Index():
            return f"{value(expression)} holds"
        case _:
            return value(expression)


def owner(expression: Expression) -> str:
    """Return an expression as the one whose something is: `your`, `the card's`."""
    if isinstance(expression, Name) and expression.text in {"me", "self"}:
        return "your" if expression.text == "me" else "its"
    text = value(expression)
    return f"{text}'" if text.endswith("s") else f"{text}'s"


def inner(expression: Expression) -> str:
    """Return an expression inside another, in brackets where it would run into it."""
    loose = syntax.Arithmetic | syntax.Rounded | syntax.Pick | syntax.Query | syntax.Chain
    text = value(expression)
    return f"({text})" if isinstance(expression, loose) else text


def binding(node: syntax.Binding) -> str:
    """Return binders as a loop has them: `each card among your hand where …`."""
    return f"each {_members(node, each=True)}"


def price(costs: tuple[syntax.Cost, ...]) -> str:
    """Return a price: `3 points and 1 token`."""
    return joined([f"{inner(cost.amount)} {words(cost.resource.text)}" for cost in costs])


def _operand(expression: Expression, operator: str) -> str:
    """Return a left operand: sums in a row, and products in a row, need no brackets."""
    if isinstance(expression, syntax.Arithmetic) and (
        operator in "+-" or expression.operator in "*/"
    ):
        return value(expression)
    return inner(expression)


def _call(call: syntax.Call) -> str:
    given = [inner(argument) for argument in call.arguments]
    row = FUNCTIONS.get(call.function.text)
    if row is None:
        return f"{words(call.function.text)} of {joined(given)}" if given else call.function.text
    values = {argument.name: text for argument, text in zip(row.arguments, given, strict=False)}
    return filled(row.english, {**values, "all": joined(given) if given else "nothing"})


def _comparison(node: syntax.Comparison) -> str:
    left, right = node.left, node.right
    be = "are" if isinstance(left, Name) and left.text == "me" else "is"
    if isinstance(right, syntax.Nothing) and node.operator in {"is", "is not"}:
        return _presence(left, "no" if node.operator == "is" else "a")
    if isinstance(right, syntax.Empty):
        return f"{inner(left)} {node.operator} empty"
    if isinstance(right, syntax.Truth) and node.operator == "is":
        return condition(left if right.value else syntax.Not(left))
    relation = _RELATIONS[node.operator].format(be=be)
    if isinstance(right, syntax.Collect) and "among" in relation:
        listed = joined([inner(item) for item in right.items], "or")
        return f"{inner(left)} {relation.replace('among', 'one of')} {listed}"
    return f"{inner(left)} {relation} {inner(right)}"


def _presence(expression: Expression, article: str) -> str:
    """Return that something is there, or is not."""
    if isinstance(expression, syntax.Field):
        base = expression.base
        you = isinstance(base, Name) and base.text == "me"
        return f"{inner(base)} {'have' if you else 'has'} {article} {words(expression.name.text)}"
    return f"there is {article} {inner(expression)}"


def _part(expression: Expression) -> str:
    """Return a part of a condition, in brackets where it would run into the next."""
    loose = syntax.Chain | syntax.Query | syntax.Pick
    text = condition(expression)
    return f"({text})" if isinstance(expression, loose) else text


def _members(node: syntax.Binding, *, each: bool) -> str:
    """Return what a query goes through; `each` names one at a time."""
    parts = []
    for binder in node.binders:
        name = words(binder.name.text)
        plain = isinstance(binder.domain, Name)
        if plain and value(binder.domain).startswith(name[:-1]):
            parts.append(name if each else value(binder.domain))
        else:
            parts.append(f"{name} among {inner(binder.domain)}")
    where = "" if node.where is None else f" where {condition(node.where)}"
    return joined(parts) + where


def _query(node: syntax.Query) -> str:
    each, them = _members(node.binding, each=True), _members(node.binding, each=False)
    of = "" if node.measure is None else inner(node.measure)
    match node.head:
        case "all":
            return f"all {them}"
        case "count":
            return f"the number of {them}"
        case "any" | "no":
            return f"whether {condition(node)}"
        case "first":
            return f"the first {each}"
        case "sum":
            return f"the sum of {of} over each {each}"
        case "highest" | "lowest":
            return f"the {node.head} {of} of any {each}"
        case "ranking":
            return f"all {them}, by {of}, highest first"
