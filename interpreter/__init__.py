"""Solon: a rules interpreter for board games that are folders of YAML.

    from interpreter import load_pack, Game

    pack = load_pack("folder/of/a/pack")
    game = Game(pack, seed=7)
    while not game.over:
        game.answer(game.decision.options[0])

`load_pack(name, variants=("a_variant",), mods=("folder/of/a/mod",))` lays overlays over the pack;
`Game(pack, variants=("a_variant",))` adds variants to one that is loaded.

The names below are loaded when they are first used, so that a part can be used without the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.diagnostics import AnswerError, PackError, RulesFault, SaveError
    from interpreter.engine.contributions import Contribution, Explanation
    from interpreter.engine.decisions import Decision, Option
    from interpreter.engine.events import Event
    from interpreter.engine.game import Game
    from interpreter.engine.outcome import Outcome
    from interpreter.engine.view import View
    from interpreter.pipeline import Pack, check_pack, load_pack

_HOMES = {
    "AnswerError": "interpreter.diagnostics",
    "Contribution": "interpreter.engine.contributions",
    "Decision": "interpreter.engine.decisions",
    "Event": "interpreter.engine.events",
    "Explanation": "interpreter.engine.contributions",
    "Game": "interpreter.engine.game",
    "Option": "interpreter.engine.decisions",
    "Outcome": "interpreter.engine.outcome",
    "Pack": "interpreter.pipeline",
    "PackError": "interpreter.diagnostics",
    "RulesFault": "interpreter.diagnostics",
    "SaveError": "interpreter.diagnostics",
    "View": "interpreter.engine.view",
    "check_pack": "interpreter.pipeline",
    "load_pack": "interpreter.pipeline",
}

__all__ = [
    "AnswerError",
    "Contribution",
    "Decision",
    "Event",
    "Explanation",
    "Game",
    "Option",
    "Outcome",
    "Pack",
    "PackError",
    "RulesFault",
    "SaveError",
    "View",
    "check_pack",
    "load_pack",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
