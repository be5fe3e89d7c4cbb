"""Run files: what is written can be read, resumed, and is refused when it is something else."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.engine.saves import SavedOverlay
from interpreter.play.failures import RunFileError
from interpreter.play.results import GameResult
from interpreter.play.runs import (
    RunPlan,
    difference,
    open_run,
    read_run,
    reopen_run,
)

BOTS = ("random", "first")
OVERLAYS = (SavedOverlay("fog", "2.0", "mods/fog"),)
PLAN = RunPlan("toy", "1.0.0", "abc", OVERLAYS, 2, {"long": True}, BOTS, 0, 100, False)


def result(number: int) -> GameResult:
    return GameResult(
        number, number + 50, "win", 9, (1, Fraction(1, 2)), (1, 2), (0,), f"{number:x}"
    )


def write(path: Path, order: list[int], games: int) -> None:
    writer = open_run(path, PLAN, iter(range(games)))
    for number in order:
        writer.add(result(number))
    writer.close()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write(path, [0, 1, 2], 3)
    plan, results = read_run(path)
    assert plan == PLAN
    assert results == [result(0), result(1), result(2)]


def test_the_order_of_finishing_does_not_show(tmp_path: Path) -> None:
    write(tmp_path / "a", [0, 1, 2, 3], 4)
    write(tmp_path / "b", [2, 0, 3, 1], 4)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_interrupted_run_keeps_what_was_ahead_and_ends_as_a_whole_one(tmp_path: Path) -> None:
    write(tmp_path / "whole", [0, 1, 2, 3], 4)
    path = tmp_path / "part"
    write(path, [0, 3], 4)
    plan, results = read_run(path)
    assert [found.number for found in results] == [0, 3]
    writer = reopen_run(path, plan, results, iter(range(4)))
    writer.add(result(2))
    writer.add(result(1))
    writer.close()
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["part", "whole"]


def test_half_a_line_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write(path, [0, 1], 2)
    path.write_bytes(path.read_bytes()[:-5])
    assert [found.number for found in read_run(path)[1]] == [0]


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("mine")
    with pytest.raises(RunFileError, match="exists"):
        open_run(path, PLAN, iter(()))
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"hello\n", "1: this line is not JSON"),
        (b"[1]\n", "1: this line is not an object"),
        (b"{}\n", "not a run file of this version"),
        (b'{"solon_run": 1}\n', "not a run file of this version"),
        (PLAN.to_json().replace('"mods/fog"', "3").encode() + b"\n", "does not say what was run"),
        (b'{"solon_run": 2}\n', "does not say what was run"),
        (b"\xff\n", "UTF-8"),
        (PLAN.to_json().encode() + b'\n{"game": 1}\n', "2: this line is not a game"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(content)
    with pytest.raises(RunFileError, match=words):
        read_run(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="No such file"):
        read_run(tmp_path / "run.jsonl")


def test_plans_differ_in_words() -> None:
    other = replace(PLAN, players=3, seed=7)
    assert difference(PLAN, PLAN) is None
    assert difference(PLAN, other) == "players 3, not 2, seed 7, not 0"
    assert difference(PLAN, replace(PLAN, overlays=())) == "overlays [], not ['fog 2.0']"


def test_where_an_overlay_lies_makes_no_other_run() -> None:
    moved = replace(PLAN, overlays=(OVERLAYS[0]._replace(path="elsewhere/fog"),))
    assert difference(PLAN, moved) is None
