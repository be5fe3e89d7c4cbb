"""Foundation: codes E2xx, what can be wrong with the shape of a document; read by diagnostics."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E201": error(
        "the key `{key}` is not known here",
        "Each place in a file knows its own keys, so that a slip of the pen is not silently "
        "ignored. Keys that begin with x_ are allowed almost everywhere and never read: use them "
        "for notes of your own.",
    ),
    "E202": error(
        "{subject} lacks the key `{key}`",
        "This key must be there. The finding stands at the key or the entry that lacks it.",
    ),
    "E203": error(
        "{subject} wants {expected}, found {found}",
        "The value is of another kind or form than this place allows. All values are read as "
        "written: a number is written in digits without leading zeros, a truth is yes or no.",
    ),
    "E206": error(
        "`{key}` cannot be a name: it wants {expected}",
        "Ids are used in effect texts, so they are words of small letters, digits and _ that begin "
        "with a letter. What players read is written in `title`.",
    ),
    "E207": error(
        "`{key}` needs `{other}` beside it",
        "These two keys say something only together.",
    ),
    "E208": error(
        "{subject} wants {expected}, found {found}",
        "A list or mapping is too short or too long.",
    ),
    "E209": error(
        "{item} stands twice in {subject}",
        "Each item of this list can stand in it once.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
