"""The typed tree: every name resolved, every branch typed, no sugar; the checker makes it, the compiler reads it.

Spans never take part in comparison. An expression has a `type`; a statement has a `span` for the line table.
Things are named, not numbered: numbers are given by `program.layout`, which knows how many play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from interpreter.lang.types import Type
from interpreter.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    span: Span | None = field(default=None, compare=False, repr=False)


# ---- expressions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constant(_Node):
    """A truth, number, half (counted in halves) or word (its index), as kept; see `types`."""

    value: int
    type: Type


@dataclass(frozen=True, slots=True)
class Missing(_Node):
    """`nothing`, where `type` (an Optional) is wanted."""

    type: Type


@dataclass(frozen=True, slots=True)
class Empty(_Node):
    """`empty`, a set or list without members."""

    type: Type


@dataclass(frozen=True, slots=True)
class Thing(_Node):
    """One thing by its id; also what `self` stands for in a definition."""

    kind: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Every(_Node):
    """All things of a kind in their stable order (of a made kind: those that exist now)."""

    kind: str
    type: Type


@dataclass(frozen=True, slots=True)
class EveryWord(_Node):
    """All words of a list."""

    word: str
    type: Type


@dataclass(frozen=True, slots=True)
class Local(_Node):
    """A parameter, a `let`, a chosen name, a loop or query name, the subject of a value, `actor`."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Me(_Node):
    """The player who acts."""

    type: Type


@dataclass(frozen=True, slots=True)
class OptionValue(_Node):
    """The value of an option of the pack; fixed for a game."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Field(_Node):
    """A stored field (resources too) of a thing."""

    kind: str
    name: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class GlobalField(_Node):
    """A stored field of a group of globals."""

    group: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Fixed(_Node):
    """Printed data of a thing: never changes."""

    kind: str
    name: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Link(_Node):
    """The things that a declared link (or a grid) joins to the subject; never changes."""

    kind: str
    name: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Computed(_Node):
    """A value of the pack, with its modifiers; `subject` is None for a value of nothing."""

    value: str
    subject: Expression | None
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class SlotValue(_Node):
    """A slot with a type, read from a definition: `goal.met[player]`."""

    kind: str
    slot: str
    subject: Expression
    arguments: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class CostOf(_Node):
    """What a definition costs of one resource, with its modifiers: `tile.cost[virya]`."""

    kind: str
    resource: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Pieces(_Node):
    """How many pieces of an owner stand in a place: `area.units[nation]`."""

    piece: str
    place: Expression
    owner: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Supply(_Node):
    """How many pieces of an owner are left in the supply."""

    piece: str
    owner: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Stacks(_Node):
    """All stacks of a kind of pieces that are not empty, by place, then by owner."""

    piece: str
    type: Type


@dataclass(frozen=True, slots=True)
class StackField(_Node):
    """`owner`, `place` or `size` of a stack."""

    stack: Expression
    piece: str
    name: Literal["owner", "place", "size"]
    type: Type


@dataclass(frozen=True, slots=True)
class Zone(_Node):
    """A zone of a thing (`kind`, `subject`) or of a group of globals (`kind` is the group, `subject` None).

    `key` is the word or thing in the brackets of a global zone with `each`. `type` is what lies in it: a set,
    or a list if the zone is ordered. As an expression it is the contents; as a place, where something goes.
    """

    kind: str
    name: str
    subject: Expression | None
    key: Expression | None
    type: Type


@dataclass(frozen=True, slots=True)
class Whereabouts(_Node):
    """Which thing's zone the subject lies in (`reads back`), or nothing; the zone is (`owner`, `zone`)."""

    owner: str
    zone: str
    subject: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class StaticTable(_Node):
    """A declared table of the pack read at keys; an entry that is not there is a fault."""

    table: str
    keys: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Index(_Node):
    """An entry of a local or stored table; the base has a Table type. A number may index a list from 1."""

    base: Expression
    keys: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Part(_Node):
    """A field of a record or of a row, by position."""

    base: Expression
    name: str
    position: int
    type: Type


@dataclass(frozen=True, slots=True)
class Arithmetic(_Node):
    """Both sides have the type of the result (number or half). The product of a half and a number: see `Scale`."""

    operator: Literal["+", "-", "*"]
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Divide(_Node):
    """`exact` only by 2 and gives a half; `up` and `down` give a number. Both sides are numbers."""

    left: Expression
    right: Expression
    rounding: Literal["exact", "up", "down"]
    type: Type


@dataclass(frozen=True, slots=True)
class Scale(_Node):
    """A half times a number."""

    half: Expression
    number: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class RoundHalf(_Node):
    """A half (or a half divided by a number) rounded to a number."""

    half: Expression
    divisor: Expression
    rounding: Literal["up", "down"]
    type: Type


