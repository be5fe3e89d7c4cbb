"""The answers of a save given to a game of a pack that has changed since.

Fed by `resuming` and by `play.replay`. An answer is found by what was asked and by the id of its
option, since numbers are places in a list that a change of the pack can move. An id that the pack
or an overlay of it has renamed is followed. The first answer that no longer fits is named with what
the game asks instead; nothing is ever answered that was not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import AnswerError, Diagnostic, RulesFault, did_you_mean, listing
from interpreter.engine.decisions import make_decision, option_id, seat_name
from interpreter.engine.saves import SavedAnswer, question_of
from interpreter.program.module import Site
from interpreter.program.program import Program

if TYPE_CHECKING:
    from interpreter.engine.game import Game

Renamed = Sequence[tuple[str, str, str]]
"""What is called otherwise now: rows of a section, the old id and the new one."""
_WORD = re.compile(r"[^\W\d]\w*")
_COPY = re.compile(r"(.+)(_[0-9]+)")
_MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a saved game and the game that is played again part.

    `number` counts answers from 1, `moment` is the step of the flow, `seat` is who answers.
    `recorded` is what the save answers, `asked` what is asked instead. `unknown` is the recorded id
    where nothing in the pack has it any more, `nearest` one that it may have become.
    """

    number: int
    moment: str
    seat: str
    recorded: str
    asked: str
    unknown: str = ""
    nearest: str = ""


@dataclass(frozen=True, slots=True)
class Replayed:
    """How far the answers went: where they departed, if they did, and what was to be noted."""

    departure: Departure | None
    notes: tuple[Diagnostic, ...]


def replay_by_ids(
    game: Game, twin: Game, answers: Iterable[SavedAnswer], renamed: Renamed = ()
) -> Replayed:
    """Give a game at its beginning the answers of a save, as far as they fit.

    `twin` is the same game, at its beginning too, in which decisions with one option are asked:
    what was a real decision once may have only one option now.
    """
    return _Replaying(game, twin, list(answers), renamed).run()


class _Replaying:
    """One replay: the game, its twin that runs along, the answers, and what is to be noted."""

    def __init__(
        self, game: Game, twin: Game, answers: list[SavedAnswer], renamed: Renamed
    ) -> None:
        self.game = game
        self.twin = twin
        self.answers = answers
        self.names = {old: new for _, old, new in renamed}
        self.notes: dict[str, Diagnostic] = {}

    def run(self) -> Replayed:
        """Give the answers, up to the first that does not fit."""
        departure = None
        for at in range(len(self.answers)):
            departure = self._step(at)
            if departure is not None:
                break
        return Replayed(departure, tuple(self.notes.values()))

    def _step(self, at: int) -> Departure | None:
        """Give one answer; return where it departs if it does not fit."""
        if self._is_forced(at):
            return None
        _put_in_order(self.twin, self.answers, at, self.names)
        answer = self.answers[at]
        option = self._meant(at, _pending_of(self.twin, answer.seat))
        if option is None:
            return _departure(self.game, at + 1, answer, self.names)
        moment = moment_of(self.game)
        try:
            # the game first: should the rules break, or go round in circles, it tells
            self.game.replay(((answer.seat, option),))
            self.twin.replay(((answer.seat, option),))
        except (AnswerError, RulesFault) as error:
            recorded = _recorded(answer)
            return Departure(at + 1, moment, seat_name(answer.seat), recorded, str(error))
        return None

    def _is_forced(self, at: int) -> bool:
        """Answer what has one option only; return whether an answer of the save was one of these.

        A game that asks for them too has them in its record.
        """
        if self.game is self.twin:
            return False
        while True:
            forced = next((one for one in self.twin.state[1] if len(one[2]) == 1), None)
            if forced is None:
                return False
            _put_in_order(self.twin, self.answers, at, self.names)
            is_recorded = self.answers[at].seat == forced[0] and self._meant(at, forced) is not None
            self.twin.replay(((forced[0], forced[2][0]),))
            if is_recorded:
                return True

    def _meant(self, at: int, pending: tuple[Any, ...] | None) -> int | None:
        """Return the number of the option that an answer means, and note a new name."""
        answer = self.answers[at]
        found = None if pending is None else _meant(self.game.program, pending, answer, self.names)
        if found is None:
            return None
        option, name = found
        if name != answer.id and name not in self.notes:
            said = {"old": answer.id, "new": name, "number": str(at + 1)}
            self.notes[name] = Diagnostic("W819", None, said)
        return option


def _pending_of(game: Game, seat: int) -> tuple[Any, ...] | None:
    """Return the open decision of a seat."""
    return next((one for one in game.state[1] if one[0] == seat), None)


def moment_of(game: Game) -> str:
    """Return where a game is, in words."""
    if game.over:
        return "at the end"
    phase = (game.phase or "").replace("_", " ")
    return f"in {phase}" if phase else "before the first step"


def asked_in_words(game: Game) -> str:
    """Return what a game asks."""
    if not game.state[1]:
        return "the game is over"
    return "; ".join(_asked(game.program, pending) for pending in game.state[1])


# ---- what an answer means now --------------------------------------------------------------------


