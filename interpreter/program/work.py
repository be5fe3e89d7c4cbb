"""Second step of compiling: how much work an expression can be at most, known before anything runs.

Fed by the typed tree and the numbers of a layout; read by `weighing`, `values` and `queries`. Work
is counted in visits: a visit is one thing that a query looks at, or one reading of a value. Counts
of things are constants when a pack is compiled, so the work of queries inside each other is a
product of sizes, and nobody has to count while an ordinary query runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar

from interpreter.lang import ir, types
from interpreter.program.budget import ENTRY, MOST_VISITS
from interpreter.program.layout import MOST_LISTED, Layout
from interpreter.program.nodes import Raw, Routine, in_circles, statements
from interpreter.program.static import Statics, children, walk

BEYOND = 1 << 62
"""More work than anybody waits for."""
LIGHT = 30_000
"""Work that is not counted where it is done once."""
LITTLE = 100
"""The same where it may be done many times, which can be a million; see `efforts`."""
MOST_TABULATED = 10_000_000
"""The most work that may go into a table of what never changes, over its whole life."""
MOST_AT_ONCE = 1_000_000
"""The same for a table that is filled when a program is loaded."""
MOST_DISTANCES = 20_000_000
"""How many distances a table may hold: those among some thousand things."""

_MOST_PASSES = 6
"""So often the calls of rules are gone through at most."""

Key = tuple[str, ...]
"""A value, cost, slot or needs of a pack: of which sort, then its names."""
Modifiers = Mapping[tuple[str, str | None], Sequence[ir.Modifier]]


class Work:
    """Works out bounds for one pack, number of players and choice of options."""

    def __init__(
        self,
        layout: Layout,
        statics: Statics,
        modifiers: Modifiers,
        takes_part: Callable[[tuple[str, str]], bool],
    ) -> None:
        """Look at a pack; what it declares is weighed when it is first asked for."""
        self._layout = layout
        self._spec = layout.spec
        self._statics = statics
        self._modifiers = modifiers
        self._takes_part = takes_part
        self._known: dict[tuple[str, ...], int] = {}
        self._lists: Mapping[str, int] = {}
        self._given: dict[tuple[str, str], int] = {}

    # ---- lists -----------------------------------------------------------------------------------

    @contextmanager
    def within(self, routine: Routine | None) -> Iterator[None]:
        """Let lists that a text names be as long as what it says they are."""
        outer, self._lists = self._lists, {}
        if routine is not None:
            self._lists = self._listed(routine)
        yield
        self._lists = outer

    def hear(self, routines: Sequence[Routine]) -> None:
        """Find out how long the lists are that rules are called with."""
        for _ in range(_MOST_PASSES):
            before = dict(self._given)
            for routine in routines:
                with self.within(routine):
                    for one in statements(routine.body):
                        if isinstance(one, ir.Do) and one.event.operation == "rule":
                            self._hear(one)
            if self._given == before:
                return
        # a rule that calls itself with a longer list
        self._given.clear()

    def _hear(self, do: ir.Do) -> None:
        """Look at the lists that one call hands over."""
        rule = do.event.noun
        for item, given in zip(self._spec.rules[rule].parameters, do.arguments, strict=True):
            if isinstance(item.type, types.ListOf) and isinstance(given, ir.Expression):
                known = self._given.get((rule, item.name), 0)
                self._given[rule, item.name] = max(known, self.members(given))

    def _listed(self, routine: Routine) -> Mapping[str, int]:
        """Return how long the lists are that a text names and does not change."""
        found: dict[str, int] = {}
        if routine.key[0] in ("rule", "secret"):
            keys = ((name, (routine.key[1], name)) for name in routine.parameters)
            found = {name: self._given[key] for name, key in keys if key in self._given}
        changed: set[str] = set()
        for one in statements(routine.body):
            match one:
                case ir.Do(event=ir.Event("draw", kind), result=str(name)):
                    found[name] = self._layout.count(kind)
                case ir.Let(name, value) if isinstance(value.type, types.ListOf):
                    found[name] = max(found.get(name, 0), self.members(value))
                case ir.Choose(name=name, source=ir.OrderOf(domain)):
                    found[name] = max(found.get(name, 0), self.members(domain))
                case ir.Change(_, ir.Local(name)):
                    changed.add(name)
        return {name: size for name, size in found.items() if name not in changed}

    # ---- sizes -----------------------------------------------------------------------------------

    def size(self, type_: types.Type) -> int:
        """Return how many members a set of a type can have at most."""
        match type_:
            case types.Optional(inner):
                return self.size(inner)
            case types.Kind() | types.Word() | types.Stack():
                return self._layout.count_of(type_)
            case types.Truth():
                return 2
        return MOST_LISTED

    def members(self, node: ir.Expression) -> int:
        """Return how many members a set or list can have at most."""
        found = self._members(node)
        is_set = isinstance(node.type, types.SetOf)
        return min(found, self.longest(node.type)) if is_set else found

    def _members(self, node: ir.Expression) -> int:
        """Return the same as the form of an expression tells it; no set is larger than its kind."""
        match node:
            case ir.Link():
                return self._degree(node.kind, node.name)
            case ir.AsList(operand) | ir.AsSet(operand):
                return self.members(operand) if _is_many(operand) else 1
            case ir.Collect(items):
                return len(items)
            case ir.Empty():
                return 0
            case ir.Pick():
                return max(self.members(node.then), self.members(node.otherwise))
            case ir.SetChange():
                left = self.members(node.left)
                return left + self.members(node.right) if node.operator == "+" else left
            case ir.Query():
                rows = 1
                for binder in node.binders:
                    rows *= self.members(binder.domain)
                return rows
            case Raw(most=int(most)):
                return most
            case ir.Computed(name) if _is_many(node) and (name, None) not in self._modifiers:
                return self._once(("members", name), lambda: self._members_of_value(name))
            case ir.Local(name) if name in self._lists:
                return self._lists[name]
            case ir.Zone() | ir.Function(name="line"):
                return self.size(getattr(node.type, "inner", node.type))
            case ir.Function(name="around"):
                return self._layout.players
            case ir.Function(name="top"):
                return self.members(node.arguments[0])
        return self.longest(node.type)

    def _members_of_value(self, name: str) -> int:
        """Return how many members a value that is a set or list can have at most."""
        results = [result for _, result in self._spec.values[name].cases]
        return max(map(self.members, results), default=0)

    def longest(self, type_: types.Type) -> int:
        """Return how many members a value of a type can have at most."""
        match type_:
            case types.SetOf(inner):
                return self.size(inner)
            case types.ListOf(types.Row()):
                # more rows than that cannot have been listed
                return MOST_VISITS // ENTRY
            case types.ListOf(inner):
                return max(MOST_LISTED, self.size(inner))
        return 1

    # ---- work ------------------------------------------------------------------------------------

    def of(self, node: object) -> int:
        """Return how many visits working out some nodes can take at most."""
        special = self._special.get(type(node))
        return self._of_parts(node) if special is None else special(self, node)

    def _of_parts(self, node: object) -> int:
        """Return the work of the nodes inside a node."""
        work = 0
        for child in children(node):
            work += self.of(child)
        return min(work, BEYOND)

    def _of_computed(self, node: ir.Computed) -> int:
        """Return the work of reading a value, and if no table holds it of working it out."""
        work = ENTRY + self._of_parts(node)
        if self.pays(("value", node.value)) or self.is_tabulated(node.value):
            return work
        return work + self.of_value(node.value)

    def _of_slot_value(self, node: ir.SlotValue) -> int:
        return ENTRY + self._of_parts(node) + self._of_slot(node.kind, node.slot)

    def _of_cost_of(self, node: ir.CostOf) -> int:
        return ENTRY + self._of_parts(node) + self._of_cost(node.kind, node.resource)

    def _of_stacks(self, node: ir.Stacks) -> int:
        spec = self._spec.pieces[node.piece]
        return self._layout.count(spec.owner) * self._layout.count(spec.place)

    def _of_pick(self, node: ir.Pick) -> int:
        return self.of(node.condition) + max(self.of(node.then), self.of(node.otherwise))

    def _of_member(self, node: ir.Member) -> int:
        listed = isinstance(node.container.type, types.ListOf)
        return self._of_parts(node) + (self.members(node.container) if listed else 0)

    def _of_members_of(self, node: ir.AsList | ir.AsSet) -> int:
        return self.of(node.operand) + self.members(node)

    def _of_set_change(self, node: ir.SetChange) -> int:
        work = self._of_parts(node)
        if isinstance(node.type, types.ListOf):
            work += self.members(node.left) + self.members(node.right)
        return work

    def _of_query(self, node: ir.Query) -> int:
        """Return the work of a query: of the innermost condition, times the sizes around it."""
        rows = node.head == "all" and len(node.binders) > 1
        return self.of_loops(node.binders, (node.where, node.measure), 1 + ENTRY * rows)

    def of_loops(self, binders: Sequence[ir.Binder], inside: object, each: int = 1) -> int:
        """Return the work of something that is done for each row of some binders.

        `each` is what a row counts by itself.
        """
        work = each + self.of(inside)
        for binder in reversed(binders):
            work = ENTRY + self.of(binder.domain) + self.members(binder.domain) * work
        return min(work, BEYOND)

    def _of_function(self, node: ir.Function) -> int:
        work = 1 + self._of_parts(node)
        match node.name:
            case "first" | "last" | "only" | "top":
                return work + self.members(node.arguments[0])
            case "within":
                return work + self.longest(node.type)
            case "line":
                return work + self.of_line(node)
            case "possible":
                return work + self._of_possible(node.arguments[0])
        return work

    def _degree(self, kind: str, link: str) -> int:
        """Return how many things a link joins to one thing at most."""
        elements = self._layout.elements[kind]
        return self._once(
            ("link", kind, link),
            lambda: max((len(one.links.get(link, ())) for one in elements), default=0),
        )

    def is_near(self, node: ir.Function) -> bool:
        """Whether all distances that a function may ask for fit into a table.

        Where they do not, each answer finds anew what it asks for, and pays.
        """
        return self.size(node.arguments[0].type) ** 2 <= MOST_DISTANCES

    def of_line(self, node: ir.Function) -> int:
        """Return the work of finding a line, which is none if a table soon holds them all."""
        kind, length = node.arguments[0].type, node.arguments[-1]
        if not isinstance(kind, types.Kind):
            raise TypeError(kind)
        links = [name for name, _ in self._spec.kinds[kind.name].links]
        names = links if node.link is None else [node.link[1]]
        longest = max((self._way(kind.name, name) for name in names), default=0)
        lengths = longest
        if isinstance(length, ir.Constant):
            longest, lengths = min(length.value, longest), 1
        whole = self._layout.count(kind.name) * lengths * longest
        return 0 if whole <= MOST_TABULATED else longest

    def _way(self, kind: str, link: str) -> int:
        """Return the most things on a way straight on along a link."""
        return self._once(("way", kind, link), lambda: self._longest_way(kind, link))

    def _longest_way(self, kind: str, link: str) -> int:
        """Return the same; where a way leads round, all that there are."""
        elements = {one.name: one.links.get(link, ()) for one in self._layout.elements[kind]}
        lengths: dict[str, int] = {}
        for start in elements:
            way: dict[str, None] = {}
            here: str | None = start
            while here is not None and here not in lengths:
                if here in way:
                    return len(elements)
                way[here] = None
                joined = [other for other in elements[here] if other in elements]
                # which of several comes first is not known here, so none is followed
                if len(joined) > 1:
                    return len(elements)
                here = joined[0] if joined else None
            for name in reversed(way):
                following = [other for other in elements[name] if other in elements]
                lengths[name] = 1 + max((lengths[other] for other in following), default=0)
        return max(lengths.values(), default=0)

    # ---- what a pack declares --------------------------------------------------------------------

    def _once(self, key: tuple[str, ...], work: Callable[[], int]) -> int:
        """Return something that is worked out once."""
        known = self._known.get(key)
        if known is None:
            self._known[key] = BEYOND
            with self.within(None):
                known = self._known[key] = min(work(), BEYOND)
        return known

    def of_value(self, name: str) -> int:
        """Return the work of working out a value once."""
        value = self._spec.values[name]
        parts = (value.cases, value.all_of, value.least, value.most)
        return self._once(
            ("value", name), lambda: self.of(parts) + self._of_modifiers(name, resource=None)
        )

    def _of_modifiers(self, value: str, resource: str | None) -> int:
        """Return the work of all that definitions contribute to a value or cost."""
        modifiers = self._modifiers.get((value, resource), ())
        return sum(
            self.of_loops(item.each, (item.when, item.amount))
            for item in modifiers
            if self._takes_part(item.owner)
        )

    def _of_cost(self, kind: str, resource: str) -> int:
        """Return the work of reading a cost."""
        key = ("cost", kind, resource)
        if key in self.circular:
            return ENTRY
        return self._once(key, lambda: self._of_modifiers(f"{kind}.cost", resource))

    def _of_slot(self, kind: str, slot: str) -> int:
        """Return the work of reading a value slot of whichever definition."""
        key = ("slot", kind, slot)
        if key in self.circular:
            return ENTRY
        return self._once(key, lambda: max(map(self.of, self._held(kind, slot)), default=0))

    def _of_possible(self, definition: ir.Expression) -> int:
        """Return the work of telling whether a definition is possible: its costs and needs."""
        if not isinstance(definition.type, types.Kind):
            raise TypeError(definition.type)
        kind = definition.type.name
        if ("possible", kind) in self.circular:
            return ENTRY
        elements = self._layout.elements[kind]
        if isinstance(definition, ir.Thing):
            elements = tuple(one for one in elements if one.name == definition.name)
        return self._of_paying(kind) + self._of_any_needs(kind, elements)

    def _of_paying(self, kind: str) -> int:
        """Return the work of telling whether the cost of a definition can be paid."""
        costs = (self._of_cost(kind, key[2]) for key in self._costs(kind))
        floors = (self.of(one.least) for one in self._spec.kinds[types.PLAYER.name].fields)
        return ENTRY + sum(costs) + sum(floors)

    def _of_any_needs(self, kind: str, elements: Iterable[ir.Element]) -> int:
        """Return the work of looking at the needs of one of some definitions."""
        return max((self._of_needs(kind, one) for one in elements), default=0)

    def _of_needs(self, kind: str, element: ir.Element) -> int:
        """Return the work of looking at the needs of a definition."""
        conditions = tuple(need.condition for need in element.needs)
        return self._once(("needs", kind, element.name), lambda: self.of(conditions))

    # ---- circles ---------------------------------------------------------------------------------

    @cached_property
    def circular(self) -> frozenset[Key]:
        """What may lead back to itself, which is only so where needs ask what is possible."""
        spec = self._spec
        keys: list[Key] = [("value", name) for name in spec.values]
        for kind in spec.kinds.values():
            keys.append(("possible", kind.name))
            keys += [("needs", kind.name, one.name) for one in self._layout.elements[kind.name]]
            keys += self._costs(kind.name)
            keys += [("slot", kind.name, one.name) for one in kind.slots if one.type is not None]
        return in_circles({key: frozenset(self._read(key)) for key in keys})

    def pays(self, key: Key) -> bool:
        """Whether each call pays for itself, so that only what is really called is paid.

        What may lead back to itself has no other bound; and a value that is much work may stand
        where it is seldom read.
        """
        if key in self.circular:
            return True
        is_value = key[0] == "value" and not self._statics.is_static_value(key[1])
        return is_value and self.of_value(key[1]) > LIGHT

    def own(self, key: Key) -> int:
        """Return what one call of something that pays does by itself."""
        match key:
            case ("value", name):
                work = self.of_value(name)
            case ("cost", kind, resource):
                work = self._of_modifiers(f"{kind}.cost", resource)
            case ("slot", kind, slot):
                work = max(map(self.of, self._held(kind, slot)), default=0)
            case (_, kind, *_):
                work = self._of_paying(kind)
                work += self._of_any_needs(kind, self._layout.elements[kind])
        return min(work, MOST_VISITS)

    def _costs(self, kind: str) -> list[Key]:
        """Return the costs of a kind that definitions change."""
        named = [resource for value, resource in self._modifiers if value == f"{kind}.cost"]
        return [("cost", kind, resource) for resource in named if resource is not None]

    def _held(self, kind: str, slot: str) -> list[ir.Expression]:
        """Return what the definitions of a kind hold in a slot."""
        return [one.values[slot] for one in self._layout.elements[kind] if slot in one.values]

    def _read(self, key: Key) -> Iterator[Key]:
        """Yield what something reads."""
        read: list[object] = []
        match key:
            case ("value", name):
                value = self._spec.values[name]
                changed = self._modifiers.get((name, None), ())
                read = [value.cases, value.all_of, value.least, value.most, *_texts(changed)]
            case ("cost", kind, resource):
                read = [*_texts(self._modifiers.get((f"{kind}.cost", resource), ()))]
            case ("slot", kind, slot):
                read = [*self._held(kind, slot)]
            case ("needs", kind, name):
                yield from self._costs(kind)
                elements = self._layout.elements[kind]
                read = [
                    need.condition for one in elements if one.name == name for need in one.needs
                ]
            case (_, kind, *_):
                yield from self._costs(kind)
                yield from (("needs", kind, one.name) for one in self._layout.elements[kind])
        for node in walk(tuple(read)):
            match node:
                case ir.Computed(name):
                    yield "value", name
                case ir.CostOf(kind, resource):
                    yield "cost", kind, resource
                case ir.SlotValue(kind, slot):
                    yield "slot", kind, slot
                case ir.Function("possible", (ir.Thing(kind, name), *_)):
                    yield "needs", kind, name
                case ir.Function("possible", (asked, *_)):
                    yield "possible", str(asked.type)

    # ---- tables ----------------------------------------------------------------------------------

    def is_tabulated(self, name: str) -> bool:
        """Whether a value never changes and all of it fits into a table that is filled soon."""
        if not self._statics.is_static_value(name):
            return False
        value = self._spec.values[name]
        types_ = [item.type for item in value.parameters]
        if value.of is not None:
            types_.append(types.Kind(value.of))
        return self.fits(types_, self.of_value(name))

    def fits(self, keys: Sequence[types.Type], work: int) -> bool:
        """Whether a table over some types fits, if each entry takes so much work."""
        whole = work + 1
        for type_ in keys:
            whole *= self.size(type_)
        return whole <= (MOST_TABULATED if keys else MOST_AT_ONCE)

    _special: ClassVar[Mapping[type, Callable[[Work, Any], int]]] = {
        ir.Query: _of_query,
        ir.Computed: _of_computed,
        ir.SlotValue: _of_slot_value,
        ir.CostOf: _of_cost_of,
        ir.Stacks: _of_stacks,
        ir.Pick: _of_pick,
        ir.Function: _of_function,
        ir.Member: _of_member,
        ir.AsList: _of_members_of,
        ir.AsSet: _of_members_of,
        ir.SetChange: _of_set_change,
    }
    """The nodes that are more work than their parts."""


def _texts(modifiers: Sequence[ir.Modifier]) -> Iterator[object]:
    """Yield what some modifiers read."""
    for item in modifiers:
        yield item.each, item.when, item.amount


def _is_many(node: ir.Expression) -> bool:
    """Whether an expression is a set or a list."""
    return isinstance(node.type, types.SetOf | types.ListOf)
