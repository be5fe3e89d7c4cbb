"""The reader against a corpus of right and wrong files, and against what no text file can show."""

import json
from pathlib import Path

import pytest
import yaml

from interpreter.codes import document as document_codes
from interpreter.diagnostics import Severity
from interpreter.document import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    decode,
    mistakes,
    plain,
    read,
    read_bytes,
    reader,
)
from interpreter.source import Source

CORPUS = Path(__file__).parents[2] / "corpus" / "documents"
GOOD = sorted((CORPUS / "ok").glob("*.yaml"))
BAD = sorted((CORPUS / "bad").glob("*.yaml"))
# These need bytes or sizes that a file of the corpus cannot have, or are the loader's.
NOT_IN_THE_CORPUS = {"E101", "E102", "E104", "E115"}


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def expected(path: Path) -> list[str]:
    return path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()


def found(text: str) -> list[str]:
    _, diagnostics = read(Source("file.yaml", text))
    lines = []
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        shown = diagnostic.span.text.encode("unicode_escape").decode("ascii")
        shown = shown.replace("\\xa0", "\xa0")
        place = f"{diagnostic.span.line}:{diagnostic.span.column}"
        lines.append(f"{place} {diagnostic.code} {shown}")
    return lines


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_right_file_reads_as_it_is_written(path: Path) -> None:
    root, diagnostics = read(Source(path.name, text_of(path)))
    assert diagnostics == ()
    assert root is not None
    assert plain(root) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_wrong_file_is_underlined_where_the_mistake_is(path: Path) -> None:
    assert found(text_of(path)) == expected(path)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_line_ends_and_a_mark_change_no_place(path: Path) -> None:
    with_crlf = text_of(path).replace("\n", "\r\n")
    assert found(with_crlf) == expected(path)
    source, diagnostics = decode("file.yaml", b"\xef\xbb\xbf" + with_crlf.encode("utf-8"))
    assert diagnostics == ()
    assert source is not None
    assert source.text == with_crlf


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_the_slow_parser_finds_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    # The slow parser knows one kind of unknown directive less; it reads the rest of the file.
    wanted = [] if path.stem == "unknown_directive" else expected(path)
    assert found(text_of(path)) == wanted


def test_each_code_has_a_wrong_file() -> None:
    seen = {line.split(" ")[1] for path in BAD for line in expected(path)}
    assert set(document_codes.ROWS) - seen == NOT_IN_THE_CORPUS


def test_no_message_speaks_of_the_parser() -> None:
    for path in BAD:
        for diagnostic in read(Source(path.name, text_of(path)))[1]:
            words = " ".join([diagnostic.message, *diagnostic.notes, diagnostic.help or ""])
            assert "block mapping" not in words
            assert "<block end>" not in words
            assert "token" not in words


def test_a_document_with_a_duplicate_key_can_be_checked_further() -> None:
    root, diagnostics = read(Source("f", "a: 1\na: 2\nb: 3\n"))
    assert [diagnostic.code for diagnostic in diagnostics] == ["E110"]
    assert root is not None
    assert plain(root) == {"a": "1", "b": "3"}


def test_a_duplicate_key_names_the_first_one() -> None:
    _, (duplicate,) = read(Source("f", "a: 1\nb: 2\na: 3\n"))
    assert [(words, span.place) for words, span in duplicate.related] == [
        ("first written here", "f:1:1")
    ]


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("text: Choose: draw 1  # now\n", "put the text in quotes: 'Choose: draw 1'"),
        ("text: it's so: draw 1\n", 'put the text in quotes: "it\'s so: draw 1"'),
        ("a: {b: c: d, e: f}\n", "put the text in quotes: 'c: d'"),
        ("a: [T] draw\n", "put the text in quotes: '[T] draw'"),
        ("a:\n\tb: 1\n\tc: 1\n", "use spaces; 2 lines begin with a tab in this file"),
        ("a: 'don't do'\n", 'an apostrophe ends the text here; use the other quotes: "don\'t do"'),
        (
            'art: "C:\\Unsorted\\buoy.png"\n',
            "write paths with forward slashes: 'C:/Unsorted/buoy.png'",
        ),
        ('a: "50\\% off"\n', "in single quotes a backslash is an ordinary sign: '50\\% off'"),
        ("a: 1\nb:2\nc: 3\n", "put a space behind the colon: `b: 2`"),
        ("- when:one\n  is: 2\n", "put a space behind the colon: `when: one`"),
        ("a: |\n\n    b\n  c\n", "if it belongs to the text above, indent it by 4 spaces"),
        ("a:\n    b: 1\n  c: 2\n", "indent it by 0 or 4 spaces, as the lines above"),
    ],
)
def test_the_help_can_be_pasted(text: str, advice: str) -> None:
    _, (diagnostic,) = read(Source("f", text))
    assert diagnostic.help == advice


def test_the_next_quote_is_named() -> None:
    text = 'a:\n  b: "Sing out\n  c: 1\n  d: "Count"\n'
    _, (unclosed,) = read(Source("f", text))
    assert unclosed.notes == ("the next quote is on line 4",)
    assert [span.place for _, span in unclosed.related] == ["f:4:6"]


