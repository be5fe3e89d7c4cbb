"""Queries (`all x in S where C`) and built-in functions of an expression."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import listing
from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import named, number_advice, shown
from interpreter.lang.check_paths import PathChecker
from interpreter.lang.facts import NONE, facts_if
from interpreter.lang.types import Type

_PLAYERS = types.ListOf(types.PLAYER)


class QueryChecker(PathChecker):
    """Checks queries and functions."""

    # ---- queries --------------------------------------------------------------------------

    def condition(self, node: syntax.Expression) -> ir.Expression:
        """Return an expression that is yes or no."""
        return self.value(node, types.TRUTH)

    def domain(self, node: syntax.Expression) -> tuple[ir.Expression, Type]:
        """Return a set or list to go through, and the type of its members."""
        found = self.expression(node)
        match found.type:
            case types.SetOf(inner) | types.ListOf(inner):
                return found, inner
            case types.Unknown():
                return found, types.UNKNOWN
            case types.Optional() | types.Nothing():
                return self.used_as_value(found), types.UNKNOWN
            case single if conversions.is_single(single) and not isinstance(single, types.Number):
                return ir.AsSet(found, types.SetOf(single), span=found.span), single
            case other:
                self.report("E502", found.span, wanted="a set or a list", found=named(other))
                return self.unknown(node.span), types.UNKNOWN

    def binders(self, binding: syntax.Binding) -> tuple[ir.Binder, ...]:
        """Return the names of a query or loop with their domains, and declare them."""
        made: list[ir.Binder] = []
        for binder in binding.binders:
            domain, inner = self.domain(binder.domain)
            self.declare(binder.name, inner, "binder", domain=domain)
            made.append(ir.Binder(binder.name.text, domain, inner, span=binder.span))
        return tuple(made)

    def query(self, node: syntax.Query) -> ir.Expression:
        """Return a query; its names end with it."""
        with self.block():
            binders = self.binders(node.binding)
            where = None if node.binding.where is None else self.condition(node.binding.where)
            facts = NONE if where is None else facts_if(where, holds=True)
            with self.knowing(facts):
                measure = None if node.measure is None else self._measure(node, node.measure)
        type_ = self._query_type(node, binders, measure)
        return ir.Query(node.head, binders, where, measure, type_, span=node.span)

    def _measure(self, query: syntax.Query, node: syntax.Expression) -> ir.Expression:
        found = self.expression(node)
        type_ = found.type
        if query.head in ("highest", "lowest"):
            type_ = conversions.plain(type_)
        elif isinstance(type_, types.Optional):
            return self.used_as_value(found)
        if isinstance(type_, types.Number | types.Half | types.Unknown):
            return found
        self.report(
            "E502",
            found.span,
            wanted="a number",
            found=named(type_),
            advice=number_advice(node, type_) or f"say what is measured, such as `{shown(node)}.…`",
        )
        return self.unknown(node.span)

    def _query_type(
        self, node: syntax.Query, binders: tuple[ir.Binder, ...], measure: ir.Expression | None
    ) -> Type:
        match node.head:
            case "count":
                return types.NUMBER
            case "any" | "no":
                return types.TRUTH
            case "sum":
                return types.NUMBER if measure is None else measure.type
            case "highest" | "lowest":
                inner = types.NUMBER if measure is None else conversions.plain(measure.type)
                return inner if isinstance(inner, types.Unknown) else types.Optional(inner)
            case "all" if len(binders) > 1:
                fields = tuple((binder.name, binder.type) for binder in binders)
                return types.ListOf(types.Row(fields))
            case _:
                return self._members_type(node, binders)

    def _members_type(self, node: syntax.Query, binders: tuple[ir.Binder, ...]) -> Type:
        """Return the type of `all`, `first` and `ranking` over one name."""
        if len(binders) > 1:
            self.report("E531", node.span, wanted="one thing")
            return types.UNKNOWN
        domain, inner = binders[0].domain, binders[0].type
        if node.head == "ranking":
            return types.ListOf(inner)
        if node.head == "first":
            return conversions.optional(inner)
        return types.ListOf(inner) if isinstance(domain.type, types.ListOf) else types.SetOf(inner)

    # ---- functions ------------------------------------------------------------------------

    def call(self, node: syntax.Call) -> ir.Expression:
        """Return a built-in function with its arguments."""
        checks: dict[str, Callable[[syntax.Call], ir.Expression]] = {
            "min": self._extreme,
            "max": self._extreme,
            "size": self._size,
            "first": self._end_of_list,
            "last": self._end_of_list,
            "top": self._top,
            "only": self._only,
            "after": self._after,
            "around": self._around,
            "distance": self._distance,
            "within": self._within,
            "line": self._line,
            "possible": self._possible,
        }
        check = checks.get(node.function.text)
        if check is not None:
            return check(node)
        self.no_such("E524", node.function, checks)
        for argument in node.arguments:
            self.expression(argument)
        return self.unknown(node.span)

    def _count(self, node: syntax.Call, least: int, most: int, wanted: str) -> bool:
        """Report a wrong number of arguments."""
        if least <= len(node.arguments) <= most:
            return True
        found = str(len(node.arguments))
        self.report("E512", node.span, name=node.function.text, wanted=wanted, found=found)
        for argument in node.arguments:
            self.expression(argument)
        return False

    def _extreme(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 2, 1000, "two numbers or more"):
            return self.unknown(node.span)
        found = [self._number(argument) for argument in node.arguments]
        type_: Type = types.NUMBER
        if any(isinstance(one.type, types.Half) for one in found):
            type_ = types.HALF
        made = tuple(self.fit(one, type_) for one in found)
        return ir.Function(node.function.text, made, None, type_, span=node.span)

    def _number(self, node: syntax.Expression) -> ir.Expression:
        """Return a number or a half."""
        found = self.expression(node)
        if isinstance(found.type, types.Number | types.Half | types.Unknown):
            return found
        return self.fit(found, types.NUMBER, node)

    def _size(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 1, 1, "a set or a list"):
            return self.unknown(node.span)
        found, _ = self.domain(node.arguments[0])
        return ir.Function("size", (found,), None, types.NUMBER, span=node.span)

    def _end_of_list(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 1, 1, "a list"):
            return self.unknown(node.span)
        found, inner = self._list(node)
        return ir.Function(node.function.text, (found,), None, inner, span=node.span)

    def _top(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 2, 2, "a list and a number"):
            return self.unknown(node.span)
        found, inner = self._list(node)
        number = self.value(node.arguments[1], types.NUMBER)
        return ir.Function("top", (found, number), None, types.ListOf(inner), span=node.span)

    def _only(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 1, 1, "a set or a list"):
            return self.unknown(node.span)
        found, inner = self.domain(node.arguments[0])
        return ir.Function("only", (found,), None, inner, span=node.span)

    def _list(self, node: syntax.Call) -> tuple[ir.Expression, Type]:
        """Return the list that a function is of, and the type of its members."""
        found, inner = self.domain(node.arguments[0])
        if isinstance(found.type, types.SetOf) and not isinstance(inner, types.Unknown):
            self.report(
                "E539",
                node.arguments[0].span,
                function=node.function.text,
                advice=_advice_for_set(node, found),
            )
            return self.unknown(node.span), inner
        return found, inner

    def _after(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 1, 1, "a player"):
            return self.unknown(node.span)
        player = self.value(node.arguments[0], types.PLAYER)
        return ir.Function("after", (player,), None, types.PLAYER, span=node.span)

    def _around(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 1, 2, "a player, and perhaps whether in seat order"):
            return self.unknown(node.span)
        player = self.value(node.arguments[0], types.PLAYER)
        ways = tuple(self.condition(way) for way in node.arguments[1:])
        return ir.Function("around", (player, *ways), None, _PLAYERS, span=node.span)

    def _distance(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 3, 3, "from, to and a link"):
            return self.unknown(node.span)
        start, kind = self._thing(node.arguments[0])
        goal = self.value(node.arguments[1], kind)
        way, link = self._link(node.arguments[2], kind)
        type_ = types.Optional(types.NUMBER)
        return ir.Function("distance", (start, goal, *way), link, type_, span=node.span)

    def _within(self, node: syntax.Call) -> ir.Expression:
        if not self._count(
            node, 4, 4, "a start, the number of steps, a link and what may be crossed"
        ):
            return self.unknown(node.span)
        start, kind = self._thing(node.arguments[0])
        steps = self.value(node.arguments[1], types.NUMBER)
        way, link = self._link(node.arguments[2], kind)
        through = self.value(node.arguments[3], types.SetOf(kind))
        arguments = (start, steps, *way, through)
        return ir.Function("within", arguments, link, types.SetOf(kind), span=node.span)

    def _line(self, node: syntax.Call) -> ir.Expression:
        if not self._count(node, 3, 3, "a start, a way and the number of places"):
            return self.unknown(node.span)
        start, kind = self._thing(node.arguments[0])
        way, link = self._link(node.arguments[1], kind)
        number = self.value(node.arguments[2], types.NUMBER)
        return ir.Function("line", (start, *way, number), link, types.ListOf(kind), span=node.span)

    def _thing(self, node: syntax.Expression) -> tuple[ir.Expression, Type]:
        """Return a thing of some kind, and its kind."""
        found = self.used_as_value(self.expression(node))
        if isinstance(found.type, types.Kind | types.Unknown):
            return found, found.type
        self.report("E502", found.span, wanted="a thing", found=named(found.type))
        return self.unknown(node.span), types.UNKNOWN

    def _link(
        self, node: syntax.Expression, kind: Type
    ) -> tuple[tuple[ir.Expression, ...], tuple[str, str] | None]:
        """Return a way that is worked out (as an argument), or a declared link."""
        if not isinstance(kind, types.Kind):
            return (), None
        members = self.names.members_of(kind.name)
        links = [
            name for name, one in members.items() if one.sort == "link" and _loops(one.type, kind)
        ]
        if isinstance(node, syntax.Name) and node.text not in self.locals and node.text in links:
            self.note_read(members[node.text])
            return (), (kind.name, node.text)
        if isinstance(node, syntax.Name) and not self._means_something(node.text):
            self.no_such("E525", node, links, kind=named(kind))
            return (), None
        way = self.used_as_value(self.expression(node))
        if isinstance(way.type, types.Word):
            missing = [one for one in self.names.words[way.type.name].words if one not in links]
            if not missing:
                return (way,), None
            self.report("E525", way.span, name=missing[0], kind=named(kind))
        elif not isinstance(way.type, types.Unknown):
            self.report("E525", way.span, name=shown(node), kind=named(kind))
        return (), None

    def _means_something(self, name: str) -> bool:
        return name in self.locals or name in self.names.meanings

    def _possible(self, node: syntax.Call) -> ir.Expression:
        if not node.arguments:
            self._count(node, 1, 1, "a definition")
            return self.unknown(node.span)
        definition, kind = self._thing(node.arguments[0])
        if not isinstance(kind, types.Kind):
            return self.unknown(node.span)
        self.marks.possible.add(kind.name)
        declared = self.names.kinds[kind.name]
        slot = declared.effect
        parameters = () if slot is None else declared.members[slot].parameters
        given = node.arguments[1:]
        if len(given) > len(parameters):
            wanted = listing(["the definition", *(one.name for one in parameters)])
            found = str(len(node.arguments))
            self.report("E512", node.span, name="possible", wanted=wanted, found=found)
            return self.unknown(node.span)
        arguments: list[ir.Expression] = [definition]
        for position, parameter in enumerate(parameters):
            if position < len(given):
                arguments.append(self.value(given[position], parameter.type))
            elif isinstance(parameter.type, types.Optional):
                arguments.append(ir.Missing(parameter.type, span=node.span))
            else:
                self.report("E507", node.span, verb="possible", what=f"`{parameter.name}`")
        return ir.Function("possible", tuple(arguments), None, types.TRUTH, span=node.span)


def _advice_for_set(node: syntax.Call, found: ir.Expression) -> str:
    """Return what to write instead of the first or last of a set."""
    given = node.arguments[0]
    binding = "one in …"
    if isinstance(given, syntax.Query) and given.head == "all":
        binding = shown(given.binding)
    elif not isinstance(given, syntax.Query):
        inner = found.type.inner if isinstance(found.type, types.SetOf) else found.type
        name = inner.name if isinstance(inner, types.Kind | types.Word) else "one"
        binding = f"{name} in {shown(given)}"
    ranking, *others = [f"ranking of … for {binding}", *map(shown, node.arguments[1:])]
    if others:
        ranking = ", ".join((f"({ranking})", *others))
    ranked = f"`{node.function.text}({ranking})`"
    if node.function.text == "first":
        return f"`first {binding}` may be nothing; `only(…)` is the only one; or rank: {ranked}"
    return f"rank them: {ranked}"


def _loops(type_: Type, kind: Type) -> bool:
    """Say whether a link leads to its own kind."""
    return isinstance(type_, types.SetOf) and type_.inner == kind
