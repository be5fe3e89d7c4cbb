"""The end of a game: who has won, in which rank everybody is, and with what result.

Fed by a state that is over; read by `game`. The rank and the score are what the pack declares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from interpreter.engine.primitives import bits
from interpreter.engine.reports import Report, make_reports
from interpreter.lang.types import NOTHING_NUMBER, Half
from interpreter.program.program import Program, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `ranks` holds the rank of each seat from 1, shared when nothing tells seats apart; where nobody
    can come first (an `among` that is empty) they begin with 2. `winners` are the seats of rank 1.
    `scores` holds each seat's result as the pack's `score` gives it, or 1 for winners and 0 for
    the others. `reports` are what the pack tells beside that, by name; one that is called
    `heritage` can also be read as `outcome.heritage`.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int | Fraction, ...]
    ended_by: str
    reports: Mapping[str, Report] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Report:
        """Return a report by its name, where no field is called so."""
        found = {} if name == "reports" else self.reports
        if name not in found:
            raise AttributeError(f"an outcome has no {name!r}, and this pack no such report")
        return found[name]


def make_outcome(program: Program, state: State) -> Outcome:
    """Return the outcome of a state that is over."""
    seats = range(program.layout.players)
    if state[6] == 2:
        ranks = tuple(1 if seat == state[7] else 2 for seat in seats)
    else:
        keys = [_rank_key(program, state, seat) for seat in seats]
        ordered = sorted(set(keys))
        places = {key: 1 + sum(other < key for other in keys) for key in ordered}
        behind = int(_nobody_first(program, state))
        ranks = tuple(places[key] + behind for key in keys)
    winners = tuple(seat for seat in seats if ranks[seat] == 1)
    ended_by = "win" if state[6] == 2 else "end game"
    scores = _scores(program, state, winners)
    return Outcome(winners, ranks, scores, ended_by, make_reports(program, state))


def _nobody_first(program: Program, state: State) -> bool:
    """Whether the ranking names a set of players who alone can come first, and nobody is in it."""
    return any(how == "among" and not function(state) for how, function in program.ranking)


def _rank_key(program: Program, state: State, seat: int) -> tuple[int, ...]:
    """Return what orders the seats: the lowest key comes first."""
    key = []
    for how, function in program.ranking:
        if how == "among":
            key.append(0 if function(state) >> seat & 1 else 1)
        elif how == "earliest in":
            order = function(state)
            listed = order if isinstance(order, tuple) else bits(order)
            key.append(listed.index(seat) if seat in listed else len(listed))
        else:
            value = function(state, seat)
            worst = value == NOTHING_NUMBER
            key.extend((int(worst), 0 if worst else -value if how == "highest" else value))
    return tuple(key)


def _scores(program: Program, state: State, winners: tuple[int, ...]) -> tuple[int | Fraction, ...]:
    """Return the result of each seat."""
    seats = range(program.layout.players)
    if program.score is None or program.spec.score is None:
        return tuple(int(seat in winners) for seat in seats)
    results = [program.score(state, seat) for seat in seats]
    if isinstance(program.spec.score.type, Half):
        return tuple(_whole(Fraction(result, 2)) for result in results)
    return tuple(results)


def _whole(number: Fraction) -> int | Fraction:
    """Return a fraction as an int if it is one."""
    return int(number) if number.denominator == 1 else number
