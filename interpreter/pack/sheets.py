"""Pack stage: the files of a folder read, checked and put together; feeds overlays and the loader.

`Sheets` is what a pack says before any record is made: located nodes in blocks. Overlays change
it, `loader.declare` makes records of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Collector, Diagnostic
from interpreter.document import Entry, MappingNode, Node, check, read_bytes
from interpreter.pack import shapes
from interpreter.pack.blocks import Blocks, merge_blocks
from interpreter.pack.files import PackFile, find_files, hash_of, without_content
from interpreter.resources import MANIFEST, data_folder

DECLARATIONS = "declarations"
SCENARIOS = "scenarios"
"""The schemas of the files of a pack; that of its manifest is `pack`."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """What the files of a pack say.

    `hashes` are those of the files, by their path in the pack. `shape` are the findings of YAML and
    schemas, some of which the loader can explain better; `found` are all others. `is_complete` is
    false when a file could not be read, so that what is missing proves nothing. `sections` are all
    top-level keys where they stand, for what no block is.
    """

    manifest: Node | None
    blocks: Blocks
    scenarios: Blocks
    sections: tuple[Entry, ...]
    hashes: Mapping[str, str]
    shape: tuple[Diagnostic, ...]
    found: tuple[Diagnostic, ...]
    is_complete: bool


@dataclass(slots=True)
class Reading:
    """What was read: the manifest, the top-level keys of the other files, the hash of each file."""

    manifest: Node | None = None
    declarations: list[Entry] = field(default_factory=list)
    scenarios: list[Entry] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    is_complete: bool = True


def read_sheets(folder: Path) -> Sheets:
    """Read the pack in `folder`; of a folder that is none there are only findings."""
    found = Collector()
    files = find_files(folder, found) or ()
    if files:
        without_content(files, found)
    reading = read_files(files, manifest="pack", content=DECLARATIONS)
    blocks = merge_blocks(reading.declarations, found, is_complete=reading.is_complete)
    scenarios = merge_blocks(reading.scenarios, found, is_complete=reading.is_complete)
    return Sheets(
        manifest=reading.manifest,
        blocks=blocks,
        scenarios=scenarios,
        sections=tuple(reading.declarations),
        hashes=reading.hashes,
        shape=tuple(reading.findings),
        found=found.diagnostics,
        is_complete=reading.is_complete,
    )


def read_files(files: Iterable[PackFile], *, manifest: str, content: str) -> Reading:
    """Read files and check each with its schema: the manifest, scenarios, and all others."""
    reading = Reading()
    for file in files:
        try:
            data = file.path.read_bytes()
        except OSError as error:
            reading.findings.append(file.unreadable(error))
            reading.is_complete = False
            continue
        reading.hashes[file.relative] = hash_of(data)
        root, findings = read_bytes(file.shown, data)
        is_empty = [one.code for one in findings] == ["W122"]
        if file.relative == MANIFEST and is_empty:
            findings = (Diagnostic("E337", file.start),)
        reading.findings += findings
        if root is None:
            reading.is_complete = reading.is_complete and not findings
            continue
        if file.relative == MANIFEST:
            schema = manifest
        else:
            schema = SCENARIOS if file.is_scenario else content
        reading.findings += check(root, schema, data_folder("schemas"))
        _keep(reading, file, root)
    return reading


def _keep(reading: Reading, file: PackFile, root: Node) -> None:
    """Keep the document of one file where it belongs."""
    if file.relative == MANIFEST:
        reading.manifest = root
    elif isinstance(root, MappingNode):
        target = reading.scenarios if file.is_scenario else reading.declarations
        target += (entry for entry in root if not entry.key.text.startswith(shapes.PRIVATE))
