"""`solon replay`: the same game again, with the eyes of one seat, at any moment."""

import json
import shutil
from pathlib import Path

import pytest

from tests.acceptance.conftest import REPOSITORY, Run

CARDS = ("jack", "queen", "king")


@pytest.fixture
def save(solon: Run, tmp_path: Path) -> Path:
    """Return a saved game of Kuhn poker in which the first has passed and the second has bet."""
    played = solon(
        *("play", "kuhn_poker", "--seats", "human,human", "--seed", "3"),
        keys="\npass\n\nbet\n\nsave game.json\nquit\n",
    )
    assert played.returncode == 0
    path = tmp_path / "game.json"
    assert path.is_file()
    return path


def test_a_saved_game_is_played_again(solon: Run, save: Path) -> None:
    answers = len(json.loads(save.read_text())["answers"])
    again = solon("replay", "game.json", "--log")
    assert again.returncode == 0
    assert f"{answers} answers played again" in again.stdout
    assert again.stdout.count("\n") > 3
    assert again.stderr == ""


@pytest.mark.parametrize("at", ["0", "1"])
def test_a_seat_sees_then_what_it_saw_then(solon: Run, save: Path, at: str) -> None:
    everything = solon("replay", "game.json", "--at", at, "--log").stdout
    seen = [card for card in CARDS if card in everything]
    assert len(seen) == 2
    own = {}
    for seat in ("player_1", "player_2"):
        view = solon("replay", "game.json", "--at", at, "--as", seat, "--log").stdout
        (own[seat],) = [card for card in CARDS if card in view]
    assert own["player_1"] != own["player_2"]
    watched = solon("replay", "game.json", "--at", at, "--as", "spectator", "--log").stdout
    assert not any(card in watched for card in CARDS)


@pytest.mark.parametrize("seat", ["player_3", "player_0", "me"])
def test_there_is_no_such_seat(solon: Run, save: Path, seat: str) -> None:
    again = solon("replay", "game.json", "--as", seat)
    assert again.returncode == 2
    assert "is no seat of this game" in again.stderr


def test_a_pack_that_changed_says_where_it_departs(solon: Run, save: Path, tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "examples" / "kuhn_poker", tmp_path / "mine")
    game = tmp_path / "mine" / "game.yaml"
    game.write_text(game.read_text().replace('"pass":', '"fold":'))
    refused = solon("play", "mine", "--load", "game.json")
    assert refused.returncode == 1
    assert "S806" in refused.stderr
    again = solon("replay", "game.json", "--pack", "mine")
    assert again.returncode == 1
    assert "the pack has changed since" in again.stdout
    assert "departs at answer 1, in betting" in again.stdout
    assert "recorded: player_1 answers `pass`" in again.stdout
    assert "asked:    player_1 is asked 'Pass or bet?': fold or bet" in again.stdout


def test_a_game_of_a_run_is_played_again(solon: Run, tmp_path: Path) -> None:
    assert solon("simulate", "kuhn_poker", "-n", "5", "-j", "1", "--out", "run").returncode == 0
    again = solon("replay", "run", "--game", "3")
    assert again.returncode == 0
    assert again.stdout.endswith("played again: the same\n")
    assert solon("replay", "run").returncode == 2
    assert solon("replay", "run", "--game", "5").returncode == 2
    lines = (tmp_path / "run").read_text().splitlines()
    lines[4] = lines[4].replace('"answers":', '"answers":1')
    (tmp_path / "run").write_text("\n".join(lines) + "\n")
    departed = solon("replay", "run", "--game", "3")
    assert departed.returncode == 1
    assert "played again it departs" in departed.stdout


def test_what_is_no_save_is_refused(solon: Run, tmp_path: Path) -> None:
    for content in (b"", b"{}", b"\xff\xfe", b'{"format": "solon save"'):
        (tmp_path / "a").write_bytes(content)
        again = solon("replay", "a")
        assert again.returncode == 1
        assert "S805" in again.stderr
        assert "Traceback" not in again.stderr
