"""Overlay stage: findings about a merged pack that name the overlay to blame and what it changed.

A finding points to where the text stands that is wrong. In a merged pack two more places can
matter: what the text has replaced, and where something was removed that is still spoken of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from interpreter.diagnostics import Diagnostic
from interpreter.document import MappingNode, ScalarNode
from interpreter.overlay.changes import Change

_CONFLICT = "E363"
"""The finding that names both its places itself."""
_DECLARING = frozenset({"kinds", "globals", "words"})


def with_causes(
    findings: Iterable[Diagnostic], changes: Sequence[Change]
) -> tuple[Diagnostic, ...]:
    """Return findings, those that overlays have to do with with the places of the others."""
    if not changes:
        return tuple(findings)
    gone = [change for change in changes if change.manner == "remove"]
    removed = {name: change for change in gone for name in _names_in(change)}
    removed |= {change.path[-1]: change for change in gone}
    return tuple(_explained(finding, changes, removed) for finding in findings)


def _names_in(change: Change) -> Iterator[str]:
    """Iterate over the names that went with what was removed, of blocks that declare some."""
    waiting = [change.gone] if change.path[0] in _DECLARING and change.gone is not None else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ScalarNode):
            yield node.text
        elif isinstance(node, MappingNode):
            yield from node.entries
            waiting += [entry.value for entry in node]
        else:
            waiting += node.items


def _explained(
    finding: Diagnostic, changes: Sequence[Change], removed: dict[str, Change]
) -> Diagnostic:
    """Return one finding with what the changes have to do with it."""
    related = []
    replaced = next((one for one in changes if _holds(one, finding)), None)
    if replaced is not None and replaced.before is not None:
        related.append((f"`{replaced.shown}` is this in the base", replaced.before))
    wanted = {*finding.arguments.values(), "" if finding.span is None else finding.span.text}
    gone = next((change for name, change in removed.items() if name in wanted), None)
    if gone is not None and finding.span is not None and gone.span != finding.span:
        related.append((f"`{gone.overlay}` removes `{gone.shown}` here", gone.span))
    known = {span for _, span in finding.related}
    related = [one for one in related if one[1] not in known]
    return replace(finding, related=(*finding.related, *related)) if related else finding


def _holds(change: Change, finding: Diagnostic) -> bool:
    """Return whether a finding is about what a change has put somewhere."""
    if change.value is None or finding.span is None or finding.code == _CONFLICT:
        return False
    return change.span == finding.span or change.value.span.contains(finding.span)
