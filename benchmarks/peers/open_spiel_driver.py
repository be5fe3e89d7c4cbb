"""Drives a game of OpenSpiel from Python: `open_spiel_driver.py GAME`."""

import sys
from importlib.metadata import version
from random import random

import pyspiel
from line_protocol import serve

GAMES_IN_PYTHON = "python_"


def playouts(name: str):
    """Return the workload: random games of the named game, decisions counted."""
    if name.startswith(GAMES_IN_PYTHON):
        import open_spiel.python.games  # noqa: F401, PLC0415 (registers the games in Python)
    game = pyspiel.load_game(name)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play


if __name__ == "__main__":
    serve(playouts(sys.argv[1]), "decision", {"open_spiel": version("open_spiel")})
