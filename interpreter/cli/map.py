"""Command stage: `solon show --map`, the board of a game drawn into a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from interpreter.cli import output
from interpreter.cli.eyes import SPECTATOR, seat_of
from interpreter.cli.packs import Chosen, seats_of
from interpreter.diagnostics import AnswerError, counted
from interpreter.engine import Game
from interpreter.engine.saves import options_in_words, read_save
from interpreter.pipeline import Pack
from interpreter.show.board import Drawing, draw


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn: a game at its start, or the one in the save `at`; with whose eyes."""

    players: int | None
    seed: int | None
    options: Mapping[str, bool | int | str]
    at: Path | None
    eyes: str | None

    @property
    def is_plain(self) -> bool:
        """Whether nothing was said of it."""
        said = (self.players, self.seed, self.at, self.eyes)
        return not self.options and all(one is None for one in said)


def write_map(chosen: Chosen, file: Path, wanted: Wanted) -> None:
    """Draw the board of a game into a file; what does not fit is a mistake of usage."""
    if wanted.at is not None:
        chosen = chosen.with_overlays_of(wanted.at, read_save(wanted.at).overlays)
    pack = chosen.load()
    board = pack.spec.board
    if board is None or not board.panels:
        raise click.UsageError(
            f"{pack.title} does not say how its board is drawn: it has no block `board`"
            " (docs/board.md tells how to write one)"
        )
    game = _game(pack, wanted)
    seat = seat_of(wanted.eyes or SPECTATOR, game.players)
    view = game.view(seat)
    drawing = Drawing(board, pack.drawing(game.players, options_in_words(game.program)))
    phase = "the end" if view.over else (view.phase or "the start").replace("_", " ")
    eyes = "a spectator" if seat is None else f"player {seat + 1}"
    about = f"{counted(game.players, 'player')} · {phase} · as {eyes} sees it"
    text = draw(drawing, view, pack.title, about)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.BadParameter(
            f"{file} cannot be written: {reason}", param_hint="--map"
        ) from error
    output.aside(f"{file}: {about}")


def _game(pack: Pack, wanted: Wanted) -> Game:
    """Return the game that is drawn."""
    if wanted.at is not None:
        if wanted.players is not None or wanted.seed is not None or wanted.options:
            raise click.UsageError("--players, --seed and --set come from the saved game")
        return Game.load(wanted.at, pack)
    players = seats_of(pack, wanted.players)
    try:
        return Game(pack, players, wanted.seed or 0, dict(wanted.options))
    except AnswerError as error:
        raise click.BadParameter(str(error), param_hint="--set") from error
