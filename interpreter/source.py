"""Foundation of every stage: a named text, a span in it, and text that remembers where it stood.

`Source` is one file as the user knows it, `Span` a stretch of its characters, and `LocatedText` a
piece of text taken out of a file (a YAML scalar, say) whose characters all map back to the file.
Lines and columns count from 1, columns count code points, and a tab counts as one.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_TAB_SHOWN = "→   "
_WIDEST_LINE = 160
_CONTEXT_OF_CUT_LINE = 60
# Behind every offset: a pair of an index and this one sorts behind all runs that begin there.
_BEYOND = sys.maxsize

Timing: TypeAlias = Literal["before", "after", "instead"]
"""Where what an overlay puts into a text stands: around what it is about, or in its place."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file: `name` is its path as shown to the user, `text` its characters without a mark.

    Line ends may be LF, CRLF or CR; offsets count the characters of `text` as they are.
    """

    name: str
    text: str = field(repr=False)
    _line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the line starts once, so that every later position is a binary search."""
        ends = [found.end() for found in _LINE_BREAK.finditer(self.text)]
        object.__setattr__(self, "_line_starts", (0, *ends))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column, from 1, of the character at `offset`."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Return line `line` (from 1) without its line end; empty when there is no such line."""
        if not 1 <= line <= len(self._line_starts):
            return ""
        start = self._line_starts[line - 1]
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def line_start(self, line: int) -> int:
        """Return the offset of the first character of line `line` (from 1)."""
        return self._line_starts[line - 1]

    @property
    def line_count(self) -> int:
        """The number of lines; a text that ends with a line end has an empty last one."""
        return len(self._line_starts)

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters `start` to `end` (not included)."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (not included) of a source; empty for a place between two."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1, in code points."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The characters that the span covers, exactly as they stand in the file."""
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> str:
        """`file:line:column`, as editors and terminals understand it."""
        line, column = self.source.line_column(self.start)
        return f"{self.source.name}:{line}:{column}"

    def cover(self, other: Span) -> Span:
        """Return the span from the first to the last character of both."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def contains(self, other: Span) -> bool:
        """Return whether `other` begins in this span, of the same file."""
        return self.source.name == other.source.name and self.start <= other.start <= self.end

    def excerpt_rows(self) -> tuple[tuple[int | None, str], ...]:
        """Return the source line and its underline as (line number or None, text) rows.

        Of a span over several lines the first is shown, underlined to its end.
        """
        line, column = self.source.line_column(self.start)
        text = self.source.line_text(line)
        first = min(column - 1, len(text))
        last = min(first + max(self.end - self.start, 1), max(len(text), first + 1))
        text, first, last = _cut(text, first, last)
        before = _shown(text[:first])
        marked = _shown(text[first:last])
        underline = " " * _width(before) + "^" * max(_width(marked), 1)
        return (line, before + marked + _shown(text[last:])), (None, underline)

    def excerpt(self, gutter: int | None = None) -> str:
        """Return the source line with line number and underline, as two lines of text.

        `gutter` is the width of the number column, by default that of this line's number.
        """
        width = len(str(self.line)) if gutter is None else gutter
        return "\n".join(
            f"{'' if number is None else number:>{width}} | {text}".rstrip()
            for number, text in self.excerpt_rows()
        )


@dataclass(frozen=True, slots=True)
class LocatedText:
    """A piece of text whose characters map back to a file.

    `span` is the whole piece in the file, quotes and block indicator included. `starts` are pairs
    (offset in `text`, offset in the file), ascending: from each pair on the characters run
    alongside. Two pairs with the same text offset stand around characters of the file that are not
    part of the text (indentation, an escaped line end): a piece that ends there ends at the first,
    a piece that begins there begins at the last. The last pair is the end of the text.

    `patches` are what overlays put into the text, in the order in which they act; `text` and all
    places are those without them. `lang.weaving` puts the two together.
    """

    text: str
    span: Span
    starts: tuple[tuple[int, int], ...]
    patches: tuple[TextPatch, ...] = ()

    @classmethod
    def plain(cls, text: str, name: str = "<text>") -> LocatedText:
        """Return `text` as a file of its own, which is what tests and the command line need."""
        return cls(text, Source(name, text).span(0, len(text)), ((0, 0), (len(text), len(text))))

    def offset(self, index: int) -> int:
        """Return the offset in the file of the character `index`; of the end for `len(text)`."""
        if index >= len(self.text):
            return self._end_offset(len(self.text))
        text_offset, file_offset = self.starts[bisect_right(self.starts, (index, _BEYOND)) - 1]
        return file_offset + index - text_offset

    def locate(self, start: int, end: int) -> Span:
        """Return the span in the file of the characters `start` to `end` (not included)."""
        following = bisect_right(self.starts, (start, _BEYOND))
        if following < len(self.starts) and start < end <= self.starts[following][0]:
            # All in one run, as nearly every piece is.
            text_offset, file_offset = self.starts[following - 1]
            first = file_offset + start - text_offset
            next_text_offset, next_file_offset = self.starts[following]
            last = next_file_offset if end == next_text_offset else first + end - start
            return Span(self.span.source, first, max(first, last))
        first = self.offset(start)
        if end <= start:
            return Span(self.span.source, first, first)
        return Span(self.span.source, first, max(first, self._end_offset(end)))

    def with_pieces(self, pieces: Sequence[tuple[int, int, str]]) -> LocatedText:
        """Return the text with other words at some places, which keep the places of the old ones.

        `pieces` are start, end and new text, ascending and apart. What was put into the text stays.
        """
        words: list[str] = []
        starts: list[tuple[int, int]] = []
        done = length = 0
        for first, last, word in (*pieces, (len(self.text), len(self.text), "")):
            starts.append((length, self.offset(done)))
            starts += (
                (length + text_offset - done, file_offset)
                for text_offset, file_offset in self.starts
                if done < text_offset < first
            )
            length += first - done
            starts += ((length, self._end_offset(first)), (length, self.offset(first)))
            words += (self.text[done:first], word)
            length += len(word)
            if word:
                starts.append((length, self._end_offset(last)))
            done = last
        kept = tuple(dict.fromkeys(starts))
        return replace(self, text="".join(words), starts=kept)

    def part(self, start: int, end: int) -> LocatedText:
        """Return the characters `start` to `end` (not included) as a text, without patches."""
        inner = [(at - start, offset) for at, offset in self.starts if start < at < end]
        span = self.locate(start, end)
        first, last = (0, span.start), (end - start, span.end)
        return LocatedText(self.text[start:end], span, (first, *inner, last))

    def _end_offset(self, end: int) -> int:
        """Return the offset in the file just behind the character before `end`."""
        run = bisect_left(self.starts, (end, -1))
        if run < len(self.starts) and self.starts[run][0] == end:
            return self.starts[run][1]
        text_offset, file_offset = self.starts[run - 1]
        return file_offset + end - text_offset


@dataclass(frozen=True, slots=True)
class TextPatch:
    """What an overlay puts into a text: `text`, which is in a file of its own.

    It acts on the line with the `label`, or on the whole text when there is none.
    """

    timing: Timing
    label: LocatedText | None
    text: LocatedText


def _cut(text: str, first: int, last: int) -> tuple[str, int, int]:
    """Cut a very long line to the surroundings of its marked part."""
    if len(text) <= _WIDEST_LINE:
        return text, first, last
    left = max(0, first - _CONTEXT_OF_CUT_LINE)
    last = min(last, left + _WIDEST_LINE)
    right = min(len(text), max(last + _CONTEXT_OF_CUT_LINE, left + _WIDEST_LINE))
    head, tail = "…" if left else "", "…" if right < len(text) else ""
    shift = len(head) - left
    return head + text[left:right] + tail, first + shift, last + shift


def _shown(text: str) -> str:
    """Return `text` with tabs visible and with nothing that could disturb a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown_character(character) for character in text)


def _shown_character(character: str) -> str:
    """Return one character as an excerpt shows it."""
    if character == "\t":
        return _TAB_SHOWN
    # Cc, Cf, Cs, Zl, Zp: controls, direction marks, surrogates and separators move the cursor.
    # The joiners belong to emoji and to several scripts, and are harmless.
    if character in "\u200c\u200d":
        return character
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return "\N{REPLACEMENT CHARACTER}"
    return character


def _width(text: str) -> int:
    """Return the number of terminal columns that `text` takes."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    """Return the columns of one character: 0 for a combining one, 2 for a wide one."""
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
