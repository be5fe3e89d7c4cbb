"""What a pack declares, as located text.

`pack.loader` fills these records, `pack.linker` and `lang.checker` read them.

Nothing here is resolved or typed. Every name and every piece of language text is a `LocatedText`,
so that any later stage can point at the character. The order of tuples is the order of the files
and keys; it has no meaning unless a field says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from interpreter.source import LocatedText, Span

Texts = tuple[LocatedText, ...]
Layer = Literal["set", "add", "multiply", "at least", "at most"]
LAYERS: tuple[Layer, ...] = get_args(Layer)
"""The layers of a value in the order in which they act."""
Timing = Literal["before", "instead of", "after"]
TIMINGS: tuple[Timing, ...] = get_args(Timing)
"""When a hook acts."""
# What an author may write for a field of a definition: a text of the language, or a list of them.
FieldValue = LocatedText | Texts


class Renaming(NamedTuple):
    """One id of a section (`cards`, `rules`) and what it is called now."""

    section: LocatedText
    old: LocatedText
    new: LocatedText


@dataclass(frozen=True, slots=True)
class Manifest:
    """`pack.yaml`: what the pack is. `players` is (least, most).

    `combinations` are lists of ids of overlays that are meant to be played together.
    """

    id: str
    title: str
    version: str
    players: tuple[int, int]
    language: str
    licence: str
    credits: tuple[str, ...]
    doc: str
    span: Span
    combinations: tuple[Texts, ...] = ()
    renamed: tuple[Renaming, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionDeclaration:
    """`options:` name: {type, start, doc}."""

    name: LocatedText
    type: LocatedText
    start: LocatedText | None
    doc: str


@dataclass(frozen=True, slots=True)
class WordList:
    """`words:` name: [word, ...] in the order that compares them."""

    name: LocatedText
    words: Texts


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """A field: `fixed` (name: type, or {type, doc}), `fields`, or `resources`.

    The type of a resource is None: it is a number. `seen_by` is all, nobody or an expression.
    """

    name: LocatedText
    kind: Literal["fixed", "field", "resource"]
    type: LocatedText | None
    start: LocatedText | None = None
    least: LocatedText | None = None
    most: LocatedText | None = None
    seen_by: LocatedText | None = None
    lasts: LocatedText | None = None
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ZoneDeclaration:
    """A zone of a kind (`of:`), or of a group of globals (`zone of:`, perhaps with `each:`)."""

    name: LocatedText
    of: LocatedText
    ordered: bool
    limit: LocatedText | None
    reads_back: LocatedText | None
    seen_by: LocatedText | None
    size_seen_by: LocatedText | None
    start: LocatedText | None
    each: LocatedText | None


@dataclass(frozen=True, slots=True)
class ParameterDeclaration:
    """`{area: area, for player: player or nothing}`: an optional small word, a name, a type."""

    name: LocatedText
    type: LocatedText
    word: str | None


@dataclass(frozen=True, slots=True)
class SlotDeclaration:
    """`slots:` name: parameters, and `type` if it is a value (`met: {of: player, type: truth}`)."""

    name: LocatedText
    parameters: tuple[ParameterDeclaration, ...]
    type: LocatedText | None


@dataclass(frozen=True, slots=True)
class GridDeclaration:
    """`grid:` links made from coordinates.

    `coordinates` are fixed number fields, `per` fixed fields in which things of one grid agree,
    `where` an expression that says which things lie on a grid. Each link has the offsets that it
    joins.
    """

    coordinates: Texts
    per: Texts
    where: LocatedText | None
    links: tuple[tuple[LocatedText, tuple[tuple[int, ...], ...]], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class KindDeclaration:
    """One entry of `kinds:`. `links` are (name, kind). `made` is the number that can exist at once.

    `both_ways` are the links of which an end that is written on one side joins both.
    """

    name: LocatedText
    plural: LocatedText
    sorted_by: Texts
    in_force_for: LocatedText | None
    fields: tuple[FieldDeclaration, ...]
    zones: tuple[ZoneDeclaration, ...]
    links: tuple[tuple[LocatedText, LocatedText], ...]
    slots: tuple[SlotDeclaration, ...]
    made: LocatedText | None
    made_lasts: LocatedText | None
    grid: GridDeclaration | None
    doc: str
    both_ways: Texts = ()


@dataclass(frozen=True, slots=True)
class PieceDeclaration:
    """`pieces:` name: {of: owner kind, in: place kind, supply: number text or None, seen by}."""

    name: LocatedText
    of: LocatedText
    place: LocatedText
    supply: LocatedText | None
    seen_by: LocatedText | None


@dataclass(frozen=True, slots=True)
class GlobalDeclaration:
    """A group of `globals:`; an entry with `zone of` is a zone, any other a field."""

    name: LocatedText
    fields: tuple[FieldDeclaration, ...]
    zones: tuple[ZoneDeclaration, ...]


@dataclass(frozen=True, slots=True)
class TableDeclaration:
    """`tables:` name: {type, rows, source, doc}. Nested keys are flattened.

    Each row is (keys, value).
    """

    name: LocatedText
    type: LocatedText
    rows: tuple[tuple[Texts, LocatedText], ...]
    source: LocatedText | None


@dataclass(frozen=True, slots=True)
class DieDeclaration:
    """`dice:` name: the plural of a kind or word list, or a number of sides."""

    name: LocatedText
    faces: LocatedText


@dataclass(frozen=True, slots=True)
class RecordDeclaration:
    """`records:` name: {field: type}."""

    name: LocatedText
    fields: tuple[tuple[LocatedText, LocatedText], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """`when` (None: otherwise) and `is`."""

    when: LocatedText | None
    value: LocatedText


@dataclass(frozen=True, slots=True)
class ValueDeclaration:
    """`values:` a computed value. `base` is written as one case without condition."""

    name: LocatedText
    of: LocatedText | None
    parameters: tuple[ParameterDeclaration, ...]
    type: LocatedText
    cases: tuple[Case, ...]
    all_of: tuple[tuple[LocatedText, LocatedText], ...]
    least: LocatedText | None
    most: LocatedText | None
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class RuleDeclaration:
    """`rules:` a rule of the pack."""

    name: LocatedText
    parameters: tuple[ParameterDeclaration, ...]
    results: tuple[tuple[LocatedText, LocatedText], ...]
    effect: LocatedText
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class ReportEntryDeclaration:
    """One thing that a report tells: once, or of each thing of a kind or word list."""

    name: LocatedText
    title: str
    of: LocatedText | None
    value: LocatedText


@dataclass(frozen=True, slots=True)
class ReportDeclaration:
    """`reports:` what is told at the end of a game."""

    name: LocatedText
    title: str
    entries: tuple[ReportEntryDeclaration, ...]
    source: str
    doc: str


@dataclass(frozen=True, slots=True)
class ModifierDeclaration:
    """`modifies:` reading: {of each, when, one layer with its amount}.

    `reading` is the whole key, such as `area.income[player]`.
    """

    reading: LocatedText
    of_each: LocatedText | None
    when: LocatedText | None
    layer: Layer
    amount: LocatedText


@dataclass(frozen=True, slots=True)
class HookDeclaration:
    """`hooks:` name: {a timing with its pattern, of each, when, for, may, paying, do}."""

    name: LocatedText
    timing: Timing
    pattern: LocatedText
    of_each: LocatedText | None
    when: LocatedText | None
    players: LocatedText | None
    may: str | None
    paying: LocatedText | None
    body: LocatedText


@dataclass(frozen=True, slots=True)
class NeedDeclaration:
    """`needs:` name: {if, else}."""

    name: LocatedText
    condition: LocatedText
    otherwise: str


@dataclass(frozen=True, slots=True)
class EntryDeclaration:
    """One definition, or with `each` a family of them.

    A family `cell` with `each: {row: 1 to 3, column: 1 to 3}` gives `cell_1_1`, `cell_1_2` ...; a
    player stands in the id as his seat number. Each name of `each` is readable in the entry's
    texts and fills the fixed field of its name. `where` leaves combinations out. `values` holds
    everything else: fixed fields, start values of stored fields, links, slots.
    """

    section: LocatedText
    name: LocatedText
    each: tuple[tuple[LocatedText, LocatedText], ...]
    where: LocatedText | None
    title: str
    text: LocatedText | None
    source: str
    doc: str
    cost: LocatedText | None
    needs: tuple[NeedDeclaration, ...]
    modifiers: tuple[ModifierDeclaration, ...]
    hooks: tuple[HookDeclaration, ...]
    values: tuple[tuple[LocatedText, FieldValue], ...]


@dataclass(frozen=True, slots=True)
class StepDeclaration:
    """A step of `flow:` or `scoring:`. At most one of `each`, `round`, `repeat`; `body` or `steps`.

    `condition` belongs to `round` (`while:`) or is the text of `repeat while:`.
    """

    name: LocatedText
    each: LocatedText | None
    round: LocatedText | None
    condition: LocatedText | None
    body: LocatedText | None
    steps: tuple[StepDeclaration, ...]

    def walk(self) -> Iterator[StepDeclaration]:
        """Yield the step and all steps inside it, in their order."""
        yield self
        for step in self.steps:
            yield from step.walk()


@dataclass(frozen=True, slots=True)
class RankDeclaration:
    """A line of `ranking:`."""

    how: Literal["among", "highest", "lowest", "earliest in"]
    value: LocatedText


@dataclass(frozen=True, slots=True)
class PaletteDeclaration:
    """`palettes:` kind or word list: {thing or word: colour}."""

    name: LocatedText
    colours: tuple[tuple[LocatedText, LocatedText], ...]


@dataclass(frozen=True, slots=True)
class LabelDeclaration:
    """`labels:` kind: what people read of its things, in parts with expressions in braces."""

    name: LocatedText
    parts: Texts


@dataclass(frozen=True, slots=True)
class LayerDeclaration:
    """One item of `layers:` or `inside:` of a panel: what is drawn, for which things.

    `each` is a binding; or `counts` are names with what they go through, such as `1 to 13`.
    `texts` are the expressions by their key (`x`, `colour`, `when` ...), `label` lines with
    expressions in braces.
    """

    name: LocatedText
    each: LocatedText | None
    counts: tuple[tuple[LocatedText, LocatedText], ...]
    shape: LocatedText | None
    texts: Mapping[str, LocatedText]
    across: LocatedText | None
    paint: LocatedText | None
    dashed: bool
    label: Texts
    label_at: LocatedText | None
    legend: LocatedText | None
    inside: tuple[LayerDeclaration, ...]


@dataclass(frozen=True, slots=True)
class PanelDeclaration:
    """`board:` name: a part of the picture of the board, and what is drawn in it.

    `numbers` are `row`, `column`, `across`, `cell`, `scale` and `grid`, as far as they are given.
    """

    name: LocatedText
    title: LocatedText | None
    each: LocatedText | None
    counts: tuple[tuple[LocatedText, LocatedText], ...]
    numbers: Mapping[str, LocatedText]
    layers: tuple[LayerDeclaration, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A scripted answer of a scenario.

    Who (a seat's name) decides, for what (the chosen name or the prompt), and what.

    `take` is a word, number or id; a tuple for several or an order; pairs for a division. `who`
    and `what` are checked if given; so are `offered` and `refused`, what must and what must not be
    among the options.
    """

    who: LocatedText | None
    what: LocatedText | None
    take: LocatedText | Texts | tuple[tuple[LocatedText, LocatedText], ...]
    offered: Texts = ()
    refused: Texts = ()
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """`scenarios:` one example of a rulebook as given / when / then.

    The game is at its start values (no step of the flow has run). `given` and `when` are effect
    text, run with `me` being `actor` (a seat's name) if that is set; hooks act in `when` only.
    `variants` are laid over the pack for it. `step`: instead of `when`, run that step of the flow.
    `chance` forces results of dice and draws in order. `then` are expressions that must be yes.
    `fault`: instead, the code of the fault or refusal that must come. `winners` and `scores`: who
    has won in the end (an empty list: the game goes on) and with what results. `default`: how
    decisions without a scripted answer are taken (None: that is a failure).
    """

    name: LocatedText
    source: str
    doc: str
    players: int | None
    options: tuple[tuple[LocatedText, LocatedText], ...]
    seed: int
    given: LocatedText | None
    actor: LocatedText | None
    when: LocatedText | None
    step: LocatedText | None
    answers: tuple[Answer, ...]
    default: Literal["first", "last", "random"] | None
    chance: Texts
    then: Texts
    fault: str | None
    winners: Texts | None = None
    variants: Texts = ()
    scores: tuple[tuple[LocatedText, LocatedText], ...] = ()


