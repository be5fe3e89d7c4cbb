"""What an error of Python means in generated code, and where in a pack it happened.

Used by `image` for the beginning of a game and by `engine.machine` for all that follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType

from interpreter.diagnostics import RulesFault
from interpreter.program.budget import MOST_NESTED
from interpreter.source import Span

BROKEN = (IndexError, KeyError, ZeroDivisionError, RecursionError, RulesFault)
"""The errors by which generated code says that a rule of the pack broke."""


def fault_of(error: Exception) -> RulesFault:
    """Return the fault that an error stands for in generated code, still without its places."""
    if isinstance(error, RulesFault):
        return error
    if isinstance(error, RecursionError):
        return RulesFault("F718", most=str(MOST_NESTED))
    if isinstance(error, KeyError):
        return RulesFault("F707", key=str(error.args[0] if error.args else ""))
    return RulesFault("F709" if isinstance(error, ZeroDivisionError) else "F706")


def places_of(
    trace: TracebackType | None, file: str, titles: Sequence[str], spans: Sequence[Span | None]
) -> Iterator[tuple[str, Span | None]]:
    """Yield the places in generated code that a trace leads through, outermost first.

    `titles` and `spans` are those of its lines.
    """
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno - 1
            yield titles[line], spans[line]
        trace = trace.tb_next
