"""Command stage: the group `solon` and its commands; the last step of everything."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from interpreter.cli import failures
from interpreter.cli.check import check
from interpreter.cli.explain import explain
from interpreter.cli.new import new
from interpreter.cli.output import use_utf8
from interpreter.cli.play import play
from interpreter.cli.replay import replay
from interpreter.cli.schema import schema
from interpreter.cli.show import show
from interpreter.cli.simulate import simulate
from interpreter.cli.test import test

COMMANDS = (check, test, play, simulate, replay, explain, show, schema, new)


class _Solon(click.Group):
    """The group: what goes wrong in any command is told in one place."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        with failures.told(debug=bool(ctx.params.get("debug"))):
            return super().invoke(ctx)

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the commands in the order of a designer's day."""
        return [command.name or "" for command in COMMANDS]


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


for _command in COMMANDS:
    solon.add_command(_command)
