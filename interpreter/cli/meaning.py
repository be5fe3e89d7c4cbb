"""Command stage: what a declaration means, said in plain English; used by `solon explain`."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from interpreter.cli.lookup import Declared
from interpreter.definitions import (
    Declarations,
    EntryDeclaration,
    HookDeclaration,
    ModifierDeclaration,
    RuleDeclaration,
    StepDeclaration,
    ValueDeclaration,
)
from interpreter.lang import weaving
from interpreter.show import english
from interpreter.source import LocatedText

_INDENT = "    "


def in_english(item: Declared, declarations: Declarations) -> str:
    """Return the meaning of a declaration; empty where it only names things."""
    match item.record:
        case RuleDeclaration():
            lines = [_effect(item.record.effect)]
        case ValueDeclaration():
            lines = list(_value(item.record))
        case StepDeclaration():
            lines = list(_step(item.record))
        case EntryDeclaration():
            lines = list(_entry(item.record, _slots(item.record, declarations)))
        case _:
            lines = []
    return "\n".join(line.rstrip("\n") for line in lines)


def _slots(entry: EntryDeclaration, declarations: Declarations) -> dict[str, bool]:
    """Return the slots of an entry's kind: whether each is an effect."""
    return {
        slot.name.text: slot.type is None
        for kind in declarations.kinds
        if kind.plural.text == entry.section.text
        for slot in kind.slots
    }


def _value(value: ValueDeclaration) -> Iterator[str]:
    """Yield the cases of a computed value."""
    for case in value.cases:
        condition = "" if case.when is None else f" if {_condition(case.when)}"
        yield f"It is {_expression(case.value)}{condition}."
    if value.all_of:
        yield "It holds when all of these do:"
        for name, part in value.all_of:
            yield f"{_INDENT}{name.text.replace('_', ' ')}: {_condition(part)}"
    if value.least is not None:
        yield f"It is never less than {_expression(value.least)}."
    if value.most is not None:
        yield f"It is never more than {_expression(value.most)}."


def _step(step: StepDeclaration) -> Iterator[str]:
    """Yield what a step of the flow does."""
    if step.each is not None:
        yield f"Once for each of {_expression(step.each)}:"
    if step.round is not None:
        going = f" of whom holds: {_condition(step.condition)}" if step.condition else ""
        yield f"Round and round for those of {_expression(step.round)}{going}:"
    elif step.condition is not None:
        yield f"Again and again while {_condition(step.condition)}:"
    if step.body is not None:
        yield indent(_effect(step.body), _INDENT)
    for inner in step.steps:
        yield f"{_INDENT}Step {inner.name.text.replace('_', ' ')}."


def _entry(entry: EntryDeclaration, slots: dict[str, bool]) -> Iterator[str]:
    """Yield what a definition does and changes."""
    if entry.cost is not None:
        costs, _ = weaving.read_price(entry.cost)
        yield f"It costs {english.price_in_english(costs) if costs else entry.cost.text}."
    for need in entry.needs:
        yield f"It needs that {_condition(need.condition)}."
    for name, text in entry.values:
        if name.text in slots and isinstance(text, LocatedText):
            yield f"{name.text.replace('_', ' ').capitalize()}:"
            said = _effect(text) if slots[name.text] else f"It is {_expression(text)}."
            yield indent(said, _INDENT)
    for modifier in entry.modifiers:
        yield _modifier(modifier)
    for hook in entry.hooks:
        yield from _hook(hook)


def _modifier(modifier: ModifierDeclaration) -> str:
    """Return what a modifier does to a value."""
    amount, reading = _expression(modifier.amount), _expression(modifier.reading)
    done = {
        "set": f"{reading} is {amount}",
        "add": f"{reading} grows by {amount}",
        "multiply": f"{reading} is multiplied by {amount}",
        "at least": f"{reading} is at least {amount}",
        "at most": f"{reading} is at most {amount}",
    }[modifier.layer]
    when = "" if modifier.when is None else f" if {_condition(modifier.when)}"
    return f"{done[:1].upper()}{done[1:]}{when}."


def _hook(hook: HookDeclaration) -> Iterator[str]:
    """Yield when a hook acts and what it does."""
    pattern, _ = weaving.read_pattern(hook.pattern)
    heard = english.pattern_in_english(pattern) if pattern else hook.pattern.text
    when = "" if hook.when is None else f", if {_condition(hook.when)}"
    may = "" if hook.may is None else f", who may decline (“{hook.may}”)"
    who = "" if hook.players is None else f", for {_expression(hook.players)}"
    yield f"{hook.timing.capitalize()} “{heard}”{when}{who}{may}:"
    if hook.paying is not None:
        costs, _ = weaving.read_price(hook.paying)
        yield f"{_INDENT}For {english.price_in_english(costs) if costs else hook.paying.text}:"
    yield indent(_effect(hook.body), _INDENT)


def _effect(text: LocatedText) -> str:
    """Return an effect in English; of one with a mistake the text itself."""
    body, _ = weaving.read_effect(text)
    return text.text if body is None else english.effect_in_english(body)


def _expression(text: LocatedText) -> str:
    """Return an expression in English."""
    expression, _ = weaving.read_expression(text)
    return text.text if expression is None else english.expression_in_english(expression)


def _condition(text: LocatedText) -> str:
    """Return a condition in English."""
    expression, _ = weaving.read_expression(text)
    return text.text if expression is None else english.condition_in_english(expression)
