"""Overlay stage: what an overlay says of itself, as records; feeds the order and the patches.

An overlay is a variant (one file in `variants/` of its pack) or a mod (a folder); both say the
same in their first file. What it changes stands in the same file and is read by the patches.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.definitions import Renaming, Texts
from interpreter.diagnostics import Collector
from interpreter.document import MappingNode
from interpreter.overlay.versions import Range, Version, read_range
from interpreter.pack import shapes
from interpreter.source import LocatedText, Span


@dataclass(frozen=True, slots=True)
class Need:
    """A pack or overlay that must be there: its id, which versions, and the range as written."""

    id: LocatedText
    range: Range
    text: LocatedText


@dataclass(frozen=True, slots=True)
class OverlayManifest:
    """What an overlay is, and beside which others.

    `version` with its text is None where the overlay has the version of its pack, `extends` where
    it is a variant that does not name its pack. `after` and `excludes` name overlays that need not
    be there.
    """

    id: LocatedText
    title: str
    version: Version | None
    version_text: LocatedText | None
    doc: str
    extends: Need | None
    requires: tuple[Need, ...]
    after: Texts
    excludes: Texts
    renamed: tuple[Renaming, ...]
    span: Span

    @property
    def needs(self) -> tuple[Need, ...]:
        """All that must be there: what it extends, then what it requires."""
        return self.requires if self.extends is None else (self.extends, *self.requires)


def overlay_manifest(node: MappingNode, found: Collector) -> OverlayManifest:
    """Return what the first file of an overlay says, given a node that its schema has checked.

    Ranges that are none are reported. Raises `shapes.MalformedError` for a node that the schema
    refuses.
    """
    version_text = shapes.optional(node, "version")
    version = None if version_text is None else Version.parse(version_text.text)
    if version is None and version_text is not None:
        raise shapes.MalformedError
    extends = _needs(node, "extends", found)
    if len(extends) > 1:
        raise shapes.MalformedError
    return OverlayManifest(
        id=shapes.needed(node, "id"),
        title=shapes.needed(node, "title").text,
        version=version,
        version_text=version_text,
        doc=shapes.words(node, "doc"),
        extends=extends[0] if extends else None,
        requires=_needs(node, "requires", found),
        after=shapes.optional_texts(node, "after"),
        excludes=shapes.optional_texts(node, "excludes"),
        renamed=shapes.renamings(node),
        span=node.span,
    )


def _needs(node: MappingNode, key: str, found: Collector) -> tuple[Need, ...]:
    """Return the ids under a key with their ranges."""
    return tuple(
        Need(name, read_range(text, found), text) for name, text in shapes.optional_pairs(node, key)
    )
