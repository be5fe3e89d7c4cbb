"""A document against a schema: the finding that helps, at the character it is about."""

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.diagnostics import Diagnostic, InternalError
from interpreter.document import check, check_against, read
from interpreter.source import Source

SCHEMAS = Path(__file__).parents[3] / "schemas"
NUMBER = {"type": "string", "pattern": "^[0-9]+$", "x-expects": "a whole number"}
RESOURCE = {"enum": ["coin", "wood", "fish"]}
TOY: dict[str, Any] = {
    "$id": "toy.schema.json",
    "type": "object",
    "additionalProperties": False,
    "patternProperties": {"^x_": {}},
    "properties": {
        "cards": {
            "type": "object",
            "x-expects": "cards by id",
            "propertyNames": {"$ref": "other.schema.json#/$defs/id"},
            "additionalProperties": {"$ref": "#/$defs/card"},
        },
        "effects": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/effect"}},
        "tags": {"type": "array", "uniqueItems": True, "items": {"type": "string"}},
        "size": {"anyOf": [NUMBER, {"enum": ["small", "large"]}]},
        "when": {"dependentRequired": {"from": ["until"]}},
        "old": {"not": {}, "x-help": "it is called `size` now"},
    },
    "$defs": {
        "card": {
            "type": "object",
            "additionalProperties": False,
            "required": ["cost", "do"],
            "patternProperties": {"^x_": {}},
            "properties": {
                "cost": {
                    "description": "What it costs.",
                    "type": "object",
                    "additionalProperties": NUMBER,
                },
                "do": {"type": "string", "minLength": 1},
                "bonus": {"$ref": "#/$defs/effect"},
            },
        },
        "effect": {
            "oneOf": [
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["kind", "res", "n"],
                    "properties": {"kind": {"const": kind}, "res": RESOURCE, "n": NUMBER},
                }
                for kind in ("gain", "lose")
            ]
            + [
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["kind", "n"],
                    "properties": {"kind": {"const": "draw"}, "n": NUMBER},
                },
                {"type": "string", "x-expects": "a line of effect"},
            ],
        },
    },
}
OTHER = {
    "$id": "other.schema.json",
    "$defs": {"id": {"type": "string", "pattern": "^[a-z_]+$", "x-expects": "small letters"}},
}


@pytest.fixture(name="folder")
def folder_of_schemas(tmp_path: Path) -> Path:
    (tmp_path / "toy.schema.json").write_text(json.dumps(TOY), encoding="utf-8")
    (tmp_path / "other.schema.json").write_text(json.dumps(OTHER), encoding="utf-8")
    return tmp_path


def check_text(text: str, folder: Path) -> tuple[Diagnostic, ...]:
    root, found = read(Source("f", text))
    assert found == ()
    assert root is not None
    return check(root, "toy", folder)


def shown(diagnostics: tuple[Diagnostic, ...]) -> list[str]:
    lines = []
    for found in diagnostics:
        assert found.span is not None
        place = f"{found.span.line}:{found.span.column} «{found.span.text}»"
        lines.append(f"{place} {found.code} {found.message}")
    return lines


def test_a_right_document_is_clean(folder: Path) -> None:
    text = """\
cards:
  raft: {cost: {wood: 1}, do: draw 1, bonus: {kind: gain, res: wood, n: 2}, x_note: playtest}
effects: [gain 1, {kind: draw, n: 1}]
size: large
x_anything: [1, {b: c}]
"""
    assert check_text(text, folder) == ()


def test_of_several_forms_the_one_that_was_meant_is_checked(folder: Path) -> None:
    text = """\
effects:
  - {kind: gain, res: wod, n: 1}
  - {kind: gian, res: wood, n: 1}
  - {kind: draw, n: two}
  - {kind: lose, res: wood, amonut: 2, n: 1}
  - {kind: draw}
  - [gain]
"""
    found = check_text(text, folder)
    assert shown(found) == [
        "2:23 «wod» E203 `res` wants `coin`, `wood` or `fish`, found `wod`",
        "3:12 «gian» E203 `kind` wants `gain`, `lose` or `draw`, found `gian`",
        "4:21 «two» E203 `n` wants a whole number, found `two`",
        "5:29 «amonut» E201 the key `amonut` is not known here",
        "6:5 «{kind: draw}» E202 an item of `effects` lacks the key `n`",
        (
            "7:5 «[gain]» E203 an item of `effects` wants a mapping (`key: value`) "
            "or a line of effect, found a list"
        ),
    ]
    assert [diagnostic.help for diagnostic in found[:2]] == [
        "did you mean `wood`?",
        "did you mean `gain`?",
    ]
    assert all(len(diagnostic.message) < 300 for diagnostic in found)


def test_a_misspelt_key_is_one_finding(folder: Path) -> None:
    text = """\
cards:
  raft:
    do: draw 1
    cots: {wood: 1}
"""
    (found,) = check_text(text, folder)
    assert shown((found,)) == ["4:5 «cots» E201 the key `cots` is not known here"]
    assert found.help == "did you mean `cost`?"


