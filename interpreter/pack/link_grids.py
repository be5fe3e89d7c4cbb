"""Grids to links: things are joined by their coordinates; feeds `link_elements`."""

from __future__ import annotations

from interpreter.definitions import GridDeclaration
from interpreter.lang import ir, types
from interpreter.lang.check_base import Setting
from interpreter.lang.checker import TextCheck
from interpreter.lang.constants import Constant, evaluate
from interpreter.pack.link_elements import Definition, ElementLinker
from interpreter.pack.link_names import NameLinker, plain

_Place = tuple[tuple[Constant | None, ...], tuple[int, ...]]


class GridLinker:
    """Makes the links of all grids."""

    def __init__(self, linker: NameLinker, elements: ElementLinker, check: TextCheck) -> None:
        self._linker = linker
        self._elements = elements
        self._check = check

    def link_grids(self) -> None:
        """Join the things of each kind that has a grid."""
        for kind, declared in self._linker.kinds.items():
            if declared.grid is not None and self._is_sound(kind, declared.grid):
                self._link(kind, declared.grid)

    def _is_sound(self, kind: str, grid: GridDeclaration) -> bool:
        members = self._linker.members[kind]
        fixed = [name for name, one in members.items() if one.sort == "fixed"]
        sound = True
        for text in (*grid.coordinates, *grid.per):
            if plain(text) not in fixed:
                self._linker.unknown(f"fixed field of {kind}", text, fixed)
                sound = False
        for text in grid.coordinates:
            member = members.get(plain(text))
            if member is not None and not isinstance(member.type, types.Number | types.Unknown):
                why = f"the coordinate `{plain(text)}` is no number"
                self._check.collector.report("E331", text.span, why=why)
                sound = False
        return sound

    def _link(self, kind: str, grid: GridDeclaration) -> None:
        places: dict[_Place, Definition] = {}
        for one in self._elements.found.get(kind, ()):
            place = self._place(one, grid)
            if place is None:
                continue
            if place in places and one.span is not None:
                why = f"`{one.id}` lies where `{places[place].id}` lies"
                first = places[place].span
                related = [] if first is None else [("this one", first)]
                self._check.collector.report("E331", one.span, related=related, why=why)
            places.setdefault(place, one)
        for (board, point), one in places.items():
            for link, offsets in grid.links:
                ids = [
                    other.id
                    for offset in offsets
                    if (other := places.get((board, _moved(point, offset)))) is not None
                ]
                before = one.links.get(plain(link), ())
                one.links[plain(link)] = tuple(dict.fromkeys((*before, *ids)))

    def _place(self, one: Definition, grid: GridDeclaration) -> _Place | None:
        """Return the board and the point of a thing, None if it lies on no grid."""
        if grid.where is not None and not self._lies_on(one, grid):
            return None
        fixed = self._elements.fixed_of
        values = [one.fixed.get(plain(text)) for text in grid.coordinates]
        numbers = [None if value is None else evaluate(value, fixed) for value in values]
        if not all(isinstance(number, int) for number in numbers):
            known = all(
                value is None or not isinstance(value.type, types.Unknown) for value in values
            )
            if known:
                self._check.collector.report("E327", one.span)
            return None
        board = [one.fixed.get(plain(text)) for text in grid.per]
        which = tuple(None if value is None else evaluate(value, fixed) for value in board)
        return which, tuple(number for number in numbers if isinstance(number, int))

    def _lies_on(self, one: Definition, grid: GridDeclaration) -> bool:
        if grid.where is None:
            return True
        tree = self._linker.reader.expression(grid.where)
        constants: dict[str, ir.Expression] = {one.kind: one.thing, **one.fixed}
        made = self._check.expression(tree, Setting(constants=constants), types.TRUTH)
        value = evaluate(made, self._elements.fixed_of)
        if value is None and not isinstance(made.type, types.Unknown):
            self._check.collector.report("E327", grid.where.span)
        return bool(value)


def _moved(point: tuple[int, ...], offset: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + step for one, step in zip(point, offset, strict=True))
