"""The examples in the documentation run: README, docs, and docstrings."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from tests.architecture.import_graph import module_files
from tests.architecture.tree import REPOSITORY, repository_files, shown

PAGES = [REPOSITORY / "README.md", *(p for p in repository_files() if shown(p).startswith("docs/"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_EXAMPLES = [
    module for module, path in module_files().items() if ">>> " in path.read_text(encoding="utf-8")
]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def blocks(page: Path) -> list[str]:
    """Return the Python sessions of a page, which share their names from top to bottom."""
    return [block for block in BLOCK.findall(page.read_text(encoding="utf-8")) if ">>> " in block]


def assert_runs(test: doctest.DocTest) -> None:
    """Run the examples of one page or docstring, and show what they printed instead."""
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed = runner.run(test, out=report.append).failed
    assert failed == 0, "".join(report)


@pytest.mark.parametrize("page", [p for p in PAGES if p.suffix == ".md" and blocks(p)], ids=shown)
def test_the_sessions_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    text = "\n".join(blocks(page))
    assert_runs(doctest.DocTestParser().get_doctest(text, {}, shown(page), shown(page), 0))


def test_the_readme_plays_a_game() -> None:
    assert any("Game(" in block for block in blocks(REPOSITORY / "README.md"))


def test_the_examples_of_docstrings_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    for module in WITH_EXAMPLES:
        for test in doctest.DocTestFinder().find(importlib.import_module(module)):
            assert_runs(test)


@pytest.mark.parametrize("page", [p for p in repository_files() if p.suffix == ".md"], ids=shown)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    dead = [target for target in targets if not (page.parent / target).exists()]
    assert not dead, dead
