"""Overlay stage: the files of an overlay to its manifest and its patches; feeds `apply`.

An overlay is one file, or a folder with a manifest that says what it extends. Nothing is resolved
here: what the patches are for is not known yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Collector, Diagnostic, Severity
from interpreter.document import Entry, MappingNode, read_bytes
from interpreter.overlay.manifests import OverlayManifest, overlay_manifest
from interpreter.overlay.operations import OPERATIONS
from interpreter.pack import shapes
from interpreter.pack.files import VARIANTS, files_of_overlay
from interpreter.pack.scenarios import BLOCK
from interpreter.pack.sheets import read_files
from interpreter.resources import MANIFEST

OPTIONAL = "optional"
"""The section whose sections may miss their targets."""
_EXTENDS = re.compile(rb"(?:^(?:\xef\xbb\xbf)?|[\r\n])extends[ \t]*:")
_ID = re.compile(
    rb"(?:^(?:\xef\xbb\xbf)?|[\r\n])[\"']?id[\"']?[ \t]*:[ \t]*[\"']?([a-z][a-z0-9_]*)"
)
_SECTIONS = frozenset({*OPERATIONS, OPTIONAL, BLOCK})


@dataclass(frozen=True, slots=True)
class Overlay:
    """What the files of an overlay say.

    `sections` are the patches of all its files, each a section with what is under it. `hashes` are
    those of the files by their path in the overlay, `names` the files as findings show them.
    """

    path: Path
    manifest: OverlayManifest
    sections: tuple[Entry, ...]
    hashes: Mapping[str, str]
    names: frozenset[str]
    findings: tuple[Diagnostic, ...]

    @property
    def id(self) -> str:
        """The id of the overlay."""
        return self.manifest.id.text

    @property
    def is_broken(self) -> bool:
        """Whether its files have errors of their own."""
        return any(one.severity is Severity.ERROR for one in self.findings)


def is_overlay(path: Path) -> bool:
    """Return whether a path is that of an overlay: a variant's file, or a folder that extends."""
    try:
        if path.is_file():
            return path.name != MANIFEST
        data = (path / MANIFEST).read_bytes()
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return False
    if _EXTENDS.search(data) or pack_around(path) is not None:
        return True
    # The key may stand in quotes, or the whole file in braces.
    root = read_bytes(MANIFEST, data)[0] if b"extends" in data else None
    return isinstance(root, MappingNode) and "extends" in root


def folder_around(path: Path) -> Path:
    """Return the folder that a path lies in, named as its user names it where that can be."""
    return path.resolve().parent if path.name in ("", "..") else path.parent


def pack_around(path: Path) -> Path | None:
    """Return the pack that a variant comes with, None for a mod."""
    folder = folder_around(path)
    if folder.name != VARIANTS:
        folder = folder.resolve()
    if folder.name != VARIANTS or not _has_manifest(folder.parent):
        return None
    return folder.parent


def _has_manifest(folder: Path) -> bool:
    """Return whether a folder is that of a pack, as far as it lets us look into it."""
    try:
        return (folder / MANIFEST).is_file()
    except OSError:
        return False


def id_of(path: Path) -> str:
    """Return the id of the pack or overlay at a path, the name of what lies there if it has none.

    Only the line of the id is looked for, since what may be meant by an id is asked of many files.
    """
    with suppress(OSError, ValueError):
        data = (path / MANIFEST if path.is_dir() else path).read_bytes()
        said = _ID.search(data)
        if said is not None:
            return said[1].decode("ascii")
    return path.name.removesuffix(".yaml")


def read_overlay(path: Path) -> tuple[Overlay | None, tuple[Diagnostic, ...]]:
    """Return the overlay at a path, None if its manifest cannot be read, and the findings."""
    found = Collector()
    files = files_of_overlay(path, found)
    reading = read_files(files, manifest="overlay", content="patch")
    found.extend(reading.findings)
    root = reading.manifest
    if not isinstance(root, MappingNode):
        return None, found.diagnostics
    try:
        manifest = overlay_manifest(root, found)
    except shapes.MalformedError:
        return None, found.diagnostics
    sections = tuple(
        entry for entry in (*root, *reading.declarations) if entry.key.text in _SECTIONS
    )
    overlay = Overlay(
        path=path,
        manifest=manifest,
        sections=(*sections, *reading.scenarios),
        hashes=reading.hashes,
        names=frozenset(file.shown for file in files),
        findings=found.diagnostics,
    )
    return overlay, found.diagnostics
