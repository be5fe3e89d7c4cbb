"""Pack stage: the stricter schema of one pack, made from what it declares; feeds `solon schema`.

The schema of all packs does not know which sections a pack has and what its definitions hold. Here
its general section is replaced by one for each kind: with the kind's own keys, those that must be
there, and the ids and words that stand for each type. An editor completes with it. It is stricter
than what Solon itself accepts only where that cannot hurt: a lone word must be a known one, and
whatever is more than a word is left to the checker of the language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from interpreter.definitions import (
    Declarations,
    FieldDeclaration,
    KindDeclaration,
    SlotDeclaration,
)
from interpreter.pack.shapes import PRIVATE

Schema = dict[str, Any]

_BASE = "declarations.schema.json"
_SHARED = "shared.schema.json"
_REFERENCE = "$ref"
_SET = re.compile(r"(?:set|list) of ")
_SEATS = "player"
# What is more than one word is an expression.
_EXPRESSION: Schema = {"type": "string", "pattern": "[^a-z0-9_]"}


def derive_schema(declarations: Declarations, folder: Path) -> Schema:
    """Return the schema of the files of one pack; `folder` holds the schemas of all packs.

    It stands alone, so that it can lie anywhere.
    """
    base = _read(folder, _BASE)
    shared = _read(folder, _SHARED)
    parts = {name: _here(part) for name, part in base["$defs"].items()}
    parts |= {f"shared_{name}": _here(part) for name, part in shared["$defs"].items()}
    schema = {key: _here(part) for key, part in base.items() if key != "$defs"}
    schema["$id"] = f"{declarations.manifest.id}.{_BASE}"
    schema["title"] = f"Declarations of {declarations.manifest.title}"
    words = _Words(declarations)
    for kind in declarations.kinds:
        if kind.name.text != _SEATS:
            parts[f"entry_{kind.name.text}"] = _entry(kind, parts["entry"], words)
            parts[f"more_{kind.name.text}"] = {
                key: part
                for key, part in parts[f"entry_{kind.name.text}"].items()
                if key not in {"if", "else"}
            }
            schema["properties"][kind.plural.text] = _section(kind)
    schema["additionalProperties"] = False
    schema.pop("propertyNames", None)
    schema["$defs"] = parts
    return schema


def _read(folder: Path, name: str) -> Schema:
    """Return a schema of all packs."""
    schema: Schema = json.loads((folder / name).read_text(encoding="utf-8"))
    return schema


def _here(part: Any) -> Any:
    """Return a part of a schema with references to shared pieces turned to this document."""
    if isinstance(part, list):
        return [_here(item) for item in part]
    if not isinstance(part, dict):
        return part
    turned = {key: _here(item) for key, item in part.items()}
    reference = part.get(_REFERENCE)
    if isinstance(reference, str):
        turned[_REFERENCE] = reference.replace(f"{_SHARED}#/$defs/", "#/$defs/shared_")
    return turned


class _Words:
    """What can stand for each type, as far as a schema can say it."""

    def __init__(self, declarations: Declarations) -> None:
        self.by_type: dict[str, list[str]] = {"truth": ["yes", "no"]}
        self.open: set[str] = {_SEATS}
        for words in declarations.words:
            self.by_type[words.name.text] = [word.text for word in words.words]
        for kind in declarations.kinds:
            entries = [e for e in declarations.entries if e.section.text == kind.plural.text]
            self.by_type[kind.name.text] = sorted(e.name.text for e in entries if not e.each)
            # The members of a family are known only when its domains are.
            if any(entry.each for entry in entries):
                self.open.add(kind.name.text)
        self.named = [value.name.text for value in declarations.values if value.of is None]

    def schema_of(self, type_text: str) -> Schema | None:
        """Return what a value of a type may be; None when nothing can be said."""
        bare = _SET.sub("", type_text).strip()
        name, _, rest = bare.partition(" or ")
        known = self.by_type.get(name)
        if known is None or name in self.open or rest not in {"", "nothing"}:
            return None
        words = [*known, *(["nothing"] if rest else []), *self.named]
        if bare != type_text.strip():
            words.append("empty")
        one: Schema = {"anyOf": [{"enum": words}, dict(_EXPRESSION)]}
        if bare == type_text.strip():
            return one
        return {"anyOf": [*one["anyOf"], {"type": "array", "items": one}]}


def _section(kind: KindDeclaration) -> Schema:
    """Return the schema of the section of a kind."""
    name = kind.name.text
    return {
        "description": kind.doc or f"Definitions of the kind `{name}` by id.",
        "type": "object",
        "propertyNames": {"$ref": "#/$defs/name_or_more"},
        "patternProperties": {r"\+$": {"$ref": f"#/$defs/more_{name}"}},
        "additionalProperties": {"$ref": f"#/$defs/entry_{name}"},
    }


def _entry(kind: KindDeclaration, general: Mapping[str, Any], words: _Words) -> Schema:
    """Return the schema of a definition of a kind, without its `id+` form."""
    properties: Schema = {field.name.text: _field(field, words) for field in kind.fields}
    for name, end in kind.links:
        ends = words.schema_of(f"set of {end.text}") or _given()
        properties[name.text] = {"description": f"The ends of the link `{name.text}`.", **ends}
    properties |= {slot.name.text: _slot(slot) for slot in kind.slots}
    return {
        "description": kind.doc or f"A definition of the kind `{kind.name.text}`.",
        "type": "object",
        "properties": {**general["properties"], **properties},
        "patternProperties": {f"^{PRIVATE}": {"description": "Notes of your own."}},
        "additionalProperties": False,
        **_required(kind.fields),
    }


def _required(fields: Iterable[FieldDeclaration]) -> Schema:
    """Return which fixed fields a definition must give, unless it is a family that fills them."""
    names = [
        field.name.text
        for field in fields
        if field.kind == "fixed" and field.start is None and not _has_a_start(field)
    ]
    return {"if": {"required": ["each"]}, "else": {"required": names}} if names else {}


def _has_a_start(field: FieldDeclaration) -> bool:
    """Return whether the type of a field says what it is where nobody gives it."""
    text = "" if field.type is None else field.type.text.strip()
    return text == "truth" or text.endswith(" or nothing") or _SET.match(text) is not None


def _field(field: FieldDeclaration, words: _Words) -> Schema:
    """Return the schema of what a definition gives for a field."""
    type_text = "number" if field.type is None else field.type.text.strip()
    what = "Fixed" if field.kind == "fixed" else "The start value"
    description = field.doc or f"{what}: {type_text}."
    return {"description": description, **(words.schema_of(type_text) or _given())}


def _slot(slot: SlotDeclaration) -> Schema:
    """Return the schema of a slot."""
    what = "Effect text." if slot.type is None else f"An expression: {slot.type.text.strip()}."
    return {"description": what, **_given()}


def _given() -> Schema:
    """Return the schema of anything that a definition can give."""
    return {"$ref": "#/$defs/given"}
