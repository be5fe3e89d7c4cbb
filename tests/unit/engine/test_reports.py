"""What is told at the end of a game: every type in plain Python and for people."""

import copy
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import Game, Outcome, RulesFault, load_pack

MANIFEST = """\
id: ledger
title: Ledger
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: Apache-2.0
"""
GAME = """\
words: {side: [left, right]}
kinds:
  player:
    plural: players
    resources: {coins: {start: 3, least: 0, seen by: player}}
    fields: {half: {type: half}, friend: {type: player or nothing}, sides: {type: set of side}}
  bead:
    plural: beads
    made: {most: 4}
    fields: {size: {type: number}}
records: {pair: {amount: number, rest: side}}
globals:
  game: {spread: {type: number by side}, both: {type: pair}}
flow:
  - step: start
    each: players
    do: |
      if me is player_2: end game
      gain 2 coins
      set me.half to 2.5
      set me.friend to player_2
      set me.sides to (left, right)
      create bead with (size: 2) as gone
      create bead with (size: 5)
      destroy gone
      set game.spread[right] to 4
      set game.both to (amount: 7, rest: right)
ranking: [{highest: player.coins}]
"""
LEGACY = """\
reports:
  legacy:
    title: What remains
    entries:
      coins: {of: player, is: player.coins}
      half: {title: half a point, of: player, is: player.half}
      friend: {of: player, is: player.friend}
      sides: {of: player, is: player.sides}
      rich: {title: is rich, of: player, is: player.coins > 4}
      size: {of: bead, is: bead.size}
      letters: {of: side, is: if side is left then 1 else 0}
      order: {is: around(player_2)}
      spread: {is: game.spread}
      both: {is: game.both}
      all_coins: {title: coins of all, is: sum of player.coins for player in players}
      drawn: {is: no}
"""
OTHER = """\
  scores:
    entries:
      first_entry: {is: 1}
"""


def ended(folder: Path, reports: str) -> Outcome:
    """Return the outcome of a game of a pack with some reports."""
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME + reports, encoding="utf-8")
    outcome = Game(load_pack(folder)).outcome
    assert outcome is not None
    return outcome


def test_each_type_is_plain_python(tmp_path: Path) -> None:
    assert dict(ended(tmp_path, LEGACY).legacy) == {
        "coins": {"player_1": 5, "player_2": 3},
        "half": {"player_1": Fraction(5, 2), "player_2": 0},
        "friend": {"player_1": "player_2", "player_2": None},
        "sides": {"player_1": ("left", "right"), "player_2": ()},
        "rich": {"player_1": True, "player_2": False},
        "size": {"bead_2": 5},
        "letters": {"left": 1, "right": 0},
        "order": ("player_2", "player_1"),
        "spread": {"left": 0, "right": 4},
        "both": {"amount": 7, "rest": "right"},
        "all_coins": 8,
        "drawn": False,
    }


def test_people_read_what_there_is_to_tell(tmp_path: Path) -> None:
    assert ended(tmp_path, LEGACY).legacy.text() == (
        "What remains\n"
        "  order: player_2, player_1\n"
        "  spread: right: 4\n"
        "  both: amount: 7, rest: right\n"
        "  coins of all: 8\n"
        "  player_1: coins 5; half a point 2.5; friend player_2; sides left, right; is rich\n"
        "  player_2: coins 3\n"
        "  bead_2: size 5\n"
        "  left: letters 1\n"
    )


def test_reports_are_found_by_name(tmp_path: Path) -> None:
    outcome = ended(tmp_path, LEGACY + OTHER)
    assert list(outcome.reports) == ["legacy", "scores"]
    assert outcome.legacy is outcome.reports["legacy"]
    # what every outcome has is not hidden by a report of that name
    assert outcome.scores == (1, 0)
    assert outcome.reports["scores"]["first_entry"] == 1
    assert outcome.reports["scores"].title == "scores"
    with pytest.raises(AttributeError, match="no such report"):
        _ = outcome.legasy
    with pytest.raises(KeyError):
        _ = outcome.legacy["coin"]


def test_a_pack_without_reports_has_none(tmp_path: Path) -> None:
    outcome = ended(tmp_path, "")
    assert outcome.reports == {}
    with pytest.raises(AttributeError):
        _ = outcome.legacy


def test_an_outcome_can_be_copied_and_sent(tmp_path: Path) -> None:
    outcome = ended(tmp_path, LEGACY)
    for other in (copy.deepcopy(outcome), pickle.loads(pickle.dumps(outcome))):  # noqa: S301 - made here
        assert other == outcome
        assert dict(other.legacy) == dict(outcome.legacy)


def test_a_report_that_breaks_is_a_fault_of_the_rules(tmp_path: Path) -> None:
    with pytest.raises(RulesFault) as raised:
        ended(tmp_path, "reports: {legacy: {entries: {third: {is: only(players)}}}}\n")
    span = raised.value.diagnostic.span
    assert span is not None
    line = GAME.count("\n") + 1
    assert span.place.endswith(f"game.yaml:{line}:42")
