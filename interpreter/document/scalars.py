"""Document stage: YAML scalars read once more, so that each character knows its place in the file.

The YAML library gives the value of a scalar and where it begins and ends. Here the same value is
read from the file's own characters by the rules of YAML (folding, escapes, indentation, chomping),
noting where each stretch came from. It is done only for texts that somebody asks about.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from interpreter.source import LocatedText, Source, Span

_BREAK = re.compile(r"\r\n|\n|\r")
_PROPERTY = re.compile(r"[&!][^\s,\[\]{}]*(?:\s+(?:#[^\r\n]*)?)*")
_HEADER = re.compile(r"([|>])([-+0-9]*)[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|$)")
_FOLD = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*")
_SIMPLE_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_CODED_ESCAPES = {"x": 2, "u": 4, "U": 8}


LocatedTextParts: TypeAlias = tuple[str, tuple[tuple[int, int], ...]]


class _Builder:
    """Collects the text piece by piece, and where each piece stands in the file."""

    def __init__(self, start: int) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.starts: list[tuple[int, int]] = []
        self.next_offset = start

    def add(self, text: str, offset: int, width: int | None = None) -> None:
        """Add `text`, which takes `width` characters of the file from `offset` on."""
        if not text:
            return
        if offset != self.next_offset or not self.starts:
            if self.starts and self.starts[-1] != (self.length, self.next_offset):
                self.starts.append((self.length, self.next_offset))
            self.starts.append((self.length, offset))
        self.parts.append(text)
        self.length += len(text)
        self.next_offset = offset + (len(text) if width is None else width)
        if self.next_offset != offset + len(text):
            self.starts.append((self.length, self.next_offset))

    def located(self, start: int) -> LocatedTextParts:
        """Return the text and its runs, closed by the end of the text."""
        if not self.starts:
            return "", ((0, start),)
        if self.starts[-1] != (self.length, self.next_offset):
            self.starts.append((self.length, self.next_offset))
        return "".join(self.parts), tuple(self.starts)


def locate_scalar(source: Source, start: int, end: int, text: str, style: str) -> LocatedText:
    """Return the scalar `text`, written from `start` to `end`, with the place of each character.

    Should this reading ever differ from the library's, the whole scalar is the place of every
    character: a vague place is better than a wrong one.
    """
    found: LocatedTextParts | None
    if style == "" and end - start == len(text):
        return LocatedText(text, Span(source, start, end), ((0, start), (len(text), end)))
    if style == "":
        found = _read_plain(source.text, start, end)
    elif style in {"'", '"'}:
        found = _read_quoted(source.text, start, end, text)
    else:
        found = _read_block(source.text, start, end, text)
    if found is None or found[0] != text:
        return LocatedText(text, Span(source, start, end), ((0, start), (len(text), end)))
    if style in {"|", ">"}:
        end = _trimmed_end(source.text, start, max(found[1][-1][1], start + 1))
    return LocatedText(text, Span(source, start, end), found[1])


def _trimmed_end(text: str, start: int, end: int) -> int:
    """Return `end` moved back before trailing white space."""
    return start + max(len(text[start:end].rstrip()), 1)


def content_start(text: str, start: int, end: int) -> int:
    """Return where a node itself begins, behind its anchor and its tag."""
    while found := _PROPERTY.match(text, start, end):
        start = found.end()
    return start


def _read_plain(text: str, start: int, end: int) -> LocatedTextParts:
    """Read a scalar without quotes."""
    builder = _Builder(start)
    _add_folded(builder, text, start, end)
    return builder.located(start)


def _read_quoted(text: str, start: int, end: int, value: str) -> LocatedTextParts:
    """Read a scalar in single or double quotes."""
    quote, inner, last = text[start], start + 1, end - 1
    if last - inner == len(value) and text[inner:last] == value:
        return value, ((0, inner), (len(value), last))
    builder = _Builder(inner)
    position = inner
    special = re.compile(r"''" if quote == "'" else r"\\(?:\r\n|[\s\S])")
    for found in special.finditer(text, inner, last):
        _add_folded(builder, text, position, found.start())
        position = found.end()
        if quote == "'":
            builder.add("'", found.start(), 2)
        else:
            position = _add_escape(builder, text, found, last)
    _add_folded(builder, text, position, last)
    return builder.located(inner)


def _add_escape(builder: _Builder, text: str, found: re.Match[str], last: int) -> int:
    """Add the character that an escape stands for; return where reading goes on."""
    sign = found[0][1]
    if sign in _CODED_ESCAPES:
        digits = text[found.end() : found.end() + _CODED_ESCAPES[sign]]
        builder.add(chr(int(digits, 16)), found.start(), 2 + len(digits))
        return found.end() + len(digits)
    if sign in "\r\n":
        # An escaped line end joins the lines; only further empty lines count as line ends.
        blank = re.compile(r"[ \t\r\n]*").match(text, found.end(), last)
        position = found.end() if blank is None else blank.end()
        for line_end in _BREAK.finditer(text, found.end(), position):
            builder.add("\n", line_end.start(), len(line_end[0]))
        return position
    builder.add(_SIMPLE_ESCAPES.get(sign, ""), found.start(), 2)
    return found.end()


def _add_folded(builder: _Builder, text: str, start: int, end: int) -> None:
    """Add a stretch in which a line end is a blank, and each further one a line end."""
    position = start
    for found in _FOLD.finditer(text, start, end):
        builder.add(text[position : found.start()], position)
        breaks = list(_BREAK.finditer(text, found.start(), found.end()))
        if len(breaks) == 1:
            builder.add(" ", breaks[0].start(), len(breaks[0][0]))
        for further in breaks[1:]:
            builder.add("\n", further.start(), len(further[0]))
        position = found.end()
    builder.add(text[position:end], position)


def _read_block(text: str, start: int, end: int, value: str) -> LocatedTextParts | None:
    """Read a scalar after `|` or `>`; the indentation is the one that gives `value`."""
    header = _HEADER.match(text, start)
    if header is None:
        return None
    chomping = "+" if "+" in header[2] else "-" if "-" in header[2] else ""
    lines = _lines(text, header.end(), max(end, header.end()))
    widest = max((_indentation(text, first, last) for first, last, _ in lines), default=0)
    first_text = next((line for line in lines if text[line[0] : line[1]].strip(" ")), None)
    likely = widest if first_text is None else _indentation(text, first_text[0], first_text[1])
    for indentation in [likely, *(other for other in range(widest + 1) if other != likely)]:
        builder = _Builder(header.end())
        _add_block(builder, text, lines, indentation, (header[1] == ">", chomping))
        found = builder.located(min(header.end(), end))
        if found[0] == value:
            return found
    return None


def _lines(text: str, start: int, end: int) -> list[tuple[int, int, int]]:
    """Return the lines of a stretch as (start, end without line end, start of the next)."""
    lines = []
    while start < end:
        found = _BREAK.search(text, start, end)
        stop, following = (end, end) if found is None else found.span()
        lines.append((start, stop, following))
        start = following
    return lines


def _indentation(text: str, start: int, end: int) -> int:
    """Return how many spaces a line begins with."""
    return end - start - len(text[start:end].lstrip(" "))


def _add_block(
    builder: _Builder,
    text: str,
    lines: list[tuple[int, int, int]],
    indentation: int,
    manner: tuple[bool, str],
) -> None:
    """Add the lines of a block at `indentation`; `manner` is (folded, chomping)."""
    folded, chomping = manner
    leading: tuple[int, int, int] | None = None
    blanks: list[tuple[int, int, int]] = []
    was_indented = False
    for line in lines:
        start, stop, _ = line
        if _indentation(text, start, min(stop, start + indentation)) < indentation:
            if start + _indentation(text, start, stop) < stop:
                break
            blanks.append(line)
            continue
        if start + indentation >= stop:
            blanks.append(line)
            continue
        is_indented = text[start + indentation] in " \t"
        if folded and leading is not None and not was_indented and not is_indented:
            if not blanks:
                builder.add(" ", leading[1], leading[2] - leading[1])
        elif leading is not None:
            _add_break(builder, leading)
        for blank in blanks:
            _add_break(builder, blank)
        blanks = []
        was_indented = is_indented
        builder.add(text[start + indentation : stop], start + indentation)
        leading = line
    if leading is not None and chomping != "-":
        _add_break(builder, leading)
    if chomping == "+":
        for blank in blanks:
            _add_break(builder, blank)


def _add_break(builder: _Builder, line: tuple[int, int, int]) -> None:
    """Add the line end of a line; the last line of a file may have none."""
    if line[2] > line[1]:
        builder.add("\n", line[1], line[2] - line[1])
