"""Each character of a scalar knows its place, in every style that YAML has."""

import pytest

from interpreter.document import MappingNode, ScalarNode, read
from interpreter.source import LocatedText, Source

STYLES = {
    "plain": "text: {0} one two three\n",
    "plain over lines": "text:\n  one {0}\n     two\n\n  three\nnext: x\n",
    "single quotes": "text: 'it''s {0} one''s'\n",
    "single quotes over lines": "text: 'one  \n\n   two {0} ''\n  three'\n",
    "double quotes": 'text: "a\\x20b \\u00e9\\" {0} \\\\c"\n',
    "double quotes over lines": 'text: "one \\\n   two\n  {0} three \\\n\n  four"\n',
    "literal": "text: |\n  one\n    two {0}\n\n  three\nnext: x\n",
    "literal, kept": "text: |+ # comment\n  one\n  two {0}\n\n\nnext: x\n",
    "literal, indented": "text: |2-\n     one\n   {0}\n  two\n",
    "folded": "text: >\n  one\n  {0} two\n\n    three\n  four\nnext: x\n",
    "folded, stripped": "text: >-\n\n  one\n  two\n  {0}\n\n\n",
    "in a list": "text:\n  - x\n  - &name >-\n    one\n    {0}\n",
    "in brackets": "text: [one,\n  two\n  {0} three, four]\n",
}
MARKER = "mark日er"


def scalars(text: str) -> list[LocatedText]:
    root, diagnostics = read(Source("f", text))
    assert diagnostics == ()
    assert isinstance(root, MappingNode)
    node = root.get("text")
    assert node is not None
    nodes = [node] if isinstance(node, ScalarNode) else list(getattr(node, "items", ()))
    return [node.located for node in nodes if isinstance(node, ScalarNode)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("style", STYLES)
def test_a_word_is_found_where_it_is_written(style: str, line_end: str) -> None:
    written = STYLES[style].format(MARKER).replace("\n", line_end)
    (located,) = [found for found in scalars(written) if MARKER in found.text]
    start = located.text.index(MARKER)
    span = located.locate(start, start + len(MARKER))
    assert span.text == MARKER
    assert span.start == written.index(MARKER)


def test_places_of_effects_in_blocks_and_quotes() -> None:
    text = """\
cards:
  - id: long
    # a comment

    do: |
      draw 1
      gain 1 coiin
  - id: folded
    do: >
      if you have
      2 fish then gain
      1        woood
    else: "draw 1 \\x20 then gain 1 fsh"
"""
    root, _ = read(Source("cards/block.yaml", text))
    places = []
    for number, key, word in [(0, "do", "coiin"), (1, "do", "woood"), (1, "else", "fsh")]:
        assert isinstance(root, MappingNode)
        card = list(getattr(root.get("cards"), "items", ()))[number]
        node = card.get(key)
        assert isinstance(node, ScalarNode)
        start = node.text.index(word)
        span = node.located.locate(start, start + len(word))
        assert span.text == word
        places.append((span.line, span.column))
    assert places == [(7, 14), (12, 16), (13, 36)]


@pytest.mark.parametrize(
    ("text", "underlined"),
    [
        ("text: one two # no\n", "one two"),
        ("text: 'one'\n", "'one'"),
        ("text: |\n  one\n  two\n\n# no\nnext: x\n", "|\n  one\n  two"),
        ("text: >-\n  one\n\n\nnext: x\n", ">-\n  one"),
        ("text: &a one\n", "one"),
        ("text: &a\n  'one'\n", "'one'"),
    ],
)
def test_the_span_is_what_is_written(text: str, underlined: str) -> None:
    root, _ = read(Source("f", text))
    assert isinstance(root, MappingNode)
    node = root.get("text")
    assert isinstance(node, ScalarNode)
    assert node.span.text == underlined
    assert node.located.span.text == underlined


def test_an_escape_is_underlined_whole() -> None:
    (located,) = scalars('text: "a\\u00e9b\\\\c\\"d"\n')
    assert located.text == 'aéb\\c"d'
    shown = [located.locate(place, place + 1).text for place in range(len(located.text))]
    assert shown == ["a", "\\u00e9", "b", "\\\\", "c", '\\"', "d"]


def test_a_doubled_apostrophe_is_underlined_whole() -> None:
    (located,) = scalars("text: 'it''s'\n")
    assert located.locate(2, 3).text == "''"
    assert located.locate(0, 4).text == "it''s"


def test_the_end_of_the_text_is_behind_its_last_character() -> None:
    (located,) = scalars("text: |\n  gain 2\nnext: x\n")
    assert located.text == "gain 2\n"
    assert located.locate(6, 6).place == "f:2:9"
    (quoted,) = scalars('text: "gain 2"\n')
    assert quoted.locate(6, 6).place == "f:1:14"


def test_an_empty_text_has_a_place() -> None:
    for text, place in [("text: ''\n", "f:1:8"), ("text: |\n\nnext: x\n", "f:1:7")]:
        (located,) = scalars(text)
        assert located.text.strip() == ""
        assert located.locate(0, 0).line in {1, 2}
        if text.startswith("text: ''"):
            assert located.locate(0, 0).place == place
