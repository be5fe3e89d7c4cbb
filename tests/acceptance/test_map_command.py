"""`solon show --map`: the board of a game in a file, for whose eyes it may be."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from interpreter import Game, load_pack
from interpreter.engine.chance import Stream
from tests.acceptance.conftest import REPOSITORY, Run
from tests.packs import WHOLE_PACKS, short_name

SVG = "{http://www.w3.org/2000/svg}"
LANDS = ["Quarry", "City Ruins", "Mine", "Forest"]
WITH_BOARD = [
    folder
    for folder in WHOLE_PACKS
    if any(
        text.startswith("board:") or "\nboard:" in text
        for text in (path.read_text(encoding="utf-8") for path in folder.glob("*.yaml"))
    )
]


def read(file: Path) -> tuple[list[str], ET.Element]:
    """Return all that is written in an SVG file, and its root."""
    root = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - our own
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text")], root


def test_boards_are_drawn_somewhere() -> None:
    assert {folder.name for folder in WITH_BOARD} >= {
        "atlantida", "era", "tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel",
    }  # fmt: skip


@pytest.mark.parametrize("folder", WITH_BOARD, ids=short_name)
def test_every_board_can_be_drawn(solon: Run, folder: Path, tmp_path: Path) -> None:
    for players in range(load_pack(folder).players[0], load_pack(folder).players[1] + 1):
        ran = solon("show", str(folder), "--map", "board.svg", "--players", str(players))
        assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
        written, _ = read(tmp_path / "board.svg")
        assert len(written) > 1


def test_the_start_of_atlantida(solon: Run, tmp_path: Path) -> None:
    ran = solon("show", "atlantida", "--map", "board.svg", "--players", "3", "--seed", "7")
    assert ran.returncode == 0, ran.stderr
    written, root = read(tmp_path / "board.svg")
    # section 2.4: three prairies and two of each other land lie on the island
    # and the names of the five in the legend, which comes last
    lands = [text for text in written if text in ("Prairie", *LANDS)]
    assert sorted(lands[:-5]) == sorted(["Prairie"] * 3 + LANDS * 2)
    # nineteen hexes and the main region, and a sample of each land in the legend
    polygons = root.iter(f"{SVG}polygon")
    hexagons = [one for one in polygons if len(one.attrib["points"].split()) == 6]
    assert len(hexagons) == 20 + 5
    assert "City of player 3" in written
    assert "City of player 4" not in written
    assert "counterclockwise" not in written
    assert sum(text.startswith("Hand: ? gold") for text in written) == 3


def test_the_start_of_the_age_of_atlantis(solon: Run, tmp_path: Path) -> None:
    ran = solon("show", "age", "--map", "board.svg", "--players", "4", "--seed", "3")
    assert ran.returncode == 0, ran.stderr
    written, root = read(tmp_path / "board.svg")
    corners = [len(one.attrib["points"].split()) for one in root.iter(f"{SVG}polygon")]
    # stand-in 5.1: eight territories with nine spaces outside the wall and two in the city
    assert corners.count(8) == 8 * 2 + 8 + 1  # and the names of the eight, and the statue
    assert corners.count(4) == 8 * 9 + 8  # and the borders of the eight
    for name in (
        "North",
        "Northeast",
        "East",
        "Southeast",
        "South",
        "Southwest",
        "West",
        "Northwest",
    ):
        assert written.count(name) == 1
    # Player Setup: 8 of each resource, no Political Power, 5 Favor, four workers in the reserve
    assert [written.count(f"8 {stuff}") for stuff in ("wood", "ore", "fish")] == [4, 4, 4]
    assert [text for text in written if text.startswith("player ")] == [
        f"player {number}: 0 VP, 5 Favor" for number in (1, 2, 3, 4)
    ]
    houses = [text for text in written if text.startswith("House ")]
    assert sorted(houses) == ["House Altes", "House Biston", "House Creon", "House Diaprepes"]
    assert written.count("Not yet created: 4") == 4


def test_a_save_is_drawn_for_a_seat(solon: Run, tmp_path: Path) -> None:
    game = Game(load_pack(REPOSITORY / "examples" / "kuhn_poker"), 2, 3)
    game.answer("bet")
    game.save(tmp_path / "game.json")
    hand = game.view(1).data["player"]["player_2"]["hand"]
    for eyes, seen in (("player_2", hand), ("spectator", [])):
        ran = solon("show", "kuhn_poker", "--at", "game.json", "--as", eyes, "--map", "board.svg")
        assert ran.returncode == 0, ran.stderr
        written, _ = read(tmp_path / "board.svg")
        assert [text for text in written if text in ("jack", "queen", "king")] == seen
        # the pot: two chips, and the one that was bet
        assert "3" in written


@pytest.mark.parametrize(("eyes", "others"), [("player_1", 2), ("spectator", 3)])
def test_agents_that_lie_face_down_are_drawn_as_such(
    solon: Run, tmp_path: Path, eyes: str, others: int
) -> None:
    # the save says that it is played with a variant
    game = Game(load_pack("era", variants=["hidden_agents"]), 3, 2)
    while game.view(None).phase != "rounds" and game.view(None).phase != "turns":
        game.answer(game.decision.options[0])
    game.save(tmp_path / "game.json")
    ran = solon("show", "era", "--at", "game.json", "--as", eyes, "--map", "board.svg")
    assert ran.returncode == 0, ran.stderr
    written, _ = read(tmp_path / "board.svg")
    # of each other player the three agents of value 0 lie on the map, and he has two cards
    assert written.count("?") == others * (3 + 2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--map", "a.svg", "--players", "9"], "this pack is for 2 players"),
        (["--map", "a.svg", "--as", "player_3"], "'player_3' is no seat of this game"),
        (["--map", "a.svg", "--set", "x=1"], "the pack has no options"),
        (["--map", "a.svg", "cell"], "--map draws the board, and shows nothing else"),
        (["--players", "2"], "belong to --map"),
        (["--map", "no/such/folder/a.svg"], "cannot be written"),
        (["--map", "a.svg", "--at", "none.json"], "does not exist"),
    ],
)
def test_what_does_not_fit_is_said(solon: Run, arguments: list[str], said: str) -> None:
    ran = solon("show", "tic_tac_toe", *arguments)
    assert ran.returncode == 2
    assert said in " ".join(ran.stderr.split())


def test_a_pack_without_a_board_says_so(solon: Run) -> None:
    ran = solon("show", "starter", "--map", "a.svg")
    assert ran.returncode == 2
    assert "does not say how its board is drawn" in " ".join(ran.stderr.split())


def test_an_overlay_changes_a_drawing_like_anything_else(solon: Run, tmp_path: Path) -> None:
    mod = tmp_path / "mod"
    mod.mkdir()
    (mod / "pack.yaml").write_text(
        "id: my_look\ntitle: My look\nversion: 1.0.0\nextends: {tic_tac_toe: 1.x}\n"
        "change: {board: {cells: {layers: {squares: {shape: circle}}}},"
        " palettes: {player: {player_1: red}}}\n"
        "insert: {board: {cells: {layers: {squares: {after: [{draw: dot, at: cell_1_1,"
        " label: here}]}}}}}\n",
        encoding="utf-8",
    )
    ran = solon("show", str(mod), "--map", "board.svg")
    assert ran.returncode == 0, ran.stderr
    written, root = read(tmp_path / "board.svg")
    assert "here" in written
    assert len(list(root.iter(f"{SVG}ellipse"))) == 9
    broken = (mod / "pack.yaml").read_text(encoding="utf-8").replace("cell_1_1", "cell_9_9")
    (mod / "pack.yaml").write_text(broken, encoding="utf-8")
    ran = solon("check", str(mod))
    assert ran.returncode == 1
    column = broken.splitlines()[5].index("cell_9_9") + 1
    assert f"pack.yaml:6:{column}: error[E501]: `cell_9_9` is not known here" in ran.stdout


def test_hexes_that_sank_are_drawn_as_sea(solon: Run, tmp_path: Path) -> None:
    game = Game(load_pack("atlantida"), 2, 4, {"advanced": True})
    stream = Stream(4, "boards")

    def sunk() -> int:
        return sum(one["sunk"] == "yes" for one in game.view(None).data["hex"].values())

    while not game.over and not sunk():
        options = game.decision.options
        game.answer(options[stream.below(len(options))])
    assert sunk()
    game.save(tmp_path / "game.json")
    ran = solon("show", "atlantida", "--at", "game.json", "--map", "board.svg")
    assert ran.returncode == 0, ran.stderr
    written, _ = read(tmp_path / "board.svg")
    assert written.count("sunken") == sunk()
    assert "Sunken hex" in written
