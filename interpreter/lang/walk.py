"""Going through a typed tree: its parts, what it reads; used by `lang.checker` and `pack.lints`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from interpreter.lang import ir

_LEAVES = frozenset({"span", "type"})


class _Names(dict[type, tuple[str, ...] | None]):
    """The names of the fields that may hold nodes, by type; None for what is no node."""

    def __missing__(self, kind: type) -> tuple[str, ...] | None:
        found = None
        if is_dataclass(kind):
            found = tuple(one.name for one in fields(kind) if one.name not in _LEAVES)
        self[kind] = found
        return found


_NAMES = _Names()


def parts(node: Any) -> list[Any]:
    """Return the nodes directly inside a node of the typed tree."""
    found: list[Any] = []
    for name in _NAMES[type(node)] or ():
        value = getattr(node, name)
        if isinstance(value, tuple):
            _add_nodes(value, found)
        elif _NAMES[type(value)] is not None:
            found.append(value)
    return found


def _add_nodes(values: tuple[Any, ...], found: list[Any]) -> None:
    for value in values:
        if isinstance(value, tuple):
            _add_nodes(value, found)
        elif _NAMES[type(value)] is not None:
            found.append(value)


def walk(node: Any) -> Iterator[Any]:
    """Return a node of the typed tree and all nodes inside it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(parts(current))


# What is read from the state of a game; a slot and a cost may read it.
STATE = (
    ir.Field,
    ir.GlobalField,
    ir.SlotValue,
    ir.CostOf,
    ir.Pieces,
    ir.Supply,
    ir.Stacks,
    ir.StackField,
    ir.Zone,
    ir.Whereabouts,
)
# What an expression may read that an event can change, apart from the locals.
CHANGING = (*STATE, ir.Computed, ir.Every, ir.Function)


def reads_local(node: ir.Expression, name: str) -> bool:
    """Say whether an expression reads the local `name`."""
    return any(isinstance(part, ir.Local) and part.name == name for part in walk(node))


def reads_me(node: ir.Expression) -> bool:
    """Say whether an expression reads `me`."""
    return any(isinstance(part, ir.Me) for part in walk(node))
