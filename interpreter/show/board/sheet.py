"""Show stage: panels, titles and the legend put together on one sheet; fed by `painting`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from interpreter.lang import ir
from interpreter.show.board import lettering, outlines
from interpreter.show.board.marks import Box, Mark, Stroke, Writing, around
from interpreter.show.board.painting import Entry, outline

MARGIN = 24.0
PADDING = 12.0
TITLE = 22.0
HEADING = 14.0
SMALL = 12.0
_NARROWEST = 420.0
_WIDEST_TITLE = 360.0
_SAMPLE = 16.0
_GAP = 6.0
_APART = 16.0
_Piece = tuple[list[Mark], float]
"""Marks at 0, and how wide they are."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is in a panel: its title, its place in the order of panels, and its marks."""

    panel: ir.PanelSpec
    title: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A panel on the sheet: its frame, and how its marks are moved and scaled to get there."""

    frame: Box
    marks: tuple[Mark, ...]
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is drawn: what lies on the sheet itself, and the panels."""

    width: float
    height: float
    title: str
    marks: tuple[Mark, ...]
    panels: tuple[Placed, ...]


def compose(title: str, about: str, pictures: Sequence[Picture], legend: Iterable[Entry]) -> Sheet:
    """Return the sheet of some panels, which are in their order, with a title and a legend."""
    top = MARGIN + TITLE * lettering.LINE + SMALL * lettering.LINE + PADDING
    panels: list[Placed] = []
    marks: list[Mark] = []
    right = 0.0
    for _, row in groupby(pictures, key=lambda one: one.panel.row):
        left, bottom = MARGIN, top
        for _, group in groupby(row, key=lambda one: (one.panel.column, one.panel.name)):
            placed, titles, ends = _block(tuple(group), left, top)
            panels += placed
            marks += titles
            left, bottom = ends[0] + MARGIN, max(bottom, ends[1])
        right = max(right, left - MARGIN)
        top = bottom + MARGIN
    width = max(right + MARGIN, _NARROWEST)
    marks[:0] = _head(title, about, width)
    entries, bottom = _legend(legend, top, width)
    marks += entries
    return Sheet(width, bottom + MARGIN, title, tuple(marks), tuple(panels))


def _head(title: str, about: str, width: float) -> Iterator[Mark]:
    """Iterate over the title of the sheet and the line below it."""
    room = width - 2 * MARGIN
    first = lettering.fitted([title], room / lettering.BOLD, TITLE * lettering.LINE, TITLE)
    yield from _start(first, MARGIN, MARGIN, bold=True)
    second = lettering.fitted([about], room, SMALL * lettering.LINE, SMALL)
    yield from _start(second, MARGIN, MARGIN + TITLE * lettering.LINE, bold=False)


def _start(fit: lettering.Fitted, x: float, top: float, *, bold: bool) -> Iterator[Mark]:
    """Iterate over lines that begin at a place."""
    for number, line in enumerate(fit.lines):
        base = top + fit.size * (lettering.LINE * (number + 0.5) + 0.35)
        width = lettering.width_of(line, fit.size, bold=bold)
        yield Writing(x, base, line, fit.size, width, "ink", bold, "start")


def _block(
    pictures: Sequence[Picture], left: float, top: float
) -> tuple[list[Placed], list[Mark], tuple[float, float]]:
    """Return the panels of one name side by side, their titles, and where they end."""
    across = pictures[0].panel.across if len(pictures) > 1 else 1
    placed: list[Placed] = []
    titles: list[Mark] = []
    right, bottom = left, top
    for start in range(0, len(pictures), across):
        x, lowest = left, bottom
        for picture in pictures[start : start + across]:
            one = _placed(picture, x, bottom)
            frame = one.frame
            if picture.title:
                room = frame.width / lettering.BOLD
                fit = lettering.fitted([picture.title], room, HEADING * lettering.LINE, HEADING)
                titles += _start(fit, x, bottom, bold=True)
            placed.append(one)
            x = frame.right + PADDING
            right, lowest = max(right, frame.right), max(lowest, frame.bottom)
        bottom = lowest + PADDING
    return placed, titles, (right, bottom - PADDING)


