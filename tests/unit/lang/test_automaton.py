"""The raw tree is the one that Lark would make; the tables outlive the process that made them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.lark import PostLex

from interpreter.lang import automaton, tables, vocabulary
from interpreter.lang.raw import Branch

EXPRESSIONS = (
    *(row.example for row in vocabulary.FUNCTIONS.values()),
    "((a)) + (b * (2.5 - c)) rounded up - -d",
    "a - -b.c[d, e + 1].game / 2",
    "not (a or b) and not a.all in (b, c, nothing)",
    "if a is not b then (x: 1, y: yes) else (first a in c, d in b where a.end >= b)",
    "sum of a.cost for a in b.rule, c in a.loop where c < 3 and number is times",
    "size(a) + first(all a in b) + size() + empty",
)
EFFECTS = (
    *(row.example for row in vocabulary.OPERATIONS.values() if "\n" not in row.example),
    '[x] take 3 or all gold from a.b to me paying its cost as c\nplan "d e": let f = 2 # g',
    'may choose a from b.c where a is d paying 1 e and 2 f "g", otherwise: leave rule',
    "choose a from 0 to 4, if none: end game\nchoose b from yes or no, never none",
    "have each a in b gain all free\nlet cost = (a, b)\n\n  \nnext",
)


class OneLevel(PostLex):
    """The layout of texts without blocks: a line end behind each line, none at the head."""

    always_accept = ("_NL", "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the words, and behind the last word of each line a mark of no width."""
        last: Token | None = None
        for token in stream:
            if last is not None and token.type == "_NL" and last.type != "_NL":
                yield self._mark(last)
            elif token.type != "_NL":
                yield token
            last = token
        if last is not None and last.type != "_NL":
            yield self._mark(last)

    def _mark(self, last: Token) -> Token:
        mark = Token("_NL", "")
        mark.start_pos = mark.end_pos = last.end_pos
        return mark


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(
        tables.grammar(),
        parser="lalr",
        lexer="contextual",
        start=list(tables.STARTS),
        postlex=OneLevel(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def theirs(part: Any) -> object:
    """Return a tree of Lark as plain data, with the places of its brackets."""
    if isinstance(part, Tree):
        place = part.meta.container_start_pos, part.meta.container_end_pos
        return str(part.data), place, [theirs(child) for child in part.children]
    return None if part is None else (str(part), (part.start_pos, part.end_pos))


def ours(part: Any) -> object:
    """Return a raw tree in the same form."""
    if isinstance(part, Branch):
        return part.data, (part.start, part.end), [ours(child) for child in part.children]
    return None if part is None else (str(part), (part.start, part.end))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_becomes_the_tree_of_lark(lark: Lark, text: str) -> None:
    expected = theirs(lark.parse(text, start="expression"))
    assert ours(automaton.read(text, "expression")) == expected


@pytest.mark.parametrize("text", EFFECTS)
def test_statements_become_the_tree_of_lark(lark: Lark, text: str) -> None:
    assert ours(automaton.read(text, "effect")) == theirs(lark.parse(text, start="effect"))


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("price", "3 * n points and 1 token"),
        ("pattern", "strike card with force as blow"),
        ("binding", "a in b.c, d in e where d is a"),
        ("domain", "1 to (3 + n)"),
        ("type", "set of area or nothing by half and list of card"),
    ],
)
def test_the_other_texts_become_the_trees_of_lark(lark: Lark, start: str, text: str) -> None:
    assert ours(automaton.read(text, start)) == theirs(lark.parse(text, start=start))


def test_tables_are_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLON_CACHE", str(tmp_path))
    made = tables.kept_tables()
    monkeypatch.setattr(tables, "Lark", None)  # whoever makes them again would fail
    assert tables.kept_tables() == made


@pytest.mark.parametrize("content", [b"", b"not a pickle", b"\x80\x63.", b"\x80\x05N."])
def test_tables_that_cannot_be_read_are_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setenv("SOLON_CACHE", str(tmp_path))
    rules = tables.kept_tables().rules
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert tables.kept_tables().rules == rules


def test_without_a_cache_tables_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLON_CACHE", "off")
    assert set(tables.kept_tables().first) == set(tables.STARTS)
