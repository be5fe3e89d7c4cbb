"""Operations: what each row of the table of operations does to a world, without hooks."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from interpreter.engine import chance
from interpreter.lang import ir, types
from tests.oracle.evaluator import Evaluator, Names
from tests.oracle.world import FaultError, Place, World

COUNTED = {"place", "remove_pieces", "move_pieces", "gain", "pay", "lose", "draw"}
ON_THINGS = {"remove_things", "move_things", "destroy", "reveal"}


class Operations(Evaluator):
    """Does operations; arguments come as values, zones as places, amounts as numbers."""

    def __init__(self, world: World, seed: int, *, ask_chance: bool = False) -> None:
        super().__init__(world)
        self.seed = seed
        self.ask_chance = ask_chance
        self.zone_numbers: dict[Place, int] = {}
        numbered: dict[str, int] = {}
        groups = [*self.spec.kinds.values(), *self.spec.globals.values()]
        # Sets come before ordered zones: the numbers only show in the log.
        for ordered in (False, True):
            for group in groups:
                for zone in group.zones:
                    if zone.ordered is ordered:
                        for key in world.zone_keys(group.name, zone):
                            self.zone_numbers[group.name, zone.name, key] = numbered.get(zone.of, 0)
                            numbered[zone.of] = numbered.get(zone.of, 0) + 1

    # ---- amounts ---------------------------------------------------------------------------------

    def amount(
        self, event: ir.Event, amount: ir.Amount, given: Sequence[Any], me: str, names: Names
    ) -> int:
        """Return how many are meant; an exact amount of which there is not enough is a fault."""
        there = self.available(event, given, me)
        if amount.number is None:
            return there
        wanted = max(0, self.value(amount.number, names))
        if there is None or wanted <= there:
            return wanted
        if amount.or_all:
            return there
        raise FaultError("F702")

    def available(self, event: ir.Event, given: Sequence[Any], me: str) -> Any:
        """Return how many an amount can be at most, None without a limit."""
        match event.operation, given:
            case "place", (_, owner, _):
                return self.world.supply.get((event.noun, owner))
            case "remove_pieces", (_, owner, place, *_):
                return self.world.pieces[event.noun, owner, place]
            case "move_pieces", (_, owner, place, _):
                return self.world.pieces[event.noun, owner, place]
            case (("pay" | "lose"), _):
                return self.payable(event.noun, me)
            case "draw", (_, place, _):
                return len(self.world.zones[place])
        return None

    # ---- doing -----------------------------------------------------------------------------------

    def apply(self, event: ir.Event, given: Sequence[Any], me: str, end: str | None = None) -> Any:
        """Do an operation and return what it gives."""
        values = list(given)
        if event.operation in COUNTED:
            there = self.available(event, values, me)
            values[0] = values[0] if there is None else min(values[0], there)
            if values[0] == 0:
                return () if event.operation == "draw" else None
        return getattr(self, f"do_{event.operation}")(event.noun, values, me, end)

    def note(self, *entry: Any) -> None:
        """Write an entry of the log, numbers as the engine writes them."""
        self.world.log.append(entry)

    def _piece(self, piece: str, owner: str, *places: str) -> list[int]:
        spec = self.spec.pieces[piece]
        number = self.world.number
        return [number(spec.owner, owner), *(number(spec.place, place) for place in places)]

    def do_place(self, piece: str, given: list[Any], _me: str, _end: str | None) -> None:
        count, owner, place = given
        if (piece, owner) in self.world.supply:
            self.world.supply[piece, owner] -= count
        self.world.pieces[piece, owner, place] += count
        self.note("place", piece, count, *self._piece(piece, owner, place))

    def do_remove_pieces(self, piece: str, given: list[Any], _me: str, _end: str | None) -> None:
        count, owner, place, *_ = given
        self.world.pieces[piece, owner, place] -= count
        if (piece, owner) in self.world.supply:
            self.world.supply[piece, owner] += count
        self.note("remove", piece, count, *self._piece(piece, owner, place))

    def do_move_pieces(self, piece: str, given: list[Any], _me: str, _end: str | None) -> None:
        count, owner, origin, goal = given
        self.world.pieces[piece, owner, origin] -= count
        self.world.pieces[piece, owner, goal] += count
        self.note("move", piece, count, *self._piece(piece, owner, origin, goal))

    def _shift(self, kind: str, thing: str, goal: Place | None, *, top: bool = False) -> None:
        numbers = [self.zone_numbers.get(p, -1) for p in (self.world.where[kind, thing], goal)]
        self.note("shift", kind, self.world.number(kind, thing), *numbers)
        self.world.lay(kind, thing, goal, top=top)

    def _check_limit(self, place: Place) -> None:
        spec = self.world.zone_spec(place)
        names = {place[0] if spec.each is None else spec.each.name: place[2]}
        if spec.limit is not None and len(self.world.zones[place]) > self.value(spec.limit, names):
            raise FaultError("F704")

    def do_move_things(self, kind: str, given: list[Any], _me: str, end: str | None) -> None:
        thing, goal = given
        self._shift(kind, thing, goal, top=end == "top")
        self._check_limit(goal)

    def do_remove_things(self, kind: str, given: list[Any], _me: str, _end: str | None) -> None:
        self._shift(kind, given[0], None)

    def do_swap(self, kind: str, given: list[Any], _me: str, _end: str | None) -> None:
        self.note("swap", kind, *(self.world.number(kind, thing) for thing in given))
        self.world.swap(kind, *given)

    def do_create(self, kind: str, given: list[Any], _me: str, _end: str | None) -> str:
        world = self.world
        free = [name for name in world.things[kind] if name not in world.alive[kind]]
        if not free:
            raise FaultError("F705")
        world.alive[kind].add(free[0])
        for field, value in zip(self.spec.kinds[kind].fields, given, strict=True):
            world.fields[kind, field.name, free[0]] = value
        self.note("create", kind, world.number(kind, free[0]))
        return free[0]

    def start_of(self, field: ir.FieldSpec, names: Names) -> Any:
        """Return what a field holds when nothing else is said of this thing."""
        if field.start is None:
            return self.world.default(field.type)
        return self.value(field.start, names)

    def do_destroy(self, kind: str, given: list[Any], _me: str, _end: str | None) -> None:
        (thing,) = given
        if self.world.where.get((kind, thing)) is not None:
            self._shift(kind, thing, None)
        self.world.alive[kind].discard(thing)
        self.note("destroy", kind, self.world.number(kind, thing))

    # ---- resources -------------------------------------------------------------------------------

    def do_gain(self, resource: str, given: list[Any], me: str, _end: str | None) -> None:
        most = self.world.field_spec("player", resource).most
        held = self.world.fields["player", resource, me] + given[0]
        if most is not None:
            held = min(held, self.value(most, {"player": me}))
        self.world.fields["player", resource, me] = held
        self._note_resource("gain", resource, given[0], me)

    def do_pay(self, resource: str, given: list[Any], me: str, _end: str | None) -> None:
        self.world.fields["player", resource, me] -= given[0]
        self._note_resource("pay", resource, given[0], me)

    def do_lose(self, resource: str, given: list[Any], me: str, _end: str | None) -> None:
        self.world.fields["player", resource, me] -= given[0]
        self._note_resource("lose", resource, given[0], me)

    def _note_resource(self, what: str, resource: str, count: int, me: str) -> None:
        self.note(what, resource, count, self.world.number("player", me))

    # ---- chance ----------------------------------------------------------------------------------

    def _ordinal(self, cause: str) -> int:
        self.world.counters[cause] = ordinal = self.world.counters.get(cause, 0) + 1
        return ordinal - 1

    def do_draw(self, kind: str, given: list[Any], _me: str, _end: str | None) -> tuple[str, ...]:
        count, origin, goal = given
        contents = self.world.zones[origin]
        if not self.world.zone_spec(origin).ordered:
            contents = self.world.listing(frozenset(contents), types.Kind(kind))
        drawn = tuple(contents[:count])
        for thing in drawn:
            self._shift(kind, thing, goal)
        self._check_limit(goal)
        return drawn

    def do_shuffle(self, kind: str, given: list[Any], _me: str, _end: str | None) -> None:
        (place,) = given
        group, name, key = place
        number = self.world.number
        things = tuple(number(kind, thing) for thing in self.world.zones[place])
        if not self.ask_chance:
            keys = self.world.zone_keys(group, self.world.zone_spec(place))
            cause = cause_number(f"zone {group}.{name}") + keys.index(key)
            ordinal = self._ordinal(f"{group}.{name} {key}")
            order = chance.shuffled(self.seed, cause, ordinal, things)
            self.world.zones[place][:] = [self.world.things[kind][item] for item in order]
        self.note("shuffle", kind, self.zone_numbers[place])

    def faces(self, die: str) -> list[Any]:
        """Return what a die can show."""
        spec = self.spec.dice[die]
        if spec.faces is not None:
            return self.members(spec.faces, {})
        return list(range(1, (spec.sides or 0) + 1))

    def do_roll(self, die: str, given: list[Any], _me: str, _end: str | None) -> Any:
        spec, faces = self.spec.dice[die], self.faces(die)
        if given:
            (face,) = given
        else:
            cause, ordinal = cause_number(f"die {die}"), self._ordinal(die)
            face = faces[chance.below(self.seed, cause, ordinal, len(faces))]
        self.note("roll", die, self.world.kept(face, spec.type))
        return face

    # ---- the rest --------------------------------------------------------------------------------

    def do_reveal(self, kind: str, given: list[Any], _me: str, _end: str | None) -> None:
        self.note("reveal", kind, self.world.number(kind, given[0]))

    # ---- changes of fields -----------------------------------------------------------------------

    def change(self, node: ir.Change, names: Names) -> None:
        """Do `set`, `add`, `subtract`, `include` or `exclude`."""
        base, keys = node.target, ()
        if isinstance(base, ir.Index):
            base, keys = base.base, tuple(self.value(key, names) for key in base.keys)
        old = self.value(node.target, names)
        new = _changed(node.operation, old, self.value(node.value, names), node.value.type)
        if isinstance(base, ir.Local):
            names[base.name] = _with_entry(names[base.name], keys, new)
            return
        group, subject = self._owner(base, names)
        field = self.world.field_spec(group, base.name)
        new = self._clamped(field, new, {group: subject})
        slot = (group, base.name, subject)
        self.world.fields[slot] = _with_entry(self.world.fields[slot], keys, new)
        at = max(0, self.world.number(group, subject)) if subject else 0
        kept = self.world.kept(self.world.fields[slot], field.type)
        self.note("set", group, base.name, at, kept)

    def _owner(self, node: ir.Expression, names: Names) -> tuple[str, str | None]:
        if isinstance(node, ir.GlobalField):
            return node.group, None
        return node.kind, self.value(node.subject, names)

    def _clamped(self, field: ir.FieldSpec, value: Any, names: Names) -> Any:
        """Return a number within its declared limits; a set or list that is too big is a fault."""
        if value is None:
            return None
        if isinstance(value, frozenset | tuple):
            if field.most is not None and len(value) > self.value(field.most, names):
                raise FaultError("F704")
            return value
        if field.least is not None:
            value = max(value, self.value(field.least, names))
        if field.most is not None:
            value = min(value, self.value(field.most, names))
        return value


def _changed(operation: str, old: Any, value: Any, type_: types.Type) -> Any:
    """Return what a field or local holds after a change."""
    several = isinstance(type_, types.SetOf | types.ListOf)
    match operation:
        case "set":
            return value
        case "add":
            return old + value
        case "subtract":
            return old - value
    items = tuple(value) if several else (value,)
    if isinstance(old, frozenset):
        return old | frozenset(items) if operation == "include" else old - frozenset(items)
    if operation == "include":
        return old + items
    left = list(old)
    for item in items:
        if item in left:
            left.remove(item)
    return tuple(left)


def _with_entry(base: Any, keys: tuple[Any, ...], new: Any) -> Any:
    """Return a table or list with one entry changed; without keys the new value itself."""
    if not keys:
        return new
    if isinstance(base, dict):
        return {**base, keys: new}
    at = keys[0] - 1
    return (*base[:at], new, *base[at + 1 :])


def cause_number(words: str) -> int:
    """Return the number of a cause of chance."""
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")
