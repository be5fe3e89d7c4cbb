"""Whatever stands in whatever place of a file, the loader answers with findings and goes on."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.document import plain, read_bytes
from interpreter.pack.loader import load

FOLDER = Path(__file__).parents[2] / "corpus" / "packs" / "every_key"
WRONG: list[Any] = [[], {}, None, "", ["a", {"b": "c"}], {"a": {"b": "c"}}, [["a"]], "A b"]


def documents() -> dict[str, Any]:
    """Return the files of a pack that uses every key there is, as plain data."""
    found = {}
    for path in sorted(FOLDER.rglob("*.yaml")):
        root, _ = read_bytes(path.name, path.read_bytes())
        assert root is not None
        found[path.relative_to(FOLDER).as_posix()] = plain(root)
    return found


def places(value: Any, pointer: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield pointer
    if isinstance(value, dict):
        for key, inner in value.items():
            if not key.startswith("x_"):
                yield from places(inner, (*pointer, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from places(inner, (*pointer, position))


DOCUMENTS = documents()
PLACES = [(name, place) for name, value in DOCUMENTS.items() for place in places(value) if place]


def load_changed(folder: Path, name: str, changed: Any) -> list[str]:
    """Load the pack with other content in one file; return the codes."""
    for file, content in {**DOCUMENTS, name: changed}.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        # JSON is YAML, save that `null` is a word like any other there; nothing is nothing.
        path.write_text(json.dumps(content).replace("null", ""), encoding="utf-8")
    return [each.code for each in load(folder)[1]]


def with_value(name: str, place: tuple[Any, ...], value: Any) -> Any:
    """Return the content of a file with another value in one place."""
    changed = copy.deepcopy(DOCUMENTS[name])
    target: Any = changed
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    return changed


def test_the_pack_itself_is_right(tmp_path: Path) -> None:
    declarations, diagnostics = load(FOLDER)
    assert [each.message for each in diagnostics] == []
    assert declarations is not None
    manifest = declarations.manifest
    combined = [[text.text for text in each] for each in manifest.combinations]
    assert combined == [["short", "open"], ["short", "long_way"]]
    renamed = [tuple(text.text for text in each) for each in manifest.renamed]
    assert renamed == [("areas", "old_meadow", "meadow")]


def test_the_pack_uses_every_key_of_the_schemas() -> None:
    used = {step for _, place in PLACES for step in place if isinstance(step, str)}
    for name in ("pack", "declarations", "scenarios"):
        path = Path(__file__).parents[3] / "schemas" / f"{name}.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert keys_of(schema) - used == set()


def keys_of(schema: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict) and all(isinstance(p, dict) for p in properties.values()):
            found |= set(properties)
        for inner in schema.values():
            found |= keys_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            found |= keys_of(inner)
    return found


@pytest.mark.parametrize("index", range(len(WRONG)), ids=[json.dumps(value) for value in WRONG])
def test_any_value_anywhere_is_survived(index: int, tmp_path: Path) -> None:
    # Each place gets one of the values, and each value every eighth place.
    for number, (name, place) in enumerate(PLACES):
        if (number + index) % len(WRONG) == 0:
            load_changed(tmp_path, name, with_value(name, place, WRONG[index]))


def test_a_place_where_nothing_is_written_is_found(tmp_path: Path) -> None:
    missed = [
        (name, place)
        for name, place in PLACES
        if isinstance(place[-1], str)
        and not load_changed(tmp_path, name, with_value(name, place, None))
    ]
    assert missed == []


def test_a_misspelt_key_of_the_language_is_found(tmp_path: Path) -> None:
    missed = []
    for name, place in PLACES:
        if not isinstance(place[-1], str) or " " not in place[-1]:
            continue
        changed = with_value(name, place, "")
        target: Any = changed
        value: Any = DOCUMENTS[name]
        for step in place[:-1]:
            target, value = target[step], value[step]
        del target[place[-1]]
        target[place[-1].replace(" ", "_")] = value[place[-1]]
        if not load_changed(tmp_path, name, changed):
            missed.append(place)
    # Parameters are names of the author's: `for_player` is as good as `for player`.
    assert [place for place in missed if place[-2] not in {"parameters", "effect"}] == []
