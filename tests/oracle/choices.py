"""Decisions: which options there are, step by step; a game yields each as a question."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from interpreter.lang import ir, types
from tests.oracle.evaluator import Names
from tests.oracle.operations import Operations
from tests.oracle.world import FaultError

DECLINE, DONE = -1, -2
CHANCE = -2
"""The player of a question that chance answers."""


@dataclass(frozen=True)
class Question:
    """Something that a player is asked; options are numbers that mean the same in every state."""

    player: int
    form: str
    name: str
    options: tuple[int, ...]


Asking = Generator[list[Question], tuple[int, int], Any]
"""Yields the questions that are open and gets the position of one and the number of an option."""


class Choices(Operations):
    """Asks."""

    def ask(self, player: str, form: str, name: str, options: Sequence[int]) -> Asking:
        """Ask one question."""
        asked = Question(self.world.number("player", player), form, name, tuple(options))
        _, option = yield [asked]
        return option

    def can_pay(self, prices: Sequence[ir.Price], who: str, names: Names) -> bool:
        """Whether a player can pay, besides what he has put in reserve."""
        reserved = names.get("reserved") or {}
        return all(
            self.value(price.amount, names)
            <= self.payable(price.resource, who) - reserved.get(price.resource, 0)
            for price in prices
        )

    # ---- the three forms of one answer -----------------------------------------------------------

    def choose_one(self, node: ir.Choose, who: str, names: Names) -> Asking:
        """Ask for one thing, number or truth; None if there is none or it was declined."""
        type_, items, where = self._candidates(node.source, names)
        form = {ir.OneOf: "one", ir.NumberFrom: "number", ir.YesOrNo: "yes_no"}[type(node.source)]
        options = []
        for item in items:
            inner = {**names, node.name: item}
            if (where is None or self.value(where, inner)) and self.can_pay(
                node.paying, who, inner
            ):
                options.append(self.world.kept(item, type_))
        if not options:
            return None
        declined = types.nothing_of(type_)
        answer = yield from self.ask(
            who, form, node.name, (*options, declined) if node.may else options
        )
        return None if node.may and answer == declined else self.world.natural(answer, type_)

    def _candidates(
        self, source: ir.Source, names: Names
    ) -> tuple[types.Type, Sequence[Any], ir.Expression | None]:
        match source:
            case ir.OneOf():
                items = self.offered(source.domain, names)
                return source.domain.type.inner, list(dict.fromkeys(items)), source.where
            case ir.NumberFrom():
                least, most = self.value(source.least, names), self.value(source.most, names)
                return types.NUMBER, range(least, most + 1), source.where
        return types.TRUTH, (True, False), None

    def offered(self, domain: ir.Expression, names: Names) -> list[Any]:
        """Return what can be chosen from, in the order in which it is offered.

        Things of an ordered zone that not everybody sees into are offered in their stable order.
        """
        items = self.members(domain, names)
        if isinstance(domain, ir.Zone) and isinstance(domain.type, types.ListOf):
            owner = self.world.spec.kinds.get(domain.kind) or self.world.spec.globals[domain.kind]
            zone = next(one for one in owner.zones if one.name == domain.name)
            if zone.seen_by is not None:
                items.sort(key=lambda item: self.world.kept(item, domain.type.inner))
        return items

    # ---- several steps ---------------------------------------------------------------------------

    def choose_several(self, node: ir.Choose, who: str, names: Names) -> Asking:
        """Ask for one member after the other; None if no set will do or it was declined."""
        source = node.source
        items = self.offered(source.domain, names)
        least = self.value(source.least, names)
        most = len(items) if source.most is None else self.value(source.most, names)
        if source.or_all:
            least = min(least, len(items))

        def is_whole(taken: tuple[Any, ...]) -> bool:
            inner = {**names, node.name: frozenset(taken)}
            good = source.such_that is None or self.value(source.such_that, inner)
            return least <= len(taken) <= most and good and self.can_pay(node.paying, who, inner)

        def completions(taken: tuple[Any, ...], rest: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
            sizes = range(max(0, least - len(taken)), min(most - len(taken), len(rest)) + 1)
            return ((*taken, *more) for size in sizes for more in combinations(rest, size))

        taken: tuple[Any, ...] = ()
        while True:
            rest = items[items.index(taken[-1]) + 1 :] if taken else items
            options = [
                self.world.kept(item, source.domain.type.inner)
                for at, item in enumerate(rest)
                if any(map(is_whole, completions((*taken, item), rest[at + 1 :])))
            ]
            if not options:
                return frozenset(taken) if is_whole(taken) else None
            options += [DONE] if is_whole(taken) else []
            options += [DECLINE] if node.may and not taken else []
            answer = yield from self.ask(who, "several", node.name, options)
            if answer == DECLINE:
                return None
            if answer == DONE:
                return frozenset(taken)
            taken = (*taken, self.world.natural(answer, source.domain.type.inner))

    def choose_order(self, node: ir.Choose, who: str, names: Names) -> Asking:
        """Ask which comes first, which next; None if it was declined."""
        type_ = node.source.domain.type.inner
        rest, done = self.offered(node.source.domain, names), []
        if not self.can_pay(node.paying, who, {**names, node.name: tuple(rest)}):
            return None
        while len(rest) > 1 or (rest and node.may and not done):
            options = [self.world.kept(item, type_) for item in rest]
            options += [DECLINE] if node.may and not done else []
            answer = yield from self.ask(who, "order", node.name, options)
            if answer == DECLINE:
                return None
            done.append(self.world.natural(answer, type_))
            rest.remove(done[-1])
        return (*done, *rest)

    def choose_division(self, node: ir.Choose, who: str, names: Names) -> Asking:
        """Ask how much each member gets; None if it cannot be divided so, or it was declined."""
        source, binder = node.source, node.source.binder
        rows = [{**names, **row} for row in self.rows((binder,), names)]
        rows = [row for row in rows if source.where is None or self.value(source.where, row)]
        total = self.value(source.total, names)
        limits = [total if source.limit is None else self.value(source.limit, row) for row in rows]
        limits = [max(0, min(limit, total)) for limit in limits]
        if source.mode == "or_all":
            total = min(total, sum(limits))
        items, done = [row[binder.name] for row in rows], []

        def table(shares: Sequence[int]) -> dict[tuple[Any, ...], int]:
            given = dict(zip(items, shares, strict=True))
            return {(item,): given.get(item, 0) for item in self.world.members(binder.type)}

        def splits(left: int, rest: Sequence[int]) -> Iterator[tuple[int, ...]]:
            if not rest and (left == 0 or (left > 0 and source.mode == "up_to")):
                yield ()
            for share in range(min(left, rest[0]) + 1) if rest else ():
                if source.mode == "up_to" or left - share <= sum(rest[1:]):
                    yield from ((share, *more) for more in splits(left - share, rest[1:]))

        def works(shares: Sequence[int]) -> bool:
            wholes = splits(total - sum(shares), limits[len(shares) :])
            inner = ({**names, node.name: table((*shares, *rest))} for rest in wholes)
            return any(self.can_pay(node.paying, who, one) for one in inner)

        if not works(done):
            return None
        while len(done) < len(rows):
            options = [n for n in range(limits[len(done)] + 1) if works([*done, n])]
            if len(options) > 1 or (node.may and not done):
                options += [DECLINE] if node.may and not done else []
                answer = yield from self.ask(who, "division", node.name, options)
                if answer == DECLINE:
                    return None
            else:
                (answer,) = options
            done.append(answer)
        return table(done)

    # ---- choose ----------------------------------------------------------------------------------

    def choose(
        self, node: ir.Choose, names: Names, run: Callable[[ir.Body, Names], Asking]
    ) -> Asking:
        """Ask for what a `choose` names, and pay its price."""
        who = names["me"] if node.who is None else self.value(node.who, names)
        ways = {
            ir.Several: self.choose_several,
            ir.OrderOf: self.choose_order,
            ir.Division: self.choose_division,
        }
        answer = yield from ways.get(type(node.source), self.choose_one)(node, who, names)
        names[node.name] = self.nothing(node) if answer is None else answer
        if answer is not None:
            yield from self.pay(node.paying, who, names)
        elif node.if_none is None and not node.may:
            raise FaultError("F703")
        elif node.if_none is not None:
            yield from run(node.if_none, names)
        return None

    def nothing(self, node: ir.Choose) -> Any:
        """Return what the chosen name is without an answer: a set is never nothing."""
        if isinstance(node.source, ir.Several | ir.OrderOf | ir.Division):
            inner = node.type.inner if isinstance(node.type, types.Optional) else node.type
            return self.world.default(inner)
        return None

    def pay(self, prices: Sequence[ir.Price], who: str, names: Names) -> Asking:
        """Pay a price at once, or put it in reserve; made by the walker."""
        raise NotImplementedError
