"""Places in a file, the excerpt that shows them, and text that remembers where it stood."""

import pytest

from interpreter.source import LocatedText, Source, Span


def first(source: Source, text: str) -> Span:
    start = source.text.index(text)
    return source.span(start, start + len(text))


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_and_columns_count_from_one(line_end: str) -> None:
    source = Source("f", line_end.join(["one", "", "\tthree é日x", ""]))
    assert first(source, "one").place == "f:1:1"
    assert first(source, "three").place == "f:3:2"
    assert first(source, "x").place == "f:3:10"
    assert source.line_column(len(source.text)) == (4, 1)
    assert source.line_count == 4
    assert [source.line_text(line) for line in (0, 1, 2, 3, 4, 5)] == [
        "", "one", "", "\tthree é日x", "", "",
    ]  # fmt: skip


def test_an_empty_file_has_one_line() -> None:
    span = Source("f", "").span(0, 0)
    assert (span.line, span.column, span.text) == (1, 1, "")
    assert span.excerpt() == "1 |\n  | ^"


def test_the_excerpt_underlines_what_is_meant() -> None:
    source = Source("f", "a: 1\nb: draw(gold)\n")
    assert first(source, "gold").excerpt() == "2 | b: draw(gold)\n  |         ^^^^"
    assert first(source, "gold").excerpt(gutter=3) == "  2 | b: draw(gold)\n    |         ^^^^"


def test_the_excerpt_counts_wide_and_combining_characters_as_a_terminal_does() -> None:
    source = Source("f", "日本 cafe\u0301 gold")
    assert first(source, "gold").excerpt() == "1 | 日本 cafe\u0301 gold\n  |           ^^^^"
    assert first(source, "本").excerpt() == "1 | 日本 cafe\u0301 gold\n  |   ^^"


def test_the_excerpt_makes_tabs_visible_and_hides_what_moves_the_cursor() -> None:
    source = Source("f", "\ta\u202eb\x1b[2Jgold")
    assert first(source, "gold").excerpt() == "1 | →   a\ufffdb\ufffd[2Jgold\n  |            ^^^^"
    assert first(source, "\t").excerpt().endswith("| ^^^^")


def test_of_a_span_over_several_lines_the_first_is_shown() -> None:
    source = Source("f", "a: |\n  one\n  two\n")
    assert source.span(3, 13).excerpt() == "1 | a: |\n  |    ^"
    assert source.span(7, 13).excerpt() == "2 |   one\n  |   ^^^"


def test_an_empty_span_is_underlined_behind_the_last_character() -> None:
    source = Source("f", "gain 2\n")
    assert source.span(6, 6).excerpt() == "1 | gain 2\n  |       ^"


def test_a_very_long_line_is_cut_around_the_place() -> None:
    source = Source("f", "x" * 50_000 + "gold" + "y" * 50_000)
    line, underline = first(source, "gold").excerpt().splitlines()
    assert len(line) < 250
    assert line[underline.index("^") : underline.rindex("^") + 1] == "gold"


def test_spans_can_be_joined() -> None:
    source = Source("f", "one two three")
    assert first(source, "three").cover(first(source, "two")).text == "two three"


def test_plain_text_is_its_own_file() -> None:
    text = LocatedText.plain("gain 1\ngain 2")
    assert text.locate(7, 11).place == "<text>:2:1"
    assert text.locate(7, 11).text == "gain"
    assert text.locate(13, 13).place == "<text>:2:7"
    assert LocatedText.plain("").locate(0, 0).place == "<text>:1:1"


def test_a_piece_ends_where_its_last_character_ends() -> None:
    # The file says a\x20b, a newline, two blanks, c; the text is "a b c".
    source = Source("f", "a\\x20b\n  c")
    starts = ((0, 0), (2, 5), (4, 7), (4, 9), (5, 10))
    text = LocatedText("a b\nc", source.span(0, 10), starts)
    assert text.locate(0, 1).text == "a"
    assert text.locate(2, 3).text == "b"
    assert text.locate(3, 4).text == "\n"
    assert text.locate(4, 5).text == "c"
    assert text.locate(2, 5).text == "b\n  c"
    assert text.locate(5, 5).start == 10


def test_a_part_of_a_text_knows_its_place() -> None:
    source = Source("a.yaml", "key: one\n  two three\n")
    # The text is "one two three": the line end and the indentation are one space.
    text = LocatedText("one two three", source.span(5, 20), ((0, 5), (3, 8), (4, 11), (13, 20)))
    two = text.part(4, 7)
    assert (two.text, two.span.text) == ("two", "two")
    across = text.part(2, 6)
    assert (across.text, across.span.text) == ("e tw", "e\n  tw")
    assert across.locate(2, 4).text == "tw"
    assert across.locate(0, 1).text == "e"
