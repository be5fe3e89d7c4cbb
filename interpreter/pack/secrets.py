"""Choices and conditions that give away what is hidden.

As far as the typed texts show it for certain; feeds `lints`.

Only direct readings count: a value that reads a secret may be meant to, and a text that reveals
something is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.lang import ir, types
from interpreter.lang.check_base import shown
from interpreter.lang.walk import parts, walk
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Leak:
    """What is given away, where, and to whom (None: to everybody, by a condition)."""

    what: str
    span: Span | None
    chooser: str | None


def find_leaks(spec: ir.GameSpec) -> Iterator[Leak]:
    """Iterate over the leaks in all texts of a pack, but for those of its scoring."""
    secrets = _Secrets(spec)
    if not secrets.exist:
        return
    for body in _bodies(spec):
        nodes = [node for statement in body for node in walk(statement)]
        if any(isinstance(node, ir.Do) and node.event.operation == "reveal" for node in nodes):
            continue
        for node in nodes:
            yield from secrets.leaks(node)


def _bodies(spec: ir.GameSpec) -> Iterator[ir.Body]:
    scoring = {
        node.event.noun
        for top in spec.scoring
        for step in top.walk()
        for statement in step.body
        for node in walk(statement)
        if isinstance(node, ir.Do) and node.event.operation == "rule"
    }
    yield from (rule.body for rule in spec.rules.values() if rule.name not in scoring)
    for kind in spec.kinds.values():
        for element in kind.elements:
            yield from element.effects.values()
    yield from (hook.body for hook in spec.hooks)
    yield from (step.body for top in spec.flow for step in top.walk())


class _Secrets:
    """Knows who sees what."""

    def __init__(self, spec: ir.GameSpec) -> None:
        self._seen: dict[tuple[str, str], ir.Expression] = {}
        self._counted: set[tuple[str, str]] = set()
        for kind in spec.kinds.values():
            self._add(kind.name, kind.fields, kind.zones)
        for group in spec.globals.values():
            self._add(group.name, group.fields, group.zones)
        for piece in spec.pieces.values():
            if piece.seen_by is not None:
                self._seen[piece.place, piece.name] = piece.seen_by

    @property
    def exist(self) -> bool:
        """Whether anything is hidden from anybody."""
        return bool(self._seen)

    def _add(
        self, owner: str, fields: tuple[ir.FieldSpec, ...], zones: tuple[ir.ZoneSpec, ...]
    ) -> None:
        for field in fields:
            if field.seen_by is not None:
                self._seen[owner, field.name] = field.seen_by
        for zone in zones:
            if zone.seen_by is not None:
                self._seen[owner, zone.name] = zone.seen_by
                if zone.size_seen_by is None:
                    self._counted.add((owner, zone.name))

    def leaks(self, node: Any) -> Iterator[Leak]:
        """Iterate over what one statement gives away."""
        match node:
            case ir.Choose() | ir.ChooseBranch():
                chooser = ir.Me(types.PLAYER) if node.who is None else node.who
                who = "`me`" if node.who is None else f"`{shown(node.who)}`"
                for part in self._offered(node):
                    yield from self._hidden(part, chooser, who)
            case ir.If(branches, _):
                for condition, _ in branches:
                    yield from self._hidden(condition, None, None)
            case _:
                return

    def _offered(self, choice: ir.Choose | ir.ChooseBranch) -> Iterator[ir.Expression]:
        """Iterate over what decides which options there are."""
        if isinstance(choice, ir.ChooseBranch):
            tests = (branch.condition for branch in choice.branches)
            yield from (test for test in tests if test is not None)
            return
        match choice.source:
            case ir.OneOf(domain, where):
                found: tuple[ir.Expression | None, ...] = (domain, where)
            case ir.NumberFrom(least, most, where):
                found = (least, most, where)
            case ir.Several(domain, least, most, _, such_that):
                found = (domain, least, most, such_that)
            case ir.Division(total, _, binder, where, limit):
                found = (total, binder.domain, where, limit)
            case ir.OrderOf(domain):
                found = (domain,)
            case _:
                found = ()
        yield from (one for one in found if one is not None)

    def _hidden(self, node: Any, chooser: ir.Expression | None, who: str | None) -> Iterator[Leak]:
        """Iterate over what an expression reads that the chooser (or anybody) may not see."""
        if self._only_counts(node):
            return
        key: tuple[str, str] | None = None
        subject: ir.Expression | None = None
        match node:
            case ir.Field(kind, name, subject, _):
                key = (kind, name)
            case ir.Zone(kind, name, subject, _, _):
                key = (kind, name)
            case ir.GlobalField(group, name, _):
                key = (group, name)
            case ir.Pieces(piece, place, subject, _) if isinstance(place.type, types.Kind):
                key = (place.type.name, piece)
            case _:
                pass
        seen = None if key is None else self._seen.get(key)
        if key is not None and seen is not None and not _may_see(seen, subject, chooser):
            yield Leak(f"`{key[1]}` of {key[0]}", node.span, who)
        for part in parts(node):
            yield from self._hidden(part, chooser, who)

    def _only_counts(self, node: Any) -> bool:
        """Say whether an expression asks no more than how many lie in a zone."""
        match node:
            case ir.Function("size", (ir.Zone() as zone,), _, _):
                return (zone.kind, zone.name) in self._counted
            case ir.Compare(_, ir.Zone() as zone, ir.Empty(), _):
                return (zone.kind, zone.name) in self._counted
            case _:
                return False


def _may_see(
    seen_by: ir.Expression, subject: ir.Expression | None, chooser: ir.Expression | None
) -> bool:
    """Say whether it may be that the chooser sees it; of a condition: whether anybody does."""
    if isinstance(seen_by, ir.Empty):
        return False
    if chooser is None or subject is None:
        return True
    owner = isinstance(seen_by, ir.AsSet) and isinstance(seen_by.operand, ir.Local)
    names = ir.Local | ir.Me | ir.Thing
    told_apart = isinstance(subject, names) and isinstance(chooser, names)
    if owner and told_apart and type(subject) is type(chooser):
        return _name(subject) == _name(chooser)
    # A player who is chosen or listed may be somebody else than the one who chooses.
    return not (owner and told_apart and isinstance(chooser, ir.Me))


def _name(node: ir.Expression) -> str:
    return node.name if isinstance(node, ir.Local | ir.Thing) else ""
