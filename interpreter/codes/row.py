"""Foundation: the shape of one row of the code table, used by every stage's list of codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is: an error stops the pack, a warning does not, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class CodeRow:
    """One kind of finding.

    `message` is a template with `{argument}` places; `explanation` is the paragraph that
    `solon explain CODE` prints: what is wrong, why it matters, how it is mended.
    """

    severity: Severity
    message: str
    explanation: str


def error(message: str, explanation: str) -> CodeRow:
    """Return the row of an error."""
    return CodeRow(Severity.ERROR, message, explanation)


def warning(message: str, explanation: str) -> CodeRow:
    """Return the row of a warning."""
    return CodeRow(Severity.WARNING, message, explanation)


def note(message: str, explanation: str) -> CodeRow:
    """Return the row of a note."""
    return CodeRow(Severity.NOTE, message, explanation)
