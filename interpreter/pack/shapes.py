"""Pack stage: typed reading of checked nodes, one small function a shape; feeds the records.

What is read here has passed its schema, or the schema has already reported it: a node of another
shape raises `MalformedError`, which the loader answers by leaving that one declaration out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from interpreter.definitions import ParameterDeclaration, Renaming, Texts
from interpreter.diagnostics import Collector, InternalError, listing
from interpreter.document import Entry, MappingNode, Node, ScalarNode, SequenceNode
from interpreter.source import LocatedText

Pairs = tuple[tuple[LocatedText, LocatedText], ...]
PRIVATE = "x_"
"""How the keys begin that an author keeps for himself; ids may begin so all the same."""

_Choice = TypeVar("_Choice", bound=str)
_Part = TypeVar("_Part")
_Record = TypeVar("_Record")


class MalformedError(Exception):
    """A node has another shape than its schema asks for; a finding says so already."""


def whole(
    parts: Iterable[_Part], build: Callable[[_Part], _Record], found: Collector
) -> Iterator[_Record]:
    """Iterate over the records of those parts that are well formed.

    A part is left out only when there is a finding: nothing is lost without a word.
    """
    for part in parts:
        try:
            record = build(part)
        except MalformedError as error:
            if not found.has_errors:
                raise InternalError("a schema lets pass what no record can hold") from error
            continue
        yield record


def mapping_of(node: Node) -> MappingNode:
    """Return `node` as a mapping."""
    if not isinstance(node, MappingNode):
        raise MalformedError
    return node


def sequence_of(node: Node) -> SequenceNode:
    """Return `node` as a list."""
    if not isinstance(node, SequenceNode):
        raise MalformedError
    return node


def text_of(node: Node) -> LocatedText:
    """Return `node` as a text."""
    if not isinstance(node, ScalarNode) or node.is_nothing:
        raise MalformedError
    return node.located


def texts_of(node: Node) -> Texts:
    """Return `node` as a list of texts."""
    return tuple(text_of(item) for item in sequence_of(node))


def pairs_of(node: Node) -> Pairs:
    """Return a mapping of names to texts."""
    return tuple((entry.key.located, text_of(entry.value)) for entry in entries_of(node))


def entries_of(node: Node) -> Iterator[Entry]:
    """Iterate over the entries of a mapping."""
    return iter(mapping_of(node))


def needed(mapping: MappingNode, key: str) -> LocatedText:
    """Return the text of a key that must be there."""
    node = mapping.get(key)
    if node is None:
        raise MalformedError
    return text_of(node)


def optional(mapping: MappingNode, key: str) -> LocatedText | None:
    """Return the text of a key, None when it is not there."""
    node = mapping.get(key)
    return None if node is None else text_of(node)


def words(mapping: MappingNode, key: str, default: str = "") -> str:
    """Return the bare text of a key that is only ever shown or compared."""
    node = mapping.get(key)
    if node is None:
        return default
    if not isinstance(node, ScalarNode):
        raise MalformedError
    return node.text


def number_of(text: str) -> int:
    """Return a text as a whole number of sane length."""
    try:
        return int(text)
    except ValueError as error:
        raise MalformedError from error


def is_yes(mapping: MappingNode, key: str) -> bool:
    """Return whether a key is there and says yes."""
    said = words(mapping, key, "no")
    if said not in {"yes", "no"}:
        raise MalformedError
    return said == "yes"


def optional_texts(mapping: MappingNode, key: str) -> Texts:
    """Return the list of texts of a key, empty when it is not there."""
    node = mapping.get(key)
    return () if node is None else texts_of(node)


def optional_pairs(mapping: MappingNode, key: str) -> Pairs:
    """Return the mapping of a key as pairs, empty when it is not there."""
    node = mapping.get(key)
    return () if node is None else pairs_of(node)


def optional_entries(mapping: MappingNode, key: str) -> Iterator[Entry]:
    """Iterate over the entries of a key's mapping, none when it is not there."""
    node = mapping.get(key)
    return iter(()) if node is None else entries_of(node)


def renamings(mapping: MappingNode) -> tuple[Renaming, ...]:
    """Return what the key `renamed` of a manifest says, empty when it is not there."""
    return tuple(
        Renaming(section.key.located, old, new)
        for section in optional_entries(mapping, "renamed")
        for old, new in pairs_of(section.value)
    )


def parameter_of(entry: Entry) -> ParameterDeclaration:
    """Return a parameter: `area: area`, or with a small word, `for player: player`."""
    key = entry.key.located
    word, _, name = key.text.rpartition(" ")
    return ParameterDeclaration(
        part_of(key, len(key.text) - len(name)), text_of(entry.value), word or None
    )


def part_of(text: LocatedText, start: int) -> LocatedText:
    """Return a text of one line from `start` on."""
    if not start:
        return text
    span = text.locate(start, len(text.text))
    length = len(text.text) - start
    return LocatedText(text.text[start:], span, ((0, span.start), (length, span.end)))


def which_of(
    mapping: MappingNode, choices: tuple[_Choice, ...], owner: ScalarNode, found: Collector
) -> _Choice:
    """Return the one of `choices` that is there; none or several is a finding at `owner`."""
    present = [key for key in choices if key in mapping]
    if not present:
        found.report("E315", owner.span, choices=_one_of(choices))
        raise MalformedError
    only_one_of(mapping, choices, found)
    return present[0]


def only_one_of(mapping: MappingNode, choices: tuple[str, ...], found: Collector) -> None:
    """Report when more than one of `choices` is there."""
    present = [key for key in choices if key in mapping]
    for key in present[1:]:
        related = [(f"`{present[0]}` stands here", mapping.key_span(present[0]))]
        found.report(
            "E316", mapping.key_span(key), related=related, choices=_one_of(choices), key=key
        )


def _one_of(choices: tuple[str, ...]) -> str:
    """Return keys as a message names them."""
    return listing([f"`{key}`" for key in choices], last="or")
