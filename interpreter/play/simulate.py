"""Play stage: many games between bots, in this process or in several; feeds `solon simulate`.

Game number k of a run has a seed of its own that depends on the run's seed and on k alone, and
each bot a stream of its own, so the results are the same for any number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from functools import partial
from time import perf_counter

from interpreter.diagnostics import RulesFault
from interpreter.engine import Game
from interpreter.pipeline import Pack, load_pack
from interpreter.play import match
from interpreter.play.bots import make_bot
from interpreter.play.coverage import RuleCounter
from interpreter.play.failures import PackChangedError
from interpreter.play.players import ended
from interpreter.play.results import FAULT, UNFINISHED, GameResult
from interpreter.play.runs import RunPlan
from interpreter.play.streams import game_seed
from interpreter.play.workers import Workers

# Starting a process and loading a pack in it takes about as long.
_SECONDS_ALONE = 2.0


def play_game(pack: Pack, plan: RunPlan, number: int) -> GameResult:
    """Play game `number` of a run."""
    if not plan.counts_rules:
        return _play_game(pack, plan, number)[0]
    with rule_counter(pack, plan) as counter:
        result, game = _play_game(pack, plan, number, counter)
    if game is not None:
        counter.add_steps(game)
    return replace(result, rules=counter.counts)


def rule_counter(pack: Pack, plan: RunPlan) -> RuleCounter:
    """Return what counts the rules of a run's games."""
    return RuleCounter(pack.program(plan.players, dict(plan.options)))


def _play_game(
    pack: Pack, plan: RunPlan, number: int, counter: RuleCounter | None = None
) -> tuple[GameResult, Game | None]:
    """Play a game; its log is kept only where rules are counted in it."""
    seed = game_seed(plan.seed, number)
    game: Game | None = None
    witnesses: list[match.Witness] = []
    try:
        game = Game(
            pack,
            players=plan.players,
            seed=seed,
            options=dict(plan.options),
            log=plan.counts_rules,
        )
        bots = [make_bot(name, seed, seat) for seat, name in enumerate(plan.bots)]
        witnesses = [match.Witness(bot, game) for bot in bots]
        deaf = None if counter is None else [counter.deaf_to(one) for one in witnesses]
        stopped = match.play(game, witnesses if deaf is None else deaf, limit=plan.limit)
    except RulesFault as fault:
        answers = 0 if game is None else game.version
        return GameResult(number, seed, FAULT, answers, fault=_told(fault)), game
    except Exception as error:
        error.add_note(f"in game {number} of the run, which has the seed {seed}")
        raise
    shunned = next((_told(one.fault) for one in witnesses if one.fault is not None), "")
    if stopped is match.Stopped.UNFINISHED:
        return (
            GameResult(number, seed, UNFINISHED, game.version, trace=game.hash, shunned=shunned),
            game,
        )
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
        shunned=shunned,
    )
    return result, game


def _told(fault: RulesFault) -> str:
    """Return a fault in one line, with its place."""
    span = fault.diagnostic.span
    where = "" if span is None else f"{span.place}: "
    return f"{where}{fault}"


def results(
    pack: Pack, plan: RunPlan, numbers: Iterable[int], jobs: int | None = None
) -> Generator[GameResult]:
    """Play the games `numbers` of a run in `jobs` processes and yield each as it is finished.

    Without `jobs` this process begins alone, and there are as many as the machine has cores when
    it takes longer than it takes to start them. Closing the iterator, or an exception in it, ends
    all processes. Raises WorkerDiedError when one is ended by others, PackChangedError when one
    finds another pack in the folder.
    """
    waiting = iter(numbers)
    cores = (os.cpu_count() or 1) if jobs is None else jobs
    if cores == 1 or jobs is None:
        start = perf_counter()
        for number in waiting:
            yield play_game(pack, plan, number)
            if cores > 1 and perf_counter() - start > _SECONDS_ALONE:
                break
        else:
            return
    overlays = tuple(str(layer.path) for layer in pack.overlays)
    workers = Workers(cores, partial(_prepare, str(pack.folder), overlays, plan))
    try:
        yield from workers.results(waiting)
    finally:
        workers.end()


def _prepare(folder: str, overlays: tuple[str, ...], plan: RunPlan) -> Callable[[int], GameResult]:
    """Load a pack with its overlays in another process; return what plays a game of a number.

    Raises PackChangedError when it is not the pack of the plan any more.
    """
    pack = load_pack(folder, mods=overlays)
    if pack.hash != plan.pack_hash:
        raise PackChangedError(folder)
    return partial(play_game, pack, plan)
