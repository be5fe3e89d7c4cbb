"""A game that is played: the present state, the answers so far, what happened, and the way back.

The door of the engine. Fed by a compiled pack and answers; everything that plays (people, bots,
tests) talks to a `Game`. A game is its pack, options, seed and answers; the state is kept only for
speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import arguments
from interpreter.diagnostics import AnswerError, Diagnostic, SaveError
from interpreter.engine.compiled import Chance, Compiled, Everyone, Forced
from interpreter.engine.contributions import Explanation, explanation
from interpreter.engine.decisions import Decision, Option, make_decision, number_meant, seat_name
from interpreter.engine.events import Event, make_event
from interpreter.engine.machine import Machine
from interpreter.engine.outcome import Outcome, make_outcome
from interpreter.engine.past import Past
from interpreter.engine.record import Record
from interpreter.engine.refusals import not_an_option, not_wanted, reason_against
from interpreter.engine.resample import Sampler
from interpreter.engine.resuming import load_game, members_asked, overlays_of, reload_game
from interpreter.engine.saves import Save, answers_in_words, options_in_words, write_save
from interpreter.engine.sight import Sight
from interpreter.engine.undo import Moment, Way, way_back
from interpreter.engine.view import View
from interpreter.program.budget import FULL
from interpreter.program.layout import CHANCE

if TYPE_CHECKING:
    from interpreter.program.program import Program, State

_MODES = ("auto", "ask")
_DRAWN = "a game drawn from what a seat has seen has no beginning"


class Game:
    """One game.

    `seed`, from 0 to 2^64 - 1, decides all chance. With `chance="ask"` dice and draws become
    decisions of chance. With `forced="ask"` decisions with one option are asked too instead of
    being answered by the engine. `log=False` keeps no events of a game in which nothing is hidden.
    `forced_chance` are results that dice and shuffles give first, in order: the number of a face,
    or the numbers of all things of a zone from the top. `variants` are laid over the pack. `notes`
    are what was to be noted when the game was loaded.

    Seats are numbers from 0: seat 0 is player_1. Every method raises `TypeError` for an argument
    of a wrong type (True is no number) and `ValueError` for a seat, seed, version or mode that
    there is not; what else it raises stands with it.
    """

    __slots__ = (
        "_asks_forced", "_forced_chance", "_keeps_log", "_machine", "_origin",
        "_pasts", "_record", "_sampler", "chance", "notes", "options", "pack", "players", "program",
        "seed", "state",
    )  # fmt: skip

    def __init__(
        self,
        pack: Compiled,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        variants: Sequence[str] = (),
        chance: Chance = "auto",
        forced: Forced = "auto",
        log: bool = True,
        forced_chance: Sequence[Any] = (),
    ) -> None:
        """Start a game and run it to its first decision.

        Raises `AnswerError` when the pack is not for so many `players` (S808), does not know an
        option (S812) or a value of it (S809), `PackError` when it has errors with the
        `variants`, and `RulesFault` when the rules break, which they also do over a result in
        `forced_chance` that cannot come (F708).
        """
        arguments.pack(pack)
        if variants:
            pack = pack.with_variants(arguments.texts("variants", variants, "ids of variants"))
        seed = arguments.seed(seed)
        arguments.mode("chance", chance, _MODES)
        arguments.mode("forced", forced, _MODES)
        arguments.truth("log", log)
        self.pack = pack
        self.program: Program = pack.program(players, options, chance)
        self.players: int = self.program.layout.players
        self.options: Mapping[str, int] = self.program.layout.options
        self.seed = seed
        self.chance = chance
        self._machine = Machine(self.program)
        self._asks_forced = forced == "ask"
        # where something is hidden, the events are what seats know, and no view does without them
        self._keeps_log = log or bool(self.program.seen)
        self._forced_chance = arguments.results_of_chance(forced_chance, chance)
        self._origin: Moment | None = None
        self._sampler: Sampler | None = None
        self._pasts: dict[int | None, Past] = {}
        self.notes: tuple[Diagnostic, ...] = ()
        self._record = Record()
        self.state: State = []
        self._begin()

    def _begin(self) -> None:
        """Go to the first decision: of the game, or of what is known of it."""
        origin = self._origin
        if origin is not None:
            self.state = origin.state[:]
            self._record = Record(origin.answers, origin.events)
            return
        self._record = Record()
        self.state = self._machine.blank(self.seed)
        self.state[10] = self._forced_chance
        self._machine.run(self.state, self.program.entry, self._record.log)
        self._settle()
        if not self._keeps_log:
            self._record.log.clear()

    # ---- what is asked ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state[6])

    @property
    def version(self) -> int:
        """How many answers have been given."""
        return len(self._record)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions that are open; more than one only while players answer in secret."""
        return tuple(
            make_decision(self.program, pending, place, self._version_for(pending[0]))
            for place, pending in enumerate(self.state[1])
        )

    @property
    def decision(self) -> Decision | None:
        """The decision to answer next, None when the game is over."""
        pending = self.state[1]
        if not pending:
            return None
        return make_decision(self.program, pending[0], 0, self._version_for(pending[0][0]))

    def _version_for(self, player: int) -> int:
        """Return the version that a decision of a player carries.

        What others have answered meanwhile in a secret block does not count: it makes no answer
        stale, and nobody may learn of it.
        """
        join = self.state[4]
        return len(self._record) if join is None else self._record.without_others(player, join[3])

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of the options of the next decision, empty when the game is over."""
        pending = self.state[1]
        return pending[0][2] if pending else ()

    @property
    def asked(self) -> int | None:
        """The seat that answers next: the fast way. None for chance, and when the game is over."""
        pending = self.state[1]
        return pending[0][0] if pending and pending[0][0] >= 0 else None

    @property
    def in_secret(self) -> bool:
        """Whether players are answering without seeing each other's answers."""
        return self.state[4] is not None

    @property
    def phase(self) -> str | None:
        """The name of the step of the flow that runs."""
        step = self.state[8]
        return self.program.steps[step] if step >= 0 else None

    # ---- answers ---------------------------------------------------------------------------------

    def answer(
        self, option: Option | int | str, *, player: int | None = None, version: int | None = None
    ) -> None:
        """Answer the open decision, or that of `player` while several are open.

        `option` is an option, its number or its id; `player` is a seat, or -2 for chance. An
        option that was made for another decision counts only if number and id are the same;
        quote the `version` of the decision that is answered to be sure that it is still open.

        Raises `AnswerError` when there is no such option (S801), when `version` is not the present
        one (S802), and when nobody asks `player` or the game is over (S803); `RulesFault` when the
        rules break, and the game is then as it was.
        """
        place = self._place_of(player)
        pending = self.state[1][place]
        if version is not None:
            current = self._version_for(pending[0])
            if arguments.whole("version", version, "the version of a decision") != current:
                raise AnswerError("S802", given=str(version), current=str(current))
        number = option if type(option) is int else number_meant(self.program, pending, option)
        if number is None or number not in pending[2]:
            raise not_an_option(self.program, pending, option)
        self._give(place, number)

    def why_not(self, option: Option | int | str, *, player: int | None = None) -> str:
        """Return why something is not among the options of the open decision.

        The answer is in the words of the pack.

        `option` is the number or id of a thing, word, amount or label; the answer is empty when it
        can be chosen. Raises `AnswerError` S803 when nobody asks `player` or the game is over.
        """
        place = self._place_of(player)
        return reason_against(self.program, self.state, place, option)

    def _place_of(self, player: int | None) -> int:
        """Return the position of a player's decision among the open ones."""
        if player is not None:
            player = arguments.decider(player, self.players, CHANCE)
        for place, pending in enumerate(self.state[1]):
            if player is None or pending[0] == player:
                return place
        raise not_wanted(self.state, player)

    def play(self, number: int) -> tuple[int, ...]:
        """Answer the next decision by the number of an option: the fast way.

        Returns what is `legal` next. Raises `AnswerError` when the number is not among `legal`
        (S801), or the game is over (S803), and `RulesFault` when the rules break; the game is then
        as it was.
        """
        state = self.state
        pending = state[1]
        if not pending or state[4] is not None:
            return self._play_with_care(number)
        player, site, options, frame, _ = pending[0]
        if number not in options or number.__class__ is not int:
            return self._play_with_care(number)
        # This is `_give` with `Machine.run`, written out: a call costs more than most lines here.
        machine, record = self._machine, self._record
        events, fresh = record.log, record.fresh
        fresh += (player, site, options, number, len(events), None)
        machine.budget[0] = FULL
        state[0], state[1], state[2] = events, (), number
        try:
            following = machine.segments[frame[0]](state, frame)
            if following is not None:
                machine.go_on(state, following)
            state[0] = None
            pending = state[1]
            if not self._asks_forced and pending and (len(pending) > 1 or len(pending[0][2]) == 1):
                # mostly one decision waits that has several options, and nothing is to be settled
                machine.settle(state, events)
                pending = state[1]
        except BaseException as error:  # noqa: BLE001 (`fail` raises it again)
            state[0] = None
            self.rewind(len(self._record) - 1)
            machine.fail(error, frame)
        if not self._keeps_log:
            events.clear()
        return pending[0][2] if pending else ()

    def _play_with_care(self, number: int) -> tuple[int, ...]:
        """Do the same in a secret block, or refuse the number."""
        self.answer(arguments.whole("number", number, "the number of an option"))
        return self.legal

    def _give(self, place: int, number: int) -> None:
        """Hand a legal option to the machine; if the rules break, the game stays where it was."""
        state, events = self.state, self._record.log
        player, site, options, frame, _ = state[1][place]
        join = state[4]
        block = None if join is None else join[3]
        self._record.fresh += (player, site, options, number, len(events), block)
        try:
            if join is None:
                self._machine.run(state, frame, events, number)
            else:
                self._machine.answer(state, place, number, events)
            if not self._asks_forced:
                self._machine.settle(state, events)
        except BaseException:
            self.rewind(len(self._record) - 1)
            raise
        if not self._keeps_log:
            events.clear()

    def _settle(self) -> None:
        """Answer the decisions that have only one option, unless they are asked."""
        if not self._asks_forced:
            self._machine.settle(self.state, self._record.log)

    @property
    def answers(self) -> tuple[tuple[int, int], ...]:
        """All answers so far: (seat, number of the option); chance answers as seat -2."""
        return self._record.pairs()

    def row(self, seat: int) -> tuple[int, ...]:
        """Return the versions at which a seat answered since another seat has answered openly."""
        return self._record.row(arguments.seat("seat", seat, self.players), self._earliest)

    # ---- copies and the way back -----------------------------------------------------------------

    def copy(self) -> Game:
        """Return a game that goes on by itself from here."""
        other = object.__new__(Game)
        other.pack, other.program, other.players = self.pack, self.program, self.players
        other.options, other.seed, other.chance = self.options, self.seed, self.chance
        other._machine, other._asks_forced = self._machine, self._asks_forced
        other._keeps_log, other._forced_chance = self._keeps_log, self._forced_chance
        other._origin, other.notes = self._origin, self.notes
        other._sampler, other._pasts = None, {}
        other._record, other.state = self._record.copy(), self.state[:]
        return other

    def __copy__(self) -> Game:
        """Return the fast copy."""
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Game:
        """Return the fast copy: a state is plain data, the program never changes."""
        return self.copy()

    @property
    def hash(self) -> str:
        """A digest of the whole state, the same on every machine for the same state."""
        return blake2b(repr(self.state).encode(), digest_size=16).hexdigest()

    def undo(self, player: int | None = None) -> None:
        """Take back the last answer of a player (of whoever gave the last one).

        Raises `AnswerError` S804 when something has come to light since, somebody else has
        answered, or there is nothing to take back.
        """
        position, reason = self._way_back(player)
        if reason is not None:
            raise AnswerError("S804", reason=reason)
        answers = self.answers
        self.rewind(position)
        self.replay(answers[position + 1 :])

    def can_undo(self, player: int | None = None) -> bool:
        """Whether `undo` would do something."""
        return self._way_back(player).reason is None

    def _way_back(self, player: int | None) -> Way:
        """Return which answer can be taken back, or why none can be."""
        if player is not None:
            player = arguments.decider(player, self.players, CHANCE)
        if not self._keeps_log:
            return Way(-1, "this game keeps no log")
        if len(self._record) == self._earliest:
            return Way(-1, "nothing has been answered")
        way = way_back(self.program, self._record.all(), player, self._moments)
        if way.reason is None and way.position < self._earliest:
            return Way(-1, "what was before is not known")
        return way

    @property
    def _earliest(self) -> int:
        """The version of the beginning: of the game, or of what is known of it."""
        return 0 if self._origin is None else len(self._origin.answers)

    def _moments(self, version: int) -> list[Moment]:
        """Return the game as it was at a version and at all later ones, from one replay.

        What was before the beginning is left out.
        """
        version = max(version, self._earliest)
        game: Game = self.copy()
        answers = self.answers[version:]
        game.rewind(version)
        found = [game._moment()]
        for answer in answers:
            game.replay((answer,))
            found.append(game._moment())
        return found

    def _moment(self) -> Moment:
        """Return the game as it is now."""
        return Moment(self.state[:], self._record.events(), self._record.all())

    def rewind(self, version: int) -> None:
        """Go back to an earlier version by playing the answers again; no barrier holds here.

        A drawn game goes back to where it was drawn.
        """
        least, now = self._earliest, len(self._record)
        wanted = f"version {now}" if least == now else f"a version from {least} to {now}"
        arguments.within("version", version, least, now, wanted)
        answers = self.answers[:version]
        self._begin()
        self.replay(answers[self.version :])

    def replay(self, answers: Iterable[tuple[int, int]]) -> None:
        """Give a row of answers, each a seat (-2 for chance) and the number of an option.

        Raises `AnswerError` S807 with the position at the first that does not fit; those before it
        are given.
        """
        for at, (player, number) in enumerate(arguments.answers(answers)):
            for place, pending in enumerate(self.state[1]):
                if pending[0] == player and number in pending[2]:
                    self._give(place, number)
                    break
            else:
                reason = f"{seat_name(player)} cannot answer {number} here"
                raise AnswerError("S807", number=str(at + 1), reason=reason)

    # ---- what happened ---------------------------------------------------------------------------

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that has happened, for somebody who may see all."""
        return tuple(make_event(self.program, event) for event in self._record.events())

    def log_for(self, seat: int | None) -> tuple[Event, ...]:
        """Return what a seat (None: a spectator) has seen of what has happened."""
        return self.view(seat).log

    def view(self, seat: int | None) -> View:
        """Return what a seat may see; None is a spectator, who sees what every seat sees."""
        seat = self._watcher(seat)
        state, events, answers = self._moment()
        version = self._version_for(-1 if seat is None else seat)
        return View(Sight(self.program, state, events, answers, seat), state, version)

    def contributions(
        self, name: str, *of: str | int, seat: int | Everyone | None = "everyone"
    ) -> Explanation:
        """Return how a value, or `kind.cost[resource]`, comes about now: all that has a say in it.

        `of` are the ids of what it is of, then of what stands in brackets. With a `seat` (None: a
        spectator) it is worked out of what the seat sees. Raises `AnswerError` S820 to S822 (see
        `docs/views.md`), and `RulesFault`.
        """
        whole = self.state if seat == "everyone" else None
        watcher = None if seat == "everyone" else self._watcher(seat)
        sight = Sight(self.program, *self._moment(), watcher)
        return explanation(self.pack.tellers(self.players, self.options), sight, whole, name, of)

    def _watcher(self, seat: int | None) -> int | None:
        """Return a seat that somebody looks from; None is a spectator."""
        if seat is None:
            return None
        return arguments.seat("seat", seat, self.players, ", or None for a spectator")

    def resample(self, seat: int | None, seed: int) -> Game:
        """Return a full game that is true to what a seat (None: a spectator) has seen.

        Its chance is its own. What the seat does not see is drawn anew by `seed`; see
        `docs/views.md` for what that means. The game can be played, copied, and stepped back to
        here, but it has no beginning: it cannot be saved. Raises `AnswerError` S811 when no such
        game is found.
        """
        seat = self._watcher(seat)
        other: Game = self.copy()
        other.seed = seed = arguments.seed(seed)
        moment = self._moment()
        if self._sampler is None or not self._sampler.is_for(moment, seat):
            # kept for the next draw: a search draws many games at one point
            self._sampler = Sampler(
                self._machine, moment, seat, self._pasts, asks_forced=self._asks_forced
            )
        other._origin = self._sampler.sample(seed)
        other._begin()
        return other

    # ---- saves -----------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the game to a file that `load` reads; raises `SaveError` S810 when it cannot be."""
        path = arguments.path("path", path)
        if self._origin is not None:
            raise SaveError("S810", file=str(path), reason=_DRAWN)
        write_save(path, self._as_save())
        self.pack.keep()

    def _as_save(self) -> Save:
        """Return what a save of the game says."""
        return Save(
            pack=self.pack.id,
            pack_version=self.pack.version,
            pack_hash=self.pack.hash,
            overlays=overlays_of(self.pack),
            players=self.players,
            options=options_in_words(self.program),
            seed=self.seed,
            chance=self.chance,
            forced="ask" if self._asks_forced else "auto",
            forced_chance=self._forced_chance,
            answers=answers_in_words(self.program, self._record.all(), members_asked(self)),
        )

    @classmethod
    def load(
        cls, path: str | Path, pack: Compiled | None = None, *, as_saved: bool = False
    ) -> Game:
        """Return the game of a save, by playing its answers again.

        Without `pack` the pack is looked for by the id that the save names, and its overlays by
        their ids and paths. When the pack has changed since, the answers are given by the ids of
        their options, and `notes` say so. With `as_saved` the game goes on with the content of the
        pack that was kept when it was saved.

        Raises `SaveError` when the file is no save (S805), is of another pack (S806), is damaged in
        an answer (S807), names an overlay that is not found (S813), when its content is not kept
        (S814), and when it does not fit a pack that has changed (S815 to S817); `PackError` when
        the pack that it names cannot be loaded.
        """
        path = arguments.path("path", path)
        arguments.truth("as_saved", as_saved)
        if pack is not None:
            arguments.pack(pack)
            if as_saved:
                raise arguments.wrong_value("as_saved", "False where a pack is given", as_saved)
        return load_game(cls, path, pack, as_saved=as_saved)

    def reload(self, pack: Compiled) -> Game:
        """Return this game on a pack that has changed: its answers so far, played again.

        Answers are given by the ids of their options; `notes` of the new game say what was to be
        noted. This game stays as it is. Raises `SaveError` when it does not fit the changed pack,
        with the answer at which it departs (S815, S817), or because of its number of players, its
        options or its beginning (S816).
        """
        arguments.pack(pack)
        if self._origin is not None:
            raise SaveError("S810", file=f"the game on {pack.id}", reason=_DRAWN)
        return reload_game(type(self), pack, self._as_save(), keeps_log=self._keeps_log)

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to rebuild the game in another process: its program is compiled again there."""
        whole = (
            self.players,
            options_in_words(self.program),
            self.chance,
            self.seed,
            self._forced_chance,
            self._asks_forced,
            self._keeps_log,
        )
        return _restored, (self.pack, whole, self._moment(), self._origin)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, with what result, and what the pack reports; None while the game runs.

        Raises `RulesFault` when the score, the ranking or a report breaks.
        """
        if not self.state[6]:
            return None
        found: Outcome = self._machine.judge(partial(make_outcome, self.program), self.state)
        return found

    def evaluation(self, seat: int) -> int | Fraction:
        """Return how good the state is for a seat by the evaluation that the pack declares.

        0 without one. Raises `RulesFault` when the evaluation breaks.
        """
        arguments.seat("seat", seat, self.players)
        function = self.program.evaluation
        if function is None:
            return 0
        found: int | Fraction = self._machine.judge(lambda state: function(state, seat), self.state)
        return found


def _restored(
    pack: Compiled, whole: tuple[Any, ...], moment: Moment, origin: Moment | None
) -> Game:
    """Return a game that was sent from another process."""
    game = object.__new__(Game)
    players, options, chance, game.seed, game._forced_chance, *modes = whole
    game.pack, game.chance = pack, chance
    game.program = pack.program(players, options, chance)
    game.players, game.options = players, game.program.layout.options
    game._machine = Machine(game.program)
    game._asks_forced, game._keeps_log = modes
    game._origin, game.notes = origin, ()
    game._sampler, game._pasts = None, {}
    game.state = moment.state[:]
    game._record = Record(moment.answers, moment.events)
    return game
