"""Show stage, the door: a board with its program and somebody's view of a game, to SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.engine.veil import UnseenError
from interpreter.engine.view import View
from interpreter.lang import ir
from interpreter.program.program import Program
from interpreter.show.board.painting import Painter
from interpreter.show.board.reading import Readings
from interpreter.show.board.scene import Scene
from interpreter.show.board.sheet import Picture, compose
from interpreter.show.board.svg import to_svg


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a board is drawn, and the program whose tests are its readings (`Pack.drawing`)."""

    board: ir.BoardSpec
    program: Program


def draw(drawing: Drawing, view: View, title: str, about: str) -> str:
    """Return the board as SVG, as one seat sees it.

    `title` stands at the top, `about` below it. Raises `RulesFault` when an expression breaks.
    """
    readings = Readings(drawing.program, drawing.board, view.veiled())
    painter = Painter(readings)
    pictures = [
        Picture(panel, readings.line(panel.title, scene.scope), painter.marks(scene))
        for panel, scene in scenes(drawing.board, readings)
    ]
    return to_svg(compose(title, about, pictures, painter.legend.values()), about)


def scenes(board: ir.BoardSpec, readings: Readings) -> Iterator[tuple[ir.PanelSpec, Scene]]:
    """Iterate over the panels of a board in their order, once for each thing of their `each`."""
    for panel in board.panels:
        try:
            found = readings.through(panel.each, {})
        except UnseenError:
            continue
        for scope in found.scopes:
            yield panel, Scene(readings, panel, scope)
