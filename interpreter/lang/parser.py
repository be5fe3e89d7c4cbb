"""Effect text to syntax tree, through `grammar.lark`; feeds `lang.checker`.

`parse_effect` and those like it never raise: they return the tree, or None with findings. Every
finding stands at the character of the pack's file. After a mistake in an effect the statement it
stands in is left out and the rest is read, so that one run shows all mistakes.

`lang.automaton` reads the text by the tables of the grammar, `lang.shaping` makes the records of
it, and what is wrong with a text that does not fit is said by `lang.mistakes`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from interpreter.diagnostics import Diagnostic, InternalError
from interpreter.lang import automaton, mistakes, syntax
from interpreter.lang.automaton import StoppedError
from interpreter.lang.failure import Failure, Mistake
from interpreter.lang.shaping import DEEPEST, Shaper, TooDeepError
from interpreter.lang.tables import END, tables
from interpreter.lang.words import KEYWORDS
from interpreter.source import LocatedText

LONGEST: Final = 100_000
"""How many characters one text may have."""

_MOST_FINDINGS: Final = 20
_FOLLOWERS: Final = ("else", "otherwise")
# Of a comment and a string whatever begins first wins: a mark of one means nothing in the other.
_STRING_OR_COMMENT: Final = re.compile(r'"[^"\n]*"|#[^\n]*')


def parse_effect(text: LocatedText) -> tuple[syntax.Body | None, tuple[Diagnostic, ...]]:
    """Return the statements of an effect, or None; and what is wrong with it."""
    return _parse(text, "effect")


def parse_expression(
    text: LocatedText,
) -> tuple[syntax.Expression | None, tuple[Diagnostic, ...]]:
    """Return an expression, such as a value's `base` or a `when`; line breaks mean nothing."""
    return _parse(text, "expression")


def parse_price(
    text: LocatedText,
) -> tuple[tuple[syntax.Cost, ...] | None, tuple[Diagnostic, ...]]:
    """Return a price, such as `3 points and 1 token`."""
    return _parse(text, "price")


def parse_pattern(text: LocatedText) -> tuple[syntax.Act | None, tuple[Diagnostic, ...]]:
    """Return the call that a hook waits for, with names for its values."""
    return _parse(text, "pattern")


def parse_binding(text: LocatedText) -> tuple[syntax.Binding | None, tuple[Diagnostic, ...]]:
    """Return binders with their condition, as `of each` has them."""
    return _parse(text, "binding")


def parse_domain(
    text: LocatedText,
) -> tuple[syntax.Expression | syntax.Range | None, tuple[Diagnostic, ...]]:
    """Return what a family goes through: `1 to 3`, or a set such as the plural of a kind."""
    return _parse(text, "domain")


def parse_type(text: LocatedText) -> tuple[syntax.TypeText | None, tuple[Diagnostic, ...]]:
    """Return a declared type, such as `set of area` or `half by ending and number`."""
    return _parse(text, "type")


# ---- one text --------------------------------------------------------------------------------


def _parse(text: LocatedText, start: str) -> tuple[Any, tuple[Diagnostic, ...]]:
    """Return the shaped tree or None, and the findings in the order of the text."""
    characters = text.text
    if len(characters) > LONGEST:
        size = {"size": str(len(characters)), "most": str(LONGEST)}
        return None, (Diagnostic("E420", text.span, size),)
    if start != "effect":
        characters = _one_line(characters)
    characters = _trimmed(characters)
    if not characters:
        return None, (Diagnostic("E403", text.span, {"what": mistakes.TITLES[start]}),)
    findings: list[Diagnostic] = []
    given_up: set[int] = set()
    while True:
        try:
            tree = automaton.read(characters, start)
        except StoppedError as stopped:
            mistake = _mistake(stopped, characters, start)
            line = characters.count("\n", 0, mistake.start)
            if line not in given_up:
                findings.append(mistake.diagnostic(text))
            rest = _without_statement(characters, mistake.start) if start == "effect" else None
            if rest is None or line in given_up or len(findings) >= _MOST_FINDINGS:
                return None, tuple(findings)
            given_up.add(line)
            characters = _trimmed(rest)
        else:
            shaper = Shaper(text)
            try:
                shaped = getattr(shaper, start)(tree)
            except TooDeepError as deep:
                return None, (*findings, Diagnostic("E419", deep.span, {"most": str(DEEPEST)}))
            findings = sorted((*findings, *shaper.findings), key=lambda found: found.sort_key)
            return None if findings else shaped, tuple(findings)


