"""Runs a program: from one state at rest to the next.

Fed by `program` and an answer; read by `game`. A state at rest is plain data: somebody is asked
(`Register.PENDING`), or the game is over. Nothing here knows who the players are.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, NoReturn

from interpreter.diagnostics import RulesFault
from interpreter.engine.log import Log
from interpreter.engine.primitives import end_secret
from interpreter.program.budget import FULL, STEP_BUDGET, overrun
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

    def blank(self, seed: int) -> State:
        """Return the state before anything has happened."""
        state = self.program.start[:]
        state[9] = seed & ((1 << 64) - 1)
        return state

    def run(
        self, state: State, frame: Frame, events: Log, option: int = 0, spendable: int = FULL
    ) -> None:
        """Run a frame until somebody is asked or the game is over; `option` is what it waits for.

        What happens is added to `events`. `spendable` is what may be spent (`program.budget`).
        """
        self.budget[0] = spendable
        state[0], state[1], state[2] = events, (), option
        try:
            # Mostly the first segment comes to the next question. `Game.play` does the same.
            following = self.segments[frame[0]](state, frame)
            if following is not None:
                self.go_on(state, following)
        except BROKEN as error:
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
        except BROKEN as error:
            self.fail(error, going)

    def answer(
        self, state: State, at: int, option: int, events: Log, spendable: int = FULL
    ) -> None:
        """Hand an option to the decision at a position among the pending ones, and run on."""
        pending = state[1]
        self.run(state, pending[at][3], events, option, spendable)
        if state[4] is not None:
            state[1] = open_ = (*pending[:at], *state[1], *pending[at + 1 :])
            if not open_:
                self.run(state, end_secret(state), events)

    def settle(self, state: State, events: Log) -> None:
        """Answer the decisions that have only one option, until somebody really has to decide.

        The first of them may each spend what an answer may, and all others together as much again.
        """
        count = 0
        for _ in repeat(None, MOST_FORCED):
            for at, pending in enumerate(state[1]):
                if len(pending[2]) == 1:
                    spendable = FULL if count <= MOST_FREE else self.budget[0]
                    self.answer(state, at, pending[2][0], events, spendable)
                    count += 1
                    break
            else:
                return
        self.fail(RulesFault("F711", steps=str(MOST_FORCED)), state[1][0][3])

    def judge(self, function: Callable[[State], Any], state: State) -> Any:
        """Return the value of a function of the program for a state at rest; see `judge`."""
        return judge(self.program, function, state)

    def fail(self, error: BaseException, frame: Frame | None) -> NoReturn:
        """Raise the fault that an error means while a frame ran, or the error if it means none."""
        _fail(self.program, error, frame)


def judge(program: Program, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function of a program gives outside of any run, from a budget of its own.

    Faults have their chain.
    """
    program.names["budget"][0] = FULL
    try:
        return function(*arguments)
    except BROKEN as error:
        _fail(program, error, None)


# ---- faults --------------------------------------------------------------------------------------


def _fail(program: Program, error: BaseException, frame: Frame | None) -> NoReturn:
    """Raise the fault that an error means while a frame ran, or the error if it means none.

    The fault has the chain of rules that led there, outermost first.
    """
    fault = fault_meant(error)
    chain = _callers(program, frame)
    for place in places_of(error.__traceback__, program.file_name, program.titles, program.spans):
        if not chain or chain[-1][0] != place[0]:
            chain.append(place)
        else:
            chain[-1] = place
    cause = None if isinstance(error, RulesFault | RecursionError) else error
    raise RulesFault(fault.code, chain[-_LONGEST_CHAIN:], **fault.arguments) from cause


def fault_meant(error: BaseException) -> RulesFault:
    """Return the fault that an error means; raises the error if it means none, or has its chain."""
    if isinstance(error, BROKEN) and not (isinstance(error, RulesFault) and error.chain):
        return fault_of(error)
    raise error


def _callers(program: Program, frame: Frame | None) -> list[tuple[str, Span | None]]:
    """Return the routines that wait for a frame to come back, outermost first."""
    chain: list[tuple[str, Span | None]] = []
    while frame is not None:
        number, caller, *_ = frame
        _add_caller(chain, program.segment_titles[number])
        if caller is not None:
            for routine, place in reversed(program.tails.between(caller[0], number)):
                title, span = program.segment_titles[routine]
                _add_caller(chain, (title, place or span))
        frame = caller
    return chain[::-1]


def _add_caller(chain: list[tuple[str, Span | None]], place: tuple[str, Span | None]) -> None:
    """Add who called the last of a chain, unless it is the same routine further up in its text."""
    if not chain or chain[-1][0] != place[0]:
        chain.append(place)


_LONGEST_CHAIN = 12
MOST_FORCED = 10_000
"""How many decisions with one option may follow each other."""
MOST_FREE = 100
"""How many of them have a budget of their own."""
