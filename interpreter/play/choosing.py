"""Play stage: what a typed line means among the options of a decision; feeds the terminal game.

A line is a number of the list, or an id, or a part of a name. Amounts are typed as they are. For an
answer in several steps a line may hold all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics import did_you_mean, listing
from interpreter.engine import Decision, Game, Option
from interpreter.play.players import current

DONE = -2
DECLINE = -1
_SHOWN = 8


class UnclearError(Exception):
    """A line means no option, or several; the text says so, `among` are those it could mean."""

    def __init__(self, text: str, among: Sequence[Option] = ()) -> None:
        """Keep the text and the options."""
        super().__init__(text)
        self.among = tuple(among)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list of options: what to type for it, and the option."""

    key: str
    option: Option


def rows(decision: Decision) -> tuple[Row, ...]:
    """Return the options with what is typed: amounts as they are, others by their place."""
    by_amount = decision.kind in {"number", "division"}
    return tuple(
        Row(option.id if by_amount and option.id != "decline" else str(place), option)
        for place, option in enumerate(decision.options, 1)
    )


def find(text: str, decision: Decision) -> Option:
    """Return the one option that a text means; raises UnclearError."""
    listed = rows(decision)
    wanted = _folded(text)
    for exact in (
        [row.option for row in listed if row.key == text.strip()],
        [row.option for row in listed if wanted in {_folded(n) for n in _names(row.option)}],
    ):
        if len(exact) == 1:
            return exact[0]
    if text.strip().lstrip("+-").isdecimal():
        raise UnclearError(f"there is no {text.strip()} in the list")
    parts = [row.option for row in listed if _begins_a_word(wanted, row.option)] or [
        row.option for row in listed if any(wanted in _folded(n) for n in _names(row.option))
    ]
    if len(parts) == 1:
        return parts[0]
    if parts:
        raise UnclearError(f"`{text}` could be {_labels(parts)}", parts)
    meant = did_you_mean(text, [name for row in listed for name in _names(row.option)])
    raise UnclearError(f"no option has `{text}` in it" + (f"; `{meant}`?" if meant else ""))


def answers(line: str, game: Game) -> tuple[int, ...]:
    """Return the numbers of the options that a line answers, one a step; raises UnclearError.

    Nothing is answered yet: a line that fails half-way changes nothing.
    """
    decision = current(game)
    words = line.replace(",", " ").split()
    try:
        return (find(line, decision).number,)
    except UnclearError:
        if len(words) < 2 or not decision.composite:
            raise
    if decision.kind == "division":
        return _steps(words, game)
    found = [find(word, decision) for word in words]
    if decision.kind != "order":
        # Members of a set are asked for in their order, whatever the order they are typed in.
        place = {option.number: at for at, option in enumerate(decision.options)}
        found.sort(key=lambda option: place[option.number])
    return _steps([option.id for option in found], game)


def _steps(words: Sequence[str], game: Game) -> tuple[int, ...]:
    """Return the answers that words give one after the other, tried out on a copy."""
    trial = game.copy()
    first = current(game)
    numbers: list[int] = []
    for place, word in enumerate(words):
        decision = trial.decision
        if decision is None or not _is_same(decision, first):
            # What is left over was decided already: there was one possibility.
            raise UnclearError(f"{place} of these answers are wanted, not {len(words)}")
        numbers.append(find(word, decision).number)
        trial.play(numbers[-1])
    decision = trial.decision
    if decision is not None and _is_same(decision, first) and DONE in trial.legal:
        numbers.append(DONE)
    return tuple(numbers)


def _is_same(decision: Decision, first: Decision) -> bool:
    """Say whether a decision is a step of the same answer."""
    return (
        decision.composite
        and decision.id == first.id
        and decision.player == first.player
        and (bool(decision.partial) or decision.version == first.version)
    )


def _names(option: Option) -> tuple[str, ...]:
    """Return what an option is called."""
    return (option.id, option.label)


def _folded(text: str) -> str:
    """Return a text without the differences that do not count in a search."""
    return " ".join(text.casefold().replace("_", " ").split())


def _begins_a_word(wanted: str, option: Option) -> bool:
    """Say whether a text begins some word of an option's names."""
    return any(f" {wanted}" in f" {_folded(name)}" for name in _names(option))


def _labels(options: Sequence[Option]) -> str:
    """Return options in words, not too many."""
    return listing((option.label for option in options), most=_SHOWN, last="or")
