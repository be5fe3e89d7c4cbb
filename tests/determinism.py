"""The guard of determinism: whole games of one seed are the same, and those of others are not.

A guard that compares nothing passes always. So this one says how much it has compared, refuses
games that are too short to prove anything, and is itself tested with planted faults.
"""

from collections.abc import Callable
from dataclasses import dataclass

from interpreter import Game, RulesFault
from interpreter.engine.chance import derived

MOST_ANSWERS = 300
SEEDS = 20

Start = Callable[[int], Game]
"""Begins the game of a seed."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How many states were compared, and how many different games the seeds gave."""

    states: int
    different: int


def trace(game: Game, picks: int = 1) -> tuple[str, ...]:
    """Play a game to its end by the numbers of a stream; return the hash of each state.

    A fault of a toy ends it.
    """
    found = [game.hash]
    while not game.over and len(found) <= MOST_ANSWERS:
        pending = game.state[1]
        seat, _, options, *_ = pending[derived(picks, "who", len(found)) % len(pending)]
        option = options[derived(picks, "what", len(found)) % len(options)]
        try:
            game.answer(option, player=seat)
        except RulesFault as fault:
            return (*found, str(fault))
        found.append(game.hash)
    return tuple(found)


def compare(start: Start) -> Compared:
    """Play the game of each of some seeds twice, always with the same picks.

    Only chance makes games of two seeds different then. Raises `AssertionError` when two games of
    one seed differ, and when a game has no step that could differ.
    """
    states, stories = 0, set()
    for seed in range(SEEDS):
        first, second = start(seed), start(seed)
        one, other = trace(first), trace(second)
        assert one == other, f"two games of seed {seed} differ"
        assert len(one) > 1, f"the game of seed {seed} has no step to compare"
        states += len(one)
        # in words: the seed itself, which is a part of the state, is no part of what happened
        stories.add((*map(str, first.log), *map(str, first.answers)))
    return Compared(states, len(stories))
