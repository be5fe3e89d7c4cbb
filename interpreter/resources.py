"""Foundation of the load: finds the packs and schemas that come with Solon, for loader and CLI.

A source checkout has the folders `content`, `examples` and `schemas` beside this package, an
installed wheel has copies of them in `_data` below it. Nothing here reads what is in a pack.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PACK_FOLDERS = ("content", "examples")
MANIFEST = "pack.yaml"
"""The file that makes a folder a pack."""
_SUFFIX = ".yaml"


def data_folder(name: str) -> Path:
    """Return the folder of shipped data called `name`: `content`, `examples` or `schemas`."""
    installed = _PACKAGE / "_data"
    return (installed if installed.is_dir() else _PACKAGE.parent) / name


def shipped_packs() -> dict[str, Path]:
    """Return the folder of each shipped pack by its id (the folder's name), sorted by id."""
    found = {
        manifest.parent.name: manifest.parent
        for kind in _PACK_FOLDERS
        for manifest in data_folder(kind).glob(f"*/{MANIFEST}")
    }
    return dict(sorted(found.items()))


def find_pack(name: str) -> Path | None:
    """Return the path that `name` means, or None when there is no such folder and no such pack.

    `name` is the path of a folder, of a manifest, of a variant (which is a file and is returned as
    it is), or the id of a shipped pack. Where it
    could be both a folder and an id, a folder with a manifest comes first: who stands in the
    folder of his own packs means those.
    """
    if not name:
        return None
    path = Path(name)
    if path.name == MANIFEST and _is_folder(path.parent):
        return path.parent
    if _is_folder(path) and _is_folder_with_manifest(path):
        return path
    if path.suffix == _SUFFIX and _is_file(path):
        return path
    shipped = shipped_packs().get(name)
    if shipped is not None:
        return shipped
    # A folder without a manifest is found all the same, so that the loader says what it lacks.
    return path if _is_folder(path) else None


def _is_folder(path: Path) -> bool:
    """Say whether `path` is a folder; a name that the system refuses is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _is_file(path: Path) -> bool:
    """Say whether `path` is a file; a name that the system refuses is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def _is_folder_with_manifest(path: Path) -> bool:
    """Say whether the folder `path` shows a manifest to this user."""
    return _is_file(path / MANIFEST)
