"""The rows of the table: what of ours stands against what of theirs, and what is promised."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKS = Path("benchmarks") / "packs"


class Sense(StrEnum):
    """How a promise is worded."""

    FASTER = "faster"
    """So many times faster than theirs, at least."""
    AT_MOST = "at most"
    """Our time divided by theirs, at most."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One workload of one side."""

    side: str
    """`engine`, `reference`, or the name of a peer."""
    arguments: tuple[str, ...]
    """What the driver is told on its command line."""
    title: str
    """How the table calls it."""
    needs: Path | None = None
    """A pack that must exist, from the root of the repository."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    workload: str
    ours: Subject
    theirs: Subject
    sense: Sense
    must: float
    goal: float

    def figure(self, ratio: float) -> float:
        """Return the figure of the promise from our time divided by theirs."""
        return 1 / ratio if self.sense is Sense.FASTER else ratio

    def holds(self, ratio: float, bound: float) -> bool:
        """Return whether a ratio of times keeps a bound of this row."""
        figure = self.figure(ratio)
        return figure >= bound if self.sense is Sense.FASTER else figure <= bound


def engine(work: str, pack: Path, *arguments: str, title: str) -> Subject:
    """Return a workload of our engine."""
    return Subject("engine", (work, str(pack), *arguments), title, needs=pack)


def playouts(pack: Path, players: int, *arguments: str, title: str = "Solon") -> Subject:
    """Return random games of one pack."""
    return engine("playouts", pack, str(players), *arguments, title=title)


TIC_TAC_TOE = Path("examples") / "tic_tac_toe"
CONNECT_FOUR = Path("examples") / "connect_four"
LEVY = PACKS / "levy"
DIPLOMACY = PACKS / "diplomacy"
BIG_PACKS = tuple(Path("content") / name for name in ("atlantida", "era", "age"))

OUR_TIC_TAC_TOE = playouts(TIC_TAC_TOE, 2)
OUR_CONNECT_FOUR = playouts(CONNECT_FOUR, 2)
CATANATRON = Subject("catanatron", ("playouts",), "catanatron, 4 players")
CATANATRON_COPY = Subject("catanatron", ("copy",), "catanatron `copy`")


def _open_spiel(game: str, title: str) -> Subject:
    return Subject("open_spiel", (game,), title)


def _reference(game: str) -> Subject:
    return Subject("reference", (game,), "hand-written Python")


def _load(kind: str, title: str) -> Subject:
    return Subject("engine", ("load", kind), title)


def _big_pack_rows() -> list[Row]:
    rows = []
    for pack in BIG_PACKS:
        ours = playouts(pack, 4)
        rows.append(Row(f"{pack.name}, 4 players", ours, CATANATRON, Sense.AT_MOST, 2, 1))
    return rows


def _copy_rows() -> list[Row]:
    rows = []
    for pack, players in ((LEVY, 5), *((pack, 4) for pack in BIG_PACKS)):
        ours = engine("copy", pack, str(players), title="Solon, in mid-effect")
        title = f"copy of a state, {pack.name}"
        rows.append(Row(title, ours, CATANATRON_COPY, Sense.AT_MOST, 0.25, 0.1))
    return rows


def _suspension_rows() -> list[Row]:
    rows = []
    for choices in (4, 16):
        asked = engine("effects", DIPLOMACY, f"asked_{choices}", title="Solon, asked each time")
        through = engine("effects", DIPLOMACY, f"through_{choices}", title="never asked")
        title = f"effect with {choices} choices"
        rows.append(Row(title, asked, through, Sense.AT_MOST, 1.6, 1.25))
    return rows


def table() -> list[Row]:
    """Return every row, those of the promise first."""
    faster, at_most = Sense.FASTER, Sense.AT_MOST
    ttt, four = OUR_TIC_TAC_TOE, OUR_CONNECT_FOUR
    boardgame_io = Subject("boardgame.io", (), "boardgame.io")
    wrapped = Subject("pettingzoo", ("wrapped",), "PettingZoo wrapped")
    raw = Subject("pettingzoo", ("raw",), "PettingZoo raw")
    in_python = _open_spiel("python_tic_tac_toe", "OpenSpiel in Python")
    return [
        Row("tic-tac-toe", ttt, boardgame_io, faster, 10, 25),
        Row("tic-tac-toe", ttt, in_python, faster, 3, 10),
        Row("tic-tac-toe", ttt, wrapped, faster, 8, 20),
        Row("tic-tac-toe", ttt, _open_spiel("tic_tac_toe", "OpenSpiel C++"), at_most, 6, 2),
        Row("connect four", four, _open_spiel("connect_four", "OpenSpiel C++"), at_most, 6, 2),
        Row("tic-tac-toe", ttt, _reference("tic_tac_toe"), at_most, 3, 1),
        Row("connect four", four, _reference("connect_four"), at_most, 3, 1),
        Row("effect of Levy's size", playouts(LEVY, 5), _reference("levy"), at_most, 3, 1),
        *_big_pack_rows(),
        *_copy_rows(),
        *_suspension_rows(),
        Row(
            "cold load, 5,000 lines",
            _load("cold", "Solon, no cache"),
            _load("bare", "bare CSafeLoader"),
            at_most, 10, 5,
        ),
        Row(
            "warm load, compiled",
            _load("warm", "Solon, cached"),
            _load("ready", "Solon, no cache"),
            at_most, 0.2, 0.05,
        ),
        Row("tic-tac-toe", ttt, raw, faster, 2, 5),
        Row(
            "tic-tac-toe, logs on",
            ttt,
            playouts(TIC_TAC_TOE, 2, "no_log", title="Solon, logs off"),
            at_most, 2, 1.6,
        ),
    ]  # fmt: skip
