"""What is wrong with a text that is not of the language: from the parser's failure to a finding.

Fed by `lang.parser`. Frequent mistakes are named by example: `EXAMPLES` holds wrong snippets, and a
text that fails in the same state of the grammar at the same kind of word has the same mistake.
The others are told in terms of what could have stood there, in the words of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from interpreter.diagnostics import listing
from interpreter.lang.failure import Failure, Mistake
from interpreter.lang.shaping import DEEPEST
from interpreter.lang.vocabulary import OPERATIONS
from interpreter.lang.words import FOREIGN_WORDS, KEYWORDS, SMALL_WORDS
from interpreter.lang.wrong_forms import wrong_form

TITLES: Final[Mapping[str, str]] = {
    "effect": "an effect",
    "expression": "an expression",
    "price": "a price",
    "pattern": "a pattern",
    "binding": "a binding",
    "domain": "a domain",
    "type": "a type",
}
"""What a text of each kind is called."""

EXAMPLES: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("E415", "expression", ("a and b or c", "a or b and c", "not a and b or c")),
    ("E415", "expression", ("a and b and c or d", "a or b or c and d")),
    ("E416", "expression", ("a < b < c", "a is b is not c", "a <= b > c", "a is b >= c")),
    ("E416", "expression", ("a < b <= c", "a < b is c")),
    ("E423", "expression", ("if a then b", "(if a then b)", "(if a then b, c)")),
    ("E424", "effect", ("choose card", "choose 2 cards from hand", "choose all cards from hand")),
    ("E424", "effect", ('choose "Which?"', 'choose card "Which?" from hand', "choose from hand")),
    ("E424", "effect", ("choose card in hand", "choose card where c", "choose card of hand")),
    (
        "E425",
        "effect",
        ("set f to a > b", "set f to a is b", "set f to a and b", "set f to a or b"),
    ),
    ("E425", "effect", ("set f to a < b", "set f to a >= b", "set f to a <= b", "gain a is b")),
    ("E425", "effect", ("gain a > b", "gain a < b", "gain a and b", "set f to a not in b")),
    ("E425", "price", ("a > b points", "a is b points")),
    ("E428", "effect", ("winner gain 3 points",)),
    ("E429", "effect", ("game.round is 3", "winner.other gain 3 points")),
    (
        "E430",
        "effect",
        ("may gain 3 points", "may: gain 3 points", "may swap a with b", "may let a = 1"),
    ),
    ("E430", "effect", ("may 3", "may have winner gain 1 points", "winner may gain 3 points")),
    ("E431", "effect", ("for area in areas:\n  next", "for all area in areas:\n  next")),
    (
        "E431",
        "effect",
        ("secretly each p in players:\n  next", "secretly for p in players:\n  next"),
    ),
    ("E431", "effect", ("secretly:\n  next", "secretly p in players:\n  next")),
    ("E432", "effect", ("repeat 3:\n  next", "repeat up to 3:\n  next", "repeat:\n  next")),
    ("E432", "effect", ("repeat until a:\n  next", "repeat up to 3 while a:\n  next")),
    ("E432", "effect", ("repeat at most 3 times:\n  next",)),
    ("E442", "effect", ("repeat up to 3 times:\n  next",)),
    (
        "E443",
        "effect",
        ("may choose a from b, if none: next", 'may choose a from b "c", if none: next'),
    ),
    (
        "E443",
        "effect",
        (
            "may choose a from b paying 1 c, if none: next",
            'may choose a from b paying 1 c "d", if none: next',
        ),
    ),
    (
        "E443",
        "effect",
        ("may choose a from b, never none", 'may choose a from b "c", never none'),
    ),
    (
        "E443",
        "effect",
        (
            "may choose a from b paying 1 c, never none",
            'may choose a from b paying 1 c "d", never none',
        ),
    ),
    ("E443", "effect", ('may choose one of "a":\n  "b": next\n  if none: next',)),
    (
        "E444",
        "effect",
        ("choose a from b, otherwise: next", 'choose a from b "c", otherwise: next'),
    ),
    (
        "E444",
        "effect",
        (
            "choose a from b paying 1 c, otherwise: next",
            'choose a from b paying 1 c "d", otherwise: next',
        ),
    ),
    ("E444", "effect", ('choose one of "a":\n  "b": next\n  otherwise: next',)),
    ("E434", "effect", ("leave", "leave it", "leave loops", "leave effect", "end", "end round")),
    ("E435", "effect", ("if a: if b: next", "if a: choose b from c", 'if a: may "b": next')),
    ("E435", "effect", ("if a: for each b in c: next", "if a: repeat 3 times: next")),
    ("E435", "effect", ('if a: plan "b": next', "if a: secretly for each b in c: next")),
    ("E438", "effect", ("choose one of: next", "choose one of\n  next")),
)
"""Code, kind of text, and snippets that make this mistake."""


def describe(failure: Failure) -> Mistake:
    """Return what is wrong, by the first rule that knows."""
    for rule in _RULES:
        mistake = rule(failure)
        if mistake is not None:
            return mistake
    return _not_fitting(failure)


def open_brackets(characters: str, end: int) -> list[int]:
    """Return the places of the brackets that are open at `end`, outermost first."""
    places: list[int] = []
    for found in _BRACKET.finditer(characters, 0, end):
        if found[0] in "([":
            places.append(found.start())
        elif found[0] in ")]" and places:
            places.pop()
    return places


_BRACKET: Final = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]')
_FIRST_WORD: Final = re.compile(r"[ \t]*(?:\[\w+\][ \t]*)?([A-Za-z_]+)")
_NAME_LIKE: Final = re.compile(r"[A-Za-z0-9_]+")
_NUMBER_LIKE: Final = re.compile(r"[0-9]+(?:\.[0-9]*)?")
_MARGIN: Final = re.compile(r"[ \t]*")
_LINE_OF_CHOICE: Final = re.compile(r"\bmay choose [^\n]*\n[ \t]*$")
_ENDS: Final[Mapping[str, str]] = {"E443": "otherwise", "E444": "if none"}
_TAKING: Final = re.compile(
    r"from (?P<source>.+?) taking "
    r"(?P<said>(?:between )?(?P<least>\w+) (?:or|and) (?P<most>[0-9]\w*)"
    r"|(?P<bound>at least|at most|exactly) (?P<number>[\w.]+)|(?P<rest>[0-9]+) or more|all\b)"
)
_BOUND: Final = re.compile(r"\b(?P<words>at most|at least|up to)\b(?: +(?P<number>[\w.]+))?")
_BOUND_IN_PLACE: Final = re.compile(r"\b(?:choose|chooses|repeat)\b")
_VERB_ALONE: Final = re.compile(r"\s*(?:(?:\[\w+\]|have [\w.]+|.*:) +)?[a-z_]+ +")
_BEHIND_A_QUERY: Final = frozenset(
    {"and", "or", "is", "not", "in", "<", "<=", ">", ">=", "then", "else"}
)
_BINDER: Final = re.compile(r"[a-z]\w* +in\b")
_CLOSED: Final = re.compile(r"[(\[][^()\[\]]*[)\]]")
_OPEN_QUERY: Final = re.compile(
    r"\b(?:all|count|any|no|first|(?:sum|highest|lowest|ranking) of .+ for) +[a-z]\w* +in\b"
    r"(?:(?!\bwhere\b).)*$",
    re.DOTALL,
)
_PAIRS: Final = {")": "(", "]": "["}
_ARTICLES: Final = frozenset({"a", "an", "the"})
_SHORT_STATEMENTS: Final = frozenset({"have", "let", "next", "leave", "end", "nothing"})
_QUERY_HEADS: Final = frozenset(
    {"all", "count", "any", "no", "first", "sum", "highest", "lowest", "ranking", "if"}
)
# What people write for an operator of the language.
_SIGNS: Final[Mapping[str, str]] = {
    "==": "is", "!=": "is not", "<>": "is not", "&&": "and", "||": "or", "&": "and", "|": "or",
    "!": "not", "≤": "<=", "≥": ">=", "≠": "is not", "×": "*", "÷": "/", "−": "-", "–": "-",
    "½": ".5", ";": "a new line", "{": "(", "}": ")", "“": '"', "”": '"', "„": '"', "’": '"',
    "‘": '"', "'": '"', "`": '"', "%": "a division, rounded up or down", "\u00a0": "a space",
    "…": "the names themselves", "->": ".", "->>": ".", "+=": "add N to F",
    "-=": "subtract N from F", "++": "add 1 to F", "--": "subtract 1 from F",
}  # fmt: skip
_SIGN: Final = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len)[::-1]))


# ---- rules, in the order in which they are asked -----------------------------------------------


def _layout(failure: Failure) -> Mistake | None:
    """Wrong margins, and brackets that go too deep."""
    start, end = failure.place
    if failure.kind == "TOO_DEEP":
        return Mistake("E419", start, end, {"most": str(DEEPEST)})
    if failure.kind == "TAB":
        return Mistake("E409", start, end, {})
    if failure.kind == "BAD_DEDENT":
        return Mistake("E410", start, end, {"columns": str(end - start)})
    if failure.kind == "_INDENT":
        line_start = failure.characters.find("\n", end) + 1
        rest = failure.characters[line_start:]
        margin = len(rest) - len(rest.lstrip())
        start = line_start + margin
        found = _NAME_LIKE.match(failure.characters, start)
        return Mistake("E411", start, found.end() if found else start + 1, {})
    if failure.accepts == {"_INDENT"}:
        return Mistake("E412", start, end, {"word": failure.word})
    return None


def _brackets(failure: Failure) -> Mistake | None:
    """Brackets that do not pair."""
    start, end = failure.place
    places = open_brackets(failure.characters, start)
    if failure.word in _PAIRS:
        opened = failure.characters[places[-1]] if places else ""
        if opened == _PAIRS[failure.word]:
            return None
        related = (("opened here", places[-1], places[-1] + 1),) if places else ()
        return Mistake("E414", start, end, {"bracket": failure.word}, related=related)
    if not places:
        return None
    for place in places:
        if not _closed(failure.characters, place):
            return Mistake("E413", place, place + 1, {"bracket": failure.characters[place]})
    return None


def _closed(characters: str, place: int) -> bool:
    """Whether the bracket at `place` is closed in the statement that it stands in.

    A statement goes on over the lines below which begin further to the right.
    """
    margin = _margin(characters, characters.rfind("\n", 0, place) + 1)
    end = characters.find("\n", place)
    while 0 <= end < len(characters) and _margin(characters, end + 1) > margin:
        end = characters.find("\n", end + 1)
    depth = 0
    for found in _BRACKET.finditer(characters, place, len(characters) if end < 0 else end):
        depth += (found[0] in "([") - (found[0] in ")]")
        if depth == 0:
            return True
    return False


def _margin(characters: str, start: int) -> int:
    """Return the number of blanks at the head of the line at `start`; endless for an empty line."""
    found = _MARGIN.match(characters, start)
    return len(found[0]) if found and characters[found.end() : found.end() + 1].strip() else 10**6


def _signs(failure: Failure) -> Mistake | None:
    """Signs of other languages, quotes, letters that the language does not have."""
    characters, (start, _) = failure.characters, failure.place
    if failure.kind == "CHARACTER" and characters[start] == '"':
        end = characters.find("\n", start)
        return Mistake("E405", start, len(characters) if end < 0 else end, {})
    found = _SIGN.match(characters, start)
    if failure.word in {"+", "-"} and found is None:
        return None
    if found is None and characters[start : start + 1] in {"=", "<", ">"}:
        found = _SIGN.match(characters, start - 1)
    if found is not None and failure.kind != "STRING":
        words = {"sign": found[0], "meant": _SIGNS[found[0]]}
        return Mistake("E404", found.start(), found.end(), words, help=f"write {words['meant']}")
    if characters[start : start + 1] == "=" and failure.before != "let":
        return Mistake("E417", start, start + 1, {})
    if failure.kind != "CHARACTER":
        return None
    return _characters(failure)


def _characters(failure: Failure) -> Mistake:
    """Characters that begin no word of the language."""
    characters, (start, _) = failure.characters, failure.place
    word = _NAME_LIKE.match(characters, start)
    number = _NUMBER_LIKE.match(characters, start)
    if number is not None and word is not None:
        if "." in number[0]:
            return Mistake("E408", start, number.end(), {"number": number[0]})
        tight = {"text": word[0], "number": number[0], "rest": word[0][len(number[0]) :]}
        return Mistake("E406", start, word.end(), tight)
    if word is not None:
        small = {"word": word[0], "small": word[0].lower().strip("_")}
        return Mistake("E427", start, word.end(), small, help=f"write {small['small']}")
    return Mistake("E437", start, start + 1, {"character": characters[start]})


def _taking(failure: Failure) -> Mistake | None:
    """How many a choice takes, in words that the language does not have."""
    line = failure.head + failure.tail
    found = _TAKING.search(line)
    if found is None or not found.start() < len(failure.head) <= found.end():
        return None
    source, least, most = found["source"], found["least"], found["most"]
    bound, number, rest = found["bound"], found["number"], found["rest"]
    if least is not None:
        meant = f"{least} to {most}"
    elif found["said"] == "all":
        meant = f"size({source})"
    elif bound in {"at least", None}:
        meant = f"{number or rest or '1'} to size({source})"
    else:
        meant = f"up to {number}" if bound == "at most" else str(number)
    start = failure.place[0] - len(failure.head)
    place = start + found.start("said"), start + found.end("said")
    return Mistake("E445", *place, {"words": found["said"]}, help=f"write `taking {meant}`")


def _bounds(failure: Failure) -> Mistake | None:
    """A bound behind or before an amount."""
    line = failure.head + failure.tail
    at = len(failure.head)
    found = next((one for one in _BOUND.finditer(line) if one.start() <= at <= one.end()), None)
    if found is None or failure.named == "E432" or _BOUND_IN_PLACE.search(failure.head):
        return None
    number = found["number"] or "N"
    function = "max" if found["words"] == "at least" else "min"
    advice = f"write `{function}({number}, …)`"
    if function == "min" and _VERB_ALONE.fullmatch(line[: found.start()]):
        advice = f"write `{number} or all` for as many as there are, up to {number}"
    start = failure.place[0] - len(failure.head) + found.start()
    words = found["words"]
    return Mistake("E446", start, start + len(words), {"words": words}, help=advice)


def _open_query(failure: Failure) -> Mistake | None:
    """A query with no brackets to show where it ends, inside or in front of something bigger."""
    if failure.before in {"no", "first"} and _BINDER.match(failure.tail):
        # Both words may stand there for themselves, so it is the name behind them that is wrong.
        start = failure.place[0] - len(failure.head) + failure.head.rindex(failure.before)
        return Mistake("E440", start, start + len(failure.before), {"word": failure.before})
    if failure.named is not None or failure.word not in _BEHIND_A_QUERY:
        return None
    end = failure.place[0]
    opened = open_brackets(failure.characters, end)
    start = opened[-1] + 1 if opened else end - len(failure.head)
    scope = failure.characters[start:end]
    while (shorter := _CLOSED.sub(lambda one: "_" * len(one[0]), scope)) != scope:
        scope = shorter
    found = _OPEN_QUERY.search(scope)
    if found is None:
        return None
    query = " ".join(failure.characters[start + found.start() : end].split())
    place = start + found.start(), start + len(scope.rstrip())
    return Mistake("E440", *place, {"word": failure.word}, help=f"write `({query})`")


def _foreign(failure: Failure) -> Mistake | None:
    """A line that begins as another language would have it."""
    found = _FIRST_WORD.match(failure.characters, failure.place[0] - len(failure.head))
    if found is None or found[1] not in FOREIGN_WORDS or failure.start != "effect":
        return None
    words = {"word": found[1], "ours": FOREIGN_WORDS[found[1]]}
    return Mistake("E426", found.start(1), found.end(1), words, help=f"write {words['ours']}")


def _by_words(failure: Failure) -> Mistake | None:
    """Mistakes that show in the words around them."""
    start, end = failure.place
    if failure.named in _ENDS:
        return None
    if failure.word in {"else", "otherwise"} and not failure.head.strip():
        asked = failure.word == "otherwise" and _LINE_OF_CHOICE.search(failure.characters[:start])
        advice = "write `, otherwise: …` at the end of the line that chooses" if asked else None
        return Mistake("E422", start, end, {"word": failure.word}, help=advice)
    if failure.word == "none" and failure.head.strip() == "if":
        return Mistake("E422", start - len("if "), end, {"word": "if none"})
    if failure.word in {"never", "otherwise"} or (
        failure.word == "if" and failure.characters[end:].lstrip().startswith("none")
    ):
        return Mistake("E436", start, end, {"word": failure.word})
    if failure.before in _ARTICLES and failure.kind == "NAME":
        start -= len(failure.head) - len(failure.head.rstrip()) + len(failure.before)
        return Mistake("E439", start, start + len(failure.before), {"word": failure.before})
    if "LPAR" not in failure.accepts:
        return None
    if failure.word == "[":
        return Mistake("E404", start, end, {"sign": "["}, help="write (")
    if failure.word in _QUERY_HEADS:
        return Mistake("E440", start, end, {"word": failure.word})
    return Mistake("E425", start, end, {}) if failure.word == "not" else None


def _colon(failure: Failure) -> Mistake | None:
    """A header without its colon: nothing more on the line, or a statement and no colon."""
    start, end = failure.place
    if "COLON" not in failure.accepts or failure.named or ":" in failure.tail:
        return None
    if failure.kind not in {"_NL", "$END", "NAME"} and failure.word not in _SHORT_STATEMENTS:
        return None
    if open_brackets(failure.characters, start):
        return None
    return Mistake("E421", start, end, {"before": failure.before})


def _by_example(failure: Failure) -> Mistake | None:
    """What the table of examples knows."""
    if failure.named is None:
        return None
    start, end = failure.place
    found = {"found": failure.word or "the end of the line", "before": failure.before}
    if failure.named == "E428" and failure.before not in OPERATIONS:
        return Mistake("E441", start, end, found)
    notes = _expected(failure) if failure.named in {"E432", "E434"} else ()
    return Mistake(failure.named, start, end, found, notes, help=_help(failure))


def _help(failure: Failure) -> str | None:
    """Return what to write instead, where the example's code has one answer."""
    if failure.named == "E442":
        number = failure.head.partition("up to")[2].rpartition("times")[0].strip()
        return f"write `repeat {number} times:`, or `repeat up to {number} times while …:`"
    right = _ENDS.get(failure.named or "")
    comma = ", " if failure.word.startswith(",") else ""
    return None if right is None else f"write `{comma}{right}: …`"


