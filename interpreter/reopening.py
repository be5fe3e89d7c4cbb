"""After the load: the pack that a save or a run means, with its overlays; feeds games that go on.

A file names the pack by its id, and each overlay by id, version and, where its id is not enough,
the path by which it was named. The content that it was played with may be kept; see `kept`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from interpreter import kept
from interpreter.checked import Pack
from interpreter.diagnostics import PackError, SaveError
from interpreter.engine.saves import Save, SavedOverlay
from interpreter.overlay.reading import is_overlay, read_overlay
from interpreter.pack.files import variants_of
from interpreter.pipeline import load_pack
from interpreter.resources import find_pack


def pack_of(save: Save, file: Path, *, as_saved: bool = False) -> Pack:
    """Return the pack of a save, with its overlays.

    With `as_saved` it is the content that the game was saved with. Raises `SaveError` S813 for an
    overlay that is not found and S814 when the content is not kept, and `PackError` when the pack
    cannot be loaded.
    """
    if as_saved:
        return kept_pack(save, file)
    folder = find_pack(save.pack)
    if folder is None:
        return load_pack(save.pack)  # which says what there is instead
    return load_pack(folder, mods=find_overlays(folder, save.overlays, file))


def find_overlays(folder: Path, overlays: Sequence[SavedOverlay], file: Path) -> tuple[Path, ...]:
    """Return where the overlays are that a file names, of the pack in a folder.

    Raises `SaveError` S813 for one that is not found.
    """
    return tuple(_find_overlay(folder, overlay, file) for overlay in overlays)


def is_kept(digest: str) -> bool:
    """Return whether the content of a pack of a hash is at hand."""
    return kept.find(digest) is not None


def kept_pack(save: Save, file: Path) -> Pack:
    """Return the pack that a game was saved with, as it was then; raises `SaveError` S814."""
    found = kept.find(save.pack_hash)
    pack: Pack | None = None
    if found is not None:
        folder, overlays = found
        with suppress(PackError):  # kept by another version of this program, or damaged
            pack = load_pack(folder, mods=overlays)
    if pack is None or pack.hash != save.pack_hash:
        raise SaveError("S814", file=str(file), saved=save.pack_in_words)
    return pack.with_named({one.id: one.path for one in save.overlays})


def _find_overlay(folder: Path, overlay: SavedOverlay, file: Path) -> Path:
    """Return where an overlay of a file is; raises `SaveError` S813."""
    searched = list(dict.fromkeys(_places(folder, overlay, file)))
    for path in searched:
        if _id_of(path) == overlay.id:
            return path
    named = [str(path) for path in searched if not path.is_relative_to(folder)]
    where = f"it is not at {named[0]}" if named else "the pack has no such variant"
    raise SaveError(
        "S813",
        file=str(file),
        overlay=f"{overlay.id} {overlay.version}".rstrip(),
        searched=f"{where}; name it with `--with PATH`",
    )


def _places(folder: Path, overlay: SavedOverlay, file: Path) -> Iterator[Path]:
    """Iterate over where an overlay may be, likeliest first."""
    variants = variants_of(folder)
    if overlay.id in variants:
        yield variants[overlay.id]
    if overlay.path:
        yield Path(overlay.path)
        yield file.parent / overlay.path
    shipped = find_pack(overlay.id)
    if shipped is not None:
        yield shipped
    yield from variants.values()


def _id_of(path: Path) -> str | None:
    """Return the id of the overlay at a path, None when there is none."""
    with suppress(OSError, ValueError):  # ValueError: a name that no file can have
        if is_overlay(path):
            overlay, _ = read_overlay(path)
            return None if overlay is None else overlay.id
    return None
