"""Tables that fill themselves: what never changes is worked out when it is first read.

Part of `primitives.NAMES`; `program.values`, `program.queries` and `program.expressions` write the
calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from interpreter.program.budget import MOST_KEPT, steps_from
from interpreter.program.faults import BROKEN

_Key = TypeVar("_Key")
_Found = TypeVar("_Found")


def _kept(table: dict[_Key, _Found], key: _Key, found: _Found) -> _Found:
    """Put an entry into a table, which begins anew when it is full."""
    if len(table) >= MOST_KEPT:
        table.clear()
    table[key] = found
    return found


class Failing:
    """Stands for rows that cannot be worked out: whoever goes through them meets the fault."""

    def __init__(self, function: Callable[[], tuple[Any, ...]]) -> None:
        """Remember what fails."""
        self._function = function

    def __iter__(self) -> Iterator[Any]:
        """Fail again, in play."""
        return iter(self._function())

    def __len__(self) -> int:
        """Return that nobody knows how many they are."""
        return 0


def early(function: Callable[[], tuple[Any, ...]]) -> Iterable[Any]:
    """Return rows worked out when a program is loaded; a fault waits until they are read."""
    try:
        return function()
    except BROKEN:
        return Failing(function)


class Memo(dict[int, Any]):
    """Values of a function that never change, worked out when they are first read."""

    def __init__(self, function: Callable[[int], Any]) -> None:
        """Remember the function."""
        super().__init__()
        self._function = function

    def __missing__(self, key: int) -> Any:
        """Work a value out."""
        return _kept(self, key, self._function(key))


class MemoKeys(dict[tuple[int, ...], Any]):
    """The same for several keys."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Remember the function."""
        super().__init__()
        self._function = function

    def __missing__(self, key: tuple[int, ...]) -> Any:
        """Work a value out."""
        return _kept(self, key, self._function(*key))


class Lines(dict[tuple[int, int], tuple[int, ...]]):
    """The things on a straight line: (start, length) -> start and what following a link gives."""

    def __init__(self, link: tuple[tuple[int, ...], ...]) -> None:
        """Remember the link."""
        super().__init__()
        self._link = link

    def __missing__(self, key: tuple[int, int]) -> tuple[int, ...]:
        """Follow the link."""
        here, length = key
        if length > len(self._link):
            return self[here, len(self._link)]
        found = {here: None} if length > 0 else {}
        while len(found) < length and self._link[here]:
            here = self._link[here][0]
            if here in found:
                break
            found[here] = None
        return _kept(self, key, tuple(found))


class MaskLines(dict[tuple[int, int], int]):
    """The same as sets."""

    def __init__(self, link: tuple[tuple[int, ...], ...]) -> None:
        """Remember the link."""
        super().__init__()
        self._lines = Lines(link)
        self._longest = len(link)

    def __missing__(self, key: tuple[int, int]) -> int:
        """Follow the link."""
        here, length = key
        if length > self._longest:
            return self[here, self._longest]
        return _kept(self, key, sum(1 << thing for thing in self._lines[key]))


class Distances(dict[int, tuple[int, ...]]):
    """Steps along a link: from one thing to each, `NOTHING_NUMBER` where there is no way."""

    def __init__(self, link: tuple[tuple[int, ...], ...]) -> None:
        """Remember the link."""
        super().__init__()
        self._link = link

    def __missing__(self, start: int) -> tuple[int, ...]:
        """Walk from the start to everything."""
        self[start] = found = steps_from(self._link, start)
        return found
