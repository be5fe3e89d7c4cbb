"""The printer: a line of the corpus is its own canonical form; blocks and brackets as promised."""

from pathlib import Path

import pytest

from interpreter.lang import parser, printer, syntax
from interpreter.source import LocatedText

CORPUS = Path(__file__).parents[2] / "corpus" / "effects" / "identity.txt"
IDENTITY = [
    line.replace("⏎", "\n")
    for line in CORPUS.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def parsed(text: str) -> syntax.Body:
    body, findings = parser.parse_effect(LocatedText.plain(text))
    assert not findings, [finding.message for finding in findings]
    assert body is not None
    return body


@pytest.mark.parametrize("text", IDENTITY)
def test_a_line_of_the_corpus_survives(text: str) -> None:
    assert printer.print_effect(parsed(text)) == text + "\n"


def test_the_corpus_has_every_node_of_the_tree() -> None:
    seen = {type(node) for text in IDENTITY for node in nodes(parsed(text))}
    every = {
        kind
        for kind in vars(syntax).values()
        if isinstance(kind, type) and issubclass(kind, syntax.Node)
    }
    types = {syntax.NamedType, syntax.OptionalType, syntax.SetType, syntax.ListType}
    assert every - seen == {syntax.Node, syntax.Range, syntax.TableType, *types}


def nodes(value: object) -> list[object]:
    """Return a node, or those in a tuple, with everything below."""
    if isinstance(value, tuple):
        return [found for item in value for found in nodes(item)]
    if not isinstance(value, syntax.Node):
        return []
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    parts = [nodes(getattr(value, name)) for name in names if name != "span"]
    return [value, *(found for part in parts for found in part)]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("gain ((3)) wood", "gain 3 wood"),
        ("let a = ((b) and (not (c)))", "let a = b and not c"),
        ("if a:\n  next", "if a: next"),
        ("if a: next  # for good reason\n# more\n", "if a: next"),
        ("let a = (all b in c\n    where b.d)", "let a = all b in c where b.d"),
        ("let a = size((all b in c))", "let a = size(all b in c)"),
        ("let  a=b+1", "let a = b + 1"),
    ],
)
def test_what_is_written_in_other_ways_is_printed_in_one(written: str, canonical: str) -> None:
    assert printer.print_effect(parsed(written)) == canonical + "\n"


def test_a_long_line_gets_a_block() -> None:
    text = f"if {'a' * 60}: gain {'b' * 40} wood"
    expected = f"if {'a' * 60}:\n    gain {'b' * 40} wood\n"
    assert printer.print_effect(parsed(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "truth",
        "area or nothing",
        "set of area",
        "list of set of area",
        "half by ending and number",
        "number or nothing by area",
        "set of card by player or nothing",
    ],
)
def test_a_type_survives(text: str) -> None:
    type_, findings = parser.parse_type(LocatedText.plain(text))
    assert not findings
    assert type_ is not None
    assert printer.print_type(type_) == text


def test_the_other_texts_survive() -> None:
    price, _ = parser.parse_price(LocatedText.plain("3 wood and 2 * n ore"))
    assert price is not None
    assert printer.print_price(price) == "3 wood and 2 * n ore"
    pattern, _ = parser.parse_pattern(LocatedText.plain("strike card with force as blow"))
    assert pattern is not None
    assert printer.print_pattern(pattern) == "strike card with force as blow"
    binding, _ = parser.parse_binding(LocatedText.plain("a in b.c, d in e where d is a"))
    assert binding is not None
    assert printer.print_binding(binding) == "a in b.c, d in e where d is a"
    for text in ("1 to 3", "players"):
        domain, _ = parser.parse_domain(LocatedText.plain(text))
        assert domain is not None
        assert printer.print_domain(domain) == text


def test_one_statement_has_no_line_end() -> None:
    assert printer.print_statement(parsed("if a: next\nelse:\n  next\n  next")[0]) == (
        "if a: next\nelse:\n    next\n    next"
    )
