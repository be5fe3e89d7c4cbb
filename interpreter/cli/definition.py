"""Command stage: one declaration of a pack as text; used by `explain` and `show`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import indent
from typing import Any

from interpreter.cli.lookup import Declared
from interpreter.definitions import (
    LAYERS,
    Declarations,
    EntryDeclaration,
    FieldDeclaration,
    HookDeclaration,
    ModifierDeclaration,
    ParameterDeclaration,
    ReportDeclaration,
    RuleDeclaration,
    Scenario,
    StepDeclaration,
    ValueDeclaration,
)
from interpreter.lang.weaving import woven_text
from interpreter.source import LocatedText

_INDENT = "    "


def as_text(item: Declared, declarations: Declarations) -> str:
    """Return a declaration as its author wrote it, and what others do to it."""
    lines = [f"{item.what} {item.name.text}", f"{_INDENT}written in {item.name.span.place}"]
    lines += _body(item.record)
    if isinstance(item.record, ValueDeclaration):
        layers = list(_layers(item.record, declarations))
        if layers:
            lines += ["layers, in the order in which they act", *indented(layers)]
    else:
        touched = list(_touching(item, declarations))
        if touched:
            lines += ["modified by", *indented(touched)]
    return "\n".join(lines) + "\n"


def _body(record: Any) -> list[str]:
    """Return the lines that belong to one sort of record."""
    match record:
        case EntryDeclaration():
            return list(_entry(record))
        case RuleDeclaration():
            return list(_rule(record))
        case ValueDeclaration():
            return list(_value(record))
        case StepDeclaration():
            return list(_step(record))
        case Scenario():
            return list(_scenario(record))
        case ReportDeclaration():
            return list(_report(record))
        case _:
            return list(_other(record))


def _entry(entry: EntryDeclaration) -> Iterator[str]:
    """Yield a definition."""
    yield from _said(title=entry.title, source=entry.source, doc=entry.doc)
    yield from _text("text", entry.text)
    yield from _text("cost", entry.cost)
    for name, value in entry.values:
        if isinstance(value, LocatedText):
            yield from _text(name.text, value)
        else:
            yield f"{name.text}: {', '.join(text.text for text in value)}"
    for need in entry.needs:
        yield f"needs {need.name.text}: {_flat(need.condition)} (else: {need.otherwise})"
    for modifier in entry.modifiers:
        yield f"modifies {modifier_in_words(modifier)}"
    for hook in entry.hooks:
        yield from _hook(hook)


def _hook(hook: HookDeclaration) -> Iterator[str]:
    """Yield a hook."""
    yield f"hook {hook.name.text}: {hook.timing} {_flat(hook.pattern)}"
    parts = (("of each", hook.of_each), ("when", hook.when), ("for", hook.players))
    for word, text in (*parts, ("paying", hook.paying), ("do", hook.body)):
        yield from indented(_text(word, text))


def _rule(rule: RuleDeclaration) -> Iterator[str]:
    """Yield a rule."""
    yield from _said(source=rule.source, doc=rule.doc)
    if rule.parameters:
        yield f"parameters: {_parameters(rule.parameters)}"
    if rule.results:
        yield f"results: {', '.join(f'{n.text}: {t.text}' for n, t in rule.results)}"
    yield from _text("effect", rule.effect)


def _value(value: ValueDeclaration) -> Iterator[str]:
    """Yield a computed value."""
    yield from _said(source=value.source, doc=value.doc)
    yield from _text("of", value.of)
    if value.parameters:
        yield f"with: {_parameters(value.parameters)}"
    yield from _text("type", value.type)
    for case in value.cases:
        condition = "" if case.when is None else f" when {_flat(case.when)}"
        yield f"is {_flat(case.value)}{condition}"
    for name, part in value.all_of:
        yield f"all of: {name.text}: {_flat(part)}"
    yield from _text("least", value.least)
    yield from _text("most", value.most)


def _step(step: StepDeclaration) -> Iterator[str]:
    """Yield a step of the flow."""
    for word, text in (("each", step.each), ("round and round", step.round)):
        yield from _text(word, text)
    yield from _text("while", step.condition)
    yield from _text("do", step.body)
    if step.steps:
        yield f"steps: {', '.join(inner.name.text for inner in step.steps)}"


def _scenario(scenario: Scenario) -> Iterator[str]:
    """Yield a scenario."""
    yield from _said(source=scenario.source, doc=scenario.doc)
    for word, text in (
        ("given", scenario.given),
        ("actor", scenario.actor),
        ("when", scenario.when),
        ("step", scenario.step),
    ):
        yield from _text(word, text)
    for condition in scenario.then:
        yield f"then {_flat(condition)}"
    yield from _said(fault=scenario.fault or "")


def _report(report: ReportDeclaration) -> Iterator[str]:
    """Yield a report."""
    yield from _said(title=report.title, source=report.source, doc=report.doc)
    for entry in report.entries:
        of = "" if entry.of is None else f" of each {entry.of.text}"
        title = f" ({entry.title})" if entry.title else ""
        yield f"tells {entry.name.text}{title}{of}: {_flat(entry.value)}"


def _other(record: Any) -> Iterator[str]:
    """Yield what a record of the model says: its texts and the fields that it declares."""
    doc = getattr(record, "doc", "")
    if doc:
        yield f"doc: {doc}"
    for word in ("type", "start", "plural", "of", "place", "supply", "faces"):
        yield from _text(word, getattr(record, word, None))
    for field in getattr(record, "fields", ()):
        if isinstance(field, FieldDeclaration):
            kind = field.type.text if field.type else "number"
            yield f"{field.kind} {field.name.text}: {kind}" + (
                f" · {field.doc}" if field.doc else ""
            )
    for zone in getattr(record, "zones", ()):
        yield f"zone {zone.name.text} of {zone.of.text}"
    if getattr(record, "words", None):
        yield f"words: {', '.join(word.text for word in record.words)}"
    for keys, value in getattr(record, "rows", ()):
        yield f"{', '.join(key.text for key in keys)}: {_flat(value)}"


def _layers(value: ValueDeclaration, declarations: Declarations) -> Iterator[str]:
    """Yield the modifiers elsewhere that act on a value, as they follow each other."""
    acting = [
        (LAYERS.index(modifier.layer), f"{entry.name.text}: {modifier_in_words(modifier)}")
        for entry in declarations.entries
        for modifier in entry.modifiers
        if _reads(modifier.reading.text, value.name.text)
    ]
    if not acting:
        return
    yield "what it is by itself"
    for _, words in sorted(acting, key=lambda one: one[0]):
        yield words
    yield from _text("its own least", value.least)
    yield from _text("its own most", value.most)


def _touching(item: Declared, declarations: Declarations) -> Iterator[str]:
    """Yield the hooks elsewhere that wait for a rule."""
    name = item.name.text
    for entry in declarations.entries:
        for hook in entry.hooks:
            if item.what == "rule" and hook.pattern.text.split()[:1] == [name]:
                yield f"{entry.name.text}: {hook.timing} {_flat(hook.pattern)}"


def _reads(reading: str, name: str) -> bool:
    """Say whether a modifier's reading is of a value: `area.income[player]` is of `income`."""
    return reading.partition("[")[0].split(".")[-1].strip() == name


