"""Connect four by hand: the reference for the pack of the same name.

A line is looked for only through the disc that fell last, as a careful programmer would; scanning
all 69 lines of the board takes about five times as long and would flatter us.
"""

COLUMNS, ROWS, WANTED = 7, 6, 4
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class ConnectFour:
    """One game; each column is the list of its discs from the bottom up."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.player = 0
        self.winner: int | None = None
        self.over = False

    def options(self) -> list[int]:
        """Return the columns with room."""
        return [number for number, column in enumerate(self.columns) if len(column) < ROWS]

    def answer(self, column: int) -> None:
        """Drop the current player's disc into a column."""
        if len(self.columns[column]) >= ROWS:
            raise ValueError(f"column {column} is full")
        self.columns[column].append(self.player)
        row = len(self.columns[column]) - 1
        if any(self._length(column, row, *step) >= WANTED for step in DIRECTIONS):
            self.winner = self.player
            self.over = True
        elif all(len(discs) == ROWS for discs in self.columns):
            self.over = True
        self.player = 1 - self.player

    def _length(self, column: int, row: int, across: int, up: int) -> int:
        """Return how many discs of the current player lie in one line through a cell."""
        return 1 + self._run(column, row, across, up) + self._run(column, row, -across, -up)

    def _run(self, column: int, row: int, across: int, up: int) -> int:
        count = 0
        column, row = column + across, row + up
        while (
            0 <= column < COLUMNS
            and 0 <= row < len(self.columns[column])
            and self.columns[column][row] == self.player
        ):
            count += 1
            column, row = column + across, row + up
        return count
