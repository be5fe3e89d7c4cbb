"""Pack stage: the sheets of a pack to `Declarations`, a record for each; feeds the linker.

All files are read before anything is judged, so that neither their order nor that of their keys
changes a finding. A declaration with a mistake is left out or taken as far as it goes; the rest of
the pack is loaded all the same, so that one run shows all there is to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from interpreter.definitions import Declarations, EntryDeclaration, Manifest
from interpreter.diagnostics import Collector, Diagnostic
from interpreter.document import Node, ScalarNode
from interpreter.pack import entries, mechanics, model, pictures, scenarios, shapes
from interpreter.pack.blocks import GROUP_BLOCKS, SINGLE_BLOCKS, Blocks, Item
from interpreter.pack.sheets import Sheets, read_sheets
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
    "reports": mechanics.report,
    "palettes": pictures.palette,
    "board": pictures.panel,
    "labels": pictures.label,
}
_SINGLES: Mapping[str, Callable[[Node, Collector], Any]] = {
    "flow": mechanics.steps,
    "scoring": mechanics.steps,
    "ranking": mechanics.ranking,
    "score": lambda node, _found: shapes.text_of(node),
    "evaluation": lambda node, _found: shapes.text_of(node),
    "bounds": lambda node, _found: {name.text: text for name, text in shapes.pairs_of(node)},
}


def load(folder: Path) -> tuple[Declarations | None, tuple[Diagnostic, ...]]:
    """Read the pack in `folder`.

    Returns what it declares, and all findings by place. None when there is no pack to speak of: no
    folder, no manifest, or one that does not say what it must. With errors among the findings,
    what is returned lacks what they are about.
    """
    return declare(read_sheets(folder))


def declare(sheets: Sheets) -> tuple[Declarations | None, tuple[Diagnostic, ...]]:
    """Return what sheets declare, None as for `load`, with all findings about them by place."""
    found = Collector(sheets.found)
    blocks = sheets.blocks
    sections = entries.sections_of(blocks.items("kinds"))
    covered = _misplaced(sheets, sections, found)
    found.extend(each for each in sheets.shape if not _is_covered(each, covered))
    fields: dict[str, Any] = {
        block: tuple(shapes.whole(blocks.items(block), partial(_record, build, found), found))
        for block, build in _GROUPS.items()
    }
    fields |= _singles(blocks, found)
    fields["entries"] = tuple(_entries(blocks, sections, found))
    build = partial(scenarios.scenario, found=found)
    written = sheets.scenarios.items(scenarios.BLOCK)
    fields["scenarios"] = tuple(shapes.whole(written, build, found))
    fields["files"] = sheets.hashes
    roots = () if sheets.manifest is None else (sheets.manifest,)
    manifest = next(shapes.whole(roots, partial(_manifest, found=found), found), None)
    if manifest is None or sheets.manifest is None:
        return None, found.diagnostics
    meaning = blocks.meaning(sheets.manifest)
    return Declarations(manifest=manifest, meaning=meaning, **fields), found.diagnostics


def _misplaced(
    sheets: Sheets, sections: Mapping[str, entries.Section], found: Collector
) -> list[Span]:
    """Report sections and keys that no kind has; return what they cover, which no schema knows."""
    covered = []
    blocks = sheets.blocks
    # Where a kind could not be read, nothing proves that a section has none.
    is_complete = sheets.is_complete and entries.have_plurals(blocks.items("kinds"))
    for entry in sheets.sections:
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
    combined = said.get("combinations")
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
        combinations=()
        if combined is None
        else tuple(shapes.texts_of(each) for each in shapes.sequence_of(combined)),
        renamed=shapes.renamings(said),
    )
