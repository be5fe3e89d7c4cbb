"""The faults that generated code finds by itself: a rule of the pack wants what cannot be.

Part of `primitives.NAMES`.
"""

from __future__ import annotations

from typing import NoReturn

from interpreter.diagnostics import RulesFault


def short(what: str, wanted: int, there: int) -> NoReturn:
    """Fault: an exact number is wanted of something of which there is less."""
    raise RulesFault("F702", what=what, wanted=str(wanted), there=str(there))


def full(what: str, limit: int) -> NoReturn:
    """Fault: a zone or a set would hold more than its limit."""
    raise RulesFault("F704", what=what, limit=str(limit))


def never_none() -> NoReturn:
    """Fault: a choice that the author claims never to be empty is."""
    raise RulesFault("F703")


def absent(name: str) -> NoReturn:
    """Fault: a thing is needed that takes no part with so few players."""
    raise RulesFault("F715", name=name)
