"""Foundation: codes E39x, what can be wrong with how the board is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E393": error(
        "nothing says where `{layer}` stands: {why}",
        "A layer of a panel has a position: `x` and `y`, `column` and `row`, `at` a thing, `over` "
        "things, or `across`, which lets its things stand side by side. A polygon has `points`, a "
        "line goes `from` one thing `to` others. Only layers `inside` another need none.",
    ),
    "E394": error(
        "`{key}` has no use for a {shape}",
        "`points` are the corners of a polygon, `from` and `to` the ends of a line. Where a "
        "polygon or a line stands follows from these, and how large it is.",
    ),
    "E395": error(
        "nothing in this panel is drawn for {kind}, so nothing can stand there",
        "`at`, `over`, `from` and `to` name things by their own drawing in the same panel: a "
        "layer whose `each` goes through one name, of this kind.",
    ),
    "E396": error(
        "a brace is open here, and no expression is closed by another one",
        "An expression in a label stands between an opening and a closing brace; what it writes "
        "otherwise has no braces.",
    ),
    "E397": error(
        "there is no colour `{name}`",
        "A colour is one of black, grey, white, blue, sky, green, yellow, orange, red, purple and "
        "brown, perhaps with `pale` before it, or #rrggbb.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
