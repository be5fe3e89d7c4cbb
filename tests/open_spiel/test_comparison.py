"""The comparison itself: it accepts OpenSpiel beside OpenSpiel, and notices each difference."""

from fractions import Fraction
from typing import Any

import pyspiel
import pytest

from tests.open_spiel.comparison import TERMINAL, assert_same_tree


class Mirror:
    """OpenSpiel's own node behind our protocol."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def player(self) -> int:
        return int(self.state.current_player())

    def legal(self, seat: int) -> list[int]:
        return list(self.state.legal_actions(seat))

    def chance(self) -> list[tuple[int, Fraction]]:
        outcomes = self.state.chance_outcomes()
        return [(one, Fraction(share).limit_denominator(1000)) for one, share in outcomes]

    def child(self, actions: tuple[int, ...]) -> "Mirror":
        below = self.state.clone()
        if len(actions) > 1:
            below.apply_actions(list(actions))
        else:
            below.apply_action(actions[0])
        return type(self)(below)

    def returns(self) -> list[Fraction]:
        return [Fraction(result) for result in self.state.returns()]

    def information(self, seat: int) -> object:
        return self.state.information_state_string(seat)

    def position(self) -> object:
        return str(self.state)


class OtherPlayer(Mirror):
    def player(self) -> int:
        number = super().player()
        return number if number < 0 else 1 - number


class FewerActions(Mirror):
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[1:]


class OtherReturns(Mirror):
    def returns(self) -> list[Fraction]:
        return super().returns()[::-1]


class OtherChance(Mirror):
    def chance(self) -> list[tuple[int, Fraction]]:
        outcomes = super().chance()
        return [(one, Fraction(2 * rank, len(outcomes) * (len(outcomes) + 1)))
                for rank, (one, _) in enumerate(outcomes, 1)]  # fmt: skip


class EndsEarly(Mirror):
    def player(self) -> int:
        return TERMINAL if self.state.move_number() == 4 else super().player()


class SeesAll(Mirror):
    def information(self, seat: int) -> object:
        return seat, self.state.history_str()


class SeesNothing(Mirror):
    def information(self, seat: int) -> object:
        return seat


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel(num_cards=3,imp_info=True)"])
def test_a_tree_equals_itself(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    found = assert_same_tree(Mirror(state), state, partition="equal")
    assert sum(found.terminals) > 0


@pytest.mark.parametrize(
    "mirror",
    [OtherPlayer, FewerActions, OtherReturns, OtherChance, EndsEarly, SeesAll, SeesNothing],
)
def test_a_difference_is_noticed(mirror: type[Mirror]) -> None:
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    with pytest.raises(AssertionError):
        assert_same_tree(mirror(state), state, partition="equal")


def test_finer_states_may_be_allowed_but_never_coarser_ones() -> None:
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    assert_same_tree(SeesAll(state), state, partition="finer")
    with pytest.raises(AssertionError):
        assert_same_tree(SeesNothing(state), state, partition="finer")


def test_merging_counts_every_way_to_a_position() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    one_by_one = assert_same_tree(Mirror(state), state, depth=5)
    merged = assert_same_tree(Mirror(state), state, depth=5, merge=True)
    assert merged == one_by_one
