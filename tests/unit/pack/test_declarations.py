"""The loader against a corpus of files with one mistake each.

Beside `name.yaml`, the only file of a pack but its manifest, `name.expected` has a line for each
finding: place, code, what is underlined, and behind `|` the help where it matters.
"""

from pathlib import Path

import pytest

from interpreter.codes import link as link_codes
from interpreter.diagnostics import Diagnostic
from interpreter.pack.loader import load

CORPUS = Path(__file__).parents[2] / "corpus" / "declarations"
FILES = sorted(CORPUS.glob("*.yaml"))
MANIFEST = """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 4}
licence: CC0-1.0
"""
# These are about folders, manifests or several files; `test_loader.py` has them.
NOT_IN_THE_CORPUS = {"E301", "E306", *(f"E{number}" for number in range(307, 315)), "E319"}


def found(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_bytes(text.encode("utf-8"))
    return load(folder)[1]


def line(diagnostic: Diagnostic, *, with_help: bool) -> str:
    assert diagnostic.span is not None
    place = f"{diagnostic.span.line}:{diagnostic.span.column}"
    shown = f"{place} {diagnostic.code} {diagnostic.span.text}"
    return f"{shown} | {diagnostic.help}" if with_help else shown


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_mistake_is_found_once_where_it_is(path: Path, line_end: str, tmp_path: Path) -> None:
    wanted = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    text = path.read_text(encoding="utf-8").replace("\n", line_end)
    got = found(tmp_path, text)
    lines = [line(each, with_help=" | " in other) for each, other in zip(got, wanted, strict=False)]
    lines += [line(each, with_help=True) for each in got[len(wanted) :]]
    assert lines == wanted


def test_each_code_has_a_file() -> None:
    seen = {
        line.split(" ")[1]
        for path in FILES
        for line in path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    }
    mine = {code for code in link_codes.ROWS if code < "E320"}
    assert mine - seen == NOT_IN_THE_CORPUS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_message_is_longer_than_a_reader_bears(path: Path, tmp_path: Path) -> None:
    for diagnostic in found(tmp_path, path.read_text(encoding="utf-8")):
        assert len(diagnostic.message) < 300
        assert all(len(note) < 300 for note in diagnostic.notes)
