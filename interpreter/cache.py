"""Foundation of the load: what was worked out once, kept in files for the next time.

Read and written by `pipeline`. A file is found by a key that names all that it was made from: the
content of the pack, the place it was read from, this program and the version of Python. What
cannot be read is made anew; nothing is ever wrong because of the cache, only slower without it.

The folder is `SOLON_CACHE`, else `solon` in the user's cache folder; `SOLON_CACHE=off` keeps
nothing. It holds pickles, which Python trusts: it must be nobody's but the user's.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

_MOST_FILES = 256
_DIGEST = 16
# Whatever a file can make of Python's reader that is damaged, or of another time.
_UNREADABLE = (
    OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, LookupError,
    TypeError, ValueError,
)  # fmt: skip


def folder() -> Path | None:
    """Return the folder of the cache, None when nothing is kept."""
    told = os.environ.get("SOLON_CACHE", "")
    if told == "off":
        return None
    if told:
        return Path(told)
    home = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    with suppress(RuntimeError):
        return (Path(home) if home else Path.home() / ".cache") / "solon"
    return None


def key_of(*parts: object) -> str:
    """Return the key of something made from `parts` by this program under this Python."""
    text = "\x1f".join(map(str, (*parts, _program(), sys.version)))
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=20).hexdigest()


@cache
def _program() -> str:
    """Return a digest of the files of this program as they are now."""
    lines = []
    root = str(Path(__file__).parent)
    for place, _, names in os.walk(root):
        for name in names:
            if name.endswith((".py", ".lark", ".json")):
                path = f"{place}{os.sep}{name}"
                found = os.stat(path)  # noqa: PTH116 - every start of the program waits for this
                lines.append(f"{path.removeprefix(root)} {found.st_size} {found.st_mtime_ns}\n")
    return blake2b("".join(sorted(lines)).encode(), digest_size=16).hexdigest()


def _digest(data: bytes) -> bytes:
    """Return what stands before the content of a file: damaged code could end the process."""
    return blake2b(data, digest_size=_DIGEST).digest()


def read(key: str) -> Any | None:
    """Return what is kept under a key, None when there is nothing that can be read."""
    root = folder()
    if root is None:
        return None
    path = root / key
    try:
        data = path.read_bytes()
        if not data.startswith(_digest(data[_DIGEST:])):
            return None
        found = pickle.loads(data[_DIGEST:])  # noqa: S301 - the user's own folder, see above
    except _UNREADABLE:
        return None
    with suppress(OSError):
        os.utime(path)  # what is in use stays
    return found


def write(key: str, thing: object) -> None:
    """Keep something under a key, whole or not at all.

    A folder that cannot be written is let be.
    """
    root = folder()
    if root is None:
        return
    data = pickle.dumps(thing, protocol=5)
    with suppress(OSError):
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=root, delete=False) as file:
            file.write(_digest(data) + data)
        Path(file.name).replace(root / key)
        _tidy(root)


def _tidy(root: Path) -> None:
    """Throw away what was not used for longest when there are too many files."""
    files = [path for path in root.iterdir() if path.is_file()]
    files.sort(key=lambda path: path.stat().st_mtime_ns)
    for path in files[:-_MOST_FILES]:
        path.unlink(missing_ok=True)
