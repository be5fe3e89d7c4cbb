"""Kinds, pieces, globals, tables, dice, options as the typed tree has them; feeds `linker`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from interpreter.definitions import (
    DieDeclaration,
    FieldDeclaration,
    KindDeclaration,
    OptionDeclaration,
    TableDeclaration,
    ZoneDeclaration,
)
from interpreter.diagnostics import counted
from interpreter.lang import ir, types
from interpreter.lang.check_base import Setting
from interpreter.lang.checker import TextCheck
from interpreter.lang.constants import evaluate, natural
from interpreter.lang.marks import Marks
from interpreter.lang.types import Type
from interpreter.pack.link_elements import LARGEST_FAMILY
from interpreter.pack.link_names import NameLinker, plain
from interpreter.pack.link_texts import Texts
from interpreter.source import LocatedText

_PLAYERS = types.SetOf(types.PLAYER)


class ModelLinker:
    """Types what a pack declares to exist, but for the things themselves."""

    def __init__(self, linker: NameLinker, check: TextCheck, texts: Texts) -> None:
        self._linker = linker
        self._check = check
        self._texts = texts

    def expression(
        self, text: LocatedText | None, subject: str | None, wanted: Type
    ) -> ir.Expression | None:
        """Return a declared expression.

        The thing that it belongs to is read under its kind's name.
        """
        if text is None:
            return None
        tree = self._linker.reader.expression(text)
        parameters: tuple[ir.Parameter, ...] = ()
        if subject is not None:
            is_word = subject in self._check.names.words
            type_ = types.Word(subject) if is_word else types.Kind(subject)
            parameters = (ir.Parameter(subject, type_),)
        marks = Marks()
        made = self._check.expression(tree, Setting(parameters=parameters), wanted, marks=marks)
        self._texts.note(("data", subject or ""), marks, text.span)
        return made

    def seen_by(self, text: LocatedText | None, subject: str | None) -> ir.Expression | None:
        """Return who sees something: None is all, an empty set nobody."""
        match plain(text):
            case "" | "all":
                return None
            case "nobody" | "count":
                return ir.Empty(_PLAYERS, span=None if text is None else text.span)
            case _:
                return self.expression(text, subject, _PLAYERS)

    def step(self, text: LocatedText | None) -> str | None:
        """Return the step of the flow at which something begins anew."""
        if text is None:
            return None
        if plain(text) not in self._check.names.steps:
            self._linker.unknown("step of the flow", text, self._check.names.steps)
        return plain(text)

    # ---- fields and zones -----------------------------------------------------------------

    def fields(
        self, owner: str, declared: Iterable[FieldDeclaration], subject: str | None
    ) -> tuple[ir.FieldSpec, ...]:
        """Return the stored fields of a kind or a group, by name."""
        members = self._linker.members[owner]
        made: dict[str, ir.FieldSpec] = {}
        for one in declared:
            name = plain(one.name)
            if one.kind == "fixed" or name in made or name not in members:
                continue
            type_ = members[name].type
            bound = type_
            if not isinstance(type_, types.Number | types.Half | types.Unknown):
                bound = types.NUMBER
                self._no_number_bounds(one, type_)
            made[name] = ir.FieldSpec(
                name,
                type_,
                self.expression(one.start, subject, type_),
                self.expression(one.least, subject, bound),
                self.expression(one.most, subject, bound),
                self.seen_by(one.seen_by, subject),
                self.step(one.lasts),
                one.kind == "resource",
                one.doc,
                span=one.name.span,
            )
        return tuple(made[name] for name in sorted(made))

    def _no_number_bounds(self, one: FieldDeclaration, type_: Type) -> None:
        """Report bounds of what is no number; a set may have at most so many members."""
        if isinstance(type_, types.SetOf | types.ListOf):
            return
        for what, bound in (("`least`", one.least), ("`most`", one.most)):
            if bound is not None:
                self._check.collector.report("E333", bound.span, type=str(type_), what=what)

    def zones(
        self, owner: str, declared: Iterable[ZoneDeclaration], subject: str | None
    ) -> tuple[ir.ZoneSpec, ...]:
        """Return the zones of a kind or a group, by name."""
        members = self._linker.members[owner]
        made: dict[str, ir.ZoneSpec] = {}
        for one in declared:
            name = plain(one.name)
            member = members.get(name)
            if name in made or member is None or member.sort != "zone":
                continue
            over = str(member.parameters[0].type) if member.parameters else subject
            made[name] = ir.ZoneSpec(
                name,
                plain(one.of),
                one.ordered,
                self.expression(one.limit, over, types.NUMBER),
                None if one.reads_back is None else plain(one.reads_back),
                self.seen_by(one.seen_by, over),
                self.seen_by(one.size_seen_by, over),
                self.expression(one.start, over, member.type),
                member.parameters[0].type if member.parameters else None,
                span=one.name.span,
            )
        return tuple(made[name] for name in sorted(made))

    # ---- kinds ----------------------------------------------------------------------------

    def kind(self, name: str, elements: tuple[ir.Element, ...]) -> ir.KindSpec:
        """Return a kind with its things."""
        declared = self._linker.kinds.get(name)
        if declared is None:
            return ir.KindSpec(name, "players", elements, None, None, (), (), (), (), (), None)
        members = self._linker.members[name]
        links = sorted(
            (link, _inner(member.type)) for link, member in members.items() if member.sort == "link"
        )
        fixed = [one for one, member in sorted(members.items()) if member.sort == "fixed"]
        return ir.KindSpec(
            name,
            plain(declared.plural),
            elements,
            self._made(declared),
            self.step(declared.made_lasts),
            tuple((one, members[one].type) for one in fixed),
            self.fields(name, declared.fields, name),
            self.zones(name, declared.zones, name),
            tuple(links),
            self._slots(declared),
            self._in_force(declared),
            span=declared.name.span,
        )

    def _made(self, declared: KindDeclaration) -> int | None:
        if declared.made is None:
            return None
        count = self.number(declared.made)
        if count > LARGEST_FAMILY:
            kind, most = plain(declared.name), str(LARGEST_FAMILY)
            self._check.collector.report(
                "E338", declared.made.span, count=str(count), kind=kind, most=most
            )
            return 0
        return count

    def number(self, text: LocatedText) -> int:
        """Return a number that is known before a game."""
        made = self.expression(text, None, types.NUMBER)
        value = None if made is None else evaluate(made, lambda _kind, _thing, _field: None)
        if isinstance(value, int):
            return value
        if made is not None and not isinstance(made.type, types.Unknown):
            self._check.collector.report("E327", text.span)
        return 0

    def _slots(self, declared: KindDeclaration) -> tuple[ir.SlotSpec, ...]:
        members = self._linker.members[plain(declared.name)]
        made: dict[str, ir.SlotSpec] = {}
        for slot in declared.slots:
            name = plain(slot.name)
            member = members.get(name)
            if member is None or member.sort not in ("slot", "effect"):
                continue
            type_ = member.type if member.sort == "slot" else None
            made[name] = ir.SlotSpec(name, member.parameters, type_, span=slot.name.span)
        return tuple(made[name] for name in sorted(made))

    def _in_force(self, declared: KindDeclaration) -> ir.Expression | None:
        """Return the players for whom the hooks of a definition act, over the local `self`."""
        if declared.in_force_for is None:
            return None
        kind = types.Kind(plain(declared.name))
        setting = Setting(self=ir.Local("self", kind))
        tree = self._linker.reader.expression(declared.in_force_for)
        marks = Marks()
        made = self._check.expression(tree, setting, _PLAYERS, marks=marks)
        self._texts.note(("data", kind.name), marks, declared.name.span)
        return made

    # ---- pieces, globals, tables, dice, options -------------------------------------------

    def pieces(self) -> Mapping[str, ir.PieceSpec]:
        """Return the counted pieces."""
        made: dict[str, ir.PieceSpec] = {}
        for one in self._linker.declarations.pieces:
            name = plain(one.name)
            if name not in self._check.names.pieces:
                continue
            owner = plain(one.of)
            supply = self.expression(one.supply, owner, types.NUMBER)
            seen_by = self.seen_by(one.seen_by, owner)
            made[name] = ir.PieceSpec(
                name, owner, plain(one.place), supply, seen_by, span=one.name.span
            )
        return dict(sorted(made.items()))

    def globals(self) -> Mapping[str, ir.GlobalSpec]:
        """Return the groups of globals."""
        made: dict[str, ir.GlobalSpec] = {}
        for one in self._linker.declarations.globals:
            name = plain(one.name)
            fields = self.fields(name, one.fields, None)
            zones = self.zones(name, one.zones, None)
            made[name] = ir.GlobalSpec(name, fields, zones, span=one.name.span)
        return dict(sorted(made.items()))

    def tables(self) -> Mapping[str, ir.TableSpec]:
        """Return the printed tables."""
        made = {plain(one.name): self._table(one) for one in self._linker.declarations.tables}
        return dict(sorted(made.items()))

    def _table(self, table: TableDeclaration) -> ir.TableSpec:
        name = plain(table.name)
        member = self._check.names.tables[name]
        rows: dict[tuple[ir.Expression, ...], ir.Expression] = {}
        for keys, value in table.rows:
            if len(keys) != len(member.parameters):
                why = f"it has {counted(len(keys), 'key')}, the type has {len(member.parameters)}"
                if member.parameters:
                    self._check.collector.report("E332", keys[-1].span, name=name, why=why)
                continue
            made = tuple(
                self.expression(key, None, parameter.type)
                or self._check.checker(Setting()).unknown(None)
                for key, parameter in zip(keys, member.parameters, strict=True)
            )
            if made in rows:
                why = "these keys stand there already"
                self._check.collector.report("E332", keys[-1].span, name=name, why=why)
            content = self.expression(value, None, member.type)
            if content is not None:
                rows[made] = content
        type_ = types.Table(member.type, tuple(one.type for one in member.parameters))
        return ir.TableSpec(
            name, type_, tuple(sorted(rows.items(), key=_row_key)), span=table.name.span
        )

    def dice(self) -> Mapping[str, ir.DieSpec]:
        """Return the dice."""
        made = {plain(one.name): self._die(one) for one in self._linker.declarations.dice}
        return dict(sorted(made.items()))

    def _die(self, die: DieDeclaration) -> ir.DieSpec:
        name = plain(die.name)
        type_ = self._check.names.dice[name]
        if isinstance(type_, types.Number):
            sides = int(plain(die.faces))
            return ir.DieSpec(name, None, sides, type_, span=die.name.span)
        faces: ir.Expression | None = None
        if isinstance(type_, types.Kind):
            self._linker.types.used.add(type_.name)
            faces = ir.Every(type_.name, types.SetOf(type_), span=die.faces.span)
        elif isinstance(type_, types.Word):
            self._linker.types.used.add(type_.name)
            faces = ir.EveryWord(type_.name, types.SetOf(type_), span=die.faces.span)
        return ir.DieSpec(name, faces, None, type_, span=die.name.span)

    def options(self) -> Mapping[str, ir.OptionSpec]:
        """Return the options of the pack."""
        made: dict[str, ir.OptionSpec] = {}
        for one in self._linker.declarations.options:
            made[plain(one.name)] = self._option(one)
        return dict(sorted(made.items()))

    def _option(self, one: OptionDeclaration) -> ir.OptionSpec:
        name = plain(one.name)
        type_ = self._check.names.options[name]
        if not isinstance(type_, types.Truth | types.Number | types.Word | types.Unknown):
            self._check.collector.report("E540", one.type.span, type=str(type_))
        start = self.expression(one.start, None, type_)
        value = 0 if start is None else evaluate(start, lambda _kind, _thing, _field: None)
        if start is not None and value is None and not isinstance(start.type, types.Unknown):
            self._check.collector.report("E327", start.span)
        kept = ir.Constant(value if isinstance(value, int) else 0, type_)
        return ir.OptionSpec(name, type_, kept, one.doc, span=one.name.span)

    def words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the word lists, each in its own order."""
        return {
            name: self._check.names.words[name].words for name in sorted(self._check.names.words)
        }


def _row_key(row: tuple[tuple[ir.Expression, ...], ir.Expression]) -> list[tuple[Any, ...]]:
    """Return the order of a row: numbers and words by size, things by their ids."""
    return [_place(key) for key in row[0]]


def _place(key: ir.Expression) -> tuple[Any, ...]:
    value = evaluate(key, lambda _kind, _thing, _field: None)
    if isinstance(value, int):
        return (0, value)
    return (1, natural(key.name)) if isinstance(key, ir.Thing) else (2,)


def _inner(type_: Type) -> str:
    inner = type_.inner if isinstance(type_, types.SetOf) else type_
    return str(inner)
