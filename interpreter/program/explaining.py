"""Beside the compiler: writes, for each value and cost, a function that tells how it comes about.

Fed by a typed tree and the writers of values, whose layers and expressions it takes; makes the
`Tellers`. What it writes stands in a module of its own: the functions that play are not touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.budget import Payer, new_budget
from interpreter.program.expressions import Expressions
from interpreter.program.layout import Layout
from interpreter.program.module import Function, Module
from interpreter.program.telling import Part, Teller, Tellers
from interpreter.program.values import CHANGE, Values


def make_tellers(
    spec: ir.GameSpec,
    players: int,
    options: Mapping[str, int],
    primitives: Mapping[str, Any],
) -> Tellers:
    """Return what tells of all values of a pack for a number of players and values of options.

    `primitives` are the functions that generated code calls.
    """
    module = Module(Layout(spec, players, options), ask_chance=False)
    values = Values(module)
    writers = [_Explaining(values, value.name) for value in spec.values.values()]
    for value, writer in zip(spec.values.values(), writers, strict=True):
        writer.write_value(value)
    for kind in spec.kinds.values():
        for resource in values.cost_resources(kind.name):
            writers.append(_Explaining(values, f"{kind.name}.cost[{resource}]"))
            writers[-1].write_cost(kind, resource)
    text = module.text(())
    file_name = f"<values of {spec.id} for {players}>"
    # what is worked out while the text runs reads no state, and is handed none
    budget = new_budget()
    names: dict[str, Any] = {**primitives, "__name__": file_name, "S": (), "budget": budget}
    names.update(Payer(budget).names())
    exec(compile(text.source, file_name, "exec"), names)  # noqa: S102 - our own text: nothing of a pack is quoted in it
    del names["S"]
    found = {writer.name: writer.teller(names) for writer in writers}
    return Tellers(found, file_name, text.spans, text.titles, budget)


class _Explaining:
    """Writes the function of one value or cost."""

    def __init__(self, values: Values, name: str) -> None:
        """Write for a module; `name` is how the value is asked for."""
        self.name = name
        self._values = values
        self._module = values.module
        self._function = Function("")
        self._code_name = self._module.fresh("tell")
        self._parts: list[Part] = []
        self._parameters: tuple[tuple[str, types.Type], ...] = ()
        self._type: types.Type = types.NUMBER
        self._uses_me = False

    def teller(self, names: Mapping[str, Any]) -> Teller:
        """Return what was written, as it is among the names of the module that has run."""
        return Teller(
            self.name,
            self._parameters,
            self._type,
            tuple(self._parts),
            self._uses_me,
            names[self._code_name],
        )

    # ---- values and costs ------------------------------------------------------------------------

    def write_value(self, value: ir.ValueSpec) -> None:
        """Write the function of a value."""
        self._type, self._uses_me = value.type, self._values.acting.uses_me(value.name)
        subject: tuple[tuple[str, types.Type], ...] = ()
        if value.of is not None:
            is_word = value.of in self._values.spec.words
            subject = ((value.of, types.Word(value.of) if is_word else types.Kind(value.of)),)
        self._parameters = (*subject, *((item.name, item.type) for item in value.parameters))
        parameters = self._values.parameters(value)
        writer = self._values.outermost()
        self._open(f"value {value.name}", parameters)
        with self._function.at(value.span):
            if value.all_of:
                self._conditions(value, writer)
            else:
                self._cases(value, writer)
            self._modifiers(value.name, None, parameters)
            for layer, bound in (("least", value.least), ("most", value.most)):
                if bound is not None:
                    with self._function.at(bound.span):
                        self._change(Part(layer, bound.type, _text(bound)), writer.value(bound))
        self._close()

    def write_cost(self, kind: ir.KindSpec, resource: str) -> None:
        """Write the function of what definitions of a kind cost of a resource."""
        self._uses_me = self._values.acting.cost_uses_me(kind.name, resource)
        self._parameters = ((kind.name, types.Kind(kind.name)),)
        self._values.cost_function(kind.name, resource)
        self._open(f"cost of {kind.name}", ["d"])
        self._function.add(f"x = B_cost_{kind.name}_X_{resource}[d]")
        self._note(Part("base", types.NUMBER, ""), "x")
        self._modifiers(f"{kind.name}.cost", resource, ["d"])
        self._change(Part("least", types.NUMBER, "0"), "0")
        self._close()

    def _open(self, title: str, parameters: list[str]) -> None:
        """Begin the function."""
        acting = ["me"] if self._uses_me else []
        heads = ["S", *acting, *parameters, "note"]
        self._function = self._module.open_function(title, self._code_name, heads)

    def _close(self) -> None:
        """End the function."""
        self._function.add("return x")
        self._module.close(self._function)

    # ---- what it is by itself --------------------------------------------------------------------

    def _cases(self, value: ir.ValueSpec, writer: Expressions) -> None:
        """Write the base: the first case that applies."""
        for number, (condition, result) in enumerate(value.cases):
            when = "" if condition is None else _text(condition)
            head = "if 1:" if condition is None else f"if {writer.truth(condition)}:"
            if condition is None and number:
                when = "otherwise"
            with (
                self._function.at(None if condition is None else condition.span),
                self._function.block(head if number == 0 else f"el{head}"),
                self._function.at(result.span),
            ):
                self._function.add(f"x = {writer.value(result)}")
                self._note(Part("base", value.type, _text(result), when), "x")
        if value.cases[-1][0] is not None:
            with self._function.block("else:"):
                self._function.add("raise IndexError")

    def _conditions(self, value: ir.ValueSpec, writer: Expressions) -> None:
        """Write the conditions that must all hold, up to the first that does not."""
        self._function.add("x = 1")
        for name, condition in value.all_of:
            part = Part("condition", types.TRUTH, _text(condition), name=name)
            with self._function.at(condition.span), self._function.block("if x:"):
                self._function.add(f"x = {writer.value(condition)}")
                self._note(part, "x")

    # ---- what others do to it --------------------------------------------------------------------

    def _modifiers(self, value: str, resource: str | None, parameters: list[str]) -> None:
        """Write the layers."""
        for item in self._values.modifiers(value, resource):
            writer = self._values.outermost(dict(zip(item.names, parameters, strict=True)))
            part = Part(
                item.layer,
                item.amount.type,
                _text(item.amount),
                _condition_of(item),
                owner=item.owner[1],
                each=tuple((binder.name, binder.type) for binder in item.each),
            )
            depth = self._function.depth
            with self._function.at(None if item.when is None else item.when.span):
                if item.each:
                    names = [f"v_{binder.name}" for binder in item.each]
                    row = names[0] if len(names) == 1 else f"({', '.join(names)})"
                    self._function.add(f"for {row} in {writer.listed(row, item.each, item.when)}:")
                    self._function.depth += 1
                elif item.when is not None:
                    self._function.add(f"if {writer.truth(item.when)}:")
                    self._function.depth += 1
            with self._function.at(item.amount.span):
                self._change(part, writer.value(item.amount))
            self._function.depth = depth

    def _change(self, part: Part, amount: str) -> None:
        """Write that a part changes the value by an amount."""
        layer = {"least": "at least", "most": "at most"}.get(part.layer, part.layer)
        self._function.add(f"a = {amount}")
        self._function.add(CHANGE[layer].format("a"))
        self._note(part, "a")

    def _note(self, part: Part, amount: str) -> None:
        """Write that a part has had its say."""
        members = "".join(f"v_{name}, " for name, _ in part.each)
        self._function.add(f"note({len(self._parts)}, {amount}, x, ({members}))")
        self._parts.append(part)


def _condition_of(item: ir.Modifier) -> str:
    """Return when a modifier counts; what it goes through may have a condition of its own."""
    domains = [binder.domain for binder in item.each]
    parts = [domain.where for domain in domains if isinstance(domain, ir.Query)]
    return " and ".join(_text(part) for part in (*parts, item.when) if part is not None)


def _text(node: ir.Expression) -> str:
    """Return an expression as it stands in the pack; of one that was put together, its parts."""
    if node.span is not None:
        return " ".join(node.span.text.split())
    return " and ".join(map(_text, node.parts)) if isinstance(node, ir.Both) else ""
