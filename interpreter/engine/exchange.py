"""Exchanges hidden things for others in what an effect holds: its locals, its questions.

Fed by `resample`. An effect that waits for an answer keeps its locals in frames, and so may name a
thing that a seat does not see ("the card that was drawn"). Where another thing is drawn in its
place, the frame has to mean that one. `Program.local_types` tells what each local of a frame is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.engine.primitives import bits, mask
from interpreter.lang import types
from interpreter.program.program import Frame, Program


class Pairs:
    """Tells which thing was drawn in the place of another, for the things of one kind.

    `fixed` are those that the place decides: what is seen or known is itself, and at a known
    position lies what was drawn for it. Any other thing is paired, when it is first asked for, with
    the next of the `pools` of its zone. So the pairs hang on the order in which an effect names its
    things, not on which things they are.
    """

    __slots__ = ("_fixed", "_homes", "_pools")

    def __init__(
        self, fixed: dict[int, int], homes: Mapping[int, int], pools: Mapping[int, list[int]]
    ) -> None:
        """Pair things; `homes` are the zones in which they truly lie."""
        self._fixed = fixed
        self._homes = homes
        self._pools = pools

    def get(self, thing: int) -> int:
        """Return what was drawn in the place of a thing."""
        if thing not in self._fixed:
            pool = self._pools.get(self._homes[thing])
            # zones whose sizes are hidden may have been drawn with fewer things than they hold
            pool = pool or next(one for one in self._pools.values() if one)
            self._fixed[thing] = pool.pop()
        return self._fixed[thing]


Exchange = Mapping[str, Pairs]
"""The pairs of each kind with hidden things."""


def exchange_value(
    program: Program, type_: types.Type | None, value: Any, exchange: Exchange
) -> Any:
    """Return a kept value with its things exchanged; one of an unknown type stays as it is."""
    match type_:
        case types.Kind(name) if name in exchange:
            return value if value == types.NOTHING else exchange[name].get(value)
        case types.Optional(inner) if value != types.nothing_of(inner):
            return exchange_value(program, inner, value, exchange)
        case types.SetOf(inner):
            return mask([exchange_value(program, inner, one, exchange) for one in bits(value)])
        case types.ListOf(inner):
            return tuple(exchange_value(program, inner, one, exchange) for one in value)
        case types.Table(inner, keys):
            return _exchange_table(program, inner, keys, value, exchange)
        case types.Row(fields):
            return _exchange_parts(program, fields, value, exchange)
        case types.Record(name):
            rule = program.spec.rules.get(name)
            fields = program.spec.records[name].fields if rule is None else rule.results
            return _exchange_parts(program, fields, value, exchange)
    return value


def _exchange_table(
    program: Program,
    inner: types.Type,
    keys: tuple[types.Type, ...],
    table: tuple[Any, ...],
    exchange: Exchange,
) -> tuple[Any, ...]:
    """Return a table with its values exchanged, and its rows with their keys."""
    key, *further = keys
    value = types.Table(inner, tuple(further)) if further else inner
    rows = [exchange_value(program, value, row, exchange) for row in table]
    found = rows[:]
    for index, row in enumerate(rows):
        found[exchange_value(program, key, index, exchange)] = row
    return tuple(found)


def _exchange_parts(
    program: Program,
    fields: tuple[tuple[str, types.Type], ...],
    values: tuple[Any, ...],
    exchange: Exchange,
) -> tuple[Any, ...]:
    """Return a record or a row with its things exchanged."""
    return tuple(
        exchange_value(program, type_, value, exchange)
        for (_, type_), value in zip(fields, values, strict=True)
    )


def exchange_frame(program: Program, frame: Frame, exchange: Exchange) -> Frame:
    """Return a frame and those that wait for it with their things exchanged."""
    if not exchange:
        return frame
    number, caller, me, *held = frame
    known = program.local_types[number]
    return (
        number,
        None if caller is None else exchange_frame(program, caller, exchange),
        me,
        *(
            exchange_value(program, type_, value, exchange)
            for type_, value in zip(known, held, strict=True)
        ),
    )


def exchange_question(
    program: Program, pending: tuple[Any, ...], exchange: Exchange
) -> tuple[Any, ...]:
    """Return a decision of somebody else with its options exchanged, in their stable order."""
    player, number, options, frame, partial = pending
    of = program.sites[number].of
    if of in exchange:
        things = exchange[of]
        named = sorted(things.get(one) for one in options if one >= 0)
        # what declines or ends a choice stands last
        options = (*named, *(one for one in options if one < 0))
        if partial is not None:
            partial = _exchange_partial(partial, things)
    return (player, number, options, exchange_frame(program, frame, exchange), partial)


def _exchange_partial(partial: tuple[Any, ...], things: Pairs) -> tuple[Any, ...]:
    """Return the answers so far of a choice in several steps with their things exchanged."""
    if len(partial) == 2 and isinstance(partial[0], tuple):
        among, amounts = partial
        return (tuple(things.get(one) for one in among), amounts)
    return tuple(things.get(one) for one in partial)
