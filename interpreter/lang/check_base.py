"""The ground of the checker of one text: its locals, what is known of them, how it reports.

`check_paths`, `check_expressions`, `check_queries`, `check_calls`, `check_choices` and
`check_statements` build on it, in this order; `checker` has the doors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

from interpreter.diagnostics import Collector, did_you_mean, listing
from interpreter.lang import conversions, ir, syntax, types
from interpreter.lang.facts import NONE, Facts, without_local
from interpreter.lang.marks import Marks
from interpreter.lang.names import Member, Names
from interpreter.lang.types import Type
from interpreter.lang.words import ORIGINAL
from interpreter.source import Span

FIXED_WORDS = ("me", "self", "actor", "option", ORIGINAL)
"""Words with a fixed meaning that stand where a name stands."""

_FEW = 8
"""So many names are listed where a name is not known and none is near."""

Role = Literal["parameter", "local", "binder", "pattern"]


@dataclass(slots=True)
class Local:
    """A name of the text.

    `value`: what stands for it (the names of a family). `domain`: what a binder goes through.
    `asked` is the domain of the `secretly` that made the name a table.
    """

    name: str
    type: Type
    span: Span | None
    role: Role = "local"
    value: ir.Expression | None = None
    domain: ir.Expression | None = None
    asked: ir.Expression | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What there is around a text.

    Is there a `me`, what does `self` stand for, which names does it start with.

    `constants` stand for themselves (the names of a family); `parameters` are locals.
    """

    me: bool = False
    self: ir.Expression | None = None
    parameters: tuple[ir.Parameter, ...] = ()
    constants: Mapping[str, ir.Expression] = field(default_factory=dict)
    role: Role = "parameter"


WHERE_ORIGINAL = "`original` stands alone, in what an overlay puts `instead` of a text or a line"
"""The advice where it stands anywhere else."""


def shown(node: object) -> str:
    """Return a piece of text as its author wrote it, on one line."""
    span = getattr(node, "span", None)
    return " ".join(span.text.split()) if span is not None else "it"


def named(type_: Type) -> str:
    """Return a type with its article, for messages."""
    text = str(type_)
    match type_:
        case types.Nothing():
            return "nothing"
        case types.Unknown():
            return "something unknown"
        case types.Record(name):
            return f"a record {name}"
        case _:
            return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"