def test_bytes_that_are_not_utf8() -> None:
    data = "cards:\n  - id: cafe\n    text: Café\n".encode("cp1252")
    root, (diagnostic,) = read_bytes("cards.yaml", data)
    assert root is None
    assert diagnostic.code == "E102"
    assert diagnostic.span is not None
    assert diagnostic.span.place == "cards.yaml:3:14"
    assert diagnostic.message == "the file is not UTF-8: byte 0xE9 at offset 33"
    assert diagnostic.help is not None
    assert "windows-1252" in diagnostic.help


def test_bytes_of_utf16() -> None:
    _, (diagnostic,) = read_bytes("f", "a: 1\n".encode("utf-16"))
    assert diagnostic.code == "E102"
    assert diagnostic.help is not None
    assert "UTF-16" in diagnostic.help


def test_a_second_mark_is_found() -> None:
    _, (diagnostic,) = read_bytes("f", b"\xef\xbb\xbf\xef\xbb\xbfa: 1\n")
    assert diagnostic.code == "E103"
    assert diagnostic.span is not None
    assert diagnostic.span.place == "f:1:1"


def test_a_mark_changes_nothing() -> None:
    data = "a: Café “Anker”\n".encode()
    assert read_bytes("f", b"\xef\xbb\xbf" + data)[0] == read_bytes("f", data)[0]


def test_a_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LARGEST_FILE", 10)
    _, (diagnostic,) = read_bytes("f", b"a: 12345678\n")
    assert diagnostic.code == "E104"


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_nesting_ends_at_its_limit(opening: str) -> None:
    depth = mistakes.DEEPEST_NESTING
    closing = {"[": "]", "{a: ": "}"}[opening]
    assert read(Source("f", opening * depth + closing * depth))[1] == ()
    root, (diagnostic,) = read(Source("f", opening * (depth + 1) + closing * (depth + 1)))
    assert root is None
    assert diagnostic.code == "E115"
    assert diagnostic.span is not None
    assert diagnostic.span.start == depth * len(opening)


def test_very_deep_nesting_is_a_finding() -> None:
    for text in ("[" * 100_000, "a: " + "[" * 2_000 + "]" * 2_000, "- " * 5_000 + "a\n"):
        root, (diagnostic,) = read(Source("f", text))
        assert root is None
        assert diagnostic.code == "E115"


@pytest.mark.parametrize("own", [0, 1, 50])
def test_what_an_alias_repeats_counts_as_nested(own: int) -> None:
    depth = mistakes.DEEPEST_NESTING - 1  # the mapping of the file is a level too
    first = f"a: &a {'[' * (depth - own)}x{']' * (depth - own)}\n"
    assert read(Source("f", first + f"b: {'[' * own}*a{']' * own}\n"))[1] == ()
    own += 1
    root, (diagnostic,) = read(Source("f", first + f"b: {'[' * own}*a{']' * own}\n"))
    assert root is None
    assert diagnostic.code == "E115"
    assert diagnostic.span is not None
    assert diagnostic.span.text == "*a"


def test_aliases_of_aliases_end_at_the_limit() -> None:
    rows = [f"x_0: &a0 {'[' * 60}x{']' * 60}"]
    rows += [f"x_{n}: &a{n} {'[' * 60}*a{n - 1}{']' * 60}" for n in range(1, 20)]
    root, (diagnostic,) = read(Source("f", "\n".join(rows)))
    assert root is None
    assert diagnostic.code == "E115"


def test_many_cards_may_share_one_anchor() -> None:
    cards = "".join(f"  c{number}: {{cost: *cost, title: Card}}\n" for number in range(200))
    text = "cost: &cost {wood: 1, stone: 2, gold: 3, fish: 4}\ncards:\n" + cards
    root, diagnostics = read(Source("f", text))
    assert diagnostics == ()
    assert isinstance(root, MappingNode)


def test_a_key_by_merge_remembers_where_it_is_written() -> None:
    root, _ = read(Source("f", "a: &a {kind: fish}\nb:\n  <<: *a\n  size: 2\n"))
    assert isinstance(root, MappingNode)
    merged = root.get("b")
    assert isinstance(merged, MappingNode)
    assert merged.key_span("kind").place == "f:1:8"
    assert [entry.merged for entry in merged] == [False, True]


def test_nodes_know_their_places() -> None:
    text = (
        "cards:\n  - id: raft\n    cost: {wood: 1}   # cheap\n\n  - id: dock\n\n# end\nother: x\n"
    )
    root, _ = read(Source("f", text))
    assert isinstance(root, MappingNode)
    cards = root.get("cards")
    assert isinstance(cards, SequenceNode)
    assert cards.span.text == "- id: raft\n    cost: {wood: 1}   # cheap\n\n  - id: dock"
    first = cards.items[0]
    assert isinstance(first, MappingNode)
    assert first.span.text == "id: raft\n    cost: {wood: 1}"
    assert first.key_span("cost").text == "cost"
    wood = first.get("cost")
    assert isinstance(wood, MappingNode)
    assert wood.span.text == "{wood: 1}"
    other = root.get("other")
    assert isinstance(other, ScalarNode)
    assert other.span.text == "x"


def test_places_are_no_part_of_equality() -> None:
    first, _ = read(Source("f", "a: [1, {b: 'c'}]\n"))
    second, _ = read(Source("g", "a:\n  - 1\n  - b: c\n"))
    assert first == second


def test_severities() -> None:
    assert read(Source("f", ""))[1][0].severity is Severity.WARNING
    assert read(Source("f", "a: b: c"))[1][0].severity is Severity.ERROR
