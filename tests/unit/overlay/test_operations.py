"""Sections of overlays, each on a small tree: what comes out, and what is refused."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, plain, read
from interpreter.overlay.changes import Change, report_conflicts
from interpreter.overlay.operations import OPERATIONS, Site, Work, act
from interpreter.source import Source

BASE = """
cards:
  mender: {cost: 2 coin, text: Mends., tags: [crew, net], worth: 5}
  hand: {cost: 1 coin, hooks: {pay: {after: gain, do: gain 1}}}
dice: {coin: 2}
flow:
  - {step: morning, do: wake}
  - step: day
    each: players
    steps:
      - {step: work, do: toil}
      - {step: eat, do: dine}
values:
  rank:
    cases:
      - {when: a > 1, is: 3}
      - {otherwise: 0}
score: points
"""


def node(text: str, name: str) -> MappingNode:
    root, findings = read(Source(name, text))
    assert findings == ()
    assert isinstance(root, MappingNode)
    return root


def laid(
    section: str, text: str, *, is_optional: bool = False, earlier: str = ""
) -> tuple[dict[str, object], list[str], list[Change]]:
    """Return the tree after a section has acted, what was found (code and place), the changes."""
    found = Collector()
    changes: list[Change] = []
    root: object = node(BASE, "base.yaml")
    if earlier:
        first = Work("first", changes, lambda _: False, frozenset({"flow", "score"}), found)
        root = act(Site(first, "remove", is_optional=False), root, node(earlier, "first.yaml"))  # type: ignore[arg-type] # a tree
    work = Work("mod", changes, lambda _: False, frozenset({"flow", "score"}), found)
    root = act(Site(work, section, is_optional), root, node(text, "mod.yaml"))  # type: ignore[arg-type] # a tree
    report_conflicts(changes, lambda _one, _other: True, found)
    changes = [change for change in changes if change.manner != "miss"]
    view = plain(root)  # type: ignore[arg-type] # a tree
    assert isinstance(view, dict)
    shown = [f"{one.code} {'' if one.span is None else one.span.text}" for one in found.diagnostics]
    return view, shown, changes


def at(view: object, path: str) -> object:
    """Return what a dotted path leads to, items of lists by number."""
    for name in path.split("."):
        if isinstance(view, list):
            view = view[int(name)]
        else:
            assert isinstance(view, dict)
            view = view.get(name, "(gone)")
    return view


@pytest.mark.parametrize(
    ("section", "text", "path", "wanted"),
    [
        ("change", "cards: {mender: {cost: 3 coin}}", "cards.mender.cost", "3 coin"),
        ("change", "cards: {mender: {tags: [net]}}", "cards.mender.tags", ["net"]),
        (
            "change",
            "cards: {hand: {hooks: {pay: {do: gain 2}}}}",
            "cards.hand.hooks.pay.do",
            "gain 2",
        ),
        ("change", "cards: {hand: {hooks: {pay: {do: gain 2}}}}", "cards.hand.cost", "1 coin"),
        ("change", "score: points + 1", "score", "points + 1"),
        ("change", "flow: {morning: {do: rise}}", "flow.0.do", "rise"),
        ("change", "flow: {eat: {do: feast}}", "flow.1.steps.1.do", "feast"),
        ("change", "values: {rank: {cases: {a > 1: {is: 4}}}}", "values.rank.cases.0.is", "4"),
        ("change", "dice: {coin: 3}", "dice.coin", "3"),
        ("add", "cards: {sailor: {cost: 1 coin}}", "cards.sailor", {"cost": "1 coin"}),
        ("add", "cards: {mender: {doc: New.}}", "cards.mender.doc", "New."),
        ("add", "cards: {hand: {hooks: {go: {do: x}}}}", "cards.hand.hooks.go.do", "x"),
        ("add", "ships: {barge: {size: 2}}", "ships.barge.size", "2"),
        ("add", "flow: {day: {while: yes}}", "flow.1.while", "yes"),
        ("replace", "cards: {mender: {cost: 9 coin}}", "cards.mender", {"cost": "9 coin"}),
        ("replace", "flow: [{step: all, do: x}]", "flow", [{"step": "all", "do": "x"}]),
        ("remove", "cards: [mender]", "cards.mender", "(gone)"),
        ("remove", "cards: mender", "cards.mender", "(gone)"),
        ("remove", "cards: {mender: [text, worth]}", "cards.mender.text", "(gone)"),
        ("remove", "cards: {mender: {tags: [crew]}}", "cards.mender.tags", ["net"]),
        ("remove", "cards: {hand: {hooks: [pay]}}", "cards.hand.hooks", {}),
        ("remove", "cards: all", "cards", {}),
        ("remove", "cards: {mender: {tags: all}}", "cards.mender.tags", []),
        ("remove", "flow: [eat]", "flow.1.steps", [{"step": "work", "do": "toil"}]),
        ("remove", "values: {rank: {cases: [a > 1]}}", "values.rank.cases", [{"otherwise": "0"}]),
        (
            "append",
            "cards: {mender: {tags: [old, wet]}}",
            "cards.mender.tags",
            ["crew", "net", "old", "wet"],
        ),
        ("append", "cards: {mender: {tags: old}}", "cards.mender.tags.2", "old"),
        ("append", "flow: [{step: night, do: sleep}]", "flow.2.step", "night"),
        ("insert", "flow: {day: {before: [{step: noon, do: x}]}}", "flow.1.step", "noon"),
        ("insert", "flow: {day: {before: {step: noon, do: x}}}", "flow.2.step", "day"),
        ("insert", "flow: {work: {after: [{step: rest, do: x}]}}", "flow.1.steps.1.step", "rest"),
        ("insert", "flow: {eat: {instead: [{step: fast, do: x}]}}", "flow.1.steps.1.step", "fast"),
        (
            "insert",
            "cards: {mender: {tags: {net: {before: [a], after: [b]}}}}",
            "cards.mender.tags",
            ["crew", "a", "net", "b"],
        ),
        (
            "insert",
            "values: {rank: {cases: {a > 1: {after: [{when: a > 0, is: 1}]}}}}",
            "values.rank.cases.1.is",
            "1",
        ),
        ("scale", "cards: {mender: {worth: 3}}", "cards.mender.worth", "15"),
        ("scale", "cards: {mender: {worth: 1/2 rounded up}}", "cards.mender.worth", "3"),
        ("scale", "cards: {mender: {worth: 1/2 rounded down}}", "cards.mender.worth", "2"),
        ("scale", "cards: {mender: {cost: 150%}}", "cards.mender.cost", "3 coin"),
    ],
)
def test_sections(section: str, text: str, path: str, wanted: object) -> None:
    view, found, _ = laid(section, text)
    assert found == []
    assert at(view, path) == wanted


@pytest.mark.parametrize(
    ("section", "text", "wanted"),
    [
        ("change", "cards: {mander: {cost: 1}}", "E360 mander"),
        ("change", "cards: {mender: {colour: red}}", "E360 colour"),
        ("change", "cards: 5", "E362 cards"),
        ("change", "ships: {barge: {size: 3}}", "E360 ships"),
        ("change", "flow: {night: {do: x}}", "E360 night"),
        ("replace", "cards: {sailor: {cost: 1}}", "E360 sailor"),
        ("remove", "cards: [mander]", "E360 mander"),
        ("remove", "cards: {mender: {tags: [red]}}", "E360 red"),
        ("remove", "cards: {mender: {text: [Mends.]}}", "E362 Mends."),
        ("add", "cards: {mender: {cost: 1}}", "E361 cost"),
        ("append", "cards: {mender: {text: [x]}}", "E362 text"),
        ("append", "cards: {mender: {tips: [x]}}", "E360 tips"),
        ("insert", "flow: {night: {before: [{step: x, do: x}]}}", "E360 night"),
        ("scale", "cards: {mender: {text: 2}}", "E365 2"),
        ("scale", "cards: {mender: {worth: 1/2}}", "E365 1/2"),
        ("scale", "cards: {mender: {worth: twice}}", "E365 twice"),
        ("scale", "cards: {mender: {tags: 2}}", "E362 tags"),
        ("wrap", "cards: {mender: {tags: {before: x}}}", "E360 before"),
        ("wrap", "score: {around: x}", "E362 {around: x}"),
        ("lines", "score: {label: {around: x}}", "E362 label"),
    ],
)
def test_what_is_refused(section: str, text: str, wanted: str) -> None:
    view, found, changes = laid(section, text)
    assert found == [wanted]
    assert changes == []
    assert view == plain(node(BASE, "base.yaml"))


@pytest.mark.parametrize("section", ["change", "replace", "remove", "append", "insert", "scale"])
def test_what_is_optional_may_be_missing(section: str) -> None:
    texts = {
        "append": "cards: {mander: {tags: [a]}}",
        "insert": "flow: {night: {before: [{step: x, do: x}]}}",
        "remove": "cards: [mander]",
        "scale": "cards: {mander: {worth: 2}}",
    }
    view, found, changes = laid(
        section, texts.get(section, "cards: {mander: {cost: 1}}"), is_optional=True
    )
    assert (found, changes) == ([], [])
    assert view == plain(node(BASE, "base.yaml"))


def test_changes_say_what_was_replaced() -> None:
    _, _, changes = laid("change", "cards: {mender: {cost: 3 coin}}")
    (change,) = changes
    assert change.path == ("cards", "mender", "cost")
    assert change.span.text == "cost"
    assert (change.before and change.before.text) == "2 coin"
    assert (change.manner, change.shown) == ("write", "cards.mender.cost")


def test_a_target_that_another_overlay_removed_is_no_typing_error() -> None:
    _, found, changes = laid("change", "cards: {mender: {cost: 1 coin}}", earlier="cards: [mender]")
    assert found == []
    assert [(one.overlay, one.manner) for one in changes] == [("first", "remove"), ("mod", "write")]


def test_sections_act_in_a_fixed_order() -> None:
    assert tuple(OPERATIONS) == (
        "remove", "replace", "change", "scale", "add", "append", "insert", "lines", "wrap",
    )  # fmt: skip
