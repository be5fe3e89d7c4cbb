"""Command stage: with whose eyes a game is shown, for `replay` and `explain`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

EVERYONE = "everyone"
SPECTATOR = "spectator"
_SEAT = re.compile(r"player_(\d{1,9})")


def eyes_option(begin: str) -> Callable[[Any], Any]:
    """Return what adds `--as SEAT` to a command, as the parameter `eyes`; its help begins so."""
    return click.option(
        "--as",
        "eyes",
        default=EVERYONE,
        show_default=True,
        metavar="SEAT",
        help=f"{begin} whose eyes: player_1 ..., {SPECTATOR}, {EVERYONE}.",
    )


def seat_of(eyes: str, players: int) -> int | None:
    """Return the seat whose eyes are meant; None is a spectator, and whoever sees everything."""
    if eyes in {EVERYONE, SPECTATOR}:
        return None
    found = _SEAT.fullmatch(eyes)
    if found is None or not 1 <= int(found[1]) <= players:
        raise click.BadParameter(f"{eyes!r} is no seat of this game", param_hint="--as")
    return int(found[1]) - 1
