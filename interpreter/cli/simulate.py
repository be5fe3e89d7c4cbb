"""Command stage: `solon simulate`, many games between bots and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import click

from interpreter.arguments import GREATEST_SEED
from interpreter.cli import output, summary
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import Chosen, options_argument, pack_argument
from interpreter.cli.play import new_game, seat_reader
from interpreter.diagnostics import ExitCode, counted
from interpreter.engine.resuming import overlays_of
from interpreter.pipeline import Pack
from interpreter.play import runs
from interpreter.play import simulate as simulation
from interpreter.play.bots import BOTS
from interpreter.play.failures import RunFileError
from interpreter.play.match import ANSWER_LIMIT
from interpreter.play.results import GameResult
from interpreter.play.runs import RunPlan, RunWriter
from interpreter.play.statistics import Statistics
from interpreter.play.workers import interruption_held

_STEPS_OF_BAR = 400
_GAMES = 100


@dataclass(frozen=True, slots=True)
class _Run:
    """A run to be played: the pack, the plan, the games still to come, and those done before."""

    pack: Pack
    plan: RunPlan
    done: tuple[GameResult, ...]

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the games still to come."""
        known = {result.number for result in self.done}
        return (number for number in range(self.plan.games) if number not in known)


@click.command()
@pack_argument
@click.option("-n", "--games", type=click.IntRange(min=1), help=f"How many games. [{_GAMES}]")
@click.option("--players", type=int, help="How many play. [the least, or as many as --bots]")
@click.option(
    "--bots",
    metavar="BOT,BOT...",
    callback=seat_reader(*BOTS),
    help=f"Who sits where: {', '.join(BOTS)}; the last also on all seats behind. [random]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, GREATEST_SEED),
    metavar="NUMBER",
    help="The seed of the run; each game gets one of its own from it. [0]",
)
@options_argument
@click.option("-j", "--jobs", type=click.IntRange(min=1), help="Processes. [as many as are of use]")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write each game to this file, as a line of JSON.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Go on with the run in this file; what is not given is as it was there.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help=f"Stop a game after so many answers and count it as unfinished. [{ANSWER_LIMIT}]",
)
@click.option(
    "--coverage", "counts_rules", is_flag=True, help="Count how often each rule was carried out."
)
@click.option(
    "--only",
    type=click.IntRange(min=0),
    help="Play this game of the run alone, and write its line of JSON.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def simulate(
    *,
    chosen: Chosen,
    games: int | None,
    players: int | None,
    bots: tuple[str, ...] | None,
    seed: int | None,
    options: Mapping[str, bool | int | str],
    jobs: int | None,
    out: Path | None,
    resume: Path | None,
    limit: int | None,
    only: int | None,
    form: str,
    counts_rules: bool,
) -> None:
    """Let bots play many games and tell what came of them.

    The results depend on the seed alone, not on the number of processes.
    """
    if out is not None and resume is not None:
        raise click.UsageError("--resume names the file to go on with; --out is not needed")
    if only is not None and resume is not None:
        raise click.UsageError("--only plays one game; --resume goes on with a whole run")
    pack = chosen.load()
    given = _Given(games, players, bots, seed, options, limit, counts_rules)
    if resume is None:
        plan = _plan(pack, given)
        done: tuple[GameResult, ...] = ()
    else:
        plan, done = _gone_on_with(resume, pack, given)
    if only is not None:
        _play_alone(pack, plan, only, out)
        return
    run = _Run(pack, plan, done)
    _play(run, jobs, _writer(run, out, resume), form)


@dataclass(frozen=True, slots=True)
class _Given:
    """What the command line says of a run; None and empty is what it leaves open."""

    games: int | None
    players: int | None
    bots: tuple[str, ...] | None
    seed: int | None
    options: Mapping[str, bool | int | str]
    limit: int | None
    counts_rules: bool

    def filled_from(self, plan: RunPlan) -> _Given:
        """Return the same with what is left open as a plan has it."""
        return _Given(
            games=self.games or plan.games or None,
            players=plan.players if self.players is None else self.players,
            bots=plan.bots if self.bots is None else self.bots,
            seed=plan.seed if self.seed is None else self.seed,
            options={**plan.options, **self.options},
            limit=plan.limit if self.limit is None else self.limit,
            counts_rules=self.counts_rules or plan.counts_rules,
        )


