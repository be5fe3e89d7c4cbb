"""Second step of compiling, the computed values.

Each becomes a function, or a table when it never changes.

Fed by the typed values, their modifiers, the costs, needs and value slots of definitions; read by
`expressions`, which calls what stands here. The layers of a value act in one order: base, set,
add, multiply, at least, at most, then its own limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from interpreter.lang import ir, types
from interpreter.program.acting import Acting
from interpreter.program.budget import ENTRY, POSSIBLE
from interpreter.program.expressions import Expressions
from interpreter.program.module import Change, Function, Module
from interpreter.program.nodes import RoutineKey
from interpreter.program.static import Statics
from interpreter.program.weighing import Counted, Weighed
from interpreter.program.work import Key, Work
from interpreter.source import Span

_LAYERS = ("set", "add", "multiply", "at least", "at most")
CHANGE = {
    "set": "x = {}",
    "add": "x += {}",
    "multiply": "x = times(x, {})",
    "at least": "x = max(x, {})",
    "at most": "x = min(x, {})",
}
"""What a layer does to the value `x`, for an amount."""


class Values:
    """Makes the functions of values when they are first read."""

    def __init__(self, module: Module, plain: Values | None = None) -> None:
        """Write into a module; with `plain` write the forms of its functions that count."""
        self.module = module
        self.spec = module.layout.spec
        self.plain: Values = plain or self
        """What writes the forms that do not count."""
        self._counts = plain is not None
        self._prefix = "" if plain is None else "counted_"
        self._counting: Values | None = None
        self.row_tables: dict[object, str] = {} if plain is None else plain.row_tables
        self.entries: dict[RoutineKey, int] = {}
        self.exclusions: dict[ir.Event, int] = {}
        self.hook_bits: dict[RoutineKey, tuple[ir.Event, int]] = {}
        self._modifiers: dict[tuple[str, str | None], list[ir.Modifier]] = {}
        for item in self.spec.modifiers:
            self._modifiers.setdefault((item.value, item.resource), []).append(item)
        self.statics: Statics = Statics(self.spec) if plain is None else plain.statics
        self.work: Work = (
            Work(module.layout, self.statics, self._modifiers, self.takes_part)
            if plain is None
            else plain.work
        )
        self.acting: Acting = Acting(self) if plain is None else plain.acting

    @property
    def counting(self) -> Values:
        """The same for the forms of functions that count."""
        if self._counting is None:
            self._counting = Values(self.module, self)
        return self._counting

    def expressions(self, names: Mapping[str, str] | None = None) -> Expressions:
        """Return a writer of expressions inside functions of values."""
        return Expressions(self, names) if not self._counts else Counted(self, names)

    def outermost(self, names: Mapping[str, str] | None = None) -> Weighed:
        """Return a writer of expressions that stand by themselves in a text."""
        return Weighed(self, names)

    def _open(self, key: Key, title: str, name: str, parameters: Sequence[str]) -> Function:
        """Start the function of a value, a cost, a slot or needs; it pays where that is due."""
        function = self.module.open_function(title, name, parameters)
        if self._counts:
            function.add(f"spend({ENTRY})")
        elif self.work.pays(key):
            with function.block(f"if not ample({self.work.own(key)}):"):
                function.add(f"return {self._counted(key)}({', '.join(parameters)})")
        return function

    def _counted(self, key: Key) -> str:
        """Return the name of the form of a function that counts."""
        counting = self.counting
        match key:
            case ("value", name):
                return counting.value_function(name)
            case ("cost", kind, resource):
                return counting.cost_function(kind, resource)
            case ("slot", kind, slot):
                return counting.slot_function(kind, slot)
            case (_, kind, *_):
                return counting.possible_function(kind)
        raise ValueError(key)

    # ---- computed values ------------------------------------------------------------------------

    def read(self, name: str, arguments: Sequence[str], me: str = "me") -> str:
        """Return the code that reads a value with its subject and arguments; `me` is who acts."""
        value = self.spec.values[name]
        static = self.statics.is_static_value(name)
        function = f"{self._prefix}val_{name}"
        if self._counts and self.work.is_tabulated(name):
            return self.plain.read(name, arguments, me)
        if self.module.needs(f"value {function}"):
            self._write_value(value, static=static)
        if not static:
            acting = [me] if self.acting.uses_me(name) else []
            return f"{function}({', '.join(['S', *acting, *arguments])})"
        if self._counts or not (arguments or self.work.is_tabulated(name)):
            return f"{function}({', '.join(arguments)})"
        return f"C_{name}[{', '.join(arguments)}]" if arguments else f"C_{name}"

    def value_function(self, name: str) -> str:
        """Return the name of the function of a value, for use from outside."""
        self.read(name, ())
        return f"{self._prefix}val_{name}"

    def parameters(self, value: ir.ValueSpec) -> list[str]:
        """Return the Python names of the subject and parameters of a value."""
        subject = [] if value.of is None else [f"v_{value.of}"]
        return [*subject, *(f"v_{item.name}" for item in value.parameters)]

    def _write_value(self, value: ir.ValueSpec, *, static: bool) -> None:
        """Write the function of a value, and its table if it is static."""
        parameters = self.parameters(value)
        acting = ["me"] if self.acting.uses_me(value.name) else []
        name = f"{self._prefix}val_{value.name}"
        function = self._open(
            ("value", value.name),
            f"value {value.name}",
            name,
            parameters if static else ["S", *acting, *parameters],
        )
        modifiers = self.modifiers(value.name, None)
        writer = self.expressions()
        with function.at(value.span):
            if (
                not modifiers
                and value.least is None
                and value.most is None
                and len(value.cases) == 1
                and value.cases[0][0] is None
            ):
                result = value.cases[0][1]
                with function.at(result.span):
                    if not (isinstance(result, ir.Query) and writer.scan(function, result)):
                        function.add(f"return {writer.value(result)}")
            else:
                self._write_base(function, value, writer)
                self._write_modifiers(function, modifiers, tuple(parameters))
                self._write_limits(function, value, writer)
                function.add("return x")
        self.module.close(function)
        if static and not self._counts and (parameters or self.work.is_tabulated(value.name)):
            made = {0: f"{name}()", 1: f"Memo({name})"}
            self.module.constant(f"C_{value.name}", made.get(len(parameters), f"MemoKeys({name})"))

    def _write_base(self, function: Function, value: ir.ValueSpec, writer: Expressions) -> None:
        """Write `x` as the cases or the named conditions give it."""
        if value.all_of:
            conditions = [(writer.truth(item), item.span) for _, item in value.all_of]
            function.add_all("x = 1 if ", conditions, " else 0")
            return
        for number, (condition, result) in enumerate(value.cases):
            if condition is None and number == 0:
                with function.at(result.span):
                    function.add(f"x = {writer.value(result)}")
                return
            head = "else:" if condition is None else f"if {writer.truth(condition)}:"
            head = head if condition is None or number == 0 else f"el{head}"
            with (
                function.at(None if condition is None else condition.span),
                function.block(head),
                function.at(result.span),
            ):
                function.add(f"x = {writer.value(result)}")
        if value.cases[-1][0] is not None:
            with function.block("else:"):
                function.add("raise IndexError")

    def _write_modifiers(
        self, function: Function, modifiers: Sequence[ir.Modifier], parameters: tuple[str, ...]
    ) -> None:
        """Write the layers of a value: `x` is changed in place."""
        for item in modifiers:
            self._write_modifier(function, item, parameters)

    def _write_modifier(
        self, function: Function, item: ir.Modifier, parameters: tuple[str, ...]
    ) -> None:
        """Write one modifier; its own names stand for the parameters of the value."""
        writer = self.expressions(dict(zip(item.names, parameters, strict=True)))
        change = CHANGE[item.layer].format(writer.value(item.amount))
        depth = function.depth
        with function.at(item.span):
            with function.at(None if item.when is None else item.when.span):
                if item.each:
                    function.add(writer.each_row(item.each, item.when))
                    function.depth += 1
                elif item.when is not None:
                    function.add(f"if {writer.truth(item.when)}:")
                    function.depth += 1
            with function.at(item.amount.span):
                function.add(change, self._change_in_words(item))
        function.depth = depth

    def _change_in_words(self, item: ir.Modifier) -> Change:
        """Return what is told of a modifier when it takes effect."""
        kind, name = item.owner
        element = self.module.layout.elements[kind][self.module.layout.index[kind][name]]
        value = item.value if item.resource is None else f"{item.value} {item.resource}"
        return Change(element.title or name, item.owner, value)

    def modifiers(self, value: str, resource: str | None) -> tuple[ir.Modifier, ...]:
        """Return what acts on a value or a cost, in its order: layer by layer."""
        changed = self._modifiers.get((value, resource), ())
        here = [item for item in changed if self.takes_part(item.owner)]
        return tuple(sorted(here, key=lambda item: _LAYERS.index(item.layer)))

    def takes_part(self, owner: tuple[str, str]) -> bool:
        """Whether a definition takes part in this game."""
        kind, name = owner
        return name in self.module.layout.index[kind]

    def _write_limits(self, function: Function, value: ir.ValueSpec, writer: Expressions) -> None:
        """Write the declared least and most."""
        if value.least is not None:
            with function.at(value.least.span):
                function.add(f"x = max(x, {writer.value(value.least)})")
        if value.most is not None:
            with function.at(value.most.span):
                function.add(f"x = min(x, {writer.value(value.most)})")

    # ---- what definitions hold -------------------------------------------------------------------

    def cost_function(self, kind: str, resource: str) -> str:
        """Return the function that tells what a definition of a kind costs of a resource."""
        name = f"{self._prefix}cost_{kind}_X_{resource}"
        if self.module.needs(name):
            writer = self.expressions()
            rows: list[tuple[str, Span | None]] = []
            for item in self.module.layout.elements[kind]:
                price = [cost.amount for cost in item.costs if cost.resource == resource]
                rows.append((writer.value(price[0]), price[0].span) if price else ("0", None))
            table = self.module.table(f"cost of {kind}", f"B_{name}", rows)
            acting = ["me"] if self.acting.cost_uses_me(kind, resource) else []
            function = self._open(
                ("cost", kind, resource), f"cost of {kind}", name, ["S", *acting, "d"]
            )
            function.add(f"x = {table}[d]")
            self._write_modifiers(function, self.modifiers(f"{kind}.cost", resource), ("d",))
            function.add("return max(x, 0)")
            self.module.close(function)
        return name

    def read_cost(self, kind: str, resource: str, definition: str, me: str = "me") -> str:
        """Return the code of what a definition costs `me` of a resource."""
        acting = [me] if self.acting.cost_uses_me(kind, resource) else []
        arguments = ", ".join(["S", *acting, definition])
        return f"{self.cost_function(kind, resource)}({arguments})"

    def payable_code(self, resource: str, who: str, writer: Expressions | None = None) -> str:
        """Return the code of how much of a resource a player can pay: down to its floor.

        `writer` is given inside functions of values.
        """
        held = f"S[{self.resource_slot(resource)} + {who}]"
        fields = self.spec.kinds[types.PLAYER.name].fields
        least = next(item.least for item in fields if item.name == resource)
        floor = "0"
        if least is not None:
            writer = self.outermost() if writer is None else writer
            floor = writer.renamed({types.PLAYER.name: who}).value(least)
        return held if floor == "0" else f"({held} - {floor})"

    def cost_resources(self, kind: str) -> list[str]:
        """Return the resources that definitions of a kind can cost, in stable order."""
        named = {cost.resource for item in self.module.layout.elements[kind] for cost in item.costs}
        named |= {
            resource
            for (value, resource) in self._modifiers
            if value == f"{kind}.cost" and resource is not None
        }
        return sorted(named)

    def slot_function(self, kind: str, slot: str) -> str:
        """Return the function that reads a value slot of a definition."""
        name = f"{self._prefix}slot_{kind}_X_{slot}"
        if self.module.needs(name):
            spec = next(item for item in self.spec.kinds[kind].slots if item.name == slot)
            parameters = [f"v_{item.name}" for item in spec.parameters]
            acting = ["me"] if self.acting.slot_uses_me(kind, slot) else []
            rows: list[tuple[str, Span | None]] = []
            for item in self.module.layout.elements[kind]:
                if slot in item.values:
                    code = self.expressions().value(item.values[slot])
                    head = f"lambda {', '.join(['S', *acting, *parameters])}"
                    rows.append((f"{head}: {code}", item.values[slot].span))
                else:
                    rows.append(("None", None))
            table = self.module.table(f"{slot} of {kind}", f"B_{name}", rows)
            heads = ["S", *acting, "d", *parameters]
            function = self._open(("slot", kind, slot), f"{slot} of {kind}", name, heads)
            function.add(f"return {table}[d]({', '.join(['S', *acting, *parameters])})")
            self.module.close(function)
        return name

    def read_slot(self, kind: str, slot: str, arguments: Sequence[str], me: str = "me") -> str:
        """Return the code that reads a value slot of a definition, its first argument."""
        acting = [me] if self.acting.slot_uses_me(kind, slot) else []
        return f"{self.slot_function(kind, slot)}({', '.join(['S', *acting, *arguments])})"

    def possible_function(self, kind: str) -> str:
        """Return the function that tells whether needs hold and a cost can be paid.

        The needs are judged as if the cost were already paid, so that nested costs add up.
        """
        name = f"{self._prefix}possible_{kind}"
        if self.module.needs(name):
            parameters = self.slot_parameters(kind)
            table = self.needs_table(kind)
            function = self._open(
                ("possible", kind), f"needs of {kind}", name, ["S", "me", "d", *parameters]
            )
            arguments = ", ".join(["S", "me", *parameters])
            before, after = [], []
            if ("possible", kind) in self.work.circular:
                before.append(f"deeper({POSSIBLE})")
                after.append(f"budget[3] -= {POSSIBLE}")
            for resource in self.cost_resources(kind):
                slot = f"{self.resource_slot(resource)} + me"
                payable = self.payable_code(resource, "me", self.expressions())
                function.add(f"c_{resource} = {self.read_cost(kind, resource, 'd')}")
                with function.block(f"if c_{resource} > {payable}:"):
                    function.add("return 0")
                before.append(f"S[{slot}] -= c_{resource}")
                after.append(f"S[{slot}] += c_{resource}")
            function.add(f"n = {table}[d]")
            if not before:
                function.add(f"return 1 if n is None or n({arguments}) else 0")
                self.module.close(function)
                return name
            for line in before:
                function.add(line)
            with function.block("try:"):
                function.add(f"return 1 if n is None or n({arguments}) else 0")
            with function.block("finally:"):
                # also when a need breaks: whoever only asks leaves the state as it was
                for line in after:
                    function.add(line)
            self.module.close(function)
        return name

    def parts_function(self, name: str) -> str:
        """Return the function that tells which named condition of a value does not hold.

        The number of a reason.
        """
        function_name = f"parts_{name}"
        if self.module.needs(function_name):
            value = self.spec.values[name]
            function = self.module.open_function(
                f"value {name}", function_name, ["S", "me", *self.parameters(value)]
            )
            writer = self.outermost()
            for part, condition in value.all_of:
                text = " ".join(condition.span.text.split()) if condition.span is not None else ""
                head = f"if not {writer.truth(condition)}:"
                with function.at(condition.span), function.block(head):
                    function.add(f"return {self.module.reason(_named(part, text))}")
            function.add("return -1")
            self.module.close(function)
        return function_name

    def needs_function(self, kind: str) -> str:
        """Return the function that tells which need of a definition does not hold.

        The number of a reason.
        """
        name = f"lacks_{kind}"
        if self.module.needs(name):
            parameters = self.slot_parameters(kind)
            function = self.module.open_function(
                f"needs of {kind}", name, ["S", "me", "d", *parameters]
            )
            writer = self.outermost()
            for resource in self.cost_resources(kind):
                definition = ir.Local("d", types.Kind(kind))
                owed = ir.CostOf(kind, resource, definition, types.NUMBER)
                cost = writer.renamed({"d": "d"}).value(owed)
                with function.block(f"if {cost} > {self.payable_code(resource, 'me')}:"):
                    function.add(f"return {self.module.reason(f'not enough {resource}')}")
            for number, item in enumerate(self.module.layout.elements[kind]):
                if item.needs:
                    with function.block(f"if d == {number}:"):
                        for need in item.needs:
                            head = f"if not {writer.truth(need.condition)}:"
                            with function.at(need.condition.span), function.block(head):
                                function.add(
                                    f"return {self.module.reason(need.otherwise or need.name)}"
                                )
            function.add("return -1")
            self.module.close(function)
        return name

    def slot_parameters(self, kind: str) -> list[str]:
        """Return the Python names of the parameters of a kind's effect slots."""
        slots = [item for item in self.spec.kinds[kind].slots if item.type is None]
        longest = max(slots, key=lambda item: len(item.parameters), default=None)
        return [] if longest is None else [f"v_{item.name}" for item in longest.parameters]

    def needs_table(self, kind: str) -> str:
        """Return the table of the needs of the definitions of a kind, as functions or None."""
        table = f"{self._prefix}N_{kind}"
        if self.module.needs(f"needs {table}"):
            parameters = self.slot_parameters(kind)
            codes = []
            for number, item in enumerate(self.module.layout.elements[kind]):
                if not item.needs:
                    codes.append("None")
                    continue
                need = f"{self._prefix}need_{kind}_{number}"
                function = self.module.open_function(
                    f"needs of {item.name}", need, ["S", "me", *parameters]
                )
                writer = self.expressions()
                conditions = [
                    (writer.truth(need.condition), need.condition.span) for need in item.needs
                ]
                function.add_all("return ", conditions)
                self.module.close(function)
                codes.append(need)
            self.module.constant(table, f"({', '.join(codes)},)" if codes else "()")
        return table

    # ---- who sees what, and chance ---------------------------------------------------------------

    def seen_function(self, group: str, name: str) -> str | None:
        """Return the function (state, index) of who sees a field.

        The contents of a zone or pieces; None: all.
        """
        seen = self._seen_by(group, name)
        return None if seen is None else self._mask_function("seen", group, name, seen)

    def size_function(self, group: str, name: str) -> str | None:
        """Return the function (state, index) of who sees how many lie in a zone; None: all.

        Who sees what lies there sees how many as well.
        """
        spec = self._zone_spec(group, name)
        if spec.size_seen_by is None or spec.seen_by is None:
            return None
        return self._mask_function("sizes", group, name, spec.size_seen_by)

    def _mask_function(self, prefix: str, group: str, name: str, seen: ir.Expression) -> str:
        """Return the function (state, index) that gives some players as a mask."""
        function_name = f"{prefix}_{group}_X_{name}"
        if self.module.needs(function_name):
            writer = self.outermost(dict.fromkeys(self._owners(group, name), "i"))
            function = self.module.open_function(f"who sees {name}", function_name, ["S", "i"])
            with function.at(seen.span):
                if isinstance(seen.type, types.SetOf | types.ListOf):
                    set_of = (
                        seen
                        if isinstance(seen.type, types.SetOf)
                        else ir.AsSet(seen, types.SetOf(types.PLAYER))
                    )
                    function.add(f"return {writer.value(set_of)}")
                else:
                    function.add(f"x = {writer.value(seen)}")
                    function.add("return 1 << x if x >= 0 else 0")
            self.module.close(function)
        return function_name

    def _owners(self, group: str, name: str) -> tuple[str, ...]:
        """Return the names under which a visibility reads what the slots belong to."""
        if group == "PIECES":
            return (self.spec.pieces[name].owner,)
        if group in self.spec.globals:
            zones = [item for item in self.spec.globals[group].zones if item.name == name]
            if zones and isinstance(zones[0].each, types.Kind | types.Word):
                return (group, zones[0].each.name)
        return (group,)

    def _zone_spec(self, group: str, name: str) -> ir.ZoneSpec:
        """Return the declaration of a zone."""
        owner = self.spec.kinds.get(group) or self.spec.globals[group]
        return next(item for item in owner.zones if item.name == name)

    def _seen_by(self, group: str, name: str) -> ir.Expression | None:
        """Return the declared visibility of something."""
        if group == "PIECES":
            return self.spec.pieces[name].seen_by
        owner = self.spec.kinds.get(group) or self.spec.globals[group]
        members: list[ir.FieldSpec | ir.ZoneSpec] = [*owner.fields, *owner.zones]
        return next(item.seen_by for item in members if item.name == name)

    def hides(self, kind: str) -> bool:
        """Whether things of a kind can lie in a zone that not everybody sees into."""
        zones = self.module.layout.zones_of.get(kind, ())
        return any(self._seen_by(zone.group, zone.name) is not None for zone in zones)

    def hides_order(self, kind: str) -> bool:
        """Whether they can lie in an ordered zone that not everybody sees into."""
        zones = self.module.layout.zones_of.get(kind, ())
        return any(
            zone.ordered and self._seen_by(zone.group, zone.name) is not None for zone in zones
        )

    def hides_sizes(self, kind: str) -> bool:
        """Whether they can lie in a zone of which not everybody sees how many lie there."""
        zones = self.module.layout.zones_of.get(kind, ())
        return any(self.size_function(zone.group, zone.name) is not None for zone in zones)

    def seen_zone_function(self, kind: str) -> str:
        """Return the function (state, number of a zone) of who sees what lies in it.

        Nobody sees what lies nowhere, so the other end of a move decides.
        """
        name = f"sees_{kind}"
        if self.module.needs(name):
            function = self.module.open_function(f"who sees {kind}", name, ["S", "z"])
            function.add("if z < 0: return 0")
            for zone in self.module.layout.zones_of[kind]:
                seen = self.seen_function(zone.group, zone.name)
                code = "-1" if seen is None else f"{seen}(S, z - {zone.first})"
                function.add(f"if z < {zone.first + zone.count}: return {code}")
            self.module.close(function)
        return name

    def counted_zone_function(self, kind: str) -> str:
        """Return the function (state, number of a zone) of who sees how many lie in it."""
        name = f"counts_{kind}"
        if self.module.needs(name):
            sees = self.seen_zone_function(kind)
            function = self.module.open_function(f"who counts {kind}", name, ["S", "z"])
            function.add("if z < 0: return -1")
            for zone in self.module.layout.zones_of[kind]:
                size = self.size_function(zone.group, zone.name)
                code = "-1" if size is None else f"{size}(S, z - {zone.first}) | {sees}(S, z)"
                function.add(f"if z < {zone.first + zone.count}: return {code}")
            self.module.close(function)
        return name

    def cause(self, text: str) -> str:
        """Return the number of a cause of chance: the same for the same words, everywhere."""
        return str(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big"))

    def resource_slot(self, resource: str) -> int:
        """Return where a resource of the players is kept."""
        return self.module.layout.slots_of(types.PLAYER.name, resource).start


def _named(part: str, text: str) -> str:
    """Return the reason for a named condition."""
    return f"{part.replace('_', ' ')}: {text}"
