"""The rules written by hand for the benchmarks are the rules of the packs they stand beside."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest

from benchmarks.generated_pack import LINES, write_large_pack
from benchmarks.reference.connect_four import ConnectFour
from benchmarks.reference.levy import Levy
from benchmarks.reference.tic_tac_toe import TicTacToe
from interpreter import Game, load_pack


@pytest.mark.parametrize(
    ("reference", "name"), [(TicTacToe, "tic_tac_toe"), (ConnectFour, "connect_four")]
)
def test_a_reference_plays_as_open_spiel_does(reference: Callable[[], Any], name: str) -> None:
    choose = Random(1)
    for _ in range(100):
        ours, theirs = reference(), pyspiel.load_game(name).new_initial_state()
        while not theirs.is_terminal():
            assert ours.options() == theirs.legal_actions()
            action = choose.choice(ours.options())
            ours.answer(action)
            theirs.apply_action(action)
        winner = {1.0: 0, -1.0: 1, 0.0: None}[theirs.returns()[0]]
        assert (ours.over, ours.winner) == (True, winner)


def test_the_levy_by_hand_is_the_levy_of_the_pack() -> None:
    pack = load_pack("benchmarks/packs/levy")
    choose = Random(1)
    for seed in range(20):
        game, by_hand = Game(pack, players=5, seed=seed, forced="ask"), Levy()
        while not by_hand.over:
            assert list(game.legal) == by_hand.options()
            number = choose.choice(by_hand.options())
            game.play(number)
            by_hand.answer(number)
        assert game.over
        assert list(game.outcome.scores) == [player.vp for player in by_hand.realm.players]


@pytest.mark.parametrize("courses", [1, 4])
def test_an_effect_does_the_same_asked_or_not(courses: int) -> None:
    pack = load_pack("benchmarks/packs/diplomacy")
    ends = []
    for asked in (True, False):
        options = {"asked": asked, "courses": courses}
        game = Game(pack, players=5, options=options, forced="ask")
        answers = 0
        while not game.over:
            game.play(game.legal[0])
            answers += 1
        # forty rounds of one small question; five effects of four choices a course when asked
        assert answers == 40 + (40 * 5 * 4 * courses if asked else 0)
        assert game.outcome is not None
        ends.append(game.outcome.scores)
    assert ends[0] == ends[1]


def test_the_large_pack_has_its_lines_and_no_findings(tmp_path: Path) -> None:
    write_large_pack(tmp_path)
    lines = sum(len(file.read_text().splitlines()) for file in tmp_path.glob("*.yaml"))
    assert LINES <= lines <= LINES + 20
    pack = load_pack(tmp_path)
    assert pack.warnings == ()
    game = Game(pack, seed=1)
    choose = Random(1)
    while not game.over:
        game.play(choose.choice(game.legal))
