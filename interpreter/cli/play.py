"""Command stage: `solon play`, a game at this terminal for people and bots."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path

import click

from interpreter.arguments import GREATEST_SEED
from interpreter.cli import output
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import (
    Chosen,
    chosen,
    chosen_again,
    optional_pack_argument,
    options_argument,
    seats_of,
)
from interpreter.diagnostics import AnswerError, ExitCode, SaveError
from interpreter.engine import Game
from interpreter.engine.saves import options_in_words, read_save
from interpreter.pipeline import Pack, check_pack, check_scenarios
from interpreter.play.bots import BOTS, make_bot
from interpreter.play.console import Console, read_line
from interpreter.play.match import ANSWER_LIMIT
from interpreter.play.streams import SEED_BITS
from interpreter.play.terminal import Left, TerminalGame, seats_in_words
from interpreter.reopening import kept_pack
from interpreter.show import report
from interpreter.show.board import Drawing
from interpreter.show.labels import Labels

HUMAN = "human"


def seat_reader(
    *known: str,
) -> Callable[[click.Context, click.Parameter, str | None], tuple[str, ...] | None]:
    """Return what reads who sits at the table: known names, with commas between."""

    def read(_: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
        if value is None:
            return None
        names = tuple(name.strip() for name in value.split(","))
        for name in names:
            if name not in known:
                raise click.BadParameter(f"{name!r} is none of {', '.join(known)}", param=param)
        return names

    return read


@click.command()
@optional_pack_argument
@click.option("--players", type=int, help="How many play. [the least, or as many as --seats]")
@click.option(
    "--seats",
    metavar="WHO,WHO...",
    callback=seat_reader(HUMAN, *BOTS),
    help=f"Who sits where: {HUMAN}, {', '.join(BOTS)}. [a human, else random bots]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, GREATEST_SEED),
    metavar="NUMBER",
    help="The seed of all chance. [a new one]",
)
@options_argument
@click.option(
    "--load",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with a saved game.",
)
@click.option(
    "--as-saved",
    is_flag=True,
    help="Go on with the content of the pack that was kept when the game was saved.",
)
@click.option("--log", "shows_log", is_flag=True, help="Bots only: write all that happens.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=ANSWER_LIMIT,
    show_default=True,
    help="Stop after so many answers.",
)
def play(
    *,
    name: str | None,
    variants: Sequence[str],
    mods: Sequence[str],
    players: int | None,
    seats: tuple[str, ...] | None,
    seed: int | None,
    options: Mapping[str, bool | int | str],
    file: Path | None,
    limit: int,
    shows_log: bool,
    as_saved: bool,
) -> None:
    """Play a game at this terminal. Type `help` in the game for what can be typed.

    With --load the pack and its overlays are those that the saved game names; what is named here is
    taken instead.
    """
    source: Chosen | None
    if file is None:
        if as_saved:
            raise click.UsageError("--as-saved is for a saved game: name it with --load")
        if name is None:
            raise click.UsageError("Missing argument 'PACK'.")
        source = chosen(name, variants, mods)
        pack = source.load()
        game = new_game(pack, seats, players, seed, options)
        pack.keep()
        words = f"{source.words} "
    else:
        if players is not None or seed is not None or options:
            raise click.UsageError("--players, --seed and --set come from the saved game")
        source, pack = _pack_of(file, name, variants, mods, as_saved=as_saved)
        game = _loaded(file, pack)
        _refuse_too_many(seats, game.players, "--seats")
        words = _words(name, as_saved=as_saved)
    names = _complete(seats, game.players)
    bots = [
        None if name == HUMAN else make_bot(name, game.seed, seat)
        for seat, name in enumerate(names)
    ]
    output.aside(f"{pack.title}, seed {game.seed} · {seats_in_words(names)}")
    terminal = TerminalGame(
        game,
        bots,
        _console(),
        name=pack.id,
        command=_command(words, names),
        limit=limit,
        shows_log=shows_log,
        file=file,
        read_again=None if source is None else partial(_read_again, source),
        labelled=Labels(drawing_of),
    )
    with _ended_like_ctrl_c():
        left = terminal.run()
    if left is Left.UNFINISHED:
        raise ExitError(ExitCode.FINDINGS)


def _pack_of(
    file: Path, name: str | None, variants: Sequence[str], mods: Sequence[str], *, as_saved: bool
) -> tuple[Chosen | None, Pack]:
    """Return where the pack of a saved game can be read again, if anywhere, and the pack."""
    if as_saved and (variants or mods):
        raise click.UsageError("--as-saved takes the overlays of the saved game")
    save = read_save(file)
    source: Chosen | None = None
    with suppress(click.BadParameter, SaveError) if as_saved else nullcontext():
        source = chosen_again(
            file, save.pack, save.overlays, name=name, variants=variants, mods=mods
        )
    return source, kept_pack(save, file) if as_saved or source is None else source.load()


def _loaded(file: Path, pack: Pack) -> Game:
    """Return a saved game, after what is to be noted of it is told."""
    game = Game.load(file, pack)
    if game.notes:
        colour = output.has_colour(sys.stderr)
        output.aside(report.as_text(game.notes, colour=colour).rstrip("\n"))
    return game


def drawing_of(game: Game) -> Drawing | None:
    """Return the labels of the pack of a game with their program, None when it has none."""
    pack = game.pack
    if not isinstance(pack, Pack) or pack.spec.board is None or not pack.spec.board.labels:
        return None
    return Drawing(pack.spec.board, pack.drawing(game.players, options_in_words(game.program)))


def _read_again(source: Chosen) -> tuple[Pack | None, str]:
    """Return a pack as it is now, None if it has errors, and what was found in it."""
    pack, findings = check_pack(source.path, variants=source.variants, mods=source.mods)
    if pack is not None:
        findings = (*findings, *check_scenarios(pack))
    return pack, report.as_text(findings, colour=output.has_colour(sys.stdout)).rstrip("\n")


def new_game(
    pack: Pack,
    seats: Sequence[str] | None,
    players: int | None,
    seed: int | None,
    options: Mapping[str, bool | int | str],
    *,
    hint: str = "--seats",
) -> Game:
    """Return a new game; numbers and options that do not fit are mistakes of usage.

    `hint` is the option by which the seats were named.
    """
    if players is None and seats is not None:
        players = max(len(seats), pack.players[0])
    count = seats_of(pack, players)
    _refuse_too_many(seats, count, hint)
    start = new_seed() if seed is None else seed
    try:
        return Game(pack, players=count, seed=start, options=dict(options))
    except AnswerError as error:
        raise click.BadParameter(str(error), param_hint="--set") from error


def _refuse_too_many(seats: Sequence[str] | None, players: int, hint: str) -> None:
    """Refuse more seats than players."""
    if seats is not None and len(seats) > players:
        raise click.BadParameter(f"{len(seats)} seats for {players} players", param_hint=hint)


def new_seed() -> int:
    """Return a seed that nobody chose."""
    return int.from_bytes(os.urandom(8), "big") >> (64 - SEED_BITS)


def _complete(seats: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Return who sits at each of the seats; those that nobody named are random bots."""
    named = (HUMAN,) if seats is None else tuple(seats)
    return (*named, *("random",) * (players - len(named)))


def _words(name: str | None, *, as_saved: bool) -> str:
    """Return what is typed for the pack of a saved game: its overlays come from the save."""
    return ("" if name is None else f"{shlex.quote(name)} ") + ("--as-saved " if as_saved else "")


def _command(words: str, names: Sequence[str]) -> str:
    """Return how the game is gone on with, but for the file: with the same at the table."""
    seats = "" if names == _complete(None, len(names)) else f"--seats {','.join(names)} "
    return f"solon play {words}{seats}--load"


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Let a terminal that is closed, and a process that is ended by others, keep the game too."""
    signals = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    # Whoever started us may have asked that one of them is ignored.
    mine = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


def _console() -> Console:
    """Return this terminal."""
    return Console(
        read_line, sys.stdout, colour=output.has_colour(sys.stdout), is_screen=_is_screen()
    )


def _is_screen() -> bool:
    """Say whether what is written can be wiped off."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
