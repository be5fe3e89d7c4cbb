"""The doors of the checker: a text and the names around it become a typed tree, or findings.

    tree + names → typed tree, findings, and marks of what the text does

`check_effect` and `check_expression` take text as it stands in a file and are all that scenarios
and tests need. The linker reads its texts itself and uses `TextCheck`, which also hands out the
marks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.diagnostics import Collector, Diagnostic
from interpreter.lang import conversions, ir, syntax
from interpreter.lang.check_base import Local, Setting
from interpreter.lang.check_statements import Learned, StatementChecker
from interpreter.lang.facts import NONE, Facts
from interpreter.lang.marks import Marks
from interpreter.lang.names import Names
from interpreter.lang.reading import Reader
from interpreter.lang.types import Type
from interpreter.source import LocatedText

_MOST_PASSES = 6
"""How often a text is checked again because a name turned out to have a wider type."""

Extend = Callable[[StatementChecker], None]


@dataclass(slots=True)
class Checked:
    """A checked effect.

    Its statements, what it does, names that nothing reads, results that nothing makes.
    """

    body: ir.Body
    marks: Marks
    unused: list[Local] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TextCheck:
    """Checks texts with one set of names."""

    names: Names
    collector: Collector

    def effect(
        self,
        tree: syntax.Body | None,
        setting: Setting,
        *,
        results: conversions.Fields = (),
        facts: Facts = NONE,
        extend: Extend | None = None,
    ) -> Checked:
        """Return a checked effect. `facts` hold at its beginning; `extend` may add names."""
        if tree is None:
            return Checked((), Marks())
        learned: Learned = {}
        for passes in range(1, _MOST_PASSES + 1):
            found = Collector()
            checker = StatementChecker(self.names, found, setting, results=results, learned=learned)
            checker.facts = facts
            if extend is not None:
                extend(checker)
            body = checker.finish(checker.body(tree))
            if not checker.news or passes == _MOST_PASSES:
                break
        self.collector.extend(found)
        missing = [name for name, _ in results if name not in checker.locals]
        return Checked(body, checker.marks, checker.unused(), missing)

    def expression(
        self,
        tree: syntax.Expression | None,
        setting: Setting,
        wanted: Type,
        *,
        facts: Facts = NONE,
        marks: Marks | None = None,
    ) -> ir.Expression:
        """Return a checked expression of type `wanted`; what it does is added to `marks`."""
        checker = self.checker(setting, facts)
        if tree is None:
            return checker.unknown(None)
        made = checker.value(tree, wanted)
        if marks is not None:
            marks.add(checker.marks)
        return made

    def checker(self, setting: Setting, facts: Facts = NONE) -> StatementChecker:
        """Return the checker of one text, for texts of several parts."""
        checker = StatementChecker(self.names, self.collector, setting)
        checker.facts = facts
        return checker


def check_effect(
    names: Names, text: LocatedText, locals_: Mapping[str, Type], *, me: bool
) -> tuple[ir.Body, tuple[Diagnostic, ...]]:
    """Return the typed statements of an effect, and what is wrong with it.

    `locals_` are names that the text may read; `me`: somebody acts.
    """
    collector = Collector()
    tree = Reader(collector).effect(text)
    checked = TextCheck(names, collector).effect(tree, _setting(locals_, me=me))
    return checked.body, collector.diagnostics


def check_expression(
    names: Names,
    text: LocatedText,
    locals_: Mapping[str, Type],
    expected_type: Type | None = None,
    *,
    me: bool = False,
) -> tuple[ir.Expression, tuple[Diagnostic, ...]]:
    """Return a typed expression, and what is wrong with it.

    Without `expected_type` it may be anything.
    """
    collector = Collector()
    tree = Reader(collector).expression(text)
    checker = TextCheck(names, collector).checker(_setting(locals_, me=me))
    if tree is None:
        made = checker.unknown(text.span)
    elif expected_type is None:
        made = checker.expression(tree)
    else:
        made = checker.value(tree, expected_type)
    return made, collector.diagnostics


def _setting(locals_: Mapping[str, Type], *, me: bool) -> Setting:
    return Setting(
        me=me, parameters=tuple(ir.Parameter(name, type_) for name, type_ in locals_.items())
    )
