"""What a pack declares, by name.

`pack.linker` fills these records, `lang.checker` looks names up in them.

All of it is frozen and holds no tree: after a pack is linked the same `Names` check further texts
(the scenarios). A name of a text is looked up in this order: the locals of the text, the words
with a fixed meaning, `Names.meanings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from interpreter.lang import ir
from interpreter.lang.types import Type
from interpreter.source import Span

MemberSort = Literal[
    "fixed",
    "field",
    "resource",
    "link",
    "zone",
    "whereabouts",
    "pieces",
    "value",
    "slot",
    "effect",
    "cost",
]


@dataclass(frozen=True, slots=True)
class Member:
    """What may stand behind a dot: `owner` is a kind, a word list or a group of globals.

    `type` is what reading it gives, once all `parameters` stand in brackets. `noun` is the name of
    pieces; for whereabouts (`reads back`) it is the kind whose zone it is, and `zone` its name.
    """

    owner: str
    name: str
    sort: MemberSort
    type: Type
    parameters: tuple[ir.Parameter, ...] = ()
    span: Span | None = None
    noun: str = ""
    zone: str = ""


MeaningSort = Literal["thing", "word", "things", "words", "group", "pieces", "table", "value"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name that stands alone means.

    A thing, a word, all things of a kind, a group of globals ...

    `owner` is the kind of a thing or the list of a word, `index` the place of the word in its
    list.
    """

    sort: MeaningSort
    name: str
    type: Type
    owner: str = ""
    index: int = 0
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class KindNames:
    """A kind and what its things have; `effects` are its slots without a type."""

    name: str
    plural: str
    made: bool
    members: Mapping[str, Member]
    fixed: tuple[str, ...]
    fields: tuple[str, ...]
    effects: tuple[str, ...]
    span: Span | None = None

    @property
    def effect(self) -> str | None:
        """The slot that `perform` runs: `effect`, or the only one.

        It is None if there is none or no such one.
        """
        if "effect" in self.effects:
            return "effect"
        return self.effects[0] if len(self.effects) == 1 else None


@dataclass(frozen=True, slots=True)
class WordNames:
    """A word list in its order, with the values that are `of` it."""

    name: str
    plural: str
    words: tuple[str, ...]
    members: Mapping[str, Member]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class PieceNames:
    """Counted pieces: whose, where, and whether they come from a supply."""

    name: str
    owner: str
    place: str
    supply: bool
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class RuleNames:
    """A rule of the pack as a verb."""

    name: str
    parameters: tuple[ir.Parameter, ...]
    results: tuple[tuple[str, Type], ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """Everything that is declared, by name.

    `meanings` may hold several meanings of one name (a player and a card); which one is
    meant follows from the place. `resources` are those of the players. `hooked` are the events
    that some hook waits for, as (operation, noun).
    """

    kinds: Mapping[str, KindNames]
    words: Mapping[str, WordNames]
    records: Mapping[str, tuple[tuple[str, Type], ...]]
    groups: Mapping[str, Mapping[str, Member]]
    pieces: Mapping[str, PieceNames]
    resources: Mapping[str, Member]
    tables: Mapping[str, Member]
    values: Mapping[str, Member]
    dice: Mapping[str, Type]
    options: Mapping[str, Type]
    rules: Mapping[str, RuleNames]
    steps: frozenset[str]
    meanings: Mapping[str, tuple[Meaning, ...]]
    hooked: frozenset[tuple[str, str]] = field(default_factory=frozenset)

    def members_of(self, owner: str) -> Mapping[str, Member]:
        """Return what things of a kind, or words of a list, have behind the dot."""
        if owner in self.kinds:
            return self.kinds[owner].members
        if owner in self.words:
            return self.words[owner].members
        return {}
