"""Between the halves of parsing: the raw tree that `lang.automaton` makes and `lang.shaping` reads.

It holds what the rules of the grammar keep of a text, and the place of each part in the text.
"""

from __future__ import annotations

from typing import Any, TypeAlias


class Leaf(str):
    """A word of the text, from `start` to `end` (not included)."""

    __slots__ = ("end", "start")
    start: int
    end: int


class Branch:
    """What a rule of the grammar (`data`) has put together, brackets around it included."""

    __slots__ = ("children", "data", "end", "start")

    def __init__(self, data: str, children: list[Part], start: int, end: int) -> None:
        self.data = data
        self.children: list[Any] = children
        self.start = start
        self.end = end


Part: TypeAlias = Branch | Leaf | None
"""A child of a branch; None stands for a part that may be left out and is."""
