"""Command stage: the command `solon`, one module for each of its commands."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the command that the process was started with, and end the process."""
    _open_streams()
    try:
        # Loaded here, so that Ctrl-C while Python still reads modules ends as it does later.
        command = import_module("interpreter.cli.command").solon
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(_INTERRUPTED)
    command(prog_name="solon")


def _open_streams() -> None:
    """Let streams that whoever started the process has closed lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Open as long as the process runs.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
