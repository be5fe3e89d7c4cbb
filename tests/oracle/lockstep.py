"""Plays a game and the oracle side by side; tells the first difference and the way there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter import Game, Pack, RulesFault
from interpreter.lang import types
from interpreter.program.layout import Layout, Slots
from tests.oracle.choices import CHANCE, Asking, Question
from tests.oracle.walker import BUDGET, Walker
from tests.oracle.world import FaultError, Place, World

Pick = Callable[[int], int]
"""Returns a number below its argument: who answers next and what."""


class DifferenceError(AssertionError):
    """The compiled form and the oracle do not agree."""


@dataclass
class OracleGame:
    """The oracle behind the doors of a `Game`: what is open, and an answer."""

    walker: Walker
    open: list[Question] = field(default_factory=list)
    _playing: Asking | None = None

    @classmethod
    def start(
        cls,
        pack: Pack,
        players: int,
        options: dict[str, int],
        seed: int,
        *,
        ask_chance: bool = False,
    ) -> "OracleGame":
        """Start a game and run it to its first decision that has more than one option."""
        world = World(pack.spec, players, options)
        game = cls(Walker(world, seed & ((1 << 64) - 1), ask_chance=ask_chance))
        game._playing = game.walker.play()
        game.open = next(game._playing, [])
        game.settle()
        return game

    def answer(self, place: int, option: int) -> None:
        """Give an option to an open question and run on."""
        assert option in self.open[place].options
        self._give(place, option)
        self.settle()

    def _give(self, place: int, option: int) -> None:
        assert self._playing is not None
        self.walker.budget = BUDGET
        try:
            self.open = self._playing.send((place, option))
        except StopIteration:
            self.open = []

    def settle(self) -> None:
        """Answer the questions that have one option."""
        while True:
            forced = [at for at, one in enumerate(self.open) if len(one.options) == 1]
            if not forced:
                return
            self._give(forced[0], self.open[forced[0]].options[0])


# ---- states --------------------------------------------------------------------------------------


def projection(world: World, layout: Layout) -> Iterator[tuple[str, int, Any]]:
    """Yield for each slot of the engine's state its name, its number and what should be there."""
    for slots in layout.slots:
        rows = list(_rows(world, layout, slots))
        if rows:
            assert len(rows) == slots.count, slots
        for at, (name, value) in enumerate(rows):
            yield f"{slots.group}.{slots.name} of {name}", slots.start + at, value


def _rows(world: World, layout: Layout, slots: Slots) -> Iterator[tuple[Any, Any]]:
    """Yield the names and values of a run of slots in their order."""
    group, name = slots.group, slots.name
    spec = world.spec
    match group:
        case "PIECES":
            piece = spec.pieces[name]
            for owner in world.things[piece.owner]:
                for place in world.things[piece.place]:
                    yield f"{owner} in {place}", world.pieces[name, owner, place]
        case "SUPPLY":
            for owner in world.things[spec.pieces[name].owner]:
                yield owner, world.supply[name, owner]
        case "MADE":
            yield name, world.kept(world.alive[name], types.SetOf(types.Kind(name)))
        case "WHERE":
            for thing in world.things[name]:
                yield thing, _zone_number(world, layout, world.where[name, thing])
        case "CHANCE":
            yield from _counters(world, name)
        case _:
            if (group, name) in layout.zones:
                zone = world.zone_spec((group, name, None))
                for key in world.zone_keys(group, zone):
                    yield key or "it", world.kept(world.zones[group, name, key], slots.type)
            else:
                for subject in world.subjects(group):
                    yield (
                        subject or "it",
                        world.kept(world.fields[group, name, subject], slots.type),
                    )


def _counters(world: World, name: str) -> Iterator[tuple[str, int]]:
    """Yield how often chance was asked for a die, or for each zone of a declaration."""
    if name in world.spec.dice:
        yield name, world.counters.get(name, 0)
        return
    group, zone = name.split(".")
    for key in world.zone_keys(group, world.zone_spec((group, zone, None))):
        yield str(key), world.counters.get(f"{name} {key}", 0)


def _zone_number(world: World, layout: Layout, place: Place | None) -> int:
    if place is None:
        return -1
    group, name, key = place
    keys = world.zone_keys(group, world.zone_spec(place))
    return layout.zones[group, name].first + keys.index(key)


def _undecided(world: World, layout: Layout) -> dict[int, set[int]]:
    """Return by slot the things in a zone whose places chance has not decided yet."""
    found = {}
    for place, things in world.undecided.items():
        zone = layout.zones[place[:2]]
        keys = world.zone_keys(place[0], world.zone_spec(place))
        slot = zone.slots.start + keys.index(place[2])
        found[slot] = {world.number(zone.of, thing) for thing in things}
    return found


def _settled(value: Any, undecided: set[int] | None) -> Any:
    """Return the contents of a zone with what is undecided in the order of the things."""
    if not undecided:
        return value
    left = iter(sorted(undecided))
    return tuple(next(left) if item in undecided else item for item in value)


# ---- side by side --------------------------------------------------------------------------------


