"""The whole load, top to bottom: folder → documents → overlays → declarations → names → typed tree.

The doors are `check_pack` (findings as values) and `load_pack` (raises). Both give a `Pack`, which
compiles itself for a number of players and values of its options when a game is started. A pack
without errors is kept in the cache, from which it is read for as long as its content stays the
same.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from interpreter import arguments, cache
from interpreter.checked import Header, Layer, Pack, Parts
from interpreter.definitions import Declarations
from interpreter.diagnostics import Collector, Diagnostic, InternalError, PackError, Severity
from interpreter.lang import types
from interpreter.overlay.apply import Merged, lay_over
from interpreter.overlay.causes import with_causes
from interpreter.overlay.choosing import Choice, choose
from interpreter.overlay.reading import Overlay, pack_around
from interpreter.pack.files import content_hash
from interpreter.pack.linker import link_pack
from interpreter.pack.loader import declare
from interpreter.pack.sheets import read_sheets
from interpreter.resources import find_pack, shipped_packs
from interpreter.scenario_texts import check_scenarios, scenario_game

__all__ = [
    "Pack",
    "check_pack",
    "check_scenarios",
    "load_pack",
    "read_declarations",
    "read_merged",
    "scenario_game",
]


def check_pack(
    name: str | Path,
    *,
    variants: Sequence[str] = (),
    mods: Sequence[str | Path] = (),
    keep: bool = True,
) -> tuple[Pack | None, tuple[Diagnostic, ...]]:
    """Return the pack that `name` means and all findings about it.

    `name` is a path or the id of a shipped pack; an overlay is named like a pack and brings the
    pack that it extends. `variants` are names of variants of the pack, `mods` paths or ids of
    overlays. The pack is None when there is an error. With `keep=False` the cache is neither read
    nor written. Raises `TypeError` when a name is neither text nor a path or stands without its
    list, and `ValueError` when it is empty.
    """
    arguments.truth("keep", keep)
    choice = _choice(name, variants, mods)
    folder = choice.folder or Path(name)
    places = (folder, *(overlay.path for overlay in choice.overlays))
    contents = {place: content_hash(place) for place in places}
    is_kept = keep and None not in contents.values()
    key = cache.key_of("pack", *places, *contents.values()) if is_kept else ""
    header = cache.read(key) if key else None
    if isinstance(header, Header) and not choice.findings:
        return Pack(folder, header, None, lambda: _parts(choice)), header.warnings
    parts, found = _check(choice)
    if parts is None:
        return None, found
    header = _header(parts, choice, found, contents, key)
    if key:
        cache.write(key, header)
        cache.write(f"{key}-parts", parts)
    return Pack(folder, header, parts, lambda: _parts(choice)), found


def load_pack(
    name: str | Path,
    *,
    variants: Sequence[str] = (),
    mods: Sequence[str | Path] = (),
    keep: bool = True,
) -> Pack:
    """Return a pack by path or id; raises `PackError` with the findings when it has errors.

    Arguments are those of `check_pack`.
    """
    pack, found = check_pack(name, variants=variants, mods=mods, keep=keep)
    if pack is None:
        raise PackError(found)
    return pack


def read_declarations(
    name: str | Path, *, variants: Sequence[str] = (), mods: Sequence[str | Path] = ()
) -> tuple[Declarations | None, tuple[Diagnostic, ...]]:
    """Return what a pack declares, named as for `check_pack`, whether or not it has errors."""
    merged, findings = read_merged(name, variants=variants, mods=mods)
    if merged is None:
        return None, findings
    declarations, found = declare(merged.sheets)
    return declarations, Collector((*findings, *found)).diagnostics


def read_merged(
    name: str | Path, *, variants: Sequence[str] = (), mods: Sequence[str | Path] = ()
) -> tuple[Merged | None, tuple[Diagnostic, ...]]:
    """Return the documents of a pack with overlays laid over them, named as for `check_pack`."""
    choice = _choice(name, variants, mods)
    if choice.folder is None:
        return None, choice.findings
    return lay_over(read_sheets(choice.folder), choice.overlays), choice.findings


def _choice(name: str | Path, variants: Sequence[str], mods: Sequence[str | Path]) -> Choice:
    """Return the pack and the overlays that are meant."""
    path = arguments.path("name", name, "the folder or the id of a pack")
    overlays = arguments.row("mods", mods, "a list of folders or ids of overlays")
    paths = [arguments.path("mods", mod, "the folder or the id of an overlay") for mod in overlays]
    named = arguments.row("variants", variants, "a list of names of variants")
    for one in named:
        if not isinstance(one, str):
            raise arguments.wrong_type("variants", "the name of a variant", one)
    return choose(
        find_pack(str(path)) or path, variants, [find_pack(str(mod)) or mod for mod in paths]
    )


def _check(choice: Choice) -> tuple[Parts | None, tuple[Diagnostic, ...]]:
    """Read, merge, link and type a pack; the parts are None when there is an error."""
    if choice.folder is None:
        return None, choice.findings
    with _collector_paused():
        merged = lay_over(read_sheets(choice.folder), choice.overlays)
        declarations, found = declare(merged.sheets)
        found = Collector((*choice.findings, *found)).diagnostics
        if declarations is None or _has_errors(found):
            return None, with_causes(found, merged.changes)
        linked = link_pack(declarations, merged.patched)
    found = with_causes(Collector((*found, *linked.diagnostics)).diagnostics, merged.changes)
    if linked.spec is None:
        return None, found
    return Parts(declarations, linked.names, linked.spec, merged.order, merged.changes), found


def _has_errors(found: Sequence[Diagnostic]) -> bool:
    """Return whether one of the findings is an error."""
    return any(one.severity is Severity.ERROR for one in found)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep Python from looking for rings of garbage while a pack grows, which has next to none."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # There and back makes old objects of the young ones, without a look at each.
            gc.freeze()
            gc.unfreeze()
        gc.enable()


def _parts(choice: Choice) -> Parts:
    """Return the parts of a pack that had no errors when it was kept."""
    parts, found = _check(choice)
    if parts is None:
        raise InternalError(f"a pack that was kept has errors now: {PackError(found)}")
    return parts


def _header(
    parts: Parts,
    choice: Choice,
    found: tuple[Diagnostic, ...],
    contents: Mapping[Path, str | None],
    key: str,
) -> Header:
    """Return what everybody needs of a pack."""
    spec = parts.spec
    by_id = {overlay.id: overlay for overlay in choice.overlays}
    overlays = [by_id[name] for name in parts.order]
    folder = choice.folder or Path()
    renamed = [*parts.declarations.manifest.renamed]
    for overlay in overlays:
        renamed += overlay.manifest.renamed
    named = [one.type.name for one in spec.options.values() if isinstance(one.type, types.Word)]
    return Header(
        id=spec.id,
        title=spec.title,
        version=spec.version,
        players=spec.players,
        options=spec.options,
        words={name: spec.words[name] for name in named},
        hash=parts.declarations.meaning,
        overlays=tuple(_layer(one, folder, contents[one.path] or "") for one in overlays),
        renamed=tuple((one.section.text, one.old.text, one.new.text) for one in renamed),
        content=contents[folder] or "",
        warnings=found,
        key=key,
    )


def _layer(overlay: Overlay, folder: Path, content: str) -> Layer:
    """Return what a pack in a folder says of an overlay that is part of it."""
    manifest = overlay.manifest
    is_variant = pack_around(overlay.path) == folder.resolve()
    is_found = is_variant or shipped_packs().get(overlay.id) == overlay.path
    return Layer(
        id=overlay.id,
        title=manifest.title,
        version="" if manifest.version_text is None else manifest.version_text.text,
        doc=manifest.doc,
        path=overlay.path,
        named="" if is_found else str(overlay.path),
        content=content,
        needs=tuple(need.id.text for need in manifest.needs),
    )
