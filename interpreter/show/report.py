"""Show stage: findings and faults to text or JSON; the last step of `check`, and of any failure.

Text looks like this, one block for each finding:

    cards.yaml:14:18: error[E501]: `draw` wants a whole number, found a zone
    14 |     effect: draw(deck)
       |                  ^^^^
       = declared: draw(count: number)
       = help: did you mean `count(deck)`?

JSON has one object with `diagnostics` and `summary`; `as_data` lists the fields. Who prints, and
whether in colour, is for the caller to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from interpreter.diagnostics import (
    CODES,
    Diagnostic,
    InternalError,
    RulesFault,
    Severity,
    counted,
    listing,
)
from interpreter.source import Span

FORMAT_VERSION = 1

_PLACE = re.compile(r"\{\w+\}")

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_BLUE = "\x1b[34m"
_TINTS: Mapping[Severity, str] = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}


def as_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """Return the findings as text in the order given, with an empty line between two.

    Ends with a line end, unless there is nothing to say.
    """
    blocks = [_block(diagnostic, colour=colour) for diagnostic in diagnostics]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def as_line(diagnostic: Diagnostic) -> str:
    """Return a finding on one line: place, severity, code and message."""
    place = "" if diagnostic.span is None else f"{diagnostic.span.place}: "
    return f"{place}{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return the counts in words, such as `2 errors and 1 warning`; `nothing found` for none."""
    counts = _counts(diagnostics)
    words = [counted(count, severity) for severity, count in counts.items() if count]
    return listing(words) or "nothing found"


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return the findings as JSON text, the same for the same findings, ending with a line end."""
    return json.dumps(as_data(diagnostics), ensure_ascii=False, indent=2) + "\n"


def as_data(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """Return the findings as plain data, ready for JSON.

    `version` is the version of this form; it grows when a field changes or goes, not when one is
    added. `diagnostics` is a list in the order given, each with

    - `code`, `severity` (error, warning or note), `message`, `arguments` (the message's parts)
    - `place`: null, or `file`, `line`, `column`, `end_line`, `end_column` (from 1, the end is the
      column behind the last character; columns count code points), `text` (what is underlined)
    - `notes` (a list of texts), `help` (a text or null)
    - `related`: a list of `message` and `place`

    `summary` counts `errors`, `warnings` and `notes`.
    """
    found = list(diagnostics)
    counts = _counts(found)
    return {
        "version": FORMAT_VERSION,
        "diagnostics": [_data(diagnostic) for diagnostic in found],
        "summary": {f"{severity}s": count for severity, count in counts.items()},
    }


def fault_as_text(fault: RulesFault, *, colour: bool = False) -> str:
    """Return a fault of the rules with the chain that led to it, innermost rule first."""
    return as_text([fault.diagnostic], colour=colour)


def internal_error_as_text(error: InternalError) -> str:
    """Return what a user reads when this program itself is at fault."""
    return (
        f"internal error: {error}\n"
        "This is a fault of Solon, not of your pack. Please report it with the command you ran.\n"
    )


def explanation_as_text(code: str) -> str | None:
    """Return what `solon explain CODE` prints, None when there is no such code."""
    row = CODES.get(code.upper())
    if row is None:
        return None
    message = _PLACE.sub("…", row.message)
    return f"{row.severity}[{code.upper()}]: {message}\n\n{row.explanation}\n"


def _counts(diagnostics: Iterable[Diagnostic]) -> dict[Severity, int]:
    """Return the number of findings of each severity."""
    counts = dict.fromkeys(Severity, 0)
    for diagnostic in diagnostics:
        counts[diagnostic.severity] += 1
    return counts


def _block(diagnostic: Diagnostic, *, colour: bool) -> str:
    """Return one finding as text."""
    paint = _paint if colour else _plain
    tint = _TINTS[diagnostic.severity]
    place = "" if diagnostic.span is None else paint(f"{diagnostic.span.place}: ", _BOLD)
    label = paint(f"{diagnostic.severity}[{diagnostic.code}]", tint)
    lines = [f"{place}{label}: {paint(diagnostic.message, _BOLD)}"]
    spans = [diagnostic.span, *(span for _, span in diagnostic.related)]
    gutter = max((len(str(span.line)) for span in spans if span is not None), default=0)
    if diagnostic.span is not None:
        lines.extend(_excerpt(diagnostic.span, gutter, tint, colour=colour))
    margin = " " * gutter
    for text, span in diagnostic.related:
        lines.append(f"{margin} {paint('=', _BLUE)} {text}: {span.place}")
        lines.extend(_excerpt(span, gutter, _BLUE, colour=colour))
    lines.extend(f"{margin} {paint('=', _BLUE)} {text}" for text in diagnostic.notes)
    if diagnostic.help is not None:
        lines.append(f"{margin} {paint('=', _BLUE)} {paint('help:', _BOLD)} {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span, gutter: int, tint: str, *, colour: bool) -> list[str]:
    """Return the source line of a span and its underline."""
    paint = _paint if colour else _plain
    lines = []
    for number, text in span.excerpt_rows():
        shown = "" if number is None else str(number)
        content = paint(text, tint) if number is None else text
        lines.append(f"{paint(f'{shown:>{gutter}} |', _BLUE)} {content}".rstrip())
    return lines


def _plain(text: str, _: str) -> str:
    """Return a text as it is."""
    return text


def _paint(text: str, tint: str) -> str:
    """Return a text in a colour."""
    return f"{tint}{text}{_RESET}"


def _data(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return one finding as plain data."""
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "arguments": dict(sorted(diagnostic.arguments.items())),
        "place": None if diagnostic.span is None else _place(diagnostic.span),
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "related": [{"message": text, "place": _place(span)} for text, span in diagnostic.related],
    }


def _place(span: Span) -> dict[str, Any]:
    """Return a span as plain data."""
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "text": span.text,
    }
