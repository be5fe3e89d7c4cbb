"""The arguments of an act as written; the acts that change a field or a local."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, cast

from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import Local, named, shown
from interpreter.lang.check_expressions import ExpressionChecker
from interpreter.lang.facts import NONE, is_changing, is_derived, without, without_local
from interpreter.lang.types import Type
from interpreter.lang.vocabulary import OPERATIONS, Form
from interpreter.lang.walk import reads_local

ChangeVerb = Literal["set", "add", "subtract", "include", "exclude"]
CHANGES = ("set", "add", "subtract", "include", "exclude")


@dataclass(slots=True)
class Operands:
    """The arguments of an act as written, taken one by one; what is left over is reported."""

    node: syntax.Act
    words: dict[str, syntax.Argument] = field(default_factory=dict)
    object: syntax.Expression | syntax.Amount | None = None
    noun: str = ""

    def take(self, word: str | None) -> syntax.Expression | syntax.Amount | None:
        """Return the argument behind a small word and cross it off.

        The word None means the argument right behind the verb.
        """
        if word is None:
            found, self.object = self.object, None
            return found
        argument = self.words.pop(word, None)
        return None if argument is None else argument.value


class ChangeChecker(ExpressionChecker):
    """Checks changes."""

    # ---- arguments ------------------------------------------------------------------------

    def operands(self, node: syntax.Act) -> Operands:
        """Return the arguments of an act by their small words."""
        operands = Operands(node, object=node.object)
        for argument in node.arguments:
            if argument.word in operands.words:
                self.report("E508", argument.span, verb=node.verb.text, word=argument.word)
            operands.words[argument.word] = argument
        return operands

    def report_rest(self, operands: Operands) -> None:
        """Report arguments that nothing took."""
        verb = operands.node.verb.text
        for word, argument in operands.words.items():
            self.report("E508", argument.span, verb=verb, word=word, notes=self._shapes(verb))
        if operands.object is not None:
            what = shown(operands.object)
            notes = self._shapes(verb)
            self.report("E508", operands.object.span, verb=verb, word=what, notes=notes)
        self.check_rest(operands)

    def check_rest(self, operands: Operands) -> None:
        """Check arguments of which nothing is known but that they stand there."""
        for argument in operands.words.values():
            self.expression(argument.value)
        match operands.object:
            case syntax.Amount(number, _, _):
                if number is not None:
                    self.expression(number)
            case None:
                pass
            case other:
                self.expression(other)

    def _shapes(self, verb: str) -> Iterable[str]:
        """Return how a verb is written, as notes."""
        if verb in OPERATIONS:
            return [f"it is written: {form.shape}" for form in OPERATIONS[verb].forms]
        rule = self.names.rules.get(verb)
        if rule is None:
            return ()
        words = [f"{one.word} {one.name}" if one.word else one.name for one in rule.parameters]
        return [f"it is written: {' '.join([verb, *words])}"]

    def _words_of(self, verb: str) -> set[str | None]:
        """Return the small words that a verb knows."""
        if verb in OPERATIONS:
            forms = OPERATIONS[verb].forms
            return {argument.word for form in forms for argument in form.arguments}
        rule = self.names.rules.get(verb)
        return set() if rule is None else {one.word for one in rule.parameters}

    def missing(self, operands: Operands, what: str, word: str | None = None) -> ir.Expression:
        """Report an argument that is not there, or that stands behind another small word."""
        verb = operands.node.verb
        strays = [one for one in operands.words if one not in self._words_of(verb.text)]
        if word is not None and strays:
            argument = operands.words.pop(strays[0])
            self.expression(argument.value)
            advice = f"did you mean `{word} {shown(argument.value)}`?"
            notes = self._shapes(verb.text)
            self.report("E508", argument.span, notes, (), advice, verb=verb.text, word=strays[0])
            return self.unknown(argument.span)
        self.report(
            "E507", operands.node.span, verb=verb.text, what=what, notes=self._shapes(verb.text)
        )
        return self.unknown(verb.span)

    # ---- what is known --------------------------------------------------------------------

    def forget_changing(self) -> None:
        """Forget all facts that read something that a rule may change."""
        self.facts = without(self.facts, is_changing)

    def _forget_asked(self, name: str) -> None:
        """Forget who was asked in secret, where it was kept under a name that changes."""
        for local in self.locals.values():
            if local.asked is not None and reads_local(local.asked, name):
                local.asked = None

    # ---- changes of fields and locals -----------------------------------------------------

    def change(self, operation: ChangeVerb, form: Form, operands: Operands) -> ir.Statement | None:
        """Return `set`, `add`, `subtract`, `include` or `exclude`."""
        node = operands.node
        if node.result is not None:
            self.report("E529", node.result.span, verb=operation)
        if node.actor is not None:
            self.report("E508", node.span, verb=operation, word="have")
        words = {argument.name: argument.word for argument in form.arguments}
        target_node = operands.take(words["target"])
        value_node = operands.take(words["value"])
        if target_node is None or value_node is None:
            lacking = words["target"] if target_node is None else words["value"]
            self.missing(operands, f"`{lacking} …`" if lacking else "to know what", lacking)
            return None
        for part in (target_node, value_node):
            if isinstance(part, syntax.Amount):
                self.report("E509", part.span, verb=operation, what=f"`{shown(part)}`")
                return None
        target = self._target(cast("syntax.Expression", target_node), operation)
        value_syntax = cast("syntax.Expression", value_node)
        value = self._new_value(operation, target, value_syntax)
        self._changed(target, value, operation)
        return ir.Change(operation, target, value, span=node.span)

    def _target(self, node: syntax.Expression, operation: str) -> ir.Expression:
        root = node
        while isinstance(root, syntax.Index):
            root = root.base
        local = self.locals.get(root.text) if isinstance(root, syntax.Name) else None
        was_used = local is not None and local.used
        target = self.raw(node)
        if local is not None and operation == "set":
            local.used = was_used
        base = target
        while isinstance(base, ir.Index):
            base = base.base
        if isinstance(base.type, types.Unknown) and not isinstance(base, ir.Local):
            return target
        if isinstance(base, ir.Field | ir.GlobalField):
            if self.secret is not None:
                what = f"`{operation}` would act before all have answered"
                self.report("E521", node.span, what=what)
            self.marks.changes = self.marks.changes or node.span
        elif not isinstance(base, ir.Local) or (local is not None and local.role != "local"):
            notes = [_why_fixed(base)]
            self.report("E518", node.span, notes, what=shown(node))
            return self.unknown(node.span)
        elif local is not None and self.secret_from.get(local.name) is local:
            what = f"`{local.name}` would be changed before all have answered"
            self.report("E521", node.span, what=what)
        return target

    def _new_value(
        self, operation: ChangeVerb, target: ir.Expression, node: syntax.Expression
    ) -> ir.Expression:
        type_ = target.type
        match operation:
            case "set":
                value = self.expression(node, type_)
                if self._learns(target, value.type):
                    return value
                return self.fit(value, type_, node)
            case "add" | "subtract":
                if isinstance(type_, types.Number | types.Half):
                    value = self.expression(node, type_)
                    return (
                        value if self._learns(target, value.type) else self.fit(value, type_, node)
                    )
                value = self.expression(node)
                wanted = "a field that holds a number"
            case _:
                wanted = "a set or a list"
                if isinstance(type_, types.SetOf | types.ListOf):
                    value = self.expression(node, type_.inner)
                    if self._learns(target, types.SetOf(value.type)):
                        return value
                    return self.fit(value, type_.inner, node)
                value = self.expression(node)
        if isinstance(type_, types.Optional):
            self.used_as_value(target)
        elif not isinstance(type_, types.Unknown):
            self.report("E502", target.span, wanted=wanted, found=named(type_))
        return value

    def _learns(self, target: ir.Expression, type_: Type) -> bool:
        """Say whether a local learns its type here.

        It began as `nothing`, `empty` or too narrow.
        """
        local = self.locals.get(target.name) if isinstance(target, ir.Local) else None
        if local is None or local.role != "local" or isinstance(type_, types.Unknown):
            return False
        joined = conversions.join(local.type, type_)
        if joined is None or joined == local.type:
            return False
        opened = not conversions.is_known(local.type)
        wider = isinstance(joined, types.Optional | types.Half)
        if not (opened or wider) or not self.learn(local, joined):
            return False
        local.type = joined
        return True

    def learn(self, local: Local, type_: Type) -> bool:
        """Keep what a later statement says about the type of a local; say whether it is news."""
        raise NotImplementedError

    def _changed(self, target: ir.Expression, value: ir.Expression, operation: str) -> None:
        """Forget the facts about what was changed, and learn what it is now."""
        base = target
        while isinstance(base, ir.Index):
            base = base.base
        match base:
            case ir.Local(name, _):
                self.facts = without_local(self.facts, name)
                self._forget_asked(name)
            case ir.Field(kind, name):
                self.facts = without(
                    self.facts,
                    lambda part: (
                        is_derived(part)
                        or (isinstance(part, ir.Field) and (part.kind, part.name) == (kind, name))
                    ),
                )
            case ir.GlobalField(group, name):
                self.facts = without(
                    self.facts,
                    lambda part: (
                        is_derived(part)
                        or (
                            isinstance(part, ir.GlobalField)
                            and (part.group, part.name) == (group, name)
                        )
                    ),
                )
            case _:
                self.facts = NONE
        known = not isinstance(value.type, types.Optional | types.Nothing | types.Unknown)
        if operation == "set" and isinstance(target.type, types.Optional) and known:
            self.facts |= {target}


def _why_fixed(node: ir.Expression) -> str:
    """Return why something cannot be changed."""
    match node:
        case ir.Computed() | ir.SlotValue() | ir.CostOf():
            return "it is worked out from other things"
        case ir.Fixed() | ir.StaticTable() | ir.Link():
            return "it is printed"
        case ir.Zone() | ir.Whereabouts():
            return "things change their place by `move`, `remove` and `draw`"
        case ir.Pieces() | ir.Supply() | ir.StackField() | ir.Stacks():
            return "pieces change their place by `place`, `move` and `remove`"
        case ir.Local():
            return "it stands for what it was called with, or goes through a set"
        case _:
            return "it is no field and no name of this text"
