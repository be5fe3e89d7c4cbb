"""Command stage: what a pack declares under a name; used by `solon explain` and `solon show`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from interpreter.definitions import (
    Declarations,
    EntryDeclaration,
    GlobalDeclaration,
    KindDeclaration,
    ValueDeclaration,
    WordList,
)
from interpreter.diagnostics import did_you_mean
from interpreter.source import LocatedText


@dataclass(frozen=True, slots=True)
class Declared:
    """One thing that a pack declares: what it is, where its name stands, and its record."""

    what: str
    name: LocatedText
    record: Any


def everything(declarations: Declarations) -> Iterator[Declared]:
    """Yield all that has a name."""
    kinds = {kind.plural.text: kind.name.text for kind in declarations.kinds}
    for entry in declarations.entries:
        yield Declared(kinds.get(entry.section.text, entry.section.text), entry.name, entry)
    for what, records in (
        ("rule", declarations.rules),
        ("value", declarations.values),
        ("kind", declarations.kinds),
        ("option", declarations.options),
        ("word list", declarations.words),
        ("pieces", declarations.pieces),
        ("globals", declarations.globals),
        ("table", declarations.tables),
        ("die", declarations.dice),
        ("record", declarations.records),
        ("report", declarations.reports),
        ("scenario", declarations.scenarios),
    ):
        for record in records:
            yield Declared(what, record.name, record)
    for step in (*declarations.flow, *declarations.scoring):
        yield from (Declared("step", inner.name, inner) for inner in step.walk())


def find(declarations: Declarations, name: str) -> tuple[Declared, ...]:
    """Return all that a pack declares under a name; none is a mistake of usage.

    A member of a family (`square_1_2`) is found under the family's name, what a kind or a group
    has (`points`, `player.points`) under its owner's, and a value under its reading too.
    """
    declared = tuple(everything(declarations))
    found = tuple(item for item in declared if item.name.text == name)
    if not found:
        found = tuple(item for item in declared if name in _readings(item))
    if not found:
        found = tuple(item for item in declared if _is_member(item.record, name))
    if not found:
        names = [known for item in declared for known in (item.name.text, *_readings(item))]
        meant = did_you_mean(name, names)
        hint = f"; did you mean {meant}?" if meant else ""
        raise click.UsageError(f"this pack declares nothing called {name!r}{hint}")
    return found


def _readings(item: Declared) -> tuple[str, ...]:
    """Return the names under which texts read what something is or has."""
    record, owner = item.record, item.name.text
    match record:
        case ValueDeclaration():
            return () if record.of is None else (f"{record.of.text}.{owner}",)
        case KindDeclaration() | GlobalDeclaration():
            parts = [field.name.text for field in record.fields]
            parts += [zone.name.text for zone in record.zones]
            if isinstance(record, KindDeclaration):
                parts += [name.text for name, _ in record.links]
                parts += [name.text for name, _ in record.grid.links] if record.grid else []
            return (*parts, *(f"{owner}.{name}" for name in parts))
        case WordList():
            return tuple(word.text for word in record.words)
    return ()


def _is_member(record: object, name: str) -> bool:
    """Say whether a name is that of a member of a family."""
    return (
        isinstance(record, EntryDeclaration)
        and bool(record.each)
        and re.fullmatch(rf"{re.escape(record.name.text)}(_[a-z0-9_]+)", name) is not None
    )
