"""The parser: trees, places in the file, and that nothing that is written can break it."""

import logging
import re
import subprocess
import sys

import lark
import pytest

from interpreter.diagnostics import CODES, Diagnostic
from interpreter.document import MappingNode, ScalarNode, read
from interpreter.lang import mistakes, parser, syntax, tables, vocabulary, words
from interpreter.lang.syntax import (
    Act,
    Amount,
    Argument,
    Arithmetic,
    Chain,
    Comparison,
    Field,
    Name,
    Number,
    Pick,
    Rounded,
)
from interpreter.source import LocatedText, Source

Findings = tuple[Diagnostic, ...]


def effect(text: str) -> tuple[syntax.Body | None, Findings]:
    return parser.parse_effect(LocatedText.plain(text))


def one(text: str) -> syntax.Statement:
    body, findings = effect(text)
    assert not findings, [finding.message for finding in findings]
    assert body is not None
    assert len(body) == 1
    return body[0]


def expression(text: str) -> syntax.Expression:
    tree, findings = parser.parse_expression(LocatedText.plain(text))
    assert not findings, [finding.message for finding in findings]
    assert tree is not None
    return tree


def located(file: str, *keys: str) -> LocatedText:
    """Return a scalar of a YAML file, as the loader hands it over."""
    node, findings = read(Source("cards/file.yaml", file))
    assert not findings
    for key in keys:
        assert isinstance(node, MappingNode)
        node = node.get(key)
    assert isinstance(node, ScalarNode)
    return node.located


# ---- trees -------------------------------------------------------------------------------------


def test_a_call_has_its_parts() -> None:
    assert one("have rival remove 3 or all pawns of me from square for strike as gone") == Act(
        Name("remove"),
        Amount(Number(3), or_all=True, noun=Name("pawns")),
        (
            Argument("of", Name("me")),
            Argument("from", Name("square")),
            Argument("for", Name("strike")),
        ),
        None,
        Name("gone"),
        Name("rival"),
    )


def test_operators_bind_as_in_school() -> None:
    assert expression("a + b * c - d") == Arithmetic(
        "-",
        Arithmetic("+", Name("a"), Arithmetic("*", Name("b"), Name("c"))),
        Name("d"),
    )
    assert expression("2 * a / 3 rounded down + 1") == Arithmetic(
        "+",
        Rounded(
            Arithmetic("/", Arithmetic("*", Number(2), Name("a")), Number(3)),
            "down",
        ),
        Number(1),
    )
    assert expression("not a is b and c") == Chain(
        "and", (syntax.Not(Comparison("is", Name("a"), Name("b"))), Name("c"))
    )


def test_an_else_belongs_to_the_one_if_that_it_can_belong_to() -> None:
    assert expression("if a then (if b then 1 else 2) else 3") == Pick(
        Name("a"), Pick(Name("b"), Number(1), Number(2)), Number(3)
    )
    assert expression("if a then 1 else if b then 2 else 3") == Pick(
        Name("a"), Number(1), Pick(Name("b"), Number(2), Number(3))
    )
    (finding,) = parser.parse_expression(LocatedText.plain("if a then if b then 1 else 2"))[1]
    assert finding.code == "E440"
    assert finding.span is not None
    assert finding.span.column == 11


def test_halves_are_exact() -> None:
    assert expression("2.5") == Number(2, half=True)


def test_behind_a_dot_any_word_is_a_name() -> None:
    assert expression("game.end") == Field(Name("game"), Name("end"))
    assert expression("game.first.all") == Field(Field(Name("game"), Name("first")), Name("all"))


def test_words_that_begin_like_a_word_of_the_language_are_names() -> None:
    for name in ("drawer", "iffy", "ordinary", "nothings", "all_of", "eachx", "informant"):
        assert expression(name) == Name(name)
    assert one("iffy drawer of order") == Act(
        Name("iffy"), Name("drawer"), (Argument("of", Name("order")),)
    )


def test_types() -> None:
    type_, findings = parser.parse_type(
        LocatedText.plain("set of card or nothing by area and number")
    )
    assert not findings
    card, area, number = (syntax.NamedType(Name(name)) for name in ("card", "area", "number"))
    assert type_ == syntax.TableType(syntax.OptionalType(syntax.SetType(card)), (area, number))


def test_a_text_that_is_no_effect_may_stand_on_several_lines() -> None:
    text = "a > 3  # enough\nand (b or\n  c)\n"
    assert expression(text) == expression("a > 3 and (b or c)")


