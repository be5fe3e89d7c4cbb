"""How far a game can reckon: what generated code calls where numbers could grow beyond measure.

Part of `primitives.NAMES`; `program.changes` and `program.expressions` say where it is called.
"""

from __future__ import annotations

from typing import NoReturn

from interpreter.diagnostics import RulesFault
from interpreter.program.layout import GREATEST


def times(left: int, right: int) -> int:
    """Return a product that is not beyond what a game reckons with."""
    product = left * right
    if -GREATEST <= product <= GREATEST:
        return product
    return too_great(product)


def too_great(number: int) -> NoReturn:
    """Fault: a number is beyond what a game reckons with."""
    raise RulesFault("F712", digits=str(round(number.bit_length() * 0.30103)))
