"""Draws a thing for each of some tokens, every thing once, within what each token may be.

Fed by `resample`; knows nothing of games. Where all tokens may be the same things, every way to
match them is equally likely. Where they differ, every way is possible, and exchanges bring the
odds near to equal.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.chance import Stream
from interpreter.engine.primitives import bits

_EXCHANGES = 4
"""How many exchanges are tried for each token."""


def matched(able: Sequence[int], stream: Stream) -> list[int] | None:
    """Return a thing for each token, given as the masks of what each may be; None if none fits."""
    holder: dict[int, int] = {}
    for token in stream.shuffled(tuple(range(len(able)))):
        if not _match(token, able, holder, stream, set()):
            return None
    chosen = [-1] * len(able)
    for thing, token in holder.items():
        chosen[token] = thing
    _exchange(chosen, able, stream)
    return chosen


def _match(
    token: int, able: Sequence[int], holder: dict[int, int], stream: Stream, tried: set[int]
) -> bool:
    """Give a token a thing, a free one or one whose holder can take another."""
    things = stream.shuffled(bits(able[token]))
    for thing in things:
        if thing not in holder:
            holder[thing] = token
            return True
    for thing in things:
        if thing not in tried:
            tried.add(thing)
            if _match(holder[thing], able, holder, stream, tried):
                holder[thing] = token
                return True
    return False


def _exchange(chosen: list[int], able: Sequence[int], stream: Stream) -> None:
    """Let tokens exchange things, wherever both may be what the other is."""
    open_ = [token for token, mask in enumerate(able) if mask.bit_count() > 1]
    if len({able[token] for token in open_}) < 2:
        # all the same: the matching is already one of equally likely ones
        return
    for _ in range(_EXCHANGES * len(open_)):
        one = open_[stream.below(len(open_))]
        other = open_[stream.below(len(open_))]
        mine, yours = chosen[one], chosen[other]
        if able[one] >> yours & 1 and able[other] >> mine & 1:
            chosen[one], chosen[other] = yours, mine
