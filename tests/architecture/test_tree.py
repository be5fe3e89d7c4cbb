"""What lies in the repository: data where data belongs, and nothing of one machine."""

import re
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY, repository_files, shown, text_files

DATA_SUFFIXES = {".yaml", ".md", ".txt", ".json", ".csv", ".svg", ".png"}
PACK_FOLDERS = ("content", "examples")

MACHINE_PATH = re.compile(
    r"(?<![\w.~-])(?:/(?:home|root|work|farm|Users|opt|mnt)/|[A-Z]:\\\\?Users)"
)
REGISTRY = re.compile(
    r"pypi\.org|pythonhosted\.org|registry\.npmjs|crates\.io|proxy\.golang|deb\.debian"
)


@pytest.mark.parametrize("folder", PACK_FOLDERS)
def test_packs_are_data_only(folder: str) -> None:
    files = [path for path in repository_files() if shown(path).startswith(f"{folder}/")]
    assert files, f"{folder}/ holds no file"
    wrong = [shown(path) for path in files if path.suffix not in DATA_SUFFIXES]
    assert not wrong, f"only {sorted(DATA_SUFFIXES)} may lie in a pack: {wrong}"
    runnable = [shown(path) for path in files if path.is_symlink() or path.stat().st_mode & 0o111]
    assert not runnable, f"links and programs have no place in a pack: {runnable}"


@pytest.mark.parametrize("folder", PACK_FOLDERS)
def test_every_folder_of_packs_holds_packs(folder: str) -> None:
    stray = [path.name for path in (REPOSITORY / folder).iterdir() if _is_stray(path)]
    assert not stray, f"{folder}/ holds what is no pack: {stray}"


def _is_stray(path: Path) -> bool:
    """Say whether something beside the packs is neither a pack nor the folder's page."""
    return not (path / "pack.yaml").is_file() and path.name != "README.md"


def test_the_changelog_has_a_place_for_what_is_not_released() -> None:
    text = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## .*$", text, re.MULTILINE)
    assert headings[0] == "## Unreleased"
    assert re.search(r"^## Unreleased\n+(?:###.*\n+)?- ", text, re.MULTILINE), "it has no line"


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["machine", "registry"])
def test_nothing_names_one_machine_or_registry(pattern: re.Pattern[str]) -> None:
    wrong = [
        f"{shown(path)}:{number}: {line.strip()[:100]}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not wrong, "\n".join(wrong)


def test_text_is_utf_8_with_plain_line_ends() -> None:
    wrong = [shown(path) for path in text_files() if b"\r" in path.read_bytes()]
    deliberate = [name for name in wrong if name.startswith("tests/corpus/")]
    assert wrong == deliberate
