"""Second step of compiling: typed expressions become Python expressions over the flat state `S`.

Fed by the emitters of routines and values; writes helper tables and value functions into the
`Module` as they are needed.

`value` gives an int or tuple as `lang.types` says; `truth` gives anything that Python can test;
`iterate` gives something to loop over in stable order. All three return source text that can stand
anywhere (in brackets where it must).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from interpreter.lang import ir, types
from interpreter.program.layout import ZoneNumbers, bit_of, mask_function
from interpreter.program.nodes import Raw
from interpreter.program.queries import Queries

if TYPE_CHECKING:
    from interpreter.program.values import Values

_COMPARISON = {"is": "==", "is not": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

_Writer = Callable[[Any, Any], str]


class Expressions(Queries):
    """Writes expressions inside one routine.

    `names` says how its locals are called in the Python text.
    """

    def __init__(self, values: Values, names: Mapping[str, str] | None = None) -> None:
        """Write for a module; locals that `names` does not know are called `v_` and their name."""
        self.values = values
        self.module = values.module
        self.layout = values.module.layout
        self.spec = self.layout.spec
        self.names = dict(names or {})

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return a writer that knows some locals under other names."""
        return type(self)(self.values, {**self.names, **names})

    # ---- the three ways -------------------------------------------------------------------------

    def value(self, node: ir.Expression) -> str:
        """Return the code of a value as it is kept."""
        code = self._writers[type(node)](self, node)
        if isinstance(node.type, types.Truth) and not isinstance(node, _AS_KEPT):
            return f"(1 if {code} else 0)"
        return code

    def truth(self, node: ir.Expression) -> str:
        """Return the code of a condition."""
        return self._writers[type(node)](self, node)

    def iterate(self, node: ir.Expression) -> str:
        """Return the code of something that goes through a set or a list in its order."""
        if isinstance(node, ir.AsList | ir.AsSet) and isinstance(node.operand.type, types.SetOf):
            return self.iterate(node.operand)
        if isinstance(node, ir.Stacks):
            return self._stacks(node)
        if isinstance(node.type, types.ListOf):
            if isinstance(node, ir.Query) and node.head == "all":
                return self.listing(node)
            return self.value(node)
        if isinstance(node, ir.Query) and node.head == "all":
            return self.listing(node)
        if isinstance(node, ir.Every) and self.spec.kinds[node.kind].made is None:
            return self._range(self.layout.count(node.kind))
        if isinstance(node, ir.EveryWord):
            return self._range(len(self.spec.words[node.word]))
        if isinstance(node, ir.Link):
            return f"{self._link_table(node.kind, node.name, 'tuples')}[{self.value(node.subject)}]"
        if isinstance(node, ir.AsSet) and not isinstance(node.operand.type, types.ListOf):
            return "()" if self._is_absent(node.operand) else f"({self.value(node.operand)},)"
        if isinstance(node, ir.Collect):
            return self._collected(node)
        if isinstance(node, ir.Function) and node.name == "line":
            return self._line(node, "tuples")
        return f"bits({self.value(node)})"

    def _range(self, count: int) -> str:
        """Return a ready-made range."""
        return self.module.constant(f"R{count}", f"range({count})")

    def _collected(self, node: ir.Collect) -> str:
        """Return `(a, b)` as something to go through in the order of its members."""
        items = self._items(node)
        if isinstance(node.type, types.ListOf) or len(items) < 2:
            return _tuple_of(items)
        return f"bits({self._mask_of(node, items)})"

    # ---- names and constants ---------------------------------------------------------------------

    def _constant(self, node: ir.Constant) -> str:
        return str(node.value) if node.value >= 0 else f"({node.value})"

    def _missing(self, node: ir.Missing) -> str:
        inner = node.type.inner if isinstance(node.type, types.Optional) else node.type
        return f"({types.nothing_of(inner)})"

    def _empty(self, node: ir.Empty) -> str:
        return "0" if isinstance(node.type, types.SetOf) else "()"

    def _thing(self, node: ir.Thing) -> str:
        number = self.layout.index[node.kind].get(node.name)
        return f"absent({node.name!r})" if number is None else str(number)

    def _is_absent(self, node: ir.Expression) -> bool:
        """Whether a thing is named that takes no part: it is equal to nothing, and in no set."""
        return isinstance(node, ir.Thing) and node.name not in self.layout.index[node.kind]

    def _every(self, node: ir.Every) -> str:
        if self.spec.kinds[node.kind].made is None:
            return str((1 << self.layout.count(node.kind)) - 1)
        return f"S[{self.layout.slots_of('MADE', node.kind).start}]"

    def _every_word(self, node: ir.EveryWord) -> str:
        return str((1 << len(self.spec.words[node.word])) - 1)

    def _raw(self, node: Raw) -> str:
        return node.code

    def _local(self, node: ir.Local) -> str:
        return self.names.get(node.name, f"v_{node.name}")

    def _me(self, _node: ir.Me) -> str:
        return self.names.get("me", "me")

    def _option(self, node: ir.OptionValue) -> str:
        return str(self.layout.options[node.name])

    # ---- what is stored --------------------------------------------------------------------------

    def slot(self, start: int, index: str) -> str:
        """Return the number of a slot as code, folded when the index is known."""
        if index.isdecimal():
            return str(start + int(index))
        return f"{start} + {index}"

    def _field(self, node: ir.Field) -> str:
        start = self.layout.slots_of(node.kind, node.name).start
        return f"S[{self.slot(start, self.value(node.subject))}]"

    def _global_field(self, node: ir.GlobalField) -> str:
        return f"S[{self.layout.slots_of(node.group, node.name).start}]"

    def pieces_slot(self, piece: str, place: str, owner: str) -> str:
        """Return the slot of a count of pieces as code."""
        start = self.layout.slots_of("PIECES", piece).start
        places = self.layout.count(self.spec.pieces[piece].place)
        if owner.isdecimal():
            return self.slot(start + int(owner) * places, place)
        if place.isdecimal():
            return f"{start + int(place)} + {owner}*{places}"
        return f"{start} + {owner}*{places} + {place}"

    def _pieces(self, node: ir.Pieces) -> str:
        return f"S[{self.pieces_slot(node.piece, self.value(node.place), self.value(node.owner))}]"

    def _supply(self, node: ir.Supply) -> str:
        start = self.layout.slots_of("SUPPLY", node.piece).start
        return f"S[{self.slot(start, self.value(node.owner))}]"

    def _stacks(self, node: ir.Stacks) -> str:
        slots = self.layout.slots_of("PIECES", node.piece)
        return f"[i for i in {self.taken(self._range(slots.count))} if S[{slots.start} + i]]"

    def _stacks_kept(self, node: ir.Stacks) -> str:
        keep = "tuple" if isinstance(node.type, types.ListOf) else "mask"
        return f"{keep}({self._stacks(node)})"

    def _stack_field(self, node: ir.StackField) -> str:
        stack = self.value(node.stack)
        places = self.layout.count(self.spec.pieces[node.piece].place)
        if node.name == "size":
            return f"S[{self.slot(self.layout.slots_of('PIECES', node.piece).start, stack)}]"
        return f"({stack} // {places})" if node.name == "owner" else f"({stack} % {places})"

    def zone_index(self, node: ir.Zone) -> tuple[ZoneNumbers, str]:
        """Return the numbers of a zone's declaration, and the code of which zone is meant."""
        which = node.subject if node.subject is not None else node.key
        return self.layout.zones[node.kind, node.name], "0" if which is None else self.value(which)

    def _zone(self, node: ir.Zone) -> str:
        zone, which = self.zone_index(node)
        return f"S[{self.slot(zone.slots.start, which)}]"

    def _whereabouts(self, node: ir.Whereabouts) -> str:
        zone, where = self._place(node)
        if zone.first == 0 and len(self.layout.zones_of[zone.of]) == 1:
            return where
        return f"located({where}, {zone.first}, {zone.count})"

    def _place(self, node: ir.Whereabouts) -> tuple[ZoneNumbers, str]:
        """Return the zones in which a thing may lie, and the code of where it does, by number."""
        zone = self.layout.zones[node.owner, node.zone]
        where = self.layout.slots_of("WHERE", zone.of).start
        return zone, f"S[{self.slot(where, self.value(node.subject))}]"

    # ---- what is printed -------------------------------------------------------------------------

    def _fixed(self, node: ir.Fixed) -> str:
        if isinstance(node.subject, ir.Thing) and not self._is_absent(node.subject):
            # Printed data may read that of another thing, while the table of all is being made.
            number = self.layout.index[node.kind][node.subject.name]
            item = self.layout.elements[node.kind][number]
            name, held = f"F_{node.kind}_X_{node.name}_X_{item.name}", item.fixed[node.name]
            return self.module.constant(
                name, self.value(held), f"{node.name} of {item.name}", held.span
            )
        return f"{self._fixed_table(node.kind, node.name)}[{self.value(node.subject)}]"

    def _fixed_table(self, kind: str, name: str) -> str:
        table = f"F_{kind}_X_{name}"
        if self.module.needs(f"table {table}"):
            held = [item.fixed[name] for item in self.layout.elements[kind]]
            rows = [(self.value(item), item.span) for item in held]
            self.module.table(f"{name} of {kind}", table, rows)
        return table

    def _link(self, node: ir.Link) -> str:
        return f"{self._link_table(node.kind, node.name, 'masks')}[{self.value(node.subject)}]"

    def _link_table(self, kind: str, name: str, form: str) -> str:
        """Return a table of what a link joins to each thing, as tuples or as masks."""
        goal = dict(self.spec.kinds[kind].links)[name]
        number = self.layout.index[goal]
        rows = [
            tuple(sorted(number[other] for other in item.links.get(name, ()) if other in number))
            for item in self.layout.elements[kind]
        ]
        if form == "tuples":
            return self.module.constant(f"L_{kind}_X_{name}", repr(tuple(rows)))
        masks = tuple(sum(1 << other for other in row) for row in rows)
        return self.module.constant(f"M_{kind}_X_{name}", repr(masks))

    def _static_table(self, node: ir.StaticTable) -> str:
        table = f"T_{node.table}"
        if self.module.needs(f"table {table}"):
            rows = []
            for keys, value in self.spec.tables[node.table].rows:
                if self._is_here(keys) and self._is_here((value,)):
                    key = self._key([self.value(key) for key in keys])
                    rows.append((f"{key}: {self.value(value)}", value.span))
            self.module.table(f"table {node.table}", table, rows, "{}")
        return f"{table}[{self._key([self.value(key) for key in node.keys])}]"

    def _is_here(self, nodes: tuple[ir.Expression, ...]) -> bool:
        """Whether all things that are named take part in this game."""
        things = (node for node in nodes if isinstance(node, ir.Thing))
        return all(node.name in self.layout.index[node.kind] for node in things)

    def _key(self, codes: list[str]) -> str:
        return codes[0] if len(codes) == 1 else f"({', '.join(codes)})"

    def _index(self, node: ir.Index) -> str:
        code = self.value(node.base)
        if isinstance(node.base.type, types.ListOf):
            return f"entry({code}, {self.value(node.keys[0])})"
        return code + "".join(f"[{self.value(key)}]" for key in node.keys)

    def _part(self, node: ir.Part) -> str:
        return f"{self.value(node.base)}[{node.position}]"

    # ---- what is worked out ----------------------------------------------------------------------

    def _computed(self, node: ir.Computed) -> str:
        subject = () if node.subject is None else (node.subject,)
        codes = [self.value(item) for item in (*subject, *node.arguments)]
        return self.values.read(node.value, codes, self.names.get("me", "me"))

    def _slot_value(self, node: ir.SlotValue) -> str:
        arguments = [self.value(item) for item in (node.subject, *node.arguments)]
        return self.values.read_slot(node.kind, node.slot, arguments, self.names.get("me", "me"))

    def _cost_of(self, node: ir.CostOf) -> str:
        subject, me = self.value(node.subject), self.names.get("me", "me")
        return self.values.read_cost(node.kind, node.resource, subject, me)

    def _arithmetic(self, node: ir.Arithmetic) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.operator == "*" and not (left.isdecimal() or right.isdecimal()):
            return f"times({left}, {right})"  # squares grow beyond measure in a few rounds
        return f"({left} {node.operator} {right})"

    def _divide(self, node: ir.Divide) -> str:
        left = self.value(node.left)
        if node.rounding == "exact":
            return left  # a half counts halves, so dividing by 2 only changes the type
        right = self.value(node.right)
        return f"({left} // {right})" if node.rounding == "down" else f"(-(-{left} // {right}))"

    def _scale(self, node: ir.Scale) -> str:
        half, number = self.value(node.half), self.value(node.number)
        if half.isdecimal() or number.isdecimal():
            return f"({half} * {number})"
        return f"times({half}, {number})"

    def _round_half(self, node: ir.RoundHalf) -> str:
        half, divisor = self.value(node.half), self.value(node.divisor)
        if node.rounding == "down":
            return f"({half} // (2 * {divisor}))"
        return f"(-(-{half} // (2 * {divisor})))"

    def _negative(self, node: ir.Negative) -> str:
        return f"(-{self.value(node.operand)})"

    def _set_change(self, node: ir.SetChange) -> str:
        if isinstance(node.type, types.ListOf):
            items = self.taken(self.value(node.left))
            if node.operator == "+":
                longest = self.values.work.longest(node.type)
                return f"joined({items}, {self.taken(self.value(node.right))}, {longest})"
            function = "without" if node.operator == "-" else "kept"
            return f"{function}({items}, {self.iterate(node.right)})"
        left, right = self.value(node.left), self.value(node.right)
        operator = {"+": "|", "-": "& ~", "*": "&"}[node.operator]
        return f"({left} {operator}{right})"

    def _as_half(self, node: ir.AsHalf) -> str:
        return f"({self.value(node.operand)} * 2)"

    def _as_set(self, node: ir.AsSet) -> str:
        if isinstance(node.operand.type, types.ListOf):
            return f"{mask_function(node.operand.type.inner)}({self.iterate(node.operand)})"
        if isinstance(node.operand.type, types.SetOf):
            return self.value(node.operand)
        if self._is_absent(node.operand):
            return "0"
        return f"({bit_of(node.operand.type, self.value(node.operand))})"

    def _as_list(self, node: ir.AsList) -> str:
        return f"tuple({self.iterate(node.operand)})"

    def _mask_of(self, node: ir.Collect, codes: list[str]) -> str:
        inner = node.type.inner if isinstance(node.type, types.SetOf) else types.UNKNOWN
        if all(code.isdecimal() for code in codes) and not isinstance(inner, types.Number):
            return str(sum(1 << int(code) for code in set(codes)))
        return f"({' | '.join(bit_of(inner, code) for code in codes)})"

    def _collect(self, node: ir.Collect) -> str:
        codes = self._items(node)
        return (
            _tuple_of(codes) if isinstance(node.type, types.ListOf) else self._mask_of(node, codes)
        )

    def _items(self, node: ir.Collect) -> list[str]:
        return [self.value(item) for item in node.items if not self._is_absent(item)]

    def _make_record(self, node: ir.MakeRecord) -> str:
        return f"({', '.join(self.value(item) for item in node.items)},)"

    def _pick(self, node: ir.Pick) -> str:
        then, otherwise = self.value(node.then), self.value(node.otherwise)
        return f"({then} if {self.truth(node.condition)} else {otherwise})"

    # ---- conditions ------------------------------------------------------------------------------

    def _not(self, node: ir.Not) -> str:
        return f"(not {self.truth(node.operand)})"

    def _both(self, node: ir.Both) -> str:
        return f"({' and '.join(self.truth(part) for part in node.parts)})"

    def _either(self, node: ir.Either) -> str:
        return f"({' or '.join(self.truth(part) for part in node.parts)})"

    def _compare(self, node: ir.Compare) -> str:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(other, ir.Empty):
                code = self.iterate(one) if is_listing(one) else self.value(one)
                return f"(not {code})" if node.operator == "is" else code
        if self._is_absent(node.left) or self._is_absent(node.right):
            return "0" if node.operator == "is" else "1"
        right = self.value(node.right)
        if right == "(-1)" and isinstance(node.left, ir.Whereabouts):
            # whether it lies in any of these zones, without a call
            zone, where = self._place(node.left)
            lies = f"({zone.first} <= {where} < {zone.first + zone.count})"
            return lies if node.operator == "is not" else f"(not {lies})"
        left = self.value(node.left)
        return f"({left} {_COMPARISON[node.operator]} {right})"

    def _member(self, node: ir.Member) -> str:
        if self._is_absent(node.item):
            return "0"
        item, container = self.value(node.item), node.container
        if isinstance(container, ir.AsSet | ir.AsList) and isinstance(
            container.operand.type, types.ListOf | types.SetOf
        ):
            container = container.operand
        if isinstance(container, ir.AsSet):
            absent = self._is_absent(container.operand)
            return "0" if absent else f"({item} == {self.value(container.operand)})"
        if isinstance(container, ir.Collect):
            return f"({item} in {_tuple_of(self._items(container))})"
        if isinstance(container.type, types.ListOf) or is_listing(container):
            return f"({item} in {self.iterate(container)})"
        if isinstance(container, ir.Function) and container.name == "line":
            return f"({item} in {self.iterate(container)})"
        if isinstance(node.item.type, types.Optional | types.Number):
            return f"has({self.value(container)}, {item})"
        return f"({self.value(container)} >> {item} & 1)"

    # ---- functions -------------------------------------------------------------------------------

    def _function(self, node: ir.Function) -> str:
        return self._functions[node.name](self, node)

    def _least_most(self, node: ir.Function) -> str:
        return f"{node.name}({', '.join(self.value(item) for item in node.arguments)})"

    def _size(self, node: ir.Function) -> str:
        (item,) = node.arguments
        if isinstance(item, ir.AsList | ir.AsSet) and isinstance(item.operand.type, types.SetOf):
            item = item.operand
        if is_listing(item):
            return f"len({self.iterate(item)})"
        code = self.value(item)
        if isinstance(item.type, types.ListOf):
            return f"len({code})"
        return str(int(code).bit_count()) if code.isdecimal() else f"{code}.bit_count()"

    def _first(self, node: ir.Function) -> str:
        return f"tuple({self.iterate(node.arguments[0])})[0]"

    def _last(self, node: ir.Function) -> str:
        return f"tuple({self.iterate(node.arguments[0])})[-1]"

    def _top(self, node: ir.Function) -> str:
        items, number = (self.value(item) for item in node.arguments)
        return f"{self.taken(items)}[:max(0, {number})]"

    def _only(self, node: ir.Function) -> str:
        return f"only({self.iterate(node.arguments[0])})"

    def _after(self, node: ir.Function) -> str:
        return f"(({self.value(node.arguments[0])} + 1) % {self.layout.players})"

    def _around(self, node: ir.Function) -> str:
        seats = range(self.layout.players)
        forth = tuple(tuple((first + step) % len(seats) for step in seats) for first in seats)
        table = self.module.constant("AROUND", repr(forth))
        start = self.value(node.arguments[0])
        if len(node.arguments) == 1:
            return f"{table}[{start}]"
        back = tuple(tuple((first - step) % len(seats) for step in seats) for first in seats)
        other = self.module.constant("AROUND_BACK", repr(back))
        return f"({table} if {self.truth(node.arguments[1])} else {other})[{start}]"

    def _distance(self, node: ir.Function) -> str:
        start, goal = (self.value(item) for item in node.arguments[:2])
        if self.values.work.is_near(node):
            return f"{self._walk_table('Distances', node)}[{start}][{goal}]"
        return f"far({self._walk_table('tuples', node)}, {start}, {goal})"

    def _within(self, node: ir.Function) -> str:
        start, steps, *through = (
            self.value(item) for item in node.arguments if not self._is_way(item)
        )
        crossable = through[0] if through else "-1"
        code = f"within({self._walk_table('masks', node)}, {start}, {steps}, {crossable})"
        return self.taken(code)

    def _line(self, node: ir.Function, form: str = "") -> str:
        start, steps = node.arguments[0], node.arguments[-1]
        key = f"{self.value(start)}, {self.value(steps)}"
        form = form or ("tuples" if isinstance(node.type, types.ListOf) else "masks")
        code = f"{self._walk_table('MaskLines' if form == 'masks' else 'Lines', node)}[{key}]"
        return self.taken(code) if self.values.work.of_line(node) else code

    def _is_way(self, item: ir.Expression) -> bool:
        return isinstance(item.type, types.Word)

    def _walk_table(self, form: str, node: ir.Function) -> str:
        """Return the table for following a link: one, or one for each word of a list of ways."""
        if node.link is not None:
            return self._walk_link(form, *node.link)
        (way,) = (item for item in node.arguments if self._is_way(item))
        if not isinstance(way.type, types.Word):  # narrowed for the checker; see `_is_way`
            raise TypeError(way.type)
        kind = node.arguments[0].type
        if not isinstance(kind, types.Kind):
            raise TypeError(kind)
        tables = [self._walk_link(form, kind.name, word) for word in self.spec.words[way.type.name]]
        table = self.module.constant(
            f"W_{form}_{kind.name}_X_{way.type.name}", f"({', '.join(tables)},)"
        )
        return f"{table}[{self.value(way)}]"

    def _walk_link(self, form: str, kind: str, link: str) -> str:
        if form in ("masks", "tuples"):
            return self._link_table(kind, link, form)
        tuples = self._link_table(kind, link, "tuples")
        return self.module.constant(f"{form}_{kind}_X_{link}", f"{form}({tuples})")

    def _possible(self, node: ir.Function) -> str:
        definition = node.arguments[0]
        if not isinstance(definition.type, types.Kind):
            raise TypeError(definition.type)
        arguments = ", ".join(self.value(item) for item in node.arguments)
        function = self.values.possible_function(definition.type.name)
        return f"{function}(S, {self.names.get('me', 'me')}, {arguments})"

    # ---- the tables ------------------------------------------------------------------------------

    _writers: ClassVar[Mapping[type, _Writer]] = {
        ir.Constant: _constant,
        ir.Missing: _missing,
        ir.Empty: _empty,
        ir.Thing: _thing,
        ir.Every: _every,
        ir.EveryWord: _every_word,
        Raw: _raw,
        ir.Local: _local,
        ir.Me: _me,
        ir.OptionValue: _option,
        ir.Field: _field,
        ir.GlobalField: _global_field,
        ir.Fixed: _fixed,
        ir.Link: _link,
        ir.Computed: _computed,
        ir.SlotValue: _slot_value,
        ir.CostOf: _cost_of,
        ir.Pieces: _pieces,
        ir.Supply: _supply,
        ir.Stacks: _stacks_kept,
        ir.StackField: _stack_field,
        ir.Zone: _zone,
        ir.Whereabouts: _whereabouts,
        ir.StaticTable: _static_table,
        ir.Index: _index,
        ir.Part: _part,
        ir.Arithmetic: _arithmetic,
        ir.Divide: _divide,
        ir.Scale: _scale,
        ir.RoundHalf: _round_half,
        ir.Negative: _negative,
        ir.SetChange: _set_change,
        ir.Not: _not,
        ir.Both: _both,
        ir.Either: _either,
        ir.Compare: _compare,
        ir.Member: _member,
        ir.Pick: _pick,
        ir.Query: Queries.query,
        ir.Collect: _collect,
        ir.MakeRecord: _make_record,
        ir.AsHalf: _as_half,
        ir.AsSet: _as_set,
        ir.AsList: _as_list,
        ir.Function: _function,
    }
    _functions: ClassVar[Mapping[str, _Writer]] = {
        "min": _least_most,
        "max": _least_most,
        "size": _size,
        "first": _first,
        "last": _last,
        "top": _top,
        "only": _only,
        "after": _after,
        "around": _around,
        "distance": _distance,
        "within": _within,
        "line": _line,
        "possible": _possible,
    }


def _tuple_of(codes: list[str]) -> str:
    return f"({', '.join(codes)},)" if codes else "()"


def is_listing(node: ir.Expression) -> bool:
    """Whether a set is cheaper to list than to keep as a mask."""
    return (isinstance(node, ir.Query) and node.head == "all") or isinstance(node, ir.Stacks)


# Truths that are read as they are kept, 0 or 1.
_AS_KEPT = (
    Raw,
    ir.Constant,
    ir.Local,
    ir.OptionValue,
    ir.Field,
    ir.GlobalField,
    ir.Fixed,
    ir.Computed,
    ir.SlotValue,
    ir.StaticTable,
    ir.Index,
    ir.Part,
    ir.Pick,
)
