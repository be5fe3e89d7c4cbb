"""Draws statements over the toy pack `tests/corpus/packs/market`; the other half is `drawing`."""

from collections.abc import Callable
from typing import Any

from interpreter.lang import ir, types
from interpreter.lang.types import HALF, NUMBER, PLAYER, TRUTH, ListOf, Optional, SetOf, Type
from tests.oracle.drawing import CAUSE, COLOUR, DEED, SINGLE, STALL, TOKEN, WARE, Drawing

LET = (
    *(NUMBER, HALF, TRUTH, *SINGLE),
    *map(Optional, (*SINGLE, NUMBER)),
    *(SetOf(STALL), SetOf(PLAYER), SetOf(WARE), ListOf(STALL), ListOf(WARE), SetOf(COLOUR)),
)
FIELDS: tuple[tuple[types.Kind | str, str, Type], ...] = (
    *((PLAYER, name, NUMBER) for name in ("score", "gold", "credit", "fame")),
    (PLAYER, "half_score", HALF),
    (PLAYER, "ready", TRUTH),
    (PLAYER, "home", Optional(STALL)),
    (PLAYER, "luck", Optional(NUMBER)),
    (PLAYER, "owned", SetOf(STALL)),
    (PLAYER, "path", ListOf(STALL)),
    (STALL, "level", NUMBER),
    (STALL, "owner", Optional(PLAYER)),
    (STALL, "sort", COLOUR),
    ("square", "days", NUMBER),
    ("square", "open_stalls", SetOf(STALL)),
    ("square", "last", Optional(PLAYER)),
)


