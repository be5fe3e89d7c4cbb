"""The chain of a fault: which rules were running, each with the place that it had come to."""

from pathlib import Path

import pytest

from interpreter import Game, RulesFault, load_pack
from interpreter.program.tails import Tails

HEAD = (
    "id: toy\ntitle: Toy\nversion: 1.0.0\nlanguage: 1\nplayers: {least: 2, most: 2}\n"
    "licence: CC0-1.0\ncredits: [nobody]\ndoc: A toy.\n"
)
KINDS = """\
kinds:
  player:
    plural: players
    fields: {left: {type: number}, spent: {type: number}}
  card:
    plural: cards
    fixed: {worth: number}
    slots: {strength: {type: number}}
cards: {ace: {worth: 1, strength: 6 / game.none rounded down}}
globals: {game: {none: {type: number}}}
"""
# `begin_turn` waits, `walk` and `reach` end in a call, so only `begin_turn` and `spend` have frames
CALLS = """\
rules:
  begin_turn:
    effect: |
      walk
      set me.spent to 1
  walk:
    effect: |
      set me.spent to 2
      reach
  reach:
    effect: |
      if me.spent is 2: spend
      else: spend
  spend:
    effect: |
      choose paid from 0 to 2, never none
      set me.left to 6 / paid rounded down
flow: [{step: turns, each: players, do: begin_turn}]
score: 0
bounds: {answers: 9}
"""
VALUES = """\
values:
  plain: {of: player, type: number, base: 6 / player.left rounded down}
  sorted_out:
    of: player
    type: number
    cases:
      - when: player.left is 1
        is: 6 / player.spent rounded down
      - when: 6 / player.left rounded down > 3
        is: 1
      - otherwise: 6 / (player.left - 3) rounded down
  limited:
    of: player
    type: number
    base: 1
    least: 0
    most: 6 / player.left rounded down
  both:
    of: player
    type: truth
    all of:
      much: player.left >= 0
      more: 6 / player.left rounded down > 0
  printed:
    of: player
    type: number
    base: ace.strength + player.left
rules:
  look:
    effect: |
      choose taken from 0 to 3, never none
      set me.left to taken
      set me.spent to WHAT
flow: [{step: turns, each: players, do: look}]
score: SCORE
bounds: {answers: 9}
"""


def fault_of(folder: Path, text: str, *answers: int) -> list[tuple[str, str]]:
    """Return who was running, outermost first, each with the text that it had come to."""
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "game.yaml").write_text(KINDS + text)
    game = Game(load_pack(folder), players=2)
    for number in answers[:-1]:
        game.answer(number)
    with pytest.raises(RulesFault) as raised:
        _end_with(game, answers[-1])
    assert raised.value.code == "F709"
    return [
        (title, "" if span is None else " ".join(span.text.split()))
        for title, span in raised.value.chain
    ]


def _end_with(game: Game, number: int) -> None:
    """Give the last answer, and judge the end if it is one."""
    game.answer(number)
    assert game.outcome is None


def test_a_rule_that_ends_in_a_call_of_another_is_named(tmp_path: Path) -> None:
    assert fault_of(tmp_path, CALLS, 0)[1:] == [
        ("begin_turn", "walk"),
        ("walk", "reach"),
        ("reach", "reach"),  # one of two calls: its name is all that is certain
        ("spend", "set me.left to 6 / paid rounded down"),
    ]


def test_a_rule_that_may_have_run_is_not_named(tmp_path: Path) -> None:
    either = CALLS.replace("      reach\n", "      if me.spent is 2: reach\n      else: spend\n")
    assert fault_of(tmp_path, either, 0)[1:] == [
        ("begin_turn", "walk"),
        ("walk", "walk"),
        ("spend", "set me.left to 6 / paid rounded down"),
    ]


