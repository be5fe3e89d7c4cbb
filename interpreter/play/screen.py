"""Play stage: decisions, events and results arranged for a terminal; feeds the terminal game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from interpreter.diagnostics import listing
from interpreter.engine import Decision, Event, Outcome, View
from interpreter.play.choosing import Row, rows
from interpreter.play.console import Console, Ink

_MOST_LINES = 12
_GAP = 3
# The lines of a view that say who looks and what he is asked.
_HEAD = ("view of ", "to decide: ")


def seat_name(seat: int) -> str:
    """Return how a seat is called."""
    return f"player_{seat + 1}"


def show_title(console: Console, title: str) -> None:
    """Write the head of a page."""
    console.write(f"── {title} ".ljust(min(console.width, 60), "─"), Ink.TITLE)


def show_view(console: Console, view: View) -> None:
    """Write what a seat sees, without what it is asked: that is written with the options."""
    for line in view.text().splitlines():
        if not line.startswith(_HEAD):
            console.write(line)


def show_events(console: Console, events: Iterable[Event]) -> None:
    """Write what happened, a line each."""
    for event in events:
        console.write(f"  {event}", Ink.QUIET)


def show_decision(console: Console, decision: Decision) -> None:
    """Write what is asked and the options, in columns when they are many."""
    about = f" ({decision.about})" if decision.about else ""
    asked = decision.prompt or f"Choose: {decision.name.replace('_', ' ')}"
    console.write(f"{asked}{about}", Ink.QUESTION)
    if decision.partial:
        console.write(f"  so far: {listing(decision.partial, most=20)}", Ink.QUIET)
    cells = [(row.key, _label(row, decision)) for row in rows(decision)]
    wide_key = max(len(key) for key, _ in cells)
    wide_label = max(len(label) for _, label in cells)
    columns = 1
    if len(cells) > _MOST_LINES:
        columns = max(1, min((console.width - 2) // (wide_key + wide_label + 1 + _GAP), 6))
    lines = -(-len(cells) // columns)
    for line in range(lines):
        parts = []
        for key, label in cells[line::lines]:
            number = console.paint(key.rjust(wide_key), Ink.NUMBER)
            parts.append(f"{number} {label.ljust(wide_label)}")
        console.write(("  " + (" " * _GAP).join(parts)).rstrip())


def _label(row: Row, decision: Decision) -> str:
    """Return an option's name; its id too where the name alone is not clear."""
    option = row.option
    if row.key == option.label:
        return ""
    if sum(other.label == option.label for other in decision.options) > 1:
        return f"{option.label} ({option.id})"
    return option.label


def show_outcome(console: Console, outcome: Outcome) -> None:
    """Write who won, and the scores in the order of the ranks."""
    console.write(outcome_in_words(outcome), Ink.TITLE)
    order = sorted(range(len(outcome.scores)), key=lambda seat: (outcome.ranks[seat], seat))
    for seat in order:
        rank, score = outcome.ranks[seat], score_in_words(outcome.scores[seat])
        console.write(f"  {rank}. {seat_name(seat)}: {score}")
    for line in reports_in_words(outcome):
        console.write(line)


def reports_in_words(outcome: Outcome) -> Iterator[str]:
    """Yield the lines of what the pack tells at the end beside ranks and scores."""
    for report in outcome.reports.values():
        yield from report.text().splitlines()


def outcome_in_words(outcome: Outcome) -> str:
    """Return in one line how a game ended."""
    how = "" if outcome.ended_by == "win" else f" ({outcome.ended_by})"
    winners = [seat_name(seat) for seat in outcome.winners]
    if not winners:
        return f"The game is over: nobody wins{how}."
    if len(winners) == len(outcome.scores):
        return f"The game is over: a draw{how}."
    return f"The game is over: {listing(winners)} {_wins(winners)}{how}."


def _wins(winners: Sequence[str]) -> str:
    """Return the verb for so many winners."""
    return "wins" if len(winners) == 1 else "win together"


def score_in_words(score: int | Fraction) -> str:
    """Return a score with its half written as people write it."""
    fraction = Fraction(score)
    if fraction.denominator == 1:
        return str(int(fraction))
    return f"{float(fraction):g}"
