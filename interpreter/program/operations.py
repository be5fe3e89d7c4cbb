"""Third step of compiling, what operations do to the state: one writer for each row of the table of operations.

A base of `statements.Statements`. An operation without hooks is written in place; one that hooks wait for is a call of the
routine that `hooks` has made of the event. Every change is logged as a tuple (what, who sees it, ...).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.module import Site
from interpreter.program.nodes import Basic, Call, Raw
from interpreter.program.writer import Writer

_ON_THINGS = frozenset({"remove_things", "move_things", "destroy", "reveal"})


class Operations(Writer):
    """Writes operations and calls; other halves of the class write control flow and decisions."""

    # ---- calls ------------------------------------------------------------------------------------

    def plain_operation(self, statement: Any) -> None:
        """Write an operation or call that does not stop."""
        spread = self._spread_things(statement)
        if spread is not None:
            self.sequence_one(spread)
            return
        call = self._as_call(statement)
        if call is None:
            self.basic(statement)
            return
        me, arguments = self._call_codes(call)
        code = f"{self.plain_name(call.routine)}({', '.join(['S', me, *arguments])})"
        if call.result is not None:
            self.declare(self.name(call.result))
            code = f"{self.name(call.result)} = {code}{'[0]' if call.single else ''}"
        self.function.add(code)

    def stopping_operation(self, statement: Any) -> None:
        """Write an operation or call that may stop, and go on behind it."""
        spread = self._spread_things(statement)
        if spread is not None:
            self.sequence_one(spread)
            return
        call = self._as_call(statement)
        if call is None:
            self.basic(statement)
            return
        me, arguments = self._call_codes(call)
        after = self.reserve()
        frame = ", ".join([str(self.entry(call.routine)), self.frame(after), me, *arguments])
        self.function.add(f"return ({frame})")
        self.begin(after)
        if call.result is not None:
            self.function.add(f"{self.name(call.result)} = S[3]{'[0]' if call.single else ''}")
            self.declare(self.name(call.result))

    def _spread_things(self, statement: Any) -> ir.ForEach | None:
        """Return a loop that lets hooks see each of several things, None if there are no hooks or one thing."""
        if not isinstance(statement, ir.Do) or statement.event not in self.calls.hooked:
            return None
        if statement.event.operation not in _ON_THINGS:
            return None
        things: Any = statement.arguments[0]
        if not isinstance(things.type, types.SetOf | types.ListOf):
            return None
        name = self.module.fresh("thing")
        one = ir.Local(name, things.type.inner)
        do = replace(statement, arguments=(one, *statement.arguments[1:]))
        return ir.ForEach((ir.Binder(name, things, things.type.inner),), None, (do,))

    def _as_call(self, statement: Any) -> Call | None:
        """Return the call that a statement is, None for an operation written in place."""
        if isinstance(statement, Call):
            return statement
        if isinstance(statement, Basic):
            inner: Any = statement.do
            target = self.calls.basic_target(inner)
            if target is None:
                return None
            return Call(target, inner.arguments, inner.actor, inner.result)
        do: ir.Do = statement
        target = self.calls.target(do)
        if target is None:
            return None
        arguments: tuple[Any, ...] = do.arguments
        if target[0] == "event":
            arguments = self._event_arguments(do)
        single = do.event.operation != "rule"
        return Call(target, arguments, do.actor, do.result, single)

    def _call_codes(self, call: Call) -> tuple[str, list[str]]:
        """Return the codes of `me` and of the arguments of a call."""
        me = self.me if call.me is None else self.expressions.value(call.me)
        return me, [self.expressions.value(item) for item in call.arguments]

    def _event_arguments(self, do: ir.Do) -> tuple[Any, ...]:
        """Return the arguments of a hooked event: what its hooks may read, amounts as plain numbers."""
        arguments: list[Any] = []
        for number, item in enumerate(do.arguments):
            if number == 0 and isinstance(item, ir.Amount):
                arguments.append(Raw(self._checked_amount(do), types.NUMBER))
            elif isinstance(item, ir.Zone) and number > 0:
                arguments.append(Raw(self._zone_number(item), types.NUMBER))
            elif item is None:
                arguments.append(Raw("-1", types.NUMBER))
            else:
                arguments.append(item)
        if do.paying is not None and do.event.operation == "perform":
            self._pay_cost(do)
        excluded = self.values.exclusions.get(do.event)
        if excluded is None:
            return tuple(arguments)
        inside = self.routine.key[0] == "hook" and self.values.hook_bits.get(self.routine.key)
        own = f"v_excluded | {inside[1]}" if inside and inside[0] == do.event else "0"
        return (Raw(f"({own})", types.NUMBER), *arguments)

    # ---- amounts --------------------------------------------------------------------------------------

    def _amount(self, amount: ir.Amount, available: str | None, lacking: str) -> str:
        """Write how many into `a`; exactly, or as many as are available."""
        if amount.number is None:
            self.function.add(f"a = {available}")
            return "a"
        code = self.expressions.value(amount.number)
        if code.isdecimal() and available is None:
            return code
        self.function.add(f"a = {code}")
        if not code.isdecimal():
            self.function.add("if a < 0: a = 0")
        if available is not None:
            short = f"a = {available}" if amount.or_all else f"short({lacking!r}, a, {available})"
            self.function.add(f"if a > {available}: {short}")
        return "a"

    def _available(self, do: ir.Do) -> str | None:
        """Return the code of how many an amount can be at most, None without a limit."""
        value, noun = self.expressions.value, do.event.noun
        arguments: tuple[Any, ...] = do.arguments
        match do.event.operation:
            case "place":
                if self.spec.pieces[noun].supply is None:
                    return None
                start = self.layout.slots_of("supply", noun).start
                return f"S[{self.expressions.slot(start, value(arguments[1]))}]"
            case "remove_pieces" | "move_pieces":
                slot = self.expressions.pieces_slot(noun, value(arguments[2]), value(arguments[1]))
                return f"S[{slot}]"
            case "pay" | "lose":
                least = self._least(noun)
                held = f"S[{self.values.resource_slot(noun)} + {self._actor(do)}]"
                return held if least == "0" else f"({held} - {least})"
            case "draw":
                return f"size_of({self._zone_slot(noun, arguments[1])})"
        return None

    def _checked_amount(self, do: ir.Do) -> str:
        """Write the amount of a hooked event as a number and return its name."""
        amount = do.arguments[0]
        if not isinstance(amount, ir.Amount):
            raise TypeError(amount)
        return self.temporary(self._amount(amount, self._available(do), do.event.noun))

    def _least(self, resource: str) -> str:
        """Return the code of the floor of a resource."""
        field = self._field_spec("player", resource)
        return "0" if field.least is None else self.expressions.value(field.least)

    def _field_spec(self, group: str, name: str) -> ir.FieldSpec:
        owner = self.spec.kinds.get(group) or self.spec.globals[group]
        return next(item for item in owner.fields if item.name == name)

    def _actor(self, do: ir.Do) -> str:
        """Return the code of who acts."""
        return self.me if do.actor is None else self.expressions.value(do.actor)

    # ---- in place ---------------------------------------------------------------------------------------

    def basic(self, statement: Any) -> None:
        """Write an operation without its hooks."""
        do = statement.do if isinstance(statement, Basic) else statement
        if do.actor is not None and not isinstance(do.actor, ir.Local | Raw | ir.Me):
            do = _with_actor(
                do, Raw(self.temporary(self.expressions.value(do.actor)), types.PLAYER)
            )
        _WRITERS[do.event.operation](self, do)

    def log(self, what: str, seen: str, *codes: str) -> None:
        """Write an entry of the log; `seen` is the code of the mask of seats that see it."""
        self.function.add(f"S[0].append(({', '.join([repr(what), seen, *codes])}))")

    def _place(self, do: Any) -> None:
        piece, value = do.event.noun, self.expressions.value
        owner, place = value(do.arguments[1]), value(do.arguments[2])
        amount = self._amount(do.arguments[0], self._available(do), piece)
        if self.spec.pieces[piece].supply is not None:
            start = self.layout.slots_of("supply", piece).start
            self.function.add(f"S[{self.expressions.slot(start, owner)}] -= {amount}")
        self.function.add(f"S[{self.expressions.pieces_slot(piece, place, owner)}] += {amount}")
        self.log("place", self._seen_pieces(piece, place), repr(piece), amount, owner, place)

    def _remove_pieces(self, do: Any) -> None:
        piece, value = do.event.noun, self.expressions.value
        owner, place = value(do.arguments[1]), value(do.arguments[2])
        amount = self._amount(do.arguments[0], self._available(do), piece)
        self.function.add(f"S[{self.expressions.pieces_slot(piece, place, owner)}] -= {amount}")
        if self.spec.pieces[piece].supply is not None:
            start = self.layout.slots_of("supply", piece).start
            self.function.add(f"S[{self.expressions.slot(start, owner)}] += {amount}")
        self.log("remove", self._seen_pieces(piece, place), repr(piece), amount, owner, place)

    def _move_pieces(self, do: Any) -> None:
        piece, value = do.event.noun, self.expressions.value
        owner, origin, goal = (value(item) for item in do.arguments[1:4])
        amount = self._amount(do.arguments[0], self._available(do), piece)
        self.function.add(f"S[{self.expressions.pieces_slot(piece, origin, owner)}] -= {amount}")
        self.function.add(f"S[{self.expressions.pieces_slot(piece, goal, owner)}] += {amount}")
        seen = self._seen_pieces(piece, origin)
        self.log("move", seen, repr(piece), amount, owner, origin, goal)

    def _seen_pieces(self, piece: str, place: str) -> str:
        """Return the code of who sees the pieces in a place."""
        seen = self.values.seen_function("pieces", piece)
        return "-1" if seen is None else f"{seen}(S, {place})"

    # ---- things -------------------------------------------------------------------------------------------

    def _each_thing(self, node: Any) -> tuple[str, str]:
        """Return a `for` head over one thing or several, and the kind of things."""
        type_ = node.type
        if isinstance(type_, types.SetOf | types.ListOf):
            return f"for a in {self.expressions.iterate(node)}:", str(type_.inner)
        return f"for a in ({self.expressions.value(node)},):", str(type_)

    def zone_tables(self, kind: str) -> tuple[str, str]:
        """Return tables of the slot of each zone for a kind of things, and of which zones are ordered."""
        slots: list[int] = []
        ordered: list[bool] = []
        for zone in self.layout.zones_of[kind]:
            slots.extend(range(zone.slots.start, zone.slots.start + zone.count))
            ordered.extend([zone.ordered] * zone.count)
        return (
            self.module.constant(f"Z_{kind}", repr(tuple(slots))),
            self.module.constant(f"O_{kind}", repr(tuple(ordered))),
        )

    def _shift(self, kind: str, thing: str, zone: str, *, top: bool = False) -> str:
        """Return the code that puts a thing into a zone by number, -1 for nowhere."""
        where = self.layout.slots_of("where", kind).start
        slots, ordered = self.zone_tables(kind)
        return f"shift(S, {where}, {thing}, {zone}, {slots}, {ordered}, {int(top)})"

    def _zone_number(self, zone: Any) -> str:
        """Return the code of the number of a zone among the zones for its kind of things."""
        if not isinstance(zone, ir.Zone):
            return self.expressions.value(zone)
        numbers, which = self.expressions.zone_index(zone)
        return self.expressions.slot(numbers.first, which)

    def _zone_slot(self, kind: str, zone: Any) -> str:
        """Return the code of what lies in a zone."""
        if isinstance(zone, ir.Zone):
            return self.expressions.value(zone)
        return f"S[{self.zone_tables(kind)[0]}[{self.expressions.value(zone)}]]"

    def _seen_thing(self, kind: str, *zones: str) -> str:
        """Return the code of who sees a thing that goes from one zone to another: who sees one of them."""
        if not self.values.hides(kind):
            return "-1"
        function = self.values.seen_zone_function(kind)
        return " | ".join(f"{function}(S, {zone})" for zone in zones)

    def _move_things(self, do: Any) -> None:
        head, kind = self._each_thing(do.arguments[0])
        self.function.add(f"b = {self._zone_number(do.arguments[1])}")
        with self.function.block(head):
            self._log_move(kind, "b")
            self.function.add(self._shift(kind, "a", "b", top=do.end == "top"))
        self._check_limit(do.arguments[1])

    def _log_move(self, kind: str, zone: str) -> None:
        """Write the entry of the log for a thing `a` that changes place."""
        where = self.layout.slots_of("where", kind).start
        self.function.add(f"c = S[{where} + a]")
        self.log("shift", self._seen_thing(kind, "c", zone), repr(kind), "a", "c", zone)

    def _check_limit(self, node: Any) -> None:
        """Write that a zone may not hold more than its limit."""
        if not isinstance(node, ir.Zone):
            return
        owner = self.spec.kinds.get(node.kind) or self.spec.globals[node.kind]
        spec = next(item for item in owner.zones if item.name == node.name)
        if spec.limit is None:
            return
        contents = self.expressions.value(node)
        size = f"len({contents})" if spec.ordered else f"{contents}.bit_count()"
        names = {} if node.subject is None else {node.kind: self.expressions.value(node.subject)}
        limit = self.expressions.renamed(names).value(spec.limit)
        self.function.add(f"if {size} > {limit}: full({node.name!r}, {limit})")

    def _remove_things(self, do: Any) -> None:
        head, kind = self._each_thing(do.arguments[0])
        with self.function.block(head):
            self._log_move(kind, "-1")
            self.function.add(self._shift(kind, "a", "-1"))

    def _swap(self, do: Any) -> None:
        kind, value = do.event.noun, self.expressions.value
        where = self.layout.slots_of("where", kind).start
        self.function.add(f"a, b = {value(do.arguments[0])}, {value(do.arguments[1])}")
        self.function.add(f"c, d = S[{where} + a], S[{where} + b]")
        self.log("swap", self._seen_thing(kind, "c", "d"), repr(kind), "a", "b")
        slots, ordered = self.zone_tables(kind)
        self.function.add(f"swap(S, {where}, a, b, {slots}, {ordered})")

    def _create(self, do: Any) -> None:
        kind = self.spec.kinds[do.event.noun]
        alive = self.layout.slots_of("made", kind.name).start
        codes = [None if item is None else self.expressions.value(item) for item in do.arguments]
        self.function.add(f"a = free(S[{alive}], {kind.made}, {kind.name!r})")
        self.function.add(f"S[{alive}] |= 1 << a")
        for field, code in zip(kind.fields, codes, strict=True):
            slots = self.layout.slots_of(kind.name, field.name)
            start = code
            if start is None:
                start = (
                    self.default(field.type)
                    if field.start is None
                    else (self.expressions.renamed({kind.name: "a"}).value(field.start))
                )
            self.function.add(f"S[{slots.start} + a] = {start}")
        self.log("create", "-1", repr(kind.name), "a")
        if do.result is not None:
            self.function.add(f"{self.name(do.result)} = a")
            self.declare(self.name(do.result))

    def _destroy(self, do: Any) -> None:
        head, kind = self._each_thing(do.arguments[0])
        alive = self.layout.slots_of("made", kind).start
        with self.function.block(head):
            if self.layout.has_slots("where", kind):
                self.function.add(self._shift(kind, "a", "-1"))
            self.function.add(f"S[{alive}] &= ~(1 << a)")
            self.log("destroy", "-1", repr(kind), "a")

    # ---- resources ------------------------------------------------------------------------------------------

    def _gain(self, do: Any) -> None:
        resource, actor = do.event.noun, self._actor(do)
        field = self._field_spec("player", resource)
        slot = f"{self.values.resource_slot(resource)} + {actor}"
        amount = self._amount(do.arguments[0], None, resource)
        self.function.add(f"S[{slot}] += {amount}")
        if field.most is not None:
            most = self.expressions.renamed({"player": actor}).value(field.most)
            self.function.add(f"if S[{slot}] > {most}: S[{slot}] = {most}")
        self._log_resource("gain", resource, actor, amount)

    def _pay(self, do: Any) -> None:
        resource, actor = do.event.noun, self._actor(do)
        amount = self._amount(do.arguments[0], self._available(do), resource)
        self.function.add(f"S[{self.values.resource_slot(resource)} + {actor}] -= {amount}")
        self._log_resource(do.event.operation, resource, actor, amount)

    def _log_resource(self, what: str, resource: str, actor: str, amount: str) -> None:
        seen = self.values.seen_function("player", resource)
        mask = "-1" if seen is None else f"{seen}(S, {actor})"
        self.log(what, mask, repr(resource), amount, actor)

    # ---- chance -----------------------------------------------------------------------------------------------

    def _draw(self, do: Any) -> None:
        kind, origin = do.event.noun, do.arguments[1]
        amount = self._amount(do.arguments[0], self._available(do), kind)
        drawn = f"drawn({self._zone_slot(kind, origin)}, {amount})"
        if self.module.ask_chance and isinstance(origin, ir.Zone):
            drawn = self._ask_draw(*self.expressions.zone_index(origin), amount)
        self.function.add(f"d, b = {drawn}, {self._zone_number(do.arguments[2])}")
        with self.function.block("for a in d:"):
            self._log_move(kind, "b")
            self.function.add(self._shift(kind, "a", "b"))
        self._check_limit(do.arguments[2])
        if do.result is not None:
            self.function.add(f"{self.name(do.result)} = d")
            self.declare(self.name(do.result))

    def _ask_draw(self, source: Any, which: str, amount: str) -> str:
        """Let chance pick each thing whose place in the zone is not known yet; return the code of what is drawn."""
        count = self.temporary(amount)
        zone = self.temporary(which)
        done = self.temporary("0")
        site = self.module.add_site(
            Site(
                "chance",
                source.of,
                source.name,
                "",
                (),
                self.routine.title,
                self.function.span,
                may=False,
            )
        )
        unknown = (
            f"{self.layout.slots_of('chance', f'{source.group}.{source.name}').start} + {zone}"
        )
        contents = f"S[{self.expressions.slot(source.slots.start, zone)}]"
        step, loop = self.reserve(), self.reserve()
        self.function.add(f"return {self.frame(loop)}")
        self.begin(step)
        self.function.add(f"{contents} = brought({contents}, {done}, S[2])")
        self.function.add(f"{done} += 1")
        self.function.add(f"return {self.frame(loop)}")
        self.begin(loop)
        with self.function.block(f"if {done} < {count}:"):
            self.function.add(f"o = unknown_things({contents}, {done}, S[{unknown}])")
            self.function.add(f"S[1] = ((-2, {site}, o, {self.frame(step)}, None),)")
            self.function.add("return None")
        self.function.add(f"S[{unknown}] = still_unknown({contents}, {count}, S[{unknown}])")
        return f"{contents}[:{count}]"

    def _shuffle(self, do: Any) -> None:
        zone, which = self.expressions.zone_index(do.arguments[0])
        slot = self.expressions.slot(zone.slots.start, which)
        counter = self.layout.slots_of("chance", f"{zone.group}.{zone.name}").start
        if self.module.ask_chance:
            self.function.add(f"S[{self.expressions.slot(counter, which)}] = len(S[{slot}])")
        else:
            cause = self.values.cause(f"zone {zone.group}.{zone.name}")
            place = self.expressions.slot(counter, which)
            self.function.add(f"S[{slot}] = shuffled(S, {place}, {cause} + {which}, S[{slot}])")
        self.log("shuffle", "-1", repr(zone.of), f"{zone.first} + {which}")

    def _roll(self, do: Any) -> None:
        die = self.spec.dice[do.event.noun]
        if die.faces is not None:
            faces = f"tuple({self.expressions.iterate(die.faces)})"
        else:
            faces = f"tuple(range(1, {die.sides} + 1))"
        table = self.module.constant(f"D_{die.name}", faces)
        name = self.name(do.result or "face")
        if self.module.ask_chance:
            self._ask_roll(die, table, name)
        else:
            counter = self.layout.slots_of("chance", die.name).start
            self.function.add(
                f"{name} = rolled(S, {counter}, {self.values.cause(f'die {die.name}')}, {table})"
            )
        self.declare(name)
        self.log("roll", "-1", repr(die.name), name)

    def _ask_roll(self, die: ir.DieSpec, table: str, name: str) -> None:
        """Let chance take a face as a decision."""
        of = die.type.name if isinstance(die.type, types.Kind | types.Word) else ""
        site = self.module.add_site(
            Site("chance", of, die.name, "", (), self.routine.title, self.function.span, may=False)
        )
        after = self.reserve()
        self.function.add(f"S[1] = ((-2, {site}, {table}, {self.frame(after)}, None),)")
        self.function.add("return None")
        self.begin(after)
        self.function.add(f"{name} = S[2]")

    # ---- the rest -----------------------------------------------------------------------------------------------

    def _reveal(self, do: Any) -> None:
        head, kind = self._each_thing(do.arguments[0])
        seen = "-1"
        if do.arguments[1] is not None:
            to = do.arguments[1]
            seen = (
                self.expressions.value(to)
                if isinstance(to.type, types.SetOf)
                else (f"1 << {self.expressions.value(to)}")
            )
        with self.function.block(head):
            self.log("reveal", seen, repr(kind), "a")

    def _win(self, do: Any) -> None:
        self.function.add(f"S[6], S[7], S[1] = 2, {self._actor(do)}, ()")
        self.log("win", "-1", self._actor(do))
        self.function.add("return None")

    def _pay_cost(self, do: ir.Do) -> None:
        """Write that the cost of a definition is paid before it is performed."""
        definition = do.arguments[0]
        if do.paying != "cost" or isinstance(definition, ir.Amount) or definition is None:
            return
        for resource in self.values.cost_resources(do.event.noun):
            cost = ir.CostOf(do.event.noun, resource, definition, types.NUMBER)
            pay = ir.Do(ir.Event("pay", resource), (ir.Amount(cost, or_all=False),), actor=do.actor)
            self.sequence_one(pay)

    def _perform(self, do: Any) -> None:
        kind, slot = do.event.noun, do.slot or ""
        self._pay_cost(do)
        definition, *arguments = (self.expressions.value(item) for item in do.arguments)
        actor = self._actor(do)
        self.log("perform", "-1", repr(kind), definition, actor)
        table = f"E_{kind}_{slot}"
        if not self.calls.effects_ask(kind, slot):
            self.function.add(f"{table}[{definition}]({', '.join(['S', actor, *arguments])})")
            return
        after = self.reserve()
        frame = ", ".join([f"{table}[{definition}]", self.frame(after), actor, *arguments])
        self.function.add(f"return ({frame})")
        self.begin(after)

    # ---- changes of fields ------------------------------------------------------------------------------------------

    def write_change(self, statement: ir.Change) -> None:
        """Write `set`, `add`, `subtract`, `include` or `exclude`."""
        target, value = statement.target, self.expressions.value(statement.value)
        if isinstance(target, ir.Index):
            self._change_entry(statement, target, value)
            return
        place = self.expressions.value(target)
        self.function.add(f"{place} {_change(statement, value, place)}")
        if isinstance(target, ir.Field | ir.GlobalField):
            self._clamp(target, place, statement)
            self._log_change(target, place)

    def _change_entry(self, statement: ir.Change, target: ir.Index, value: str) -> None:
        """Write the change of an entry of a table or list."""
        base = self.expressions.value(target.base)
        keys = [self.expressions.value(key) for key in target.keys]
        if isinstance(target.base.type, types.ListOf):
            keys = [f"{key} - 1" for key in keys]
        self.function.add(f"e = {base}{''.join(f'[{key}]' for key in keys)}")
        self.function.add(f"e {_change(statement, value, 'e')}")
        self.function.add(f"{base} = replaced({base}, ({', '.join(keys)},), e)")
        if isinstance(target.base, ir.Field | ir.GlobalField):
            self._log_change(target.base, base)

    def _clamp(self, target: ir.Field | ir.GlobalField, place: str, statement: ir.Change) -> None:
        """Write that a stored number stays between its declared least and most."""
        group = target.kind if isinstance(target, ir.Field) else target.group
        field = self._field_spec(group, target.name)
        names = (
            {group: self.expressions.value(target.subject)} if isinstance(target, ir.Field) else {}
        )
        writer = self.expressions.renamed(names)
        if field.least is not None and statement.operation != "include":
            least = writer.value(field.least)
            self.function.add(f"if {place} < {least}: {place} = {least}")
        if field.most is not None and not isinstance(field.type, types.SetOf | types.ListOf):
            most = writer.value(field.most)
            self.function.add(f"if {place} > {most}: {place} = {most}")
        elif field.most is not None:
            size = (
                f"{place}.bit_count()" if isinstance(field.type, types.SetOf) else f"len({place})"
            )
            most = writer.value(field.most)
            self.function.add(f"if {size} > {most}: full({field.name!r}, {most})")

    def _log_change(self, target: ir.Field | ir.GlobalField, place: str) -> None:
        if isinstance(target, ir.Field):
            group, subject = target.kind, self.expressions.value(target.subject)
        else:
            group, subject = target.group, "0"
        seen = self.values.seen_function(group, target.name)
        mask = "-1" if seen is None else f"{seen}(S, {subject})"
        self.log("set", mask, repr(group), repr(target.name), subject, place)


def _with_actor(do: ir.Do, actor: Raw) -> ir.Do:
    """Return an operation with its actor worked out."""
    return ir.Do(do.event, do.arguments, actor, do.result, do.paying, do.end, do.slot, span=do.span)


def _change(statement: ir.Change, value: str, place: str) -> str:
    """Return the code that follows the target of a change, which is `place`."""
    listed = isinstance(statement.target.type, types.ListOf)
    whole = isinstance(statement.value.type, types.SetOf | types.ListOf)
    match statement.operation:
        case "set":
            return f"= {value}"
        case "add":
            return f"+= {value}"
        case "subtract":
            return f"-= {value}"
        case "include" if listed:
            return f"+= {value}" if whole else f"+= ({value},)"
        case "include":
            return f"|= {value}" if whole else f"|= 1 << {value}"
        case _ if listed:
            return f"= excluded({place}, {value})"
    return f"&= ~{value}" if whole else f"&= ~(1 << {value})"


_WRITERS: Mapping[str, Callable[[Operations, Any], None]] = {
    "place": Operations._place,
    "remove_pieces": Operations._remove_pieces,
    "move_pieces": Operations._move_pieces,
    "remove_things": Operations._remove_things,
    "move_things": Operations._move_things,
    "swap": Operations._swap,
    "create": Operations._create,
    "destroy": Operations._destroy,
    "gain": Operations._gain,
    "pay": Operations._pay,
    "lose": Operations._pay,
    "draw": Operations._draw,
    "shuffle": Operations._shuffle,
    "roll": Operations._roll,
    "reveal": Operations._reveal,
    "perform": Operations._perform,
    "win": Operations._win,
}
