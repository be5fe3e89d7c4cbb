"""The pages that map a rulebook to its pack name what there is, and all its scenarios."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from interpreter.definitions import Declarations, StepDeclaration
from interpreter.pack.loader import load
from interpreter.pipeline import load_pack

REPOSITORY = Path(__file__).resolve().parents[2]
PACKS = ("atlantida", "era", "age")  # each with its page in docs
HEADS = (
    ["Paragraph", "Definitions", "Scenarios", "How"],
    ["Section", "Definitions", "Scenarios", "How"],
)
KINDS_OF_REFERENCE = ("ruling", "stand-in", "reading")

_NAME = re.compile(r"`(\w+)`")
_NUMBER = r"[A-Z]?\d+(?:\.\d+)?"
_REFERENCE = re.compile(rf"(ruling|stand-in|reading)s? ({_NUMBER}(?:(?:, | and ){_NUMBER})*)")


@cache
def _declarations(pack: str) -> Declarations:
    """Return what a pack declares."""
    declarations, _ = load(REPOSITORY / "content" / pack)
    assert declarations is not None
    return declarations


@cache
def _variants(pack: str) -> tuple[Declarations, ...]:
    """Return what a pack declares with each of its variants laid over it alone."""
    folder = REPOSITORY / "content" / pack
    names = sorted(path.stem for path in folder.glob("variants/*.yaml"))
    return tuple(load_pack(folder, variants=[name]).declarations for name in names)


def _lines(pack: str) -> list[str]:
    """Return the page of a pack."""
    page = REPOSITORY / "docs" / f"{pack}.md"
    return page.read_text(encoding="utf-8").splitlines()


def _rows(pack: str) -> Iterator[list[str]]:
    """Yield the cells of all tables, heads and all."""
    for line in _lines(pack):
        if line.startswith("|") and not line.startswith("| ---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def _mapped(pack: str) -> Iterator[list[str]]:
    """Yield the rows of the tables that map paragraphs."""
    yield from (row for row in _rows(pack) if len(row) == len(HEADS[0]) and row not in HEADS)


def _steps(steps: tuple[StepDeclaration, ...]) -> Iterator[str]:
    """Yield the names of steps, those inside as well."""
    for step in steps:
        yield step.name.text
        yield from _steps(step.steps)


def _defined(pack: Declarations) -> set[str]:
    """Return all names that a definition, a rule, a value or anything else of a pack has."""
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


def _scenarios(pack: Declarations) -> set[str]:
    """Return the names of all scenarios."""
    return {scenario.name.text for scenario in pack.scenarios}


def _references(text: str) -> set[tuple[str, str]]:
    """Return the rulings, stand-ins and readings that a text names."""
    return {
        (kind, number)
        for kind, numbers in _REFERENCE.findall(text)
        for number in re.split(r", | and ", numbers)
    }


def _sources(name: str) -> Iterator[tuple[str, str]]:
    """Yield name and source of everything in a pack that has to have one."""
    pack = _declarations(name)
    groups = (pack.entries, pack.rules, pack.values, pack.tables, pack.scenarios)
    for item in (item for group in groups for item in group):
        source = item.source or ""
        yield item.name.text, source if isinstance(source, str) else source.text


def _rows_below(pack: str, head: str) -> Iterator[list[str]]:
    """Yield the rows of the table whose head begins like this."""
    lines = _lines(pack)
    first = next(number for number, line in enumerate(lines) if line.startswith(head))
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def _listed(pack: str) -> set[tuple[str, str]]:
    """Return the rulings, stand-ins and readings that the page explains."""
    return {
        (kind, row[0])
        for kind in KINDS_OF_REFERENCE
        for row in _rows_below(pack, f"| {kind.capitalize()} |")
    }


@pytest.mark.parametrize("pack", PACKS)
def test_every_paragraph_is_carried_by_something(pack: str) -> None:
    rows = list(_mapped(pack))
    assert rows
    assert not [row[0] for row in rows if not _NAME.search(row[1]) or not _NAME.search(row[2])]


@pytest.mark.parametrize("pack", PACKS)
def test_the_definitions_exist(pack: str) -> None:
    named = {name for row in _mapped(pack) for name in _NAME.findall(row[1])}
    everything = (_declarations(pack), *_variants(pack))
    assert named - set().union(*map(_defined, everything)) == set()


@pytest.mark.parametrize("pack", PACKS)
def test_the_scenarios_exist_and_none_is_missing(pack: str) -> None:
    named = {name for row in _mapped(pack) for name in _NAME.findall(row[2])}
    own = _scenarios(_declarations(pack))
    assert own - named == set()
    assert named - own - set().union(*map(_scenarios, _variants(pack))) == set()


@pytest.mark.parametrize("pack", PACKS)
def test_everything_says_where_it_comes_from(pack: str) -> None:
    assert [name for name, source in _sources(pack) if not source] == []


@pytest.mark.parametrize("pack", PACKS)
def test_what_the_sources_refer_to_is_on_the_page(pack: str) -> None:
    named = {reference for _, source in _sources(pack) for reference in _references(source)}
    assert named - _listed(pack) == set()


@pytest.mark.parametrize("pack", PACKS)
def test_what_the_page_refers_to_is_on_the_page(pack: str) -> None:
    named = {reference for row in _mapped(pack) for reference in _references(row[3])}
    assert named - _listed(pack) == set()


def test_examples_and_rulings_of_the_age_have_their_scenarios() -> None:
    checks = {row[0].split()[0]: row[1] for row in _rows_below("age", "| Check |")}
    rulings = {row[0]: row[2] for row in _rows_below("age", "| Ruling |")}
    examples = [f"A{number:02}" for number in range(1, 18)]
    examples += [f"D{number:02}" for number in range(1, 16)]
    assert list(checks) == examples
    assert list(rulings) == [str(number) for number in range(1, 41)]
    cells = [*checks.values(), *rulings.values()]
    assert not [cell for cell in cells if not _NAME.search(cell)]
    named = {name for cell in cells for name in _NAME.findall(cell)}
    assert named - _scenarios(_declarations("age")) == set()
