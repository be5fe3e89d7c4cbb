"""Document stage: from "this is not YAML" to what was probably meant, at the place of the mistake.

The YAML library says where it gave up and in its own words why. Here the text around that place is
looked at for the mistakes that people make: tabs, a colon in a text, an unclosed quote, a text that
begins with a special sign, crooked indentation. Each is one small function in an ordered tuple; the
first that recognises the case explains it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, counted
from interpreter.source import Source, Span

DEEPEST_NESTING = 100
"""How many lists and mappings may lie inside each other."""
_SPECIAL_STARTS = "[]{}*&!%@`|>,"
_TAB_LINE = re.compile(r"^[ ]*\t", re.MULTILINE)
_QUOTE_AT_VALUE = re.compile(r"(?:^|[\s:,\[{(-])([\"'])")
_VALUE_BEFORE = re.compile(r"^\s*(?:- +)*(?:[^\s:#][^:#]*?: +)?(?=\S)")


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Where and how the YAML library gave up.

    `position` is the offset where it did, `context_position` where the construct began. The last
    scalar before it is (start, end, style), the last closed bracket pair (start, end), the last
    closed block its start; open blocks are (start, whether it is a list), outermost first.
    """

    source: Source
    problem: str
    context: str
    position: int
    context_position: int
    last_scalar: tuple[int, int, str] | None
    last_end: int
    last_closed: tuple[int, int]
    last_block: int | None
    open_blocks: tuple[tuple[int, bool], ...]

    @property
    def line(self) -> int:
        """The line of `position`."""
        return self.source.line_column(self.position)[0]

    @property
    def line_start(self) -> int:
        """The offset at which the line of `position` begins."""
        return self.source.line_start(self.line)

    @property
    def line_text(self) -> str:
        """The line of `position`."""
        return self.source.line_text(self.line)

    @property
    def is_at_line_start(self) -> bool:
        """Whether only white space stands before `position` on its line."""
        return not self.source.text[self.line_start : self.position].strip()

    def span(self, start: int, end: int) -> Span:
        """Return a span of the source, never beyond its end."""
        return self.source.span(start, min(end, len(self.source.text)))

    def rest_of_line(self, start: int) -> Span:
        """Return the span from `start` to the end of its line."""
        line = self.source.line_column(start)[0]
        text = self.source.line_text(line).rstrip()
        return self.span(start, max(self.source.line_start(line) + len(text), start + 1))


Explanation = Callable[[Breakdown], Diagnostic | None]


def explain(breakdown: Breakdown) -> Diagnostic:
    """Return the finding that says what is wrong with a text that is not YAML."""
    for explanation in _EXPLANATIONS:
        found = explanation(breakdown)
        if found is not None:
            return found
    return Diagnostic("E143", breakdown.rest_of_line(breakdown.position))


def value_from(span: Span) -> str:
    """Return the text from a span to the end of its line, without a comment."""
    line = span.source.line_text(span.line)
    return re.sub(r"\s+#.*$", "", line[span.column - 1 :]).rstrip()


def help_for_quotes(value: str) -> str:
    """Return the advice to write `value` in quotes, ready to be pasted."""
    return f"put the text in quotes: {quoted(value)}"


def help_for_backslashes(written: str) -> str:
    """Return the advice for a backslash in double quotes, given the text with its quotes."""
    inner = written.strip('"')
    if re.search(r"\\\S*\\|[\w-]\\[\w-]+.*\.\w+$|^\w:", inner):
        return f"write paths with forward slashes: {quoted(inner.replace(chr(92), '/'))}"
    return f"in single quotes a backslash is an ordinary sign: {quoted(inner)}"


def quoted(value: str) -> str:
    """Return `value` in quotes; in double ones when that spares the doubling of apostrophes."""
    if "'" in value and '"' not in value and "\\" not in value:
        return f'"{value}"'
    doubled = value.replace("'", "''")
    return f"'{doubled}'"


def _too_deep(found: Breakdown) -> Diagnostic | None:
    """Recognise nesting that the library itself refuses."""
    if "nesting depth" not in found.problem:
        return None
    place = found.span(found.position, found.position + 1)
    return Diagnostic("E115", place, {"limit": str(DEEPEST_NESTING)})


def _tab(found: Breakdown) -> Diagnostic | None:
    """Recognise a tab in the indentation."""
    is_at_tab = found.source.text[found.position : found.position + 1] == "\t"
    if not _TAB_LINE.match(found.line_text) or not (is_at_tab or found.is_at_line_start):
        return None
    start = found.line_start + found.line_text.index("\t")
    count = len(_TAB_LINE.findall(found.source.text))
    lines = counted(count, "line begins", "lines begin")
    advice = f"use spaces; {lines} with a tab in this file"
    return Diagnostic("E130", found.span(start, start + 1), help=advice)


