"""Document stage: a JSON Schema made into plain Python tests that only say yes or no, but quickly.

Nearly every file is right, and whether it is can be said many times faster than why not. Only a
file that fails here goes through the full validator, which explains. A schema with a keyword that
is not known here is left to the full validator altogether.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Test: TypeAlias = Callable[[Any], bool]
"""Says whether a plain value fits."""

Resolve: TypeAlias = Callable[[str, str], tuple[Any, str]]
"""(reference, name of the file it stands in) to (the schema it means, the file of that one)."""

_TYPES: Mapping[str, type] = {
    "string": str,
    "object": dict,
    "array": list,
    "null": type(None),
    # Editors take `3` for a number, so schemas allow one; here every scalar is text.
    "number": float,
}
_WITHOUT_EFFECT = frozenset(
    {
        "$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples",
        "deprecated", "format",
    }
)  # fmt: skip


class UnknownKeywordError(Exception):
    """A schema uses something that only the full validator knows."""


class ShapeCompiler:
    """Makes tests of schemas; schemas that refer to each other, or to themselves, share them."""

    def __init__(self, resolve: Resolve) -> None:
        """Use `resolve` for references."""
        self._resolve = resolve
        self._tests: dict[int, Test] = {}

    def compile(self, schema: Any, file: str) -> Test:
        """Return the test for `schema`, which stands in `file`; raises UnknownKeywordError."""
        if schema is True:
            return lambda _: True
        if schema is False:
            return lambda _: False
        known = self._tests.get(id(schema))
        if known is not None:
            return known
        # A schema that leads back to itself finds this stand-in, which asks for the test later.
        found: list[Test] = []

        def later(value: Any) -> bool:
            return found[0](value)

        self._tests[id(schema)] = later
        try:
            found.append(_all_of(tuple(self._keyword_tests(schema, file))))
        except UnknownKeywordError:
            del self._tests[id(schema)]
            raise
        self._tests[id(schema)] = found[0]
        return found[0]

    def _keyword_tests(self, schema: Mapping[str, Any], file: str) -> list[Test]:
        """Return one test for each keyword, or group of keywords, of a schema."""
        rest = {
            keyword: value
            for keyword, value in schema.items()
            if keyword not in _WITHOUT_EFFECT and not keyword.startswith("x-")
        }
        tests: list[Test] = []
        for keyword, make in self._makers().items():
            if keyword in rest:
                tests.append(make(rest.pop(keyword), file))
        if rest.keys() & {"properties", "patternProperties", "additionalProperties"}:
            tests.append(self._properties(rest, file))
        if "if" in rest:
            tests.append(self._condition(rest, file))
        for keyword in ("properties", "patternProperties", "additionalProperties", "if", "then"):
            rest.pop(keyword, None)
        rest.pop("else", None)
        if rest:
            raise UnknownKeywordError(", ".join(sorted(rest)))
        return tests

    def _makers(self) -> dict[str, Callable[[Any, str], Test]]:
        """Return for each keyword how its test is made, cheap ones first."""
        return {
            "type": _type_test,
            "const": lambda wanted, _: lambda value: bool(value == wanted),
            "enum": lambda words, _: lambda value: value in words,
            "required": _required_test,
            "minLength": lambda least, _: lambda value: _size(value, str, least) >= least,
            "maxLength": lambda most, _: lambda value: _size(value, str, most) <= most,
            "pattern": _pattern_test,
            "minItems": lambda least, _: lambda value: _size(value, list, least) >= least,
            "maxItems": lambda most, _: lambda value: _size(value, list, most) <= most,
            "minProperties": lambda least, _: lambda value: _size(value, dict, least) >= least,
            "maxProperties": lambda most, _: lambda value: _size(value, dict, most) <= most,
            "uniqueItems": _unique_test,
            "dependentRequired": _dependent_test,
            "propertyNames": self._names,
            "items": self._items,
            "$ref": self._reference,
            "allOf": lambda schemas, file: _all_of(self._several(schemas, file)),
            "anyOf": lambda schemas, file: _any_of(self._several(schemas, file)),
            "oneOf": lambda schemas, file: _one_of(self._several(schemas, file)),
            "not": self._negation,
        }

    def _several(self, schemas: list[Any], file: str) -> tuple[Test, ...]:
        """Return the tests of several schemas."""
        return tuple(self.compile(schema, file) for schema in schemas)

    def _reference(self, reference: str, file: str) -> Test:
        """Return the test of a schema elsewhere."""
        return self.compile(*self._resolve(reference, file))

    def _negation(self, schema: Any, file: str) -> Test:
        """Return the test that another one fails."""
        test = self.compile(schema, file)
        return lambda value: not test(value)

    def _names(self, schema: Any, file: str) -> Test:
        """Return the test of all keys of a mapping."""
        test = self.compile(schema, file)
        return lambda value: not isinstance(value, dict) or all(map(test, value))

    def _items(self, schema: Any, file: str) -> Test:
        """Return the test of all items of a list."""
        test = self.compile(schema, file)
        return lambda value: not isinstance(value, list) or all(map(test, value))

    def _condition(self, schema: Mapping[str, Any], file: str) -> Test:
        """Return the test of if, then and else."""
        when = self.compile(schema["if"], file)
        then = self.compile(schema.get("then", True), file)
        otherwise = self.compile(schema.get("else", True), file)
        return lambda value: then(value) if when(value) else otherwise(value)

    def _properties(self, schema: Mapping[str, Any], file: str) -> Test:
        """Return the test of the values of a mapping, each by its key."""
        named = {
            key: self.compile(value, file) for key, value in schema.get("properties", {}).items()
        }
        patterned = tuple(
            (re.compile(pattern).search, self.compile(value, file))
            for pattern, value in schema.get("patternProperties", {}).items()
        )
        other = self.compile(schema.get("additionalProperties", True), file)

        def fits(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            for key, item in value.items():
                test = named.get(key)
                if test is not None and not test(item):
                    return False
                is_known = test is not None
                for matches, found in patterned:
                    if matches(key):
                        is_known = True
                        if not found(item):
                            return False
                if not is_known and not other(item):
                    return False
            return True

        return fits


def _all_of(tests: tuple[Test, ...]) -> Test:
    """Return the test that all of several pass."""
    if len(tests) == 1:
        return tests[0]

    def fits(value: Any) -> bool:
        # This is asked for every part of a document: a plain loop is the fastest.
        for test in tests:  # noqa: SIM110
            if not test(value):
                return False
        return True

    return fits


def _any_of(tests: tuple[Test, ...]) -> Test:
    """Return the test that one of several passes."""
    return lambda value: any(test(value) for test in tests)


def _one_of(tests: tuple[Test, ...]) -> Test:
    """Return the test that exactly one of several passes."""
    return lambda value: sum(test(value) for test in tests) == 1


def _type_test(names: str | list[str], _: str) -> Test:
    """Return the test of the type; numbers and truths do not occur in a document."""
    wanted = [names] if isinstance(names, str) else names
    if unknown := set(wanted) - set(_TYPES):
        raise UnknownKeywordError(", ".join(sorted(unknown)))
    types = tuple(_TYPES[name] for name in wanted)
    return lambda value: isinstance(value, types)


def _required_test(keys: list[str], _: str) -> Test:
    """Return the test that a mapping has all of some keys."""
    wanted = tuple(keys)
    return lambda value: not isinstance(value, dict) or all(key in value for key in wanted)


def _dependent_test(needs: Mapping[str, list[str]], _: str) -> Test:
    """Return the test that a key brings along the keys that it needs."""
    return lambda value: (
        not isinstance(value, dict)
        or all(key in value for trigger, keys in needs.items() if trigger in value for key in keys)
    )


def _pattern_test(pattern: str, _: str) -> Test:
    """Return the test of the form of a text."""
    search = re.compile(pattern).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _unique_test(wanted: bool, _: str) -> Test:  # noqa: FBT001 - the value of the keyword
    """Return the test that no item of a list stands twice."""

    def fits(value: Any) -> bool:
        if not wanted or not isinstance(value, list):
            return True
        if all(isinstance(item, str) for item in value):
            return len(set(value)) == len(value)
        return all(item not in value[:position] for position, item in enumerate(value))

    return fits


def _size(value: Any, kind: type[str | list[Any] | dict[str, Any]], otherwise: int) -> int:
    """Return the length of a value of this kind, and of any other what passes the test."""
    return len(value) if isinstance(value, kind) else otherwise
