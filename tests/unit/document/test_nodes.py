"""Ways through a document, and where a finding about a part of it is shown."""

import pytest

from interpreter.document import (
    MappingNode,
    Node,
    NodePatch,
    Pointer,
    ScalarNode,
    canonical,
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


def scalar(text: str, *patches: NodePatch, name: str = "f") -> ScalarNode:
    return ScalarNode(Source(name, text), 0, len(text), text, patches=patches)


def test_a_text_takes_its_patches_along() -> None:
    patch = NodePatch("before", scalar("pay", name="mod"), scalar("gain 1 wood", name="mod"))
    text = scalar("draw 1 from deck", patch).located
    (found,) = text.patches
    assert (text.text, text.span.source.name) == ("draw 1 from deck", "f")
    assert (found.timing, found.text.text) == ("before", "gain 1 wood")
    assert found.text.locate(5, 6).place == "mod:1:6"
    assert found.label is not None
    assert found.label.text == "pay"
    assert plain(scalar("a", patch)) == "a"


def test_the_canonical_view_sees_each_part_of_a_patch() -> None:
    label, text = scalar("pay"), scalar("next")
    views = [
        canonical(node)
        for node in (
            scalar("a"),
            scalar("b", NodePatch("before", label, text)),
            scalar("a", NodePatch("before", label, text)),
            scalar("a", NodePatch("after", label, text)),
            scalar("a", NodePatch("before", None, text)),
            scalar("a", NodePatch("before", scalar("buy"), text)),
            scalar("a", NodePatch("before", label, scalar("leave rule"))),
            scalar("a", NodePatch("before", label, text), NodePatch("after", label, text)),
            scalar("a", NodePatch("after", label, text), NodePatch("before", label, text)),
        )
    ]
    assert all(one not in views[:place] for place, one in enumerate(views))


def test_the_canonical_view_does_not_see_places() -> None:
    patch = NodePatch("after", None, scalar("next"))
    moved = NodePatch("after", None, scalar("next", name="g"))
    assert canonical(scalar("a", patch)) == canonical(scalar("a", moved, name="h"))


def test_without_patches_the_canonical_view_is_the_plain_one(root: Node) -> None:
    assert canonical(root) == plain(root)
