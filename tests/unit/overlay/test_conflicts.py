"""Pairs of overlays that know nothing of each other: what is found does not depend on the order."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, Node, plain, read
from interpreter.overlay.changes import Change, report_conflicts
from interpreter.overlay.operations import OPERATIONS, Site, Work, act
from interpreter.source import Source

BASE = """
cards:
  mender: {cost: 2 coin, tags: [crew, net], worth: 5, effect: gain 1}
  hand: {cost: 1 coin}
flow:
  - {step: morning, do: wake}
  - step: day
    steps:
      - {step: work, do: toil}
      - {step: eat, do: dine}
score: points
"""


def node(text: str, name: str) -> MappingNode:
    root, findings = read(Source(name, text))
    assert findings == ()
    assert isinstance(root, MappingNode)
    return root


def laid(*overlays: tuple[str, str], is_ordered: bool = False) -> tuple[object, list[str]]:
    """Return the tree after overlays, each a name and its text, and the codes of what was found."""
    found = Collector()
    changes: list[Change] = []
    root: Node = node(BASE, "base.yaml")
    for name, text in overlays:
        work = Work(name, changes, lambda _: is_ordered, frozenset({"flow", "score"}), found)
        sections = node(text, f"{name}.yaml")
        for section in OPERATIONS:
            for is_optional in (False, True):
                holder = sections.get("optional") if is_optional else sections
                content = holder.get(section) if isinstance(holder, MappingNode) else None
                if content is not None:
                    root = act(Site(work, section, is_optional), root, content)
    report_conflicts(changes, lambda _one, _other: is_ordered, found)
    return plain(root), [one.code for one in found.diagnostics]


CONFLICTS = [
    ("add: {cards: {eel: {cost: 1 coin}}}", "add: {cards: {eel: {cost: 2 coin}}}"),
    ("add: {cards: {eel: {cost: 1 coin}}}", "add: {cards: {eel: {worth: 2}}}"),
    ("add: {cards: {eel: {cost: 1 coin}}}", "change: {cards: {eel: {cost: 2 coin}}}"),
    ("add: {cards: {eel: {cost: 1 coin}}}", "optional: {change: {cards: {eel: {cost: 2 coin}}}}"),
    ("add: {cards: {eel: {cost: 1 coin}}}", "remove: {cards: [eel]}"),
    ("add: {cards: {eel: {cost: 1 coin}}}", "remove: {cards: all}"),
    ("add: {cards: {eel: {cost: 1 coin}}}", "wrap: {cards: {eel: {cost: {instead: x}}}}"),
    ("append: {cards: {mender: {tags: [old]}}}", "remove: {cards: {mender: {tags: [old]}}}"),
    ("append: {cards: {mender: {tags: [old]}}}", "remove: {cards: {mender: {tags: all}}}"),
    ("append: {flow: [{step: night, do: rest}]}", "change: {flow: {night: {do: sing}}}"),
    ("append: {flow: [{step: night, do: rest}]}", "remove: {flow: [night]}"),
    ("insert: {flow: {day: {before: {step: noon, do: x}}}}", "change: {flow: {noon: {do: y}}}"),
    ("insert: {flow: {day: {before: {step: noon, do: x}}}}", "remove: {flow: [day]}"),
    ("change: {flow: {eat: {do: x}}}", "change: {flow: {day: {steps: {eat: {do: y}}}}}"),
    ("change: {flow: {eat: {do: x}}}", "remove: {flow: [day]}"),
    (
        "replace: {cards: {mender: {cost: 1 coin}}}",
        "change: {cards: {mender: {worth: 3}}}",
    ),
    ("scale: {cards: {mender: {worth: 2}}}", "scale: {cards: {mender: {worth: 2}}}"),
    ("change: {score: x}", "wrap: {score: {instead: original}}"),
    ("wrap: {score: {instead: original + 1}}", "wrap: {score: {instead: original + 1}}"),
]


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_a_conflict_is_one_in_either_order(one: str, other: str) -> None:
    assert laid(("a", one), ("b", other))[1] == ["E363"]
    assert laid(("b", other), ("a", one))[1] == ["E363"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add: {cards: {eel: {cost: 1 coin}}}", "add: {cards: {eel: {cost: 1 coin}}}"),
        ("add: {cards: {eel: {cost: 1 coin}}}", "add: {cards: {cod: {cost: 1 coin}}}"),
        ("add: {cards: {hand: {hooks: {a: {do: x}}}}}", "add: {cards: {hand: {hooks: {b: {}}}}}"),
        (
            "add: {cards: {hand: {hooks: {a: {b: x}}}}}",
            "add: {cards: {hand: {hooks: {a: {b: x}}}}}",
        ),
        ("remove: {cards: [hand]}", "remove: {cards: [hand]}"),
        ("remove: {cards: [hand]}", "optional: {change: {cards: {hand: {cost: 3 coin}}}}"),
        ("change: {cards: {mender: {worth: 3}}}", "change: {cards: {mender: {worth: 3}}}"),
        ("change: {flow: {eat: {do: x}}}", "change: {flow: {work: {do: y}}}"),
        ("wrap: {score: {instead: x}}", "wrap: {score: {instead: x}}"),
    ],
)
def test_what_is_no_conflict_gives_the_same_in_either_order(one: str, other: str) -> None:
    forth, back = laid(("a", one), ("b", other)), laid(("b", other), ("a", one))
    assert forth == back
    assert forth[1] == []


def test_who_comes_after_finds_what_another_adds() -> None:
    adds, changes = "add: {cards: {eel: {cost: 1 coin}}}", "change: {cards: {eel: {cost: 2 coin}}}"
    assert laid(("a", adds), ("b", changes), is_ordered=True)[1] == []
    assert laid(("b", changes), ("a", adds), is_ordered=True)[1] == ["E360"]
    assert laid(("a", adds), ("b", adds), is_ordered=True)[1] == []


def test_items_of_one_name_have_numbers() -> None:
    twice = "append: {flow: [{step: day, do: x}]}"
    view, found = laid(("a", twice), ("b", "change: {flow: {day (2): {do: y}}}"), is_ordered=True)
    assert found == []
    assert isinstance(view, dict)
    assert [step.get("do") for step in view["flow"]] == ["wake", None, "y"]
