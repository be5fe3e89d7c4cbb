"""Findings as text and as JSON, to the character."""

import json

from interpreter.diagnostics import Diagnostic, InternalError, RulesFault
from interpreter.show import report
from interpreter.source import Source

TEXT = "id: toy\n" + "# more\n" * 8 + "cards:\n  cost: 1\n  cost: 日本\n"
SOURCE = Source("toy/pack.yaml", TEXT)
FIRST = SOURCE.span(TEXT.index("cost"), TEXT.index("cost") + 4)
SECOND = SOURCE.span(TEXT.rindex("cost"), TEXT.rindex("cost") + 4)
DUPLICATE = Diagnostic(
    "E110",
    SECOND,
    {"key": "cost"},
    notes=("both are costs",),
    related=(("first written here", FIRST),),
    help="delete one",
)
EMPTY = Diagnostic("W122", Source("toy/more.yaml", "").span(0, 0))
MISSING = Diagnostic("E101", None, {"file": "toy/x.yaml", "reason": "there is no such file"})

AS_TEXT = """\
toy/pack.yaml:12:3: error[E110]: the key `cost` is written twice
12 |   cost: 日本
   |   ^^^^
   = first written here: toy/pack.yaml:11:3
11 |   cost: 1
   |   ^^^^
   = both are costs
   = help: delete one

toy/more.yaml:1:1: warning[W122]: the file is empty
1 |
  | ^

error[E101]: toy/x.yaml cannot be read: there is no such file
"""


def test_text() -> None:
    assert report.as_text([DUPLICATE, EMPTY, MISSING]) == AS_TEXT
    assert report.as_text([]) == ""


def test_colour_changes_nothing_but_colour() -> None:
    coloured = report.as_text([DUPLICATE, EMPTY, MISSING], colour=True)
    assert "\x1b[1;31merror[E110]\x1b[0m" in coloured
    plain = coloured
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[34m", "\x1b[1;31m", "\x1b[1;33m"):
        plain = plain.replace(code, "")
    assert "\x1b" not in plain
    assert [line.rstrip() for line in plain.splitlines()] == AS_TEXT.splitlines()


def test_one_line() -> None:
    assert report.as_line(DUPLICATE) == (
        "toy/pack.yaml:12:3: error[E110]: the key `cost` is written twice"
    )
    assert report.as_line(MISSING).startswith("error[E101]: toy/x.yaml")


def test_summary() -> None:
    assert report.summary([DUPLICATE, MISSING, EMPTY]) == "2 errors and 1 warning"
    assert report.summary([EMPTY]) == "1 warning"
    assert report.summary([]) == "nothing found"


def test_json() -> None:
    text = report.as_json([DUPLICATE, MISSING])
    assert text.endswith("}\n")
    assert "日本" not in text
    assert json.loads(text) == {
        "version": 1,
        "diagnostics": [
            {
                "code": "E110",
                "severity": "error",
                "message": "the key `cost` is written twice",
                "arguments": {"key": "cost"},
                "place": {
                    "file": "toy/pack.yaml",
                    "line": 12,
                    "column": 3,
                    "end_line": 12,
                    "end_column": 7,
                    "text": "cost",
                },
                "notes": ["both are costs"],
                "help": "delete one",
                "related": [
                    {
                        "message": "first written here",
                        "place": {
                            "file": "toy/pack.yaml",
                            "line": 11,
                            "column": 3,
                            "end_line": 11,
                            "end_column": 7,
                            "text": "cost",
                        },
                    }
                ],
            },
            {
                "code": "E101",
                "severity": "error",
                "message": "toy/x.yaml cannot be read: there is no such file",
                "arguments": {"file": "toy/x.yaml", "reason": "there is no such file"},
                "place": None,
                "notes": [],
                "help": None,
                "related": [],
            },
        ],
        "summary": {"errors": 2, "warnings": 0, "notes": 0},
    }


def test_a_fault_shows_the_chain_of_rules() -> None:
    fault = RulesFault("E110", chain=(("turn", FIRST), ("pay", SECOND)), key="cost")
    text = report.fault_as_text(fault)
    assert text.index("12 |") < text.index("while resolving pay") < text.index("resolving turn")


def test_an_internal_error_is_not_blamed_on_the_user() -> None:
    text = report.internal_error_as_text(InternalError("no such code: E999"))
    assert "no such code: E999" in text
    assert "not of your pack" in text


def test_each_code_can_be_explained() -> None:
    text = report.explanation_as_text("e110")
    assert text is not None
    assert text.startswith("error[E110]: the key `…` is written twice\n\n")
    assert report.explanation_as_text("E999") is None
