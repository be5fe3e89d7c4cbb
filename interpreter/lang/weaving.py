"""Texts to syntax trees, with what overlays put into them; feeds `lang.reading` and `explain`.

    base text, patches → a tree of each → one tree, each part of which knows its own file

A text without patches goes to `lang.parser` and back. The patches of a text act in their order:

- on the whole text, each on all that is there by then: what comes `before` stands in front of the
  lines that earlier patches put there, what comes `after` behind them, and an `instead` replaces
  them too;
- on the line with a label: what comes `before` or `after` stands beside the line, in the order of
  the patches, and stays there when an `instead` replaces the line. A line that was replaced keeps
  its label unless a line in the new text has it.

In what acts `instead` the statement `original` is the old statements, at any depth, and in an
expression the name `original` is the old value. Put together are trees, so a place never changes
its file, names of the base can be read in a line put in, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from interpreter.diagnostics import Collector, Diagnostic, did_you_mean, listing
from interpreter.lang import mistakes, parser, printer, syntax
from interpreter.lang.words import ORIGINAL
from interpreter.source import LocatedText, Span, TextPatch

Findings = tuple[Diagnostic, ...]

_LIMITS: Final = frozenset({"E419", "E420", "E447"})
"""What a text can be too much for, by the code of the parser."""
_NAMES: Final = frozenset({"name", "function"})
"""The fields of an expression that hold a name which is no value."""
_FEW: Final = 8


def read_effect(text: LocatedText) -> tuple[syntax.Body | None, Findings]:
    """Return the statements of an effect with all that is put in, or None; and what is wrong."""
    body, findings = parser.parse_effect(text)
    if not text.patches:
        return body, findings
    weaver = _Weaver(text, body, Collector(findings))
    for patch in text.patches:
        weaver.add(patch)
    return weaver.woven(), weaver.found.diagnostics


def read_expression(text: LocatedText) -> tuple[syntax.Expression | None, Findings]:
    """Return an expression, put together with what stands instead of it."""
    woven, findings = parser.parse_expression(text)
    if not text.patches:
        return woven, findings
    found = Collector(findings)
    for patch in text.patches:
        if patch.label is not None:
            found.report("E382", patch.label.span, label=patch.label.text)
        if patch.timing != "instead":
            found.report("E381", patch.text.span, timing=patch.timing)
        tree, findings = parser.parse_expression(patch.text)
        found.extend(findings)
        if tree is None or woven is None or found.has_errors:
            woven = None
        else:
            woven = _new_value(patch, tree, woven, found)
    return woven, found.diagnostics


def read_price(text: LocatedText) -> tuple[tuple[syntax.Cost, ...] | None, Findings]:
    """Return a price; nothing can be put into one."""
    return _whole(text, parser.parse_price(text), "price")


def read_pattern(text: LocatedText) -> tuple[syntax.Act | None, Findings]:
    """Return the call that a hook waits for; nothing can be put into one."""
    return _whole(text, parser.parse_pattern(text), "pattern")


def read_binding(text: LocatedText) -> tuple[syntax.Binding | None, Findings]:
    """Return binders with their condition; nothing can be put into them."""
    return _whole(text, parser.parse_binding(text), "binding")


def read_domain(
    text: LocatedText,
) -> tuple[syntax.Expression | syntax.Range | None, Findings]:
    """Return what a family goes through; nothing can be put into it."""
    return _whole(text, parser.parse_domain(text), "domain")


def read_type(text: LocatedText) -> tuple[syntax.TypeText | None, Findings]:
    """Return a declared type; nothing can be put into one."""
    return _whole(text, parser.parse_type(text), "type")


def woven_text(text: LocatedText) -> str:
    """Return an effect or expression as it stands with all that is put in.

    Without patches, or with a mistake in them, it is the text as its author wrote it.
    """
    if not text.patches:
        return text.text
    expression, findings = read_expression(text)
    if expression is not None and not findings:
        return printer.print_expression(expression)
    body, findings = read_effect(text)
    return text.text if body is None or findings else printer.print_effect(body)


def _whole(text: LocatedText, read: tuple[Any, Findings], sort: str) -> tuple[Any, Findings]:
    """Return what was read of a text, with a finding for each patch: it cannot have any."""
    what = {"what": mistakes.TITLES[sort]}
    related = (("this is the text", text.span),)
    refused = (Diagnostic("E383", one.text.span, what, related=related) for one in text.patches)
    return read[0], (*read[1], *refused)


# ---- statements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with a label while a text is put together: what it is now and what stands beside it.

    It stands among statements as one of them; `span` is its place, with the label.
    """

    label: syntax.Name
    before: _Body
    core: _Body
    after: _Body
    span: Span


_Body = tuple[syntax.Statement | _Line, ...]
_Change = Callable[[syntax.Statement | _Line], _Body]


