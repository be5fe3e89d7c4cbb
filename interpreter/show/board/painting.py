"""Show stage: the things of a scene to marks, and what the legend has to tell; feeds `sheet`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.lang import ir
from interpreter.show.board import lettering, outlines
from interpreter.show.board.colours import UNKNOWN, is_dark
from interpreter.show.board.marks import Box, Ink, Mark, Outline, Stroke, Writing
from interpreter.show.board.reading import Readings
from interpreter.show.board.scene import Item, Scene

_ROUND = 0.12
_ROUNDEST = 8.0
_BESIDE = 1.6
_LINES_BESIDE = 3
_GAP = 2.0


@dataclass(slots=True)
class Entry:
    """A line of the legend: a shape, and the colours in which it was drawn with their words."""

    text: str
    shape: ir.boards.Shape
    paint: str | None
    dashed: bool
    colours: dict[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def samples(self) -> list[tuple[str, str]]:
        """The colours with their words, in the order of what they stand for."""
        ordered = sorted(self.colours.items(), key=lambda one: one[1])
        return [(words, colour) for words, (_, colour) in ordered]


class Painter:
    """Makes marks of scenes, and gathers the legend of all of them."""

    def __init__(self, readings: Readings) -> None:
        """Begin with an empty legend."""
        self._readings = readings
        self.legend: dict[str, Entry] = {}

    def marks(self, scene: Scene) -> tuple[Mark, ...]:
        """Return the marks of a scene, in the order in which they cover each other."""
        marks: list[Mark] = []
        for items in scene.walk():
            colours = [self._colour(item) for item in items]
            for item, colour in zip(items, colours, strict=True):
                marks += self._item(scene, item, colour)
            for item, colour in zip(items, colours, strict=True):
                marks += self._label(scene, item, colour)
        return tuple(marks)

    def _item(self, scene: Scene, item: Item, colour: str | None) -> Iterator[Mark]:
        """Return the outline or the lines of an item."""
        layer = item.layer
        about = "" if item.unseen else self._readings.about(layer.each, item.scope)
        if layer.shape == "line":
            for start, end in item.ends:
                yield Stroke(start, end, scene.thick(item), colour, layer.dashed, about)
        elif layer.shape != "text":
            yield outline(layer.shape, item.box, colour, dashed=layer.dashed, about=about,
                          points=item.points)  # fmt: skip

    # ---- colour ----------------------------------------------------------------------------------

    def _colour(self, item: Item) -> str | None:
        """Return the colour of an item, and tell the legend of it."""
        layer = item.layer
        colour = layer.paint
        words, place = "", 0
        number = layer.readings.get("colour")
        if item.unseen:
            colour = UNKNOWN
        elif number is not None:
            found = self._readings.colour(number, item.scope)
            if found is not None:
                colour, words, place = found
        if layer.legend:
            entry = self.legend.setdefault(
                layer.legend, Entry(layer.legend, layer.shape, layer.paint, layer.dashed)
            )
            if words and colour is not None:
                entry.colours.setdefault(words, (place, colour))
        return colour

    # ---- label -----------------------------------------------------------------------------------

    def _label(self, scene: Scene, item: Item, colour: str | None) -> Iterator[Writing]:
        if not any(item.label):
            return
        layer, box, size = item.layer, item.box, scene.letters(item)
        ink: Ink = "ink"
        if colour is not None and layer.shape not in ("line", "text"):
            ink = "white" if is_dark(colour) else "black"
        if layer.label_at == "middle" or layer.shape == "line":
            room = outlines.middle(layer.shape, box)
            if layer.shape == "line":
                room = Box(box.x, box.y, max(box.width, box.height), size * lettering.LINE)
            if item.unseen:
                size = max(size, min(room.width, room.height) / 2)
            fit = lettering.fitted(item.label, room.width, room.height, size)
            yield from written(fit, room.x, room.y - fit.height / 2, room.width, ink)
            return
        if layer.label_at in ("above", "below"):
            fit = lettering.fitted(
                item.label,
                max(box.width * _BESIDE, size * 6),
                size * lettering.LINE * _LINES_BESIDE,
                size,
            )
            top = box.bottom + _GAP if layer.label_at == "below" else box.top - _GAP - fit.height
            yield from written(fit, box.x, top, box.width * _BESIDE, "ink")
            return
        width, gap = outlines.edge(layer.shape, box)
        height = box.height - 2 * gap
        fit = lettering.fitted(item.label, width, height / 2 if layer.inside else height, size)
        top = box.top + gap if layer.label_at == "top" else box.bottom - gap - fit.height
        yield from written(fit, box.x, top, width, ink)


def outline(
    shape: str,
    box: Box,
    colour: str | None,
    *,
    dashed: bool = False,
    about: str = "",
    points: tuple[tuple[float, float], ...] = (),
) -> Outline:
    """Return the outline of a shape in a box."""
    if shape == "circle":
        return Outline(box, "circle", colour=colour, dashed=dashed, about=about)
    corners = points or outlines.corners(shape, box)
    if corners:
        return Outline(box, "corners", corners, colour=colour, dashed=dashed, about=about)
    radius = min(_ROUNDEST, min(box.width, box.height) * _ROUND) if shape == "card" else 0
    return Outline(box, "rectangle", (), radius, colour, dashed, about)


def written(
    fit: lettering.Fitted, x: float, top: float, width: float, ink: Ink
) -> Iterator[Writing]:
    """Iterate over the lines of a label that begins at a height."""
    for number, line in enumerate(fit.lines):
        base = top + fit.size * (lettering.LINE * (number + 0.5) + 0.35)
        wide = min(width, lettering.width_of(line, fit.size))
        yield Writing(x, base, line, fit.size, wide, ink)
