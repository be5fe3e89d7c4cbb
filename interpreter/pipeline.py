"""The whole load, top to bottom: folder → documents → declarations → names → typed tree.

The doors are `check_pack` (findings as values) and `load_pack` (raises). Both give a `Pack`, which
compiles itself for a number of players and values of its options when a game is started. A pack
without errors is kept in the cache, from which it is read for as long as its content stays the
same.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from interpreter import arguments, cache
from interpreter.checked import Header, Pack, Parts
from interpreter.diagnostics import Collector, Diagnostic, InternalError, PackError, Severity
from interpreter.lang import types
from interpreter.pack.files import content_hash
from interpreter.pack.linker import link_pack
from interpreter.pack.loader import load
from interpreter.resources import find_pack
from interpreter.scenario_texts import check_scenarios, scenario_game

__all__ = ["Pack", "check_pack", "check_scenarios", "load_pack", "scenario_game"]


def check_pack(
    name: str | Path, *, keep: bool = True
) -> tuple[Pack | None, tuple[Diagnostic, ...]]:
    """Return the pack that `name` means and all findings about it.

    `name` is a path or the id of a shipped pack.

    The pack is None when there is an error. With `keep=False` the cache is neither read nor
    written. Raises `TypeError` when `name` is neither text nor a path, and `ValueError` when it is
    empty.
    """
    path = arguments.path("name", name, "the folder or the id of a pack")
    arguments.truth("keep", keep)
    folder = find_pack(str(name)) or path
    content = content_hash(folder)
    key = cache.key_of("pack", folder, content) if keep and content is not None else ""
    header = cache.read(key) if key else None
    if isinstance(header, Header):
        return Pack(folder, header, None, lambda: _parts(folder)), header.warnings
    parts, found = _check(folder)
    if parts is None:
        return None, found
    header = _header(parts, content or "", found, key)
    if key:
        cache.write(key, header)
        cache.write(f"{key}-parts", parts)
    return Pack(folder, header, parts, lambda: _parts(folder)), found


def load_pack(name: str | Path, *, keep: bool = True) -> Pack:
    """Return a pack by path or id; raises `PackError` with the findings when it has errors.

    Arguments are those of `check_pack`.
    """
    pack, found = check_pack(name, keep=keep)
    if pack is None:
        raise PackError(found)
    return pack


def _check(folder: Path) -> tuple[Parts | None, tuple[Diagnostic, ...]]:
    """Read, link and type a pack; the parts are None when there is an error."""
    with _collector_paused():
        declarations, found = load(folder)
        if declarations is None or any(one.severity is Severity.ERROR for one in found):
            return None, found
        linked = link_pack(declarations)
    found = Collector((*found, *linked.diagnostics)).diagnostics
    if linked.spec is None:
        return None, found
    return Parts(declarations, linked.names, linked.spec), found


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


def _parts(folder: Path) -> Parts:
    """Return the parts of a pack that had no errors when it was kept."""
    parts, found = _check(folder)
    if parts is None:
        raise InternalError(f"a pack that was kept has errors now: {PackError(found)}")
    return parts


def _header(parts: Parts, content: str, found: tuple[Diagnostic, ...], key: str) -> Header:
    """Return what everybody needs of a pack."""
    spec = parts.spec
    named = [one.type.name for one in spec.options.values() if isinstance(one.type, types.Word)]
    return Header(
        id=spec.id,
        title=spec.title,
        version=spec.version,
        players=spec.players,
        options=spec.options,
        words={name: spec.words[name] for name in named},
        hash=content,
        warnings=found,
        key=key,
    )
