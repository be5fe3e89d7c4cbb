"""Values, rules, flow and ends of a pack, typed; feeds `linker`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from interpreter.definitions import (
    RankDeclaration,
    ReportEntryDeclaration,
    RuleDeclaration,
    StepDeclaration,
    ValueDeclaration,
)
from interpreter.lang import ir, types
from interpreter.lang.check_base import Local, Setting
from interpreter.lang.checker import TextCheck
from interpreter.lang.constants import evaluate
from interpreter.lang.facts import NONE, Facts, facts_if
from interpreter.lang.marks import Marks
from interpreter.lang.names import Member
from interpreter.lang.types import Type
from interpreter.pack.link_names import NameLinker, plain
from interpreter.pack.link_texts import Texts
from interpreter.source import LocatedText

_PLAYERS = types.ListOf(types.PLAYER)
_ONE_PLAYER = (ir.Parameter("player", types.PLAYER),)


class MechanicsLinker:
    """Types how a game goes."""

    def __init__(self, linker: NameLinker, check: TextCheck, texts: Texts) -> None:
        self._linker = linker
        self._reader = linker.reader
        self._check = check
        self._texts = texts
        self.unread_parameters: list[tuple[str, Local]] = []

    def _expression(
        self, text: LocatedText, setting: Setting, wanted: Type, facts: Facts, marks: Marks
    ) -> ir.Expression:
        tree = self._reader.expression(text)
        return self._check.expression(tree, setting, wanted, facts=facts, marks=marks)

    # ---- values ---------------------------------------------------------------------------

    def values(self) -> Mapping[str, ir.ValueSpec]:
        """Return the computed values by name."""
        made: dict[str, ir.ValueSpec] = {}
        for declared in self._linker.declarations.values:
            name = plain(declared.name)
            member = self._member(declared)
            if member is not None:
                made[name] = self._value(declared, member)
        return dict(sorted(made.items()))

    def _member(self, declared: ValueDeclaration) -> Member | None:
        name = plain(declared.name)
        if declared.of is None:
            return self._check.names.values.get(name)
        member = self._linker.members.get(plain(declared.of), {}).get(name)
        return member if member is not None and member.sort == "value" else None

    def _value(self, declared: ValueDeclaration, member: Member) -> ir.ValueSpec:
        name, type_ = member.name, member.type
        parameters = list(member.parameters)
        if member.owner:
            subject: Type = types.Kind(member.owner)
            if member.owner in self._check.names.words:
                subject = types.Word(member.owner)
            parameters.insert(0, ir.Parameter(member.owner, subject))
        setting = Setting(parameters=tuple(parameters))
        marks = Marks()
        cases: list[tuple[ir.Expression | None, ir.Expression]] = []
        failed: Facts = NONE
        for case in declared.cases:
            condition = None
            known = failed
            if case.when is not None:
                condition = self._expression(case.when, setting, types.TRUTH, failed, marks)
                known = failed | facts_if(condition, holds=True)
                failed |= facts_if(condition, holds=False)
            cases.append((condition, self._expression(case.value, setting, type_, known, marks)))
        parts = self._all_of(declared, setting, type_, marks)
        bounds = self._bounds(declared, setting, type_, marks)
        self._texts.note(("value", name), marks, declared.name.span)
        return ir.ValueSpec(
            name,
            member.owner or None,
            member.parameters,
            type_,
            tuple(cases),
            parts,
            *bounds,
            declared.source,
            declared.doc,
            span=declared.name.span,
        )

    def _all_of(
        self, declared: ValueDeclaration, setting: Setting, type_: Type, marks: Marks
    ) -> tuple[tuple[str, ir.Expression], ...]:
        """Return the named conditions; each may rely on those before it."""
        if declared.all_of and not isinstance(type_, types.Truth | types.Unknown):
            span = declared.type.span
            self._check.collector.report("E333", span, type=str(type_), what="`all of`")
        known: Facts = NONE
        made: list[tuple[str, ir.Expression]] = []
        for name, text in declared.all_of:
            condition = self._expression(text, setting, types.TRUTH, known, marks)
            known |= facts_if(condition, holds=True)
            made.append((plain(name), condition))
        return tuple(made)

    def _bounds(
        self, declared: ValueDeclaration, setting: Setting, type_: Type, marks: Marks
    ) -> tuple[ir.Expression | None, ir.Expression | None]:
        made: list[ir.Expression | None] = []
        for what, text in (("`least`", declared.least), ("`most`", declared.most)):
            if text is None:
                made.append(None)
                continue
            if not isinstance(type_, types.Number | types.Half | types.Unknown):
                self._check.collector.report("E333", text.span, type=str(type_), what=what)
                made.append(None)
                continue
            made.append(self._expression(text, setting, type_, NONE, marks))
        return made[0], made[1]

    # ---- rules ----------------------------------------------------------------------------

    def rules(self) -> Mapping[str, ir.RuleSpec]:
        """Return the rules by name; who needs a `me` is found out later."""
        made = {plain(one.name): self._rule(one) for one in self._linker.declarations.rules}
        return dict(sorted(made.items()))

    def _rule(self, declared: RuleDeclaration) -> ir.RuleSpec:
        name = plain(declared.name)
        names = self._check.names.rules[name]
        setting = Setting(me=True, parameters=names.parameters)
        tree = self._reader.effect(declared.effect)
        checked = self._check.effect(tree, setting, results=names.results)
        self._texts.note(("rule", name), checked.marks, declared.name.span)
        self._texts.report_unused(checked.unused)
        for result, _ in declared.results:
            if plain(result) in checked.missing:
                self._check.collector.report("E522", result.span, name=plain(result))
        if tree is not None:
            self.unread_parameters += [
                (name, local) for local in checked.unused if local.role == "parameter"
            ]
        return ir.RuleSpec(
            name,
            names.parameters,
            names.results,
            checked.body,
            needs_me=False,
            source=declared.source,
            doc=declared.doc,
            span=declared.name.span,
        )

    # ---- flow -----------------------------------------------------------------------------

    def steps(self, declared: Iterable[StepDeclaration], *, me: bool) -> tuple[ir.StepSpec, ...]:
        """Return the steps of the flow or of the scoring, in their order."""
        return tuple(self._step(step, me=me) for step in declared)

    def _step(self, step: StepDeclaration, *, me: bool) -> ir.StepSpec:
        kind: Literal["once", "each", "round", "repeat"] = "once"
        players: ir.Expression | None = None
        marks = Marks()
        text = step.each or step.round
        if text is not None:
            kind = "each" if step.each is not None else "round"
            if step.steps:
                manner = "each" if kind == "each" else "round and round"
                self._check.collector.report("E336", text.span, manner=manner)
            players = self._expression(text, Setting(me=me), _PLAYERS, NONE, marks)
            me = True
        elif step.condition is not None:
            kind = "repeat"
        condition: ir.Expression | None = None
        facts: Facts = NONE
        if step.condition is not None:
            setting = Setting(me=me)
            condition = self._expression(step.condition, setting, types.TRUTH, NONE, marks)
            facts = facts_if(condition, holds=True)
        body: ir.Body = ()
        key = ("step", plain(step.name))
        if step.body is not None:
            tree = self._reader.effect(step.body)
            checked = self._check.effect(tree, Setting(me=me), facts=facts)
            body = checked.body
            marks.add(checked.marks)
            self._texts.report_unused(checked.unused)
        self._texts.note(key if me else (*key, "nobody"), marks, step.name.span)
        inner = self.steps(step.steps, me=me)
        return ir.StepSpec(
            plain(step.name), kind, players, condition, body, inner, span=step.name.span
        )

    def check_step_names(self) -> None:
        """Report steps that share a name: `lasts` would not know which is meant."""
        first: dict[str, LocatedText] = {}
        declarations = self._linker.declarations
        tops = (*declarations.flow, *declarations.scoring)
        for step in (inner for top in tops for inner in top.walk()):
            name = plain(step.name)
            if name in first:
                related = [("first declared here", first[name].span)]
                what = f"the step `{name}`"
                self._check.collector.report("E321", step.name.span, related=related, what=what)
            first.setdefault(name, step.name)

    # ---- ends -----------------------------------------------------------------------------

    def ranking(self) -> tuple[ir.RankSpec, ...]:
        """Return the lines of the ranking, in their order."""
        return tuple(self._rank(line) for line in self._linker.declarations.ranking)

    def _rank(self, line: RankDeclaration) -> ir.RankSpec:
        marks = Marks()
        if line.how == "among":
            wanted: Type = types.SetOf(types.PLAYER)
            value = self._expression(line.value, Setting(), wanted, NONE, marks)
        elif line.how == "earliest in":
            value = self._expression(line.value, Setting(), _PLAYERS, NONE, marks)
        else:
            value = self._number(line.value, marks)
        self._texts.note(("ranking",), marks, line.value.span)
        return ir.RankSpec(line.how, value, span=line.value.span)

    def _number(self, text: LocatedText, marks: Marks) -> ir.Expression:
        """Return a number or a half over the local `player`."""
        tree = self._reader.expression(text)
        checker = self._check.checker(Setting(parameters=_ONE_PLAYER))
        made = checker.unknown(text.span)
        if tree is not None:
            made = checker.fit_number(checker.expression(tree))
        marks.add(checker.marks)
        return made

    def score(self) -> ir.Expression | None:
        """Return what the result of a seat is worth."""
        return self._over_player(self._linker.declarations.score)

    def evaluation(self) -> ir.Expression | None:
        """Return how good a position is, for bots."""
        return self._over_player(self._linker.declarations.evaluation)

    def _over_player(self, text: LocatedText | None) -> ir.Expression | None:
        if text is None:
            return None
        marks = Marks()
        made = self._number(text, marks)
        self._texts.note(("ranking",), marks, text.span)
        return made

    def reports(self) -> tuple[ir.ReportSpec, ...]:
        """Return what is told at the end, by name."""
        declared = sorted(self._linker.declarations.reports, key=lambda one: plain(one.name))
        return tuple(
            ir.ReportSpec(
                plain(one.name),
                one.title or plain(one.name).replace("_", " "),
                tuple(made for told in one.entries if (made := self._told(told)) is not None),
                span=one.name.span,
            )
            for one in declared
        )

    def _told(self, declared: ReportEntryDeclaration) -> ir.ReportEntrySpec | None:
        name, of = plain(declared.name), declared.of
        parameters: tuple[ir.Parameter, ...] = ()
        if of is not None:
            is_word = plain(of) in self._check.names.words
            if not is_word and not self._linker.is_kind(of):
                return None
            subject: Type = types.Word(plain(of)) if is_word else types.Kind(plain(of))
            parameters = (ir.Parameter(plain(of), subject),)
        tree = self._reader.expression(declared.value)
        checker = self._check.checker(Setting(parameters=parameters))
        if tree is None:
            return None
        made = checker.expression(tree)
        self._texts.note(("report",), checker.marks, declared.value.span)
        title = declared.title or name.replace("_", " ")
        owner = None if of is None else plain(of)
        return ir.ReportEntrySpec(name, title, owner, made, span=declared.name.span)

    def bounds(self) -> Mapping[str, int]:
        """Return the declared bounds of a game."""
        made: dict[str, int] = {}
        for name, text in sorted(self._linker.declarations.bounds.items()):
            value = self._expression(text, Setting(), types.NUMBER, NONE, Marks())
            number = evaluate(value, lambda _kind, _thing, _field: None)
            if isinstance(number, int):
                made[name] = number
            elif not isinstance(value.type, types.Unknown):
                self._check.collector.report("E327", text.span)
        return made
