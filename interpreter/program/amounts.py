"""Third step of compiling, what operations have in common.

How many, who acts, who sees it, and counted pieces.

A base of `operations.Operations`. Every change is logged as a tuple (what, mask of the seats that
see it, ...).
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

from interpreter.lang import ir
from interpreter.program.layout import GREATEST
from interpreter.program.nodes import Raw
from interpreter.program.writer import Writer


class Amounts(Writer):
    """Writes amounts, entries of the log, and the operations on pieces and resources."""

    # ---- amounts ---------------------------------------------------------------------------------

    def write_amount(self, amount: ir.Amount, available: str | None, lacking: str) -> str:
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

    def available(self, do: ir.Do) -> str | None:
        """Return the code of how many an amount can be at most, None without a limit."""
        value, noun = self.expressions.value, do.event.noun
        arguments: tuple[Any, ...] = do.arguments
        match do.event.operation:
            case "place":
                if self.spec.pieces[noun].supply is None:
                    return None
                start = self.layout.slots_of("SUPPLY", noun).start
                return f"S[{self.expressions.slot(start, value(arguments[1]))}]"
            case "remove_pieces" | "move_pieces":
                slot = self.expressions.pieces_slot(noun, value(arguments[2]), value(arguments[1]))
                return f"S[{slot}]"
            case "pay" | "lose":
                return self.values.payable_code(noun, self.actor_of(do))
            case "draw":
                return f"size_of({self.zone_contents(noun, arguments[1])})"
        return None

    def field_spec(self, group: str, name: str) -> ir.FieldSpec:
        """Return the declaration of a stored field."""
        owner = self.spec.kinds.get(group) or self.spec.globals[group]
        return next(item for item in owner.fields if item.name == name)

    def actor_of(self, do: ir.Do) -> str:
        """Return the code of who acts."""
        return self.me if do.actor is None else self.expressions.value(do.actor)

    def kept(self, node: Any) -> Any:
        """Return a node that goes on having its present value, whatever is changed meanwhile."""
        if isinstance(node, ir.Zone):
            return replace(node, subject=self.kept(node.subject), key=self.kept(node.key))
        if node is None or isinstance(node, ir.Thing | ir.Constant | ir.Local | ir.Me):
            return node
        return Raw(self.temporary(self.expressions.value(node)), node.type)

    def zone_tables(self, kind: str) -> tuple[str, str]:
        """Return two tables for a kind of things: the slot of each zone, and which are ordered."""
        slots: list[int] = []
        ordered: list[bool] = []
        for zone in self.layout.zones_of[kind]:
            slots.extend(range(zone.slots.start, zone.slots.start + zone.count))
            ordered.extend([zone.ordered] * zone.count)
        return (
            self.module.constant(f"Z_{kind}", repr(tuple(slots))),
            self.module.constant(f"O_{kind}", repr(tuple(ordered))),
        )

    def zone_number(self, zone: Any) -> str:
        """Return the code of the number of a zone among the zones for its kind of things."""
        if not isinstance(zone, ir.Zone):
            return self.expressions.value(zone)
        numbers, which = self.expressions.zone_index(zone)
        return self.expressions.slot(numbers.first, which)

    def zone_contents(self, kind: str, zone: Any) -> str:
        """Return the code of what lies in a zone."""
        if isinstance(zone, ir.Zone):
            return self.expressions.value(zone)
        return f"S[{self.zone_tables(kind)[0]}[{self.expressions.value(zone)}]]"

    def log(self, what: str, seen: str, *codes: str) -> None:
        """Write an entry of the log; `seen` is the code of the mask of seats that see it."""
        self.function.add(f"S[0].append(({', '.join([repr(what), seen, *codes])}))")

    def if_any(self, amount: str) -> AbstractContextManager[None]:
        """Open a block for what happens with an amount; nothing happens with none."""
        some = amount.isdecimal() and amount != "0"
        return nullcontext() if some else self.function.block(f"if {amount}:")

    # ---- pieces and resources --------------------------------------------------------------------

    def do_place(self, do: Any) -> None:
        """Put pieces from the supply somewhere."""
        piece = do.event.noun
        do, (owner, place) = self._stack_of(do, 2)
        amount = self.write_amount(do.arguments[0], self.available(do), piece)
        with self.if_any(amount):
            if self.spec.pieces[piece].supply is not None:
                start = self.layout.slots_of("SUPPLY", piece).start
                self.function.add(f"S[{self.expressions.slot(start, owner)}] -= {amount}")
            stack = f"S[{self.expressions.pieces_slot(piece, place, owner)}]"
            self.function.add(f"{stack} += {amount}")
            if self.spec.pieces[piece].supply is None and amount == "a":
                self.function.add(f"if {stack} > {GREATEST}: too_great({stack})")
            self.log("place", self._seen_pieces(piece, owner), repr(piece), amount, owner, place)

    def do_remove_pieces(self, do: Any) -> None:
        """Put pieces back into the supply."""
        piece = do.event.noun
        do, (owner, place) = self._stack_of(do, 2)
        amount = self.write_amount(do.arguments[0], self.available(do), piece)
        with self.if_any(amount):
            self.function.add(f"S[{self.expressions.pieces_slot(piece, place, owner)}] -= {amount}")
            if self.spec.pieces[piece].supply is not None:
                start = self.layout.slots_of("SUPPLY", piece).start
                self.function.add(f"S[{self.expressions.slot(start, owner)}] += {amount}")
            self.log("remove", self._seen_pieces(piece, owner), repr(piece), amount, owner, place)

    def do_move_pieces(self, do: Any) -> None:
        """Let pieces change place."""
        piece = do.event.noun
        do, (owner, origin, goal) = self._stack_of(do, 3)
        amount = self.write_amount(do.arguments[0], self.available(do), piece)
        with self.if_any(amount):
            self.function.add(
                f"S[{self.expressions.pieces_slot(piece, origin, owner)}] -= {amount}"
            )
            self.function.add(f"S[{self.expressions.pieces_slot(piece, goal, owner)}] += {amount}")
            seen = self._seen_pieces(piece, owner)
            self.log("move", seen, repr(piece), amount, owner, origin, goal)

    def _stack_of(self, do: ir.Do, count: int) -> tuple[ir.Do, list[str]]:
        """Work out whose pieces are meant and where, before any of them is moved.

        Return the operation with its owner and `count` - 1 places as they are now, and their codes.
        """
        amount, *rest = do.arguments
        known = len(self.scope)
        settled = [self.kept(item) for item in rest[:count]]
        # No text names them, and nobody is asked while they are needed.
        del self.scope[known:]
        codes = [self.expressions.value(item) for item in settled]
        return replace(do, arguments=(amount, *settled, *rest[count:])), codes

    def _seen_pieces(self, piece: str, owner: str) -> str:
        """Return the code of who sees the pieces of an owner."""
        seen = self.values.seen_function("PIECES", piece)
        return "-1" if seen is None else f"{seen}(S, {owner})"

    def do_gain(self, do: Any) -> None:
        """Add to a resource, up to its cap."""
        resource, actor = do.event.noun, self.actor_of(do)
        field = self.field_spec("player", resource)
        slot = f"{self.values.resource_slot(resource)} + {actor}"
        amount = self.write_amount(do.arguments[0], None, resource)
        with self.if_any(amount):
            self.function.add(f"S[{slot}] += {amount}")
            if field.most is not None:
                most = self.expressions.renamed({"player": actor}).value(field.most)
                self.function.add(f"if S[{slot}] > {most}: S[{slot}] = {most}")
            elif amount == "a":
                self.function.add(f"if S[{slot}] > {GREATEST}: too_great(S[{slot}])")
            self._log_resource("gain", resource, actor, amount)

    def do_pay(self, do: Any) -> None:
        """Take from a resource, down to its floor."""
        resource, actor = do.event.noun, self.actor_of(do)
        amount = self.write_amount(do.arguments[0], self.available(do), resource)
        with self.if_any(amount):
            self.function.add(f"S[{self.values.resource_slot(resource)} + {actor}] -= {amount}")
            self._log_resource(do.event.operation, resource, actor, amount)

    def _log_resource(self, what: str, resource: str, actor: str, amount: str) -> None:
        seen = self.values.seen_function("player", resource)
        mask = "-1" if seen is None else f"{seen}(S, {actor})"
        self.log(what, mask, repr(resource), amount, actor)
