"""Play stage: what a player is, and all that he may touch of a game; feeds bots, matches, terminal.

A player is asked for the number of an option. He is given a `Seat` and never the game, so that
nobody can decide by what his seat cannot see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

from interpreter.diagnostics import InternalError
from interpreter.engine import Decision, Game, Outcome, View
from interpreter.engine.sight import Sight


def current(game: Game) -> Decision:
    """Return what is asked now of a game that is not over."""
    decision = game.decision
    if decision is None:
        raise InternalError("a game that is not over asks nothing")
    return decision


def ended(game: Game) -> Outcome:
    """Return how a game that is over ended."""
    outcome = game.outcome
    if outcome is None:
        raise InternalError("a game that is over has no outcome")
    return outcome


class Trace:
    """The answers of a game up to one of them, only good for comparing."""

    __slots__ = ("_before", "_last")

    def __init__(self, before: tuple[tuple[int, int], ...], last: tuple[int, int]) -> None:
        """Keep an answer and all before it."""
        self._before = before
        self._last = last

    def leads_to(self, answers: tuple[tuple[int, int], ...], position: int) -> bool:
        """Whether the answers of a game up to a position are these."""
        return answers[position] == self._last and answers[:position] == self._before


class Seat:
    """The game as one seat has it: its own decision, its own view, and games that might be."""

    __slots__ = ("_game", "number")

    def __init__(self, game: Game, number: int) -> None:
        """Sit down at place `number` of a game, counted from 0."""
        self._game = game
        self.number = number

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of the options of this seat's decision."""
        return self._game.legal

    @property
    def count(self) -> int:
        """How many answers the game has had, which numbers the draws of a bot."""
        return self._game.version

    @property
    def decision(self) -> Decision:
        """What this seat is asked."""
        return current(self._game)

    def view(self) -> View:
        """Return what this seat sees."""
        return self._game.view(self.number)

    def sees(self, other: Game) -> bool:
        """Whether it would see in another game of the same program what it sees in this one now."""
        return other.asked == self.number and self._seen(other) == self._seen(self._game)

    def _seen(self, game: Game) -> tuple[Any, ...]:
        """Return what the seat sees of a game now, whatever it has seen before."""
        return Sight(game.program, game.state, (), (), self.number).present()

    def past(self, number: int) -> Trace:
        """Return what tells the game after an answer of this seat from games that went otherwise.

        Only good for comparing: it says nothing of the game.
        """
        return Trace(self._game.answers, (self.number, number))

    def follows(self, past: Trace | None) -> bool:
        """Whether a past is that of this seat's last answer in its present row of answers."""
        row = self._game.row(self.number)
        return bool(row) and past is not None and past.leads_to(self._game.answers, row[-1])

    def earlier(self, past: Trace | None) -> Iterator[Seat]:
        """Yield the seat at the decisions of its present row of answers, unless `past` is its past.

        A row goes on as long as nobody else has answered but in secret.
        """
        row = self._game.row(self.number)
        if not row or self.follows(past):
            return
        game, answers = self._game.copy(), self._game.answers
        game.rewind(row[0])
        for version in row:
            game.replay(answers[game.version : version])
            yield Seat(game, self.number)

    def imagine(self, seed: int) -> Game:
        """Return a game that might be this one, as far as the seat can tell."""
        return self._game.resample(self.number, seed)


@runtime_checkable
class Wary(Protocol):
    """A player who keeps away from answers at which the rules broke in games that he imagined."""

    broken: tuple[tuple[int, ...], ...]
    """Rows of such answers, from his last decision on."""


class Player(Protocol):
    """Somebody who answers for a seat."""

    def choose(self, seat: Seat) -> int:
        """Return the number of one of the options in `seat.legal`."""
        ...
