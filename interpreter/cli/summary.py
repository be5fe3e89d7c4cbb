"""Command stage: the summary of a run, or of rules in several, as text or JSON.

Used by `solon simulate` and `solon coverage`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from interpreter.diagnostics import counted, listing
from interpreter.play.runs import RunPlan
from interpreter.play.statistics import SeatSummary, Share, Spread, Summary
from interpreter.play.tally import Tally


def as_json(summary: Summary, plan: RunPlan) -> str:
    """Return a summary with what was run as JSON text, the same for the same games."""
    data: dict[str, Any] = {"run": plan.as_data(), "summary": asdict(summary)}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def as_text(summary: Summary, plan: RunPlan) -> str:
    """Return a summary as text; what spoils the figures comes first."""
    lines = [*_warnings(summary), _head(summary, plan)]
    if summary.finished:
        lines += [*_length(summary), "", *_seats(summary.seats, plan.bots), ""]
        lines += ["endings", *_counts(summary.endings)]
    if plan.counts_rules:
        lines += ["", *_rules(summary.rules)]
    return "\n".join(lines) + "\n"


def tally_as_json(found: Tally) -> str:
    """Return what runs carried out together as JSON text."""
    data: dict[str, Any] = {
        "runs": [{**asdict(plan), "games": games} for plan, games in found.runs],
        "rules": found.rules,
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def tally_as_text(found: Tally) -> str:
    """Return what runs carried out together as text, the runs first."""
    first = found.runs[0][0]
    games, runs = counted(found.games, "game"), counted(len(found.runs), "run")
    lines = [f"{first.pack} {first.version}: {games} of {runs}"]
    for plan, number in found.runs:
        players = f"{counted(plan.players, 'player')} ({', '.join(plan.bots)})"
        lines.append(
            f"  {counted(number, 'game')}: {players}, seed {plan.seed}{_options(plan.options)}"
        )
    return "\n".join([*lines, "", *_rules(found.rules)]) + "\n"


def speed(answers: int, seconds: float) -> str:
    """Return how fast it went."""
    rate = answers / seconds if seconds else 0.0
    return f"{counted(answers, 'decision')} in {seconds:.1f} s: {rate:.0f} a second"


def _warnings(summary: Summary) -> list[str]:
    """Return what a reader must know before he reads the figures."""
    lines = []
    if summary.faults:
        seeds = listing(f"seed {seed} ({fault})" for seed, fault in summary.fault_examples)
        lines.append(f"! the rules broke in {counted(summary.faults, 'game')}; {seeds}")
    if summary.shunned:
        seeds = listing(f"seed {seed} ({fault})" for seed, fault in summary.shunned_examples)
        lines.append(
            f"! in {counted(summary.shunned, 'game')} a bot kept away from answers at which the"
            f" rules break; {seeds}"
        )
    if summary.unfinished:
        lines.append(
            f"! unfinished at the limit, and in none of the figures below: "
            f"{counted(summary.unfinished, 'game')}"
        )
    return lines


def _head(summary: Summary, plan: RunPlan) -> str:
    """Return what was run."""
    ends = counted(summary.distinct, "different end")
    distinct = "" if summary.distinct == summary.games else f", {ends}"
    players, games = counted(plan.players, "player"), counted(summary.games, "game")
    overlays = "".join(f" + {one.id} {one.version}".rstrip() for one in plan.overlays)
    start = (
        f"{plan.pack} {plan.version}{overlays}, {players}, seed {plan.seed}{_options(plan.options)}"
    )
    return f"{start}: {games}{distinct}"


def _options(options: Mapping[str, bool | int | str]) -> str:
    """Return options as they are typed, each behind a comma."""
    return "".join(f", {name}={_value(value)}" for name, value in options.items())


def _value(value: bool | int | str) -> str:  # noqa: FBT001 - a value of any of these types
    """Return an option's value as it is typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _length(summary: Summary) -> list[str]:
    """Return how long the games were."""
    low, quarter, half, three, high = summary.quantiles
    lines = [
        f"answers a game: {_spread(summary.answers)}",
        f"  5 % {low} · 25 % {quarter} · 50 % {half} · 75 % {three} · 95 % {high}",
    ]
    if summary.longest is not None:
        lines.append(f"  longest: {summary.longest[0]}, game of seed {summary.longest[1]}")
    return lines


def _spread(spread: Spread) -> str:
    """Return numbers in short."""
    if spread.least == spread.most:
        return f"always {spread.least:g}"
    return f"{spread.mean:.2f} ± {spread.deviation:.2f} (from {spread.least:g} to {spread.most:g})"


def _seats(seats: Sequence[SeatSummary], bots: Sequence[str]) -> list[str]:
    """Return a table of the seats."""
    names = [f"player_{seat} ({bot})" for seat, bot in enumerate(bots, 1)]
    wide = max(map(len, names))
    lines = [f"{'':{wide}}  {'wins (95 %)':<24}  {'shared':<8}  score (mean ± deviation)"]
    for name, seat in zip(names, seats, strict=True):
        lines.append(
            f"{name:{wide}}  {_share(seat.wins):<24}  {seat.shared.share:<8.1%}  "
            f"{_spread(seat.score)}"
        )
    return lines


def _share(share: Share) -> str:
    """Return a share with its interval."""
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


def _counts(counts: Sequence[tuple[str, int]]) -> list[str]:
    """Return names with their counts, aligned."""
    wide = max((len(str(count)) for _, count in counts), default=1)
    return [f"  {count:>{wide}}  {name}" for name, count in counts]


def _rules(rules: Sequence[tuple[str, int]]) -> list[str]:
    """Return how often rules were carried out, and below it which never were."""
    carried_out = [(name, count) for name, count in rules if count]
    never = [name for name, count in rules if not count]
    lines = [f"rules carried out ({len(carried_out)} of {len(rules)})", *_counts(carried_out), ""]
    if not never:
        return [*lines, "never carried out: none"]
    return [*lines, f"never carried out ({len(never)})", *(f"  {name}" for name in never)]
