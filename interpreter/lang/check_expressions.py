"""Expressions: literals, arithmetic, comparisons, conditions; every one becomes a typed node."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import named, shown
from interpreter.lang.check_queries import QueryChecker
from interpreter.lang.conversions import NOTHING_TYPE, SOME_SET, as_half
from interpreter.lang.facts import Facts, facts_if
from interpreter.lang.types import Type

_Numeric = types.Number | types.Half
_Collection = types.SetOf | types.ListOf


class ExpressionChecker(QueryChecker):
    """Checks every shape of expression."""

    def raw(self, node: syntax.Expression, wanted: Type | None = None) -> ir.Expression:
        """Return the typed expression with its declared type, whatever the facts say."""
        match node:
            case syntax.Name():
                return self.name(node, wanted)
            case syntax.Field():
                return self.field(node)
            case syntax.Index():
                return self.index(node)
            case syntax.Number(whole, half):
                if half:
                    return ir.Constant(2 * whole + 1, types.HALF, span=node.span)
                return ir.Constant(whole, types.NUMBER, span=node.span)
            case syntax.Truth(value):
                return ir.Constant(int(value), types.TRUTH, span=node.span)
            case syntax.Nothing():
                return ir.Missing(NOTHING_TYPE, span=node.span)
            case syntax.Empty():
                return ir.Empty(SOME_SET, span=node.span)
            case syntax.Call():
                return self.call(node)
            case syntax.Collect():
                return self._collect(node, wanted)
            case syntax.Record():
                return self._record(node, wanted)
            case syntax.Query():
                return self.query(node)
            case _:
                return self._operator(node, wanted)

    def _operator(self, node: syntax.Expression, wanted: Type | None) -> ir.Expression:
        match node:
            case syntax.Negative(operand):
                found = self._number(operand)
                if isinstance(found, ir.Constant):
                    return replace(found, value=-found.value, span=node.span)
                return ir.Negative(found, found.type, span=node.span)
            case syntax.Arithmetic("/"):
                return self._division(node)
            case syntax.Arithmetic():
                return self._arithmetic(node, wanted)
            case syntax.Rounded(operand, direction):
                return self._rounded(node, operand, direction)
            case syntax.Not(operand):
                return ir.Not(self.condition(operand), types.TRUTH, span=node.span)
            case syntax.Chain():
                return self._chain(node)
            case syntax.Comparison("in" | "not in"):
                return self._membership(node)
            case syntax.Comparison():
                return self._comparison(node)
            case syntax.Pick():
                return self._pick(node, wanted)
            case _:
                return self.unknown(node.span)

    # ---- literals of several parts --------------------------------------------------------

    def _collect(self, node: syntax.Collect, wanted: Type | None) -> ir.Expression:
        """Return `(a, b)` as a set, or as a list where a list is wanted."""
        wanted = conversions.plain(wanted) if wanted is not None else None
        is_list = isinstance(wanted, types.ListOf)
        hint = wanted.inner if isinstance(wanted, _Collection) else None
        inner: Type = types.UNKNOWN if hint is None else hint
        found: list[ir.Expression] = []
        for item in node.items:
            one = self.used_as_value(self.expression(item, inner))
            found.append(one)
            joined = conversions.join(inner, one.type)
            if joined is None:
                self.fit(one, inner)
            else:
                inner = joined
        if not is_list and not conversions.is_single(inner):
            self.report("E536", node.span, what=str(inner))
            return self.unknown(node.span)
        items = tuple(self.fit(one, inner) for one in found)
        type_ = types.ListOf(inner) if is_list else types.SetOf(inner)
        return ir.Collect(items, type_, span=node.span)

    def _record(self, node: syntax.Record, wanted: Type | None) -> ir.Expression:
        """Return `(name: value, ...)` in the declared order of the record that is wanted."""
        fields = self.fields_of(wanted.name) if isinstance(wanted, types.Record) else None
        if fields is None or not isinstance(wanted, types.Record):
            for entry in node.entries:
                self.expression(entry.value)
            if not isinstance(wanted, types.Unknown):
                text = "a value whose type can be seen" if wanted is None else named(wanted)
                self.report("E532", node.span, wanted=text)
            return self.unknown(node.span)
        made = self.entries(node, wanted.name, fields)
        for name, _ in fields:
            if name not in made:
                self.report("E526", node.span, record=wanted.name, what=f"needs `{name}`")
        items = tuple(made.get(name, self.unknown(node.span)) for name, _ in fields)
        return ir.MakeRecord(items, wanted, span=node.span)

    def entries(
        self, node: syntax.Record, what: str, fields: conversions.Fields
    ) -> dict[str, ir.Expression]:
        """Return the values of a record by name; unknown and doubled names are reported."""
        declared = dict(fields)
        made: dict[str, ir.Expression] = {}
        for entry in node.entries:
            name = entry.name.text
            if name not in declared:
                self.no_such("E503", entry.name, declared, owner=f"the record {what}")
                self.expression(entry.value)
                continue
            if name in made:
                self.report("E526", entry.name.span, record=what, what=f"has `{name}` twice")
            made[name] = self.value(entry.value, declared[name])
        return made

    # ---- arithmetic -----------------------------------------------------------------------

    def _arithmetic(self, node: syntax.Arithmetic, wanted: Type | None) -> ir.Expression:
        """Return a sum, difference or product of numbers, or of sets."""
        left = self.expression(node.left, wanted)
        hint = left.type if isinstance(left.type, _Collection | types.Kind | types.Word) else wanted
        right = self.expression(node.right, hint)
        operator = node.operator
        if operator == "/":
            return self.unknown(node.span)
        if isinstance(left.type, types.Unknown) or isinstance(right.type, types.Unknown):
            return self._half_known(node, operator, left, right)
        if not isinstance(left.type, _Numeric) and not isinstance(right.type, _Numeric):
            return self._set_change(node, operator, left, right)
        left, right = self.fit_number(left), self.fit_number(right)
        if isinstance(left.type, types.Unknown) or isinstance(right.type, types.Unknown):
            return self.unknown(node.span)
        if left.type == right.type and (operator != "*" or left.type == types.NUMBER):
            return ir.Arithmetic(operator, left, right, left.type, span=node.span)
        if operator != "*":
            half = types.HALF
            left, right = self.fit(left, half), self.fit(right, half)
            return ir.Arithmetic(operator, left, right, half, span=node.span)
        if left.type == right.type:
            self.report("E502", right.span, wanted="a number", found="a half")
            return self.unknown(node.span)
        if isinstance(left.type, types.Half):
            return ir.Scale(left, right, types.HALF, span=node.span)
        return ir.Scale(right, left, types.HALF, span=node.span)

    def fit_number(self, value: ir.Expression) -> ir.Expression:
        """Return a number or a half."""
        if isinstance(value.type, _Numeric | types.Unknown):
            return value
        return self.fit(value, types.NUMBER)

    def _half_known(
        self,
        node: syntax.Arithmetic,
        operator: Literal["+", "-", "*"],
        left: ir.Expression,
        right: ir.Expression,
    ) -> ir.Expression:
        """Return a sum with a part that is unknown; what is known of it is kept."""
        known = right.type if isinstance(left.type, types.Unknown) else left.type
        if isinstance(known, _Numeric | _Collection):
            return ir.Arithmetic(operator, left, right, known, span=node.span)
        return self.unknown(node.span)

    def _set_change(
        self,
        node: syntax.Arithmetic,
        operator: Literal["+", "-", "*"],
        left: ir.Expression,
        right: ir.Expression,
    ) -> ir.Expression:
        left, right = self.used_as_value(left), self.used_as_value(right)
        if isinstance(left.type, types.Unknown) or isinstance(right.type, types.Unknown):
            return self.unknown(node.span)
        for one in (left, right):
            known = isinstance(one.type, _Collection) or conversions.is_single(one.type)
            if not known or isinstance(one.type, types.Number):
                self.report("E502", one.span, wanted="a number or a set", found=named(one.type))
                return self.unknown(node.span)
        type_ = _set_type(operator, left.type, right.type)
        if type_ is None:
            self.report("E502", right.span, wanted=_set_wanted(left.type), found=named(right.type))
            return self.unknown(node.span)
        other: Type = type_
        takes_out = operator != "+" and isinstance(right.type, types.SetOf)
        if takes_out and isinstance(type_, types.ListOf):
            other = types.SetOf(type_.inner)
        parts = (self.fit(left, type_), self.fit(right, other))
        return ir.SetChange(operator, *parts, type_, span=node.span)

    def _division(self, node: syntax.Arithmetic) -> ir.Expression:
        """Return a half: an exact division is by 2 only."""
        left, right = self._number(node.left), self._number(node.right)
        if isinstance(left.type, types.Unknown) or isinstance(right.type, types.Unknown):
            return self.unknown(node.span)
        exact = isinstance(right, ir.Constant) and right.value == 2 and right.type == types.NUMBER
        if not exact or left.type != types.NUMBER:
            advice = f"write `{shown(node)} rounded down`, or `rounded up`"
            self.report("E515", node.span, advice=advice)
            return self.unknown(node.span)
        return ir.Divide(left, right, "exact", types.HALF, span=node.span)

    def _rounded(
        self, node: syntax.Rounded, operand: syntax.Expression, direction: Literal["up", "down"]
    ) -> ir.Expression:
        """Return a product and quotient rounded as a whole.

        What is multiplied over what divides.
        """
        over: list[ir.Expression] = []
        under: list[ir.Expression] = []
        self._factors(operand, over, under)
        if any(isinstance(one.type, types.Unknown) for one in (*over, *under)):
            return ir.Missing(types.UNKNOWN, span=node.span)
        halves = [one for one in over if isinstance(one.type, types.Half)]
        wrong = halves[1:] + [one for one in under if isinstance(one.type, types.Half)]
        if wrong:
            self.report("E502", wrong[0].span, wanted="a number", found="a half")
            return self.unknown(node.span)
        numbers = [one for one in over if not isinstance(one.type, types.Half)]
        divisor = _product(under, node)
        if not halves:
            top = _product(numbers, node)
            return ir.Divide(top, divisor, direction, types.NUMBER, span=node.span)
        half = halves[0]
        if numbers:
            half = ir.Scale(half, _product(numbers, node), types.HALF, span=node.span)
        return ir.RoundHalf(half, divisor, direction, types.NUMBER, span=node.span)

    def _factors(
        self, node: syntax.Expression, over: list[ir.Expression], under: list[ir.Expression]
    ) -> None:
        match node:
            case syntax.Arithmetic("*", left, right):
                self._factors(left, over, under)
                self._factors(right, over, under)
            case syntax.Arithmetic("/", left, right):
                self._factors(left, over, under)
                self._factors(right, under, over)
            case _:
                over.append(self._number(node))

    # ---- conditions -----------------------------------------------------------------------

    def _chain(self, node: syntax.Chain) -> ir.Expression:
        """Return `and` or `or`; each part is read where the parts before it hold, or do not."""
        holds = node.operator == "and"
        parts: list[ir.Expression] = []
        learned: Facts = frozenset()
        for part in node.parts:
            with self.knowing(learned):
                made = self.condition(part)
            parts.append(made)
            learned |= facts_if(made, holds=holds)
        if holds:
            return ir.Both(tuple(parts), types.TRUTH, span=node.span)
        return ir.Either(tuple(parts), types.TRUTH, span=node.span)

    def _comparison(self, node: syntax.Comparison) -> ir.Expression:
        left, right = self._sides(node)
        operator = node.operator
        if operator in ("in", "not in"):
            return self.unknown(node.span)
        if isinstance(left.type, types.Unknown) or isinstance(right.type, types.Unknown):
            return self._truth(node)
        if operator not in ("is", "is not"):
            return self._order(node, left, right)
        for one, other, text in ((left, right, node.left), (right, left, node.right)):
            if isinstance(other.type, types.Nothing):
                return self._nothing_test(node, one, other, text)
        type_ = conversions.join(left.type, right.type)
        if type_ is None:
            related = (named(left.type), named(right.type))
            self.report("E514", node.span, left=related[0], right=related[1])
            return self._truth(node)
        left, right = _comparable(left, right, type_, self)
        return ir.Compare(operator, left, right, types.TRUTH, span=node.span)

    def _truth(self, node: syntax.Expression) -> ir.Expression:
        """Return a condition of which an error was reported."""
        return ir.Missing(types.UNKNOWN, span=node.span)

    def _sides(self, node: syntax.Comparison) -> tuple[ir.Expression, ir.Expression]:
        """Return both sides; the one whose type shows is read first and helps the other."""
        if isinstance(node.right, syntax.Nothing):
            return self.raw(node.left), self.raw(node.right)
        if isinstance(node.left, syntax.Nothing):
            return self.raw(node.left), self.raw(node.right)
        if self.is_open(node.left) and not self.is_open(node.right):
            right = self.expression(node.right)
            return self.expression(node.left, right.type), right
        left = self.expression(node.left)
        return left, self.expression(node.right, left.type)

    def is_open(self, node: syntax.Expression) -> bool:
        """Say whether a piece of text needs to know which type is wanted."""
        match node:
            case syntax.Collect() | syntax.Record() | syntax.Empty() | syntax.Nothing():
                return True
            case syntax.Name(text):
                return text not in self.locals and len(self.names.meanings.get(text, ())) > 1
            case _:
                return False

    def _nothing_test(
        self,
        node: syntax.Comparison,
        one: ir.Expression,
        nothing: ir.Expression,
        text: syntax.Expression,
    ) -> ir.Expression:
        operator: Literal["is", "is not"] = "is" if node.operator == "is" else "is not"
        if isinstance(one.type, types.Optional):
            missing = replace(nothing, type=one.type)
            return ir.Compare(operator, one, missing, types.TRUTH, span=node.span)
        if not isinstance(one.type, types.Unknown):
            advice = None
            if isinstance(one.type, types.SetOf | types.ListOf):
                advice = f"write `{shown(text)} {node.operator} empty`"
            self.report("E505", node.span, what=shown(text), advice=advice)
        return self._truth(node)

    def _order(
        self, node: syntax.Comparison, left: ir.Expression, right: ir.Expression
    ) -> ir.Expression:
        left, right = self.used_as_value(left), self.used_as_value(right)
        operator = node.operator
        if operator not in ("<", "<=", ">", ">="):
            return self._truth(node)
        if isinstance(left.type, types.Unknown) or isinstance(right.type, types.Unknown):
            return self._truth(node)
        if isinstance(left.type, types.Half) and isinstance(right.type, types.Number):
            right = as_half(right)
        elif isinstance(left.type, types.Number) and isinstance(right.type, types.Half):
            left = as_half(left)
        if left.type != right.type or not isinstance(left.type, _Numeric | types.Word):
            self.report("E514", node.span, left=named(left.type), right=named(right.type))
            return self._truth(node)
        return ir.Compare(operator, left, right, types.TRUTH, span=node.span)

    def _membership(self, node: syntax.Comparison) -> ir.Expression:
        """Return `x in S` or its negation."""
        if self.is_open(node.right) and not self.is_open(node.left):
            item = self.expression(node.left)
            hint = types.SetOf(conversions.plain(item.type))
            container = self.expression(node.right, hint)
        else:
            container = self.expression(node.right)
            hint_type = container.type
            inner = hint_type.inner if isinstance(hint_type, _Collection) else hint_type
            item = self.expression(node.left, inner)
        container = self._container(container)
        if isinstance(item.type, types.Unknown) or isinstance(container.type, types.Unknown):
            return self._truth(node)
        inner = container.type.inner if isinstance(container.type, _Collection) else types.UNKNOWN
        if not conversions.same(conversions.plain(item.type), inner):
            advice = self._advice_for_member(node, item.type, inner)
            left, right = named(item.type), named(container.type)
            self.report("E514", node.span, left=left, right=right, advice=advice)
            return self._truth(node)
        made = ir.Member(item, container, types.TRUTH, span=node.span)
        if node.operator == "in":
            return made
        return ir.Not(made, types.TRUTH, span=node.span)

    def _advice_for_member(
        self, node: syntax.Comparison, wanted: Type, members: Type
    ) -> str | None:
        """Return the query that was meant: whether a member has such a field."""
        if not isinstance(members, types.Kind):
            return None
        having = [
            member.name
            for member in self.names.members_of(members.name).values()
            if not member.parameters and conversions.same(conversions.plain(member.type), wanted)
        ]
        if len(having) != 1 or isinstance(wanted, types.Unknown):
            return None
        head = "any" if node.operator == "in" else "no"
        one = members.name
        where = f"{one}.{having[0]} is {shown(node.left)}"
        return f"ask for its members: `({head} {one} in {shown(node.right)} where {where})`"

    def _container(self, found: ir.Expression) -> ir.Expression:
        """Return a set or list; a thing where a set is wanted is a set of one."""
        found = self.used_as_value(found)
        if isinstance(found.type, types.Unknown | types.SetOf | types.ListOf):
            return found
        if conversions.is_single(found.type) and not isinstance(found.type, types.Number):
            return ir.AsSet(found, types.SetOf(found.type), span=found.span)
        self.report("E502", found.span, wanted="a set or a list", found=named(found.type))
        return self.unknown(found.span)

    def _pick(self, node: syntax.Pick, wanted: Type | None) -> ir.Expression:
        """Return `if C then A else B`."""
        condition = self.condition(node.condition)
        with self.knowing(facts_if(condition, holds=True)):
            then = self.expression(node.then, wanted)
        with self.knowing(facts_if(condition, holds=False)):
            otherwise = self.expression(node.otherwise, wanted if wanted is not None else then.type)
        type_ = conversions.join(then.type, otherwise.type)
        if wanted is not None and type_ is None:
            made = conversions.convert(then, wanted, self.fields_of)
            type_ = wanted if made is not None else None
        if type_ is None:
            self.report(
                "E502", otherwise.span, wanted=named(then.type), found=named(otherwise.type)
            )
            return self.unknown(node.span)
        then, otherwise = self.fit(then, type_), self.fit(otherwise, type_)
        return ir.Pick(condition, then, otherwise, type_, span=node.span)


def _comparable(
    left: ir.Expression, right: ir.Expression, type_: Type, checker: ExpressionChecker
) -> tuple[ir.Expression, ir.Expression]:
    """Return both sides as one type is kept; `or nothing` on one side only is fine."""
    inner = conversions.plain(type_)
    made = [
        one
        if conversions.same(conversions.plain(one.type), inner)
        else checker.fit(one, type_ if isinstance(one.type, types.Optional) else inner)
        for one in (left, right)
    ]
    return _typed_empty(made[0], inner), _typed_empty(made[1], inner)


def _typed_empty(value: ir.Expression, type_: Type) -> ir.Expression:
    """Return an `empty` with the type of what it is compared with."""
    if isinstance(value, ir.Empty) and isinstance(type_, types.SetOf | types.ListOf):
        return replace(value, type=type_)
    return value


def _set_type(operator: str, left: Type, right: Type) -> Type | None:
    """Return the type of a union, difference or intersection.

    What is taken out of a list, or kept of it, leaves a list; `+` joins two lists.
    """
    sides = (left, right)
    if operator != "+" and isinstance(left, types.ListOf):
        joined = conversions.join(left.inner, _inner(right))
        return None if joined is None else types.ListOf(joined)
    if operator == "+" and types.ListOf in map(type, sides):
        inner = [one.inner if isinstance(one, types.ListOf) else one for one in sides]
        if not any(isinstance(one, types.SetOf) for one in sides):
            joined = conversions.join(*inner)
            return None if joined is None else types.ListOf(joined)
    joined = conversions.join(*map(_inner, sides))
    return None if joined is None or not conversions.is_single(joined) else types.SetOf(joined)


def _inner(type_: Type) -> Type:
    """Return the type of the members of a set or list, or of a thing that stands for one."""
    return type_.inner if isinstance(type_, _Collection) else type_


def _set_wanted(type_: Type) -> str:
    return f"a set of {_inner(type_)}"


def _product(factors: list[ir.Expression], node: syntax.Expression) -> ir.Expression:
    """Return the product of whole numbers; of none it is 1."""
    if not factors:
        return ir.Constant(1, types.NUMBER, span=node.span)
    made = factors[0]
    for factor in factors[1:]:
        made = ir.Arithmetic("*", made, factor, types.NUMBER, span=node.span)
    return made
