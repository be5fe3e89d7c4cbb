"""Play stage: many games between bots, in this process or in several; feeds `solon simulate`.

Game number k of a run has a seed of its own that depends on the run's seed and on k alone, and
each bot a stream of its own, so the results are the same for any number of processes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from multiprocessing.process import BaseProcess
from time import perf_counter

from interpreter.diagnostics import RulesFault
from interpreter.engine import Game
from interpreter.pipeline import Pack, load_pack
from interpreter.play import match
from interpreter.play.bots import make_bot
from interpreter.play.coverage import RuleCounter
from interpreter.play.failures import WorkerDiedError
from interpreter.play.players import ended
from interpreter.play.results import FAULT, UNFINISHED, GameResult
from interpreter.play.runs import RunPlan
from interpreter.play.streams import game_seed

# A worker is given games for about so many seconds at once: long enough for sending them not to
# matter, short enough for an interruption to lose little.
_SECONDS_AT_ONCE = 0.25
_MOST_AT_ONCE = 512
_SECONDS_TO_END = 2.0
# Starting a process and loading a pack in it takes about as long.
_SECONDS_ALONE = 2.0


@dataclass(frozen=True, slots=True)
class _Batch:
    """Games for one process: the folder of their pack, what is played, and their numbers."""

    folder: str
    plan: RunPlan
    numbers: tuple[int, ...]


def play_game(pack: Pack, plan: RunPlan, number: int) -> GameResult:
    """Play game `number` of a run."""
    if not plan.counts_rules:
        return _play_game(pack, plan, number)[0]
    with rule_counter(pack, plan) as counter:
        result, game = _play_game(pack, plan, number)
    if game is not None:
        counter.add_steps(game)
    return replace(result, rules=counter.counts)


def rule_counter(pack: Pack, plan: RunPlan) -> RuleCounter:
    """Return what counts the rules of a run's games."""
    return RuleCounter(pack.program(plan.players, dict(plan.options)))


def _play_game(pack: Pack, plan: RunPlan, number: int) -> tuple[GameResult, Game | None]:
    """Play a game; its log is kept only where rules are counted in it."""
    seed = game_seed(plan.seed, number)
    bots = [make_bot(name, seed, seat) for seat, name in enumerate(plan.bots)]
    game: Game | None = None
    try:
        game = Game(
            pack,
            players=plan.players,
            seed=seed,
            options=dict(plan.options),
            log=plan.counts_rules,
        )
        stopped = match.play(game, bots, limit=plan.limit)
    except RulesFault as fault:
        answers = 0 if game is None else game.version
        return GameResult(number, seed, FAULT, answers, fault=str(fault)), game
    except Exception as error:
        error.add_note(f"in game {number} of the run, which has the seed {seed}")
        raise
    if stopped is match.Stopped.UNFINISHED:
        return GameResult(number, seed, UNFINISHED, game.version, trace=game.hash), game
    outcome = ended(game)
    result = GameResult(
        number,
        seed,
        outcome.ended_by,
        game.version,
        scores=outcome.scores,
        ranks=outcome.ranks,
        winners=outcome.winners,
        trace=game.hash,
    )
    return result, game


def results(
    pack: Pack, plan: RunPlan, numbers: Iterable[int], jobs: int | None = None
) -> Generator[GameResult]:
    """Play the games `numbers` of a run in `jobs` processes and yield each as it is finished.

    Without `jobs` this process begins alone, and there are as many as the machine has cores when
    it takes longer than it takes to start them. Closing the iterator, or an exception in it, ends
    all processes. Raises WorkerDiedError when one is ended by others.
    """
    waiting = iter(numbers)
    cores = (os.cpu_count() or 1) if jobs is None else jobs
    if cores == 1 or jobs is None:
        start = perf_counter()
        for number in waiting:
            yield play_game(pack, plan, number)
            if cores > 1 and perf_counter() - start > _SECONDS_ALONE:
                break
    if cores > 1:
        yield from _in_processes(str(pack.folder), plan, waiting, cores)


def _in_processes(
    folder: str, plan: RunPlan, numbers: Iterator[int], jobs: int
) -> Generator[GameResult]:
    """Yield results from a pool, each process having one batch at work and one in wait."""
    before = set(multiprocessing.active_children())
    # A new process that inherits nothing behaves alike on every system.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interruption)
    running: dict[Future[tuple[list[GameResult], float]], _Batch] = {}
    size, done = 1, False
    try:
        while True:
            while len(running) < 2 * jobs:
                batch = _Batch(folder, plan, tuple(islice(numbers, size)))
                if not batch.numbers:
                    break
                running[executor.submit(_play_batch, batch)] = batch
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                played, seconds = future.result()
                del running[future]
                size = _next_size(len(played), seconds)
                yield from played
        done = True
    except BrokenProcessPool as error:
        raise WorkerDiedError(n for batch in running.values() for n in batch.numbers) from error
    finally:
        executor.shutdown(wait=done, cancel_futures=True)
        if not done:
            _end(set(multiprocessing.active_children()) - before)


def _next_size(played: int, seconds: float) -> int:
    """Return how many games to give at once after some took so many seconds."""
    wanted = int(played * _SECONDS_AT_ONCE / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * played, _MOST_AT_ONCE))


def _end(processes: set[BaseProcess]) -> None:
    """End processes at once: what they are at is not needed any more."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(_SECONDS_TO_END)
        if process.is_alive():
            process.kill()


def _ignore_interruption() -> None:
    """Let the first process alone decide what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_batch(batch: _Batch) -> tuple[list[GameResult], float]:
    """Play a batch in another process; return the results and the seconds it took."""
    pack = _loaded(batch.folder)
    start = perf_counter()
    played = [play_game(pack, batch.plan, number) for number in batch.numbers]
    return played, perf_counter() - start


@cache
def _loaded(folder: str) -> Pack:
    """Return the pack in a folder, loaded once in each process."""
    return load_pack(folder)