class TextChecker:
    """The state of checking one text: its locals in scope, its facts, what is reached.

    `plan` and `secret` say inside which wraps the text is; `secret` is the player who is asked,
    and `secret_from` are the names that were there before the players were asked.
    """

    plan: bool = False
    secret: str | None = None

    def __init__(self, names: Names, collector: Collector, setting: Setting) -> None:
        self.names = names
        self.collector = collector
        self.me = setting.me
        self.self_value = setting.self
        self.locals: dict[str, Local] = {}
        self.facts: Facts = NONE
        self.reachable = True
        self.marks = Marks()
        self.gone: list[Local] = []
        self.secret_from: Mapping[str, Local] = {}
        for name, value in setting.constants.items():
            self.locals[name] = Local(name, value.type, None, "parameter", value=value)
        for parameter in setting.parameters:
            self.locals[parameter.name] = Local(
                parameter.name, parameter.type, parameter.span, setting.role
            )

    # ---- findings -------------------------------------------------------------------------

    def report(
        self,
        code: str,
        span: Span | None,
        notes: Iterable[str] = (),
        related: Iterable[tuple[str, Span | None]] = (),
        advice: str | None = None,
        **arguments: str,
    ) -> None:
        """Report a finding; a related place that has no span is left out."""
        places = [(text, place) for text, place in related if place is not None]
        self.collector.report(code, span, notes=notes, related=places, help=advice, **arguments)

    def unknown(self, span: Span | None) -> ir.Expression:
        """Return what stands for an expression of which an error was reported."""
        return ir.Missing(types.UNKNOWN, span=span)

    def no_such(self, code: str, node: syntax.Name, choices: Iterable[str], **more: str) -> None:
        """Report a name that is not known, with the one that was meant perhaps."""
        known = sorted(set(choices))
        near = did_you_mean(node.text, known)
        advice = None if near is None else f"did you mean `{near}`?"
        few = near is None and 0 < len(known) <= _FEW
        notes = [f"there is {listing(f'`{name}`' for name in known)}"] if few else []
        self.report(code, node.span, notes, (), advice, name=node.text, **more)

    # ---- locals ---------------------------------------------------------------------------

    def declare(
        self,
        node: syntax.Name,
        type_: Type,
        role: Role = "local",
        *,
        domain: ir.Expression | None = None,
    ) -> Local:
        """Make a name; it may hide nothing."""
        name = node.text
        before: Span | None = None
        clash = name in FIXED_WORDS
        if name in self.locals:
            clash, before = True, self.locals[name].span
        elif name in self.names.meanings:
            clash, before = True, self.names.meanings[name][0].span
        if clash:
            self.report("E511", node.span, name=name, related=[("it is declared here", before)])
        local = Local(name, type_, node.span, role, domain=domain)
        self.locals[name] = local
        # An earlier block may have had another thing of this name.
        self.facts = without_local(self.facts, name) if self.facts else self.facts
        return local

    @contextmanager
    def block(self) -> Iterator[None]:
        """Open a scope: the names made inside end with it."""
        before = dict(self.locals)
        yield
        for name, local in self.locals.items():
            if before.get(name) is not local:
                self.gone.append(local)
        self.locals = before

    @contextmanager
    def knowing(self, facts: Facts) -> Iterator[None]:
        """Hold more facts for a while, for a part of an expression."""
        before = self.facts
        self.facts = before | facts
        yield
        self.facts = before

    # ---- types ----------------------------------------------------------------------------

    def fields_of(self, record: str) -> conversions.Fields | None:
        """Return the fields of a record, or of the results of a rule."""
        if record in self.names.records:
            return self.names.records[record]
        rule = self.names.rules.get(record)
        return None if rule is None else rule.results

    def fit(
        self,
        value: ir.Expression,
        wanted: Type,
        node: object = None,
        because: Span | None = None,
    ) -> ir.Expression:
        """Return `value` as a value of `wanted`; report if it is none.

        `because` is where it is declared that this is wanted.
        """
        made = conversions.convert(value, wanted, self.fields_of)
        if made is not None:
            return made
        span = value.span
        found = value.type
        related = [("it is declared here", because)]
        if isinstance(found, types.Optional):
            inner = replace(value, type=found.inner)
            if conversions.convert(inner, wanted, self.fields_of) is not None:
                what = shown(node if node is not None else value)
                self.report("E504", span, (), related, _test_advice(what), what=what)
                return self.unknown(span)
        advice = None
        if isinstance(wanted, types.Number | types.Half):
            advice = number_advice(node if node is not None else value, found)
        self.report("E502", span, (), related, advice, wanted=named(wanted), found=named(found))
        return self.unknown(span)

    def used_as_value(self, value: ir.Expression) -> ir.Expression:
        """Report a value that may be nothing, where it is used as a value."""
        if isinstance(value.type, types.Optional):
            what = shown(value)
            self.report("E504", value.span, what=what, advice=_test_advice(what))
            return self.unknown(value.span)
        if isinstance(value.type, types.Nothing):
            self.report("E502", value.span, wanted="a value", found="nothing")
            return self.unknown(value.span)
        return value

    def narrow(self, value: ir.Expression) -> ir.Expression:
        """Return an expression with the type that the facts give it."""
        if isinstance(value.type, types.Optional) and self.facts and value in self.facts:
            return replace(value, type=value.type.inner)
        return value

    def note_read(self, member: Member) -> None:
        """Note that a member is read."""
        self.marks.read.add((member.owner, member.name))


def number_advice(node: object, found: Type) -> str | None:
    """Return what to write where a number is wanted and several things are found."""
    several = isinstance(found, types.SetOf | types.ListOf)
    return f"how many there are is `size({shown(node)})`" if several else None


def _test_advice(what: str) -> str:
    return f"test it first: `if {what} is nothing: …`, or `{what} is not nothing and …`"
