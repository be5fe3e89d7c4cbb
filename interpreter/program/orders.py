"""Second step of compiling: the zones whose order a pack looks at.

Fed by the typed pack; read by `calls` and `draws`. When chance is asked, a shuffled zone is decided
place by place as it is drawn; where something else looks at its order, when it is shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter.lang import ir

# Where an operation takes a zone as a place; a draw is what decides the places it takes from.
_AS_PLACE = {"shuffle": (0,), "draw": (1, 2), "move_things": (1,)}


def orders_read(spec: ir.GameSpec) -> frozenset[tuple[str, str]]:
    """Return the zones (kind or group, name) of which some text reads more than what lies there.

    What a board shows is no part of the game, and must not change what chance is asked.
    """
    found: set[tuple[str, str]] = set()
    stack: list[Any] = [replace(spec, board=None)]
    while stack:
        node = stack.pop()
        if isinstance(node, ir.Zone):
            found.add((node.kind, node.name))
        stack.extend(_looked_at(node))
    return frozenset(found)


def _looked_at(node: Any) -> Iterator[Any]:
    """Iterate over the parts of a node; of a zone whose order is ignored, over its own parts."""
    if isinstance(node, Mapping):
        yield from node.values()
        return
    if isinstance(node, tuple):
        yield from node
        return
    if not is_dataclass(node):
        return
    for number, part in enumerate(_parts(node)):
        if isinstance(part, ir.Zone) and _ignores_order(node, number):
            yield from _parts(part)
        else:
            yield part


def _parts(node: Any) -> Iterator[Any]:
    """Iterate over the arguments of an operation or function, or else over all fields of a node."""
    if isinstance(node, ir.Do | ir.Function):
        yield from node.arguments
        if isinstance(node, ir.Do):
            yield node.actor
        return
    for one in fields(node):
        yield getattr(node, one.name)


def _ignores_order(node: Any, number: int) -> bool:
    """Whether a node does not ask for the order of the zone that is one of its parts."""
    match node:
        case ir.Do():
            return number in _AS_PLACE.get(node.event.operation, ())
        case ir.Function():
            return node.name == "size"
        case ir.Compare():
            return isinstance(node.left, ir.Empty) or isinstance(node.right, ir.Empty)
        case ir.Member() | ir.AsSet():
            return True
        case _:
            return False
