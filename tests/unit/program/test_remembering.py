"""The evaluation works each value out once for a state, and is what it would be without that."""

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from interpreter import Game, RulesFault, load_pack

MANIFEST = """
id: scales
title: Scales
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
credits: [nobody]
doc: A toy whose evaluation reads the same value again and again.
"""
GAME = """
kinds:
  player:
    plural: players
    fields:
      stones: {type: number}
  pan:
    plural: pans
    fields: {load: {type: number, start: 2}}
pans: {left: {}, right: {}, middle: {}}
values:
  weight:
    type: number
    base: sum of pan.load for pan in pans
  share:
    of: pan
    type: number
    base: 100 * pan.load / weight rounded down
  outlook:
    of: player
    type: number
    base: sum of pan.share * pan.share for pan in pans
rules:
  load_one:
    effect: |
      choose pan from pans "Which pan?", never none
      choose load from 0 to 4 "How much?", never none
      set pan.load to load
      add load to me.stones
flow:
  - step: loading
    repeat while: yes
    steps:
      - step: turns
        each: players
        do: load_one
ranking:
  - highest: player.stones
score: player.stones
evaluation: player.outlook
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "pack.yaml").write_text(MANIFEST)
    (tmp_path / "game.yaml").write_text(GAME)
    return Game(load_pack(tmp_path))


def test_each_value_is_worked_out_once(game: Game) -> None:
    """A third each: 33 * 33 three times; `share` is read six times, of three pans."""
    calls: Counter[str] = Counter()

    def hear(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename == game.program.file_name:
            calls[frame.f_code.co_name.rpartition("val_")[2]] += 1

    sys.setprofile(hear)
    try:
        found = game.evaluation(0)
    finally:
        sys.setprofile(None)
    assert found == 3 * 33 * 33
    assert (calls["weight"], calls["share"], calls["outlook"]) == (1, 3, 1)


def test_it_is_worked_out_anew_for_each_state(game: Game) -> None:
    """2 of 6 in each pan; then 4, 2 and 2 of 8; then 4, 0 and 2 of 6."""
    game.answer("left")
    game.answer("4")
    assert game.evaluation(0) == 50 * 50 + 25 * 25 + 25 * 25
    game.answer("right")
    game.answer("0")
    assert game.evaluation(1) == 66 * 66 + 0 + 33 * 33


def test_a_fault_leaves_nothing_behind(game: Game) -> None:
    """With nothing in any pan the share is a fault; after that the values are new ones."""
    for pan in ("left", "right", "middle"):
        game.answer(pan)
        game.answer("0")
    with pytest.raises(RulesFault, match="F709") as caught:
        game.evaluation(0)
    assert [title for title, _ in caught.value.chain] == [
        "evaluation",
        "value outlook",
        "value share",
    ]
    game.answer("left")
    game.answer("3")
    assert game.evaluation(0) == 100 * 100


@pytest.mark.parametrize(("name", "players"), [("era", 4), ("atlantida", 3)])
def test_it_is_what_it_would_be_otherwise(name: str, players: int) -> None:
    game = Game(load_pack(name), players=players, seed=11)
    plain = game.program.names["evaluation_of"]
    for turn in range(120):
        if game.over:
            break
        for seat in range(players):
            assert game.evaluation(seat) == plain(game.state, seat)
        game.play(game.legal[turn * 7 % len(game.legal)])
