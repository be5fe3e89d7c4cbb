"""What one text does, noted while it is checked; `pack.lints` follows the notes from text to text.

A text alone cannot say whether it may ask a player, draw a card or act as `me`: that depends on
the rules that it calls and on the hooks of what it does. The notes are the edges of that graph.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Call:
    """A rule that a text calls, or a kind (`perform`) whose effects it runs.

    `own`: without `have`, so that the text's own `me` acts. `plan`: inside a plan. `secret`:
    inside `secretly`.
    """

    name: str
    span: Span | None
    own: bool
    plan: bool
    secret: bool
    kind: bool = False


@dataclass(frozen=True, slots=True)
class Caused:
    """An operation that a text does, as an event: `noun` is that of `ir.Event`."""

    operation: str
    noun: str
    span: Span | None


@dataclass(slots=True)
class Marks:
    """The notes of one text. A span of None means: not at all."""

    calls: list[Call] = field(default_factory=list)
    caused: list[Caused] = field(default_factory=list)
    values: set[str] = field(default_factory=set)
    possible: set[str] = field(default_factory=set)
    slots: set[tuple[str, str]] = field(default_factory=set)
    costs: set[tuple[str, str]] = field(default_factory=set)
    read: set[tuple[str, str]] = field(default_factory=set)
    resources: set[str] = field(default_factory=set)
    pays: list[tuple[str, Span]] = field(default_factory=list)
    me: Span | None = None
    actor: Span | None = None
    asks: Span | None = None
    asks_other: Span | None = None
    chance: Span | None = None
    reveals: Span | None = None
    changes: Span | None = None

    def add(self, other: Marks) -> None:
        """Take in the notes of another text, as if it were part of this one."""
        self.calls += other.calls
        self.caused += other.caused
        self.pays += other.pays
        self.values |= other.values
        self.possible |= other.possible
        self.slots |= other.slots
        self.costs |= other.costs
        self.read |= other.read
        self.resources |= other.resources
        self.me = self.me or other.me
        self.actor = self.actor or other.actor
        self.asks = self.asks or other.asks
        self.asks_other = self.asks_other or other.asks_other
        self.chance = self.chance or other.chance
        self.reveals = self.reveals or other.reveals
        self.changes = self.changes or other.changes
