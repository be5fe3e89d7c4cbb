"""A game of ours as a node of OpenSpiel's tree: few methods, one translation table a game.

The game is played with `chance="ask"`, so dice and shuffles are decisions of a chance player, and
with secret simultaneous answers gathered into one joint action, as OpenSpiel counts them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from interpreter import Decision, Game, Option, Pack, load_pack
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
        if self._is_chance():
            return CHANCE
        return SIMULTANEOUS if self.translation.simultaneous else self._decision.player

    def legal(self, seat: int) -> list[int]:
        if not self.translation.simultaneous:
            return sorted(self._options(self.game))
        return sorted(self._options(self._asking(seat)))

    def chance(self) -> list[tuple[int, Fraction]]:
        number = self.translation.action
        return [(number(option.id), option.probability) for option in self._decision.options]

    def child(self, actions: tuple[int, ...]) -> "OurNode":
        game = self.game.copy()
        for action in actions:
            game.answer(self._options(game)[action])
        return OurNode(game, self.translation)

    def returns(self) -> list[Fraction]:
        return [Fraction(score) for score in self.game.outcome.scores]

    def information(self, seat: int) -> object:
        return self.game.view(seat).key

    def position(self) -> object:
        return self.game.hash

    @property
    def _decision(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision

    def _is_chance(self) -> bool:
        return self._decision.chance

    def _options(self, game: Game) -> dict[int, Option]:
        assert game.decision is not None
        return {self.translation.action(option.id): option for option in game.decision.options}

    def _asking(self, seat: int) -> Game:
        """Return a game that asks the seat; answers of others are secret and change nothing."""
        game = self.game.copy()
        while game.decision is not None and game.decision.player != seat:
            game.answer(game.decision.options[0])
        return game
