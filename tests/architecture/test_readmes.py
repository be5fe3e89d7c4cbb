"""Each package has a page of four headings that names exactly the files that exist."""

import re
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY, repository_files, shown

HEADINGS = ["Purpose", "Files", "Flow", "Design"]
LINES = 60
FILES = [path for path in repository_files() if shown(path).startswith("interpreter/")]
PACKAGES = sorted({path.parent for path in FILES})


def entries(folder: Path) -> set[str]:
    """Return what a folder's page has to name: its files, and its folders with a stroke."""
    inside = [path.relative_to(folder) for path in FILES if folder in path.parents]
    names = {path.name if len(path.parts) == 1 else f"{path.parts[0]}/" for path in inside}
    return names - {"README.md", "__init__.py"}


@pytest.mark.parametrize("folder", PACKAGES, ids=shown)
def test_the_page_of_a_package_is_true(folder: Path) -> None:
    page = folder / "README.md"
    assert page.is_file(), f"{shown(folder)} has no README.md"
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES
    assert re.findall(r"^##+ (.*)$", text, re.MULTILINE) == HEADINGS
    files = text.split("## Files")[1].split("\n## ")[0]
    named = set(re.findall(r"^[-|*]\s*`([\w.-]+/?)`", files, re.MULTILINE)) - {"__init__.py"}
    assert named == entries(folder), "one line a file: - `name.py` what it does"


def test_there_are_packages() -> None:
    assert REPOSITORY / "interpreter" / "engine" in PACKAGES
