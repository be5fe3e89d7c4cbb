"""`solon simulate`: the same results for any number of processes, interrupted and resumed."""

import json
import signal
import subprocess
from pathlib import Path
from time import sleep

import pytest

from tests.acceptance.conftest import SOLON, Run, environment

SOME = ("simulate", "tic_tac_toe", "-n", "60", "--seed", "5")


def test_the_number_of_processes_does_not_show(process: Run, tmp_path: Path) -> None:
    one = process(*SOME, "--jobs", "1", "--out", "one.jsonl", "--format", "json")
    three = process(*SOME, "--jobs", "3", "--out", "three.jsonl", "--format", "json")
    assert one.returncode == three.returncode == 0
    assert one.stdout == three.stdout
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "three.jsonl").read_bytes()


def test_a_summary_adds_up(solon: Run, tmp_path: Path) -> None:
    run = solon(*SOME, "--jobs", "1", "--out", "run.jsonl", "--format", "json")
    summary = json.loads(run.stdout)["summary"]
    games = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()[1:]]
    assert [game["game"] for game in games] == list(range(60))
    assert len({game["seed"] for game in games}) == 60
    assert summary["games"] == summary["finished"] == 60
    for seat in (0, 1):
        alone = sum(game["winners"] == [seat] for game in games)
        assert summary["seats"][seat]["wins"]["count"] == alone
        mean = sum(game["scores"][seat] for game in games) / 60
        assert summary["seats"][seat]["score"]["mean"] == pytest.approx(mean)
    assert summary["answers"]["least"] >= 5  # nobody has three marks before the fifth
    assert summary["answers"]["most"] <= 9


def test_seeds_differ_and_nought_is_one(solon: Run) -> None:
    run = ("simulate", "tic_tac_toe", "-n", "20", "-j", "1", "--format", "json", "--seed")
    nought, again, one = (solon(*run, seed).stdout for seed in ("0", "0", "1"))
    assert nought == again
    assert json.loads(nought)["summary"] != json.loads(one)["summary"]


def test_one_game_of_a_run_can_be_played_alone(solon: Run, tmp_path: Path) -> None:
    solon(*SOME, "--jobs", "1", "--out", "run.jsonl")
    line = (tmp_path / "run.jsonl").read_text().splitlines()[1 + 37]
    assert solon(*SOME, "--only", "37").stdout == line + "\n"


def test_one_of_anything_is_no_plural(solon: Run) -> None:
    out = solon("simulate", "tic_tac_toe", "-n", "1", "--players", "2", "-j", "1").stdout
    assert out.startswith("tic_tac_toe 1.0.0, 2 players, seed 0: 1 game\nanswers a game: always ")
    stopped = solon("simulate", "tic_tac_toe", "-n", "1", "--limit", "1", "-j", "1")
    assert "figures below: 1 game\n" in stopped.stdout
    assert "1 decision in " in stopped.stderr
    refused = solon("simulate", "tic_tac_toe", "--players", "3")
    assert "this pack is for 2 players" in refused.stderr


def test_one_game_alone_goes_to_a_file_of_its_run(solon: Run, tmp_path: Path) -> None:
    solon(*SOME, "-j", "1", "--out", "whole.jsonl")
    whole = (tmp_path / "whole.jsonl").read_text().splitlines()
    alone = solon(*SOME, "--only", "37", "--out", "one.jsonl")
    assert alone.returncode == 0
    assert alone.stdout == whole[1 + 37] + "\n"
    assert (tmp_path / "one.jsonl").read_text().splitlines() == [whole[0], whole[1 + 37]]
    assert "the same" in solon("replay", "one.jsonl", "--game", "37").stdout
    solon(*SOME, "-j", "1", "--resume", "one.jsonl")
    assert (tmp_path / "one.jsonl").read_text().splitlines() == whole


