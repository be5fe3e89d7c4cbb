"""The greedy bot is good enough to try a pack against: it beats bots that play by chance."""

import pytest

from interpreter import load_pack
from interpreter.engine import Game
from interpreter.play.bots import make_bot
from interpreter.play.match import play
from interpreter.play.streams import game_seed


# a bot that wins 95 of a hundred games wins 10 of 12 or more in 98 of a hundred such runs,
# and 5 of 6 or more in 97
@pytest.mark.parametrize(("name", "games", "least"), [("era", 4, 10), ("age", 2, 5)])
def test_it_wins_on_each_seat_against_bots_of_chance(name: str, games: int, least: int) -> None:
    pack = load_pack(name)
    won = 0
    for seat in range(3):
        for number in range(games):
            seed = game_seed(2026, number)
            game = Game(pack, players=3, seed=seed)
            bots = ["greedy" if place == seat else "random" for place in range(3)]
            play(game, [make_bot(bot, seed, place) for place, bot in enumerate(bots)])
            assert game.outcome is not None
            won += seat in game.outcome.winners
    assert won >= least


@pytest.mark.parametrize(
    ("name", "players", "variant", "options"),
    [
        ("era", 2, ("two_players",), {}),
        ("era", 3, ("hidden_agents",), {"powers": True, "objectives": True}),
        ("age", 2, ("express",), {"plato": True}),
    ],
)
def test_in_variants_it_comes_to_an_end(
    name: str, players: int, variant: tuple[str, ...], options: dict[str, bool]
) -> None:
    game = Game(load_pack(name).with_variants(variant), players=players, seed=3, options=options)
    play(game, [make_bot("greedy", 3, seat) for seat in range(players)])
    assert game.outcome is not None
    assert len(game.outcome.winners) == 1
