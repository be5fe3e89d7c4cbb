"""Pack stage: which files a folder holds for a pack, and the hash of them; feeds the loader.

A pack is `pack.yaml` and every other `*.yaml` file at any depth. Names are compared with the
listing of the folder, letter by letter, so that a pack is the same pack on every system. Links are
not followed out of the folder: a pack is untrusted, and reads nothing but itself.
"""

from __future__ import annotations

import codecs
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Collector, Diagnostic, did_you_mean
from interpreter.resources import MANIFEST
from interpreter.source import Source, Span

SCENARIOS = "scenarios"
VARIANTS = "variants"
_SUFFIX = ".yaml"
_OTHER_SUFFIXES = (".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class PackFile:
    """One file of a pack: `relative` to the folder with `/`, `shown` as the user named it."""

    relative: str
    shown: str
    path: Path

    @property
    def is_scenario(self) -> bool:
        """Whether the file holds scenarios."""
        return self.relative.startswith(f"{SCENARIOS}/")

    def unreadable(self, error: OSError) -> Diagnostic:
        """Return the finding that the file cannot be read."""
        return Diagnostic("E101", self.start, {"file": self.shown, "reason": _reason(error)})

    @property
    def start(self) -> Span:
        """The place to point at for a finding about the file as a whole."""
        return Source(self.shown, "").span(0, 0)


def find_files(folder: Path, found: Collector) -> tuple[PackFile, ...] | None:
    """Return the files of the pack in `folder`, the manifest first, the others by their name.

    Returns None when there is no pack to read; `found` says why.
    """
    if not (_is_usable(folder, found) and _has_manifest(folder, found)):
        return None
    files = sorted(
        _walk(folder, found), key=lambda file: (file.relative != MANIFEST, file.relative)
    )
    return tuple(files)


def files_of_overlay(path: Path, found: Collector) -> tuple[PackFile, ...]:
    """Return the files of an overlay, its manifest first; a variant is often one file alone."""
    if path.is_dir():
        return find_files(path, found) or ()
    return (PackFile(MANIFEST, _shown(path), path),)


def variants_of(folder: Path) -> dict[str, Path]:
    """Return the variants that come with the pack in a folder: their paths by their names."""
    with suppress(OSError, ValueError):  # ValueError: a name that no folder can have
        paths = sorted((folder / VARIANTS).iterdir())
        return {
            path.name.removesuffix(_SUFFIX): path
            for path in paths
            if not path.name.startswith(".")
            if path.name.endswith(_SUFFIX) or (path / MANIFEST).is_file()
        }
    return {}


def without_content(files: Iterable[PackFile], found: Collector) -> None:
    """Report a pack whose files make no game."""
    manifest = next(file for file in files if file.relative == MANIFEST)
    if not any(file is not manifest and not file.is_scenario for file in files):
        found.report("E312", manifest.start)


def content_hash(path: Path) -> str | None:
    """Return the hash of all that is read of a pack or overlay, without understanding any of it.

    Line ends, a byte-order mark and the order of the files do not count; anything else does, names
    of files included. None when something cannot be read: then only `load` can say what is wrong.
    """
    files = contents_of(path)
    return None if files is None else hash_of_contents(files)


def contents_of(path: Path) -> dict[str, bytes] | None:
    """Return all that is read of a pack or overlay: the content of its files by their names.

    The one file of an overlay that has no folder is called like a manifest. None when something
    cannot be read.
    """
    found = Collector()
    files = files_of_overlay(path, found)
    if not files or found.has_errors:
        return None
    try:
        return {file.relative: file.path.read_bytes() for file in files}
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return None


def hash_of_contents(files: Mapping[str, bytes]) -> str:
    """Return the hash of what `contents_of` gives."""
    return hash_of_files({name: hash_of(data) for name, data in files.items()})


def hash_of_files(hashes: Mapping[str, str]) -> str:
    """Return one hash of many files; `hashes` are theirs by name, as in `Declarations.files`."""
    lines = "".join(f"{name}\0{digest}\n" for name, digest in sorted(hashes.items()))
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def hash_of(data: bytes) -> str:
    """Return the hash of the content of one file; how its lines end does not count."""
    text = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return hashlib.sha256(text).hexdigest()


def _shown(path: Path) -> str:
    """Return a path as findings show it, the same on every system and on one line."""
    text = path.as_posix()
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def _is_usable(folder: Path, found: Collector) -> bool:
    """Report a folder that is missing, is none, or is written otherwise than it is called."""
    try:
        if not folder.exists():
            found.report("E307", None, help=_similar_path(folder), folder=_shown(folder))
            return False
        if not folder.is_dir():
            found.report("E308", None, help=_folder_of(folder), path=_shown(folder))
            return False
        siblings = [path.name for path in folder.parent.iterdir()]
    except OSError as error:
        # A folder whose parent cannot be listed is fine; one that cannot be looked at is not.
        if os.access(folder, os.R_OK | os.X_OK):
            return True
        _report_unreadable(folder, error, found)
        return False
    name = folder.name
    if name in {"", ".", ".."} or name in siblings:
        return True
    called = next((other for other in siblings if other.casefold() == name.casefold()), None)
    if called is None:
        return True
    found.report("E310", None, written=name, called=called)
    return False


def _has_manifest(folder: Path, found: Collector) -> bool:
    """Report a folder without a manifest, or with one whose letters differ in case."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        _report_unreadable(folder, error, found)
        return False
    if MANIFEST in names:
        return True
    called = next((name for name in names if name.casefold() == MANIFEST), None)
    if called is None:
        found.report("E309", None, help=_nearest_pack(folder), folder=_shown(folder))
    else:
        file = PackFile(called, _shown(folder / called), folder / called)
        found.report("E310", file.start, written=MANIFEST, called=called)
    return False


def _folder_of(path: Path) -> str | None:
    """Return the help for somebody who named a file of a pack."""
    return f"name the folder, {_shown(path.parent)}" if path.suffix == _SUFFIX else None


def _similar_path(folder: Path) -> str | None:
    """Return what a missing folder may have been meant to be."""
    parent = folder.parent
    try:
        names = [entry.name for entry in os.scandir(parent) if entry.is_dir()]
    except OSError:
        return f"{_shown(parent)} does not exist either"
    name = did_you_mean(folder.name, names)
    return None if name is None else f"did you mean {_shown(parent / name)}?"


def _nearest_pack(folder: Path) -> str | None:
    """Return where near `folder` there is a manifest: in a folder inside, or in one around it."""
    with suppress(OSError):  # what cannot be looked into has nothing to say
        inside = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
        if inside:
            return f"there is one in {_shown(inside[0])}"
    around = (folder / ("../" * depth) for depth in (1, 2))
    for outer in around:
        if (outer / MANIFEST).is_file():
            return f"there is one in {_shown(Path(os.path.normpath(outer)))}"
    return None


def _walk(folder: Path, found: Collector) -> Iterator[PackFile]:
    """Iterate over the files of a pack in any order, and report what cannot belong to one."""
    waiting = [("", folder)]
    while waiting:
        prefix, inner = waiting.pop()
        try:
            entries = sorted(os.scandir(inner), key=lambda entry: entry.name)
        except OSError as error:
            _report_unreadable(inner, error, found)
            continue
        for entry in entries:
            if entry.name.startswith(".") or entry.name.endswith("~"):
                continue
            relative = prefix + entry.name
            file = PackFile(relative, _shown(folder / relative), Path(entry.path))
            if not _is_inside(entry, folder):
                found.report("E311", file.start, name=relative)
            elif entry.is_dir():
                if relative == VARIANTS:
                    _look_through_variants(folder, found)
                elif _has_its_name(relative, found, file):
                    waiting.append((relative + "/", file.path))
            elif _is_content(file, found):
                if entry.is_file():
                    yield file
                else:
                    found.report("E101", file.start, file=file.shown, reason="it is no file")


def _is_inside(entry: os.DirEntry[str], folder: Path) -> bool:
    """Return whether an entry is no link, or a link to a file inside the pack."""
    if not entry.is_symlink():
        return True
    # Links to folders could lead in circles; whatever lies inside is found without them.
    target = Path(os.path.realpath(entry.path))
    return target.is_file() and target.is_relative_to(os.path.realpath(folder))


def _has_its_name(relative: str, found: Collector, file: PackFile) -> bool:
    """Return whether a folder is to be looked into; report one whose letters differ in case."""
    folded = relative.casefold()
    if folded in {SCENARIOS, VARIANTS} and folded != relative:
        found.report("E310", file.start, written=folded, called=relative)
        return False
    return True


def _look_through_variants(folder: Path, found: Collector) -> None:
    """Report what looks like a variant and is none; the others are read by `overlay`."""
    try:
        entries = sorted((folder / VARIANTS).iterdir())
    except OSError as error:
        _report_unreadable(folder / VARIANTS, error, found)
        return
    for path in entries:
        name = f"{VARIANTS}/{path.name}"
        file = PackFile(name, _shown(folder / name), path)
        if path.name.startswith(".") or path.name.endswith("~"):
            continue
        if not path.is_dir():
            _is_content(file, found)
        elif not (path / MANIFEST).is_file() and any(path.glob(f"*{_SUFFIX}")):
            reason = f"a variant that is a folder has a {MANIFEST}"
            found.report("E313", file.start, name=name, reason=reason)


def _is_content(file: PackFile, found: Collector) -> bool:
    """Return whether a file is to be read; report one that looks as if it should be."""
    name = file.relative.rsplit("/", 1)[-1]
    folded = name.casefold()
    if folded == MANIFEST and file.relative != MANIFEST:
        reason = "the manifest stands at the top of a pack, once"
        found.report("E313", file.start, name=file.relative, reason=reason)
        return False
    if folded.endswith(_OTHER_SUFFIXES) and not name.endswith(_SUFFIX):
        reason = f"the files of a pack end in {_SUFFIX}"
        found.report("E313", file.start, name=file.relative, reason=reason)
        return False
    return name.endswith(_SUFFIX)


def _report_unreadable(path: Path, error: OSError, found: Collector) -> None:
    """Report a folder that the system does not hand out."""
    found.report("E101", None, file=_shown(path), reason=_reason(error))


def _reason(error: OSError) -> str:
    """Return why the system refuses something."""
    return (error.strerror or type(error).__name__).lower()
