"""Third step of compiling, the base of all writers.

Names, scopes, segments and where the text goes on.

Read by `choices`, `operations` and `statements`, which together write a routine into the `Module`.

A plain routine is a function `r_<key>(S, me, ...)`. One that may stop is a row of segments
`g<number>(S, K)`: K is its frame (number, frame of the caller, me, locals ...), plain data that
lies in the state while somebody is asked. A segment returns the frame that runs next, or None to
stop; `engine.machine` keeps calling until then.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.lang import ir, types
from interpreter.program.calls import Calls
from interpreter.program.efforts import Efforts
from interpreter.program.layout import is_tuple
from interpreter.program.magnitudes import bound
from interpreter.program.module import Function
from interpreter.program.nodes import Body, Routine
from interpreter.program.values import Values
from interpreter.program.work import LITTLE
from interpreter.source import Span

# Where to go on: a segment, or None to leave the routine.
After = int | None


def plain_name(key: tuple[str, ...]) -> str:
    """Return the name of the function of a plain routine."""
    return "r_" + "_X_".join(part.replace(" ", "_") for part in key)


class Writer(ABC):
    """Writes one routine; the halves of the work are in the classes built on this one."""

    def __init__(self, values: Values, calls: Calls, efforts: Efforts, routine: Routine) -> None:
        """Write for a routine; `write` does it."""
        self.efforts = efforts
        self.values = values
        self.module = values.module
        self.layout = values.module.layout
        self.spec = self.layout.spec
        self.calls = calls
        self.routine = routine
        self.expressions = values.outermost()
        self.may_stop = routine.key in calls.asking
        self.scope: list[str] = []
        self.saved: dict[int, tuple[str, ...]] = {}
        self.me = "me"
        self.plans: list[str] = []
        self.plan_at: dict[int, int] = {}
        self.secret: dict[str, str] | None = None
        self.ending: str | None = None
        self.function = Function("")

    def entry(self, key: tuple[str, ...]) -> int:
        """Return the number of the first segment of a routine that may stop."""
        known = self.values.entries.get(key)
        if known is None:
            routine = self.calls.routines[key]
            known = self.module.reserve_segment(routine.title, routine.span)
            self.values.entries[key] = known
        return known

    def name(self, local: str) -> str:
        """Return how a local is called in the Python text."""
        return self.expressions.names.get(local, f"v_{local}")

    def default(self, type_: types.Type) -> str:
        """Return what a local of a type holds before it is set."""
        if isinstance(type_, types.Optional):
            return f"({types.nothing_of(type_.inner)})"
        if isinstance(type_, types.Table):
            inner = self.default(type_.value)
            for key in reversed(type_.keys):
                inner = f"({inner},) * {self.layout.count_of(key)}"
            return f"({inner})"
        if isinstance(type_, types.Record):
            record = self.spec.records.get(type_.name)
            fields = self.spec.rules[type_.name].results if record is None else record.fields
            return f"({', '.join(self.default(item) for _, item in fields)},)"
        return "()" if is_tuple(type_) else "0"

    def results(self) -> str:
        """Return the code of the results of the routine."""
        names = [self.name(name) for name, _ in self.routine.results]
        return f"({', '.join(names)},)" if names else "None"

    # ---- segments -------------------------------------------------------------------------------

    def reserve(self, span: Span | None = None) -> int:
        """Return the number of a new segment that will know the locals of the present scope."""
        number = self.module.reserve_segment(self.routine.title, span or self.function.span)
        self.saved[number] = tuple(self.scope)
        self.plan_at[number] = len(self.plans)
        return number

    def frame(self, number: int) -> str:
        """Return the code of a frame that goes on in a segment."""
        return f"({', '.join([str(number), 'k', 'me', *self.saved[number]])})"

    def begin(self, number: int) -> None:
        """Close the function that is written and start the one of a segment."""
        span = self.function.span
        if self.function.lines:
            self.module.close(self.function)
        self.function = self.module.open_function(self.routine.title, f"g{number}", ["S", "K"])
        self.function.span = span
        self.scope = list(self.saved[number])
        secret = self.secret is not None
        self.module.scopes[number] = (self.routine.key, tuple(self.scope), secret)
        self.function.add(f"{', '.join(['_', 'k', 'me', *self.scope])} = K")

    def begin_answer(self, number: int) -> None:
        """Start the function of a segment that an answer comes to."""
        self.begin(number)
        self.function.is_answer = True

    def jump(self, after: After) -> None:
        """Go on in a segment, or leave the routine."""
        if after is None:
            self.leave_rule()
            return
        if len(self.plans) > self.plan_at[after]:
            self.function.add(f"S[5] = {self.plans[self.plan_at[after]]}")
        frame = self.frame(after)
        # This goes one call deep: what is called comes back with a frame or a question.
        deeper = self.function.is_answer
        self.function.add(f"return g{after}(S, {frame})" if deeper else f"return {frame}")

    def frame_behind(self, after: After) -> str | None:
        """Return the code of the frame that goes on at `after`.

        It is None if something is left to do first.
        """
        if after is not None:
            return self.frame(after) if len(self.plans) == self.plan_at[after] else None
        unfinished = self.routine.results or self.ending is not None or self.plans
        return None if unfinished else "k"

    def leave_rule(self) -> None:
        """Leave the routine with its results."""
        if self.plans:
            self.function.add(f"S[5] = {self.plans[0]}")
        if self.routine.key in self.calls.recursive and self.ending is None:
            with self.function.at(self.function.span or self.routine.span):
                for name, type_ in self.routine.results:
                    self.bound(type_, self.name(name))
        if not self.may_stop:
            if self.routine.key in self.calls.recursive:
                self.function.add("budget[3] -= 1")
            self.function.add(f"return {self.results()}")
            return
        if self.ending is not None:
            self.function.add(f"S[3] = {self.ending}")
        elif self.routine.results:
            self.function.add(f"S[3] = {self.results()}")
        self.function.add("return k")

    def bound(self, type_: types.Type, place: str) -> None:
        """Write that the numbers of a type in a place are not beyond measure."""
        line = bound(self.spec, type_, place)
        if line is not None:
            self.function.add(line)

    def temporary(self, code: str, type_: types.Type | None = None) -> str:
        """Keep the value of some code under a new name that lives as long as the block.

        `type_` is to be given where it may be things.
        """
        name = self.module.fresh("t")
        self.module.temporaries[name] = type_
        self.function.add(f"{name} = {code}")
        self.scope.append(name)
        return name

    @contextmanager
    def inner_scope(self) -> Iterator[None]:
        """Names made inside are forgotten outside."""
        known = len(self.scope)
        yield
        del self.scope[known:]

    @contextmanager
    def often(self) -> Iterator[None]:
        """What is written inside may run many times for one answer."""
        outer, self.expressions.light = self.expressions.light, LITTLE
        yield
        self.expressions.light = outer

    def declare(self, name: str) -> None:
        """Add a local to the scope."""
        if name not in self.scope:
            self.scope.append(name)

    # ---- what the other halves give --------------------------------------------------------------

    @abstractmethod
    def sequence(self, body: Body, after: After) -> None:
        """Write statements of a routine that may stop, and where it goes on."""

    @abstractmethod
    def sequence_one(self, statement: object) -> None:
        """Write one statement, whether it stops or not, and go on behind it."""

    @abstractmethod
    def plain_block(self, body: Body) -> bool:
        """Write statements that do not stop; tell whether they end by going elsewhere."""

    @abstractmethod
    def stopping_if(
        self, branches: tuple[tuple[ir.Expression, Body], ...], otherwise: Body, after: After
    ) -> None:
        """Write conditions with blocks that may stop."""
