"""Play stage: the bots `random`, `first` and `greedy`; feeds matches, simulation and terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from interpreter.engine import Game, chance
from interpreter.engine.chance import Stream
from interpreter.play.lookahead import Lookahead, Worth, scalar
from interpreter.play.players import Player, Seat, Trace
from interpreter.play.streams import bot_key, draw

CANDIDATES = 4
"""How many of the best options the greedy bot looks at in other games that might be."""
OTHER_GAMES = 4
"""In how many of them it does, unless the first tells nothing new."""


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


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the greedy bot means to answer next, after a past.

    Each step is a game in which it decides, as it imagined it, and the number of its answer there.
    """

    past: Trace | None = None
    steps: tuple[tuple[Game, int], ...] = ()


class GreedyBot:
    """Takes the answer after which the pack's evaluation is best for its seat.

    It looks ahead as far as its seat goes on deciding (see `lookahead`), in a game that might be
    this one, never in this one: what its seat cannot see is dealt anew. The best answers are tried
    in some more such games, and the one that is best on the mean is taken, of equal ones by lot. It
    goes on with the line that it has found as long as all comes as in the first of these games.
    """

    def __init__(self, key: int) -> None:
        """Draw from the stream `key`."""
        self._key = key
        self._plan = _Plan()
        self.broken: tuple[tuple[int, ...], ...] = ()
        """Rows of its answers from its last decision on at which the rules broke as it imagined."""

    def choose(self, seat: Seat) -> int:
        """Return the next step of the best line found."""
        self.broken = ()
        # After a load or a step back it has to find again what it had found before.
        for earlier in seat.earlier(self._plan.past):
            self._think(earlier)
        return self._think(seat)

    def _think(self, seat: Seat) -> int:
        """Return the next step, and remember where it leads."""
        steps = self._plan.steps if seat.follows(self._plan.past) else ()
        if steps and seat.sees(steps[0][0]):
            chosen, steps = steps[0][1], steps[1:]
        elif len(seat.legal) == 1:
            chosen, steps = seat.legal[0], ()
        else:
            chosen, steps = self._search(seat)
        self._plan = _Plan(seat.past(chosen), steps)
        return chosen

    def _search(self, seat: Seat) -> tuple[int, tuple[tuple[Game, int], ...]]:
        """Return the first step of the best line, and the others."""
        imagined = seat.imagine(chance.derived(self._key, "imagine", seat.count))
        ahead = Lookahead(imagined, seat.number, Stream(self._key, "look", seat.count))
        worths = ahead.worths()
        self.broken = tuple(ahead.broken)
        chosen = self._steadiest(seat, ahead, worths)
        return chosen, ahead.line(chosen)

    def _steadiest(self, seat: Seat, ahead: Lookahead, worths: Mapping[int, Worth]) -> int:
        """Return which of the best options is best on the mean of several games that might be."""
        shuffled = Stream(self._key, "equals", seat.count).shuffled(seat.legal)
        ranked = sorted(shuffled, key=worths.__getitem__, reverse=True)[:CANDIDATES]
        found = {number: worths[number] for number in ranked}
        totals = {number: scalar(worth) for number, worth in found.items()}
        for which in range(OTHER_GAMES):
            game = seat.imagine(chance.derived(self._key, "other", seat.count, which))
            lots = Stream(self._key, "lots", seat.count, which)
            again = ahead.elsewhere(game, ranked, lots)
            if which == 0 and again == found:
                break  # most likely nothing hangs on what was drawn
            for number, worth in again.items():
                totals[number] += scalar(worth)
        return max(ranked, key=totals.__getitem__)


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
