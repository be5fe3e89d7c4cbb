"""Document stage: the located document, as mapping, sequence and scalar nodes; feeds the loader.

Every scalar is text, exactly as it is written (`no`, `010` and `1.10` stay what they are); what a
text means is said by the schema and the loader. A place where nothing is written (`cost:` and then
the next line) is a scalar with `is_nothing`, which is not the same as the empty text `""`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from interpreter.document.scalars import locate_scalar
from interpreter.source import LocatedText, Source, Span, TextPatch, Timing

PlainView: TypeAlias = "str | list[PlainView] | dict[str, PlainView] | None"
"""A document without places: text, None for nothing written, lists and dicts."""

CanonicalView: TypeAlias = "str | int | list[CanonicalView] | dict[str, CanonicalView] | None"
"""The same with patches. A text that has some is a list that begins with their number.

No document holds a number, so no document looks like a text with patches.
"""

Pointer: TypeAlias = tuple[str | int, ...]
"""The way from the root to a node: keys and positions in lists (from 0)."""


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """One text. `style` is how it was written: "" plain, a quote, "|" or ">".

    `patches` are what overlays put into the text, in the order in which they act. `written` is
    where its characters stand when it is not what the file says there, word for word.
    """

    source: Source = field(repr=False, compare=False)
    start: int = field(repr=False, compare=False)
    end: int = field(repr=False, compare=False)
    text: str
    style: str = field(default="", compare=False)
    patches: tuple[NodePatch, ...] = ()
    written: LocatedText | None = field(default=None, repr=False, compare=False)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is written here (not even an empty pair of quotes)."""
        return not self.text and not self.style

    @property
    def located(self) -> LocatedText:
        """The text, each character of which knows its place in the file; with its patches."""
        text = self.written
        if text is None:
            text = locate_scalar(self.source, self.start, self.end, self.text, self.style)
        if not self.patches:
            return text
        return replace(text, patches=tuple(patch.located for patch in self.patches))

    @property
    def span(self) -> Span:
        """The scalar in the file, with its quotes or from its block indicator to its last line."""
        if self.style in {"|", ">"}:
            return self.located.span
        return Span(self.source, self.start, self.end)


@dataclass(frozen=True, slots=True)
class NodePatch:
    """What an overlay puts into the text of a scalar; without `label` it acts on the whole text."""

    timing: Timing
    label: ScalarNode | None
    text: ScalarNode

    @property
    def located(self) -> TextPatch:
        """The same for the language, with texts that know their places."""
        label = None if self.label is None else self.label.located
        return TextPatch(self.timing, label, self.text.located)


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list. `items` are its nodes in order."""

    source: Source = field(repr=False, compare=False)
    start: int = field(repr=False, compare=False)
    end: int = field(repr=False, compare=False)
    items: tuple[Node, ...]

    @property
    def span(self) -> Span:
        """The whole list in the file."""
        return Span(self.source, self.start, self.end)

    def __iter__(self) -> Iterator[Node]:
        """Iterate over the items."""
        return iter(self.items)

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.items)


class Entry(NamedTuple):
    """One key of a mapping with its value; `merged` when it came in by a merge key (`<<`)."""

    key: ScalarNode
    value: Node
    merged: bool = False


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Keys with values. `entries` are in the order of the file, by the text of their key."""

    source: Source = field(repr=False, compare=False)
    start: int = field(repr=False, compare=False)
    end: int = field(repr=False, compare=False)
    entries: Mapping[str, Entry]

    @property
    def span(self) -> Span:
        """The whole mapping in the file."""
        return Span(self.source, self.start, self.end)

    def get(self, key: str) -> Node | None:
        """Return the value of `key`, None when the mapping does not have it."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value

    def key_span(self, key: str) -> Span:
        """Return where `key` is written; raises KeyError when the mapping does not have it."""
        return self.entries[key].key.span

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries in the order of the file."""
        return iter(self.entries.values())

    def __contains__(self, key: object) -> bool:
        """Return whether the mapping has `key`."""
        return key in self.entries

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self.entries)


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode
"""Any node of a document."""


def plain(node: Node) -> PlainView:
    """Return the document without places: dicts, lists, text, and None for nothing written.

    Of a text with patches it is the text that they act on.
    """
    if isinstance(node, ScalarNode):
        return None if node.is_nothing else node.text
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def canonical(node: Node) -> CanonicalView:
    """Return the document without places, as `plain` does, but with all that overlays put in.

    Equal views mean the same, so this is what a hash is made of.
    """
    if isinstance(node, ScalarNode):
        base = None if node.is_nothing else node.text
        if not node.patches:
            return base
        return [len(node.patches), base, *map(_canonical_patch, node.patches)]
    if isinstance(node, SequenceNode):
        return [canonical(item) for item in node.items]
    return {key: canonical(entry.value) for key, entry in node.entries.items()}


def _canonical_patch(patch: NodePatch) -> CanonicalView:
    """Return timing, label (None for the whole text) and text of a patch."""
    label = None if patch.label is None else patch.label.text
    return [patch.timing, label, canonical(patch.text)]


def find_node(node: Node, pointer: Pointer) -> Node | None:
    """Return the node that `pointer` leads to, None when there is none."""
    found: Node | None = node
    for step in pointer:
        if isinstance(found, MappingNode) and isinstance(step, str):
            found = found.get(step)
        elif isinstance(found, SequenceNode) and isinstance(step, int) and step < len(found.items):
            found = found.items[step]
        else:
            return None
    return found


def span_of(node: Node, pointer: Pointer) -> Span:
    """Return where to point for what `pointer` leads to.

    What stands on one line is underlined whole; of more lines a scalar on its first line, a
    mapping at its first key, a list at its first sign. A place where nothing is written is
    underlined at its key, a place that does not exist at the nearest one above it.
    """
    found = find_node(node, pointer)
    if found is None:
        return span_of(node, pointer[:-1]) if pointer else headline(node)
    if isinstance(found, ScalarNode) and found.is_nothing and pointer:
        return key_span_of(node, pointer)
    return headline(found)


def key_span_of(node: Node, pointer: Pointer) -> Span:
    """Return the key that the value at `pointer` stands under; for a list item, the item."""
    parent = find_node(node, pointer[:-1]) if pointer else None
    if isinstance(parent, MappingNode) and pointer[-1] in parent.entries:
        return parent.key_span(str(pointer[-1]))
    found = find_node(node, pointer)
    return headline(node if found is None else found)


def headline(node: Node) -> Span:
    """Return the part of a node to underline: all of it on one line, else its beginning."""
    span = node.span
    if "\n" not in span.text and "\r" not in span.text:
        return span
    if isinstance(node, MappingNode) and node.entries:
        return next(iter(node)).key.span
    if isinstance(node, ScalarNode):
        first_line = span.text.splitlines()[0]
        return Span(span.source, span.start, span.start + len(first_line))
    return Span(span.source, span.start, span.start + 1)
