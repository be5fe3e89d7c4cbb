"""The evaluation of a program, with each value worked out once for a state.

Made when an image is loaded; called by bots through the game. The evaluation of a pack reads many
values that read the same values again, in a state that does not change meanwhile. So the functions
of values are made once more, in names of their own, where each remembers its results until the
evaluation is done. The functions that play are left as they are: while a rule runs, states change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

State = list[Any]

# What the functions of values are called; see `values`.
_VALUES = ("val_", "counted_val_")
_MISSING = object()
_SHORT = 80
"""As many bytes of code read a few slots."""


def remembering(names: Mapping[str, Any], name: str) -> Callable[[State, int], Any]:
    """Return a function (state, seat) of a module's names that remembers values while it runs."""
    own: dict[str, Any] = dict(names)
    filled: list[dict[Any, Any]] = []
    for known, function in names.items():
        if isinstance(function, FunctionType) and function.__globals__ is names:
            made = FunctionType(function.__code__, own, known, function.__defaults__)
            if known.startswith(_VALUES) and not _is_read_at_once(made):
                own[known] = _remembered(made, filled)
            else:
                own[known] = made
    evaluation = own[name]

    def evaluated(state: State, seat: int) -> Any:
        try:
            return evaluation(state, seat)
        finally:
            for kept in filled:
                kept.clear()
            filled.clear()

    return evaluated


def _is_read_at_once(function: FunctionType) -> bool:
    """Whether a function reads some slots and printed tables and calls nothing.

    It gives its result as fast as that could be looked up.
    """
    code, names = function.__code__, function.__globals__
    return (
        len(code.co_code) <= _SHORT
        and not any(isinstance(constant, CodeType) for constant in code.co_consts)
        and all(isinstance(names.get(name), tuple) for name in code.co_names)
    )


def _remembered(function: FunctionType, filled: list[dict[Any, Any]]) -> Callable[..., Any]:
    """Return a function that looks into its earlier results; the state is not compared.

    Results are put among the `filled` ones when there is something in them.
    """
    results: dict[Any, Any] = {}
    if function.__code__.co_argcount == 1:

        def of_nothing(state: State) -> Any:
            found = results.get(None, _MISSING)
            if found is _MISSING:
                if not results:
                    filled.append(results)
                found = results[None] = function(state)
            return found

        return of_nothing
    if function.__code__.co_argcount == 2:

        def of_one(state: State, one: Any) -> Any:
            found = results.get(one, _MISSING)
            if found is _MISSING:
                if not results:
                    filled.append(results)
                found = results[one] = function(state, one)
            return found

        return of_one

    def of_some(state: State, *which: Any) -> Any:
        found = results.get(which, _MISSING)
        if found is _MISSING:
            if not results:
                filled.append(results)
            found = results[which] = function(state, *which)
        return found

    return of_some
