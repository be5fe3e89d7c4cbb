"""Third step of compiling: the statements of a routine, as one plain function or cut into segments.

Fed by `calls` (which routines may stop) and the typed bodies; writes functions into the `Module`.
See `writer` for what a segment is.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Self

from interpreter.lang import ir, types
from interpreter.program.budget import STEP
from interpreter.program.calls import Calls
from interpreter.program.choices import Choices
from interpreter.program.efforts import Efforts
from interpreter.program.local_types import parameters
from interpreter.program.nodes import AskOrder, Body, Code, Routine
from interpreter.program.operations import Operations
from interpreter.program.values import Values
from interpreter.program.work import LITTLE
from interpreter.program.writer import After, plain_name


class _Loop:
    """A loop around the text that is written: native Python, or made of segments."""

    def __init__(self, head: After, exit_: After, *, native: bool) -> None:
        """Say where the next round begins and where the text goes on behind the loop."""
        self.head = head
        self.exit = exit_
        self.native = native


class Statements(Choices, Operations):
    """Writes one routine."""

    def __init__(self, values: Values, calls: Calls, efforts: Efforts, routine: Routine) -> None:
        """Write for a routine; `write` does it."""
        super().__init__(values, calls, efforts, routine)
        self.loops: list[_Loop] = []

    def inner(self) -> Self:
        """Return a writer for a block of the same routine that runs in frames of its own."""
        return type(self)(self.values, self.calls, self.efforts, self.routine)

    # ---- the routine as a whole -----------------------------------------------------------------

    def write(self) -> None:
        """Write the routine into the module."""
        parameters = [self.name(item) for item in self.routine.parameters]
        if self.routine.key[0] == "secret":
            held = self.calls.reserves(self.routine.key[1])
            self.secret = {name: self.name(f"W{name}") for name in held}
        if self.may_stop:
            number = self.entry(self.routine.key)
            self.scope = [*parameters]
            self.saved[number] = tuple(self.scope)
            self.begin(number)
        else:
            self.scope = [*parameters]
            self.function = self.module.open_function(
                self.routine.title, plain_name(self.routine.key), ["S", "me", *parameters]
            )
        with self.function.at(self.routine.span):
            if self.routine.key in self.calls.recursive:
                self._write_turn()
            for name, type_ in self.routine.results:
                self.scope.append(self.name(name))
                self.function.add(f"{self.name(name)} = {self.default(type_)}")
        with self.often() if self.efforts.is_frequent(self.routine.key) else nullcontext():
            if self.may_stop:
                self.sequence(self.routine.body, None)
            else:
                self.plain_block(self.routine.body)
                self.leave_rule()
        self.module.close(self.function)

    def _write_turn(self) -> None:
        """Write what a routine pays that may lead back to itself, and that its numbers are small.

        What stops pays a frame, so only what does not stop pays a step, till `leave_rule`.
        """
        self.function.add("nested(k)" if self.may_stop else "step()")
        for name, type_ in parameters(self.spec, self.routine):
            if type_ is not None and name in self.routine.parameters:
                self.bound(type_, self.name(name))

    # ---- sequences ------------------------------------------------------------------------------

    def sequence(self, body: Body, after: After) -> None:
        """Write statements of a routine that may stop, and where it goes on."""
        for number, statement in enumerate(body):
            last = number == len(body) - 1
            with self.function.at(getattr(statement, "span", None)):
                if not self.calls.asks(statement):
                    self.plain(statement)
                    if isinstance(statement, ir.Go) and statement.where != "nothing":
                        return
                    continue
                if self._is_branching(statement):
                    if last:
                        self.branching(statement, after)
                        return
                    join = self.reserve()
                    self.branching(statement, join)
                    self.begin(join)
                elif last and self.tail_call(statement, after):
                    return
                else:
                    self.stopping(statement)
                    if isinstance(statement, ir.Go) or self._wins(statement):
                        return
        self.jump(after)

    def _wins(self, statement: object) -> bool:
        """Whether a statement ends the game at once."""
        return (
            isinstance(statement, ir.Do)
            and self.calls.target(statement) is None
            and (statement.event.operation == "win")
        )

    def _is_branching(self, statement: object) -> bool:
        """Whether a statement holds blocks that go on in one place."""
        return isinstance(
            statement,
            ir.If | ir.ForEach | ir.Repeat | ir.May | ir.ChooseBranch,
        )

    def branching(self, statement: object, after: After) -> None:
        """Write a statement with blocks, at least one of which may stop."""
        match statement:
            case ir.If():
                self.stopping_if(statement.branches, statement.otherwise, after)
            case ir.ForEach():
                self.stopping_each(statement, after)
            case ir.Repeat():
                self.stopping_repeat(statement, after)
            case ir.May():
                self.ask_may(statement, after)
            case ir.ChooseBranch():
                self.ask_branch(statement, after)

    def sequence_one(self, statement: object) -> None:
        """Write one statement, whether it stops or not, and go on behind it."""
        if not self.calls.asks(statement):
            self.plain(statement)
        elif self._is_branching(statement):
            join = self.reserve()
            self.branching(statement, join)
            self.begin(join)
        else:
            self.stopping(statement)

    def stopping(self, statement: object) -> None:
        """Write a statement that may stop and goes on behind itself."""
        match statement:
            case ir.Go():
                self.function.add("return END")
            case ir.Plan():
                self.stopping_plan(statement)
            case ir.Secretly():
                self.ask_secretly(statement)
            case ir.Choose():
                self.ask_choose(statement)
            case AskOrder():
                self.ask_order_of_hooks(statement)
            case _:
                self.stopping_operation(statement)

    # ---- blocks that may stop -------------------------------------------------------------------

    def block_to(self, body: Body, after: After) -> None:
        """Write a block with a scope of its own that goes on at `after`."""
        known = list(self.scope)
        self.sequence(body, after)
        self.scope = known

    def stopping_if(
        self,
        branches: tuple[tuple[ir.Expression, Body], ...],
        otherwise: Body,
        after: After,
    ) -> None:
        """Write conditions with blocks.

        The last block that may stop follows the conditions, every other one is a segment of its
        own.
        """
        starts: list[tuple[int, Body]] = []
        following = otherwise
        if not self.calls.asks_any(otherwise):
            *branches_, (condition, following) = branches
            branches = tuple(branches_)
        for test, body in branches:
            with self.function.block(f"if {self.expressions.truth(test)}:"):
                self._branch(body, after, starts)
        if following is not otherwise:
            with self.function.block(f"if not {self.expressions.truth(condition)}:"):
                self._branch(otherwise, after, starts)
        self.block_to(following, after)
        for number, body in starts:
            self.begin(number)
            self.block_to(body, after)

    def _branch(self, body: Body, after: After, starts: list[tuple[int, Body]]) -> None:
        """Write a block in place, or a jump to it when it may stop."""
        if self.calls.asks_any(body):
            number = self.reserve()
            starts.append((number, body))
            self.function.add(f"return {self.frame(number)}")
            return
        with self.inner_scope():
            if not self.plain_block(body):
                self.jump(after)

    def stopping_each(self, statement: ir.ForEach, after: After) -> None:
        """Write a loop over rows that are listed once, in segments."""
        with self.inner_scope():
            kinds = tuple((item.name, item.type) for item in statement.binders)
            row = kinds[0][1] if len(kinds) == 1 else types.Row(kinds)
            rows = self.temporary(f"tuple({self.rows(statement)})", types.ListOf(row))
            at = self.temporary("0")
            head = self.reserve()
            self.enter(head)
            names = [self.name(item.name) for item in statement.binders]
            with self.function.block("while True:"):
                with self.function.block(f"if {at} >= len({rows}):"):
                    self.jump(after)
                self.function.add(f"{self.row(names)} = {rows}[{at}]")
                self.function.add(f"{at} += 1")
                where = statement.where
                test = "True" if where is None else self.expressions.truth(where)
                self.function.add(f"if {test}: break")
            self.scope.extend(names)
            self.loop_body(statement.body, head, after)

    def enter(self, head: int) -> None:
        """Go on to the head of a loop, and write it.

        This goes no deeper than loops stand in each other: each round comes back to the machine.
        """
        self.function.add(f"return g{head}(S, {self.frame(head)})")
        self.begin(head)

    def loop_body(self, body: Body, head: int, after: After) -> None:
        """Write the body of a loop made of segments."""
        self.loops.append(_Loop(head, after, native=False))
        self.sequence(body, head)
        self.loops.pop()

    def stopping_repeat(self, statement: ir.Repeat, after: After) -> None:
        """Write `repeat` in segments."""
        with self.inner_scope(), self.often():
            left = None
            if statement.times is not None:
                left = self.temporary(self.expressions.value(statement.times))
            head = self.reserve()
            self.enter(head)
            if left is not None:
                with self.function.block(f"if {left} <= 0:"):
                    self.jump(after)
            if statement.condition is not None:
                with self.function.block(f"if not {self.expressions.truth(statement.condition)}:"):
                    self.jump(after)
            if left is not None:
                self.function.add(f"{left} -= 1")
            self.loop_body(statement.body, head, after)

    def stopping_plan(self, statement: ir.Plan) -> None:
        """Write a plan: the others go on seeing the state as it was before.

        The register keeps from where it can be planned anew. A plan inside a plan is part of it.
        """
        outer = self.temporary("S[5]")
        body = self.reserve()
        frame = self.frame(body)
        held = f"({self.me}, tuple(S[11:]), S[0].length(), {frame})"
        self.function.add(f"if {outer} is None: S[5] = {held}")
        self.function.add(f"return {frame}")
        self.begin(body)
        self.plans.append(outer)
        join = self.reserve()
        known = list(self.scope)
        self.sequence_open(statement.body)
        names = [item for item in self.scope if item not in known]
        self.saved[join] = (*known, *names)
        self.function.add(f"return {self.frame(join)}")
        self.plans.pop()
        self.begin(join)
        self.function.add(f"S[5] = {outer}")

    def sequence_open(self, body: Body) -> None:
        """Write statements whose names live on, and go on behind them."""
        for statement in body:
            with self.function.at(getattr(statement, "span", None)):
                self.sequence_one(statement)

    # ---- plain statements -----------------------------------------------------------------------

    def plain_block(self, body: Body) -> bool:
        """Write statements that do not stop; tell whether they end by going elsewhere."""
        for statement in body:
            with self.function.at(getattr(statement, "span", None)):
                self.plain(statement)
            if isinstance(statement, ir.Go) and statement.where != "nothing":
                return True
        return False

    def plain(self, statement: object) -> None:
        """Write a statement that does not stop."""
        match statement:
            case ir.Let():
                self.function.add(
                    f"{self.name(statement.name)} = {self.expressions.value(statement.value)}"
                )
                self.declare(self.name(statement.name))
            case ir.Change():
                self.write_change(statement)
            case ir.If():
                self.plain_if(statement)
            case ir.ForEach():
                self.plain_each(statement)
            case ir.Repeat():
                self.plain_repeat(statement)
            case ir.Plan():
                self.plain_block(statement.body)
            case ir.Go():
                self.plain_go(statement)
            case Code():
                for line in statement.lines:
                    self.function.add(line)
            case _:
                self.plain_operation(statement)

    def plain_if(self, statement: ir.If) -> None:
        """Write conditions with blocks."""
        for number, (condition, body) in enumerate(statement.branches):
            word = "if" if number == 0 else "elif"
            with (
                self.function.block(f"{word} {self.expressions.truth(condition)}:"),
                self.inner_scope(),
            ):
                self.plain_block(body)
        if statement.otherwise:
            with self.function.block("else:"), self.inner_scope():
                self.plain_block(statement.otherwise)

    def rows(self, loop: ir.ForEach) -> str:
        """Return the code of the list of all rows of a loop, which are paid if they may be many."""
        binders = loop.binders
        if len(binders) == 1:
            code = self.expressions.iterate(binders[0].domain)
        else:
            names = [self.name(item.name) for item in binders]
            code = self.expressions.listed(self.row(names), binders, None)
        often = self.expressions.light == LITTLE
        return f"rounds({code})" if self.efforts.pays(loop, often=often) else code

    def row(self, names: list[str]) -> str:
        """Return one name, or several in brackets."""
        return names[0] if len(names) == 1 else f"({', '.join(names)})"

    def plain_each(self, statement: ir.ForEach) -> None:
        """Write a loop over rows that are listed once."""
        names = [self.name(item.name) for item in statement.binders]
        rows = self.rows(statement)
        often = self.often() if rows.startswith("rounds(") else nullcontext()
        head = f"for {self.row(names)} in {rows}:"
        with self.inner_scope(), often, self.function.block(head):
            self.scope.extend(names)
            if statement.where is not None:
                self.function.add(f"if not {self.expressions.truth(statement.where)}: continue")
            self.native_loop(statement.body)

    def native_loop(self, body: Body) -> None:
        """Write the body of a loop of Python's own."""
        self.loops.append(_Loop(None, None, native=True))
        self.plain_block(body)
        self.loops.pop()

    def plain_repeat(self, statement: ir.Repeat) -> None:
        """Write `repeat`; every round is paid from the step budget."""
        tests = []
        with self.inner_scope(), self.often():
            if statement.times is not None:
                left = self.temporary(self.expressions.value(statement.times))
                tests.append(f"{left} > 0")
            if statement.condition is not None:
                tests.append(self.expressions.truth(statement.condition))
            with self.function.block(f"while {' and '.join(tests)}:"):
                self.function.add(f"budget[0] -= {STEP}")
                self.function.add("if budget[0] < 0: overrun()")
                if statement.times is not None:
                    self.function.add(f"{left} -= 1")
                self.native_loop(statement.body)

    def plain_go(self, statement: ir.Go) -> None:
        """Write where the text goes on."""
        if statement.where == "leave rule":
            self.leave_rule()
        elif statement.where in ("next", "leave loop"):
            loop = self.loops[-1]
            if loop.native:
                self.function.add("continue" if statement.where == "next" else "break")
            else:
                self.jump(loop.head if statement.where == "next" else loop.exit)
        elif statement.where == "nothing":
            self.function.add("pass")
