"""Third step of compiling, operations on things.

They lie in zones, change places, are made and unmade.

A base of `operations.Operations`. A thing lies in one zone at most; its zone is known by number,
-1 is nowhere.
"""

from __future__ import annotations

from typing import Any

from interpreter.lang import ir, types
from interpreter.program.amounts import Amounts


class Things(Amounts):
    """Writes operations on things."""

    def each_thing(self, node: Any) -> tuple[str, str]:
        """Return a `for` head over one thing or several, and the kind of things."""
        type_ = node.type
        if isinstance(type_, types.SetOf | types.ListOf):
            return f"for a in {self.expressions.iterate(node)}:", str(type_.inner)
        return f"for a in ({self.expressions.value(node)},):", str(type_)

    def shift_code(self, kind: str, thing: str, zone: str, *, top: bool = False) -> str:
        """Return the code that puts a thing into a zone by number, -1 for nowhere."""
        where = self.layout.slots_of("WHERE", kind).start
        slots, ordered = self.zone_tables(kind)
        return f"shift(S, {where}, {thing}, {zone}, {slots}, {ordered}, {int(top)})"

    def seen_thing(self, kind: str, *zones: str) -> str:
        """Return the code of who sees a thing that goes from one zone to another.

        That is whoever sees one of the two.
        """
        if not self.values.hides(kind):
            return "-1"
        function = self.values.seen_zone_function(kind)
        return " | ".join(f"{function}(S, {zone})" for zone in zones)

    def do_move_things(self, do: Any) -> None:
        """Let things change their zone."""
        head, kind = self.each_thing(do.arguments[0])
        top = do.end == "top"
        with self.inner_scope():
            goal = self.kept(do.arguments[1])
            self.function.add(f"b = {self.zone_number(goal)}")
            with self.function.block(head):
                self.log_shift(kind, "b", top=top)
                self.function.add(self.shift_code(kind, "a", "b", top=top))
            self.check_limit(kind, goal)

    def log_shift(self, kind: str, zone: str, *, top: bool = False, at: str | None = None) -> None:
        """Write the entry of the log for a thing `a` that changes place.

        Behind the zones stand its position in the one it leaves (-1 where the order is open or
        none), whether it comes on top, and, where sizes are hidden, who sees that something leaves
        the one and comes into the other.
        """
        where = self.layout.slots_of("WHERE", kind).start
        self.function.add(f"c = S[{where} + a]")
        at = at or self.position_code(kind, "a", "c")
        codes = [repr(kind), "a", "c", zone, at, str(int(top))]
        if self.values.hides_sizes(kind):
            counts = self.values.counted_zone_function(kind)
            codes += [f"{counts}(S, c)", f"{counts}(S, {zone})"]
        self.log("shift", self.seen_thing(kind, "c", zone), *codes)

    def position_code(self, kind: str, thing: str, zone: str) -> str:
        """Return the code of where a thing lies in a zone, -1 if no order is hidden."""
        if not self.values.hides_order(kind) or self.module.ask_chance:
            # while chance has not decided an order, the one in the state means nothing
            return "-1"
        slots, ordered = self.zone_tables(kind)
        return f"position(S, {thing}, {zone}, {slots}, {ordered})"

    def check_limit(self, kind: str, node: Any) -> None:
        """Write that a zone may not hold more than its limit."""
        if not isinstance(node, ir.Zone):
            self._check_limit_of_number(kind, self.expressions.value(node))
            return
        spec = self._zone_spec(node.kind, node.name)
        if spec.limit is None:
            return
        contents = self.expressions.value(node)
        size = f"len({contents})" if spec.ordered else f"{contents}.bit_count()"
        which = node.subject if node.key is None else node.key
        limit = self._limit_code(
            node.kind, spec, "0" if which is None else self.expressions.value(which)
        )
        self.function.add(f"if {size} > {limit}: full({node.name!r}, {limit})")

    def _zone_spec(self, group: str, name: str) -> ir.ZoneSpec:
        owner = self.spec.kinds.get(group) or self.spec.globals[group]
        return next(item for item in owner.zones if item.name == name)

    def _limit_code(self, group: str, spec: ir.ZoneSpec, which: str) -> str:
        """Return the code of a zone's limit, which may read whose zone it is."""
        if spec.limit is None:
            return "None"
        name = group
        if isinstance(spec.each, types.Kind | types.Word):
            name = spec.each.name
        return self.values.outermost({name: which}).value(spec.limit)

    def _check_limit_of_number(self, kind: str, number: str) -> None:
        """Write the same for a zone that is known by its number, in the routine of an event."""
        zones = [
            (zone, self._zone_spec(zone.group, zone.name)) for zone in self.layout.zones_of[kind]
        ]
        if all(spec.limit is None for _, spec in zones):
            return
        name = f"limit_{kind}"
        if self.module.needs(name):
            function = self.module.open_function(f"limits for {kind}", name, ["S", "z"])
            for zone, spec in zones:
                code = self._limit_code(zone.group, spec, f"(z - {zone.first})")
                function.add(f"if z < {zone.first + zone.count}: return {code}")
            self.module.close(function)
        self.function.add(f"c = {name}(S, {number})")
        size = f"size_of(S[{self.zone_tables(kind)[0]}[{number}]])"
        self.function.add(f"if c is not None and {size} > c: full({kind!r}, c)")

    def do_remove_things(self, do: Any) -> None:
        """Let things leave their zone for nowhere."""
        head, kind = self.each_thing(do.arguments[0])
        with self.function.block(head):
            self.log_shift(kind, "-1")
            self.function.add(self.shift_code(kind, "a", "-1"))

    def do_swap(self, do: Any) -> None:
        """Let two things change places."""
        kind, value = do.event.noun, self.expressions.value
        where = self.layout.slots_of("WHERE", kind).start
        self.function.add(f"a, b = {value(do.arguments[0])}, {value(do.arguments[1])}")
        self.function.add(f"c, d = S[{where} + a], S[{where} + b]")
        codes = [repr(kind), "a", "b", "c", "d"]
        if self.values.hides_sizes(kind):
            counts = self.values.counted_zone_function(kind)
            codes += [f"{counts}(S, c)", f"{counts}(S, d)"]
        self.log("swap", self.seen_thing(kind, "c", "d"), *codes)
        slots, ordered = self.zone_tables(kind)
        self.function.add(f"swap(S, {where}, a, b, {slots}, {ordered})")

    def do_create(self, do: Any) -> None:
        """Make a thing."""
        kind = self.spec.kinds[do.event.noun]
        alive = self.layout.slots_of("MADE", kind.name).start
        with self.inner_scope():
            # What the text says of the new thing is said of the game before it was there.
            given = [self.kept(item) for item in do.arguments]
        codes = [None if item is None else self.expressions.value(item) for item in given]
        self.function.add(f"a = free(S[{alive}], {kind.made}, {kind.name!r})")
        self.function.add(f"S[{alive}] |= 1 << a")
        for field, code in zip(kind.fields, codes, strict=True):
            slots = self.layout.slots_of(kind.name, field.name)
            start = self.start_code(field) if code is None else code
            self.function.add(f"S[{slots.start} + a] = {start}")
            if code is not None and not code.isdecimal():
                self.bound(field.type, f"S[{slots.start} + a]")
        self.log("create", "-1", repr(kind.name), "a")
        if do.result is not None:
            self.function.add(f"{self.name(do.result)} = a")
            self.declare(self.name(do.result))

    def start_code(self, field: ir.FieldSpec) -> str:
        """Return the code of what a field of a made thing holds when nothing is said of it."""
        if field.start is None:
            return self.default(field.type)
        return self.expressions.value(field.start)

    def do_destroy(self, do: Any) -> None:
        """Unmake things."""
        head, kind = self.each_thing(do.arguments[0])
        alive = self.layout.slots_of("MADE", kind).start
        with self.function.block(head):
            if self.layout.has_slots("WHERE", kind):
                where = self.layout.slots_of("WHERE", kind).start
                with self.function.block(f"if S[{where} + a] >= 0:"):
                    self.log_shift(kind, "-1")
                    self.function.add(self.shift_code(kind, "a", "-1"))
            self.function.add(f"S[{alive}] &= ~(1 << a)")
            self.log("destroy", "-1", repr(kind), "a")

    def do_reveal(self, do: Any) -> None:
        """Show things."""
        head, kind = self.each_thing(do.arguments[0])
        seen = "-1"
        if do.arguments[1] is not None:
            to = do.arguments[1]
            seen = (
                self.expressions.value(to)
                if isinstance(to.type, types.SetOf)
                else (f"1 << {self.expressions.value(to)}")
            )
        if not self.layout.has_slots("WHERE", kind):
            with self.function.block(head):
                self.log("reveal", seen, repr(kind), "a", "-1", "-1")
            return
        where = self.layout.slots_of("WHERE", kind).start
        with self.function.block(head):
            self.function.add(f"c = S[{where} + a]")
            position = self.position_code(kind, "a", "c")
            self.log("reveal", seen, repr(kind), "a", "c", position)
