"""Drives tic-tac-toe of PettingZoo: `pettingzoo_driver.py wrapped|raw`."""

import sys
from importlib.metadata import version
from random import random

from line_protocol import serve
from pettingzoo.classic import tictactoe_v3


def playouts(kind: str):
    """Return the workload: random games in the default or in the bare environment."""
    environment = tictactoe_v3.env() if kind == "wrapped" else tictactoe_v3.raw_env()

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            environment.reset()
            for _agent in environment.agent_iter():
                observation, _reward, ended, cut, _info = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                mask = observation["action_mask"]
                legal = [action for action in range(9) if mask[action]]
                environment.step(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play


if __name__ == "__main__":
    serve(playouts(sys.argv[1]), "decision", {"pettingzoo": version("pettingzoo")})
