"""The grammar as tables: made by Lark from `grammar.lark`, run over texts by `lang.automaton`.

To make them takes as long as to read a hundred cards, so they are kept in the cache. The only user
of Lark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from lark import Lark
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from interpreter import cache as kept
from interpreter.diagnostics import InternalError

STARTS: Final = ("effect", "expression", "price", "pattern", "binding", "domain", "type")
"""The kinds of text that the grammar knows."""

CHARACTER: Final = "CHARACTER"
"""The kind of a character that begins no word of the language."""

END: Final = "$END"
"""The kind of the end of the text."""

MISSING: Final = -1
"""In `Rule.kept`: a part that the text leaves out."""

_GROUP: Final = re.compile(r"(?<!\\)\((?!\?)")


class Rule(NamedTuple):
    """What becomes of `size` parts in a row: one of the kind `origin`, a branch called `data`.

    `kept` are the places of the parts that the branch keeps, with `MISSING` among them. A
    `transparent` rule makes no branch of a single part; `spread` ones have their parts go into the
    branch above; those that `pass_on` do nothing at all.
    """

    origin: str
    size: int
    data: str
    kept: tuple[int, ...]
    transparent: bool
    spread: bool
    passes_on: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """All that is needed to read a text.

    `pattern` finds the next word, whose kind is `kinds` of the group that fits; `literals` are the
    words and signs with one spelling, by kind, and `kept` the kinds whose letters a rule keeps.
    `actions` are, by state and by kind of word or part, the state to go to; or, as `~number`, the
    rule to apply. `first` and `last` are the states of a text, by the kind of text.
    """

    pattern: str
    kinds: tuple[str, ...]
    literals: dict[str, str]
    kept: frozenset[str]
    actions: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    first: dict[str, int]
    last: dict[str, int]


def grammar() -> str:
    """Return the text of the grammar."""
    return files("interpreter.lang").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def tables() -> Tables:
    """Return the tables of the grammar: the same ones until the program ends."""
    return kept_tables()


def kept_tables() -> Tables:
    """Return the tables as the cache has them, else made and put there.

    The numbers of the states are other ones whenever they are made.
    """
    key = kept.key_of("grammar")
    found = kept.read(key)
    if isinstance(found, Tables):
        return found
    made = _make(grammar())
    kept.write(key, made)
    return made


def _make(text: str) -> Tables:
    """Have Lark work the tables out, and write them down in plain numbers and words."""
    lark = Lark(text, parser="lalr", start=list(STARTS), maybe_placeholders=True)
    found: Any = lark.parser.parser
    table = found._parse_table  # noqa: SLF001 - Lark has no other way to the tables
    pattern, kinds = _words(lark)
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    rules = tuple(_rule(rule) for rule in lark.rules)
    actions = tuple(
        {
            str(kind): target if action is Shift else ~numbers[target]
            for kind, (action, target) in table.states[state].items()
        }
        for state in range(len(table.states))
    )
    return Tables(
        pattern,
        kinds,
        {
            str(terminal.name): terminal.pattern.value
            for terminal in lark.terminals
            if isinstance(terminal.pattern, PatternStr)
        },
        frozenset(
            str(theirs.expansion[place].name)
            for theirs, rule in zip(lark.rules, rules, strict=True)
            for place in rule.kept
            if place != MISSING
        ),
        actions,
        rules,
        dict(table.start_states),
        dict(table.end_states),
    )


def _words(lark: Lark) -> tuple[str, tuple[str, ...]]:
    """Return the pattern of the next word, blanks before it included, and the kinds of its groups.

    A literal that another kind covers, as NAME covers every keyword, is told from it by its state.
    """
    ignored = [one for one in lark.terminals if one.name in lark.ignore_tokens]
    others = [one for one in lark.terminals if one.name not in lark.ignore_tokens]
    covering = [re.compile(one.pattern.to_regexp()) for one in others if one.pattern.type == "re"]
    said = [
        one
        for one in others
        if one.pattern.type == "re"
        or not any(each.fullmatch(one.pattern.value) for each in covering)
    ]
    said.sort(key=lambda one: (-one.priority, -one.pattern.max_width, one.name))
    blanks = "|".join(one.pattern.to_regexp() for one in ignored)
    # Groups of their own would be counted with ours.
    groups = [(one.name, _GROUP.sub("(?:", one.pattern.to_regexp())) for one in said]
    groups += [(END, r"\Z"), (CHARACTER, r"[\s\S]")]
    pattern = "|".join(f"({written})" for _, written in groups)
    return f"(?>(?:{blanks})*)(?:{pattern})", ("", *(str(name) for name, _ in groups))


def _rule(rule: Any) -> Rule:
    """Return a rule of Lark as ours: what it keeps is what Lark would put into its tree."""
    parts, options = rule.expansion, rule.options
    if not parts:
        raise InternalError(f"a rule without parts: {rule}")
    missing = _missing(options.empty_indices, len(parts))
    kept: list[int] = []
    for place, part in enumerate(parts):
        kept += [MISSING] * missing[place]
        if options.keep_all_tokens or not (part.is_term and part.filter_out):
            kept.append(place)
    kept += [MISSING] * missing[len(parts)]
    name = str(rule.origin.name)
    transparent = bool(options.expand1) and not rule.alias
    spread = name.startswith("_")
    return Rule(
        origin=name,
        size=len(parts),
        data=str(rule.alias or name),
        kept=tuple(kept),
        transparent=transparent,
        spread=spread,
        passes_on=kept == [0] and len(parts) == 1 and (transparent or spread),
    )


def _missing(empty: tuple[bool, ...], size: int) -> list[int]:
    """Return how many parts are left out before each part, and behind the last."""
    if not empty:
        return [0] * (size + 1)
    return [len(run) for run in "".join("1" if one else "0" for one in empty).split("0")]
