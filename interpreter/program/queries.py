"""Second step of compiling, the queries: `head names where condition` as Python comprehensions.

A base of `expressions.Expressions`. The part of a condition that never changes is worked out once:
the rows that pass it stand in a table, keyed by the outer names that it reads, so that a game only
tests what can change.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from interpreter.lang import ir, types
from interpreter.program.layout import mask_function
from interpreter.program.module import conjuncts
from interpreter.program.nodes import Raw
from interpreter.program.static import free_locals, is_finite, substituted, walk

if TYPE_CHECKING:
    from interpreter.program.layout import Layout
    from interpreter.program.module import Function, Module
    from interpreter.program.values import Values

_SCANNED = 24
"""Up to so many rounds a full list is faster than a generator that stops early (CPython 3.11)."""
_UNKNOWN_COUNT = 8
_MOST_KEYS = 3
_UNROLLED = 6
"""Inner queries over so few things are written out."""


class Queries(ABC):
    """Writes queries; the other half of the class writes every other expression."""

    values: Values
    module: Module
    layout: Layout
    spec: ir.GameSpec
    names: dict[str, str]

    @abstractmethod
    def value(self, node: ir.Expression) -> str:
        """Return the code of a value as it is kept."""

    @abstractmethod
    def truth(self, node: ir.Expression) -> str:
        """Return the code of a condition."""

    @abstractmethod
    def iterate(self, node: ir.Expression) -> str:
        """Return the code of something that goes through a set or a list in its order."""

    # ---- what a writer that counts does otherwise (`weighing`) -----------------------------------

    scans_slots: ClassVar[bool] = True
    """Whether a slice of the state may be searched instead of things one by one."""

    def taken(self, code: str) -> str:
        """Return the code of a set or list that is gone through, or copied, as a whole."""
        return code

    def tried(self, code: str) -> str:
        """Return the code of a set or list that is gone through until something is found."""
        return code

    def _through(self, node: ir.Expression, *, early: bool) -> str:
        """Return the code of a domain for the loops of a query; see `loops`."""
        code = self.iterate(node)
        return self.tried(code) if early else self.taken(code)

    # ---- queries ---------------------------------------------------------------------------------

    def listing(self, node: ir.Query) -> str:
        """Return the code of a list of what a query finds."""
        row = self._row([binder.name for binder in node.binders])
        return self.rows(row, node.binders, node.where)

    def rows(self, row: str, binders: tuple[ir.Binder, ...], where: ir.Expression | None) -> str:
        """Return the code of a list of the rows of some binders that pass a condition."""
        return f"[{row} {self.clauses(binders, where)}]"

    def each_row(self, binders: tuple[ir.Binder, ...], where: ir.Expression | None) -> str:
        """Return a `for` head that goes through the rows of some binders that pass a condition."""
        row = self._row([binder.name for binder in binders])
        return f"for {row} in {self.rows(row, binders, where)}:"

    def query(self, node: ir.Query) -> str:
        """Return the code of the value of a query."""
        if node.head == "all":
            if isinstance(node.type, types.ListOf):
                return f"tuple({self.listing(node)})"
            return f"{mask_function(node.binders[0].type)}({self.listing(node)})"
        scanned = self._field_scan(node)
        if scanned is not None:
            return scanned
        if node.head in ("any", "no"):
            return self._any(node)
        if node.head == "first":
            clauses = self.clauses(node.binders, node.where, early=True)
            return f"next(({self._local_name(node.binders[0].name)} {clauses}), -1)"
        clauses = self.clauses(node.binders, node.where)
        if node.head == "count":
            return f"len([1 {clauses}])"
        return self._measure(node, clauses)

    def _field_scan(self, node: ir.Query) -> str | None:
        """Return the code of `any`, `no` or `count` of things whose field is one value.

        Their fields lie side by side, so a slice is searched. None for any other query.
        """
        where = node.where
        if not self.scans_slots or node.head not in ("any", "no", "count"):
            return None
        if len(node.binders) != 1:
            return None
        (binder,) = node.binders
        if not (isinstance(where, ir.Compare) and where.operator == "is"):
            return None
        field, wanted = where.left, where.right
        if not isinstance(binder.domain, ir.Every) or not isinstance(field, ir.Field):
            return None
        made = self.spec.kinds[binder.domain.kind].made is not None
        subject = field.subject
        if made or not isinstance(subject, ir.Local) or subject.name != binder.name:
            return None
        if binder.name in free_locals(wanted) or isinstance(wanted, ir.Empty):
            return None
        slots = self.layout.slots_of(field.kind, field.name)
        run = f"S[{slots.start}:{slots.start + slots.count}]"
        code = self.value(wanted)
        if node.head == "count":
            return f"{run}.count({code})"
        return f"({code} {'not in' if node.head == 'no' else 'in'} {run})"

    def scan(self, function: Function, node: ir.Query) -> bool:
        """Write `any`, `no` or `first` as the whole of a function.

        A loop that returns at the first hit.

        Tell whether it could be done; faster than a list, and than a generator.
        """
        if node.head not in ("any", "no", "first") or self._field_scan(node) is not None:
            return False
        hit = {"any": "1", "no": "0"}.get(node.head) or self._local_name(node.binders[0].name)
        miss = {"any": "0", "no": "1"}.get(node.head, "(-1)")
        loops, test = self.loops(node.binders, node.where, early=True)
        depth = function.depth
        for loop in loops:
            function.add(f"{loop}:")
            function.depth += 1
        function.add(f"if {test}: return {hit}" if test else f"return {hit}")
        function.depth = depth
        function.add(f"return {miss}")
        return True

    def _any(self, node: ir.Query) -> str:
        """Return the code of `any` and `no`, as something that can be tested."""
        rounds = 1
        if self._static_rows(node.binders, node.where) is None:
            for binder in node.binders:
                rounds *= self._size_of(binder.domain)
        few = rounds <= _SCANNED
        clauses = self.clauses(node.binders, node.where, early=not few)
        code = f"[1 {clauses}]" if few else f"next((1 {clauses}), 0)"
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

    def clauses(
        self, binders: tuple[ir.Binder, ...], where: ir.Expression | None, *, early: bool = False
    ) -> str:
        """Return `for a in A for b in B if condition`, with what never changes looked up."""
        loops, test = self.loops(binders, where, early=early)
        return " ".join(loops) if not test else f"{' '.join(loops)} if {test}"

    def loops(
        self, binders: tuple[ir.Binder, ...], where: ir.Expression | None, *, early: bool = False
    ) -> tuple[list[str], str]:
        """Return the heads `for a in A`, `for b in B`, and the condition inside them.

        `early` says that the loops are left as soon as something is found.
        """
        rows = self._static_rows(binders, where)
        if rows is None:
            heads = [
                f"for {self._local_name(item.name)} in {self._through(item.domain, early=early)}"
                for item in binders
            ]
            return heads, "" if where is None else self.truth(where)
        code = self.tried(rows.code) if early else self.taken(rows.code)
        head = f"for {rows.pattern} in {code}"
        return [head], " and ".join(self.truth(part) for part in rows.rest)

    def _static_rows(
        self, binders: tuple[ir.Binder, ...], where: ir.Expression | None
    ) -> StaticRows | None:
        """Return the rows that pass the static part of a condition.

        They are None if there is no such part.
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
        work = self.values.work.of_loops(binders, fixed)
        if not self.values.work.fits(tuple(outer.values()), work):
            return None
        hoisted: list[Hoisted] = []
        rest = tuple(
            self._hoist(part, {*bound, *outer}, fixed, hoisted)
            for part in parts
            if not statics.is_static(part)
        )
        table = self._row_table(binders, fixed, tuple(outer), tuple(hoisted))
        if outer:
            keys = [
                self.names.get("me", "me") if name == "me" else self._local_name(name)
                for name in outer
            ]
            table = f"{table}[{', '.join(keys)}]"
        names = [item.name for item in binders]
        if not hoisted:
            return StaticRows(self._row(names), table, rest)
        extra = [name for item in hoisted for name in item.names]
        pattern = ", ".join([*map(self._local_name, names), *extra])
        return StaticRows(f"({pattern})", table, rest)

    def _hoist(
        self,
        part: ir.Expression,
        known: set[str],
        fixed: tuple[ir.Expression, ...],
        hoisted: list[Hoisted],
    ) -> ir.Expression:
        """Return a condition whose inner queries find their domains ready in the row."""
        for query in [node for node in walk(part) if isinstance(node, ir.Query)]:
            if len(query.binders) != 1 or query.head not in ("any", "no"):
                continue
            (binder,) = query.binders
            domain = binder.domain
            if not isinstance(domain, ir.Function | ir.Link) or not self.values.statics.is_static(
                domain
            ):
                continue
            if not free_locals(domain).keys() <= known:
                continue
            name = self.module.fresh("h")
            size = _known_size(domain, fixed)
            names = tuple(f"{name}_{at}" for at in range(size)) if size else (name,)
            hoisted.append(Hoisted(domain, names))
            part = substituted(part, query, _with_domain(query, names, unrolled=bool(size)))
        return part

    def _row_table(
        self,
        binders: tuple[ir.Binder, ...],
        fixed: tuple[ir.Expression, ...],
        outer: tuple[str, ...],
        hoisted: tuple[Hoisted, ...],
    ) -> str:
        """Return the name of the table of rows for some binders and static conditions."""
        key = (binders, fixed, tuple((item.domain, len(item.names)) for item in hoisted))
        known = self.values.row_tables.get(key)
        if known is not None:
            return known
        table = self.module.fresh("K")
        self.values.row_tables[key] = table
        plain = self.values.plain.expressions()
        loops = " ".join(f"for v_{item.name} in {plain.iterate(item.domain)}" for item in binders)
        conditions = [(plain.truth(part), part.span) for part in fixed]
        names = [f"v_{item.name}" for item in binders]
        extra = [
            f"*{plain.iterate(item.domain)}"
            if len(item.names) > 1
            else f"tuple({plain.iterate(item.domain)})"
            for item in hoisted
        ]
        row = names[0] if len(names) == 1 and not extra else f"({', '.join([*names, *extra])})"
        parameters = ["me" if name == "me" else f"v_{name}" for name in outer]
        function = self.module.open_function("query", f"rows_{table}", parameters)
        with function.at(binders[0].domain.span):
            function.add_all(f"return tuple([{row} {loops} if ", conditions, "])")
        self.module.close(function)
        memo = "Memo" if len(outer) == 1 else "MemoKeys"
        made = f"early(rows_{table})" if not outer else f"{memo}(rows_{table})"
        self.module.constant(table, made)
        return table


