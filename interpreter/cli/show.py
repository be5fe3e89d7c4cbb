"""Command stage: `solon show`, what a pack holds, and where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from interpreter.cli import definition, lookup, output
from interpreter.cli.packs import load, pack_argument
from interpreter.definitions import Declarations
from interpreter.diagnostics import counted

STAND_IN = "stand-in"


@click.command()
@pack_argument
@click.argument("name", metavar="[ID]", required=False)
@click.option("--sources", is_flag=True, help="Count what comes from where, and the stand-ins.")
def show(folder: Path, name: str | None, *, sources: bool) -> None:
    """Show what a pack declares: all names by sort, or everything about one of them."""
    declarations = load(folder).declarations
    if sources:
        output.block(_sources(declarations))
    elif name is None:
        output.block(_contents(declarations))
    else:
        for item in lookup.find(declarations, name):
            output.block(definition.as_text(item, declarations))


def _contents(declarations: Declarations) -> str:
    """Return the head of a pack and all names by sort."""
    manifest = declarations.manifest
    least, most = manifest.players
    lines = [
        f"{manifest.title} ({manifest.id} {manifest.version})",
        *([manifest.doc] if manifest.doc else []),
        f"players: {least}" + ("" if least == most else f" to {most}"),
        f"licence: {manifest.licence}",
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
