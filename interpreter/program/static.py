"""Tells what never changes during a game, so that it can be worked out once and looked up.

Fed by the typed tree; read by `expressions`, which turns static values and static parts of queries
into tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.nodes import Raw

_CHANGING = (
    Raw,
    ir.Field,
    ir.GlobalField,
    ir.Pieces,
    ir.Supply,
    ir.Stacks,
    ir.StackField,
    ir.Zone,
    ir.Whereabouts,
    ir.CostOf,
    ir.SlotValue,
)
_PLAIN = ("str", "int", "bool", "Literal", "Mapping[str, str")
"""How the types of fields begin that hold no nodes."""
_FINITE = types.Kind | types.Word | types.Truth


@cache
def _parts(type_: Any) -> tuple[str, ...] | None:
    """Return the names of the fields of a type of node that can hold nodes, None if it is none."""
    if type_ is tuple or not is_dataclass(type_):
        return None
    return tuple(
        item.name
        for item in fields(type_)
        if item.name not in ("span", "type") and not str(item.type).startswith(_PLAIN)
    )


def _parts_of(node: Any) -> tuple[str, ...] | None:
    type_: Any = type(node)
    return _parts(type_)


def children(node: Any) -> Sequence[Any]:
    """Return the nodes inside a node, and rows of nodes, one level down."""
    if isinstance(node, tuple):
        return node
    names = _parts_of(node)
    return [getattr(node, name) for name in names] if names else ()


def walk(node: Any) -> Iterator[Any]:
    """Yield a node and all nodes inside it, outermost first."""
    left = [node]
    while left:
        one = left.pop()
        yield one
        inner = children(one)
        if inner:
            left += [
                child
                for child in reversed(inner)
                if isinstance(child, tuple) or _parts_of(child) is not None
            ]


def substituted(node: Any, what: object, by: object) -> Any:
    """Return a tree in which every node equal to `what` is `by`."""
    if node == what:
        return by
    if isinstance(node, tuple):
        return tuple([substituted(item, what, by) for item in node])
    if not is_dataclass(node) or isinstance(node, type | Raw):
        return node
    changed = {}
    for item in fields(node):
        if item.name not in ("span", "type"):
            old = getattr(node, item.name)
            new = substituted(old, what, by)
            if new is not old and new != old:
                changed[item.name] = new
    return replace(node, **changed) if changed else node


class Statics:
    """What is static in one pack."""

    def __init__(self, spec: ir.GameSpec) -> None:
        """Look at a pack; values are judged when they are first asked for."""
        self._spec = spec
        self._modified = {item.value for item in spec.modifiers}
        self._values: dict[str, bool] = {}
        self._failing: dict[str, bool] = {}

    def is_static(self, node: object) -> bool:
        """Whether a tree reads nothing that changes (its locals aside)."""
        return all(self._is_static_node(item) for item in walk(node))

    def _is_static_node(self, node: object) -> bool:
        """Whether one node by itself reads nothing that changes."""
        if isinstance(node, _CHANGING):
            return False
        if isinstance(node, ir.Every):
            return self._spec.kinds[node.kind].made is None
        if isinstance(node, ir.Computed):
            return self.is_static_value(node.value)
        return not (isinstance(node, ir.Function) and node.name == "possible")

    def is_static_value(self, name: str) -> bool:
        """Whether a computed value never changes for given arguments, all of which are finite."""
        known = self._values.get(name)
        if known is None:
            self._values[name] = False
            known = self._values[name] = self._judge(self._spec.values[name])
        return known

    def _judge(self, value: ir.ValueSpec) -> bool:
        """Judge one value."""
        if value.name in self._modified:
            return False
        if not all(isinstance(item.type, _FINITE) for item in value.parameters):
            return False
        parts = (value.cases, value.all_of, value.least, value.most)
        if not self.is_static(parts):
            return False
        # What has no arguments is worked out when a program is loaded: too early for a fault.
        has_arguments = value.of is not None or bool(value.parameters)
        return has_arguments or not self._may_fail_value(value)

    def _may_fail_value(self, value: ir.ValueSpec) -> bool:
        """Whether reading a value may be a fault."""
        known = self._failing.get(value.name)
        if known is None:
            self._failing[value.name] = True
            open_end = bool(value.cases) and value.cases[-1][0] is not None
            parts = (value.cases, value.all_of, value.least, value.most)
            known = open_end or any(self._may_fail(node) for node in walk(parts))
            self._failing[value.name] = known
        return known

    def _may_fail(self, node: object) -> bool:
        """Whether working out one node may be a fault."""
        match node:
            case ir.Function(name):
                return name in ("first", "last", "only")
            case ir.StaticTable() | ir.Index():
                return True
            case ir.Divide(_, under) | ir.RoundHalf(_, under):
                return not (isinstance(under, ir.Constant) and under.value)
            case ir.Computed(value):
                return self._may_fail_value(self._spec.values[value])
        return False


def free_locals(node: object) -> dict[str, types.Type]:
    """Return the locals that a tree reads and does not bind itself, by name.

    In order of appearance.
    """
    found: dict[str, types.Type] = {}
    bound: set[str] = set()
    for item in walk(node):
        if isinstance(item, ir.Local):
            found.setdefault(item.name, item.type)
        elif isinstance(item, ir.Me):
            found.setdefault("me", item.type)
        elif isinstance(item, ir.Binder):
            bound.add(item.name)
    return {name: type_ for name, type_ in found.items() if name not in bound}


def is_finite(type_: types.Type) -> bool:
    """Whether a type has few values, so that a table over it is small."""
    return isinstance(type_, _FINITE)
