"""Command stage: `solon show`, what a pack holds, and where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from interpreter.cli import definition, effective, lookup, output
from interpreter.cli.map import Wanted, write_map
from interpreter.cli.packs import Chosen, options_argument, pack_argument
from interpreter.definitions import Declarations
from interpreter.diagnostics import counted
from interpreter.overlay.reading import read_overlay
from interpreter.pack.files import variants_of
from interpreter.pipeline import Pack

STAND_IN = "stand-in"


@click.command()
@pack_argument
@click.argument("name", metavar="[ID]", required=False)
@click.option("--sources", is_flag=True, help="Count what comes from where, and the stand-ins.")
@click.option(
    "--effective",
    "with_places",
    is_flag=True,
    help="The merged texts, each with file and line, who wrote it and what it replaced.",
)
@click.option(
    "--map",
    "picture",
    metavar="FILE.svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the board into this file: of the start of a game, or of the one --at.",
)
@click.option("--players", type=int, help="How many play, for --map.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="The seed of the game for --map.")
@options_argument
@click.option(
    "--at",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Draw a saved game with --map.",
)
@click.option("--as", "eyes", metavar="SEAT", help="Whose eyes for --map: player_1 ... [spectator]")
def show(
    chosen: Chosen,
    name: str | None,
    *,
    sources: bool,
    with_places: bool,
    picture: Path | None,
    **game: Any,
) -> None:
    """Show what a pack declares: all names by sort, or everything about one of them.

    With --map its board is drawn instead.
    """
    wanted = Wanted(**game)
    if picture is not None:
        if name is not None or sources or with_places:
            raise click.UsageError("--map draws the board, and shows nothing else")
        write_map(chosen, picture, wanted)
        return
    if not wanted.is_plain:
        raise click.UsageError("--players, --seed, --set, --at and --as belong to --map")
    if with_places:
        output.block(effective.as_text(effective.merged(chosen), name))
        return
    pack = chosen.load()
    declarations = pack.declarations
    if sources:
        output.block(_sources(declarations))
    elif name is None:
        output.block(_contents(declarations, _overlays(pack)))
    else:
        for item in lookup.find(declarations, name):
            output.block(definition.as_text(item, declarations))


def _overlays(pack: Pack) -> Iterator[str]:
    """Yield the overlays that are part of a pack, and the variants that it could have."""
    laid = [f"{one.id} {one.version or pack.version}" for one in pack.overlays]
    if laid:
        yield f"with overlays, in this order: {', '.join(laid)}"
    for name, path in variants_of(pack.folder).items():
        overlay, _ = read_overlay(path)
        said = "" if overlay is None else f"{overlay.manifest.title}. {overlay.manifest.doc}"
        yield f"variant {name}: {said.strip()}"


def _contents(declarations: Declarations, overlays: Iterable[str]) -> str:
    """Return the head of a pack and all names by sort."""
    manifest = declarations.manifest
    least, most = manifest.players
    lines = [
        f"{manifest.title} ({manifest.id} {manifest.version})",
        *([manifest.doc] if manifest.doc else []),
        f"players: {least}" + ("" if least == most else f" to {most}"),
        f"licence: {manifest.licence}",
        *overlays,
        "",
    ]
    sorts: dict[str, list[str]] = {}
    for item in lookup.everything(declarations):
        sorts.setdefault(item.what, []).append(item.name.text)
    for what, names in sorts.items():
        lines.append(f"{what} ({len(names)}): {', '.join(names)}")
    return "\n".join(lines) + "\n"


def _sources(declarations: Declarations) -> str:
    """Return how many declarations come from which source."""
    counts: Counter[str] = Counter(source for _, source in _named(declarations))
    stand_ins = [(name, source) for name, source in _named(declarations) if STAND_IN in source]
    given = sum(count for source, count in counts.items() if source)
    known = f"source known: {given} of {counted(counts.total(), 'declaration')}"
    lines = [f"{known}, of them {counted(len(stand_ins), 'stand-in')}"]
    for source, count in sorted(counts.items()):
        if source and STAND_IN not in source:
            lines.append(f"  {count:>4}  {source}")
    if stand_ins:
        lines += ["stand-ins", *(f"  {name}: {source}" for name, source in stand_ins)]
    return "\n".join(lines) + "\n"


def _named(declarations: Declarations) -> Iterator[tuple[str, str]]:
    """Yield name and source of all that can have a source."""
    for item in lookup.everything(declarations):
        if hasattr(item.record, "source"):
            source = item.record.source or ""
            yield item.name.text, source if isinstance(source, str) else source.text