def _escape(found: Breakdown) -> Diagnostic | None:
    """Recognise a backslash in double quotes that begins no escape."""
    if "escape" not in found.problem and "hex" not in found.problem:
        return None
    start = found.source.text.rfind("\\", found.context_position, found.position + 1)
    if start < 0:
        return None
    line = found.rest_of_line(found.context_position).text
    closing = line.rfind('"')
    advice = help_for_backslashes(line[: closing + 1] if closing > 0 else line)
    escape = found.span(start, start + 2)
    return Diagnostic("E135", escape, {"escape": escape.text}, help=advice)


def _unclosed_quote(found: Breakdown) -> Diagnostic | None:
    """Recognise a quote that nothing closes, or that only a later opening quote closes."""
    if "quoted scalar" in found.context:
        return _unclosed_quote_at(found, found.context_position)
    if found.last_scalar is None:
        return None
    start, end, style = found.last_scalar
    lines = found.source.text[start:end].strip("\r\n")
    is_over_lines = style in {"'", '"'} and ("\n" in lines or "\r" in lines)
    if is_over_lines and found.source.line_column(end)[0] == found.line:
        return _unclosed_quote_at(found, start, end - 1)
    return None


def _unclosed_quote_at(found: Breakdown, start: int, closing: int | None = None) -> Diagnostic:
    """Return the finding for the quote at `start`, closed by accident at `closing`."""
    quote = found.source.text[start]
    if closing is None:
        after = found.source.text.find(quote, start + 1)
        closing = after if after >= 0 else None
    notes: tuple[str, ...] = ("there is no other quote of this kind behind it",)
    related: tuple[tuple[str, Span], ...] = ()
    if closing is not None:
        line = found.source.line_column(closing)[0]
        notes = (f"the next quote is on line {line}",)
        related = (("the next quote", found.span(closing, closing + 1)),)
    return Diagnostic(
        "E133",
        found.span(start, start + 1),
        {"quote": quote},
        notes,
        related,
        help=f"close it at the end of the text: {found.rest_of_line(start).text}{quote}",
    )


def _colon(found: Breakdown) -> Diagnostic | None:
    """Recognise a colon inside a text, and a line that is indented below a finished value."""
    if "mapping values" not in found.problem or found.last_scalar is None:
        return None
    start, end, style = found.last_scalar
    if style in {"'", '"'}:
        return _after_quote(found)
    if found.source.line_column(start)[0] == found.line and end <= found.position:
        value = value_from(found.span(start, start + 1))
        colon = found.span(found.position, found.position + 1)
        return Diagnostic("E131", colon, help=help_for_quotes(value))
    first = found.line_start + len(found.line_text) - len(found.line_text.lstrip())
    return Diagnostic(
        "E136",
        found.rest_of_line(first),
        {"line": found.line_text.strip()},
        notes=("it is indented below a value that is already complete",),
        related=(("this value", found.rest_of_line(start)),),
        help=_tight_colon(found.rest_of_line(start).text)
        or "indent it like the key above, or leave the value above away",
    )


def _special_start(found: Breakdown) -> Diagnostic | None:
    """Recognise a text that begins with a sign that means something in YAML."""
    text = found.source.text
    position = found.position
    if re.search("alias|anchor|tag|block scalar", found.context):
        position = found.context_position
    elif "flow node" in found.context:
        return None
    is_in_brackets = "flow" in found.context
    if not is_in_brackets and found.last_closed[1] and _is_same_line(found, found.last_closed[1]):
        position = found.last_closed[0]
    elif not is_in_brackets and not found.is_at_line_start and position == found.position:
        position = _alias_before(found)
    sign = text[position : position + 1]
    if not sign or sign not in _SPECIAL_STARTS or not _begins_value(found, position):
        return None
    if sign in "|>" and "block scalar" not in found.context:
        return None
    start = found.span(position, position + 1)
    if sign in "|>":
        return Diagnostic(
            "E140",
            found.rest_of_line(found.position),
            {"sign": sign},
            help=f"begin the text on the next line, indented, and leave `{sign}` alone here",
        )
    return Diagnostic("E132", start, {"sign": sign}, help=help_for_quotes(value_from(start)))


def _alias_before(found: Breakdown) -> int:
    """Return where an alias stands that ends before the place of the problem, or that place."""
    head = found.source.text[found.line_start : found.position]
    alias = re.search(r"(?:^|[\s:-])([*&!]\S*)\s*$", head)
    return found.line_start + alias.start(1) if alias else found.position


def _is_same_line(found: Breakdown, offset: int) -> bool:
    """Return whether a value ended at `offset`, on the line of the problem and just before it."""
    between = found.source.text[offset : found.position]
    return offset <= found.position and not between.strip() and "\n" not in between


def _begins_value(found: Breakdown, position: int) -> bool:
    """Return whether a value begins at `position` (and not something in the midst of a text)."""
    line_start = found.source.line_start(found.source.line_column(position)[0])
    head = found.source.text[line_start:position].strip()
    return not head or head[-1] in ":-,[{?"


