"""Definitions to elements: families written out, printed data typed, stable order, seats.

Feeds `linker`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from interpreter.definitions import EntryDeclaration, FieldDeclaration
from interpreter.diagnostics import did_you_mean
from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import Setting
from interpreter.lang.checker import TextCheck
from interpreter.lang.constants import Constant, evaluate, natural
from interpreter.lang.marks import Marks
from interpreter.lang.names import Names
from interpreter.lang.types import Type
from interpreter.pack.link_names import PLAYER, NameLinker, plain, plural_of
from interpreter.pack.link_texts import Texts
from interpreter.pack.printed import find_circles, report_circle
from interpreter.source import LocatedText, Span

LARGEST_FAMILY = 20_000
"""How many things of one kind there can be."""
_FieldTexts = LocatedText | tuple[LocatedText, ...]


@dataclass(slots=True)
class Definition:
    """One thing of a kind before it is typed. `constants` are the names of its family."""

    kind: str
    id: str
    entry: EntryDeclaration | None
    constants: dict[str, ir.Expression] = field(default_factory=dict)
    seat: int = 0
    fixed: dict[str, ir.Expression] = field(default_factory=dict)
    links: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def span(self) -> Span | None:
        """Where its name stands."""
        return None if self.entry is None else self.entry.name.span

    @property
    def thing(self) -> ir.Expression:
        """The definition as an expression: what `self` stands for."""
        return ir.Thing(self.kind, self.id, types.Kind(self.kind))

    @property
    def setting(self) -> Setting:
        """What its texts may read: itself and the names of its family."""
        return Setting(self=self.thing, constants=self.constants)


class Families:
    """Writes the definitions of all kinds out.

    A family may go through the things of another kind.
    """

    def __init__(self, linker: NameLinker) -> None:
        self._linker = linker
        self._collector = linker.collector
        self.found: dict[str, list[Definition]] = {}
        self._open: list[str] = []
        self._plurals = {plain(kind.plural): name for name, kind in linker.kinds.items()}
        self._plurals.setdefault("players", PLAYER)
        self._entries: dict[str, list[EntryDeclaration]] = {}
        for entry in linker.declarations.entries:
            kind = self._plurals.get(plain(entry.section))
            if kind is not None:
                self._entries.setdefault(kind, []).append(entry)

    def expand(self) -> dict[str, list[Definition]]:
        """Return the definitions of each kind, `where` not yet tested."""
        for kind in self._linker.types.kinds:
            self.things(kind)
        return self.found

    def things(self, kind: str) -> list[Definition]:
        """Return the definitions of one kind."""
        if kind in self.found:
            return self.found[kind]
        self._open.append(kind)
        made: list[Definition] = []
        if kind == PLAYER:
            made += self._players()
        for entry in self._entries.get(kind, ()):
            if kind == PLAYER:
                self._collector.report("E325", entry.name.span)
                continue
            made += self._family(kind, entry)
        self._open.pop()
        self.found[kind] = made
        return made

    def _players(self) -> Iterator[Definition]:
        for seat in range(1, self._linker.declarations.manifest.players[1] + 1):
            yield Definition(PLAYER, f"player_{seat}", None, seat=seat)

    def _family(self, kind: str, entry: EntryDeclaration) -> Iterator[Definition]:
        name = plain(entry.name)
        if not entry.each:
            yield Definition(kind, name, entry)
            return
        names = [plain(one) for one, _ in entry.each]
        domains = [self._domain(text) for _, text in entry.each]
        if any(domain is None for domain in domains):
            return
        size = 1
        for domain in domains:
            size *= len(domain or ())
        if size > LARGEST_FAMILY:
            self._collector.report("E326", entry.name.span, why=f"it would have {size} members")
            return
        for values in product(*(domain or [] for domain in domains)):
            parts = [_in_id(value) for value in values]
            seat = max((_seat(value) for value in values), default=0)
            constants = dict(zip(names, (value for _, value in values), strict=True))
            yield Definition(kind, "_".join([name, *parts]), entry, constants, seat)

    def _domain(self, text: LocatedText) -> list[tuple[str, ir.Expression]] | None:
        """Return what a name of a family goes through: (how it stands in the id, value)."""
        tree = self._linker.reader.domain(text)
        match tree:
            case None:
                return None
            case syntax.Range(syntax.Number(least, False), syntax.Number(most, False)):
                if most < least:
                    return self._bad(text, f"it goes from {least} down to {most}")
                if most - least > LARGEST_FAMILY:
                    return self._bad(text, f"it would have {most - least + 1} members")
                numbers = range(least, most + 1)
                return [(str(one), ir.Constant(one, types.NUMBER)) for one in numbers]
            case syntax.Name(name):
                return self._plural(text, name)
            case _:
                return self._bad(text, "it goes through `1 to 3`, or a plural such as `players`")

    def _plural(self, text: LocatedText, name: str) -> list[tuple[str, ir.Expression]] | None:
        kind = self._plurals.get(name)
        if kind is not None:
            self._linker.types.used.add(kind)
            declared = self._linker.kinds.get(kind)
            if declared is not None and declared.made is not None:
                self._collector.report("E334", text.span, name=name, kind=kind)
                return None
            if kind in self._open:
                return self._bad(text, f"`{name}` is being made by it")
            return [(one.id, one.thing) for one in self.things(kind)]
        for words in self._linker.declarations.words:
            list_name = plain(words.name)
            if name == plural_of(list_name):
                type_ = types.Word(list_name)
                return [
                    (plain(word), ir.Constant(index, type_))
                    for index, word in enumerate(words.words)
                ]
        plurals = [
            *self._plurals,
            *(plural_of(plain(one.name)) for one in self._linker.declarations.words),
        ]
        near = did_you_mean(name, plurals)
        advice = None if near is None else f"did you mean `{near}`?"
        self._collector.report("E320", text.span, help=advice, what="plural", name=name)
        return None

    def _bad(self, text: LocatedText, why: str) -> list[tuple[str, ir.Expression]] | None:
        self._collector.report("E326", text.span, why=why)
        return None


def _in_id(value: tuple[str, ir.Expression]) -> str:
    """Return how a value of a family stands in the id: a player as his seat number."""
    text, made = value
    if isinstance(made, ir.Thing) and made.kind == PLAYER:
        return text.removeprefix("player_")
    return text


def _seat(value: tuple[str, ir.Expression]) -> int:
    text, made = value
    if isinstance(made, ir.Thing) and made.kind == PLAYER:
        return int(text.removeprefix("player_"))
    return 0


class ElementLinker:
    """Types the printed data of all definitions and puts them in order."""

    def __init__(
        self, linker: NameLinker, found: dict[str, list[Definition]], texts: Texts
    ) -> None:
        self._linker = linker
        self._collector = linker.collector
        self._reader = linker.reader
        self._texts = texts
        self.found = found
        self._by_id: dict[tuple[str, str], Definition] = {}
        self._orders: dict[str, dict[str, int]] = {}

    def things(self) -> dict[str, dict[str, Span | None]]:
        """Return the ids of each kind with their places; an id twice is reported."""
        made: dict[str, dict[str, Span | None]] = {}
        for kind, definitions in self.found.items():
            ids: dict[str, Span | None] = {}
            for one in definitions:
                if one.id in ids and one.span is not None:
                    first = ids[one.id]
                    related = [] if first is None else [("first declared here", first)]
                    self._collector.report("E321", one.span, related=related, what=f"`{one.id}`")
                ids.setdefault(one.id, one.span)
            made[kind] = ids
        return made

    def leave_out(self, names: Names) -> bool:
        """Take out the members of families that `where` leaves out; say whether there were any."""
        changed = False
        for kind, definitions in self.found.items():
            kept = [one for one in definitions if self._stays(one, names)]
            changed = changed or len(kept) != len(definitions)
            self.found[kind] = kept
        return changed

    def _stays(self, one: Definition, names: Names) -> bool:
        if one.entry is None or one.entry.where is None:
            return True
        check = TextCheck(names, self._collector)
        condition = self._typed(one, one.entry.where, types.TRUTH, check)
        value = evaluate(condition, lambda _kind, _thing, _field: None)
        if value is None and not isinstance(condition.type, types.Unknown):
            self._collector.report("E327", one.entry.where.span)
        return value is None or bool(value)

    # ---- printed data ---------------------------------------------------------------------

    def link_fixed(self, names: Names) -> None:
        """Type the fixed fields of all things."""
        self._by_id = {
            (kind, one.id): one for kind, definitions in self.found.items() for one in definitions
        }
        check = TextCheck(names, self._collector)
        for kind, definitions in self.found.items():
            declared = self._linker.kinds.get(kind)
            fields = [one for one in declared.fields if one.kind == "fixed"] if declared else []
            for one in definitions:
                self._check_names_of_family(one, {plain(field.name) for field in fields})
                given = dict(_given(one))
                for declaration in fields:
                    self._fixed(one, declaration, given.get(plain(declaration.name)), check)
        self._break_circles()

    def _break_circles(self) -> None:
        """Report printed data that needs itself, and leave it open: nothing can be sorted by it."""
        fixed = {
            (kind, name, id_): node
            for (kind, id_), one in self._by_id.items()
            for name, node in one.fixed.items()
        }
        found, open_ = find_circles(fixed)
        for circle in found:
            kind, name, id_ = circle[0]
            report_circle(self._collector, circle, fixed[kind, name, id_].span)
        for kind, name, id_ in open_ & fixed.keys():
            self._by_id[kind, id_].fixed[name] = ir.Missing(types.UNKNOWN)

    def _check_names_of_family(self, one: Definition, fixed: set[str]) -> None:
        if one.entry is None:
            return
        for name, _ in one.entry.each:
            if plain(name) not in fixed:
                near = did_you_mean(plain(name), fixed)
                advice = None if near is None else f"did you mean `{near}`?"
                self._collector.report(
                    "E320",
                    name.span,
                    help=advice,
                    what=f"fixed field of {one.kind}",
                    name=plain(name),
                )

    def _fixed(
        self,
        one: Definition,
        declared: FieldDeclaration,
        given: _FieldTexts | None,
        check: TextCheck,
    ) -> None:
        name = plain(declared.name)
        member = check.names.kinds[one.kind].members.get(name)
        type_ = types.UNKNOWN if member is None else member.type
        if name in one.constants:
            fitted = conversions.convert(one.constants[name], type_, lambda _name: None)
            if fitted is None and one.entry is not None:
                self._wrong_family_name(one.entry, name, type_, one.constants[name].type)
                fitted = ir.Missing(types.UNKNOWN)
            one.fixed[name] = fitted or ir.Missing(types.UNKNOWN)
            return
        if given is not None:
            one.fixed[name] = self.field_value(one, given, type_, check)
            return
        if declared.start is not None:
            setting = Setting(constants={one.kind: one.thing, **one.constants})
            one.fixed[name] = self._typed(one, declared.start, type_, check, setting)
            return
        default = default_of(type_)
        if default is None:
            related = [("declared here", declared.name.span)]
            self._collector.report(
                "E328", one.span, related=related, name=one.id, field=name, kind=one.kind
            )
            default = ir.Missing(types.UNKNOWN)
        one.fixed[name] = default

    def _wrong_family_name(
        self, entry: EntryDeclaration, name: str, wanted: Type, found: Type
    ) -> None:
        span = next((one.span for one, _ in entry.each if plain(one) == name), entry.name.span)
        self._collector.report("E502", span, wanted=str(wanted), found=str(found))

    def field_value(
        self, one: Definition, given: _FieldTexts, type_: Type, check: TextCheck
    ) -> ir.Expression:
        """Return what an entry gives for a field: a text, or a list of texts."""
        if isinstance(given, LocatedText):
            return self._typed(one, given, type_, check)
        if not isinstance(type_, types.SetOf | types.ListOf):
            if not isinstance(type_, types.Unknown):
                span = given[0].span if given else one.span
                self._collector.report("E502", span, wanted=str(type_), found="a list")
            return ir.Missing(types.UNKNOWN)
        if not given:
            return ir.Empty(type_)
        items = tuple(self._typed(one, text, type_.inner, check) for text in given)
        return ir.Collect(items, type_)

    def _typed(
        self,
        one: Definition,
        text: LocatedText,
        wanted: Type,
        check: TextCheck,
        setting: Setting | None = None,
    ) -> ir.Expression:
        """Return a text of a definition, typed, and note what it reads."""
        marks = Marks()
        tree = self._reader.expression(text)
        made = check.expression(tree, setting or one.setting, wanted, marks=marks)
        self._texts.note(("data", one.kind, one.id), marks, one.span)
        return made

    # ---- order ----------------------------------------------------------------------------

    def fixed_of(self, kind: str, id_: str, name: str) -> ir.Expression | None:
        """Return the printed data of a thing."""
        one = self._by_id.get((kind, id_))
        return None if one is None else one.fixed.get(name)

    def sort(self) -> None:
        """Put the things of each kind in their stable order."""
        for kind in self.found:
            self._order(kind)
        for definitions in self.found.values():
            definitions.sort(key=lambda one: self._orders[one.kind][one.id])

    def sort_links(self) -> None:
        """Put the ends of each link in the stable order of their kind."""
        for kind, definitions in self.found.items():
            members = self._linker.members[kind]
            for one in definitions:
                for link, ids in one.links.items():
                    type_ = members[link].type if link in members else types.UNKNOWN
                    inner = type_.inner if isinstance(type_, types.SetOf) else types.UNKNOWN
                    order = self._orders.get(str(inner), {})
                    one.links[link] = tuple(sorted(ids, key=lambda id_: order.get(id_, 0)))

    def _order(self, kind: str) -> dict[str, int]:
        """Return the place of each thing of a kind: by the `sorted by` fields, then by id."""
        if kind in self._orders:
            return self._orders[kind]
        definitions = self.found.get(kind, [])
        by_id = sorted(definitions, key=lambda one: natural(one.id))
        self._orders[kind] = {one.id: index for index, one in enumerate(by_id)}
        declared = self._linker.kinds.get(kind)
        fields = () if declared is None else declared.sorted_by
        usable = [field for field in fields if self._is_sort_field(kind, field)]
        if usable:
            keys = {one.id: self._key(one, usable) for one in by_id}
            by_id.sort(key=lambda one: keys[one.id])
            self._orders[kind] = {one.id: index for index, one in enumerate(by_id)}
        return self._orders[kind]

    def _is_sort_field(self, kind: str, field: LocatedText) -> bool:
        member = self._linker.members[kind].get(plain(field))
        if member is not None and member.sort == "fixed":
            return True
        choices = [name for name, one in self._linker.members[kind].items() if one.sort == "fixed"]
        self._linker.unknown(f"fixed field of {kind}", field, choices)
        return False

    def _key(self, one: Definition, fields: list[LocatedText]) -> tuple[int, ...]:
        key: list[int] = []
        for text in fields:
            fixed = one.fixed.get(plain(text))
            value = None if fixed is None else evaluate(fixed, self.fixed_of)
            place = self._place(value)
            if place is None:
                known = fixed is not None and not isinstance(fixed.type, types.Unknown)
                if known:
                    self._collector.report("E327", fixed.span if fixed else one.span)
                place = 0
            key.append(place)
        return tuple(key)

    def _place(self, value: Constant | None) -> int | None:
        if isinstance(value, int):
            return value
        if isinstance(value, tuple) and len(value) == 2:  # a thing: its kind and its id
            kind, id_ = value
            if isinstance(kind, str) and isinstance(id_, str):
                return self._order(kind).get(id_)
        return None

    # ---- seats ----------------------------------------------------------------------------

    def seats(self) -> Mapping[tuple[str, str], int]:
        """Return how many players it takes that each thing takes part.

        Also through what it names.
        """
        found = {key: one.seat for key, one in self._by_id.items()}
        needs = {key: list(_named(one)) for key, one in self._by_id.items()}
        changed = True
        while changed:
            changed = False
            for key, others in needs.items():
                wanted = max((found.get(other, 0) for other in others), default=0)
                if wanted > found[key] and key[0] != PLAYER:
                    found[key] = wanted
                    changed = True
        return found


def _named(one: Definition) -> Iterator[tuple[str, str]]:
    for value in one.fixed.values():
        if isinstance(value, ir.Thing):
            yield value.kind, value.name


def _given(one: Definition) -> Iterator[tuple[str, _FieldTexts]]:
    """Return what the entry of a definition gives, by key."""
    if one.entry is not None:
        for name, value in one.entry.values:
            yield plain(name), value


def default_of(type_: Type) -> ir.Expression | None:
    """Return the printed value where none is given: no, nothing, empty.

    It is None if one must be given.
    """
    match type_:
        case types.Truth():
            return ir.Constant(0, types.TRUTH)
        case types.Optional():
            return ir.Missing(type_)
        case types.SetOf() | types.ListOf():
            return ir.Empty(type_)
        case types.Unknown():
            return ir.Missing(type_)
        case _:
            return None
