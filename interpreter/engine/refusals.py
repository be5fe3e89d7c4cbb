"""Why something cannot be chosen or answered: the reason, in the words of the pack.

Asked by `game`; the functions come from `program.reasons` and run in the frame of the open
decision.
"""

from __future__ import annotations

from typing import Any

from interpreter import arguments
from interpreter.diagnostics import AnswerError, listing
from interpreter.engine.decisions import Option, make_decision, option_id, seat_name
from interpreter.engine.machine import judge
from interpreter.program.module import Site
from interpreter.program.program import Program, State

_NOT_HERE = "there is no such thing to choose here"
_UNKNOWN = "the rules do not offer it here"
_MOST_DIGITS = 15


def reason_against(program: Program, state: State, place: int, option: Option | int | str) -> str:
    """Return why an option is not offered by the decision at a place, empty when it is.

    Raises `TypeError` for what is neither an option nor a number nor an id.
    """
    if isinstance(option, Option):
        option = option.id
    elif not isinstance(option, str):
        option = arguments.whole("option", option, "an option, its number or its id")
    decision = make_decision(program, state[1][place], place, 0)
    if decision.option(option) is not None:
        return ""
    site = program.sites[decision.id]
    number = option if isinstance(option, int) else _number_of(program, site, option)
    function = program.names.get(f"why_{decision.id}")
    if number is None:
        return _NOT_HERE
    if function is None or number < 0:
        return _UNKNOWN
    reason: int = judge(program, function, state, state[1][place][3], number)
    return _UNKNOWN if reason < 0 else program.reasons[reason]


def not_an_option(program: Program, pending: tuple[Any, ...], given: object) -> AnswerError:
    """Return the refusal of what is not among the options of a pending decision."""
    site = program.sites[pending[1]]
    offered = listing([option_id(program, site, number) for number in pending[2]], last="or")
    said = arguments.named(given.id if isinstance(given, Option) else given)
    return AnswerError("S801", given=said, offered=offered)


def not_wanted(state: State, player: int | None) -> AnswerError:
    """Return the refusal of an answer of a player, or (None) of anybody, whom nobody asks."""
    who = "anybody" if player is None else seat_name(player)
    if not state[1]:
        return AnswerError(
            "S803", player=who, reason="the game is over" if state[6] else "nobody is asked"
        )
    # who has answered in secret already is nobody's business
    asked = "others are" if state[4] is not None else f"{seat_name(state[1][0][0])} is"
    return AnswerError("S803", player=who, reason=f"{asked} asked")


def _number_of(program: Program, site: Site, option: str) -> int | None:
    """Return the number that an id means at a place of decision, None if it means nothing there."""
    if option.isdecimal():
        return int(option) if len(option) <= _MOST_DIGITS else None
    if site.form in ("branch", "hook"):
        return site.labels.index(option) if option in site.labels else None
    if site.of in program.spec.words and option in program.spec.words[site.of]:
        return program.spec.words[site.of].index(option)
    return program.layout.index.get(site.of, {}).get(option)
