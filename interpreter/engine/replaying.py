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
from interpreter.engine.decisions import option_id, seat_name
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


def replay_by_ids(game: Game, answers: Iterable[SavedAnswer], renamed: Renamed = ()) -> Replayed:
    """Give a game the answers of a save, as far as they fit."""
    names = {old: new for _, old, new in renamed}
    notes: dict[str, Diagnostic] = {}
    for number, answer in enumerate(answers, 1):
        pending = next((one for one in game.state[1] if one[0] == answer.seat), None)
        found = None if pending is None else _meant(game.program, pending, answer, names)
        if found is None:
            return Replayed(_departure(game, number, answer, names), tuple(notes.values()))
        option, name = found
        moment = moment_of(game)
        try:
            game.replay(((answer.seat, option),))
        except (AnswerError, RulesFault) as error:
            recorded = _recorded(answer)
            return Replayed(
                Departure(number, moment, seat_name(answer.seat), recorded, str(error)),
                tuple(notes.values()),
            )
        if name != answer.id and name not in notes:
            said = {"old": answer.id, "new": name, "number": str(number)}
            notes[name] = Diagnostic("W819", None, said)
    return Replayed(None, tuple(notes.values()))


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
    question = question_of(site)
    if question != answer.question and question != _renamed_words(answer.question, names):
        return None
    ids = {option_id(program, site, option): option for option in options}
    # of two options with one id the number tells which
    if answer.number in options and option_id(program, site, answer.number) == answer.id:
        return answer.number, answer.id
    if answer.id in ids:
        return ids[answer.id], answer.id
    new = _new_id(answer.id, names)
    if new in ids and answer.id not in _ids_of(program, site):
        return ids[new], new
    return None


def _new_id(old: str, names: dict[str, str]) -> str:
    """Return what an id is called now, also that of a copy (`card_3`) or of a stack."""
    copy = _COPY.fullmatch(old)
    if old not in names and copy is not None and copy[1] in names:
        return f"{_renamed_words(copy[1], names)}{copy[2]}"
    return _renamed_words(old, names)


def _renamed_words(text: str, names: dict[str, str]) -> str:
    """Return a text in which each name that was renamed, perhaps more than once, is the new one."""
    return _WORD.sub(lambda word: _last_name(word[0], names), text)


def _last_name(name: str, names: dict[str, str]) -> str:
    """Return what a name has become in the end."""
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
        {answer.id, _new_id(answer.id, names)}
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