def _placed(picture: Picture, left: float, top: float) -> Placed:
    """Return a panel that begins at a place, from the upper left."""
    scale = picture.panel.scale / 100
    held = around(_covered(mark) for mark in picture.marks)
    if picture.title:
        top += HEADING * lettering.LINE + _GAP
    width, height = held.width * scale + 2 * PADDING, held.height * scale + 2 * PADDING
    named = lettering.width_of(picture.title, HEADING, bold=True) + 1
    width = max(width, min(named, _WIDEST_TITLE))
    frame = Box(left + width / 2, top + height / 2, width, height)
    x = left + (width - held.width * scale) / 2 - held.left * scale
    y = top + PADDING - held.top * scale
    return Placed(frame, picture.marks, x, y, scale)


def _covered(mark: Mark) -> Box:
    """Return what a mark covers, the half of its line outside included."""
    box = mark.box
    thick = mark.thick if isinstance(mark, Stroke) else 1
    return (
        box
        if isinstance(mark, Writing)
        else Box(box.x, box.y, box.width + thick, box.height + thick)
    )


# ---- the legend ----------------------------------------------------------------------------------


def _legend(entries: Iterable[Entry], top: float, width: float) -> tuple[list[Mark], float]:
    """Return the legend below everything else, and where it ends."""
    marks: list[Mark] = []
    room = width - 2 * MARGIN
    groups: list[list[_Piece]] = [[]]
    for entry in entries:
        if not entry.colours:
            groups[0].append(_sample(entry, entry.paint, entry.text, room))
            continue
        samples = [_sample(entry, one, words, room) for words, one in entry.samples]
        groups.append([_word(f"{entry.text}:", room), *samples])
    for pieces in groups:
        for row in lettering.rows_of([one[1] for one in pieces], room, _APART):
            x = MARGIN
            for number in row:
                drawn, wide = pieces[number]
                marks += (_moved(mark, x, top) for mark in drawn)
                x += wide + _APART
            top += _SAMPLE + _GAP
    return marks, top


def _word(text: str, room: float) -> _Piece:
    """Return a word of the legend at 0, and how wide it is."""
    fit = lettering.fitted([text], room, SMALL * lettering.LINE, SMALL)
    marks = list(_start(fit, 0, (_SAMPLE - fit.height) / 2, bold=False))
    return marks, max((mark.box.width for mark in marks), default=0)


def _sample(entry: Entry, colour: str | None, words: str, room: float) -> tuple[list[Mark], float]:
    """Return a shape of the legend at 0 with its words, and how wide both are."""
    written, wide = _word(words, room - _SAMPLE - _GAP)
    middle = _SAMPLE / 2
    marks: list[Mark] = []
    if entry.shape == "line":
        marks.append(Stroke((0, middle), (_SAMPLE, middle), 3, colour, entry.dashed))
    elif entry.shape != "text":
        shape = "rectangle" if entry.shape == "polygon" else entry.shape
        high = outlines.extent(shape, _SAMPLE)
        if shape in ("rectangle", "card"):
            high = (_SAMPLE, _SAMPLE * 0.7)
        box = Box(middle, middle, *high)
        marks.append(outline(shape, box, colour, dashed=entry.dashed))
    shift = _SAMPLE + _GAP if marks else 0
    return [*marks, *(_moved(one, shift, 0) for one in written)], wide + shift


def _moved(mark: Mark, x: float, y: float) -> Mark:
    """Return a mark elsewhere."""
    match mark:
        case Writing():
            return Writing(
                mark.x + x, mark.y + y, mark.text, mark.size, mark.width, mark.ink, mark.bold,
                mark.anchor,
            )  # fmt: skip
        case Stroke():
            start, end = mark.start, mark.end
            return Stroke(
                (start[0] + x, start[1] + y), (end[0] + x, end[1] + y), mark.thick, mark.colour,
                mark.dashed, mark.about,
            )  # fmt: skip
        case _:
            box = Box(mark.box.x + x, mark.box.y + y, mark.box.width, mark.box.height)
            corners = tuple((one + x, other + y) for one, other in mark.corners)
            return type(mark)(
                box, mark.form, corners, mark.radius, mark.colour, mark.dashed, mark.about
            )
