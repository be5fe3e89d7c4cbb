"""A game of nothing but levies: one effect of the size of a large card, with a choice inside.

Each player in turn pays, gathers in his quiet areas, attacks a weak neighbour of his choice and
suffers for his influence. The choice cuts the effect in two, so `answer` runs the second half of
one levy and the first half of the next, as an engine must.
"""

from benchmarks.reference.realm import SEATS, Area, Player, Realm, Terrain

ROUNDS = 8
PRICE = 3
FERTILE = (Terrain.PLAIN, Terrain.FOREST, Terrain.HILL)


class Levy:
    """One game of `ROUNDS` levies for each player."""

    def __init__(self) -> None:
        self.realm = Realm()
        self.turn = 0
        self.over = False
        self.targets: list[Area] = []
        self._advance()

    @property
    def me(self) -> Player:
        """Return the player whose levy it is."""
        return self.realm.players[self.turn % SEATS]

    def options(self) -> list[int]:
        """Return the numbers of the areas that may be attacked."""
        return [area.number for area in self.targets]

    def answer(self, number: int) -> None:
        """Attack an area and go on to the next levy that asks."""
        target = self.realm.areas[number]
        if target not in self.targets:
            raise ValueError(f"area {number} cannot be attacked")
        self._attack(target)
        self.turn += 1
        self._advance()

    def _advance(self) -> None:
        while self.turn < ROUNDS * SEATS:
            self.targets = self._gather()
            if self.targets:
                return
            self.turn += 1
        self.over = True

    def _gather(self) -> list[Area]:
        """Pay, gather, and return the areas that may be attacked."""
        me = self.me
        if me.gold < PRICE:
            return []
        me.gold -= PRICE
        count = 0
        for area in self.realm.areas:
            if area.owner is me and area.unrest < 2 and area.terrain in FERTILE:
                area.armies += 1
                if area.supply > 0:
                    area.supply -= 1
                count += 1
        if count >= 4:
            me.prestige += 1
        else:
            me.food += count
        return [
            area
            for area in self.realm.areas
            if area.owner is not me
            and area.armies <= 3
            and any(neighbour.owner is me for neighbour in area.neighbours)
        ]

    def _attack(self, target: Area) -> None:
        me = self.me
        target.armies = max(0, target.armies - 1)
        target.unrest += 1
        if target.armies <= 0:
            target.owner = None
            me.vp += 2
        for other in self.realm.others(me):
            if other.influence > me.influence:
                other.influence -= 1
        if me.cards > 0:
            me.cards -= 1
