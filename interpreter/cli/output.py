"""Command stage: where text goes and in which colours; used by every command.

Results go to standard output, everything else to standard error.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO


def use_utf8() -> None:
    """Write UTF-8 whatever the system's habit; what a stream cannot hold is written as an escape.

    Who has set PYTHONIOENCODING has said what he wants, and gets it.
    """
    encoding = None if os.environ.get("PYTHONIOENCODING") else "utf-8"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding=encoding, errors="replace")


def has_colour(stream: TextIO) -> bool:
    """Say whether a stream gets colours: NO_COLOR, FORCE_COLOR, then whether it is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and stream.isatty()


def result(text: str = "") -> None:
    """Write a line of the result."""
    sys.stdout.write(text + "\n")


def block(text: str) -> None:
    """Write a result that ends with its own line end."""
    sys.stdout.write(text)


def aside(text: str) -> None:
    """Write a line that is no result."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
