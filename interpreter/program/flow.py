"""Third step of compiling, the flow.

Phases, turns and seats as a pack declares them become ordinary statements.

Fed by the steps of `flow` and `scoring`; adds routines to `calls`.
"""

from __future__ import annotations

from interpreter.lang import ir, types
from interpreter.program.calls import Calls
from interpreter.program.nodes import Basic, Body, Call, Code, Raw, Routine, RoutineKey
from interpreter.program.values import Values

FLOW = ("flow",)
SCORING = ("scoring",)
_NOBODY = Raw("-1", types.PLAYER)


class Flow:
    """Makes the routines of the flow and of the scoring."""

    def __init__(self, values: Values, calls: Calls) -> None:
        """Write for a module; `steps` fills with the names of all steps in order."""
        self._values = values
        self._calls = calls
        self._spec = values.spec
        self._layout = values.module.layout
        self.steps: list[str] = []

    def make(self) -> None:
        """Add the routines of the flow, of its steps, and of the scoring."""
        body = tuple(part for step in self._spec.flow for part in self._step(step))
        self._calls.add(Routine(FLOW, "the flow", (), (), (*body, ir.Go("end game"))))
        scoring = tuple(part for step in self._spec.scoring for part in self._step(step))
        over = Code(("S[6] = 1", "S[1] = ()", "S[0].append(('over', -1))"))
        self._calls.add(Routine(SCORING, "the scoring", (), (), (*scoring, over)))

    def single(self, step: ir.StepSpec) -> Routine:
        """Return a routine that runs one step alone, once."""
        alone = (
            step
            if step.kind != "repeat"
            else ir.StepSpec(step.name, "once", None, None, step.body, step.steps)
        )
        return Routine(
            ("step", step.name), f"step {step.name}", (), (), self._step(alone), step.span
        )

    def _step(self, step: ir.StepSpec) -> Body:
        """Return the statements of one step."""
        number = len(self.steps)
        self.steps.append(step.name)
        begin = self._begin(step, number)
        if step.steps:
            inner: Body = tuple(part for each in step.steps for part in self._step(each))
        else:
            inner = ()
            if self._called(step) is None:
                key = ("do", step.name, str(number))
                title = f"step {step.name}"
                self._calls.add(Routine(key, title, (), (), step.body, step.span))
        match step.kind:
            case "once":
                return (*begin, *(inner or (self._do(step, number, None),)))
            case "repeat":
                body = (*begin, *(inner or (self._do(step, number, None),)))
                return (ir.Repeat(None, step.condition, body, span=step.span),)
            case "each":
                return self._each(step, number, begin, inner)
            case "round":
                return self._round(step, number, begin)
        raise TypeError(step.kind)

    def _do(self, step: ir.StepSpec, number: int, me: ir.Local | None) -> Call:
        """Return the call of the text of a step."""
        key = self._called(step) or ("do", step.name, str(number))
        return Call(key, (), me or _NOBODY, span=step.span)

    def _called(self, step: ir.StepSpec) -> RoutineKey | None:
        """Return the routine of the one rule that the text of a step calls.

        It is None if the step does more.
        """
        if len(step.body) != 1:
            return None
        (do,) = step.body
        if (
            not isinstance(do, ir.Do)
            or do.event.operation != "rule"
            or do.event in self._calls.hooked
        ):
            return None
        plain = do.actor is None and do.result is None and not do.arguments
        return self._calls.target(do) if plain else None

    def _begin(self, step: ir.StepSpec, number: int) -> Body:
        """Return what happens whenever a step begins: fields that last for it are reset."""
        lines = [f"S[8] = {number}", f"S[0].append(('step', -1, {number}))"]
        owners: list[ir.KindSpec | ir.GlobalSpec] = [
            *self._spec.kinds.values(),
            *self._spec.globals.values(),
        ]
        for owner in owners:
            for field in owner.fields:
                if field.lasts == step.name:
                    slots = self._layout.slots_of(owner.name, field.name)
                    end = slots.start + slots.count
                    lines.append(f"S[{slots.start}:{end}] = START[{slots.start}:{end}]")
        # Made things that last for the step are unmade; this is no event that hooks wait for.
        unmade = [
            Basic(ir.Do(ir.Event("destroy", kind.name), (_all_of(kind.name),)), step.span)
            for kind in self._spec.kinds.values()
            if kind.lasts == step.name
        ]
        return (Code(tuple(lines), step.span), *unmade)

    def _each(self, step: ir.StepSpec, number: int, begin: Body, inner: Body) -> Body:
        """Return a loop over players, each in his turn as me."""
        me = f"seat{number}"
        local = ir.Local(me, types.PLAYER)
        body = (*begin, *(inner or (self._do(step, number, local),)))
        if step.players is None:
            raise TypeError(step.name)
        binder = ir.Binder(me, step.players, types.PLAYER)
        return (ir.ForEach((binder,), None, body, span=step.span),)

    def _round(self, step: ir.StepSpec, number: int, begin: Body) -> Body:
        """Return rounds over the players for whom the condition holds.

        Until it holds for nobody.
        """
        me, going = f"seat{number}", f"going{number}"
        local = ir.Local(me, types.PLAYER)
        order = f"order{number}"
        if step.players is None:
            raise TypeError(step.name)
        condition: ir.Expression = Raw("1", types.TRUTH)
        if step.condition is not None:
            writer = self._values.outermost({"me": f"v_{me}"})
            condition = Raw(writer.truth(step.condition), types.TRUTH)
        again = Code((f"v_{going} = 1",))
        body: Body = (again, self._do(step, number, local))
        players = ir.Local(order, types.ListOf(types.PLAYER))
        each = ir.ForEach(
            (ir.Binder(me, players, types.PLAYER),),
            condition,
            body,
        )
        return (
            *begin,
            ir.Let(order, step.players),
            ir.Let(going, Raw("1", types.TRUTH)),
            ir.Repeat(
                None,
                ir.Local(going, types.TRUTH),
                (ir.Let(going, Raw("0", types.TRUTH)), each),
                span=step.span,
            ),
        )


def _all_of(kind: str) -> ir.Expression:
    """Return all things of a made kind that exist."""
    return ir.Every(kind, types.SetOf(types.Kind(kind)))
