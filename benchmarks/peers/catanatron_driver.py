"""Drives Catan of catanatron: `catanatron_driver.py playouts|copy`.

Playouts are the `execute` loop over random actions of four players; forced decisions count, as
they do on our side. Copies are taken from states in the middle of random games.
"""

import random
import sys
from importlib.metadata import version

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer
from line_protocol import serve

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
STATES = 50
DECISIONS_BEFORE_COPY = 300


def new_game() -> Game:
    """Return a game of four; catanatron seeds the global generator, so give it a fresh seed."""
    return Game([RandomPlayer(color) for color in COLORS], seed=random.randrange(1, 2**31))


def play(games: int) -> int:
    """Play random games to the end and return the number of decisions."""
    decisions = 0
    pick = random.random
    for _ in range(games):
        game = new_game()
        state = game.state
        while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
            actions = state.playable_actions
            game.execute(actions[int(pick() * len(actions))])
            decisions += 1
    return decisions


def middle_of_game() -> Game:
    """Return a game that has seen some hundred random decisions."""
    game = new_game()
    for _ in range(DECISIONS_BEFORE_COPY):
        if game.winning_color() is not None:
            return middle_of_game()
        game.execute(random.choice(game.state.playable_actions))
    return game


def copies():
    """Return the workload: copies of states of the middle game."""
    games = [middle_of_game() for _ in range(STATES)]

    def copy_all(rounds: int) -> int:
        for _ in range(rounds):
            for game in games:
                game.copy()
        return rounds * STATES

    return copy_all


if __name__ == "__main__":
    random.seed(7)
    versions = {"catanatron": version("catanatron")}
    if sys.argv[1] == "copy":
        serve(copies(), "copy", versions)
    else:
        serve(play, "decision", versions)
