"""Play stage: what can go wrong with a run of many games; fed by runs and simulation.

Apart from both, so that whoever only reports a failure need not load what plays.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics import listing


class RunFileError(Exception):
    """A run file cannot be used; the text says why."""


class WorkerDiedError(Exception):
    """A process of the simulation was ended from outside, most likely for want of memory."""

    def __init__(self, numbers: Iterable[int]) -> None:
        """Keep the numbers of the games that were being played."""
        self.numbers = tuple(sorted(numbers))
        super().__init__(
            "a process of the simulation was ended from outside (out of memory?) while these games"
            f" were played: {listing(map(str, self.numbers))}"
        )
