"""Show stage: what is asked, with what the labels of the pack say of the options.

Fed by a decision and the view of the seat that is asked; read by the game at a terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.engine import Decision, Game
from interpreter.show.board.drawing import Drawing
from interpreter.show.board.reading import Readings

FORMS = frozenset({"one", "several", "order"})
"""The kinds of decisions whose options are things."""

Drawings = Callable[[Game], Drawing | None]
"""Gives the labels of the pack of a game with their program, None when it has none."""


class Labels:
    """Says for each decision of a person what he reads of its options."""

    def __init__(self, drawings: Drawings) -> None:
        """Take labels from `drawings`, which is asked once for each pack that is played."""
        self._drawings = drawings
        self._drawing: Drawing | None = None
        self._of: object = None

    def __call__(self, game: Game, decision: Decision) -> Decision:
        """Return a decision of a seat with the labels that its options have in the pack.

        What the seat does not see is a question mark. Options without a label stay as they are.
        Raises `RulesFault` when an expression breaks.
        """
        if game.pack is not self._of:
            self._drawing, self._of = self._drawings(game), game.pack
        kind = game.program.sites[decision.id].of
        if (
            self._drawing is None
            or decision.kind not in FORMS
            or kind not in self._drawing.board.labels
        ):
            return decision
        state = game.view(decision.player).veiled()
        readings = Readings(self._drawing.program, self._drawing.board, state)
        names = game.program.layout.names[kind]
        return replace(
            decision,
            options=tuple(
                replace(option, label=readings.label(kind, option.number) or option.label)
                if option.number >= 0
                else option
                for option in decision.options
            ),
            partial=tuple(
                readings.label(kind, names.index(one)) or one for one in decision.partial
            ),
        )
