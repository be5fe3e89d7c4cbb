"""Texts to trees for the checker, each once, with what overlays put into them.

The many texts that are one word or number need no parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from interpreter.diagnostics import Collector, Diagnostic
from interpreter.lang import syntax, weaving
from interpreter.lang.words import KEYWORDS
from interpreter.source import LocatedText, TextPatch

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"[0-9]{1,9}")
_Parse = Callable[[LocatedText], tuple[Any, tuple[Diagnostic, ...]]]
_Key = tuple[str, str, int, tuple[TextPatch, ...]]
"""A text: its sort, file and offset, and what is put into it."""


class Reader:
    """Reads texts and gathers what is wrong with them; the same text is read once."""

    def __init__(self, collector: Collector) -> None:
        self._collector = collector
        self._trees: dict[_Key, Any] = {}
        self._patched: set[LocatedText] = set()

    def expression(self, text: LocatedText) -> syntax.Expression | None:
        """Return an expression, None if it cannot be read."""
        tree: syntax.Expression | None = _simple(text)
        if tree is None:
            tree = self._read("expression", text, weaving.read_expression)
        return tree

    def effect(self, text: LocatedText) -> syntax.Body | None:
        """Return the statements of an effect."""
        tree: syntax.Body | None = self._read("effect", text, weaving.read_effect)
        return tree

    def price(self, text: LocatedText) -> tuple[syntax.Cost, ...] | None:
        """Return a price."""
        tree: tuple[syntax.Cost, ...] | None = self._read("price", text, weaving.read_price)
        return tree

    def pattern(self, text: LocatedText) -> syntax.Act | None:
        """Return the call that a hook waits for."""
        tree: syntax.Act | None = self._read("pattern", text, weaving.read_pattern)
        return tree

    def binding(self, text: LocatedText) -> syntax.Binding | None:
        """Return binders with their condition."""
        tree: syntax.Binding | None = self._read("binding", text, weaving.read_binding)
        return tree

    def domain(self, text: LocatedText) -> syntax.Expression | syntax.Range | None:
        """Return what a family goes through."""
        tree: syntax.Expression | syntax.Range | None = _simple(text)
        if tree is None:
            tree = self._read("domain", text, weaving.read_domain)
        return tree

    def type(self, text: LocatedText) -> syntax.TypeText | None:
        """Return a declared type."""
        word = _word(text)
        if word is not None:
            return syntax.NamedType(word, span=word.span)
        tree: syntax.TypeText | None = self._read("type", text, weaving.read_type)
        return tree

    def has_read(self, text: LocatedText) -> bool:
        """Say whether a text with patches was read as a text of the language."""
        return text in self._patched

    def _read(self, sort: str, text: LocatedText, parse: _Parse) -> Any:
        key = (sort, text.span.source.name, text.span.start, text.patches)
        if key not in self._trees:
            tree, findings = parse(text)
            self._collector.extend(findings)
            self._trees[key] = tree
            if text.patches:
                self._patched.add(text)
        return self._trees[key]


def _word(text: LocatedText) -> syntax.Name | None:
    written = text.text.strip()
    if text.patches or not _WORD.fullmatch(written) or written in KEYWORDS:
        return None
    start = text.text.index(written)
    return syntax.Name(written, span=text.locate(start, start + len(written)))


def _simple(text: LocatedText) -> syntax.Expression | None:
    """Return the tree of a text that is one name, number or truth value, and has no patches."""
    if text.patches:
        return None
    written = text.text.strip()
    if written in ("yes", "no"):
        return syntax.Truth(written == "yes", span=text.span)
    if written == "nothing":
        return syntax.Nothing(span=text.span)
    if written == "empty":
        return syntax.Empty(span=text.span)
    if _NUMBER.fullmatch(written):
        start = text.text.index(written)
        return syntax.Number(int(written), span=text.locate(start, start + len(written)))
    return _word(text)
