"""The page that maps the rulebook of Atlantida names what there is, and all its scenarios."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from interpreter.definitions import Declarations, StepDeclaration
from interpreter.pack.loader import load

REPOSITORY = Path(__file__).resolve().parents[2]
PACK = REPOSITORY / "content" / "atlantida"
PAGE = REPOSITORY / "docs" / "atlantida.md"
HEAD = ["Paragraph", "Definitions", "Scenarios", "How"]
KINDS_OF_REFERENCE = ("ruling", "stand-in", "reading")

_NAME = re.compile(r"`(\w+)`")
_REFERENCE = re.compile(
    r"(ruling|stand-in|reading)s? (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)"
)


@cache
def _declarations() -> Declarations:
    """Return what the pack declares."""
    declarations, _ = load(PACK)
    assert declarations is not None
    return declarations


def _rows() -> Iterator[list[str]]:
    """Yield the cells of all tables, heads and all."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("|") and not line.startswith("| ---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def _mapped() -> Iterator[list[str]]:
    """Yield the rows of the tables that map paragraphs."""
    yield from (row for row in _rows() if len(row) == len(HEAD) and row != HEAD)


def _steps(steps: tuple[StepDeclaration, ...]) -> Iterator[str]:
    """Yield the names of steps, those inside as well."""
    for step in steps:
        yield step.name.text
        yield from _steps(step.steps)


def _defined() -> set[str]:
    """Return all names that a definition, a rule, a value or anything else of the pack has."""
    pack = _declarations()
    groups = (
        pack.entries,
        pack.rules,
        pack.values,
        pack.tables,
        pack.kinds,
        pack.pieces,
        pack.dice,
    )
    names = {item.name.text for group in groups for item in group}
    resources = {field.name.text for kind in pack.kinds for field in kind.fields}
    return names | resources | set(_steps(pack.flow))


def _scenarios() -> set[str]:
    """Return the names of all scenarios."""
    return {scenario.name.text for scenario in _declarations().scenarios}


def _references(text: str) -> set[tuple[str, str]]:
    """Return the rulings, stand-ins and readings that a text names."""
    return {
        (kind, number)
        for kind, numbers in _REFERENCE.findall(text)
        for number in re.split(r", | and ", numbers)
    }


def _sources() -> Iterator[tuple[str, str]]:
    """Yield name and source of everything in the pack that has to have one."""
    pack = _declarations()
    groups = (pack.entries, pack.rules, pack.values, pack.tables, pack.scenarios)
    for item in (item for group in groups for item in group):
        source = item.source or ""
        yield item.name.text, source if isinstance(source, str) else source.text


def _rows_below(head: str) -> Iterator[list[str]]:
    """Yield the rows of the table whose head begins like this."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(head))
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _listed() -> set[tuple[str, str]]:
    """Return the rulings, stand-ins and readings that the page explains."""
    return {
        (kind, row[0])
        for kind in KINDS_OF_REFERENCE
        for row in _rows_below(f"| {kind.capitalize()} |")
    }


def test_every_paragraph_is_carried_by_something() -> None:
    rows = list(_mapped())
    assert rows
    assert not [row[0] for row in rows if not _NAME.search(row[1]) or not _NAME.search(row[2])]


def test_the_definitions_exist() -> None:
    named = {name for row in _mapped() for name in _NAME.findall(row[1])}
    assert named - _defined() == set()


def test_the_scenarios_exist_and_none_is_missing() -> None:
    named = {name for row in _mapped() for name in _NAME.findall(row[2])}
    assert named == _scenarios()


def test_everything_says_where_it_comes_from() -> None:
    assert [name for name, source in _sources() if not source] == []


def test_what_the_sources_refer_to_is_on_the_page() -> None:
    named = {reference for _, source in _sources() for reference in _references(source)}
    assert named - _listed() == set()


def test_what_the_page_refers_to_is_on_the_page() -> None:
    named = {reference for row in _mapped() for reference in _references(row[3])}
    assert named - _listed() == set()
