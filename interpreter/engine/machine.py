"""Runs a program: from one state at rest to the next.

Fed by `program` and an answer; read by `game`. A state at rest is plain data: somebody is asked
(`Register.PENDING`), or the game is over. Nothing here knows who the players are.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, NoReturn

from interpreter.diagnostics import RulesFault
from interpreter.engine.primitives import STEP_BUDGET, end_secret, overrun
from interpreter.program.faults import BROKEN, fault_of, places_of
from interpreter.program.program import Frame, Program, State
from interpreter.source import Span


class Machine:
    """Runs one program."""

    __slots__ = ("budget", "program", "segments")

    def __init__(self, program: Program) -> None:
        """Make a machine for a program; it holds no game."""
        self.program = program
        self.segments = program.segments
        self.budget: list[int] = program.names["budget"]

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
        self.budget[0] = STEP_BUDGET
        state[0], state[1], state[2] = events, (), option
        try:
            # Mostly the first segment comes to the next question. `Game.play` does the same.
            following = self.segments[frame[0]](state, frame)
            if following is not None:
                self.go_on(state, following)
        except FAULTS as error:
            self.fail(error, frame)
        finally:
            state[0] = None

    def go_on(self, state: State, going: Frame) -> None:
        """Run a frame that another one came back with; a part of `run`."""
        segments = self.segments
        try:
            for _ in repeat(None, STEP_BUDGET):
                following = segments[going[0]](state, going)
                if following is None:
                    return
                going = following
            overrun()
        except FAULTS as error:
            self.fail(error, going)

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
            for at, pending in enumerate(state[1]):
                if len(pending[2]) == 1:
                    self.answer(state, at, pending[2][0], events)
                    break
            else:
                return
        self.fail(RulesFault("F711", steps=str(MOST_FORCED)), state[1][0][3])

    def judge(self, function: Callable[[State], Any], state: State) -> Any:
        """Return the value of a function of the program for a state at rest.

        Faults keep their chain.
        """
        try:
            return function(state)
        except FAULTS as error:
            self.fail(error, None)

    # ---- faults ---------------------------------------------------------------------------------

    def fail(self, error: BaseException, frame: Frame | None) -> NoReturn:
        """Raise the fault that an error means while a frame ran, or the error if it means none.

        The fault has the chain of rules that led there, outermost first.
        """
        fault = fault_meant(error)
        chain = self._callers(frame)
        image = self.program
        for place in places_of(error.__traceback__, image.file_name, image.titles, image.spans):
            if not chain or chain[-1][0] != place[0]:
                chain.append(place)
            else:
                chain[-1] = place
        cause = error if isinstance(error, BROKEN) else None
        raise RulesFault(fault.code, chain[-_LONGEST_CHAIN:], **fault.arguments) from cause

    def _callers(self, frame: Frame | None) -> list[tuple[str, Span | None]]:
        """Return the routines that wait for a frame to come back, outermost first."""
        chain: list[tuple[str, Span | None]] = []
        while frame is not None:
            number, caller, *_ = frame
            _add_caller(chain, self.program.segment_titles[number])
            if caller is not None:
                for routine, place in reversed(self.program.tails.between(caller[0], number)):
                    title, span = self.program.segment_titles[routine]
                    _add_caller(chain, (title, place or span))
            frame = caller
        return chain[::-1]


def fault_meant(error: BaseException) -> RulesFault:
    """Return the fault that an error means; raises the error if it means none, or has its chain."""
    if isinstance(error, RecursionError):
        return RulesFault("F701", steps=str(STEP_BUDGET))
    if isinstance(error, BROKEN):
        return fault_of(error)
    if isinstance(error, RulesFault) and not error.chain:
        return error
    raise error


def _add_caller(chain: list[tuple[str, Span | None]], place: tuple[str, Span | None]) -> None:
    """Add who called the last of a chain, unless it is the same routine further up in its text."""
    if not chain or chain[-1][0] != place[0]:
        chain.append(place)


FAULTS = (RulesFault, RecursionError, *BROKEN)
"""What a rule that breaks in play is met as."""
_LONGEST_CHAIN = 12
MOST_FORCED = 10_000
"""How many decisions with one option may follow each other."""
