"""The table of operations is whole: each row has its words, its event, a line of the corpus."""

import re
from pathlib import Path

import pytest

from interpreter.lang import ir, parser, syntax
from interpreter.lang.vocabulary import FUNCTIONS, OPERATIONS, RESERVED, Function, Operation
from interpreter.lang.words import (
    FIXED_NAMES,
    FOREIGN_WORDS,
    KEYWORDS,
    SMALL_WORDS,
    SOFT_KEYWORDS,
)
from interpreter.source import LocatedText

CORPUS = (Path(__file__).parents[2] / "corpus" / "effects" / "identity.txt").read_text("utf-8")
ROWS = list(OPERATIONS.values())
CALLS = list(FUNCTIONS.values())


def verb(row: Operation) -> str:
    return row.verb


def name(row: Function) -> str:
    return row.name


def test_the_language_has_twenty_operations() -> None:
    assert len(OPERATIONS) == 20


@pytest.mark.parametrize("row", ROWS, ids=verb)
def test_the_example_of_an_operation_is_a_call_of_it(row: Operation) -> None:
    body, findings = parser.parse_effect(LocatedText.plain(row.example))
    assert not findings
    assert body is not None
    (act,) = body
    assert isinstance(act, syntax.Act)
    assert act.verb.text == row.verb
    assert (act.terms is not None) == row.terms
    # In the table and in the text the same small words.
    given = {argument.word for argument in act.arguments}
    assert any(
        {argument.word for argument in form.arguments if argument.word and argument.required}
        <= given
        <= {argument.word for argument in form.arguments}
        for form in row.forms
    )


@pytest.mark.parametrize("row", ROWS, ids=verb)
def test_shape_and_arguments_agree(row: Operation) -> None:
    for form in row.forms:
        in_shape = re.findall(r"\b(?:of|to|from|in|on|at|with|for|against|over)\b", form.shape)
        assert sorted(in_shape) == sorted(a.word for a in form.arguments if a.word)
        assert form.shape.split()[0] == row.verb
        spoken = set(re.findall(r"{(\w+)}", form.english))
        assert spoken - {"noun"} == {argument.name for argument in form.arguments}


@pytest.mark.parametrize("row", ROWS, ids=verb)
def test_an_operation_stands_in_the_corpus(row: Operation) -> None:
    assert re.search(rf"\b{row.verb}\b", CORPUS)


def test_what_can_be_heard_is_what_the_typed_tree_says() -> None:
    documented = set(
        re.findall(r"^ {4}([a-z_]+(?:, [a-z_]+)*) {2,}", ir.Event.__doc__ or "", re.MULTILINE)
    )
    listed = {event for line in documented for event in line.split(", ")}
    heard = {form.event for row in ROWS if row.hooked for form in row.forms}
    assert heard == listed - {"operation", "rule"}


def test_an_operation_that_is_not_heard_changes_a_field() -> None:
    assert {row.verb for row in ROWS if not row.hooked} == {
        "set",
        "add",
        "subtract",
        "include",
        "exclude",
    }


@pytest.mark.parametrize("row", CALLS, ids=name)
def test_the_example_of_a_function_is_a_call_of_it(row: Function) -> None:
    tree, findings = parser.parse_expression(LocatedText.plain(row.example))
    assert not findings
    assert isinstance(tree, syntax.Call)
    assert tree.function.text == row.name
    least = sum(argument.required for argument in row.arguments)
    assert least <= len(tree.arguments)
    assert row.repeats or len(tree.arguments) <= len(row.arguments)


def test_the_shape_of_a_function() -> None:
    assert FUNCTIONS["around"].shape == "around(p[, clockwise])"
    assert FUNCTIONS["min"].shape == "min(a, b, …)"


def test_every_row_is_one_line_that_ends_with_a_stop() -> None:
    for row in (*ROWS, *CALLS):
        assert row.doc.endswith(".")
        assert "\n" not in row.doc


def test_reserved_names() -> None:
    assert {"gain", "min", "me", "where", "first"} <= RESERVED
    assert not RESERVED & SOFT_KEYWORDS
    assert not KEYWORDS & SOFT_KEYWORDS
    assert SMALL_WORDS.keys() <= KEYWORDS
    assert FOREIGN_WORDS.keys() & RESERVED == {"while"}
    assert not FIXED_NAMES.keys() & OPERATIONS.keys()