def test_one_game_alone_writes_over_nothing(solon: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    refused = solon(*SOME, "--only", "37", "--out", "mine")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "mine exists already" in refused.stderr
    assert (tmp_path / "mine").read_text() == "mine"


def test_one_game_alone_resumes_no_run(solon: Run, tmp_path: Path) -> None:
    solon(*SOME, "-j", "1", "--out", "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    refused = solon(*SOME, "--only", "37", "--resume", "run.jsonl")
    assert refused.returncode == 2
    assert "--only plays one game" in refused.stderr
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_a_run_is_resumed_as_if_nothing_had_happened(solon: Run, tmp_path: Path) -> None:
    solon(*SOME, "-j", "1", "--out", "whole.jsonl")
    whole = (tmp_path / "whole.jsonl").read_bytes()
    for cut in (len(whole) // 2, whole.index(b"\n") + 1):
        (tmp_path / "part.jsonl").write_bytes(whole[:cut])
        resumed = solon(*SOME, "-j", "1", "--resume", "part.jsonl", "--format", "json")
        assert resumed.returncode == 0
        assert (tmp_path / "part.jsonl").read_bytes() == whole
        assert json.loads(resumed.stdout)["summary"]["games"] == 60


def test_a_file_knows_what_was_run(solon: Run, tmp_path: Path) -> None:
    told = ("--bots", "first,random", "--limit", "7", "--seed", "3", "--coverage")
    begun = ("simulate", "tic_tac_toe", "-j", "1")
    solon(*begun, "-n", "9", *told, "--out", "whole.jsonl")
    whole = (tmp_path / "whole.jsonl").read_bytes()
    (tmp_path / "part.jsonl").write_bytes(whole[: len(whole) // 2])
    resumed = solon(*begun, "--resume", "part.jsonl")
    assert resumed.returncode == 0
    assert "9 games" in resumed.stdout
    assert (tmp_path / "part.jsonl").read_bytes() == whole
    # more of them is the file of the longer run; what is given again may be said again
    solon(*begun, "-n", "12", *told, "--out", "longer.jsonl")
    assert solon(*begun, "-n", "12", "--seed", "3", "--resume", "part.jsonl").returncode == 0
    longer = (tmp_path / "longer.jsonl").read_bytes()
    assert (tmp_path / "part.jsonl").read_bytes() == longer


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (("--seed", "0"), "it has seed 3, not 0"),
        (("--bots", "random"), "it has bots ('first', 'random'), not ('random', 'random')"),
        (("--limit", "8"), "it has limit 7, not 8"),
        (("--coverage",), "it has counts rules False, not True"),
        (("-n", "8"), "say -n 9 or more, not 8"),
    ],
)
def test_what_is_given_must_be_as_it_was(
    solon: Run, tmp_path: Path, wrong: tuple[str, ...], words: str
) -> None:
    begun = ("simulate", "tic_tac_toe", "-j", "1")
    told = ("--bots", "first,random", "--limit", "7", "--seed", "3")
    solon(*begun, "-n", "9", *told, "--out", "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    refused = solon(*begun, *wrong, "--resume", "run.jsonl")
    assert refused.returncode == 2
    assert words in refused.stderr
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_another_run_is_not_resumed(solon: Run, tmp_path: Path) -> None:
    solon(*SOME, "-j", "1", "--out", "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    other = solon("simulate", "tic_tac_toe", "-n", "60", "--seed", "6", "--resume", "run.jsonl")
    assert other.returncode == 2
    assert "it has seed 5, not 6" in other.stderr
    assert (tmp_path / "run.jsonl").read_bytes() == before
    assert solon(*SOME, "--out", "run.jsonl").returncode == 2
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_a_run_is_not_cut_when_fewer_games_are_wanted(solon: Run, tmp_path: Path) -> None:
    solon(*SOME, "-j", "1", "--out", "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    fewer = solon("simulate", "tic_tac_toe", "-n", "59", "--seed", "5", "--resume", "run.jsonl")
    assert fewer.returncode == 2
    assert "say -n 60 or more, not 59" in fewer.stderr
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_ctrl_c_tells_what_is_done_and_the_run_goes_on_later(tmp_path: Path) -> None:
    run = ("simulate", "connect_four", "--seed", "2", "-j", "2")
    process = subprocess.Popen(
        [*SOLON, *run, "-n", "1000000", "--out", "run.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
        text=True,
    )
    path = tmp_path / "run.jsonl"
    while not path.exists() or path.read_bytes().count(b"\n") < 20:
        assert process.poll() is None
        sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted after" in err
    assert "of 1000000 games" in err
    assert "Traceback" not in err
    assert "answers a game" in out
    games = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert f"interrupted after {len(games)} of" in err
    # one process may have been ahead of the other, so the numbers need not be the first ones
    wanted = max(game["game"] for game in games) + 5
    resumed = subprocess.run(
        [*SOLON, *run, "-n", str(wanted), "--resume", "run.jsonl"],
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        text=True,
        check=True,
    )
    assert f"{wanted} games" in resumed.stdout
    assert path.read_bytes().count(b"\n") == wanted + 1


def test_rules_are_counted(solon: Run) -> None:
    run = solon("simulate", "tic_tac_toe", "-n", "10", "-j", "1", "--coverage", "--format", "json")
    data = json.loads(run.stdout)["summary"]
    taken = dict(data["rules"])["take_turn"]
    # A full board has a last cell that nobody is asked about.
    assert taken >= data["answers"]["mean"] * 10 - 1e-9


def test_rules_of_runs_are_added_up(solon: Run) -> None:
    """Tic-tac-toe always marks five to nine cells; of the same game in two files one counts."""
    runs = {
        "one": ("-n", "6", "--seed", "1"),
        "again": ("-n", "4", "--seed", "1"),
        "other": ("-n", "5", "--seed", "2", "--bots", "greedy,random"),
    }
    for name, parts in runs.items():
        run = solon("simulate", "tic_tac_toe", *parts, "-j", "1", "--coverage", "--out", name)
        assert run.returncode == 0
        assert run.stdout.endswith("never carried out: none\n")
    counts = []
    for files in (("one",), ("again",), ("other",), tuple(runs)):
        run = solon("coverage", *files, "--format", "json")
        assert run.returncode == 0
        counts.append(dict(json.loads(run.stdout)["rules"]))
    one, again, other, together = (rules["take_turn"] for rules in counts)
    assert again < one
    assert 25 <= other <= 45
    assert together == one + other
    text = solon("coverage", *runs).stdout
    assert text.startswith("tic_tac_toe 1.0.0: 11 games of 2 runs\n")
    assert "  5 games: 2 players (greedy, random), seed 2\n" in text


def test_what_no_run_carried_out_is_named(solon: Run) -> None:
    """The game of the first answers is stopped before anybody has answered twice."""
    run = ("simulate", "kuhn_poker", "-n", "1", "-j", "1", "--limit", "1", "--coverage")
    stopped = solon(*run, "--out", "run")
    assert stopped.stdout.endswith("never carried out (2)\n  showdown\n  step showdown\n")
    assert solon("coverage", "run").stdout.endswith(
        "never carried out (2)\n  showdown\n  step showdown\n"
    )


def test_coverage_of_a_variant(solon: Run) -> None:
    """The variant is found by the file, and what it adds is counted."""
    run = ("simulate", "age", "--variant", "solo", "-n", "1", "-j", "1", "--coverage")
    played = solon(*run, "--out", "run")
    added = solon("coverage", "run")
    assert added.returncode == 0, added.stderr
    assert "  step judgement\n" in added.stdout
    assert added.stdout.splitlines()[-1] == played.stdout.splitlines()[-1]


def test_coverage_wants_counted_runs_of_one_pack(solon: Run, tmp_path: Path) -> None:
    solon("simulate", "tic_tac_toe", "-n", "1", "--out", "uncounted")
    solon("simulate", "tic_tac_toe", "-n", "1", "--coverage", "--out", "counted")
    solon("simulate", "kuhn_poker", "-n", "1", "--coverage", "--out", "poker")
    (tmp_path / "text").write_text("no run")
    wrong = {
        ("uncounted",): "uncounted: in this run no rules were counted; play it with --coverage",
        ("counted", "poker"): "poker is a run of kuhn_poker 1.0.0, counted one of tic_tac_toe",
        ("counted", "--pack", "kuhn_poker"): "is not the one of these runs: tic_tac_toe 1.0.0 then",
        ("counted", "text"): "text is not a run file",
        (): "Missing argument",
    }
    for arguments, message in wrong.items():
        run = solon("coverage", *arguments)
        assert run.returncode == 2
        assert message in run.stderr
        assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "arguments",
    [("-n", "0"), ("--bots", "human"), ("--seed", "-1"), ("--resume", "nowhere.jsonl")],
)
def test_what_does_not_fit_is_a_mistake_of_usage(solon: Run, arguments: tuple[str, ...]) -> None:
    run = solon("simulate", "tic_tac_toe", *arguments)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("seed", ["-1", "1.0", "yes", "1e3", "18446744073709551616"])
def test_what_is_no_seed_is_a_mistake_of_usage(solon: Run, seed: str) -> None:  # DR-08
    refused = solon("simulate", "kuhn_poker", "-n", "2", "--seed", seed)
    assert refused.returncode == 2
    assert "Invalid value for '--seed'" in refused.stderr


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (("--bots", "human"), "'human' is none of random, first, greedy"),
        (("--players", "2", "--bots", "random,random,random"), "3 seats for 2 players"),
    ],
)
def test_who_cannot_sit_is_refused_by_the_option_that_named_him(
    solon: Run, told: tuple[str, ...], said: str
) -> None:
    refused = solon("simulate", "tic_tac_toe", "-n", "1", *told)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert "--bots" in refused.stderr
