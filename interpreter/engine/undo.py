"""How far a player may step back.

To any answer of his own, until something came to light or somebody else has answered.

Fed by the answers and events of a game; read by `game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_BARRIERS = {"roll": "a roll", "shuffle": "a shuffle", "reveal": "something was revealed"}


def reason_against_undo(
    answers: Sequence[tuple[int, int, int]], events: Sequence[tuple[Any, ...]], player: int | None
) -> str | None:
    """Return why the last answer cannot be taken back, None if it can."""
    if not answers:
        return "nothing has been answered"
    last, _, happened = answers[-1]
    if player is not None and last != player:
        return "somebody else has answered since"
    for event in events[happened:]:
        if event[0] in _BARRIERS:
            return f"{_BARRIERS[event[0]]} lies between"
        if event[0] == "shift" and event[1] != -1:
            return "something hidden has been seen since"
    return None
