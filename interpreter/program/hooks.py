"""Third step of compiling, events: what hangs on an operation or rule becomes a routine around it.

Fed by the hooks of a pack; adds routines to `calls`. For an event with hooks there is one routine:
the hooks that act instead of it, those before it, the thing itself, those after it. Among several
of one timing that could act, the actor picks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.budget import ENTRY
from interpreter.program.calls import Calls
from interpreter.program.expressions import Expressions
from interpreter.program.nodes import AskOrder, Basic, Body, Call, Code, Raw, Routine
from interpreter.program.values import Values

ACTOR = ir.Local("actor", types.PLAYER)
_ME = Raw("me", types.PLAYER)
_TIMINGS = ("instead of", "before", "after")
_COUNTED = frozenset({"place", "remove_pieces", "move_pieces", "gain", "pay", "lose", "draw"})

_ARGUMENTS = {
    "place": 3,
    "remove_pieces": 4,
    "move_pieces": 4,
    "remove_things": 2,
    "move_things": 2,
    "swap": 2,
    "draw": 3,
    "reveal": 2,
    "roll": 0,
    "win": 0,
}
"""How many arguments an operation has, if it is not one."""


class Hooks:
    """Makes the routines of all events that something hangs on."""

    def __init__(self, values: Values, calls: Calls) -> None:
        """Sort the hooks of definitions that take part by event, in stable order."""
        self._values = values
        self._calls = calls
        self._spec = values.spec
        self._by_event: dict[ir.Event, list[tuple[int, ir.HookSpec]]] = {}
        for number, hook in enumerate(self._spec.hooks):
            if values.takes_part(hook.owner):
                self._by_event.setdefault(hook.event, []).append((number, hook))

    def make(self) -> None:
        """Add a routine for each event with hooks, and one for each hook."""
        self._calls.hooked.update(self._by_event)
        for event, hooks in self._by_event.items():
            replacing = [number for number, hook in hooks if hook.timing == "instead of"]
            if replacing:
                self._values.exclusions[event] = len(replacing)
            # A definition acts instead of an event once, with whichever of its hooks.
            owners = list(dict.fromkeys(self._spec.hooks[number].owner for number in replacing))
            for number in replacing:
                bit = 1 << owners.index(self._spec.hooks[number].owner)
                self._values.hook_bits["hook", str(number)] = (event, bit)
            for number, hook in hooks:
                self._calls.add(self._hook_routine(number, hook))
            self._calls.add(self._event_routine(event, hooks))

    # ---- one hook -------------------------------------------------------------------------------

    def _names(self, event: ir.Event) -> tuple[str, ...]:
        """Return the locals that hold the arguments of an event in its routine."""
        return tuple(f"arg{number}" for number in range(self._count(event)))

    def _count(self, event: ir.Event) -> int:
        """Return how many arguments an event has."""
        if event.operation == "rule":
            return len(self._spec.rules[event.noun].parameters)
        if event.operation == "perform":
            return 1 + len(self._values.slot_parameters(event.noun))
        if event.operation == "create":
            return len(self._spec.kinds[event.noun].fields)
        return _ARGUMENTS.get(event.operation, 1)

    def _hook_parameters(self, hook: ir.HookSpec) -> tuple[str, ...]:
        """Return the locals of a hook's routine.

        The actor, its own names, then those of the event.
        """
        event = tuple(name or f"arg{number}" for number, name in enumerate(self._padded(hook)))
        excluded = ("excluded",) if hook.timing == "instead of" else ()
        results = (hook.results,) if hook.results is not None else ()
        return (*excluded, "actor", *(item.name for item in hook.each), *event, *results)

    def _padded(self, hook: ir.HookSpec) -> tuple[str | None, ...]:
        """Return a hook's names for all arguments of its event."""
        missing = self._count(hook.event) - len(hook.parameters)
        return (*hook.parameters, *(None,) * missing)

    def _hook_routine(self, number: int, hook: ir.HookSpec) -> Routine:
        """Return the routine of the text of a hook."""
        body: Body = hook.body
        if hook.may is not None:
            agreed: Body = hook.body
            refused: Body = ()
            if hook.timing == "instead of":
                agreed = (Code(("v_done = 1",)), *hook.body)
                refused = (Code(("v_done = 0",)),)
            body = (ir.May(None, hook.may, hook.paying, agreed, refused, span=hook.span),)
        results: tuple[tuple[str, types.Type], ...] = ()
        if hook.timing == "instead of":
            results = (("done", types.TRUTH),)
            if hook.may is None:
                body = (Code(("v_done = 1",)), *body)
        title = f"{hook.name} of {hook.owner[1]}"
        return Routine(
            ("hook", str(number)), title, self._hook_parameters(hook), results, body, hook.span
        )

    def _renaming(self, hook: ir.HookSpec) -> dict[str, str]:
        """Return how the names of a hook are called in the routine of its event."""
        names = {
            name: f"v_arg{number}"
            for number, name in enumerate(self._padded(hook))
            if name is not None
        }
        if hook.results is not None:
            names[hook.results] = "v_result"
        return names

    def _players(self, hook: ir.HookSpec, writer: Expressions) -> str:
        """Return the code of the players for whom a hook acts, in order."""
        if hook.players is not None:
            return _several(writer, hook.players)
        kind = self._spec.kinds[hook.owner[0]]
        if kind.in_force is None:
            return "(v_actor,)"
        own = str(self._values.module.layout.index[kind.name][hook.owner[1]])
        return _several(writer.renamed({"self": own}), kind.in_force)

    def _conditions(self, hook: ir.HookSpec, writer: Expressions) -> str:
        """Return the code of when a hook acts for `me`."""
        parts = [writer.truth(item) for item in hook.filters]
        if hook.when is not None:
            parts.append(writer.truth(hook.when))
        return " and ".join(parts) or "1"

    def _clauses(self, hook: ir.HookSpec, writer: Expressions) -> str:
        """Return `for` clauses over a hook's own names and the players, without its condition."""
        loops = f"{writer.clauses(hook.each, None)} " if hook.each else ""
        return f"{loops}for me in {self._players(hook, writer)}"

    def _ready(self, hook: ir.HookSpec) -> str:
        """Return the code of whether a hook could act now."""
        tests = (hook.filters, hook.when)
        return self._values.outermost(self._renaming(hook)).weighed(
            self._work(hook, tests),
            lambda one: f"[1 {self._clauses(hook, one)} if {self._conditions(hook, one)}]",
        )

    def _work(self, hook: ir.HookSpec, tests: object) -> int:
        """Return the most work that going through the rounds of a hook can be, with some tests."""
        work, players = self._values.work, self._acting(hook)
        count = 1 if players is None else work.members(players)
        return work.of_loops(hook.each, players, count * (1 + ENTRY + work.of(tests)))

    def _acting(self, hook: ir.HookSpec) -> ir.Expression | None:
        """Return for whom a hook acts, None for the actor."""
        return hook.players or self._spec.kinds[hook.owner[0]].in_force

    def _rounds(self, number: int, hook: ir.HookSpec) -> Body:
        """Return the statements that let a hook act.

        For each of its names, for each player in turn.
        """
        names = [f"v_{item.name}" for item in hook.each]
        row = f"({', '.join([*names, 'me'])},)"
        listed = self._values.outermost(self._renaming(hook)).weighed(
            self._work(hook, ()), lambda writer: f"[{row} {self._clauses(hook, writer)}]"
        )
        most = 1
        for domain in (*(item.domain for item in hook.each), self._acting(hook)):
            most *= 1 if domain is None else self._values.work.members(domain)
        parts = (*((item.name, item.type) for item in hook.each), ("me", types.PLAYER))
        held = types.Row(parts)
        listing = Raw(listed, types.ListOf(held), most)
        one = f"h{number}"
        inner = {item.name: f"v_{one}[{place}]" for place, item in enumerate(hook.each)}
        me = f"v_{one}[{len(names)}]"
        tested = self._values.outermost({**self._renaming(hook), **inner, "me": me})
        arguments = self._hook_arguments(hook, inner)
        result = f"did{number}" if hook.timing == "instead of" else None
        call = Call(("hook", str(number)), arguments, Raw(me, types.PLAYER), result, single=True)
        body: Body = (call,)
        if result is not None:
            body = (call, Code((f"v_replaced |= v_{result}",)))
        # What has been replaced does not happen any more, so nothing can replace it again.
        fresh = "" if result is None else "not v_replaced and "
        test = Raw(f"({fresh}{self._conditions(hook, tested)})", types.TRUTH)
        acting = ir.If(((test, body),), (), span=hook.span)
        return (ir.ForEach((ir.Binder(one, listing, held),), None, (acting,), span=hook.span),)

    def _hook_arguments(self, hook: ir.HookSpec, inner: dict[str, str]) -> tuple[Raw, ...]:
        """Return what the routine of an event hands to a hook."""
        codes = ["v_actor", *inner.values(), *(f"v_{name}" for name in self._names(hook.event))]
        if hook.timing == "instead of":
            bit = self._values.hook_bits["hook", str(self._spec.hooks.index(hook))][1]
            codes.insert(0, f"(v_excluded | {bit})")
        if hook.results is not None:
            codes.append("v_result")
        return tuple(Raw(code, types.NUMBER) for code in codes)

    # ---- the event ------------------------------------------------------------------------------

    def _event_routine(self, event: ir.Event, hooks: Sequence[tuple[int, ir.HookSpec]]) -> Routine:
        """Return the routine of an event with its hooks around it."""
        names = self._names(event)
        excluding = event in self._values.exclusions
        windows = {
            timing: [(number, hook) for number, hook in hooks if hook.timing == timing]
            for timing in _TIMINGS
        }
        instead = self._window(windows["instead of"], replacing=True)
        if excluding:
            instead = (
                Code(("v_replaced = 0",)),
                *instead,
                ir.If(((Raw("v_replaced", types.TRUTH), (ir.Go("leave rule"),)),), ()),
            )
        thing = self._thing(event, names)
        body = (
            Code(("v_actor = me",)),
            *_unless_nothing(event),
            *instead,
            *self._window(windows["before"], replacing=False),
            *thing,
            *self._window(windows["after"], replacing=False),
        )
        results = self._results(event)
        on_top = ("on_top",) if event.operation == "move_things" else ()
        parameters = (*(("excluded",) if excluding else ()), *names, *on_top)
        extra: tuple[tuple[str, types.Type], ...] = (("actor", types.PLAYER),)
        if excluding:
            extra = (*extra, ("replaced", types.TRUTH))
        title = event.noun if event.operation == "rule" else f"{event.operation} {event.noun}"
        key = ("event", event.operation, event.noun)
        return Routine(key, title, parameters, (*results, *extra), body, None)

    def _results(self, event: ir.Event) -> tuple[tuple[str, types.Type], ...]:
        """Return the results of an event, first of all what the operation itself gives."""
        if event.operation == "rule":
            return self._spec.rules[event.noun].results
        kind = types.Kind(event.noun)
        given: dict[str, types.Type] = {"draw": types.ListOf(kind), "create": kind}
        if event.operation == "roll":
            return (("result", self._spec.dice[event.noun].type),)
        return (("result", given[event.operation]),) if event.operation in given else ()

    def _thing(self, event: ir.Event, names: tuple[str, ...]) -> Body:
        """Return the statements that do the thing itself."""
        arguments: list[Any] = [Raw(f"v_{name}", types.Kind(event.noun)) for name in names]
        if event.operation in _COUNTED:
            arguments[0] = ir.Amount(Raw("v_arg0", types.NUMBER), or_all=True)
        results = self._results(event)
        result = "result" if results else None
        slot = None
        if event.operation == "perform":
            slots = [item.name for item in self._spec.kinds[event.noun].slots if item.type is None]
            slot = "effect" if "effect" in slots else slots[0]
        if event.operation == "reveal":
            everybody = (1 << self._values.module.layout.players) - 1
            seen = f"(-1 if v_arg1 == {everybody} else v_arg1)"
            arguments[1] = Raw(seen, types.SetOf(types.PLAYER))
        if event.operation == "create":
            fields = self._spec.kinds[event.noun].fields
            arguments = [
                Raw(f"v_{name}", field.type) for name, field in zip(names, fields, strict=True)
            ]
        do = ir.Do(event, tuple(arguments), None, result, None, None, slot)
        if event.operation == "move_things":
            on_top = Raw("v_on_top", types.TRUTH)
            above: Body = (Basic(replace(do, end="top")),)
            below: Body = (Basic(do),)
            return (ir.If(((on_top, above),), below),)
        if event.operation != "rule" or not results:
            return (Basic(do),)
        parts = [f"v_{name} = v_result[{place}]" for place, (name, _) in enumerate(results)]
        return (Basic(do), Code(tuple(parts)))

    def _window(self, hooks: Sequence[tuple[int, ir.HookSpec]], *, replacing: bool) -> Body:
        """Return the statements of one timing.

        One hook acts, or the actor picks until none is left.
        """
        if not hooks:
            return ()
        if len(hooks) == 1:
            number, hook = hooks[0]
            rounds = self._rounds(number, hook)
            if not replacing:
                return rounds
            bit = self._values.hook_bits["hook", str(number)][1]
            fresh = Raw(f"not v_excluded & {bit}", types.TRUTH)
            return (ir.If(((fresh, rounds),), ()),)
        return self._picking(hooks, replacing=replacing)

    def _picking(self, hooks: Sequence[tuple[int, ir.HookSpec]], *, replacing: bool) -> Body:
        """Return a loop in which the actor picks the next of several hooks that could act."""
        left = f"left{hooks[0][0]}"
        chosen = f"next{hooks[0][0]}"
        start = (1 << len(hooks)) - 1
        ready = " | ".join(
            f"({1 << place} if v_{left} & {1 << place} and {self._ready(hook)} else 0)"
            for place, (_, hook) in enumerate(hooks)
        )
        labels = tuple(f"{hook.name} of {hook.owner[1]}" for _, hook in hooks)
        dispatch = tuple(
            (
                Raw(f"v_{chosen} == {place}", types.TRUTH),
                (Code((f"v_{left} &= ~{1 << place}",)), *self._rounds(number, hook)),
            )
            for place, (number, hook) in enumerate(hooks)
        )
        going_on = f"({ready})" if not replacing else f"(not v_replaced and ({ready}))"
        body: Body = (
            AskOrder(chosen, f"({ready})", labels, "Which comes next?"),
            ir.If(dispatch, ()),
        )
        loop = ir.Repeat(
            None,
            Raw(going_on, types.TRUTH),
            body,
        )
        begin = str(start)
        if replacing:
            bits = [self._values.hook_bits["hook", str(number)][1] for number, _ in hooks]
            begin = " | ".join(
                f"({1 << place} if not v_excluded & {bit} else 0)" for place, bit in enumerate(bits)
            )
        return (ir.Let(left, Raw(begin, types.NUMBER)), loop)


def _unless_nothing(event: ir.Event) -> Body:
    """Return the statement that leaves an event of which the amount is 0: it does not happen."""
    if event.operation not in _COUNTED:
        return ()
    return (ir.If(((Raw("v_arg0 == 0", types.TRUTH), (ir.Go("leave rule"),)),), ()),)


def _several(writer: Expressions, node: ir.Expression) -> str:
    """Return the code of a player, or of several, as something to loop over."""
    if isinstance(node.type, types.SetOf | types.ListOf):
        return writer.iterate(node)
    return f"({writer.value(node)},)"
