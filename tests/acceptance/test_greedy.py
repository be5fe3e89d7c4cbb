"""The greedy bot is good enough to try a pack against: it beats bots that play by chance."""

import pytest

from interpreter import load_pack
from interpreter.engine import Game
from interpreter.play.bots import make_bot
from interpreter.play.match import play
from interpreter.play.streams import game_seed

GAMES = 4


def test_in_era_of_atlantis_it_wins_on_each_seat_against_bots_of_chance() -> None:
    pack = load_pack("era")
    won = 0
    for seat in range(3):
        for number in range(GAMES):
            seed = game_seed(2026, number)
            game = Game(pack, players=3, seed=seed)
            names = ["greedy" if place == seat else "random" for place in range(3)]
            play(game, [make_bot(name, seed, place) for place, name in enumerate(names)])
            assert game.outcome is not None
            won += seat in game.outcome.winners
    # a bot that wins 95 of a hundred games wins 10 of 12 or more in 98 of a hundred such runs
    assert won >= 10


@pytest.mark.parametrize(
    ("players", "variant", "options"),
    [(2, ("two_players",), {}), (3, ("hidden_agents",), {"powers": True, "objectives": True})],
)
def test_in_its_variants_it_comes_to_an_end(
    players: int, variant: tuple[str, ...], options: dict[str, bool]
) -> None:
    game = Game(load_pack("era").with_variants(variant), players=players, seed=3, options=options)
    play(game, [make_bot("greedy", 3, seat) for seat in range(players)])
    assert game.outcome is not None
    assert len(game.outcome.winners) == 1
