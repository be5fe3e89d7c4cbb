"""The syntax tree: made by `lang.parser`, read by `lang.checker` and `lang.printer`.

One record for each construct of `grammar.lark`. Every node knows where it stands in the pack's
file; the place never takes part in comparison or `repr`, so trees are compared by what they say.
Brackets leave no node (but the span of a bracketed expression includes them). Nothing here is
looked up: a `Name` may turn out to be anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from interpreter.source import Source, Span

NOWHERE = Span(Source("<nowhere>", ""), 0, 0)
"""The place of a node that was made by hand, in tests say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: the place of the text that it was read from."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---- names and texts -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name as written: as an expression, and wherever a name is made, called or asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A prompt, title or label, without its quotes."""

    text: str


# ---- expressions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`3`, or with `half` the number 2.5 whose whole part is `whole`."""

    whole: int
    half: bool = False


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nothing`."""


@dataclass(frozen=True, slots=True)
class Empty(Node):
    """`empty`: the set without members."""


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`base.name`."""

    base: Expression
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`base[key, key]`."""

    base: Expression
    keys: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(argument, ...)`; the arguments may be none."""

    function: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Collect(Node):
    """`(a, b)`: a set, or a list where a list is wanted; two items or more."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """`name: value` of a record."""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Record(Node):
    """`(name: value, ...)`; one entry or more."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-operand`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`left + right`; several in a row nest to the left."""

    operator: Literal["+", "-", "*", "/"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Rounded(Node):
    """`operand rounded up`: of everything before it in the product."""

    operand: Expression
    direction: Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not operand`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`a and b and c` or `a or b or c`; two parts or more, never mixed."""

    operator: Literal["and", "or"]
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`left is not right`; never in a row."""

    operator: Literal["is", "is not", "<", "<=", ">", ">=", "in", "not in"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`if condition then value else otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`name in domain`."""

    name: Name
    domain: Expression


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`a in S, b in T where condition`: the one query form, also of loops and divisions."""

    binders: tuple[Binder, ...]
    where: Expression | None = None


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`head binding`; the last four heads have a measure: `sum of measure for binding`."""

    head: Literal["all", "count", "any", "no", "first", "sum", "highest", "lowest", "ranking"]
    binding: Binding
    measure: Expression | None = None


Expression = (
    Name
    | Number
    | Truth
    | Nothing
    | Empty
    | Field
    | Index
    | Call
    | Collect
    | Record
    | Negative
    | Arithmetic
    | Rounded
    | Not
    | Chain
    | Comparison
    | Pick
    | Query
)


# ---- statements: do --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`3 points`, `3 or all points`, `3 or all`, `all points`, `all`; a bare `3` is an expression.

    `number` is None for `all`. `or_all` is only for `number or all`.
    """

    number: Expression | None
    or_all: bool
    noun: Name | None


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`to area`: a small word and what it names."""

    word: Literal["of", "to", "from", "in", "on", "at", "with", "for", "against", "over"]
    value: Expression


@dataclass(frozen=True, slots=True)
class Act(Node):
    """`have actor verb object arguments terms as result`: an operation or a rule of the pack.

    `actor` is None without `have`, a binder for `have each player in S`. The words in `arguments`
    stand in the order of the text and may repeat. `terms` is `paying its cost` or `free`.
    """

    verb: Name
    object: Expression | Amount | None = None
    arguments: tuple[Argument, ...] = ()
    terms: Literal["cost", "free"] | None = None
    result: Name | None = None
    actor: Expression | Binder | None = None


# ---- statements: let, choose -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let name = value`."""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`3 points` of a price."""

    amount: Expression
    resource: Name


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """`from SET where C`."""

    domain: Expression
    where: Expression | None = None


@dataclass(frozen=True, slots=True)
class NumberFrom(Node):
    """`from 0 to 5 where C`."""

    least: Expression
    most: Expression
    where: Expression | None = None


@dataclass(frozen=True, slots=True)
class YesOrNo(Node):
    """`from yes or no`."""


@dataclass(frozen=True, slots=True)
class OrderOf(Node):
    """`from orders of SET`."""

    domain: Expression


@dataclass(frozen=True, slots=True)
class Many(Node):
    """How many: `2`, `2 or all`, `up to 2`, `1 to 3` (`least` and `most`), `any number`.

    `number` is None only for any; `most` is set only for between.
    """

    mode: Literal["exact", "or all", "up to", "between", "any"]
    number: Expression | None
    most: Expression | None = None


@dataclass(frozen=True, slots=True)
class Several(Node):
    """`from SET taking MANY such that C`."""

    domain: Expression
    many: Many
    such_that: Expression | None = None


@dataclass(frozen=True, slots=True)
class Division(Node):
    """`by dividing PARTS among a in S where C up to LIMIT each`; parts: exact, or all, up to."""

    parts: Many
    binding: Binding
    limit: Expression | None = None


ChoiceSource = OneOf | NumberFrom | YesOrNo | OrderOf | Several | Division


@dataclass(frozen=True, slots=True)
class NeverNone(Node):
    """`, never none`."""


@dataclass(frozen=True, slots=True)
class IfNone(Node):
    """`, if none: ...`; of a choice with `may` `, otherwise: ...`, which covers declining."""

    body: Body


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`chooser chooses name source paying price "prompt", if none: ...`; no chooser means me.

    With `may` it is `chooser may choose ..., otherwise: ...`.
    """

    name: Name
    source: ChoiceSource
    chooser: Expression | None = None
    may: bool = False
    paying: tuple[Cost, ...] = ()
    prompt: Text | None = None
    end: NeverNone | IfNone | None = None


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`"label" if condition paying price: body`."""

    label: Text
    body: Body
    condition: Expression | None = None
    paying: tuple[Cost, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseOption(Node):
    """`choose one of "prompt":` and its labelled blocks; `if_none` is None if not written.

    With `may` the last block is `otherwise:` instead of `if none:`.
    """

    prompt: Text
    options: tuple[Option, ...]
    chooser: Expression | None = None
    may: bool = False
    if_none: Body | None = None


@dataclass(frozen=True, slots=True)
class May(Node):
    """`chooser may "prompt" paying price: body otherwise: ...`; no chooser means me."""

    prompt: Text
    body: Body
    chooser: Expression | None = None
    paying: tuple[Cost, ...] = ()
    otherwise: Body | None = None


# ---- statements: if, loops, wraps, go --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """A condition and its block."""

    condition: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if C: ... else if C: ... else: ...`; one branch or more."""

    branches: tuple[Branch, ...]
    otherwise: Body | None = None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each binding: body`."""

    binding: Binding
    body: Body


@dataclass(frozen=True, slots=True)
class RepeatTimes(Node):
    """`repeat number times: body`."""

    number: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class RepeatWhile(Node):
    """`repeat while condition: body`."""

    condition: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class RepeatUpTo(Node):
    """`repeat up to number times while condition: body`."""

    number: Expression
    condition: Expression
    body: Body


@dataclass(frozen=True, slots=True)
class Secretly(Node):
    """`secretly for each binding: body`."""

    binding: Binding
    body: Body


@dataclass(frozen=True, slots=True)
class Plan(Node):
    """`plan "title": body`."""

    title: Text
    body: Body


@dataclass(frozen=True, slots=True)
class Go(Node):
    """`next`, `leave loop`, `leave rule`, `end game`, `nothing`."""

    where: Literal["next", "leave loop", "leave rule", "end game", "nothing"]


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """`[label] statement`: a line that an overlay can reach."""

    label: Name
    statement: Statement


Statement = (
    Act
    | Let
    | Choose
    | ChooseOption
    | May
    | If
    | ForEach
    | RepeatTimes
    | RepeatWhile
    | RepeatUpTo
    | Secretly
    | Plan
    | Go
    | Labelled
)
Body = tuple[Statement, ...]


# ---- types as an author writes them ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`truth`, `number`, `half`, a kind, a word list or a record."""

    name: Name


@dataclass(frozen=True, slots=True)
class OptionalType(Node):
    """`T or nothing`."""

    inner: TypeText


@dataclass(frozen=True, slots=True)
class SetType(Node):
    """`set of T`."""

    inner: TypeText


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`list of T`."""

    inner: TypeText


@dataclass(frozen=True, slots=True)
class TableType(Node):
    """`T by J and K`."""

    value: TypeText
    keys: tuple[TypeText, ...]


TypeText = NamedType | OptionalType | SetType | ListType | TableType


# ---- domains of families and dice ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`1 to 3`, where YAML declares a family: the numbers from `least` to `most`."""

    least: Expression
    most: Expression
