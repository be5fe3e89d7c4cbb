"""Play stage: players at a game until it is over; feeds simulation and replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction

from interpreter.diagnostics import counted
from interpreter.engine import Game, chance
from interpreter.play.players import Player, Seat, current
from interpreter.play.streams import draw

ANSWER_LIMIT = 100_000
"""After so many answers a match stops: most likely the game is going round in circles."""

Observer = Callable[[Game, int], None]
"""Is told of each answer: the game after it, and the number of the option."""


class Stopped(StrEnum):
    """Why a match stopped."""

    OVER = "over"
    UNFINISHED = "unfinished"


def play(
    game: Game,
    players: Sequence[Player],
    *,
    limit: int = ANSWER_LIMIT,
    observers: Sequence[Observer] = (),
) -> Stopped:
    """Let `players`, one a seat, answer until the game is over or has had `limit` answers.

    Decisions of chance, which a game has only when it asks for them, are taken by their
    probabilities with a stream of their own. Raises RulesFault when the rules break.
    """
    seats = [Seat(game, number) for number in range(game.players)]
    while not game.over:
        if game.version >= limit:
            return Stopped.UNFINISHED
        seat = game.asked
        number = _by_lot(game) if seat is None else players[seat].choose(seats[seat])
        game.play(number)
        for observer in observers:
            observer(game, number)
    return Stopped.OVER


def unfinished_message(game: Game) -> str:
    """Return what is said of a game that reached the limit."""
    return (
        f"the game is not over after {counted(game.version, 'answer')} and was stopped"
        f" (phase {game.phase}); raise the limit with --limit if it is meant to be that long"
    )


def _by_lot(game: Game) -> int:
    """Return an option of a decision of chance, drawn by the probabilities."""
    options = current(game).options
    whole = 1 << 53
    drawn = draw(chance.derived(game.seed, "chance"), game.version, whole)
    reached = Fraction(0)
    for option in options:
        reached += (option.probability or 0) * whole
        if drawn < reached:
            return option.number
    return options[-1].number
