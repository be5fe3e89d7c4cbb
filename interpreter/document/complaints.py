"""Document stage: errors of the JSON Schema library to findings that help; part of the check.

An error says which keyword failed at which place. Here the one that helps is chosen (of several
allowed forms the one that was meant), moved to the characters in the file, and put into words that
come from the schema's own `x-expects` and `description`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.diagnostics import Collector, Diagnostic, counted, did_you_mean, listing
from interpreter.document.mistakes import help_for_quotes
from interpreter.document.nodes import (
    MappingNode,
    Node,
    Pointer,
    ScalarNode,
    find_node,
    key_span_of,
    span_of,
)
from interpreter.source import Span

Resolved: TypeAlias = Callable[[Any], Any]
"""A part of a schema to the same with references followed."""

_SHAPES = {
    "string": "text",
    "array": "a list",
    "object": "a mapping (`key: value`)",
    "null": "nothing",
}
_FORM_KEYWORDS = frozenset({"type", "enum", "const", "pattern", "minLength", "maxLength"})
_SIZE_KEYWORDS = frozenset({"minItems", "maxItems", "minProperties", "maxProperties"})


@dataclass(frozen=True, slots=True)
class Complaint:
    """One error: `keyword` of `schema` failed for `value` at `pointer`.

    `wanted` is the keyword's own value; `inner` are the errors of the forms that were tried, whose
    `schema_path` begins with the number of the form.
    """

    keyword: str
    wanted: Any
    schema: Any
    value: Any
    pointer: Pointer
    schema_path: tuple[str | int, ...]
    inner: tuple[Complaint, ...]


def complain(root: Node, complaints: list[Complaint], resolved: Resolved) -> tuple[Diagnostic, ...]:
    """Return the findings for the errors of one document, by place."""
    writer = _Writer(root, resolved)
    for complaint in complaints:
        writer.write(complaint)
    return writer.finish()


class _Writer:
    """Turns the errors of one document into findings."""

    def __init__(self, root: Node, resolved: Resolved) -> None:
        self.root = root
        self.resolved = resolved
        self.collector = Collector()
        self.missing: dict[Pointer, dict[str, Any]] = {}
        self.meant: dict[Pointer, set[str]] = {}

    def write(self, complaint: Complaint) -> None:
        """Report one error in the way of its keyword."""
        is_key = "propertyNames" in complaint.schema_path and isinstance(complaint.value, str)
        if is_key and isinstance(find_node(self.root, complaint.pointer), MappingNode):
            self._bad_key(complaint)
        elif complaint.keyword in {"anyOf", "oneOf"}:
            self._union(complaint)
        elif complaint.keyword == "additionalProperties":
            self._unknown_keys(complaint)
        elif complaint.keyword == "required":
            keys = self.missing.setdefault(complaint.pointer, {})
            for key in complaint.wanted:
                if key not in complaint.value:
                    keys[key] = complaint.schema
        elif complaint.keyword == "dependentRequired":
            self._dependent(complaint)
        elif complaint.keyword == "not" and not complaint.wanted and complaint.pointer:
            # {"not": {}}: this key is known, and forbidden here.
            key = str(complaint.pointer[-1])
            span = key_span_of(self.root, complaint.pointer)
            self.collector.report("E201", span, help=complaint.schema.get("x-help"), key=key)
        elif complaint.keyword in _SIZE_KEYWORDS:
            self._size(complaint)
        elif complaint.keyword == "uniqueItems":
            self._repeated(complaint)
        else:
            self._form(complaint, self._expected(complaint.schema))

    def finish(self) -> tuple[Diagnostic, ...]:
        """Report the keys that are missing and were not just misspelt; return all findings."""
        for pointer, keys in self.missing.items():
            for key, schema in keys.items():
                if key not in self.meant.get(pointer, ()):
                    self._missing_key(pointer, key, schema)
        return self.collector.diagnostics

    def _missing_key(self, pointer: Pointer, key: str, schema: Any) -> None:
        """Report a key that must be there."""
        rule = self.resolved(_property(schema, key))
        notes = []
        if isinstance(rule, dict):
            description = str(rule.get("description", "")).rstrip(".")
            notes.append(f"{key}: {description or self._expected(rule)}")
        self.collector.report(
            "E202", key_span_of(self.root, pointer), notes=notes, key=key, subject=_name(pointer)
        )

    def _unknown_keys(self, complaint: Complaint) -> None:
        """Report each key that is not among the allowed ones."""
        schema = complaint.schema
        allowed = list(schema.get("properties", {}))
        patterns = list(schema.get("patternProperties", {}))
        for key in complaint.value:
            if key in allowed or any(re.search(pattern, key) for pattern in patterns):
                continue
            free = [other for other in allowed if other not in complaint.value]
            meant = did_you_mean(key, free) or did_you_mean(key, allowed)
            if meant is not None:
                self.meant.setdefault(complaint.pointer, set()).add(meant)
            if self._is_cut_by_comma((*complaint.pointer, key)):
                advice = "a comma in braces begins a new key; put a text with a comma in quotes"
            elif key.startswith("-"):
                advice = f"put a space behind the dash: `- {key[1:]}`"
            elif meant is not None:
                advice = f"did you mean `{meant}`?"
            else:
                words = listing([f"`{other}`" for other in allowed], most=12)
                advice = f"the keys here are {words}" if allowed else "there are no keys here"
            span = key_span_of(self.root, (*complaint.pointer, key))
            self.collector.report("E201", span, help=advice, key=key)

    def _is_cut_by_comma(self, pointer: Pointer) -> bool:
        """Return whether a key in braces has no value, and so is the rest of a text."""
        mapping = find_node(self.root, pointer[:-1])
        if not isinstance(mapping, MappingNode) or not mapping.span.text.startswith("{"):
            return False
        value = mapping.get(str(pointer[-1]))
        return isinstance(value, ScalarNode) and value.is_nothing

    def _bad_key(self, complaint: Complaint) -> None:
        """Report a key that cannot be a name."""
        key = complaint.value
        folded = re.sub(r"[^a-z0-9]+", "_", key.casefold()).strip("_")
        advice = f"for example `{folded}`" if folded and folded != key else None
        span = key_span_of(self.root, (*complaint.pointer, key))
        expected = self._expected(complaint.schema)
        self.collector.report("E206", span, help=advice, key=key, expected=expected)

    def _dependent(self, complaint: Complaint) -> None:
        """Report a key that needs another one beside it."""
        for key, needed in complaint.wanted.items():
            for other in needed:
                if key in complaint.value and other not in complaint.value:
                    span = key_span_of(self.root, (*complaint.pointer, key))
                    self.collector.report("E207", span, key=key, other=other)

    def _size(self, complaint: Complaint) -> None:
        """Report too few or too many items or keys."""
        what = "item" if complaint.keyword.endswith("Items") else "key"
        bound = "at least" if complaint.keyword.startswith("min") else "at most"
        self.collector.report(
            "E208",
            key_span_of(self.root, complaint.pointer),
            subject=_name(complaint.pointer),
            expected=f"{bound} {counted(complaint.wanted, what)}",
            found=str(len(complaint.value)),
        )

    def _repeated(self, complaint: Complaint) -> None:
        """Report an item that stands twice in a list."""
        items = complaint.value
        for position, item in enumerate(items):
            if item in items[:position]:
                span = span_of(self.root, (*complaint.pointer, position))
                first = span_of(self.root, (*complaint.pointer, items.index(item)))
                related = [("first written here", first)]
                subject = _name(complaint.pointer)
                self.collector.report(
                    "E209", span, related=related, item=_shown(item), subject=subject
                )

    def _form(self, complaint: Complaint, expected: str) -> None:
        """Report a value of the wrong form."""
        words = complaint.schema.get("enum") if isinstance(complaint.schema, dict) else None
        advice = None
        if isinstance(complaint.value, str) and words:
            meant = did_you_mean(complaint.value, [word for word in words if isinstance(word, str)])
            advice = f"did you mean `{meant}`?" if meant else None
        span = span_of(self.root, complaint.pointer)
        self.collector.report(
            "E203",
            span,
            help=advice or self._form_help(complaint, span),
            subject=_name(complaint.pointer),
            expected=expected,
            found=_shown(complaint.value),
        )

    def _form_help(self, complaint: Complaint, span: Span) -> str | None:
        """Return advice for a value of the wrong kind, where there is something to say."""
        wanted = self.resolved(complaint.schema)
        types = wanted.get("type", "") if isinstance(wanted, dict) else ""
        if complaint.value is None:
            line = span.source.line_text(span.line)[span.column - 1 :]
            if re.search(r":\s+#\S", line):
                return "a `#` behind a blank begins a comment; put the text in quotes"
            return None
        if isinstance(complaint.value, dict) and types == "string":
            written = find_node(self.root, complaint.pointer)
            if written is not None and re.match(r"[^{\r\n][^\r\n]*$", written.span.text):
                return f"a colon makes a key of this; {help_for_quotes(written.span.text)}"
        if not isinstance(complaint.value, str):
            return None
        if types == "object" and (tight := re.match(r"([\w-]+:)(?=\w)", complaint.value)):
            return f"put a space behind the colon: `{tight[1]} …`"
        if types == "array" and "\n" not in complaint.value:
            return f"for a list write `[{_clipped(complaint.value)}]`, or lines that begin with `-`"
        return None

    def _union(self, complaint: Complaint) -> None:
        """Report what is wrong with a value by the form that was meant."""
        if not complaint.inner:
            # More than one form fits: nothing to choose between.
            self._form(complaint, self._expected(complaint.schema))
            return
        forms: dict[int, list[Complaint]] = {}
        for inner in complaint.inner:
            forms.setdefault(int(inner.schema_path[0]), []).append(inner)
        depth = len(complaint.pointer)
        if all(any(_is_shape(inner, depth) for inner in form) for form in forms.values()):
            self._form(complaint, self._expected(complaint.schema))
            return
        if self._unknown_kind(forms, depth):
            return
        best = min(forms, key=lambda number: (self._cost(forms[number], depth), number))
        for inner in forms[best]:
            self.write(inner)

    def _unknown_kind(self, forms: Mapping[int, list[Complaint]], depth: int) -> bool:
        """Report a word that should tell the forms apart and is none of their words."""
        told = [
            {inner.pointer[-1]: inner for inner in form if _is_word(inner, depth)}
            for form in forms.values()
            if not any(_is_shape(inner, depth) for inner in form)
        ]
        shared = set.intersection(*(set(words) for words in told)) if told else set()
        if not shared:
            return False
        key = min(shared, key=str)
        words: list[str] = []
        for complaints in told:
            words.extend(_words(complaints[key]))
        first = told[0][key]
        meant = did_you_mean(str(first.value), words)
        self.collector.report(
            "E203",
            span_of(self.root, first.pointer),
            help=f"did you mean `{meant}`?" if meant else None,
            subject=_name(first.pointer),
            expected=listing([f"`{word}`" for word in dict.fromkeys(words)], most=12, last="or"),
            found=_shown(first.value),
        )
        return True

    def _cost(self, form: list[Complaint], depth: int) -> int:
        """Return how far a value is from a form: the less, the likelier this form was meant."""
        cost = 0
        for inner in form:
            if _is_shape(inner, depth):
                cost += 10_000
            elif _is_word(inner, depth):
                cost += 1_000
            elif len(inner.pointer) > depth:
                cost += 1
            elif inner.keyword == "additionalProperties":
                extra = set(inner.value) - set(inner.schema.get("properties", {}))
                cost += 10 * len(extra)
            elif inner.keyword == "required":
                cost += 10 * len(set(inner.wanted) - set(inner.value))
            else:
                cost += 5
        return cost

    def _expected(self, schema: Any) -> str:
        """Return in words what a schema wants."""
        schema = self.resolved(schema)
        if not isinstance(schema, dict):
            return "something else"
        if "x-expects" in schema:
            return str(schema["x-expects"])
        if "const" in schema:
            return f"`{schema['const']}`"
        if "enum" in schema:
            return listing([f"`{word}`" for word in schema["enum"]], most=12, last="or")
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                forms = dict.fromkeys(self._expected(form) for form in schema[keyword])
                return listing(forms, last="or")
        if "minLength" in schema:
            return "some text" if schema["minLength"] == 1 else "longer text"
        if "maxLength" in schema:
            return f"text of at most {schema['maxLength']} characters"
        if "pattern" in schema:
            return "text of another form"
        types = schema.get("type", [])
        names = [types] if isinstance(types, str) else types
        return listing([_SHAPES.get(name, name) for name in names], last="or") or "something else"


def _is_shape(inner: Complaint, depth: int) -> bool:
    """Return whether an error of a form says that the value as a whole is of another kind."""
    return len(inner.pointer) == depth and inner.keyword in _FORM_KEYWORDS


def _is_word(inner: Complaint, depth: int) -> bool:
    """Return whether an error of a form says that a key has another word than this form's."""
    return len(inner.pointer) == depth + 1 and inner.keyword in {"const", "enum"}


def _words(complaint: Complaint) -> list[str]:
    """Return the words that a const or enum allows."""
    if complaint.keyword == "const":
        return [str(complaint.wanted)]
    return [str(word) for word in complaint.wanted]


def _property(schema: Any, key: str) -> Any:
    """Return the part of a schema that describes `key`."""
    return schema.get("properties", {}).get(key) if isinstance(schema, dict) else None


def _name(pointer: Pointer) -> str:
    """Return what a place is called in a message."""
    if not pointer:
        return "this file"
    if isinstance(pointer[-1], str):
        return f"`{pointer[-1]}`"
    keys = [step for step in pointer if isinstance(step, str)]
    return f"an item of `{keys[-1]}`" if keys else "an item of this file"


def _shown(value: Any) -> str:
    """Return what was found, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"`{_clipped(value)}`" if value else "an empty text"
    return "a list" if isinstance(value, list) else "a mapping (`key: value`)"


def _clipped(text: str) -> str:
    """Return a text cut to what a message can bear, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"
