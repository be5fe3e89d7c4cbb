"""The things of one game by name and what is stored about them.

Values are plain Python: truth bool, number int, half Fraction, things and words str, a stack
(owner, place), nothing None, a set frozenset, a list tuple, a table a dict from tuples of keys,
records and rows tuples.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from interpreter.lang import ir, types

Place = tuple[str, str, str | None]
"""A zone: the kind or group that declares it, its name, and whose (or for which key) it is."""


class FaultError(Exception):
    """The rules broke; `code` is that of the fault that players see."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class World:
    """The state of a game."""

    def __init__(self, spec: ir.GameSpec, players: int, options: Mapping[str, int]) -> None:
        self.spec = spec
        self.players = players
        self.options = options
        self.elements: dict[tuple[str, str], ir.Element] = {}
        self.things: dict[str, list[str]] = {}
        for kind in spec.kinds.values():
            here = [item for item in kind.elements if item.seats <= players]
            self.elements |= {(kind.name, item.name): item for item in here}
            self.things[kind.name] = [item.name for item in here]
            if kind.made is not None:
                self.things[kind.name] = [f"{kind.name}_{n + 1}" for n in range(kind.made)]
        self.alive: dict[str, set[str]] = {
            kind.name: set() for kind in spec.kinds.values() if kind.made is not None
        }
        self.fields: dict[tuple[str, str, str | None], Any] = {}
        self.zones: dict[Place, list[str]] = {}
        self.where: dict[tuple[str, str], Place | None] = {}
        self.pieces: dict[tuple[str, str, str], int] = {}
        self.supply: dict[tuple[str, str], int] = {}
        self.counters: dict[str, int] = {}
        self.undecided: dict[Place, set[str]] = {}
        """When chance is asked: things whose places in a shuffled zone are not decided yet."""
        self.step: str | None = None
        self.over = False
        self.winner: str | None = None
        self.log: list[tuple[Any, ...]] = []
        self._index = {
            **{("kind", k): {name: n for n, name in enumerate(v)} for k, v in self.things.items()},
            **{
                ("word", k): {name: n for n, name in enumerate(words)}
                for k, words in spec.words.items()
            },
        }

    # ---- order -----------------------------------------------------------------------------------

    def members(self, type_: types.Type) -> list[Any]:
        """Return all values of a type, in order; of a made kind all that can exist."""
        match type_:
            case types.Kind(name):
                return list(self.things[name])
            case types.Word(name):
                return list(self.spec.words[name])
            case types.Truth():
                return [False, True]
            case types.Stack(piece):
                of = self.spec.pieces[piece]
                return list(product(self.things[of.owner], self.things[of.place]))
        raise TypeError(type_)

    def index(self, value: Any, type_: types.Type) -> Any:
        """Return what orders the values of a type."""
        match type_:
            case types.Optional(inner):
                return self.index(value, inner)
            case types.Kind(name):
                return self._index["kind", name][value]
            case types.Word(name):
                return self._index["word", name][value]
            case types.Stack(piece):
                of = self.spec.pieces[piece]
                owners, places = self.things[of.owner], self.things[of.place]
                return owners.index(value[0]) * len(places) + places.index(value[1])
        return value

    def listing(self, value: Any, type_: types.Type) -> list[Any]:
        """Return the members of a set in stable order, of a list in its own."""
        if isinstance(value, frozenset):
            inner = getattr(type_, "inner", type_)
            return sorted(value, key=lambda item: self.index(item, inner))
        return list(value)

    def number(self, kind: str, thing: str | None) -> int:
        """Return the number of a thing, -1 for nothing."""
        return -1 if thing is None else self._index["kind", kind][thing]

    def links(self, kind: str, name: str, thing: str) -> list[str]:
        """Return what a link joins to a thing, in stable order."""
        goal = types.Kind(dict(self.spec.kinds[kind].links)[name])
        joined = self.elements[kind, thing].links.get(name, ())
        here = frozenset(joined) & frozenset(self.things[goal.name])
        return self.listing(here, goal)

    # ---- values as they are kept -----------------------------------------------------------------

    def kept(self, value: Any, type_: types.Type) -> Any:
        """Return a value as a state of the engine keeps it; see `lang.types`."""
        match type_:
            case types.Optional(inner):
                return types.nothing_of(inner) if value is None else self.kept(value, inner)
            case types.Half():
                return int(value * 2)
            case types.SetOf(inner):
                return sum(1 << self.index(item, inner) for item in value)
            case types.ListOf(inner):
                return tuple(self.kept(item, inner) for item in value)
            case types.Table(inner, keys):
                return self._kept_table(value, inner, keys, ())
            case types.Record(name):
                fields = self.record_fields(name)
                return tuple(self.kept(v, t) for v, (_, t) in zip(value, fields, strict=True))
        return -1 if value is None else int(self.index(value, type_))

    def _kept_table(
        self, table: Any, inner: types.Type, keys: Sequence[types.Type], at: tuple[Any, ...]
    ) -> Any:
        if len(at) == len(keys):
            return self.kept(table[at], inner)
        here = self.members(keys[len(at)])
        return tuple(self._kept_table(table, inner, keys, (*at, key)) for key in here)

    def natural(self, value: int, type_: types.Type) -> Any:
        """Return a value of one number as Python has it."""
        match type_:
            case types.Optional(inner):
                return None if value == types.nothing_of(inner) else self.natural(value, inner)
            case types.Truth():
                return bool(value)
            case types.Half():
                return Fraction(value, 2)
            case types.Kind() | types.Word() | types.Stack():
                return self.members(type_)[value]
        return value

    def default(self, type_: types.Type) -> Any:
        """Return what a field or local of a type holds when nothing else is said."""
        match type_:
            case types.Optional():
                return None
            case types.SetOf():
                return frozenset()
            case types.ListOf():
                return ()
            case types.Table(inner, keys):
                return {at: self.default(inner) for at in product(*map(self.members, keys))}
            case types.Record(name):
                return tuple(self.default(field) for _, field in self.record_fields(name))
        return self.natural(0, type_)

    def record_fields(self, name: str) -> Iterable[tuple[str, types.Type]]:
        """Return the fields of a declared record, or of the results of a rule."""
        record = self.spec.records.get(name)
        return self.spec.rules[name].results if record is None else record.fields

    # ---- what is declared ------------------------------------------------------------------------

    def owner_spec(self, group: str) -> ir.KindSpec | ir.GlobalSpec:
        """Return the declaration of a kind or of a group of globals."""
        return self.spec.kinds.get(group) or self.spec.globals[group]

    def field_spec(self, group: str, name: str) -> ir.FieldSpec:
        """Return the declaration of a stored field."""
        return next(item for item in self.owner_spec(group).fields if item.name == name)

    def zone_spec(self, place: Place) -> ir.ZoneSpec:
        """Return the declaration of a zone."""
        return next(item for item in self.owner_spec(place[0]).zones if item.name == place[1])

    def subjects(self, group: str) -> list[str | None]:
        """Return what a field of a kind or group stands for: each thing, or the group itself."""
        return list(self.things[group]) if group in self.things else [None]

    def zone_keys(self, group: str, zone: ir.ZoneSpec) -> list[str | None]:
        """Return the owners or keys of the zones of one declaration."""
        return self.subjects(group) if zone.each is None else self.members(zone.each)

    def takes_part(self, owner: tuple[str, str]) -> bool:
        """Whether a definition takes part in this game."""
        return owner in self.elements

    # ---- where things lie ------------------------------------------------------------------------

    def lay(self, kind: str, thing: str, place: Place | None, *, top: bool = False) -> None:
        """Put a thing into a zone, or nowhere."""
        before = self.where[kind, thing]
        if before is not None:
            self.zones[before].remove(thing)
            self.undecided.get(before, set()).discard(thing)
        self.where[kind, thing] = place
        if place is not None:
            self.zones[place].insert(0 if top else len(self.zones[place]), thing)

    def swap(self, kind: str, one: str, other: str) -> None:
        """Let two things change places."""
        places = [self.where[kind, one], self.where[kind, other]]
        open_ = [self.undecided.get(p, set()) if p else set() for p in places]
        # whoever comes to an undecided place is as undecided there as who leaves it
        was_open = [thing in things for things, thing in zip(open_, (one, other), strict=True)]
        for things, thing in zip(open_, (one, other), strict=True):
            things.discard(thing)
        for things, thing, was in zip(open_, (other, one), was_open, strict=True):
            if was:
                things.add(thing)
        at = [p and (p, self.zones[p].index(t)) for p, t in zip(places, (one, other), strict=True)]
        for spot, thing in zip(at, (other, one), strict=True):
            if spot:
                self.zones[spot[0]][spot[1]] = thing
        self.where[kind, one], self.where[kind, other] = places[1], places[0]
