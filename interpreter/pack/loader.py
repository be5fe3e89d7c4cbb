"""Pack stage: a folder to `Declarations`: finds, reads, checks, merges files; feeds the linker.

All files are read before anything is judged, so that neither their order nor that of their keys
changes a finding. A declaration with a mistake is left out or taken as far as it goes; the rest of
the pack is loaded all the same, so that one run shows all there is to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from interpreter.definitions import Declarations, EntryDeclaration, Manifest, Scenario
from interpreter.diagnostics import Collector, Diagnostic
from interpreter.document import Entry, MappingNode, Node, ScalarNode, check, read_bytes
from interpreter.pack import entries, mechanics, model, scenarios, shapes
from interpreter.pack.blocks import GROUP_BLOCKS, SINGLE_BLOCKS, Blocks, Item, merge_blocks
from interpreter.pack.files import PackFile, find_files, hash_of
from interpreter.resources import MANIFEST, data_folder
from interpreter.source import Span

LANGUAGES = ("1",)
"""The versions of the language that this program reads."""

_Builder = Callable[[ScalarNode, Node, Collector], Any]

# A block fills the field of `Declarations` that has its name.
_GROUPS: Mapping[str, _Builder] = {
    "options": model.option,
    "words": model.word_list,
    "kinds": model.kind,
    "pieces": model.piece,
    "globals": model.group_of_globals,
    "tables": model.table,
    "dice": model.die,
    "records": model.record,
    "values": mechanics.value,
    "rules": mechanics.rule,
}
_SINGLES: Mapping[str, Callable[[Node, Collector], Any]] = {
    "flow": mechanics.steps,
    "scoring": mechanics.steps,
    "ranking": mechanics.ranking,
    "score": lambda node, _found: shapes.text_of(node),
    "evaluation": lambda node, _found: shapes.text_of(node),
    "bounds": lambda node, _found: {name.text: text for name, text in shapes.pairs_of(node)},
}


@dataclass(slots=True)
class _Reading:
    """What was read: the manifest, the top-level keys of the other files, the hash of each file."""

    manifest: Node | None = None
    declarations: list[Entry] = field(default_factory=list)
    scenarios: list[Entry] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    is_complete: bool = True


def load(folder: Path) -> tuple[Declarations | None, tuple[Diagnostic, ...]]:
    """Read the pack in `folder`.

    Returns what it declares, and all findings by place. None when there is no pack to speak of: no
    folder, no manifest, or one that does not say what it must. With errors among the findings,
    what is returned lacks what they are about.
    """
    found = Collector()
    files = find_files(folder, found)
    if files is None:
        return None, found.diagnostics
    reading = _read(files)
    blocks = merge_blocks(reading.declarations, found, is_complete=reading.is_complete)
    sections = entries.sections_of(blocks.items("kinds"))
    covered = _misplaced(reading, blocks, sections, found)
    found.extend(each for each in reading.findings if not _is_covered(each, covered))
    fields: dict[str, Any] = {
        block: tuple(shapes.whole(blocks.items(block), partial(_record, build, found), found))
        for block, build in _GROUPS.items()
    }
    fields |= _singles(blocks, found)
    fields["entries"] = tuple(_entries(blocks, sections, found))
    fields["scenarios"] = _scenarios(reading, found)
    fields["files"] = reading.hashes
    roots = () if reading.manifest is None else (reading.manifest,)
    manifest = next(shapes.whole(roots, partial(_manifest, found=found), found), None)
    if manifest is None or reading.manifest is None:
        return None, found.diagnostics
    meaning = blocks.meaning(reading.manifest)
    return Declarations(manifest=manifest, meaning=meaning, **fields), found.diagnostics


def load_scenarios(folder: Path) -> tuple[tuple[Scenario, ...], tuple[Diagnostic, ...]]:
    """Read only the scenarios of the pack in `folder`; the rest of it is not looked at."""
    found = Collector()
    files = find_files(folder, found)
    if files is None:
        return (), found.diagnostics
    reading = _read(file for file in files if file.is_scenario)
    found.extend(reading.findings)
    return _scenarios(reading, found), found.diagnostics


def _read(files: Iterable[PackFile]) -> _Reading:
    """Read the files and check each with its schema."""
    reading = _Reading()
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
        reading.findings += check(root, _schema_of(file), data_folder("schemas"))
        if file.relative == MANIFEST:
            reading.manifest = root
        elif isinstance(root, MappingNode):
            target = reading.scenarios if file.is_scenario else reading.declarations
            target += (entry for entry in root if not entry.key.text.startswith(shapes.PRIVATE))
    return reading


def _schema_of(file: PackFile) -> str:
    """Return the name of the schema of a file."""
    if file.relative == MANIFEST:
        return "pack"
    return "scenarios" if file.is_scenario else "declarations"


def _misplaced(
    reading: _Reading, blocks: Blocks, sections: Mapping[str, entries.Section], found: Collector
) -> list[Span]:
    """Report sections and keys that no kind has; return what they cover, which no schema knows."""
    covered = []
    # Where a kind could not be read, nothing proves that a section has none.
    is_complete = reading.is_complete and entries.have_plurals(blocks.items("kinds"))
    for entry in reading.declarations:
        name = entry.key.text
        if name in GROUP_BLOCKS or name in SINGLE_BLOCKS or name in sections:
            continue
        if is_complete:
            entries.unknown_section(entry.key, sections, found)
            covered.append(entry.key.span.cover(entry.value.span))
    for name, section in sections.items():
        covered += entries.unknown_keys(blocks.items(name), section, found)
    return covered


def _is_covered(finding: Diagnostic, covered: list[Span]) -> bool:
    """Return whether a finding lies in one of the places."""
    span = finding.span
    return span is not None and any(
        place.source is span.source and place.start <= span.start <= place.end for place in covered
    )


def _record(build: _Builder, found: Collector, item: Item) -> Any:
    """Return the record of one declaration of a block."""
    return build(item.key, item.value, found)


def _single(build: Callable[[Node, Collector], Any], found: Collector, node: Node) -> Any:
    """Return the record of a block that is one thing."""
    return build(node, found)


def _singles(blocks: Blocks, found: Collector) -> dict[str, Any]:
    """Return the blocks that are one thing, by name."""
    fields = {}
    for block, build in _SINGLES.items():
        entry = blocks.singles.get(block)
        nodes = () if entry is None else (entry.value,)
        for record in shapes.whole(nodes, partial(_single, build, found), found):
            fields[block] = record
    return fields


def _entries(
    blocks: Blocks, sections: Mapping[str, entries.Section], found: Collector
) -> Iterable[EntryDeclaration]:
    """Iterate over the definitions of all sections."""
    for name, section in sections.items():
        build = partial(entries.definition, section=section, found=found)
        yield from shapes.whole(blocks.items(name), build, found)


def _scenarios(reading: _Reading, found: Collector) -> tuple[Scenario, ...]:
    """Return the scenarios of all files."""
    blocks = merge_blocks(reading.scenarios, found, is_complete=reading.is_complete)
    build = partial(scenarios.scenario, found=found)
    return tuple(shapes.whole(blocks.items(scenarios.BLOCK), build, found))


def _manifest(root: Node, found: Collector) -> Manifest:
    """Return what `pack.yaml` says."""
    said = shapes.mapping_of(root)
    players = said.get("players")
    if players is None:
        raise shapes.MalformedError
    seats = shapes.mapping_of(players)
    least = shapes.number_of(shapes.needed(seats, "least").text)
    most = shapes.number_of(shapes.needed(seats, "most").text)
    if least > most:
        related = [("the least is here", seats.key_span("least"))]
        found.report(
            "E314", seats.key_span("most"), related=related, least=str(least), most=str(most)
        )
    language = shapes.needed(said, "language")
    if language.text not in LANGUAGES:
        found.report("E319", language.span, language=language.text, known=LANGUAGES[-1])
    named = said.get("credits")
    return Manifest(
        id=shapes.needed(said, "id").text,
        title=shapes.needed(said, "title").text,
        version=shapes.needed(said, "version").text,
        players=(least, most),
        language=language.text,
        licence=shapes.words(said, "licence"),
        credits=() if named is None else tuple(text.text for text in shapes.texts_of(named)),
        doc=shapes.words(said, "doc"),
        span=said.span,
    )
