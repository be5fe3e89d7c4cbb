"""Play stage: processes that each play batches of numbered work; feeds simulation.

Each process has a pipe of its own and one batch at a time, so it is known what a process had when
it died, and an interruption has nothing to wait for: no thread, no lock, no common queue. (A
`ProcessPoolExecutor` has all three, and can wait for ever when its processes are ended.)
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from typing import Generic, TypeVar

from interpreter.diagnostics import InternalError, PackError
from interpreter.play.failures import PackChangedError, WorkerDiedError

# A process is given work for about so many seconds at once: long enough for sending it not to
# matter, short enough for an interruption to lose little.
_SECONDS_AT_ONCE = 0.25
_MOST_AT_ONCE = 512
_SECONDS_TO_END = 2.0

Result = TypeVar("Result")
Work = Callable[[], Callable[[int], Result]]
"""Prepares in a process, then does one numbered piece of work after the other; can be pickled."""


@dataclass(slots=True)
class _Worker:
    """A process, our end of its pipe, and the numbers it is at."""

    process: SpawnProcess
    pipe: Connection
    numbers: tuple[int, ...] = ()


class Workers(Generic[Result]):
    """Some processes that do numbered work; leaving the context ends them all."""

    def __init__(self, count: int, work: Work[Result]) -> None:
        """Start so many processes. They inherit nothing, so they are alike on every system."""
        context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        try:
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, work), daemon=True)
                with _deaf_start():
                    process.start()
                # With our copy of its end closed, the pipe ends when the process does.
                theirs.close()
                self._workers.append(_Worker(process, ours))
        except BaseException:
            self.end()
            raise

    def results(self, numbers: Iterator[int]) -> Generator[Result]:
        """Yield the results for numbers, in the order in which they are ready.

        Raises WorkerDiedError when a process is ended by others, and what the work raises.
        """
        size = 1
        for worker in self._workers:
            _give(worker, numbers, size)
        while busy := {worker.pipe: worker for worker in self._workers if worker.numbers}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]  # the objects waited for, which are pipes
                done: list[Result]
                done, seconds = _receive(worker)
                size = _next_size(len(done), seconds)
                _give(worker, numbers, size)
                yield from done

    def end(self) -> None:
        """End all processes at once: what they are at is not needed any more."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(_SECONDS_TO_END)
            worker.pipe.close()
        self._workers.clear()


@contextmanager
def interruption_held() -> Iterator[None]:
    """Hold Ctrl-C back until what belongs together is done; then it comes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _deaf_start() -> Iterator[None]:
    """Hold Ctrl-C back from a process that is started: it never hears of it.

    Without this it would die of it loudly before it could say that it ignores it.
    """
    if hasattr(signal, "pthread_sigmask"):
        # Its first start lets Ctrl-C through again, so that comes before.
        resource_tracker.ensure_running()
    with interruption_held():
        yield


def _give(worker: _Worker, numbers: Iterator[int], size: int) -> None:
    """Give a process its next numbers, none when there are no more."""
    worker.numbers = tuple(islice(numbers, size))
    if worker.numbers:
        try:
            worker.pipe.send(worker.numbers)
        except OSError as error:
            raise _death_of(worker) from error


def _receive(worker: _Worker) -> tuple[list[Result], float]:
    """Return what a process has done and the seconds it took."""
    try:
        answer = worker.pipe.recv()
    except (EOFError, OSError) as error:
        raise _death_of(worker) from error
    if isinstance(answer, Exception):
        raise answer
    done: tuple[list[Result], float] = answer
    return done


def _death_of(worker: _Worker) -> WorkerDiedError:
    """Return what is said of a process that does not answer any more."""
    worker.process.join(_SECONDS_TO_END)
    return WorkerDiedError(worker.numbers, worker.process.exitcode)


def _next_size(done: int, seconds: float) -> int:
    """Return how much to give at once after some work took so many seconds."""
    wanted = int(done * _SECONDS_AT_ONCE / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * done, _MOST_AT_ONCE))


def _serve(pipe: Connection, work: Work[Result]) -> None:
    """Work for the first process until it goes away; it alone decides what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        do = work()
        while True:
            numbers: tuple[int, ...] = pipe.recv()
            start = perf_counter()
            done = [do(number) for number in numbers]
            pipe.send((done, perf_counter() - start))
    except (EOFError, OSError):
        return
    except Exception as error:  # noqa: BLE001 - whatever it is, the first process raises it
        pipe.send(_to_be_sent(error))


def _to_be_sent(error: Exception) -> Exception:
    """Return an error that can be sent: others than our own may not survive the way."""
    if isinstance(error, PackError | PackChangedError | InternalError):
        return error
    sent = InternalError(f"{type(error).__name__}: {error}")
    for note in getattr(error, "__notes__", ()):
        sent.add_note(note)
    sent.add_note("`--jobs 1 --debug` shows where in Solon it happened")
    return sent
