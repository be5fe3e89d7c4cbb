"""Pack stage: the blocks of all files of a pack put together, before any record is made.

Feeds the loader. A block is a top-level key. Most hold declarations by id and may stand in several
files; an id stands once, and `id+` adds keys to it from another place without overwriting any. A
few blocks (`flow` and its like) are one thing and stand in one file. The canonical form of what
comes out is the meaning of the pack: its hash does not see comments, the order of keys or the
split into files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from interpreter.diagnostics import Collector, did_you_mean
from interpreter.document import Entry, MappingNode, Node, ScalarNode, canonical

SINGLE_BLOCKS = ("flow", "scoring", "ranking", "score", "evaluation", "bounds")
GROUP_BLOCKS = (
    "options",
    "words",
    "kinds",
    "pieces",
    "globals",
    "tables",
    "dice",
    "records",
    "values",
    "rules",
    "reports",
    "palettes",
    "board",
    "labels",
)
PICTURE_BLOCKS = frozenset({"palettes", "board", "labels"})
"""The blocks that say how the board is drawn and what things are called, which change no game."""
_MORE = "+"
# Blocks whose declarations are one piece: there is nothing to add to them.
_WHOLE = frozenset(
    {"options", "words", "pieces", "dice", "records", "rules", "reports", "labels", "scenarios"}
)


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration of a block: `block` is the block's key in the file where it stands."""

    block: ScalarNode
    key: ScalarNode
    value: Node


@dataclass(slots=True)
class Blocks:
    """The blocks of a pack: declarations by block and id, and the blocks that are one thing."""

    groups: dict[str, dict[str, Item]] = field(default_factory=dict)
    singles: dict[str, Entry] = field(default_factory=dict)

    def items(self, block: str) -> Iterable[Item]:
        """Return the declarations of a block, in the order of files and keys."""
        return self.groups.get(block, {}).values()

    @property
    def entries(self) -> dict[str, Entry]:
        """The blocks as one document would have them, with the key of the first file of each."""
        found = {}
        for name, items in self.groups.items():
            inner = {each: Entry(item.key, item.value) for each, item in items.items()}
            if items:
                key = next(iter(items.values())).block
                found[name] = Entry(key, MappingNode(key.source, key.start, key.end, inner))
        return {**found, **self.singles}

    def with_entries(self, entries: Mapping[str, Entry]) -> Blocks:
        """Return the blocks of a document that was made from `entries` of these."""
        blocks = Blocks()
        for name, entry in entries.items():
            if name in SINGLE_BLOCKS:
                blocks.singles[name] = entry
                continue
            known = self.groups.get(name, {})
            blocks.groups[name] = {
                each: Item(known[each].block if each in known else entry.key, *inner[:2])
                for each, inner in names_in(entry.value).items()
            }
        return blocks

    def meaning(self, manifest: Node) -> str:
        """Return the hash of what a manifest and these blocks say, however it is written.

        How the board is drawn, and labels, do not count: a saved game can be loaded after they have
        changed.
        """
        groups = {
            block: {name: canonical(item.value) for name, item in items.items()}
            for block, items in self.groups.items()
            if block not in PICTURE_BLOCKS
        }
        singles = {block: canonical(entry.value) for block, entry in self.singles.items()}
        form = json.dumps([canonical(manifest), groups, singles], sort_keys=True)
        return hashlib.sha256(form.encode("ascii")).hexdigest()


def merge_blocks(entries: Iterable[Entry], found: Collector, *, is_complete: bool) -> Blocks:
    """Put the top-level `entries` of all files together.

    `is_complete` is false when a file could not be read, so that what is missing proves nothing.
    """
    blocks = Blocks()
    additions: list[Item] = []
    for entry in entries:
        if entry.key.text in SINGLE_BLOCKS:
            _add_single(blocks, entry, found)
        elif isinstance(entry.value, MappingNode):
            _add_group(blocks, entry, entry.value, additions, found)
    for addition in additions:
        _add_keys(blocks, addition, found, is_complete=is_complete)
    return blocks


def _add_single(blocks: Blocks, entry: Entry, found: Collector) -> None:
    """Add a block that stands once."""
    first = blocks.singles.setdefault(entry.key.text, entry)
    if first is not entry:
        related = [("it stands here already", first.key.span)]
        found.report("E306", entry.key.span, related=related, block=entry.key.text)


def _add_group(
    blocks: Blocks, block: Entry, mapping: MappingNode, additions: list[Item], found: Collector
) -> None:
    """Add the declarations of one block of one file."""
    items = blocks.groups.setdefault(block.key.text, {})
    for entry in mapping:
        name = entry.key.text
        item = Item(block.key, entry.key, entry.value)
        if name.endswith(_MORE):
            if block.key.text not in _WHOLE:
                additions.append(item)
            continue
        first = items.setdefault(name, item)
        if first is not item:
            found.report(
                "E301",
                entry.key.span,
                related=[("first declared here", first.key.span)],
                help=f"delete one, or write `{name}+` to add keys to the first",
                name=name,
                block=block.key.text,
            )


def _add_keys(blocks: Blocks, addition: Item, found: Collector, *, is_complete: bool) -> None:
    """Add the keys of an `id+` to the declaration that it names."""
    name = addition.key.text.removesuffix(_MORE)
    items = blocks.groups[addition.block.text]
    base = items.get(name)
    if base is None:
        if is_complete:
            near = did_you_mean(name, items)
            found.report(
                "E302",
                addition.key.span,
                help=f"write `{name}` without `+`" if near is None else f"did you mean `{near}+`?",
                name=name,
                block=addition.block.text,
            )
        return
    if isinstance(base.value, MappingNode) and isinstance(addition.value, MappingNode):
        items[name] = replace(base, value=_joined(base.value, addition.value, found))


def _joined(base: MappingNode, addition: MappingNode, found: Collector) -> MappingNode:
    """Return `base` with the keys of `addition`, also inside what both hold as mappings."""
    entries: dict[str, Entry] = dict(base.entries)
    for entry in addition:
        name = entry.key.text
        first = entries.get(name)
        if first is None:
            entries[name] = entry
        elif isinstance(first.value, MappingNode) and isinstance(entry.value, MappingNode):
            entries[name] = first._replace(value=_joined(first.value, entry.value, found))
        else:
            found.report(
                "E303",
                entry.key.span,
                related=[("it is given here already", first.key.span)],
                help="`+` only adds; change the first place instead",
                key=name,
            )
    return replace(base, entries=entries)


def names_in(node: Node | None) -> Mapping[str, Entry]:
    """Return the entries of a node that should be a mapping, none when it is not one."""
    return node.entries if isinstance(node, MappingNode) else {}
