"""Play stage: plays a saved game again, also with a pack that has changed; feeds `solon replay`.

An answer is found by the id of its option, since numbers are places in a list that a change of the
pack can move. The first answer that no longer fits is named, with what the game asks instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics import AnswerError, RulesFault, listing
from interpreter.engine import Decision, Game
from interpreter.engine.saves import Save
from interpreter.pipeline import Pack
from interpreter.play.screen import seat_name


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a saved game and the game that is played again part.

    `number` counts answers from 1. `recorded` is what the save answers, `asked` what is asked.
    """

    number: int
    recorded: str
    asked: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played again, as far as it went, and where it departed if it did."""

    game: Game
    departure: Departure | None


def replay_save(pack: Pack, save: Save, until: int | None = None) -> Replay:
    """Play a saved game again, up to `until` answers.

    Raises AnswerError when the pack does not take its number of players or its options any more,
    and RulesFault when the rules break before the first answer.
    """
    game = Game(
        pack,
        save.players,
        save.seed,
        save.options,
        chance="ask" if save.chance == "ask" else "auto",
        forced="ask" if save.forced == "ask" else "auto",
        forced_chance=save.forced_chance,
    )
    for number, (seat, option, name) in enumerate(save.answers[:until], 1):
        decision = _asked_of(game.decisions, seat)
        found = None if decision is None else _named(decision, option, name)
        if decision is None or found is None:
            return Replay(game, Departure(number, _recorded(seat, name), _asked(game.decisions)))
        try:
            game.answer(found, player=None if decision.player is None else decision.player)
        except (AnswerError, RulesFault) as error:
            return Replay(game, Departure(number, _recorded(seat, name), str(error)))
    return Replay(game, None)


def _asked_of(decisions: Sequence[Decision], seat: int) -> Decision | None:
    """Return the decision that a seat has; seats below 0 are chance."""
    player = seat if seat >= 0 else None
    return next((decision for decision in decisions if decision.player == player), None)


def _named(decision: Decision, number: int, name: str) -> int | None:
    """Return the option of an id, by its number where that still means the same."""
    for option in decision.options:
        if (option.number, option.id) == (number, name):
            return number
    found = decision.option(name)
    return None if found is None else found.number


def _recorded(seat: int, name: str) -> str:
    """Return in words what a save answers."""
    return f"{_who(seat if seat >= 0 else None)} answers `{name}`"


def _asked(decisions: Sequence[Decision]) -> str:
    """Return in words what a game asks."""
    if not decisions:
        return "the game is over"
    return "; ".join(
        f"{_who(decision.player)} is asked {decision.prompt or decision.name!r}: "
        + listing((option.id for option in decision.options), most=12, last="or")
        for decision in decisions
    )


def _who(player: int | None) -> str:
    """Return the name of a seat, or chance."""
    return "chance" if player is None else seat_name(player)
