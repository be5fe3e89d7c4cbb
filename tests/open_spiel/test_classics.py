"""The four classics as packs have exactly the trees of OpenSpiel's own games."""

from math import factorial

import pyspiel
import pytest

from tests.open_spiel.adapter import OurNode, Translation
from tests.open_spiel.comparison import Comparison, Demand, assert_same_tree


def cell_in_rows(option: str) -> int:
    """`cell_2_3` is row 2, column 3 of a board that OpenSpiel counts through from 0."""
    _, row, column = option.split("_")
    return 3 * (int(row) - 1) + int(column) - 1


def column_of_cell(option: str) -> int:
    """`cell_4_2` is column 4, row 2; OpenSpiel counts columns from 0."""
    return int(option.split("_")[1]) - 1


def worth_of_card(option: str) -> int:
    """`card_1_4` is the 4 of the first seat; OpenSpiel counts cards from 0."""
    return int(option.split("_")[2]) - 1


def kuhn_action(option: str) -> int:
    """Cards by rank at chance nodes, pass and bet at the others."""
    return {"jack": 0, "queen": 1, "king": 2, "pass": 0, "bet": 1}[option]


TIC_TAC_TOE = Translation("tic_tac_toe", cell_in_rows, "tic_tac_toe")
CONNECT_FOUR = Translation("connect_four", column_of_cell, "connect_four")
KUHN_POKER = Translation("kuhn_poker", kuhn_action, "kuhn_poker")


def goofspiel(*, hidden: bool) -> Translation:
    """Return Goofspiel with four cards; OpenSpiel plays the last card of each hand by itself."""
    name = (
        "goofspiel(players=2,num_cards=4,points_order=descending,returns_type=win_loss,"
        f"imp_info={hidden})"
    )
    options = {"hidden": hidden}
    return Translation("goofspiel", worth_of_card, name, options, simultaneous=True, forced="auto")


def compare(
    translation: Translation,
    *,
    partition: Demand | None = None,
    depth: int | None = None,
    merge: bool = False,
) -> Comparison:
    theirs = pyspiel.load_game(translation.name).new_initial_state()
    ours = OurNode.root(translation)
    return assert_same_tree(ours, theirs, partition=partition, depth=depth, merge=merge)


def test_tic_tac_toe_to_the_end() -> None:
    found = compare(TIC_TAC_TOE, merge=True)
    # known counts of games of tic-tac-toe by length: 255,168 in all
    assert found.terminals == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert sum(found.nodes) == 549_946


def test_connect_four_to_depth_seven() -> None:
    found = compare(CONNECT_FOUR, depth=7, merge=True)
    # nobody can win before the seventh disc, and only seven sequences overfill a column by then
    assert found.nodes == [7**level for level in range(7)] + [7**7 - 7]


def test_kuhn_poker_to_the_end() -> None:
    found = compare(KUHN_POKER, partition="equal")
    # three cards, then two; pass or bet twice, and once more after pass, bet
    assert found.nodes == [1, 3, 6, 12, 24, 12]
    assert found.terminals == [0, 0, 0, 0, 18, 12]
    # each card with nothing before it or pass, bet; each card after pass or after bet
    assert [len(states.ours_of) for states in found.information.values()] == [6, 6]


@pytest.mark.parametrize("hidden", [True, False])
def test_goofspiel_to_the_end(hidden: bool) -> None:
    # with open bids OpenSpiel forgets in which order they were made
    found = compare(goofspiel(hidden=hidden), partition="equal" if hidden else "finer")
    # both choose one of 4, 3, 2 cards; the last pair is played without a choice
    assert found.nodes == [1, 4**2, (4 * 3) ** 2, factorial(4) ** 2]
    assert found.terminals == [0, 0, 0, factorial(4) ** 2]
