"""Statements, hooks and the flow: a whole game as a generator of questions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from interpreter.lang import ir, types
from interpreter.program.orders import orders_read
from tests.oracle.choices import CHANCE, Asking, Choices, Question
from tests.oracle.evaluator import Names, method
from tests.oracle.operations import COUNTED, ON_THINGS
from tests.oracle.world import FaultError, Place, World

BUDGET = 20_000
ZONES = {"move_things": (1,), "draw": (1, 2), "shuffle": (0,)}
"""Which arguments of an operation are zones that something goes to or comes from."""


class GoingError(Exception):
    """`next`, `leave loop`, `leave rule` or `end game` is on its way to where it leads."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class WonError(Exception):
    """Somebody has won."""


class Walker(Choices):
    """Plays a pack."""

    def __init__(self, world: World, seed: int, *, ask_chance: bool = False) -> None:
        super().__init__(world, seed, ask_chance=ask_chance)
        self.looked_at = orders_read(self.spec) if ask_chance else frozenset()
        self.budget = BUDGET
        self.hooks: dict[ir.Event, list[ir.HookSpec]] = {}
        for hook in self.spec.hooks:
            if world.takes_part(hook.owner):
                self.hooks.setdefault(hook.event, []).append(hook)
        self.begin()

    # ---- the beginning ---------------------------------------------------------------------------

    def begin(self) -> None:
        """Fill the world with what it holds at the start."""
        world = self.world
        groups = [*self.spec.kinds.values(), *self.spec.globals.values()]
        for group in groups:
            for field, subject in product(group.fields, world.subjects(group.name)):
                start = self.start_of(field, {group.name: subject})
                element = world.elements.get((group.name, subject or ""))
                if element is not None and field.name in element.start:
                    start = self.value(element.start[field.name], {})
                world.fields[group.name, field.name, subject] = start
            for zone in group.zones:
                world.where |= {(zone.of, thing): None for thing in world.things[zone.of]}
                for key in world.zone_keys(group.name, zone):
                    world.zones[group.name, zone.name, key] = []
        for piece in self.spec.pieces.values():
            owners, places = world.things[piece.owner], world.things[piece.place]
            world.pieces |= {(piece.name, *pair): 0 for pair in product(owners, places)}
            if piece.supply is not None:
                for owner in owners:
                    supply = self.value(piece.supply, {piece.owner: owner})
                    world.supply[piece.name, owner] = supply
        for group in groups:
            for zone in group.zones:
                self._fill(group.name, zone)
        self.start_fields = dict(world.fields)

    def _fill(self, group: str, zone: ir.ZoneSpec) -> None:
        if zone.start is None:
            return
        for key in self.world.zone_keys(group, zone):
            names = {group: key} if zone.each is None else {zone.each.name: key}
            for thing in self.members(zone.start, names):
                self.world.lay(zone.of, thing, (group, zone.name, key))

    # ---- statements ------------------------------------------------------------------------------

    def run(self, body: ir.Body, names: Names) -> Asking:
        """Do some statements; what they name goes into `names`."""
        for statement in body:
            yield from getattr(self, method("run", statement))(statement, names)

    def run_let(self, node: ir.Let, names: Names) -> Asking:
        names[node.name] = self.value(node.value, names)
        yield from ()

    def run_change(self, node: ir.Change, names: Names) -> Asking:
        self.change(node, names)
        yield from ()

    def run_choose(self, node: ir.Choose, names: Names) -> Asking:
        yield from self.choose(node, names, self.run)

    def run_choose_branch(self, node: ir.ChooseBranch, names: Names) -> Asking:
        who = names["me"] if node.who is None else self.value(node.who, names)
        options = [
            number
            for number, branch in enumerate(node.branches)
            if (branch.condition is None or self.value(branch.condition, names))
            and self.can_pay(branch.paying, who, names)
        ]
        answer = -1
        if options:
            asked = (*options, -1) if node.may else options
            answer = yield from self.ask(who, "branch", "", asked)
        if answer < 0:
            yield from self.run(node.if_none or (), names)
            return
        yield from self.pay(node.branches[answer].paying, who, names)
        yield from self.run(node.branches[answer].body, names)

    def run_may(self, node: ir.May, names: Names) -> Asking:
        who = names["me"] if node.who is None else self.value(node.who, names)
        agreed = self.can_pay(node.paying, who, names)
        if agreed:
            agreed = yield from self.ask(who, "may", "", (1, 0))
        if agreed:
            yield from self.pay(node.paying, who, names)
        yield from self.run(node.body if agreed else node.otherwise, names)

    def run_if(self, node: ir.If, names: Names) -> Asking:
        for condition, body in node.branches:
            if self.value(condition, names):
                yield from self.run(body, names)
                return
        yield from self.run(node.otherwise, names)

    def run_for_each(self, node: ir.ForEach, names: Names) -> Asking:
        for row in list(self.rows(node.binders, names)):
            names.update(row)
            if node.where is not None and not self.value(node.where, names):
                continue
            if (yield from self._round(node.body, names)):
                return

    def run_repeat(self, node: ir.Repeat, names: Names) -> Asking:
        left = None if node.times is None else self.value(node.times, names)
        while left is None or left > 0:
            if node.condition is not None and not self.value(node.condition, names):
                return
            left = None if left is None else left - 1
            if (yield from self._round(node.body, names)):
                return

    def _round(self, body: ir.Body, names: Names) -> Asking:
        """Run one round of a loop; tell whether the loop is left."""
        self.budget -= 1
        if self.budget < 0:
            raise FaultError("F701")
        try:
            yield from self.run(body, names)
        except GoingError as going:
            if going.where not in ("next", "leave loop"):
                raise
            return going.where == "leave loop"
        return False

    def run_plan(self, node: ir.Plan, names: Names) -> Asking:
        yield from self.run(node.body, names)

    def run_go(self, node: ir.Go, _: Names) -> Asking:
        if node.where != "nothing":
            raise GoingError(node.where)
        yield from ()

    # ---- in secret -------------------------------------------------------------------------------

    def run_secretly(self, node: ir.Secretly, names: Names) -> Asking:
        """Let players answer at once; afterwards each name is a table by player."""
        rows = [{**names, **row} for row in self.rows((node.binder,), names)]
        rows = [row for row in rows if node.where is None or self.value(node.where, row)]
        for row in rows:
            row |= {name: self._unasked(type_) for name, type_ in node.names}
            row["reserved"] = {}
        branches = [self.run(node.body, row) for row in rows]
        open_ = {
            at: asked[0] for at, branch in enumerate(branches) if (asked := next(branch, None))
        }
        while open_:
            position, option = yield list(open_.values())
            at = list(open_)[position]
            try:
                open_[at] = branches[at].send((0, option))[0]
            except StopIteration:
                del open_[at]
        players = [row[node.binder.name] for row in rows]
        for name, type_ in node.names:
            table = {(seat,): self._unasked(type_) for seat in self.world.things["player"]}
            table |= {(p,): row[name] for p, row in zip(players, rows, strict=True)}
            names[name] = table
        for resource in sorted({name for row in rows for name in row["reserved"]}):
            for seat in self.world.things["player"]:
                kept = (row for p, row in zip(players, rows, strict=True) if p == seat)
                amount = sum(row["reserved"].get(resource, 0) for row in kept)
                if amount:
                    yield from self.event(ir.Event("pay", resource), [amount], seat)

    def _unasked(self, type_: types.Type) -> Any:
        return None if isinstance(type_, types.Kind | types.Word) else self.world.default(type_)

    def pay(self, prices: Sequence[ir.Price], who: str, names: Names) -> Asking:
        """Pay a price at once; in secret put it in reserve."""
        amounts = [(one.resource, max(0, self.value(one.amount, names))) for one in prices]
        for resource, amount in amounts:
            reserved = names.get("reserved")
            if reserved is not None:
                reserved[resource] = reserved.get(resource, 0) + amount
                continue
            if amount > self.payable(resource, who):
                raise FaultError("F702")
            yield from self.event(ir.Event("pay", resource), [amount], who)

    # ---- operations and rules --------------------------------------------------------------------

    def run_do(self, node: ir.Do, names: Names) -> Asking:
        event = node.event
        me = names["me"] if node.actor is None else self.value(node.actor, names)
        zones = ZONES.get(event.operation, ())
        given = [
            self._argument(event, item, names, place=at in zones)
            for at, item in enumerate(node.arguments)
        ]
        if event.operation == "reveal" and given[1] is None:
            given[1] = frozenset(self.world.things["player"])
        if event.operation == "create":
            fields = zip(self.spec.kinds[event.noun].fields, node.arguments, given, strict=True)
            given = [self.start_of(one, {}) if item is None else it for one, item, it in fields]
        if given and isinstance(given[0], ir.Amount):
            given[0] = self.amount(event, given[0], given, me, names)
        if event.operation == "perform" and node.paying == "cost":
            yield from self.pay_cost(event.noun, given[0], me)
        at, done = names.get("inside", (None, frozenset()))
        excluded = done if at == event else frozenset()
        several: list[list[Any]] = [given]
        if event.operation in ON_THINGS and isinstance(given[0], list):
            several = [[thing, *given[1:]] for thing in given[0]]
        for one in several:
            result = yield from self.event(
                event, one, me, node, excluded=excluded, reserved=names.get("reserved")
            )
        if node.result is not None:
            names[node.result] = result

    def _argument(self, event: ir.Event, item: Any, names: Names, *, place: bool) -> Any:
        """Return an argument: an amount as written, a zone to go to as its name, else its value."""
        if item is None:
            return None
        if isinstance(item, ir.Amount):
            return item
        if place:
            return self.place(item, names)
        if event.operation in ON_THINGS and isinstance(item.type, types.SetOf | types.ListOf):
            return self.members(item, names)
        return self.value(item, names)

    def pay_cost(self, kind: str, definition: str, me: str) -> Asking:
        """Pay what a definition costs."""
        costs = self.costs(kind, definition, me)
        if any(cost and cost > self.payable(name, me) for name, cost in costs.items()):
            raise FaultError("F702")
        for resource, cost in costs.items():
            if cost:
                yield from self.event(ir.Event("pay", resource), [cost], me)

    def thing_itself(
        self, event: ir.Event, given: Sequence[Any], me: str, node: ir.Do | None, reserved: Any
    ) -> Asking:
        """Do an operation or call a rule."""
        match event.operation:
            case "rule":
                return (yield from self.call(event.noun, given, me, reserved))
            case "win":
                self.world.winner = me
                self.note("win", self.world.number("player", me))
                raise WonError
            case "perform":
                yield from self.perform(event.noun, given, me, node)
                return None
        if self.ask_chance and event.operation == "roll":
            given = [(yield from self.ask_roll(event.noun))]
        if self.ask_chance and event.operation == "draw":
            yield from self.ask_places(event.noun, given[1], given[0])
        if self.ask_chance and event.operation == "shuffle":
            self.world.undecided[given[0]] = set(self.world.zones[given[0]])
            if self.is_looked_at(event, given[0]):
                yield from self.ask_places(event.noun, given[0], len(self.world.zones[given[0]]))
        return self.apply(event, given, me, None if node is None else node.end)

    def is_looked_at(self, event: ir.Event, place: Place) -> bool:
        """Whether the order of a shuffled zone, or where hooks wait of any such zone, is read."""
        if event not in self.hooks:
            return place[:2] in self.looked_at
        zones = [one for one in self.world.zones if self.world.zone_spec(one).of == event.noun]
        return any(one[:2] in self.looked_at for one in zones)

    def ask_roll(self, die: str) -> Asking:
        """Let chance say what a die shows."""
        type_ = self.spec.dice[die].type
        options = [self.world.kept(face, type_) for face in self.faces(die)]
        answer = yield from self.ask_chance_for(options)
        return self.world.natural(answer, type_)

    def ask_places(self, kind: str, place: Place, count: int) -> Asking:
        """Let chance decide what lies at so many places of a zone, from the top."""
        open_ = self.world.undecided.get(place, set())
        for at in range(count):
            contents = self.world.zones[place]
            if contents[at] in open_:
                options = sorted(self.world.number(kind, thing) for thing in open_)
                thing = self.world.things[kind][(yield from self.ask_chance_for(options))]
                contents.remove(thing)
                contents.insert(at, thing)
                open_.discard(thing)

    def ask_chance_for(self, options: Sequence[int]) -> Asking:
        """Ask chance."""
        _, answer = yield [Question(CHANCE, "chance", "", tuple(options))]
        return answer

    def call(self, rule: str, given: Sequence[Any], me: str | None, reserved: Any = None) -> Asking:
        """Call a rule and return its results."""
        spec = self.spec.rules[rule]
        names = dict(zip((item.name for item in spec.parameters), given, strict=True))
        names |= {"me": me, "reserved": reserved}
        names |= {name: self.world.default(type_) for name, type_ in spec.results}
        yield from self.text(spec.body, names)
        return tuple(names[name] for name, _ in spec.results)

    def text(self, body: ir.Body, names: Names) -> Asking:
        """Run a text that `leave rule` leaves."""
        self.budget -= 1
        if self.budget < 0:
            raise FaultError("F701")
        try:
            yield from self.run(body, names)
        except GoingError as going:
            if going.where != "leave rule":
                raise

    def perform(self, kind: str, given: Sequence[Any], me: str, node: ir.Do) -> Asking:
        """Run the effect in a slot of a definition."""
        definition, *arguments = given
        number = self.world.number
        self.note("perform", kind, number(kind, definition), number("player", me))
        (slot,) = (one for one in self.spec.kinds[kind].slots if one.name == node.slot)
        parameters = (item.name for item in slot.parameters)
        names = {"me": me, **dict(zip(parameters, arguments, strict=False))}
        yield from self.text(
            self.world.elements[kind, definition].effects.get(slot.name, ()), names
        )

    # ---- events and their hooks ------------------------------------------------------------------

    def event(
        self,
        event: ir.Event,
        given: Sequence[Any],
        me: str,
        node: ir.Do | None = None,
        *,
        excluded: frozenset[Any] = frozenset(),
        reserved: Any = None,
    ) -> Asking:
        """Let something happen: what acts instead of it, or before, itself, and after."""
        if event.operation in COUNTED and given[0] == 0:
            return self._without(event)
        hooks = self.hooks.get(event, [])
        windows = {
            timing: [hook for hook in hooks if hook.timing == timing]
            for timing in ("instead of", "before", "after")
        }
        instead = [hook for hook in windows["instead of"] if hook.owner not in excluded]
        if (yield from self.window(windows["instead of"], instead, given, me, excluded)):
            return self._without(event)
        yield from self.window(windows["before"], windows["before"], given, me)
        result = yield from self.thing_itself(event, given, me, node, reserved)
        yield from self.window(windows["after"], windows["after"], given, me, result=result)
        return result

    def _without(self, event: ir.Event) -> Any:
        """Return what an event gives that did not happen."""
        match event.operation:
            case "rule":
                return self.world.default(types.Record(event.noun))
            case "draw":
                return ()
            case "create":
                return self.world.default(types.Kind(event.noun))
            case "roll":
                return self.world.default(self.spec.dice[event.noun].type)
        return None

    def window(
        self,
        window: Sequence[ir.HookSpec],
        left: Sequence[ir.HookSpec],
        given: Sequence[Any],
        actor: str,
        excluded: frozenset[Any] = frozenset(),
        *,
        result: Any = None,
    ) -> Asking:
        """Let hooks of one timing act in the order that the actor picks; tell whether one acted."""
        left, acted = list(left), False
        while True:
            scopes = {
                (*hook.owner, hook.name): self._scope(hook, given, actor, result) for hook in left
            }
            ready = [
                hook
                for hook in left
                if any(
                    self._holds(hook, row)
                    for row in self._rounds(hook, scopes[(*hook.owner, hook.name)])
                )
            ]
            if not ready or (acted and ready[0].timing == "instead of"):
                return acted
            hook = ready[0]
            if len(ready) > 1:
                options = [window.index(one) for one in ready]
                hook = window[(yield from self.ask(actor, "hook", "", options))]
            left.remove(hook)
            inside = (hook.event, excluded | {hook.owner})
            scope = scopes[(*hook.owner, hook.name)]
            for row in self._rounds(hook, scope):
                if self._holds(hook, row):
                    row["inside"] = inside
                    acted |= yield from self._act(hook, row)
                    if acted and hook.timing == "instead of":
                        break

    def _scope(self, hook: ir.HookSpec, given: Sequence[Any], actor: str, result: Any) -> Names:
        """Return the names of a hook for an event."""
        named = zip(hook.parameters, given, strict=False)
        names = {name: value for name, value in named if name is not None}
        if hook.results is not None:
            names[hook.results] = result
        return {**names, "actor": actor, "self": hook.owner[1], "me": actor}

    def _rounds(self, hook: ir.HookSpec, scope: Names) -> list[Names]:
        """Return the names for each round of a hook: its own names, and each player as me."""
        found = []
        for row in self.rows(hook.each, scope):
            names = {**scope, **row}
            in_force = self.spec.kinds[hook.owner[0]].in_force
            players = [scope["actor"]]  # who may be nobody: such a hook does not speak of me
            if hook.players is not None or in_force is not None:
                players = self.players(hook.players or in_force, names)
                players = [player for player in players if player is not None]
            found.extend({**names, "me": player} for player in players)
        return found

    def _holds(self, hook: ir.HookSpec, names: Names) -> bool:
        tests = [*hook.filters, *(() if hook.when is None else (hook.when,))]
        return all(self.value(test, names) for test in tests)

    def _act(self, hook: ir.HookSpec, names: Names) -> Asking:
        """Run the text of a hook; tell whether it acted (it may be declined)."""
        if hook.may is not None:
            me = names["me"]
            if not self.can_pay(hook.paying, me, names):
                return False
            if not (yield from self.ask(me, "may", "", (1, 0))):
                return False
            yield from self.pay(hook.paying, me, names)
        yield from self.text(hook.body, names)
        return True

    # ---- the flow --------------------------------------------------------------------------------

    def play(self) -> Asking:
        """Play a game to its end."""
        try:
            try:
                yield from self.steps(self.spec.flow)
            except GoingError as going:
                if going.where != "end game":
                    raise
            yield from self.steps(self.spec.scoring)
            self.note("over")
        except WonError:
            pass
        self.world.over = True

    def steps(self, steps: Sequence[ir.StepSpec]) -> Asking:
        """Run some steps of the flow."""
        for step in steps:
            match step.kind:
                case "once":
                    yield from self._step(step, None)
                case "repeat":
                    while self.value(step.condition, {}):
                        yield from self._step(step, None)
                case "each":
                    for player in self.members(step.players, {}):
                        yield from self._step(step, player)
                case "round":
                    yield from self._rounds_of(step)

    def _rounds_of(self, step: ir.StepSpec) -> Asking:
        """Let players act round and round while the condition holds for somebody."""
        self._begin(step)
        order, acted = self.members(step.players, {}), True
        while acted:
            acted = False
            for player in order:
                if step.condition is None or self.value(step.condition, {"me": player}):
                    acted = True
                    yield from self._do(step, player)

    def _step(self, step: ir.StepSpec, me: str | None) -> Asking:
        self._begin(step)
        yield from self._do(step, me)

    def _do(self, step: ir.StepSpec, me: str | None) -> Asking:
        self.budget -= 1
        if self.budget < 0:
            raise FaultError("F701")
        if step.steps:
            yield from self.steps(step.steps)
        else:
            yield from self.text(step.body, {"me": me})

    def _begin(self, step: ir.StepSpec) -> None:
        """Begin a step: fields that last for it hold again what they held at first."""
        self.world.step = step.name
        self.note("step", step.name)
        for group in (*self.spec.kinds.values(), *self.spec.globals.values()):
            for field in group.fields:
                if field.lasts == step.name:
                    for subject in self.world.subjects(group.name):
                        slot = (group.name, field.name, subject)
                        self.world.fields[slot] = self.start_fields[slot]
        for kind in self.spec.kinds.values():
            if kind.lasts == step.name:
                for thing in self.world.listing(
                    frozenset(self.world.alive[kind.name]), types.Kind(kind.name)
                ):
                    self.do_destroy(kind.name, [thing], "", None)

    # ---- the end ---------------------------------------------------------------------------------

    def outcome(self) -> tuple[tuple[int, ...], tuple[int | Fraction, ...]]:
        """Return the rank and the score of each seat."""
        seats = self.world.things["player"]
        keys = [self._rank_key(seat) for seat in seats]
        won = self.world.winner is not None
        first = 1 if won or not any(self._is_closed(rank) for rank in self.spec.ranking) else 2
        ranks = tuple(first + sum(other < key for other in keys) for key in keys)
        if self.spec.score is None:
            return ranks, tuple(int(rank == 1) for rank in ranks)
        return ranks, tuple(self.value(self.spec.score, {"player": seat}) for seat in seats)

    def _is_closed(self, rank: ir.RankSpec) -> bool:
        """Whether only members of an empty set could come first."""
        return rank.how == "among" and not self.value(rank.value, {})

    def _rank_key(self, seat: str) -> list[Any]:
        """Return what orders the seats; the lowest comes first."""
        if self.world.winner is not None:
            return [seat != self.world.winner]
        key: list[Any] = []
        for rank in self.spec.ranking:
            found = self.value(rank.value, {"player": seat})
            match rank.how:
                case "among":
                    key.append(seat not in found)
                case "earliest in":
                    order = self.world.listing(found, rank.value.type)
                    key.append(order.index(seat) if seat in order else len(order))
                case _:
                    sign = -1 if rank.how == "highest" else 1
                    key.extend((found is None, 0 if found is None else sign * found))
        return key
