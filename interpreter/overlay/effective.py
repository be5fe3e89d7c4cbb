"""Overlay stage: the merged pack as flat lines with places, and the differences of two packs.

Feeds `solon show --effective` and `solon diff`. A line is one text of the pack: the names that lead
to it, what it says, and where that is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.document import MappingNode, Node, NodePatch, ScalarNode, SequenceNode
from interpreter.overlay import tree
from interpreter.overlay.changes import Change, Path, is_inside
from interpreter.pack.scenarios import BLOCK as SCENARIOS
from interpreter.pack.sheets import Sheets
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Line:
    """One text of a pack: `path` leads to it, `span` is where it is written."""

    path: Path
    text: str
    span: Span

    @property
    def name(self) -> str:
        """The path in one piece."""
        return ".".join(self.path)

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.span.source.name}:{self.span.line}"


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which two packs differ; None where one of them has nothing."""

    old: Line | None
    new: Line | None

    @property
    def path(self) -> Path:
        """The place."""
        line = self.old or self.new
        return () if line is None else line.path


def lines_of(sheets: Sheets) -> Iterator[Line]:
    """Iterate over all texts of a pack, blocks and ids in the order of the alphabet."""
    entries = {**sheets.blocks.entries, **sheets.scenarios.entries}
    if sheets.manifest is not None:
        yield from _lines(("pack",), sheets.manifest)
    for name, entry in sorted(entries.items()):
        if isinstance(entry.value, MappingNode):
            for inner in sorted(entry.value, key=lambda one: one.key.text):
                yield from _lines((name, inner.key.text), inner.value)
        else:
            yield from _lines((name,), entry.value)


def _lines(path: Path, node: Node) -> Iterator[Line]:
    """Iterate over the texts in a node."""
    if isinstance(node, ScalarNode):
        yield Line(path, node.text, node.span)
        for patch in node.patches:
            yield Line((*path, _patched(patch)), patch.text.text, patch.text.span)
    elif isinstance(node, MappingNode):
        for entry in node:
            yield from _lines((*path, entry.key.text), entry.value)
    else:
        for name, item in _named(node):
            yield from _lines((*path, name), item)


def _named(node: SequenceNode) -> Iterator[tuple[str, Node]]:
    """Iterate over the items of a list under their names, or their numbers where they have none."""
    for number, (name, item) in enumerate(zip(tree.numbered(node), node.items, strict=True), 1):
        yield str(number) if name is None or isinstance(item, ScalarNode) else name, item


def _patched(patch: NodePatch) -> str:
    """Return what is said of a text that an overlay put into another."""
    return patch.timing if patch.label is None else f"{patch.timing} [{patch.label.text}]"


def differences(old: Sheets, new: Sheets) -> tuple[Difference, ...]:
    """Return the places in which two packs differ, by their paths; scenarios are no part of it."""
    before = {line.path: line for line in lines_of(old) if line.path[0] != SCENARIOS}
    after = {line.path: line for line in lines_of(new) if line.path[0] != SCENARIOS}
    paths = sorted({*before, *after})
    pairs = (Difference(before.get(path), after.get(path)) for path in paths)
    return tuple(one for one in pairs if _text(one.old) != _text(one.new))


def _text(line: Line | None) -> str | None:
    """Return what a line says."""
    return None if line is None else line.text


def written_by(line: Line, changes: Sequence[Change]) -> Change | None:
    """Return the last change that wrote a line."""
    for change in reversed(changes):
        if change.value is None or not change.value.span.contains(line.span):
            continue
        # By an anchor one text may stand in several places.
        is_beside = change.manner == "touch" or change.section == "lines"
        place = change.path[:-1] if is_beside else change.path
        if is_inside(line.path, place):
            return change
    return None