@dataclass
class Lockstep:
    """One game twice."""

    pack: Pack
    players: int
    options: dict[str, Any]
    seed: int
    ask_chance: bool = False
    way: list[str] = field(default_factory=list)
    """What was answered so far, for the report."""
    events: int = 0

    def play(self, pick: Pick, most: int) -> str:
        """Play until the game is over, a fault or `most` answers; return how it ended."""
        kept = self.pack.option_values(self.options)
        chance = "ask" if self.ask_chance else "auto"
        ours, fault = self._both(
            lambda: Game(self.pack, self.players, self.seed, self.options, chance=chance),
            lambda: OracleGame.start(
                self.pack, self.players, kept, self.seed, ask_chance=self.ask_chance
            ),
        )
        if fault:
            return fault
        self.game, self.oracle = ours
        for _ in range(most):
            self.compare()
            if self.game.over:
                return "over"
            place = pick(len(self.oracle.open))
            asked = self.oracle.open[place]
            option = asked.options[pick(len(asked.options))]
            decision = self.game.decisions[place]
            self.way.append(f"player_{asked.player + 1} {asked.name or asked.form}: {option}")
            fault = self._both(
                lambda number=option, of=decision: self.game.answer(number, player=of.player),
                lambda at=place, number=option: self.oracle.answer(at, number),
            )[1]
            if fault:
                return fault
        return "unfinished"

    def _both(self, ours: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[Any, str]:
        """Do the same on both sides; return what they give, and the fault if there was one."""
        results, codes, chains = [], [], []
        for side in (ours, theirs):
            try:
                results.append(side())
            except (RulesFault, FaultError) as fault:
                codes.append(fault.code)
                chains.append(" > ".join(str(link[0]) for link in getattr(fault, "chain", ())))
            else:
                codes.append("")
        if codes[0] != codes[1]:
            self.fail(f"fault {codes[0] or 'none'} {chains}, the oracle: {codes[1] or 'none'}")
        return results, codes[0]

    def fail(self, what: str) -> None:
        """Report a difference."""
        way = "\n  ".join(self.way[-30:])
        where = f"{self.pack.id}, {self.players} players, {self.options}, seed {self.seed}"
        raise DifferenceError(f"{what}\n{where}, {len(self.way)} answers:\n  {way}")

    def compare(self) -> None:
        """Compare what is asked, the states, what happened and the outcome."""
        self._compare_events()
        self._compare_states()
        asked = [
            (
                CHANCE if one.player is None else one.player,
                one.kind,
                one.name,
                tuple(option.number for option in one.options),
            )
            for one in self.game.decisions
        ]
        wanted = [(one.player, one.form, one.name, one.options) for one in self.oracle.open]
        if [_plain(one) for one in asked] != [_plain(one) for one in wanted]:
            self.fail(f"asked {asked}\nthe oracle: {wanted}")
        if self.game.over != self.oracle.walker.world.over:
            self.fail(f"over: {self.game.over}, the oracle: {not self.game.over}")
        if self.game.phase != self.oracle.walker.world.step:
            self.fail(f"step {self.game.phase}, the oracle: {self.oracle.walker.world.step}")
        if self.game.over:
            self._compare_outcomes()

    def _compare_states(self) -> None:
        world, layout, state = self.oracle.walker.world, self.game.program.layout, self.game.state
        open_ = _undecided(world, layout)
        wrong = [
            f"{name}: {state[slot]!r}, the oracle: {value!r}"
            for name, slot, value in projection(world, layout)
            if _settled(state[slot], open_.get(slot)) != _settled(value, open_.get(slot))
            and not (self.ask_chance and name.startswith("CHANCE."))
            and not self._is_gone(slot)
        ]
        if wrong:
            self.fail("\n".join(["the states differ", *wrong]))

    def _is_gone(self, slot: int) -> bool:
        """Whether a slot belongs to a made thing that does not exist."""
        layout, alive = self.game.program.layout, self.oracle.walker.world.alive
        slots = next(one for one in layout.slots if one.start <= slot < one.start + one.count)
        if slots.group not in alive:
            return False
        return layout.names[slots.group][slot - slots.start] not in alive[slots.group]

    def _compare_events(self) -> None:
        """Compare what happened since the last decision, as far as the oracle tells it."""
        steps = self.game.program.steps
        events = [
            (event[0], steps[event[2]]) if event[0] == "step" else (event[0], *event[2:])
            for event in self.game._record.events()[self.events :]
        ]
        wanted = self.oracle.walker.world.log[self.events :]
        self.events += len(wanted)
        short = [event[: len(want)] for event, want in zip(events, wanted, strict=False)]
        if len(events) != len(wanted) or short != wanted:
            at = next(
                (n for n, (a, b) in enumerate(zip(short, wanted, strict=False)) if a != b),
                len(short),
            )
            self.fail(f"event {at} is {events[at : at + 3]}\nthe oracle: {wanted[at : at + 3]}")

    def _compare_outcomes(self) -> None:
        ranks, scores = self.oracle.walker.outcome()
        outcome = self.game.outcome
        if (outcome.ranks, outcome.scores) != (ranks, scores):
            self.fail(f"outcome {outcome}, the oracle: {ranks}, {scores}")


def _plain(asked: Sequence[Any]) -> tuple[Any, ...]:
    """Return what is compared of a question: only a `choose` has a name of its own."""
    player, form, name, options = asked
    return player, form, "" if form in ("may", "branch", "hook", "chance") else name, options
