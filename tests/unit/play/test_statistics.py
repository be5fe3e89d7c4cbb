"""Summaries of many games against arithmetic done by hand and published intervals."""

from fractions import Fraction
from itertools import permutations

import pytest

from interpreter.play.results import GameResult
from interpreter.play.statistics import Statistics, quantiles, wilson

GAMES = [
    GameResult(0, 10, "win", 4, (1, 0), (1, 2), (0,), "0a"),
    GameResult(
        1,
        11,
        "end game",
        8,
        (Fraction(7, 2), 1),
        (1, 2),
        (0,),
        "0b",
        shunned="F709: a division by zero",
    ),
    GameResult(2, 12, "end game", 6, (2, 2), (1, 1), (0, 1), "0a"),
    GameResult(3, 13, "unfinished", 100, trace="0c"),
    GameResult(4, 14, "fault", 3, fault="F701: too many steps"),
]


def summary_of(games: list[GameResult]) -> object:
    statistics = Statistics(2)
    for game in games:
        statistics.add(game)
    return statistics.summary()


# Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29 by Wilson's method.
@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    share = wilson(count, of)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_an_interval_of_nothing_says_nothing() -> None:
    share = wilson(0, 0)
    assert (share.share, share.low, share.high) == (0.0, 0.0, 1.0)
    assert wilson(20, 20).high == 1.0


def test_a_summary_counts_what_was_finished() -> None:
    statistics = Statistics(2)
    for game in GAMES:
        statistics.add(game)
    found = statistics.summary()
    assert (found.games, found.finished, found.unfinished, found.faults) == (5, 3, 1, 1)
    assert found.answers.mean == 6.0
    assert found.answers.deviation == 2.0  # of 4, 8 and 6: (4 + 4 + 0) / 2 is 4
    assert found.longest == (8, 11)
    assert found.distinct == 3
    assert found.endings == (("end game", 2), ("fault", 1), ("unfinished", 1), ("win", 1))
    first, second = found.seats
    assert first.score.mean == pytest.approx(6.5 / 3)
    assert (first.wins.count, first.shared.count) == (2, 1)
    assert (second.wins.count, second.shared.count) == (0, 1)
    assert (second.score.least, second.score.most) == (0.0, 2.0)
    assert (found.shunned, found.shunned_examples) == (1, ((11, "F709: a division by zero"),))
    assert found.fault_examples == ((14, "F701: too many steps"),)


def test_the_order_of_games_does_not_matter() -> None:
    assert len({repr(summary_of(list(games))) for games in permutations(GAMES)}) == 1


def test_rules_that_were_never_carried_out_are_listed() -> None:
    statistics = Statistics(2)
    statistics.add(GameResult(0, 1, "win", 1, (1, 0), (1, 2), (0,), "aa", {"b": 2, "c": 5}))
    assert statistics.summary(["a", "b"]).rules == (("c", 5), ("b", 2), ("a", 0))


def test_quantiles_are_lengths_that_occurred() -> None:
    assert quantiles({}) == ()
    assert quantiles({7: 1}) == (7, 7, 7, 7, 7)
    assert quantiles(dict.fromkeys(range(1, 101), 1)) == (5, 25, 50, 75, 95)
