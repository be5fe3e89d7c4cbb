"""Acts: an operation of the language or a rule of the pack, with its arguments.

`vocabulary.OPERATIONS` says which arguments an operation has and what each must be; the parameters
of a rule say it for a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

from interpreter.diagnostics import listing
from interpreter.lang import ir, syntax, types
from interpreter.lang.check_base import WHERE_ORIGINAL, named, shown
from interpreter.lang.check_changes import CHANGES, ChangeChecker, ChangeVerb, Operands
from interpreter.lang.facts import is_derived, without
from interpreter.lang.marks import Call, Caused
from interpreter.lang.types import Type
from interpreter.lang.vocabulary import OPERATIONS, Argument, Form, Operation
from interpreter.lang.words import ORIGINAL
from interpreter.source import Span

CAUSES = "cause"
"""The word list whose words stand behind `for` when something is removed."""

_Operand = ir.Expression | ir.Amount | None


class CallChecker(ChangeChecker):
    """Checks acts."""

    def act(self, node: syntax.Act) -> tuple[ir.Statement, ...]:
        """Return the statement of an act; of `have each` a loop."""
        if isinstance(node.actor, syntax.Binder):
            return (self._have_each(node, node.actor),)
        actor = None if node.actor is None else self._actor(node.actor)
        made = self._act(node, actor)
        return () if made is None else (made,)

    def _actor(self, node: syntax.Expression) -> ir.Expression:
        """Return who acts; several act one after the other, which `have each` says."""
        found = self.expression(node, types.PLAYER)
        if isinstance(found.type, types.SetOf | types.ListOf) and found.type.inner == types.PLAYER:
            advice = f"write `have each NAME in {shown(node)} …`"
            wanted = named(types.PLAYER)
            self.report("E502", found.span, wanted=wanted, found=named(found.type), advice=advice)
            return self.unknown(found.span)
        return self.fit(found, types.PLAYER, node)

    def _have_each(self, node: syntax.Act, binder: syntax.Binder) -> ir.Statement:
        if node.result is not None:
            self.report("E529", node.result.span, verb="have each")
        with self.block():
            binding = syntax.Binding((binder,), span=binder.span)
            binders = self.binders(binding)
            actor = self.fit(self.name(binder.name, None), types.PLAYER, binder.name)
            self.forget_changing()
            made = self._act(replace(node, result=None), actor)
        body = () if made is None else (made,)
        return ir.ForEach(binders, None, body, span=node.span)

    def _act(self, node: syntax.Act, actor: ir.Expression | None) -> ir.Statement | None:
        operands = self.operands(node)
        verb = node.verb.text
        if verb in OPERATIONS:
            made = self._operation(OPERATIONS[verb], operands, actor)
        elif verb in self.names.rules:
            made = self._rule(operands, actor)
        else:
            if verb == ORIGINAL:
                self.report("E506", node.verb.span, name=verb, advice=WHERE_ORIGINAL)
            else:
                self.no_such("E506", node.verb, [*OPERATIONS, *self.names.rules])
            self.check_rest(operands)
            self.forget_changing()
            if node.result is not None:
                self.declare(node.result, types.UNKNOWN)
            return None
        self.report_rest(operands)
        return made

    # ---- operations -----------------------------------------------------------------------

    def _operation(
        self, operation: Operation, operands: Operands, actor: ir.Expression | None
    ) -> ir.Statement | None:
        node = operands.node
        form = self._form(operation, operands)
        if form.event in CHANGES:
            return self.change(cast("ChangeVerb", form.event), form, operands)
        if self.secret is not None:
            what = f"`{operation.verb}` would act before all have answered"
            self.report("E521", node.verb.span, what=what)
        arguments = [self._argument(argument, form, operands) for argument in form.arguments]
        event = ir.Event(form.event, operands.noun)
        end: Literal["top", "bottom"] | None = None
        if form.event == "move_things":
            end = self._end(operands)
            arguments.pop()
        elif form.event == "roll":
            arguments = []
        elif form.event == "create":
            arguments = list(self._fields(operands))
        elif form.event == "perform":
            arguments[1:] = self._slot_arguments(operands)
        paying, slot = self._terms(operation, operands)
        self._note(operation, event, node, actor)
        self._forget_for(event)
        result = self._result(operation, event, node)
        return ir.Do(
            event,
            tuple(arguments),
            actor,
            result,
            paying,
            end,
            slot,
            span=node.span,
        )

    def _form(self, operation: Operation, operands: Operands) -> Form:
        """Return the form that is meant: with counted pieces, or with things."""
        if len(operation.forms) == 1:
            return operation.forms[0]
        pieces, things = operation.forms
        return pieces if isinstance(operands.object, syntax.Amount) else things

    def _argument(self, argument: Argument, form: Form, operands: Operands) -> _Operand:
        """Return one argument of an operation, as `argument.wants` says."""
        wants = argument.wants
        if wants in ("end", "slot", "fields"):
            return None
        if wants == "amount":
            return self._amount(form, operands)
        node = operands.take(argument.word)
        if node is None:
            if argument.required:
                word = f"`{argument.word} …`" if argument.word else "to know what"
                return self.missing(operands, word, argument.word)
            return None
        if isinstance(node, syntax.Amount):
            self.report("E509", node.span, verb=operands.node.verb.text, what=f"`{shown(node)}`")
            return self.unknown(node.span)
        match wants:
            case "thing" | "things":
                return self._things(node, operands, single=wants == "thing")
            case "owner" | "place":
                piece = self.names.pieces.get(operands.noun)
                kind = None if piece is None else piece.owner if wants == "owner" else piece.place
                return self.expression(node) if kind is None else self.value(node, types.Kind(kind))
            case "zone":
                return self._zone(node, operands)
            case "cause":
                return self._cause(node)
            case "players":
                return self.value(node, types.SetOf(types.PLAYER))
            case "kind":
                self._made_kind(node, operands)
                return None
            case "die":
                self._die(node, operands)
                return None
            case _:
                return self._definition(node, operands)

    def _amount(self, form: Form, operands: Operands) -> _Operand:
        """Return how many, and find what is counted: the noun of the event."""
        verb = operands.node.verb.text
        node = operands.take(None)
        if node is None:
            return self.missing(operands, "how many")
        number: syntax.Expression | None
        if isinstance(node, syntax.Amount):
            number, or_all, noun = node.number, node.or_all or node.number is None, node.noun
        else:
            number, or_all, noun = node, False, None
        if form.noun in ("piece", "resource"):
            self._noun(form.noun, noun, node, operands)
        elif noun is not None:
            self.report("E508", noun.span, verb=verb, word=noun.text, notes=self._shapes(verb))
        span = node.span
        wrong: str | None = None
        if verb in ("gain", "pay") and or_all:
            wrong = "`all`: it is an exact amount"
        elif verb == "lose" and not or_all:
            wrong = "an exact amount"
        if wrong is not None:
            advice = "write `lose N or all`; an exact loss is `pay`" if verb == "lose" else None
            self.report("E509", span, verb=verb, what=wrong, advice=advice)
        made = None if number is None else self.value(number, types.NUMBER)
        return ir.Amount(made, or_all, span=span)

    def _noun(
        self,
        sort: Literal["piece", "resource"],
        noun: syntax.Name | None,
        node: syntax.Node,
        operands: Operands,
    ) -> None:
        declared = self.names.pieces if sort == "piece" else self.names.resources
        wanted = "counted pieces" if sort == "piece" else "a resource of the players"
        if noun is None:
            advice = f"behind the number stands {wanted}: {listing(declared, last='or')}"
            verb = operands.node.verb.text
            end = node.span.source.span(node.span.end, node.span.end)
            self.report("E507", end, verb=verb, what=wanted, advice=advice)
        elif noun.text in declared:
            operands.noun = noun.text
            self.marks.read.add((sort, noun.text))
        else:
            self.no_such("E510", noun, declared, wanted=wanted)

    def _things(
        self, node: syntax.Expression, operands: Operands, *, single: bool
    ) -> ir.Expression:
        """Return a thing, a set of things, or what lies in a zone."""
        found = self.used_as_value(self.expression(node))
        type_ = found.type
        if isinstance(type_, types.ListOf) and not isinstance(found, ir.Zone):
            found = self.fit(found, types.SetOf(type_.inner))
        inner = type_.inner if isinstance(type_, types.SetOf | types.ListOf) else type_
        if single and inner is not type_:
            self.report("E502", found.span, wanted="one thing", found=named(type_))
        if isinstance(inner, types.Kind):
            if operands.noun and operands.noun != inner.name:
                wanted = named(types.Kind(operands.noun))
                self.report("E502", found.span, wanted=wanted, found=named(inner))
            operands.noun = operands.noun or inner.name
        elif not isinstance(inner, types.Unknown):
            self.report("E502", found.span, wanted="a thing or things", found=named(type_))
        return found

    def _zone(self, node: syntax.Expression, operands: Operands) -> ir.Expression:
        found = self.raw(node)
        if isinstance(found.type, types.Unknown):
            return found
        if not isinstance(found, ir.Zone):
            self.report("E528", found.span, notes=[f"found: {named(found.type)}"])
            return self.unknown(node.span)
        inner = found.type.inner if isinstance(found.type, types.SetOf | types.ListOf) else None
        if isinstance(inner, types.Kind):
            if operands.noun and operands.noun != inner.name:
                wanted = f"a zone of {self._plural(operands.noun)}"
                found_text = f"one of {self._plural(inner.name)}"
                self.report("E502", node.span, wanted=wanted, found=found_text)
            operands.noun = operands.noun or inner.name
        verb = operands.node.verb.text
        # Of `draw` the zone that things come from is read first, the other one is still there.
        ordered = verb == "shuffle" or (verb == "draw" and "to" in operands.words)
        if ordered and isinstance(found.type, types.SetOf):
            self.report("E502", node.span, wanted="an ordered zone", found="one without order")
        return found

    def _plural(self, kind: str) -> str:
        return self.names.kinds[kind].plural if kind in self.names.kinds else kind

    def _end(self, operands: Operands) -> Literal["top", "bottom"] | None:
        node = operands.take("at")
        if node is None:
            return None
        if isinstance(node, syntax.Name) and node.text in ("top", "bottom"):
            return "top" if node.text == "top" else "bottom"
        self.report("E510", node.span, name=shown(node), wanted="`top` or `bottom`")
        return None

    def _cause(self, node: syntax.Expression) -> ir.Expression:
        if CAUSES not in self.names.words:
            advice = "declare it: `words: {cause: [trade, …]}`"
            self.report("E501", node.span, name=shown(node), advice=advice)
            return self.unknown(node.span)
        return self.value(node, types.Optional(types.Word(CAUSES)))

    def _made_kind(self, node: syntax.Expression, operands: Operands) -> None:
        made = [name for name, kind in self.names.kinds.items() if kind.made]
        if isinstance(node, syntax.Name) and node.text in made:
            operands.noun = node.text
            self.marks.read.add(("of", node.text))
        elif isinstance(node, syntax.Name):
            self.no_such("E510", node, made, wanted="a kind with `made`")
        else:
            self.report("E510", node.span, name=shown(node), wanted="a kind with `made`")

    def _die(self, node: syntax.Expression, operands: Operands) -> None:
        if isinstance(node, syntax.Name) and node.text in self.names.dice:
            operands.noun = node.text
            self.marks.read.add(("die", node.text))
        elif isinstance(node, syntax.Name):
            self.no_such("E510", node, self.names.dice, wanted="a die of the pack")
        else:
            self.report("E510", node.span, name=shown(node), wanted="a die of the pack")

    def _definition(self, node: syntax.Expression, operands: Operands) -> ir.Expression:
        found = self.used_as_value(self.expression(node))
        if isinstance(found.type, types.Kind):
            operands.noun = found.type.name
        elif not isinstance(found.type, types.Unknown):
            self.report("E502", found.span, wanted="a definition", found=named(found.type))
        return found

    def _fields(self, operands: Operands) -> Iterable[ir.Expression | None]:
        """Return the fields of a made thing in their order; None where it starts as declared."""
        node = operands.take("with")
        kind = self.names.kinds.get(operands.noun)
        if kind is None:
            if isinstance(node, syntax.Record):
                for entry in node.entries:
                    self.expression(entry.value)
            return ()
        fields = tuple((name, kind.members[name].type) for name in kind.fields)
        if node is None:
            return (None,) * len(fields)
        if not isinstance(node, syntax.Record):
            wanted = f"a record of the fields of {kind.name}"
            self.report("E502", node.span, wanted=wanted, found="something else")
            return (None,) * len(fields)
        made = self.entries(node, kind.name, fields)
        return tuple(made.get(name) for name, _ in fields)

    def _slot_arguments(self, operands: Operands) -> list[_Operand]:
        """Return what fills the parameters of the slot that is performed."""
        kind = self.names.kinds.get(operands.noun)
        if kind is None:
            operands.words.clear()
            return []
        slot = kind.effect
        if slot is None:
            self.report("E535", operands.node.span, kind=named(types.Kind(kind.name)))
            operands.words.clear()
            return []
        parameters = kind.members[slot].parameters
        return [self._parameter(one, one.word or "for", operands) for one in parameters]

    def _parameter(self, parameter: ir.Parameter, word: str | None, operands: Operands) -> _Operand:
        """Return the argument for a parameter; one that may be nothing may be left out."""
        node = operands.take(word)
        if isinstance(node, syntax.Amount):
            self.report("E509", node.span, verb=operands.node.verb.text, what=f"`{shown(node)}`")
            return self.unknown(node.span)
        if node is not None:
            return self.value(node, parameter.type, parameter.span)
        if isinstance(parameter.type, types.Optional):
            return ir.Missing(parameter.type, span=operands.node.span)
        what = f"`{word} {parameter.name}`" if word else f"`{parameter.name}`"
        return self.missing(operands, f"{what} ({named(parameter.type)})", word)

    def _terms(
        self, operation: Operation, operands: Operands
    ) -> tuple[Literal["cost", "free"] | None, str | None]:
        node = operands.node
        if not operation.terms:
            if node.terms is not None:
                self.report("E508", node.span, verb=operation.verb, word=node.terms)
            return None, None
        if node.terms is None:
            self.report("E519", node.verb.span, verb=operation.verb)
        kind = self.names.kinds.get(operands.noun)
        return node.terms or "free", None if kind is None else kind.effect

    def _result(self, operation: Operation, event: ir.Event, node: syntax.Act) -> str | None:
        if node.result is None:
            return None
        type_: Type = types.UNKNOWN
        kind = types.Kind(event.noun)
        match event.operation:
            case "draw":
                type_ = types.ListOf(kind) if event.noun else types.UNKNOWN
            case "create":
                type_ = kind if event.noun else types.UNKNOWN
            case "roll":
                type_ = self.names.dice.get(event.noun, types.UNKNOWN)
            case _:
                self.report("E529", node.result.span, verb=operation.verb)
        self.declare(node.result, type_)
        return node.result.text

    # ---- what an act does to what is known ------------------------------------------------

    def _note(
        self, operation: Operation, event: ir.Event, node: syntax.Act, actor: ir.Expression | None
    ) -> None:
        span = node.verb.span
        marks = self.marks
        marks.changes = marks.changes or span
        if event.operation in ("gain", "pay", "lose", "win") and actor is None:
            self.acts_as_me(span, f"`{operation.verb}`")
        if operation.chance or event.operation == "draw":
            marks.chance = marks.chance or span
        if event.operation == "reveal":
            marks.reveals = marks.reveals or span
        if self.plan and (operation.chance or operation.reveals):
            self.report("E520", span, what="chance" if operation.chance else f"`{operation.verb}`")
        if event.operation == "pay":
            marks.pays.append((event.noun, node.span))
        if event.operation == "perform" and event.noun:
            secret = self.secret is not None
            marks.calls.append(Call(event.noun, span, actor is None, self.plan, secret, kind=True))
        if event.noun or event.operation == "win":
            marks.caused.append(Caused(event.operation, event.noun, span))
        if event.operation == "win" and ("win", "") not in self.names.hooked:
            self.reachable = False

    def acts_as_me(self, span: Span | None, what: str) -> None:
        """Note that the player who acts is needed; report it where there is none."""
        if not self.me:
            self.report("E537", span, what=what)
        self.marks.me = self.marks.me or span

    def _forget_for(self, event: ir.Event) -> None:
        """Forget the facts that an event may have made wrong."""
        if (event.operation, event.noun) in self.names.hooked or event.operation == "perform":
            self.forget_changing()
        elif event.operation in ("gain", "pay", "lose"):
            self.facts = without(self.facts, is_derived)
        elif event.operation in ("create", "destroy"):
            self.forget_changing()
        else:
            self.facts = without(self.facts, _is_place)

    # ---- rules of the pack ----------------------------------------------------------------

    def _rule(self, operands: Operands, actor: ir.Expression | None) -> ir.Statement:
        node = operands.node
        rule = self.names.rules[node.verb.text]
        operands.noun = rule.name
        if self.secret is not None and not _is_local(actor, self.secret):
            what = f"each call names its player: `have {self.secret} …`"
            self.report("E521", node.verb.span, what=what)
        arguments = tuple(self._parameter(one, one.word, operands) for one in rule.parameters)
        if node.terms is not None:
            self.report("E508", node.span, verb=rule.name, word=node.terms)
        own = actor is None or isinstance(actor, ir.Me)
        secret = self.secret is not None
        self.marks.calls.append(Call(rule.name, node.verb.span, own, self.plan, secret))
        self.forget_changing()
        result: str | None = None
        if node.result is not None:
            if not rule.results:
                self.report("E529", node.result.span, verb=rule.name)
            type_: Type = types.Record(rule.name) if rule.results else types.UNKNOWN
            self.declare(node.result, type_)
            result = node.result.text
        return ir.Do(ir.Event("rule", rule.name), arguments, actor, result, span=node.span)


def _is_place(node: ir.Expression) -> bool:
    """Say whether a node reads where things or pieces are, or may do so."""
    places = ir.Zone | ir.Whereabouts | ir.Pieces | ir.Supply | ir.Stacks
    return is_derived(node) or isinstance(node, places)


def _is_local(node: ir.Expression | None, name: str) -> bool:
    return isinstance(node, ir.Local) and node.name == name