def _plan(pack: Pack, given: _Given) -> RunPlan:
    """Return what is run."""
    # A first game finds options and numbers of players that do not fit, before any process starts.
    seed = given.seed or 0
    first = new_game(pack, given.bots, given.players, seed, given.options, hint="--bots")
    return RunPlan(
        pack=pack.id,
        version=pack.version,
        pack_hash=pack.hash,
        overlays=overlays_of(pack),
        players=first.players,
        options=dict(sorted(given.options.items())),
        bots=_all_bots(given.bots, first.players),
        seed=seed,
        limit=given.limit or ANSWER_LIMIT,
        counts_rules=given.counts_rules,
        games=given.games or _GAMES,
    )


def _gone_on_with(file: Path, pack: Pack, given: _Given) -> tuple[RunPlan, tuple[GameResult, ...]]:
    """Return the plan of the run in a file, and the games of it that are there already.

    What the command line gives must be as it was; only games may become more.
    """
    found, results = runs.read_run(file)
    overlays = overlays_of(pack)
    of_pack = replace(
        found, pack=pack.id, version=pack.version, pack_hash=pack.hash, overlays=overlays
    )
    different = runs.difference(of_pack, found)
    if different is None:
        plan = _plan(pack, given.filled_from(found))
        different = runs.difference(plan, found)
    if different is not None:
        raise RunFileError(f"{file} is another run: it has {different}")
    wanted = max((result.number + 1 for result in results), default=0)
    if wanted > plan.games:
        # A file is put in order when it is gone on with, so these games would be lost.
        raise RunFileError(
            f"{file} goes on to its game {wanted - 1}, and games are counted from 0:"
            f" say -n {wanted} or more, not {plan.games}"
        )
    return plan, tuple(results)


def _play_alone(pack: Pack, plan: RunPlan, number: int, out: Path | None) -> None:
    """Play one game of a run; the file, if any, is that of the run with this game alone."""
    if out is None:
        result = simulation.play_game(pack, plan, number)
    else:
        with closing(runs.open_run(out, plan, iter((number,)))) as writer:
            result = simulation.play_game(pack, plan, number)
            writer.add(result)
    output.result(result.to_json())
    if result.fault:
        raise ExitError(ExitCode.FAULT)


def _all_bots(bots: tuple[str, ...] | None, players: int) -> tuple[str, ...]:
    """Return the bot of each seat."""
    named = bots or ("random",)
    return (*named, *(named[-1],) * (players - len(named)))


def _writer(run: _Run, out: Path | None, resume: Path | None) -> RunWriter | None:
    """Return what writes the results to a file, if they go to one."""
    if resume is not None:
        return runs.reopen_run(resume, run.plan, run.done, iter(range(run.plan.games)))
    if out is not None:
        return runs.open_run(out, run.plan, iter(range(run.plan.games)))
    return None


def _play(run: _Run, jobs: int | None, writer: RunWriter | None, form: str) -> None:
    """Play a run, write what came of it, and end with the exit code that it deserves."""
    statistics = Statistics(run.plan.players)
    for result in run.done:
        statistics.add(result)
    interrupted = False
    answers, start = 0, perf_counter()
    try:
        with closing(_with_progress(run, jobs)) as results:
            for result in results:
                # What is counted is written, and the other way round, whenever somebody interrupts.
                with interruption_held():
                    statistics.add(result)
                    answers += result.answers
                    if writer is not None:
                        writer.add(result)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if writer is not None:
            writer.close()
    seconds = perf_counter() - start
    found = statistics.summary(_rules(run))
    if interrupted:
        output.aside(f"interrupted after {found.games} of {counted(run.plan.games, 'game')}")
    if form == "json":
        output.block(summary.as_json(found, run.plan))
    else:
        output.block(summary.as_text(found, run.plan))
    output.aside(summary.speed(answers, seconds))
    if interrupted:
        raise ExitError(ExitCode.INTERRUPTED)
    if found.faults:
        raise ExitError(ExitCode.FAULT)


def _rules(run: _Run) -> tuple[str, ...]:
    """Return the names of all that is counted, nothing if nothing is."""
    if not run.plan.counts_rules:
        return ()
    return simulation.rule_counter(run.pack, run.plan).names


def _with_progress(run: _Run, jobs: int | None) -> Generator[GameResult]:
    """Yield the results of the games to come, with a bar on standard error."""
    numbers = list(run.numbers()) if run.done else range(run.plan.games)
    results = simulation.results(run.pack, run.plan, numbers, jobs and min(jobs, len(numbers) or 1))
    if not sys.stderr.isatty():
        with closing(results):
            yield from results
        return
    with (
        closing(results),
        click.progressbar(
            results,
            length=len(numbers),
            label="games",
            file=sys.stderr,
            show_pos=True,
            update_min_steps=max(1, len(numbers) // _STEPS_OF_BAR),
        ) as bar,
    ):
        yield from bar