class DrawnStatements(Drawing):
    """Draws effects."""

    def body(self, depth: int, most: int = 4) -> ir.Body:
        """Return some statements; a way out stands only at the end."""
        made: list[Any] = []
        for _ in range(self.number(1, most)):
            made.append(self.statement(depth))
            if isinstance(made[-1], ir.Go):
                break
        return tuple(made)

    def block(self, depth: int) -> ir.Body:
        """Return a block whose names are forgotten."""
        with self.scope():
            return self.body(depth, 3)

    def statement(self, depth: int) -> Any:
        """Return a statement."""
        makers: list[Callable[[], Any]] = [self.let, self.choose, self.choose, self.change_local]
        if self.secret is None:
            makers += [self.change, self.change]
        if self.secret is None and not self.plan:
            makers += [self.operation] * 5 + [self.rule, self.perform, self.go]
        elif self.secret is not None:
            makers += [self.rule]
        if depth > 0:
            less = depth - 1
            makers += [
                lambda: self.if_(less),
                lambda: self.for_each(less),
                lambda: self.repeat(less),
            ]
            if self.secret is None and not self.plan:
                makers += [
                    lambda: self.choose_branch(less),
                    lambda: self.may(less),
                    lambda: self.secretly(less),
                    lambda: self.plan_(less),
                ]
        return self.one_of(makers)

    # ---- names and fields ------------------------------------------------------------------------

    def let(self) -> ir.Let:
        type_ = self.item(LET)
        value = self.expression(type_, 3)
        name = self.fresh()
        self.locals[name] = type_
        self.changing.add(name)
        return ir.Let(name, value)

    def change_local(self) -> Any:
        known = [name for name in self.locals if name in self.changing]
        if not known:
            return self.let()
        name = self.item(known)
        return self.changed(ir.Local(name, self.locals[name]), self.locals[name])

    def change(self) -> ir.Change:
        if self.chance(8):
            table = self.of(PLAYER, "marks", types.Table(NUMBER, (COLOUR,)), 1)
            return self.changed(ir.Index(table, (self.expression(COLOUR, 1),), NUMBER), NUMBER)
        owner, name, type_ = self.item(FIELDS)
        if isinstance(owner, str):
            return self.changed(ir.GlobalField(owner, name, type_), type_)
        return self.changed(self.of(owner, name, type_, 1), type_)

    def changed(self, target: Any, type_: Type) -> ir.Change:
        operation, wanted = "set", type_
        if isinstance(type_, types.Number | types.Half):
            operation = self.item(("set", "add", "subtract"))
        elif isinstance(type_, types.SetOf | types.ListOf):
            operation = self.item(("set", "include", "exclude"))
            if operation != "set":
                wanted = type_.inner
                if isinstance(type_, types.SetOf) and self.chance():
                    wanted = type_
        return ir.Change(operation, target, self.expression(wanted, 2))

    # ---- decisions -------------------------------------------------------------------------------

    def who(self) -> Any:
        if self.secret is not None:
            return ir.Local(self.secret, PLAYER)
        return self.expression(PLAYER, 1) if self.chance(3) and not self.plan else None

    def price(self) -> tuple[ir.Price, ...]:
        if not self.chance(3):
            return ()
        names = ["gold", "credit", "fame"][: self.number(1, 3)]
        return tuple(ir.Price(name, self.expression(NUMBER, 1)) for name in names[-2:])

    def choose(self) -> ir.Choose:
        who, name, may = self.who(), self.fresh(), self.chance(3)
        with self.scope():
            ways = [self.one, self.one, self.from_to, self.yes_or_no]
            ways += [self.order, self.several, self.division]
            source, type_ = self.one_of(ways)(name)
            if not isinstance(source, ir.Several):
                self.locals[name] = type_
            paying = self.price()
        single = isinstance(source, ir.OneOf | ir.NumberFrom | ir.YesOrNo)
        never = not may and self.chance(6)
        if_none = None
        if not never and self.chance(3):
            if_none = self.block(0)
        if single and not never:
            type_ = Optional(type_)
        self.locals[name] = type_
        return ir.Choose(who, may, name, type_, source, paying, None, if_none, never)

    def one(self) -> Any:
        inner = self.item(SINGLE)
        domain = self.expression(self._many(inner), 2)

        def made(name: str) -> tuple[Any, Type]:
            self.locals[name] = inner
            return ir.OneOf(domain, self.expression(TRUTH, 2) if self.chance() else None), inner

        return made

    def from_to(self) -> Any:
        least, most = ir.Constant(self.number(0, 2), NUMBER), self.expression(NUMBER, 1)
        most = self.function("min", NUMBER, most, ir.Constant(6, NUMBER))

        def made(name: str) -> tuple[Any, Type]:
            self.locals[name] = NUMBER
            where = self.expression(TRUTH, 2) if self.chance() else None
            return ir.NumberFrom(least, most, where), NUMBER

        return made

    def yes_or_no(self) -> Any:
        return lambda _: (ir.YesOrNo(), TRUTH)

    def order(self) -> Any:
        inner = self.item((PLAYER, COLOUR, DEED))
        domain = self.expression(SetOf(inner), 2)
        return lambda _: (ir.OrderOf(domain), ListOf(inner))

    def several(self) -> Any:
        inner = self.item(SINGLE)
        domain = self.expression(SetOf(inner), 2)
        least, most = ir.Constant(self.number(0, 2), NUMBER), None
        or_all = False
        match self.number(0, 3):
            case 0:
                most = least
            case 1:
                most, or_all = least, True
            case 2:
                most = self.expression(NUMBER, 1)

        def made(name: str) -> tuple[Any, Type]:
            self.locals[name] = SetOf(inner)
            such = self.expression(TRUTH, 2) if self.chance() else None
            return ir.Several(domain, least, most, or_all, such), SetOf(inner)

        return made

    def division(self) -> Any:
        inner = self.item((PLAYER, STALL, COLOUR))
        total = ir.Constant(self.number(0, 4), NUMBER)
        binder = ir.Binder(self.fresh(), self.expression(SetOf(inner), 2), inner)
        with self.among(binder.name, inner):
            where = self.expression(TRUTH, 1) if self.chance() else None
            limit = self.expression(NUMBER, 1) if self.chance() else None
        mode = self.item(("exact", "or_all", "up_to"))
        source = ir.Division(total, mode, binder, where, limit)
        return lambda _: (source, types.Table(NUMBER, (inner,)))

    def choose_branch(self, depth: int) -> ir.ChooseBranch:
        who, branches = self.who(), []
        for number in range(self.number(1, 3)):
            condition = self.expression(TRUTH, 1) if self.chance() else None
            branches.append(ir.Branch(f"Way {number}", condition, self.price(), self.block(depth)))
        if_none = self.block(depth) if self.chance() else None
        return ir.ChooseBranch(who, self.chance(3), "Which way?", tuple(branches), if_none)

    def may(self, depth: int) -> ir.May:
        otherwise = self.block(depth) if self.chance() else ()
        return ir.May(self.who(), "Really?", self.price(), self.block(depth), otherwise)

    # ---- blocks ----------------------------------------------------------------------------------

    def if_(self, depth: int) -> ir.If:
        branches = tuple(
            (self.expression(TRUTH, 2), self.block(depth)) for _ in range(self.number(1, 2))
        )
        return ir.If(branches, self.block(depth) if self.chance() else ())

    def for_each(self, depth: int) -> ir.ForEach:
        with self.scope():
            binders = self.binders(1)
            where = self.expression(TRUTH, 2) if self.chance() else None
            return ir.ForEach(binders, where, self.round(depth))

    def repeat(self, depth: int) -> ir.Repeat:
        times = self.function("min", NUMBER, self.expression(NUMBER, 1), ir.Constant(3, NUMBER))
        condition = self.expression(TRUTH, 2) if self.chance() else None
        return ir.Repeat(times, condition, self.round(depth))

    def round(self, depth: int) -> ir.Body:
        """Return the body of a loop."""
        self.loops += 1
        body = self.block(depth)
        self.loops -= 1
        return body

    def secretly(self, depth: int) -> ir.Secretly:
        before, loops = dict(self.locals), self.loops
        domain = self.expression(SetOf(PLAYER), 2)
        name = self.fresh()
        changing, self.changing = self.changing, set()
        self.locals[name] = PLAYER
        where = self.expression(TRUTH, 1) if self.chance(3) else None
        self.secret, self.loops = name, 0
        body = self.body(depth, 3)
        self.secret, self.loops = None, loops
        made = {
            key: type_ for key, type_ in self.locals.items() if key not in before and key != name
        }
        self.locals, self.changing = before, changing
        for key, type_ in made.items():
            plain = isinstance(type_, types.Kind | types.Word)
            self.locals[key] = types.Table(Optional(type_) if plain else type_, (PLAYER,))
        return ir.Secretly(ir.Binder(name, domain, PLAYER), where, body, tuple(made.items()))

    def plan_(self, depth: int) -> ir.Plan:
        self.plan = True
        body = self.body(depth, 3)
        self.plan = False
        return ir.Plan("A plan", body)

    def go(self) -> ir.Go:
        ways = ["nothing", "nothing", "leave rule"] + ["next", "leave loop"] * bool(self.loops)
        return ir.Go("end game" if self.chance(12) else self.item(ways))

    # ---- operations ------------------------------------------------------------------------------

    def amount(self, *, exact: bool = True, or_all: bool = True) -> ir.Amount:
        ways = ["exact"] * exact + ["or all", "all"] * or_all
        way = self.item(ways)
        number = None if way == "all" else self.expression(NUMBER, 1)
        return ir.Amount(number, way != "exact")

    def actor(self) -> Any:
        return self.expression(PLAYER, 1) if self.chance(3) else None

    def cause(self) -> Any:
        return self.expression(Optional(CAUSE), 1) if self.chance() else None

    def wares(self) -> Any:
        return self.one_of(
            [
                lambda: self.expression(WARE, 2),
                lambda: self.expression(SetOf(WARE), 2),
                lambda: self.zone(1, ordered=True),
            ]
        )

    def any_zone(self) -> ir.Zone:
        return self.zone(1, ordered=self.chance())

    def operation(self) -> ir.Do:
        """Return an operation."""

        def place() -> Any:
            return self.expression(STALL, 1)

        def owner() -> Any:
            return self.expression(PLAYER, 1)

        return self.one_of(
            [
                lambda: self.do("place", "men", self.amount(), owner(), place()),
                lambda: self.do(
                    "remove_pieces", "men", self.amount(), owner(), place(), self.cause()
                ),
                lambda: self.do("move_pieces", "men", self.amount(), owner(), place(), place()),
                lambda: self.do("remove_things", "ware", self.wares(), self.cause()),
                self.move,
                self.move,
                lambda: self.do("swap", "ware", self.expression(WARE, 2), self.expression(WARE, 2)),
                self.create,
                lambda: self.do("destroy", "token", ir.Every("token", SetOf(TOKEN))),
                *(
                    (lambda name=name: self.do("destroy", "token", ir.Local(name, TOKEN)))
                    for name, known in self.locals.items()
                    if known == TOKEN
                ),
                lambda: self.do(
                    "gain", self.resource(), self.amount(or_all=False), actor=self.actor()
                ),
                lambda: self.do(
                    "pay", self.resource(), self.amount(or_all=False), actor=self.actor()
                ),
                lambda: self.do(
                    "lose", self.resource(), self.amount(exact=False), actor=self.actor()
                ),
                self.draw_,
                lambda: self.do("shuffle", "ware", self.zone(1, ordered=True)),
                self.roll,
                lambda: self.do("reveal", "ware", self.wares(), self.watchers()),
            ]
        )

    def do(
        self, operation: str, noun: str, *arguments: Any, actor: Any = None, **more: Any
    ) -> ir.Do:
        return ir.Do(ir.Event(operation, noun), arguments, actor, **more)

    def resource(self) -> str:
        return self.item(("gold", "credit", "fame"))

    def watchers(self) -> Any:
        return self.expression(SetOf(PLAYER), 1) if self.chance() else None

    def result(self, type_: Type) -> str | None:
        if not self.chance():
            return None
        name = self.fresh()
        self.locals[name] = type_
        return name

    def move(self) -> ir.Do:
        things, goal = self.wares(), self.any_zone()
        end = self.item(("top", "bottom", None)) if isinstance(goal.type, ListOf) else None
        return self.do("move_things", "ware", things, goal, end=end)

    def create(self) -> ir.Do:
        fields = (
            self.expression(Optional(PLAYER), 1) if self.chance() else None,
            self.expression(NUMBER, 1) if self.chance() else None,
        )
        return self.do("create", "token", *fields, result=self.result(TOKEN))

    def draw_(self) -> ir.Do:
        arguments = (self.amount(), self.zone(1, ordered=True), self.any_zone())
        return self.do("draw", "ware", *arguments, result=self.result(ListOf(WARE)))

    def roll(self) -> ir.Do:
        die = self.item(("d6", "wind", "corner"))
        return self.do("roll", die, result=self.result(self.spec.dice[die].type))

    def perform(self) -> ir.Do:
        arguments = (self.expression(DEED, 2), self.expression(STALL, 2))
        paying = self.item(("cost", "free"))
        actor = self.actor()
        return self.do("perform", "deed", *arguments, actor=actor, paying=paying, slot="effect")

    def rule(self) -> ir.Do:
        """Return a call of a rule; in secret of one that only asks."""
        if self.secret is not None:
            name, actor = "offer_for", ir.Local(self.secret, PLAYER)
        else:
            name, actor = self.item(("bid_for", "trade", "trade")), self.actor()
        arguments = (self.expression(one.type, 2) for one in self.spec.rules[name].parameters)
        given = tuple(arguments)
        return self.do("rule", name, *given, actor=actor, result=self.result(types.Record(name)))


def drawn_body(number: Callable[[int, int], int], spec: ir.GameSpec) -> ir.Body:
    """Return an effect; `number` gives a number from one to another."""
    return DrawnStatements(number, spec).body(2, 6)
