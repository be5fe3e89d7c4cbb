"""`solon replay`: the same game again, with the eyes of one seat, at any moment."""

import json
import re
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
    assert "error[S817]: game.json names `pass`, which kuhn_poker 1.0.0" in refused.stderr
    assert "at answer 1, in betting, player_1 answers `pass`" in refused.stderr
    assert "`--as-saved`" in refused.stderr
    again = solon("replay", "game.json", "--pack", "mine")
    assert again.returncode == 1
    assert "the pack has changed since: kuhn_poker 1.0.0 (" in again.stdout
    assert "departs at answer 1, in betting" in again.stdout
    assert "recorded: player_1 answers `pass` to 'Pass or bet?' of `pass_or_bet`" in again.stdout
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


def test_another_version_of_a_pack_is_named(solon: Run, save: Path) -> None:
    save.write_text(
        save.read_text().replace('"1.0.0"', '"0.9"').replace('"hash": "', '"hash": "0', 1)
    )
    again = solon("replay", "game.json")
    assert "the pack has changed since: kuhn_poker 0.9 (0" in again.stdout
    assert " then, kuhn_poker 1.0.0 (" in again.stdout
    assert again.returncode == 0


def test_what_is_for_the_other_sort_of_file_is_a_mistake_of_usage(solon: Run, save: Path) -> None:
    solon("simulate", "kuhn_poker", "-n", "2", "-j", "1", "--out", "run")
    for more in (("--at", "1"), ("--as", "player_1"), ("--log",)):
        again = solon("replay", "run", "--game", "1", *more)
        assert again.returncode == 2
        assert "are for a save" in again.stderr
    again = solon("replay", "game.json", "--game", "0")
    assert again.returncode == 2
    assert "--game is for a run" in again.stderr


def test_a_game_of_a_run_can_be_watched(solon: Run) -> None:
    """As the refusal of --log says: the same bots and the seed of the game play it again."""
    solon("simulate", "kuhn_poker", "-n", "3", "-j", "1", "--out", "run")
    game = json.loads(solon("replay", "run", "--game", "2").stdout.splitlines()[0])
    watched = solon(
        *("play", "kuhn_poker", "--seats", "random,random", "--seed", str(game["seed"]), "--log")
    )
    scores = dict(re.findall(r"(player_\d): (-?\d+)", watched.stdout.split("is over:")[1]))
    assert [int(scores[seat]) for seat in ("player_1", "player_2")] == game["scores"]


def test_what_is_no_save_is_refused(solon: Run, tmp_path: Path) -> None:
    for content in (b"", b"{}", b"\xff\xfe", b'{"format": "solon save"'):
        (tmp_path / "a").write_bytes(content)
        again = solon("replay", "a")
        assert again.returncode == 1
        assert "S805" in again.stderr
        assert "Traceback" not in again.stderr
