"""Names in scenarios: each that means nothing is underlined, with what was probably meant."""

import shutil
from pathlib import Path

import pytest

from interpreter import load_pack
from interpreter.diagnostics import Diagnostic
from interpreter.pipeline import check_scenarios
from tests.conftest import REPOSITORY


def findings(folder: Path, text: str, more: str = "") -> tuple[Diagnostic, ...]:
    """Return what is found in one scenario of Kuhn poker, with more in it."""
    pack = folder / "pack"
    shutil.copytree(REPOSITORY / "examples" / "kuhn_poker", pack)
    (pack / "more.yaml").write_text(more or "words: {suit: [hearts]}\n")
    (pack / "scenarios" / "hands.yaml").write_text(f"scenarios:\n  example: {text}\n")
    return check_scenarios(load_pack(pack))


@pytest.mark.parametrize(
    ("text", "code", "underlined", "meant"),
    [
        ("{step: beting, then: [yes]}", "E320", "beting", "betting"),
        ("{actor: player_3, when: nothing, then: [yes]}", "E320", "player_3", "player_1"),
        (
            "{step: betting, answers: [{by: player_5, take: bet}], then: [yes]}",
            "E320",
            "player_5",
            "player_1",
        ),
        ("{options: {fast: yes}, when: nothing, then: [yes]}", "E320", "fast", None),
        ("{when: nothing, chance: [quen], then: [yes]}", "E320", "quen", "queen"),
        ("{when: nothing, chance: [1234567890], then: [yes]}", "E320", "1234567890", None),
        ("{when: nothing, winners: [player_3]}", "E320", "player_3", "player_1"),
        ("{when: nothing, scores: {player_2: 1, player_9: 2}}", "E320", "player_9", "player_1"),
        ("{players: 3, when: nothing, then: [yes]}", "S808", "example", None),
        ("{when: nothing, fault: F999}", "E320", "example", None),
        ("{when: nothing, then: [table.pto is 2]}", "E503", "pto", "pot"),
    ],
)
def test_a_name_that_means_nothing_is_found(
    tmp_path: Path, text: str, code: str, underlined: str, meant: str | None
) -> None:
    (found,) = findings(tmp_path, text)
    assert found.code == code
    assert found.span is not None
    assert found.span.text == underlined
    assert (found.help or "").endswith(f"`{meant}`?") is (meant is not None)


def test_names_that_mean_something_are_not(tmp_path: Path) -> None:
    text = "{players: 2, step: dealing, chance: [queen, 2], actor: player_2, then: [yes]}"
    assert findings(tmp_path, text) == ()


DEEDS = """\
kinds:
  deed: {plural: deeds, slots: {effect: {}}}
deeds:
  bribe:
    cost: 1 chips
    effect: add 1 to table.pot
  look:
    needs: {turn: {if: me.acted, else: too early}}
    effect: add 1 to table.pot
values:
  ready: {type: truth, base: possible(look)}
"""


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("{when: nothing, then: [possible(bribe)]}", "possible(bribe)"),
        ("{when: nothing, then: [not ready]}", "ready"),
        ("{when: 'if ready: add 1 to table.pot', then: [yes]}", "ready"),
        ("{actor: player_1, when: nothing, then: [possible(bribe)]}", None),
        ("{actor: player_2, when: 'if ready: add 1 to table.pot', then: [not ready]}", None),
    ],
)
def test_what_is_possible_is_asked_for_somebody(
    tmp_path: Path, text: str, asked: str | None
) -> None:
    found = findings(tmp_path, text, DEEDS)
    told = [(one.code, one.span.text) for one in found if one.span is not None]
    assert told == ([] if asked is None else [("E542", asked)])
