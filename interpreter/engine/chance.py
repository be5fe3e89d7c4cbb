"""Chance, keyed by its cause: every value is a function of the seed, the cause and a counter.

Read by `primitives` (dice, shuffles), and by bots and simulations for streams of their own.
Nothing here holds state: a counter lies in the state of the game (or is handed in), so a copy of a
game costs nothing and a seed means the same game everywhere.

The generator is splitmix64 (Steele, Lea, Flood 2014) used as a hash: `value(seed, cause, ordinal)`
is the mixed sum of the three words, each mixed before it is added. A number below n is the high
part of value * n / 2**64.
"""

from __future__ import annotations

from hashlib import blake2b

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """Return the 64 bits of `word` mixed by the finaliser of splitmix64."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def value(seed: int, cause: int, ordinal: int) -> int:
    """Return 64 bits for a seed, a cause (64 bits) and an ordinal from 0."""
    return mix(
        (mix((seed + _GOLDEN) & _WORD) + mix(cause & _WORD) + (ordinal + 1) * _GOLDEN) & _WORD
    )


def below(seed: int, cause: int, ordinal: int, count: int) -> int:
    """Return a whole number from 0 to `count` - 1."""
    return value(seed, cause, ordinal) * count >> 64


def shuffled(seed: int, cause: int, ordinal: int, items: tuple[int, ...]) -> tuple[int, ...]:
    """Return items in an order of chance: each is sorted by a value of its own.

    So two games of one seed whose decks differ in one card keep the other cards in the same order.
    """
    start = value(seed, cause, ordinal)
    return tuple(sorted(items, key=lambda item: (value(start, cause, item), item)))


def derived(seed: int, *words: object) -> int:
    """Return a seed of 64 bits for a purpose, named by words (`"bot"`, a seat ...)."""
    text = "\x1f".join(map(str, (seed, *words))).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


class Stream:
    """A row of random numbers for a purpose outside the game: a bot, a sample of hidden things."""

    __slots__ = ("ordinal", "seed")

    def __init__(self, seed: int, *words: object) -> None:
        """Start the stream for a purpose, named by words."""
        self.seed = derived(seed, *words)
        self.ordinal = 0

    def below(self, count: int) -> int:
        """Return the next whole number from 0 to `count` - 1."""
        self.ordinal += 1
        return mix((self.seed + self.ordinal * _GOLDEN) & _WORD) * count >> 64

    def shuffled(self, items: tuple[int, ...]) -> tuple[int, ...]:
        """Return items in an order of chance."""
        left = list(items)
        # this is `below`, written out: bots shuffle the options of every point they look at
        seed, ordinal = self.seed, self.ordinal
        for last in range(len(left) - 1, 0, -1):
            ordinal += 1
            other = mix((seed + ordinal * _GOLDEN) & _WORD) * (last + 1) >> 64
            left[last], left[other] = left[other], left[last]
        self.ordinal = ordinal
        return tuple(left)
