"""Play stage: what can go wrong with a run of many games; fed by runs and simulation.

Apart from both, so that whoever only reports a failure need not load what plays.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics import listing

_KILLED = -9


class RunFileError(Exception):
    """A run file cannot be used; the text says why."""


class PackChangedError(Exception):
    """The pack of a run is not the one that the run began with."""

    def __init__(self, folder: str) -> None:
        """Name the folder of the pack."""
        self.folder = folder
        super().__init__(folder)

    def __str__(self) -> str:
        """Say what happened and what helps."""
        return (
            f"the pack in {self.folder} has changed since the run began; no game of the new one"
            " was played: begin again"
        )


class WorkerDiedError(Exception):
    """A process of the simulation ended by itself or was ended, perhaps for want of memory."""

    def __init__(self, numbers: Iterable[int], code: int | None) -> None:
        """Keep the numbers of the games it had; `code` is its exit code, below 0 a signal."""
        self.numbers = tuple(sorted(numbers))
        how = f"ended with the exit code {code}"
        if code is not None and code < 0:
            how = f"was ended by the signal {-code}"
            if code == _KILLED:
                how += " (out of memory?)"
        games = listing(f"game {number}" for number in self.numbers)
        super().__init__(f"a process of the simulation {how}; it had {games}")
