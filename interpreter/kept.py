"""Beside the load: the files of packs that games were saved with, kept by the hash of the pack.

Written by `checked.Pack.keep`, read by `reopening`, so that a game can go on with the content that
it began with when the pack has changed. They lie in a folder of their own in the cache; what was
not used for longest goes first. As with the cache, nothing is ever wrong because of it: what is
found is loaded and checked like any pack, and its hash compared.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from interpreter import cache
from interpreter.pack.files import VARIANTS, contents_of, hash_of_contents

_FOLDER = "packs"
_MOST_PACKS = 64
_HASH = re.compile(r"[0-9a-f]{64}")


def keep(digest: str, places: Sequence[Path], contents: Sequence[str]) -> None:
    """Keep a pack with its overlays; `places` are where it and they are, in their order.

    `contents` are the hashes of their files when they were read: when one is another now, this is
    not the pack any more, and nothing is kept. A folder that cannot be written is let be.
    """
    goal = _place_of(digest)
    if goal is None or goal.is_dir():
        return
    read = [contents_of(place) for place in places]
    files = [one for one in read if one is not None]
    if [hash_of_contents(one) for one in files] != list(contents):
        return
    with suppress(OSError):
        goal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = Path(tempfile.mkdtemp(dir=goal.parent))
        try:
            _write(draft, places, files)
            draft.rename(goal)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        _tidy(goal.parent)


def find(digest: str) -> tuple[Path, tuple[Path, ...]] | None:
    """Return where a pack and its overlays are kept, None when they are not."""
    goal = _place_of(digest)
    if goal is None:
        return None
    with suppress(OSError):
        (folder,) = (goal / "base").iterdir()
        variants = [*(folder / VARIANTS).iterdir()] if (folder / VARIANTS).is_dir() else []
        mods = [*(goal / "mods").glob("*/*")]
        os.utime(goal)  # what is in use stays
        return folder, (*sorted(variants), *sorted(mods))
    return None


def _place_of(digest: str) -> Path | None:
    """Return the folder for a pack; a hash may come from a file that anybody has written."""
    root = cache.folder()
    return root / _FOLDER / digest if root is not None and _HASH.fullmatch(digest) else None


def _write(draft: Path, places: Sequence[Path], files: Sequence[Mapping[str, bytes]]) -> None:
    """Write a pack and its overlays, each under the name that it has."""
    base = draft / "base" / places[0].resolve().name
    _write_files(base, files[0])
    for number, (place, content) in enumerate(zip(places[1:], files[1:], strict=True)):
        is_variant = place.resolve().parent == places[0].resolve() / VARIANTS
        goal = (base / VARIANTS if is_variant else draft / "mods" / str(number)) / place.name
        if place.is_file():
            goal.parent.mkdir(parents=True, exist_ok=True)
            goal.write_bytes(*content.values())
        else:
            _write_files(goal, content)


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _tidy(root: Path) -> None:
    """Throw away what was not used for longest when there is too much."""
    packs = sorted(root.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for path in packs[:-_MOST_PACKS]:
        shutil.rmtree(path, ignore_errors=True)
