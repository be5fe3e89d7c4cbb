"""The command as a whole: exit codes, streams, colours, and each command on real packs."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from interpreter import Game, load_pack
from interpreter.cli.command import COMMANDS
from interpreter.resources import shipped_packs
from tests.acceptance.conftest import REPOSITORY, SOLON, Run, environment

EXAMPLES = REPOSITORY / "examples"
CLASSICS = ("tic_tac_toe", "connect_four", "kuhn_poker", "goofspiel", "starter")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Return a copy of tic-tac-toe with a name that nobody declares."""
    folder = tmp_path / "broken"
    shutil.copytree(EXAMPLES / "tic_tac_toe", folder)
    game = folder / "game.yaml"
    game.write_text(game.read_text().replace("set cell.mark to me", "set cell.mrak to me"))
    return folder


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    """Return a copy of tic-tac-toe with a scenario that expects the wrong winner."""
    folder = tmp_path / "failing"
    shutil.copytree(EXAMPLES / "tic_tac_toe", folder)
    file = folder / "scenarios" / "lines.yaml"
    text = file.read_text()
    file.write_text(text.replace("- victor is player_1", "- victor is player_2", 1))
    return folder


# ---- check -------------------------------------------------------------------------------------


def test_good_packs_are_found_by_id_and_by_path(solon: Run) -> None:
    checked = solon("check", *CLASSICS, str(EXAMPLES / "tic_tac_toe"))
    assert checked.returncode == 0
    assert checked.stdout.startswith("nothing found in ")
    assert checked.stderr == ""


def test_a_mistake_is_underlined_in_its_file(solon: Run, broken: Path) -> None:
    checked = solon("check", "broken")
    assert checked.returncode == 1
    assert "broken/game.yaml:" in checked.stdout
    assert "mrak" in checked.stdout
    assert "^^^^" in checked.stdout
    assert "mark" in checked.stdout.split("help:")[1]
    assert checked.stdout.splitlines()[-1].startswith("1 error in 4 files")
    assert checked.stderr == ""


def test_all_forms_have_the_same_findings_and_code(solon: Run, broken: Path) -> None:
    text, data = solon("check", "broken"), solon("check", "broken", "--format", "json")
    assert text.returncode == data.returncode == 1
    (found,) = json.loads(data.stdout)["diagnostics"]
    assert found["place"]["text"] == "mrak"
    assert f"game.yaml:{found['place']['line']}:{found['place']['column']}" in text.stdout
    assert solon("check", "broken", "--quiet").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "nowhere"), "nowhere"),
        (("check", "tic_tac_to"), "did you mean tic_tac_toe"),
        (("check",), "PACK"),
        (("chek", "tic_tac_toe"), "chek"),
        (("check", "tic_tac_toe", "--format", "xml"), "xml"),
        (("explain", "E999"), "E999"),
        (("explain", "tic_tac_toe", "take_trun"), "did you mean take_turn"),
        (("explain", "tic_tac_toe", "--code", "--players", "0"), "this pack is for 2 players"),
        (("explain", "tic_tac_toe", "in_line", "--of", "cell_1_1"), "by --at SAVE"),
        (("explain", "tic_tac_toe", "in_line", "--as", "player_1"), "by --at SAVE"),
        (("explain", "tic_tac_toe", "in_line", "--at", "nowhere.json"), "nowhere.json"),
        (("test", "tic_tac_toe", "--only", "nothing"), "nothing"),
        (("replay", "nowhere.json"), "nowhere.json"),
    ],
)
def test_mistakes_of_usage(solon: Run, arguments: tuple[str, ...], words: str) -> None:
    run = solon(*arguments)
    assert run.returncode == 2
    assert words in run.stderr
    assert run.stdout == ""


