"""The first file of an overlay and its schemas: what is read, what is refused, and where."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, check, plain, read
from interpreter.document.schema import _opened
from interpreter.overlay.manifests import OverlayManifest, overlay_manifest
from interpreter.overlay.versions import Version
from interpreter.pack import shapes
from interpreter.source import Source

SCHEMAS = Path(__file__).parents[3] / "schemas"
SECTIONS = """\
add: {trees: {elm: {title: Elm, 'seen by': all}}, pieces: {seeds: {of: player, in: tree}}}
change: {pack: {players: {most: 2}}, trees: {oak: {price: 2 seeds}}, score: player.seeds}
replace: {trees: {ash: {title: Ash}}, ranking: [{highest: player.seeds}]}
remove: {trees: {birch: [price, leaves], fir: all}, dice: all, tables: [heights]}
append: {words: {colour: [red]}, trees: {oak: {tags: []}}}
insert: {flow: {after: {growing: [{step: resting, do: rest}]}}}
scale: {trees: {oak: {height: 3/2 rounded up}, ash: {price: 150%}}}
wrap: {rules: {rest: {effect: {after: draw 1}}}}
lines: {rules: {grow: {effect: {before: {rain: draw 1}}}}}
"""
OVERLAY = f"""\
id: orchard_more
title: More trees
version: 1.10.0
doc: Trees of another valley.
licence: CC0-1.0
credits: [somebody]
source: the second edition
extends: {{orchard: ">=1.0 <2"}}
requires:
  deep_roots: 1.2.x
  tall_trees: any
