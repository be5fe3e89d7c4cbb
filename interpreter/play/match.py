"""Play stage: players at a game until it is over; feeds simulation and replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction

from interpreter.diagnostics import RulesFault, counted
from interpreter.engine import Game, chance
from interpreter.play.players import Player, Seat, Wary, current
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


class Witness:
    """A player beside whom somebody sits who has the game itself, and tells him nothing.

    A bot that looks ahead keeps away from answers at which the rules break in a game that it
    imagines. Those rows of answers are tried on a copy of the game that is played: where the rules
    break there as well, it is they that are wrong, and not what was imagined.
    """

    def __init__(self, player: Player, game: Game) -> None:
        """Sit down beside a player of a game."""
        self._player = player
        self._wary = player if isinstance(player, Wary) else None
        self._game = game
        self.fault: RulesFault | None = None
        """The first fault from which he kept away."""

    def choose(self, seat: Seat) -> int:
        """Return what the player chooses."""
        number = self._player.choose(seat)
        for row in () if self._wary is None else self._wary.broken:
            if self.fault is None:
                self.fault = _fault_in(self._game.copy(), seat.number, row)
        return number


def _fault_in(game: Game, seat: int, row: Sequence[int]) -> RulesFault | None:
    """Return the fault to which a row of answers leads, None where there is none.

    Nor is there where somebody else is asked meanwhile: nobody knows what he would answer.
    """
    try:
        for number in row:
            if game.asked != seat or number not in game.legal:
                return None
            game.play(number)
    except RulesFault as fault:
        return fault
    return None


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
