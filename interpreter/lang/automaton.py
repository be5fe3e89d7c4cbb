"""First half of parsing: a text to the raw tree, by the grammar's tables; feeds `lang.shaping`.

Words are told apart by what the grammar has a place for where they stand, line ends become marks:
`_NL`, `_INDENT` and `_DEDENT`, each placed where the line's text ends. Inside brackets line ends
mean nothing. What is wrong becomes a mark that no grammar knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, cast

from interpreter.lang.raw import Branch, Leaf, Part
from interpreter.lang.shaping import DEEPEST
from interpreter.lang.tables import END, MISSING, Rule, Tables, tables
from interpreter.lang.words import KEYWORDS

_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})
_MARKS = frozenset({"_NL", "_INDENT", "_DEDENT", "TAB", "BAD_DEDENT", END})


class StoppedError(Exception):
    """The text goes on in a way that the grammar does not know.

    `kind` is the sort of word that does not fit, `word` its letters (a mark has none), `place`
    where it stands; `state` is the state of the grammar there, `accepts` are the kinds that fit.
    """

    def __init__(
        self, kind: str, word: str, place: tuple[int, int], states: list[int], last: int
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.word = word
        self.place = place
        self.state = states[-1]
        self.accepts = _accepts(states, last)


def read(characters: str, start: str) -> Branch:
    """Return the raw tree of a text of one kind (`STARTS`); raises `StoppedError`."""
    return _Reading(characters, start, tables()).whole()


class _Reading:
    """One text being read: the parts that are not put together yet, the open blocks."""

    __slots__ = (
        "actions", "characters", "depth", "jumps", "last", "last_state", "levels", "parts",
        "rules", "starts", "states", "tables",
    )  # fmt: skip

    def __init__(self, characters: str, start: str, rows: Tables) -> None:
        self.characters = characters
        self.tables = rows
        self.actions = rows.actions
        self.rules = rows.rules
        self.jumps = _jumps()
        self.last_state = rows.last[start]
        # States are one more than parts: the first state stands before the first part.
        self.states = [rows.first[start]]
        self.parts: list[Part | list[Part]] = []
        self.starts: list[int] = []
        # The columns of the open blocks, the open brackets, and where the last word ends.
        self.levels: list[int] = []
        self.depth = 0
        self.last = -1

    def whole(self) -> Branch:
        """Return the raw tree of all of the text."""
        characters, actions, states = self.characters, self.actions, self.states
        kinds, kept, literals = self.tables.kinds, self.tables.kept, _literal_kinds()
        match: Callable[[str, int], Any] = _pattern().match  # one of its groups fits everywhere
        position, before = 0, ""
        while True:
            found = match(characters, position)
            group = found.lastindex
            kind, word = kinds[group], found[group]
            start, position = found.span(group)
            if kind == "_NL":
                self._line_end(start, position)
                continue
            if kind == END:
                break
            known = actions[states[-1]]
            other = literals.get(word)
            if other is not None and other in known:
                kind = other
            elif kind == "NAME":
                if word in KEYWORDS and before != "DOT":
                    kind = "KEYWORD"
            elif kind not in known and word[0] == "," and "COMMA" in known:
                # Such as `, if none` where it means nothing.
                kind, word, position = "COMMA", ",", start + 1
            if not self.levels:
                self.levels.append(start - characters.rfind("\n", 0, start) - 1)
            if kind in _OPENING:
                self.depth += 1
                if self.depth > DEEPEST:
                    kind = "TOO_DEEP"
            elif kind in _CLOSING:
                self.depth = max(0, self.depth - 1)
            leaf = None
            if kind in kept:
                leaf = Leaf(word)
                leaf.start, leaf.end = start, position
            self._take(kind, leaf, start, position)
            before, self.last = kind, position
        return self._end()

    def _line_end(self, start: int, end: int) -> None:
        """Take the marks of one line end: the margin of the next line is that of a block."""
        margin = self.characters[self.characters.rindex("\n", start, end) + 1 : end]
        levels, column = self.levels, len(margin)
        if not levels:
            levels.append(column)
            return
        if self.depth or self.last < 0:
            return
        self._mark("_NL")
        if "\t" in margin:
            self._take("TAB", None, end - column, end)
        if column > levels[-1]:
            levels.append(column)
            self._mark("_INDENT")
        while column < levels[-1] and len(levels) > 1:
            levels.pop()
            self._mark("_DEDENT")
        if column != levels[-1]:
            self._take("BAD_DEDENT", None, end - column, end)

    def _mark(self, kind: str) -> None:
        """Take a mark of the layout, which stands just behind the last word."""
        self._take(kind, None, self.last, self.last)

    def _end(self) -> Branch:
        """Close what is open; return what the text has become."""
        if self.last >= 0:
            self._mark("_NL")
            for _ in self.levels[1:]:
                self._mark("_DEDENT")
        self._take(END, None, self.last, self.last)
        return cast("Branch", self.parts[0])

    def _take(self, kind: str, leaf: Leaf | None, start: int, end: int) -> None:
        """Put a word where the grammar has a place for it, and together what it ends."""
        states, actions, rules, jumps = self.states, self.actions, self.rules, self.jumps
        while True:
            state = states[-1]
            action = actions[state].get(kind)
            if action is None:
                word = "" if kind in _MARKS else self.characters[start:end]
                raise StoppedError(kind, word, (start, end), states, self.last_state)
            if action >= 0:
                states.append(action)
                self.parts.append(leaf)
                self.starts.append(start)
                return
            rule = rules[~action]
            if rule.passes_on:
                way = states[-2], state, kind
                states[-1] = jumps[way] if way in jumps else _jump(*way)
                continue
            self._apply(rule)
            del states[-rule.size :]
            states.append(actions[states[-1]][rule.origin])
            if kind == END and states[-1] == self.last_state:
                return

    def _apply(self, rule: Rule) -> None:
        """Put the last parts together to the one that a rule makes of them."""
        parts = self.parts
        first = len(parts) - rule.size
        # No rule is empty, so that its last part ends with the last word.
        start, end = self.starts[first], self.last
        children: list[Part] = []
        for place in rule.kept:
            part = None if place == MISSING else parts[first + place]
            if isinstance(part, list):
                # What was put together so far grows: nobody else holds it.
                children = [*children, *part] if children else part
            else:
                children.append(part)
        if rule.spread:
            parts[first] = children
        elif rule.transparent and len(children) == 1:
            inner = parts[first] = children[0]
            if isinstance(inner, Branch):
                inner.start, inner.end = start, end
        else:
            parts[first] = Branch(rule.data, children, start, end)
        if rule.size > 1:
            del parts[first + 1 :], self.starts[first + 1 :]


@cache
def _jumps() -> dict[tuple[int, int, str], int]:
    """Return the known answers of `_jump`."""
    return {}


def _jump(below: int, state: int, kind: str) -> int:
    """Return the state that rules lead to which only pass a part on, before a word of a kind."""
    actions, rules = tables().actions, tables().rules
    reached = state
    while True:
        action = actions[reached].get(kind, 0)
        if action >= 0 or not rules[~action].passes_on:
            break
        reached = actions[below][rules[~action].origin]
    _jumps()[below, state, kind] = reached
    return reached


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of the next word."""
    return re.compile(tables().pattern)


@cache
def _literal_kinds() -> dict[str, str]:
    """Return the kinds of words and signs that have one spelling."""
    return {written: kind for kind, written in tables().literals.items()}


def _accepts(states: list[int], last: int) -> frozenset[str]:
    """Return the kinds of words with which a text could go on."""
    kinds = (kind for kind in tables().actions[states[-1]] if kind.isupper())
    return frozenset(kind for kind in kinds if _goes_on(list(states), kind, last))


def _goes_on(states: list[int], kind: str, last: int) -> bool:
    """Return whether a word of a kind finds its place in the end."""
    actions, rules = tables().actions, tables().rules
    while True:
        action = actions[states[-1]].get(kind)
        if action is None:
            return False
        if action >= 0:
            return True
        rule = rules[~action]
        del states[-rule.size :]
        states.append(actions[states[-1]][rule.origin])
        if kind == END and states[-1] == last:
            return True
