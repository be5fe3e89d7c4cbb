"""The longer forms of the language as people write them who know what is meant: said rightly.

A table of patterns, asked by `lang.mistakes`: dividing, `have` with somebody who acts, queries that
rank, measure and count. A pattern counts where the text failed in it, at or behind the beginning of
what is underlined.

A pattern is a regular expression in which a blank is any blanks, brackets only group, and `~`
stands around what is underlined and quoted. `{n}` and `{m}` are numbers, `{x}` is a name, `{s}` a
set, `{e}` what is measured, `{q}` is `x in S …`; the help may say them again. Words in capitals
are lists of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from interpreter.lang.failure import Failure, Mistake

_ITEM: Final = r"[a-z][\w.]*(?:\[[\w.]+\])?"
_NUMBER: Final = rf"(?:[0-9]+|{_ITEM}|\([^()]*\))"
_PARTS: Final = {
    "{n}": rf"(?P<n>{_NUMBER})",
    "{m}": rf"(?P<m>{_NUMBER})",
    "{x}": r"(?P<x>[a-z]\w*)",
    "{s}": rf"(?P<s>{_ITEM}(?:\([^()]*\))?|\([^()]*\))",
    "{e}": r"(?P<e>[^,:]+?)",
    "{q}": r"(?P<q>[a-z]\w*\s+in\s+[^,:]+)",
    "NUMBER": _NUMBER,
    "MANY": rf"(?:up\s+to\s+)?{_NUMBER}(?:\s+or\s+all)?",
    "MOST": r"(?:(?:at|no\s+more|not\s+more)\s+(?:most|than)|max(?:imum)?(?:\s+of)?|up\s+to)",
    "LEAST": r"(?:(?:at|no\s+less|not\s+less)\s+(?:least|than)|min(?:imum)?(?:\s+of)?)",
    "DIVIDING": "(?:distributing|splitting|sharing|spreading|allocating|assigning)",
    "HIGH": "(?<!at )(?:best|top|highest|largest|greatest|biggest|maximum|max|most)",
    "LOW": "(?<!at )(?:worst|lowest|smallest|least|fewest|minimum|min)",
    "MEASURE": "(?P<w>highest|lowest|sum|ranking)",
    "PER_ONE": r"(?:\s+(?:each|apiece|per\s+\w+|(?:for\s+)?(?:each|every)(?:\s+\w+)?))",
    "BEHIND": r"(?=\s*(?:$|[,\")>:<]|(?:up|paying|where|at|each|such|is|not|and|or)\b))",
}
_PART: Final = re.compile("|".join(map(re.escape, _PARTS)))
_LOOKED_AT: Final = 300
"""How many characters before and behind the failure are looked at."""

Rows = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Form:
    """A wrong form: the code of the mistake, its pattern, and the help with places for parts."""

    code: str
    pattern: re.Pattern[str]
    help: str


def _forms(code: str, rows: Rows) -> list[_Form]:
    """Return the forms of one code."""
    return [_Form(code, re.compile(_expression(pattern)), help_) for pattern, help_ in rows]


def _expression(pattern: str) -> str:
    """Return a pattern of the table as a regular expression."""
    grouped = re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)
    said = grouped.replace("~", "(?P<said>", 1).replace("~", ")").replace(" ", r"\s+")
    return _PART.sub(lambda part: _PARTS[part[0]], said)


_FIRST: Final = "choose how many first: `choose total from {n} to {m}`, then `dividing total`"
_FIRST_OPEN: Final = "choose how many first: `choose total from {n} to …`, then `dividing total`"
_SMALL: Final = "(between|over|to|into|in|across|on|onto|for)"
_DIVISIONS: Final = (
    (r"\bchooses? \w+ ~((from|by) )?DIVIDING~\b", "write `by dividing`"),
    (r"\bchooses? \w+ ~(from )?dividing~\b", "write `by dividing`"),
    (
        r"^\s*~(divide|distribute|split|share|spread) {n}( \w+)? (among|between)~\b",
        "write `choose NAME by dividing {n} among x in SET`; NAME[x] is then what x gets",
    ),
    (
        r"\bdividing ~(up to )?any( number)?( of \w+)?~\b",
        "write `dividing up to N`, where N is the most that there can be",
    ),
    (
        r"\bdividing ~all( of)?( (?!among\b)[\w.]+)?~\b",
        "write `dividing N`, where N is how many there are",
    ),
    (r"\bdividing ~((between|from) )?{n} (to|and|or) (?!more\b){m}~ among\b", _FIRST),
    (r"\bdividing ~LEAST {n}~", _FIRST_OPEN),
    (r"\bdividing ~{n} or more~\b", _FIRST_OPEN),
    (
        r"\bdividing ~up to {n} or all~\b",
        "write `up to {n}` if it may be fewer, `{n} or all` for all that there is room for",
    ),
    (r"\bdividing ~(?!up)MOST {n}~", "write `dividing up to {n}`"),
    (r"\bdividing ~exactly {n}~", "write `dividing {n}`"),
    (
        r"\bdividing MANY ~(of )?(?!or\b)[a-z][\w.]*~ (among|between)\b",
        "leave it out: what is divided is a number, `dividing 6 among …`",
    ),
    (rf"\bdividing MANY ~{_SMALL}~\b", "write `among`"),
    (r"\bdividing ~among~\b", "the number comes first: `dividing N among x in SET`"),
    (r"\bdividing .*\bamong ~(each|every|all|the) {x} in {s}~", "write `among {x} in {s}`"),
    (
        r"\bdividing .*\bamong ~((each|every|all|the)( of)? )?{s}~BEHIND",
        "write `among x in {s}`, where x is what you call each of them",
    ),
    (
        r"\bdividing .*?~LEAST {n}( each| per \w+)?~",
        "give each its {n} first, and divide the rest",
    ),
    (
        r"\bdividing .*?~(,\s*)?((with|each) )?(?!up to NUMBER each\b)MOST {n}PER_ONE?~",
        "write `up to {n} each`",
    ),
    (r"\bdividing .*?~,~\s*up to\b", "leave out the comma"),
    (r"\bdividing .*\bin {s} ~{n} each~\b", "write `up to {n} each`"),
    (r"\bdividing .* each ~where~\b", "`where` comes before `up to … each`"),
    (
        r"\bdividing .*~such that~\b",
        "a division is bounded by `up to … each`, and `where` says who takes part",
    ),
)

_EACH: Final = (
    "write `have each NAME in SET …`, such as `have each player in players gain 1 points`"
)
_NO_CALL: Final = r"(,|(may )?chooses?\b|may\b|let\b|if\b|for\b|repeat\b|plan\b|leave\b|next\b)"
_ACTORS: Final = (
    (
        r"\bhave each {x} in {s} ~where|with|if|such|when|whose|who|that~\b",
        "write `for each {x} in {s} where …:`, and `have {x} …` in its block",
    ),
    (
        r"\bhave each {x} in {s}~, (where|with|if|such|when|whose|who|that)~\b",
        "write `for each {x} in {s} where …:`, and `have {x} …` in its block",
    ),
    (
        r"\bhave ~{s} (where|with|if|when|whose|who)~\b",
        "write `for each NAME in SET where …:`, and `have NAME …` in its block",
    ),
    (
        rf"\bhave each {{x}} in {{s}}\s*~{_NO_CALL}~",
        "write `for each {x} in {s}:`, and what happens in its block",
    ),
    (r"\bhave (each \w+ in )?{s}\s*~:~", "leave out the colon"),
    (r"\bhave {s} ~to~ [a-z]", "leave out `to`"),
    (r"\bhave ~{s} may chooses?~\b", "somebody chooses without `have`: `{s} may choose …`"),
    (r"\bhave ~{s} chooses?~\b", "somebody chooses without `have`: `{s} chooses …`"),
    (r"\bhave ~{s} may~\b", "somebody is asked without `have`: `{s} may …`"),
    (
        r"\bhave ~{s} (let|if|for|repeat|plan|leave|next)~\b",
        "`have` stands before one operation or rule; make a rule of more",
    ),
    (r"\bhave ~for each~\b", "write `have each`"),
    (r"\bhave ~each(?! \w+ in\b)( of)? \w+~( \w+\b)?", _EACH),
    (r"\bhave ~(every|any|all)( of)? {x} in {s}~( \w+ )?", "write `have each {x} in {s}`"),
    (r"\bhave ~(every|any|all)( of)? \w+~( \w+ )?", _EACH),
    (r"\bhave ~{s} each~\b", "write `have each NAME in {s} …`"),
    (r"\bhave ~{x} in {s}~", "write `have each {x} in {s}`"),
    (r"^\s*~(each|every|all) {x} in {s}~( \w+ )?", "write `have each {x} in {s} …`"),
    (r"^\s*~(each|every|all)( of)? \w+~( \w+ )?", _EACH),
)

_BEST: Final = "write `top((ranking of {e} for {q}), {n})`"
_WORST: Final = "write `top((ranking of -({e}) for {q}), {n})`"
_BEST_OF: Final = "write `top((ranking of … for x in {s}), {n})`, with what makes x good for `…`"
_WORST_OF: Final = (
    "write `top((ranking of -(…) for x in {s}), {n})`, with what makes x good for `…`"
)
_ONE: Final = "`first(ranking of {x}.… for {x} in {s})` for the {x} that has it"
_SIZE: Final = "write `size({s})`, or `count x in {s} where …`"
_QUERIES: Final = (
    # the best, or the worst, of several
    (r"\b~(the )?(HIGH|first) {n} of~ (the )?ranking of {e} for {q}", _BEST),
    (r"\b~(the )?(HIGH|first) {n} of~ {e} for {q}", _BEST),
    (r"\b~(the )?(LOW|last) {n} of~ {e} for {q}", _WORST),
    (r"(?<![\w.])~(the )?{n} HIGH( of)?~ {e} for {q}", _BEST),
    (r"(?<![\w.])~(the )?{n} LOW( of)?~ {e} for {q}", _WORST),
    (
        r"\b~first (?=[0-9]){n}( \w+)? (of|in)~ {s}",
        "write `top({s}, {n})` of a list, `top((ranking of … for x in {s}), {n})` of a set",
    ),
    (
        r"\b~last (?=[0-9]){n}( \w+)? (of|in)~ {s}",
        "write `top((ranking of -(…) for x in {s}), {n})`; `last` gives the last one of a list",
    ),
    (r"\b~(the )?HIGH {n} of~ {s}", _BEST_OF),
    (r"\b~(the )?LOW {n} of~ {s}", _WORST_OF),
    (r"\b~(the )?HIGH (?=[0-9]){n} \w+ (of|in|from)~ {s}", _BEST_OF),
    (r"\b~(the )?LOW (?=[0-9]){n} \w+ (of|in|from)~ {s}", _WORST_OF),
    (r"(?<![\w.])~(the )?(?=[0-9]){n} HIGH( \w+)? (of|in|from)~ {s}", _BEST_OF),
    (r"(?<![\w.])~(the )?(?=[0-9]){n} LOW( \w+)? (of|in|from)~ {s}", _WORST_OF),
    (r"(?<![\w.])~(the )?(?=[0-9]){n} HIGH {s}~", _BEST_OF),
    (r"(?<![\w.])~(the )?(?=[0-9]){n} LOW {s}~", _WORST_OF),
    (r"\b~(the )?HIGH (?=[0-9]){n} {s}~", _BEST_OF),
    (r"\b~(the )?LOW (?=[0-9]){n} {s}~", _WORST_OF),
    (r"\branking of {e} for {q} ~taking (up to )?{n}~", _BEST),
    # one number of several
    (
        r"\b~{x} with (the )?HIGH~",
        "write `first(ranking of {x}.… for {x} in SET)` for the {x} that has most of it",
    ),
    (
        r"\b~{x} with (the )?LOW~",
        "write `first(ranking of -{x}.… for {x} in SET)` for the {x} that has least of it",
    ),
    (r"\b~MEASURE (?!of\b){e}~ for {q}", "write `{w} of {e} for {q}`"),
    (r"\b~MEASURE (of )?{x}\.(?P<f>[\w.]+) in~ {s}", "write `{w} of {x}.{f} for {x} in {s}`"),
    (
        r"\b~highest {x}~ (in|of|from) {s}",
        "write `highest of {x}.… for {x} in {s}`, or " + _ONE,
    ),
    (r"\b~lowest {x}~ (in|of|from) {s}", "write `lowest of {x}.… for {x} in {s}`"),
    (
        r"\b~MEASURE of ({x} in )?{s} by~ {n}",
        "write `{w} of {n} for NAME in {s}`, with the NAME that `{n}` begins with",
    ),
    (
        r"\b~MEASURE of {s}~(?=\s*($|[,):]))",
        "write `{w} of … for x in {s}`, with what is measured for `…`",
    ),
    (r"\bMEASURE of .+? for ~{x} (of|from|among)~ {s}", "write `{w} of … for {x} in {s}`"),
    (r"\b~(max|maximum|largest|greatest|most) of~ {e} for {q}", "write `highest of {e} for {q}`"),
    (r"\b~(min|minimum|smallest|least|fewest) of~ {e} for {q}", "write `lowest of {e} for {q}`"),
    (r"\b~total of~ {e} for {q}", "write `sum of {e} for {q}`"),
    (
        r"\b~max~\({e} for {q}",
        "`max(a, b)` is of numbers; write `(highest of {e} for x in SET)`",
    ),
    (
        r"\b~min~\({e} for {q}",
        "`min(a, b)` is of numbers; write `(lowest of {e} for x in SET)`",
    ),
    (r"\b~sum~\({e} for {q}", "write `(sum of {e} for x in SET)`"),
    # how many, any, all
    (r"\b~count (of |all |of all ){x} in~ {s}", "write `count {x} in {s}`"),
    (r"\b~(number|amount) (of )?(all )?{x} in~ {s}", "write `count {x} in {s}`"),
    (r"\b~(count|number|amount) of {s}~", _SIZE),
    (r"\b~count (?!of\b){s}~BEHIND", _SIZE),
    (r"\b~any (of )?(?!of\b){s}~BEHIND", "write `{s} is not empty`, or `any x in {s} where …`"),
    (r"\b~all (of )?(?!of\b){s}~BEHIND", "write `{s}`, or `all x in {s} where …`"),
)
_QUERY: Final = r"(all|count|any|no|first|(sum|highest|lowest|ranking) of)\b"
_BRACKETS: Final = ((rf"\(~{_QUERY}[^()]*?~,\s*([0-9]|[^(),:]*\))", "write `({said})`"),)


@cache
def _all_forms() -> tuple[_Form, ...]:
    """Return all forms, in the order in which they are tried; made at the first mistake."""
    return (
        *_forms("E448", _DIVISIONS),
        *_forms("E449", _ACTORS),
        *_forms("E440", _BRACKETS),
        *_forms("E450", _QUERIES),
    )


def wrong_form(failure: Failure) -> Mistake | None:
    """Return what is wrong if the line has one of these forms where it failed."""
    line, at = failure.head + failure.tail, len(failure.head)
    for form in _all_forms():
        for found in form.pattern.finditer(line, max(0, at - _LOOKED_AT), at + _LOOKED_AT):
            if found.start("said") <= at and not line[found.end() : at].strip():
                return _mistake(form, found, failure.place[0] - at)
    return None


def _mistake(form: _Form, found: re.Match[str], line_start: int) -> Mistake:
    """Return the mistake of a form that was found in the line that begins at a place."""
    parts = {name: (text or "").strip() for name, text in found.groupdict().items()}
    start, end = found.span("said")
    words = {"word" if form.code == "E440" else "words": parts["said"]}
    place = line_start + start, line_start + end
    return Mistake(form.code, *place, words, help=form.help.format(**parts))
