"""Play stage: what the games of several runs carried out together; feeds `solon coverage`.

Runs of one pack may differ in everything else: who plays, how many, options and seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.pipeline import Pack
from interpreter.play import runs
from interpreter.play.failures import RunFileError
from interpreter.play.results import GameResult
from interpreter.play.runs import RunPlan
from interpreter.play.simulate import rule_counter


@dataclass(frozen=True, slots=True)
class Tally:
    """The runs with the number of their games, and how often each rule was carried out, 0 too."""

    runs: tuple[tuple[RunPlan, int], ...]
    rules: tuple[tuple[str, int], ...]

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(games for _, games in self.runs)


def read_counted(files: Sequence[Path]) -> list[tuple[RunPlan, tuple[GameResult, ...]]]:
    """Return the runs that files hold; what two files have of one run counts once.

    Raises RunFileError for a file that holds no run, or one whose rules were not counted, or a run
    of another pack than the first.
    """
    found: dict[str, tuple[RunPlan, dict[int, GameResult]]] = {}
    first: RunPlan | None = None
    for file in files:
        plan, results = runs.read_run(file)
        if not plan.counts_rules:
            raise RunFileError(
                f"{file}: in this run no rules were counted; play it with --coverage"
            )
        first = first or plan
        if (plan.pack, plan.pack_hash) != (first.pack, first.pack_hash):
            raise RunFileError(
                f"{file} is a run of {plan.pack} {plan.version}, {files[0]} one of {first.pack}"
                f" {first.version} with other content; give runs of one and the same pack"
            )
        _, games = found.setdefault(replace(plan, games=0).to_json(), (plan, {}))
        games.update((result.number, result) for result in results)
    return [(plan, tuple(games.values())) for plan, games in found.values()]


def tally(pack: Pack, counted: Sequence[tuple[RunPlan, Sequence[GameResult]]]) -> Tally:
    """Add up the rules of runs; RunFileError when they are runs of another pack than this one."""
    total: Counter[str] = Counter()
    for plan, results in counted:
        if plan.pack_hash != pack.hash:
            raise RunFileError(
                f"the pack in {pack.folder} is not the one of these runs: {plan.pack}"
                f" {plan.version} then, {pack.id} {pack.version} now; play them again"
            )
        total.update(dict.fromkeys(rule_counter(pack, plan).names, 0))
        for result in results:
            total.update(result.rules)
    return Tally(
        runs=tuple((plan, len(results)) for plan, results in counted),
        rules=tuple(sorted(total.items(), key=lambda item: (-item[1], item[0]))),
    )
