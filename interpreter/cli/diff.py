"""Command stage: `solon diff`, where two packs differ, and who wrote what."""

from __future__ import annotations

import json
from typing import Any

import click

from interpreter.cli import effective, output
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import chosen
from interpreter.diagnostics import ExitCode
from interpreter.overlay.effective import Difference, Line, differences


@click.command()
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def diff(old: str, new: str, form: str) -> None:
    """Show where two packs differ: two versions of one, or a pack and what an overlay makes of it.

    An overlay, named by its path or id, stands for its pack with the overlay laid over it.

    Exit code 0: they say the same. 1: they differ.
    """
    before, after = (effective.merged(chosen(name)).sheets for name in (old, new))
    found = differences(before, after)
    if form == "json":
        data = {"differences": [_data(one) for one in found]}
        output.result(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for one in found:
            output.result(effective.difference_as_text(one))
        output.aside(f"{len(found)} place{'' if len(found) == 1 else 's'} differ")
    if found:
        raise ExitError(ExitCode.FINDINGS)


def _data(one: Difference) -> dict[str, Any]:
    """Return a difference as plain data."""
    return {"path": list(one.path), "old": _side(one.old), "new": _side(one.new)}


def _side(line: Line | None) -> dict[str, str] | None:
    """Return what one of two packs has."""
    return None if line is None else {"text": line.text, "place": line.place}
