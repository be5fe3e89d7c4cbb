"""Syntax tree to canonical text; `lang.parser` reads it back as the same tree.

Feeds `show` and the tests of the parser. Brackets stand only where the language needs them, blocks
are indented by four, and a block of one short statement stays on the line of its header.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

from interpreter.lang import syntax
from interpreter.lang.syntax import Body, Expression, Statement, TypeText

INDENT = "    "
WIDEST = 100


class _Level(IntEnum):
    """How tightly an expression holds together; a looser one inside a tighter one is bracketed."""

    ANY = 0  # queries and picks
    CHAIN = 1
    NOT = 2
    COMPARISON = 3
    SUM = 4
    ROUNDED = 5
    FACTORS = 6
    UNARY = 7
    PATH = 8


def print_effect(body: Body) -> str:
    """Return the text of statements, with a line end after each line."""
    return "".join(line + "\n" for line in _lines(body, ""))


def print_statement(statement: Statement) -> str:
    """Return the text of one statement without its last line end."""
    return "\n".join(_lines((statement,), ""))


def print_expression(expression: Expression) -> str:
    """Return the text of an expression, on one line."""
    return _expression(expression, _Level.ANY)


def print_price(price: tuple[syntax.Cost, ...]) -> str:
    """Return the text of a price."""
    return " and ".join(f"{_sum(cost.amount)} {cost.resource.text}" for cost in price)


def print_binding(binding: syntax.Binding) -> str:
    """Return the text of binders with their condition."""
    binders = ", ".join(_binder(binder) for binder in binding.binders)
    return binders + _where(binding.where)


def print_pattern(pattern: syntax.Act) -> str:
    """Return the text of the call that a hook waits for."""
    return _act(pattern)


def print_domain(domain: Expression | syntax.Range) -> str:
    """Return the text of what a family goes through."""
    if isinstance(domain, syntax.Range):
        return f"{_sum(domain.least)} to {_sum(domain.most)}"
    return _sum(domain)


def print_type(type_: TypeText) -> str:
    """Return the text of a declared type."""
    match type_:
        case syntax.NamedType(name):
            return name.text
        case syntax.OptionalType(inner):
            return f"{print_type(inner)} or nothing"
        case syntax.SetType(inner):
            return f"set of {print_type(inner)}"
        case syntax.ListType(inner):
            return f"list of {print_type(inner)}"
        case syntax.TableType(value, keys):
            return f"{print_type(value)} by {' and '.join(map(print_type, keys))}"


# ---- statements --------------------------------------------------------------------------------


def _lines(body: Body, margin: str) -> Iterator[str]:
    for statement in body:
        label = ""
        if isinstance(statement, syntax.Labelled):
            label = f"[{statement.label.text}] "
            yield from _statement(statement.statement, margin, label)
        else:
            yield from _statement(statement, margin, label)


def _statement(statement: Statement, margin: str, label: str) -> Iterator[str]:
    head = margin + label
    short = _short(statement)
    if short is not None:
        yield head + short
        return
    match statement:
        case syntax.Choose():
            yield from _choose(statement, head, margin)
        case syntax.ChooseOption():
            yield from _choose_option(statement, head, margin)
        case syntax.May(prompt, body, chooser, paying, otherwise):
            text = f'{_who(chooser)}may "{prompt.text}"{_paying(paying)}'
            yield from _block(head + text, body, margin)
            if otherwise is not None:
                yield from _block(margin + "otherwise", otherwise, margin)
        case syntax.If(branches, otherwise):
            for branch in branches:
                yield from _block(
                    f"{head}if {print_expression(branch.condition)}", branch.body, margin
                )
                head = margin + "else "
            if otherwise is not None:
                yield from _block(margin + "else", otherwise, margin)
        case syntax.ForEach(binding, body):
            yield from _block(f"{head}for each {print_binding(binding)}", body, margin)
        case syntax.RepeatTimes(number, body):
            yield from _block(f"{head}repeat {_sum(number)} times", body, margin)
        case syntax.RepeatWhile(condition, body):
            yield from _block(f"{head}repeat while {print_expression(condition)}", body, margin)
        case syntax.RepeatUpTo(number, condition, body):
            header = f"repeat up to {_sum(number)} times while {print_expression(condition)}"
            yield from _block(head + header, body, margin)
        case syntax.Secretly(binding, body):
            yield from _block(f"{head}secretly for each {print_binding(binding)}", body, margin)
        case syntax.Plan(title, body):
            yield from _block(f'{head}plan "{title.text}"', body, margin)


def _short(statement: Statement) -> str | None:
    """Return the text of a statement that may stand behind a colon; None for any other."""
    match statement:
        case syntax.Act():
            return _act(statement)
        case syntax.Let(name, value):
            return f"let {name.text} = {print_expression(value)}"
        case syntax.Go(where):
            return where
    return None


def _block(header: str, body: Body, margin: str) -> Iterator[str]:
    """Yield a header and its block: on one line if that is one short statement and fits."""
    short = _short(body[0]) if len(body) == 1 else None
    if short is not None and len(header) + len(short) + 2 <= WIDEST:
        yield f"{header}: {short}"
    else:
        yield header + ":"
        yield from _lines(body, margin + INDENT)


def _act(act: syntax.Act) -> str:
    words: list[str] = []
    if isinstance(act.actor, syntax.Binder):
        words.append(f"have each {_binder(act.actor)}")
    elif act.actor is not None:
        words.append(f"have {_sum(act.actor)}")
    words.append(act.verb.text)
    if isinstance(act.object, syntax.Amount):
        words.append(_amount(act.object))
    elif act.object is not None:
        words.append(_sum(act.object))
    words += [f"{argument.word} {_sum(argument.value)}" for argument in act.arguments]
    if act.terms is not None:
        words.append("free" if act.terms == "free" else "paying its cost")
    if act.result is not None:
        words.append(f"as {act.result.text}")
    return " ".join(words)


def _amount(amount: syntax.Amount) -> str:
    words = ["all"] if amount.number is None else [_sum(amount.number)]
    if amount.or_all:
        words.append("or all")
    if amount.noun is not None:
        words.append(amount.noun.text)
    return " ".join(words)


def _choose(choose: syntax.Choose, head: str, margin: str) -> Iterator[str]:
    text = f"{head}{_asks(choose.chooser, choose.may)} {choose.name.text} {_source(choose.source)}"
    text += _paying(choose.paying)
    if choose.prompt is not None:
        text += f' "{choose.prompt.text}"'
    match choose.end:
        case None:
            yield text
        case syntax.NeverNone():
            yield text + ", never none"
        case syntax.IfNone(body):
            word = "otherwise" if choose.may else "if none"
            yield from _block(f"{text}, {word}", body, margin)


def _choose_option(choose: syntax.ChooseOption, head: str, margin: str) -> Iterator[str]:
    yield f'{head}{_asks(choose.chooser, choose.may)} one of "{choose.prompt.text}":'
    inner = margin + INDENT
    for option in choose.options:
        header = f'{inner}"{option.label.text}"'
        if option.condition is not None:
            header += f" if {print_expression(option.condition)}"
        yield from _block(header + _paying(option.paying), option.body, inner)
    if choose.if_none is not None:
        word = "otherwise" if choose.may else "if none"
        yield from _block(inner + word, choose.if_none, inner)


def _who(chooser: Expression | None) -> str:
    return "" if chooser is None else print_expression(chooser) + " "


def _asks(chooser: Expression | None, may: bool) -> str:  # noqa: FBT001 - a field of the node
    verb = "may choose" if may else "choose" if chooser is None else "chooses"
    return _who(chooser) + verb


def _source(source: syntax.ChoiceSource) -> str:
    match source:
        case syntax.OneOf(domain, where):
            return f"from {_sum(domain)}{_where(where)}"
        case syntax.NumberFrom(least, most, where):
            return f"from {_sum(least)} to {_sum(most)}{_where(where)}"
        case syntax.YesOrNo():
            return "from yes or no"
        case syntax.OrderOf(domain):
            return f"from orders of {_sum(domain)}"
        case syntax.Several(domain, many, such_that):
            test = "" if such_that is None else f" such that {print_expression(such_that)}"
            return f"from {_sum(domain)} taking {_many(many)}{test}"
        case syntax.Division(parts, binding, limit):
            each = "" if limit is None else f" up to {_sum(limit)} each"
            return f"by dividing {_many(parts)} among {print_binding(binding)}{each}"


def _many(many: syntax.Many) -> str:
    if many.number is None:
        return "any number"
    number = _sum(many.number)
    if many.mode == "or all":
        return number + " or all"
    if many.mode == "up to":
        return "up to " + number
    return number if many.most is None else f"{number} to {_sum(many.most)}"


def _paying(price: tuple[syntax.Cost, ...]) -> str:
    return f" paying {print_price(price)}" if price else ""


def _where(where: Expression | None) -> str:
    return "" if where is None else f" where {_expression(where, _Level.CHAIN)}"


def _binder(binder: syntax.Binder) -> str:
    return f"{binder.name.text} in {_sum(binder.domain)}"


# ---- expressions -------------------------------------------------------------------------------


def _sum(expression: Expression) -> str:
    """Return an expression as an argument: what is looser than a sum is bracketed."""
    return _expression(expression, _Level.SUM)


def _expression(expression: Expression, wanted: _Level) -> str:
    level, text = _written(expression)
    return text if level >= wanted else f"({text})"


def _listed(expressions: Iterable[Expression]) -> str:
    return ", ".join(_expression(expression, _Level.CHAIN) for expression in expressions)


def _written(expression: Expression) -> tuple[_Level, str]:
    """Return how tightly an expression holds together, and its text."""
    match expression:
        case syntax.Name(text):
            return _Level.PATH, text
        case syntax.Number(whole, half):
            return _Level.UNARY, f"{whole}.5" if half else str(whole)
        case syntax.Truth(value):
            return _Level.PATH, "yes" if value else "no"
        case syntax.Nothing():
            return _Level.PATH, "nothing"
        case syntax.Empty():
            return _Level.PATH, "empty"
        case syntax.Field(base, name):
            return _Level.PATH, f"{_expression(base, _Level.PATH)}.{name.text}"
        case syntax.Index(base, keys):
            return _Level.PATH, f"{_expression(base, _Level.PATH)}[{_listed(keys)}]"
        case syntax.Call(function, arguments):
            if len(arguments) == 1 and isinstance(arguments[0], syntax.Query):
                return _Level.PATH, f"{function.text}({print_expression(arguments[0])})"
            return _Level.PATH, f"{function.text}({_listed(arguments)})"
        case syntax.Collect(items):
            return _Level.PATH, f"({_listed(items)})"
        case syntax.Record(entries):
            pairs = (f"{entry.name.text}: {_listed([entry.value])}" for entry in entries)
            return _Level.PATH, f"({', '.join(pairs)})"
        case syntax.Negative(operand):
            return _Level.UNARY, f"-{_expression(operand, _Level.UNARY)}"
        case syntax.Arithmetic():
            return _arithmetic(expression)
        case syntax.Rounded(operand, direction):
            return _Level.ROUNDED, f"{_expression(operand, _Level.FACTORS)} rounded {direction}"
        case syntax.Not(operand):
            return _Level.NOT, f"not {_expression(operand, _Level.NOT)}"
        case syntax.Chain(operator, parts):
            texts = (_expression(part, _Level.NOT) for part in parts)
            return _Level.CHAIN, f" {operator} ".join(texts)
        case syntax.Comparison(operator, left, right):
            return _Level.COMPARISON, f"{_sum(left)} {operator} {_sum(right)}"
        case syntax.Pick(condition, then, otherwise):
            tested, chosen = (_expression(part, _Level.CHAIN) for part in (condition, then))
            nested = isinstance(otherwise, syntax.Pick)
            other = _expression(otherwise, _Level.ANY if nested else _Level.CHAIN)
            return _Level.ANY, f"if {tested} then {chosen} else {other}"
        case syntax.Query(head, binding, measure):
            of = "" if measure is None else f" of {_sum(measure)} for"
            return _Level.ANY, f"{head}{of} {print_binding(binding)}"


def _arithmetic(node: syntax.Arithmetic) -> tuple[_Level, str]:
    level, right = (
        (_Level.SUM, _Level.ROUNDED)
        if node.operator in {"+", "-"}
        else (_Level.FACTORS, _Level.UNARY)
    )
    left_text, right_text = _expression(node.left, level), _expression(node.right, right)
    return level, f"{left_text} {node.operator} {right_text}"
