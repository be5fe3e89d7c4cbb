"""A parsed effect said back as plain English, for `solon explain`.

Reads `lang.syntax`; operations are said as `lang.vocabulary` has them. A designer lays it beside
the printed text of a card: who acts, who decides, and what is done as far as possible is all said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.lang import syntax
from interpreter.lang.syntax import Body, Expression, Statement
from interpreter.lang.vocabulary import OPERATIONS, Form
from interpreter.show.english_values import (
    binding,
    condition,
    filled,
    inner,
    joined,
    price,
    value,
    words,
)

INDENT: Final = "    "
_GOING: Final = {
    "next": "go on with the next round",
    "leave loop": "stop repeating",
    "leave rule": "stop here",
    "end game": "the game ends",
    "nothing": "nothing happens",
}


def effect_in_english(body: Body) -> str:
    """Return the sentences of an effect, a line each; blocks are indented."""
    return "".join(line + "\n" for line in _lines(body, ""))


def expression_in_english(expression: Expression) -> str:
    """Return an expression in words: of a value's `base`, say."""
    return value(expression)


def condition_in_english(expression: Expression) -> str:
    """Return a condition in words: of `when`, `needs`, `all of`."""
    return condition(expression)


def price_in_english(costs: tuple[syntax.Cost, ...]) -> str:
    """Return a price in words."""
    return price(costs)


def pattern_in_english(pattern: syntax.Act) -> str:
    """Return in words what a hook waits for."""
    return _act(pattern)


def _lines(body: Body, margin: str) -> Iterator[str]:
    for statement in body:
        inside = statement.statement if isinstance(statement, syntax.Labelled) else statement
        short = _short(inside)
        if short is not None:
            yield f"{margin}{_sentence(short)}."
        else:
            yield from _long(inside, margin)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _short(statement: Statement) -> str | None:
    """Return what is said of a statement without a block; None for any other."""
    match statement:
        case syntax.Act():
            return _act(statement)
        case syntax.Let(name, given):
            return f"let {words(name.text)} be {value(given)}"
        case syntax.Go(where):
            return _GOING[where]
    return None


def _headed(header: str, body: Body, margin: str) -> Iterator[str]:
    """Yield a header with its block: in one sentence if that is short."""
    short = _short(body[0]) if len(body) == 1 else None
    if short is not None:
        yield f"{margin}{_sentence(header)}: {short}."
    else:
        yield f"{margin}{_sentence(header)}:"
        yield from _lines(body, margin + INDENT)


def _long(statement: Statement, margin: str) -> Iterator[str]:
    match statement:
        case syntax.Choose():
            yield from _choose(statement, margin)
        case syntax.ChooseOption():
            yield from _choose_option(statement, margin)
        case syntax.May(prompt, body, chooser, paying, otherwise):
            who = "you" if chooser is None else value(chooser)
            cost = f" for {price(paying)}" if paying else ""
            header = f"{who} may do this{cost} (“{prompt.text}”)"
            yield from _headed(header, body, margin)
            if otherwise is not None:
                yield from _headed("otherwise", otherwise, margin)
        case syntax.If(branches, otherwise):
            start = "if"
            for branch in branches:
                header = f"{start} {condition(branch.condition)}"
                yield from _headed(header, branch.body, margin)
                start = "otherwise, if"
            if otherwise is not None:
                yield from _headed("otherwise", otherwise, margin)
        case syntax.ForEach(members, body):
            yield from _headed(f"for {binding(members)}", body, margin)
        case syntax.RepeatTimes(number, body):
            yield from _headed(_times(number), body, margin)
        case syntax.RepeatWhile(tested, body):
            yield from _headed(f"as long as {condition(tested)}", body, margin)
        case syntax.RepeatUpTo(number, tested, body):
            header = f"up to {_times(number)}, as long as {condition(tested)}"
            yield from _headed(header, body, margin)
        case syntax.Secretly(members, body):
            header = f"all at once and unseen by the others, {binding(members)} decides"
            yield f"{margin}{_sentence(header)}:"
            yield from _lines(body, margin + INDENT)
            yield f"{margin}Then all answers are revealed."
        case syntax.Plan(title, body):
            yield f"{margin}As one plan (“{title.text}”):"
            yield from _lines(body, margin + INDENT)


# ---- acts --------------------------------------------------------------------------------------


def _act(act: syntax.Act) -> str:
    row = OPERATIONS.get(act.verb.text)
    text = _call(act) if row is None else _operation(act, _form(act, row.forms))
    if act.terms is not None:
        text += ", without paying its cost" if act.terms == "free" else ", paying its cost"
    if isinstance(act.actor, syntax.Binder):
        members = syntax.Binding((act.actor,))
        text = f"{binding(members)} has to {text}"
    elif act.actor is not None:
        text = f"{value(act.actor)} has to {text}"
    return text if act.result is None else f"{text} (called {words(act.result.text)} from here on)"


