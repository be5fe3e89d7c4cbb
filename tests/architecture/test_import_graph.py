"""The reader of imports itself: it sees what loads, and what it is told to overlook."""

from pathlib import Path

from tests.architecture.import_graph import find_cycle, imports, module_files

SAMPLE = """
import os.path
from typing import TYPE_CHECKING
from interpreter import lang
from . import parser
from .types import Kind
from .. import source

if TYPE_CHECKING:
    from interpreter.pack import Pack
else:
    import json

def late():
    import click
"""


def test_what_counts_as_an_import(tmp_path: Path) -> None:
    lang = tmp_path / "interpreter" / "lang"
    lang.mkdir(parents=True)
    for name in ("__init__", "parser", "types", "../__init__", "../source"):
        (lang / f"{name}.py").touch()
    (lang / "checker.py").write_text(SAMPLE)
    found = imports(module_files(tmp_path / "interpreter"))
    assert [(found.target, found.at_load) for found in found] == [
        ("os.path", True),
        ("typing", True),
        ("interpreter.lang", True),
        ("interpreter.lang.parser", True),
        ("interpreter.lang.types", True),
        ("interpreter.source", True),
        ("json", True),
        ("click", False),
    ]


def test_a_ring_is_found_and_named() -> None:
    assert find_cycle({"a": {"b", "x"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert find_cycle({"a": {"b", "c"}, "b": {"c"}}) is None
