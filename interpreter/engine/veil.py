"""A state in which all that a seat does not see is covered, for expressions about what it sees.

Made of a `sight`, which alone decides what is seen; read by everything that works out expressions
for somebody's eyes. A cover stands for a value, and whatever would tell something about that value
raises `UnseenError`. Only how many things lie in a zone may be asked, where the seat sees that. So
what an expression gives, or that it gives nothing, depends on who sees what and on what is seen.
"""

from __future__ import annotations

from typing import Any, Never

from interpreter.engine.sight import Sight
from interpreter.program.layout import Register, Slots
from interpreter.program.program import State


class UnseenError(Exception):
    """An expression needs what the seat does not see."""


class Unseen:
    """Covers a value; `size` is how many things lie there, None where that is not seen either."""

    __slots__ = ("size",)

    def __init__(self, size: int | None = None) -> None:
        """Cover a value."""
        self.size = size

    def _refuse(self, *_: object) -> Never:
        raise UnseenError

    def __len__(self) -> int:
        """Return how many things lie there."""
        if self.size is None:
            raise UnseenError
        return self.size

    def bit_count(self) -> int:
        """Return how many things lie there."""
        return len(self)

    def __bool__(self) -> bool:
        """Return whether something lies there."""
        return len(self) > 0

    def __eq__(self, other: object) -> bool:
        """Return whether nothing lies there, which is all that can be asked."""
        if self.size is None or isinstance(other, Unseen) or other not in (0, ()):
            raise UnseenError
        return self.size == 0

    def __ne__(self, other: object) -> bool:
        """Return whether something lies there."""
        return not self == other

    def __hash__(self) -> int:
        """Tell nothing."""
        raise UnseenError

    __index__ = __int__ = __float__ = _refuse
    __iter__ = __reversed__ = __getitem__ = __contains__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _refuse
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse
    __neg__ = __pos__ = __abs__ = __invert__ = _refuse
    __str__ = __format__ = _refuse


def veiled(sight: Sight) -> State:
    """Return the state as a seat sees it, everything else covered. It cannot be played on."""
    layout = sight.program.layout
    state: State = [None] * layout.size
    for register in (Register.OVER, Register.WINNER, Register.STEP):
        state[register] = sight.state[register]
    state[Register.PENDING] = ()
    shown = {slots.start for slots in sight.slots()}
    for slots in layout.slots:
        for index in range(slots.count):
            place = slots.start + index
            if slots.group == "WHERE":
                is_seen = _sees_whereabouts(sight, slots.name, sight.state[place])
            else:
                is_seen = slots.start in shown and sight.sees_slot(slots, index)
            state[place] = sight.state[place] if is_seen else _cover(sight, slots, index)
    return state


def _cover(sight: Sight, slots: Slots, index: int) -> Unseen:
    """Return what covers a value."""
    if (slots.group, slots.name) not in sight.program.layout.zones:
        return Unseen()
    if not sight.sees_size(slots, index):
        return Unseen()
    contents: Any = sight.state[slots.start + index]
    return Unseen(len(contents) if slots.holds_tuple else contents.bit_count())


def _sees_whereabouts(sight: Sight, kind: str, number: int) -> bool:
    """Return whether a seat sees in which zone a thing lies, by the number of that zone.

    What lies nowhere is known to lie there only if all zones of its kind are seen.
    """
    zones = sight.program.layout.zones_of[kind]
    for zone in zones:
        if number >= 0 and zone.first <= number < zone.first + zone.count:
            return sight.sees_slot(zone.slots, number - zone.first)
    return all(sight.sees_slot(zone.slots, index) for zone in zones for index in range(zone.count))
