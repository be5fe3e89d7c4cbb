"""Going through a typed tree: its parts, what it reads; used by `lang.checker` and `pack.lints`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from interpreter.lang import ir

_PARTS: dict[type, tuple[str, ...]] = {}
_LEAVES = frozenset({"span", "type"})


def parts(node: Any) -> Iterator[Any]:
    """Return the nodes directly inside a node of the typed tree."""
    names = _PARTS.get(type(node))
    if names is None:
        names = tuple(one.name for one in fields(node) if one.name not in _LEAVES)
        _PARTS[type(node)] = names
    for name in names:
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif is_dataclass(value):
        yield value


def walk(node: Any) -> Iterator[Any]:
    """Return a node of the typed tree and all nodes inside it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(parts(current))


# What an expression may read that an event can change, apart from the locals.
CHANGING = (
    ir.Field,
    ir.GlobalField,
    ir.Computed,
    ir.SlotValue,
    ir.CostOf,
    ir.Pieces,
    ir.Supply,
    ir.Stacks,
    ir.Zone,
    ir.Whereabouts,
    ir.Every,
    ir.Function,
)


def reads_state(node: ir.Expression) -> bool:
    """Say whether an expression may change its value without a change of a local."""
    return any(isinstance(part, CHANGING) for part in walk(node))


def reads_local(node: ir.Expression, name: str) -> bool:
    """Say whether an expression reads the local `name`."""
    return any(isinstance(part, ir.Local) and part.name == name for part in walk(node))


def reads_me(node: ir.Expression) -> bool:
    """Say whether an expression reads `me`."""
    return any(isinstance(part, ir.Me) for part in walk(node))