def test_line_ends_of_all_systems() -> None:
    text = "if a:\n    gain 1 wood  # why\n\n    # more\n    next\nelse:\n    next\n"
    expected, findings = effect(text)
    assert not findings
    assert effect(text.replace("\n", "\r\n")) == (expected, ())


# ---- places ------------------------------------------------------------------------------------


def test_every_node_says_its_own_text() -> None:
    text = "if (a + b) * 2 > c: gain (3 + d) wood for e\nchoose card from f.g[h], never none\n"
    body, _ = effect(text)
    assert body is not None
    first, second = body
    assert isinstance(first, syntax.If)
    assert isinstance(second, syntax.Choose)
    assert first.span.text == "if (a + b) * 2 > c: gain (3 + d) wood for e"
    condition = first.branches[0].condition
    assert isinstance(condition, Comparison)
    assert condition.span.text == "(a + b) * 2 > c"
    assert condition.left.span.text == "(a + b) * 2"
    assert isinstance(condition.left, Arithmetic)
    assert condition.left.left.span.text == "(a + b)"
    act = first.branches[0].body[0]
    assert isinstance(act, Act)
    assert isinstance(act.object, Amount)
    assert act.object.span.text == "(3 + d) wood"
    assert act.arguments[0].span.text == "for e"
    assert second.span.text == "choose card from f.g[h], never none"
    assert second.name.span.text == "card"
    assert second.source.span.text == "from f.g[h]"
    assert second.end is not None
    assert second.end.span.text == ", never none"


def test_places_take_no_part_in_comparison_or_repr() -> None:
    assert expression("a + b") == expression("a  +  b")
    assert "span" not in repr(expression("a + b"))


