"""Pack stage: records of how things look (palettes, panels, layers, labels); feeds the loader.

The nodes come from checked documents, see `shapes`.
"""

from __future__ import annotations

from functools import partial

from interpreter.definitions import (
    LabelDeclaration,
    LayerDeclaration,
    PaletteDeclaration,
    PanelDeclaration,
    Texts,
)
from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.pack import shapes
from interpreter.source import LocatedText

EXPRESSIONS = (
    "when",
    "x",
    "y",
    "column",
    "row",
    "at",
    "over",
    "points",
    "from",
    "to",
    "size",
    "width",
    "height",
    "colour",
    "label size",
)
"""The keys of a layer that are expressions."""
NUMBERS = ("row", "column", "across", "cell", "scale", "grid")
"""The keys of a panel that say where and how it lies."""


def palette(key: ScalarNode, node: Node, _found: Collector) -> PaletteDeclaration:
    """Return one entry of `palettes:`."""
    return PaletteDeclaration(key.located, shapes.pairs_of(node))


def label(key: ScalarNode, node: Node, _found: Collector) -> LabelDeclaration:
    """Return one entry of `labels:`."""
    return LabelDeclaration(key.located, _lines(node))


def panel(key: ScalarNode, node: Node, found: Collector) -> PanelDeclaration:
    """Return one entry of `board:`."""
    said = shapes.mapping_of(node)
    each, counts = _each(said)
    return PanelDeclaration(
        name=key.located,
        title=shapes.optional(said, "title"),
        each=each,
        counts=counts,
        numbers={name: shapes.needed(said, name) for name in NUMBERS if name in said},
        layers=_layers(said, "layers", found),
    )


def _layers(said: MappingNode, key: str, found: Collector) -> tuple[LayerDeclaration, ...]:
    """Return the layers in a panel or a layer."""
    node = said.get(key)
    items = () if node is None else tuple(shapes.sequence_of(node))
    return tuple(shapes.whole(items, partial(_layer, found=found), found))


def _layer(node: Node, found: Collector) -> LayerDeclaration:
    """Return one layer."""
    said = shapes.mapping_of(node)
    each, counts = _each(said)
    return LayerDeclaration(
        name=shapes.needed(said, "draw"),
        each=each,
        counts=counts,
        shape=shapes.optional(said, "shape"),
        texts={name: shapes.needed(said, name) for name in EXPRESSIONS if name in said},
        across=shapes.optional(said, "across"),
        paint=shapes.optional(said, "paint"),
        dashed=shapes.is_yes(said, "dashed"),
        label=_lines(said.get("label")),
        label_at=shapes.optional(said, "label at"),
        legend=shapes.optional(said, "legend"),
        inside=_layers(said, "inside", found),
    )


def _each(said: MappingNode) -> tuple[LocatedText | None, shapes.Pairs]:
    """Return what something is drawn for: a binding, or names with what they go through."""
    node = said.get("each")
    if isinstance(node, MappingNode):
        return None, shapes.pairs_of(node)
    return None if node is None else shapes.text_of(node), ()


def _lines(node: Node | None) -> Texts:
    """Return the lines of a label."""
    if node is None:
        return ()
    return shapes.texts_of(node) if isinstance(node, SequenceNode) else (shapes.text_of(node),)
