"""A compiled program as plain data.

What can be kept in a file and made to run again without the pack.

Made by `compiler`; `load_image` runs its code and gives the `Program`. An image holds no
functions, only their names, and of the pack only what playing needs.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from interpreter.diagnostics import RulesFault
from interpreter.lang import ir, types
from interpreter.program.budget import Payer, new_budget
from interpreter.program.faults import BROKEN, fault_of, places_of
from interpreter.program.layout import Layout, Register
from interpreter.program.module import Change, Site
from interpreter.program.program import Frame, Program, State
from interpreter.program.remembering import remembering
from interpreter.program.tails import Tails
from interpreter.source import Span

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Image:
    """Everything of a program but its functions; the fields that `Program` has too mean the same.

    `code` is the marshalled code of the module, `segments` names its functions by number, and
    `outside` the functions that are called from outside, by what they are for.
    """

    spec: ir.GameSpec
    layout: Layout
    ask_chance: bool
    source: str
    file_name: str
    code: bytes
    spans: tuple[Span | None, ...]
    titles: tuple[str, ...]
    changes: tuple[tuple[int, Change], ...]
    entries: frozenset[int]
    segments: tuple[str, ...]
    segment_titles: tuple[tuple[str, Span | None], ...]
    sites: tuple[Site, ...]
    reasons: tuple[str, ...]
    steps: tuple[str, ...]
    tails: Tails
    local_types: tuple[tuple[types.Type | None, ...], ...]
    outside: Mapping[str, str]
    entry: Frame
    step_entries: Mapping[str, Frame]
    texts: Mapping[str, Frame]
    tests: int


def slim(spec: ir.GameSpec) -> ir.GameSpec:
    """Return a pack without the texts that have been compiled."""
    kinds = {
        name: replace(
            kind,
            elements=tuple(_slim_element(item) for item in kind.elements),
            in_force=None,
        )
        for name, kind in spec.kinds.items()
    }
    return replace(
        spec,
        kinds=kinds,
        tables={},
        values={},
        modifiers=(),
        # Their results are the records of locals that frames hold.
        rules={name: replace(rule, body=()) for name, rule in spec.rules.items() if rule.results},
        hooks=(),
        flow=(),
        scoring=(),
        board=None,
    )


def _slim_element(item: ir.Element) -> ir.Element:
    """Return a thing with its names only."""
    return ir.Element(
        name=item.name,
        seats=item.seats,
        fixed={},
        start={},
        links={},
        costs=(),
        needs=(),
        effects={},
        values={},
        title=item.title,
        text="",
        source="",
    )


def load_image(image: Image, primitives: Mapping[str, Any]) -> Program:
    """Run the code of an image; `primitives` are the functions that it calls."""
    names: dict[str, Any] = {**primitives, "__name__": image.file_name}
    start: State = [None] * image.layout.size
    registers = {Register.PENDING: (), Register.OVER: 0, Register.WINNER: -1, Register.ANSWER: 0}
    for register in Register:
        start[register] = registers.get(register)
    start[Register.STEP], start[Register.SEED], start[Register.FORCED] = -1, 0, ()
    names["START"], names["budget"] = start, new_budget()
    names.update(Payer(names["budget"]).names())
    names["S"] = ()  # a value in printed data reads no state, and is handed none
    try:
        exec(marshal.loads(image.code), names)  # noqa: S102, S302 - our own text: nothing of a pack is quoted in it
        del names["S"]
        names["fill_start"](start)
    except BROKEN as error:
        fault = fault_of(error)
        places = places_of(error.__traceback__, image.file_name, image.titles, image.spans)
        raise RulesFault(fault.code, list(places), **fault.arguments) from error
    names["T"] = segments = tuple(names[name] for name in image.segments)

    def function(what: str) -> Any:
        return names[image.outside[what]] if what in image.outside else None

    return Program(
        spec=image.spec,
        layout=image.layout,
        ask_chance=image.ask_chance,
        source=image.source,
        file_name=image.file_name,
        spans=image.spans,
        titles=image.titles,
        changes=image.changes,
        entries=image.entries,
        segment_titles=image.segment_titles,
        sites=image.sites,
        reasons=image.reasons,
        steps=image.steps,
        names=names,
        segments=segments,
        start=start,
        entry=image.entry,
        score=function("score"),
        evaluation=(
            remembering(names, image.outside["evaluation"])
            if "evaluation" in image.outside
            else None
        ),
        ranking=tuple(
            (rank.how, function(f"rank {number}")) for number, rank in enumerate(image.spec.ranking)
        ),
        reports=tuple(function(f"report {number}") for number in range(_told(image.spec))),
        seen=_by_slots("seen", image.layout, names),
        tails=image.tails,
        local_types=image.local_types,
        sizes=_by_slots("sizes", image.layout, names),
        step_entries=image.step_entries,
        texts=image.texts,
        tests=tuple(function(f"test {number}") for number in range(image.tests)),
    )


def _told(spec: ir.GameSpec) -> int:
    """Return how many entries the reports of a pack have."""
    return sum(len(report.entries) for report in spec.reports)


def _by_slots(
    prefix: str, layout: Layout, names: Mapping[str, Any]
) -> Mapping[tuple[str, str], Callable[[State, int], int]]:
    """Return the functions of who sees something, by the group and name of its slots."""
    return {
        (slots.group, slots.name): names[f"{prefix}_{slots.group}_X_{slots.name}"]
        for slots in layout.slots
        if f"{prefix}_{slots.group}_X_{slots.name}" in names
    }
