"""Play stage: seeds and random streams for games and players; feeds bots and simulation.

A seed is derived from a root seed and the words that say what it is for, so that two uses never
share one. What a stream gives depends on its key and a count alone, so a bot of a game that was
saved, or went back, draws what it would have drawn.
"""

from __future__ import annotations

from interpreter.engine import chance

SEED_BITS = 53
"""Seeds are kept below 2^53, so that every reader of JSON sees the same number."""


def game_seed(root: int, number: int) -> int:
    """Return the seed of game `number` of the run that `root` stands for."""
    return chance.derived(root, "game", number) >> (64 - SEED_BITS)


def bot_key(seed: int, seat: int) -> int:
    """Return the key of the stream of the bot at `seat` in the game of `seed`."""
    return chance.derived(seed, seat, "bot")


def draw(key: int, count: int, below: int) -> int:
    """Return draw `count` of the stream `key`: a number from 0 to `below` - 1."""
    return chance.below(key, 0, count, below)