def _reserved(failure: Failure) -> Mistake | None:
    """A word of the language where a name is wanted."""
    if failure.word in KEYWORDS and "NAME" in failure.accepts and "LPAR" not in failure.accepts:
        return Mistake("E418", *failure.place, {"word": failure.word})
    return None


def _not_fitting(failure: Failure) -> Mistake:
    """Anything else: what stands there, and what could."""
    start, end = failure.place
    notes = _expected(failure)
    if failure.kind in {"_NL", "$END"}:
        return Mistake("E402", start, start, {"before": failure.before}, notes)
    return Mistake("E401", start, end, {"found": failure.word}, notes)


def _comma(failure: Failure) -> Mistake | None:
    """A comma in a number, as some countries write it."""
    start, end = failure.place
    if failure.word != "," or not failure.before.isdecimal() or not failure.tail[1:2].isdecimal():
        return None
    after = _NUMBER_LIKE.match(failure.tail[1:])
    number = f"{failure.before}.{'' if after is None else after[0]}"
    return Mistake("E401", start, end, {"found": ","}, help=f"use a point: {number}")


_RULES: Final[tuple[Callable[[Failure], Mistake | None], ...]] = (
    _layout,
    _brackets,
    _signs,
    _comma,
    _taking,
    wrong_form,
    _bounds,
    _open_query,
    _foreign,
    _colon,
    _by_words,
    _by_example,
    _reserved,
)


