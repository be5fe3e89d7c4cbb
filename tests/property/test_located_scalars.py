"""Whatever a scalar holds and however it is written, its characters are found in the file."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.document import MappingNode, ScalarNode, read
from interpreter.source import Source

CONTENT = st.text(alphabet="ab cé日 \t\n\n  #:'\"\\-,[x", max_size=30)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Draw a file with one scalar in some style, often one that is not right."""
    style = draw(st.sampled_from("|>\"'p"))
    content = draw(CONTENT)
    if style in "|>":
        header = style + draw(st.sampled_from(["", "-", "+", "2", "3-", "1+"]))
        pad = "  " + " " * draw(st.integers(0, 3))
        lines = "".join(f"{pad}{line}\n" if line else "\n" for line in content.split("\n"))
        text = f"k:\n  m: {header}\n{lines}  z: 1\n"
    else:
        quote = "" if style == "p" else style
        start = "x" if style == "p" else quote
        body = content.replace("\n", "\n    ")
        text = f"k:\n  m: {start}{body}{quote}\n  z: 1\n"
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"])))


def scalar(text: str) -> ScalarNode | None:
    root, _ = read(Source("f", text))
    inner = root.get("k") if isinstance(root, MappingNode) else None
    node = inner.get("m") if isinstance(inner, MappingNode) else None
    return node if isinstance(node, ScalarNode) else None


@settings(max_examples=300, deadline=None)
@given(files())
def test_characters_are_found_in_the_file(text: str) -> None:
    node = scalar(text)
    if node is None:
        return
    located = node.located
    offsets = [located.offset(place) for place in range(len(node.text))]
    assert offsets == sorted(set(offsets)), "each character has a place of its own, in order"
    for place, character in enumerate(node.text):
        written = located.locate(place, place + 1).text
        folded = character in " \n" and written in {"\n", "\r\n", "\r"}
        doubled = character == "'" and written == "''"
        assert written == character or folded or doubled or written.startswith("\\")
    for word in re.finditer(r"[^\W_]+", node.text):
        written = located.locate(*word.span()).text
        assert written == word[0] or "\\" in written


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | CONTENT)
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    source = Source("f", text)
    root, diagnostics = read(source)
    assert root is not None or diagnostics
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.message
        assert diagnostic.span.excerpt()
