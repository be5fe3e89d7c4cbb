"""How things look, typed: palettes, panels, layers and labels; feeds `linker`.

A text of a layer reads the names of its own `each`, of the layers around it and of its panel. What
conditions prove holds for all that is drawn under them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from interpreter.definitions import (
    LabelDeclaration,
    LayerDeclaration,
    PaletteDeclaration,
    PanelDeclaration,
)
from interpreter.diagnostics import did_you_mean, listing
from interpreter.lang import ir, syntax, types
from interpreter.lang.check_base import Setting, named
from interpreter.lang.check_statements import StatementChecker
from interpreter.lang.checker import TextCheck
from interpreter.lang.conversions import plain as without_nothing
from interpreter.lang.facts import NONE, Facts, facts_if
from interpreter.lang.ir import boards
from interpreter.lang.types import Type
from interpreter.lang.walk import reads_local
from interpreter.pack.link_names import PLAYER, NameLinker, plain
from interpreter.pack.link_texts import Texts
from interpreter.source import LocatedText, Span

_NUMBERS = ("x", "y", "column", "row", "size", "width", "height", "label size")
_THINGS = ("at", "from")
_SEVERAL = ("over", "to")
_FOREIGN: Mapping[str, tuple[str, ...]] = {
    "line": ("x", "y", "column", "row", "at", "over", "points", "width", "height"),
    "polygon": ("column", "row", "at", "over", "from", "to", "size", "width", "height"),
}
_OTHERS_FOREIGN = ("points", "from", "to")
"""The keys that a shape has no use for."""
_GROUPS: Mapping[boards.Placing, tuple[str, ...]] = {
    "cell": ("column", "row"),
    "at": ("at",),
    "over": ("over",),
}
_BRACES = re.compile(r"\{([^{}]*)\}")
# An overlay may let fewer play, and needs no other colours for that.
_SEAT = re.compile(r"player_[1-9][0-9]?")
_BRACE = re.compile(r"[{}]")
_TRUTH = "truth"
_PANEL = {"row": 1, "column": 1, "across": 3, "cell": 40, "scale": 100}
_Make = Callable[[StatementChecker, syntax.Expression], ir.Expression]


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is around a text: the names with their types, what is known, which layer it is of."""

    key: tuple[str, ...]
    parameters: tuple[ir.Parameter, ...] = ()
    facts: Facts = NONE
    drawn: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.parameters)


