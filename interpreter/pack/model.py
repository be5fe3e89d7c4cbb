"""Pack stage: records of what exists in a game (kinds, pieces, tables, …); feeds the loader.

One function for each block that describes things rather than rules. The nodes come from checked
documents, see `shapes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from interpreter.definitions import (
    DieDeclaration,
    FieldDeclaration,
    GlobalDeclaration,
    GridDeclaration,
    KindDeclaration,
    OptionDeclaration,
    ParameterDeclaration,
    PieceDeclaration,
    RecordDeclaration,
    SlotDeclaration,
    TableDeclaration,
    WordList,
    ZoneDeclaration,
)
from interpreter.diagnostics import Collector, counted
from interpreter.document import Entry, MappingNode, Node, ScalarNode
from interpreter.pack import shapes
from interpreter.source import LocatedText

_OFFSET = re.compile(r"\(([^()]*)\)")
_ZONE_OF_GLOBALS = "zone of"


def option(key: ScalarNode, node: Node, _found: Collector) -> OptionDeclaration:
    """Return one entry of `options:`."""
    said = shapes.mapping_of(node)
    return OptionDeclaration(
        name=key.located,
        type=shapes.needed(said, "type"),
        start=shapes.optional(said, "start"),
        doc=shapes.words(said, "doc"),
    )


def word_list(key: ScalarNode, node: Node, _found: Collector) -> WordList:
    """Return one entry of `words:`."""
    return WordList(key.located, shapes.texts_of(node))


def kind(key: ScalarNode, node: Node, found: Collector) -> KindDeclaration:
    """Return one entry of `kinds:`."""
    said = shapes.mapping_of(node)
    made = said.get("made")
    grid = said.get("grid")
    links = tuple(shapes.optional_entries(said, "links"))
    return KindDeclaration(
        name=key.located,
        plural=shapes.needed(said, "plural"),
        sorted_by=shapes.optional_texts(said, "sorted by"),
        in_force_for=shapes.optional(said, "in force for"),
        fields=tuple(_fields(said)),
        zones=tuple(
            _zone(entry.key, shapes.mapping_of(entry.value), "of")
            for entry in shapes.optional_entries(said, "zones")
        ),
        links=tuple((entry.key.located, _end_of_link(entry)) for entry in links),
        slots=tuple(_slot(entry) for entry in shapes.optional_entries(said, "slots")),
        made=None if made is None else shapes.needed(shapes.mapping_of(made), "most"),
        made_lasts=None if made is None else shapes.optional(shapes.mapping_of(made), "lasts"),
        grid=None if grid is None else _grid(shapes.mapping_of(grid), found),
        doc=shapes.words(said, "doc"),
        both_ways=tuple(entry.key.located for entry in links if _is_both_ways(entry)),
    )


def _fields(said: MappingNode) -> Iterator[FieldDeclaration]:
    """Iterate over the fixed fields, stored fields and resources of a kind."""
    for entry in shapes.optional_entries(said, "fixed"):
        if isinstance(entry.value, ScalarNode):
            text = shapes.text_of(entry.value)
            yield FieldDeclaration(entry.key.located, "fixed", text)
        else:
            yield _field(entry.key, shapes.mapping_of(entry.value), "fixed")
    for entry in shapes.optional_entries(said, "fields"):
        yield _field(entry.key, shapes.mapping_of(entry.value), "field")
    for entry in shapes.optional_entries(said, "resources"):
        yield _field(entry.key, shapes.mapping_of(entry.value), "resource")


def _field(
    key: ScalarNode, said: MappingNode, sort: Literal["fixed", "field", "resource"]
) -> FieldDeclaration:
    """Return one field of a kind or of a group of globals."""
    return FieldDeclaration(
        name=key.located,
        kind=sort,
        type=None if sort == "resource" else shapes.needed(said, "type"),
        start=shapes.optional(said, "start"),
        least=shapes.optional(said, "least"),
        most=shapes.optional(said, "most"),
        seen_by=shapes.optional(said, "seen by"),
        lasts=shapes.optional(said, "lasts"),
        doc=shapes.words(said, "doc"),
    )


def _zone(key: ScalarNode, said: MappingNode, of: str) -> ZoneDeclaration:
    """Return one zone; `of` is the key that names what lies in it."""
    return ZoneDeclaration(
        name=key.located,
        of=shapes.needed(said, of),
        ordered=shapes.is_yes(said, "ordered"),
        limit=shapes.optional(said, "limit"),
        reads_back=shapes.optional(said, "reads back"),
        seen_by=shapes.optional(said, "seen by"),
        size_seen_by=shapes.optional(said, "size seen by"),
        start=shapes.optional(said, "start"),
        each=shapes.optional(said, "each"),
    )


def _end_of_link(entry: Entry) -> LocatedText:
    """Return the kind that a link leads to."""
    if isinstance(entry.value, ScalarNode):
        return shapes.text_of(entry.value)
    return shapes.needed(shapes.mapping_of(entry.value), "to")


def _is_both_ways(entry: Entry) -> bool:
    """Return whether a link that one end writes joins the other end too."""
    return isinstance(entry.value, MappingNode) and shapes.is_yes(entry.value, "both ways")


def _slot(entry: Entry) -> SlotDeclaration:
    """Return one slot of a kind.

    Of a slot that is a value, `of: player` is a parameter named like its kind.
    """
    said = shapes.mapping_of(entry.value)
    parameters: list[ParameterDeclaration] = []
    for part in said:
        if part.key.text == "of":
            text = shapes.text_of(part.value)
            parameters.append(ParameterDeclaration(text, text, None))
        elif part.key.text not in {"type", "doc"}:
            parameters.append(shapes.parameter_of(part))
    return SlotDeclaration(entry.key.located, tuple(parameters), shapes.optional(said, "type"))


def _grid(said: MappingNode, found: Collector) -> GridDeclaration:
    """Return the grid of a kind; each offset must have a number for each coordinate."""
    coordinates = shapes.optional_texts(said, "coordinates")
    links = []
    for name, text in shapes.optional_pairs(said, "links"):
        offsets = []
        for offset in _OFFSET.finditer(text.text):
            numbers = offset[1].split(",")
            if len(numbers) != len(coordinates):
                found.report(
                    "E317",
                    text.locate(*offset.span()),
                    offset=offset[0],
                    given=counted(len(numbers), "number"),
                    needed=counted(len(coordinates), "coordinate"),
                )
                continue
            try:
                offsets.append(tuple(int(number) for number in numbers))
            except ValueError as error:
                raise shapes.MalformedError from error
        links.append((name, tuple(offsets)))
    return GridDeclaration(
        coordinates=coordinates,
        per=shapes.optional_texts(said, "per"),
        where=shapes.optional(said, "where"),
        links=tuple(links),
        span=said.span,
    )


def piece(key: ScalarNode, node: Node, _found: Collector) -> PieceDeclaration:
    """Return one entry of `pieces:`."""
    said = shapes.mapping_of(node)
    return PieceDeclaration(
        name=key.located,
        of=shapes.needed(said, "of"),
        place=shapes.needed(said, "in"),
        supply=shapes.optional(said, "supply"),
        seen_by=shapes.optional(said, "seen by"),
    )


def group_of_globals(key: ScalarNode, node: Node, _found: Collector) -> GlobalDeclaration:
    """Return one entry of `globals:`."""
    fields, zones = [], []
    for entry in shapes.entries_of(node):
        said = shapes.mapping_of(entry.value)
        if _ZONE_OF_GLOBALS in said:
            zones.append(_zone(entry.key, said, _ZONE_OF_GLOBALS))
        else:
            fields.append(_field(entry.key, said, "field"))
    return GlobalDeclaration(key.located, tuple(fields), tuple(zones))


def table(key: ScalarNode, node: Node, _found: Collector) -> TableDeclaration:
    """Return one entry of `tables:`, its nested keys flattened."""
    said = shapes.mapping_of(node)
    rows = said.get("rows")
    if rows is None:
        raise shapes.MalformedError
    return TableDeclaration(
        name=key.located,
        type=shapes.needed(said, "type"),
        rows=tuple(_rows((), shapes.mapping_of(rows))),
        source=shapes.optional(said, "source"),
    )


def _rows(
    keys: tuple[LocatedText, ...], level: MappingNode
) -> Iterator[tuple[tuple[LocatedText, ...], LocatedText]]:
    """Iterate over the rows below the keys that lead to `level`."""
    for entry in level:
        inner = (*keys, entry.key.located)
        if isinstance(entry.value, MappingNode):
            yield from _rows(inner, entry.value)
        else:
            yield inner, shapes.text_of(entry.value)


def die(key: ScalarNode, node: Node, _found: Collector) -> DieDeclaration:
    """Return one entry of `dice:`."""
    return DieDeclaration(key.located, shapes.text_of(node))


def record(key: ScalarNode, node: Node, _found: Collector) -> RecordDeclaration:
    """Return one entry of `records:`."""
    return RecordDeclaration(key.located, shapes.pairs_of(node))
