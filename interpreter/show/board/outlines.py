"""Show stage: the corners of shapes, and the room for a label in them; used by `painting`."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from interpreter.show.board.marks import Box, Point

FLAT = sqrt(3) / 2
"""How much a hexagon measures across its sides, in its measure across its corners."""

_CORNERS: Mapping[str, tuple[Point, ...]] = {
    "hexagon": ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25)),
    "flat hexagon": ((-0.5, 0), (-0.25, -0.5), (0.25, -0.5), (0.5, 0), (0.25, 0.5), (-0.25, 0.5)),
    "triangle": ((0, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "diamond": ((0, -0.5), (0.5, 0), (0, 0.5), (-0.5, 0)),
}
"""The corners of shapes, in a box of 1 by 1."""

_MIDDLE: Mapping[str, Point] = {
    "circle": (0.84, 0.72),
    "hexagon": (0.92, 0.5),
    "flat hexagon": (0.8, 0.6),
    "triangle": (0.5, 0.45),
    "diamond": (0.62, 0.4),
    "polygon": (0.8, 0.6),
    "text": (1, 1),
}
"""How much of its box a shape leaves for a label in the middle: width, height; else `_STRAIGHT`."""
_EDGE: Mapping[str, Point] = {
    "circle": (0.62, 0.1),
    "hexagon": (0.62, 0.13),
    "flat hexagon": (0.5, 0.04),
    "triangle": (0.6, 0.04),
    "diamond": (0.4, 0.18),
    "polygon": (0.6, 0.08),
}
"""For a label at the top or bottom: the width, and how far from there it begins."""
_STRAIGHT = (0.94, 0.94)
_STRAIGHT_EDGE = (0.92, 0.03)


def corners(shape: str, box: Box) -> tuple[Point, ...]:
    """Return the corners of a shape, none of one that has no straight sides."""
    return tuple(
        (box.x + x * box.width, box.y + y * box.height) for x, y in _CORNERS.get(shape, ())
    )


def extent(shape: str, size: float) -> tuple[float, float]:
    """Return how wide and how high a shape of a size is."""
    if shape == "hexagon":
        return size * FLAT, size
    if shape == "flat hexagon":
        return size, size * FLAT
    return size, size


def middle(shape: str, box: Box) -> Box:
    """Return the room in the middle of a shape."""
    width, height = _MIDDLE.get(shape, _STRAIGHT)
    return Box(box.x, box.y, box.width * width, box.height * height)


def edge(shape: str, box: Box) -> tuple[float, float]:
    """Return how wide a label at the top or bottom can be, and how far from there it begins."""
    width, gap = _EDGE.get(shape, _STRAIGHT_EDGE)
    return box.width * width, box.height * gap
