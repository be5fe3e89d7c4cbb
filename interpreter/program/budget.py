"""What may be spent on one answer, and how generated code pays from it.

A budget is a list of four numbers: steps, what is left of `MOST_VISITS` by the bounds of work, what
is left of it by counting, and how many calls of rules that call themselves wait for another one.
Whoever lets something run sets the first to `FULL`, and no more, since every answer does it; the
others are set by the first who pays from them. Whether they are is the lowest bit of the first, so
a step is 2 of it.

Read by `weighing` and `work` for the measures; `image` gives each program a budget of its own, and
`engine.machine` fills it before something runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from interpreter.diagnostics import RulesFault
from interpreter.lang.types import NOTHING_NUMBER

STEP_BUDGET = 200_000
"""How many rounds of `repeat`, calls of rules that call themselves, and frames may run."""
MOST_VISITS = 10_000_000
"""How many things queries and loops may look at: first by their bounds, then one by one."""
FULL = 2 * STEP_BUDGET
"""The first number of a budget of which nothing is spent."""
STEP = 2
"""What a step takes from it."""
ENTRY = 5
"""How many visits the beginning of a query, the reading of a value, and a kept row count each."""
ROUND = 10
"""How many visits a round of a `for each` counts."""

MOST_NESTED = 400
"""How many calls may wait for each other once rules call themselves.

Python's own limit comes later, and depends on who has called the game: the same answer would be a
fault in one program and none in another.
"""
POSSIBLE = 4
"""How many of them asking in a need what is possible counts: more of Python's calls go into it."""

MOST_KEPT = 1 << 20
"""How many numbers a table keeps that fills itself."""

Link = tuple[tuple[int, ...], ...]
"""What is joined to each thing."""


def new_budget() -> list[int]:
    """Return a budget of which nothing is spent."""
    return [FULL, 0, 0, 0]


class Payer:
    """Pays from one budget: its methods, by name, are called by generated code."""

    def __init__(self, budget: list[int]) -> None:
        """Pay from a budget."""
        self._budget = budget
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def names(self) -> Mapping[str, Callable[..., Any]]:
        """Return what generated code calls, by name."""
        paying = (
            self.ample, self.spend, self.each, self.one_by_one, self.rounds, self.far, self.step,
            self.deeper,
        )  # fmt: skip
        return {function.__name__: function for function in (*paying, overrun, nested)}

    def _fill(self) -> None:
        """Begin to count for an answer."""
        budget = self._budget
        budget[0] |= 1
        budget[1] = budget[2] = MOST_VISITS
        budget[3] = 0
        if self._known:
            self._known.clear()

    def ample(self, work: int) -> bool:
        """Pay the bound of some work, and tell whether it need not be counted."""
        budget = self._budget
        if not budget[0] & 1:
            self._fill()
        budget[1] -= work
        return budget[1] >= 0

    def spend(self, visits: int) -> None:
        """Pay for some visits, such as the reading of a value, or a row that is kept."""
        budget = self._budget
        if not budget[0] & 1:
            self._fill()
        budget[2] -= visits
        if budget[2] < 0:
            raise RulesFault("F716", things=f"{MOST_VISITS:,}")

    def each(self, items: Any) -> Any:
        """Pay for all members of a set or list, and return it."""
        self.spend(ENTRY + (items.bit_count() if isinstance(items, int) else len(items)))
        return items

    def one_by_one(self, items: Iterable[Any]) -> Iterator[Any]:
        """Pay for each member of a set or list as it comes up."""
        self.spend(2 * ENTRY)
        for item in items:
            self.spend(1)
            yield item

    def rounds(self, items: Any) -> Any:
        """Pay for each round of a loop of a text over some rows, and return them."""
        budget = self._budget
        if not budget[0] & 1:
            self._fill()
        budget[2] -= ROUND * len(items)
        if budget[2] < 0:
            self.spend(0)
        return items

    def far(self, link: Link, start: int, goal: int) -> int:
        """Return the steps from one thing to another, and pay for finding them, once an answer."""
        if not self._budget[0] & 1:
            self._fill()
        row = self._known.get((id(link), start))
        if row is None:
            self.spend(len(link) + sum(map(len, link)))
            if len(self._known) > MOST_KEPT // len(link):
                self._known.clear()
            row = self._known[id(link), start] = steps_from(link, start)
        return row[goal]

    def step(self) -> None:
        """Pay for a call of a rule that may lead back to itself, and go one call deeper."""
        self._budget[0] -= STEP
        if self._budget[0] < 0:
            overrun()
        self.deeper(1)

    def deeper(self, calls: int) -> None:
        """Go so many calls deeper into what leads back to itself; who leaves it takes that back."""
        budget = self._budget
        if not budget[0] & 1:
            self._fill()
        budget[3] += calls
        if budget[3] > MOST_NESTED:
            too_deep()


def steps_from(link: Link, start: int) -> tuple[int, ...]:
    """Return how many steps of a link lead from a thing to each, `NOTHING_NUMBER` without a way."""
    found = [NOTHING_NUMBER] * len(link)
    found[start] = steps = 0
    edge = [start]
    while edge:
        steps += 1
        before, edge = edge, []
        for here in before:
            for other in link[here]:
                if found[other] == NOTHING_NUMBER:
                    found[other] = steps
                    edge.append(other)
    return tuple(found)


def overrun() -> NoReturn:
    """Fault: the steps of one answer are used up."""
    raise RulesFault("F701", steps=str(STEP_BUDGET))


def too_deep() -> NoReturn:
    """Fault: too many calls wait for each other."""
    raise RulesFault("F718", most=str(MOST_NESTED))


def nested(frame: tuple[Any, ...] | None) -> None:
    """See that not too many frames wait for each other, from one on outwards.

    Asked where a rule that may lead back to itself begins, so the others cannot be many.
    """
    depth = 0
    while frame is not None:
        depth += 1
        frame = frame[1]
    if depth > MOST_NESTED:
        too_deep()
