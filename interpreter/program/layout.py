"""First step of compiling: the number of every thing, the place of every stored datum.

Fed by the typed `GameSpec`, the number of players and the options of one game; read by the
emitters, which fold the numbers into the code, and by everything that looks into a state from
outside (views, saves, names of things).

The state is one list. Its first slots are registers (`Register`), then the ints, attribute by
attribute, then the tuples (ordered zones and stored lists).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from enum import IntEnum

from interpreter.lang import ir, types

GREATEST = 10**15
"""The greatest number that a rule may work out: what is set, added or gained, and products."""
MOST_LISTED = 10_000
"""The longest list that a rule may make."""


class Register(IntEnum):
    """Slots of the state that belong to the machine."""

    EVENTS = 0
    """The list that collects events while the machine runs; None at rest."""
    PENDING = 1
    """A tuple of decisions (player, site, options, frame, partial answer).

    Empty when the game is over.
    """
    ANSWER = 2
    """The option that was chosen, while it is handed over."""
    RESULT = 3
    """The results of a rule, while they are handed over."""
    JOIN = 4
    """While players answer in secret: (frame after it, players, answers so far, first frames)."""
    PLAN = 5
    """While somebody plans.

    (player, the state that the others see, events till then, first frame).
    """
    OVER = 6
    """0 while the game runs, 1 when it has been scored, 2 when somebody has won."""
    WINNER = 7
    """The seat that has won, else -1."""
    STEP = 8
    """The number of the step of the flow that runs."""
    SEED = 9
    """The seed of chance."""
    FORCED = 10
    """Results that chance must give, in order (tests and replays)."""


FIRST_SLOT = 11
NOWHERE = -1
CHANCE = -2
"""The player of a decision that chance takes."""


@dataclass(frozen=True, slots=True)
class Slots:
    """A run of slots: `count` from `start`, one for each thing (or pair of things) of `owner`."""

    start: int
    count: int
    group: str
    """What the slots belong to.

    A kind, a group of globals, or one in capitals, which no name of a pack has: `PIECES`, `SUPPLY`,
    `WHERE`, `MADE`, `CHANCE`.
    """
    name: str
    type: types.Type
    holds_tuple: bool = False


@dataclass(frozen=True, slots=True)
class ZoneNumbers:
    """The zones of one declaration: numbers `first` ... among the zones for one kind of things."""

    group: str
    name: str
    of: str
    first: int
    count: int
    slots: Slots
    ordered: bool


class Layout:
    """The numbers of one game: things, slots, zones."""

    def __init__(self, spec: ir.GameSpec, players: int, options: Mapping[str, int]) -> None:
        """Lay out a pack for `players` seats and the values of its options, as kept."""
        self.spec = spec
        self.players = players
        self.options = dict(options)
        self.elements: dict[str, tuple[ir.Element, ...]] = {}
        self.names: dict[str, tuple[str, ...]] = {}
        self.index: dict[str, dict[str, int]] = {}
        self.slots: list[Slots] = []
        self._by_key: dict[tuple[str, str], Slots] = {}
        self.zones: dict[tuple[str, str], ZoneNumbers] = {}
        self.zones_of: dict[str, list[ZoneNumbers]] = {}
        self.size = FIRST_SLOT
        self._number_things()
        self._place(holds_tuple=False)
        self._place(holds_tuple=True)

    def of(self, spec: ir.GameSpec) -> Layout:
        """Return the same numbers for a form of the pack that holds less."""
        other = copy(self)
        other.spec = spec
        other.elements = {
            name: tuple(item for item in kind.elements if item.seats <= self.players)
            for name, kind in spec.kinds.items()
        }
        return other

    # ---- things --------------------------------------------------------------------------------

    def _number_things(self) -> None:
        """Number the things that take part, kind by kind, in stable order."""
        for name, kind in self.spec.kinds.items():
            taking_part = tuple(item for item in kind.elements if item.seats <= self.players)
            self.elements[name] = taking_part
            if kind.made is None:
                self.names[name] = tuple(item.name for item in taking_part)
            else:
                self.names[name] = tuple(f"{name}_{number + 1}" for number in range(kind.made))
            self.index[name] = {name: number for number, name in enumerate(self.names[name])}

    def count(self, kind: str) -> int:
        """Return how many things of a kind there can be."""
        return len(self.names[kind])

    def count_of(self, type_: types.Type) -> int:
        """Return how many values a kind or word list has."""
        if isinstance(type_, types.Kind):
            return self.count(type_.name)
        if isinstance(type_, types.Word):
            return len(self.spec.words[type_.name])
        if isinstance(type_, types.Stack):
            piece = self.spec.pieces[type_.piece]
            return self.count(piece.owner) * self.count(piece.place)
        raise ValueError(f"{type_} cannot be counted")

    # ---- slots ---------------------------------------------------------------------------------

    def _add(
        self, group: str, name: str, count: int, type_: types.Type, *, holds_tuple: bool
    ) -> Slots:
        """Take the next `count` slots."""
        slots = Slots(self.size, count, group, name, type_, holds_tuple)
        self.slots.append(slots)
        self._by_key[group, name] = slots
        self.size += count
        return slots

    def _place(self, *, holds_tuple: bool) -> None:
        """Place all data that are ints, or all that are tuples."""
        spec = self.spec
        for kind in spec.kinds.values():
            self._place_fields(
                kind.name, kind.fields, self.count(kind.name), holds_tuple=holds_tuple
            )
        for group in spec.globals.values():
            self._place_fields(group.name, group.fields, 1, holds_tuple=holds_tuple)
        if not holds_tuple:
            self._place_pieces()
        for kind in spec.kinds.values():
            for zone in kind.zones:
                self._place_zone(kind.name, zone, self.count(kind.name), holds_tuple=holds_tuple)
        for group in spec.globals.values():
            for zone in group.zones:
                count = 1 if zone.each is None else self.count_of(zone.each)
                self._place_zone(group.name, zone, count, holds_tuple=holds_tuple)
        if not holds_tuple:
            self._place_whereabouts()
            self._place_chance()

    def _place_fields(
        self, group: str, fields: tuple[ir.FieldSpec, ...], count: int, *, holds_tuple: bool
    ) -> None:
        """Place the stored fields of a kind or of a group of globals."""
        for field in fields:
            if is_tuple(field.type) is holds_tuple:
                self._add(group, field.name, count, field.type, holds_tuple=holds_tuple)

    def _place_pieces(self) -> None:
        """Place the counts of pieces and their supplies, and which made things exist.

        The counts are owner-major.
        """
        for piece in self.spec.pieces.values():
            count = self.count(piece.owner) * self.count(piece.place)
            self._add("PIECES", piece.name, count, types.NUMBER, holds_tuple=False)
            if piece.supply is not None:
                self._add(
                    "SUPPLY", piece.name, self.count(piece.owner), types.NUMBER, holds_tuple=False
                )
        for kind in self.spec.kinds.values():
            if kind.made is not None:
                alive = types.SetOf(types.Kind(kind.name))
                self._add("MADE", kind.name, 1, alive, holds_tuple=False)

    def _place_zone(self, group: str, zone: ir.ZoneSpec, count: int, *, holds_tuple: bool) -> None:
        """Place the contents of a zone: a set as a mask, an ordered one as a tuple."""
        if zone.ordered is not holds_tuple:
            return
        slots = self._add(group, zone.name, count, zone_type(zone), holds_tuple=holds_tuple)
        known = self.zones_of.setdefault(zone.of, [])
        first = known[-1].first + known[-1].count if known else 0
        numbers = ZoneNumbers(group, zone.name, zone.of, first, count, slots, zone.ordered)
        known.append(numbers)
        self.zones[group, zone.name] = numbers

    def _place_whereabouts(self) -> None:
        """Place, for each thing that can lie in zones, the number of the zone it lies in."""
        holders = {zone.of for kind in self.spec.kinds.values() for zone in kind.zones}
        holders |= {zone.of for group in self.spec.globals.values() for zone in group.zones}
        for kind in self.spec.kinds:
            if kind in holders:
                self._add("WHERE", kind, self.count(kind), types.NUMBER, holds_tuple=False)

    def _place_chance(self) -> None:
        """Place one counter for each source of chance: dice, and ordered zones by number."""
        for die in self.spec.dice:
            self._add("CHANCE", die, 1, types.NUMBER, holds_tuple=False)
        groups: list[ir.KindSpec | ir.GlobalSpec] = [
            *self.spec.kinds.values(),
            *self.spec.globals.values(),
        ]
        for group in groups:
            for zone in group.zones:
                if not zone.ordered:
                    continue
                count = self.count(group.name) if isinstance(group, ir.KindSpec) else 1
                if zone.each is not None:
                    count = self.count_of(zone.each)
                self._add(
                    "CHANCE", f"{group.name}.{zone.name}", count, types.NUMBER, holds_tuple=False
                )

    @property
    def chance_counters(self) -> tuple[int, ...]:
        """The slots that count what each source of chance has given: dice and ordered zones."""
        found = [slots for slots in self.slots if slots.group == "CHANCE"]
        return tuple(
            one for slots in found for one in range(slots.start, slots.start + slots.count)
        )

    def slots_of(self, group: str, name: str) -> Slots:
        """Return the slots of a field, zone, piece, supply, whereabouts.

        Made kind or chance counter.
        """
        return self._by_key[group, name]

    def has_slots(self, group: str, name: str) -> bool:
        """Whether there are such slots."""
        return (group, name) in self._by_key


def is_tuple(type_: types.Type) -> bool:
    """Whether a value of this type is kept as a tuple rather than an int."""
    return isinstance(type_, types.ListOf | types.Table | types.Record | types.Row)


def mask_function(inner: types.Type) -> str:
    """Return the function that makes a set of some members; only numbers may be any."""
    return "mask_of_numbers" if isinstance(inner, types.Number) else "mask"


def bit_of(inner: types.Type, code: str) -> str:
    """Return the code of the set of one member."""
    return f"bit({code})" if isinstance(inner, types.Number) else f"1 << {code}"


def zone_type(zone: ir.ZoneSpec) -> types.Type:
    """Return the type of what lies in a zone."""
    inner = types.Kind(zone.of)
    return types.ListOf(inner) if zone.ordered else types.SetOf(inner)
