"""Third step of compiling, operations of chance: dice, shuffles, draws.

A base of `operations.Operations`. When chance is asked, a roll is a decision of chance, a shuffle
only notes that all places of the zone are open, and each is decided when a thing is drawn; where
something looks at the order otherwise, all are decided at once. The counter of the zone then holds
how many places are open, and how many known ones lie below them (`primitives.BELOW`).
"""

from __future__ import annotations

from typing import Any

from interpreter.lang import ir, types
from interpreter.program.module import Site
from interpreter.program.things import Things


class Draws(Things):
    """Writes operations of chance."""

    def do_draw(self, do: Any) -> None:
        """Move things from the top of a zone."""
        kind, origin = do.event.noun, do.arguments[1]
        goal = self.kept(do.arguments[2])
        amount = self.write_amount(do.arguments[0], self.available(do), kind)
        drawn = f"drawn({self.zone_contents(kind, origin)}, {amount})"
        if self.module.ask_chance:
            contents, count = self._ask_places(kind, origin, amount)
            drawn = f"{contents}[:{count}]"
        self.function.add(f"d, b = {drawn}, {self.zone_number(goal)}")
        with self.function.block("for a in d:"):
            self.log_shift(kind, "b", at="0")
            self.function.add(self.shift_code(kind, "a", "b"))
        self.check_limit(kind, goal)
        if do.result is not None:
            self.function.add(f"{self.name(do.result)} = d")
            self.declare(self.name(do.result))

    def _ask_places(self, kind: str, origin: Any, amount: str) -> tuple[str, str]:
        """Let chance decide the open ones of so many places of a zone, from the top.

        Return the codes of what lies there and of how many places they are.
        """
        count = self.temporary(amount)
        slot, counter, _ = self._zone_codes(kind, origin)
        contents, places = f"S[{self.temporary(slot)}]", f"S[{self.temporary(counter)}]"
        done = self.temporary("0")
        name = origin.name if isinstance(origin, ir.Zone) else kind
        span = self.function.span
        site = self.module.add_site(
            Site("chance", kind, name, "", (), self.routine.title, span, may=False)
        )
        step, loop = self.reserve(), self.reserve()
        self.function.add(f"return {self.frame(loop)}")
        self.begin(step)
        self.function.add(f"{contents} = brought({contents}, {done}, S[2])")
        self.function.add(f"{done} += 1")
        self.function.add(f"return {self.frame(loop)}")
        self.begin(loop)
        self.function.add(f"{done} = open_place({contents}, {done}, {places})")
        with self.function.block(f"if {done} < {count}:"):
            self.function.add(f"o = open_things({contents}, {done}, {places})")
            self.function.add(f"S[1] = ((-2, {site}, o, {self.frame(step)}, None),)")
            self.function.add("return None")
        self.function.add(f"{places} = still_open({contents}, {count}, {places})")
        return contents, count

    def shift_code(self, kind: str, thing: str, zone: str, *, top: bool = False) -> str:
        """Return the code that puts a thing into a zone by number, -1 for nowhere."""
        code = super().shift_code(kind, thing, zone, top=top)
        if not self.module.ask_chance:
            return code
        where = self.layout.slots_of("WHERE", kind).start
        tables = f"{self.zone_tables(kind)[0]}, {self._counter_tables(kind)[0]}"
        return f"keep_places(S, {where}, {thing}, {zone}, {tables}, {int(top)}); {code}"

    def do_shuffle(self, do: Any) -> None:
        """Put a zone into an order of chance."""
        kind = do.event.noun
        number = self.zone_number(do.arguments[0])
        slot, counter, cause = self._zone_codes(kind, do.arguments[0])
        if self.module.ask_chance:
            self.function.add(f"S[{counter}] = len(S[{slot}])")
            if self.calls.shuffle_asks(do):
                self._ask_places(kind, do.arguments[0], f"len(S[{slot}])")
        else:
            self.function.add(f"S[{slot}] = shuffled(S, {counter}, {cause}, S[{slot}])")
        self.log("shuffle", "-1", repr(kind), number)

    def _zone_codes(self, kind: str, node: Any) -> tuple[str, str, str]:
        """Return the codes of the slot of a zone's contents, of its counter, and of its cause."""
        if isinstance(node, ir.Zone):
            zone, which = self.expressions.zone_index(node)
            counter = self.layout.slots_of("CHANCE", f"{zone.group}.{zone.name}").start
            cause = self.values.cause(f"zone {zone.group}.{zone.name}")
            slot = self.expressions.slot
            return slot(zone.slots.start, which), slot(counter, which), f"{cause} + {which}"
        number = self.zone_number(node)
        tables = (self.zone_tables(kind)[0], *self._counter_tables(kind))
        slot_code, counter_code, cause_code = (f"{table}[{number}]" for table in tables)
        return slot_code, counter_code, cause_code

    def _counter_tables(self, kind: str) -> tuple[str, str]:
        """Return tables of the counter and of the cause of each zone for a kind of things.

        A zone without order has no counter: its entry is -1.
        """
        counters: list[int] = []
        causes: list[int] = []
        for zone in self.layout.zones_of[kind]:
            first = int(self.values.cause(f"zone {zone.group}.{zone.name}"))
            if zone.ordered:
                start = self.layout.slots_of("CHANCE", f"{zone.group}.{zone.name}").start
                counters.extend(range(start, start + zone.count))
            else:
                counters.extend([-1] * zone.count)
            causes.extend(range(first, first + zone.count))
        return (
            self.module.constant(f"U_{kind}", repr(tuple(counters))),
            self.module.constant(f"X_{kind}", repr(tuple(causes))),
        )

    def do_roll(self, do: Any) -> None:
        """Take a face of a die."""
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
            counter = self.layout.slots_of("CHANCE", die.name).start
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