@dataclass(frozen=True, slots=True)
class Negative(_Node):
    """Minus."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class SetChange(_Node):
    """`+`, `-` or `*` (in both) of two sets of one type; `+` of two lists joins them."""

    operator: Literal["+", "-", "*"]
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Not(_Node):
    """Negation of a truth."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Both(_Node):
    """All parts hold; stops at the first that does not."""

    parts: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Either(_Node):
    """One part holds; stops at the first that does."""

    parts: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Compare(_Node):
    """Both sides are of one type as kept (an optional side against a plain one is fine)."""

    operator: Literal["is", "is not", "<", "<=", ">", ">="]
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Member(_Node):
    """`item in container` (set or list); nothing is in no set."""

    item: Expression
    container: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Pick(_Node):
    """`if C then A else B`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Binder(_Node):
    """A name that goes through a domain (a set or a list), in its order."""

    name: str
    domain: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Query(_Node):
    """`head names where condition`.

    all: a SetOf (one name over a set), a ListOf (one name over a list), or a ListOf Row (several names);
    count: number; any, no: truth; first: Optional; sum, highest, lowest of `measure`; highest and lowest are Optional and
    pass over nothing; ranking: ListOf of the names' values, highest measure first, equals in their order.
    """

    head: Literal["all", "count", "any", "no", "first", "sum", "highest", "lowest", "ranking"]
    binders: tuple[Binder, ...]
    where: Expression | None
    measure: Expression | None
    type: Type


@dataclass(frozen=True, slots=True)
class Collect(_Node):
    """`(a, b, c)`: a set, or a list where a list is wanted."""

    items: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class MakeRecord(_Node):
    """`(weapons: 3, retreat: no)` in the declared order of the record's fields."""

    items: tuple[Expression, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class AsHalf(_Node):
    """A number where a half is wanted."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class AsSet(_Node):
    """A thing (never nothing) where a set is wanted, or a list made into a set."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class AsList(_Node):
    """A set where a list is wanted: its members in stable order."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Function(_Node):
    """A built-in function; arguments as `vocabulary.FUNCTIONS` declares them.

    min, max, size, first, last, after(player), around(player[, clockwise truth]), distance(a, b, link),
    within(a, n, link, through), line(start, link, n), possible(definition, argument ...).
    `link` carries the declared link (kind, name) for those that follow one; it is then no argument. Where the way is worked
    out (a word whose list names links), `link` is None and the way stands in its place: line(start, way, n).
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


# ---- statements ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amount(_Node):
    """How many: exactly `number`; `number` or all (as many as possible); all (`number` is None)."""

    number: Expression | None
    or_all: bool


@dataclass(frozen=True, slots=True)
class Price(_Node):
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
class Do(_Node):
    """An operation or a rule of the pack. `actor` is who acts (None: me). `result` names what it gives.

    `amount` is for the operations whose first argument is an amount. `paying` only for perform.
    The local `result` is: of draw the list of the things in drawn order, of roll the face, of create the new thing, of a rule
    the record of its results.
    `end` only for move_things. `slot` only for perform: the slot that runs.
    """

    event: Event
    arguments: tuple[Expression | Amount | None, ...]
    actor: Expression | None = None
    result: str | None = None
    paying: Literal["cost", "free"] | None = None
    end: Literal["top", "bottom"] | None = None
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Let(_Node):
    """A new local."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Change(_Node):
    """`set`, `add`, `subtract`, `include`, `exclude`.

    `target` is a Local, Field, GlobalField or an Index over one of them; stored numbers are clamped to their declared
    least and most.
    """

    operation: Literal["set", "add", "subtract", "include", "exclude"]
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class OneOf(_Node):
    """One member of `domain` (set or list); `where` tests the chosen name."""

    domain: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class NumberFrom(_Node):
    """A number from `least` to `most`."""

    least: Expression
    most: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class YesOrNo(_Node):
    """A truth."""


@dataclass(frozen=True, slots=True)
class OrderOf(_Node):
    """All members of a set in an order: a list."""

    domain: Expression


@dataclass(frozen=True, slots=True)
class Several(_Node):
    """A set of members of `domain`: `least` to `most` of them (None: all there are).

    `or_all`: fewer than `least` are fine if there are no more. `such_that` tests the whole under the chosen name.
    """

    domain: Expression
    least: Expression
    most: Expression | None
    or_all: bool
    such_that: Expression | None


@dataclass(frozen=True, slots=True)
class Division(_Node):
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
class Choose(_Node):
    """A decision of `who` (None: me); the answer becomes the local `name` of `type`.

    `may`: it can be declined. `if_none` runs when there is no option or it was declined (None: the name is then nothing).
    `never_none`: the author claims that there is an option; if not, a fault.
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
class Branch(_Node):
    """One labelled block of a `choose one of`."""

    label: str
    condition: Expression | None
    paying: tuple[Price, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ChooseBranch(_Node):
    """`choose one of "prompt":` labelled blocks."""

    who: Expression | None
    may: bool
    prompt: str
    branches: tuple[Branch, ...]
    if_none: tuple[Statement, ...] | None


@dataclass(frozen=True, slots=True)
class May(_Node):
    """`may "prompt" paying ...: body otherwise: ...`; not asked when it cannot be paid."""

    who: Expression | None
    prompt: str
    paying: tuple[Price, ...]
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(_Node):
    """Conditions with their blocks, then what else."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach(_Node):
    """All rounds are listed once, at the start; `where` is tested as each comes up."""

    binders: tuple[Binder, ...]
    where: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(_Node):
    """`repeat N times` (condition None), `repeat while` (times None), `repeat up to N times while`."""

    times: Expression | None
    condition: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Secretly(_Node):
    """Every player of the binder's domain answers at once, unseen; afterwards each of `names` is a Table by player.

    Inside the body the names have the plain types given here; a player who was not asked holds 0, no, empty, nothing.
    """

    binder: Binder
    where: Expression | None
    body: tuple[Statement, ...]
    names: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Plan(_Node):
    """One composite: the others see it when it is whole. Its names live on after it."""

    title: str
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Go(_Node):
    """next, leave loop, leave rule, end game, nothing."""

    where: Literal["next", "leave loop", "leave rule", "end game", "nothing"]


Statement = (
    Do | Let | Change | Choose | ChooseBranch | May | If | ForEach | Repeat | Secretly | Plan | Go
)
Body = tuple[Statement, ...]


# ---- what a pack declares, typed ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter(_Node):
    """A parameter of a rule, value or slot; `word` is the small word before it (None: the first one)."""

    name: str
    type: Type
    word: str | None = None


@dataclass(frozen=True, slots=True)
class FieldSpec(_Node):
    """A stored field. `start`, `least`, `most` may read the subject under the name of its kind, printed data and options.

    `seen_by`: None is all; else a set of players (Empty: nobody) over the subject. `lasts` is a step of the flow.
    `resource`: may be gained, paid and lost.
    """

    name: str
    type: Type
    start: Expression | None
    least: Expression | None
    most: Expression | None
    seen_by: Expression | None
    lasts: str | None
    resource: bool
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ZoneSpec(_Node):
    """A zone of each thing of a kind, or of a group of globals (`each`: one for each word or thing).

    `seen_by` is who sees what lies in it, `size_seen_by` who sees how many. `start` is what lies there at the beginning.
    With `each` the expressions read the word or thing under the name of its list or kind.
    """

    name: str
    of: str
    ordered: bool
    limit: Expression | None
    reads_back: str | None
    seen_by: Expression | None
    size_seen_by: Expression | None
    start: Expression | None
    each: Type | None = None


@dataclass(frozen=True, slots=True)
class SlotSpec(_Node):
    """An effect (type None) or a value that each definition of a kind may hold."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type | None


@dataclass(frozen=True, slots=True)
class Need(_Node):
    """A named condition of a definition; `otherwise` says why not."""

    name: str
    condition: Expression
    otherwise: str


@dataclass(frozen=True, slots=True)
class Element(_Node):
    """One thing of a kind. It takes part when at least `seats` players play.

    `fixed`, `start`: expressions without locals. `links`: ids joined by each link. `costs`: (resource, amount).
    `needs` and slot bodies read the slot's parameters and me.
    """

    name: str
    seats: int
    fixed: Mapping[str, Expression]
    start: Mapping[str, Expression]
    links: Mapping[str, tuple[str, ...]]
    costs: tuple[Price, ...]
    needs: tuple[Need, ...]
    effects: Mapping[str, Body]
    values: Mapping[str, Expression]
    title: str
    text: str
    source: str
    doc: str = ""


@dataclass(frozen=True, slots=True)
class KindSpec(_Node):
    """A kind and its things in stable order. `made`: how many can exist at once (then `elements` is empty).

    `in_force`: the players for whom a definition's hooks act, over the local `self`.
    """

    name: str
    plural: str
    elements: tuple[Element, ...]
    made: int | None
    lasts: str | None
    fixed: tuple[tuple[str, Type], ...]
    fields: tuple[FieldSpec, ...]
    zones: tuple[ZoneSpec, ...]
    links: tuple[tuple[str, str], ...]
    slots: tuple[SlotSpec, ...]
    in_force: Expression | None


@dataclass(frozen=True, slots=True)
class PieceSpec(_Node):
    """Counted pieces: how many of each `owner` (kind) in each `place` (kind). `supply` per owner over the owner's local."""

    name: str
    owner: str
    place: str
    supply: Expression | None
    seen_by: Expression | None = None


@dataclass(frozen=True, slots=True)
class GlobalSpec(_Node):
    """A group of globals."""

    name: str
    fields: tuple[FieldSpec, ...]
    zones: tuple[ZoneSpec, ...]


@dataclass(frozen=True, slots=True)
class TableSpec(_Node):
    """A printed table: `rows` maps a tuple of keys (as expressions) to a value."""

    name: str
    type: Type
    rows: tuple[tuple[tuple[Expression, ...], Expression], ...]


@dataclass(frozen=True, slots=True)
class DieSpec(_Node):
    """Faces: a set of things or words, or the numbers 1 to `sides`."""

    name: str
    faces: Expression | None
    sides: int | None
    type: Type


@dataclass(frozen=True, slots=True)
class RecordSpec(_Node):
    """A record type; rules' results are records under the rule's name."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Modifier(_Node):
    """What a definition contributes to a value (`value`) or a cost (`kind.cost[resource]`: `value` is "kind.cost", `resource` set).

    `names` are the locals under which the reading's subject and arguments are known, in order (subject first if there is
    one). `each`: once for each member. `owner` is the definition (kind, id).
    """

    value: str
    resource: str | None
    names: tuple[str, ...]
    each: tuple[Binder, ...]
    when: Expression | None
    layer: Literal["set", "add", "multiply", "at least", "at most"]
    amount: Expression
    owner: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ValueSpec(_Node):
    """A computed value. Exactly one of `cases` (condition None: otherwise) and `all_of` (named conditions) is set.

    The subject is a local named like the kind `of`; parameters follow. Layers: set, add, multiply, at least, at most, then
    the declared `least` and `most`.
    """

    name: str
    of: str | None
    parameters: tuple[Parameter, ...]
    type: Type
    cases: tuple[tuple[Expression | None, Expression], ...]
    all_of: tuple[tuple[str, Expression], ...]
    least: Expression | None
    most: Expression | None
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class RuleSpec(_Node):
    """A rule of the pack. `needs_me`: it, or something it calls without a subject, acts as me."""

    name: str
    parameters: tuple[Parameter, ...]
    results: tuple[tuple[str, Type], ...]
    body: Body
    needs_me: bool
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class HookSpec(_Node):
    """Text that a definition hangs on an event.

    `parameters`: for each argument of the event the local that names it, or None. `filters`: conditions over these locals that
    the pattern implies (a declared name must be equal). `each`: once for each member. `players`: who acts, each in turn
    order as me; None: those of the kind's `in_force`, else the actor, who is the local `actor`.
    `results`: the local that names an `after` rule's results, or None.
    """

    name: str
    owner: tuple[str, str]
    timing: Literal["before", "instead of", "after"]
    event: Event
    parameters: tuple[str | None, ...]
    filters: tuple[Expression, ...]
    each: tuple[Binder, ...]
    when: Expression | None
    players: Expression | None
    may: str | None
    paying: tuple[Price, ...]
    results: str | None
    body: Body


@dataclass(frozen=True, slots=True)
class StepSpec(_Node):
    """A step of the flow: exactly one of `body` and `steps`.

    `each`: body for every player of an ordered set as me. `round`: the same, round and round, while `condition` holds for
    somebody (asked for each me). `repeat`: steps (or body) again and again while `condition` holds.
    """

    name: str
    kind: Literal["once", "each", "round", "repeat"]
    players: Expression | None
    condition: Expression | None
    body: Body
    steps: tuple[StepSpec, ...]


@dataclass(frozen=True, slots=True)
class RankSpec(_Node):
    """`among` a set of players; then `highest` or `lowest` of a number over the local `player`, or `earliest in` a list."""

    how: Literal["among", "highest", "lowest", "earliest in"]
    value: Expression


@dataclass(frozen=True, slots=True)
class OptionSpec(_Node):
    """An option of the pack; `start` is a constant."""

    name: str
    type: Type
    start: Expression
    doc: str


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A whole pack, typed. All mappings are in stable order."""

    id: str
    title: str
    version: str
    players: tuple[int, int]
    options: Mapping[str, OptionSpec]
    words: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, KindSpec]
    pieces: Mapping[str, PieceSpec]
    globals: Mapping[str, GlobalSpec]
    tables: Mapping[str, TableSpec]
    dice: Mapping[str, DieSpec]
    records: Mapping[str, RecordSpec]
    values: Mapping[str, ValueSpec]
    modifiers: tuple[Modifier, ...]
    rules: Mapping[str, RuleSpec]
    hooks: tuple[HookSpec, ...]
    flow: tuple[StepSpec, ...]
    scoring: tuple[StepSpec, ...]
    ranking: tuple[RankSpec, ...]
    score: Expression | None
    evaluation: Expression | None
    bounds: Mapping[str, int]