class BoardLinker:
    """Types how the board is drawn."""

    def __init__(
        self,
        linker: NameLinker,
        things: Mapping[str, Collection[str]],
        check: TextCheck,
        texts: Texts,
    ) -> None:
        """Link with the names of a pack; `things` are the ids of all things of each kind."""
        self._linker = linker
        self._things = things
        self._check = check
        self._texts = texts
        self._readings: list[ir.Reading] = []

    def board(self) -> ir.BoardSpec | None:
        """Return how the board is drawn and things are called, None when the pack says nothing."""
        declared = self._linker.declarations
        palettes = {
            plain(one.name): self._palette(one)
            for one in sorted(declared.palettes, key=lambda one: plain(one.name))
        }
        panels = [self._panel(one) for one in sorted(declared.board, key=lambda o: plain(o.name))]
        panels.sort(key=lambda panel: (panel.row, panel.column))
        labels = {
            plain(one.name): self._label(one)
            for one in sorted(declared.labels, key=lambda one: plain(one.name))
        }
        if not panels and not labels:
            return None
        return ir.BoardSpec(tuple(panels), palettes, tuple(self._readings), labels)

    def _report(
        self, code: str, span: Span | None, advice: str | None = None, **arguments: str
    ) -> None:
        self._check.collector.report(code, span, notes=(), related=(), help=advice, **arguments)

    # ---- colours --------------------------------------------------------------------------

    def _palette(self, declared: PaletteDeclaration) -> Mapping[str, str]:
        """Return the colours of a kind or word list by name."""
        known = self._members(declared.name)
        made: dict[str, str] = {}
        for name, colour in declared.colours:
            is_seat = plain(declared.name) == PLAYER and _SEAT.fullmatch(plain(name))
            if known is not None and plain(name) not in known and not is_seat:
                self._linker.unknown(f"{plain(declared.name)}", name, known)
            made[plain(name)] = self._colour(colour) or "grey"
        return made

    def _members(self, name: LocatedText) -> tuple[str, ...] | None:
        """Return the names of all things of a kind or all words of a list."""
        names = self._check.names
        called = plain(name)
        if called == _TRUTH:
            return ("yes", "no")
        if called in names.words:
            return names.words[called].words
        if called in names.kinds:
            return tuple(self._things.get(called, ()))
        choices = (*names.kinds, *names.words, _TRUTH)
        self._linker.unknown("kind or word list", name, choices)
        return None

    def _colour(self, text: LocatedText | None) -> str | None:
        """Return a colour; report a name that is none."""
        if text is None:
            return None
        name = plain(text)
        if not name.startswith("#") and name not in boards.COLOURS:
            near = did_you_mean(name, boards.COLOURS)
            advice = None if near is None else f"did you mean `{near}`?"
            self._report("E397", text.span, advice, name=name)
        return name

    # ---- panels ---------------------------------------------------------------------------

    def _panel(self, declared: PanelDeclaration) -> ir.PanelSpec:
        name = plain(declared.name)
        scope = _Scope(("board", name))
        each, scope = self._each(scope, declared.each, declared.counts)
        scope = replace(scope, drawn=frozenset(self._drawn(scope, declared.layers)))
        title = () if declared.title is None else self._line(scope, declared.title)
        numbers = {
            key: int(declared.numbers[key].text) if key in declared.numbers else default
            for key, default in _PANEL.items()
        }
        grid = declared.numbers.get("grid")
        layers = tuple(self._layer(scope, layer, inside=False) for layer in declared.layers)
        return ir.PanelSpec(
            name=name,
            title=title,
            each=each,
            grid="squares" if grid is None else cast("Literal['squares', 'hexagons']", plain(grid)),
            layers=layers,
            span=declared.name.span,
            **numbers,
        )

    def _drawn(self, scope: _Scope, layers: tuple[LayerDeclaration, ...]) -> Iterator[str]:
        """Iterate over the kinds whose things have a place of their own among layers."""
        quiet = TextCheck(self._check.names, type(self._check.collector)())
        for layer in layers:
            names, inner, _ = self._names(quiet, scope, layer.each, layer.counts)
            is_line = layer.shape is not None and plain(layer.shape) == "line"
            if not is_line and len(names) == 1 and isinstance(names[0].type, types.Kind):
                yield names[0].type.name
            yield from self._drawn(inner, layer.inside)

    def _layer(self, scope: _Scope, declared: LayerDeclaration, *, inside: bool) -> ir.LayerSpec:
        scope = replace(scope, key=(*scope.key[:2], plain(declared.name)))
        each, scope = self._each(scope, declared.each, declared.counts)
        shape = "text" if declared.shape is None else plain(declared.shape)
        readings: dict[str, int] = {}
        when = declared.texts.get("when")
        if when is not None:
            readings["when"] = self._reading(scope, when, _typed(types.TRUTH))
            condition = self._readings[readings["when"]].value
            scope = replace(scope, facts=scope.facts | facts_if(condition, holds=True))
        for key, text in declared.texts.items():
            if key != "when":
                readings[key] = self._reading(scope, text, self._kind_of(key, scope))
        placing = self._placing(declared, shape, inside=inside)
        return ir.LayerSpec(
            name=plain(declared.name),
            each=each,
            shape=cast("boards.Shape", shape),
            placing=placing,
            readings=readings,
            across=None if declared.across is None else int(declared.across.text),
            paint=self._colour(declared.paint),
            dashed=declared.dashed,
            label=tuple(self._line(scope, line) for line in declared.label),
            label_at=cast(
                "boards.LabelPlace",
                "middle" if declared.label_at is None else plain(declared.label_at),
            ),
            legend="" if declared.legend is None else declared.legend.text.strip(),
            inside=tuple(self._layer(scope, layer, inside=True) for layer in declared.inside),
            span=declared.name.span,
        )

    # ---- where it stands ------------------------------------------------------------------

    def _placing(self, declared: LayerDeclaration, shape: str, *, inside: bool) -> boards.Placing:
        """Return how a layer says where it stands; report when it does not."""
        given = declared.texts
        for key in _FOREIGN.get(shape, _OTHERS_FOREIGN):
            if key in given:
                self._report("E394", given[key].span, key=key, shape=shape)
        if shape == "line":
            self._need(declared, ("from", "to"), "a line goes `from` a thing `to` others")
            return "line"
        if shape == "polygon":
            self._need(declared, ("points",), "a polygon has `points`")
            return "points"
        found: list[tuple[boards.Placing, str]] = [
            (placing, next(key for key in keys if key in given))
            for placing, keys in _GROUPS.items()
            if any(key in given for key in keys)
        ]
        if declared.across is not None:
            found.append(("row", "across"))
        if len(found) > 1:
            choices = listing(("`column` and `row`", "`at`", "`over`", "`across`"), last="or")
            span = (given.get(found[1][1]) or declared.across or declared.name).span
            self._report("E316", span, choices=choices, key=found[1][1])
        placing = found[0][0] if found else None
        if placing == "cell":
            self._need(declared, ("column", "row"), "a cell has a `column` and a `row`")
        if placing is not None:
            return placing
        if "x" in given or "y" in given:
            if not inside:
                self._need(declared, ("x", "y"), "the centre has an `x` and a `y`")
            return "centre"
        if not inside:
            why = "it has no `x` and `y`, `column` and `row`, `at`, `over` or `across`"
            self._report("E393", declared.name.span, layer=plain(declared.name), why=why)
        return "inside"

    def _need(self, declared: LayerDeclaration, keys: tuple[str, ...], why: str) -> None:
        """Report keys that must be there and are not."""
        missing = [f"`{key}`" for key in keys if key not in declared.texts]
        if missing:
            why = f"{why}; {listing(missing)} is missing"
            self._report("E393", declared.name.span, layer=plain(declared.name), why=why)

    # ---- texts ----------------------------------------------------------------------------

    def _checker(self, scope: _Scope) -> StatementChecker:
        return self._check.checker(Setting(parameters=scope.parameters), scope.facts)

    def _keep(self, value: ir.Expression, names: tuple[str, ...]) -> int:
        """Keep an expression among the readings, with those names that it reads."""
        read = tuple(name for name in names if reads_local(value, name))
        self._readings.append(ir.Reading(value, read, span=value.span))
        return len(self._readings) - 1

    def _reading(self, scope: _Scope, text: LocatedText, make: _Make) -> int:
        """Type an expression, and keep it."""
        checker = self._checker(scope)
        tree = self._linker.reader.expression(text)
        value = checker.unknown(text.span) if tree is None else make(checker, tree)
        self._texts.note(scope.key, checker.marks, text.span)
        return self._keep(value, scope.names)

    def _kind_of(self, key: str, scope: _Scope) -> _Make:
        """Return how the expression of a key is typed."""
        if key in _NUMBERS:
            return lambda checker, tree: checker.fit_number(checker.expression(tree))
        if key == "points":
            return _typed(types.ListOf(types.NUMBER))
        if key == "colour":
            return self._coloured
        return lambda checker, tree: self._place(checker, tree, scope, several=key in _SEVERAL)

    def _coloured(self, checker: StatementChecker, tree: syntax.Expression) -> ir.Expression:
        """Return what a palette gives a colour to."""
        value = checker.expression(tree)
        inner = without_nothing(value.type)
        if not isinstance(inner, types.Kind | types.Word | types.Truth | types.Unknown):
            wanted = "a thing, a word or a truth"
            self._report("E502", value.span, wanted=wanted, found=named(value.type))
            return checker.unknown(value.span)
        return value

    def _place(
        self, checker: StatementChecker, tree: syntax.Expression, scope: _Scope, *, several: bool
    ) -> ir.Expression:
        """Return a thing that is drawn in the panel, or with `several` perhaps a set of them."""
        value = checker.expression(tree)
        inner = without_nothing(value.type)
        if several and isinstance(inner, types.SetOf | types.ListOf):
            inner = inner.inner
        if isinstance(inner, types.Unknown):
            return value
        if not isinstance(inner, types.Kind):
            wanted = "a thing or a set of things" if several else "a thing"
            self._report("E502", value.span, wanted=wanted, found=named(value.type))
            return checker.unknown(value.span)
        if inner.name not in scope.drawn:
            self._report("E395", value.span, kind=inner.name)
        return value

    def _line(self, scope: _Scope, text: LocatedText) -> tuple[str | int, ...]:
        """Return a line of a label: what it writes, and the readings in its braces."""
        written = text.text
        parts: list[str | int] = []
        last = 0
        for found in _BRACES.finditer(written):
            parts.append(written[last : found.start()])
            inner = text.part(found.start(1), found.end(1))
            parts.append(self._reading(scope, inner, _anything))
            last = found.end()
        parts.append(written[last:])
        blank = _BRACES.sub(lambda found: " " * len(found[0]), written)
        lone = _BRACE.search(blank)
        if lone is not None:
            self._report("E396", text.locate(lone.start(), lone.end()))
        return tuple(part for part in parts if part != "")

    def _label(self, declared: LabelDeclaration) -> tuple[tuple[str | int, ...], ...]:
        """Return what people read of the things of a kind."""
        name, kinds = plain(declared.name), self._check.names.kinds
        if name not in kinds:
            self._linker.unknown("kind", declared.name, kinds)
            return ()
        scope = _Scope(("labels", name), (ir.Parameter(name, types.Kind(name)),))
        return tuple(self._line(scope, part) for part in declared.parts)

    # ---- what it is drawn for -------------------------------------------------------------

    def _each(
        self,
        scope: _Scope,
        each: LocatedText | None,
        counts: tuple[tuple[LocatedText, LocatedText], ...],
    ) -> tuple[ir.EachSpec, _Scope]:
        """Return what something is drawn for, and what is around its texts."""
        found, inner, where = self._names(self._check, scope, each, counts)
        names: list[ir.Through] = []
        around = scope.names
        for one in found:
            numbers = [self._keep(value, around) for value in one.values]
            domain = numbers[0] if len(numbers) == 1 else None
            least, most = numbers if domain is None else (None, None)
            names.append(ir.Through(one.name, one.type, domain, least, most))
            around = (*around, one.name)
        number = None if where is None else self._keep(where, inner.names)
        return ir.EachSpec(tuple(names), number), inner

    def _names(
        self,
        check: TextCheck,
        scope: _Scope,
        each: LocatedText | None,
        counts: tuple[tuple[LocatedText, LocatedText], ...],
    ) -> tuple[list[_Name], _Scope, ir.Expression | None]:
        """Return the names of an `each`, what is around texts under it, and its condition."""
        checker = check.checker(Setting(parameters=scope.parameters), scope.facts)
        reader = self._linker.reader
        found: list[_Name] = []
        where: ir.Expression | None = None
        binding = None if each is None else reader.binding(each)
        if binding is not None:
            for binder in binding.binders:
                domain, inner = checker.domain(binder.domain)
                checker.declare(binder.name, inner, "binder", domain=domain)
                found.append(_Name(binder.name.text, inner, (domain,)))
            where = None if binding.where is None else checker.condition(binding.where)
        for name, text in counts:
            tree = reader.domain(text)
            if tree is None:
                continue
            values: tuple[ir.Expression, ...]
            if isinstance(tree, syntax.Range):
                values = (
                    checker.value(tree.least, types.NUMBER),
                    checker.value(tree.most, types.NUMBER),
                )
                inner = types.NUMBER
            else:
                domain, inner = checker.domain(tree)
                values = (domain,)
            checker.declare(syntax.Name(plain(name), span=name.span), inner, "binder")
            found.append(_Name(plain(name), inner, values))
        if check is self._check:
            span = scope.key and (each or (counts[0][0] if counts else None))
            self._texts.note(scope.key, checker.marks, span.span if span else None)
        facts = scope.facts | (NONE if where is None else facts_if(where, holds=True))
        more = tuple(ir.Parameter(one.name, one.type) for one in found)
        inner_scope = replace(scope, parameters=(*scope.parameters, *more), facts=facts)
        return found, inner_scope, where


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of an `each`: its type, and its set or list, or the two ends of its range."""

    name: str
    type: Type
    values: tuple[ir.Expression, ...]


def _typed(wanted: Type) -> _Make:
    return lambda checker, tree: checker.value(tree, wanted)


def _anything(checker: StatementChecker, tree: syntax.Expression) -> ir.Expression:
    """Return an expression of any type, as what stands in braces is."""
    value = checker.expression(tree)
    return checker.used_as_value(value) if isinstance(value.type, types.Nothing) else value
