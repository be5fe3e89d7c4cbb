"""Show stage: what is drawn in the end, with coordinates; made by `painting`, written by `svg`.

x goes to the right, y down. Positions of writing are the middle of its base line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Ink = Literal["ink", "black", "white"]
"""The colour of letters: that of the sheet, or one that can be read on a colour."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the plane, by its centre."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self) -> float:
        """The left side."""
        return self.x - self.width / 2

    @property
    def top(self) -> float:
        """The upper side."""
        return self.y - self.height / 2

    @property
    def right(self) -> float:
        """The right side."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """The lower side."""
        return self.y + self.height / 2

    def scaled(self, factor: float) -> Box:
        """Return a box of the same centre."""
        return replace(self, width=self.width * factor, height=self.height * factor)


def around(boxes: Iterable[Box]) -> Box:
    """Return the box around others; an empty one at 0 around none."""
    every = tuple(boxes)
    if not every:
        return Box(0, 0, 0, 0)
    left, top = min(one.left for one in every), min(one.top for one in every)
    right, bottom = max(one.right for one in every), max(one.bottom for one in every)
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


def around_points(points: Iterable[Point]) -> Box:
    """Return the box around points."""
    return around(Box(x, y, 0, 0) for x, y in points)


@dataclass(frozen=True, slots=True)
class Outline:
    """A shape: by its corners, or a circle, or a rectangle with round corners.

    `colour` None is the colour of the sheet. `about` is what it stands for, in words.
    """

    box: Box
    form: Literal["corners", "circle", "rectangle"]
    corners: tuple[Point, ...] = ()
    radius: float = 0
    colour: str | None = None
    dashed: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two points."""

    start: Point
    end: Point
    thick: float
    colour: str | None = None
    dashed: bool = False
    about: str = ""

    @property
    def box(self) -> Box:
        """What it covers."""
        return around_points((self.start, self.end))


@dataclass(frozen=True, slots=True)
class Writing:
    """A line of text; `width` is how wide it is at most."""

    x: float
    y: float
    text: str
    size: float
    width: float
    ink: Ink = "ink"
    bold: bool = False
    anchor: Literal["middle", "start"] = "middle"

    @property
    def box(self) -> Box:
        """What it covers."""
        centre = self.x if self.anchor == "middle" else self.x + self.width / 2
        return Box(centre, self.y - self.size * 0.35, self.width, self.size)


Mark = Outline | Stroke | Writing
