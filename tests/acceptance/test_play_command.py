"""`solon play` as a person meets it: typed lines in, a game out."""

import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.acceptance.conftest import REPOSITORY, SOLON, Finished, Run, environment

# The bot takes the first free cell: 1_1, then 1_3; the middle column is the person's.
WINNING = "2_2\n1_2\n3_2\n"
AGAINST_FIRST = ("play", "tic_tac_toe", "--seats", "human,first", "--seed", "1")


def told(played: Finished) -> str:
    """Return what the person read, after making sure that nothing broke."""
    assert "Traceback" not in played.stderr
    return played.stdout


def command_told(played: Finished) -> list[str]:
    """Return the arguments of the command with which the game can be gone on with."""
    (command,) = re.findall(r"saved; go on with: solon (.*)", told(played))
    return shlex.split(command)


def test_a_person_wins_by_typing_parts_of_names(solon: Run) -> None:
    played = solon(*AGAINST_FIRST, keys=WINNING)
    assert "The game is over: player_1 wins." in told(played)
    assert played.returncode == 0


def test_the_numbers_of_the_list_do_the_same(solon: Run) -> None:
    # Of nine cells the middle one is the 5th; of the seven left without it and 1_1 the cell 1_2 is
    # the first; of the five left then (2_1, 2_3, 3_1, 3_2, 3_3) the cell 3_2 is the 4th.
    played = solon(*AGAINST_FIRST, keys="5\n1\n4\n")
    assert "The game is over: player_1 wins." in told(played)


def test_what_is_no_option_changes_nothing(solon: Run) -> None:
    played = solon(*AGAINST_FIRST, keys=f"77\ncell\nharbour\n{WINNING}")
    assert "there is no 77 in the list" in told(played)
    assert "`cell` could be" in told(played)
    assert "no option has `harbour` in it" in told(played)
    assert "player_1 wins" in told(played)


def test_help_look_log_and_why(solon: Run) -> None:
    played = solon(*AGAINST_FIRST, keys="help\nlook\n2_2\nlog\nwhy cell_1_1\n1_2\n3_2\n")
    assert "why TEXT" in told(played)
    assert "player_1 wins" in told(played)


def test_an_answer_can_be_taken_back_until_another_has_answered(solon: Run) -> None:
    two = ("play", "tic_tac_toe", "--seats", "human,human")
    first = solon(*two, keys="\nundo\n")
    assert "nothing has been answered" in told(first)


def test_the_end_of_the_input_keeps_the_game(solon: Run, tmp_path: Path) -> None:
    played = solon(*AGAINST_FIRST, keys="2_2\n1_2\n")
    assert played.returncode == 0
    assert json.loads((tmp_path / "tic_tac_toe-1.save.json").read_text(encoding="utf-8"))
    again = command_told(played)
    assert again == [
        *("play", "tic_tac_toe", "--seats", "human,first"),
        *("--load", "tic_tac_toe-1.save.json"),
    ]
    resumed = solon(*again, keys="3_2\n")
    assert "The game is over: player_1 wins." in told(resumed)


def test_names_are_told_as_a_shell_reads_them(solon: Run, tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "examples" / "tic_tac_toe", tmp_path / "my game's")
    played = solon("play", "my game's", keys="save 'a b.json'\n")
    again = command_told(played)
    # Who sits as a new game has it is not told.
    assert again == ["play", "my game's", "--load", "a b.json"]
    assert solon(*again, keys="1\nquit\nn\n").returncode == 0


