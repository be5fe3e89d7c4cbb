"""The typed tree, what a pack declares.

Kinds, values, rules, hooks, the flow. Made by the linker, read by the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from interpreter.lang.ir.boards import BoardSpec
from interpreter.lang.ir.expressions import Binder, Expression, Node
from interpreter.lang.ir.statements import Body, Event, Price
from interpreter.lang.types import Type


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter of a rule, value or slot.

    `word` is the small word before it; the first one has None.
    """

    name: str
    type: Type
    word: str | None = None


@dataclass(frozen=True, slots=True)
class FieldSpec(Node):
    """A stored field.

    `start`, `least`, `most` may read the subject under the name of its kind; `start` reads nothing
    that a game keeps. `seen_by`: None is all; else a set of players (Empty: nobody) over the
    subject. `lasts` is a step of the flow. `resource`: may be gained, paid and lost.
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
class ZoneSpec(Node):
    """A zone of each thing of a kind, or of a group of globals.

    `each` makes one for each word or thing.

    `seen_by` is who sees what lies in it, `size_seen_by` who sees how many. `start` is what lies
    there at the beginning. With `each` the expressions read the word or thing under the name of
    its list or kind.
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
class SlotSpec(Node):
    """An effect (type None) or a value that each definition of a kind may hold."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type | None


@dataclass(frozen=True, slots=True)
class Need(Node):
    """A named condition of a definition; `otherwise` says why not."""

    name: str
    condition: Expression
    otherwise: str


@dataclass(frozen=True, slots=True)
class Element(Node):
    """One thing of a kind. It takes part when at least `seats` players play.

    `fixed`, `start`: expressions without locals. `links`: ids joined by each link. `costs`:
    (resource, amount). `needs` and slot bodies read the slot's parameters and me.
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
class KindSpec(Node):
    """A kind and its things in stable order.

    `made`: how many can exist at once (then `elements` is empty). `in_force`: the players for whom
    a definition's hooks act, over the local `self`.
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
class PieceSpec(Node):
    """Counted pieces: how many of each `owner` (a kind) are in each `place` (a kind).

    `supply`: how many each owner has, over the owner's local.
    """

    name: str
    owner: str
    place: str
    supply: Expression | None
    seen_by: Expression | None = None


@dataclass(frozen=True, slots=True)
class GlobalSpec(Node):
    """A group of globals."""

    name: str
    fields: tuple[FieldSpec, ...]
    zones: tuple[ZoneSpec, ...]


@dataclass(frozen=True, slots=True)
class TableSpec(Node):
    """A printed table: `rows` maps a tuple of keys (as expressions) to a value."""

    name: str
    type: Type
    rows: tuple[tuple[tuple[Expression, ...], Expression], ...]


@dataclass(frozen=True, slots=True)
class DieSpec(Node):
    """Faces: a set of things or words, or the numbers 1 to `sides`."""

    name: str
    faces: Expression | None
    sides: int | None
    type: Type


@dataclass(frozen=True, slots=True)
class RecordSpec(Node):
    """A record type; rules' results are records under the rule's name."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """What a definition contributes to a value or a cost.

    For a cost (`kind.cost[resource]`) `value` is "kind.cost" and `resource` is set.
    `names` are the locals under which the reading's subject and arguments are known, in order
    (subject first if there is one). `each`: once for each member. `owner` is the definition (kind,
    id).
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
class ValueSpec(Node):
    """A computed value. Exactly one of `cases` and `all_of` (named conditions) is set.

    The condition None of a case is `otherwise`.
    The subject is a local named like the kind `of`; parameters follow. Layers: set, add, multiply,
    at least, at most, then the declared `least` and `most`.
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
class RuleSpec(Node):
    """A rule of the pack. `needs_me`: it, or something it calls without a subject, acts as me."""

    name: str
    parameters: tuple[Parameter, ...]
    results: tuple[tuple[str, Type], ...]
    body: Body
    needs_me: bool
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class HookSpec(Node):
    """Text that a definition hangs on an event.

    `parameters`: for each argument of the event the local that names it, or None. `filters`:
    conditions over these locals that the pattern implies (a declared name must be equal). `each`:
    once for each member. `players`: who acts, each in turn order as me; None: those of the kind's
    `in_force`, else the actor, who is the local `actor`. `results`: the local that names an
    `after` rule's results, or None.
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
class StepSpec(Node):
    """A step of the flow: exactly one of `body` and `steps`.

    `each`: body for every player of an ordered set as me. `round`: the same, round and round,
    while `condition` holds for somebody (asked for each me). `repeat`: steps (or body) again and
    again while `condition` holds.
    """

    name: str
    kind: Literal["once", "each", "round", "repeat"]
    players: Expression | None
    condition: Expression | None
    body: Body
    steps: tuple[StepSpec, ...]

    def walk(self) -> Iterator[StepSpec]:
        """Yield the step and all steps inside it, in their order."""
        yield self
        for step in self.steps:
            yield from step.walk()


@dataclass(frozen=True, slots=True)
class RankSpec(Node):
    """`among` a set of players, `highest` or `lowest` of a number over them, `earliest in` a list.

    The number reads the local `player`.
    """

    how: Literal["among", "highest", "lowest", "earliest in"]
    value: Expression


@dataclass(frozen=True, slots=True)
class ReportEntrySpec(Node):
    """One thing that a report tells; with `of` the local of that name is each of its things."""

    name: str
    title: str
    of: str | None
    value: Expression


@dataclass(frozen=True, slots=True)
class ReportSpec(Node):
    """What is told at the end of a game."""

    name: str
    title: str
    entries: tuple[ReportEntrySpec, ...]


@dataclass(frozen=True, slots=True)
class OptionSpec(Node):
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
    reports: tuple[ReportSpec, ...] = ()
    board: BoardSpec | None = None
