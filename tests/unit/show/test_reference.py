"""The language reference: up to date, and every example in it is of the language."""

import re
from pathlib import Path

import pytest
import yaml

from interpreter.lang import parser
from interpreter.lang.vocabulary import FUNCTIONS, OPERATIONS
from interpreter.show.reference import language_reference
from interpreter.source import LocatedText
from tests.conftest import AssertGolden

PAGE = language_reference()


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_in_docs_is_up_to_date(repository: Path, assert_golden: AssertGolden) -> None:
    assert_golden(repository / "docs" / "language.md", PAGE)


def test_nothing_is_left_to_fill_in() -> None:
    assert not re.findall(r"^\{\w+\}$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("block", blocks("solon"))
def test_every_example_is_of_the_language(block: str) -> None:
    _, findings = parser.parse_effect(LocatedText.plain(block))
    assert not findings, [(finding.message, finding.span) for finding in findings]


@pytest.mark.parametrize("block", blocks("yaml"))
def test_every_piece_of_a_pack_is_yaml(block: str) -> None:
    assert isinstance(yaml.safe_load(block), dict)


def test_every_operation_and_function_has_its_row() -> None:
    for name in (*OPERATIONS, *FUNCTIONS):
        assert re.search(rf"^\| `{name}[`(]", PAGE, re.MULTILINE), name


def test_a_cell_of_a_table_holds_no_bar() -> None:
    widths = {
        (head.count("|"), line.count("|"))
        for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)
        for head, *lines in [table.splitlines()]
        for line in lines
    }
    assert all(head == line for head, line in widths)