def test_a_save_may_lie_at_home(solon: Run, tmp_path: Path) -> None:
    played = solon(*AGAINST_FIRST, keys="save ~/mine.json\nquit\n", HOME=str(tmp_path))
    assert command_told(played)[-1] == str(tmp_path / "mine.json")
    assert (tmp_path / "mine.json").is_file()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_that_is_closed_keeps_the_game(tmp_path: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*SOLON, *AGAINST_FIRST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("2_2\n")
    process.stdin.flush()
    assert any("2_2.mark is now player_1" in line for line in process.stdout)
    process.send_signal(number)
    _, err = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in err
    save = json.loads((tmp_path / "tic_tac_toe-1.save.json").read_text(encoding="utf-8"))
    assert save["answers"][0][2] == "cell_2_2"


def test_a_terminal_that_goes_away_keeps_the_game(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*SOLON, *AGAINST_FIRST],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        env=environment(TERM="dumb"),
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    while b"player_1> " not in seen:
        seen += os.read(ours, 4096)  # an error when the game has ended without asking
    # Nothing can be written any more, and the input has come to its end.
    os.close(ours)
    process.wait()
    assert (tmp_path / "tic_tac_toe-1.save.json").is_file()


def test_a_table_with_too_many_seats_is_refused(solon: Run) -> None:
    solon(*AGAINST_FIRST, keys="save a\nquit\n")
    for source in ((), ("--load", "a")):
        played = solon("play", "tic_tac_toe", *source, "--seats", "human,first,first")
        assert played.returncode == 2


def test_quitting_offers_to_save(solon: Run, tmp_path: Path) -> None:
    assert solon(*AGAINST_FIRST, keys="2_2\nquit\nn\n").returncode == 0
    assert list(tmp_path.iterdir()) == []
    played = solon(*AGAINST_FIRST, keys="2_2\nquit\nmine.json\n")
    assert "saved" in told(played)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.json"]


def test_a_file_is_not_written_over_without_a_word(solon: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("poems")
    played = solon(*AGAINST_FIRST, keys="save mine.txt\nn\nquit\nn\n")
    assert "mine.txt exists" in told(played)
    assert (tmp_path / "mine.txt").read_text() == "poems"


def test_a_seed_is_a_game(solon: Run) -> None:
    arguments = ("play", "tic_tac_toe", "--seats", "random,random", "--log", "--seed")
    first, again, other = (solon(*arguments, seed) for seed in ("0", "0", "1"))
    assert told(first) == told(again) != told(other)
    assert "seed 0" in first.stderr


def test_bots_play_on_after_a_load_as_they_would_have(solon: Run) -> None:
    whole = solon("play", "tic_tac_toe", "--seats", "human,random", "--seed", "3", keys="2_2\n")
    moves = set(re.findall(r"cell_\d_\d", told(whole)))
    assert moves
    saved = solon("play", "tic_tac_toe", "--seats", "human,random", "--seed", "3", keys="save a\n")
    assert "saved" in told(saved)
    later = solon("play", "tic_tac_toe", "--load", "a", "--seats", "human,random", keys="2_2\n")
    last = [line for line in told(whole).splitlines() if "cell" in line][-12:]
    assert last == [line for line in told(later).splitlines() if "cell" in line][-12:]


def test_two_people_do_not_see_each_others_secrets(solon: Run) -> None:
    """Between two people at one screen nothing of the one before stays in sight."""
    played = solon("play", "kuhn_poker", "--seats", "human,human", "--seed", "5", keys="\n1\n\n")
    pages = told(played).split("\n" * 40)
    assert len(pages) == 3  # before the first, the first, the second
    assert "player_1, it is for you" in pages[1]
    assert "player_2, it is for you" in pages[2]
    cards = [set(re.findall(r"jack|queen|king", page)) for page in pages[1:]]
    assert all(len(seen) == 1 for seen in cards)
    assert cards[0] != cards[1]


def test_a_game_that_is_too_long_is_stopped(solon: Run) -> None:
    played = solon("play", "tic_tac_toe", "--seats", "random,random", "--limit", "3")
    assert "not over after 3 answers" in told(played)
    assert played.returncode == 1
    played = solon(*AGAINST_FIRST, "--limit", "2", keys="2_2\n")
    assert "not over after 2 answers" in told(played)
    assert command_told(played)[:2] == ["play", "tic_tac_toe"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seats", "human,genius"),
        ("--seats", "random,random,random"),
        ("--players", "5"),
        ("--seed", "-1"),
        ("--seed", "1.0"),
        ("--seed", "yes"),
        ("--set", "moon=full"),
        ("--set", "moon"),
        ("--load", "nowhere.json"),
        ("--limit", "0"),
    ],
)
def test_what_does_not_fit_is_a_mistake_of_usage(solon: Run, arguments: tuple[str, ...]) -> None:
    played = solon("play", "tic_tac_toe", *arguments)
    assert played.returncode == 2
    assert "Traceback" not in played.stderr
    assert played.stderr


def test_a_save_that_is_none_is_refused(solon: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "b.json").write_bytes(b"\xff\x00")
    for name in ("a.json", "b.json"):
        played = solon("play", "tic_tac_toe", "--load", name)
        assert played.returncode == 1
        assert re.search(r"S8\d\d", played.stderr)
        assert "Traceback" not in played.stderr


def test_a_truncated_save_and_one_of_another_pack_are_refused(solon: Run, tmp_path: Path) -> None:
    told(solon(*AGAINST_FIRST, keys="2_2\nsave a.json\n"))
    whole = (tmp_path / "a.json").read_bytes()
    (tmp_path / "half.json").write_bytes(whole[: len(whole) // 2])
    for pack, name in (("tic_tac_toe", "half.json"), ("goofspiel", "a.json")):
        played = solon("play", pack, "--load", name)
        assert played.returncode == 1
        assert re.search(r"S8\d\d", played.stderr)
        assert "Traceback" not in played.stderr
    assert (tmp_path / "a.json").read_bytes() == whole