def test_a_key_that_nothing_resembles_lists_the_keys(folder: Path) -> None:
    text = "cards:\n  raft: {cost: {}, do: x, colour: red}\n"
    (found,) = check_text(text, folder)
    assert found.help == "the keys here are `cost`, `do` and `bonus`"


def test_a_missing_key_is_shown_at_its_entry(folder: Path) -> None:
    (found,) = check_text("cards:\n  raft:\n    do: draw 1\n", folder)
    assert shown((found,)) == ["2:3 «raft» E202 `raft` lacks the key `cost`"]
    assert found.notes == ("cost: What it costs",)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("cards: [a]\n", "1:8 «[a]» E203 `cards` wants cards by id, found a list"),
        ("cards:\n", "1:1 «cards» E203 `cards` wants cards by id, found nothing"),
        ("cards: one\n", "1:8 «one» E203 `cards` wants cards by id, found `one`"),
        ("effects: draw\n", "1:10 «draw» E203 `effects` wants a list, found `draw`"),
        ("effects: {a: b}\n", "1:10 «{a: b}» E203 `effects` wants a list, found a mapping"),
        ("- a\n", "1:1 «- a» E203 this file wants a mapping"),
        ("tags: [[a]]\n", "1:8 «[a]» E203 an item of `tags` wants text, found a list"),
        ("size: big\n", "1:7 «big» E203 `size` wants a whole number or `small` or `large`, "),
        ("effects: []\n", "1:1 «effects» E208 `effects` wants at least 1 item, found 0"),
        ("tags: [a, b, a]\n", "1:14 «a» E209 `a` stands twice in `tags`"),
        ("when: {from: a}\n", "1:8 «from» E207 `from` needs `until` beside it"),
        ("old: a\n", "1:1 «old» E201 the key `old` is not known here"),
        ("cards: {Big Raft: {cost: {}, do: x}}\n", "1:9 «Big Raft» E206 `Big Raft` cannot be a "),
        (
            "cards:\n  a: {cost: {}, do: ''}\n",
            "2:21 «''» E203 `do` wants some text, found an empty",
        ),
    ],
)
def test_each_wrong_shape_is_one_finding(folder: Path, text: str, line: str) -> None:
    (found,) = shown(check_text(text, folder))
    assert found.startswith(line)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("effects: draw\n", "for a list write `[draw]`, or lines that begin with `-`"),
        ("cards: #1\n", "a `#` behind a blank begins a comment; put the text in quotes"),
        ("old: a\n", "it is called `size` now"),
        (
            "cards: {raft: {cost: {}, do: one, two}}\n",
            "a comma in braces begins a new key; put a text with a comma in quotes",
        ),
        (
            "tags:\n  - one: two\n",
            "a colon makes a key of this; put the text in quotes: 'one: two'",
        ),
        ("cards: raft:one\n", "put a space behind the colon: `raft: …`"),
        ("-cards: {}\n", "put a space behind the dash: `- cards`"),
        ("cards: {Big Raft: {cost: {}, do: x}}\n", "for example `big_raft`"),
    ],
)
def test_there_is_help_for_slips(folder: Path, text: str, advice: str) -> None:
    (found,) = check_text(text, folder)
    assert found.help == advice


def test_all_independent_findings_come_in_one_run_by_place(folder: Path) -> None:
    text = "tags: [a, a]\nsize: x\ncards:\n  b: {cost: {wood: x}, do: y}\n  A: {cost: {}, do: z}\n"
    found = check_text(text, folder)
    assert [diagnostic.code for diagnostic in found] == ["E209", "E203", "E203", "E206"]


def test_a_schema_that_is_no_file(folder: Path) -> None:
    root, _ = read(Source("f", "id: Raft\n"))
    assert root is not None
    schema = {"properties": {"id": {"$ref": "other.schema.json#/$defs/id"}}}
    (found,) = check_against(root, schema, folder)
    assert found.message == "`id` wants small letters, found `Raft`"


def test_a_schema_that_is_missing_is_our_own_fault(folder: Path) -> None:
    root, _ = read(Source("f", "a: 1\n"))
    assert root is not None
    with pytest.raises(InternalError, match=r"nowhere\.schema\.json"):
        check(root, "nowhere", folder)


def manifest(text: str) -> list[str]:
    root, _ = read(Source("pack.yaml", text))
    assert root is not None
    return shown(check(root, "pack", SCHEMAS))


def test_the_manifest() -> None:
    right = """\
id: toy
title: A toy
version: 1.10.0
language: 1
players: {least: 2, most: 4}
licence: CC0-1.0
credits: [nobody]
"""
    assert manifest(right) == []
    assert manifest(right.replace("1.10.0", "1.10")) == [
        "3:10 «1.10» E203 `version` wants a version of three numbers, such as 1.4.0, found `1.10`"
    ]
    assert manifest(right.replace("least: 2", "lest: 2")) == [
        "5:11 «lest» E201 the key `lest` is not known here"
    ]
    assert manifest(right.replace("id: toy\n", "")) == [
        "1:1 «title» E202 this file lacks the key `id`"
    ]
