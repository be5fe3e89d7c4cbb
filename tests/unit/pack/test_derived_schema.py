"""The schema of one pack is stricter than that of all packs, and lets the shipped packs pass."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from interpreter.document import check_against, read_bytes
from interpreter.pack.derived_schema import derive_schema
from interpreter.pack.loader import load
from tests.packs import MODS, REPOSITORY, packs_in

SCHEMAS = REPOSITORY / "schemas"
PACKS = packs_in("content", "examples")
WHOLE = [pack for pack in PACKS if pack not in MODS]
PACK = {
    "pack.yaml": """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 4}
licence: CC0-1.0
""",
    "model.yaml": """\
words:
  colour: [red, blue]
kinds:
  card:
    plural: cards
    fixed:
      worth: number
      colour: colour
      over: card or nothing
      tags: set of colour
      square: cell
      plain: {type: colour, start: red}
    fields: {marks: {type: number}}
    resources: {coins: {}}
    links: {beside: card}
    slots: {effect: {}}
  cell: {plural: cells}
  sort: {plural: sorts}
values:
  best: {type: colour, base: red}
cells:
  cell: {each: {row: 1 to 3}}
cards:
  gull: {worth: 3, colour: red, square: cell_1}
  tern+: {worth: 2}
  tern: {colour: blue, square: cell_1}
""",
}


def editor_loader() -> type[yaml.CSafeLoader]:
    """Return a loader that reads scalars as YAML 1.2 does, and so most editors."""

    class Loader(yaml.CSafeLoader):
        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML wants it so

    for tag, pattern in {
        "null": "~|null|Null|NULL|",
        "bool": "true|True|TRUE|false|False|FALSE",
        "int": "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
        "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?",
    }.items():
        Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"({pattern})$"), None)
    return Loader


def as_editors_see(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): as_editors_see(item) for key, item in value.items()}
    return [as_editors_see(item) for item in value] if isinstance(value, list) else value


def files_of(pack: Path) -> list[tuple[Path, str]]:
    """Return the files of a pack with the name of their schema."""
    first, others = ("overlay", "patch") if pack in MODS else ("pack", "declarations")
    named = {"pack.yaml": first, "scenarios": "scenarios", "variants": "overlay"}
    return [
        (path, named.get(path.relative_to(pack).parts[0], others))
        for path in sorted(pack.rglob("*.yaml"))
    ]


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: path.name)
def test_an_editor_finds_nothing_wrong_with_a_shipped_pack(pack: Path) -> None:
    schemas = {
        path.name: json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.glob("*.json")
    }
    registry: Registry[Any] = Registry().with_resources(
        (name, DRAFT202012.create_resource(schema)) for name, schema in schemas.items()
    )
    for path, name in files_of(pack):
        value = yaml.load(path.read_text(encoding="utf-8"), editor_loader())  # noqa: S506 - it makes plain values only
        schema = schemas[f"{name}.schema.json"]
        validator = Draft202012Validator(schema, registry=registry)
        errors = [
            (path.name, list(error.absolute_path), error.message[:200])
            for error in validator.iter_errors(as_editors_see(value))
        ]
        assert errors == []


@pytest.mark.parametrize("pack", WHOLE, ids=lambda path: path.name)
def test_a_shipped_pack_passes_its_own_schema(pack: Path) -> None:
    declarations, _ = load(pack)
    assert declarations is not None
    schema = derive_schema(declarations, SCHEMAS)
    Draft202012Validator.check_schema(schema)
    for path, name in files_of(pack):
        if name == "declarations":
            root, _ = read_bytes(path.name, path.read_bytes())
            assert root is not None
            assert check_against(root, schema, SCHEMAS) == ()
            value = yaml.load(path.read_text(encoding="utf-8"), editor_loader())  # noqa: S506 - it makes plain values only
            errors = Draft202012Validator(schema).iter_errors(as_editors_see(value))
            assert [error.message[:200] for error in errors] == []


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("toy")
    for name, text in PACK.items():
        (folder / name).write_text(text, encoding="utf-8")
    declarations, diagnostics = load(folder)
    assert diagnostics == ()
    assert declarations is not None
    return derive_schema(declarations, SCHEMAS)


def findings(text: str, schema: dict[str, Any]) -> list[str]:
    root, _ = read_bytes("cards.yaml", text.encode("utf-8"))
    assert root is not None
    return [
        f"{each.code} {each.span.text if each.span else ''}"
        for each in check_against(root, schema, SCHEMAS)
    ]


@pytest.mark.parametrize(
    "fields",
    [
        "worth: 3, colour: blue, square: cell_1_1",
        "worth: 3, colour: best, square: cell_1_1, over: gull",
        "worth: 3, colour: if yes then red else blue, square: cell_1, over: nothing",
        "worth: 3, colour: red, square: cell_1, tags: red, beside: [gull, tern], plain: blue",
        "worth: 3, colour: red, square: cell_1, tags: [red, blue], marks: 1, coins: 2",
        "worth: 3, colour: red, square: cell_1, tags: empty, effect: nothing, x_note: 1",
        "each: {worth: 1 to 3}, title: Card",
    ],
)
def test_what_is_right_passes(fields: str, schema: dict[str, Any]) -> None:
    assert findings(f"cards:\n  one: {{{fields}}}\n", schema) == []


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ("worth: 3, colour: green, square: cell_1", ["E203 green"]),
        ("worth: 3, colour: red, square: cell_1, over: gul", ["E203 gul"]),
        ("worth: 3, colour: red, square: cell_1, beside: [gul]", ["E203 gul"]),
        ("worth: 3, colour: red, square: cell_1, size: 3", ["E201 size"]),
        ("colour: red, square: cell_1", ["E202 one"]),
    ],
)
def test_what_is_wrong_is_found(fields: str, wanted: list[str], schema: dict[str, Any]) -> None:
    assert findings(f"cards:\n  one: {{{fields}}}\n", schema) == wanted


def test_only_the_sections_of_the_pack(schema: dict[str, Any]) -> None:
    assert findings("crads: {}\n", schema) == ["E201 crads"]
    assert findings("sorts: {one: {}}\n", schema) == []
    assert findings("players: {one: {}}\n", schema) == ["E201 players"]
    assert findings("cards:\n  gull+: {title: Gull}\n", schema) == []


def test_every_key_is_described(schema: dict[str, Any]) -> None:
    def check(part: Any) -> None:
        if isinstance(part, dict):
            properties = part.get("properties")
            if isinstance(properties, dict) and part.get("type") == "object":
                for key, rule in properties.items():
                    assert rule.get("description") or "$ref" in rule, key
            for inner in part.values():
                check(inner)
        elif isinstance(part, list):
            for inner in part:
                check(inner)

    check(schema)
    for path in SCHEMAS.glob("*.schema.json"):
        check(json.loads(path.read_text(encoding="utf-8")))
