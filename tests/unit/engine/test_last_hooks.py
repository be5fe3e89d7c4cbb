"""Chance and choices at the edges of a game: before the first turn, in hooks, in scoring. DR-10."""

import json
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.engine.saves import read_save
from interpreter.play.replay import replay_save
from tests.determinism import trace

MANIFEST = """\
id: fanfare
title: Fanfare
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
"""
GAME = """\
kinds:
  player:
    plural: players
    fields:
      renown: {type: number}
      trophy: {type: trophy or nothing}
  trophy:
    plural: trophies
  omen:
    plural: omens
trophies: {cup: {}, laurel: {}, shield: {}}
omens:
  thunder:
    hooks:
      before_the_end:
        before: finish
        for: all player in players
        do: edge
  echo:
    hooks:
      after_the_last:
        after: fanfare
        for: all player in players
        do: edge
dice: {d6: 6}
globals:
  table:
    deck: {zone of: trophy, ordered: yes, start: all trophy in trophies}
rules:
  edge:
    effect: |
      roll d6 as face
      add face to me.renown
      choose trophy from trophies, never none
      set me.trophy to trophy
  finish:
    effect: |
      end game
  fanfare:
    effect: |
      shuffle table.deck
      for each player in players: have player edge
flow:
  - step: setting_up
    each: players
    do: edge
  - step: turns
    each: players
    do: edge
  - step: ending
    do: finish
scoring:
  - step: last
    do: fanfare
ranking:
  - highest: player.renown
score: player.renown
"""
# Two players are asked in each of: setting up, turns, the hook before the end, scoring, and the
# hook behind it.
QUESTIONS = 10


@pytest.fixture(scope="module")
def fanfare(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("packs") / "fanfare"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    (folder / "game.yaml").write_text(GAME, "utf-8")
    return load_pack(folder)


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_is_replayed_to_its_last_hook(
    fanfare: Pack, tmp_path: Path, seed: int
) -> None:
    game = Game(fanfare, seed=seed)
    states = trace(game, seed)
    assert game.over
    assert len(states) == QUESTIONS + 1
    game.save(tmp_path / "game.json")
    loaded = Game.load(tmp_path / "game.json", fanfare)
    assert loaded.over
    assert loaded.hash == game.hash
    assert loaded.outcome == game.outcome
    assert loaded.log == game.log
    again = replay_save(fanfare, read_save(tmp_path / "game.json"))
    assert again.departure is None
    assert again.game.hash == game.hash


def test_every_state_on_the_way_comes_again(fanfare: Pack, tmp_path: Path) -> None:
    game = Game(fanfare, seed=4)
    states = trace(game)
    game.save(tmp_path / "game.json")
    save = read_save(tmp_path / "game.json")
    for answers in range(QUESTIONS + 1):
        again = replay_save(fanfare, save, answers)
        assert again.departure is None
        assert again.game.hash == states[answers]
        assert again.game.over == (answers == QUESTIONS)


def test_an_answer_that_was_not_recorded_is_asked_for_and_one_too_many_refused(
    fanfare: Pack, tmp_path: Path
) -> None:
    game = Game(fanfare, seed=4)
    trace(game)
    path = tmp_path / "game.json"
    game.save(path)
    data = json.loads(path.read_text("utf-8"))
    last = data["answers"].pop()
    path.write_text(json.dumps(data), "utf-8")
    shorter = Game.load(path, fanfare)
    assert not shorter.over
    assert shorter.decision is not None
    assert f"{shorter.decision.rule}: {shorter.decision.name}" == last[3] == "edge: trophy"
    shorter.answer(last[2])
    assert shorter.hash == game.hash
    data["answers"] += [last, last]
    path.write_text(json.dumps(data), "utf-8")
    departure = replay_save(fanfare, read_save(path)).departure
    assert departure is not None
    assert (departure.number, departure.asked) == (QUESTIONS + 1, "the game is over")
