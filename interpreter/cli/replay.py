"""Command stage: `solon replay`, a saved game or a game of a run played again."""

from __future__ import annotations

import click


@click.command()
@click.argument("file")
def replay(file: str) -> None:
    """Play a saved game again and say where it departs."""
    raise NotImplementedError(file)
