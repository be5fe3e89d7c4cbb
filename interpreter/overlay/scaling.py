"""Overlay stage: a number or a price times a factor, exactly; feeds `operations`."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor

_FACTOR = re.compile(
    r"(?P<whole>\d{1,9})(?:/(?P<part>\d{1,9})|(?P<percent>%))?(?: rounded (?P<way>up|down))?"
)
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,15}(?![\w.])")
# What the amounts of a price stand between: names, brackets of a resource, `and`.
_PRICE = re.compile(r"\d{1,15} [a-z][a-z0-9_]*(?: and \d{1,15} [a-z][a-z0-9_]*)*")


class ScalingError(Exception):
    """A text cannot be scaled; the reason is its argument."""


def scaled(text: str, factor: str) -> str:
    """Return a number, or a price with each of its amounts, times a factor.

    The factor is a whole number, a fraction `1/2` or a percentage `150%`, perhaps with `rounded
    up` or `rounded down`. Raises `ScalingError` with the reason when the text is neither a number
    nor a price, the factor is none, or a result is not whole.
    """
    said = _FACTOR.fullmatch(" ".join(factor.split()))
    if said is None or said["part"] == "0" * len(said["part"] or "1"):
        raise ScalingError(f"`{factor.strip()}` is no factor such as 3, 1/2 or 150% rounded up")
    ratio = Fraction(int(said["whole"]), 100 if said["percent"] else int(said["part"] or 1))
    written = " ".join(text.split())
    if not (_NUMBER.fullmatch(written) or _PRICE.fullmatch(written)):
        raise ScalingError(f"`{written}` is neither a number nor a price of plain amounts")
    return _NUMBER.sub(lambda number: _times(number[0], ratio, said["way"]), written)


def _times(number: str, ratio: Fraction, way: str | None) -> str:
    """Return one number times a ratio."""
    result = int(number) * ratio
    if result.denominator == 1:
        return str(int(result))
    if way is None:
        raise ScalingError(
            f"{number} times {ratio} is {result}, not whole; say `rounded up` or `rounded down`"
        )
    return str(ceil(result) if way == "up" else floor(result))
