"""The little realm on which the two measured effects work: 25 areas on a grid, five players.

The packs under `benchmarks/packs/` start from the same figures; `tests` compare the two.
"""

from dataclasses import dataclass, field
from enum import IntEnum

SIDE, SEATS = 5, 5
AREAS = SIDE * SIDE


class Terrain(IntEnum):
    """What grows in an area; the first three feed a levy."""

    PLAIN = 0
    FOREST = 1
    HILL = 2
    MARSH = 3
    DESERT = 4


@dataclass(slots=True, eq=False)
class Player:
    """One seat with its stores."""

    seat: int
    gold: int = 60
    influence: int = 0
    cards: int = 40
    food: int = 0
    prestige: int = 0
    vp: int = 0
    wood: int = 0
    stone: int = 0
    faith: int = 0
    ships: int = 0


@dataclass(slots=True, eq=False)
class Area:
    """One area; the fields no rule reads make the state as large as that of a real game."""

    number: int
    terrain: Terrain
    owner: Player | None
    armies: int
    supply: int
    unrest: int
    forts: int = 0
    roads: int = 0
    walls: int = 0
    tax: int = 0
    neighbours: list["Area"] = field(default_factory=list)


class Realm:
    """Areas and players at the start of a game."""

    def __init__(self) -> None:
        self.players = [Player(seat, influence=3 + seat) for seat in range(SEATS)]
        self.areas = [
            Area(
                number,
                terrain=Terrain(number * 7 % 5),
                owner=self.players[(number + number // SIDE) % SEATS],
                armies=1 + number * 3 % 4,
                supply=number * 5 % 4,
                unrest=number % 3,
            )
            for number in range(AREAS)
        ]
        for area in self.areas:
            row, column = divmod(area.number, SIDE)
            area.neighbours = [
                self.areas[down * SIDE + across]
                for down, across in (
                    (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column),
                )
                if 0 <= down < SIDE and 0 <= across < SIDE
            ]  # fmt: skip

    def others(self, me: Player) -> list[Player]:
        """Return the other players in seat order, the one after `me` first."""
        return self.players[me.seat + 1 :] + self.players[: me.seat]
