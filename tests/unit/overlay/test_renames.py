"""Ids that are called otherwise now: where a name is the id, and where it is something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, plain, read
from interpreter.overlay.manifests import OverlayManifest
from interpreter.overlay.reading import Overlay
from interpreter.overlay.renames import brought_up_to_date, declared
from interpreter.source import Source

Manifest = Callable[..., OverlayManifest]


def node(text: str) -> MappingNode:
    root, findings = read(Source("mod.yaml", text))
    assert findings == ()
    assert isinstance(root, MappingNode)
    return root


@pytest.fixture(name="renamed")
def renaming(manifest: Manifest) -> Callable[[str, str], tuple[object, list[str]]]:
    """Return how the sections of an overlay read after a pack has renamed something."""

    def rename(said: str, sections: str) -> tuple[object, list[str]]:
        found = Collector()
        root = node(sections)
        overlay = Overlay(
            path=__file__,  # type: ignore[arg-type] # never read
            manifest=manifest("mod"),
            sections=tuple(root),
            hashes={},
            names=frozenset(),
            findings=(),
        )
        known = declared(node(f"renamed: {said}"), [overlay], lambda _a, _b: False, found)
        done = brought_up_to_date(overlay, known, found)
        view = {entry.key.text: plain(entry.value) for entry in done}
        shown = [f"{one.code} {one.span.text if one.span else ''}" for one in found.diagnostics]
        return view, shown

    return rename


Rename = Callable[[str, str], tuple[object, list[str]]]


@pytest.mark.parametrize(
    ("said", "sections", "wanted"),
    [
        ("{cards: {net: web}}", "change: {cards: {net: {price: 1}}}", "cards: {web: {price: 1}}"),
        ("{cards: {net: web}}", "change: {cards: {a: {net: 1}}}", "cards: {a: {net: 1}}"),
        (
            "{cards: {net: web}}",
            "change: {kinds: {card: {fields: {net: {start: 1}}}}}",
            "kinds: {card: {fields: {net: {start: 1}}}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {rules: {go: {effect: perform net free}}}",
            "rules: {go: {effect: perform web free}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {rules: {go: {effect: 'choose a from net \"a net\"'}}}",
            "rules: {go: {effect: 'choose a from web \"a net\"'}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {rules: {go: {effect: 'let net = 3, gain net gold'}}}",
            "rules: {go: {effect: 'let net = 3, gain net gold'}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {rules: {go: {effect: 'for each net in nets: gain net.worth gold'}}}",
            "rules: {go: {effect: 'for each net in nets: gain net.worth gold'}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {rules: {go: {parameters: {net: number}, effect: gain net gold}}}",
            "rules: {go: {parameters: {net: number}, effect: gain net gold}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {tables: {t: {rows: {net: 1}}}}",
            "tables: {t: {rows: {web: 1}}}",
        ),
        (
            "{values: {net: web}}",
            "change: {score: player.net + net}",
            "score: player.web + web",
        ),
        (
            "{options: {net: web}}",
            "change: {score: if option.net then net else 0}",
            "score: if option.web then net else 0",
        ),
        ("{cards: {net: web}}", "change: {score: player.net}", "score: player.net"),
        (
            "{flow: {net: web}}",
            "change: {flow: {day: {steps: {net: {do: net}}}}}",
            "flow: {day: {steps: {web: {do: net}}}}",
        ),
        (
            "{cards: {net: web}}",
            "change: {cards: {a: {title: A net}}}",
            "cards: {a: {title: A net}}",
        ),
        ("{cards: {old: net, net: web}}", "change: {cards: {old: {a: 1}}}", "cards: {web: {a: 1}}"),
        ("{cards: {net: web, old: net}}", "change: {cards: {old: {a: 1}}}", "cards: {web: {a: 1}}"),
        (
            "{cards: {net: web}}",
            "change: {cards: {net: {a: 1}, web: {b: 2}}}",
            "cards: {web: {a: 1, b: 2}}",
        ),
    ],
)
def test_a_name_is_replaced_where_it_is_the_id(
    renamed: Rename, said: str, sections: str, wanted: str
) -> None:
    view, found = renamed(said, sections)
    assert view == plain(node(f"change: {{{wanted}}}"))
    assert {one.split()[0] for one in found} == {"W614"} if wanted not in sections else not found


def test_ids_in_lists_of_what_is_removed_are_replaced(renamed: Rename) -> None:
    assert renamed("{options: {net: web}, flow: {net: web}}", "remove: {options: [net]}")[0] == {
        "remove": {"options": ["web"]}
    }
    assert renamed("{flow: {net: web}}", "remove: {flow: [net]}")[0] == {
        "remove": {"flow": ["web"]}
    }


def test_two_names_of_one_thing_are_not_lost(renamed: Rename) -> None:
    _, found = renamed("{cards: {net: web}}", "change: {cards: {net: {a: 1}, web: {a: 2}}}")
    assert sorted(found) == ["E373 a", "W614 net"]


@pytest.mark.parametrize("said", ["{cards: {a: b, b: a}}", "{cards: {a: a}}"])
def test_a_ring_of_renamings_is_reported_once(renamed: Rename, said: str) -> None:
    view, found = renamed(said, "change: {cards: {a: {price: 1}}}")
    assert view == {"change": {"cards": {"a": {"price": "1"}}}}
    assert found == ["E374 a"]


def test_the_place_of_a_text_with_new_names_is_right(manifest: Manifest) -> None:
    root = node("change:\n  score: |\n    one net\n    two net three\n")
    overlay = Overlay(__file__, manifest("mod"), tuple(root), {}, frozenset(), ())  # type: ignore[arg-type] # never read
    found = Collector()
    known = declared(node("renamed: {cards: {net: cobweb}}"), [], lambda _a, _b: False, found)
    (section,) = brought_up_to_date(overlay, known, found)
    assert isinstance(section.value, MappingNode)
    score = section.value.get("score")
    assert score is not None
    located = score.located  # type: ignore[union-attr] # a scalar
    assert located.text == "one cobweb\ntwo cobweb three\n"
    for word, line in (("one", 3), ("two", 4), ("three", 4)):
        start = located.text.index(word)
        span = located.locate(start, start + len(word))
        assert (span.text, span.line) == (word, line)
    start = located.text.rindex("cobweb")
    assert located.locate(start, start + 6).text == "net"
    assert [one.span.text for one in found.diagnostics if one.span] == ["net", "net"]
