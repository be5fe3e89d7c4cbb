"""The tutorials are carried out as they are written: files are made, commands are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli.command import solon

_BLOCK = re.compile(r"^```(\w+) ?(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)


def _write(folder: Path, told: str, text: str) -> None:
    """Make or change the file that a block names: whole, added to (`+`), or by `s/old/new/`."""
    name, _, how = told.partition(" ")
    path = folder / name
    if how.startswith("s/"):
        _, old, new, _ = how.replace("\\n", "\n").split("/")
        before = path.read_text(encoding="utf-8")
        assert before.count(old) == 1, f"{old!r} stands {before.count(old)} times in {name}"
        path.write_text(before.replace(old, new), encoding="utf-8")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if how == "+" else ""
    path.write_text(before + text, encoding="utf-8")


def _run(text: str) -> None:
    """Run a command and compare what it prints with what is shown; `...` stands for any lines."""
    command, *shown = text.splitlines()
    assert command.startswith("$ solon ")
    result = CliRunner().invoke(solon, command.removeprefix("$ solon ").split())
    printed = result.output.rstrip("\n")
    parts = [re.escape(part) for part in "\n".join(shown).split("...")]
    assert re.fullmatch("[\\s\\S]*".join(parts), printed), f"{command} printed:\n{printed}"


@pytest.mark.parametrize("name", ["tutorial", "mods"])
def test_each_step_of_a_page_works(
    name: str, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each block of a page works, in the order of the page."""
    monkeypatch.chdir(tmp_path)
    page = (repository / "docs" / f"{name}.md").read_text(encoding="utf-8")
    blocks = _BLOCK.findall(page)
    assert len(blocks) > 10
    assert page.count("```") == 2 * len(blocks)
    for language, told, text in blocks:
        if language == "console":
            _run(text)
        else:
            _write(tmp_path, told, text)
