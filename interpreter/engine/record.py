"""The record of a game: each answer beside what was asked, quick to write and shared by copies.

Written and read by `game`, which hands `Given`s on to `sight`, `undo` and `saves`.

An answer is written as six entries of one flat list, since the garbage collector of Python passes
by plain data in a list at once, but visits tuples in tuples several times. When the game is copied
or the record is read, what was written is put into tuples that no game changes any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.engine.sight import Given

ENTRIES = 6
"""How many entries of `Record.fresh` are one answer."""


# How much of what was asked is kept of an answer in a secret block: its first frames too.
_IN_SECRET = 4


class Record:
    """The answers of one game, in order.

    `fresh` holds the newest, flat: for each the player, the place of decision, the options, the
    option that was taken, how far the log was, and in a secret block its first frames, else None.
    """

    __slots__ = ("_kept", "_pairs", "fresh")

    def __init__(self, answers: Sequence[Given] = ()) -> None:
        """Begin with some answers."""
        # Each row is longer than the next, so there are few; `_keep` sees to that.
        self._kept: tuple[tuple[Given, ...], ...] = (tuple(answers),) if answers else ()
        self.fresh: list[Any] = []
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

    def copy(self) -> Record:
        """Return a record that goes on by itself; it shares what has been written."""
        self._keep()
        other = object.__new__(Record)
        other._kept, other._pairs, other.fresh = self._kept, self._pairs, []
        return other

    def _keep(self) -> None:
        """Put what was written into rows that copies share."""
        if not self.fresh:
            return
        entries = iter(self.fresh)
        row: tuple[Given, ...] = tuple(
            ((player, site, options), number, happened)
            if block is None
            else ((player, site, options, block), number, happened)
            for player, site, options, number, happened, block in zip(
                *[entries] * ENTRIES, strict=True
            )
        )
        kept = self._kept
        while kept and len(kept[-1]) <= len(row):
            kept, row = kept[:-1], kept[-1] + row
        self._kept = (*kept, row)
        self.fresh = []
