"""Pack stage: bounds between which nothing lies, and beginnings that lie outside; ends `linker`.

Asked by `lints` about the typed pack. Only bounds that are known before a game are judged; ranges
in effect texts are judged where they are typed, in `lang.check_choices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic
from interpreter.lang import ir, types
from interpreter.lang.constants import known_number
from interpreter.source import LocatedText, Span

_LEAST = "the least is declared here"
_MOST = "the most is declared here"


@dataclass(frozen=True, slots=True)
class _Bound:
    """A bound that is known: its number (halves are counted) and its place."""

    number: int
    span: Span
    type: types.Type

    @property
    def shown(self) -> str:
        """The number as an author writes it."""
        return shown(self.number, self.type)


def shown(number: int, type_: types.Type) -> str:
    """Return a number as an author writes it; halves are counted."""
    if not isinstance(type_, types.Half):
        return str(number)
    return str(number // 2) if number % 2 == 0 else f"{number / 2:.1f}"


def find_crossed(spec: ir.GameSpec, declared: Mapping[str, LocatedText]) -> Iterator[Diagnostic]:
    """Iterate over the findings about bounds; `declared` is the block `bounds` of the pack."""
    if "least" in declared and "most" in declared:
        least, most = (spec.bounds.get(name) for name in ("least", "most"))
        if least is not None and most is not None and least > most:
            related = ((_LEAST, declared["least"].span),)
            yield _crossed(str(least), str(most), declared["most"].span, related)
    for kind in spec.kinds.values():
        for field in kind.fields:
            yield from _field(field, [item.start.get(field.name) for item in kind.elements])
    for group in spec.globals.values():
        for field in group.fields:
            yield from _field(field, [])
    for value in spec.values.values():
        yield from _pair(_bound(value.least), _bound(value.most))
    yield from _modifiers(spec)


def _bound(node: ir.Expression | None) -> _Bound | None:
    """Return a bound if it is known before a game."""
    number = None if node is None else known_number(node)
    if node is None or number is None or node.span is None:
        return None
    return _Bound(number, node.span, node.type)


def _crossed(
    least: str, most: str, span: Span, related: tuple[tuple[str, Span], ...]
) -> Diagnostic:
    """Return the finding about two bounds, at the second of them."""
    return Diagnostic("E391", span, {"least": least, "most": most}, related=related)


def _pair(least: _Bound | None, most: _Bound | None) -> Iterator[Diagnostic]:
    """Report a least that is above a most."""
    if least is not None and most is not None and least.number > most.number:
        yield _crossed(least.shown, most.shown, most.span, ((_LEAST, least.span),))


def _field(field: ir.FieldSpec, starts: list[ir.Expression | None]) -> Iterator[Diagnostic]:
    """Report the bounds of a field, and what it or a definition gives it to begin with."""
    if not isinstance(field.type, types.Number | types.Half):
        return
    least, most = _bound(field.least), _bound(field.most)
    crossed = list(_pair(least, most))
    yield from crossed
    if crossed:
        return
    own = _Bound(0, field.span, field.type) if field.span is not None else None
    if field.start is not None:
        own = _bound(field.start)
    for start in (own, *map(_bound, starts)):
        if start is None:
            continue
        if least is not None and start.number < least.number:
            yield _outside(start, "below the least", least, _LEAST)
        if most is not None and start.number > most.number:
            yield _outside(start, "above the most", most, _MOST)


def _outside(start: _Bound, how: str, bound: _Bound, words: str) -> Diagnostic:
    """Return the finding about a beginning that is outside of a bound."""
    arguments = {"start": start.shown, "how": how, "bound": bound.shown}
    return Diagnostic("E392", start.span, arguments, related=((words, bound.span),))


def _modifiers(spec: ir.GameSpec) -> Iterator[Diagnostic]:
    """Report what a definition bounds against the value itself, or against its own other bound."""
    seen: list[tuple[ir.Modifier, _Bound]] = []
    for modifier in spec.modifiers:
        bound = _bound(modifier.amount) if modifier.layer in ("at least", "at most") else None
        if bound is None:
            continue
        value = spec.values.get(modifier.value)
        lower = modifier.layer == "at least"
        if value is not None and lower:
            yield from _pair(bound, _bound(value.most))
        elif value is not None:
            yield from _pair(_bound(value.least), bound)
        for other, known in seen:
            if other.layer != modifier.layer and _go_together(other, modifier):
                yield from _pair(*((bound, known) if lower else (known, bound)))
        seen.append((modifier, bound))


def _go_together(one: ir.Modifier, other: ir.Modifier) -> bool:
    """Whether two modifiers of a definition always act both, on the same value."""
    return (one.owner, one.value, one.resource, one.names, one.each, one.when) == (
        other.owner,
        other.value,
        other.resource,
        other.names,
        other.each,
        other.when,
    )
