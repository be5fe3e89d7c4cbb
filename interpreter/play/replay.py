"""Play stage: plays saved games again, also with a changed pack; feeds `solon replay` and `test`.

How an answer is found in a changed pack, and what is told of one that no longer fits, is known to
`engine.replaying`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import AnswerError, Diagnostic, RulesFault, SaveError
from interpreter.engine import Game, resuming
from interpreter.engine.replaying import Departure
from interpreter.engine.saves import Save, read_save
from interpreter.pipeline import Pack


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played again, as far as it went, where it departed, and what was noted."""

    game: Game
    departure: Departure | None
    notes: tuple[Diagnostic, ...] = ()


def replay_save(pack: Pack, save: Save, until: int | None = None) -> Replay:
    """Play a saved game again, up to `until` answers.

    Raises AnswerError when the pack does not take its number of players or its options any more,
    and RulesFault when the rules break before the first answer.
    """
    game = resuming.begin(Game, pack, save)
    replayed = resuming.replay_save(game, pack, save, save.answers[:until])
    return Replay(game, replayed.departure, replayed.notes)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a file with a saved game still fits a pack.

    `reason` is empty where it does; it is the same for files that break for the same reason.
    `detail` is what is told of this file alone. `answers` is how many the game has had.
    """

    file: Path
    answers: int = 0
    reason: str = ""
    detail: str = ""


def judge_save(pack: Pack, file: Path, save: Save) -> Verdict:
    """Return whether a saved game still fits a pack."""
    try:
        replayed = replay_save(pack, save)
    except (AnswerError, RulesFault) as error:
        return Verdict(file, len(save.answers), f"it cannot begin: {error.message}")
    departure = replayed.departure
    if departure is None:
        return Verdict(file, len(save.answers))
    question = save.answers[departure.number - 1].question
    reason = f"`{question}` is not asked, or not with that option"
    if departure.unknown:
        meant = f"; did you mean `{departure.nearest}`?" if departure.nearest else ""
        reason = f"nothing is called `{departure.unknown}` any more{meant}"
    detail = (
        f"answer {departure.number}, {departure.moment}: {departure.recorded},"
        f" but now {departure.asked}"
    )
    return Verdict(file, len(save.answers), reason, detail)


def read_saves(folder: Path) -> Iterator[tuple[Path, Save | SaveError]]:
    """Iterate over the files of a folder that could be saved games, with what they say.

    That are all that end in `.json`; other files are let be.
    """
    for path in sorted(folder.rglob("*.json")):
        if path.is_file():
            try:
                yield path, read_save(path)
            except SaveError as error:
                yield path, error
