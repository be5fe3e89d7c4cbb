"""Drives our own engine: `python -m benchmarks.engine_driver WORK …`.

    playouts PACK PLAYERS [no_log]    random games; decisions, forced ones asked and counted
    copy PACK PLAYERS                 copies of games that wait inside an effect
    effects PACK MODE                 whole effects of the diplomacy pack, asked or not
    load cold|warm|bare PACK CACHE    loads of one pack
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import random

from interpreter import Game, load_pack

sys.path.insert(0, str(Path(__file__).parent / "peers"))
from line_protocol import Workload, serve  # noqa: E402

COPIES = 50
DECISIONS_BEFORE_COPY = 300


def playouts(folder: str, players: str, *options: str) -> Workload:
    """Return the workload: random games, logs on unless told otherwise."""
    pack = load_pack(folder)
    seats, log = int(players), "no_log" not in options
    seed = 0

    def play(games: int) -> int:
        nonlocal seed
        decisions = 0
        for _ in range(games):
            seed += 1
            game = Game(pack, players=seats, seed=seed, forced="ask", log=log)
            while not game.over:
                legal = game.legal
                game.play(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play
