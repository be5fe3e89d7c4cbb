"""Play stage: what a typed line means among the options of a decision; feeds the terminal game.

A line is a number of the list, or an id, or a part of a name. Amounts are typed as they are. For an
answer in several steps a line may hold all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics import did_you_mean, listing
from interpreter.engine import Decision, Game, Option
from interpreter.engine.primitives import DONE
from interpreter.play.players import current

_SHOWN = 8


class UnclearError(Exception):
    """A line means no option, or several; the text says so, `among` are those it could mean."""

    def __init__(self, text: str, among: Sequence[str] = ()) -> None:
        """Keep the text and the names."""
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
    """Return the one option that a text means; raises UnclearError.

    What stands before an option on the screen means that one, whatever numbers stand in labels.
    """
    listed = rows(decision)
    for row in listed:
        if row.key == text.strip():
            return row.option
    place = _match(text, [(row.key, *_names(row.option)) for row in listed])
    return listed[place].option


def reason_against(text: str, game: Game, decision: Decision) -> str:
    """Return why what a text means, any thing of their kind, is not among the options.

    `decision` is what the game asks, as a person reads it.
    """
    try:
        find(text, decision)
    except UnclearError as unclear:
        if unclear.among:
            return str(unclear)
    else:
        return "it is among the options"
    named = _things(decision, game)
    try:
        return game.why_not(named[_match(text, named)][0])
    except UnclearError as unclear:
        return str(unclear) if unclear.among else game.why_not(text.strip())


def _things(decision: Decision, game: Game) -> list[tuple[str, str]]:
    """Return id and name of everything of the kind that a decision is about."""
    of = game.program.sites[decision.id].of
    things = game.program.layout.elements.get(of, ())
    words = game.program.spec.words.get(of, ())
    return [
        *((thing.name, thing.title or thing.name) for thing in things),
        *((word, word) for word in words),
    ]


def _match(text: str, named: Sequence[tuple[str, ...]]) -> int:
    """Return the place of what a text means among things with names; raises UnclearError.

    The whole of a name comes first, then the beginning of a word, then any part. A number is never
    a part, so that `1` is not 10.
    """
    wanted = _folded(text)
    folded = [[_folded(name) for name in names] for names in named]
    found = [place for place, names in enumerate(folded) if wanted in names]
    if not found and wanted.lstrip("+-").isdecimal():
        raise UnclearError(f"there is no {text.strip()} in the list")
    if not found:
        found = [
            place
            for place, names in enumerate(folded)
            if any(f" {wanted}" in f" {name}" for name in names)
        ]
    if not found:
        found = [place for place, names in enumerate(folded) if any(wanted in n for n in names)]
    if len(found) == 1:
        return found[0]
    if found:
        labels = _labels([named[place] for place in found])
        could = listing(labels, most=_SHOWN, last="or")
        raise UnclearError(f"`{text}` could be {could}", labels)
    meant = did_you_mean(text, [name for names in named for name in names])
    raise UnclearError(f"no option has `{text}` in it" + (f"; `{meant}`?" if meant else ""))


def _labels(named: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the names for people, or the ids of those that have one name in common."""
    uses = Counter(names[-1] for names in named)
    return [names[-1] if uses[names[-1]] == 1 else names[-2] for names in named]


def answers(line: str, game: Game, decision: Decision) -> tuple[int, ...]:
    """Return the numbers of the options that a line answers, one a step; raises UnclearError.

    `decision` is what the game asks, as a person reads it. Nothing is answered yet: a line that
    fails half-way changes nothing.
    """
    words = line.replace(",", " ").split()
    try:
        return (find(line, decision).number,)
    except UnclearError:
        if len(words) < 2 or not decision.composite:
            raise
    if decision.kind != "division":
        # Numbers are those of the list on the screen, which gets shorter with each step.
        by_key = {row.key: row.option.id for row in rows(decision)}
        words = [by_key.get(word, word) for word in words]
    return _steps(words, game)


def _steps(words: Sequence[str], game: Game) -> tuple[int, ...]:
    """Return the answers that words give one after the other, tried out on a copy."""
    trial, first = game.copy(), current(game)
    numbers: list[int] = []
    left = list(words)
    while left:
        decision = trial.decision
        if decision is None or not _is_same(decision, first):
            if not _is_decided(left, first, game):
                used = len(numbers)
                which = "is the first" if used == 1 else f"are the first {used}"
                raise UnclearError(f"wanted {which} of these {len(words)} answers alone")
            return tuple(numbers)
        numbers.append(_next(left, decision).number)
        trial.play(numbers[-1])
    decision = trial.decision
    if decision is not None and _is_same(decision, first) and DONE in trial.legal:
        numbers.append(DONE)
    return tuple(numbers)


def _next(left: list[str], decision: Decision) -> Option:
    """Take the word for the next step out of those that are left, and return its option.

    Members of a set are asked for in their order, whatever the order they are typed in.
    """
    if decision.kind in {"division", "order"}:
        return find(left.pop(0), decision)
    found: list[tuple[int, int, Option]] = []
    for at, word in enumerate(left):
        try:
            option = find(word, decision)
        except UnclearError as unclear:
            if unclear.among:
                raise
            continue
        found.append((decision.options.index(option), at, option))
    if not found:
        return find(left[0], decision)
    _, at, option = min(found, key=lambda one: one[:2])
    del left[at]
    return option


def _is_decided(left: Sequence[str], first: Decision, game: Game) -> bool:
    """Say whether words are left over for steps that had one possibility and were not asked."""
    if first.kind == "division":
        return all(word == "0" for word in left) or (len(left) == 1 and left[0].isdecimal())
    try:
        return len(left) == 1 and _match(left[0], _things(first, game)) >= 0
    except UnclearError:
        return False


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
