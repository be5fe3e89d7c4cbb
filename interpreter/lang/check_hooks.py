"""Patterns: what a hook waits for, which names it gives to the values, what a modifier reads.

A pattern is a call written with names. A declared name must be equal; the name of a kind takes
only that kind; any other name is free and stands for the value in the rest of the hook.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.lang import ir, syntax, types
from interpreter.lang.check_base import Local, named, shown
from interpreter.lang.check_calls import CAUSES
from interpreter.lang.check_statements import StatementChecker
from interpreter.lang.names import Member, Names
from interpreter.lang.types import Type
from interpreter.lang.vocabulary import OPERATIONS, Form


@dataclass(slots=True)
class Pattern:
    """What a hook waits for: the event, its parameters and what the pattern demands of them."""

    event: ir.Event
    parameters: list[str | None] = field(default_factory=list)
    filters: list[ir.Expression] = field(default_factory=list)
    results: str | None = None


class PatternChecker:
    """Reads one pattern and declares its names in the checker of the hook's text."""

    def __init__(self, checker: StatementChecker) -> None:
        self._checker = checker
        self._names = checker.names
        self._made = Pattern(ir.Event("", ""))

    def read(self, node: syntax.Act, timing: str) -> Pattern | None:
        """Return what is waited for, None if there is no such event."""
        verb = node.verb.text
        if node.actor is not None:
            self._bad(node, "who does it is the `actor`, and stands in `when`")
        if node.terms is not None:
            self._bad(node, "whether its cost is paid makes no difference")
        words: dict[str | None, syntax.Expression | syntax.Amount] = {}
        for argument in node.arguments:
            if argument.word in words:
                self._checker.report("E508", argument.span, verb=verb, word=argument.word)
            words[argument.word] = argument.value
        if node.object is not None:
            words[None] = node.object
        if verb in self._names.rules:
            self._rule(verb, words)
        elif verb in OPERATIONS and OPERATIONS[verb].hooked:
            if not self._operation(node, words):
                return None
        elif verb in OPERATIONS:
            self._bad(node.verb, f"`{verb}` is no event; it changes what is stored and no more")
            return None
        else:
            self._checker.no_such("E506", node.verb, [*OPERATIONS, *self._names.rules])
            return None
        for word, value in words.items():
            self._checker.report("E508", value.span, verb=verb, word=word or shown(value))
        self._results(node, timing)
        return self._made

    def _bad(self, node: syntax.Node, why: str) -> None:
        self._checker.report("E530", node.span, why=why)

    # ---- rules and operations -------------------------------------------------------------

    def _rule(self, verb: str, words: dict[str | None, syntax.Expression | syntax.Amount]) -> None:
        self._made.event = ir.Event("rule", verb)
        for parameter in self._names.rules[verb].parameters:
            self._parameter(words.pop(parameter.word, None), parameter.type)

    def _operation(
        self, node: syntax.Act, words: dict[str | None, syntax.Expression | syntax.Amount]
    ) -> bool:
        forms = OPERATIONS[node.verb.text].forms
        form = forms[0]
        if len(forms) > 1 and not isinstance(node.object, syntax.Amount):
            form = forms[1]
        if form.noun in ("piece", "resource"):
            return self._counted(node, form, words)
        if form.noun is None:
            self._made.event = ir.Event(form.event, "")
            return True
        if form.event == "draw":
            return self._drawn(node, words)
        return self._of_noun(node, form, words)

    def _counted(
        self,
        node: syntax.Act,
        form: Form,
        words: dict[str | None, syntax.Expression | syntax.Amount],
    ) -> bool:
        """Read a pattern with an amount and a noun: `gain amount R`."""
        object_ = words.pop(None, None)
        if not isinstance(object_, syntax.Amount) or object_.noun is None:
            self._bad(node, f"write a name and what is counted: `{form.shape}`")
            return False
        declared = self._names.pieces if form.noun == "piece" else self._names.resources
        noun = object_.noun.text
        if noun not in declared:
            wanted = "counted pieces" if form.noun == "piece" else "a resource of the players"
            self._checker.no_such("E510", object_.noun, declared, wanted=wanted)
            return False
        self._made.event = ir.Event(form.event, noun)
        self._parameter(object_.number, types.NUMBER)
        piece = self._names.pieces.get(noun)
        for argument in form.arguments[1:]:
            type_: Type = types.Optional(types.Word(CAUSES))
            if piece is not None and argument.wants in ("owner", "place"):
                kind = piece.owner if argument.wants == "owner" else piece.place
                type_ = types.Kind(kind)
            self._parameter(words.pop(argument.word, None), type_)
        return True

    def _drawn(
        self, node: syntax.Act, words: dict[str | None, syntax.Expression | syntax.Amount]
    ) -> bool:
        """Read `draw amount card`: the kind says what is drawn."""
        object_ = words.pop(None, None)
        if not isinstance(object_, syntax.Amount) or object_.noun is None:
            self._bad(node, "write a name and the kind of what is drawn: `draw amount card`")
            return False
        kind = self._kind(object_.noun)
        if kind is None:
            self._checker.no_such("E510", object_.noun, self._names.kinds, wanted="a kind")
            return False
        self._made.event = ir.Event("draw", kind)
        self._parameter(object_.number, types.NUMBER)
        self._zones(words, ("from", "to"))
        return True

    def _of_noun(
        self,
        node: syntax.Act,
        form: Form,
        words: dict[str | None, syntax.Expression | syntax.Amount],
    ) -> bool:
        """Read a pattern over a thing of a kind.

        `remove card`, `perform K for A`, `roll six`.
        """
        object_ = words.pop(None, None)
        if not isinstance(object_, syntax.Name):
            self._bad(node, f"behind `{node.verb.text}` stands the name of a kind")
            return False
        if form.event == "roll":
            if object_.text not in self._names.dice:
                self._checker.no_such("E510", object_, self._names.dice, wanted="a die of the pack")
                return False
            self._made.event = ir.Event("roll", object_.text)
            return True
        kind = self._kind(object_) or self._kind_of_thing(object_)
        if kind is None:
            self._checker.no_such("E510", object_, self._names.kinds, wanted="a kind or a thing")
            return False
        self._made.event = ir.Event(form.event, kind)
        if form.event == "create":
            self._create(words.pop("with", None), kind)
            return True
        if form.event == "shuffle":
            self._made.parameters.append(None)
            return True
        is_plural = object_.text not in self._names.kinds and object_.text != "self"
        is_plural = is_plural and self._kind(object_) is not None
        self._parameter(None if is_plural else object_, types.Kind(kind))
        if form.event == "perform":
            declared = self._names.kinds[kind]
            slot = declared.effect
            for one in () if slot is None else declared.members[slot].parameters:
                self._parameter(words.pop(one.word or "for", None), one.type)
        elif form.event == "swap":
            self._parameter(words.pop("with", None), types.Kind(kind))
        elif form.event == "remove_things":
            self._parameter(words.pop("for", None), types.Optional(types.Word(CAUSES)))
        elif form.event == "move_things":
            self._zones(words, ("to",))
        elif form.event == "reveal":
            self._parameter(words.pop("to", None), types.SetOf(types.PLAYER))
        return True

    def _create(self, node: syntax.Expression | syntax.Amount | None, kind: str) -> None:
        declared = self._names.kinds[kind]
        entries: dict[str, syntax.Expression] = {}
        if isinstance(node, syntax.Record):
            for entry in node.entries:
                if entry.name.text not in declared.fields:
                    owner = named(types.Kind(kind))
                    self._checker.no_such("E503", entry.name, declared.fields, owner=owner)
                entries[entry.name.text] = entry.value
        elif node is not None:
            self._bad(node, "write the fields with names: `create group with (goal: goal)`")
        for name in declared.fields:
            self._parameter(entries.get(name), declared.members[name].type)

    def _zones(
        self, words: dict[str | None, syntax.Expression | syntax.Amount], at: tuple[str, ...]
    ) -> None:
        for word in at:
            node = words.pop(word, None)
            self._made.parameters.append(None)
            if node is not None:
                self._bad(node, "a zone has no name of its own; leave it out and ask in `when`")

    def _kind(self, node: syntax.Name) -> str | None:
        """Return the kind that is named, by its name or its plural."""
        if node.text in self._names.kinds:
            return node.text
        for meaning in self._names.meanings.get(node.text, ()):
            if meaning.sort == "things":
                return meaning.owner
        return None

    def _kind_of_thing(self, node: syntax.Name) -> str | None:
        if node.text == "self" and isinstance(self._checker.self_value, ir.Thing):
            return self._checker.self_value.kind
        things = [one for one in self._names.meanings.get(node.text, ()) if one.sort == "thing"]
        return things[0].owner if len(things) == 1 else None

    # ---- one value of the event -----------------------------------------------------------

    def _parameter(self, node: syntax.Expression | syntax.Amount | None, type_: Type) -> None:
        """Read what stands for one value of the event: a free name, a kind, or what it must be."""
        checker = self._checker
        if node is None:
            self._made.parameters.append(None)
            return
        if isinstance(node, syntax.Amount):
            self._bad(node, "write a name for the amount")
            self._made.parameters.append(None)
            return
        if isinstance(node, syntax.Name) and self._is_free(node, type_):
            checker.declare(node, type_, "pattern")
            checker.locals[node.text].used = True
            self._made.parameters.append(node.text)
            return
        # No text can write this name, so it hides nothing and nothing hides it.
        hidden = f"_{len(self._made.parameters)}"
        value = checker.value(node, type_)
        local = ir.Local(hidden, type_, span=node.span)
        self._made.filters.append(ir.Compare("is", local, value, types.TRUTH, span=node.span))
        self._made.parameters.append(hidden)

    def _is_free(self, node: syntax.Name, type_: Type) -> bool:
        text = node.text
        if text in self._names.kinds:
            inner = type_.inner if isinstance(type_, types.Optional) else type_
            if inner != types.Kind(text) and not isinstance(inner, types.Unknown):
                wanted = named(type_)
                self._checker.report("E502", node.span, wanted=wanted, found=f"the kind {text}")
            return True
        if text in ("self", "me", "actor", "option"):
            return False
        return text not in self._names.meanings

    def _results(self, node: syntax.Act, timing: str) -> None:
        result = node.result
        if result is None:
            return
        event = self._made.event
        type_: Type | None = None
        if event.operation == "rule" and self._names.rules[event.noun].results:
            type_ = types.Record(event.noun)
        elif event.operation == "draw":
            type_ = types.ListOf(types.Kind(event.noun))
        elif event.operation == "create":
            type_ = types.Kind(event.noun)
        elif event.operation == "roll":
            type_ = self._names.dice[event.noun]
        if type_ is None:
            self._checker.report("E529", result.span, verb=node.verb.text)
        elif timing != "after":
            self._bad(result, "only behind `after` there are results")
        self._checker.declare(result, type_ or types.UNKNOWN, "pattern").used = True
        self._made.results = result.text


