"""Second step of compiling: queries beyond measure count what they look at.

Fed by `work`, which knows the most that an expression can look at. Light expressions are written as
they are. Heavy ones are written twice: as they are, for as long as the bounds of all that has been
worked out for one answer stay below `MOST_VISITS`; and in a form that counts each visit, which can
end in a fault at its place in the pack. What is beyond that measure by itself only counts. So an
ordinary query costs nothing, and nothing is a fault that has not really looked at so much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Self

from interpreter.lang import ir, types
from interpreter.program.budget import ENTRY, MOST_VISITS
from interpreter.program.expressions import Expressions, is_listing
from interpreter.program.work import LIGHT

if TYPE_CHECKING:
    from interpreter.program.values import Values

Write = Callable[[Expressions], str]
"""Writes something with one writer or another."""


class Counted(Expressions):
    """Writes expressions that count what they look at."""

    scans_slots = False

    def taken(self, code: str) -> str:
        """Return the code of a set or list that is gone through, or copied, as a whole."""
        return f"each({code})"

    def tried(self, code: str) -> str:
        """Return the code of a set or list that is gone through until something is found."""
        return f"one_by_one({code})"

    def iterate(self, node: ir.Expression) -> str:
        """Return the code of something that goes through a set or a list in its order."""
        code = super().iterate(_bare(node))
        return code if is_listing(_bare(node)) else self.taken(code)

    def rows(self, row: str, binders: tuple[ir.Binder, ...], where: ir.Expression | None) -> str:
        """Return the code of a list of rows; those of several names take memory, and count."""
        return super().rows(
            f"(spend({ENTRY}) or {row})" if len(binders) > 1 else row, binders, where
        )

    def _through(self, node: ir.Expression, *, early: bool) -> str:
        """Return the code of a domain for the loops of a query."""
        return self.tried(super().iterate(_bare(node))) if early else self.iterate(node)


class Weighed(Expressions):
    """Writes expressions that stand by themselves in a text; heavy ones count."""

    def __init__(
        self, values: Values, names: Mapping[str, str] | None = None, *, inside: bool = False
    ) -> None:
        """Write for a module; `inside` an expression that has been weighed as a whole."""
        super().__init__(values, names)
        self._inside = inside
        self.light = LIGHT
        """Work that is not counted here."""

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return a writer that knows some locals under other names."""
        other = type(self)(self.values, {**self.names, **names}, inside=self._inside)
        other.light = self.light
        return other

    def value(self, node: ir.Expression) -> str:
        """Return the code of a value as it is kept."""
        if self._inside:
            return super().value(node)
        return self.weighed(self._work(node), lambda writer: writer.value(node))

    def truth(self, node: ir.Expression) -> str:
        """Return the code of a condition."""
        if self._inside:
            return super().truth(node)
        return self.weighed(self._work(node), lambda writer: writer.truth(node))

    def iterate(self, node: ir.Expression) -> str:
        """Return the code of something that goes through a set or a list in its order."""
        if self._inside:
            return super().iterate(node)
        work = self._work(node) + self.values.work.members(node)
        return self.weighed(work, lambda writer: writer.iterate(node))

    def listed(self, row: str, binders: tuple[ir.Binder, ...], where: ir.Expression | None) -> str:
        """Return the code of a list of the rows of some binders that pass a condition."""
        query = ir.Query("all", binders, where, None, types.UNKNOWN)
        return self.weighed(self._work(query), lambda writer: writer.rows(row, binders, where))

    def weighed(self, work: int, write: Write) -> str:
        """Return what `write` writes, in the form or forms that are right for so much work."""
        counted = "" if work <= self.light else write(self.values.counting.expressions(self.names))
        if work > MOST_VISITS:
            return counted
        outside, self._inside = self._inside, True
        plain = write(self)
        self._inside = outside
        return f"({plain} if ample({work}) else {counted})" if counted else plain

    def _work(self, node: ir.Expression) -> int:
        return self.values.work.of(node)


def _bare(node: ir.Expression) -> ir.Expression:
    """Return a set that is only looked at as a list, or the other way round, as it is."""
    while isinstance(node, ir.AsList | ir.AsSet) and isinstance(node.operand.type, types.SetOf):
        node = node.operand
    return node
