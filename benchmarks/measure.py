"""Two drivers measured in turn, A B A B …, so that a noisy neighbour hits both alike."""

import os
from dataclasses import dataclass
from statistics import median

from benchmarks.drivers import Driver


@dataclass(frozen=True, slots=True)
class Effort:
    """How long and how often to measure."""

    repetitions: int
    seconds: float
    warm_seconds: float


FULL = Effort(repetitions=7, seconds=1.0, warm_seconds=0.7)
QUICK = Effort(repetitions=3, seconds=0.25, warm_seconds=0.25)


@dataclass(frozen=True, slots=True)
class Measurement:
    """Microseconds per unit of every repetition, in pairs taken one after the other."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """Return our time by theirs, pair by pair."""
        return tuple(our / their for our, their in zip(self.ours, self.theirs, strict=True))

    @property
    def ratio(self) -> float:
        """Return the median of the ratios of pairs."""
        return median(self.ratios)

    @property
    def spread(self) -> float:
        """Return the greatest ratio of a pair by the least; 1 is a silent machine."""
        return max(self.ratios) / min(self.ratios)


def interleave(ours: Driver, theirs: Driver, effort: Effort) -> Measurement:
    """Measure two drivers in turn."""
    for driver in (ours, theirs):
        driver.prepare(effort.warm_seconds)
    our_times: list[float] = []
    their_times: list[float] = []
    for _ in range(effort.repetitions):
        our_times.append(ours.repeat(effort.seconds))
        their_times.append(theirs.repeat(effort.seconds))
    return Measurement(tuple(our_times), tuple(their_times))


def pin(core: int | None) -> str:
    """Pin this process, and so every driver it starts, to one core; return what was done."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned (this system cannot)"
    cores = sorted(os.sched_getaffinity(0))
    chosen = cores[-1] if core is None else core
    if chosen not in cores:
        return f"not pinned (there is no core {chosen})"
    os.sched_setaffinity(0, {chosen})
    return f"pinned to core {chosen}"