def test_a_folder_without_a_pack_is_no_success(solon: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    checked = solon("check", "empty")
    assert checked.returncode == 2
    assert "pack.yaml" in checked.stdout


def test_a_pack_with_mistakes_is_not_played(solon: Run, broken: Path) -> None:
    for name in ("play", "test", "simulate", "show"):
        run = solon(name, "broken")
        assert run.returncode == 1
        assert "mrak" in run.stderr
        assert run.stdout == ""


# ---- test --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [name for name in CLASSICS if name != "connect_four"])
def test_the_scenarios_of_the_classics_pass(solon: Run, pack: str) -> None:
    tested = solon("test", pack)
    assert tested.returncode == 0, tested.stdout
    assert "0 failed" in tested.stdout


def test_a_scenario_that_fails_shows_expected_got_and_log(solon: Run, failing: Path) -> None:
    tested = solon("test", "failing")
    assert tested.returncode == 1
    assert "FAILED  tic_tac_toe: three_across_win" in tested.stdout
    assert "expected: victor is player_2" in tested.stdout
    assert "log:" in tested.stdout
    assert tested.stdout.splitlines()[-1].endswith("1 failed")
    only = solon("test", "failing", "--only", "*down*")
    assert only.returncode == 0
    data = json.loads(solon("test", "failing", "--format", "json").stdout)
    assert [s["scenario"] for s in data["scenarios"] if not s["passed"]] == ["three_across_win"]


# ---- streams, colours, failures ----------------------------------------------------------------


def test_colours_only_where_they_are_wanted(solon: Run, broken: Path) -> None:
    assert "\x1b" not in solon("check", "broken").stdout
    assert "\x1b" in solon("check", "broken", FORCE_COLOR="1").stdout
    assert "\x1b" not in solon("check", "broken", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b" not in solon("check", "broken", "--format", "json", FORCE_COLOR="1").stdout


def test_findings_are_the_same_in_every_process(process: Run, broken: Path) -> None:
    first, second = (process("check", "broken", PYTHONHASHSEED=seed) for seed in ("0", "42"))
    assert first.returncode == 1
    assert first == second


def test_output_is_utf8_and_what_a_stream_cannot_hold_is_escaped(process: Run) -> None:
    assert process("new", "mine", "--title", "Æther → ✓").returncode == 0
    assert "Æther → ✓" in process("show", "mine", LC_ALL="C", LANG="C").stdout
    shown = process("show", "mine", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert "\\u2192" in shown.stdout


def test_nobody_reads_on(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*SOLON, "show", "connect_four"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert errors == b""


def test_a_full_disk_is_no_fault_of_ours(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [*SOLON, "show", "tic_tac_toe"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(),
            text=True,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr == "error: No space left on device\n"


def test_a_fault_of_our_own_is_called_one(solon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("interpreter.cli.check.check_pack", fail)
    run = solon("check", "tic_tac_toe")
    assert run.returncode == 3
    assert "fault of Solon" in run.stderr
    assert "Traceback" not in run.stderr
    debugged = solon("--debug", "check", "tic_tac_toe")
    assert debugged.returncode == 3
    assert "Traceback" in debugged.stderr


def test_an_interruption_has_a_code_of_its_own(solon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.cli.check.check_pack", interrupt)
    run = solon("check", "tic_tac_toe")
    assert run.returncode == 130
    assert run.stderr == "interrupted\n"


def test_rules_that_break_in_play_have_a_code_of_their_own(solon: Run, tmp_path: Path) -> None:
    assert solon("new", "mine").returncode == 0
    game = tmp_path / "mine" / "game.yaml"
    endless = "repeat while heap.pebbles > 0: add 1 to heap.pebbles"
    text = game.read_text().replace("subtract amount from heap.pebbles", endless)
    game.write_text(text)
    assert solon("check", "mine").returncode == 0
    played = solon("play", "mine", "--seats", "first,first")
    assert played.returncode == 4
    assert "take_pebbles" in played.stderr
    assert "Traceback" not in played.stderr
    run = solon("simulate", "mine", "-n", "2", "-j", "1")
    assert run.returncode == 4
    assert "the rules broke in 2 games" in run.stdout


# ---- the rest ----------------------------------------------------------------------------------


def test_a_new_pack_checks_clean_passes_its_test_and_plays(solon: Run, tmp_path: Path) -> None:
    made = solon("new", "my-game")
    assert made.returncode == 0
    assert "id: my_game" in (tmp_path / "my-game" / "pack.yaml").read_text()
    assert solon("check", "my-game", "--strict").returncode == 0
    assert solon("test", "my-game").returncode == 0
    # 12 pebbles: 3 and 1 (the first bot takes one) four times, but the fourth 3 are the last three.
    played = solon("play", "my-game", "--seats", "human,first", keys="3\n3\n3\n")
    assert played.returncode == 0
    assert "Traceback" not in played.stderr
    for path in (tmp_path / "my-game").rglob("*.yaml"):
        first = path.read_text().splitlines()[0]
        assert (path.parent / first.partition("$schema=")[2]).is_file()
    assert solon("new", "my-game").returncode == 2


def test_what_to_do_next_is_told_as_a_shell_reads_it(solon: Run) -> None:
    made = solon("new", "my game")
    commands = [shlex.split(line) for line in made.stderr.splitlines()[1:]]
    assert commands == [["solon", verb, "my game"] for verb in ("check", "test", "play")]
    assert solon("check", "my game").returncode == 0


def test_a_name_that_is_no_id_is_refused(solon: Run, tmp_path: Path) -> None:
    assert solon("new", "1").returncode == 2
    assert solon("new", "fine", "--id", "Not Fine").returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_explain_shows_a_definition_its_effect_and_its_code(solon: Run) -> None:
    told = solon("explain", "tic_tac_toe", "take_turn")
    assert "set cell.mark to me" in told.stdout
    assert "examples/tic_tac_toe/game.yaml:" in told.stdout
    assert "in English:" in told.stdout
    assert "Where does your mark go?" in told.stdout.split("in English:")[1]
    code = solon("explain", "tic_tac_toe", "take_turn", "--code")
    assert code.returncode == 0
    assert "def " in code.stdout
    compile(solon("explain", "tic_tac_toe", "--code").stdout, "code", "exec")
    assert "written twice" in solon("explain", "E110").stdout
    assert solon("explain", "e110").returncode == 0


def test_explain_tells_a_value_of_a_saved_game(solon: Run, tmp_path: Path) -> None:
    game = Game(load_pack("tic_tac_toe"))
    for cell in (4, 0, 5, 1, 3):  # X has the middle row
        game.answer(cell)
    game.save(tmp_path / "won.json")
    asked = ("explain", "tic_tac_toe", "cell.in_line", "--at", "won.json")
    for who, shown in (("player_1", "yes"), ("player_2", "no")):
        told = solon(*asked, "--of", "cell_2_2", "--of", who)
        assert told.returncode == 0
        head, base = told.stdout.splitlines()
        assert head == f"in_line of cell_2_2 and {who}: {shown}"
        assert base.startswith(f"    {shown}  its base: any start in cells, way in ways where")
    for more, words in (
        ((), "it is of a cell and a player, and what is given is nothing"),
        (("--of", "cell_2_2", "--of", "player_3"), "player_3 is no player"),
        (("--of", "cell_2_2", "--of", "player_1", "--as", "player_3"), "no seat of this game"),
        (("--code",), "--at is for one value"),
    ):
        refused = solon(*asked, *more)
        assert refused.returncode == 2
        assert words in refused.stderr
    assert solon("explain", "kuhn_poker", "score", "--at", "won.json").returncode == 1


def test_explain_with_the_eyes_of_a_seat_keeps_secrets(solon: Run, tmp_path: Path) -> None:
    Game(load_pack("atlantida"), players=2, seed=1).save(tmp_path / "new.json")
    asked = ("explain", "atlantida", "stores", "--at", "new.json", "--of", "player_1")
    own, everyone = solon(*asked, "--as", "player_1"), solon(*asked)
    assert own.returncode == 0
    assert own.stdout == everyone.stdout
    for eyes in ("player_2", "spectator"):
        other = solon(*asked, "--as", eyes)
        assert (other.returncode, other.stdout) == (2, "")
        assert "it depends on player.gold, which is not seen from there" in other.stderr


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("cell.in_line", "value in_line"),
        ("mark", "kind cell"),
        ("cell.mark", "kind cell"),
        ("cell.rising", "kind cell"),
        ("rising", "word list way"),
    ],
)
def test_what_something_has_is_found_with_its_owner(solon: Run, name: str, head: str) -> None:
    for verb in ("explain", "show"):
        found = solon(verb, "tic_tac_toe", name)
        assert found.returncode == 0
        assert head in found.stdout.splitlines()
    wrong = solon("explain", "tic_tac_toe", "cell.marks")
    assert wrong.returncode == 2
    assert "did you mean cell.mark?" in wrong.stderr


def test_show_lists_what_is_declared_and_its_sources(solon: Run) -> None:
    shown = solon("show", "tic_tac_toe").stdout
    assert "Tic-tac-toe (tic_tac_toe 1.0.0)" in shown
    assert "rule (1): take_turn" in shown
    one = solon("show", "tic_tac_toe", "victor").stdout
    assert "type: player or nothing" in one
    assert solon("show", "tic_tac_toe", "cell_1_2").returncode == 0
    assert "source known: " in solon("show", "tic_tac_toe", "--sources").stdout


def test_the_schema_of_a_pack_knows_its_kinds(solon: Run) -> None:
    schema = json.loads(solon("schema", "tic_tac_toe").stdout)
    assert "cells" in schema["properties"]


def test_help_and_version(solon: Run) -> None:
    assert solon("--version").stdout.startswith("solon ")
    for name in ("", *COMMANDS):
        shown = solon(*([name] if name else []), "--help")
        assert shown.returncode == 0
        assert "Usage: " in shown.stdout


def test_every_shipped_pack_is_named(solon: Run) -> None:
    assert all(name in solon("check", "nowhere").stderr for name in shipped_packs())
