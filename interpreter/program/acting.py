"""Second step of compiling: which values, costs and slots depend on who acts.

They ask what is possible for him, so their functions take `me`. Fed and read by `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lang import ir
from interpreter.program.static import walk

if TYPE_CHECKING:
    from interpreter.program.values import Values


class Acting:
    """Tells what depends on who acts; each is looked at when it is first asked for."""

    def __init__(self, values: Values) -> None:
        """Look at the values of a program."""
        self._values = values
        self._known: dict[str, bool] = {}

    def uses_me(self, name: str) -> bool:
        """Whether a value depends on who acts: it asks what is possible for him."""
        value = self._values.spec.values[name]
        parts = (value.cases, value.all_of, value.least, value.most)
        return self._depends(f"value {name}", (parts, self._changes(name, None)))

    def cost_uses_me(self, kind: str, resource: str) -> bool:
        """Whether a cost depends on who pays it."""
        return self._depends(f"cost {kind} {resource}", self._changes(f"{kind}.cost", resource))

    def slot_uses_me(self, kind: str, slot: str) -> bool:
        """Whether a value slot of some definition depends on who acts."""
        elements = self._values.module.layout.elements[kind]
        held = tuple(item.values[slot] for item in elements if slot in item.values)
        return self._depends(f"slot {kind} {slot}", held)

    def _changes(self, value: str, resource: str | None) -> tuple[object, ...]:
        """Return what the modifiers of a value or cost read."""
        changed = self._values.modifiers(value, resource)
        return tuple((item.each, item.when, item.amount) for item in changed)

    def _depends(self, name: str, tree: object) -> bool:
        """Whether something depends on who acts; what it reads of itself adds nothing."""
        known = self._known.get(name)
        if known is None:
            self._known[name] = False
            known = self._known[name] = any(self._reads_me(node) for node in walk(tree))
        return known

    def _reads_me(self, node: object) -> bool:
        """Whether one node depends on who acts."""
        match node:
            case ir.Computed():
                return self.uses_me(node.value)
            case ir.CostOf():
                return self.cost_uses_me(node.kind, node.resource)
            case ir.SlotValue():
                return self.slot_uses_me(node.kind, node.slot)
        return isinstance(node, ir.Me) or (
            isinstance(node, ir.Function) and node.name == "possible"
        )
