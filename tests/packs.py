"""Lists the packs of the repository, for the tests that look at all of them."""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
CORPUS = REPOSITORY / "tests" / "corpus"


def packs_in(*folders: str) -> list[Path]:
    """Return the folders of all packs below some folders of the repository."""
    found = (path.parent for where in folders for path in (REPOSITORY / where).rglob("pack.yaml"))
    return sorted(found)


ALL_PACKS = packs_in("content", "examples", "tests/corpus")
PLAYED_PACKS = [
    folder
    for folder in packs_in("content", "examples", "tests/corpus/packs", "tests/corpus/rules")
    if folder.name != "every_key"
]
"""Packs that are games: no single feature with its scenarios, nor the one that holds every key."""


def short_name(folder: Path) -> str:
    """Return `content/age`, `rules/age`: the folder with the one above it."""
    return "/".join(folder.parts[-2:])
