"""Command stage: `solon explain`, a definition in words, or the meaning of a code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import click

from interpreter.cli import definition, lookup, output
from interpreter.cli.eyes import EVERYONE, eyes_option, seat_of
from interpreter.cli.meaning import in_english
from interpreter.cli.packs import chosen, chosen_again, overlay_options, seats_of
from interpreter.diagnostics import CODES, AnswerError
from interpreter.engine import Game
from interpreter.engine.saves import read_save
from interpreter.pipeline import Pack
from interpreter.show import report


@click.command()
@overlay_options
@click.argument("what", metavar="PACK|CODE")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--code", "shows_code", is_flag=True, help="Print the Python that is generated.")
@click.option("--players", type=int, help="With --code: for so many players. [the least]")
@click.option(
    "--at",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="SAVE",
    help="Tell how a value comes about in a saved game.",
)
@click.option(
    "--of", multiple=True, metavar="ID", help="With --at: what the value is of, in order."
)
@eyes_option("With --at: with")
def explain(
    *,
    what: str,
    name: str | None,
    players: int | None,
    variants: tuple[str, ...],
    mods: tuple[str, ...],
    file: Path | None,
    of: tuple[str, ...],
    eyes: str,
    shows_code: bool,
) -> None:
    """Explain one definition of a pack: in English, its effect, what acts on it, its source.

    With a diagnostic code alone, such as `solon explain E501`, explain what it means. With --at,
    tell what has a say in a value (or in a cost, as `kind.cost[resource]`) in one state.
    """
    if file is not None:
        if name is None or shows_code:
            raise click.UsageError(
                "--at is for one value of a pack: solon explain PACK VALUE --at SAVE"
            )
        save = read_save(file)
        again = chosen_again(
            file, save.pack, save.overlays, name=what, variants=variants, mods=mods
        )
        _tell(Game.load(file, again.load()), name, of, eyes)
        return
    if of or eyes != EVERYONE:
        raise click.UsageError(
            "--of and --as are for a value in one state: say which, by --at SAVE"
        )
    if name is None and not shows_code:
        text = report.explanation_as_text(what)
        if text is None:
            first, *_, last = CODES
            raise click.UsageError(
                f"{what!r} is no diagnostic code ({first} to {last});"
                " to explain a definition give its pack and its id"
            )
        output.block(text)
        return
    pack = chosen(what, variants, mods).load()
    if shows_code:
        output.block(_code(pack, name, players))
        return
    for number, item in enumerate(lookup.find(pack.declarations, name or "")):
        output.block("\n" if number else "")
        output.block(definition.as_text(item, pack.declarations))
        meaning = in_english(item, pack.declarations)
        if meaning:
            output.result("in English:")
            output.result(indent(meaning, "    "))


def _tell(game: Game, name: str, of: Sequence[str], eyes: str) -> None:
    """Write how a value comes about in a saved game."""
    if game.notes:
        colour = output.has_colour(sys.stderr)
        output.aside(report.as_text(game.notes, colour=colour).rstrip("\n"))
    try:
        if eyes == EVERYONE:
            found = game.contributions(name, *of)
        else:
            found = game.contributions(name, *of, seat=seat_of(eyes, game.players))
    except AnswerError as refused:
        raise click.UsageError(refused.message) from refused
    output.block(found.text())


def _code(pack: Pack, name: str | None, players: int | None) -> str:
    """Return the generated Python, all of it or the lines of one declaration."""
    program = pack.program(players=seats_of(pack, players))
    if name is None:
        return program.source
    found = lookup.find(pack.declarations, name)
    lines = [
        line
        for line, title in zip(program.source.splitlines(), program.titles, strict=False)
        if any(item.name.text in title.replace(".", " ").split() for item in found)
    ]
    return "\n".join(lines) + "\n"
