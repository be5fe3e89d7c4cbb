"""The typed tree, statements: what a text does. Made by the checker, read by the compiler.

A statement has a `span`, from which the generated lines know where they come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from interpreter.lang.ir.expressions import (
    Binder,
    Expression,
    Node,
)
from interpreter.lang.types import Type


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """How many: exactly `number`; `number` or all (as many as possible); all (`number` is None)."""

    number: Expression | None
    or_all: bool


@dataclass(frozen=True, slots=True)
class Price(Node):
    """An amount of a resource of the player who pays."""

    resource: str
    amount: Expression


@dataclass(frozen=True, slots=True)
class Event:
    """What a hook can wait for: an operation with its static noun, or a rule of the pack.

    The arguments of a `Do` stand in this order; a hook's `parameters` name them in the same order.

    ================  ===================  =============================================
    operation         noun                 arguments
    ================  ===================  =============================================
    place             piece                amount, owner, place
    remove_pieces     piece                amount, owner, place, cause (or None)
    move_pieces       piece                amount, owner, origin, goal
    remove_things     kind                 thing or set, cause (or None)
    move_things       kind                 thing or set or zone contents, goal (Zone)
    swap              kind                 thing, thing
    create            kind                 one per field of the kind, in order (None: its start)
    destroy           kind                 thing or set
    gain, pay, lose   resource             amount
    draw              kind of the things   amount, origin (Zone), goal (Zone)
    shuffle           kind of the things   zone (Zone)
    roll              die                  -
    reveal            kind                 thing or set or zone contents, players (or None: all)
    perform           kind                 definition, then the parameters of its slot
    win               -                    -
    rule              name of the rule     its parameters
    ================  ===================  =============================================
    """

    operation: str
    noun: str


@dataclass(frozen=True, slots=True)
class Do(Node):
    """An operation or a rule of the pack.

    `actor` is who acts; None is `me`. `result` names what it gives.
    Of the operations on counted things the first argument is an amount. `paying` only for perform.
    The local `result` is: of draw the list of the things in drawn order, of roll the face, of
    create the new thing, of a rule the record of its results. `end` only for move_things. `slot`
    only for perform: the slot that runs.
    """

    event: Event
    arguments: tuple[Expression | Amount | None, ...]
    actor: Expression | None = None
    result: str | None = None
    paying: Literal["cost", "free"] | None = None
    end: Literal["top", "bottom"] | None = None
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """A new local."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`set`, `add`, `subtract`, `include`, `exclude`.

    `target` is a Local, Field, GlobalField or an Index over one of them; stored numbers are
    clamped to their declared least and most.
    """

    operation: Literal["set", "add", "subtract", "include", "exclude"]
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """One member of `domain` (set or list); `where` tests the chosen name."""

    domain: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class NumberFrom(Node):
    """A number from `least` to `most`."""

    least: Expression
    most: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class YesOrNo(Node):
    """A truth."""


@dataclass(frozen=True, slots=True)
class OrderOf(Node):
    """All members of a set in an order: a list."""

    domain: Expression


@dataclass(frozen=True, slots=True)
class Several(Node):
    """A set of members of `domain`: `least` to `most` of them (None: all there are).

    `or_all`: fewer than `least` are fine if there are no more. `such_that` tests the whole under
    the chosen name.
    """

    domain: Expression
    least: Expression
    most: Expression | None
    or_all: bool
    such_that: Expression | None


@dataclass(frozen=True, slots=True)
class Division(Node):
    """`total` parts among the members of a domain: a table of numbers by member.

    mode exact: all; or_all: all, or as many as the limits allow; up_to: at most `total`.
    """

    total: Expression
    mode: Literal["exact", "or_all", "up_to"]
    binder: Binder
    where: Expression | None
    limit: Expression | None


Source = OneOf | NumberFrom | YesOrNo | OrderOf | Several | Division


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """A decision of `who` (None: me); the answer becomes the local `name` of `type`.

    `may`: it can be declined. `if_none` runs when there is no option or it was declined (None: the
    name is then nothing). `never_none`: the author claims that there is an option; if not, a
    fault.
    """

    who: Expression | None
    may: bool
    name: str
    type: Type
    source: Source
    paying: tuple[Price, ...]
    prompt: str | None
    if_none: tuple[Statement, ...] | None
    never_none: bool


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One labelled block of a `choose one of`."""

    label: str
    condition: Expression | None
    paying: tuple[Price, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ChooseBranch(Node):
    """`choose one of "prompt":` labelled blocks."""

    who: Expression | None
    may: bool
    prompt: str
    branches: tuple[Branch, ...]
    if_none: tuple[Statement, ...] | None


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may "prompt" paying ...: body otherwise: ...`; not asked when it cannot be paid."""

    who: Expression | None
    prompt: str
    paying: tuple[Price, ...]
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """Conditions with their blocks, then what else."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """All rounds are listed once, at the start; `where` is tested as each comes up."""

    binders: tuple[Binder, ...]
    where: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat N times` (condition None), `repeat while` (times None), or `up to N times while`."""

    times: Expression | None
    condition: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Secretly(Node):
    """Every player of the binder's domain answers at once, unseen.

    Afterwards each of `names` is a Table by player.

    Inside the body the names have the plain types given here; a player who was not asked holds 0,
    no, empty, nothing.
    """

    binder: Binder
    where: Expression | None
    body: tuple[Statement, ...]
    names: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Plan(Node):
    """One composite: the others see it when it is whole. Its names live on after it."""

    title: str
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Go(Node):
    """next, leave loop, leave rule, end game, nothing."""

    where: Literal["next", "leave loop", "leave rule", "end game", "nothing"]


Statement = (
    Do | Let | Change | Choose | ChooseBranch | May | If | ForEach | Repeat | Secretly | Plan | Go
)
Body = tuple[Statement, ...]