def _after_quote(found: Breakdown) -> Diagnostic | None:
    """Recognise text that goes on behind a closing quote."""
    if found.last_scalar is None:
        return None
    start, end, style = found.last_scalar
    if style not in {"'", '"'} or not _is_same_line(found, end):
        return None
    whole = value_from(found.span(start, start + 1))
    advice = help_for_quotes(whole)
    if style == "'" and found.source.text[end : end + 1].isalpha():
        inner = whole.strip("'")
        advice = f"an apostrophe ends the text here; use the other quotes: {quoted(inner)}"
    rest = found.rest_of_line(found.position)
    return Diagnostic("E134", rest, {"text": rest.text, "quote": style}, help=advice)


def _bracket(found: Breakdown) -> Diagnostic | None:
    """Recognise a bracket that is not closed, and a missing comma or item."""
    if "flow node" in found.context or "node content" in found.problem:
        place = found.span(found.position, found.position + 1)
        return Diagnostic("E144", place, {"sign": place.text.strip() or "the end of the file"})
    if "flow sequence" not in found.context and "flow mapping" not in found.context:
        return None
    if (colon := _colon_in_brackets(found)) is not None:
        return colon
    opening = found.span(found.context_position, found.context_position + 1)
    closing = {"[": "]", "{": "}"}.get(opening.text, "]")
    line = found.source.line_column(found.context_position)[0]
    if line == found.line and closing in found.line_text[found.position - found.line_start :]:
        place = found.rest_of_line(found.position)
        advice = f"separate with `, `, or put the text in quotes; `{opening.text}` begins a "
        advice += "list" if opening.text == "[" else "mapping"
        return Diagnostic("E145", place, {"text": place.text}, help=advice)
    following = found.line_start + len(found.line_text) - len(found.line_text.lstrip())
    related = (("it should be closed before this", found.rest_of_line(following)),)
    arguments = {"opening": opening.text, "closing": closing}
    return Diagnostic("E138", opening, arguments, related=related)


def _colon_in_brackets(found: Breakdown) -> Diagnostic | None:
    """Recognise a colon inside a text that is itself the value of a key in brackets."""
    place = found.span(found.position, found.position + 1)
    if place.text != ":" or found.last_scalar is None:
        return None
    start = found.last_scalar[0]
    head = found.source.text[found.line_start : start]
    if start < found.line_start or not re.search(r":\s+$", head):
        return None
    value = re.split(r"[,\]}]|\s#", found.rest_of_line(start).text)[0].strip()
    return Diagnostic("E131", place, help=help_for_quotes(value))


def _no_colon(found: Breakdown) -> Diagnostic | None:
    """Recognise a line without a colon among keys."""
    if "could not find expected ':'" not in found.problem:
        return None
    place = found.rest_of_line(found.context_position)
    advice = _tight_colon(place.text) or "write `key: value`, or `- item` in a list"
    return Diagnostic("E137", place, {"line": place.text}, help=advice)


def _tight_colon(line: str) -> str | None:
    """Return the advice for a key whose colon has no space behind it."""
    tight = re.match(r"([\w-]+:)(?=\w)", line)
    return f"put a space behind the colon: `{tight[1]} {line[tight.end() :]}`" if tight else None


def _no_key(found: Breakdown) -> Diagnostic | None:
    """Recognise a colon without a key before it."""
    if not found.is_at_line_start or found.source.text[found.position : found.position + 1] != ":":
        return None
    return Diagnostic("E117", found.span(found.position, found.position + 1))


def _indentation(found: Breakdown) -> Diagnostic | None:
    """Recognise a line that does not fit the lines above, and list items mixed with keys."""
    if not found.is_at_line_start or found.position >= len(found.source.text):
        return None
    column = found.position - found.line_start
    place = found.rest_of_line(found.position)
    is_item = place.text == "-" or place.text.startswith("- ")
    columns = []
    for start, is_list in found.open_blocks:
        open_column = found.source.line_column(start)[1] - 1
        columns.append(open_column)
        if open_column == column and is_list != is_item:
            code = "E139"
            begun = found.rest_of_line(start)
            arguments = {
                "found": "a list item" if is_item else "a key",
                "among": "list items" if is_list else "keys",
            }
            return Diagnostic(code, place, arguments, related=(("they begin here", begun),))
    if found.last_block is not None:
        columns.append(found.source.line_column(found.last_block)[1] - 1)
    fitting = sorted(set(columns)) or [0]
    others = "".join(f"{column} or " for column in fitting[:-1])
    advice = f"indent it by {others}{counted(fitting[-1], 'space')}, as the lines above"
    notes = [f"it is indented by {column}"]
    if found.last_scalar is not None and found.last_scalar[2] in {"|", ">"}:
        notes.append("a line of a text block may not stand left of the first line of the block")
        block = re.compile(r"[^\r\n]*\s*?([ ]*)\S").match(found.source.text, found.last_scalar[0])
        if block is not None:
            by = counted(len(block[1]), "space")
            advice = f"if it belongs to the text above, indent it by {by}"
    return Diagnostic("E136", place, {"line": place.text}, tuple(notes), help=advice)


_EXPLANATIONS: tuple[Explanation, ...] = (
    _too_deep,
    _tab,
    _escape,
    _unclosed_quote,
    _colon,
    _special_start,
    _after_quote,
    _no_colon,
    _no_key,
    _bracket,
    _indentation,
)