@dataclass(frozen=True, slots=True)
class Declarations:
    """All that the files of one pack declare.

    `files` are the files that were read, by their path in the pack, with the hash of each text.
    `meaning` is the hash of what the pack says, however it is written and split into files;
    scenarios and the picture of the board are no part of it.
    """

    manifest: Manifest
    options: tuple[OptionDeclaration, ...] = ()
    words: tuple[WordList, ...] = ()
    kinds: tuple[KindDeclaration, ...] = ()
    pieces: tuple[PieceDeclaration, ...] = ()
    globals: tuple[GlobalDeclaration, ...] = ()
    tables: tuple[TableDeclaration, ...] = ()
    dice: tuple[DieDeclaration, ...] = ()
    records: tuple[RecordDeclaration, ...] = ()
    values: tuple[ValueDeclaration, ...] = ()
    rules: tuple[RuleDeclaration, ...] = ()
    entries: tuple[EntryDeclaration, ...] = ()
    flow: tuple[StepDeclaration, ...] = ()
    scoring: tuple[StepDeclaration, ...] = ()
    ranking: tuple[RankDeclaration, ...] = ()
    score: LocatedText | None = None
    evaluation: LocatedText | None = None
    bounds: Mapping[str, LocatedText] = field(default_factory=dict)
    reports: tuple[ReportDeclaration, ...] = ()
    palettes: tuple[PaletteDeclaration, ...] = ()
    board: tuple[PanelDeclaration, ...] = ()
    labels: tuple[LabelDeclaration, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    meaning: str = ""
