"""Modules and functions stay small, and every public name says what it is."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.import_graph import module_files

LINES_A_MODULE = 600
LINES_A_FUNCTION = 60
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "tools"}

FILES = module_files()
Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.mark.parametrize("module", FILES)
def test_a_module_is_short_and_says_what_it_is(module: str) -> None:
    text = FILES[module].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES_A_MODULE
    assert ast.get_docstring(ast.parse(text)), "it has no docstring"
    assert module.rsplit(".", 1)[-1] not in EMPTY_NAMES, "its name says nothing"


@pytest.mark.parametrize("module", FILES)
def test_a_function_is_short(module: str) -> None:
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    long = [
        f"{node.name}: {lines} lines"
        for node in functions
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > LINES_A_FUNCTION
    ]
    assert not long, long


@pytest.mark.parametrize("module", FILES)
def test_a_public_name_has_a_docstring(module: str) -> None:
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    bare = [name for name, node in _public(tree, "") if not ast.get_docstring(node)]
    assert not bare, bare


def _public(
    parent: ast.Module | ast.ClassDef, prefix: str
) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """Yield the public classes, functions and methods; an overload's words stand at its body."""
    for node in parent.body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        if any("overload" in ast.unparse(decorator) for decorator in node.decorator_list):
            continue
        yield f"{prefix}{node.name}", node
        if isinstance(node, ast.ClassDef):
            yield from _public(node, f"{prefix}{node.name}.")
