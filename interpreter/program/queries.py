"""Second step of compiling, the queries: `head names where condition` as Python comprehensions.

A base of `expressions.Expressions`. The part of a condition that never changes is worked out once:
the rows that pass it stand in a table, keyed by the outer names that it reads, so that a game only
tests what can change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.lang import ir, types
from interpreter.program.module import conjuncts
from interpreter.program.static import free_locals, is_finite

if TYPE_CHECKING:
    from interpreter.program.expressions import Expressions
    from interpreter.program.layout import Layout
    from interpreter.program.module import Module
    from interpreter.program.values import Values

_SCANNED = 24
"""Up to so many rounds a full list is faster than a generator that may stop early (measured on CPython 3.11)."""
_UNKNOWN_COUNT = 8
_MOST_KEYS = 3


class Queries:
    """Writes queries; the other half of the class writes every other expression."""

    values: Values
    module: Module
    layout: Layout
    spec: ir.GameSpec
    names: dict[str, str]

    if TYPE_CHECKING:

        def value(self, node: ir.Expression) -> str: ...
        def truth(self, node: ir.Expression) -> str: ...
        def iterate(self, node: ir.Expression) -> str: ...
        def renamed(self, names: Mapping[str, str]) -> Expressions: ...

    def listing(self, node: ir.Query) -> str:
        """Return the code of a list of what a query finds."""
        row = self._row([binder.name for binder in node.binders])
        return f"[{row} {self.clauses(node.binders, node.where)}]"

    def query(self, node: ir.Query) -> str:
        """Return the code of the value of a query."""
        if node.head == "all":
            if isinstance(node.type, types.ListOf):
                return f"tuple({self.listing(node)})"
            return f"mask({self.listing(node)})"
        clauses = self.clauses(node.binders, node.where)
        if node.head == "count":
            return f"len([1 {clauses}])"
        if node.head in ("any", "no"):
            return self._any(node, clauses)
        if node.head == "first":
            return f"next(({self._local_name(node.binders[0].name)} {clauses}), -1)"
        return self._measure(node, clauses)

    def _any(self, node: ir.Query, clauses: str) -> str:
        """Return the code of `any` and `no`, as something that can be tested."""
        rounds = 1
        for binder in node.binders:
            rounds *= self._size_of(binder.domain)
        code = f"[1 {clauses}]" if rounds <= _SCANNED else f"next((1 {clauses}), 0)"
        return f"(not {code})" if node.head == "no" else code

    def _measure(self, node: ir.Query, clauses: str) -> str:
        """Return the code of `sum`, `highest`, `lowest` and `ranking`."""
        if node.measure is None:
            raise TypeError(node.head)
        measure = self.value(node.measure)
        if node.head == "sum":
            return f"sum([{measure} {clauses}])"
        if node.head == "ranking":
            name = self._local_name(node.binders[0].name)
            return f"tuple(sorted([{name} {clauses}], key=lambda {name}: -{measure}))"
        nothing = types.NOTHING_NUMBER
        passed = (
            f" if {measure} != {nothing}" if isinstance(node.measure.type, types.Optional) else ""
        )
        pick = "max" if node.head == "highest" else "min"
        return f"{pick}([{measure} {clauses}{passed}], default={nothing})"

    def _local_name(self, name: str) -> str:
        return self.names.get(name, f"v_{name}")

    def _row(self, names: Sequence[str]) -> str:
        codes = [self._local_name(name) for name in names]
        return codes[0] if len(codes) == 1 else f"({', '.join(codes)})"

    def _size_of(self, domain: ir.Expression) -> int:
        """Return about how many rounds a domain gives."""
        if isinstance(domain, ir.Every):
            return self.layout.count(domain.kind)
        if isinstance(domain, ir.EveryWord):
            return len(self.spec.words[domain.word])
        return _UNKNOWN_COUNT

    # ---- clauses -------------------------------------------------------------------------------

    def clauses(self, binders: tuple[ir.Binder, ...], where: ir.Expression | None) -> str:
        """Return `for a in A for b in B if condition`, with what never changes looked up."""
        found = self._static_rows(binders, where)
        if found is None:
            loops = " ".join(
                f"for {self._local_name(item.name)} in {self.iterate(item.domain)}"
                for item in binders
            )
            return loops if where is None else f"{loops} if {self.truth(where)}"
        rows, rest = found
        loop = f"for {self._row([item.name for item in binders])} in {rows}"
        if not rest:
            return loop
        return f"{loop} if {' and '.join(self.truth(part) for part in rest)}"

    def _static_rows(
        self, binders: tuple[ir.Binder, ...], where: ir.Expression | None
    ) -> tuple[str, list[ir.Expression]] | None:
        """Return the code of a table of rows that pass the static part.

        And the rest of the condition.
        """
        statics = self.values.statics
        if not all(statics.is_static(item.domain) for item in binders):
            return None
        parts = conjuncts(where)
        fixed = tuple(part for part in parts if statics.is_static(part))
        if not fixed:
            return None
        bound = {item.name for item in binders}
        outer = {
            name: type_
            for name, type_ in free_locals((tuple(item.domain for item in binders), fixed)).items()
            if name not in bound
        }
        if len(outer) > _MOST_KEYS or not all(is_finite(type_) for type_ in outer.values()):
            return None
        table = self._row_table(binders, fixed, tuple(outer))
        rest = [part for part in parts if not statics.is_static(part)]
        if not outer:
            return table, rest
        keys = [
            self.names.get("me", "me") if name == "me" else self._local_name(name) for name in outer
        ]
        return f"{table}[{', '.join(keys)}]", rest

    def _row_table(
        self,
        binders: tuple[ir.Binder, ...],
        fixed: tuple[ir.Expression, ...],
        outer: tuple[str, ...],
    ) -> str:
        """Return the name of the table of rows for some binders and static conditions."""
        known = self.values.row_tables.get((binders, fixed))
        if known is not None:
            return known
        table = self.module.fresh("K")
        self.values.row_tables[binders, fixed] = table
        plain = self.values.expressions()
        loops = " ".join(f"for v_{item.name} in {plain.iterate(item.domain)}" for item in binders)
        condition = " and ".join(plain.truth(part) for part in fixed)
        row = plain._row([item.name for item in binders])
        parameters = ["me" if name == "me" else f"v_{name}" for name in outer]
        function = self.module.open_function("table", f"rows_{table}", parameters)
        function.add(f"return tuple([{row} {loops} if {condition}])")
        self.module.close(function)
        made = (
            f"rows_{table}()"
            if not outer
            else f"{'Memo' if len(outer) == 1 else 'MemoKeys'}(rows_{table})"
        )
        self.module.constant(table, made)
        return table
