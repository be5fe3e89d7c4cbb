"""What a condition proves.

Which expressions are not nothing where it holds, and where it does not; used by `lang.checker`.

A fact is an expression as it stands in the tree with its declared type (`K or nothing`). It dies
when something changes that the expression reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.lang import ir, types
from interpreter.lang.walk import CHANGING, reads_local, walk

Facts = frozenset[ir.Expression]
NONE: Facts = frozenset()


def facts_if(condition: ir.Expression, *, holds: bool) -> Facts:
    """Return the expressions that are not nothing where `condition` holds, or where it does not."""
    match condition:
        case ir.Compare("is" | "is not" as operator, left, right):
            return _of_comparison(left, right, holds=holds == (operator == "is"))
        case ir.Not(operand):
            return facts_if(operand, holds=not holds)
        case ir.Both(parts) if holds:
            return NONE.union(*(facts_if(part, holds=True) for part in parts))
        case ir.Either(parts) if not holds:
            return NONE.union(*(facts_if(part, holds=False) for part in parts))
        case ir.Both(parts) | ir.Either(parts):
            return _common(facts_if(part, holds=holds) for part in parts)
        case ir.Member(item, _) if holds and isinstance(item.type, types.Optional):
            return frozenset((item,))
        case _:
            return NONE


def _common(sets: Iterable[Facts]) -> Facts:
    found = list(sets)
    return found[0].intersection(*found[1:]) if found else NONE


def _of_comparison(left: ir.Expression, right: ir.Expression, *, holds: bool) -> Facts:
    """Return what `left is right` (or, if not `holds`, `left is not right`) proves."""
    for one, other in ((left, right), (right, left)):
        if not isinstance(one.type, types.Optional):
            continue
        if isinstance(other, ir.Missing):
            return NONE if holds else frozenset((one,))
        if holds and not isinstance(other.type, types.Optional):
            return frozenset((one,))
    return NONE


def without_local(facts: Facts, name: str) -> Facts:
    """Return the facts that outlive a change of a local."""
    return frozenset(fact for fact in facts if not reads_local(fact, name))


def without(facts: Facts, changed: Callable[[ir.Expression], bool]) -> Facts:
    """Return the facts that outlive a change of all that `changed` says yes to."""
    return frozenset(fact for fact in facts if not any(changed(part) for part in walk(fact)))


def is_derived(node: ir.Expression) -> bool:
    """Say whether a node may depend on anything in the state."""
    return isinstance(node, ir.Computed | ir.SlotValue | ir.CostOf | ir.Function)


def is_changing(node: ir.Expression) -> bool:
    """Say whether a node reads something that an event may change."""
    return isinstance(node, CHANGING)
