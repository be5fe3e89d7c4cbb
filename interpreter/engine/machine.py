"""Runs a program: from one state at rest to the next.

Fed by `program` and an answer; read by `game`. A state at rest is plain data: somebody is asked
(`Register.PENDING`), or the game is over. Nothing here knows who the players are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import repeat
from types import TracebackType
from typing import Any

from interpreter.diagnostics import RulesFault
from interpreter.engine.primitives import STEP_BUDGET, end_secret, overrun
from interpreter.program.faults import BROKEN, fault_of, places_of
from interpreter.program.program import Frame, Program, State
from interpreter.source import Span


class Machine:
    """Runs one program."""

    __slots__ = ("_budget", "_segments", "program")

    def __init__(self, program: Program) -> None:
        """Make a machine for a program; it holds no game."""
        self.program = program
        self._segments = program.segments
        self._budget = program.names["budget"]

    def start(self, seed: int, events: list[Any]) -> State:
        """Return the state at the first decision of a game."""
        state = self.blank(seed)
        self.run(state, self.program.entry, events)
        return state

    def blank(self, seed: int) -> State:
        """Return the state before anything has happened."""
        state = self.program.start[:]
        state[9] = seed & ((1 << 64) - 1)
        return state

    def run(self, state: State, frame: Frame, events: list[Any], option: int = 0) -> None:
        """Run a frame until somebody is asked or the game is over; `option` is what it waits for.

        What happens is added to `events`.
        """
        segments, budget = self._segments, self._budget
        budget[0] = STEP_BUDGET
        state[0], state[1], state[2] = events, (), option
        going = frame
        try:
            # Mostly the first segment comes to the next question, so the count starts behind it.
            next_ = segments[going[0]](state, going)
            if next_ is None:
                return
            for _ in repeat(None, STEP_BUDGET):
                going = next_
                next_ = segments[going[0]](state, going)
                if next_ is None:
                    return
            overrun()
        except RecursionError:
            raise self._fault(RulesFault("F701", steps=str(STEP_BUDGET)), going) from None
        except RulesFault as fault:
            raise self._fault(fault, going) from None
        except BROKEN as error:
            raise self._fault(fault_of(error), going, error.__traceback__) from error
        finally:
            state[0] = None

    def answer(self, state: State, at: int, option: int, events: list[Any]) -> None:
        """Hand an option to the decision at a position among the pending ones, and run on."""
        pending = state[1]
        self.run(state, pending[at][3], events, option)
        if state[4] is not None:
            state[1] = open_ = (*pending[:at], *state[1], *pending[at + 1 :])
            if not open_:
                self.run(state, end_secret(state), events)

    def settle(self, state: State, events: list[Any]) -> None:
        """Answer the decisions that have only one option, until somebody really has to decide."""
        for _ in repeat(None, MOST_FORCED):
            forced = [at for at, pending in enumerate(state[1]) if len(pending[2]) == 1]
            if not forced:
                return
            at = forced[0]
            self.answer(state, at, state[1][at][2][0], events)
        raise self._fault(RulesFault("F711", steps=str(MOST_FORCED)), state[1][0][3])

    def judge(self, function: Callable[[State], Any], state: State) -> Any:
        """Return the value of a function of the program for a state at rest.

        Faults keep their chain.
        """
        try:
            return function(state)
        except RecursionError:
            raise self._fault(RulesFault("F701", steps=str(STEP_BUDGET)), None) from None
        except RulesFault as fault:
            raise self._fault(fault, None) from None
        except BROKEN as error:
            raise self._fault(fault_of(error), None, error.__traceback__) from error

    # ---- faults ---------------------------------------------------------------------------------

    def _fault(
        self, fault: RulesFault, frame: Frame | None, trace: TracebackType | None = None
    ) -> RulesFault:
        """Return a fault with the chain of rules that led there, outermost first."""
        if fault.chain:
            return fault
        chain = self._callers(frame)
        image = self.program
        for place in places_of(
            trace or sys.exc_info()[2], image.file_name, image.titles, image.spans
        ):
            if not chain or chain[-1][0] != place[0]:
                chain.append(place)
            else:
                chain[-1] = place
        return RulesFault(fault.code, chain[-_LONGEST_CHAIN:], **fault.arguments)

    def _callers(self, frame: Frame | None) -> list[tuple[str, Span | None]]:
        """Return the routines that wait for a frame to come back, outermost first."""
        chain: list[tuple[str, Span | None]] = []
        while frame is not None:
            title, span = self.program.segment_titles[frame[0]]
            if not chain or chain[-1][0] != title:
                chain.append((title, span))
            frame = frame[1]
        return chain[::-1]


_LONGEST_CHAIN = 12
MOST_FORCED = 10_000
"""How many decisions with one option may follow each other."""