@dataclass(frozen=True, slots=True)
class StaticRows:
    """Rows worked out once.

    How a row is unpacked, where the rows stand, and what is still to be tested.
    """

    pattern: str
    code: str
    rest: tuple[ir.Expression, ...]


@dataclass(frozen=True, slots=True)
class Hoisted:
    """A domain that stands ready in each row.

    Under one name, or one name for each of its members.
    """

    domain: ir.Expression
    names: tuple[str, ...]


def _known_size(domain: ir.Expression, fixed: tuple[ir.Expression, ...]) -> int:
    """Return how many members a domain has by the static part of a condition.

    0 if it does not say.
    """
    for part in fixed:
        if not (isinstance(part, ir.Compare) and part.operator == "is"):
            continue
        size, count = part.left, part.right
        if (
            isinstance(size, ir.Function)
            and size.name == "size"
            and size.arguments == (domain,)
            and isinstance(count, ir.Constant)
            and 1 < count.value <= _UNROLLED
        ):
            return count.value
    return 0


def _with_domain(query: ir.Query, names: tuple[str, ...], *, unrolled: bool) -> ir.Expression:
    """Return an inner query over a domain that stands ready.

    Written out if its members have names.
    """
    (binder,) = query.binders
    if not unrolled:
        ready = Raw(names[0], types.ListOf(binder.type))
        return replace(query, binders=(ir.Binder(binder.name, ready, binder.type),))
    if query.where is None:
        return ir.Constant(int(query.head == "any"), types.TRUTH)
    local = ir.Local(binder.name, binder.type)
    parts = tuple(substituted(query.where, local, Raw(name, binder.type)) for name in names)
    some = ir.Either(parts, types.TRUTH)
    return some if query.head == "any" else ir.Not(some, types.TRUTH)
