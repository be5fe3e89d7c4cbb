"""Third step of compiling, calls and the table of operations: one writer for each operation.

A base of `statements.Statements`. An operation without hooks is written in place; one that hooks
wait for is a call of the routine that `hooks` has made of the event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.changes import Changes
from interpreter.program.draws import Draws
from interpreter.program.nodes import Basic, Call, Raw
from interpreter.program.writer import After, plain_name

_ZONES = {"move_things": (1,), "draw": (1, 2), "shuffle": (0,)}
"""Which arguments of an operation are zones."""
_ON_THINGS = frozenset({"remove_things", "move_things", "destroy", "reveal"})


class Operations(Draws, Changes):
    """Writes operations and calls; other halves of the class write control flow and decisions."""

    # ---- calls -----------------------------------------------------------------------------------

    def plain_operation(self, statement: Any) -> None:
        """Write an operation or call that does not stop."""
        if self._spreads(statement):
            self._spread_things(statement)
            return
        call = self._as_call(statement)
        if call is None:
            self.basic(statement)
            return
        me, arguments = self._call_codes(call)
        code = f"{plain_name(call.routine)}({', '.join(['S', me, *arguments])})"
        if call.result is None and not call.reserved:
            self.function.add(code)
        self._take_results(call, code)

    def stopping_operation(self, statement: Any) -> None:
        """Write an operation or call that may stop, and go on behind it."""
        if self._spreads(statement):
            self._spread_things(statement)
            return
        call = self._as_call(statement)
        if call is None:
            self.basic(statement)
            return
        after = self.reserve()
        self._write_call(call, self.frame(after), after)
        self.begin(after)
        self._take_results(call, "S[3]")

    def tail_call(self, statement: Any, after: After) -> bool:
        """Write a call behind which nothing is left to do, so that it comes back further up.

        Tell whether it was one; nothing has been written if not.
        """
        if not isinstance(statement, ir.Do | Call | Basic):
            return False
        frame = self.frame_behind(after)
        if frame is None or self._spreads(statement):
            return False
        do = statement.do if isinstance(statement, Basic) else statement
        if isinstance(do, ir.Do) and (do.result is not None or do.paying == "cost"):
            return False
        call = self._as_call(statement)
        if call is None or call.result is not None or call.reserved:
            return False
        self._write_call(call, frame, after)
        return True

    def _write_call(self, call: Call, frame: str, after: After) -> None:
        """Write a call of a routine that may stop; `frame` goes on behind it, at `after`."""
        me, arguments = self._call_codes(call)
        entry = self.entry(call.routine)
        if after is None:
            self.module.tails.ends_in(self.routine.key, entry, self.function.span)
        else:
            self.module.tails.waits(after, entry)
        called = f"({', '.join([str(entry), frame, me, *arguments])})"
        # In a circle each would stand on Python's stack on top of the one before it.
        circle = self.routine.key in self.calls.recursive and call.routine in self.calls.recursive
        self.function.add(f"return {called}" if circle else f"return g{entry}(S, {called})")

    def _spreads(self, statement: Any) -> bool:
        """Whether hooks wait for an operation on several things: they see each of them."""
        if not isinstance(statement, ir.Do) or statement.event not in self.calls.hooked:
            return False
        if statement.event.operation not in _ON_THINGS:
            return False
        things: Any = statement.arguments[0]
        return isinstance(things.type, types.SetOf | types.ListOf)

    def _spread_things(self, do: ir.Do) -> None:
        """Write a loop that lets hooks see each of several things; the rest is worked out once."""
        things: Any = do.arguments[0]
        name = self.module.fresh("thing")
        one = ir.Local(name, things.type.inner)
        with self.inner_scope():
            rest: list[Any] = []
            for number, item in enumerate(do.arguments[1:], 1):
                if isinstance(item, ir.Zone) and number in _ZONES.get(do.event.operation, ()):
                    rest.append(Raw(self.temporary(self.zone_number(item)), types.NUMBER))
                elif item is None or isinstance(item, ir.Amount):
                    rest.append(item)
                else:
                    rest.append(Raw(self.temporary(self.expressions.value(item)), item.type))
            each = replace(do, arguments=(one, *rest))
            binder = ir.Binder(name, things, things.type.inner)
            self.sequence_one(ir.ForEach((binder,), None, (each,), span=do.span))

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
        if self.secret is not None and target[0] == "rule":
            held = tuple(self.secret[name] for name in self.calls.reserves(do.event.noun))
            if held:
                target = ("secret", do.event.noun)
                arguments = (*arguments, *(Raw(code, types.NUMBER) for code in held))
                return Call(target, arguments, do.actor, do.result, single, held)
        return Call(target, arguments, do.actor, do.result, single)

    def _take_results(self, call: Call, given: str) -> None:
        """Write where the results of a call go; `given` is their code."""
        if call.reserved:
            given, whole = self.module.fresh("t"), given
            self.function.add(f"{given} = {whole}")
            self.function.add(f"{', '.join(call.reserved)}, = {given}[-{len(call.reserved)}:]")
            given = f"{given}[:-{len(call.reserved)}]"
        if call.result is not None:
            self.function.add(f"{self.name(call.result)} = {given}{'[0]' if call.single else ''}")
            self.declare(self.name(call.result))

    def _call_codes(self, call: Call) -> tuple[str, list[str]]:
        """Return the codes of `me` and of the arguments of a call."""
        me = self.me if call.me is None else self.expressions.value(call.me)
        return me, [self.expressions.value(item) for item in call.arguments]

    def _event_arguments(self, do: ir.Do) -> tuple[Any, ...]:
        """Return the arguments of a hooked event.

        They are what its hooks may read, amounts as plain numbers.
        """
        arguments: list[Any] = []
        if do.event.operation == "perform":
            do = self._before_paying(do)
        for number, item in enumerate(do.arguments):
            if number == 0 and isinstance(item, ir.Amount):
                arguments.append(Raw(self._checked_amount(do), types.NUMBER))
            elif isinstance(item, ir.Zone) and number in _ZONES.get(do.event.operation, ()):
                arguments.append(Raw(self.zone_number(item), types.NUMBER))
            elif item is None and do.event.operation == "create":
                field = self.spec.kinds[do.event.noun].fields[number]
                arguments.append(Raw(self.start_code(field), field.type))
            elif item is None and do.event.operation == "reveal":
                arguments.append(ir.Every("player", types.SetOf(types.PLAYER)))
            elif item is None:
                arguments.append(Raw("-1", types.NUMBER))
            else:
                arguments.append(item)
        if do.event.operation == "move_things":
            arguments.append(Raw(str(int(do.end == "top")), types.NUMBER))
        if do.paying is not None and do.event.operation == "perform":
            self._pay_cost(do)
        excluded = self.values.exclusions.get(do.event)
        if excluded is None:
            return tuple(arguments)
        inside = self.routine.key[0] == "hook" and self.values.hook_bits.get(self.routine.key)
        own = f"v_excluded | {inside[1]}" if inside and inside[0] == do.event else "0"
        return (Raw(f"({own})", types.NUMBER), *arguments)

    def _checked_amount(self, do: ir.Do) -> str:
        """Write the amount of a hooked event as a number and return its name."""
        amount = do.arguments[0]
        if not isinstance(amount, ir.Amount):
            raise TypeError(amount)
        return self.temporary(self.write_amount(amount, self.available(do), do.event.noun))

    # ---- in place --------------------------------------------------------------------------------

    def basic(self, statement: Any) -> None:
        """Write an operation without its hooks."""
        do = statement.do if isinstance(statement, Basic) else statement
        if do.actor is not None and not isinstance(do.actor, ir.Local | Raw | ir.Me):
            do = _with_actor(
                do, Raw(self.temporary(self.expressions.value(do.actor)), types.PLAYER)
            )
        _WRITERS[do.event.operation](self, do)

    def do_win(self, do: Any) -> None:
        """End the game with a winner."""
        self.function.add(f"S[6], S[7], S[1] = 2, {self.actor_of(do)}, ()")
        self.log("win", "-1", self.actor_of(do))
        self.function.add("return None")

    def _pay_cost(self, do: ir.Do) -> None:
        """Write that the cost of a definition is paid before it is performed."""
        definition = do.arguments[0]
        if do.paying != "cost" or isinstance(definition, ir.Amount) or definition is None:
            return
        kind = do.event.noun
        # All is worked out before anything is paid, and what costs nothing is no event.
        costs = [
            (resource, ir.CostOf(kind, resource, definition, types.NUMBER))
            for resource in self.values.cost_resources(kind)
        ]
        payer = self.expressions.renamed({"me": self.actor_of(do)})
        owed = [(name, self.temporary(payer.value(cost))) for name, cost in costs]
        for resource, code in owed:
            amount = Raw(code, types.NUMBER)
            pay = ir.Do(
                ir.Event("pay", resource), (ir.Amount(amount, or_all=False),), actor=do.actor
            )
            self.sequence_one(ir.If(((amount, (pay,)),), (), span=do.span))

    def _before_paying(self, do: ir.Do) -> ir.Do:
        """Work out what is performed, for whom and by whom, before its cost changes anything."""
        if do.paying != "cost":
            return do
        kept: list[Any] = [self.kept(item) for item in do.arguments]
        return replace(do, arguments=tuple(kept), actor=self.kept(do.actor))

    def do_perform(self, do: Any) -> None:
        """Run the effect of a definition."""
        kind, slot = do.event.noun, do.slot or ""
        do = self._before_paying(do)
        self._pay_cost(do)
        definition, *arguments = (self.expressions.value(item) for item in do.arguments)
        actor = self.actor_of(do)
        self.log("perform", "-1", repr(kind), definition, actor)
        table = f"E_{kind}_X_{slot}"
        if not self.calls.effects_ask(kind, slot):
            self.function.add(f"{table}[{definition}]({', '.join(['S', actor, *arguments])})")
            return
        after = self.reserve()
        for number in range(len(self.layout.elements[kind])):
            self.module.tails.waits(after, self.entry(("effect", kind, slot, str(number))))
        frame = ", ".join([f"{table}[{definition}]", self.frame(after), actor, *arguments])
        self.function.add(f"return ({frame})")
        self.begin(after)


def _with_actor(do: ir.Do, actor: Raw) -> ir.Do:
    """Return an operation with its actor worked out."""
    return ir.Do(do.event, do.arguments, actor, do.result, do.paying, do.end, do.slot, span=do.span)


_WRITERS: Mapping[str, Callable[[Operations, Any], None]] = {
    "place": Operations.do_place,
    "remove_pieces": Operations.do_remove_pieces,
    "move_pieces": Operations.do_move_pieces,
    "remove_things": Operations.do_remove_things,
    "move_things": Operations.do_move_things,
    "swap": Operations.do_swap,
    "create": Operations.do_create,
    "destroy": Operations.do_destroy,
    "gain": Operations.do_gain,
    "pay": Operations.do_pay,
    "lose": Operations.do_pay,
    "draw": Operations.do_draw,
    "shuffle": Operations.do_shuffle,
    "roll": Operations.do_roll,
    "reveal": Operations.do_reveal,
    "perform": Operations.do_perform,
    "win": Operations.do_win,
}
