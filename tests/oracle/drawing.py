"""Draws well-typed expressions over the toy pack `tests/corpus/packs/market`.

They are as the checker would make them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from interpreter.lang import ir, types
from interpreter.lang.types import HALF, NUMBER, PLAYER, TRUTH, Kind, ListOf, Optional, SetOf, Type

STALL, WARE, DEED, TOKEN = Kind("stall"), Kind("ware"), Kind("deed"), Kind("token")
MEN = types.Stack("men")
COLOUR, CAUSE = types.Word("colour"), types.Word("cause")
KINDS = (PLAYER, STALL, WARE, DEED)
SINGLE = (*KINDS, COLOUR)
Maker = Callable[[], Any]


@dataclass
class Drawing:
    """Draws nodes.

    `number` gives a number from one to another, `locals` is what can be read, `changing` what can
    be set.
    """

    number: Callable[[int, int], int]
    spec: ir.GameSpec
    locals: dict[str, Type] = field(default_factory=dict)
    changing: set[str] = field(default_factory=set)
    made: int = 0
    loops: int = 0
    secret: str | None = None
    plan: bool = False

    # ---- drawing ---------------------------------------------------------------------------------

    def one_of(self, makers: Sequence[Maker]) -> Any:
        """Return what one of some makers makes."""
        return makers[self.number(0, len(makers) - 1)]()

    def chance(self, of: int = 2) -> bool:
        """Return yes once in `of` times; shrinks to no."""
        return self.number(0, of - 1) == of - 1

    def item(self, items: Sequence[Any]) -> Any:
        """Return one of some things."""
        return items[self.number(0, len(items) - 1)]

    def fresh(self) -> str:
        """Return a name that nothing has."""
        self.made += 1
        return f"n{self.made}"

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget names that are made inside."""
        known, changing = dict(self.locals), set(self.changing)
        yield
        self.locals, self.changing = known, changing

    @contextmanager
    def among(self, name: str, type_: Type) -> Iterator[None]:
        """Know a name inside."""
        with self.scope():
            self.locals[name] = type_
            yield

    def local_of(self, type_: Type) -> list[Maker]:
        """Return makers of the locals of a type."""
        return [
            (lambda name=name: ir.Local(name, type_))
            for name, known in self.locals.items()
            if known == type_
        ]

    def entries_of(self, type_: Type, depth: int) -> list[Maker]:
        """Return makers of the entries of tables and of the results of rules that are known."""
        makers: list[Maker] = []
        for name, known in self.locals.items():
            if isinstance(known, types.Table) and known.value == type_:
                makers.append(partial(self.entry, name, known, depth))
            elif isinstance(known, types.Record):
                fields = self.spec.rules[known.name].results
                for at, (part, of) in enumerate(fields):
                    if of == type_:
                        base = ir.Local(name, known)
                        makers.append(partial(ir.Part, base, part, at, type_))
        return makers

    def entry(self, name: str, table: types.Table, depth: int) -> ir.Index:
        """Return an entry of a table."""
        keys = tuple(self.expression(key, depth) for key in table.keys)
        return ir.Index(ir.Local(name, table), keys, table.value)

    # ---- expressions -----------------------------------------------------------------------------

    def expression(self, type_: Type, depth: int = 2) -> Any:
        """Return an expression of a type."""
        match type_:
            case types.Number():
                return self.one_of(self.numbers(depth))
            case types.Half():
                return self.one_of(self.halves(depth))
            case types.Truth():
                return self.one_of(self.truths(depth))
            case types.Optional(inner):
                return self.one_of(self.optionals(inner, depth))
            case types.SetOf(inner):
                return self.one_of(self.sets(inner, depth))
            case types.ListOf(inner):
                return self.one_of(self.lists(inner, depth))
        return self.one_of(self.singles(type_, depth))

    def pick(self, type_: Type, depth: int) -> ir.Pick:
        condition = self.expression(TRUTH, depth)
        return ir.Pick(
            condition, self.expression(type_, depth), self.expression(type_, depth), type_
        )

    def function(self, name: str, type_: Type, *arguments: Any, link: Any = None) -> ir.Function:
        return ir.Function(name, arguments, link, type_)

    def binders(self, depth: int, most: int = 2) -> tuple[ir.Binder, ...]:
        """Return names that go through sets or lists; they are known from now on."""
        binders = []
        for _ in range(self.number(1, most)):
            inner = self.item((*SINGLE, TOKEN, MEN))
            if isinstance(inner, types.Stack):
                domain: Any = ir.Stacks("men", SetOf(inner))
            elif inner == TOKEN:
                domain = ir.Every("token", SetOf(TOKEN))
            else:
                domain = self.expression(self.item((SetOf(inner), ListOf(inner))), depth)
            binders.append(ir.Binder(self.fresh(), domain, inner))
            self.locals[binders[-1].name] = inner
        return tuple(binders)

    def query(self, head: str, type_: Type, depth: int, of: Type | None = None) -> ir.Query:
        """Return a query; `of` is what a single name must go through (a set for `all` of a set)."""
        with self.scope():
            if of is None:
                binders = self.binders(depth - 1)
            else:
                domain = self.expression(SetOf(of) if head == "all" else self._many(of), depth - 1)
                binders = (ir.Binder(self.fresh(), domain, of),)
                self.locals[binders[0].name] = of
            where = self.expression(TRUTH, depth - 1) if self.chance() else None
            measure = None
            if head in ("sum", "highest", "lowest", "ranking"):
                inner = type_.inner if head in ("highest", "lowest") else NUMBER
                measure = self.expression(type_ if head == "sum" else inner, depth - 1)
            return ir.Query(head, binders, where, measure, type_)

    def _many(self, of: Type) -> Type:
        return self.item((SetOf(of), ListOf(of)))

    def _all_of_list(self, of: Type, depth: int) -> ir.Query:
        with self.scope():
            binder = ir.Binder(self.fresh(), self.expression(ListOf(of), depth), of)
            self.locals[binder.name] = of
            where = self.expression(TRUTH, depth) if self.chance() else None
            return ir.Query("all", (binder,), where, None, ListOf(of))

    def of(self, kind: Kind, name: str, type_: Type, depth: int) -> ir.Field:
        return ir.Field(kind.name, name, self.expression(kind, depth), type_)

    def fixed(self, kind: Kind, name: str, type_: Type, depth: int) -> ir.Fixed:
        return ir.Fixed(kind.name, name, self.expression(kind, depth), type_)

    def numbers(self, depth: int) -> list[Maker]:
        """Return makers of numbers."""
        less = depth - 1

        def one() -> Any:
            return self.expression(NUMBER, less)

        makers: list[Maker] = [
            lambda: ir.Constant(self.number(0, 6), NUMBER),
            *self.local_of(NUMBER),
            *self.entries_of(NUMBER, depth - 1),
            *(
                (lambda name=name: ir.Field("token", "size", ir.Local(name, TOKEN), NUMBER))
                for name, known in self.locals.items()
                if known == TOKEN
            ),
            lambda: self.of(PLAYER, self.item(("gold", "credit", "fame", "score")), NUMBER, 0),
            lambda: self.of(STALL, "level", NUMBER, 0),
            lambda: ir.GlobalField("square", "days", NUMBER),
            lambda: ir.OptionValue("extra", NUMBER),
        ]
        if depth <= 0:
            return makers
        return [
            *makers,
            lambda: ir.Arithmetic(self.item("+-*"), one(), one(), NUMBER),
            lambda: ir.Negative(one(), NUMBER),
            lambda: ir.Divide(
                one(),
                ir.Constant(self.item((1, 2, 3, -2)), NUMBER),
                self.item(("up", "down")),
                NUMBER,
            ),
            lambda: ir.RoundHalf(
                self.expression(HALF, less),
                ir.Constant(self.number(1, 3), NUMBER),
                self.item(("up", "down")),
                NUMBER,
            ),
            lambda: self.query("count", NUMBER, depth),
            lambda: self.query("sum", NUMBER, depth),
            lambda: self.pick(NUMBER, less),
            lambda: self.fixed(STALL, self.item(("row", "column")), NUMBER, less),
            lambda: self.fixed(WARE, "worth", NUMBER, less),
            lambda: ir.Pieces(
                "men", self.expression(STALL, less), self.expression(PLAYER, less), NUMBER
            ),
            lambda: ir.Supply("men", self.expression(PLAYER, less), NUMBER),
            lambda: self.function(self.item(("min", "max")), NUMBER, one(), one()),
            lambda: self.function(
                "size", NUMBER, self.expression(self._many(self.item(SINGLE)), less)
            ),
            lambda: ir.StaticTable(
                "price",
                (self.expression(COLOUR, less), ir.Constant(self.number(1, 2), NUMBER)),
                NUMBER,
            ),
            lambda: ir.Index(
                self.of(PLAYER, "marks", types.Table(NUMBER, (COLOUR,)), less),
                (self.expression(COLOUR, less),),
                NUMBER,
            ),
            lambda: ir.Computed(
                "rent", self.expression(STALL, less), (self.expression(PLAYER, less),), NUMBER
            ),
            lambda: ir.Computed("crowd", self.expression(STALL, less), (), NUMBER),
            lambda: ir.SlotValue(
                "deed",
                "worth",
                self.expression(DEED, less),
                (self.expression(PLAYER, less),),
                NUMBER,
            ),
            lambda: ir.CostOf(
                "deed", self.item(("gold", "credit")), self.expression(DEED, less), NUMBER
            ),
            *(
                (lambda name=name: ir.StackField(ir.Local(name, MEN), "men", "size", NUMBER))
                for name, known in self.locals.items()
                if known == MEN
            ),
        ]

    def halves(self, depth: int) -> list[Maker]:
        """Return makers of halves."""
        less = depth - 1

        def one() -> Any:
            return self.expression(HALF, less)

        makers: list[Maker] = [
            lambda: ir.Constant(self.number(0, 7), HALF),
            *self.local_of(HALF),
            lambda: self.of(PLAYER, "half_score", HALF, 0),
            lambda: self.fixed(WARE, "half_worth", HALF, 0),
            lambda: ir.AsHalf(self.expression(NUMBER, 0), HALF),
        ]
        if depth <= 0:
            return makers
        return [
            *makers,
            lambda: ir.Arithmetic(self.item("+-"), one(), one(), HALF),
            lambda: ir.Scale(one(), self.expression(NUMBER, less), HALF),
            lambda: ir.Divide(self.expression(NUMBER, less), ir.Constant(2, NUMBER), "exact", HALF),
            lambda: ir.Negative(one(), HALF),
            lambda: self.query("sum", HALF, depth),
            lambda: self.pick(HALF, less),
            lambda: self.function(self.item(("min", "max")), HALF, one(), one()),
            lambda: ir.Computed("weight", self.expression(STALL, less), (), HALF),
        ]

    def truths(self, depth: int) -> list[Maker]:
        """Return makers of conditions."""
        less = depth - 1
        makers: list[Maker] = [
            lambda: ir.Constant(self.number(0, 1), TRUTH),
            *self.local_of(TRUTH),
            *self.entries_of(TRUTH, depth - 1),
            lambda: self.of(PLAYER, "ready", TRUTH, 0),
            lambda: ir.OptionValue("busy", TRUTH),
        ]
        if depth <= 0:
            return makers

        def some() -> tuple[Any, ...]:
            return tuple(self.expression(TRUTH, less) for _ in range(self.number(2, 3)))

        return [
            *makers,
            lambda: self.compare(("is", "is not"), (*SINGLE, TRUTH, NUMBER, HALF), less),
            lambda: self.compare(("<", "<=", ">", ">="), (NUMBER, HALF, COLOUR), less),
            lambda: self.compare(
                ("is", "is not"),
                (*map(SetOf, SINGLE), *map(ListOf, KINDS), *map(Optional, (*SINGLE, NUMBER))),
                less,
            ),
            lambda: self.compare_empty(less),
            lambda: ir.Not(self.expression(TRUTH, less), TRUTH),
            lambda: ir.Both(some(), TRUTH),
            lambda: ir.Either(some(), TRUTH),
            lambda: self.member(less),
            lambda: self.query(self.item(("any", "no")), TRUTH, depth),
            lambda: self.pick(TRUTH, less),
            lambda: ir.Computed("corner", self.expression(STALL, less), (), TRUTH),
            lambda: ir.Computed(
                "able", self.expression(DEED, less), (self.expression(STALL, less),), TRUTH
            ),
            lambda: self.function(
                "possible", TRUTH, self.expression(DEED, less), self.expression(STALL, less)
            ),
        ]

    def compare(self, operators: Sequence[str], of: Sequence[Type], depth: int) -> ir.Compare:
        type_ = self.item(of)
        operator = self.item(operators)
        return ir.Compare(
            operator, self.expression(type_, depth), self.expression(type_, depth), TRUTH
        )

    def compare_empty(self, depth: int) -> ir.Compare:
        type_ = self._many(self.item(SINGLE))
        left = self.expression(type_, depth)
        return ir.Compare(self.item(("is", "is not")), left, ir.Empty(type_), TRUTH)

    def member(self, depth: int) -> ir.Member:
        inner = self.item(SINGLE)
        item = self.expression(self.item((inner, Optional(inner))), depth)
        return ir.Member(item, self.expression(self._many(inner), depth), TRUTH)

    def singles(self, type_: Type, depth: int) -> list[Maker]:
        """Return makers of things or words."""
        less = depth - 1
        if isinstance(type_, types.Word):
            count = len(self.spec.words[type_.name])
            makers: list[Maker] = [lambda: ir.Constant(self.number(0, count - 1), type_)]
            deeper: list[Maker] = []
            if type_ == COLOUR:
                makers.append(lambda: self.of(STALL, "sort", COLOUR, 0))
                deeper.append(lambda: self.fixed(self.item((STALL, WARE)), "tint", COLOUR, less))
        elif type_ == TOKEN:
            makers, deeper = [lambda: ir.Thing("token", "token_1", TOKEN)], []
        else:
            names = [one.name for one in self.spec.kinds[type_.name].elements if one.seats <= 2]
            makers = [lambda: ir.Thing(type_.name, self.item(names), type_)]
            deeper = []
        if type_ == PLAYER:
            makers.append(lambda: ir.Me(PLAYER))
            deeper.append(lambda: self.function("after", PLAYER, self.expression(PLAYER, less)))
        makers += self.local_of(type_)
        if isinstance(type_, Kind) and type_ != TOKEN:
            deeper.append(
                lambda: self.function(self.item(("first", "last")), type_, self.filled(type_, less))
            )
            deeper.append(
                lambda: self.function(
                    "only", type_, ir.AsSet(self.expression(type_, less), SetOf(type_))
                )
            )
        for name, known in self.locals.items():
            if known == types.Stack("men") and type_ in (PLAYER, STALL):
                part = "owner" if type_ == PLAYER else "place"
                makers.append(
                    lambda name=name, known=known, part=part: ir.StackField(
                        ir.Local(name, known), "men", part, type_
                    )
                )
        return [*makers, *deeper, lambda: self.pick(type_, less)] if depth > 0 else makers

    def filled(self, inner: Type, depth: int) -> Any:
        """Return a set or list that holds something."""
        one = self.expression(inner, depth)
        if self.chance():
            both = (ir.AsSet(one, SetOf(inner)), self.expression(SetOf(inner), depth))
            return ir.SetChange("+", *both, SetOf(inner))
        return ir.Collect((one, self.expression(inner, depth)), self._many(inner))

    def optionals(self, inner: Type, depth: int) -> list[Maker]:
        """Return makers of what may be nothing."""
        less, type_ = depth - 1, Optional(inner)
        makers: list[Maker] = [
            lambda: ir.Missing(type_),
            lambda: self.expression(inner, depth),
            *self.local_of(type_),
            *self.entries_of(type_, depth - 1),
        ]
        if inner == PLAYER:
            makers += [
                lambda: self.of(STALL, "owner", type_, less),
                lambda: ir.GlobalField("square", "last", type_),
                lambda: ir.Computed("rival", self.expression(PLAYER, less), (), type_),
                lambda: ir.Whereabouts(
                    "player", self.item(("hand", "shelf")), self.expression(WARE, less), type_
                ),
            ]
        if inner == STALL:
            makers += [
                lambda: self.of(PLAYER, "home", type_, less),
                lambda: self.fixed(WARE, "maker", type_, less),
                lambda: ir.Whereabouts("stall", "wares", self.expression(WARE, less), type_),
            ]
        if inner == NUMBER:
            makers += [
                lambda: self.of(PLAYER, "luck", type_, less),
                lambda: ir.Computed("best", None, (), type_),
            ]
        if depth <= 0:
            return makers
        if inner == NUMBER:
            measured = self.item((NUMBER, type_))
            makers += [
                lambda: self.function(
                    "distance",
                    type_,
                    self.expression(STALL, less),
                    self.expression(STALL, less),
                    link=("stall", self.item(("next", "beside", "around"))),
                ),
                lambda: (
                    self.query(self.item(("highest", "lowest")), Optional(measured), depth)
                    if measured == NUMBER
                    else self.query(self.item(("highest", "lowest")), type_, depth)
                ),
            ]
        else:
            makers.append(lambda: self.query("first", type_, depth, inner))
        return [*makers, lambda: self.pick(type_, less)]

    def sets(self, inner: Type, depth: int) -> list[Maker]:
        """Return makers of sets."""
        less, type_ = depth - 1, SetOf(inner)
        every: Any = ir.Every(getattr(inner, "name", ""), type_)
        if isinstance(inner, types.Word):
            every = ir.EveryWord(inner.name, type_)
        makers: list[Maker] = [
            lambda: every,
            lambda: ir.Empty(type_),
            *self.local_of(type_),
        ]
        if depth <= 0:
            return makers

        def one() -> Any:
            return self.expression(inner, less)

        makers += [
            lambda: ir.AsSet(one(), type_),
            lambda: ir.AsSet(self.expression(ListOf(inner), less), type_),
            lambda: ir.Collect((one(), one()), type_),
            lambda: ir.SetChange(
                self.item("+-*"), self.expression(type_, less), self.expression(type_, less), type_
            ),
            lambda: self.query("all", type_, depth, inner),
            lambda: self.pick(type_, less),
        ]
        if inner == STALL:
            makers += [
                lambda: self.of(PLAYER, "owned", type_, less),
                lambda: ir.GlobalField("square", "open_stalls", type_),
                lambda: ir.Link("stall", self.item(("next", "beside", "around")), one(), type_),
                lambda: self.within(type_, less),
                lambda: self.line(type_, less),
            ]
        if inner == WARE:
            makers += [lambda: self.zone(less, ordered=False)]
        return makers

    def lists(self, inner: Type, depth: int) -> list[Maker]:
        """Return makers of lists."""
        less, type_ = depth - 1, ListOf(inner)
        makers: list[Maker] = [
            lambda: ir.AsList(self.expression(SetOf(inner), 0), type_),
            lambda: ir.Empty(type_),
            *self.local_of(type_),
        ]
        if depth <= 0:
            return makers

        def one() -> Any:
            return self.expression(inner, less)

        makers += [
            lambda: ir.AsList(self.expression(SetOf(inner), less), type_),
            lambda: ir.Collect((one(), one(), one()), type_),
            lambda: ir.SetChange(
                self.item("+-*"), self.expression(type_, less), self.expression(type_, less), type_
            ),
            lambda: ir.SetChange(
                self.item("-*"),
                self.expression(type_, less),
                self.expression(SetOf(inner), less),
                type_,
            ),
            lambda: self.function(
                "top", type_, self.expression(type_, less), self.expression(NUMBER, less)
            ),
            lambda: self._all_of_list(inner, less),
            lambda: self.query("ranking", type_, depth, inner),
            lambda: self.pick(type_, less),
        ]
        if inner == PLAYER:
            makers += [
                lambda: self.function("around", type_, one()),
                lambda: self.function("around", type_, one(), self.expression(TRUTH, less)),
            ]
        if inner == STALL:
            makers += [
                lambda: self.of(PLAYER, "path", type_, less),
                lambda: self.line(type_, less),
            ]
        if inner == WARE:
            makers += [lambda: self.zone(less, ordered=True)]
        makers += [
            lambda: self.function(
                "top", type_, self.expression(type_, less), self.expression(NUMBER, less)
            ),
            lambda: ir.SetChange(
                self.item("-*"),
                self.expression(type_, less),
                self.expression(SetOf(inner), less),
                type_,
            ),
        ]
        return makers

    def zone(self, depth: int, *, ordered: bool) -> ir.Zone:
        """Return a zone for wares."""
        type_: Type = ListOf(WARE) if ordered else SetOf(WARE)

        def player() -> Any:
            return self.expression(PLAYER, depth)

        if not ordered:
            return self.one_of(
                [
                    lambda: ir.Zone("player", "hand", player(), None, type_),
                    lambda: ir.Zone("stall", "wares", self.expression(STALL, depth), None, type_),
                ]
            )
        return self.one_of(
            [
                lambda: ir.Zone("square", "deck", None, None, type_),
                lambda: ir.Zone("player", "shelf", player(), None, type_),
                lambda: ir.Zone("square", "heap", None, self.expression(COLOUR, depth), type_),
            ]
        )

    def within(self, type_: Type, depth: int) -> ir.Function:
        steps = ir.Constant(self.number(0, 3), NUMBER)
        through = (self.expression(type_, depth),) if self.chance() else ()
        link = ("stall", self.item(("next", "beside", "onward", "around")))
        start = self.expression(STALL, depth)
        return self.function("within", type_, start, steps, *through, link=link)

    def line(self, type_: Type, depth: int) -> ir.Function:
        steps = ir.Constant(self.number(0, 3), NUMBER)
        start = self.expression(STALL, depth)
        if self.chance():
            link = ("stall", self.item(("beside", "onward")))
            return self.function("line", type_, start, steps, link=link)
        way = ir.Constant(self.number(0, 1), types.Word("way"))
        return self.function("line", type_, start, way, steps)
