"""Play stage: the two streams of a person at a terminal; feeds the terminal game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from shutil import get_terminal_size
from typing import TextIO


class Ink(StrEnum):
    """How a piece of text stands out."""

    TITLE = "\x1b[1;36m"
    QUESTION = "\x1b[1m"
    NUMBER = "\x1b[33m"
    QUIET = "\x1b[2m"
    TROUBLE = "\x1b[31m"


_END = "\x1b[0m"
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_PAGE = 60


@dataclass(frozen=True, slots=True)
class Console:
    """A person's terminal: `read` asks for a line, `out` takes text.

    `is_screen` says that what was written can be wiped off; elsewhere it is pushed out of sight.
    """

    read: Callable[[str], str]
    out: TextIO
    colour: bool = False
    is_screen: bool = False

    def write(self, text: str = "", ink: Ink | None = None) -> None:
        """Write a line."""
        self.out.write(self.paint(text, ink) + "\n")
        self.out.flush()

    def paint(self, text: str, ink: Ink | None) -> str:
        """Return a text in a colour, where there are colours."""
        return f"{ink}{text}{_END}" if self.colour and ink and text else text

    def clear(self) -> None:
        """Take away all that was written, also what could be scrolled back to."""
        self.out.write(_CLEAR if self.is_screen else "\n" * _PAGE)
        self.out.flush()

    @property
    def width(self) -> int:
        """The columns of a line."""
        return min(get_terminal_size((80, 24)).columns, 120)


def read_line(prompt: str) -> str:
    """Ask for a line on standard output; EOFError when there are no more."""
    # Not left to `input`, which writes it to standard error.
    sys.stdout.write(prompt)
    sys.stdout.flush()
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input()
    # Without a keyboard `input` would leave out the line break that the person's Enter makes.
    line = sys.stdin.readline()
    sys.stdout.write("\n")
    if not line:
        raise EOFError
    return line.rstrip("\r\n")