class _Weaver:
    """Puts one effect together. After a mistake there is no body, but all patches are read."""

    def __init__(self, text: LocatedText, body: syntax.Body | None, found: Collector) -> None:
        self.found = found
        self._text = text
        self._body: _Body | None = None if body is None else _with_lines(body)
        self._taken: dict[str, Span] = {}

    def woven(self) -> syntax.Body | None:
        """Return what has been put together; None after a mistake."""
        return None if self._body is None else _written(self._body)

    def add(self, patch: TextPatch) -> None:
        """Put one patch in."""
        tree, findings = parser.parse_effect(patch.text)
        self.found.extend(findings)
        if tree is None or self._body is None:
            self._body = None
            return
        new = _with_lines(tree)
        before = {line.label.text for line in _lines(self._body)}
        if patch.label is None:
            body = self._around(patch, new, self._body)
        else:
            body = self._beside(patch, patch.label, new, self._body)
        if body is not None:
            for label in before - {line.label.text for line in _lines(body)}:
                self._taken[label] = patch.text.span
            body = self._checked(patch, new, body)
        self._body = body

    def _around(self, patch: TextPatch, new: _Body, body: _Body) -> _Body | None:
        """Return the body with a patch of the whole text."""
        match patch.timing:
            case "before":
                return (*new, *body)
            case "after":
                return (*body, *new)
            case "instead":
                return None if self._is_too_long(patch, 1, new, body) else _carried_out(new, body)

    def _beside(
        self, patch: TextPatch, label: LocatedText, new: _Body, body: _Body
    ) -> _Body | None:
        """Return the body with a patch of one line, which may stand there several times."""
        name = label.text.strip()
        lines = [line for line in _lines(body) if line.label.text == name]
        if not lines:
            self._report_label(label, name, body)
            return None
        if self._is_too_long(patch, len(lines), new, lines[0].core):
            return None
        return _changed(body, lambda one: _patched(one, name, patch, new))

    def _report_label(self, label: LocatedText, name: str, body: _Body) -> None:
        """Report a label that the text does not have."""
        known = sorted({line.label.text for line in _lines(body)})
        near = did_you_mean(name, known)
        notes = ["the text has no labels"]
        if known:
            notes = [f"its labels are {listing((f'`{one}`' for one in known), most=_FEW)}"]
        related = [("this is the text", self._text.span)]
        if name in self._taken:
            related = [("it was taken away by what stands here", self._taken[name])]
        advice = None if near is None else f"did you mean `{near}`?"
        self.found.report("E380", label.span, notes=notes, related=related, help=advice, label=name)

    # ---- what is too much, and what stands twice ----------------------------------------------

    def _is_too_long(self, patch: TextPatch, times: int, new: _Body, old: _Body) -> bool:
        """Say whether `new` in so many places, each with `old` in it, is longer than a text may be.

        Asked before it is made: with `original` several times a few patches would fill the memory.
        """
        originals = sum(1 for one in _statements(new) if _is_original(one))
        if times == 1 and originals <= 1:
            return False
        size = times * (_size(new) + originals * _size(old))
        return self._is_refused(patch, size)

    def _is_refused(self, patch: TextPatch, size: int) -> bool:
        if size <= parser.LONGEST:
            return False
        why = Diagnostic("E420", None, {"size": str(size), "most": str(parser.LONGEST)}).message
        self.found.report("E384", patch.text.span, why=why)
        return True

    def _checked(self, patch: TextPatch, new: _Body, body: _Body) -> _Body | None:
        """Return the body if it could have been written at once."""
        first = {line.label.text: line.label for line in _lines(new)}
        clash = False
        for line in _lines(body):
            mine = first.get(line.label.text)
            # The same line may stand in several places, where `original` stands in several.
            if mine is not None and mine.span != line.label.span:
                clash = True
                related = [("it stands here already", line.label.span)]
                self.found.report("E451", mine.span, related=related, label=mine.text)
        text = printer.print_effect(_written(body))
        if clash or self._is_refused(patch, len(text)):
            return None
        _, findings = parser.parse_effect(LocatedText.plain(text))
        return body if _fits(patch, findings, self.found) else None


def _fits(patch: TextPatch, findings: Findings, found: Collector) -> bool:
    """Say whether a text put together keeps the limits; `findings` are those of its print."""
    beyond = [one for one in findings if one.code in _LIMITS]
    for one in beyond:
        found.report("E384", patch.text.span, why=one.message)
    return not beyond


def _patched(statement: syntax.Statement | _Line, name: str, patch: TextPatch, new: _Body) -> _Body:
    """Return a statement; if it is the line with the label, with the patch."""
    if not isinstance(statement, _Line) or statement.label.text != name:
        return (statement,)
    match patch.timing:
        case "before":
            return (replace(statement, before=(*statement.before, *new)),)
        case "after":
            return (replace(statement, after=(*statement.after, *new)),)
        case "instead":
            core = _carried_out(new, statement.core)
            if any(line.label.text == name for line in _lines(new)):
                return (*statement.before, *core, *statement.after)
            return (replace(statement, core=core, span=core[0].span),)


