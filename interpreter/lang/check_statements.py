"""Statements: blocks, branches, loops, `plan`, `secretly`.

What is reached, and what is known there.
"""

from __future__ import annotations

from typing import Any

from interpreter.diagnostics import Collector
from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import Local, Setting, named
from interpreter.lang.check_choices import ChoiceChecker, Ends
from interpreter.lang.facts import NONE, Facts, facts_if, is_changing, without, without_local
from interpreter.lang.names import Names
from interpreter.lang.types import Type
from interpreter.source import Span

_TARGET_WORDS = {"set": None, "add": "to", "subtract": "from", "include": "in", "exclude": "from"}
"""The small word before what a change acts on; `set` has it first."""
Learned = dict[tuple[str, int], Type]
"""Types that later statements gave to names, by file and offset where the name is made."""


class StatementChecker(ChoiceChecker):
    """Checks a whole effect.

    `results`: types that some names must have. `learned`: what an earlier pass found out about
    names that began as `nothing`, `empty` or too narrow; `news`: this pass learned more, so
    another one is needed.
    """

    def __init__(
        self,
        names: Names,
        collector: Collector,
        setting: Setting,
        *,
        results: conversions.Fields = (),
        learned: Learned | None = None,
    ) -> None:
        super().__init__(names, collector, setting)
        self.results = dict(results)
        self.learned: Learned = {} if learned is None else learned
        self.news = False
        self.loops: list[bool] = []

    # ---- names that learn their type ------------------------------------------------------

    def learn(self, local: Local, type_: Type) -> bool:
        """Keep what a later statement says about the type of a local; say whether it is news."""
        if local.span is None or self.learned.get(_place(local.span)) == type_:
            return False
        self.learned[_place(local.span)] = type_
        self.news = True
        return True

    def chosen(self, node: syntax.Name, local: Local) -> None:
        """Let the name of an answer have the wider type that was learned."""
        wider = self.learned.get(_place(node.span))
        if wider is not None:
            local.type = wider

    def _let(self, node: syntax.Let) -> ir.Statement:
        result = self.results.get(node.name.text)
        known = self.learned.get(_place(node.name.span), result)
        value = self.expression(node.value, known)
        type_ = value.type if known is None else known
        if known is not None:
            value = self.fit(value, known, node.value)
        local = self.declare(node.name, type_, domain=None)
        if isinstance(type_, types.Optional) and not _may_be_nothing(value.type):
            self.facts |= {ir.Local(local.name, type_)}
        return ir.Let(local.name, value, span=node.span)

    # ---- blocks ---------------------------------------------------------------------------

    def body(self, statements: syntax.Body) -> ir.Body:
        """Return the statements of a block, which is no scope of its own."""
        made: list[ir.Statement] = []
        unreached = False
        for statement in statements:
            if not self.reachable and not unreached:
                unreached = True
                self.report("W605", statement.span)
            if unreached:
                self.reachable = True
            made.extend(self.statement(statement))
        if unreached:
            self.reachable = False
        return tuple(made)

    def statement(self, node: syntax.Statement) -> tuple[ir.Statement, ...]:
        """Return a statement; an act may become a loop, nothing at all if it is wrong."""
        match node:
            case syntax.Labelled(_, statement):
                return self.statement(statement)
            case syntax.Act():
                return self.act(node)
            case syntax.Let():
                return (self._let(node),)
            case syntax.Choose():
                return (self.choose(node),)
            case syntax.ChooseOption():
                return (self.choose_option(node),)
            case syntax.May():
                return (self.may(node),)
            case syntax.If():
                return (self._if(node),)
            case syntax.ForEach():
                return (self._for_each(node),)
            case syntax.RepeatTimes(number, body):
                return (self._repeat(node, number, None, body),)
            case syntax.RepeatWhile(condition, body):
                return (self._repeat(node, None, condition, body),)
            case syntax.RepeatUpTo(number, condition, body):
                return (self._repeat(node, number, condition, body),)
            case syntax.Secretly():
                return (self._secretly(node),)
            case syntax.Plan():
                return (self._plan(node),)
            case syntax.Go():
                return (self._go(node),)

    def _if(self, node: syntax.If) -> ir.Statement:
        before = self.facts
        ends: Ends = []
        made: list[tuple[ir.Expression, ir.Body]] = []
        failed: Facts = NONE
        for branch in node.branches:
            self.facts = before | failed
            condition = self.condition(branch.condition)
            learned = self.facts | facts_if(condition, holds=True)
            made.append((condition, self.branch(branch.body, learned, ends)))
            failed |= facts_if(condition, holds=False)
        otherwise: ir.Body = ()
        if node.otherwise is None:
            ends.append(before | failed)
        else:
            otherwise = self.branch(node.otherwise, before | failed, ends)
        self.meet(ends)
        return ir.If(tuple(made), otherwise, span=node.span)

    # ---- loops ----------------------------------------------------------------------------

    def _before_loop(self, body: syntax.Body) -> None:
        """Forget what a round of the loop may make wrong for the next one."""
        changed, changes = _changed_in(body)
        for name in changed:
            self.facts = without_local(self.facts, name)
        if changes:
            self.facts = without(self.facts, is_changing)

    def _round(self, body: syntax.Body, facts: Facts) -> tuple[ir.Body, bool]:
        """Return the body of a loop, and whether `leave loop` stands in it."""
        self.loops.append(False)
        made = self.branch(body, facts, [])
        return made, self.loops.pop()

    def _for_each(self, node: syntax.ForEach) -> ir.Statement:
        with self.block():
            binders = self.binders(node.binding)
            self._before_loop(node.body)
            where = None if node.binding.where is None else self.condition(node.binding.where)
            learned = NONE if where is None else facts_if(where, holds=True)
            body, _ = self._round(node.body, self.facts | learned)
        return ir.ForEach(binders, where, body, span=node.span)

    def _repeat(
        self,
        node: syntax.Statement,
        number: syntax.Expression | None,
        condition: syntax.Expression | None,
        body: syntax.Body,
    ) -> ir.Statement:
        times = None if number is None else self.value(number, types.NUMBER)
        self._before_loop(body)
        test = None if condition is None else self.condition(condition)
        learned = NONE if test is None else facts_if(test, holds=True)
        made, left = self._round(body, self.facts | learned)
        if test is not None and number is None:
            if not left:
                self.facts |= facts_if(test, holds=False)
            if isinstance(test, ir.Constant) and test.value:
                self.reachable = left
        return ir.Repeat(times, test, made, span=node.span)

    def _go(self, node: syntax.Go) -> ir.Statement:
        match node.where:
            case "next" | "leave loop":
                if not self.loops:
                    self.report("E517", node.span, where=node.where, what="a loop")
                elif node.where == "leave loop":
                    self.loops[-1] = True
            case "leave rule" | "end game" if self.secret is not None:
                what = f"`{node.where}` would end it before all have answered"
                self.report("E521", node.span, what=what)
            case _:
                pass
        if node.where != "nothing":
            self.reachable = False
        return ir.Go(node.where, span=node.span)

    # ---- wraps ----------------------------------------------------------------------------

    def _plan(self, node: syntax.Plan) -> ir.Statement:
        outer, self.plan = self.plan, True
        body = self.body(node.body)
        self.plan = outer
        return ir.Plan(node.title.text, body, span=node.span)

    def _secretly(self, node: syntax.Secretly) -> ir.Statement:
        binding = node.binding
        if len(binding.binders) != 1:
            self.report("E531", binding.span, wanted="one player")
        if self.secret is not None:
            self.report("E521", node.span, what="there is no second `secretly`")
        if self.plan:
            self.report("E520", node.span, what="other player")
        facts, loops = self.facts, self.loops
        before = dict(self.locals)
        domain, inner = self.domain(binding.binders[0].domain)
        player = self.declare(binding.binders[0].name, inner, "binder", domain=domain)
        if not isinstance(inner, types.Kind) or inner.name != "player":
            self.fit(ir.Local(player.name, inner, span=domain.span), types.PLAYER)
        where = None if binding.where is None else self.condition(binding.where)
        self.facts |= NONE if where is None else facts_if(where, holds=True)
        outer, self.secret, self.loops = self.secret, player.name, []
        outside, self.secret_from = self.secret_from, before
        self.marks.asks_other = self.marks.asks_other or node.span
        body = self.body(node.body)
        self.secret, self.loops, self.reachable = outer, loops, True
        self.secret_from, self.facts = outside, facts
        del self.locals[player.name]
        asked = None if where is not None else domain
        names = self._revealed(before, asked)
        self.forget_changing()
        binder = ir.Binder(player.name, domain, inner, span=binding.span)
        return ir.Secretly(binder, where, body, names, span=node.span)

    def _revealed(
        self, before: dict[str, Local], asked: ir.Expression | None
    ) -> tuple[tuple[str, Type], ...]:
        """Turn the names made inside `secretly` into tables by player."""
        names: list[tuple[str, Type]] = []
        everybody = isinstance(asked, ir.Every) or (
            isinstance(asked, ir.Function) and asked.name == "around"
        )
        kept = asked if isinstance(asked, ir.Local) else None
        for name, local in list(self.locals.items()):
            if before.get(name) is local:
                continue
            names.append((name, local.type))
            value = local.type
            if isinstance(value, types.Kind | types.Word) and not everybody:
                value = types.Optional(value)
            table = Local(name, types.Table(value, (types.PLAYER,)), local.span, asked=kept)
            table.used = local.used
            self.locals[name] = table
        return tuple(names)

    # ---- the end --------------------------------------------------------------------------

    def finish(self, body: ir.Body) -> ir.Body:
        """Check that the results are made and that all types are known.

        Note what was never read.
        """
        for name, type_ in self.results.items():
            local = self.locals.get(name)
            if local is None:
                continue
            local.used = True
            value: ir.Expression = ir.Local(name, local.type, span=local.span)
            made = conversions.convert(value, type_, self.fields_of)
            if made is None:
                self.fit(value, type_)
            elif made is not value:
                self.report("E502", value.span, wanted=named(type_), found=named(local.type))
        for local in (*self.gone, *self.locals.values()):
            if local.role == "local" and _is_open(local.type):
                self.report("E527", local.span, what=local.name)
        return body

    def unused(self) -> list[Local]:
        """Return the names of the text that nothing reads."""
        return [one for one in (*self.gone, *self.locals.values()) if not one.used]


