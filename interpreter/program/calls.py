"""Second step of compiling, the graph of calls.

Which routines there are, and which of them may stop for an answer.

Fed by the typed pack; read by the statement writers. A routine that may stop (it asks, or ends the
game, or calls something that does) is cut into segments; every other one becomes a plain function.
"""

from __future__ import annotations

from interpreter.lang import ir
from interpreter.program.nodes import (
    AskOrder,
    Basic,
    Body,
    Call,
    Code,
    Routine,
    RoutineKey,
    in_circles,
    statements,
)
from interpreter.program.orders import orders_read
from interpreter.program.static import walk

_ASKING = (ir.Choose, ir.ChooseBranch, ir.May, ir.Secretly, AskOrder)


class Calls:
    """The routines of a program by key."""

    def __init__(self, spec: ir.GameSpec, *, ask_chance: bool) -> None:
        """Start with no routine; `ask_chance` makes dice and draws stop for an answer."""
        self.spec = spec
        self.ask_chance = ask_chance
        self.orders_read = orders_read(spec) if ask_chance else frozenset()
        self.routines: dict[RoutineKey, Routine] = {}
        self.asking: set[RoutineKey] = set()
        self.recursive: frozenset[RoutineKey] = frozenset()
        """The routines that may lead back to themselves."""
        self.hooked: set[ir.Event] = set()
        self._reserves: dict[str, tuple[str, ...]] = {}
        self._by_slot: dict[tuple[str, str], list[RoutineKey]] = {}

    def add(self, routine: Routine) -> None:
        """Add a routine."""
        self.routines[routine.key] = routine

    def target(self, do: ir.Do) -> RoutineKey | None:
        """Return the routine that a statement calls, None for an operation without hooks."""
        if do.event in self.hooked:
            return ("event", do.event.operation, do.event.noun)
        return self.basic_target(do)

    def basic_target(self, do: ir.Do) -> RoutineKey | None:
        """Return the routine that a statement calls when hooks are left out."""
        if do.event.operation == "rule":
            return ("rule", do.event.noun)
        return None

    def reserves(self, rule: str) -> tuple[str, ...]:
        """Return the resources that a rule puts in reserve when it is called in secret."""
        if rule not in self._reserves:
            self._reserves[rule] = ()
            self._reserves[rule] = self.reserved_in(self.spec.rules[rule].body)
        return self._reserves[rule]

    def reserved_in(self, body: Body) -> tuple[str, ...]:
        """Return the resources that statements in secret put in reserve, in stable order."""
        found: set[str] = set()
        for node in walk(body):
            if isinstance(node, ir.Price):
                found.add(node.resource)
            elif isinstance(node, ir.Do) and self.basic_target(node) is not None:
                found.update(self.reserves(node.event.noun))
        return tuple(sorted(found))

    def settle(self) -> None:
        """Find out which routines may stop: those that ask, and all that call them.

        And which may lead back to themselves.
        """
        self.recursive = in_circles(
            {key: self.called_in(routine.body) for key, routine in self.routines.items()}
        )
        changed = True
        while changed:
            changed = False
            for key, routine in self.routines.items():
                if key not in self.asking and self.asks_any(routine.body):
                    self.asking.add(key)
                    changed = True

    def called_in(self, body: Body) -> frozenset[RoutineKey]:
        """Return the routines that some statements may call."""
        found: set[RoutineKey | None] = set()
        for one in statements(body):
            if isinstance(one, Call):
                found.add(one.routine)
            do = one.do if isinstance(one, Basic) else one
            if isinstance(do, ir.Do):
                found.add(self.target(do) if do is one else self.basic_target(do))
                found.add(("secret", do.event.noun))
                if do.event.operation == "perform":
                    found.update(self._effects(do.event.noun, do.slot or ""))
        return frozenset(other for other in found if other in self.routines)

    def _effects(self, kind: str, slot: str) -> list[RoutineKey]:
        """Return the effects that the definitions of a kind have in a slot."""
        if not self._by_slot:
            for key in self.routines:
                if key[0] == "effect":
                    self._by_slot.setdefault((key[1], key[2]), []).append(key)
        return self._by_slot.get((kind, slot), [])

    def asks_any(self, body: Body) -> bool:
        """Whether one of some statements may stop."""
        return any(self.asks(statement) for statement in body)

    def asks(self, statement: object) -> bool:
        """Whether a statement may stop for an answer or end the game."""
        match statement:
            case ir.Choose() | ir.ChooseBranch() | ir.May() | ir.Secretly() | AskOrder():
                return True
            case ir.If():
                bodies = [body for _, body in statement.branches]
                return any(map(self.asks_any, [*bodies, statement.otherwise]))
            case ir.ForEach() | ir.Repeat() | ir.Plan():
                return self.asks_any(statement.body)
            case ir.Go():
                return statement.where == "end game"
            case Call():
                return statement.routine in self.asking
            case Basic():
                return self._asks_basic(statement.do)
            case ir.Do():
                target = self.target(statement)
                if target is not None:
                    return target in self.asking
                return self._asks_basic(statement)
            case ir.Let() | ir.Change() | Code():
                return False
        raise TypeError(type(statement))

    def _asks_basic(self, do: ir.Do) -> bool:
        """Whether an operation by itself may stop."""
        operation, noun = do.event.operation, do.event.noun
        if operation == "win":
            return True
        if operation == "perform":
            return self.effects_ask(noun, do.slot or "")
        if operation == "rule":
            return ("rule", noun) in self.asking
        if operation == "shuffle":
            return self.shuffle_asks(do)
        return self.ask_chance and operation in ("roll", "draw")

    def shuffle_asks(self, do: ir.Do) -> bool:
        """Whether chance is asked for the whole order at once, because something looks at it."""
        zone = do.arguments[0]
        if isinstance(zone, ir.Zone):
            return (zone.kind, zone.name) in self.orders_read
        kinds, groups = self.spec.kinds.values(), self.spec.globals.values()
        holders: tuple[ir.KindSpec | ir.GlobalSpec, ...] = (*kinds, *groups)
        return any(
            (holder.name, held.name) in self.orders_read
            for holder in holders
            for held in holder.zones
            if held.of == do.event.noun
        )

    def effects_ask(self, kind: str, slot: str) -> bool:
        """Whether the effect in a slot of some definition of a kind may stop."""
        return ("effects", kind, slot) in self.asking
