"""Where a text stopped being of the language, and what is said of it.

Made by `lang.parser`, read and written by `lang.mistakes` and `lang.wrong_forms`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from interpreter.diagnostics import Diagnostic
from interpreter.source import LocatedText

_LAST_WORD: Final = re.compile(r'[A-Za-z0-9_.]+$|"[^"]*"$|\S$')


@dataclass(frozen=True, slots=True)
class Failure:
    """Where and how the parser stopped.

    `kind` is the sort of token that did not fit, or the word itself if it is one of the language;
    `word` are its letters (none at the end of a line). `accepts` are the tokens that would have
    fitted, `literals` how those are written that have one way. `named` is the code that the table
    of examples has for it. `start` is the kind of text.
    """

    characters: str
    kind: str
    word: str
    place: tuple[int, int]
    accepts: frozenset[str]
    literals: Mapping[str, str]
    named: str | None
    start: str

    @property
    def head(self) -> str:
        """The part of the line that stands before the failure."""
        return self.characters[self.characters.rfind("\n", 0, self.place[0]) + 1 : self.place[0]]

    @property
    def tail(self) -> str:
        """The rest of the line, from the failure on."""
        return self.characters[self.place[0] :].partition("\n")[0]

    @property
    def before(self) -> str:
        """The word or sign that stands before the failure on its line; empty at its head."""
        found = _LAST_WORD.search(self.head.rstrip())
        return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A finding in terms of the text's own characters; see `Diagnostic`."""

    code: str
    start: int
    end: int
    arguments: Mapping[str, str]
    notes: tuple[str, ...] = ()
    related: tuple[tuple[str, int, int], ...] = ()
    help: str | None = None

    def diagnostic(self, text: LocatedText) -> Diagnostic:
        """Return the finding at its place in the file."""
        return Diagnostic(
            self.code,
            text.locate(self.start, self.end),
            self.arguments,
            self.notes,
            tuple((words, text.locate(start, end)) for words, start, end in self.related),
            self.help,
        )