def event_key(node: syntax.Act, names: Names) -> tuple[str, str] | None:
    """Return which event a pattern waits for, roughly: enough to know what hooks may hear."""
    verb = node.verb.text
    if verb not in OPERATIONS:
        return ("rule", verb)
    forms = OPERATIONS[verb].forms
    form = forms[0] if len(forms) == 1 or isinstance(node.object, syntax.Amount) else forms[1]
    if form.noun is None:
        return (form.event, "")
    if isinstance(node.object, syntax.Amount) and node.object.noun is not None:
        noun = node.object.noun.text
    elif isinstance(node.object, syntax.Name):
        noun = node.object.text
    else:
        return None
    if noun in names.kinds or form.noun in ("piece", "resource", "die"):
        return (form.event, noun)
    for meaning in names.meanings.get(noun, ()):
        if meaning.sort in ("thing", "things"):
            return (form.event, meaning.owner)
    return None


# ---- what a modifier reads -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """The value (or cost) that a modifier changes, and its names for subject and arguments."""

    value: str
    resource: str | None
    names: tuple[str, ...]
    member: Member | None


def read_modified(checker: StatementChecker, node: syntax.Expression) -> Reading | None:
    """Return what `thing.strength[other]` names; its names are declared in the checker."""
    keys: tuple[syntax.Expression, ...] = ()
    path = node
    if isinstance(path, syntax.Index):
        keys, path = path.keys, path.base
    subject: syntax.Name | None = None
    if isinstance(path, syntax.Field) and isinstance(path.base, syntax.Name):
        subject, name = path.base, path.name
    elif isinstance(path, syntax.Name):
        name = path
    else:
        checker.report("E329", node.span, what=shown(node))
        return None
    if subject is not None and name.text == "cost":
        return _read_cost(checker, node, subject, keys)
    owners: dict[str, Member] = {}
    if subject is None:
        owners = {one: member for one, member in checker.names.values.items() if one == name.text}
    else:
        for owner in (*checker.names.kinds, *checker.names.words):
            member = checker.names.members_of(owner).get(name.text)
            if member is not None and member.sort == "value":
                owners[owner] = member
    if not owners:
        return _no_value(checker, name, subject)
    found = next(iter(owners.values()))
    member = owners.get(subject.text, found) if subject is not None else found
    if len(keys) != len(member.parameters):
        checker.report(
            "E512",
            node.span,
            name=name.text,
            wanted=f"{len(member.parameters)} in brackets",
            found=str(len(keys)),
            related=[("declared here", member.span)],
        )
        return None
    names: list[str] = []
    if subject is not None:
        names.append(subject.text)
        type_: Type = types.Kind(member.owner)
        if member.owner in checker.names.words:
            type_ = types.Word(member.owner)
        _name(checker, subject, type_)
    for key, parameter in zip(keys, member.parameters, strict=True):
        if not isinstance(key, syntax.Name):
            checker.report("E329", key.span, what=shown(key))
            return None
        names.append(key.text)
        _name(checker, key, parameter.type)
    return Reading(name.text, None, tuple(names), member)


