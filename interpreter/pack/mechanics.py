"""Pack stage: records of how a game goes (values, rules, flow, ranking); feeds the loader.

One function for each block that describes rules rather than things. The nodes come from checked
documents, see `shapes`.
"""

from __future__ import annotations

from typing import Literal, get_args

from interpreter.definitions import (
    Case,
    ParameterDeclaration,
    RankDeclaration,
    ReportDeclaration,
    ReportEntryDeclaration,
    RuleDeclaration,
    StepDeclaration,
    ValueDeclaration,
)
from interpreter.diagnostics import Collector
from interpreter.document import Entry, MappingNode, Node, ScalarNode
from interpreter.pack import shapes
from interpreter.source import LocatedText

_How = Literal["among", "highest", "lowest", "earliest in"]
_HOWS: tuple[_How, ...] = get_args(_How)
_MANNERS = ("each", "round and round", "repeat while")


def value(key: ScalarNode, node: Node, found: Collector) -> ValueDeclaration:
    """Return one entry of `values:`."""
    said = shapes.mapping_of(node)
    form = shapes.which_of(said, ("base", "cases", "all of"), key, found)
    cases: tuple[Case, ...] = ()
    if form == "base":
        cases = (Case(None, shapes.needed(said, "base")),)
    elif form == "cases":
        cases = _cases(said, found)
    return ValueDeclaration(
        name=key.located,
        of=shapes.optional(said, "of"),
        parameters=tuple(
            ParameterDeclaration(entry.key.located, shapes.text_of(entry.value), None)
            for entry in shapes.optional_entries(said, "with")
        ),
        type=shapes.needed(said, "type"),
        cases=cases,
        all_of=shapes.optional_pairs(said, "all of") if form == "all of" else (),
        least=shapes.optional(said, "least"),
        most=shapes.optional(said, "most"),
        source=shapes.words(said, "source"),
        doc=shapes.words(said, "doc"),
    )


def _cases(said: MappingNode, found: Collector) -> tuple[Case, ...]:
    """Return the cases of a value; `otherwise` must be the last and only the last."""
    items = [shapes.mapping_of(item) for item in shapes.sequence_of(said.entries["cases"].value)]
    cases = []
    for item in items:
        if "otherwise" not in item:
            cases.append(Case(shapes.needed(item, "when"), shapes.needed(item, "is")))
            continue
        shapes.only_one_of(item, ("otherwise", "when"), found)
        cases.append(Case(None, shapes.needed(item, "otherwise")))
        if item is not items[-1]:
            found.report("E318", item.key_span("otherwise"))
    if not items or "otherwise" not in items[-1]:
        found.report("E318", said.key_span("cases"))
    return tuple(cases)


def rule(key: ScalarNode, node: Node, _found: Collector) -> RuleDeclaration:
    """Return one entry of `rules:`."""
    said = shapes.mapping_of(node)
    parameters = shapes.optional_entries(said, "parameters")
    return RuleDeclaration(
        name=key.located,
        parameters=tuple(shapes.parameter_of(entry) for entry in parameters),
        results=shapes.optional_pairs(said, "results"),
        effect=shapes.needed(said, "effect"),
        source=shapes.words(said, "source"),
        doc=shapes.words(said, "doc"),
    )


def steps(node: Node, found: Collector) -> tuple[StepDeclaration, ...]:
    """Return the steps of `flow:` or `scoring:`, or those inside a step."""
    return tuple(_step(shapes.mapping_of(item), found) for item in shapes.sequence_of(node))


def _step(said: MappingNode, found: Collector) -> StepDeclaration:
    """Return one step."""
    shapes.only_one_of(said, _MANNERS, found)
    name = said.entries.get("step")
    if name is None:
        raise shapes.MalformedError
    shapes.which_of(said, ("do", "steps"), name.key, found)
    inner = said.get("steps")
    condition: LocatedText | None = shapes.optional(said, "while")
    return StepDeclaration(
        name=shapes.text_of(name.value),
        each=shapes.optional(said, "each"),
        round=shapes.optional(said, "round and round"),
        condition=shapes.optional(said, "repeat while") or condition,
        body=shapes.optional(said, "do"),
        steps=() if inner is None else steps(inner, found),
    )


def ranking(node: Node, _found: Collector) -> tuple[RankDeclaration, ...]:
    """Return the lines of `ranking:`."""
    return tuple(_rank(shapes.mapping_of(item)) for item in shapes.sequence_of(node))


def _rank(said: MappingNode) -> RankDeclaration:
    """Return one line of the ranking."""
    for how in _HOWS:
        if how in said:
            return RankDeclaration(how, shapes.needed(said, how))
    raise shapes.MalformedError


def report(key: ScalarNode, node: Node, _found: Collector) -> ReportDeclaration:
    """Return one entry of `reports:`."""
    said = shapes.mapping_of(node)
    told = shapes.entries_of(said.entries["entries"].value) if "entries" in said else ()
    return ReportDeclaration(
        name=key.located,
        title=shapes.words(said, "title"),
        entries=tuple(_told(entry) for entry in told),
        source=shapes.words(said, "source"),
        doc=shapes.words(said, "doc"),
    )


def _told(entry: Entry) -> ReportEntryDeclaration:
    """Return one thing that a report tells."""
    said = shapes.mapping_of(entry.value)
    return ReportEntryDeclaration(
        name=entry.key.located,
        title=shapes.words(said, "title"),
        of=shapes.optional(said, "of"),
        value=shapes.needed(said, "is"),
    )
