"""Pack stage: names in scenarios that are no text of the language: steps, seats, options, results.

Fed by a scenario and the typed pack; its effect texts are checked by `lang.checker`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from interpreter.definitions import Scenario
from interpreter.diagnostics import CODES, Collector, counted_range, did_you_mean
from interpreter.lang import ir
from interpreter.source import LocatedText

_NUMBER = re.compile(r"[0-9]{1,9}")


def check_names(scenario: Scenario, spec: ir.GameSpec, found: Collector) -> None:
    """Report each name of a scenario that means nothing in its pack."""
    if scenario.step is not None:
        steps = (step.name for top in spec.flow for step in top.walk())
        _one_of("step", scenario.step, steps, found)
    players = scenario.players or spec.players[0]
    least, most = spec.players
    if not least <= players <= most:
        allowed = counted_range(least, most, "player")
        found.report("S808", scenario.name.span, allowed=allowed, given=f"{players}")
    seats = [f"player_{number}" for number in range(1, max(players, least) + 1)]
    answering = (answer.who for answer in scenario.answers)
    judged = (*(scenario.winners or ()), *(seat for seat, _ in scenario.scores))
    for who in (scenario.actor, *answering, *judged):
        if who is not None:
            _one_of("seat", who, seats, found)
    for option, _ in scenario.options:
        _one_of("option", option, spec.options, found)
    results = list(_results(spec))
    for result in scenario.chance:
        if not _NUMBER.fullmatch(result.text):
            _one_of("result of chance", result, results, found)
    if scenario.fault is not None and scenario.fault not in CODES:
        found.report("E320", scenario.name.span, what="code", name=scenario.fault)


def _results(spec: ir.GameSpec) -> Iterator[str]:
    """Yield all things and words: whatever dice can show and decks can hold."""
    for kind in spec.kinds.values():
        yield from (element.name for element in kind.elements)
    for words in spec.words.values():
        yield from words


def _one_of(what: str, text: LocatedText, known: Iterable[str], found: Collector) -> None:
    """Report a name that is not among those known."""
    names = list(known)
    if text.text not in names:
        meant = did_you_mean(text.text, names)
        help_ = None if meant is None else f"did you mean `{meant}`?"
        found.report("E320", text.span, help=help_, what=what, name=text.text)
