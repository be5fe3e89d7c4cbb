"""The typed tree, expressions: what a text reads. Made by the checker, read by the compiler.

An expression has a `type`. Things are named, not numbered: numbers are given by `program.layout`,
which knows how many play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from interpreter.lang.types import Type
from interpreter.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything in the tree; its span never takes part in comparison."""

    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A truth, number, half (counted in halves) or word (its index), as kept; see `types`."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Missing(Node):
    """`nothing`, where `type` (an Optional) is wanted."""

    type: Type


@dataclass(frozen=True, slots=True)
class Empty(Node):
    """`empty`, a set or list without members."""

    type: Type


@dataclass(frozen=True, slots=True)
class Thing(Node):
    """One thing by its id; also what `self` stands for in a definition."""

    kind: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Every(Node):
    """All things of a kind in their stable order (of a made kind: those that exist now)."""

    kind: str
    type: Type


@dataclass(frozen=True, slots=True)
class EveryWord(Node):
    """All words of a list."""

    word: str
    type: Type


@dataclass(frozen=True, slots=True)
class Local(Node):
    """A parameter, a `let`, a chosen, loop or query name, the subject of a value, `actor`."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Me(Node):
    """The player who acts."""

    type: Type


@dataclass(frozen=True, slots=True)
class OptionValue(Node):
    """The value of an option of the pack; fixed for a game."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Field(Node):
    """A stored field (resources too) of a thing."""

    kind: str
    name: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class GlobalField(Node):
    """A stored field of a group of globals."""

    group: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Fixed(Node):
    """Printed data of a thing: never changes."""

    kind: str
    name: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Link(Node):
    """The things that a declared link (or a grid) joins to the subject; never changes."""

    kind: str
    name: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Computed(Node):
    """A value of the pack, with its modifiers; `subject` is None for a value of nothing."""

    value: str
    subject: Expression | None
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class SlotValue(Node):
    """A slot with a type, read from a definition: `goal.met[player]`."""

    kind: str
    slot: str
    subject: Expression
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class CostOf(Node):
    """What a definition costs of one resource, with its modifiers: `card.cost[coins]`."""

    kind: str
    resource: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Pieces(Node):
    """How many pieces of an owner stand in a place: `area.units[player]`."""

    piece: str
    place: Expression
    owner: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Supply(Node):
    """How many pieces of an owner are left in the supply."""

    piece: str
    owner: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Stacks(Node):
    """All stacks of a kind of pieces that are not empty, by place, then by owner."""

    piece: str
    type: Type


@dataclass(frozen=True, slots=True)
class StackField(Node):
    """`owner`, `place` or `size` of a stack."""

    stack: Expression
    piece: str
    name: Literal["owner", "place", "size"]
    type: Type


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """A zone of a thing (`kind`, `subject`) or of a group of globals.

    Of globals, `kind` is the group and `subject` is None.
    `key` is the word or thing in the brackets of a global zone with `each`. `type` is what lies in
    it: a set, or a list if the zone is ordered. As an expression it is the contents; as a place,
    where something goes.
    """

    kind: str
    name: str
    subject: Expression | None
    key: Expression | None
    type: Type


@dataclass(frozen=True, slots=True)
class Whereabouts(Node):
    """Which thing's zone the subject lies in (`reads back`), or nothing.

    The zone is (`owner`, `zone`).
    """

    owner: str
    zone: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class StaticTable(Node):
    """A declared table of the pack read at keys; an entry that is not there is a fault."""

    table: str
    keys: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Index(Node):
    """An entry of a local or stored table.

    The base has a Table type. A number may index a list from 1.
    """

    base: Expression
    keys: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Part(Node):
    """A field of a record or of a row, by position."""

    base: Expression
    name: str
    position: int
    type: Type


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """A sum, difference or product; both sides have the type of the result (number or half).

    `Scale` is the product of a half and a number.
    """

    operator: Literal["+", "-", "*"]
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Divide(Node):
    """`exact` only by 2 and gives a half; `up` and `down` give a number. Both sides are numbers."""

    left: Expression
    right: Expression
    rounding: Literal["exact", "up", "down"]
    type: Type


@dataclass(frozen=True, slots=True)
class Scale(Node):
    """A half times a number."""

    half: Expression
    number: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class RoundHalf(Node):
    """A half (or a half divided by a number) rounded to a number."""

    half: Expression
    divisor: Expression
    rounding: Literal["up", "down"]
    type: Type


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """Minus."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class SetChange(Node):
    """`+`, `-` or `*` (in both) of two sets of one type; `+` of two lists joins them.

    `-` and `*` of a list keep its order; the right side is then a list or a set.
    """

    operator: Literal["+", "-", "*"]
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Not(Node):
    """Negation of a truth."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Both(Node):
    """All parts hold; stops at the first that does not."""

    parts: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Either(Node):
    """One part holds; stops at the first that does."""

    parts: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """Both sides are of one type as kept (an optional side against a plain one is fine)."""

    operator: Literal["is", "is not", "<", "<=", ">", ">="]
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`item in container` (set or list); nothing is in no set."""

    item: Expression
    container: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`if C then A else B`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """A name that goes through a domain (a set or a list), in its order."""

    name: str
    domain: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`head names where condition`.

    all: a SetOf (one name over a set), a ListOf (one name over a list), or a ListOf Row (several
    names); count: number; any, no: truth; first: Optional; sum, highest, lowest of `measure`;
    highest and lowest are Optional and pass over nothing; ranking: ListOf of the names' values,
    highest measure first, equals in their order.
    """

    head: Literal["all", "count", "any", "no", "first", "sum", "highest", "lowest", "ranking"]
    binders: tuple[Binder, ...]
    where: Expression | None
    measure: Expression | None
    type: Type


@dataclass(frozen=True, slots=True)
class Collect(Node):
    """`(a, b, c)`: a set, or a list where a list is wanted."""

    items: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class MakeRecord(Node):
    """`(amount: 3, agreed: no)` in the declared order of the record's fields."""

    items: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class AsHalf(Node):
    """A number where a half is wanted."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class AsSet(Node):
    """A thing (never nothing) where a set is wanted, or a list made into a set."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class AsList(Node):
    """A set where a list is wanted: its members in stable order."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A built-in function; arguments as `vocabulary.FUNCTIONS` declares them.

    min, max, size, first, last, top(list, n), only(set or list), after(player),
    around(player[, clockwise truth]), distance(a, b, link), within(a, n, link, through),
    line(start, link, n), possible(definition, argument ...).
    `link` carries the declared link (kind, name) for those that follow one; it is then no
    argument. Where the way is worked out (a word whose list names links), `link` is None and the
    way stands in its place: line(start, way, n).
    """

    name: str
    arguments: tuple[Expression, ...]
    link: tuple[str, str] | None
    type: Type


Expression = (
    Constant
    | Missing
    | Empty
    | Thing
    | Every
    | EveryWord
    | Local
    | Me
    | OptionValue
    | Field
    | GlobalField
    | Fixed
    | Link
    | Computed
    | SlotValue
    | CostOf
    | Pieces
    | Supply
    | Stacks
    | StackField
    | Zone
    | Whereabouts
    | StaticTable
    | Index
    | Part
    | Arithmetic
    | Divide
    | Scale
    | RoundHalf
    | Negative
    | SetChange
    | Not
    | Both
    | Either
    | Compare
    | Member
    | Pick
    | Query
    | Collect
    | MakeRecord
    | AsHalf
    | AsSet
    | AsList
    | Function
)
