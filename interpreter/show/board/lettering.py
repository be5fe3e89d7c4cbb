"""Show stage: how wide a text is, and labels that fit where they stand; used by `painting`.

Widths are those of a wide typeface, so that a text in a narrower one takes less than is thought.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LINE = 1.2
"""The height of a line, in heights of its letters."""
_SMALLEST = 2 / 3
_STEPS = 6
_NEXT_TO_NOTHING = 1e-6
_CUT = "…"
BOLD = 1.12
"""How much wider bold letters are."""
_WIDE = 1.05
_PLAIN = 0.65


def _table() -> Mapping[str, float]:
    """Return the widths of letters in heights of the typeface."""
    groups = {
        0.29: "iljIJ'|",
        0.34: " .,:;!",
        0.4: '()[]t-fr`"',
        0.52: "sczLF?",
        0.6: "aekvxyEPTY_/",
        0.64: "bdghnopqu0123456789*+=<>$ABKRSVXZ",
        0.72: "CUX&",
        0.79: "DGHNOQ~#",
        0.83: "w",
        0.87: "M",
        0.99: "mW@%…",
    }
    return {letter: width for width, letters in groups.items() for letter in letters}


_WIDTHS = _table()


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is at most, in letters of a size."""
    return sum(map(_width, text)) * size * (BOLD if bold else 1)


def _width(letter: str) -> float:
    known = _WIDTHS.get(letter)
    if known is not None:
        return known
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return _WIDE
    return 0.8 if letter.isupper() else _PLAIN


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines that fit, and the size of their letters."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """How high all lines are."""
        return len(self.lines) * self.size * LINE


def fitted(lines: Iterable[str], width: float, height: float, size: float) -> Fitted:
    """Return lines that fit into a room: broken between words, made smaller, cut in the end."""
    said = [line for line in lines if line]
    smallest = size * _SMALLEST
    for step in range(_STEPS):
        letters = size - (size - smallest) * step / (_STEPS - 1)
        broken = tuple(part for line in said for part in _broken(line, width, letters))
        if len(broken) * letters * LINE <= height + _NEXT_TO_NOTHING and all(
            width_of(line, letters) <= width for line in broken
        ):
            return Fitted(broken, letters)
    room = int((height + _NEXT_TO_NOTHING) / (smallest * LINE))
    cut = [_cut(line, width, smallest) for line in broken]
    if len(cut) > room > 0:
        cut = [*cut[: room - 1], _cut(f"{cut[room - 1]}{_CUT}", width, smallest)]
    return Fitted(tuple(line for line in cut[:room] if line), smallest)


def _broken(line: str, width: float, size: float) -> list[str]:
    """Return a line broken between words where it is wider than the room."""
    rows: list[str] = []
    for word in line.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and width_of(longer, size) <= width:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def _cut(line: str, width: float, size: float) -> str:
    """Return a line cut where it is wider than the room; empty when nothing of it fits."""
    if width_of(line, size) <= width:
        return line
    starts = (line[:end].rstrip(" …") + _CUT for end in range(len(line) - 1, 0, -1))
    return next((start for start in starts if width_of(start, size) <= width), "")


def rows_of(widths: Iterable[float], room: float, gap: float) -> list[list[int]]:
    """Return the places of things in rows, as many in each as there is room for."""
    rows: list[list[int]] = []
    used = 0.0
    for place, width in enumerate(widths):
        if rows and used + gap + width <= room:
            rows[-1].append(place)
            used += gap + width
        else:
            rows.append([place])
            used = width
    return rows
