"""Names, dots and brackets of an expression.

What a name means, what stands behind a dot, what goes into brackets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

from interpreter.diagnostics import did_you_mean, listing
from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.check_base import FIXED_WORDS, WHERE_ORIGINAL, TextChecker, named, shown
from interpreter.lang.names import Meaning, Member
from interpreter.lang.types import Type
from interpreter.lang.words import ORIGINAL
from interpreter.source import Span

_STACK_FIELDS = ("owner", "place", "size")
_MEANING_WORDS = {
    "thing": "a thing",
    "word": "a word",
    "things": "all things",
    "words": "all words",
    "group": "a group",
    "pieces": "pieces",
    "table": "a table",
    "value": "a value",
}


class PathChecker(TextChecker):
    """Checks names and paths; `expression` is made by a later module."""

    def raw(self, node: syntax.Expression, wanted: Type | None = None) -> ir.Expression:
        """Return the typed expression with its declared type, whatever the facts say."""
        raise NotImplementedError

    def expression(self, node: syntax.Expression, wanted: Type | None = None) -> ir.Expression:
        """Return the typed expression; `wanted` helps literals and names with several meanings."""
        return self.narrow(self.raw(node, wanted))

    def value(
        self, node: syntax.Expression, wanted: Type, because: Span | None = None
    ) -> ir.Expression:
        """Return an expression as a value of type `wanted`; see `fit`."""
        return self.fit(self.expression(node, wanted), wanted, node, because)

    # ---- names ----------------------------------------------------------------------------

    def name(self, node: syntax.Name, wanted: Type | None) -> ir.Expression:
        """Return what a name that stands alone means."""
        local = self.locals.get(node.text)
        if local is not None:
            local.used = True
            if local.value is not None:
                return replace(local.value, span=node.span)
            return ir.Local(node.text, local.type, span=node.span)
        if node.text in FIXED_WORDS:
            return self._fixed_word(node)
        meanings = self.names.meanings.get(node.text)
        if meanings is None:
            self._unknown_name(node)
            return self.unknown(node.span)
        meaning = self._meant(node, meanings, wanted)
        return self.unknown(node.span) if meaning is None else self._meaning(node, meaning)

    def _unknown_name(self, node: syntax.Name) -> None:
        """Report a name that means nothing here, though it may mean something elsewhere."""
        name = node.text
        ended = next((one for one in self.gone if one.name == name), None)
        if ended is not None:
            notes = ["it ended with the block that it was made in"]
            self.report("E501", node.span, notes, [("it was made here", ended.span)], name=name)
            return
        owners = [one for one in self.names.kinds if name in self.names.members_of(one)]
        owners += [one for one in self.names.groups if name in self.names.groups[one]]
        if owners and did_you_mean(name, self._choices()) is None:
            advice = f"it belongs to {listing(owners, last='or')}: write it behind a dot"
            self.report("E501", node.span, advice=advice, name=name)
        elif name in self.names.rules:
            advice = "it is a rule: call it in a statement of its own"
            self.report("E501", node.span, advice=advice, name=name)
        else:
            self.no_such("E501", node, self._choices())

    def _choices(self) -> Iterable[str]:
        yield from self.locals
        yield from self.names.meanings
        if self.me:
            yield "me"

    def _fixed_word(self, node: syntax.Name) -> ir.Expression:
        if node.text == "me" and self.me:
            if self.marks.me is None:
                self.marks.me = node.span
            return ir.Me(types.PLAYER, span=node.span)
        if node.text == "self" and self.self_value is not None:
            return replace(self.self_value, span=node.span)
        if node.text == "option":
            self.report(
                "E502",
                node.span,
                wanted="a value",
                found="`option` alone",
                advice="write option.NAME",
            )
        else:
            advice = WHERE_ORIGINAL if node.text == ORIGINAL else None
            self.report("E513", node.span, word=node.text, advice=advice)
        return self.unknown(node.span)

    def _meant(
        self, node: syntax.Name, meanings: tuple[Meaning, ...], wanted: Type | None
    ) -> Meaning | None:
        """Return the meaning that the place asks for."""
        if len(meanings) == 1:
            return meanings[0]
        base = _base(wanted)
        fitting = [one for one in meanings if base is not None and one.type == base]
        if len(fitting) == 1:
            return fitting[0]
        texts = [f"{_MEANING_WORDS[one.sort]} of {one.owner}" for one in meanings]
        related = [("declared here", one.span) for one in meanings]
        self.report("E523", node.span, name=node.text, meanings=listing(texts), related=related)
        return None

    def _meaning(self, node: syntax.Name, meaning: Meaning) -> ir.Expression:
        self.marks.read.add((meaning.sort, meaning.name))
        if meaning.owner:
            self.marks.read.add(("of", meaning.owner))
        span, type_ = node.span, meaning.type
        match meaning.sort:
            case "thing":
                return ir.Thing(meaning.owner, meaning.name, type_, span=span)
            case "word":
                return ir.Constant(meaning.index, type_, span=span)
            case "things":
                return ir.Every(meaning.owner, type_, span=span)
            case "words":
                return ir.EveryWord(meaning.owner, type_, span=span)
            case "table":
                return self._bracketless(self.names.tables[meaning.name], span)
            case "value":
                member = self.names.values[meaning.name]
                if member.parameters:
                    return self._bracketless(member, span)
                return self.member(member, None, (), span)
            case "group":
                what = f"the group {meaning.name}"
            case _:
                what = f"the pieces {meaning.name}"
        self.report(
            "E502", span, wanted="a value", found=what, advice="ask for something behind a dot"
        )
        return self.unknown(span)

    def _bracketless(self, member: Member, span: Span | None, path: str = "") -> ir.Expression:
        words = ", ".join(one.name for one in member.parameters)
        self.report(
            "E534",
            span,
            name=member.name,
            parameters=words,
            related=[("declared here", member.span)],
            advice=self._advice_for_pieces(member, path) if member.sort == "pieces" else None,
        )
        return self.unknown(span)

    def _advice_for_pieces(self, member: Member, path: str) -> str | None:
        """Return how pieces are counted: of one owner, or of all."""
        owner = member.parameters[0].type
        if not isinstance(owner, types.Kind):
            return None
        one = f"{path}[{owner.name}]"
        each = f"{owner.name} in {self.names.kinds[owner.name].plural}"
        return f"pieces are counted by owner: `{one}`, or of all `(sum of {one} for {each})`"

    # ---- dots -----------------------------------------------------------------------------

    def field(self, node: syntax.Field) -> ir.Expression:
        """Return `base.name`."""
        found = self._behind_dot(node)
        if isinstance(found, tuple):
            member, subject = found
            if member.parameters and member.sort != "effect":
                return self._bracketless(member, node.name.span, shown(node))
            return self.member(member, subject, (), node.span)
        return found

    def _behind_dot(
        self, node: syntax.Field
    ) -> ir.Expression | tuple[Member, ir.Expression | None]:
        """Return the member that a path names with its subject, or an expression.

        An expression stands for a path that names no member.
        """
        base, name = node.base, node.name
        if isinstance(base, syntax.Name) and base.text not in self.locals:
            special = self._special(base, node)
            if special is not None:
                return special
        subject = self._subject(base, name)
        type_ = subject.type
        match type_:
            case types.Unknown():
                return subject
            case types.Optional() | types.Nothing():
                return self.used_as_value(subject)
            case types.Stack(piece):
                return self._stack_field(node, subject, piece)
            case types.Record(record):
                return self._part(node, subject, self.fields_of(record) or ())
            case types.Row(fields):
                return self._part(node, subject, fields)
            case types.Kind(owner) | types.Word(owner):
                members = self.names.members_of(owner)
                if name.text in members:
                    return members[name.text], subject
                self.no_such("E503", name, members, owner=named(type_))
            case types.SetOf() | types.ListOf():
                advice = f"ask for its members: `all one in {shown(base)} where …`"
                owner = named(type_)
                self.report("E503", name.span, owner=owner, name=name.text, advice=advice)
            case _:
                self.report("E503", name.span, owner=named(type_), name=name.text)
        return self.unknown(node.span)

    def _special(
        self, base: syntax.Name, node: syntax.Field
    ) -> ir.Expression | tuple[Member, None] | None:
        """Return what `option.x`, `group.x` and `pieces.stacks` mean, None for anything else."""
        name = node.name
        if base.text == "option":
            if name.text in self.names.options:
                self.marks.read.add(("option", name.text))
                return ir.OptionValue(name.text, self.names.options[name.text], span=node.span)
            self.no_such("E503", name, self.names.options, owner="the list of options")
            return self.unknown(node.span)
        sorts = {one.sort for one in self.names.meanings.get(base.text, ())}
        if "group" in sorts:
            members = self.names.groups[base.text]
            if name.text in members:
                return members[name.text], None
            self.no_such("E503", name, members, owner=f"the group {base.text}")
            return self.unknown(node.span)
        if "pieces" in sorts:
            return self._pieces(base.text, node)
        return None

    def _pieces(self, piece: str, node: syntax.Field) -> ir.Expression | tuple[Member, None]:
        declared = self.names.pieces[piece]
        if node.name.text == "stacks":
            type_ = types.ListOf(types.Stack(piece))
            return ir.Stacks(piece, type_, span=node.span)
        if node.name.text == "supply" and declared.supply:
            owner = ir.Parameter(declared.owner, types.Kind(declared.owner))
            member = Member(
                "", "supply", "pieces", types.NUMBER, (owner,), declared.span, noun=piece
            )
            return member, None
        choices = ("stacks", "supply") if declared.supply else ("stacks",)
        self.no_such("E503", node.name, choices, owner=f"the pieces {piece}")
        return self.unknown(node.span)

    def _subject(self, base: syntax.Expression, name: syntax.Name) -> ir.Expression:
        """Return what stands before a dot; of several meanings the one that has the field."""
        if isinstance(base, syntax.Name) and base.text not in self.locals:
            meanings = self.names.meanings.get(base.text, ())
            having = [one for one in meanings if name.text in self._members(one.type)]
            if len(meanings) > 1 and len(having) == 1:
                return self._meaning(base, having[0])
        return self.expression(base)

    def _members(self, type_: Type) -> Iterable[str]:
        if isinstance(type_, types.Kind | types.Word):
            return self.names.members_of(type_.name)
        return ()

    def _stack_field(self, node: syntax.Field, stack: ir.Expression, piece: str) -> ir.Expression:
        declared = self.names.pieces[piece]
        name = node.name.text
        if name not in _STACK_FIELDS:
            self.no_such("E503", node.name, _STACK_FIELDS, owner=f"a stack of {piece}")
            return self.unknown(node.span)
        type_: Type = types.NUMBER
        if name != "size":
            type_ = types.Kind(declared.owner if name == "owner" else declared.place)
        part = cast("Literal['owner', 'place', 'size']", name)
        return ir.StackField(stack, piece, part, type_, span=node.span)

    def _part(
        self, node: syntax.Field, base: ir.Expression, fields: conversions.Fields
    ) -> ir.Expression:
        for position, (name, type_) in enumerate(fields):
            if name == node.name.text:
                return ir.Part(base, name, position, type_, span=node.span)
        self.no_such("E503", node.name, [name for name, _ in fields], owner=named(base.type))
        return self.unknown(node.span)

    # ---- brackets -------------------------------------------------------------------------

    def index(self, node: syntax.Index) -> ir.Expression:
        """Return `base[keys]`.

        A value with parameters, a table, a zone of each, or the n-th of a list.
        """
        found = self._indexed(node.base)
        if not isinstance(found, tuple):
            return self._entry(node, self.narrow(found))
        member, subject = found
        if member.sort == "cost":
            return self._cost(node, member, cast("ir.Expression", subject))
        if member.parameters:
            keys = self.arguments(node, member.name, member.parameters, member.span)
            if keys is None:
                return self.unknown(node.span)
            return self.member(member, subject, keys, node.span)
        return self._entry(node, self.narrow(self.member(member, subject, (), node.base.span)))

    def _indexed(
        self, base: syntax.Expression
    ) -> ir.Expression | tuple[Member, ir.Expression | None]:
        if isinstance(base, syntax.Field):
            return self._behind_dot(base)
        if isinstance(base, syntax.Name) and base.text not in self.locals:
            for one in self.names.meanings.get(base.text, ()):
                if one.sort in ("table", "value"):
                    self.marks.read.add((one.sort, one.name))
                    members = self.names.tables if one.sort == "table" else self.names.values
                    return members[one.name], None
        return self.raw(base)

    def _entry(self, node: syntax.Index, base: ir.Expression) -> ir.Expression:
        """Return an entry of a stored or local table, or of a list by its number."""
        match base.type:
            case types.Unknown():
                return base
            case types.Table(value, keys):
                parameters = tuple(ir.Parameter(str(key), key) for key in keys)
                made = self.arguments(node, shown(node.base), parameters, None)
                if made is None:
                    return self.unknown(node.span)
                return ir.Index(base, made, self._entry_type(base, made, value), span=node.span)
            case types.ListOf(inner):
                parameters = (ir.Parameter("number", types.NUMBER),)
                made = self.arguments(node, shown(node.base), parameters, None)
                return (
                    self.unknown(node.span)
                    if made is None
                    else ir.Index(base, made, inner, span=node.span)
                )
            case _ if self._is_own_answer(base):
                what = f"the answers of the others are not known: `{shown(node)}`"
                self.report("E521", node.span, what=what)
                return self.unknown(node.span)
            case _:
                self.report(
                    "E512",
                    node.span,
                    name=shown(node.base),
                    wanted="no brackets",
                    found=str(len(node.keys)),
                )
                return self.unknown(node.span)

    def _is_own_answer(self, base: ir.Expression) -> bool:
        """Say whether a name is an answer inside the `secretly` that asks for it."""
        local = self.locals.get(base.name) if isinstance(base, ir.Local) else None
        return self.secret is not None and local is not None and local.role == "local"

    def _entry_type(
        self, base: ir.Expression, keys: tuple[ir.Expression, ...], value: Type
    ) -> Type:
        """Return the type of an entry.

        Of an answer it is surely there for a player who was asked.
        """
        key = keys[0]
        if isinstance(base, ir.Local) and isinstance(key, ir.Local):
            asked = self.locals[base.name].asked if base.name in self.locals else None
            owner = self.locals.get(key.name)
            if asked is not None and owner is not None and owner.domain == asked:
                return conversions.plain(value)
        return value

    def arguments(
        self,
        node: syntax.Index,
        name: str,
        parameters: tuple[ir.Parameter, ...],
        declared: Span | None,
    ) -> tuple[ir.Expression, ...] | None:
        """Return what stands in brackets, one for each parameter."""
        if len(node.keys) != len(parameters):
            wanted = listing(one.name for one in parameters)
            self.report(
                "E512",
                node.span,
                name=name,
                wanted=f"{len(parameters)} in brackets ({wanted})",
                found=str(len(node.keys)),
                related=[("declared here", declared)],
            )
            for key in node.keys:
                self.expression(key)
            return None
        return tuple(
            self.value(key, parameter.type, parameter.span)
            for key, parameter in zip(node.keys, parameters, strict=True)
        )

    def _cost(self, node: syntax.Index, member: Member, subject: ir.Expression) -> ir.Expression:
        key = node.keys[0]
        if len(node.keys) != 1 or not isinstance(key, syntax.Name):
            wanted = "the name of one resource"
            self.report("E512", node.span, name="cost", wanted=wanted, found=str(len(node.keys)))
            return self.unknown(node.span)
        if key.text not in self.names.resources:
            self.no_such("E510", key, self.names.resources, wanted="a resource of the players")
            return self.unknown(node.span)
        self.marks.costs.add((member.owner, key.text))
        return ir.CostOf(member.owner, key.text, subject, types.NUMBER, span=node.span)

    # ---- members --------------------------------------------------------------------------

    def member(
        self,
        member: Member,
        subject: ir.Expression | None,
        keys: tuple[ir.Expression, ...],
        span: Span | None,
    ) -> ir.Expression:
        """Return the reading of a member of `subject` with what stands in its brackets."""
        self.note_read(member)
        if subject is None:
            return self._member_of_nothing(member, keys, span)
        owner, name, type_ = member.owner, member.name, member.type
        match member.sort:
            case "fixed":
                return ir.Fixed(owner, name, subject, type_, span=span)
            case "field" | "resource":
                if member.sort == "resource":
                    self.marks.resources.add(name)
                return ir.Field(owner, name, subject, type_, span=span)
            case "link":
                return ir.Link(owner, name, subject, type_, span=span)
            case "zone":
                return ir.Zone(owner, name, subject, None, type_, span=span)
            case "whereabouts":
                return ir.Whereabouts(member.noun, member.zone, subject, type_, span=span)
            case "pieces":
                return ir.Pieces(member.noun, subject, keys[0], type_, span=span)
            case "value":
                self.marks.values.add(name)
                return ir.Computed(name, subject, keys, type_, span=span)
            case "slot":
                self.marks.slots.add((owner, name))
                return ir.SlotValue(owner, name, subject, keys, type_, span=span)
            case _:
                what = f"the effect {name}, which can only be performed"
                if member.sort == "cost":
                    what = "a cost: say of which resource, in brackets"
                self.report("E502", span, wanted="a value", found=what)
                return self.unknown(span)

    def _member_of_nothing(
        self, member: Member, keys: tuple[ir.Expression, ...], span: Span | None
    ) -> ir.Expression:
        owner, name, type_ = member.owner, member.name, member.type
        match member.sort:
            case "pieces":
                return ir.Supply(member.noun, keys[0], type_, span=span)
            case "zone":
                key = keys[0] if keys else None
                return ir.Zone(owner, name, None, key, type_, span=span)
            case "field":
                return ir.GlobalField(owner, name, type_, span=span)
            case "fixed":
                return ir.StaticTable(name, keys, type_, span=span)
            case _:
                self.marks.values.add(name)
                return ir.Computed(name, None, keys, type_, span=span)


def _base(type_: Type | None) -> Type | None:
    """Return the type of a single value that a wanted type is made of."""
    match type_:
        case types.Optional(inner) | types.SetOf(inner) | types.ListOf(inner):
            return inner
        case _:
            return type_
