"""The record of a game: its answers, each beside what was asked, and its log; shared by copies.

Written and read by `game`, which hands `Given`s and events on to `sight`, `undo` and `saves`; the
machine writes to the log.

An answer is written as six entries of one flat list, since the garbage collector of Python passes
by plain data in a list at once, but visits tuples in tuples several times. When the game is copied
or the record is read, what was written is put into tuples that no game changes any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from interpreter.engine.log import Happened, Log
from interpreter.engine.sight import Given

ENTRIES = 6
"""How many entries of `Record.fresh` are one answer."""

_Entry = TypeVar("_Entry")

# How much of what was asked is kept of an answer in a secret block: its first frames too.
_IN_SECRET = 4


class Record:
    """The answers and the events of one game, in order.

    `fresh` holds the newest answers, flat: for each the player, the place of decision, the options,
    the option that was taken, how many events `log` held, and in a secret block its first frames,
    else None. `log` holds the newest events.
    """

    __slots__ = ("_happened", "_kept", "_pairs", "fresh", "log")

    def __init__(self, answers: Sequence[Given] = (), events: Sequence[Happened] = ()) -> None:
        """Begin with some answers and events."""
        # Each row is longer than the next, so there are few; `_with_row` sees to that.
        self._kept: tuple[tuple[Given, ...], ...] = (tuple(answers),) if answers else ()
        self._happened: tuple[tuple[Happened, ...], ...] = (tuple(events),) if events else ()
        self.fresh: list[Any] = []
        self.log = Log()
        self.log.before = len(events)
        # what `pairs` has returned: all answers, or those before the newest
        self._pairs: tuple[tuple[int, int], ...] = ()

    def __len__(self) -> int:
        """Return how many answers there are."""
        return sum(map(len, self._kept)) + len(self.fresh) // ENTRIES

    def __reversed__(self) -> Iterator[Given]:
        """Go through the answers, the last one first."""
        self._keep()
        for row in reversed(self._kept):
            yield from reversed(row)

    def all(self) -> tuple[Given, ...]:
        """Return the answers."""
        self._keep()
        if len(self._kept) > 1:
            self._kept = (sum(self._kept, ()),)
        return self._kept[0] if self._kept else ()

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Return who has answered and with which option."""
        if len(self._pairs) < len(self):
            newest = self.all()[len(self._pairs) :]
            self._pairs += tuple((asked[0], number) for asked, number, _ in newest)
        return self._pairs

    def without_others(self, player: int, block: tuple[Any, ...]) -> int:
        """Return how many answers there are but for those of others in a secret block.

        `block` are its first frames, made once for each block, so they tell one from the next.
        """
        count = len(self)
        for asked, _, _ in reversed(self):
            if asked[-1] is not block:
                break
            count -= asked[0] != player
        return count

    def row(self, player: int, least: int) -> tuple[int, ...]:
        """Return the positions of a player's answers since others have answered openly.

        Answers of others in a secret block do not count; none before `least` is looked at.
        """
        found: list[int] = []
        for position, (asked, _, _) in zip(
            range(len(self) - 1, least - 1, -1), reversed(self), strict=False
        ):
            if asked[0] == player:
                found.append(position)
            elif len(asked) < _IN_SECRET:
                break
        return tuple(reversed(found))

    def events(self) -> tuple[Happened, ...]:
        """Return all events."""
        self._keep_events()
        if len(self._happened) > 1:
            self._happened = (sum(self._happened, ()),)
        return self._happened[0] if self._happened else ()

    def copy(self) -> Record:
        """Return a record that goes on by itself; it shares what has been written."""
        if self.fresh or self.log:
            self._keep_events()
        other = object.__new__(Record)
        other._kept, other._happened, other._pairs = self._kept, self._happened, self._pairs
        other.fresh = []
        other.log = log = Log.__new__(Log)  # `__init__` would take longer than the rest
        log.before = self.log.before
        return other

    def _keep(self) -> None:
        """Put what was written into rows that copies share."""
        if not self.fresh:
            return
        entries, before = iter(self.fresh), self.log.before
        row: tuple[Given, ...] = tuple(
            ((player, site, options), number, before + happened)
            if block is None
            else ((player, site, options, block), number, before + happened)
            for player, site, options, number, happened, block in zip(
                *[entries] * ENTRIES, strict=True
            )
        )
        self._kept = _with_row(self._kept, row)
        self.fresh = []

    def _keep_events(self) -> None:
        """Put the newest events into such rows too, after the answers that count them."""
        self._keep()
        if self.log:
            self._happened = _with_row(self._happened, tuple(self.log))
            self.log.before += len(self.log)
            self.log.clear()


def _with_row(
    rows: tuple[tuple[_Entry, ...], ...], row: tuple[_Entry, ...]
) -> tuple[tuple[_Entry, ...], ...]:
    """Return rows with one more at the end; those that are no longer than it are joined to it."""
    while rows and len(rows[-1]) <= len(row):
        rows, row = rows[:-1], rows[-1] + row
    return (*rows, row)
