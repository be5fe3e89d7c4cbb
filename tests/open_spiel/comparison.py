"""Walks a tree of ours and one of OpenSpiel in step and demands that they agree exactly.

At every pair of nodes: the same kind of node and the same player, the same legal actions for each
who acts, the same outcomes of chance with the same probabilities, the same returns at the end. A
joint action, a chance outcome and a move each are one level. Counting pairs by level therefore
counts the nodes of both trees at once.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, Literal, Protocol

CHANCE = -1
SIMULTANEOUS = -2
TERMINAL = -4
"""The player numbers of OpenSpiel for nodes at which no single player acts."""

Demand = Literal["equal", "finer"]
"""What our information states must be. `finer` is for games that OpenSpiel describes without the
order of what was played: we remember it, so one state of theirs may be several of ours."""


class Node(Protocol):
    """A node of our tree in the terms of OpenSpiel."""

    def player(self) -> int:
        """Return a seat from 0, or CHANCE, SIMULTANEOUS or TERMINAL."""

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, in rising order."""

    def chance(self) -> list[tuple[int, Fraction]]:
        """Return the outcomes of a chance node with their exact probabilities."""

    def child(self, actions: tuple[int, ...]) -> "Node":
        """Return the node after one action, or one of each seat; this node stays as it is."""

    def returns(self) -> list[Fraction]:
        """Return the result of each seat at a terminal node."""

    def information(self, seat: int) -> object:
        """Return a key, equal at exactly the nodes that a seat cannot tell apart."""

    def position(self) -> object:
        """Return a key of the full state: equal keys have equal trees below them."""


@dataclass(slots=True)
class Partition:
    """Whether two ways to name the information states of one seat sort nodes into equal sets."""

    demand: Demand = "equal"
    theirs_of: dict[object, str] = field(default_factory=dict)
    ours_of: dict[str, object] = field(default_factory=dict)

    def add(self, ours: object, theirs: str, history: str) -> None:
        """Demand that one name of ours always meets the same name of theirs, and the reverse."""
        known = self.theirs_of.setdefault(ours, theirs)
        assert known == theirs, f"{history}: we merge {known!r} and {theirs!r}"
        before = self.ours_of.setdefault(theirs, ours)
        assert before == ours or self.demand == "finer", (
            f"{history}: we split {theirs!r} into {before!r} and {ours!r}"
        )


@dataclass(slots=True)
class Comparison:
    """What was counted on the way."""

    nodes: list[int] = field(default_factory=list)
    terminals: list[int] = field(default_factory=list)
    information: dict[int, Partition] = field(default_factory=dict)


def assert_same_tree(
    ours: Node,
    theirs: Any,
    *,
    partition: Demand | None = None,
    depth: int | None = None,
    merge: bool = False,
) -> Comparison:
    """Compare two trees level by level, down to `depth` or the end.

    `merge`: pairs whose full states are equal on both sides are compared once and counted as often
    as they are reached. With `partition` the information states of all who act are compared too;
    then histories matter and nothing may be merged.
    """
    assert not (merge and partition)
    seats = range(theirs.num_players())
    found = Comparison(information={seat: Partition(partition or "equal") for seat in seats})
    level: list[tuple[Node, Any, int]] = [(ours, theirs, 1)]
    while level:
        found.nodes.append(sum(count for _, _, count in level))
        ended = 0
        below: list[tuple[Node, Any, int]] = []
        for own, their, count in level:
            assert_same_node(own, their)
            if their.is_terminal():
                ended += count
                continue
            if partition:
                for seat in acting_seats(their):
                    key = their.information_state_string(seat)
                    found.information[seat].add(own.information(seat), key, their.history_str())
            if depth is None or len(found.nodes) <= depth:
                below += [(*pair, count) for pair in children(own, their)]
        found.terminals.append(ended)
        level = merged(below) if merge else below
    return found


def merged(level: list[tuple[Node, Any, int]]) -> list[tuple[Node, Any, int]]:
    """Keep one pair of each pair of full states, with the sum of the counts."""
    counts: Counter[tuple[object, str]] = Counter()
    pairs: dict[tuple[object, str], tuple[Node, Any]] = {}
    for own, their, count in level:
        key = (own.position(), f"{their.current_player()} {their}")
        counts[key] += count
        pairs.setdefault(key, (own, their))
    return [(*pair, counts[key]) for key, pair in pairs.items()]


def acting_seats(their: Any) -> list[int]:
    """Return the seats that act at a node of OpenSpiel."""
    if their.is_simultaneous_node():
        return list(range(their.num_players()))
    return [] if their.is_chance_node() else [their.current_player()]


def assert_same_node(ours: Node, theirs: Any) -> None:
    """Compare two nodes without what is below them."""
    where = theirs.history_str()
    if theirs.is_terminal():
        assert ours.player() == TERMINAL, f"{where}: theirs is over, ours is not"
        assert [float(result) for result in ours.returns()] == theirs.returns(), where
        return
    assert ours.player() == theirs.current_player(), where
    if theirs.is_chance_node():
        outcomes = [(outcome, float(share)) for outcome, share in ours.chance()]
        assert sum(share for _, share in ours.chance()) == 1, where
        assert sorted(outcomes) == sorted(theirs.chance_outcomes()), where
        return
    for seat in acting_seats(theirs):
        assert ours.legal(seat) == theirs.legal_actions(seat), f"{where}: seat {seat}"


def children(ours: Node, theirs: Any) -> Iterator[tuple[Node, Any]]:
    """Yield the pairs below a pair of nodes that agree."""
    if theirs.is_simultaneous_node():
        seats = range(theirs.num_players())
        for joint in product(*(theirs.legal_actions(seat) for seat in seats)):
            below = theirs.clone()
            below.apply_actions(list(joint))
            yield ours.child(joint), below
        return
    for action in theirs.legal_actions():
        yield ours.child((action,)), theirs.child(action)
