"""Ways through a document, and where a finding about a part of it is shown."""

import pytest

from interpreter.document import (
    MappingNode,
    Node,
    Pointer,
    ScalarNode,
    find_node,
    key_span_of,
    plain,
    read,
    span_of,
)
from interpreter.source import Source

TEXT = """\
cards:
  ferry:
    cost: {wood: 1}
    needs:
    text: >-
      over
      water
    tags:
      - slow
      -
  - no: x
"""


@pytest.fixture(name="root")
def root_of_text() -> Node:
    root, diagnostics = read(Source("f", TEXT.replace("  - no: x\n", "")))
    assert diagnostics == ()
    assert root is not None
    return root


def test_the_plain_view_has_no_places(root: Node) -> None:
    ferry = {
        "cost": {"wood": "1"},
        "needs": None,
        "text": "over water",
        "tags": ["slow", None],
    }
    assert plain(root) == {"cards": {"ferry": ferry}}


def test_a_pointer_leads_to_a_node(root: Node) -> None:
    found = find_node(root, ("cards", "ferry", "tags", 0))
    assert isinstance(found, ScalarNode)
    assert found.text == "slow"
    assert find_node(root, ("cards", "boat")) is None
    assert find_node(root, ("cards", "ferry", "tags", 2)) is None
    assert find_node(root, ("cards", 0)) is None
    assert find_node(root, ()) is root


@pytest.mark.parametrize(
    ("pointer", "place", "underlined"),
    [
        (("cards", "ferry", "cost"), "f:3:11", "{wood: 1}"),
        (("cards", "ferry", "cost", "wood"), "f:3:18", "1"),
        (("cards", "ferry", "needs"), "f:4:5", "needs"),
        (("cards", "ferry", "text"), "f:5:11", ">-"),
        (("cards", "ferry", "tags"), "f:9:7", "-"),
        (("cards", "ferry", "tags", 0), "f:9:9", "slow"),
        (("cards", "ferry", "missing"), "f:3:5", "cost"),
        (("cards", "ferry"), "f:3:5", "cost"),
        ((), "f:1:1", "cards"),
    ],
)
def test_a_place_is_underlined(root: Node, pointer: Pointer, place: str, underlined: str) -> None:
    span = span_of(root, pointer)
    assert (span.place, span.text) == (place, underlined)


@pytest.mark.parametrize(
    ("pointer", "place", "underlined"),
    [
        (("cards", "ferry"), "f:2:3", "ferry"),
        (("cards", "ferry", "tags", 0), "f:9:9", "slow"),
        (("cards", "boat"), "f:1:1", "cards"),
        ((), "f:1:1", "cards"),
    ],
)
def test_a_key_is_underlined(root: Node, pointer: Pointer, place: str, underlined: str) -> None:
    span = key_span_of(root, pointer)
    assert (span.place, span.text) == (place, underlined)


def test_a_mapping_answers_by_key(root: Node) -> None:
    assert isinstance(root, MappingNode)
    assert "cards" in root
    assert "boats" not in root
    assert len(root) == 1
    assert root.get("boats") is None
    with pytest.raises(KeyError):
        root.key_span("boats")


def test_nothing_written_is_not_an_empty_text() -> None:
    root, _ = read(Source("f", "a:\nb: ''\nc: |\nd: ~\n"))
    assert isinstance(root, MappingNode)
    nodes = [entry.value for entry in root]
    assert all(isinstance(node, ScalarNode) for node in nodes)
    assert [isinstance(node, ScalarNode) and node.is_nothing for node in nodes] == [
        True, False, False, False,
    ]  # fmt: skip
