"""A game of ours as a node of OpenSpiel's tree: few methods, one translation table a game.

The game is played with `chance="ask"`, so dice and shuffles are decisions of a chance player, and
with secret simultaneous answers gathered into one joint action, as OpenSpiel counts them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from interpreter import Decision, Game, Pack, load_pack
from tests.open_spiel.comparison import CHANCE, SIMULTANEOUS, TERMINAL

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True, slots=True)
class Translation:
    """How a pack of ours and a game of OpenSpiel name the same things."""

    folder: str
    """The pack, under `examples/`."""
    action: Callable[[str], int]
    """OpenSpiel's number of one of our options, by its id."""
    name: str
    """OpenSpiel's game with its parameters."""
    options: Mapping[str, object] = field(default_factory=dict)
    simultaneous: bool = False
    """Both seats answer at once."""
    forced: str = "ask"
    """Whether a decision with a single option is a node of OpenSpiel's tree."""


class OurNode:
    """A game of ours behind the protocol `Node` of `comparison`."""

    def __init__(self, game: Game, translation: Translation) -> None:
        self.game = game
        self.translation = translation

    @classmethod
    def root(cls, translation: Translation) -> "OurNode":
        """Return the first node of a game of two."""
        pack: Pack = load_pack(EXAMPLES / translation.folder)
        game = Game(
            pack,
            players=2,
            seed=1,
            options=dict(translation.options),
            chance="ask",
            forced=translation.forced,
        )
        return cls(game, translation)

    def player(self) -> int:
        if self.game.over:
            return TERMINAL
        if self._open.player is None:
            return CHANCE
        return SIMULTANEOUS if self.translation.simultaneous else self._open.player

    def legal(self, seat: int) -> list[int]:
        if not self.translation.simultaneous:
            return sorted(self._numbers)
        asked = next(one for one in self.game.decisions if one.player == seat)
        return sorted(self._numbers_of(asked))

    def chance(self) -> list[tuple[int, Fraction]]:
        number = self.translation.action
        return [
            (number(option.id), option.probability)
            for option in self._open.options
            if option.probability is not None
        ]

    def child(self, actions: tuple[int, ...]) -> "OurNode":
        game = self.game.copy()
        if not self.translation.simultaneous:
            game.play(self._numbers[actions[0]])
            return OurNode(game, self.translation)
        for seat, action in enumerate(actions):
            asked = next(one for one in game.decisions if one.player == seat)
            game.answer(self._numbers_of(asked)[action], player=seat)
        return OurNode(game, self.translation)

    def returns(self) -> list[Fraction]:
        assert self.game.outcome is not None
        return [Fraction(score) for score in self.game.outcome.scores]

    def information(self, seat: int) -> object:
        return self.game.view(seat).key

    def position(self) -> object:
        return self.game.hash

    @cached_property
    def _open(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return self._numbers_of(self._open)

    def _numbers_of(self, decision: Decision) -> dict[int, int]:
        """Return our numbers of the options by those of OpenSpiel."""
        return {self.translation.action(one.id): one.number for one in decision.options}
