"""Third step of compiling, the decisions.

How options are listed, when somebody is asked, and where the answer goes.

A base of `statements.Statements`. A decision is a tuple (player, site, options, frame, partial
answer) in the register `PENDING`; the answer comes back in the register `ANSWER` when the frame
runs. Choices of several things, orders and divisions are asked step by step: each step is a
decision of its own and carries what has been answered so far.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from interpreter.lang import ir, types
from interpreter.program.expressions import Expressions
from interpreter.program.layout import MOST_LISTED, mask_function
from interpreter.program.module import Site, conjuncts
from interpreter.program.nodes import AskOrder, Body, Raw
from interpreter.program.reasons import Reasons
from interpreter.program.writer import After
from interpreter.source import Span

_FORMS = {
    ir.OneOf: "one",
    ir.NumberFrom: "number",
    ir.YesOrNo: "yes_no",
    ir.OrderOf: "order",
    ir.Several: "several",
    ir.Division: "division",
}


class Choices(Reasons):
    """Writes decisions; other halves of the class write control flow and operations."""

    @abstractmethod
    def inner(self) -> Self:
        """Return a writer for a block of the same routine that runs in frames of its own."""

    # ---- who, and the price ----------------------------------------------------------------------

    def _site(
        self,
        form: str,
        name: str,
        prompt: str | None,
        *,
        of: str = "",
        may: bool = False,
        labels: tuple[str, ...] = (),
        span: Span | None = None,
        looks: tuple[str, str] | None = None,
    ) -> int:
        """Return the number of the place of decision that is written."""
        return self.module.add_site(
            Site(
                form,
                of,
                name,
                prompt or "",
                labels,
                self.routine.title,
                span or self.function.span,
                may,
                form in ("several", "order", "division"),
                looks,
            )
        )

    def _asked(self, who: ir.Expression | None) -> str:
        """Return the name under which the player who is asked is kept."""
        return self.me if who is None else self.temporary(self.expressions.value(who))

    def _payable(self, prices: Sequence[ir.Price], who: str) -> str | None:
        """Return the code that tells whether a player can pay some prices."""
        tests = []
        for price in prices:
            left = self.values.payable_code(price.resource, who)
            if self.secret is not None and price.resource in self.secret:
                left = f"{left} - {self.secret[price.resource]}"
            tests.append(f"{self.expressions.value(price.amount)} <= {left}")
        return " and ".join(tests) or None

    def _payments(self, prices: Sequence[ir.Price], who: str) -> Body:
        """Return the statements that pay some prices; in secret they are put in reserve."""
        if self.secret is None:
            actor = Raw(who, types.PLAYER)
            known, amounts = self._amounts(prices)
            pays = tuple(
                ir.Do(
                    ir.Event("pay", price.resource),
                    (ir.Amount(amount, or_all=False),),
                    actor=actor,
                )
                for price, amount in zip(prices, amounts, strict=True)
            )
            return (*known, *pays)
        return tuple(
            ir.Change("add", Raw(self.secret[price.resource], types.NUMBER), _owed(price.amount))
            for price in prices
        )

    def _amounts(self, prices: Sequence[ir.Price]) -> tuple[Body, list[ir.Expression]]:
        """Return statements that work out a price as a whole, and its amounts, one a resource."""
        amounts = [price.amount for price in prices]
        if len(prices) < 2 or all(isinstance(amount, ir.Constant) for amount in amounts):
            return (), amounts
        names = [self.module.fresh("Price") for _ in prices]
        known = tuple(ir.Let(*pair) for pair in zip(names, amounts, strict=True))
        return known, [ir.Local(name, types.NUMBER) for name in names]

    # ---- choose ----------------------------------------------------------------------------------

    def ask_choose(self, statement: ir.Choose) -> None:
        """Write a `choose` and go on behind it, with the answer under its name."""
        statement = self._without_order(statement)
        who = self._asked(statement.who)
        form = _FORMS[type(statement.source)]
        site = self._site(
            form,
            statement.name,
            statement.prompt,
            of=self._options_of(statement),
            may=statement.may,
            span=statement.span,
            looks=_zones_of(statement),
        )
        asking = {
            "order": self._ask_order,
            "several": self._ask_several,
            "division": self._ask_division,
        }.get(form, self._ask_one)
        none = asking(statement, who, site)
        self.declare(self.name(statement.name))
        pays = self._payments(statement.paying, who)
        without = statement.if_none or ()
        if none is None or not (without or pays):
            with self.inner_scope():
                for payment in pays:
                    self.sequence_one(payment)
            return
        if not self.calls.asks_any((*without, *pays)):
            with self.function.block(f"if {none}:"), self.inner_scope():
                self.plain_block(without)
            if pays:
                with self.function.block("else:"), self.inner_scope():
                    self.plain_block(pays)
            return
        join = self.reserve()
        self.stopping_if(((Raw(none, types.TRUTH), without),), pays, join)
        self.begin(join)

    def _without_order(self, statement: ir.Choose) -> ir.Choose:
        """Return a choice whose options do not show an order that is hidden.

        Options from an ordered zone that not everybody sees into come in the stable order of their
        kind, not in that of the zone.
        """
        source: Any = statement.source
        domain = getattr(source, "domain", None)
        if not isinstance(domain, ir.Zone) or not isinstance(domain.type, types.ListOf):
            return statement
        if self.values.seen_function(domain.kind, domain.name) is None:
            return statement
        members = ir.AsSet(domain, types.SetOf(domain.type.inner), span=domain.span)
        return replace(statement, source=replace(source, domain=members))

    def _options_of(self, statement: ir.Choose) -> str:
        """Return the kind or word list of the options, with `stack of ` before a kind of pieces."""
        domain = _domain_of(statement)
        if domain is None:
            return ""
        inner = getattr(domain.type, "inner", domain.type)
        if isinstance(inner, types.Stack):
            return f"stack of {inner.piece}"
        return inner.name if isinstance(inner, types.Kind | types.Word) else ""

    def _none_number(self, type_: types.Type) -> str:
        inner = type_.inner if isinstance(type_, types.Optional) else type_
        return f"({types.nothing_of(inner)})"

    def _ask_one(self, statement: ir.Choose, who: str, site: int) -> str | None:
        """Ask for one thing or number.

        Return the code that tells that there is no answer, if that can be.
        """
        name = self.name(statement.name)
        none = self._none_number(statement.type)
        options = self._list_options(statement, who)
        after = self.reserve()
        self._reasons_of_one(statement, who, site, after)
        claimed = _is_claimed(statement)
        declined = none if statement.may else None
        self._offer(who, site, options, after, none=None if claimed else none, declined=declined)
        self.begin_answer(after)
        self.function.add(f"{name} = S[2]")
        return None if claimed else f"{name} == {none}"

    def _reasons_of_one(self, statement: ir.Choose, who: str, site: int, after: int) -> None:
        """Write why a thing or number is not among the options."""
        source = statement.source
        domain = "(1, 0)"
        if isinstance(source, ir.OneOf):
            domain = self.expressions.iterate(source.domain)
        elif isinstance(source, ir.NumberFrom):
            least, most = self.expressions.value(source.least), self.expressions.value(source.most)
            domain = f"range({least}, {most} + 1)"
        where = source.where if isinstance(source, ir.OneOf | ir.NumberFrom) else None
        tests = () if where is None else (where,)
        payable = self._payable(statement.paying, who)
        name = self.name(statement.name)
        self.write_reasons(site, after, name, domain=domain, tests=tests, payable=payable)

    def _list_options(self, statement: ir.Choose, who: str) -> str:
        """Return the code of the options of a choice of one."""
        source, name = statement.source, self.name(statement.name)
        where = source.where if isinstance(source, ir.OneOf | ir.NumberFrom) else None
        payable = self._payable(statement.paying, who)
        if isinstance(source, ir.OneOf) and where is not None:
            inner = getattr(source.domain.type, "inner", source.domain.type)
            if not isinstance(source.domain.type, types.ListOf):
                binder = ir.Binder(statement.name, source.domain, inner)
                paid = () if payable is None else (Raw(f"({payable})", types.TRUTH),)
                test = ir.Both((*conjuncts(where), *paid), types.TRUTH)
                return self.expressions.listed(name, (binder,), test)
        if where is None and payable is None:
            loop = self._candidates(source, self.expressions)
            return loop if not loop.startswith("dict") else f"tuple({loop})"

        def options(writer: Expressions) -> str:
            tests = [] if where is None else [writer.truth(where)]
            tests += [] if payable is None else [payable]
            loop = self._candidates(source, writer)
            return f"[{name} for {name} in {loop} if {' and '.join(tests)}]"

        work = self.values.work
        count = work.members(source.domain) if isinstance(source, ir.OneOf) else MOST_LISTED
        return self.expressions.weighed(count * (1 + work.of(where)) + work.of(source), options)

    def _candidates(self, source: ir.Source, writer: Expressions) -> str:
        """Return the code of what a choice of one is from, whether or not it can be chosen."""
        if isinstance(source, ir.OneOf):
            loop = writer.iterate(source.domain)
            # What stands twice in a list is one option.
            several = isinstance(source.domain.type, types.ListOf)
            return f"dict.fromkeys({loop})" if several else loop
        if isinstance(source, ir.NumberFrom):
            bounds = f"{writer.value(source.least)}, {writer.value(source.most)}"
            return writer.taken(f"numbers({bounds})")
        return "(1, 0)"

    # ---- choices in several steps ---------------------------------------------------------------

    def _offer(
        self,
        who: str,
        site: int,
        options: str,
        after: int,
        *,
        none: str | None,
        declined: str | None,
    ) -> None:
        """Write that one of some options is asked for; the answer comes to `after`.

        Without options the answer is `none`, or, if that is None, they were claimed to be there.
        `declined` is the option that declines, if there is one.
        """
        frame = self.frame(after)
        self.function.add(f"o = {options}")
        with self.function.block("if o:"):
            offered = "tuple(o)" if declined is None else f"(*o, {declined})"
            self.function.add(f"S[1] = (({who}, {site}, {offered}, {frame}, None),)")
            self.function.add("return None")
        if none is None:
            self.function.add("never_none()")
        else:
            self.function.add(f"S[2] = {none}")
            self.function.add(f"return {frame}")

    def _offer_step(self, who: str, site: int, options: str, frame: str, partial: str) -> None:
        """Write that a step is asked."""
        self.function.add(f"S[1] = (({who}, {site}, {options}, {frame}, {partial}),)")
        self.function.add("return None")

    def _ask_order(self, statement: ir.Choose, who: str, site: int) -> str | None:
        """Ask which comes first, which next; return the code that tells that it was declined."""
        if not isinstance(statement.source, ir.OrderOf):
            raise TypeError(statement.source)
        domain = statement.source.domain
        members = types.ListOf(getattr(domain.type, "inner", types.UNKNOWN))
        rest = self.temporary(f"tuple({self.expressions.iterate(domain)})", members)
        done = self.temporary("()", members)
        declined = self.temporary("0")
        payable = self._payable(statement.paying, who)
        if payable is not None:
            self.function.add(f"{self.name(statement.name)} = {rest}")
            fail = f"{rest}, {declined} = (), 1"
            if _is_claimed(statement):
                fail = "never_none()"
            self.function.add(f"if not ({payable}): {fail}")
        step, loop = self.reserve(), self.reserve()
        self.function.add(f"return {self.frame(loop)}")
        self.begin_answer(step)
        with self.function.block("if S[2] == DECLINE:"):
            self.function.add(f"{rest}, {declined} = (), 1")
        with self.function.block("else:"):
            self.function.add(f"{done} += (S[2],)")
            self.function.add(f"{rest} = tuple([x for x in {rest} if x != S[2]])")
        self.jump(loop)
        self.begin(loop)
        with self.function.block(f"if {rest}:"):
            extra = f" if {done} else {rest} + (DECLINE,)" if statement.may else ""
            self._offer_step(who, site, f"{rest}{extra}", self.frame(step), done)
        self.function.add(f"{self.name(statement.name)} = {done}")
        return declined if statement.may or payable is not None else None

    def _ask_several(self, statement: ir.Choose, who: str, site: int) -> str | None:
        """Ask for one member after the other, in stable order, until it is enough."""
        source = statement.source
        if not isinstance(source, ir.Several):
            raise TypeError(source)
        name = self.name(statement.name)
        members = types.ListOf(getattr(source.domain.type, "inner", types.UNKNOWN))
        among = self.temporary(f"tuple({self.expressions.iterate(source.domain)})", members)
        least = self.expressions.value(source.least)
        most = f"len({among})" if source.most is None else self.expressions.value(source.most)
        most = self.temporary(f"min({most}, len({among}))")
        least = self.temporary(f"min({least}, len({among}))" if source.or_all else least)
        done, none = self.temporary("()", members), self.temporary("0")
        step, loop = self.reserve(), self.reserve()
        self.function.add(f"return {self.frame(loop)}")
        self.begin_answer(step)
        with self.function.block("if S[2] == DECLINE:"):
            self.function.add(f"{none} = 1")
        with self.function.block("elif S[2] == DONE:"):
            self.function.add(f"{most} = len({done})")
        with self.function.block("else:"):
            self.function.add(f"{done} += (S[2],)")
        self.jump(loop)
        self.begin(loop)
        with self.often():
            tests = [] if source.such_that is None else [self.expressions.truth(source.such_that)]
            tests += list(filter(None, [self._payable(statement.paying, who)]))
        test = f"lambda {name}: {' and '.join(tests)}" if tests else "None"
        with self.function.block(f"if not {none}:"):
            self.function.add(f"o = several_options({among}, {done}, {least}, {most}, {test})")
            with self.function.block("if o and o != (DONE,):"):
                extra = f" if {done} else o + (DECLINE,)" if statement.may else ""
                self._offer_step(who, site, f"o{extra}", self.frame(step), done)
            with self.function.block("if not o:"):
                self.function.add("never_none()" if _is_claimed(statement) else f"{none} = 1")
        self.function.add(f"{name} = {mask_function(members.inner)}({done})")
        return none

    def _ask_division(self, statement: ir.Choose, who: str, site: int) -> str | None:
        """Ask how much each member gets, in stable order."""
        source = statement.source
        if not isinstance(source, ir.Division):
            raise TypeError(source)
        name, binder = self.name(statement.name), source.binder
        item = self.name(binder.name)
        listed = self.expressions.listed(item, (binder,), source.where)
        total = self.temporary(self.expressions.value(source.total))
        among = self.temporary(f"tuple({listed})", types.ListOf(binder.type))
        limits = self.temporary(self._limits(source, item, among, total))
        self.function.add(f"{limits} = tuple({limits})")
        done, none = self.temporary("()"), self.temporary("0")
        exact = source.mode != "up_to"
        count = self.layout.count_of(binder.type)
        fail = "never_none()" if _is_claimed(statement) else f"{none} = 1"
        with self.often():
            payable = self._payable(statement.paying, who)
        test = "None"
        if payable is not None:
            test = f"lambda d: (lambda {name}: {payable})(divided({count}, {among}, d))"
        given = f"{total}, {limits}, {{}}, {int(exact)}, {test}"
        if source.mode == "or_all":
            self.function.add(f"{total} = min({total}, sum({limits}))")
        elif exact:
            self.function.add(f"if {total} > sum({limits}): {fail}")
        if payable is not None:
            self.function.add(f"if not {none} and not can_be_divided({given.format('()')}): {fail}")
        step, loop = self.reserve(), self.reserve()
        self.function.add(f"return {self.frame(loop)}")
        self.begin_answer(step)
        with self.function.block("if S[2] == DECLINE:"):
            self.function.add(f"{none} = 1")
        with self.function.block("else:"):
            self.function.add(f"{done} += (S[2],)")
        self.jump(loop)
        self.begin(loop)
        with self.function.block(f"if not {none} and len({done}) < len({among}):"):
            self.function.add(f"o = division_options({given.format(done)})")
            extra = f" if {done} else o + (DECLINE,)" if statement.may else ""
            self._offer_step(who, site, f"o{extra}", self.frame(step), f"({among}, {done})")
        self.function.add(f"{name} = divided({count}, {among}, {done})")
        return none

    def _limits(self, source: ir.Division, item: str, among: str, total: str) -> str:
        """Return the code of how much each member of a division can get at most."""
        limit, work = source.limit, self.values.work
        if limit is None:
            return f"[{total} for {item} in {among}]"
        return self.expressions.weighed(
            work.members(source.binder.domain) * (1 + work.of(limit)),
            lambda writer: f"[{writer.value(limit)} for {item} in {writer.taken(among)}]",
        )

    # ---- may, and labelled blocks ----------------------------------------------------------------

    def ask_may(self, statement: ir.May, after: After) -> None:
        """Write a `may`: it is not asked when it cannot be paid."""
        who = self._asked(statement.who)
        site = self._site("may", "", statement.prompt, may=True, span=statement.span)
        payable = self._payable(statement.paying, who)
        answered = self.reserve()
        if payable is not None:
            with self.function.block(f"if not ({payable}):"):
                self.function.add("S[2] = 0")
                self.function.add(f"return {self.frame(answered)}")
        self._offer_step(who, site, "YES_NO", self.frame(answered), "None")
        self.begin_answer(answered)
        pays = self._payments(statement.paying, who)
        self.stopping_if(
            ((Raw("S[2]", types.TRUTH), (*pays, *statement.body)),), statement.otherwise, after
        )

    def ask_branch(self, statement: ir.ChooseBranch, after: After) -> None:
        """Write labelled blocks, of which the player takes one that is open to him."""
        who = self._asked(statement.who)
        labels = tuple(branch.label for branch in statement.branches)
        site = self._site(
            "branch", "", statement.prompt, may=statement.may, labels=labels, span=statement.span
        )
        self.function.add("o = []")
        for number, branch in enumerate(statement.branches):
            tests = [] if branch.condition is None else [self.expressions.truth(branch.condition)]
            payable = self._payable(branch.paying, who)
            tests += [] if payable is None else [payable]
            head = f"if {' and '.join(tests)}: " if tests else ""
            self.function.add(f"{head}o.append({number})")
        answered = self.reserve()
        payables = [self._payable(branch.paying, who) for branch in statement.branches]
        self.write_branch_reasons(site, answered, statement.branches, payables)
        declined = "DECLINE" if statement.may else None
        self._offer(who, site, "o", answered, none="DECLINE", declined=declined)
        self.begin_answer(answered)
        branches = tuple(
            (
                Raw(f"S[2] == {number}", types.TRUTH),
                (*self._payments(branch.paying, who), *branch.body),
            )
            for number, branch in enumerate(statement.branches)
        )
        self.stopping_if(branches, statement.if_none or (), after)

    def ask_order_of_hooks(self, statement: AskOrder) -> None:
        """Write that the actor picks which of several hooks comes next."""
        site = self._site("hook", statement.name, statement.title, labels=statement.labels)
        answered = self.reserve()
        self.function.add(f"o = bits({statement.ready})")
        self.function.add(f"return offer_order(S, v_actor, {site}, o, {self.frame(answered)})")
        self.begin_answer(answered)
        self.function.add(f"{self.name(statement.name)} = S[2]")
        self.declare(self.name(statement.name))

    # ---- in secret -------------------------------------------------------------------------------

    def ask_secretly(self, statement: ir.Secretly) -> None:
        """Write a block that players answer at once, each in a frame of his own.

        Joined at the end.
        """
        item = self.name(statement.binder.name)
        listed = self.expressions.listed(item, (statement.binder,), statement.where)
        resources = list(self.calls.reserved_in(statement.body))
        body, join = self.reserve(), self.reserve()
        outer = self.saved[join]
        self.saved[body] = (*outer, item)
        self.function.add(f"p = tuple({listed})")
        self.function.add(f"S[4] = ({self.frame(join)}, p, (None,) * len(p))")
        frames = ", ".join([str(body), "(0, None, i)", "me", *outer, item])
        self.function.add(f"return begin_secret(S, T, [({frames}) for i, {item} in enumerate(p)])")
        self._write_secret_body(statement, body, resources)
        self.begin(join)
        self.function.add("p, q = S[3]")
        for number, (name, type_) in enumerate(statement.names):
            default = self._unasked(type_)
            table = f"spread(p, q, {number}, {self.layout.players}, {default})"
            self.function.add(f"{self.name(name)} = {table}")
            self.declare(self.name(name))
        self._pay_reserved(resources, len(statement.names))

    def _write_secret_body(self, statement: ir.Secretly, body: int, resources: list[str]) -> None:
        """Write what one player answers.

        Its results are the names and what he has put in reserve.
        """
        names = [self.name(name) for name, _ in statement.names]
        reserved = {resource: f"w_{resource}" for resource in resources}
        inner = self.inner()
        inner.may_stop = True
        inner.saved = {**self.saved}
        inner.plan_at = {body: 0}
        inner.secret = reserved
        inner.function.span = self.function.span
        inner.begin(body)
        for name, type_ in statement.names:
            inner.function.add(f"{self.name(name)} = {self._unasked(type_)}")
        for code in reserved.values():
            inner.function.add(f"{code} = 0")
        inner.scope.extend([*names, *reserved.values()])
        held = [*names, *reserved.values()]
        inner.ending = f"({', '.join(held)},)" if held else "()"
        inner.sequence(statement.body, None)
        self.module.close(inner.function)

    def _unasked(self, type_: types.Type) -> str:
        """Return the code of what a name of a secret block holds for a player who was not asked."""
        return "-1" if isinstance(type_, types.Kind | types.Word) else self.default(type_)

    def _pay_reserved(self, resources: list[str], first: int) -> None:
        """Write that everybody pays what he has put in reserve."""
        held = [
            self.temporary(f"spread(p, q, {first + number}, {self.layout.players}, 0)")
            for number in range(len(resources))
        ]
        for resource, reserve in zip(resources, held, strict=True):
            payer = self.module.fresh("payer")
            amount = Raw(f"{reserve}[v_{payer}]", types.NUMBER)
            pay = ir.Do(
                ir.Event("pay", resource),
                (ir.Amount(amount, or_all=False),),
                actor=ir.Local(payer, types.PLAYER),
            )
            everybody = ir.Every(types.PLAYER.name, types.SetOf(types.PLAYER))
            binder = ir.Binder(payer, everybody, types.PLAYER)
            self.sequence_one(ir.ForEach((binder,), amount, (pay,)))


def _is_claimed(statement: ir.Choose) -> bool:
    """Whether there must be an answer: the text says so, or says nothing of there being none."""
    return not statement.may and statement.if_none is None


def _domain_of(statement: ir.Choose) -> Any:
    """Return what the options of a choice are members of, None where they are no members."""
    source = statement.source
    return (
        source.binder.domain if isinstance(source, ir.Division) else getattr(source, "domain", None)
    )


def _zones_of(statement: ir.Choose) -> tuple[str, str] | None:
    """Return the zones into which the options of a choice let a player look."""
    domain = _domain_of(statement)
    while isinstance(domain, ir.AsSet | ir.AsList):
        domain = domain.operand
    return (domain.kind, domain.name) if isinstance(domain, ir.Zone) else None


def _owed(amount: ir.Expression) -> ir.Expression:
    """Return an amount that is to be paid: never less than nothing."""
    if isinstance(amount, ir.Constant):
        return amount
    return ir.Function("max", (ir.Constant(0, types.NUMBER), amount), None, types.NUMBER)
