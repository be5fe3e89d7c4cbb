"""Command stage: `solon new`, a small pack that checks clean, passes its tests and plays."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from interpreter.cli import output
from interpreter.cli.packs import Chosen, chosen
from interpreter.resources import data_folder

STARTER = "starter"
_MOD = Path(__file__).with_name("mod.yaml")
SCHEMAS = ".schemas"
_ID = re.compile(r"[a-z][a-z0-9_]*")
_SCHEMA_LINE = re.compile(r"(?m)^# yaml-language-server: \$schema=.*?([\w.]+\.schema\.json)$")


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--id", "pack_id", help="The id of the pack. [the name of the folder]")
@click.option("--title", help="The title of the pack. [made from the id]")
@click.option("--mod", "base", metavar="PACK", help="Make a mod of this pack instead.")
def new(folder: Path, pack_id: str | None, title: str | None, base: str | None) -> None:
    """Make a pack in DIR to begin with: a tiny game with a scenario.

    With --mod make a mod that changes nothing yet, with an example of each section to fill in. DIR
    must not hold anything yet. The schemas for your editor come along, in a folder of it.
    """
    name = pack_id or _id_from(folder.resolve().name)
    if not _ID.fullmatch(name):
        raise click.BadParameter(
            f"{name!r} is no id: small letters, digits and _, a letter first", param_hint="--id"
        )
    shown = title or name.replace("_", " ").capitalize()
    try:
        if base is None:
            _make(folder, name, shown)
        else:
            _make_mod(folder, name, shown, chosen(base))
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}") from error
    output.aside(f"made {folder}. What to do next:")
    for command in ("check", "test", "play"):
        output.aside(f"  solon {command} {shlex.quote(str(folder))}")


def _id_from(name: str) -> str:
    """Return an id for a folder's name."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def _make_mod(folder: Path, name: str, title: str, base: Chosen) -> None:
    """Write the first file of a mod, and the schemas, into an empty folder."""
    pack = base.load()
    _need_empty(folder)
    mod = next((one for one in pack.overlays if one.path == base.path), None)
    extended = (pack.id, pack.version) if mod is None else (mod.id, mod.version or pack.version)
    text = _MOD.read_text(encoding="utf-8")
    said = {"ID": name, "TITLE": _quoted(title), "BASE": extended[0]}
    said["VERSION"] = extended[1].partition(".")[0] + ".x"
    _write(folder / "pack.yaml", re.sub(r"<([A-Z]+)>", lambda place: said[place[1]], text))
    _write_schemas(folder)


def _make(folder: Path, name: str, title: str) -> None:
    """Copy the starter and the schemas into an empty folder."""
    _need_empty(folder)
    starter = data_folder("examples") / STARTER
    for path in sorted(starter.rglob("*.yaml")):
        relative = path.relative_to(starter)
        text = path.read_text(encoding="utf-8")
        up = "../" * (len(relative.parts) - 1)
        text = _SCHEMA_LINE.sub(rf"# yaml-language-server: $schema={up}{SCHEMAS}/\1", text)
        if relative.name == "pack.yaml":
            text = re.sub(r"(?m)^id: .*$", lambda _: f"id: {name}", text)
            text = re.sub(r"(?m)^title: .*$", lambda _: f"title: {_quoted(title)}", text)
        _write(folder / relative, text)
    _write_schemas(folder)


def _need_empty(folder: Path) -> None:
    """Refuse a folder that holds something."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"{folder} exists and is not an empty folder")


def _write_schemas(folder: Path) -> None:
    """Copy the schemas for editors."""
    for path in sorted(data_folder("schemas").glob("*.json")):
        _write(folder / SCHEMAS / path.name, path.read_text(encoding="utf-8"))


def _write(path: Path, text: str) -> None:
    """Write a file and the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _quoted(text: str) -> str:
    """Return a text as YAML takes it, whatever signs are in it."""
    return "'" + text.replace("'", "''") + "'"
