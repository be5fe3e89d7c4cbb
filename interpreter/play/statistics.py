"""Play stage: many results folded into one summary; feeds `solon simulate`.

Sums are exact, so the order in which games finish does not change a digit. A result that has been
added is not kept: what is kept grows with the variety of the games, not with their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from interpreter.play.results import FAULT, UNFINISHED, GameResult

Z95 = 1.959963984540054
"""The standard normal quantile of a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers of games in short: how many, their mean, standard deviation, and range."""

    count: int
    mean: float
    deviation: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games with its interval of 95 % (Wilson's)."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share itself, 0 of no games."""
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How one seat fared: scores, wins alone, and wins shared with others."""

    score: Spread
    wins: Share
    shared: Share


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in short. Scores, wins and lengths are those of finished games only."""

    games: int
    finished: int
    unfinished: int
    faults: int
    distinct: int
    answers: Spread
    quantiles: tuple[int, ...]
    longest: tuple[int, int] | None
    seats: tuple[SeatSummary, ...]
    endings: tuple[tuple[str, int], ...]
    rules: tuple[tuple[str, int], ...]
    fault_examples: tuple[tuple[int, str], ...]
    shunned: int
    shunned_examples: tuple[tuple[int, str], ...]


def wilson(count: int, of: int) -> Share:
    """Return `count` of `of` with its interval of 95 %."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    share = count / of
    weight = Z95 * Z95 / of
    middle = (share + weight / 2) / (1 + weight)
    reach = Z95 * sqrt(share * (1 - share) / of + weight / (4 * of)) / (1 + weight)
    # The formula gives 0 and 1 at the ends but for rounding.
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    high = 1.0 if count == of else min(1.0, middle + reach)
    return Share(count, of, low, high)


class _Numbers:
    """A sum and a sum of squares, exact."""

    __slots__ = ("_least", "_most", "_squares", "_sum", "count")

    def __init__(self) -> None:
        self.count = 0
        self._sum = Fraction(0)
        self._squares = Fraction(0)
        self._least: Fraction | None = None
        self._most: Fraction | None = None

    def add(self, number: int | Fraction) -> None:
        """Take in one number."""
        value = Fraction(number)
        self.count += 1
        self._sum += value
        self._squares += value * value
        self._least = value if self._least is None else min(self._least, value)
        self._most = value if self._most is None else max(self._most, value)

    def spread(self) -> Spread:
        """Return them in short; the deviation is that of a sample."""
        if not self.count:
            return Spread(0, 0.0, 0.0, 0.0, 0.0)
        mean = self._sum / self.count
        variance = Fraction(0)
        if self.count > 1:
            variance = (self._squares - self._sum * mean) / (self.count - 1)
        return Spread(
            self.count,
            float(mean),
            sqrt(variance),
            float(self._least or 0),
            float(self._most or 0),
        )


class Statistics:
    """Takes results one by one and gives their summary at any time."""

    def __init__(self, players: int) -> None:
        """Expect games of so many players."""
        self._players = players
        self._games = 0
        self._endings: Counter[str] = Counter()
        self._lengths: Counter[int] = Counter()
        self._answers = _Numbers()
        self._scores = [_Numbers() for _ in range(players)]
        self._wins = [0] * players
        self._shared = [0] * players
        self._rules: Counter[str] = Counter()
        self._traces: set[int] = set()
        self._longest: tuple[int, int] | None = None
        self._faults: dict[int, tuple[int, str]] = {}
        self._shunned_games = 0
        self._shunned: dict[int, tuple[int, str]] = {}

    def add(self, result: GameResult) -> None:
        """Take in one game."""
        self._games += 1
        self._endings[result.ended_by] += 1
        self._rules.update(result.rules)
        if result.trace:
            self._traces.add(int(result.trace[:16], 16))
        if result.ended_by == FAULT:
            self._faults[result.number] = (result.seed, result.fault)
            # The first few by number are shown; the rest is counted.
            self._faults = dict(sorted(self._faults.items())[:5])
        if result.shunned:
            self._shunned_games += 1
            self._shunned[result.number] = (result.seed, result.shunned)
            self._shunned = dict(sorted(self._shunned.items())[:5])
        if not result.is_finished:
            return
        self._lengths[result.answers] += 1
        self._answers.add(result.answers)
        self._longest = _longer(self._longest, (result.answers, result.seed))
        for seat, score in enumerate(result.scores):
            self._scores[seat].add(score)
        for seat in result.winners:
            self._wins[seat] += len(result.winners) == 1
            self._shared[seat] += len(result.winners) > 1

    def summary(self, rules: Sequence[str] = ()) -> Summary:
        """Return all in short; `rules` are those that could have been carried out."""
        finished = self._answers.count
        counted = {**dict.fromkeys(rules, 0), **self._rules}
        return Summary(
            games=self._games,
            finished=finished,
            unfinished=self._endings[UNFINISHED],
            faults=self._endings[FAULT],
            distinct=len(self._traces),
            answers=self._answers.spread(),
            quantiles=quantiles(self._lengths),
            longest=self._longest,
            seats=tuple(
                SeatSummary(
                    self._scores[seat].spread(),
                    wilson(self._wins[seat], finished),
                    wilson(self._shared[seat], finished),
                )
                for seat in range(self._players)
            ),
            endings=tuple(sorted(self._endings.items(), key=lambda item: (-item[1], item[0]))),
            rules=tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0]))),
            fault_examples=tuple(self._faults.values()),
            shunned=self._shunned_games,
            shunned_examples=tuple(self._shunned.values()),
        )


def _longer(one: tuple[int, int] | None, other: tuple[int, int]) -> tuple[int, int]:
    """Return the longer of two games; of equally long ones that with the lower seed."""
    return other if one is None else max(one, other, key=lambda game: (game[0], -game[1]))


def quantiles(lengths: Mapping[int, int]) -> tuple[int, ...]:
    """Return the 5th, 25th, 50th, 75th and 95th percentile of counted lengths, () of none."""
    total = sum(lengths.values())
    found: list[int] = []
    if not total:
        return ()
    for percent in (5, 25, 50, 75, 95):
        wanted, reached = -(-percent * total // 100), 0
        for length in sorted(lengths):
            reached += lengths[length]
            if reached >= wanted:
                found.append(length)
                break
    return tuple(found)