def _carried_out(new: _Body, old: _Body) -> _Body:
    """Return `new` with the old statements where it says `original`."""
    return _changed(new, lambda one: old if _is_original(one) else (one,))


def _is_original(statement: syntax.Statement | _Line) -> bool:
    return statement == syntax.Act(syntax.Name(ORIGINAL))


def _size(body: _Body) -> int:
    """Return how many characters statements have when they are printed."""
    return len(printer.print_effect(_written(body)))


def _with_lines(body: syntax.Body) -> _Body:
    """Return statements with each labelled one as a line, at any depth."""
    return _changed(body, _as_line)


def _as_line(statement: syntax.Statement | _Line) -> _Body:
    if not isinstance(statement, syntax.Labelled):
        return (statement,)
    return (_Line(statement.label, (), (statement.statement,), (), statement.span),)


def _written(body: _Body) -> syntax.Body:
    """Return statements as the syntax tree has them, with labels and without lines."""
    made: Any = _changed(body, _as_statements)
    return tuple(made)


def _as_statements(statement: syntax.Statement | _Line) -> _Body:
    """Return what a line is; of several statements the first has the label, if it has no other."""
    if not isinstance(statement, _Line):
        return (statement,)
    first, *rest = statement.core
    if not isinstance(first, syntax.Labelled | _Line):
        first = syntax.Labelled(statement.label, first, span=statement.span)
    return (*statement.before, first, *rest, *statement.after)


# ---- going through statements ------------------------------------------------------------------


def _changed(body: _Body, change: _Change) -> _Body:
    """Return statements with each one changed, those inside it first."""
    return tuple(made for one in body for made in change(_inside(one, change)))


def _inside(node: Any, change: _Change) -> Any:
    """Return a statement (a branch, an option, an end) with the statements inside it changed."""
    if isinstance(node, syntax.Labelled):
        return replace(node, statement=_inside(node.statement, change))
    parts: dict[str, Any] = {}
    for name in ("before", "core", "after", "body", "otherwise", "if_none"):
        inner = getattr(node, name, None)
        if inner is not None:
            parts[name] = _changed(inner, change)
    for name in ("branches", "options"):
        if hasattr(node, name):
            parts[name] = tuple(_inside(one, change) for one in getattr(node, name))
    end = getattr(node, "end", None)
    if isinstance(end, syntax.IfNone):
        parts["end"] = _inside(end, change)
    return replace(node, **parts) if parts else node


def _statements(body: _Body) -> Iterator[syntax.Statement | _Line]:
    """Iterate over statements and lines with all that are inside them."""
    found: list[syntax.Statement | _Line] = []

    def note(one: syntax.Statement | _Line) -> _Body:
        found.append(one)
        return (one,)

    _changed(body, note)
    return iter(found)


def _lines(body: _Body) -> Iterator[_Line]:
    """Iterate over the lines with labels."""
    return (one for one in _statements(body) if isinstance(one, _Line))


# ---- expressions -------------------------------------------------------------------------------


def _new_value(
    patch: TextPatch, tree: syntax.Expression, old: syntax.Expression, found: Collector
) -> syntax.Expression | None:
    """Return what stands instead of an expression; None if it becomes too much."""
    size = _count_of_originals(tree) * len(printer.print_expression(old))
    if size > parser.LONGEST:
        why = Diagnostic("E420", None, {"size": str(size), "most": str(parser.LONGEST)}).message
        found.report("E384", patch.text.span, why=why)
        return None
    made: syntax.Expression = _with_value(tree, old)
    text = printer.print_expression(made)
    _, findings = parser.parse_expression(LocatedText.plain(text))
    return made if _fits(patch, findings, found) else None


def _with_value(node: Any, old: syntax.Expression) -> Any:
    """Return an expression, or a part of one, with `old` for each `original`."""
    if isinstance(node, tuple):
        return tuple(_with_value(one, old) for one in node)
    if not isinstance(node, syntax.Node):
        return node
    if isinstance(node, syntax.Name):
        return old if node.text == ORIGINAL else node
    return replace(node, **{name: _with_value(getattr(node, name), old) for name in _parts(node)})


def _count_of_originals(node: Any) -> int:
    if isinstance(node, tuple):
        return sum(map(_count_of_originals, node))
    if isinstance(node, syntax.Name):
        return int(node.text == ORIGINAL)
    if not isinstance(node, syntax.Node):
        return 0
    return sum(_count_of_originals(getattr(node, name)) for name in _parts(node))


def _parts(node: syntax.Node) -> list[str]:
    """Return the fields of an expression that hold values."""
    return [one.name for one in fields(node) if one.name != "span" and one.name not in _NAMES]
