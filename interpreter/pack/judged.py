"""Values that are judged for who acts, and asked of somebody else.

`possible(d)` asks whether the one who acts could do a thing: its needs and its cost are his. A
value of a player that asks it tells of him only as long as he acts; read of another player it mixes
both. A scenario without an actor can ask it of nobody. Feeds `lints` and `scenario_texts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from interpreter.lang import ir, types
from interpreter.lang.walk import walk

_PLAYER = "player"


def misjudged(spec: ir.GameSpec, judged: Collection[str]) -> Iterator[ir.Computed]:
    """Iterate over readings of values of a player that need not be the one who acts.

    `judged` are the values that depend on who acts. A value may ask it of its own player: whoever
    reads that value is then asked about instead.
    """
    wanted = {name for name in judged if spec.values[name].of == _PLAYER}
    if not wanted:
        return
    for tree, own in _texts(spec):
        for node in walk(tree):
            if (
                isinstance(node, ir.Computed)
                and node.value in wanted
                and isinstance(node.subject, ir.Local | ir.Field)
                and not (isinstance(node.subject, ir.Local) and node.subject.name == own)
            ):
                yield node


def _texts(spec: ir.GameSpec) -> Iterator[tuple[Any, str | None]]:
    """Iterate over texts, each with the local that is the player whom it tells of, if any."""
    for value in spec.values.values():
        yield value, _PLAYER if value.of == _PLAYER else None
    for modifier in spec.modifiers:
        of = spec.values[modifier.value].of if modifier.value in spec.values else None
        yield modifier, modifier.names[0] if of == _PLAYER else None
    for rule in spec.rules.values():
        yield rule, None
    for hook in spec.hooks:
        yield hook, None
    for kind in spec.kinds.values():
        for element in kind.elements:
            for effect in element.effects.values():
                yield from ((statement, None) for statement in effect)
            yield from ((need, None) for need in element.needs)
    for top in (*spec.flow, *spec.scoring):
        yield top, None


class Judged:
    """What of a pack depends on who acts, because it asks what is possible for him."""

    def __init__(self, spec: ir.GameSpec) -> None:
        """Look through a typed pack."""
        self._changed = {one.value for one in spec.modifiers}
        self._kinds: set[str] = set()
        self._values: set[str] = set()
        before = -1
        while before < len(self._kinds) + len(self._values):
            before = len(self._kinds) + len(self._values)
            self._kinds |= {kind.name for kind in spec.kinds.values() if self._is_his(kind)}
            self._values |= {
                name
                for name, value in spec.values.items()
                if self.reading(value)
                or any(one.value == name and self.reading(one) for one in spec.modifiers)
            }

    def _is_his(self, kind: ir.KindSpec) -> bool:
        """Whether definitions of a kind have a cost, or needs that look at who acts."""
        if f"{kind.name}.cost" in self._changed or any(one.costs for one in kind.elements):
            return True
        needs = [need for element in kind.elements for need in element.needs]
        return any(
            any(isinstance(node, ir.Me) for node in walk(need)) or self.reading(need) is not None
            for need in needs
        )

    def reading(self, tree: Any) -> ir.Expression | None:
        """Return the first place in a text that depends on who acts without saying so."""
        for node in walk(tree):
            if isinstance(node, ir.Computed) and node.value in self._values:
                return node
            if isinstance(node, ir.Function) and node.name == "possible":
                asked = node.arguments[0].type
                if isinstance(asked, types.Kind) and asked.name in self._kinds:
                    return node
        return None
