"""Command stage: `solon explain`, a definition in words, or the meaning of a code."""

from __future__ import annotations

from textwrap import indent

import click

from interpreter.cli import definition, lookup, output
from interpreter.cli.meaning import in_english
from interpreter.cli.packs import chosen, overlay_options, seats_of
from interpreter.diagnostics import CODES
from interpreter.pipeline import Pack
from interpreter.show import report


@click.command()
@overlay_options
@click.argument("what", metavar="PACK|CODE")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--code", "shows_code", is_flag=True, help="Print the Python that is generated.")
@click.option("--players", type=int, help="With --code: for so many players. [the least]")
def explain(
    what: str,
    name: str | None,
    players: int | None,
    variants: tuple[str, ...],
    mods: tuple[str, ...],
    *,
    shows_code: bool,
) -> None:
    """Explain one definition of a pack: in English, its effect, what acts on it, its source.

    With a diagnostic code alone, such as `solon explain E501`, explain what it means.
    """
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
