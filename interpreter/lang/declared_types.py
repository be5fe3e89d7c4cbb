"""Declared types: what an author writes for a type becomes a type of the language.

Used by `pack.linker`.
"""

from __future__ import annotations

from collections.abc import Collection

from interpreter.diagnostics import Collector, did_you_mean
from interpreter.lang import conversions, syntax, types
from interpreter.lang.types import Type

_SIMPLE: dict[str, Type] = {"truth": types.TRUTH, "number": types.NUMBER, "half": types.HALF}


class TypeResolver:
    """Knows which names are types: kinds, word lists, records, and the kinds of pieces."""

    def __init__(
        self,
        kinds: Collection[str],
        words: Collection[str],
        records: Collection[str],
        pieces: Collection[str],
        collector: Collector,
    ) -> None:
        self.kinds, self.words, self.records, self.pieces = kinds, words, records, pieces
        self.used: set[str] = set()
        self._collector = collector

    def resolve(self, node: syntax.TypeText | None, *, printed: bool = False) -> Type:
        """Return the type that is meant; UNKNOWN, with a finding, if there is none.

        A `printed` table lists its rows, so its keys may be of any type.
        """
        match node:
            case None:
                return types.UNKNOWN
            case syntax.NamedType(name):
                return self._named(name)
            case syntax.OptionalType(inner):
                made = self.resolve(inner)
                return conversions.optional(made) if self._may_be_nothing(made, node) else made
            case syntax.SetType(inner):
                made = self.resolve(inner)
                if not conversions.is_single(made):
                    self._collector.report("E536", node.span, what=str(made))
                    return types.UNKNOWN
                return types.SetOf(made)
            case syntax.ListType(inner):
                return types.ListOf(self.resolve(inner))
            case syntax.TableType(value, keys):
                made_value = self.resolve(value)
                made_keys = tuple(self.resolve(key) for key in keys)
                table = types.Table(made_value, made_keys)
                if printed or all(conversions.is_counted(key) for key in made_keys):
                    return table
                note = (
                    "a table that is kept has a place for each thing, word or stack of its keys; "
                    "only `tables:` may list rows for numbers"
                )
                self._collector.report("E335", node.span, type=str(table), notes=[note])
                return types.UNKNOWN

    def _may_be_nothing(self, type_: Type, node: syntax.OptionalType) -> bool:
        if isinstance(conversions.optional(type_), types.Optional | types.Unknown):
            return True
        notes = ["a set, list or table without entries is `empty`, never nothing"]
        self._collector.report("E335", node.span, type=f"{type_} or nothing", notes=notes)
        return False

    def _named(self, name: syntax.Name) -> Type:
        text = name.text
        self.used.add(text)
        if text in _SIMPLE:
            return _SIMPLE[text]
        if text in self.kinds:
            return types.Kind(text)
        if text in self.words:
            return types.Word(text)
        if text in self.records:
            return types.Record(text)
        if text == "stack" and len(self.pieces) == 1:
            return types.Stack(next(iter(self.pieces)))
        known = [*_SIMPLE, *self.kinds, *self.words, *self.records]
        near = did_you_mean(text, known)
        advice = None if near is None else f"did you mean `{near}`?"
        self._collector.report("E320", name.span, help=advice, what="type", name=text)
        return types.UNKNOWN
