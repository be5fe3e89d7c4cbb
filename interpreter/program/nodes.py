"""Nodes that only the compiler makes.

Raw code and calls of routines, between the statements of the typed tree.

Made by `hooks` and `flow`, which turn hooks and steps into ordinary statements; read by the
statement writers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.lang import ir, types
from interpreter.source import Span

RoutineKey = tuple[str, ...]
# Statements of the typed tree and of this module, mixed.
Body = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Raw(ir.Local):
    """A piece of Python that stands for an expression; its `name` is the code."""

    most: int | None = None
    """How many members it can have at most, if its maker knows."""

    @property
    def code(self) -> str:
        """The Python text."""
        return self.name


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of Python that stand for a statement which asks nobody."""

    lines: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a routine.

    `me` and `arguments` are expressions, `result` the local for its results.
    """

    routine: RoutineKey
    arguments: tuple[ir.Expression | Raw, ...]
    me: ir.Expression | Raw | None
    result: str | None = None
    single: bool = False
    """Whether the result is one value rather than a record of them."""
    reserved: tuple[str, ...] = ()
    """In secret: the code of what is in reserve, which the call takes and gives back changed."""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Basic:
    """An operation without its hooks; its amount is limited to what there is."""

    do: ir.Do
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AskOrder:
    """The actor picks which of several hooks comes next; the answer becomes the local `name`.

    `ready` is code for a mask of the hooks that could come; one alone is not asked.
    """

    name: str
    ready: str
    labels: tuple[str, ...]
    title: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Routine:
    """Something that runs: a rule, an effect, a hook, an event with its hooks, a step of the flow.

    `parameters` and `results` are locals of the typed tree.
    """

    key: RoutineKey
    title: str
    parameters: tuple[str, ...]
    results: tuple[tuple[str, types.Type], ...]
    body: Body
    span: Span | None = field(default=None, compare=False)


def statements(body: Body) -> Iterator[object]:
    """Yield statements and those in their blocks."""
    for statement in body:
        yield statement
        match statement:
            case ir.If():
                for _, inner in statement.branches:
                    yield from statements(inner)
                yield from statements(statement.otherwise)
            case ir.ChooseBranch():
                for branch in statement.branches:
                    yield from statements(branch.body)
                yield from statements(statement.if_none or ())
            case ir.Choose():
                yield from statements(statement.if_none or ())
            case ir.May():
                yield from statements((*statement.body, *statement.otherwise))
            case ir.ForEach() | ir.Repeat() | ir.Secretly() | ir.Plan():
                yield from statements(statement.body)
            case _:
                pass


def in_circles(called: Mapping[RoutineKey, frozenset[RoutineKey]]) -> frozenset[RoutineKey]:
    """Return what lies in a circle of calls, or on a way from one circle to another."""
    left = frozenset(called)
    while True:
        reached = frozenset(other for key in left for other in called[key])
        kept = frozenset(key for key in left if key in reached and called[key] & left)
        if kept == left:
            return left
        left = kept
