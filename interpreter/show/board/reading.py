"""Show stage: the readings of a board worked out for one seat, as values and in words.

Fed by a program whose tests are the readings, and a veiled state; read by `scene` and `painting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter.engine.events import show_value
from interpreter.engine.machine import Machine
from interpreter.engine.primitives import bits
from interpreter.engine.veil import Unseen, UnseenError
from interpreter.lang import ir, types
from interpreter.program.program import Program, State
from interpreter.show.board.colours import UNKNOWN, by_palette

Scope = Mapping[str, int]
"""The names around a reading, and the values that they stand for, as kept."""

MOST = 1000
"""So many steps of a range, things of a layer, or digits' worth of room are drawn at most."""
_FARTHEST = 100_000
HIDDEN = "?"
_LAST = 1 << 30
_TRUTHS = ("no", "yes")


@dataclass(frozen=True, slots=True)
class Found:
    """What an `each` goes through: a scope for each, and how many more are there unseen."""

    scopes: tuple[Scope, ...]
    unseen: int


class Readings:
    """Works readings out. What needs something unseen raises `UnseenError`."""

    def __init__(self, program: Program, board: ir.BoardSpec, state: State) -> None:
        """Read a veiled state by a program whose tests are the readings of a board."""
        self.program = program
        self._board = board
        self._state = state
        self._machine = Machine(program)

    def _kept(self, number: int, scope: Scope) -> Any:
        """Return the value of a reading as kept; perhaps a cover."""
        function = self.program.tests[number]
        values = [scope[name] for name in self._board.readings[number].names]
        return self._machine.judge(lambda state: function(state, *values), self._state)

    def kept(self, number: int, scope: Scope) -> Any:
        """Return the value of a reading as kept."""
        value = self._kept(number, scope)
        if isinstance(value, Unseen):
            raise UnseenError
        return value

    def number(self, number: int, scope: Scope) -> float:
        """Return a number or half, no greater than a drawing can use."""
        value = self.kept(number, scope)
        if isinstance(self._board.readings[number].type, types.Half):
            value = value / 2
        return float(max(-_FARTHEST, min(_FARTHEST, value)))

    def holds(self, number: int, scope: Scope) -> bool:
        """Return a truth."""
        return bool(self.kept(number, scope))

    # ---- things ----------------------------------------------------------------------------------

    def members(self, number: int, scope: Scope) -> tuple[tuple[str, int], ...]:
        """Return the things that a reading names, as (kind, index): one, none or several."""
        value = self.kept(number, scope)
        return tuple(
            (type_.name, one)
            for type_, one in _members(self._board.readings[number].type, value)
            if isinstance(type_, types.Kind)
        )

    def numbers(self, number: int, scope: Scope) -> tuple[float, ...]:
        """Return the numbers of a list."""
        return tuple(
            float(max(-_FARTHEST, min(_FARTHEST, one))) for one in self.kept(number, scope)
        )

    def through(self, each: ir.EachSpec, scope: Scope) -> Found:
        """Return what an `each` goes through.

        Things of a zone that is not seen are counted; whatever else is not known is left out.
        """
        scopes: list[Scope] = [scope]
        unseen = 0
        for name in each.names:
            further: list[Scope] = []
            for one in scopes:
                try:
                    values = self._domain(name, one)
                except UnseenError:
                    continue
                if isinstance(values, Unseen):
                    unseen += 1 if values.size is None else values.size
                else:
                    further += ({**one, name.name: value} for value in values)
            scopes = further[:MOST]
        if each.where is not None:
            scopes = [one for one in scopes if self._meets(each.where, one)]
            unseen = 0
        return Found(tuple(scopes), unseen)

    def _meets(self, number: int, scope: Scope) -> bool:
        try:
            return self.holds(number, scope)
        except UnseenError:
            return False

    def _domain(self, name: ir.Through, scope: Scope) -> tuple[int, ...] | Unseen:
        """Return what a name goes through, as kept."""
        if name.domain is None:
            assert name.least is not None  # noqa: S101 - the linker gives one or the other
            assert name.most is not None  # noqa: S101
            least, most = self.kept(name.least, scope), self.kept(name.most, scope)
            return tuple(range(least, min(most, least + MOST - 1) + 1))
        value = self._kept(name.domain, scope)
        if isinstance(value, Unseen):
            return value
        type_ = self._board.readings[name.domain].type
        return bits(value) if isinstance(type_, types.SetOf) else tuple(value)

    # ---- words -----------------------------------------------------------------------------------

    def line(self, parts: tuple[str | int, ...], scope: Scope) -> str:
        """Return a line of a label; empty when all its braces say nothing."""
        said = [(part, self._part(part, scope)) for part in parts]
        read = [text for part, text in said if isinstance(part, int)]
        if read and not any(read):
            return ""
        return " ".join("".join(text for _, text in said).split())

    def _part(self, part: str | int, scope: Scope) -> str:
        if isinstance(part, str):
            return part
        try:
            return self.words(self._board.readings[part].type, self.kept(part, scope))
        except UnseenError:
            return HIDDEN

    def words(self, type_: types.Type, value: Any) -> str:
        """Return a value in words; nothing and empty say nothing."""
        if isinstance(value, Unseen):
            raise UnseenError
        match type_:
            case types.Optional(inner):
                return "" if value == types.nothing_of(inner) else self.words(inner, value)
            case types.Kind(name):
                return self.title(name, value)
            case types.Word(name):
                word: str = self.program.spec.words[name][value]
                return word.replace("_", " ")
            case types.Truth():
                return _TRUTHS[value]
            case types.Half():
                return str(value // 2) if value % 2 == 0 else f"{float(Fraction(value, 2))}"
            case types.SetOf() | types.ListOf():
                return ", ".join(self.words(inner, one) for inner, one in _members(type_, value))
            case _:
                return show_value(self.program, type_, value).replace("_", " ")

    def title(self, kind: str, index: int) -> str:
        """Return what a thing is called."""
        elements = self.program.layout.elements[kind]
        title = elements[index].title if index < len(elements) else ""
        return title or self.program.layout.names[kind][index].replace("_", " ")

    def label(self, kind: str, index: int) -> str:
        """Return what people read of a thing by its label; empty when its kind has none."""
        said = (self.line(part, {kind: index}) for part in self._board.labels.get(kind, ()))
        return ", ".join(filter(None, said))

    def about(self, each: ir.EachSpec, scope: Scope) -> str:
        """Return what something is drawn for, in words."""
        return ", ".join(self.words(name.type, scope[name.name]) for name in each.names)

    # ---- colours ---------------------------------------------------------------------------------

    def colour(self, number: int, scope: Scope) -> tuple[str, str, int] | None:
        """Return the colour that a palette gives to a value, the value in words, and its place.

        The place is that in the order of its kind or list. None for nothing; grey for what is not
        seen.
        """
        try:
            value = self.kept(number, scope)
        except UnseenError:
            return UNKNOWN, HIDDEN, _LAST
        type_ = self._board.readings[number].type
        if isinstance(type_, types.Optional):
            if value == types.NOTHING:
                return None
            type_ = type_.inner
        return (
            by_palette(self._board.palettes, type_, self._id(type_, value), value),
            self.words(type_, value),
            value,
        )

    def _id(self, type_: types.Type, value: int) -> str:
        match type_:
            case types.Kind(name):
                return self.program.layout.names[name][value]
            case types.Word(name):
                return self.program.spec.words[name][value]
            case _:
                return _TRUTHS[value]


def _members(type_: types.Type, value: Any) -> Iterator[tuple[types.Type, int]]:
    """Iterate over the members of a set or list, or over a single value that is not nothing."""
    match type_:
        case types.SetOf(inner):
            yield from ((inner, one) for one in bits(value))
        case types.ListOf(inner):
            yield from ((inner, one) for one in value)
        case types.Optional(inner):
            if value != types.nothing_of(inner):
                yield from _members(inner, value)
        case _:
            yield type_, value
