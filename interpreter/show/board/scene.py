"""Show stage: the things of a panel, each with its place; fed by readings, read by `painting`.

Layers that say themselves where they stand are placed first, with all that is in them; then those
that stand where something else does; lines in the end know both their ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

from interpreter.engine.veil import UnseenError
from interpreter.lang import ir, types
from interpreter.show.board import lettering, outlines
from interpreter.show.board.marks import Box, Point, around, around_points
from interpreter.show.board.reading import Readings, Scope

SIZE = 40.0
LETTERS = 12.0
THICK = 3.0
GAP = 3.0
"""What a layer has when it does not say."""
_RELATIVE = ("at", "over", "line")
_WIDEST = 100_000.0
_Place = tuple[str, int]


@dataclass(slots=True)
class Item:
    """One thing of a layer. `unseen`: it is there, but nobody can say what it is.

    `factor` is how much smaller it is than it says, since it must fit into another one. `ends` are
    those of lines, `points` those of a polygon.
    """

    layer: ir.LayerSpec
    scope: Scope
    box: Box
    factor: float = 1
    unseen: bool = False
    label: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    ends: tuple[tuple[Point, Point], ...] = ()
    inside: list[list[Item]] = field(default_factory=list)

    @property
    def place(self) -> _Place | None:
        """The thing that it is drawn for, if it is just one."""
        names = self.layer.each.names
        if len(names) != 1 or not isinstance(names[0].type, types.Kind):
            return None
        if self.unseen or self.layer.placing == "line":
            return None
        return names[0].type.name, self.scope[names[0].name]


class Scene:
    """The things of a panel for one scope: `layers` has the items of each layer, in their order."""

    def __init__(self, readings: Readings, panel: ir.PanelSpec, scope: Scope) -> None:
        """Work a panel out."""
        self.panel = panel
        self.scope = scope
        self._readings = readings
        self._places: dict[_Place, Box] = {}
        self._joined: dict[str, set[frozenset[_Place]]] = {}
        first = {
            number: self._items(layer, scope, 1)
            for number, layer in enumerate(panel.layers)
            if layer.placing not in _RELATIVE
        }
        for items in first.values():
            self._settle(items, None)
        self.layers: list[list[Item]] = []
        for number, layer in enumerate(panel.layers):
            if number not in first:
                first[number] = self._items(layer, scope, 1)
                self._settle(first[number], None)
            self.layers.append(first[number])

    # ---- which things, and how large -------------------------------------------------------------

    def _items(self, layer: ir.LayerSpec, scope: Scope, factor: float) -> list[Item]:
        """Return the things of a layer in no place yet; those that are not known are left out."""
        try:
            found = self._readings.through(layer.each, scope)
        except UnseenError:
            return []
        made: list[Item] = []
        for one in found.scopes:
            try:
                if "when" not in layer.readings or self._holds(layer, one):
                    made.append(self._item(layer, one, factor))
            except UnseenError:
                continue
        if layer.placing in ("row", "inside"):
            made += (self._hidden(layer, scope, factor) for _ in range(found.unseen))
        return [item for item in made if item.box.width >= 0 and item.box.height >= 0]

    def _holds(self, layer: ir.LayerSpec, scope: Scope) -> bool:
        return self._readings.holds(layer.readings["when"], scope)

    def _item(self, layer: ir.LayerSpec, scope: Scope, factor: float) -> Item:
        label = tuple(self._readings.line(line, scope) for line in layer.label)
        item = Item(layer, scope, Box(0, 0, 0, 0), factor, label=label)
        width, height = self._extent(item)
        item.box = Box(0, 0, width * factor, height * factor)
        return item

    def _hidden(self, layer: ir.LayerSpec, scope: Scope, factor: float) -> Item:
        """Return something that is there, and nobody can say what it is."""
        size = self._number(layer, scope, "size", SIZE)
        wide = self._number(layer, scope, "width", size)
        high = self._number(layer, scope, "height", size)
        box = Box(0, 0, wide * factor, high * factor)
        return Item(layer, scope, box, factor, unseen=True, label=("?",))

    def _number(self, layer: ir.LayerSpec, scope: Scope, key: str, default: float) -> float:
        """Return a number of a layer, or what it is where it is not given or not known."""
        if key not in layer.readings:
            return default
        try:
            return self._readings.number(layer.readings[key], scope)
        except (UnseenError, KeyError):
            return default

    def _extent(self, item: Item) -> tuple[float, float]:
        """Return how wide and how high a thing says that it is."""
        layer = item.layer
        width, height = outlines.extent(layer.shape, self._given(item, "size", SIZE))
        if layer.shape == "text" and "size" not in layer.readings:
            size = self._given(item, "label size", LETTERS)
            room = self._given(item, "width", _WIDEST)
            fit = lettering.fitted(item.label, room, self._given(item, "height", _WIDEST), size)
            width = max((lettering.width_of(one, fit.size) for one in fit.lines), default=0)
            height = fit.height
        return self._given(item, "width", width), self._given(item, "height", height)

    def _given(self, item: Item, key: str, default: float) -> float:
        """Return a number that a thing gives, else a default one."""
        number = item.layer.readings.get(key)
        return default if number is None else self._readings.number(number, item.scope)

    def letters(self, item: Item) -> float:
        """Return the size of the letters of a thing."""
        return self._number(item.layer, item.scope, "label size", LETTERS) * item.factor

    def thick(self, item: Item) -> float:
        """Return how thick a line is."""
        return self._number(item.layer, item.scope, "size", THICK) * item.factor

    # ---- where -----------------------------------------------------------------------------------

    def _settle(self, items: list[Item], parent: Box | None) -> None:
        """Give the items of a layer their places, and all that is in them theirs."""
        if items and items[0].layer.placing == "row":
            self._in_rows(items, parent)
        else:
            for item in [*items]:
                try:
                    is_placed = self._place(item, parent)
                except UnseenError:
                    is_placed = False
                if not is_placed:
                    items.remove(item)
        for item in items:
            self._fill(item)

    def _place(self, item: Item, parent: Box | None) -> bool:
        """Give an item its place; False when it has none."""
        placing, box = item.layer.placing, item.box
        origin = (0.0, 0.0) if parent is None else (parent.x, parent.y)
        x = origin[0] + self._given(item, "x", 0) * item.factor
        y = origin[1] + self._given(item, "y", 0) * item.factor
        match placing:
            case "centre":
                item.box = Box(x, y, box.width, box.height)
            case "cell":
                across, down = self._cell(item)
                item.box = Box(x + across, y + down, box.width, box.height)
            case "at":
                found = self._boxes(item, "at")
                if not found:
                    return False
                shift = self._given(item, "x", 0), self._given(item, "y", 0)
                x, y = found[0].x + shift[0], found[0].y + shift[1]
                item.box = Box(x, y, box.width, box.height)
            case "over":
                return self._cover(item)
            case "points":
                numbers = self._readings.numbers(item.layer.readings["points"], item.scope)
                pairs = zip(numbers[::2], numbers[1::2], strict=False)
                item.points = tuple(
                    (x + one * item.factor, y + two * item.factor) for one, two in pairs
                )
                item.box = around_points(item.points)
                return len(item.points) > 2
            case "line":
                return self._join(item)
            case _:
                pass
        return True

    def _cell(self, item: Item) -> tuple[float, float]:
        """Return the centre of the cell that an item names."""
        readings, panel = item.layer.readings, self.panel
        column = self._readings.number(readings["column"], item.scope)
        row = self._readings.number(readings["row"], item.scope)
        if panel.grid == "hexagons":
            wide = panel.cell * outlines.FLAT
            return wide * (column + row / 2), panel.cell * 0.75 * row
        return panel.cell * column, panel.cell * row

    def _boxes(self, item: Item, key: str) -> list[Box]:
        """Return where the things are that a key names, as far as they are drawn."""
        places = self._readings.members(item.layer.readings[key], item.scope)
        return [self._places[place] for place in places if place in self._places]

    def _cover(self, item: Item) -> bool:
        """Lay an item over other things."""
        found = around(self._boxes(item, "over"))
        if not found.width or not found.height:
            return False
        x = found.x + self._given(item, "x", 0)
        y = found.y + self._given(item, "y", 0)
        width = self._given(item, "width", found.width)
        item.box = Box(x, y, width, self._given(item, "height", found.height))
        return True

    def _join(self, item: Item) -> bool:
        """Give a line its ends; two things are joined once by a layer."""
        readings = item.layer.readings
        joined = self._joined.setdefault(item.layer.name, set())
        ends: list[tuple[Point, Point]] = []
        for start in self._readings.members(readings["from"], item.scope):
            for end in self._readings.members(readings["to"], item.scope):
                pair = frozenset((start, end))
                if len(pair) > 1 and pair not in joined and pair <= self._places.keys():
                    joined.add(pair)
                    one, other = self._places[start], self._places[end]
                    ends.append(((one.x, one.y), (other.x, other.y)))
        item.ends = tuple(ends)
        item.box = around_points(point for both in ends for point in both)
        return bool(ends)

    # ---- inside ----------------------------------------------------------------------------------

    def _fill(self, item: Item) -> None:
        """Place what is drawn in an item, which has its place."""
        place = item.place
        if place is not None:
            self._places.setdefault(place, item.box)
        flowing: list[Item] = []
        for layer in item.layer.inside:
            items = [] if item.unseen else self._items(layer, item.scope, item.factor)
            if layer.placing == "inside":
                flowing += items
            else:
                self._settle(items, item.box)
            item.inside.append(items)
        if flowing:
            self._flow(flowing, self._room(item))
            for one in flowing:
                self._fill(one)

    def _room(self, item: Item) -> Box:
        """Return the room for what stands side by side in an item, beside its label."""
        box = outlines.middle(item.layer.shape, item.box)
        if not any(item.label) or item.layer.label_at not in ("top", "bottom"):
            return box
        _, gap = outlines.edge(item.layer.shape, item.box)
        strip = self.letters(item) * lettering.LINE * sum(map(bool, item.label)) + gap
        height = max(item.box.height / 5, item.box.height - strip - gap)
        if item.layer.label_at == "top":
            return Box(box.x, item.box.bottom - gap - height / 2, box.width, height)
        return Box(box.x, item.box.top + gap + height / 2, box.width, height)

    def _in_rows(self, items: Sequence[Item], parent: Box | None) -> None:
        """Place items in rows of so many as their layer says, around one point."""
        layer = items[0].layer
        across = layer.across or len(items)
        rows = [items[start : start + across] for start in range(0, len(items), across)]
        x = self._number(layer, items[0].scope, "x", 0) * items[0].factor
        y = self._number(layer, items[0].scope, "y", 0) * items[0].factor
        if parent is None:
            _lay(rows, x, y, GAP)
            return
        widest = max(_width(row, GAP) for row in rows)
        room = parent.width * 0.96
        if widest > room:
            _shrink(items, room / widest)
        _lay(rows, parent.x + x, parent.y + y, GAP)

    def _flow(self, items: Sequence[Item], room: Box) -> None:
        """Place items in as many rows as lets them be largest in a room."""
        best, rows = 0.0, [items]
        for count in range(1, len(items) + 1):
            across = ceil(len(items) / count)
            tried = [items[start : start + across] for start in range(0, len(items), across)]
            widest = max(_width(row, GAP) for row in tried)
            height = sum(_height(row) for row in tried) + GAP * (len(tried) - 1)
            factor = min(1, room.width / widest if widest else 1, room.height / (height or 1))
            if factor > best + 1e-9:
                best, rows = factor, tried
        if best < 1:
            _shrink(items, best)
        _lay(rows, room.x, room.y, GAP * best)

    def walk(self) -> Iterator[Sequence[Item]]:
        """Iterate over all items, layer by layer, in the order in which they are painted.

        What is inside a layer comes behind all of it: no neighbour covers it.
        """
        for items in self.layers:
            yield from _walk(items)


def _walk(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    if not items:
        return
    yield items
    for number in range(len(items[0].layer.inside)):
        yield from _walk([inner for item in items for inner in item.inside[number]])


def _shrink(items: Iterable[Item], factor: float) -> None:
    """Make items smaller."""
    for item in items:
        item.box = item.box.scaled(factor)
        item.factor *= factor


def _width(row: Sequence[Item], gap: float) -> float:
    return sum(item.box.width for item in row) + gap * (len(row) - 1)


def _height(row: Sequence[Item]) -> float:
    return max(item.box.height for item in row)


def _lay(rows: Sequence[Sequence[Item]], x: float, y: float, gap: float) -> None:
    """Lay rows of items around a point."""
    down = y - (sum(map(_height, rows)) + gap * (len(rows) - 1)) / 2
    for row in rows:
        along = x - _width(row, gap) / 2
        height = _height(row)
        for item in row:
            box = item.box
            item.box = Box(along + box.width / 2, down + height / 2, box.width, box.height)
            along += box.width + gap
        down += height + gap
