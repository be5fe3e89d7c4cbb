"""A game that does not begin at the beginning.

A state made by effect text, for scenarios and tests.

Fed by a program that was compiled with the texts and conditions of scenarios; see
`pipeline.scenario_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from interpreter.diagnostics import SaveError
from interpreter.engine.compiled import Compiled
from interpreter.engine.events import show_value
from interpreter.engine.game import Game
from interpreter.engine.machine import Machine
from interpreter.engine.record import Record
from interpreter.lang.types import Type
from interpreter.program.program import Frame, Program, State

# A condition, what it looks at, and the type of that.
Test = tuple[Callable[[State, int], Any], Callable[[State, int], Any], Type]


class ScriptedGame(Game):
    """A game at rest in the middle of nothing; `begin` runs a text in it.

    Nothing of the flow has run. When the last text has come to its end, nobody is asked and the
    game is not over. Decisions with one option are asked too, so that a script sees each step.
    """

    __slots__ = ("_actor", "_tests")

    def __init__(
        self,
        pack: Compiled,
        program: Program,
        seed: int,
        tests: Sequence[Test],
        forced_chance: tuple[int, ...] = (),
        *,
        actor: int = -1,
    ) -> None:
        """Make the state before anything has happened; chance gives `forced_chance` first.

        `actor` is the seat that is me in the texts, -1 for nobody.
        """
        self.pack = pack
        self.program = program
        self.players = program.layout.players
        self.options = program.layout.options
        self.seed = seed
        self.chance = "auto"
        self._machine = Machine(program)
        self._asks_forced = True
        self._keeps_log = True
        self._forced_chance = forced_chance
        self._origin = None
        self._sampler, self._pasts = None, {}
        self.notes = ()
        self._record = Record()
        self._tests = tuple(tests)
        self._actor = actor
        self.state = self._machine.blank(seed)
        self.state[10] = forced_chance

    def begin(self, frame: Frame) -> None:
        """Run a text to its first decision or its end."""
        number, caller, _ = frame
        self._machine.run(self.state, (number, caller, self._actor), self._record.log)

    def test(self, number: int) -> bool:
        """Whether a condition of the scenario holds now.

        Raises `RulesFault` when it cannot be told.
        """
        return bool(self._judged(self._tests[number][0]))

    def got(self, number: int) -> str:
        """Return what a condition looks at, in words: the left side of a comparison."""
        _, side, type_ = self._tests[number]
        return show_value(self.program, type_, self._judged(side))

    def _judged(self, function: Callable[[State, int], Any]) -> Any:
        """Return the value of a condition, or of a part of it, for the actor."""
        return self._machine.judge(lambda state: function(state, self._actor), self.state)

    def rewind(self, version: int) -> None:
        """Forget answers; there is no beginning to play again from, so the state stays as it is."""
        self._record = Record(self._record.all()[:version], self._record.events())

    def save(self, path: str | Path) -> None:
        """Refuse: there is no beginning that a save could be played from."""
        raise SaveError("S810", file=str(path), reason="a scenario has no beginning")
