"""Show stage: colours by name, and of things and words by palette; used by `painting` and `svg`.

The named colours are those of Okabe and Ito, which differ in lightness too, so that people who do
not tell all colours apart can tell these apart.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.lang import types

_BASE: Mapping[str, str] = {
    "black": "#1a1a1a",
    "grey": "#999999",
    "white": "#ffffff",
    "blue": "#0072b2",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "orange": "#e69f00",
    "red": "#d55e00",
    "purple": "#cc79a7",
    "brown": "#8b5a2b",
}
_IN_ORDER = ("blue", "orange", "green", "purple", "yellow", "sky", "red", "brown")
"""What the things of a kind without a palette take, in their order."""
_PALE = "pale "
_PALENESS = 0.65
_OF_LIGHT = (0.299, 0.587, 0.114)
_DARK = 140
UNKNOWN = "grey"
"""The colour of what no palette names, and of what is not seen."""


def code_of(colour: str) -> str:
    """Return a colour as #rrggbb."""
    if colour.startswith("#"):
        return colour
    if colour.startswith(_PALE):
        parts = _parts(_BASE[colour.removeprefix(_PALE)])
        return "#" + "".join(f"{round(one + (255 - one) * _PALENESS):02x}" for one in parts)
    return _BASE[colour]


def is_dark(colour: str) -> bool:
    """Say whether white letters are read better on a colour than black ones."""
    light = sum(one * much for one, much in zip(_parts(code_of(colour)), _OF_LIGHT, strict=True))
    return light < _DARK


def _parts(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def by_palette(
    palettes: Mapping[str, Mapping[str, str]], type_: types.Type, name: str, index: int
) -> str:
    """Return the colour of a thing, a word or a truth, by its name and its place in the order."""
    palette = palettes.get(str(type_))
    if palette is not None:
        return palette.get(name, UNKNOWN)
    return _IN_ORDER[index % len(_IN_ORDER)]