def _form(act: syntax.Act, forms: tuple[Form, ...]) -> Form:
    """Return the form that a call has: of pieces if it counts something, else of things."""
    counted = isinstance(act.object, syntax.Amount)
    return forms[0] if counted else forms[-1]


def _operation(act: syntax.Act, form: Form) -> str:
    given = {argument.word: inner(argument.value) for argument in act.arguments}
    values: dict[str, str] = {}
    for argument in form.arguments:
        if argument.word is not None:
            if argument.word in given:
                values[argument.name] = given[argument.word]
        elif act.object is not None:
            amount, noun = _object(act.object)
            values[argument.name] = amount
            values["noun"] = noun
    return " ".join(filled(form.english, values).split())


def _object(node: Expression | syntax.Amount) -> tuple[str, str]:
    """Return how many and of what: (`3`, `points`); the whole as the first if it is no amount."""
    if not isinstance(node, syntax.Amount):
        return inner(node), ""
    number = "all" if node.number is None else inner(node.number)
    if node.or_all:
        number += " (or as many as there are)"
    return number, "" if node.noun is None else words(node.noun.text)


def _call(act: syntax.Act) -> str:
    """Return a call of a rule: its own name is the best verb there is."""
    parts = [words(act.verb.text)]
    if act.object is not None:
        parts.append(" ".join(_object(act.object)).strip())
    parts += [f"{argument.word} {inner(argument.value)}" for argument in act.arguments]
    return " ".join(parts)


# ---- choices -----------------------------------------------------------------------------------


def _asks(chooser: Expression | None, *, may: bool) -> str:
    who = "you" if chooser is None else value(chooser)
    if may:
        return f"{who} may choose"
    return "choose" if chooser is None else f"{who} chooses"


def _choose(choose: syntax.Choose, margin: str) -> Iterator[str]:
    text = f"{_asks(choose.chooser, may=choose.may)} {words(choose.name.text)}, "
    text += _source(choose.source)
    if choose.paying:
        text += f", paying {price(choose.paying)}"
    if choose.prompt is not None:
        text += f" (“{choose.prompt.text}”)"
    yield f"{margin}{_sentence(text)}."
    if isinstance(choose.end, syntax.IfNone):
        none = "otherwise" if choose.may else "if there is none"
        yield from _headed(none, choose.end.body, margin)


def _times(number: Expression) -> str:
    """Return how often, in words."""
    often = inner(number)
    return "once" if often == "1" else f"{often} times"


def _source(source: syntax.ChoiceSource) -> str:
    match source:
        case syntax.OneOf(domain, where):
            return f"one of {inner(domain)}{_where(where)}"
        case syntax.NumberFrom(least, most, where):
            return f"a number from {inner(least)} to {inner(most)}{_where(where)}"
        case syntax.YesOrNo():
            return "yes or no"
        case syntax.OrderOf(domain):
            return f"an order of {inner(domain)}"
        case syntax.Several(domain, many, such_that):
            test = "" if such_that is None else f", such that {condition(such_that)}"
            return f"{_many(many)} of {inner(domain)}{test}"
        case syntax.Division(parts, members, limit):
            each = "" if limit is None else f", at most {inner(limit)} each"
            return f"dividing {_many(parts)} among {binding(members)}{each}"


def _where(where: Expression | None) -> str:
    return "" if where is None else f" where {condition(where)}"


def _many(many: syntax.Many) -> str:
    if many.number is None:
        return "any number"
    number = inner(many.number)
    if many.most is not None:
        return joined([number, inner(many.most)], "to")
    if many.mode == "up to":
        return f"up to {number}"
    return f"{number} (or as many as there are)" if many.mode == "or all" else number


def _choose_option(choose: syntax.ChooseOption, margin: str) -> Iterator[str]:
    asks = _asks(choose.chooser, may=choose.may)
    yield f"{margin}{_sentence(asks)} one of these (“{choose.prompt.text}”):"
    for option in choose.options:
        header = f"“{option.label.text}”"
        if option.condition is not None:
            header += f" if {condition(option.condition)}"
        if option.paying:
            header += f" for {price(option.paying)}"
        yield from _headed(header, option.body, margin + INDENT)
    if choose.if_none is not None:
        none = "otherwise" if choose.may else "if there is none"
        yield from _headed(none, choose.if_none, margin + INDENT)
