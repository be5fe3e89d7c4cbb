"""Entries to elements: start values, links, costs, needs, effects, hooks and modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from interpreter.definitions import (
    EntryDeclaration,
    FieldValue,
    HookDeclaration,
    ModifierDeclaration,
    NeedDeclaration,
)
from interpreter.lang import ir, syntax, types
from interpreter.lang.check_base import Local, Setting
from interpreter.lang.check_hooks import PatternChecker, read_modified
from interpreter.lang.check_statements import StatementChecker
from interpreter.lang.checker import TextCheck
from interpreter.lang.facts import NONE, Facts, facts_if
from interpreter.lang.marks import Marks
from interpreter.lang.names import Member
from interpreter.lang.types import Type
from interpreter.lang.walk import reads_me
from interpreter.pack.link_elements import Definition, ElementLinker
from interpreter.pack.link_names import NameLinker, plain
from interpreter.pack.link_texts import Texts
from interpreter.source import LocatedText

_PLAYERS = types.SetOf(types.PLAYER)


class DefinitionLinker:
    """Types what the entries of a pack hold."""

    def __init__(
        self, linker: NameLinker, elements: ElementLinker, check: TextCheck, texts: Texts
    ) -> None:
        self._linker = linker
        self._elements = elements
        self._reader = linker.reader
        self._check = check
        self._texts = texts
        self.modifiers: list[ir.Modifier] = []
        self.hooks: list[ir.HookSpec] = []

    # ---- elements -------------------------------------------------------------------------

    def element(self, one: Definition, seats: int) -> ir.Element:
        """Return one thing with all that its entry holds."""
        entry = one.entry
        if entry is None:
            return ir.Element(
                one.id, seats, one.fixed, {}, dict(one.links), (), (), {}, {}, "", "", ""
            )
        members = self._linker.members[one.kind]
        start: dict[str, ir.Expression] = {}
        effects: dict[str, ir.Body] = {}
        values: dict[str, ir.Expression] = {}
        for key, given in entry.values:
            member = members.get(plain(key))
            if member is None:
                continue
            if member.sort in ("field", "resource"):
                value = self._elements.field_value(one, given, member.type, self._check)
                start[member.name] = value
            elif member.sort == "effect":
                effects[member.name] = self._effect(one, member, given)
            elif member.sort == "slot":
                values[member.name] = self._slot_value(one, member, given)
        costs, needs = self._terms(one, entry)
        for modifier in entry.modifiers:
            self._modifier(one, modifier)
        for hook in entry.hooks:
            self._hook(one, hook)
        return ir.Element(
            one.id,
            seats,
            dict(sorted(one.fixed.items())),
            dict(sorted(start.items())),
            dict(sorted(one.links.items())),
            costs,
            needs,
            dict(sorted(effects.items())),
            dict(sorted(values.items())),
            entry.title,
            "" if entry.text is None else entry.text.text,
            entry.source,
            entry.doc,
            span=entry.name.span,
        )

    def _effect(self, one: Definition, member: Member, given: FieldValue) -> ir.Body:
        if not isinstance(given, LocatedText):
            return ()
        setting = replace(one.setting, me=True, parameters=member.parameters)
        checked = self._check.effect(self._reader.effect(given), setting)
        self._texts.note(("effect", one.kind, one.id), checked.marks, one.span)
        self._texts.report_unused(checked.unused)
        return checked.body

    def _slot_value(self, one: Definition, member: Member, given: FieldValue) -> ir.Expression:
        if not isinstance(given, LocatedText):
            return self._elements.field_value(one, given, member.type, self._check)
        setting = replace(one.setting, parameters=member.parameters)
        marks = Marks()
        tree = self._reader.expression(given)
        made = self._check.expression(tree, setting, member.type, marks=marks)
        self._texts.note(("slot", one.kind, one.id), marks, one.span)
        return made

    def _terms(
        self, one: Definition, entry: EntryDeclaration
    ) -> tuple[tuple[ir.Price, ...], tuple[ir.Need, ...]]:
        """Return what a definition costs and what it needs."""
        costs: tuple[ir.Price, ...] = ()
        if entry.cost is not None:
            checker = self._check.checker(one.setting)
            costs = checker.price(self._reader.price(entry.cost) or ())
            self._texts.note(("cost", one.kind, one.id), checker.marks, one.span)
        kind = self._check.names.kinds[one.kind]
        parameters = () if kind.effect is None else kind.members[kind.effect].parameters
        setting = replace(one.setting, me=True, parameters=parameters)
        needs: list[ir.Need] = []
        known: Facts = NONE
        for need in entry.needs:
            made = self._need(one, need, setting, known)
            known |= facts_if(made.condition, holds=True)
            needs.append(made)
        return costs, tuple(needs)

    def _need(
        self, one: Definition, need: NeedDeclaration, setting: Setting, known: Facts
    ) -> ir.Need:
        marks = Marks()
        tree = self._reader.expression(need.condition)
        made = self._check.expression(tree, setting, types.TRUTH, facts=known, marks=marks)
        self._texts.note(("need", one.kind, one.id), marks, one.span)
        return ir.Need(plain(need.name), made, need.otherwise, span=need.name.span)

    # ---- links ----------------------------------------------------------------------------

    def link_links(self, found: Mapping[str, list[Definition]]) -> None:
        """Join things by the links that entries write.

        A link of both ways joins the other end too.
        """
        for kind, definitions in found.items():
            declared = self._linker.kinds.get(kind)
            both = set() if declared is None else {plain(one) for one in declared.both_ways}
            by_id = {one.id: one for one in definitions}
            for one in definitions:
                for key, given in () if one.entry is None else one.entry.values:
                    member = self._linker.members[kind].get(plain(key))
                    if member is not None and member.sort == "link":
                        self._join(one, member, given, by_id if plain(key) in both else {})

    def _join(
        self, one: Definition, member: Member, given: FieldValue, back: Mapping[str, Definition]
    ) -> None:
        goal = member.type.inner if isinstance(member.type, types.SetOf) else types.UNKNOWN
        goal_kind = goal.name if isinstance(goal, types.Kind) else ""
        ids = {other.id for other in self._elements.found.get(goal_kind, ())}
        made = dict.fromkeys(one.links.get(member.name, ()))
        for text in self._ids(given):
            name = plain(text)
            if name not in ids:
                self._linker.unknown(goal_kind, text, ids)
                continue
            made[name] = None
            other = back.get(name)
            if other is not None:
                before = other.links.get(member.name, ())
                other.links[member.name] = tuple(dict.fromkeys((*before, one.id)))
        before = one.links.get(member.name, ())
        one.links[member.name] = tuple(dict.fromkeys((*made, *before)))

    def _ids(self, given: FieldValue) -> Iterable[LocatedText]:
        if not isinstance(given, LocatedText):
            return given
        return () if plain(given) == "empty" else (given,)

    # ---- modifiers ------------------------------------------------------------------------

    def _modifier(self, one: Definition, declared: ModifierDeclaration) -> None:
        """Type what a definition contributes to a value or a cost."""
        path = self._reader.expression(declared.reading)
        if path is None:
            return
        # Who pays a cost is me; a value belongs to nobody.
        checker = self._check.checker(replace(one.setting, me=_is_cost(path)))
        reading = read_modified(checker, path)
        if reading is None:
            return
        type_: Type = types.NUMBER if reading.member is None else reading.member.type
        binders, where = self._members(checker, declared.of_each)
        when = self._condition(checker, declared.when)
        if where is not None:
            when = where if when is None else _both(where, when)
        known = NONE if when is None else facts_if(when, holds=True)
        checker.facts |= known
        factor = types.NUMBER if declared.layer == "multiply" else type_
        if declared.layer != "set" and not isinstance(
            type_, types.Number | types.Half | types.Unknown
        ):
            what = f"`{declared.layer}`"
            self._check.collector.report("E333", declared.amount.span, type=str(type_), what=what)
            return
        tree = self._reader.expression(declared.amount)
        amount = checker.unknown(None) if tree is None else checker.value(tree, factor)
        key = ("modifier", reading.value, reading.resource or "", one.kind, one.id)
        self._texts.note(key, checker.marks, declared.reading.span)
        self.modifiers.append(
            ir.Modifier(
                reading.value,
                reading.resource,
                reading.names,
                binders,
                when,
                declared.layer,
                amount,
                (one.kind, one.id),
                span=declared.reading.span,
            )
        )

    def _members(
        self, checker: StatementChecker, text: LocatedText | None
    ) -> tuple[tuple[ir.Binder, ...], ir.Expression | None]:
        """Return `of each`: with one name the condition becomes part of what it goes through."""
        binding = None if text is None else self._reader.binding(text)
        if binding is None:
            return (), None
        binders = checker.binders(binding)
        for binder in binders:
            checker.locals[binder.name].used = True
        if binding.where is None:
            return binders, None
        where = checker.condition(binding.where)
        checker.facts |= facts_if(where, holds=True)
        if len(binders) > 1:
            return binders, where
        one = binders[0]
        type_ = one.domain.type
        domain = ir.Query("all", binders, where, None, type_, span=one.span)
        return (replace(one, domain=domain),), None

    def _condition(
        self, checker: StatementChecker, text: LocatedText | None
    ) -> ir.Expression | None:
        tree = None if text is None else self._reader.expression(text)
        return None if tree is None else checker.condition(tree)

    # ---- hooks ----------------------------------------------------------------------------

    def _hook(self, one: Definition, declared: HookDeclaration) -> None:
        """Type a text that waits for an event."""
        tree = self._reader.pattern(declared.pattern)
        if tree is None:
            return
        checker = self._check.checker(one.setting)
        checker.locals["actor"] = Local("actor", types.PLAYER, None, "pattern")
        pattern = PatternChecker(checker).read(tree, declared.timing)
        if pattern is None:
            return
        binders, where = self._members(checker, declared.of_each)
        checker.me = True
        before = checker.facts
        when = self._condition(checker, declared.when)
        if where is not None:
            when = where if when is None else _both(where, when)
        known = before | (NONE if when is None else facts_if(when, holds=True))
        players = self._players(checker, declared, when, before)
        checker.facts = known
        price = self._reader.price(declared.paying) if declared.paying is not None else None
        paying = checker.price(price or ())
        checker.paid(paying)
        body = self._body(one, declared, checker, checker.facts)
        key = ("hook", one.kind, one.id, plain(declared.name))
        self._texts.note(key, checker.marks, declared.name.span)
        if checker.locals["actor"].used:
            self._texts.marks[key].actor = declared.name.span
        self.hooks.append(
            ir.HookSpec(
                plain(declared.name),
                (one.kind, one.id),
                declared.timing,
                pattern.event,
                tuple(pattern.parameters),
                tuple(pattern.filters),
                binders,
                when,
                players,
                declared.may,
                paying,
                pattern.results,
                body,
                span=declared.name.span,
            )
        )

    def _body(
        self, one: Definition, declared: HookDeclaration, outer: StatementChecker, facts: Facts
    ) -> ir.Body:
        """Type what a hook does; its names are those of the pattern."""

        def extend(checker: StatementChecker) -> None:
            checker.locals.update(outer.locals)

        setting = replace(one.setting, me=True)
        checked = self._check.effect(
            self._reader.effect(declared.body), setting, facts=facts, extend=extend
        )
        outer.marks.add(checked.marks)
        self._texts.report_unused(checked.unused)
        if declared.may is not None:
            outer.marks.asks = outer.marks.asks or declared.name.span
        return checked.body

    def _players(
        self,
        checker: StatementChecker,
        declared: HookDeclaration,
        when: ir.Expression | None,
        before: Facts,
    ) -> ir.Expression | None:
        """Return `for`: the players, each in turn order me.

        It is read before `when`, which is asked for each me. So where it needs what `when` proves,
        those parts of `when` that do not read me are asked first.
        """
        tree = None if declared.players is None else self._reader.expression(declared.players)
        if tree is None:
            return None
        shared = _without_me(when)
        facts = before if shared is None else before | facts_if(shared, holds=True)
        checker.me, checker.facts = False, facts
        players = checker.value(tree, _PLAYERS)
        checker.me, checker.facts = True, before
        if shared is None or facts == before:
            return players
        return ir.Pick(shared, players, ir.Empty(_PLAYERS), _PLAYERS, span=players.span)


def _is_cost(path: syntax.Expression) -> bool:
    """Say whether a modifier reads a cost: `x.cost[r]`."""
    base = path.base if isinstance(path, syntax.Index) else None
    return isinstance(base, syntax.Field) and base.name.text == "cost"


def _both(left: ir.Expression, right: ir.Expression) -> ir.Expression:
    return ir.Both((left, right), types.TRUTH, span=right.span)


def _without_me(condition: ir.Expression | None) -> ir.Expression | None:
    """Return what a condition demands whoever is me."""
    if condition is None:
        return None
    parts = condition.parts if isinstance(condition, ir.Both) else (condition,)
    kept = tuple(part for part in parts if not reads_me(part))
    if not kept:
        return None
    return kept[0] if len(kept) == 1 else ir.Both(kept, types.TRUTH, span=condition.span)
