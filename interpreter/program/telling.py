"""Beside a program: functions that tell how values come about, for those who ask.

Made by `explaining`, in code of its own, so that what plays carries nothing of it; asked by
`engine.contributions`. States are those of the program for the same players and options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.lang import types
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Part:
    """Something that has a say in a value.

    `layer` is `base`, `condition` (one of those that must all hold), `set`, `add`, `multiply`,
    `at least`, `at most`, or `least` and `most` for the value's own bounds. `owner` is the id of
    the definition whose modifier it is, `name` the name of a condition. `amount` and `when` are
    texts of the pack, "" where there is none. `type` is that of the amount, `each` are the names
    that a modifier goes through, with their types.
    """

    layer: str
    type: types.Type
    amount: str
    when: str = ""
    owner: str = ""
    name: str = ""
    each: tuple[tuple[str, types.Type], ...] = ()


@dataclass(frozen=True, slots=True)
class Teller:
    """One value: of what it is, all that can have a say in it, and the function that tells.

    `parameters` are the subject and what stands in brackets. The function takes the state, who
    acts if `uses_me`, the parameters as kept, and what is called with each part that has its say:
    (its number, its amount, the value then, the members it goes through). It returns the value.
    """

    name: str
    parameters: tuple[tuple[str, types.Type], ...]
    type: types.Type
    parts: tuple[Part, ...]
    uses_me: bool
    function: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Tellers:
    """All values of a program by name, and costs as `kind.cost[resource]`.

    `spans`, `titles` are those of the lines of the generated text `file_name`; see `Program`.
    `budget` is what the functions pay from; see `program.budget`.
    """

    values: Mapping[str, Teller]
    file_name: str
    spans: tuple[Span | None, ...]
    titles: tuple[str, ...]
    budget: list[int]
