"""Third step of compiling, changes of fields, locals and entries of tables.

A base of `operations.Operations`. Stored numbers stay between their declared least and most.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.lang import ir, types
from interpreter.program.amounts import Amounts
from interpreter.program.layout import bit_of
from interpreter.program.magnitudes import is_kept
from interpreter.program.nodes import Raw


class Changes(Amounts):
    """Writes `set`, `add`, `subtract`, `include`, `exclude`."""

    def write_change(self, statement: ir.Change) -> None:
        """Write `set`, `add`, `subtract`, `include` or `exclude`."""
        target, value = statement.target, self.expressions.value(statement.value)
        target = self._settled(target)
        if isinstance(target, ir.Index):
            self._change_entry(statement, target, value)
            return
        place = self.expressions.value(target)
        self.function.add(f"{place} {_change(statement, value, place)}")
        self._bound(statement, target.type, place)
        if isinstance(target, ir.Field | ir.GlobalField):
            self._clamp(target, place, statement)
            self._log_change(target, place)

    def _bound(self, statement: ir.Change, type_: types.Type, place: str) -> None:
        """Write that what has been changed is not beyond measure.

        What is added to itself again and again grows so.
        """
        if isinstance(type_, types.ListOf) and statement.operation == "include":
            longest = self.values.work.longest(type_)
            self.function.add(f"if len({place}) > {longest}: too_long({longest})")
        if statement.operation == "exclude" or isinstance(statement.value, ir.Constant):
            return
        if not (statement.operation in ("set", "include") and is_kept(statement.value)):
            self.bound(type_, place)

    def _settled(self, target: ir.Expression) -> ir.Expression:
        """Return a target whose subject is worked out, so that the change cannot move it."""
        if isinstance(target, ir.Index):
            return replace(target, base=self._settled(target.base))
        simple = ir.Local | ir.Thing | ir.Me
        if not isinstance(target, ir.Field) or isinstance(target.subject, simple):
            return target
        code = self.temporary(self.expressions.value(target.subject))
        return replace(target, subject=Raw(code, target.subject.type))

    def _change_entry(self, statement: ir.Change, target: ir.Index, value: str) -> None:
        """Write the change of an entry of a table or list."""
        base = self.expressions.value(target.base)
        keys = [self.expressions.value(key) for key in target.keys]
        if isinstance(target.base.type, types.ListOf):
            keys = [f"{key} - 1" for key in keys]
        self.function.add(f"e = {base}{''.join(f'[{key}]' for key in keys)}")
        self.function.add(f"e {_change(statement, value, 'e')}")
        self._bound(statement, target.type, "e")
        self.function.add(f"{base} = replaced({base}, ({', '.join(keys)},), e)")
        if isinstance(target.base, ir.Field | ir.GlobalField):
            self._log_change(target.base, base)

    def _clamp(self, target: ir.Field | ir.GlobalField, place: str, statement: ir.Change) -> None:
        """Write that a stored number stays between its declared least and most."""
        group = target.kind if isinstance(target, ir.Field) else target.group
        field = self.field_spec(group, target.name)
        names = (
            {group: self.expressions.value(target.subject)} if isinstance(target, ir.Field) else {}
        )
        writer = self.expressions.renamed(names)
        # Nothing is neither too little nor too much.
        some = f"{place} != {types.NOTHING_NUMBER} and " * isinstance(field.type, types.Optional)
        if field.least is not None and statement.operation != "include":
            least = writer.value(field.least)
            self.function.add(f"if {some}{place} < {least}: {place} = {least}")
        if field.most is not None and not isinstance(field.type, types.SetOf | types.ListOf):
            most = writer.value(field.most)
            self.function.add(f"if {some}{place} > {most}: {place} = {most}")
        elif field.most is not None:
            size = (
                f"{place}.bit_count()" if isinstance(field.type, types.SetOf) else f"len({place})"
            )
            most = writer.value(field.most)
            self.function.add(f"if {size} > {most}: full({field.name!r}, {most})")

    def _log_change(self, target: ir.Field | ir.GlobalField, place: str) -> None:
        if isinstance(target, ir.Field):
            group, subject = target.kind, self.expressions.value(target.subject)
        else:
            group, subject = target.group, "0"
        seen = self.values.seen_function(group, target.name)
        mask = "-1" if seen is None else f"{seen}(S, {subject})"
        self.log("set", mask, repr(group), repr(target.name), subject, place)


def _change(statement: ir.Change, value: str, place: str) -> str:
    """Return the code that follows the target of a change, which is `place`."""
    listed = isinstance(statement.target.type, types.ListOf)
    whole = isinstance(statement.value.type, types.SetOf | types.ListOf)
    match statement.operation:
        case "set":
            return f"= {value}"
        case "add":
            return f"+= {value}"
        case "subtract":
            return f"-= {value}"
        case "include" if listed:
            return f"+= {value}" if whole else f"+= ({value},)"
        case "include":
            return f"|= {value if whole else bit_of(statement.value.type, value)}"
        case _ if listed:
            return f"= excluded({place}, {value})"
    if isinstance(statement.value.type, types.Number):
        return f"= without_number({place}, {value})"
    return f"&= ~{value}" if whole else f"&= ~(1 << {value})"
