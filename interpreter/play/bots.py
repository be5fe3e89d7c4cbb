"""Play stage: the bots `random`, `first` and `greedy`; feeds matches, simulation and terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from interpreter.engine import Game, chance
from interpreter.play.players import Player, Seat
from interpreter.play.streams import bot_key, draw

LEAVES = 200
"""How many whole answers the greedy bot looks at for one decision."""

Worth = tuple[int, int | Fraction]
_PLAN = -1


class FirstBot:
    """Takes the first option."""

    def choose(self, seat: Seat) -> int:
        """Return the first option."""
        return seat.legal[0]


class RandomBot:
    """Takes any option, each equally likely."""

    def __init__(self, key: int) -> None:
        """Draw from the stream `key`."""
        self._key = key

    def choose(self, seat: Seat) -> int:
        """Return an option by lot."""
        legal = seat.legal
        return legal[draw(self._key, seat.count, len(legal))]


class GreedyBot:
    """Takes the answer after which the pack's evaluation is best for its seat.

    It looks one answer ahead; an answer in several steps, and a plan that an answer leads to, are
    looked at whole, as far as `LEAVES` answers go. It looks in a game that might be this one, never
    in this one: what its seat cannot see is dealt anew. Of equal answers one is taken by lot.
    """

    def __init__(self, key: int) -> None:
        """Draw from the stream `key`."""
        self._key = key

    def choose(self, seat: Seat) -> int:
        """Return the first step of the best answer found."""
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        imagined = seat.imagine(chance.derived(self._key, "imagine", seat.count))
        share = max(1, LEAVES // len(legal))
        worths = [_best(imagined, number, seat.number, share) for number in legal]
        best = max(worths)
        equals = [number for number, worth in zip(legal, worths, strict=True) if worth == best]
        return equals[draw(self._key, seat.count, len(equals))]


def _best(game: Game, number: int, seat: int, leaves: int) -> Worth:
    """Return the best worth for `seat` of the answers that begin with an option.

    At most `leaves` of them are looked at; where there are more, the steps that follow are taken
    in their order.
    """
    after = game.copy()
    whole = after.composite(seat)
    after.play(number)
    now = after.composite(seat)
    if now is None or now not in (whole, _PLAN):
        return _worth(after, seat)
    steps = after.legal[: max(1, leaves)]
    share = max(1, leaves // len(steps))
    return max(_best(after, step, seat, share) for step in steps)


def _worth(game: Game, seat: int) -> Worth:
    """Return how good a state is for a seat: a won game first, a lost one last.

    Between them the pack's evaluation decides, and the score among games that are over.
    """
    outcome = game.outcome
    if outcome is None:
        return 0, game.evaluation(seat)
    is_draw = len(outcome.winners) == len(outcome.scores)
    side = 0 if is_draw else 1 if seat in outcome.winners else -1
    return side, outcome.scores[seat]


_BOTS: Mapping[str, Callable[[int], Player]] = {
    "random": RandomBot,
    "first": lambda _: FirstBot(),
    "greedy": GreedyBot,
}

BOTS = tuple(_BOTS)
"""The names of the bots."""


def make_bot(name: str, seed: int, seat: int) -> Player:
    """Return the bot called `name` for a seat of the game of `seed`, with a stream of its own."""
    return _BOTS[name](bot_key(seed, seat))