# ---- what could stand there --------------------------------------------------------------------

_CLASSES: Final[Mapping[str, str]] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
    "$END": "the end of the text",
    "_INDENT": "an indented line",
    "_IF_NONE": "`, if none:`",
    "_NEVER_NONE": "`, never none`",
    "_OTHERWISE": "`, otherwise:`",
}
# An operator or a dot can follow nearly everything; to name them would say nothing.
_UNSAID: Final = frozenset({"PLUS", "TIMES", "ROUNDED", "DOT", "LSQB", "LPAR", "_DEDENT"})


def _expected(failure: Failure, most: int = 8) -> tuple[str, ...]:
    """Return the note that names what could stand there, always in the same order."""
    words = expected_words(failure.accepts, failure.literals)
    return (f"expected: {listing(words, most=most, last='or')}",) if words else ()


def expected_words(accepts: frozenset[str], literals: Mapping[str, str]) -> list[str]:
    """Return tokens in the words of the language: classes first, then fixed words by alphabet."""
    left = set(accepts) - _UNSAID
    words: list[str] = []
    written = {literals.get(token, token): token for token in left}
    if {"let", "for", "repeat"} <= written.keys():
        words.append("a statement")
        left -= {token for word, token in written.items() if word.isalpha() and word != "if none"}
        left -= {"NAME", "LSQB"}
    elif {"NAME", "NUMBER", "YES"} <= left:
        words.append("a value (a name, a number, brackets)")
        starts = {"yes", "no", "nothing", "empty", "not", "-", "if"} | _QUERY_HEADS
        left -= {token for word, token in written.items() if word in starts}
        left -= {"NAME", "NUMBER"}
    if {"is", "<", ">="} <= written.keys():
        words.append("a comparison")
        relations = {"is", "<", "<=", ">", ">=", "not", "in"}
        left -= {token for word, token in written.items() if word in relations}
    if SMALL_WORDS.keys() <= written.keys():
        words.append("a small word (`of`, `to`, `from` …)")
        left -= {token for word, token in written.items() if word in SMALL_WORDS}
    words += [_CLASSES[token] for token in _CLASSES if token in left]
    fixed = {literals[token] for token in left if token not in _CLASSES and token in literals}
    return words + [f"`{word}`" for word in sorted(fixed)]
