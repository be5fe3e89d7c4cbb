"""What is known before a game: printed data, rows of tables, costs, and what fields start with.

Used by `linker` and `lints`.

Each of these is worked out once, before there is a state: it may read printed data and values made
of it, nothing that a game keeps, and never itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from interpreter.diagnostics import Collector
from interpreter.lang import ir
from interpreter.lang.walk import STATE, walk
from interpreter.pack.closures import shortest_cycle
from interpreter.source import Span

Key = tuple[str, ...]
"""A node: a fixed field of a thing (kind, field, id) or of all (kind, field), a table, a value."""
FixedData = Mapping[tuple[str, str, str], ir.Expression]
"""The printed data: kind, field, id."""


def find_circles(
    fixed: FixedData, spec: ir.GameSpec | None = None
) -> tuple[list[list[Key]], set[Key]]:
    """Return the circles of printed data that needs itself, and all that leads to one.

    The tables and values of `spec` are followed too. A circle has its first node at both ends.
    """
    graph: dict[Key, list[Key]] = {}
    for (kind, field, id_), node in fixed.items():
        graph.setdefault((kind, field), []).append((kind, field, id_))
        graph[kind, field, id_] = list(_reads(node))
    for table in () if spec is None else spec.tables.values():
        graph["table", table.name, ""] = list(_reads(table))
    for value in () if spec is None else spec.values.values():
        graph["value", value.name, ""] = list(_reads(value))
    waiting = _that_lead_to_circles(graph)
    done: set[Key] = set()
    found: list[list[Key]] = []
    for key in sorted(waiting):
        if key in done or len(key) < 3 or key[0] == "value":  # values tell of their own circles
            continue
        way = shortest_cycle(key, lambda one: [to for to in graph[one] if to in waiting])
        if way is not None:
            done.update(way)
            found.append([one for one in way if len(one) == 3])
    return found, waiting


def check_starts(spec: ir.GameSpec, collector: Collector) -> None:
    """Report what must be known before a game and reads what only a game has."""
    known = _known_values(spec)
    for node in _known_before(spec):
        if _needs_a_game(node, spec, known):
            collector.report("E327", node.span)


def check_circles(spec: ir.GameSpec, collector: Collector) -> None:
    """Report printed data and tables that need themselves."""
    fixed = {
        (kind.name, name, one.name): node
        for kind in spec.kinds.values()
        for one in kind.elements
        for name, node in one.fixed.items()
    }
    for circle in find_circles(fixed, spec)[0]:
        kind, name, id_ = circle[0]
        span = spec.tables[name].span if kind == "table" else fixed[kind, name, id_].span
        report_circle(collector, circle, span)


def report_circle(collector: Collector, circle: list[Key], span: Span | None) -> None:
    """Report printed data that needs itself, as an author calls it."""
    names = [name if kind in ("table", "value") else f"{id_}.{name}" for kind, name, id_ in circle]
    collector.report("E330", span, name=names[0], chain=" → ".join(names))


def _reads(node: object) -> Iterator[Key]:
    """Iterate over the printed data, tables and values that a tree reads."""
    for part in walk(node):
        match part:
            case ir.Fixed(kind, name, ir.Thing(_, id_)):
                yield kind, name, id_
            case ir.Fixed(kind, name):
                yield kind, name
            case ir.StaticTable(table):
                yield "table", table, ""
            case ir.Computed(value):
                yield "value", value, ""


def _that_lead_to_circles(graph: dict[Key, list[Key]]) -> set[Key]:
    """Return the nodes from which a circle can be reached; what is not known leads nowhere."""
    readers: dict[Key, list[Key]] = {}
    left: dict[Key, int] = {}
    for key, others in graph.items():
        others[:] = [one for one in dict.fromkeys(others) if one in graph]
        left[key] = len(others)
        for other in others:
            readers.setdefault(other, []).append(key)
    ready = [key for key, number in left.items() if not number]
    for key in ready:
        for reader in readers.get(key, ()):
            left[reader] -= 1
            if not left[reader]:
                ready.append(reader)
    return {key for key, number in left.items() if number}


def _known_before(spec: ir.GameSpec) -> Iterator[ir.Expression]:
    for kind in spec.kinds.values():
        for one in kind.elements:
            yield from one.fixed.values()
            yield from one.start.values()
            yield from (price.amount for price in one.costs)
        yield from (field.start for field in kind.fields if field.start is not None)
    for group in spec.globals.values():
        yield from (field.start for field in group.fields if field.start is not None)
    for table in spec.tables.values():
        for keys, value in table.rows:
            yield from (*keys, value)


def _known_values(spec: ir.GameSpec) -> set[str]:
    """Return the values that read nothing but printed data, and that nothing modifies."""
    known = set(spec.values) - {one.value for one in spec.modifiers}
    while True:
        needing = {name for name in known if _needs_a_game(spec.values[name], spec, known)}
        if not needing:
            return known
        known -= needing


def _needs_a_game(node: object, spec: ir.GameSpec, known: Collection[str]) -> bool:
    """Say whether a tree reads what only a game has. `known` are values that do not."""
    for part in walk(node):
        match part:
            case ir.Computed(value):
                found = value not in known
            case ir.Every(kind):
                found = spec.kinds[kind].made is not None
            case ir.Function(name):
                found = name == "possible"
            case _:
                found = isinstance(part, STATE)
        if found:
            return True
    return False
