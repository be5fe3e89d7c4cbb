"""Decisions: `choose`, `choose one of`, `may`.

Who decides, among what, at what price, and what if there is nothing.
"""

from __future__ import annotations

from typing import Literal

from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import Local
from interpreter.lang.check_calls import CallChecker
from interpreter.lang.constants import known_number
from interpreter.lang.facts import NONE, Facts, facts_if, is_derived, without
from interpreter.lang.marks import Caused
from interpreter.source import Span

Ends = list[Facts]
"""What is known at each end of the blocks of a statement that is reached."""


class ChoiceChecker(CallChecker):
    """Checks decisions; `body` is made by a later module."""

    def body(self, statements: syntax.Body) -> ir.Body:
        """Return the statements of a block, which is no scope of its own."""
        raise NotImplementedError

    def branch(self, statements: syntax.Body, facts: Facts, ends: Ends) -> ir.Body:
        """Return a block with a scope, begun with `facts`.

        What is known at its end joins `ends`.
        """
        before = self.facts
        self.facts, self.reachable = facts, True
        with self.block():
            made = self.body(statements)
        if self.reachable:
            ends.append(self.facts)
        self.facts, self.reachable = before, True
        return made

    def meet(self, ends: Ends) -> None:
        """Go on behind a statement whose blocks end in `ends`."""
        self.reachable = bool(ends)
        if ends:
            self.facts = ends[0].intersection(*ends[1:])

    # ---- who and at what price ------------------------------------------------------------

    def chooser(self, node: syntax.Expression | None, span: Span) -> ir.Expression | None:
        """Return who decides; None is me."""
        made = None if node is None else self.value(node, types.PLAYER)
        own = made is None or isinstance(made, ir.Me)
        marks = self.marks
        if self.secret is not None:
            if not (isinstance(made, ir.Local) and made.name == self.secret):
                what = f"each choice names its player: `{self.secret} chooses …`"
                self.report("E521", span, what=what)
        elif made is None:
            self.acts_as_me(span, "this choice")
        marks.asks = marks.asks or span
        if not own and self.secret is None:
            marks.asks_other = marks.asks_other or span
            if self.plan:
                self.report("E520", span, what="other player")
        return made

    def price(self, costs: tuple[syntax.Cost, ...]) -> tuple[ir.Price, ...]:
        """Return what is paid, resource by resource."""
        made: list[ir.Price] = []
        for cost in costs:
            amount = self.value(cost.amount, types.NUMBER)
            name = cost.resource.text
            if name not in self.names.resources:
                wanted = "a resource of the players"
                self.no_such("E510", cost.resource, self.names.resources, wanted=wanted)
                continue
            if any(one.resource == name for one in made):
                self.report("E508", cost.resource.span, verb="paying", word=f"{name} twice")
                continue
            self.marks.read.add(("resource", name))
            self.marks.resources.add(name)
            self.marks.caused.append(Caused("pay", name, cost.span))
            made.append(ir.Price(name, amount, span=cost.span))
        return tuple(made)

    def paid(self, price: tuple[ir.Price, ...]) -> None:
        """Forget the facts that paying may have made wrong."""
        for one in price:
            if ("pay", one.resource) in self.names.hooked:
                self.forget_changing()
        if price:
            self.facts = without(self.facts, is_derived)

    # ---- choose ---------------------------------------------------------------------------

    def choose(self, node: syntax.Choose) -> ir.Statement:
        """Return a decision whose answer becomes a name."""
        who = self.chooser(node.chooser, node.name.span)
        before = self.facts
        with self.block():
            local, source, learned = self._source(node)
            price = self.price(node.paying)
        self.gone = [one for one in self.gone if one is not local]
        type_ = local.type
        may_be_none = node.may
        if_none: ir.Body | None = None
        if isinstance(node.end, syntax.IfNone):
            ends: Ends = []
            if_none = self.branch(node.end.body, before, ends)
            may_be_none = bool(ends)
            if ends:
                before = before.intersection(*ends)
        elif not node.may and node.end is None and not _always(node, source):
            advice = "write `, if none: …`, or `, never none` if you are sure"
            self.report("E516", node.name.span, advice=advice)
        if may_be_none:
            local.type = conversions.optional(type_)
            learned = NONE
        self.facts = before | learned
        self.paid(price)
        self.locals[local.name] = local
        self.chosen(node.name, local)
        return ir.Choose(
            who,
            node.may,
            local.name,
            local.type,
            source,
            price,
            None if node.prompt is None else node.prompt.text,
            if_none,
            isinstance(node.end, syntax.NeverNone),
            span=node.span,
        )

    def chosen(self, node: syntax.Name, local: Local) -> None:
        """Let the name of an answer learn a wider type from what is said later."""
        raise NotImplementedError

    def _source(self, node: syntax.Choose) -> tuple[Local, ir.Source, Facts]:
        """Return the chosen name, what it is chosen from, and what its condition proves."""
        match node.source:
            case syntax.OneOf(domain, where):
                return self._one_of(node, domain, where)
            case syntax.NumberFrom(least, most, where):
                bounds = self.value(least, types.NUMBER), self.value(most, types.NUMBER)
                self._in_order(*bounds)
                local = self.declare(node.name, types.NUMBER)
                condition = None if where is None else self.condition(where)
                return local, ir.NumberFrom(*bounds, condition, span=node.source.span), NONE
            case syntax.YesOrNo():
                local = self.declare(node.name, types.TRUTH)
                return local, ir.YesOrNo(span=node.source.span), NONE
            case syntax.OrderOf(domain):
                found, inner = self.domain(domain)
                local = self.declare(node.name, types.ListOf(inner))
                return local, ir.OrderOf(found, span=node.source.span), NONE
            case syntax.Several():
                return self._several(node, node.source)
            case syntax.Division():
                return self._division_of(node, node.source)

    def _in_order(self, least: ir.Expression, most: ir.Expression | None) -> None:
        """Report a range between whose ends nothing lies, as far as they are known."""
        if most is None:
            return
        low, high = known_number(least), known_number(most)
        if low is None or high is None or low <= high or most.span is None:
            return
        advice = f"write `{high} to {low}`" if high >= 0 else None
        related = [("the least is here", least.span)]
        bounds = {"least": str(low), "most": str(high)}
        self.report("E541", most.span, related=related, advice=advice, **bounds)

    def _one_of(
        self, node: syntax.Choose, domain: syntax.Expression, where: syntax.Expression | None
    ) -> tuple[Local, ir.Source, Facts]:
        found, inner = self.domain(domain)
        if isinstance(inner, types.Row):
            self.report("E531", domain.span, wanted="one thing")
        local = self.declare(node.name, inner, domain=found)
        condition = None if where is None else self.condition(where)
        learned = NONE if condition is None else facts_if(condition, holds=True)
        return local, ir.OneOf(found, condition, span=node.source.span), learned

    def _several(
        self, node: syntax.Choose, source: syntax.Several
    ) -> tuple[Local, ir.Source, Facts]:
        found, inner = self.domain(source.domain)
        if isinstance(found.type, types.ListOf):
            found = self.fit(found, types.SetOf(inner))
        zero = ir.Constant(0, types.NUMBER, span=source.many.span)
        many = source.many
        number = None if many.number is None else self.value(many.number, types.NUMBER)
        most: ir.Expression | None
        match many.mode:
            case "exact" | "or all":
                least, most = number or zero, number
            case "up to":
                least, most = zero, number
            case "between":
                least = number or zero
                most = None if many.most is None else self.value(many.most, types.NUMBER)
            case _:
                least, most = zero, None
        self._in_order(least, most)
        local = self.declare(node.name, types.SetOf(inner))
        such_that = None if source.such_that is None else self.condition(source.such_that)
        or_all = many.mode == "or all"
        made = ir.Several(found, least, most, or_all, such_that, span=source.span)
        return local, made, NONE

    def _division_of(
        self, node: syntax.Choose, source: syntax.Division
    ) -> tuple[Local, ir.Source, Facts]:
        parts = source.parts
        total = ir.Constant(0, types.NUMBER, span=parts.span)
        number = total if parts.number is None else self.value(parts.number, types.NUMBER)
        mode: Literal["exact", "or_all", "up_to"] = "exact"
        if parts.mode == "or all":
            mode = "or_all"
        elif parts.mode == "up to":
            mode = "up_to"
        if len(source.binding.binders) != 1:
            self.report("E531", source.binding.span, wanted="one thing")
        with self.block():
            binders = self.binders(source.binding)
            where = None
            if source.binding.where is not None:
                where = self.condition(source.binding.where)
            learned = NONE if where is None else facts_if(where, holds=True)
            with self.knowing(learned):
                limit = None if source.limit is None else self.value(source.limit, types.NUMBER)
        binder = binders[0]
        local = self.declare(node.name, types.Table(types.NUMBER, (binder.type,)))
        division = ir.Division(number, mode, binder, where, limit, span=source.span)
        return local, division, NONE

    # ---- choose one of, may ---------------------------------------------------------------

    def choose_option(self, node: syntax.ChooseOption) -> ir.Statement:
        """Return a decision among labelled blocks."""
        who = self.chooser(node.chooser, node.prompt.span)
        before = self.facts
        ends: Ends = []
        branches: list[ir.Branch] = []
        always = node.may
        labels: dict[str, Span] = {}
        for option in node.options:
            if option.label.text in labels:
                related = [("first here", labels[option.label.text])]
                self.report("E511", option.label.span, name=option.label.text, related=related)
            labels[option.label.text] = option.label.span
            condition = None if option.condition is None else self.condition(option.condition)
            learned = before if condition is None else before | facts_if(condition, holds=True)
            with self.knowing(learned):
                price = self.price(option.paying)
            always = always or (condition is None and not price)
            self.facts = learned
            self.paid(price)
            body = self.branch(option.body, self.facts, ends)
            self.facts = before
            branches.append(ir.Branch(option.label.text, condition, price, body, span=option.span))
        if_none: ir.Body | None = None
        if node.if_none is not None:
            if_none = self.branch(node.if_none, before, ends)
        elif not always:
            advice = "write `if none:` and a block behind the last option"
            self.report("E516", node.prompt.span, advice=advice)
        if node.may and node.if_none is None:
            ends.append(before)
        self.meet(ends)
        return ir.ChooseBranch(
            who, node.may, node.prompt.text, tuple(branches), if_none, span=node.span
        )

    def may(self, node: syntax.May) -> ir.Statement:
        """Return a question that may be declined."""
        who = self.chooser(node.chooser, node.prompt.span)
        before = self.facts
        price = self.price(node.paying)
        ends: Ends = []
        self.paid(price)
        body = self.branch(node.body, self.facts, ends)
        otherwise: ir.Body = ()
        if node.otherwise is not None:
            otherwise = self.branch(node.otherwise, before, ends)
        else:
            ends.append(before)
        self.meet(ends)
        return ir.May(who, node.prompt.text, price, body, otherwise, span=node.span)


def _always(node: syntax.Choose, source: ir.Source) -> bool:
    """Say whether it is certain that there is an answer."""
    if node.paying:
        return False
    match source:
        case ir.OneOf(domain, where):
            players = isinstance(domain, ir.Every) and domain.kind == "player"
            return where is None and (players or isinstance(domain, ir.EveryWord))
        case ir.NumberFrom(_, _, where):
            return where is None
        case ir.Several(_, least, _, or_all, such_that):
            none = isinstance(least, ir.Constant) and least.value == 0
            return such_that is None and (or_all or none)
        case _:
            return True
