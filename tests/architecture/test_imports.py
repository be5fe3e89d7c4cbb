"""The real imports obey the table of `layers.py`, libraries stay where they belong."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.import_graph import ROOT, Import, find_cycle, imports, module_files
from tests.architecture.layers import FORBIDDEN, LAYERS, THIRD_PARTY

FILES = module_files()
IMPORTS = imports(FILES)
ORDER = list(LAYERS)


def short(module: str) -> str:
    """Drop the root: `interpreter.lang.parser` becomes `lang.parser`, the root becomes ``."""
    return module.removeprefix(ROOT).removeprefix(".")


def is_in(module: str, place: str) -> bool:
    """Say whether a short name is the module `place` or lies in the package `place`."""
    return module == place or module.startswith(f"{place}.")


def row_of(module: str) -> str | None:
    """Return the longest key of the table that fits; the empty key fits the root alone."""
    rows = [key for key in LAYERS if module == key or (key and is_in(module, key))]
    return max(rows, key=len, default=None)


def is_inside(imported: Import) -> bool:
    """Say whether an import takes a module of our own."""
    return imported.target.split(".")[0] == ROOT


def test_every_module_has_a_row_and_every_row_a_module() -> None:
    homeless = [module for module in FILES if row_of(short(module)) is None]
    assert not homeless, f"give these a row in layers.py: {homeless}"
    modules = [short(module) for module in FILES]
    empty = [key for key in LAYERS if not any(is_in(module, key) for module in modules)]
    assert not empty, f"layers.py has rows for what does not exist: {empty}"


def test_a_row_names_rows_above_it_only() -> None:
    for position, (row, allowed) in enumerate(LAYERS.items()):
        for name in allowed:
            above = row_of(name)
            assert above in ORDER[:position], f"{row}: {name} is no row above it"


def test_imports_obey_the_table() -> None:
    wrong = []
    for imported in filter(is_inside, IMPORTS):
        module, target = short(imported.module), short(imported.target)
        row = row_of(module)
        if row is None or (row and is_in(target, row)):
            continue
        if not any(is_in(target, name) for name in LAYERS[row]):
            wrong.append(str(imported))
    assert not wrong, "\n".join(wrong)


def test_no_modules_import_each_other_in_a_ring() -> None:
    edges: dict[str, set[str]] = {}
    for imported in filter(is_inside, IMPORTS):
        if imported.at_load:
            edges.setdefault(imported.module, set()).add(imported.target)
    assert find_cycle(edges) is None


def test_each_library_is_imported_in_its_one_place() -> None:
    wrong = []
    for imported in IMPORTS:
        top = imported.target.split(".")[0]
        if top == ROOT or top in sys.stdlib_module_names:
            continue
        place = THIRD_PARTY.get(top)
        if place is None or not is_in(short(imported.module), place):
            wrong.append(str(imported))
    assert not wrong, "\n".join(wrong)


def test_the_dependencies_are_the_libraries_of_the_table(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {line.split(">=")[0] for line in project["dependencies"]}
    assert declared == {"pyyaml" if name == "yaml" else name for name in THIRD_PARTY}


@pytest.mark.parametrize(("name", "place"), FORBIDDEN)
def test_chance_and_the_clock_stay_outside(name: str, place: str) -> None:
    wrong = [
        str(imported)
        for imported in IMPORTS
        if imported.target.split(".")[0] == name
        and (not place or is_in(short(imported.module), place))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("interpreter", list(THIRD_PARTY)),  # `import interpreter` costs nothing; names load late
        ("interpreter.engine", [*THIRD_PARTY, "interpreter.document", "interpreter.lang.parser"]),
        ("interpreter.lang", ["yaml", "jsonschema", "click", "interpreter.pack"]),
    ],
)
def test_a_layer_loads_without_those_above_it(module: str, absent: list[str]) -> None:
    code = f"import sys, {module}; print([name for name in {absent} if name in sys.modules])"
    got = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (got.stdout.strip(), got.stderr) == ("[]", "")