def _trimmed(characters: str) -> str:
    """Return the text up to its last word: blank lines and comments behind it left out."""
    lines = characters.split("\n")
    while lines and lines[-1].strip()[:1] in {"", "#"}:
        lines.pop()
    return "\n".join(lines).rstrip()


def _one_line(characters: str) -> str:
    """Return the text with blanks for line breaks and comments: it is one line for the grammar."""
    if "\n" not in characters:
        return characters
    return _STRING_OR_COMMENT.sub(_no_comment, characters).replace("\r", " ").replace("\n", " ")


def _no_comment(found: re.Match[str]) -> str:
    """Return a string as it is, and blanks for a comment."""
    return found[0] if found[0].startswith('"') else " " * len(found[0])


def _mistake(stopped: StoppedError, characters: str, start: str) -> Mistake:
    """Return what is wrong with a text that the grammar refused."""
    return mistakes.describe(_failure(stopped, characters, start, named_by_example=True))


def _failure(
    stopped: StoppedError, characters: str, start: str, *, named_by_example: bool
) -> Failure:
    """Return the failure in plain terms."""
    place, word = stopped.place, stopped.word
    if stopped.kind == END:
        place = len(characters.rstrip()), len(characters.rstrip())
    kind = word if word in KEYWORDS else stopped.kind
    named = None
    if named_by_example:
        code, example_start = _examples().get((stopped.state, kind), (None, ""))
        # What an expression can get wrong can go wrong in every text; the rest belongs to its own.
        named = code if example_start in {"expression", start} else None
    literals = tables().literals
    return Failure(characters, kind, word, place, stopped.accepts, literals, named, start)


@cache
def _examples() -> dict[tuple[int, str], tuple[str, str]]:
    """Return code and kind of text for each state and kind of word that an example fails at."""
    table: dict[tuple[int, str], tuple[str, str]] = {}
    for code, start, snippets in mistakes.EXAMPLES:
        for snippet in snippets:
            table.setdefault(example_key(snippet, start), (code, start))
    return table


def example_key(snippet: str, start: str) -> tuple[int, str]:
    """Return the state and the kind of word at which a wrong snippet fails."""
    try:
        automaton.read(snippet, start)
    except StoppedError as stopped:
        return stopped.state, _failure(stopped, snippet, start, named_by_example=False).kind
    raise InternalError(f"not a mistake: {snippet}")


# ---- going on after a mistake ------------------------------------------------------------------


def _without_statement(characters: str, place: int) -> str | None:
    """Return the text, as long as before, without the statement at `place` and what hangs on it.

    None when there is nothing to put in its place. What is left out becomes blanks; a statement
    leaves a name behind, so that the block that it stands in is not empty.
    """
    opened = mistakes.open_brackets(characters, place)
    lines = characters.split("\n")
    first = characters.count("\n", 0, opened[0] if opened else place)
    first = min(first, len(lines) - 1)
    margin = _margin_of(lines[first])
    rest = lines[first].strip()
    last = _end_of_block(lines, first, margin)
    if rest.startswith((*_FOLLOWERS, "if none")):
        stub = ""
    elif rest.startswith('"'):
        stub = '"":x'
    else:
        stub = "x"
    if len(stub) > len(rest):
        return None
    while stub and last < len(lines) and lines[last].strip().startswith(_FOLLOWERS):
        last = _end_of_block(lines, last, margin)
    blank = ["".join("\r" if sign == "\r" else " " for sign in line) for line in lines[first:last]]
    blank[0] = blank[0][:margin] + stub + blank[0][margin + len(stub) :]
    return "\n".join(lines[:first] + blank + lines[last:])


def _end_of_block(lines: list[str], first: int, margin: int) -> int:
    """Return the line behind the one at `first` and all that stand further to the right."""
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _margin_of(lines[last]) > margin):
        last += 1
    return last


def _margin_of(line: str) -> int:
    """Return the number of blanks before the text of a line."""
    return len(line) - len(line.lstrip(" \t"))