@pytest.mark.parametrize(
    ("value", "taken", "where"),
    [
        ("me.plain", 0, ("value plain", "6 / player.left rounded down")),
        ("me.sorted_out", 0, ("value sorted_out", "6 / player.left rounded down > 3")),
        ("me.sorted_out", 1, ("value sorted_out", "6 / player.spent rounded down")),
        ("me.sorted_out", 3, ("value sorted_out", "6 / (player.left - 3) rounded down")),
        ("me.limited", 0, ("value limited", "6 / player.left rounded down")),
        ("(if me.both then 1 else 0)", 0, ("value both", "6 / player.left rounded down > 0")),
        ("me.printed", 2, ("strength of card", "6 / game.none rounded down")),
    ],
)
def test_a_fault_inside_a_value_is_at_the_expression(
    tmp_path: Path, value: str, taken: int, where: tuple[str, str]
) -> None:
    text = VALUES.replace("WHAT", value).replace("SCORE", "0")
    chain = fault_of(tmp_path, text, taken)
    assert ("look", f"set me.spent to {value}") in chain
    assert chain[-1] == where


def test_a_modifier_that_breaks_is_at_its_amount_or_its_condition(tmp_path: Path) -> None:
    modified = VALUES.replace("WHAT", "me.limited").replace("SCORE", "0")
    modified = modified.replace("    most: 6 / player.left rounded down\n", "")
    for modifier, place in (
        ("{add: 6 / player.left rounded down}", "6 / player.left rounded down"),
        ("{when: 6 / player.left rounded down > 1, add: 1}", "6 / player.left rounded down > 1"),
    ):
        owner = f"cards:\n  ace:\n    worth: 1\n    modifies: {{player.limited: {modifier}}}\n"
        kinds = KINDS[: KINDS.index("cards:")] + owner + KINDS[KINDS.index("globals:") :]
        (tmp_path / "pack.yaml").write_text(HEAD)
        (tmp_path / "game.yaml").write_text(kinds + modified)
        game = Game(load_pack(tmp_path), players=2)
        with pytest.raises(RulesFault) as raised:
            game.answer(0)
        title, span = raised.value.chain[-1]
        assert title == "value limited"
        assert span is not None
        assert span.text == place


def test_the_score_is_called_score(tmp_path: Path) -> None:
    text = VALUES.replace("WHAT", "1").replace("SCORE", "6 / player.left rounded down")
    assert fault_of(tmp_path, text, 0, 0) == [("score", "6 / player.left rounded down")]


def test_printed_data_that_breaks_is_called_by_its_name(tmp_path: Path) -> None:
    text = VALUES.replace("WHAT", "ace.worth").replace("SCORE", "0")
    (tmp_path / "pack.yaml").write_text(HEAD)
    kinds = KINDS.replace("worth: 1", "worth: 6 / (1 - 1) rounded down")
    (tmp_path / "game.yaml").write_text(kinds + text)
    with pytest.raises(RulesFault) as raised:
        Game(load_pack(tmp_path), players=2)
    ((title, span),) = raised.value.chain
    assert title == "worth of ace"
    assert span is not None
    assert span.text == "6 / (1 - 1) rounded down"


@pytest.mark.parametrize(
    ("ends", "called", "between"),
    [
        ({}, {3}, []),  # called at once
        ({1: [3]}, {1}, [1]),
        ({1: [2], 2: [3]}, {1}, [1, 2]),
        ({2: [3], 1: [2], 0: [1]}, {0}, [0, 1, 2]),
        ({1: [3]}, {1, 3}, []),  # by the one or the other
        ({1: [3], 2: [3]}, {1, 2}, []),
        ({0: [1, 2], 1: [3], 2: [3]}, {0}, [0]),
        ({0: [1, 2], 1: [4], 2: [4], 4: [3]}, {0}, [0, 4]),
        ({1: [1, 3]}, {1}, [1]),  # once or more often
        ({1: [3], 3: [1]}, {1}, [1]),
        ({1: [3], 3: [1]}, {3}, []),
        ({1: [2]}, {1}, []),  # cannot have come here: nothing is said
    ],
)
def test_what_must_have_run_between(
    ends: dict[int, list[int]], called: set[int], between: list[int]
) -> None:
    tails = Tails(
        routines=(0, 1, 2, 3, 4, 5),
        waiting={5: frozenset(called)},
        ends={one: tuple((other, None) for other in others) for one, others in ends.items()},
    )
    assert [routine for routine, _ in tails.between(5, 3)] == between
