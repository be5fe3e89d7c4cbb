"""Show stage: a sheet as SVG: no scripts, no links, nothing that is not escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from interpreter.show.board.colours import code_of
from interpreter.show.board.marks import Mark, Outline, Point, Stroke
from interpreter.show.board.sheet import Placed, Sheet

# What XML cannot hold, not even escaped.
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_STYLE = """
text { font-family: Verdana, "DejaVu Sans", Helvetica, Arial, sans-serif; }
.sheet { fill: #ffffff; }
.panel { fill: #f4f4f1; stroke: #d0d0cc; }
.paper { fill: #ffffff; }
.edge { stroke: #333333; stroke-width: 1; }
.ink { fill: #1a1a1a; }
.black { fill: #1a1a1a; }
.white { fill: #ffffff; }
.stroke { stroke: #555555; stroke-linecap: round; fill: none; }
@media (prefers-color-scheme: dark) {
  .sheet { fill: #161616; }
  .panel { fill: #232323; stroke: #444444; }
  .paper { fill: #2e2e2e; }
  .edge { stroke: #bbbbbb; }
  .ink { fill: #f0f0f0; }
  .stroke { stroke: #aaaaaa; }
}
"""


def to_svg(sheet: Sheet, about: str) -> str:
    """Return a sheet as the text of an SVG file."""
    width, height = _number(sheet.width), _number(sheet.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img">'
        ),
        f"<title>{_text(sheet.title)}</title>",
        f"<desc>{_text(about)}</desc>",
        f"<style>{_STYLE}</style>",
        f'<rect class="sheet" width="{width}" height="{height}"/>',
        *(line for panel in sheet.panels for line in _panel(panel)),
        *(_mark(mark) for mark in sheet.marks),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _panel(panel: Placed) -> Iterator[str]:
    frame = panel.frame
    yield (
        f'<rect class="panel" x="{_number(frame.left)}" y="{_number(frame.top)}"'
        f' width="{_number(frame.width)}" height="{_number(frame.height)}" rx="6"/>'
    )
    scale = "" if panel.scale == 1 else f" scale({_number(panel.scale)})"
    yield f'<g transform="translate({_number(panel.x)} {_number(panel.y)}){scale}">'
    yield from (_mark(mark) for mark in panel.marks)
    yield "</g>"


def _mark(mark: Mark) -> str:
    match mark:
        case Outline():
            return _outline(mark)
        case Stroke():
            return _stroke(mark)
        case _:
            bold = ' font-weight="bold"' if mark.bold else ""
            anchor = "" if mark.anchor == "start" else ' text-anchor="middle"'
            return (
                f'<text class="{mark.ink}" x="{_number(mark.x)}" y="{_number(mark.y)}"'
                f' font-size="{_number(mark.size)}"{anchor}{bold}>{_text(mark.text)}</text>'
            )


def _outline(mark: Outline) -> str:
    box = mark.box
    kind = "edge" if mark.colour is not None else "edge paper"
    fill = "" if mark.colour is None else f' fill="{code_of(mark.colour)}"'
    rest = f'class="{kind}"{fill}{_dashes(dashed=mark.dashed)}'
    if mark.form == "circle":
        shape = "ellipse"
        where = (
            f'cx="{_number(box.x)}" cy="{_number(box.y)}"'
            f' rx="{_number(box.width / 2)}" ry="{_number(box.height / 2)}"'
        )
    elif mark.form == "corners":
        shape, where = "polygon", f'points="{" ".join(map(_point, mark.corners))}"'
    else:
        shape = "rect"
        where = (
            f'x="{_number(box.left)}" y="{_number(box.top)}"'
            f' width="{_number(box.width)}" height="{_number(box.height)}"'
        )
        where += f' rx="{_number(mark.radius)}"' if mark.radius else ""
    return _with_about(shape, f"{rest} {where}", mark.about)


def _stroke(mark: Stroke) -> str:
    colour = "" if mark.colour is None else f' style="stroke: {code_of(mark.colour)}"'
    (x1, y1), (x2, y2) = mark.start, mark.end
    rest = (
        f'class="stroke"{colour} stroke-width="{_number(mark.thick)}"'
        f"{_dashes(dashed=mark.dashed)}"
        f' x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
    )
    return _with_about("line", rest, mark.about)


def _with_about(shape: str, attributes: str, about: str) -> str:
    """Return a shape, with what it stands for, which is shown under a pointer."""
    if not about:
        return f"<{shape} {attributes}/>"
    return f"<{shape} {attributes}><title>{_text(about)}</title></{shape}>"


def _dashes(*, dashed: bool) -> str:
    return ' stroke-dasharray="5 4"' if dashed else ""


def _point(point: Point) -> str:
    return f"{_number(point[0])},{_number(point[1])}"


def _number(number: float) -> str:
    """Return a number with two digits behind the point at most."""
    return f"{round(number, 2):g}" if abs(number) < 1e4 else f"{number:.1f}"


def _text(text: str) -> str:
    return escape(_IMPOSSIBLE.sub("\N{REPLACEMENT CHARACTER}", text))
