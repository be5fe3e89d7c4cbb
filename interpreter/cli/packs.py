"""Command stage: packs as the command line names them, by a path or the id of a shipped pack."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from interpreter.arguments import value_of_option
from interpreter.diagnostics import counted_range, did_you_mean, listing
from interpreter.pipeline import Pack, load_pack
from interpreter.resources import find_pack, shipped_packs


def folder_of(name: str, param: click.Parameter | None = None) -> Path:
    """Return the folder of a pack that is named; a name that means none is a mistake of usage."""
    path = find_pack(name)
    if path is None:
        raise click.BadParameter(_unknown(name), param=param)
    return path


def _unknown(name: str) -> str:
    """Return what is said of a name that means no pack."""
    shipped = shipped_packs()
    meant = did_you_mean(name, shipped)
    hint = f"did you mean {meant}? " if meant else ""
    return (
        f"there is no folder {name!r}, and no pack of that id comes with Solon; {hint}"
        f"these come with it: {listing(shipped, most=20)}"
    )


def pack_argument(function: Any) -> Any:
    """Add the argument PACK to a command, as the parameter `folder`."""
    return click.argument("folder", metavar="PACK", callback=_read_pack)(function)


def packs_argument(function: Any) -> Any:
    """Add the argument PACK... to a command, as the parameter `folders`."""
    add = click.argument(
        "folders", metavar="PACK...", nargs=-1, required=True, callback=_read_packs
    )
    return add(function)


def _read_pack(_: click.Context, param: click.Parameter, name: str) -> Path:
    """Return the folder of the pack that an argument names."""
    return folder_of(name, param)


def _read_packs(_: click.Context, param: click.Parameter, names: Sequence[str]) -> list[Path]:
    """Return the folders of the packs that arguments name, each once."""
    return list(dict.fromkeys(folder_of(name, param) for name in names))


def options_argument(function: Any) -> Any:
    """Add `--option NAME=VALUE` to a command, as the parameter `options`."""
    return click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_read_options,
        help="An option of the pack, such as `NAME=yes`; may be given several times.",
    )(function)


def _read_options(
    _: click.Context, param: click.Parameter, values: Sequence[str]
) -> dict[str, bool | int | str]:
    """Return options of the pack as values; their types are for the pack to judge."""
    options: dict[str, bool | int | str] = {}
    for value in values:
        name, sign, text = value.partition("=")
        if not sign or not name:
            raise click.BadParameter(f"{value!r} is not NAME=VALUE", param=param)
        options[name.strip()] = value_of_option(text.strip())
    return options


def load(folder: Path) -> Pack:
    """Return the pack in a folder; raises PackError. What it warns of is for `solon check`."""
    return load_pack(folder)


def seats_of(pack: Pack, players: int | None) -> int:
    """Return how many play, the least number if nobody says; a wrong number is one of usage."""
    least, most = pack.players
    if players is None:
        return least
    if not least <= players <= most:
        can = counted_range(least, most, "player")
        raise click.BadParameter(f"this pack is for {can}", param_hint="--players")
    return players


def name_of(folder: Path) -> str:
    """Return the shortest name of a pack's folder, as it is typed on the command line."""
    shipped = shipped_packs().get(folder.name)
    return shlex.quote(folder.name if shipped == folder else str(folder))
