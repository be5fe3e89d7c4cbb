"""Why something cannot be chosen: the reason, in the words of the pack.

Asked by `game`; the functions come from `program.reasons` and run in the frame of the open
decision.
"""

from __future__ import annotations

from interpreter.engine.decisions import make_decision
from interpreter.program.module import Site
from interpreter.program.program import Program, State

_NOT_HERE = "there is no such thing to choose here"
_UNKNOWN = "the rules do not offer it here"


def reason_against(program: Program, state: State, place: int, option: int | str) -> str:
    """Return why an option is not offered by the decision at a place, empty when it is."""
    decision = make_decision(program, state[1][place], place, 0)
    if decision.option(option) is not None:
        return ""
    site = program.sites[decision.id]
    number = option if isinstance(option, int) else _number_of(program, site, option)
    function = program.names.get(f"why_{decision.id}")
    if number is None:
        return _NOT_HERE
    if function is None or number < 0:
        return _UNKNOWN
    reason = function(state, state[1][place][3], number)
    return _UNKNOWN if reason < 0 else program.reasons[reason]


def _number_of(program: Program, site: Site, option: str) -> int | None:
    """Return the number that an id means at a place of decision, None if it means nothing there."""
    if option.isdecimal():
        return int(option)
    if site.form in ("branch", "hook"):
        return site.labels.index(option) if option in site.labels else None
    if site.of in program.spec.words and option in program.spec.words[site.of]:
        return program.spec.words[site.of].index(option)
    return program.layout.index.get(site.of, {}).get(option)
