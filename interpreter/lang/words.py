"""The words of the language other than operations and functions; feeds parser, linker and docs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SMALL_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "of": "whose",
        "to": "where it goes, what it becomes, who sees it",
        "from": "where it comes from",
        "in": "where it stays",
        "on": "what it is done to, the other side",
        "at": "which end, which spot",
        "with": "what goes with it",
        "for": "for whom, what for",
        "against": "the opponent",
        "over": "what it is about",
    }
)
"""The words that name arguments, each with what it mostly means."""

FIXED_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "me": "the player who acts",
        "self": "the definition that the text stands in",
        "actor": "who did the event that a hook hears",
        "option": "the options of the game: `option.advanced`",
        "original": "in what an overlay puts `instead` of a text: the old text",
        "top": "the top of an ordered zone, where `draw` takes from",
        "bottom": "the bottom of an ordered zone",
        "nobody": "no player: in `seen by`",
        "count": "only how many: in `seen by`",
    }
)
"""Names that mean the same in each pack."""

ORIGINAL: Final = "original"
"""The fixed name by which a text of an overlay carries out what it stands instead of."""

TYPE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "truth": "yes or no",
        "number": "a whole number",
        "half": "a multiple of one half, kept exactly",
        "set": "`set of K`: no doubles, in the stable order of its members",
        "list": "`list of K`: in an order of its own",
        "stack": "the pieces of one owner in one place; `owner`, `place` and `size`",
    }
)
"""Types that each pack has; the others are its kinds, word lists and records."""

KEYWORDS: Final = frozenset(
    {
        "against", "all", "among", "and", "any", "as", "at", "by", "choose", "chooses", "count",
        "dividing", "down", "each", "else", "empty", "end", "first", "for", "free", "from",
        "have", "highest", "if", "in", "is", "its", "leave", "let", "lowest", "may", "next", "no",
        "none", "not", "nothing", "of", "on", "one", "or", "orders", "otherwise", "over",
        "paying", "plan", "ranking", "repeat", "rounded", "secretly", "such", "sum", "taking",
        "that", "then", "to", "up", "where", "while", "with", "yes",
    }
)  # fmt: skip
"""The words of the grammar that stand for themselves wherever they stand, but behind a dot."""

SOFT_KEYWORDS: Final = frozenset({"cost", "game", "loop", "number", "rule", "times"})
"""Words of the grammar only behind another (`end game`, `its cost`); elsewhere they are names."""

FOREIGN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "break": "leave loop",
        "const": "let",
        "continue": "next",
        "elif": "else if",
        "elseif": "else if",
        "elsif": "else if",
        "exit": "leave rule",
        "foreach": "for each",
        "return": "leave rule",
        "unless": "if not",
        "until": "repeat while not",
        "var": "let",
        "when": "if",
        "while": "repeat while",
    }
)
"""What other languages say at the head of a line, and what is said here."""
