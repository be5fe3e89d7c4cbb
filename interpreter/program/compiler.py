"""The stage from typed tree to program.

Lays out the state, writes Python, compiles it and loads it.

Fed by `pack.linker` with a `GameSpec`; gives the `Image` from which a `Program` is loaded.
The door is `compile_image`.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from interpreter.diagnostics import RulesFault
from interpreter.lang import ir, types
from interpreter.program import flow as flows
from interpreter.program.calls import Calls
from interpreter.program.efforts import Efforts
from interpreter.program.hooks import Hooks
from interpreter.program.image import Image, slim
from interpreter.program.layout import Layout
from interpreter.program.local_types import local_types
from interpreter.program.module import Module
from interpreter.program.nodes import Basic, Body, Routine, statements
from interpreter.program.starting import write_start
from interpreter.program.statements import Statements
from interpreter.program.tails import Tails
from interpreter.program.values import Values
from interpreter.program.writer import plain_name


@dataclass(frozen=True, slots=True)
class Text:
    """An effect from outside the pack (a scenario's): `plain` leaves its hooks out."""

    name: str
    body: ir.Body
    plain: bool = False


def compile_image(
    spec: ir.GameSpec,
    players: int,
    options: Mapping[str, int],
    *,
    ask_chance: bool = False,
    texts: Sequence[Text] = (),
    tests: Sequence[ir.Expression | ir.Reading] = (),
) -> Image:
    """Compile a pack for a number of players and the values of its options, as kept.

    `texts` and `tests` are effects and conditions of scenarios, or what a drawing reads; they
    become part of the program. Raises RulesFault F719 where values or needs are read out of each
    other in too long a row.
    """
    with _room():
        module = Module(Layout(spec, players, options), ask_chance=ask_chance)
        return _compiled(module, texts, tests)


# Of Python's stack; some ten of it go into each of a row of values that read each other.
_ROOM = 3_000


@contextmanager
def _room() -> Iterator[None]:
    """Let what goes through values and needs go deep, wherever it is called from."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _ROOM))
    try:
        yield
    except RecursionError:
        raise RulesFault("F719") from None
    finally:
        sys.setrecursionlimit(before)


def _compiled(
    module: Module, texts: Sequence[Text], tests: Sequence[ir.Expression | ir.Reading]
) -> Image:
    """Compile the pack of a module in which nothing is written yet; see `compile_image`."""
    layout, ask_chance = module.layout, module.ask_chance
    spec = layout.spec
    values = Values(module)
    calls = Calls(spec, ask_chance=ask_chance)
    module.reserve_segment("answer in secret", None)
    flow = flows.Flow(values, calls)
    _add_routines(values, calls, flow, texts)
    calls.settle()
    values.work.hear(tuple(calls.routines.values()))
    efforts = Efforts(calls, values.work)
    _write_routines(values, calls, efforts)
    write_start(values)
    outside = _write_outside(values, tests)
    entries = frozenset(values.entries.values())
    generated = module.text(entries)
    file_name = f"<{spec.id} for {layout.players}>"
    played = slim(spec)
    return Image(
        spec=played,
        layout=layout.of(played),
        ask_chance=ask_chance,
        source=generated.source,
        file_name=file_name,
        code=marshal.dumps(compile(generated.source, file_name, "exec")),
        spans=generated.spans,
        titles=generated.titles,
        changes=generated.changes,
        entries=entries,
        segments=tuple(module.segments),
        segment_titles=tuple(module.segment_titles),
        sites=tuple(module.sites),
        reasons=tuple(module.reasons),
        steps=tuple(flow.steps),
        tails=_tails(values),
        local_types=local_types(spec, calls, module),
        outside=outside,
        entry=(values.entries[flows.FLOW], None, -1),
        step_entries={
            step.name: (values.entries["step", step.name], None, -1)
            for top in spec.flow
            for step in top.walk()
        },
        texts={text.name: (values.entries["text", text.name], None, -1) for text in texts},
        tests=len(tests),
    )


def _add_routines(values: Values, calls: Calls, flow: flows.Flow, texts: Sequence[Text]) -> None:
    """Collect everything that runs."""
    spec = values.spec
    for rule in spec.rules.values():
        parameters = tuple(item.name for item in rule.parameters)
        calls.add(
            Routine(("rule", rule.name), rule.name, parameters, rule.results, rule.body, rule.span)
        )
    for kind in spec.kinds.values():
        for slot in kind.slots:
            if slot.type is None:
                _add_effects(values, calls, kind, slot)
    Hooks(values, calls).make()
    flow.make()
    for top in spec.flow:
        for step in top.walk():
            calls.add(flow.single(step))
    for text in texts:
        body: Body = tuple(map(_without_hooks, text.body)) if text.plain else text.body
        calls.add(Routine(("text", text.name), text.name, (), (), body))
    _add_secret_rules(calls)


def _add_secret_rules(calls: Calls) -> None:
    """Collect the rules that put prices in reserve, as they run when they are called in secret.

    What is in reserve comes in as further parameters and goes out as further results.
    """
    bodies = [routine.body for routine in calls.routines.values()]
    secret = [one for body in bodies for one in statements(body) if isinstance(one, ir.Secretly)]
    left = sorted({name for one in secret for name in _called(one.body)})
    called = set(left)
    while left:
        rule = calls.spec.rules[left.pop()]
        more = _called(rule.body) - called
        left += sorted(more)
        called |= more
        held = calls.reserves(rule.name)
        if held:
            parameters = (*(item.name for item in rule.parameters), *(f"R{one}" for one in held))
            results = (*rule.results, *((f"W{one}", types.NUMBER) for one in held))
            begin = tuple(ir.Let(f"W{one}", ir.Local(f"R{one}", types.NUMBER)) for one in held)
            key = ("secret", rule.name)
            body = (*begin, *rule.body)
            calls.add(Routine(key, rule.name, parameters, results, body, rule.span))


def _called(body: Body) -> set[str]:
    """Return the rules that some statements call."""
    acts = [one for one in statements(body) if isinstance(one, ir.Do)]
    return {do.event.noun for do in acts if do.event.operation == "rule"}


def _without_hooks(statement: Any) -> Any:
    """Return a statement whose operations at the top have no hooks."""
    return Basic(statement, statement.span) if isinstance(statement, ir.Do) else statement


def _add_effects(values: Values, calls: Calls, kind: ir.KindSpec, slot: ir.SlotSpec) -> None:
    """Collect the effects in a slot; they stop together or not at all, so that one table serves."""
    parameters = tuple(item.name for item in slot.parameters)
    bodies = []
    for number, item in enumerate(values.module.layout.elements[kind.name]):
        key = ("effect", kind.name, slot.name, str(number))
        body = item.effects.get(slot.name, ())
        bodies.append(body)
        title = item.title or item.name
        calls.add(Routine(key, title, parameters, (), body, item.span))
    together = tuple(statement for body in bodies for statement in body)
    calls.add(Routine(("effects", kind.name, slot.name), slot.name, parameters, (), together))


def _write_routines(values: Values, calls: Calls, efforts: Efforts) -> None:
    """Write all routines, and the tables of effects."""
    for kind in values.spec.kinds.values():
        for slot in kind.slots:
            if slot.type is None and ("effects", kind.name, slot.name) in calls.asking:
                for number in range(len(values.module.layout.elements[kind.name])):
                    calls.asking.add(("effect", kind.name, slot.name, str(number)))
    for key, routine in calls.routines.items():
        if key[0] != "effects":
            for always in (flows.FLOW, flows.SCORING):
                calls.asking.add(always)
            if key[0] in ("step", "text"):
                calls.asking.add(key)
            with values.work.within(routine):
                Statements(values, calls, efforts, routine).write()
    for kind in values.spec.kinds.values():
        for slot in kind.slots:
            if slot.type is None:
                _write_effect_table(values, calls, kind.name, slot.name)
    values.module.constant("END", f"({values.entries[flows.SCORING]}, None, -1)")


def _write_effect_table(values: Values, calls: Calls, kind: str, slot: str) -> None:
    """Write the table of the effects of a kind: first segments, or functions."""
    rows = []
    for number in range(len(values.module.layout.elements[kind])):
        key = ("effect", kind, slot, str(number))
        if key in calls.asking:
            rows.append(str(values.entries[key]))
        else:
            rows.append(plain_name(key))
    values.module.constant(f"E_{kind}_X_{slot}", f"({', '.join(rows)},)" if rows else "()")


def _tails(values: Values) -> Tails:
    """Return which routines end in calls of others."""
    module = values.module
    keys = [
        module.scopes[at][0] if at in module.scopes else None for at in range(len(module.segments))
    ]
    return module.tails.settled(values.entries, keys)


def _write_outside(
    values: Values, tests: Sequence[ir.Expression | ir.Reading]
) -> Mapping[str, str]:
    """Write the functions that are called from outside, by what they are for."""
    spec, names = values.spec, {}
    if spec.score is not None:
        parameters = ["S", "v_player"]
        names["score"] = _write_function(values, "score", "score_of", spec.score, parameters)
    if spec.evaluation is not None:
        names["evaluation"] = _write_function(
            values, "evaluation", "evaluation_of", spec.evaluation, ["S", "v_player"]
        )
    for number, rank in enumerate(spec.ranking):
        parameters = ["S", "v_player"] if rank.how in ("highest", "lowest") else ["S"]
        names[f"rank {number}"] = _write_function(
            values, "ranking", f"rank_{number}", rank.value, parameters
        )
    told = (entry for report in spec.reports for entry in report.entries)
    for number, entry in enumerate(told):
        parameters = ["S"] if entry.of is None else ["S", f"v_{entry.of}"]
        names[f"report {number}"] = _write_function(
            values, "report", f"report_{number}", entry.value, parameters
        )
    for number, test in enumerate(tests):
        name = f"test_{number}"
        if isinstance(test, ir.Reading):
            parameters = ["S", *(f"v_{local}" for local in test.names)]
            made = _write_function(values, "drawing", name, test.value, parameters)
        else:
            made = _write_function(values, "condition", name, test, ["S", "v_me"], me="v_me")
        names[f"test {number}"] = made
    for slots in values.module.layout.slots:
        group, name = slots.group, slots.name
        if group not in ("SUPPLY", "MADE", "WHERE", "CHANCE"):
            values.seen_function(group, name)
        if (group, name) in values.module.layout.zones:
            values.size_function(group, name)
    return names


def _write_function(
    values: Values,
    title: str,
    name: str,
    node: ir.Expression,
    parameters: list[str],
    *,
    me: str = "-1",
) -> str:
    """Write a function that gives the value of an expression; `me` is who acts, if anybody."""
    function = values.module.open_function(title, name, parameters)
    with function.at(node.span):
        function.add(f"return {values.outermost({'me': me}).value(node)}")
    values.module.close(function)
    return name
