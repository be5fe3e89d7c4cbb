"""Tic-tac-toe by hand: the reference for the pack of the same name."""

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


class TicTacToe:
    """One game; cells hold the number of a player or None."""

    def __init__(self) -> None:
        self.cells: list[int | None] = [None] * 9
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def options(self) -> list[int]:
        """Return the free cells."""
        return [place for place, owner in enumerate(self.cells) if owner is None]

    def answer(self, place: int) -> None:
        """Put the current player's mark on a free cell."""
        if self.cells[place] is not None:
            raise ValueError(f"cell {place} is taken")
        self.cells[place] = self.player
        if any(all(self.cells[spot] == self.player for spot in line) for line in LINES):
            self.winner = self.player
            self.over = True
        elif all(owner is not None for owner in self.cells):
            self.over = True
        self.player = 1 - self.player
