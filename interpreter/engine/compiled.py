"""What a game needs of a pack, so that `game` plays without knowing how packs are made.

Answered by `checked.Pack`; read by `game` and `scripted`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from interpreter.program.program import Program
    from interpreter.program.telling import Tellers

Chance = Literal["auto", "ask"]
Forced = Literal["auto", "ask"]
Everyone = Literal["everyone"]


class Overlay(Protocol):
    """What a game needs of an overlay that is part of its pack."""

    @property
    def id(self) -> str:
        """The id of the overlay."""

    @property
    def version(self) -> str:
        """Its version, empty where it has that of its pack."""

    @property
    def named(self) -> str:
        """The path by which it can be found again, empty where its id is enough."""


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
        """The hash of what it means, with its overlays."""

    @property
    def overlays(self) -> Sequence[Overlay]:
        """The overlays that are laid over it, in their order."""

    @property
    def renamed(self) -> Sequence[tuple[str, str, str]]:
        """What is called otherwise now: rows of a section, the old id and the new one."""

    def with_variants(self, names: Sequence[str]) -> Compiled:
        """Return the pack with more of its variants; raises `PackError` when that has errors."""

    def keep(self) -> None:
        """Keep the content, so that a game can go on with it when it has changed."""

    def program(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        chance: Chance = "auto",
    ) -> Program:
        """Return the program for a number of players and values of options."""

    def tellers(self, players: int, options: Mapping[str, int]) -> Tellers:
        """Return what tells of values, for a number of players and values of options as kept."""
