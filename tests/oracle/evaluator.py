"""Expressions: each node of the typed tree has a method that gives its value in a world."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Any

from interpreter.lang import ir, types
from tests.oracle.world import FaultError, Place, World

Names = dict[str, Any]
"""What the locals hold; `me` is among them."""

_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_LAYERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "set": lambda _, amount: amount,
    "add": lambda x, amount: x + amount,
    "multiply": lambda x, amount: x * amount,
    "at least": max,
    "at most": min,
}


@cache
def _method(prefix: str, type_: type) -> str:
    words = re.sub(r"(?<!^)(?=[A-Z])", "_", type_.__name__).lower()
    return f"{prefix}_{words}"


def method(prefix: str, node: object) -> str:
    """Return the name of the method for a kind of nodes: `of_stack_field`."""
    return _method(prefix, type(node))


class Evaluator:
    """Gives values of expressions."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.spec = world.spec

    def value(self, node: ir.Expression, names: Names) -> Any:
        """Return the value of an expression."""
        return getattr(self, method("of", node))(node, names)

    def members(self, node: ir.Expression, names: Names) -> list[Any]:
        """Return the members of a set or list in order."""
        return self.world.listing(self.value(node, names), node.type)

    def players(self, node: ir.Expression, names: Names) -> list[str]:
        """Return one player or several, in order."""
        found = self.value(node, names)
        several = isinstance(node.type, types.SetOf | types.ListOf)
        return self.world.listing(found, node.type) if several else [found]

    def rows(self, binders: Sequence[ir.Binder], names: Names) -> Iterator[Names]:
        """Yield the names that some binders give, one row after the other."""
        if not binders:
            yield {}
            return
        first, *rest = binders
        for item in self.members(first.domain, names):
            here = {first.name: item}
            for more in self.rows(rest, {**names, **here}):
                yield {**here, **more}

    # ---- constants and names ---------------------------------------------------------------------

    def of_constant(self, node: ir.Constant, _: Names) -> Any:
        return self.world.natural(node.value, node.type)

    def of_missing(self, *_: object) -> None:
        return None

    def of_empty(self, node: ir.Empty, _: Names) -> Any:
        return frozenset() if isinstance(node.type, types.SetOf) else ()

    def of_thing(self, node: ir.Thing, _: Names) -> str:
        if self.is_absent(node):
            raise FaultError("F715")
        return node.name

    def is_absent(self, node: ir.Expression) -> bool:
        """Whether a thing is named that takes no part."""
        return isinstance(node, ir.Thing) and node.name not in self.world.things[node.kind]

    def of_every(self, node: ir.Every, _: Names) -> frozenset[str]:
        world = self.world
        return frozenset(world.alive.get(node.kind, world.things[node.kind]))

    def of_every_word(self, node: ir.EveryWord, _: Names) -> frozenset[str]:
        return frozenset(self.spec.words[node.word])

    def of_local(self, node: ir.Local, names: Names) -> Any:
        return names[node.name]

    def of_me(self, _: ir.Me, names: Names) -> str:
        return names["me"]

    def of_option_value(self, node: ir.OptionValue, _: Names) -> Any:
        return self.world.natural(self.world.options[node.name], node.type)

    # ---- what is stored --------------------------------------------------------------------------

    def of_field(self, node: ir.Field, names: Names) -> Any:
        return self.world.fields[node.kind, node.name, self.value(node.subject, names)]

    def of_global_field(self, node: ir.GlobalField, _: Names) -> Any:
        return self.world.fields[node.group, node.name, None]

    def of_pieces(self, node: ir.Pieces, names: Names) -> int:
        owner, place = self.value(node.owner, names), self.value(node.place, names)
        return self.world.pieces[node.piece, owner, place]

    def of_supply(self, node: ir.Supply, names: Names) -> int:
        return self.world.supply[node.piece, self.value(node.owner, names)]

    def of_stacks(self, node: ir.Stacks, _: Names) -> frozenset[tuple[str, str]]:
        stacks = self.world.pieces.items()
        return frozenset(key[1:] for key, size in stacks if key[0] == node.piece and size)

    def of_stack_field(self, node: ir.StackField, names: Names) -> Any:
        owner, place = self.value(node.stack, names)
        size = self.world.pieces[node.piece, owner, place]
        return {"owner": owner, "place": place, "size": size}[node.name]

    def place(self, node: ir.Zone, names: Names) -> Place:
        """Return which zone is meant."""
        which = node.subject if node.subject is not None else node.key
        return node.kind, node.name, None if which is None else self.value(which, names)

    def of_zone(self, node: ir.Zone, names: Names) -> Any:
        contents = self.world.zones[self.place(node, names)]
        return tuple(contents) if isinstance(node.type, types.ListOf) else frozenset(contents)

    def of_whereabouts(self, node: ir.Whereabouts, names: Names) -> str | None:
        kind = node.subject.type
        inner = kind.inner if isinstance(kind, types.Optional) else kind
        place = self.world.where[inner.name, self.value(node.subject, names)]
        return place[2] if place is not None and place[:2] == (node.owner, node.zone) else None

    # ---- what is printed -------------------------------------------------------------------------

    def of_fixed(self, node: ir.Fixed, names: Names) -> Any:
        element = self.world.elements[node.kind, self.value(node.subject, names)]
        return self.value(element.fixed[node.name], {})

    def of_link(self, node: ir.Link, names: Names) -> frozenset[str]:
        return frozenset(self.world.links(node.kind, node.name, self.value(node.subject, names)))

    def of_static_table(self, node: ir.StaticTable, names: Names) -> Any:
        wanted = tuple(self.value(key, names) for key in node.keys)
        for keys, value in self.spec.tables[node.table].rows:
            if any(self.is_absent(one) for one in (*keys, value)):
                continue
            if tuple(self.value(key, {}) for key in keys) == wanted:
                return self.value(value, {})
        raise FaultError("F707")

    # ---- what is worked out ----------------------------------------------------------------------

    def of_computed(self, node: ir.Computed, names: Names) -> Any:
        subject = () if node.subject is None else (node.subject,)
        given = [self.value(item, names) for item in (*subject, *node.arguments)]
        return self.computed(self.spec.values[node.value], given, names.get("me"))

    def computed(self, spec: ir.ValueSpec, given: Sequence[Any], me: str | None) -> Any:
        """Return a value of the pack: its base, the layers of its modifiers, then its limits."""
        parameters = [item.name for item in spec.parameters]
        if spec.of is not None:
            parameters = [spec.of, *parameters]
        names = {"me": me, **dict(zip(parameters, given, strict=True))}
        result = self._modified(self._base(spec, names), spec.name, None, given, me)
        if spec.least is not None:
            result = max(result, self.value(spec.least, names))
        if spec.most is not None:
            result = min(result, self.value(spec.most, names))
        return result

    def _base(self, spec: ir.ValueSpec, names: Names) -> Any:
        if spec.all_of:
            return all(self.value(condition, names) for _, condition in spec.all_of)
        for condition, result in spec.cases:
            if condition is None or self.value(condition, names):
                return self.value(result, names)
        raise FaultError("F706")

    def _modified(
        self, start: Any, value: str, resource: str | None, given: Sequence[Any], me: str | None
    ) -> Any:
        """Return a value with what definitions contribute to it, layer by layer."""
        result = start
        for layer, act in _LAYERS.items():
            for item in self.spec.modifiers:
                if (item.value, item.resource, item.layer) != (value, resource, layer):
                    continue
                if not self.world.takes_part(item.owner):
                    continue
                outer = {"me": me, **dict(zip(item.names, given, strict=True))}
                for row in list(self.rows(item.each, outer)):
                    names = {**outer, **row}
                    if item.when is None or self.value(item.when, names):
                        result = act(result, self.value(item.amount, names))
        return result

    def cost(self, kind: str, resource: str, thing: str, me: str | None) -> int:
        """Return what a definition costs me of a resource."""
        printed = [
            self.value(price.amount, {})
            for price in self.world.elements[kind, thing].costs
            if price.resource == resource
        ]
        return max(0, self._modified(sum(printed), f"{kind}.cost", resource, [thing], me))

    def of_cost_of(self, node: ir.CostOf, names: Names) -> int:
        return self.cost(node.kind, node.resource, self.value(node.subject, names), names.get("me"))

    def of_slot_value(self, node: ir.SlotValue, names: Names) -> Any:
        element = self.world.elements[node.kind, self.value(node.subject, names)]
        (slot,) = (one for one in self.spec.kinds[node.kind].slots if one.name == node.slot)
        given = [self.value(item, names) for item in node.arguments]
        parameters = (item.name for item in slot.parameters)
        inner = {"me": names.get("me"), **dict(zip(parameters, given, strict=True))}
        return self.value(element.values[node.slot], inner)

    def of_index(self, node: ir.Index, names: Names) -> Any:
        base = self.value(node.base, names)
        keys = tuple(self.value(key, names) for key in node.keys)
        if isinstance(base, dict):
            return base[keys]
        if not 1 <= keys[0] <= len(base):
            raise FaultError("F706")
        return base[keys[0] - 1]

    def of_part(self, node: ir.Part, names: Names) -> Any:
        return self.value(node.base, names)[node.position]

    def of_arithmetic(self, node: ir.Arithmetic, names: Names) -> Any:
        left, right = self.value(node.left, names), self.value(node.right, names)
        return {"+": left + right, "-": left - right, "*": left * right}[node.operator]

    def of_divide(self, node: ir.Divide, names: Names) -> Any:
        return self._divided(node.left, node.right, node.rounding, names)

    def of_round_half(self, node: ir.RoundHalf, names: Names) -> int:
        return self._divided(node.half, node.divisor, node.rounding, names)

    def _divided(
        self, over: ir.Expression, under: ir.Expression, rounding: str, names: Names
    ) -> Any:
        left, right = self.value(over, names), self.value(under, names)
        if right == 0:
            raise FaultError("F709")
        exact = Fraction(left) / right
        return {"exact": exact, "up": ceil(exact), "down": floor(exact)}[rounding]

    def of_scale(self, node: ir.Scale, names: Names) -> Fraction:
        return self.value(node.half, names) * self.value(node.number, names)

    def of_negative(self, node: ir.Negative, names: Names) -> Any:
        return -self.value(node.operand, names)

    def of_set_change(self, node: ir.SetChange, names: Names) -> Any:
        left, right = self.value(node.left, names), self.value(node.right, names)
        if isinstance(left, frozenset):
            return {"+": left | right, "-": left - right, "*": left & right}[node.operator]
        if node.operator == "+":
            return left + right
        return tuple(item for item in left if (item in right) == (node.operator == "*"))

    def of_as_half(self, node: ir.AsHalf, names: Names) -> Fraction:
        return Fraction(self.value(node.operand, names))

    def of_as_set(self, node: ir.AsSet, names: Names) -> frozenset[Any]:
        several = isinstance(node.operand.type, types.SetOf | types.ListOf)
        if self.is_absent(node.operand):
            return frozenset()
        found = self.value(node.operand, names)
        return frozenset(found if several else [found])

    def of_as_list(self, node: ir.AsList, names: Names) -> tuple[Any, ...]:
        return tuple(self.members(node.operand, names))

    def of_collect(self, node: ir.Collect, names: Names) -> Any:
        items = [self.value(item, names) for item in node.items if not self.is_absent(item)]
        return tuple(items) if isinstance(node.type, types.ListOf) else frozenset(items)

    def of_make_record(self, node: ir.MakeRecord, names: Names) -> tuple[Any, ...]:
        return tuple(self.value(item, names) for item in node.items)

    # ---- conditions ------------------------------------------------------------------------------

    def of_pick(self, node: ir.Pick, names: Names) -> Any:
        return self.value(node.then if self.value(node.condition, names) else node.otherwise, names)

    def of_not(self, node: ir.Not, names: Names) -> bool:
        return not self.value(node.operand, names)

    def of_both(self, node: ir.Both, names: Names) -> bool:
        return all(self.value(part, names) for part in node.parts)

    def of_either(self, node: ir.Either, names: Names) -> bool:
        return any(self.value(part, names) for part in node.parts)

    def of_compare(self, node: ir.Compare, names: Names) -> bool:
        if self.is_absent(node.left) or self.is_absent(node.right):
            return node.operator == "is not"
        left, right = self.value(node.left, names), self.value(node.right, names)
        if node.operator in ("is", "is not"):
            return (left == right) == (node.operator == "is")
        order = (self.world.index(left, node.left.type), self.world.index(right, node.right.type))
        return _COMPARISONS[node.operator](*order)

    def of_member(self, node: ir.Member, names: Names) -> bool:
        if self.is_absent(node.item):
            return False
        return self.value(node.item, names) in self.value(node.container, names)

    # ---- queries ---------------------------------------------------------------------------------

    def of_query(self, node: ir.Query, names: Names) -> Any:
        found = [
            row
            for row in self.rows(node.binders, names)
            if node.where is None or self.value(node.where, {**names, **row})
        ]
        values = [
            tuple(row.values()) if len(row) > 1 else next(iter(row.values())) for row in found
        ]
        match node.head:
            case "all":
                return frozenset(values) if isinstance(node.type, types.SetOf) else tuple(values)
            case "count":
                return len(found)
            case "any":
                return bool(found)
            case "no":
                return not found
            case "first":
                return values[0] if values else None
        measures = [self.value(node.measure, {**names, **row}) for row in found]
        return self._measured(node, values, measures)

    def _measured(self, node: ir.Query, values: list[Any], measures: list[Any]) -> Any:
        there = [item for item in measures if item is not None]
        match node.head:
            case "sum":
                return sum(measures, self.world.default(node.type))
            case "highest":
                return max(there, default=None)
            case "lowest":
                return min(there, default=None)
        keys = [(item is None, 0 if item is None else -item) for item in measures]
        order = sorted(range(len(values)), key=lambda at: keys[at])
        return tuple(values[at] for at in order)

    # ---- functions -------------------------------------------------------------------------------

    def of_function(self, node: ir.Function, names: Names) -> Any:
        return getattr(self, f"_{node.name}")(node, names)

    def _given(
        self, node: ir.Function, names: Names
    ) -> tuple[list[Any], Callable[[str], list[str]]]:
        """Return the arguments that are no way, and what the way joins to a thing."""
        given, link = [], node.link
        for item in node.arguments:
            if isinstance(item.type, types.Word):
                link = (node.arguments[0].type.name, self.value(item, names))
            else:
                given.append(self.value(item, names))
        return given, lambda thing: self.world.links(link[0], link[1], thing) if link else []

    def _min(self, node: ir.Function, names: Names) -> Any:
        return min(self._ranked(node, names))[1]

    def _max(self, node: ir.Function, names: Names) -> Any:
        return max(self._ranked(node, names))[1]

    def _ranked(self, node: ir.Function, names: Names) -> list[tuple[Any, Any]]:
        values = [self.value(item, names) for item in node.arguments]
        return [(self.world.index(item, node.type), item) for item in values]

    def _size(self, node: ir.Function, names: Names) -> int:
        return len(self.value(node.arguments[0], names))

    def _first(self, node: ir.Function, names: Names) -> Any:
        return self._end(node, names)[0]

    def _last(self, node: ir.Function, names: Names) -> Any:
        return self._end(node, names)[-1]

    def _top(self, node: ir.Function, names: Names) -> tuple[Any, ...]:
        number = self.value(node.arguments[1], names)
        return tuple(
            item
            for place, item in enumerate(self.members(node.arguments[0], names), start=1)
            if place <= number
        )

    def _only(self, node: ir.Function, names: Names) -> Any:
        found = list(self.members(node.arguments[0], names))
        if len(found) != 1:
            raise FaultError("F706")
        return found.pop()

    def _end(self, node: ir.Function, names: Names) -> list[Any]:
        found = self.members(node.arguments[0], names)
        if not found:
            raise FaultError("F706")
        return found

    def _after(self, node: ir.Function, names: Names) -> str:
        return self._circle(node, names)[1 % self.world.players]

    def _around(self, node: ir.Function, names: Names) -> tuple[str, ...]:
        clockwise = len(node.arguments) == 1 or self.value(node.arguments[1], names)
        first, *rest = self._circle(node, names)
        return (first, *(rest if clockwise else reversed(rest)))

    def _circle(self, node: ir.Function, names: Names) -> list[str]:
        """Return all seats from a player on."""
        seats = self.world.things["player"]
        at = seats.index(self.value(node.arguments[0], names))
        return seats[at:] + seats[:at]

    def _distance(self, node: ir.Function, names: Names) -> int | None:
        (start, goal), joined = self._given(node, names)
        reached, steps = {start}, 0
        while goal not in reached:
            further = reached.union(*map(joined, reached))
            if further == reached:
                return None
            reached, steps = further, steps + 1
        return steps

    def _within(self, node: ir.Function, names: Names) -> frozenset[str]:
        (start, steps, *through), joined = self._given(node, names)
        reached = {start}
        for _ in range(steps):
            crossed = [one for one in reached if one == start or not through or one in through[0]]
            reached = reached.union(*map(joined, crossed))
        return frozenset(reached)

    def _line(self, node: ir.Function, names: Names) -> Any:
        (start, length), joined = self._given(node, names)
        line = [start][: max(0, length)]
        while len(line) < length and joined(line[-1]):
            further = joined(line[-1])[0]
            if further in line:
                break
            line.append(further)
        return tuple(line) if isinstance(node.type, types.ListOf) else frozenset(line)

    def _possible(self, node: ir.Function, names: Names) -> bool:
        definition, *given = (self.value(item, names) for item in node.arguments)
        kind, me = node.arguments[0].type.name, names["me"]
        costs = self.costs(kind, definition, me)
        if any(cost > self.payable(name, me) for name, cost in costs.items()):
            return False
        parameters = [item.name for item in self.slot_parameters(kind)]
        inner = {"me": me, **dict(zip(parameters, given, strict=False))}
        self._take(me, costs, -1)
        needs = self.world.elements[kind, definition].needs
        held = all(self.value(need.condition, inner) for need in needs)
        self._take(me, costs, 1)
        return held

    def _take(self, player: str, costs: Mapping[str, int], sign: int) -> None:
        for resource, cost in costs.items():
            self.world.fields["player", resource, player] += sign * cost

    # ---- costs -----------------------------------------------------------------------------------

    def costs(self, kind: str, thing: str, me: str) -> dict[str, int]:
        """Return all that a definition costs me, by resource."""
        return {name: self.cost(kind, name, thing, me) for name in self._cost_resources(kind)}

    def _cost_resources(self, kind: str) -> list[str]:
        printed = {
            price.resource
            for (of, _), element in self.world.elements.items()
            if of == kind
            for price in element.costs
        }
        more = {item.resource for item in self.spec.modifiers if item.value == f"{kind}.cost"}
        return sorted(printed | more)

    def slot_parameters(self, kind: str) -> tuple[ir.Parameter, ...]:
        """Return the parameters of a kind's effect slots."""
        effects = [slot.parameters for slot in self.spec.kinds[kind].slots if slot.type is None]
        return max(effects, key=len, default=())

    def payable(self, resource: str, player: str) -> int:
        """Return how much of a resource a player can pay: down to its floor."""
        least = self.world.field_spec("player", resource).least
        floor_ = 0 if least is None else self.value(least, {"player": player})
        return self.world.fields["player", resource, player] - floor_