def modifier_in_words(modifier: ModifierDeclaration) -> str:
    """Return a modifier on one line."""
    when = "" if modifier.when is None else f" when {_flat(modifier.when)}"
    each = "" if modifier.of_each is None else f" of each {_flat(modifier.of_each)}"
    return f"{_flat(modifier.reading)}{each}: {modifier.layer} {_flat(modifier.amount)}{when}"


def _parameters(parameters: Iterable[ParameterDeclaration]) -> str:
    """Return parameters on one line."""
    return ", ".join(
        f"{'' if p.word is None else p.word + ' '}{p.name.text}: {p.type.text}" for p in parameters
    )


def _said(**parts: str) -> Iterator[str]:
    """Yield words that were given."""
    return (f"{name}: {text}" for name, text in parts.items() if text)


def _text(name: str, text: LocatedText | None) -> Iterator[str]:
    """Yield a text of the pack, on the line of its name when it is short."""
    if text is None:
        return
    body = woven_text(text).rstrip()
    if "\n" in body:
        yield f"{name}:"
        yield indent(body, _INDENT)
    else:
        yield f"{name}: {body}"


def _flat(text: LocatedText) -> str:
    """Return a text of the pack on one line."""
    return " ".join(woven_text(text).split())


def indented(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines further right."""
    return (indent(line, _INDENT) for line in lines)
