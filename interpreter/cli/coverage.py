"""Command stage: `solon coverage`, what the games of several runs carried out together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from interpreter.cli import output, summary
from interpreter.cli.packs import chosen_again
from interpreter.play.tally import read_counted, tally


@click.command()
@click.argument(
    "files",
    metavar="RUN...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--pack", "name", metavar="PACK", help="The pack. [the one that the files name]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def coverage(files: Sequence[Path], name: str | None, form: str) -> None:
    """Add up how often each rule was carried out in runs, and name those that never were.

    A RUN is a file that `solon simulate --coverage --out RUN` has written. The runs are of one
    pack with the same overlays, which the files name; players, bots, options and seeds may differ.
    """
    counted = read_counted(files)
    plan = counted[0][0]
    pack = chosen_again(files[0], plan.pack, plan.overlays, name=name).load()
    found = tally(pack, counted)
    write = summary.tally_as_json if form == "json" else summary.tally_as_text
    output.block(write(found))
