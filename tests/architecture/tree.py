"""Lists the files of the repository, for the tests that look at all of them."""

import subprocess
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
_TEXT = {
    "",
    *(".py", ".lark", ".json", ".yaml", ".yml", ".toml", ".md", ".txt", ".lock", ".cfg", ".ini"),
    *(".cjs", ".js", ".mjs", ".ts", ".html", ".css", ".svg", ".csv", ".sh"),
}


@cache
def repository_files() -> tuple[Path, ...]:
    """Return every file that git has or would take, without what `.gitignore` names."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")
    return tuple(
        path for name in sorted(set(filter(None, names))) if (path := REPOSITORY / name).is_file()
    )


def text_files() -> tuple[Path, ...]:
    """Return the files of the repository that hold text."""
    return tuple(path for path in repository_files() if path.suffix in _TEXT)


def shown(path: Path) -> str:
    """Return a path as a reader of the repository knows it."""
    return path.relative_to(REPOSITORY).as_posix()
