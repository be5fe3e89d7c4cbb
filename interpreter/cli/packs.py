"""Command stage: packs as the command line names them, by a path or the id of a shipped pack."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from interpreter.arguments import value_of_option
from interpreter.definitions import Declarations
from interpreter.diagnostics import PackError, counted_range, did_you_mean, listing
from interpreter.engine.saves import SavedOverlay
from interpreter.overlay.reading import is_overlay
from interpreter.pack.files import variants_of
from interpreter.pipeline import Pack, load_pack, read_declarations
from interpreter.reopening import find_overlays
from interpreter.resources import find_pack, shipped_packs


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pack as it is named on the command line, with variants and mods."""

    path: Path
    variants: tuple[str, ...] = ()
    mods: tuple[Path, ...] = ()

    def load(self) -> Pack:
        """Return the pack; raises PackError. What it warns of is for `solon check`."""
        return load_pack(self.path, variants=self.variants, mods=self.mods)

    def with_overlays_of(self, file: Path, overlays: Sequence[SavedOverlay]) -> Chosen:
        """Return the pack with the overlays that a file names, unless some are named here.

        Raises SaveError for an overlay that is not found.
        """
        if self.variants or self.mods or is_overlay(self.path):
            return self
        return replace(self, mods=find_overlays(self.path, overlays, file))

    def declarations(self) -> Declarations:
        """Return what the pack declares, errors or not; raises PackError when there is none."""
        found, diagnostics = read_declarations(self.path, variants=self.variants, mods=self.mods)
        if found is None:
            raise PackError(diagnostics)
        return found

    @property
    def words(self) -> str:
        """The shortest way to name it on a command line again."""
        parts = [shortest(self.path)]
        parts += (f"--variant {name}" for name in self.variants)
        parts += (f"--with {shortest(path)}" for path in self.mods)
        return " ".join(parts)


def chosen(
    name: str,
    variants: Sequence[str] = (),
    mods: Sequence[str] = (),
    param: click.Parameter | None = None,
) -> Chosen:
    """Return a pack that is named; a name that means none is a mistake of usage."""
    path = _path_of(name, param)
    if not is_overlay(path):
        known = variants_of(path)
        for variant in variants:
            if variant not in known:
                raise click.BadParameter(_no_variant(variant, known), param_hint="--variant")
    return Chosen(path, tuple(variants), tuple(_path_of(mod, param) for mod in mods))


def chosen_again(
    file: Path,
    pack: str,
    overlays: Sequence[SavedOverlay],
    *,
    name: str | None = None,
    variants: Sequence[str] = (),
    mods: Sequence[str] = (),
) -> Chosen:
    """Return the pack that a file names, with its overlays, unless others are named here.

    `name`, `variants` and `mods` are what the command line says. Raises SaveError for an overlay
    that is not found.
    """
    return chosen(name or pack, variants, mods).with_overlays_of(file, overlays)


def _path_of(name: str, param: click.Parameter | None) -> Path:
    """Return the path of a pack or overlay that is named."""
    path = find_pack(name)
    if path is None:
        raise click.BadParameter(_unknown(name), param=param)
    return path


def _no_variant(name: str, known: Mapping[str, Path]) -> str:
    """Return what is said of a variant that a pack does not have."""
    meant = did_you_mean(name, known)
    hint = f"did you mean {meant}? " if meant else ""
    has = f"it has {listing(list(known), most=20)}" if known else "it has no variants"
    return f"this pack has no variant {name!r}; {hint}{has}"


def _unknown(name: str) -> str:
    """Return what is said of a name that means no pack."""
    shipped = shipped_packs()
    meant = did_you_mean(name, shipped)
    hint = f"did you mean {meant}? " if meant else ""
    return (
        f"there is no folder {name!r}, and no pack of that id comes with Solon; {hint}"
        f"these come with it: {listing(shipped, most=20)}"
    )


def optional_pack_argument(function: Any) -> Any:
    """Add the argument [PACK] to a command, as `name`, with `variants` and `mods`."""
    return overlay_options(
        click.argument("name", metavar="[PACK]", required=False, default=None)(function)
    )


def pack_argument(function: Any) -> Any:
    """Add the argument PACK to a command, with its overlays, as the parameter `chosen`."""

    @overlay_options
    @click.argument("pack_name", metavar="PACK")
    @wraps(function)
    def command(
        *args: Any, pack_name: str, variants: Sequence[str], mods: Sequence[str], **rest: Any
    ) -> Any:
        return function(*args, chosen=chosen(pack_name, variants, mods), **rest)

    return command


def packs_argument(function: Any) -> Any:
    """Add the argument PACK... to a command, with overlays of each, as the parameter `chosen`."""

    @overlay_options
    @click.argument("pack_names", metavar="PACK...", nargs=-1, required=True)
    @wraps(function)
    def command(
        *args: Any,
        pack_names: Sequence[str],
        variants: Sequence[str],
        mods: Sequence[str],
        **rest: Any,
    ) -> Any:
        every = list(dict.fromkeys(chosen(name, variants, mods) for name in pack_names))
        return function(*args, chosen=every, **rest)

    return command


def overlay_options(function: Any) -> Any:
    """Add `--variant NAME` and `--with PATH` to a command."""
    variant = click.option(
        "--variant",
        "variants",
        metavar="NAME",
        multiple=True,
        help="Play with this variant of the pack; may be given several times.",
    )
    mod = click.option(
        "--with",
        "mods",
        metavar="MOD",
        multiple=True,
        help="Lay this mod over the pack, by path or id; may be given several times.",
    )
    return variant(mod(function))


def options_argument(function: Any) -> Any:
    """Add `--set NAME=VALUE` to a command, as the parameter `options`."""
    return click.option(
        "--set",
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


def seats_of(pack: Pack, players: int | None) -> int:
    """Return how many play, the least number if nobody says; a wrong number is one of usage."""
    least, most = pack.players
    if players is None:
        return least
    if not least <= players <= most:
        can = counted_range(least, most, "player")
        raise click.BadParameter(f"this pack is for {can}", param_hint="--players")
    return players


def shortest(path: Path) -> str:
    """Return the shortest name of a path, as it is typed on the command line."""
    return path.name if shipped_packs().get(path.name) == path else shlex.quote(str(path))
