"""How far a game can reckon: what generated code calls where numbers could grow beyond measure.

Part of `primitives.NAMES`; `program.changes` and `program.expressions` say where it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from interpreter.diagnostics import RulesFault
from interpreter.lang.types import NOTHING_NUMBER
from interpreter.program.layout import GREATEST

MOST_TRIES = 200_000
"""How many whole answers may be tried to find out what one step can lead to."""


def times(left: int, right: int) -> int:
    """Return a product that is not beyond what a game reckons with."""
    product = left * right
    if -GREATEST <= product <= GREATEST:
        return product
    return too_great(product)


def reckoned(numbers: Iterable[int]) -> None:
    """Look at numbers that are kept together: none may be beyond what a game reckons with."""
    for number in numbers:
        if not -GREATEST <= number <= GREATEST and number != NOTHING_NUMBER:
            too_great(number)


def too_great(number: int) -> NoReturn:
    """Fault: a number is beyond what a game reckons with."""
    raise RulesFault("F712", digits=str(round(number.bit_length() * 0.30103)))


def too_long(longest: int) -> NoReturn:
    """Fault: a list is longer than a game reckons with."""
    raise RulesFault("F717", most=f"{longest:,}")


class _Counted:
    """A test of whole answers that breaks when it is asked too often."""

    __slots__ = ("_left", "_test")

    def __init__(self, test: Callable[[Any], Any]) -> None:
        """Count from the start."""
        self._test = test
        self._left = MOST_TRIES

    def __call__(self, answer: Any) -> Any:
        """Return what the test says of an answer."""
        self._left -= 1
        if self._left < 0:
            raise RulesFault("F713", tries=str(MOST_TRIES))
        return self._test(answer)


def counted(test: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a test of whole answers that counts how often it is asked."""
    return test if isinstance(test, _Counted) else _Counted(test)


# ---- sets of numbers ------------------------------------------------------------------------

GREATEST_MEMBER = 9_999
"""The greatest number in a set of numbers, which has a bit for each."""


def bit(number: int) -> int:
    """Return the set of one number, which may be any."""
    if not 0 <= number <= GREATEST_MEMBER:
        raise RulesFault("F714", number=str(number), most=str(GREATEST_MEMBER))
    return 1 << number


def mask_of_numbers(members: Sequence[int]) -> int:
    """Return the set of some numbers, which may be any."""
    found = 0
    for member in members:
        found |= bit(member)
    return found


def without_number(members: int, number: int) -> int:
    """Return a set of numbers without one, which may be any."""
    return members ^ 1 << number if number >= 0 and members >> number & 1 else members
