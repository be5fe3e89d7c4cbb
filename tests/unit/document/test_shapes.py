"""The fast check says the same as the full validator, and leaves to it what it does not know."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from interpreter.document.shapes import ShapeCompiler, UnknownKeywordError

SCHEMAS = Path(__file__).parents[3] / "schemas"
WORDS = st.sampled_from(["a", "b", "ab", "", "x_a", "12", "no"])
VALUES = st.recursive(
    WORDS | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
SIMPLE: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["string", "object", "array", "null"]).map(lambda name: {"type": name}),
    st.just({"type": ["string", "null"]}),
    WORDS.map(lambda word: {"const": word}),
    st.lists(WORDS, min_size=1, max_size=3).map(lambda words: {"enum": words}),
    st.sampled_from(["^a", "b$", "^[0-9]+$"]).map(lambda pattern: {"pattern": pattern}),
    st.lists(WORDS, max_size=2, unique=True).map(lambda words: {"required": words}),
    st.tuples(st.sampled_from(["minItems", "maxProperties", "minLength"]), st.integers(0, 2)).map(
        lambda pair: {pair[0]: pair[1]}
    ),
    st.just({"uniqueItems": True}),
    st.just({"dependentRequired": {"a": ["b"]}}),
    st.booleans(),
)


def composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        several.map(lambda schemas: {"allOf": schemas}),
        several.map(lambda schemas: {"anyOf": schemas}),
        several.map(lambda schemas: {"oneOf": schemas}),
        inner.map(lambda schema: {"not": schema}),
        inner.map(lambda schema: {"items": schema}),
        inner.map(lambda schema: {"propertyNames": schema}),
        st.dictionaries(WORDS, inner, max_size=3).map(lambda named: {"properties": named}),
        st.tuples(st.dictionaries(WORDS, inner, max_size=2), inner, inner).map(
            lambda parts: {
                "properties": parts[0],
                "patternProperties": {"^x_": parts[1]},
                "additionalProperties": parts[2],
            }
        ),
        st.tuples(inner, inner, inner).map(
            lambda parts: {"if": parts[0], "then": parts[1], "else": parts[2]}
        ),
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(SIMPLE, composed, max_leaves=6), VALUES)
def test_it_agrees_with_the_full_validator(schema: Any, value: Any) -> None:
    test = ShapeCompiler(no_references).compile(schema, "f")
    assert test(value) == Draft202012Validator(schema).is_valid(value)


def no_references(reference: str, file: str) -> tuple[Any, str]:
    raise AssertionError((reference, file))


def test_a_schema_may_lead_back_to_itself() -> None:
    schema: dict[str, Any] = {"type": "array", "items": {"$ref": "#"}}
    test = ShapeCompiler(lambda _, file: (schema, file)).compile(schema, "f")
    assert test([[], [[]]])
    assert not test([[], ["a"]])


@pytest.mark.parametrize("schema", [{"contains": {}}, {"type": "integer"}, {"minimum": 1}])
def test_what_it_does_not_know_is_left_to_the_full_validator(schema: Any) -> None:
    compiler = ShapeCompiler(lambda _, file: (schema, file))
    for _ in range(2):
        with pytest.raises(UnknownKeywordError):
            compiler.compile({"items": {"$ref": "elsewhere"}}, "f")


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.schema.json")), ids=lambda path: path.name)
def test_our_schemas_are_right_and_fast(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == path.name

    def resolve(reference: str, file: str) -> tuple[Any, str]:
        name, _, pointer = reference.partition("#")
        found = json.loads((SCHEMAS / (name or file)).read_text(encoding="utf-8"))
        for step in pointer.split("/")[1:]:
            found = found[step]
        known = resolved.setdefault((name or file, pointer), found)
        return known, name or file

    resolved: dict[tuple[str, str], Any] = {}
    compiler = ShapeCompiler(resolve)
    compiler.compile(schema, path.name)
    for part in schema.get("$defs", {}).values():
        compiler.compile(part, path.name)


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.schema.json")), ids=lambda path: path.name)
def test_our_schemas_are_closed_and_described(path: Path) -> None:
    faults: list[str] = []

    def walk(part: Any, place: str) -> None:
        if isinstance(part, list):
            for position, inner in enumerate(part):
                walk(inner, f"{place}/{position}")
        if not isinstance(part, dict):
            return
        if part.get("type") == "object" and "additionalProperties" not in part:
            faults.append(f"{place} is not closed")
        for key, inner in part.get("properties", {}).items():
            if not isinstance(inner, dict) or "description" in inner:
                continue
            target = schema["$defs"].get(inner.get("$ref", "").removeprefix("#/$defs/"), {})
            if "description" not in target:
                faults.append(f"{place}/properties/{key} has no description")
        for key, inner in part.items():
            # What stands after `if` only tells cases apart.
            if key != "if":
                walk(inner, f"{place}/{key}")

    schema = json.loads(path.read_text(encoding="utf-8"))
    walk(schema, "#")
    assert not faults, faults
