"""Command stage: `solon test`, the scenarios of packs: the examples of their rulebooks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from interpreter.cli import output, replays
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import Chosen, packs_argument
from interpreter.definitions import Scenario
from interpreter.diagnostics import ExitCode, counted
from interpreter.pipeline import Pack
from interpreter.play.scenarios import Failure, Verdict, run_scenario
from interpreter.show import report


@click.command()
@packs_argument
@click.option("--only", metavar="PATTERN", help="Run only the scenarios of such names (`tax_*`).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--replays",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Say which of the saved games in this folder a change of the pack breaks.",
)
@click.option("--verbose", "-v", is_flag=True, help="Name the scenarios that pass too.")
def test(
    chosen: Sequence[Chosen], only: str | None, form: str, folder: Path | None, *, verbose: bool
) -> None:
    """Run the scenarios of packs; of those that fail show expected, got and the log.

    Of a pack with an overlay the scenarios of the overlay are run: those of the base need not hold.

    With --replays saved games are played again instead, each with its overlays unless others are
    named.

    Exit code 0: all pass. 1: some fail.
    """
    if folder is not None:
        if only is not None:
            raise click.UsageError("--only is for scenarios, --replays for saved games")
        replays.run(chosen, folder, form, verbose=verbose)
        return
    packs = [one.load() for one in chosen]
    scenarios = [(pack, scenario) for pack in packs for scenario in _scenarios(pack, only)]
    if only is not None and not scenarios:
        raise click.BadParameter(f"no scenario is called {only!r}", param_hint="--only")
    verdicts = [(pack, run_scenario(pack, scenario)) for pack, scenario in scenarios]
    if form == "json":
        data = [_data(pack, verdict) for pack, verdict in verdicts]
        output.result(json.dumps({"scenarios": data}, ensure_ascii=False, indent=2))
    else:
        for pack, verdict in verdicts:
            for line in _lines(pack, verdict, verbose=verbose):
                output.result(line)
        output.result(_last_line([verdict for _, verdict in verdicts]))
    if not all(verdict.passed for _, verdict in verdicts):
        raise ExitError(ExitCode.FINDINGS)


def _scenarios(pack: Pack, only: str | None) -> Iterator[Scenario]:
    """Yield the scenarios of a pack whose names fit a pattern."""
    for scenario in pack.scenarios:
        if only is None or fnmatchcase(scenario.name.text, only):
            yield scenario


def _lines(pack: Pack, verdict: Verdict, *, verbose: bool) -> Iterator[str]:
    """Yield what is said of one scenario."""
    scenario = verdict.scenario
    if verdict.passed:
        if verbose:
            yield f"passed  {pack.id}: {scenario.name.text}"
        return
    source = f" ({scenario.source})" if scenario.source else ""
    yield f"FAILED  {pack.id}: {scenario.name.text}{source}"
    yield f"  {scenario.name.span.place}"
    if verdict.findings:
        colour = output.has_colour(sys.stdout)
        yield report.as_text(verdict.findings, colour=colour).rstrip("\n")
    for failure in verdict.failures:
        yield f"  expected: {failure.expected}"
        yield f"  got:      {failure.got}"
        if failure.span is not None and failure.span.place != scenario.name.span.place:
            yield f"  at:       {failure.span.place}"
    if verdict.log:
        yield "  log:"
        yield from (f"    {line}" for line in verdict.log)
    yield ""


def _last_line(verdicts: Sequence[Verdict]) -> str:
    """Return the counts."""
    failed = sum(not verdict.passed for verdict in verdicts)
    if not verdicts:
        return "no scenarios: nothing was tested"
    total = counted(len(verdicts), "scenario")
    return f"{len(verdicts) - failed} of {total} passed, {failed} failed"


def _data(pack: Pack, verdict: Verdict) -> dict[str, Any]:
    """Return the result of one scenario as plain data."""
    return {
        "pack": pack.id,
        "scenario": verdict.scenario.name.text,
        "source": verdict.scenario.source,
        "place": verdict.scenario.name.span.place,
        "passed": verdict.passed,
        "failures": [_failure(failure) for failure in verdict.failures],
        "findings": report.as_data(verdict.findings)["diagnostics"],
        "log": list(verdict.log) if not verdict.passed else [],
    }


def _failure(failure: Failure) -> dict[str, Any]:
    """Return a failure as plain data."""
    place = None if failure.span is None else failure.span.place
    return {"expected": failure.expected, "got": failure.got, "place": place}
