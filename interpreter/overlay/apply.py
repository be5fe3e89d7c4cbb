"""Overlay stage, the door: overlays laid over the sheets of a pack, in order; feeds the loader.

The blocks of the pack become one tree, each overlay changes it by its sections, and the tree
becomes blocks again. What was changed is checked with the schema of whole definitions, since a
patch can make of a sound one something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from interpreter.diagnostics import Collector, Diagnostic
from interpreter.document import Entry, MappingNode, Node, ScalarNode, check
from interpreter.overlay import operations, renames, tree
from interpreter.overlay.changes import Change, Path, report_conflicts
from interpreter.overlay.operations import PACK
from interpreter.overlay.order import arrange
from interpreter.overlay.reading import OPTIONAL, Overlay
from interpreter.pack.blocks import SINGLE_BLOCKS, names_in
from interpreter.pack.scenarios import BLOCK as SCENARIOS
from interpreter.pack.sheets import DECLARATIONS, Sheets
from interpreter.resources import data_folder
from interpreter.source import LocatedText, Source

_WHOLE = frozenset({*SINGLE_BLOCKS, PACK})


@dataclass(frozen=True, slots=True)
class Merged:
    """A pack with overlays: its sheets as if written in one place.

    `order` are the overlays as they act, `changes` all that they changed, `patched` the texts that
    they put something into.
    """

    sheets: Sheets
    order: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    patched: tuple[LocatedText, ...] = ()


def lay_over(base: Sheets, overlays: Sequence[Overlay]) -> Merged:
    """Return a pack with overlays.

    What is wrong is among the findings of its sheets; where the overlays cannot be ordered, the
    pack is as it was.
    """
    if not overlays:
        return Merged(base)
    found = Collector(base.found)
    said = names_in(base.manifest)
    manifests = [overlay.manifest for overlay in overlays]
    arrangement = arrange(_text(said.get("id")), _text(said.get("version")), manifests, found)
    # Of a pack that could not be read whole nothing proves what an overlay finds in it.
    if arrangement is None or not base.is_complete:
        shape = (*base.shape, *(one for overlay in overlays for one in overlay.findings))
        return Merged(replace(base, found=found.diagnostics, shape=shape))
    by_id = {overlay.id: overlay for overlay in overlays}
    ordered = [by_id[manifest.id.text] for manifest in arrangement.overlays]
    return _laid(base, ordered, arrangement.comes_after, found)


def _text(entry: Entry | None) -> str:
    """Return the text of a key of the manifest, empty when it has none."""
    return entry.value.text if entry is not None and isinstance(entry.value, ScalarNode) else ""


def _laid(
    base: Sheets,
    overlays: Sequence[Overlay],
    comes_after: Callable[[str, str], bool],
    found: Collector,
) -> Merged:
    """Return a pack with overlays, which are in the order in which they act."""
    changes: list[Change] = []
    root: Node = _tree_of(base)
    known = renames.declared(base.manifest, overlays, comes_after, found)
    for overlay in overlays:
        work = operations.Work(
            overlay=overlay.id,
            changes=changes,
            comes_after=partial(comes_after, overlay.id),
            whole=_WHOLE,
            found=found,
        )
        sections = renames.brought_up_to_date(overlay, known, found)
        for name, section, is_optional in _in_order(sections):
            root = operations.act(operations.Site(work, name, is_optional), root, section)
        root = _with_scenarios(work, root, sections)
    report_conflicts(changes, comes_after, found)
    changes = [change for change in changes if change.manner != "miss"]
    root = renames.with_substitutes(root, known, found)
    shape = [one for overlay in overlays for one in overlay.findings]
    shape += _shape_of(root, changes, {one.id for one in overlays if one.is_broken})
    sheets = _sheets_of(root, base, overlays)
    sheets = replace(sheets, shape=(*base.shape, *shape), found=found.diagnostics)
    order = tuple(overlay.id for overlay in overlays)
    return Merged(sheets, order, tuple(changes), tuple(tree.patched(root)))


def _in_order(sections: Sequence[Entry]) -> Iterator[tuple[str, Node, bool]]:
    """Iterate over the sections of an overlay as they act: name, content, whether optional."""
    flat: list[tuple[str, Node, bool]] = []
    for entry in sections:
        if entry.key.text != OPTIONAL:
            flat.append((entry.key.text, entry.value, False))
        elif isinstance(entry.value, MappingNode):
            flat += ((inner.key.text, inner.value, True) for inner in entry.value)
    for operation in operations.OPERATIONS:
        yield from (one for one in flat if one[0] == operation)


def _with_scenarios(work: operations.Work, root: Node, sections: Sequence[Entry]) -> Node:
    """Return the tree with the scenarios of an overlay, which hide others of their names.

    They are its own examples and no part of the game: what others call theirs does not matter.
    """
    for section in sections:
        content = section.value
        if section.key.text != SCENARIOS or not isinstance(content, MappingNode):
            continue
        for entry in content:
            path, span = (SCENARIOS, entry.key.text), entry.key.span
            work.changes.append(Change(work.overlay, SCENARIOS, "add", path, span, entry.value))
        if isinstance(root, MappingNode):
            known = names_in(root.get(SCENARIOS))
            block = replace(content, entries={**known, **content.entries})
            root = replace(root, entries={**root.entries, SCENARIOS: Entry(section.key, block)})
    return root


def _tree_of(sheets: Sheets) -> MappingNode:
    """Return the blocks of a pack, its manifest and its scenarios as one tree."""
    entries = {**sheets.blocks.entries, **sheets.scenarios.entries}
    manifest = sheets.manifest
    if isinstance(manifest, MappingNode):
        key = ScalarNode(manifest.source, manifest.start, manifest.start, PACK)
        entries[PACK] = Entry(key, manifest)
        return MappingNode(manifest.source, manifest.start, manifest.start, entries)
    source = Source("", "") if not entries else next(iter(entries.values())).key.source
    return MappingNode(source, 0, 0, entries)


def _sheets_of(root: Node, base: Sheets, overlays: Sequence[Overlay]) -> Sheets:
    """Return the sheets that a tree makes."""
    entries = dict(names_in(root))
    manifest = entries.pop(PACK, None)
    scenarios = entries.pop(SCENARIOS, None)
    hashes = dict(base.hashes)
    for overlay in overlays:
        hashes.update({f"{overlay.id}: {name}": one for name, one in overlay.hashes.items()})
    known = {entry.key.text for entry in base.sections}
    new = (entry for name, entry in entries.items() if name not in known)
    return replace(
        base,
        manifest=None if manifest is None else manifest.value,
        blocks=base.blocks.with_entries(entries),
        scenarios=base.scenarios.with_entries({} if scenarios is None else {SCENARIOS: scenarios}),
        sections=(*base.sections, *new),
        hashes=hashes,
    )


def _shape_of(root: Node, changes: Sequence[Change], broken: set[str]) -> Iterator[Diagnostic]:
    """Iterate over what is wrong with the shape of what was changed.

    What `broken` overlays have changed is left out: their own findings say more.
    """
    causes: dict[tuple[str, ...], list[Change]] = {}
    for change in changes:
        depth = 1 if change.path[0] in _WHOLE else 2
        causes.setdefault(change.path[:depth], []).append(change)
    for path, several in causes.items():
        if any(change.overlay in broken for change in several):
            continue
        for finding in _checked(root, path):
            yield _with_cause(finding, several)


def _checked(root: Node, path: Path) -> tuple[Diagnostic, ...]:
    """Return what the schema finds in one definition, or in a block that is one thing."""
    block, *names = path
    entry = root.entries.get(block) if isinstance(root, MappingNode) else None
    schemas = data_folder("schemas")
    if entry is None or any(name not in names_in(entry.value) for name in names):
        return ()
    if block == PACK:
        return check(entry.value, PACK, schemas)
    value = entry.value
    if names and isinstance(value, MappingNode):
        value = replace(value, entries={name: value.entries[name] for name in names})
    document = MappingNode(value.source, value.start, value.end, {block: Entry(entry.key, value)})
    return check(document, SCENARIOS if block == SCENARIOS else DECLARATIONS, schemas)


def _with_cause(finding: Diagnostic, changes: Sequence[Change]) -> Diagnostic:
    """Return a finding about something that was changed; outside of an overlay it names one."""
    names = {change.span.source.name for change in changes}
    if finding.span is not None and finding.span.source.name in names:
        return finding
    cause = changes[-1]
    place = (f"`{cause.overlay}` has `{cause.section}` here", cause.span)
    return replace(finding, related=(*finding.related, place))