# DP-02: the same mistake in each style of YAML, with either line end and a mark at the head.
STYLES = """\
cards:
  long:
    # a comment

    do: |
      draw 1
      gain 1 co!in
  folded:
    do: >
      gain 2
      fish
      to        wo!od
  escaped: {do: "gain 2 \\x20 fish to f!sh"}
  single: {do: 'gain 2 ''fish'''}
  plain:
    do: gain 2
      fi!sh
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("card", "place", "slice_"),
    [
        ("long", (7, 16), "!"),
        ("folded", (12, 19), "!"),
        ("escaped", (13, 39), "!"),
        ("single", (14, 24), "''"),
        ("plain", (17, 9), "!"),
    ],
)
def test_a_mistake_is_shown_where_it_stands_in_the_file(
    card: str, place: tuple[int, int], slice_: str, line_end: str
) -> None:
    file = STYLES.replace("\n", line_end)
    _, findings = parser.parse_effect(located(file, "cards", card, "do"))
    (finding,) = findings
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == place
    assert finding.span.text == slice_


def test_a_text_that_ends_too_early_is_shown_behind_its_last_word() -> None:  # DP-01
    file = "cards:\n  half:\n    do: choose card from   # soon\n"
    _, (finding,) = parser.parse_effect(located(file, "cards", "half", "do"))
    assert finding.code == "E402"
    assert finding.message == "the line ends too early, after `from`"
    assert finding.span is not None
    assert finding.span.place == "cards/file.yaml:3:25"
    assert finding.span.text == ""


def test_an_empty_effect_is_told_from_one_that_ends_too_early() -> None:  # DP-01
    for text in ("", "  \n\n", "# nothing here", "# one\n  # two\n"):
        tree, (finding,) = effect(text)
        assert tree is None
        assert finding.code == "E403"


# ---- several mistakes --------------------------------------------------------------------------


def slices(text: str) -> list[tuple[str, str]]:
    return [
        (finding.code, finding.span.text if finding.span else "") for finding in effect(text)[1]
    ]


def test_all_mistakes_of_a_text_are_told_in_one_run() -> None:
    text = (
        "gain 3wood\n"
        "gain 1 ore\n"
        "if a == b:\n"
        "    gain 1 Ore\n"
        'choose one of "Pay":\n'
        '    "one" wood: nothing\n'
        '    "two": let = 3\n'
        "for each a in b:\n"
        "    set c = 3\n"
        "    gain (3 wood\n"
        "    next\n"
        "else: next\n"
    )
    assert slices(text) == [
        ("E406", "3wood"),
        ("E404", "=="),
        ("E401", "wood"),
        ("E401", "="),
        ("E417", "="),
        ("E413", "("),
        ("E422", "else"),
    ]


def test_a_mistake_in_a_header_does_not_blame_its_block() -> None:
    assert slices("if a\n    gain 1 wood\n    next\nelse:\n    next\ngain 1 wood\n") == [
        ("E421", "")
    ]
    assert slices("for a in b:\n    if c:\n        next\n    next\nnext next") == [
        ("E431", "a"),
        ("E401", "next"),
    ]


def test_a_name_that_is_no_name_and_a_wrong_number_are_told_together() -> None:
    assert slices("let all = 3\ngain 12345678901 wood\n") == [
        ("E418", "all"),
        ("E407", "12345678901"),
    ]


def test_no_more_than_some_mistakes_are_told() -> None:
    assert len(slices("gain 3 3 wood\n" * 100)) == 20


# ---- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "if " + "not " * 1000 + "a: next",
        "let a = " + "(" * 1000 + "b" + ")" * 1000,
        "let a = " + "(" * 1000,
        "let a = b" + ".c" * 1000,
        "let a = b" + " + c" * 1000,
        "let a = " + "-" * 1000 + "b",
        "let a = " + "if b then 1 else " * 1000 + "c",
        "let a = " + "f(" * 1000 + "b" + ")" * 1000,
        "".join("    " * depth + "if a:\n" for depth in range(100)) + "    " * 100 + "next",
    ],
)
def test_what_is_too_deep_is_refused(text: str) -> None:  # DP-06
    tree, (finding,) = effect(text)
    assert tree is None
    assert finding.code == "E419"
    assert "64" in finding.message
    assert finding.span is not None
    assert finding.span.start < len(text)


def test_a_deep_type_is_refused() -> None:
    _, (finding,) = parser.parse_type(LocatedText.plain("set of " * 1000 + "area"))
    assert finding.code == "E419"


def test_many_statements_and_branches_are_fine() -> None:  # DP-06
    body, findings = effect("gain 1 wood\n" * 3000)
    assert not findings
    assert body is not None
    assert len(body) == 3000
    chain = one("if a: next\n" + "else if b: next\n" * 500)
    assert isinstance(chain, syntax.If)
    assert len(chain.branches) == 501


def test_a_text_may_not_be_endless() -> None:
    tree, (finding,) = effect("gain 1 wood\n" * 10_000)
    assert tree is None
    assert finding.code == "E420"


# ---- the grammar -------------------------------------------------------------------------------


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:  # DP-03
    grammar = tables.grammar()
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        lark.Lark(grammar, parser="lalr", start=list(tables.STARTS), debug=True)
        lark.Lark('start: "a" | "a" start | start "b"', parser="lalr", debug=True)
    conflicts = [record for record in caplog.records if "conflict" in record.message.lower()]
    assert len(conflicts) == 1, "the second grammar shows that a conflict would be seen"


def test_the_grammar_fits_on_two_pages() -> None:
    assert len(tables.grammar().splitlines()) <= 160


def test_the_grammar_names_no_operation() -> None:
    written = set(re.findall(r'"([a-z]+)"', tables.grammar()))
    assert not written & vocabulary.OPERATIONS.keys()


def test_the_words_of_the_grammar_are_the_words_of_the_language() -> None:
    written = {word for word in tables.tables().literals.values() if word.isalpha()}
    assert written | {"none", "never"} >= words.KEYWORDS | words.SOFT_KEYWORDS
    assert written == words.KEYWORDS | words.SOFT_KEYWORDS


def test_the_same_findings_with_every_hash_seed() -> None:  # DP-05
    script = (
        "from interpreter.lang.parser import parse_effect\n"
        "from interpreter.source import LocatedText\n"
        "for text in ('gain 1 1', 'choose', 'if a', 'let a = b c', 'gain', 'x.', 'may x'):\n"
        "    for finding in parse_effect(LocatedText.plain(text))[1]:\n"
        "        print(finding)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "3")
    }
    assert len(outputs) == 1


def test_no_token_of_the_parser_is_shown() -> None:
    for snippet in ("gain 1 1", "choose a b", "let a = ", "if a", "(", "choose one", "may"):
        for finding in effect(snippet)[1]:
            for text in (finding.message, *finding.notes):
                assert not re.search(r"\b[A-Z_]{2,}\b|__ANON|\$END", text), text


# ---- mistakes named by example -----------------------------------------------------------------


def test_the_examples_do_not_contradict_each_other() -> None:
    table: dict[object, str] = {}
    for code, start, snippets in mistakes.EXAMPLES:
        for snippet in snippets:
            key = parser.example_key(snippet, start)
            assert table.setdefault(key, code) == code, snippet


def test_every_example_is_told_as_what_it_is() -> None:
    for code, start, snippets in mistakes.EXAMPLES:
        for snippet in snippets:
            _, findings = getattr(parser, f"parse_{start}")(LocatedText.plain(snippet))
            assert [finding.code for finding in findings] == [code], snippet


# Code, a text that has the mistake, what is underlined, and the text put right.
BAD = [
    ("E401", "gain 1 wood gain 1 ore", "gain", "gain 1 wood\ngain 1 ore"),
    ("E401", "plan: next", ":", 'plan "Move": next'),
    ("E401", "gain 0,5 fish", ",", "gain 0.5 fish"),
    ("E402", "let a =", "", "let a = 3"),
    ("E403", "# later", "# later", "nothing"),
    ("E404", "if a == b: next", "==", "if a is b: next"),
    ("E404", "may 'Keep it?': next", "'", 'may "Keep it?": next'),
    ("E404", "set a += 1", "+=", "add 1 to a"),
    ("E404", "gain 1 wood; next", ";", "gain 1 wood\nnext"),
    ("E404", "let a = [b, c]", "[", "let a = (b, c)"),
    ("E404", "let a = b ≤ c", "≤", "let a = b <= c"),
    ("E405", 'may "Keep it?: next', '"Keep it?: next', 'may "Keep it?": next'),
    ("E406", "gain 3wood", "3wood", "gain 3 wood"),
    ("E407", "gain 1234567890 wood", "1234567890", "gain 123456789 wood"),
    ("E408", "let a = 2.25", "2.25", "let a = 2.5"),
    ("E409", "if a:\n\tnext", "\t", "if a:\n    next"),
    ("E410", "if a:\n    next\n  next", "  ", "if a:\n    next\nnext"),
    ("E411", "gain 1 wood\n    next", "next", "gain 1 wood\nnext"),
    ("E412", "if a:\nnext", "next", "if a:\n    next"),
    ("E413", "gain (3 wood\nnext", "(", "gain (3) wood\nnext"),
    (
        "E413",
        "let a = (all b in c\n    where d\nnext",
        "(",
        "let a = (all b in c\n    where d)\nnext",
    ),
    ("E414", "gain (3] wood", "]", "gain (3) wood"),
    ("E414", "gain 3) wood", ")", "gain (3) wood"),
    ("E415", "if a and b or c: next", "or", "if a and (b or c): next"),
    ("E416", "if 1 < a < 3: next", "<", "if 1 < a and a < 3: next"),
    ("E417", "set a = 3", "=", "set a to 3"),
    ("E417", "if a = 3: next", "=", "if a is 3: next"),
    ("E418", "let from = 3", "from", "let origin = 3"),
    ("E418", "have each all in b next_one", "all", "have each one_of in b next_one"),
    ("E419", "let a = " + "-" * 70 + "b", "-" * 7 + "b", "let a = --b"),
    ("E420", "next\n" * 20_001, "next\n" * 20_001, "next\n" * 20_000),
    ("E421", "if a\n    next", "", "if a:\n    next"),
    ("E421", "if a leave rule", "leave", "if a: leave rule"),
    ("E422", "else: next", "else", "if a: next\nelse: next"),
    ("E422", "otherwise: next", "otherwise", 'may "x": next\notherwise: next'),
    ("E423", "let a = if b then c", "", "let a = if b then c else d"),
    ("E424", "choose 2 cards from hand", "2", "choose cards from hand taking 2"),
    ("E425", "set a to b > c", ">", "set a to (b > c)"),
    ("E425", "set a to not b", "not", "set a to (not b)"),
    ("E426", "elif a: next", "elif", "if b: next\nelse if a: next"),
    ("E426", "while a: next", "while", "repeat while a: next"),
    ("E427", "gain 1 Wood", "Wood", "gain 1 wood"),
    ("E428", "rival gain 3 wood", "3", "have rival gain 3 wood"),
    ("E429", "game.round is 3", "is", "set game.round to 3"),
    ("E430", "may gain 3 wood", "gain", 'may "Wood?": gain 3 wood'),
    ("E431", "for a in b: next", "a", "for each a in b: next"),
    ("E432", "repeat 3: next", ":", "repeat 3 times: next"),
    ("E433", "let a = b", "", "let a = b"),
    ("E434", "leave", "", "leave rule"),
    ("E435", "if a: if b: next", "if", "if a:\n    if b: next"),
    ("E436", "choose a from b never none", "never", "choose a from b, never none"),
    ("E437", "gain 3 wood @ b", "@", "gain 3 wood at b"),
    ("E438", "choose one of: next", ":", 'choose one of "x":\n    "y": next'),
    ("E439", "choose a card from hand", "a", "choose card from hand"),
    ("E440", "let a = 1 + count b in c", "count", "let a = 1 + (count b in c)"),
    ("E440", "let a = not any b in c", "any", "let a = not (any b in c)"),
    ("E441", "gain wood 3", "3", "gain 3 wood"),
    ("E415", "if a and b and c or d: next", "or", "if (a and b and c) or d: next"),
    ("E415", "if a or b or c and d: next", "and", "if a or b or (c and d): next"),
    ("E432", "repeat at most 3 times: next", "at", "repeat 3 times: next"),
    ("E440", "if any a in b or c: next", "any a in b", "if (any a in b) or c: next"),
    ("E440", "let a = (count b in c > 2)", "count b in c", "let a = ((count b in c) > 2)"),
    ("E440", "let a = (d or any b in c)", "any", "let a = (d or (any b in c))"),
    (
        "E440",
        "let a = (d in (e, f) and\n  no b in c.d and e)",
        "no",
        "let a = (d in (e, f) and\n  (no b in c.d) and e)",
    ),
    ("E422", "may choose a from b\notherwise: next", "otherwise", "may choose a from b"),
    ("E422", 'may "x": next\nif none: next', "if none", 'may "x": next\notherwise: next'),
    ("E436", "may choose a from b otherwise: next", "otherwise", "may choose a from b"),
    ("E442", "repeat up to 3 times: next", ":", "repeat 3 times: next"),
    ("E443", "may choose a from b, if none: next", ", if none", "choose a from b, if none: next"),
    ("E443", "may choose a from b, never none", ", never none", "choose a from b, never none"),
    (
        "E443",
        'may choose a from b where c paying 1 wood "x", if none:\n    next',
        ", if none",
        'may choose a from b where c paying 1 wood "x", otherwise:\n    next',
    ),
    (
        "E443",
        'may choose one of "x":\n    "y": next\n    if none: next',
        "if",
        'may choose one of "x":\n    "y": next\n    otherwise: next',
    ),
    ("E445", "choose a from b taking 1 or 2", "1 or 2", "choose a from b taking 1 to 2"),
    (
        "E447",
        "".join("    " * depth + "repeat 2 times:\n" for depth in range(16))
        + "    " * 16
        + "repeat 3 times: next",
        "3",
        "".join("    " * depth + "repeat 2 times:\n" for depth in range(16)) + "    " * 16 + "next",
    ),
    (
        "E445",
        "choose a from b taking at least 1, never none",
        "at least 1",
        "choose a from b taking 1 to size(b), never none",
    ),
    ("E445", "choose a from b taking 1 or more", "1 or more", "choose a from b taking 1 to c"),
    ("E445", "choose a from b taking all", "all", "choose a from b taking size(b)"),
    ("E446", "gain a / 2 rounded down at most 2 wood", "at most", "gain min(2, a) wood"),
    ("E446", "gain up to 2 wood", "up to", "gain 2 or all wood"),
    ("E446", "let a = b up to c", "up to", "let a = min(b, c)"),
    (
        "E444",
        "rival chooses a from 1 to 3, otherwise: next",
        ", otherwise",
        "rival may choose a from 1 to 3, otherwise: next",
    ),
    (
        "E444",
        'choose one of "x":\n    "y" if a: next\n    otherwise: next',
        "otherwise",
        'choose one of "x":\n    "y" if a: next\n    if none: next',
    ),
    ("E451", "[a] next\nif b:\n    [a] next", "a", "[a] next\nif b:\n    [c] next"),
    (
        "E448",
        "choose a by dividing any number among b in c",
        "any number",
        "choose a by dividing up to d among b in c",
    ),
    (
        "E448",
        "choose a by dividing all units among b in c",
        "all units",
        "choose a by dividing d among b in c",
    ),
    (
        "E448",
        "choose a by dividing 1 to 3 among b in c",
        "1 to 3",
        "choose d from 1 to 3\nchoose a by dividing d among b in c",
    ),
    (
        "E448",
        "choose a by dividing at most 3 among b in c",
        "at most 3",
        "choose a by dividing up to 3 among b in c",
    ),
    (
        "E448",
        "choose a by dividing 3 units among b in c",
        "units",
        "choose a by dividing 3 among b in c",
    ),
    ("E448", "choose a by dividing 3 over b in c", "over", "choose a by dividing 3 among b in c"),
    ("E448", "choose a by dividing 3 among c.d", "c.d", "choose a by dividing 3 among b in c.d"),
    (
        "E448",
        "choose a by dividing 3 among c up to 2 each",
        "c",
        "choose a by dividing 3 among b in c up to 2 each",
    ),
    (
        "E448",
        "choose a by dividing 3 among each b in c",
        "each b in c",
        "choose a by dividing 3 among b in c",
    ),
    (
        "E448",
        "choose a by dividing 3 among b in c at most 2 each",
        "at most 2 each",
        "choose a by dividing 3 among b in c up to 2 each",
    ),
    (
        "E448",
        "choose a by dividing 3 among b in c up to b.d",
        "up to b.d",
        "choose a by dividing 3 among b in c up to b.d each",
    ),
    (
        "E448",
        "choose a by dividing 3 among b in c up to 2 each where b.d",
        "where",
        "choose a by dividing 3 among b in c where b.d up to 2 each",
    ),
    (
        "E448",
        "choose a by dividing 3 among b in c such that a[d] > 0",
        "such that",
        "choose a by dividing 3 among b in c",
    ),
    (
        "E448",
        "choose a by splitting 3 among b in c",
        "by splitting",
        "choose a by dividing 3 among b in c",
    ),
    ("E448", "divide 3 among b in c", "divide 3 among", "choose a by dividing 3 among b in c"),
    (
        "E449",
        "have each p in players where p.rich gain 1 wood",
        "where",
        "for each p in players where p.rich: have p gain 1 wood",
    ),
    (
        "E449",
        "have each p in players, if p.rich gain 1 wood",
        ", if",
        "for each p in players where p.rich: have p gain 1 wood",
    ),
    (
        "E449",
        "have winner where winner.rich gain 1 wood",
        "winner where",
        "if winner.rich: have winner gain 1 wood",
    ),
    (
        "E449",
        "have each player gain 1 wood",
        "each player",
        "have each player in players gain 1 wood",
    ),
    (
        "E449",
        "have all players gain 1 wood",
        "all players",
        "have each player in players gain 1 wood",
    ),
    (
        "E449",
        "have every p in players gain 1 wood",
        "every p in players",
        "have each p in players gain 1 wood",
    ),
    ("E449", "have players each gain 1 wood", "players each", "have each p in players gain 1 wood"),
    ("E449", "each player gains 1 wood", "each player", "have each player in players gain 1 wood"),
    (
        "E449",
        "all p in players gain 1 wood",
        "all p in players",
        "have each p in players gain 1 wood",
    ),
    ("E449", "have each p in players: gain 1 wood", ":", "have each p in players gain 1 wood"),
    ("E449", "have winner to gain 1 wood", "to", "have winner gain 1 wood"),
    (
        "E449",
        "have winner choose a from b, never none",
        "winner choose",
        "winner chooses a from b, never none",
    ),
    (
        "E449",
        "have each p in players may choose a from b",
        "may choose",
        "for each p in players:\n    p may choose a from b",
    ),
    ("E450", "let a = best 3 of b", "best 3 of", "let a = top((ranking of c.d for c in b), 3)"),
    (
        "E450",
        "let a = the 3 best cards in b",
        "the 3 best cards in",
        "let a = top((ranking of c.d for c in b), 3)",
    ),
    (
        "E450",
        "gain top 3 of c.d for c in b wood",
        "top 3 of",
        "gain size(top((ranking of c.d for c in b), 3)) wood",
    ),
    (
        "E450",
        "for each c in lowest 2 cards of b: next",
        "lowest 2 cards of",
        "for each c in top((ranking of -c.d for c in b), 2): next",
    ),
    (
        "E450",
        "let a = ranking of c.d for c in b taking 3",
        "taking 3",
        "let a = top((ranking of c.d for c in b), 3)",
    ),
    (
        "E440",
        "let a = top(ranking of c.d for c in b, 3)",
        "ranking of c.d for c in b",
        "let a = top((ranking of c.d for c in b), 3)",
    ),
    (
        "E450",
        "let a = highest card in b",
        "highest card",
        "let a = first(ranking of card.d for card in b)",
    ),
    (
        "E450",
        "let a = highest of card.d in b",
        "highest of card.d in",
        "let a = highest of card.d for card in b",
    ),
    ("E450", "let a = max(c.d for c in b)", "max", "let a = highest of c.d for c in b"),
    ("E450", "let a = sum of b", "sum of b", "let a = sum of c.d for c in b"),
    ("E450", "let a = count of b", "count of b", "let a = size(b)"),
    ("E450", "if any cards: next", "any cards", "if cards is not empty: next"),
]


@pytest.mark.parametrize(
    ("bad", "helped"),
    [
        ("gain 0,5 fish", "use a point: 0.5"),
        ("let a = 12,25 + 1", "use a point: 12.25"),
        ("gain 1, 5 fish", None),
        ("choose a from b, 5", None),
    ],
)
def test_a_comma_in_a_number(bad: str, helped: str | None) -> None:  # DR-09
    _, (finding, *_) = effect(bad)
    assert (finding.help or "").startswith("use a point") == (helped is not None)
    assert helped in (None, finding.help)


@pytest.mark.parametrize(("code", "bad", "underlined", "good"), BAD)
def test_mistakes(code: str, bad: str, underlined: str, good: str) -> None:
    if code == "E433":
        _, findings = parser.parse_type(LocatedText.plain("bag of card"))
        underlined = "bag"
    else:
        _, findings = effect(bad)
    (finding,) = findings
    assert finding.code == code
    assert finding.span is not None
    assert finding.span.text == underlined
    body, findings = effect(good)
    assert not findings
    assert body is not None


@pytest.mark.parametrize(
    ("bad", "advice"),
    [
        (
            "choose a by dividing any number among b in c",
            "write `dividing up to N`, where N is the most that there can be",
        ),
        (
            "choose a by dividing between 1 and 3 among b in c",
            "choose how many first: `choose total from 1 to 3`, then `dividing total`",
        ),
        (
            "choose a by dividing 3 or more among b in c",
            "choose how many first: `choose total from 3 to …`, then `dividing total`",
        ),
        (
            "choose a by dividing 3 among b in c, with at most (d + 1) each",
            "write `up to (d + 1) each`",
        ),
        (
            "choose a by dividing 3 among b in c at least 1 each",
            "give each its 1 first, and divide the rest",
        ),
        (
            "have each p in players where p.rich gain 1 wood",
            "write `for each p in players where …:`, and `have p …` in its block",
        ),
        (
            "have winner may choose a from b",
            "somebody chooses without `have`: `winner may choose …`",
        ),
        ("let a = best 3 of c.d for c in b.e", "write `top((ranking of c.d for c in b.e), 3)`"),
        (
            "let a = lowest 3 of c.d for c in b.e",
            "write `top((ranking of -(c.d) for c in b.e), 3)`",
        ),
        (
            "let a = first 3 of ranking of c.d for c in b",
            "write `top((ranking of c.d for c in b), 3)`",
        ),
        (
            "let a = best 3 of b",
            "write `top((ranking of … for x in b), 3)`, with what makes x good for `…`",
        ),
        ("let a = highest c.d for c in b", "write `highest of c.d for c in b`"),
    ],
)
def test_the_help_for_longer_forms_says_them(bad: str, advice: str) -> None:
    _, (finding,) = effect(bad)
    assert finding.help == advice
    for form in re.findall("`([^`…]*)`", advice):
        if form.startswith(("top(", "highest")):
            assert effect(f"let found = {form}")[1] == ()


def test_a_mistake_elsewhere_is_not_laid_to_a_right_form() -> None:
    for text, code in (
        ("choose a by dividing 3 among b in c up to (d + 1) each $", "E437"),
        ("choose a by dividing 3 among b in c up to d.e + 1 each paying", "E402"),
        ("have each p in players gain 1 wood $", "E437"),
        ("let a = top((ranking of c.d for c in b), 3) $", "E437"),
        ("let a = (sum of c.d for c in b) $", "E437"),
    ):
        _, (finding, *_) = effect(text)
        assert finding.code == code


def test_every_code_of_this_stage_has_a_mistake() -> None:
    assert {code for code, *_ in BAD} == {code for code in CODES if code.startswith("E4")}
