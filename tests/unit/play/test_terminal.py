"""The terminal game: lines in, answers out, and nothing of another's secrets in between."""

import io
from pathlib import Path

import pytest

from interpreter import Game, Pack
from interpreter.play.bots import make_bot
from interpreter.play.console import Console
from interpreter.play.terminal import Left, TerminalGame


class Table:
    """A terminal game with the lines that its people type."""

    def __init__(self, pack: Pack, seats: str, *lines: str, seed: int = 1) -> None:
        self.game = Game(pack, players=2, seed=seed)
        self.out = io.StringIO()
        self._lines = iter(lines)
        players = [
            None if name == "human" else make_bot(name, seed, seat)
            for seat, name in enumerate(seats.split(","))
        ]
        console = Console(self._read, self.out)
        self.terminal = TerminalGame(
            self.game, players, console, name=pack.id, command="go on", limit=500
        )

    def _read(self, prompt: str) -> str:
        self.out.write(prompt)
        for line in self._lines:
            if line == "<Ctrl-C>":
                raise KeyboardInterrupt
            return line
        raise EOFError

    @property
    def text(self) -> str:
        return self.out.getvalue()


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("pick", ["apple quince", "quince, apple", "1 quince", "Apple quin"])
def test_a_set_is_typed_on_one_line_in_any_order(orchard: Pack, pick: str) -> None:
    table = Table(orchard, "human,random", pick)
    table.terminal.run()
    assert "table.liked is now apple, quince" in table.text


@pytest.mark.parametrize(
    ("split", "loads"),
    [
        ("2 1 0 0", (2, 1, 0, 0)),
        ("2 1", (2, 1, 0, 0)),
        ("0 0 3", (0, 0, 3, 0)),
        ("0 0 1 2", (0, 0, 1, 2)),
        ("3", (3, 0, 0, 0)),
    ],
)
def test_a_division_is_typed_on_one_line(orchard: Pack, split: str, loads: tuple[int, ...]) -> None:
    table = Table(orchard, "human,random", "1 2", split)
    table.terminal.run()
    for tree, load in zip(("apple", "pear", "plum", "quince"), loads, strict=True):
        assert f"{tree}.load is now {load}" in table.text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 2", "there is no 2 in the list"),
        ("2 1 0 0 1", "wanted are the first 2 of these 5 answers alone"),
        ("3 0 1 0", "wanted is the first of these 4 answers alone"),
        ("0 harbour", "no option has `harbour` in it"),
    ],
)
def test_a_line_that_fails_half_way_changes_nothing(orchard: Pack, line: str, words: str) -> None:
    table = Table(orchard, "human,random", "1 2", line)
    table.terminal.run()
    assert words in table.text
    assert "load is now" not in table.text


@pytest.mark.parametrize(
    ("line", "order"), [("2 1", "quince, apple"), ("apple qui", "apple, quince")]
)
def test_an_order_is_typed_on_one_line(orchard: Pack, line: str, order: str) -> None:
    table = Table(orchard, "human,random", "apple quince", "3", line)
    table.terminal.run()
    assert f"table.order is now {order}" in table.text


def test_steps_can_be_taken_one_by_one_and_back(orchard: Pack) -> None:
    table = Table(orchard, "human,random", "apple", "undo", "pear", "undo", "undo", "plum")
    table.terminal.run()
    assert "nothing can be undone" in table.text
    assert "table.liked is now plum, quince" in table.text


def test_a_value_is_told_as_far_as_the_seat_sees(orchard: Pack) -> None:
    typed = ("value harvest of me", "value harvest, player_2", "value harvst", "value")
    table = Table(orchard, "human,random", *typed)
    table.terminal.run()
    (card,) = table.game.copy().view(0).data["player"]["player_1"]["hand"]
    worth = card.removeprefix("card_")
    assert f"harvest of player_1: {worth}\n    {worth}  its base: sum of card.worth" in table.text
    assert "player_2 cannot" not in table.text
    assert "player_1 cannot be told `harvest`: it depends on player.hand" in table.text
    assert "there is no value `harvst`; did you mean harvest?" in table.text
    assert table.game.version == 0


def test_why_speaks_of_things_that_are_not_offered(orchard: Pack) -> None:
    table = Table(orchard, "human,random", "why Quince", "why apple", "why turnip")
    table.terminal.run()
    assert "it is among the options" in table.text
    assert len(table.text.split("player_1> ")) == 5


@pytest.mark.parametrize("count", ["0", "9" * 5000])
def test_the_log_is_of_a_number_of_events(orchard: Pack, count: str) -> None:
    table = Table(orchard, "human,first", f"log {count}", "quit")
    table.terminal.run()
    assert "no option" in table.text or "there is no" in table.text


def test_a_command_can_be_an_option_too(orchard: Pack) -> None:
    table = Table(orchard, "human,random", "1 2", "3", "1 2", "=rest", "2")
    assert table.terminal.run() is Left.OVER


def test_secrets_of_one_are_not_on_the_page_of_another(orchard: Pack) -> None:
    lines = ("", "1 2", "3", "1 2", "rest", "", "1 2", "3", "1 2", "rest", "", "3", "", "0")
    for seed in range(4):
        table = Table(orchard, "human,human", *lines, seed=seed)
        assert table.terminal.run() is Left.OVER
        hands = [
            table.game.view(seat).data["player"][f"player_{seat + 1}"]["hand"] for seat in (0, 1)
        ]
        pages = table.text.split("\n" * 50)
        assert len(pages) == 6
        for page, own, other in zip(pages[1:5], (0, 1, 0, 1), (1, 0, 1, 0), strict=True):
            assert hands[own][0] in page
            assert hands[other][0] not in page
        assert not any(hand[0] in pages[5] for hand in hands)
        assert "player_1.dial is now 3" not in pages[4].split("dial?")[0]


def test_ctrl_c_and_the_end_of_input_keep_the_game(orchard: Pack, tmp_path: Path) -> None:
    stopped = Table(orchard, "human,random", "1 2", "<Ctrl-C>")
    with pytest.raises(KeyboardInterrupt):
        stopped.terminal.run()
    ended = Table(orchard, "human,random", "1 2", "3")
    assert ended.terminal.run() is Left.QUIT
    names = ["orchard-1-2.save.json", "orchard-1.save.json"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert Game.load(tmp_path / names[1], orchard).hash == stopped.game.hash
    assert Game.load(tmp_path / names[0], orchard).hash == ended.game.hash


def test_a_saved_game_is_not_saved_again(orchard: Pack, tmp_path: Path) -> None:
    table = Table(orchard, "human,random", "1 2", "save mine", "quit")
    assert table.terminal.run() is Left.QUIT
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_save_that_cannot_be_written_loses_nothing(orchard: Pack, tmp_path: Path) -> None:
    table = Table(orchard, "human,random", "1 2", "save nowhere/mine", "3")
    table.terminal.run()
    assert "not saved to nowhere/mine" in table.text
    assert "apple.load is now 3" in table.text
