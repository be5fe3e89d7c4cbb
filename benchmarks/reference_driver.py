"""Drives the hand-written references: `python -m benchmarks.reference_driver NAME`."""

import sys
from importlib import import_module
from pathlib import Path
from random import random

sys.path.insert(0, str(Path(__file__).parent / "peers"))
from line_protocol import Workload, serve

GAMES = {
    "tic_tac_toe": ("benchmarks.reference.tic_tac_toe", "TicTacToe"),
    "connect_four": ("benchmarks.reference.connect_four", "ConnectFour"),
    "levy": ("benchmarks.reference.levy", "Levy"),
}


def playouts(name: str) -> Workload:
    """Return the workload: random games of one reference, decisions counted."""
    module, title = GAMES[name]
    game_class = getattr(import_module(module), title)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            game = game_class()
            while not game.over:
                options = game.options()
                game.answer(options[int(random() * len(options))])
                decisions += 1
        return decisions

    return play


if __name__ == "__main__":
    serve(playouts(sys.argv[1]), "decision", {})
