"""Findings as values, the table of codes behind them, and the families of failure."""

import pickle

import pytest

from interpreter import codes
from interpreter.codes import CODES
from interpreter.diagnostics import (
    AnswerError,
    Collector,
    Diagnostic,
    ExitCode,
    InternalError,
    PackError,
    RulesFault,
    SaveError,
    Severity,
    counted,
    counted_range,
    did_you_mean,
    listing,
)
from interpreter.source import Source

SOURCE = Source("b.yaml", "one two three\n")
STAGES = {
    "document": "EW1",
    "schema": "EW2",
    "link": "EW3",
    "weaving": "EW3",
    "overlays": "EW3",
    "pictures": "EW3",
    "syntax": "EW4",
    "types": "EW5",
    "suspicions": "W6",
    "play": "F7",
    "saves": "SW8",
}


def finding(code: str = "E110", start: int = 0, **arguments: str) -> Diagnostic:
    return Diagnostic(code, SOURCE.span(start, start + 3), arguments or {"key": "cost"})


def test_each_code_stands_in_the_file_of_its_stage() -> None:
    seen = set()
    for name, allowed in STAGES.items():
        for code, row in getattr(codes, name).ROWS.items():
            assert code[0] in allowed[:-1], code
            assert code[1] == allowed[-1], code
            assert len(code) == 4, code
            assert code[1:].isdigit(), code
            assert (row.severity is Severity.ERROR) == (code[0] != "W"), code
            assert code[1:] not in seen, f"the number of {code} is given twice"
            seen.add(code[1:])
    assert len(seen) == len(CODES)


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_words(code: str) -> None:
    row = CODES[code]
    assert row.message
    assert "\n" not in row.message
    assert not row.message.endswith(".")
    assert len(row.explanation.split()) >= 5
    assert row.explanation.rstrip().endswith((".", "`"))


def test_the_message_is_made_of_the_arguments() -> None:
    assert finding().message == "the key `cost` is written twice"
    assert finding().severity is Severity.ERROR


def test_a_message_is_one_line_of_sane_length() -> None:
    assert finding(key="a\nb\x1b[2J\u202ec").message == "the key `a b [2J c` is written twice"
    assert len(finding(key="x" * 100_000).message) < 300


def test_braces_in_an_argument_are_text() -> None:
    assert finding(key="{key} {0.__class__} %s").message == (
        "the key `{key} {0.__class__} %s` is written twice"
    )


def test_a_wrong_code_or_a_missing_argument_is_our_own_fault() -> None:
    with pytest.raises(InternalError, match="no such code: E999"):
        Diagnostic("E999", None)
    with pytest.raises(InternalError, match="E110 needs key"):
        Diagnostic("E110", None)


def test_findings_come_by_file_place_and_code_and_each_once() -> None:
    other = Source("a.yaml", "x")
    collector = Collector()
    collector.report("E110", SOURCE.span(4, 7), key="two")
    collector.report("E110", SOURCE.span(0, 3), key="one")
    collector.report("E103", SOURCE.span(0, 3), character="U+0001")
    collector.report("E110", SOURCE.span(4, 7), key="two")
    collector.report("W122", other.span(0, 0))
    collector.report("E101", None, file="c.yaml", reason="it is a folder")
    assert [(found.code, found.span and found.span.place) for found in collector] == [
        ("E101", None),
        ("W122", "a.yaml:1:1"),
        ("E103", "b.yaml:1:1"),
        ("E110", "b.yaml:1:1"),
        ("E110", "b.yaml:1:5"),
    ]
    assert len(collector) == 5
    assert collector.has_errors
    assert not Collector([Diagnostic("W122", None)]).has_errors


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("smokehose", ["dock", "smokehouse"], "smokehouse"),
        ("gian", ["give", "gain"], "gain"),
        ("Wood", ["wool", "wood"], "wood"),
        ("sea-gull", ["seagull", "sea_gull"], "sea_gull"),
        ("cots", ["do", "cost", "costs"], "cost"),
        ("ab", ["abz", "abc"], "abc"),
        ("x", ["y", "z"], None),
        ("raft", ["raft"], None),
        ("raft", [], None),
        ("completely", ["different"], None),
        ("", ["a"], None),
        ("no", ["on"], "on"),
    ],
)
def test_did_you_mean(name: str, candidates: list[str], meant: str | None) -> None:
    assert did_you_mean(name, candidates) == meant
    assert did_you_mean(name, reversed(candidates)) == meant


def test_what_is_counted_is_one_or_many() -> None:
    assert [counted(number, "game") for number in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [counted(number, "mouse", "mice") for number in (1, 3)] == ["1 mouse", "3 mice"]


def test_a_range_of_one_is_a_number() -> None:
    assert counted_range(2, 5, "player") == "2 to 5 players"
    assert counted_range(2, 2, "player") == "2 players"
    assert counted_range(1, 1, "player") == "1 player"


def test_listing() -> None:
    assert listing([]) == ""
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"
    assert listing(["a", "b", "c"], last="or") == "a, b or c"
    assert listing("abcdefgh", most=3) == "a, b, c and 5 more"


def test_a_pack_error_says_the_first_error_and_how_many_more() -> None:
    warning = Diagnostic("W122", SOURCE.span(0, 0))
    assert str(PackError([warning, finding(), finding(start=4)])) == (
        "b.yaml:1:1: E110: the key `cost` is written twice (and 1 more)"
    )
    assert str(PackError([finding()])) == ("b.yaml:1:1: E110: the key `cost` is written twice")


def test_failures_travel_between_processes() -> None:
    chain = (("take_turn", SOURCE.span(0, 3)), ("pay", SOURCE.span(4, 7)))
    fault = RulesFault("E110", chain=chain, key="cost")
    assert str(fault) == "E110: the key `cost` is written twice"
    for failure in (
        fault,
        AnswerError("E110", key="cost"),
        SaveError("E110", key="cost"),
        PackError([finding()]),
        InternalError("oh"),
    ):
        again = pickle.loads(pickle.dumps(failure))  # noqa: S301 - our own bytes
        assert type(again) is type(failure)
        assert str(again) == str(failure)
    assert pickle.loads(pickle.dumps(fault)).chain == chain  # noqa: S301 - our own bytes


def test_a_fault_is_shown_at_the_innermost_rule() -> None:
    chain = (("take_turn", SOURCE.span(0, 3)), ("the flow", None), ("pay", SOURCE.span(4, 7)))
    found = RulesFault("E110", chain=chain, key="cost").diagnostic
    assert found.span == SOURCE.span(4, 7)
    assert [text for text, _ in found.related] == [
        "while resolving pay",
        "while resolving take_turn",
    ]
    assert RulesFault("E110", key="cost").diagnostic.span is None


def test_exit_codes_are_distinct() -> None:
    assert [int(code) for code in ExitCode] == [0, 1, 2, 3, 4, 130]
