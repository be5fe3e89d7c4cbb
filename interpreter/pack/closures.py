"""What follows from text to text: who needs a `me`, who asks, draws, reveals, changes.

Feeds `lints`.

The notes of one text say which rules it calls; here the calls are followed to their end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from interpreter.lang.marks import Call, Marks
from interpreter.lang.names import Names
from interpreter.pack.link_texts import Key, Texts

Node = TypeVar("Node")


@dataclass(slots=True)
class Closures:
    """The graph of the texts of a pack.

    A node is a rule, or the effects of a kind (which one runs is not known).
    """

    names: Names
    texts: Texts
    nodes: dict[Key, Marks] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Names, texts: Texts) -> Closures:
        """Return the graph of all texts."""
        made = cls(names, texts)
        for key, marks in texts.marks.items():
            if key[0] == "rule":
                made.nodes.setdefault(key, Marks()).add(marks)
            elif key[0] == "effect":
                made.nodes.setdefault(key[:2], Marks()).add(marks)
        return made

    def callee(self, call: Call) -> Key:
        """Return the node that a call leads to."""
        return ("effect" if call.kind else "rule", call.name)

    def spread(self, begins: Callable[[Marks], bool], through: Callable[[Call], bool]) -> set[Key]:
        """Return the nodes of which something is true.

        It is true by themselves or because of what they call.
        """
        found = {key for key, marks in self.nodes.items() if begins(marks)}
        changed = True
        while changed:
            changed = False
            for key, marks in self.nodes.items():
                if key not in found and any(
                    through(call) and self.callee(call) in found for call in marks.calls
                ):
                    found.add(key)
                    changed = True
        return found

    # ---- values ---------------------------------------------------------------------------

    def value_marks(self) -> dict[str, Marks]:
        """Return what each value reads, its modifiers counted in."""
        made: dict[str, Marks] = {}
        for key, marks in self.texts.marks.items():
            if key[0] in ("value", "modifier"):
                made.setdefault(key[1], Marks()).add(marks)
        return made

    def values_that(self, begins: Callable[[Marks], bool]) -> set[str]:
        """Return the values of which something is true.

        It is true by themselves or because of what they read.
        """
        marks = self.value_marks()
        found = {name for name, one in marks.items() if begins(one)}
        changed = True
        while changed:
            changed = False
            for name, one in marks.items():
                if name not in found and one.values & found:
                    found.add(name)
                    changed = True
        return found

    # ---- who acts as me -------------------------------------------------------------------

    def needs_me(self) -> Callable[[Marks], bool]:
        """Return the test whether a text needs a player who acts."""
        kinds = self._kinds_that_need_me()
        values = self.judged()

        def directly(marks: Marks) -> bool:
            return (
                marks.me is not None or bool(marks.possible & kinds) or bool(marks.values & values)
            )

        nodes = self.spread(directly, lambda call: call.own)

        def needed(marks: Marks) -> bool:
            calls = (call for call in marks.calls if call.own)
            return directly(marks) or any(self.callee(call) in nodes for call in calls)

        return needed

    def judged(self) -> set[str]:
        """Return the values that ask what is possible for who acts, whoever that is."""
        kinds = self._kinds_that_need_me()
        return self.values_that(lambda marks: bool(marks.possible & kinds))

    def _kinds_that_need_me(self) -> set[str]:
        """Return the kinds of which `possible` must know who pays, or who has the needs."""
        found: set[str] = set()
        for key, marks in self.texts.marks.items():
            if key[0] == "cost" or (key[0] == "need" and marks.me is not None):
                found.add(key[1])
        return found

    def without_me(self) -> set[Key]:
        """Return the nodes that may run while nobody acts.

        Called from a step that has no `each`.
        """
        found: set[Key] = set()
        todo: list[Marks] = [
            marks for key, marks in self.texts.marks.items() if key[0] == "step" and len(key) > 2
        ]
        while todo:
            for call in todo.pop().calls:
                key = self.callee(call)
                if call.own and key not in found and key in self.nodes:
                    found.add(key)
                    todo.append(self.nodes[key])
        return found

    # ---- what texts do --------------------------------------------------------------------

    def asking(self) -> set[Key]:
        """Return the nodes that may ask somebody."""
        return self.spread(lambda marks: marks.asks is not None, lambda _call: True)

    def asking_others(self) -> set[Key]:
        """Return the nodes that may ask somebody else than their `me`."""
        asking = self.asking()

        def begins(marks: Marks) -> bool:
            others = (call for call in marks.calls if not call.own)
            return marks.asks_other is not None or any(
                self.callee(call) in asking for call in others
            )

        return self.spread(begins, lambda call: call.own)

    def chancy(self) -> set[Key]:
        """Return the nodes that may draw, roll or shuffle."""
        return self.spread(lambda marks: marks.chance is not None, lambda _call: True)

    def revealing(self) -> set[Key]:
        """Return the nodes that may reveal something."""
        return self.spread(lambda marks: marks.reveals is not None, lambda _call: True)

    def changing(self) -> set[Key]:
        """Return the nodes that may change the state of the game."""
        return self.spread(lambda marks: marks.changes is not None, lambda _call: True)

    def callers(self) -> dict[Key, list[Key]]:
        """Return which texts call each node."""
        found: dict[Key, list[Key]] = {}
        for key, marks in self.texts.marks.items():
            for call in marks.calls:
                found.setdefault(self.callee(call), []).append(key)
        return found


def shortest_cycle(start: Node, edges: Callable[[Node], Iterable[Node]]) -> list[Node] | None:
    """Return the shortest way from a node back to itself, the node at both ends."""
    before: dict[Node, Node] = {}
    todo = [start]
    for node in todo:
        for other in edges(node):
            if other == start:
                way, current = [start], node
                while current != start:
                    way.append(current)
                    current = before[current]
                return [start, *reversed(way)]
            if other not in before:
                before[other] = node
                todo.append(other)
    return None
