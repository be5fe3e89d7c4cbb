"""Third step of compiling: how much a text can do before it pays, and which loops therefore pay.

Fed by the graph of calls and by `work`; read by `statements`. What stops for an answer pays a frame
each time it goes on, `repeat` a step for each round, and a rule that calls itself a step for each
call. A `for each` has an end of its own: it pays only where the rounds of all loops inside each
other can be many. What lies in such a loop, in `repeat`, in a rule that calls itself, or is called
in a loop that pays, is done often: there shorter loops pay as well, and lighter queries count.
"""

from __future__ import annotations

from typing import Any

from interpreter.lang import ir
from interpreter.program.calls import Calls
from interpreter.program.nodes import Basic, Body, Call, RoutineKey, statements
from interpreter.program.work import BEYOND, LIGHT, Work


class Efforts:
    """Works out for the texts of one program what they do between two payments, in visits."""

    def __init__(self, calls: Calls, work: Work) -> None:
        """Look at routines; each is weighed when it is first asked for."""
        self._calls = calls
        self._work = work
        self._known: dict[RoutineKey, int] = {}
        self._frequent: frozenset[RoutineKey] | None = None

    def is_frequent(self, key: RoutineKey) -> bool:
        """Whether a routine may run often: it calls itself, or is called in a loop that pays."""
        if self._frequent is None:
            calls, work = self._calls, self._work
            found = set(calls.recursive)
            for routine in calls.routines.values():
                with work.within(routine):
                    for one in statements(routine.body):
                        if isinstance(one, ir.ForEach) and self.pays(one, often=False):
                            found |= calls.called_in(one.body)
            left = list(found)
            while left:
                more = calls.called_in(calls.routines[left.pop()].body) - found
                found |= more
                left += more
            self._frequent = frozenset(found)
        return key in self._frequent

    def pays(self, loop: ir.ForEach, *, often: bool) -> bool:
        """Whether a loop pays for its rounds; `often` says that it may be gone through often."""
        return self._of_rounds(loop) > (_TRIFLE if often else LIGHT)

    def _of_rounds(self, loop: ir.ForEach) -> int:
        """Return what all rounds of a loop do."""
        inside = 1 + self._work.of(loop.where) + self.of(loop.body)
        return self._work.of_loops(loop.binders, (), inside)

    def of(self, body: Body) -> int:
        """Return what some statements do."""
        return min(sum(map(self._of_statement, body)), BEYOND)

    def _of_statement(self, statement: object) -> int:
        """Return what a statement does."""
        work = self._work
        match statement:
            case ir.If(branches, otherwise):
                tests = self._work.of(tuple(test for test, _ in branches))
                bodies = (*(body for _, body in branches), otherwise)
                return 1 + tests + max(map(self.of, bodies))
            case ir.ForEach(binders):
                whole = self._of_rounds(statement)
                return work.of_loops(binders[:1], (), 0) if whole > LIGHT else 1 + whole
            case ir.Repeat(times, condition):
                return 1 + self._work.of((times, condition))
            case ir.Plan(body=body):
                return self.of(body)
            case Call(routine, arguments):
                return 1 + self._work.of(arguments) + self._of_routine(routine)
            case Basic(do):
                return self._of_operation(do, self._calls.basic_target(do))
            case ir.Do():
                return self._of_operation(statement, self._calls.target(statement))
        return 1 + self._work.of(statement)

    def _of_operation(self, do: Any, routine: RoutineKey | None) -> int:
        """Return what an operation or a call does."""
        effort = 1 + self._work.of(do)
        if do.event.operation == "perform":
            effort += self._of_routine(("effects", do.event.noun, do.slot or ""))
        elif isinstance(do.arguments[0] if do.arguments else None, ir.Expression):
            effort += self._work.members(do.arguments[0])
        return effort if routine is None else effort + self._of_routine(routine)

    def _of_routine(self, key: RoutineKey) -> int:
        """Return what a call of a routine does; one that calls itself pays for each call."""
        if key in self._calls.asking or key in self._calls.recursive:
            return 0
        known = self._known.get(key)
        if known is None:
            self._known[key] = 0
            routine = self._calls.routines.get(key)
            with self._work.within(routine):
                known = self._known[key] = 0 if routine is None else self.of(routine.body)
        return known


_TRIFLE = 30
"""What all rounds of a loop may do without paying, where they are done often."""
