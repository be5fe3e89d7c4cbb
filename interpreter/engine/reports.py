"""What a pack tells at the end of a game beside ranks and results, by its block `reports`.

Fed by a state that is over; read by `outcome`. A report changes nothing in a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter.engine.decisions import thing_id
from interpreter.engine.events import BLANK, show_value
from interpreter.engine.primitives import bits
from interpreter.lang import ir, types
from interpreter.program.program import Program, State


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """One thing that a report tells.

    `of` is the kind or word list of which each is told of, and `value` then what is told by id;
    None: it is told once. `shown` has the same as people write it, by id or under "".
    """

    name: str
    title: str
    of: str | None
    value: Any
    shown: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Report(Mapping[str, Any]):
    """What is told under one name: entry → value, or entry → id → value.

    Numbers are `int` or `Fraction`, truths `bool`, things and words their ids, `nothing` is None; a
    set or list is a tuple, a table or record a dict.
    """

    name: str
    title: str
    entries: tuple[ReportEntry, ...]

    def __getitem__(self, name: str) -> Any:
        """Return what an entry tells; KeyError if there is none of that name."""
        for entry in self.entries:
            if entry.name == name:
                return entry.value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the entries, as they stand in the pack."""
        return (entry.name for entry in self.entries)

    def __len__(self) -> int:
        """Return how many entries there are."""
        return len(self.entries)

    def text(self) -> str:
        """Return the report for people, thing by thing.

        What is 0, no, nothing or empty is left out, and so is a thing with nothing else to tell.
        """
        lines = [self.title]
        lines += [f"  {one.title}: {one.shown['']}" for one in self._telling(None, "")]
        for of in dict.fromkeys(entry.of for entry in self.entries if entry.of is not None):
            names = dict.fromkeys(id_ for one in self.entries if one.of == of for id_ in one.shown)
            for id_ in names:
                said = [
                    one.title if one.shown[id_] == "yes" else f"{one.title} {one.shown[id_]}"
                    for one in self._telling(of, id_)
                ]
                if said:
                    lines.append(f"  {id_}: {'; '.join(said)}")
        return "\n".join(lines) + "\n"

    def _telling(self, of: str | None, id_: str) -> Iterator[ReportEntry]:
        """Yield the entries that have something to say of a thing."""
        yield from (
            entry
            for entry in self.entries
            if entry.of == of and entry.shown.get(id_, "nothing") not in BLANK
        )


def make_reports(program: Program, state: State) -> Mapping[str, Report]:
    """Return the reports of a state that is over, by name."""
    functions = iter(program.reports)
    return {
        report.name: Report(
            report.name,
            report.title,
            tuple(_entry(program, state, entry, next(functions)) for entry in report.entries),
        )
        for report in program.spec.reports
    }


def _entry(program: Program, state: State, spec: ir.ReportEntrySpec, function: Any) -> ReportEntry:
    """Return what an entry tells, its function worked out for each thing."""
    type_ = spec.value.type
    if spec.of is None:
        kept = {"": function(state)}
    else:
        things = _things(program, state, spec.of)
        kept = {thing_id(program, spec.of, thing): function(state, thing) for thing in things}
    values = {id_: plain(program, type_, value) for id_, value in kept.items()}
    shown = {id_: show_value(program, type_, value) for id_, value in kept.items()}
    told = values[""] if spec.of is None else values
    return ReportEntry(spec.name, spec.title, spec.of, told, shown)


def _things(program: Program, state: State, of: str) -> tuple[int, ...]:
    """Return the things of a kind, of made ones those that exist, or the words of a list."""
    layout = program.layout
    if of in program.spec.words:
        return tuple(range(len(program.spec.words[of])))
    if layout.has_slots("MADE", of):
        return bits(state[layout.slots_of("MADE", of).start])
    return tuple(range(layout.count(of)))


def plain(program: Program, type_: types.Type, value: Any) -> Any:
    """Return a kept value as plain Python."""
    match type_:
        case types.Optional(inner):
            return None if value == types.nothing_of(inner) else plain(program, inner, value)
        case types.Truth():
            return bool(value)
        case types.Half():
            return value // 2 if value % 2 == 0 else Fraction(value, 2)
        case types.SetOf(inner):
            return tuple(plain(program, inner, item) for item in bits(value))
        case types.ListOf(inner):
            return tuple(plain(program, inner, item) for item in value)
        case types.Table(inner, (key, *further)):
            rest = types.Table(inner, tuple(further)) if further else inner
            return {
                plain(program, key, index): plain(program, rest, item)
                for index, item in enumerate(value)
            }
        case types.Record(name):
            return _parts(program, program.spec.records[name].fields, value)
        case types.Row(fields):
            return _parts(program, fields, value)
        case types.Number():
            return int(value)
    return show_value(program, type_, value)


def _parts(
    program: Program, fields: tuple[tuple[str, types.Type], ...], values: tuple[Any, ...]
) -> dict[str, Any]:
    """Return a record or a row as plain Python."""
    return {
        name: plain(program, type_, value)
        for (name, type_), value in zip(fields, values, strict=True)
    }