def _place(span: Span) -> tuple[str, int]:
    """Return what tells a place from others, also in a text that is woven of several files."""
    return span.source.name, span.start


def _may_be_nothing(type_: Type) -> bool:
    return isinstance(type_, types.Optional | types.Nothing | types.Unknown)


def _is_open(type_: Type) -> bool:
    """Say whether a type began as `nothing` or `empty` and stayed so."""
    return isinstance(type_, types.Nothing) or (
        isinstance(type_, types.SetOf) and isinstance(type_.inner, types.Unknown)
    )


def _changed_in(body: syntax.Body) -> tuple[set[str], bool]:
    """Return the locals that a block may set, and whether it may change anything else."""
    names: set[str] = set()
    changes = False
    stack: list[Any] = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, syntax.Act):
            target = _local_target(node)
            if target is None:
                changes = True
            else:
                names.add(target)
        if isinstance(node, syntax.Choose | syntax.May | syntax.Option) and node.paying:
            changes = True
        stack.extend(_inner(node))
    return names, changes


def _inner(node: Any) -> list[Any]:
    """Return the statements directly inside a statement or an option."""
    found: list[Any] = []
    for name in ("body", "otherwise", "if_none", "branches", "options", "statement", "end"):
        part = getattr(node, name, None)
        if isinstance(part, tuple):
            found.extend(part)
        elif part is not None:
            found.append(part)
    return found


def _local_target(node: syntax.Act) -> str | None:
    """Return the name that an act sets, if it is one that stands alone."""
    if node.verb.text not in _TARGET_WORDS:
        return None
    word = _TARGET_WORDS[node.verb.text]
    target: Any = node.object
    if word is not None:
        target = next((one.value for one in node.arguments if one.word == word), None)
    while isinstance(target, syntax.Index):
        target = target.base
    return target.text if isinstance(target, syntax.Name) else None
