"""Bots: what they choose, with what they may know."""

from collections import Counter
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.play.bots import BOTS, make_bot
from interpreter.play.match import Stopped, play
from interpreter.play.players import Seat


def choice(name: str, game: Game, key: int = 1) -> str:
    """Return the id of what a bot chooses."""
    decision = game.decision
    assert decision is not None
    assert decision.player is not None
    number = make_bot(name, key, decision.player).choose(Seat(game, decision.player))
    option = decision.option(number)
    assert option is not None
    return option.id


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_every_game_to_its_end(name: str, orchard: Pack) -> None:
    packs = [orchard, *map(load_pack, ("tic_tac_toe", "kuhn_poker", "goofspiel"))]
    for pack in packs:
        game = Game(pack, seed=4)
        bots = [make_bot(name, 4, seat) for seat in range(game.players)]
        assert play(game, bots) is Stopped.OVER


def test_greedy_takes_a_win_and_blocks_nothing_it_cannot_see() -> None:
    game = Game(load_pack("tic_tac_toe"))
    for cell in ("cell_1_1", "cell_3_1", "cell_1_2", "cell_3_2"):
        game.answer(cell)
    assert {choice("greedy", game, key) for key in range(5)} == {"cell_1_3"}


def test_greedy_looks_at_an_answer_as_a_whole(orchard: Pack) -> None:
    """Only after `score` it has points; the choices before it are all worth the same."""
    game = Game(orchard, seed=2)
    for _ in range(20):
        decision = game.decision
        assert decision is not None
        if decision.kind == "branch":
            break
        game.play(game.legal[0])
    assert {choice("greedy", game, key) for key in range(5)} == {"score"}


def test_equal_answers_are_taken_by_lot() -> None:
    game = Game(load_pack("tic_tac_toe"))
    found = Counter(choice("greedy", game, key) for key in range(60))
    assert len(found) == 9


def test_a_bot_does_not_know_what_its_seat_does_not_see() -> None:
    """With one card of its own it answers alike, whatever the other holds."""
    pack = load_pack("kuhn_poker")
    answers: dict[bytes, set[str]] = {}
    others: dict[bytes, set[str]] = {}
    for seed in range(60):
        game = Game(pack, seed=seed)
        view = game.view(0)
        answers.setdefault(view.key, set()).add(choice("greedy", game, key=7))
        hidden = game.view(1).data["player"]["player_2"]["hand"]
        others.setdefault(view.key, set()).add(str(hidden))
    assert len(answers) == 3
    assert all(len(found) == 2 for found in others.values())
    assert all(len(found) == 1 for found in answers.values())


def test_a_bot_is_no_part_of_the_game() -> None:
    """Whoever plays, dice and decks of a seed are the same."""
    pack = load_pack("kuhn_poker")
    for seed in range(5):
        deals = set()
        for name in BOTS:
            game = Game(pack, seed=seed)
            hand = str(game.view(0).data["player"]["player_1"]["hand"])
            play(game, [make_bot(name, seed, seat) for seat in (0, 1)])
            deals.add(hand)
        assert len(deals) == 1


def test_a_bot_goes_on_after_a_load_as_it_would_have(orchard: Pack, tmp_path: Path) -> None:
    bots = [make_bot("random", 6, seat) for seat in (0, 1)]
    whole = Game(orchard, seed=6)
    play(whole, bots, limit=5)
    whole.save(tmp_path / "game")
    play(whole, bots)
    loaded = Game.load(tmp_path / "game", orchard)
    play(loaded, [make_bot("random", 6, seat) for seat in (0, 1)])
    assert loaded.hash == whole.hash


def test_a_match_stops_at_its_limit_and_tells_each_answer(orchard: Pack) -> None:
    game, told = Game(orchard, seed=1), []
    bots = [make_bot("first", 1, seat) for seat in (0, 1)]
    stopped = play(game, bots, limit=4, observers=[lambda _, number: told.append(number)])
    assert stopped is Stopped.UNFINISHED
    assert game.version == len(told) == 4


def test_chance_that_is_asked_for_is_drawn_evenly() -> None:
    """In Kuhn poker each of three cards is dealt to the first player in a third of the games."""
    pack = load_pack("kuhn_poker")
    cards: Counter[str] = Counter()
    for seed in range(600):
        game = Game(pack, seed=seed, chance="ask")
        play(game, [make_bot("first", seed, seat) for seat in (0, 1)])
        cards[str(game.view(0).data["player"]["player_1"]["hand"])] += 1
    # Chi square with 2 degrees of freedom is below 13.8 with p = 0.999.
    assert sum((count - 200) ** 2 / 200 for count in cards.values()) < 13.8
    assert len(cards) == 3