def _name(checker: StatementChecker, node: syntax.Name, type_: Type) -> None:
    local: Local = checker.declare(node, type_, "pattern")
    local.used = True


def _no_value(
    checker: StatementChecker, name: syntax.Name, subject: syntax.Name | None
) -> Reading | None:
    """Report a reading that is no computed value."""
    declared = None
    if subject is not None:
        declared = checker.names.members_of(subject.text).get(name.text)
    if declared is not None:
        related = [("declared here", declared.span)]
        checker.report("E329", name.span, what=name.text, related=related)
        return None
    values = list(checker.names.values)
    for owner in (*checker.names.kinds, *checker.names.words):
        members = checker.names.members_of(owner).values()
        values += [member.name for member in members if member.sort == "value"]
    checker.no_such("E320", name, values, what="value")
    return None


def _read_cost(
    checker: StatementChecker,
    node: syntax.Expression,
    subject: syntax.Name,
    keys: tuple[syntax.Expression, ...],
) -> Reading | None:
    if subject.text not in checker.names.kinds:
        checker.no_such("E320", subject, checker.names.kinds, what="kind")
        return None
    key = keys[0] if len(keys) == 1 else None
    if not isinstance(key, syntax.Name):
        checker.report("E329", node.span, what=shown(node))
        return None
    if key.text not in checker.names.resources:
        wanted = "a resource of the players"
        checker.no_such("E510", key, checker.names.resources, wanted=wanted)
        return None
    _name(checker, subject, types.Kind(subject.text))
    return Reading(f"{subject.text}.cost", key.text, (subject.text,), None)
