"""What a game needs of a pack, so that `game` plays without knowing how packs are made.

Answered by `checked.Pack`; read by `game` and `scripted`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from interpreter.program.program import Program

Chance = Literal["auto", "ask"]
Forced = Literal["auto", "ask"]


class Compiled(Protocol):
    """What a game needs of a pack."""

    @property
    def id(self) -> str:
        """The id of the pack."""

    @property
    def version(self) -> str:
        """The version of the pack."""

    @property
    def hash(self) -> str:
        """The hash of its content."""

    def program(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        chance: Chance = "auto",
    ) -> Program:
        """Return the program for a number of players and values of options."""