after: [early_frost, late_frost]
excludes: [desert]
renamed: {{trees: {{willow: osier, maple: sycamore}}, rules: {{pause: rest}}}}
scenarios: {{first: {{given: set round.number to 1, then: [player_1.seeds is 0]}}}}
{SECTIONS}optional:
{"".join(f"  {line}" for line in SECTIONS.splitlines(keepends=True))}x_note: nothing
"""


def node_of(text: str) -> MappingNode:
    root, found = read(Source("overlay.yaml", text))
    assert found == ()
    assert isinstance(root, MappingNode)
    return root


def complaints(text: str, schema: str = "overlay") -> list[str]:
    spans = [(each, each.span) for each in check(node_of(text), schema, SCHEMAS)]
    return [f"{each.code} «{span.text if span else ''}» {each.message}" for each, span in spans]


def manifest(text: str) -> tuple[OverlayManifest, list[str]]:
    found = Collector()
    got = overlay_manifest(node_of(text), found)
    return got, [f"{each.code} {each.span and each.span.place}" for each in found]


def test_all_that_an_overlay_says_of_itself() -> None:
    assert complaints(OVERLAY) == []
    got, found = manifest(OVERLAY)
    assert found == []
    assert (got.id.text, got.title, got.doc) == (
        "orchard_more", "More trees", "Trees of another valley.",
    )  # fmt: skip
    assert got.version == Version(1, 10, 0)
    assert got.version_text is not None
    assert got.version_text.span.place == "overlay.yaml:3:10"
    assert [(need.id.text, need.text.text) for need in got.needs] == [
        ("orchard", ">=1.0 <2"), ("deep_roots", "1.2.x"), ("tall_trees", "any"),
    ]  # fmt: skip
    assert got.extends is got.needs[0]
    assert [need.range.includes(Version(1, 3)) for need in got.needs] == [True, False, True]
    assert got.requires[0].id.span.place == "overlay.yaml:10:3"
    assert [text.text for text in got.after] == ["early_frost", "late_frost"]
    assert [text.text for text in got.excludes] == ["desert"]
    assert [tuple(text.text for text in one) for one in got.renamed] == [
        ("trees", "willow", "osier"), ("trees", "maple", "sycamore"), ("rules", "pause", "rest"),
    ]  # fmt: skip
    assert got.span.text.startswith("id: orchard_more")


def test_a_variant_need_say_no_more_than_its_name() -> None:
    text = "id: short\ntitle: A short game\n"
    assert complaints(text) == []
    got, found = manifest(text)
    assert found == []
    assert (got.version, got.version_text, got.extends, got.needs) == (None, None, None, ())
    assert (got.doc, got.after, got.excludes, got.renamed) == ("", (), (), ())


def test_a_wrong_range_is_underlined_inside_its_quotes() -> None:
    text = "id: a\ntitle: A\nextends: {orchard: '>=1.0 <tow'}\nrequires: {b: 1.4}\n"
    assert complaints(text) == []
    assert manifest(text)[1] == ["E340 overlay.yaml:3:27", "E340 overlay.yaml:4:15"]


@pytest.mark.parametrize(
    ("rest", "complaint"),
    [
        (
            "extends: orchard",
            (
                "E203 «orchard» `extends` wants an id with a range of versions, such "
                "as {the_pack: any}, found `orchard`"
            ),
        ),
        ("extends: {a: any, b: any}", "E208 «extends» `extends` wants at most 1 key, found 2"),
        (
            "extends: {orchard: }",
            (
                "E203 «orchard» `orchard` wants a range of versions such as "
                "`>=1.4 <2`, or `any`, found nothing"
            ),
        ),
        (
            "requires: [b]",
            (
                "E203 «[b]» `requires` wants ids with ranges of versions, such as "
                "{an_overlay: any}, found a list"
            ),
        ),
        ("after: b", "E203 «b» `after` wants a list of overlays, found `b`"),
        ("excludes: [b, b]", "E209 «b» `b` stands twice in `excludes`"),
        (
            "renamed: {trees: {oak: Oak}}",
            (
                "E203 «Oak» `oak` wants an id (small letters, digits and "
                "_, a letter first), found `Oak`"
            ),
        ),
        (
            "renamed: {trees: }",
            (
                "E203 «trees» `trees` wants new names by old ones, such as "
                "{old_name: new_name}, found nothing"
            ),
        ),
        (
            "version: '1.4'",
            ("E203 «'1.4'» `version` wants a version of three numbers, such as 1.4.0, found `1.4`"),
        ),
        ("players: {least: 2, most: 2}", "E201 «players» the key `players` is not known here"),
        ("chnge: {trees: {}}", "E201 «chnge» the key `chnge` is not known here"),
        (
            "change:",
            (
                "E203 «change» `change` wants blocks or sections of the pack, and what is "
                "meant in them, found nothing"
            ),
        ),
        ("change: {}", "E208 «change» `change` wants at least 1 key, found 0"),
        (
            "change: {trees: }",
            (
                "E203 «trees» `trees` wants a value (`[]` is an empty list, "
                "`remove` takes something away), found nothing"
            ),
        ),
        (
            "append: {trees: {oak: {tags: [{a: }]}}}",
            (
                "E203 «a» `a` wants a value (`[]` is an empty "
                "list, `remove` takes something away), found nothing"
            ),
        ),
        (
            "change: {Trees: {a: b}}",
            (
                "E206 «Trees» `Trees` cannot be a name: it wants the name of "
                "a block, of a section of definitions, or `pack`"
            ),
        ),
        ("remove: {trees: []}", "E208 «trees» `trees` wants at least 1 item, found 0"),
        (
            "remove: {trees: }",
            ("E203 «trees» `trees` wants a name, a list of names, or `all`, found nothing"),
        ),
        (
            "remove: {trees: [oak, {ash: price}]}",
            ("E203 «{ash: price}» an item of `trees` wants a name, found a mapping (`key: value`)"),
        ),
        ("remove: {trees: [oak, oak]}", "E209 «oak» `oak` stands twice in `trees`"),
        (
            "optional: {optional: {add: {a: b}}}",
            ("E201 «optional» the key `optional` is not known here"),
        ),
        ("optional: {title: Other}", "E201 «title» the key `title` is not known here"),
        (
            "optional: {scale: {trees: }}",
            (
                "E203 «trees» `trees` wants a value (`[]` is an empty "
                "list, `remove` takes something away), found nothing"
            ),
        ),
        (
            "scenarios: {first: {gven: {}, then: [truth]}}",
            ("E201 «gven» the key `gven` is not known here"),
        ),
    ],
)
def test_what_the_schema_refuses(rest: str, complaint: str) -> None:
    assert complaints(f"id: a\ntitle: A\n{rest}\n") == [complaint]


def test_id_and_title_must_be_there() -> None:
    assert [line[:4] for line in complaints("doc: text\n")] == ["E202", "E202"]


def test_the_other_files_of_a_mod_hold_patches_alone() -> None:
    assert complaints(SECTIONS, "patch") == []
    assert complaints(f"id: a\n{SECTIONS}", "patch") == ["E201 «id» the key `id` is not known here"]


@pytest.mark.parametrize("name", ["overlay", "patch"])
def test_every_key_is_described_and_the_fast_check_knows_the_schema(name: str) -> None:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    undescribed = [key for key, part in properties(schema) if not part.get("description")]
    assert undescribed == []
    assert _opened(SCHEMAS).test(f"{name}.schema.json") is not None


def properties(schema: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
        for inner in schema.values():
            yield from properties(inner)


def test_the_schema_of_the_overlay_has_each_section_of_the_patches() -> None:
    keys = {
        name: set(json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))["properties"])
        for name in ("overlay", "patch")
    }
    assert keys["patch"] <= keys["overlay"]
    optional = json.loads((SCHEMAS / "patch.schema.json").read_text("utf-8"))["properties"]
    assert set(optional["optional"]["properties"]) == keys["patch"] - {"optional"}


def places(value: Any, pointer: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield pointer
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*pointer, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from places(inner, (*pointer, position))


DOCUMENT = plain(node_of(OVERLAY))
# What `optional` holds is the same again.
PLACES = [
    place for place in places(DOCUMENT) if place and (place[0] != "optional" or len(place) < 4)
]
MANIFEST = {"id", "title", "version", "doc", "extends", "requires", "after", "excludes", "renamed"}


def with_value(place: tuple[Any, ...], value: Any) -> MappingNode:
    changed: Any = copy.deepcopy(DOCUMENT)
    target = changed
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    return node_of(json.dumps(changed).replace("null", ""))


def test_a_place_where_nothing_is_written_is_found() -> None:
    missed = [
        place
        for place in PLACES
        if place[0] != "x_note"
        and isinstance(place[-1], str)
        and not check(with_value(place, None), "overlay", SCHEMAS)
    ]
    assert missed == []


WRONG: list[Any] = [[], {}, None, "", ["a", {"b": "c"}], {"a": {"b": "c"}}, [["a"]], "A b"]


@pytest.mark.parametrize("index", range(len(WRONG)), ids=[json.dumps(value) for value in WRONG])
def test_what_the_schema_lets_pass_can_be_read(index: int) -> None:
    # Each place gets one of the values, and each value every eighth place; only what stands above
    # the sections is read here, so each of those gets them all.
    value = WRONG[index]
    for number, place in enumerate(PLACES):
        if (number + index) % len(WRONG) and place[0] not in MANIFEST:
            continue
        if value is None and not isinstance(place[-1], str):
            continue  # in the brackets of JSON an item cannot be nothing
        node = with_value(place, value)
        try:
            overlay_manifest(node, Collector())
        except shapes.MalformedError:
            assert check(node, "overlay", SCHEMAS), place
