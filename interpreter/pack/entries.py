"""Pack stage: records of the definitions in sections named like a plural; feeds the loader.

A definition has the keys that every one may have (`RESERVED`) and the fields, links and slots of
its kind. Which kind a section belongs to is looked up here, so that a misspelt key or section is
found where it is written; what the values mean is the linker's question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from interpreter.definitions import (
    LAYERS,
    TIMINGS,
    EntryDeclaration,
    FieldValue,
    HookDeclaration,
    ModifierDeclaration,
    NeedDeclaration,
)
from interpreter.diagnostics import Collector, did_you_mean, listing
from interpreter.document import Entry, Node, ScalarNode, SequenceNode
from interpreter.pack import shapes
from interpreter.pack.blocks import GROUP_BLOCKS, SINGLE_BLOCKS, Item, names_in
from interpreter.source import LocatedText, Span

RESERVED = (
    "each",
    "where",
    "title",
    "text",
    "source",
    "doc",
    "cost",
    "needs",
    "modifies",
    "hooks",
)
"""The keys that a definition of any kind may have."""

_SEATS = "player"
_KEYS_OF_KIND = ("fixed", "fields", "resources", "links", "slots")
_OVERLAY = frozenset({"overlay", "extends", "add", "change", "replace", "remove", "lines"})


@dataclass(frozen=True, slots=True)
class Section:
    """What a section of definitions may hold: its kind, and the keys that the kind gives."""

    kind: str
    keys: frozenset[str]


def sections_of(kinds: Iterable[Item]) -> Mapping[str, Section]:
    """Return the sections that the kinds make, by plural; the kind of the seats makes none."""
    sections = {}
    for item in kinds:
        said = names_in(item.value)
        plural = said.get("plural")
        if plural is None or not isinstance(plural.value, ScalarNode):
            continue
        if item.key.text != _SEATS:
            parts = (said[part].value for part in _KEYS_OF_KIND if part in said)
            keys = frozenset(key for part in parts for key in names_in(part))
            sections[plural.value.text] = Section(item.key.text, keys)
    return sections


def have_plurals(kinds: Iterable[Item]) -> bool:
    """Return whether each kind says what its sections are called."""
    return all("plural" in names_in(item.value) for item in kinds)


def unknown_section(key: ScalarNode, sections: Mapping[str, Section], found: Collector) -> None:
    """Report a top-level key that is neither a block nor the plural of a kind."""
    name = key.text
    by_kind = {section.kind: plural for plural, section in sections.items()}
    blocks = (*GROUP_BLOCKS, *SINGLE_BLOCKS)
    near = did_you_mean(name, (*blocks, *sections))
    if name in by_kind:
        advice = f"the plural of `{name}` is `{by_kind[name]}`"
    elif name in _OVERLAY:
        advice = "an overlay stands in a file under variants/"
    elif name == "scenarios":
        advice = "scenarios stand in files under scenarios/"
    elif name == "players":
        advice = "the seats are there without being defined; give them fields in `kinds: player:`"
    elif near is not None:
        advice = f"did you mean `{near}`?"
    else:
        advice = f"a section is called like the `plural` of a kind: {listing(sorted(sections))}"
    found.report("E304", key.span, help=advice, name=name)


def unknown_keys(items: Iterable[Item], section: Section, found: Collector) -> Iterator[Span]:
    """Report the keys that no definition of the kind has; iterate over what they cover."""
    allowed = section.keys.union(RESERVED)
    for item in items:
        for entry in names_in(item.value).values():
            name = entry.key.text
            if name in allowed or name.startswith(shapes.PRIVATE):
                continue
            near = did_you_mean(name, allowed)
            known = listing([f"`{key}`" for key in sorted(section.keys)])
            found.report(
                "E305",
                entry.key.span,
                help=f"did you mean `{near}`?" if near else None,
                notes=[f"it has {known}" if known else "its kind declares no field"],
                key=name,
                kind=section.kind,
            )
            yield entry.key.span.cover(entry.value.span)


def definition(item: Item, section: Section, found: Collector) -> EntryDeclaration:
    """Return one definition of a section."""
    said = shapes.mapping_of(item.value)
    return EntryDeclaration(
        section=item.block.located,
        name=item.key.located,
        each=shapes.optional_pairs(said, "each"),
        where=shapes.optional(said, "where"),
        title=shapes.words(said, "title"),
        text=shapes.optional(said, "text"),
        source=shapes.words(said, "source"),
        doc=shapes.words(said, "doc"),
        cost=shapes.optional(said, "cost"),
        needs=tuple(shapes.whole(shapes.optional_entries(said, "needs"), _need, found)),
        modifiers=tuple(
            modifier
            for entry in shapes.optional_entries(said, "modifies")
            for modifier in _modifiers(entry, found)
        ),
        hooks=tuple(
            shapes.whole(shapes.optional_entries(said, "hooks"), partial(_hook, found=found), found)
        ),
        values=tuple(
            shapes.whole(
                (entry for entry in said if entry.key.text in section.keys), _field_value, found
            )
        ),
    )


def _field_value(entry: Entry) -> tuple[LocatedText, FieldValue]:
    """Return a field with what is written for it: a text, or a list of texts."""
    node = entry.value
    several = isinstance(node, SequenceNode)
    return entry.key.located, shapes.texts_of(node) if several else shapes.text_of(node)


def _need(entry: Entry) -> NeedDeclaration:
    """Return one condition of `needs`."""
    said = shapes.mapping_of(entry.value)
    return NeedDeclaration(
        name=entry.key.located,
        condition=shapes.needed(said, "if"),
        otherwise=shapes.words(said, "else"),
    )


def _modifiers(entry: Entry, found: Collector) -> Iterator[ModifierDeclaration]:
    """Iterate over the contributions to one reading."""

    def build(node: Node) -> ModifierDeclaration:
        said = shapes.mapping_of(node)
        layer = shapes.which_of(said, LAYERS, entry.key, found)
        return ModifierDeclaration(
            reading=entry.key.located,
            of_each=shapes.optional(said, "of each"),
            when=shapes.optional(said, "when"),
            layer=layer,
            amount=shapes.needed(said, layer),
        )

    nodes = entry.value.items if isinstance(entry.value, SequenceNode) else (entry.value,)
    return shapes.whole(nodes, build, found)


def _hook(entry: Entry, found: Collector) -> HookDeclaration:
    """Return one hook."""
    said = shapes.mapping_of(entry.value)
    timing = shapes.which_of(said, TIMINGS, entry.key, found)
    return HookDeclaration(
        name=entry.key.located,
        timing=timing,
        pattern=shapes.needed(said, timing),
        of_each=shapes.optional(said, "of each"),
        when=shapes.optional(said, "when"),
        players=shapes.optional(said, "for"),
        may=shapes.words(said, "may") if "may" in said else None,
        paying=shapes.optional(said, "paying"),
        body=shapes.needed(said, "do"),
    )
