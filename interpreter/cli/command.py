"""Command stage: the group `solon` and its commands; the last step of everything."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from interpreter.cli import failures
from interpreter.cli.output import use_utf8

COMMANDS = (
    "check",
    "test",
    "play",
    "simulate",
    "coverage",
    "replay",
    "explain",
    "show",
    "diff",
    "schema",
    "new",
)
"""The commands in the order of a designer's day; each is a module of this package."""


class _Solon(click.Group):
    """The group: loads a command when it is called, and tells what goes wrong in one place."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        with failures.told(debug=bool(ctx.params.get("debug"))):
            return super().invoke(ctx)

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """Return the command of a name, None if there is none."""
        if name not in COMMANDS:
            return None
        command = getattr(import_module(f"interpreter.cli.{name}"), name)
        assert isinstance(command, click.Command)  # noqa: S101 - for mypy; a test calls them all
        return command


def _version() -> str:
    """Return the version that is installed."""
    try:
        return version("solon")
    except PackageNotFoundError:
        return "unknown (not installed)"


@click.group(cls=_Solon, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="On a fault of Solon itself, show where it happened.")
@click.version_option(_version(), prog_name="solon", message="%(prog)s %(version)s")
def solon(*, debug: bool) -> None:
    """Check, test, play and simulate board games that are written as folders of YAML.

    A PACK is the path of such a folder, or the id of a pack that comes with Solon.
    """
    del debug  # the group reads it before it runs a command
    use_utf8()
