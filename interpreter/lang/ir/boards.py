"""The typed tree, how things look: panels, layers, labels, and all expressions that they read.

Made by the linker, compiled like the tests of scenarios when somebody looks, read by `show`.
Expressions stand together in `BoardSpec.readings`; everything else names them by their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from interpreter.lang.ir.expressions import Expression, Node
from interpreter.lang.types import Type

Shape = Literal[
    "circle",
    "square",
    "rectangle",
    "hexagon",
    "flat hexagon",
    "triangle",
    "diamond",
    "card",
    "polygon",
    "line",
    "text",
]
LabelPlace = Literal["middle", "top", "bottom", "above", "below"]
Placing = Literal["centre", "cell", "at", "over", "row", "points", "line", "inside"]
"""How a layer says where its things stand; `inside`: side by side in the layer around it."""

ReadingNumber = int

_NAMED = (
    "black",
    "grey",
    "white",
    "blue",
    "sky",
    "green",
    "yellow",
    "orange",
    "red",
    "purple",
    "brown",
)
COLOURS: tuple[str, ...] = (*_NAMED, *(f"pale {name}" for name in _NAMED))
"""The names of colours; any other colour is written #rrggbb."""


@dataclass(frozen=True, slots=True)
class Reading(Node):
    """An expression of the drawing; `names` are the locals that it reads, outermost first."""

    value: Expression
    names: tuple[str, ...]

    @property
    def type(self) -> Type:
        """The type of its value."""
        return self.value.type


@dataclass(frozen=True, slots=True)
class Through(Node):
    """A name that goes through a set or list (`domain`), or through `least` to `most`."""

    name: str
    type: Type
    domain: ReadingNumber | None
    least: ReadingNumber | None = None
    most: ReadingNumber | None = None


@dataclass(frozen=True, slots=True)
class EachSpec(Node):
    """What something is drawn for: all combinations of the names that meet `where`."""

    names: tuple[Through, ...] = ()
    where: ReadingNumber | None = None


@dataclass(frozen=True, slots=True)
class LayerSpec(Node):
    """A layer. `readings` are those of its expressions by key (`x`, `colour`, `when` ...).

    Each line of `label` is texts and readings in turn.
    """

    name: str
    each: EachSpec
    shape: Shape
    placing: Placing
    readings: Mapping[str, ReadingNumber]
    across: int | None
    paint: str | None
    dashed: bool
    label: tuple[tuple[str | ReadingNumber, ...], ...]
    label_at: LabelPlace
    legend: str
    inside: tuple[LayerSpec, ...]


@dataclass(frozen=True, slots=True)
class PanelSpec(Node):
    """A panel; `cell` in units, `scale` in per cent, `title` as a line of a label."""

    name: str
    title: tuple[str | ReadingNumber, ...]
    row: int
    column: int
    each: EachSpec
    across: int
    cell: int
    grid: Literal["squares", "hexagons"]
    scale: int
    layers: tuple[LayerSpec, ...]


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """How things look: panels in their order, colours by kind or word list, then by name.

    `labels` are the parts of what people read of things, by kind; they read the name of the kind.
    """

    panels: tuple[PanelSpec, ...]
    palettes: Mapping[str, Mapping[str, str]]
    readings: tuple[Reading, ...]
    labels: Mapping[str, tuple[tuple[str | ReadingNumber, ...], ...]]
