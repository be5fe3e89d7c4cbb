"""Command stage: `solon replay`, a saved game or a game of a run played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from interpreter.cli import output
from interpreter.cli.eyes import EVERYONE, eyes_option, seat_of
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import chosen_again, overlay_options, shortest
from interpreter.diagnostics import AnswerError, ExitCode, SaveError, counted
from interpreter.engine import Game
from interpreter.engine.replaying import moment_of
from interpreter.engine.resuming import pack_in_words, refusal
from interpreter.engine.saves import Save, SavedOverlay, in_words, read_save
from interpreter.pipeline import Pack
from interpreter.play import runs, screen
from interpreter.play.players import ended
from interpreter.play.replay import Replay, replay_save
from interpreter.play.simulate import play_game
from interpreter.reopening import is_kept, kept_pack
from interpreter.show import report


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pack", "name", metavar="PACK", help="The pack. [the one that the file names]")
@click.option("--game", "number", type=click.IntRange(min=0), help="Of a run: which of its games.")
@click.option("--at", type=click.IntRange(min=0), help="Stop after so many answers and show them.")
@eyes_option("With")
@click.option("--log", "shows_log", is_flag=True, help="Write what happened.")
@overlay_options
@click.option(
    "--as-saved",
    is_flag=True,
    help="With the content of the pack that was kept when the game was saved.",
)
def replay(
    *,
    file: Path,
    name: str | None,
    number: int | None,
    at: int | None,
    eyes: str,
    shows_log: bool,
    variants: Sequence[str],
    mods: Sequence[str],
    as_saved: bool,
) -> None:
    """Play a saved game (or with --game a game of a run) again and say where it departs.

    The pack and its overlays are those that the file names; what is named here is taken instead.

    Exit code 0: it came out the same. 1: it departed.
    """
    from_here = _Named(name, variants, mods)
    if _is_run(file):
        if number is None:
            raise click.UsageError("this is a file of a run: say which game, with --game N")
        if at is not None or eyes != EVERYONE or shows_log or as_saved:
            raise click.UsageError(
                "--at, --as, --log and --as-saved are for a save; the log of a game of a run is"
                " shown by `solon play PACK --seats BOT,BOT... --seed SEED --log`, with its bots"
                " and seed"
            )
        _replay_of_run(file, from_here, number)
        return
    if number is not None:
        raise click.UsageError("this is a save, which is one game: --game is for a run")
    if as_saved and from_here != _Named():
        raise click.UsageError("--as-saved takes the pack and the overlays of the saved game")
    save = read_save(file)
    found = partial(from_here.pack_for, file, save.pack, save.overlays)
    pack = kept_pack(save, file) if as_saved else found()
    _replay_of_save(file, save, pack, at, eyes, shows_log=shows_log)


@dataclass(frozen=True, slots=True)
class _Named:
    """What the command line names instead of what the file does."""

    name: str | None = None
    variants: Sequence[str] = ()
    mods: Sequence[str] = ()

    def pack_for(self, file: Path, pack: str, overlays: Sequence[SavedOverlay]) -> Pack:
        """Return the pack for a file that names a pack and overlays."""
        return chosen_again(
            file, pack, overlays, name=self.name, variants=self.variants, mods=self.mods
        ).load()


def _is_run(file: Path) -> bool:
    """Say whether a file is that of a run, by its beginning."""
    with file.open("rb") as opened:
        return b'"solon_run"' in opened.readline(1 << 16)


def _replay_of_run(file: Path, from_here: _Named, number: int) -> None:
    """Play a game of a run again and compare."""
    plan, results = runs.read_run(file)
    recorded = next((result for result in results if result.number == number), None)
    if recorded is None:
        raise click.BadParameter(f"{file} has no game {number}", param_hint="--game")
    pack = from_here.pack_for(file, plan.pack, plan.overlays)
    output.result(recorded.to_json())
    again = play_game(pack, plan, number)
    if again == recorded:
        output.result("played again: the same")
        return
    if pack.hash != plan.pack_hash:
        then = in_words(plan.pack, plan.version, plan.pack_hash, plan.overlays)
        output.result(_change(then, pack))
    output.result(f"played again it departs: {again.to_json()}")
    raise ExitError(ExitCode.FINDINGS)


def _replay_of_save(
    file: Path, save: Save, pack: Pack, at: int | None, eyes: str, *, shows_log: bool
) -> None:
    """Play a saved game again, show it, and say where it departs."""
    seat = seat_of(eyes, save.players)
    try:
        replayed = replay_save(pack, save, at)
    except AnswerError as error:
        if pack.hash == save.pack_hash:
            raise SaveError("S805", file=str(file), reason=error.message) from error
        current = pack_in_words(pack)
        said = {"game": str(file), "current": current, "reason": error.message}
        raise refusal("S816", save, **said) from error
    game = replayed.game
    if shows_log:
        events = game.log if eyes == EVERYONE else game.log_for(seat)
        for event in events:
            output.result(f"  {event}")
    if at is not None or eyes != EVERYONE:
        _show(game, seat, eyes)
    if pack.hash != save.pack_hash:
        output.result(_change(save.pack_in_words, pack))
    for note in replayed.notes:
        output.result(report.as_line(note))
    _tell_end(replayed, save)


def _change(then: str, pack: Pack) -> str:
    """Return in words that the pack is not as it was."""
    place = shortest(pack.folder)
    return f"the pack has changed since: {then} then, {pack_in_words(pack)} now, in {place}"


def _show(game: Game, seat: int | None, eyes: str) -> None:
    """Show the game as it is now, to whom it may be shown."""
    seats = range(game.players) if eyes == EVERYONE else [seat]
    for one in seats:
        output.block(game.view(one).text())


def _tell_end(replayed: Replay, save: Save) -> None:
    """Say how far the game came."""
    game, departure = replayed.game, replayed.departure
    if departure is not None:
        output.result(f"departs at answer {departure.number}, {departure.moment}")
        output.result(f"  recorded: {departure.recorded}")
        output.result(f"  asked:    {departure.asked}")
        if departure.unknown:
            meant = f"; did you mean `{departure.nearest}`?" if departure.nearest else ""
            output.result(f"  nothing is called `{departure.unknown}` any more{meant}")
        if is_kept(save.pack_hash):
            output.result("  the pack as it was then is kept: `--as-saved` replays with it")
        raise ExitError(ExitCode.FINDINGS)
    output.result(f"{counted(game.version, 'answer')} played again, {_moment(game)}")
    if game.over:
        for line in screen.reports_in_words(ended(game)):
            output.result(line)


def _moment(game: Game) -> str:
    """Return where a game is, in words."""
    if game.over:
        return screen.outcome_in_words(ended(game)).rstrip(".").replace("The", "the", 1)
    return moment_of(game)
