"""Command stage: the command `solon`, one module for each of its commands."""

from interpreter.cli.command import solon

__all__ = ["main"]


def main() -> None:
    """Run the command that the process was started with, and end the process."""
    solon(prog_name="solon")
