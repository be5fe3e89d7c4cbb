"""Document stage: a document compared with its JSON Schema. Only user of the JSON Schema library.

Feeds the loader, which may rely on the shape of a document that passed. The library's errors are
turned into findings by `complaints`; here schemas are found, read and run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from interpreter.diagnostics import Diagnostic, InternalError
from interpreter.document.complaints import Complaint, complain
from interpreter.document.nodes import Node, plain
from interpreter.document.shapes import ShapeCompiler, Test, UnknownKeywordError

_SUFFIX = ".schema.json"
_DERIVED = "derived" + _SUFFIX


def check(node: Node, schema_name: str, folder: Path) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the shape of a document, by place.

    `schema_name` is the name of a schema without its suffix (`pack`), `folder` the folder of all
    schemas (`resources.data_folder("schemas")`).
    """
    return _checked(_opened(folder), schema_name + _SUFFIX, node)


def check_against(node: Node, schema: Mapping[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a document by a schema that is not a file, such as a derived one.

    The schema may refer to the schemas in `folder`.
    """
    schemas = dict(_opened(folder).schemas)
    schemas[_DERIVED] = {**schema, "$id": _DERIVED}
    return _checked(_SchemaSet(schemas), _DERIVED, node)


class _SchemaSet:
    """All schemas of a folder; they refer to each other by the names of their files."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self.schemas = schemas
        self._compiler = ShapeCompiler(self.resolve)
        self._tests: dict[str, Test | None] = {}
        self._files: dict[int, str] = {}
        for name, schema in schemas.items():
            self._note_file(schema, name)

    def _note_file(self, schema: Any, name: str) -> None:
        """Remember in which file each part of a schema stands."""
        if isinstance(schema, dict):
            self._files[id(schema)] = name
            for part in schema.values():
                self._note_file(part, name)
        elif isinstance(schema, list):
            for part in schema:
                self._note_file(part, name)

    def resolve(self, reference: str, file: str) -> tuple[Any, str]:
        """Return the schema that a reference in `file` means, and the file it stands in."""
        name, _, pointer = reference.partition("#")
        found: Any = self.schemas.get(name or file)
        for step in pointer.split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(found, list) and key.isdigit() and int(key) < len(found):
                found = found[int(key)]
            else:
                found = found.get(key) if isinstance(found, dict) else None
        if found is None:
            raise InternalError(f"{file} refers to {reference}, which is not there")
        return found, name or file

    def resolved(self, schema: Any) -> Any:
        """Return a part of a schema with what it refers to; its own words go first."""
        file = self._files.get(id(schema), _DERIVED)
        while isinstance(schema, dict) and "$ref" in schema:
            target, file = self.resolve(schema["$ref"], file)
            own = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**target, **own} if isinstance(target, dict) else target
        return schema

    def test(self, name: str) -> Test | None:
        """Return the fast test of a schema, None when it has none."""
        if name not in self._tests:
            try:
                self._tests[name] = self._compiler.compile(self.schemas[name], name)
            except UnknownKeywordError:
                self._tests[name] = None
        return self._tests[name]

    def errors(self, name: str, value: Any) -> list[Complaint]:
        """Return the errors of the full validator."""
        # Bound into one document, schemas find each other by `$id`, the name of their file.
        validator = Draft202012Validator({"$ref": name, "$defs": dict(self.schemas)})
        return [_complaint(error) for error in validator.iter_errors(value)]


@lru_cache(maxsize=8)
def _opened(folder: Path) -> _SchemaSet:
    """Return the schemas of a folder, read once."""
    schemas = {}
    for path in sorted(folder.glob("*" + _SUFFIX)):
        schema = json.loads(path.read_text(encoding="utf-8"))
        schemas[path.name] = {**schema, "$id": path.name}
    return _SchemaSet(schemas)


def _checked(schemas: _SchemaSet, name: str, node: Node) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a document by one schema of a set."""
    if name not in schemas.schemas:
        raise InternalError(f"there is no schema {name}")
    value = plain(node)
    test = schemas.test(name)
    if test is not None and test(value):
        return ()
    return complain(node, schemas.errors(name, value), schemas.resolved)


def _complaint(error: ValidationError) -> Complaint:
    """Return an error of the library as what `complaints` reads."""
    return Complaint(
        keyword=str(error.validator) if isinstance(error.validator, str) else "",
        wanted=error.validator_value,
        schema=error.schema,
        value=error.instance,
        pointer=tuple(error.absolute_path),
        schema_path=tuple(error.relative_schema_path),
        inner=tuple(_complaint(child) for child in error.context or ()),
    )
