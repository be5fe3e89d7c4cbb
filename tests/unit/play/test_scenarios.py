"""Scenarios: what passes, and what is said of one that does not."""

import shutil
from pathlib import Path
from textwrap import dedent, indent

import pytest

from interpreter import load_pack
from interpreter.play.scenarios import Verdict, run_scenario

ORCHARD = Path(__file__).parent / "orchard"
WHOLE = """\
actor: player_1
when: whole_round
answers:
  - {by: player_1, for: liked, take: [quince, apple]}
  - {for: put, take: {pear: 2, plum: 1}}
  - {take: [quince, apple]}
  - {for: What now?, take: rest}
then:
  - quince in table.liked
  - pear.load is 2
  - first(table.order) is quince
"""


def verdict(folder: Path, text: str) -> Verdict:
    """Return the judgement of one scenario in a copy of the orchard."""
    pack = folder / "orchard"
    shutil.copytree(ORCHARD, pack, dirs_exist_ok=True)
    (pack / "scenarios").mkdir(exist_ok=True)
    (pack / "scenarios" / "one.yaml").write_text(
        f"scenarios:\n  example:\n{indent(dedent(text), '    ')}", encoding="utf-8"
    )
    loaded = load_pack(pack)
    return run_scenario(loaded, loaded.declarations.scenarios[0])


HOLDING = {
    "whole": WHOLE,
    "all members": WHOLE.replace("{pear: 2, plum: 1}", "{apple: 0, pear: 2, plum: 1, quince: 0}"),
    # 3 for the first tree leave nothing to ask.
    "steps without a choice": WHOLE.replace("pear: 2, plum: 1", "apple: 3").replace(
        "pear.load is 2", "apple.load is 3"
    ),
    "first": """\
        given: add 5 to player_1.points
        actor: player_1
        when: share
        default: first
        then: [player_1.points is 5, quince.load is 3]
        """,
    "last": "{actor: player_1, when: share, default: last, then: [apple.load is 3]}",
    "random": "{actor: player_1, when: share, default: random, then: [apple.load < 4]}",
    "in secret": """\
        when: dials
        answers:
          - {by: player_2, take: 3}
          - {by: player_1, take: 0}
        then: [player_2.dial is 3, player_1.dial is 0]
        """,
    "step": "{options: {rounds: 4}, players: 3, step: count, then: [table.left is 3]}",
    "the end": """\
        actor: player_2
        when: |
          add 4 to player_1.points
          win
        winners: [player_2]
        scores: {player_1: 4, player_2: 0}
        """,
    "fault": """\
        actor: player_1
        when: set table.left to 6 / (table.left - 1) rounded down
        fault: F709
        """,
}


@pytest.mark.parametrize("text", HOLDING.values(), ids=HOLDING)
def test_what_holds_passes(tmp_path: Path, text: str) -> None:
    found = verdict(tmp_path, text)
    assert found.passed, (found.failures, [finding.message for finding in found.findings])


@pytest.mark.parametrize(
    ("old", "new", "expected", "got"),
    [
        ("pear.load is 2", "pear.load is 3", "pear.load is 3", "2"),
        ("quince in table.liked", "plum in table.liked", "plum in table.liked", "no"),
        ("for: liked,", "for: liked, offered: [fig],", "`fig` to be offered", "pear or plum"),
        ("for: liked,", "for: liked, not offered: [plum],", "`plum` not to", "pear or plum"),
        ("then:", "winners: [player_1]\nthen:", "player_1 to have won", "nobody to have won yet"),
        ("then:", "scores: {player_2: 3}\nthen:", "player_2 to have 3", "the game goes on"),
        ("take: rest", "take: sleep", "`sleep` among the options", "What now?: rest or score"),
        ("by: player_1", "by: player_2", "player_2 asked for liked", "player_1 is asked for liked"),
        ("for: put", "for: taken", "asked for taken", "player_1 is asked for put"),
        (
            "[quince, apple]}\n  - {for: put",
            "[fig, apple]}\n  - {for: put",
            "`fig`",
            "pear, plum or quince",
        ),
        ("{pear: 2, plum: 1}", "{pear: 3, fig: 9}", "fig to be taken too", "was complete"),
        ("take: [quince, apple]}\n  - {for: put", "take: {}}\n  - {for: put", "nothing", "pear"),
        ("{pear: 2, plum: 1}", "{pear: 2, plum: 2}", "`2` among", "for put: 0 or 1"),
        ("{pear: 2, plum: 1}", "{pear: 3, plum: 1}", "`1` among the options", "for put: 0"),
        ("  - {for: What now?, take: rest}\n", "", "no further decision", "rest or score"),
        ("take: rest}\n", "take: rest}\n  - {take: 1}\n", "to be asked", "nobody was asked"),
        ("then:", "fault: F701\nx_then:", "the fault F701", "no fault"),
    ],
)
def test_what_departs_is_told(tmp_path: Path, old: str, new: str, expected: str, got: str) -> None:
    assert old in WHOLE
    found = verdict(tmp_path, WHOLE.replace(old, new, 1))
    assert not found.passed
    (failure,) = found.failures
    assert expected in failure.expected
    assert got in failure.got
    assert failure.span is not None
    assert failure.span.source.name.endswith("one.yaml")


def test_a_fault_that_nobody_expects_is_told_with_its_place(tmp_path: Path) -> None:
    text = "actor: player_1\nwhen: set table.left to 1 / (table.left - 1) rounded down\nthen: [yes]"
    (failure,) = verdict(tmp_path, text).failures
    assert failure.expected == "no fault"
    assert failure.got.startswith("F709")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("when: whole_rond\nthen: [yes]", "whole_rond"),
        ("when: nothing\nthen: [pear.laod is 2]", "laod"),
    ],
)
def test_a_mistake_in_a_scenario_is_a_finding(tmp_path: Path, text: str, words: str) -> None:
    found = verdict(tmp_path, text)
    assert not found.passed
    assert any(words in finding.message for finding in found.findings)


def test_a_failure_comes_with_what_happened(tmp_path: Path) -> None:
    found = verdict(tmp_path, WHOLE.replace("pear.load is 2", "pear.load is 3"))
    assert "pear.load is now 2" in found.log
