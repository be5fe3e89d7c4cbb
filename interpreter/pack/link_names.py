"""Declarations to names: which kinds, fields, words, rules there are and of which type.

Feeds `lang.checker`.

The things themselves come from `link_elements`; everything else that a text can name is found
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.definitions import (
    Declarations,
    FieldDeclaration,
    KindDeclaration,
    ParameterDeclaration,
    ZoneDeclaration,
)
from interpreter.diagnostics import Collector, did_you_mean
from interpreter.lang import ir, types
from interpreter.lang.declared_types import TypeResolver
from interpreter.lang.names import (
    KindNames,
    Meaning,
    Member,
    MemberSort,
    Names,
    PieceNames,
    RuleNames,
    WordNames,
)
from interpreter.lang.reading import Reader
from interpreter.lang.types import Type
from interpreter.lang.vocabulary import RESERVED
from interpreter.lang.words import FIXED_NAMES, KEYWORDS, TYPE_WORDS
from interpreter.pack.closures import shortest_cycle
from interpreter.source import LocatedText, Span

PLAYER = "player"


def plural_of(word: str) -> str:
    """Return how all words of a list are called: ways, entries, branches; rounds stay rounds."""
    if re.search(r"[^sui]s$", word):
        return word
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(s|x|z|ch|sh)$", word) else "s")


def plain(text: LocatedText | None) -> str:
    """Return a declared word without blanks around it."""
    return "" if text is None else text.text.strip()


def _records_in(type_: Type) -> Iterator[str]:
    """Iterate over the records that a value of a type always holds; a list may be empty."""
    if isinstance(type_, types.Table):
        yield from _records_in(type_.value)
    elif isinstance(type_, types.Record):
        yield type_.name


@dataclass(slots=True)
class NameLinker:
    """Finds the names of one pack.

    `members` holds what is known of each kind, word list and group.
    """

    declarations: Declarations
    collector: Collector
    reader: Reader
    kinds: dict[str, KindDeclaration]
    types: TypeResolver
    members: dict[str, dict[str, Member]]
    resources: dict[str, Member]

    @classmethod
    def begin(cls, declarations: Declarations, collector: Collector, reader: Reader) -> NameLinker:
        """Start with the kinds and what may be a type."""
        kinds = {plain(kind.name): kind for kind in declarations.kinds}
        words = [plain(one.name) for one in declarations.words]
        resolver = TypeResolver(
            {PLAYER, *kinds},
            words,
            [plain(one.name) for one in declarations.records],
            [plain(one.name) for one in declarations.pieces],
            collector,
        )
        owners = [PLAYER, *kinds, *words, *(plain(one.name) for one in declarations.globals)]
        members: dict[str, dict[str, Member]] = {owner: {} for owner in owners}
        return cls(declarations, collector, reader, kinds, resolver, members, {})

    # ---- findings -------------------------------------------------------------------------

    def unknown(self, what: str, name: LocatedText, choices: Iterable[str]) -> None:
        """Report a declared name that names nothing."""
        near = did_you_mean(plain(name), choices)
        advice = None if near is None else f"did you mean `{near}`?"
        self.collector.report("E320", name.span, help=advice, what=what, name=plain(name))

    def type(self, text: LocatedText | None) -> Type:
        """Return a declared type."""
        return types.UNKNOWN if text is None else self.types.resolve(self.reader.type(text))

    def is_kind(self, name: LocatedText) -> bool:
        """Say whether a kind of this name is declared; report if not."""
        if plain(name) in self.types.kinds:
            self.types.used.add(plain(name))
            return True
        self.unknown("kind", name, self.types.kinds)
        return False

    def add(self, owner: str, member: Member) -> None:
        """Give a kind, word list or group something to ask for; each name once."""
        before = self.members[owner].get(member.name)
        if before is not None and member.span is not None:
            related = [] if before.span is None else [("first declared here", before.span)]
            what = f"`{member.name}` of {owner}"
            self.collector.report("E321", member.span, related=related, what=what)
            return
        self.members[owner][member.name] = member

    # ---- what things have -----------------------------------------------------------------

    def link_members(self) -> None:
        """Find what stands behind the dot of each kind, word list and group."""
        for name, kind in self.kinds.items():
            for field in kind.fields:
                self._field(name, field)
            for zone in kind.zones:
                self._zone(name, zone)
            for link, goal in kind.links:
                if self.is_kind(goal):
                    type_ = types.SetOf(types.Kind(plain(goal)))
                    self.add(name, Member(name, plain(link), "link", type_, span=link.span))
            if kind.grid is not None:
                self._grid_links(name, kind)
            for slot in kind.slots:
                sort: MemberSort = "effect" if slot.type is None else "slot"
                parameters = self.parameters(slot.parameters)
                inside = (self.type(slot.type), parameters, slot.name.span)
                self.add(name, Member(name, plain(slot.name), sort, *inside))
        for group in self.declarations.globals:
            for field in group.fields:
                self._field(plain(group.name), field)
            for zone in group.zones:
                self._global_zone(plain(group.name), zone)
        self._pieces()
        self._values()
        for name in self.types.kinds:
            if "cost" not in self.members[name]:
                self.members[name]["cost"] = Member(name, "cost", "cost", types.NUMBER)

    def _field(self, owner: str, field: FieldDeclaration) -> None:
        type_ = types.NUMBER if field.kind == "resource" else self.type(field.type)
        member = Member(owner, plain(field.name), field.kind, type_, span=field.name.span)
        self.add(owner, member)
        if field.kind != "resource":
            return
        if owner != PLAYER:
            self.collector.report("E322", field.name.span, name=plain(field.name), kind=owner)
        self.resources[plain(field.name)] = member

    def _zone(self, owner: str, zone: ZoneDeclaration) -> None:
        if not self.is_kind(zone.of):
            return
        inside = plain(zone.of)
        member = self._zone_member(owner, zone, ())
        self.add(owner, member)
        if zone.reads_back is not None:
            back = Member(
                inside,
                plain(zone.reads_back),
                "whereabouts",
                types.Optional(types.Kind(owner)),
                span=zone.reads_back.span,
                noun=owner,
                zone=plain(zone.name),
            )
            self.add(inside, back)

    def _zone_member(
        self, owner: str, zone: ZoneDeclaration, keys: tuple[ir.Parameter, ...]
    ) -> Member:
        inside = types.Kind(plain(zone.of))
        type_: Type = types.ListOf(inside) if zone.ordered else types.SetOf(inside)
        return Member(owner, plain(zone.name), "zone", type_, keys, zone.name.span)

    def _global_zone(self, group: str, zone: ZoneDeclaration) -> None:
        if not self.is_kind(zone.of):
            return
        keys: tuple[ir.Parameter, ...] = ()
        if zone.each is not None:
            keys = (ir.Parameter(plain(zone.each), self.each_type(zone.each)),)
        self.add(group, self._zone_member(group, zone, keys))

    def each_type(self, each: LocatedText) -> Type:
        """Return the type of which a zone of globals has one for each."""
        name = plain(each)
        for kind in self.kinds.values():
            if name == plain(kind.plural):
                return types.Kind(plain(kind.name))
        for words in self.declarations.words:
            if name == plural_of(plain(words.name)):
                return types.Word(plain(words.name))
        return self.type(each)

    def _grid_links(self, name: str, kind: KindDeclaration) -> None:
        grid = kind.grid
        if grid is None:
            return
        type_ = types.SetOf(types.Kind(name))
        for link, _ in grid.links:
            self.add(name, Member(name, plain(link), "link", type_, span=link.span))

    def _pieces(self) -> None:
        for piece in self.declarations.pieces:
            known = [self.is_kind(piece.of), self.is_kind(piece.place)]
            if not all(known):
                continue
            owner = types.Kind(plain(piece.of))
            member = Member(
                plain(piece.place),
                plain(piece.name),
                "pieces",
                types.NUMBER,
                (ir.Parameter(plain(piece.of), owner),),
                piece.name.span,
                noun=plain(piece.name),
            )
            self.add(plain(piece.place), member)

    def _values(self) -> None:
        for value in self.declarations.values:
            if value.of is None:
                continue
            owner = plain(value.of)
            if owner not in self.types.kinds and owner not in self.types.words:
                self.unknown("kind or word list", value.of, [*self.types.kinds, *self.types.words])
                continue
            self.types.used.add(owner)
            member = Member(
                owner,
                plain(value.name),
                "value",
                self.type(value.type),
                self.parameters(value.parameters),
                value.name.span,
            )
            self.add(owner, member)

    def parameters(self, declared: tuple[ParameterDeclaration, ...]) -> tuple[ir.Parameter, ...]:
        """Return parameters with their types; a name twice is reported."""
        made: dict[str, ir.Parameter] = {}
        for one in declared:
            name = plain(one.name)
            type_ = self.type(one.type)
            if name in KEYWORDS or name in FIXED_NAMES:
                self.collector.report("E324", one.name.span, name=name)
            if name in made:
                self.collector.report("E321", one.name.span, what=f"the parameter `{name}`")
                continue
            made[name] = ir.Parameter(name, type_, one.word, span=one.name.span)
        return tuple(made.values())

    def fields(
        self, declared: Iterable[tuple[LocatedText, LocatedText]]
    ) -> tuple[tuple[str, Type], ...]:
        """Return the fields of a record in their order, which is that of their names."""
        made = {plain(name): self.type(type_) for name, type_ in declared}
        return tuple(sorted(made.items(), key=lambda item: item[0]))

    def _check_records(self, records: Mapping[str, tuple[tuple[str, Type], ...]]) -> None:
        """Report records that hold one of their own kind: such a record would never end."""

        def held(name: str) -> Iterator[str]:
            yield from (one for _, type_ in records[name] for one in _records_in(type_))

        for record in self.declarations.records:
            name = plain(record.name)
            cycle = shortest_cycle(name, held)
            if cycle is not None:
                chain = " → ".join(cycle)
                self.collector.report("E339", record.name.span, name=name, chain=chain)

    def call_parameters(
        self, declared: tuple[ParameterDeclaration, ...]
    ) -> tuple[ir.Parameter, ...]:
        """Return the parameters of a rule: the one without a small word first, each word once."""
        made = self.parameters(declared)
        words: dict[str | None, ir.Parameter] = {}
        for one in made:
            if one.word in words and one.span is not None:
                self.collector.report("E323", one.span, name=one.name)
            words.setdefault(one.word, one)
        return tuple(sorted(made, key=lambda one: one.word or ""))

    # ---- names ----------------------------------------------------------------------------

    def link(self, things: Mapping[str, Mapping[str, Span | None]]) -> Names:
        """Return the names of the pack; `things` are the ids of each kind with their places."""
        words = {
            plain(one.name): WordNames(
                plain(one.name),
                plural_of(plain(one.name)),
                tuple(dict.fromkeys(plain(word) for word in one.words)),
                self.members[plain(one.name)],
                one.name.span,
            )
            for one in self.declarations.words
        }
        records = {plain(one.name): self.fields(one.fields) for one in self.declarations.records}
        self._check_records(records)
        tables = dict(self._tables())
        values = {
            plain(one.name): Member(
                "",
                plain(one.name),
                "value",
                self.type(one.type),
                self.parameters(one.parameters),
                one.name.span,
            )
            for one in self.declarations.values
            if one.of is None
        }
        meanings = MeaningTable(self.collector)
        self._meanings(meanings, things, words, tables, values)
        return Names(
            kinds=self._kinds(),
            words=words,
            records=records,
            groups={
                plain(one.name): self.members[plain(one.name)] for one in self.declarations.globals
            },
            pieces=self._piece_names(),
            resources=dict(sorted(self.resources.items())),
            tables=tables,
            values=values,
            dice={plain(die.name): self.die_type(die.faces) for die in self.declarations.dice},
            options={plain(one.name): self.type(one.type) for one in self.declarations.options},
            rules=self._rules(),
            steps=frozenset(
                plain(inner.name) for step in self.declarations.flow for inner in step.walk()
            ),
            meanings=meanings.found,
        )

    def _kinds(self) -> dict[str, KindNames]:
        made: dict[str, KindNames] = {}
        for name in sorted(self.types.kinds):
            kind = self.kinds.get(name)
            members = self.members[name]
            by_sort: dict[str, list[str]] = {}
            for member in sorted(members):
                by_sort.setdefault(members[member].sort, []).append(member)
            made[name] = KindNames(
                name,
                "players" if kind is None else plain(kind.plural),
                kind is not None and kind.made is not None,
                members,
                tuple(by_sort.get("fixed", ())),
                tuple(sorted([*by_sort.get("field", ()), *by_sort.get("resource", ())])),
                tuple(by_sort.get("effect", ())),
                None if kind is None else kind.name.span,
            )
        return made

    def _piece_names(self) -> dict[str, PieceNames]:
        return {
            plain(one.name): PieceNames(
                plain(one.name),
                plain(one.of),
                plain(one.place),
                one.supply is not None,
                one.name.span,
            )
            for one in self.declarations.pieces
            if plain(one.of) in self.types.kinds and plain(one.place) in self.types.kinds
        }

    def _tables(self) -> Iterator[tuple[str, Member]]:
        for table in self.declarations.tables:
            type_ = self.types.resolve(self.reader.type(table.type), printed=True)
            name = plain(table.name)
            if not isinstance(type_, types.Table):
                if not isinstance(type_, types.Unknown):
                    self.collector.report("E335", table.type.span, type=str(type_))
                type_ = types.Table(types.UNKNOWN, ())
            keys = tuple(ir.Parameter(str(key), key) for key in type_.keys)
            yield name, Member("", name, "fixed", type_.value, keys, table.name.span)

    def _rules(self) -> dict[str, RuleNames]:
        made: dict[str, RuleNames] = {}
        for rule in self.declarations.rules:
            name = plain(rule.name)
            results = self.fields(rule.results)
            parameters = self.call_parameters(rule.parameters)
            made[name] = RuleNames(name, parameters, results, rule.name.span)
        return made

    def die_type(self, faces: LocatedText) -> Type:
        """Return the type of the faces of a die: a number, or the things of a plural."""
        return types.NUMBER if plain(faces).isdigit() else self.each_type(faces)

    def _meanings(
        self,
        table: MeaningTable,
        things: Mapping[str, Mapping[str, Span | None]],
        words: Mapping[str, WordNames],
        tables: Mapping[str, Member],
        values: Mapping[str, Member],
    ) -> None:
        for kind, ids in things.items():
            for id_, span in ids.items():
                table.add(Meaning("thing", id_, types.Kind(kind), kind, span=span))
        for one in self.declarations.words:
            type_ = types.Word(plain(one.name))
            for index, word in enumerate(one.words):
                table.add(Meaning("word", plain(word), type_, type_.name, index, word.span))
        for name in self.types.kinds:
            declared = self.kinds.get(name)
            plural = "players" if declared is None else plain(declared.plural)
            span = None if declared is None else declared.plural.span
            table.add(Meaning("things", plural, types.SetOf(types.Kind(name)), name, span=span))
        for group in self.declarations.globals:
            name = plain(group.name)
            table.add(Meaning("group", name, types.UNKNOWN, span=group.name.span))
        for piece in self.declarations.pieces:
            name = plain(piece.name)
            table.add(Meaning("pieces", name, types.UNKNOWN, span=piece.name.span))
        for name, member in tables.items():
            table.add(Meaning("table", name, types.UNKNOWN, span=member.span))
        for name, member in values.items():
            table.add(Meaning("value", name, member.type, span=member.span))
        for words_of in words.values():
            if words_of.plural not in table.found:
                owner = words_of.name
                type_of_all = types.SetOf(types.Word(owner))
                meaning = Meaning("words", words_of.plural, type_of_all, owner)
                table.add(meaning)

    # ---- reserved and doubled names -------------------------------------------------------

    def _link_names(self) -> set[str]:
        names: set[str] = set()
        for kind in self.kinds.values():
            grid = () if kind.grid is None else kind.grid.links
            names.update(plain(link) for link, _ in (*kind.links, *grid))
        return names

    def check_names(self) -> None:
        """Report names that the language has taken, and kinds and lists that share one."""
        declarations = self.declarations
        first: dict[str, Span] = {}
        type_names = [one.name for one in declarations.kinds]
        type_names += [one.name for one in declarations.words]
        type_names += [one.name for one in declarations.records]
        for text in type_names:
            name = plain(text)
            if name in first:
                related = [("first declared here", first[name])]
                what = f"the type `{name}`"
                self.collector.report("E321", text.span, related=related, what=what)
            first.setdefault(name, text.span)
            if name in TYPE_WORDS:
                self.collector.report("E324", text.span, name=name)
        for text in (one.name for one in declarations.globals):
            name = plain(text)
            if name in first or name == PLAYER:
                span = first.get(name)
                related = [] if span is None else [("first declared here", span)]
                self.collector.report("E321", text.span, related=related, what=f"`{name}`")
        for text in (*type_names, *self._texts_with_names()):
            if plain(text) in RESERVED:
                self.collector.report("E324", text.span, name=plain(text))

    def check_hiding(self, names: Names) -> None:
        """Report parameters that hide a name of the pack."""
        declared = [one for rule in self.declarations.rules for one in rule.parameters]
        declared += [one for value in self.declarations.values for one in value.parameters]
        slots = [slot for kind in self.declarations.kinds for slot in kind.slots]
        declared += [one for slot in slots for one in slot.parameters]
        for one in declared:
            meanings = names.meanings.get(plain(one.name), ())
            if meanings:
                places = [("it is declared here", span) for m in meanings if (span := m.span)]
                name = plain(one.name)
                self.collector.report("E511", one.name.span, related=places, name=name)

    def _texts_with_names(self) -> Iterator[LocatedText]:
        """Iterate over the declared names that a text may write where a name stands alone."""
        declarations = self.declarations
        yield from (one.name for one in declarations.globals)
        yield from (one.name for one in declarations.pieces)
        yield from (one.name for one in declarations.tables)
        yield from (one.name for one in declarations.dice)
        yield from (one.name for one in declarations.rules)
        yield from (one.name for one in declarations.entries)
        yield from (one.name for one in declarations.values if one.of is None)
        yield from (kind.plural for kind in declarations.kinds)
        links = self._link_names()
        for one in declarations.words:
            # A word that names a link is written behind a dot, or not at all: `line(a, way, 3)`.
            yield from (word for word in one.words if plain(word) not in links)


class MeaningTable:
    """Gathers what names mean; things and words may share a name, nothing else may."""

    def __init__(self, collector: Collector) -> None:
        self.found: dict[str, tuple[Meaning, ...]] = {}
        self._collector = collector

    def add(self, meaning: Meaning) -> None:
        """Add a meaning; report a name that cannot be told from another one."""
        before = self.found.get(meaning.name, ())
        for other in before:
            told_apart = {meaning.sort, other.sort} <= {"thing", "word"}
            if told_apart and meaning.owner != other.owner:
                continue
            places = [(one.span, two.span) for one, two in ((meaning, other), (other, meaning))]
            span, first = next((pair for pair in places if pair[0] is not None), (None, None))
            related = [] if first is None else [("first declared here", first)]
            self._collector.report("E321", span, related=related, what=f"`{meaning.name}`")
            return
        self.found[meaning.name] = (*before, meaning)
