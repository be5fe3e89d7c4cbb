"""Overlay stage: ids that are called otherwise now, in what others have written; feeds `apply`.

A pack that renames an id, or an overlay that removes one and names another in its place, says so
under `renamed`. Names are replaced as whole words in keys and texts of the language, outside of
what is only shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter.definitions import Renaming
from interpreter.diagnostics import Collector, did_you_mean
from interpreter.document import Entry, MappingNode, Node, ScalarNode, SequenceNode
from interpreter.overlay.reading import Overlay
from interpreter.pack.shapes import renamings

_SHOWN = frozenset({"title", "text", "source", "doc", "credits", "licence", "else", "may"})
_WORD = re.compile(r'"[^"\n]*"|(?<![\w.])[a-z][a-z0-9_]*')


@dataclass(frozen=True, slots=True)
class Rename:
    """One id that is called otherwise now: `by` is the overlay that says so, "" the pack."""

    by: str
    said: Renaming


def declared(manifest: Node | None, overlays: Sequence[Overlay]) -> tuple[Rename, ...]:
    """Return what a pack and overlays say is called otherwise now."""
    said = () if not isinstance(manifest, MappingNode) else renamings(manifest)
    found = [Rename("", one) for one in said]
    for overlay in overlays:
        found += (Rename(overlay.id, one) for one in overlay.manifest.renamed)
    return tuple(found)


def brought_up_to_date(
    overlay: Overlay, renames: Iterable[Rename], found: Collector
) -> tuple[Entry, ...]:
    """Return the sections of an overlay with the names that others use now, and warn of each."""
    names = {one.said.old.text: one for one in renames if one.by != overlay.id}
    if not names:
        return overlay.sections

    def warn(node: ScalarNode, rename: Rename) -> None:
        found.report(
            "W614",
            node.span,
            related=[("renamed here", rename.said.old.span)],
            old=rename.said.old.text,
            new=rename.said.new.text,
        )

    return tuple(_entry(entry, names, warn) for entry in overlay.sections)


def with_substitutes(root: Node, renames: Iterable[Rename], found: Collector) -> Node:
    """Return the tree of a pack in which overlays have put one id in the place of another.

    What is renamed must be gone, and its new name there.
    """
    names = {}
    for rename in renames:
        block = root.get(rename.said.section.text) if isinstance(root, MappingNode) else None
        there = block.entries if isinstance(block, MappingNode) else {}
        if rename.said.old.text in there:
            related = [("it stands here", there[rename.said.old.text].key.span)]
            found.report("E371", rename.said.old.span, related=related, name=rename.said.old.text)
        elif rename.said.new.text not in there:
            near = did_you_mean(rename.said.new.text, there)
            found.report(
                "E372",
                rename.said.new.span,
                help=f"did you mean `{near}`?" if near else None,
                name=rename.said.new.text,
                section=rename.said.section.text,
            )
        elif rename.by:
            names[rename.said.old.text] = rename
    if not names or not isinstance(root, MappingNode):
        return root
    entries = {key: _entry(entry, names, _silently) for key, entry in root.entries.items()}
    return replace(root, entries=entries)


def _silently(_node: ScalarNode, _rename: Rename) -> None:
    """Say nothing: the overlay that removes something has said what stands in for it."""


_Told = Callable[[ScalarNode, Rename], None]


def _entry(entry: Entry, names: Mapping[str, Rename], tell: _Told) -> Entry:
    """Return one key and its value with new names."""
    if entry.key.text in _SHOWN:
        return entry
    value = _node(entry.value, names, tell)
    return entry._replace(key=_scalar(entry.key, names, tell), value=value)


def _node(node: Node, names: Mapping[str, Rename], tell: _Told) -> Node:
    """Return a node with new names."""
    if isinstance(node, ScalarNode):
        return _scalar(node, names, tell)
    if isinstance(node, SequenceNode):
        return replace(node, items=tuple(_node(item, names, tell) for item in node))
    entries = [_entry(entry, names, tell) for entry in node]
    return replace(node, entries={entry.key.text: entry for entry in entries})


def _scalar(node: ScalarNode, names: Mapping[str, Rename], tell: _Told) -> ScalarNode:
    """Return a text with new names; the same node where there is none."""
    used = {word: names[word] for word in _WORD.findall(node.text) if word in names}
    if not used:
        return node
    for rename in used.values():
        tell(node, rename)
    new = {word: rename.said.new.text for word, rename in used.items()}
    return replace(node, text=_WORD.sub(lambda word: new.get(word[0], word[0]), node.text))
