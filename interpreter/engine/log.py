"""What happens in a game, as the machine writes it down; fed by the program, kept by `record`.

A copy of a game shares the events that came before it, so its own list begins empty. Where a plan
begins is counted from the beginning of the game all the same, since that stands in the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Happened = tuple[Any, ...]
"""An event as the machine writes it: what happened, who sees it, and the rest."""


class Log(list[Happened]):
    """The newest events of a game, to which the machine adds; `before` came before them."""

    __slots__ = ("before",)

    def __init__(self, events: Iterable[Happened] = ()) -> None:
        """Begin with some events."""
        super().__init__(events)
        self.before = 0

    def length(self) -> int:
        """Return how many events there are in all; the program asks where a plan begins."""
        return self.before + len(self)
