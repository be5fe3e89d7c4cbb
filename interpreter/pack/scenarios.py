"""Pack stage: records of the scenarios of a pack; feeds the loader, and so `solon test`."""

from __future__ import annotations

from typing import Literal

from interpreter.definitions import Answer, Scenario, Texts
from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, ScalarNode, SequenceNode
from interpreter.pack import shapes
from interpreter.pack.blocks import Item
from interpreter.source import LocatedText

BLOCK = "scenarios"
_DEFAULT_SEED = "1"
_Take = LocatedText | Texts | shapes.Pairs


def scenario(item: Item, found: Collector) -> Scenario:
    """Return one entry of `scenarios:`."""
    said = shapes.mapping_of(item.value)
    shapes.only_one_of(said, ("when", "step"), found)
    if said.get("winners") is None and said.get("scores") is None:
        shapes.which_of(said, ("then", "fault"), item.key, found)
    return Scenario(
        name=item.key.located,
        source=shapes.words(said, "source"),
        doc=shapes.words(said, "doc"),
        players=_number(said, "players", "0") or None,
        variants=shapes.optional_texts(said, "variants"),
        options=shapes.optional_pairs(said, "options"),
        seed=_number(said, "seed", _DEFAULT_SEED),
        given=shapes.optional(said, "given"),
        actor=shapes.optional(said, "actor"),
        when=shapes.optional(said, "when"),
        step=shapes.optional(said, "step"),
        answers=_answers(said),
        default=_default(said),
        chance=shapes.optional_texts(said, "chance"),
        then=shapes.optional_texts(said, "then"),
        fault=shapes.words(said, "fault") or None,
        winners=None if said.get("winners") is None else shapes.optional_texts(said, "winners"),
        scores=shapes.optional_pairs(said, "scores"),
    )


def _number(said: MappingNode, key: str, default: str) -> int:
    """Return a whole number."""
    return shapes.number_of(shapes.words(said, key, default))


def _answers(said: MappingNode) -> tuple[Answer, ...]:
    """Return the scripted answers in their order."""
    node = said.get("answers")
    items = () if node is None else shapes.sequence_of(node).items
    return tuple(_answer(shapes.mapping_of(item)) for item in items)


def _answer(said: MappingNode) -> Answer:
    """Return one scripted answer."""
    node = said.get("take")
    take: _Take
    if isinstance(node, SequenceNode):
        take = shapes.texts_of(node)
    elif isinstance(node, MappingNode):
        take = shapes.pairs_of(node)
    elif isinstance(node, ScalarNode):
        take = shapes.text_of(node)
    else:
        raise shapes.MalformedError
    return Answer(
        who=shapes.optional(said, "by"),
        what=shapes.optional(said, "for"),
        take=take,
        offered=shapes.optional_texts(said, "offered"),
        refused=shapes.optional_texts(said, "not offered"),
        span=said.span,
    )


def _default(said: MappingNode) -> Literal["first", "last", "random"] | None:
    """Return how decisions without a scripted answer are taken."""
    match shapes.words(said, "default"):
        case "first":
            return "first"
        case "last":
            return "last"
        case "random":
            return "random"
        case _:
            return None