def _meant(
    program: Program, pending: tuple[Any, ...], answer: SavedAnswer, names: dict[str, str]
) -> tuple[int, str] | None:
    """Return the number and id of the option that an answer means, None if it means none."""
    _, number, options, *_ = pending
    site = program.sites[number]
    about = make_decision(program, pending, 0, 0).about if site.form == "division" else None
    question = question_of(site, about)
    if question != answer.question and question != _renamed_words(answer.question, names):
        return None
    ids = {option_id(program, site, option): option for option in options}
    # of two options with one id the number tells which
    if answer.number in options and option_id(program, site, answer.number) == answer.id:
        return answer.number, answer.id
    if answer.id in ids:
        return ids[answer.id], answer.id
    new = _renamed_words(answer.id, names)
    if new in ids and answer.id not in _ids_of(program, site):
        return ids[new], new
    return None


def _put_in_order(
    game: Game, answers: list[SavedAnswer], start: int, names: dict[str, str]
) -> None:
    """Put the steps of a choice of several things into the order in which they are asked now.

    Members are asked for in the order of their kind, which a new name can change.
    """
    first = answers[start]
    pending = _pending_of(game, first.seat)
    if pending is None or pending[4] or game.program.sites[pending[1]].form != "several":
        return
    site = game.program.sites[pending[1]]
    known = {one: number for number, one in enumerate(_ids_of(game.program, site))}
    run: list[tuple[int, SavedAnswer]] = []
    for answer in answers[start:]:
        place = known.get(answer.id, known.get(_renamed_words(answer.id, names), -1))
        if place < 0 or (answer.seat, answer.question) != (first.seat, first.question):
            break
        if run and answer.number <= run[-1][1].number:
            break  # the members of the next choice
        run.append((place, answer))
    for length in range(len(run), 1, -1):
        ordered = [answer for _, answer in sorted(run[:length], key=lambda one: one[0])]
        if ordered == [answer for _, answer in run[:length]]:
            return
        if _is_one_choice(game, pending[1], ordered, names):
            answers[start : start + length] = ordered
            return


def _is_one_choice(
    game: Game, site: int, answers: Sequence[SavedAnswer], names: dict[str, str]
) -> bool:
    """Return whether answers are steps of one choice that is asked now."""
    twin = game.copy()
    for step, answer in enumerate(answers):
        pending = _pending_of(twin, answer.seat)
        if pending is None or pending[1] != site or len(pending[4] or ()) != step:
            return False
        found = _meant(twin.program, pending, answer, names)
        if found is None:
            return False
        try:
            twin.replay(((answer.seat, found[0]),))
        except (AnswerError, RulesFault):
            return step == len(answers) - 1
    return True


def _renamed_words(text: str, names: dict[str, str]) -> str:
    """Return a text in which each name that was renamed, perhaps more than once, is the new one."""
    return _WORD.sub(lambda word: _last_name(word[0], names), text)


def _last_name(name: str, names: dict[str, str]) -> str:
    """Return what a name, also that of a copy such as `card_3`, has become in the end."""
    copy = _COPY.fullmatch(name)
    if name not in names and copy is not None and copy[1] in names:
        return f"{_last_name(copy[1], names)}{copy[2]}"
    seen = {name}
    while (new := names.get(name)) is not None and new not in seen:
        seen.add(new)
        name = new
    return name


# ---- what does not fit ---------------------------------------------------------------------------


def _departure(game: Game, number: int, answer: SavedAnswer, names: dict[str, str]) -> Departure:
    """Return what is said of an answer that does not fit."""
    known = set(_all_ids(game.program))
    is_known = not _WORD.match(answer.id) or not known.isdisjoint(
        {answer.id, _renamed_words(answer.id, names)}
    )
    return Departure(
        number=number,
        moment=moment_of(game),
        seat=seat_name(answer.seat),
        recorded=_recorded(answer),
        asked=asked_in_words(game),
        unknown="" if is_known else answer.id,
        nearest="" if is_known else did_you_mean(answer.id, sorted(known)) or "",
    )


def _all_ids(program: Program) -> Iterator[str]:
    """Iterate over all ids that an option of the pack can have, but for numbers."""
    yield from ("yes", "no", "decline", "done")
    for site in program.sites:
        yield from _ids_of(program, site)


def _ids_of(program: Program, site: Site) -> Iterable[str]:
    """Return the ids of the things, words or labels that a question can be about."""
    if site.form in ("branch", "hook"):
        return site.labels
    words = program.spec.words.get(site.of)
    if words is not None:
        return words
    if site.of.startswith("stack of "):
        piece = program.spec.pieces[site.of.removeprefix("stack of ")]
        layout = program.layout
        owners, places = layout.names[piece.owner], layout.names[piece.place]
        return [f"{owner} in {place}" for owner in owners for place in places]
    return program.layout.names.get(site.of, ())


def _recorded(answer: SavedAnswer) -> str:
    """Return what a save answers."""
    rule, _, what = answer.question.partition(": ")
    asked = f" to {what!r} of `{rule}`" if what else ""
    return f"{seat_name(answer.seat)} answers `{answer.id}`{asked}"


def _asked(program: Program, pending: tuple[Any, ...]) -> str:
    """Return one open question."""
    player, number, options, *_ = pending
    site = program.sites[number]
    ids = listing(
        (option_id(program, site, option) for option in options), most=_MOST_SHOWN, last="or"
    )
    return f"{seat_name(player)} is asked {site.prompt or site.name!r}: {ids}"
