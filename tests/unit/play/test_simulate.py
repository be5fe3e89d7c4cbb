"""Simulation: each game by itself, faults and limits counted, rules counted, workers that die."""

import contextlib
import multiprocessing
import os
import shutil
import signal
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.diagnostics import RulesFault
from interpreter.engine.resuming import overlays_of
from interpreter.play import simulate
from interpreter.play.failures import PackChangedError, WorkerDiedError
from interpreter.play.runs import RunPlan
from interpreter.play.simulate import play_game, results


def plan_of(pack: Pack, *, counts_rules: bool = False, **parts: object) -> RunPlan:
    given = {"bots": ("random", "first"), "seed": 3, "limit": 1000, "options": {}, **parts}
    overlays = overlays_of(pack)
    return RunPlan(
        pack.id, pack.version, pack.hash, overlays, 2, counts_rules=counts_rules, **given
    )  # type: ignore[arg-type] # parts of any type


def test_a_game_depends_on_its_number_alone(orchard: Pack) -> None:
    plan = plan_of(orchard)
    forward = [play_game(orchard, plan, number) for number in range(6)]
    backward = [play_game(orchard, plan, number) for number in reversed(range(6))]
    assert forward == backward[::-1]
    assert len({result.trace for result in forward}) > 1


def test_a_process_of_its_own_plays_the_same_games(orchard: Pack) -> None:
    plan = plan_of(orchard)
    here = list(results(orchard, plan, range(8), 1))
    there = sorted(results(orchard, plan, range(8), 2), key=lambda result: result.number)
    assert here == there


def test_no_process_plays_another_pack(orchard: Pack, tmp_path: Path) -> None:
    shutil.copytree(orchard.folder, tmp_path / "orchard")
    pack = load_pack(tmp_path / "orchard")
    manifest = tmp_path / "orchard" / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("title: ", "title: Another "))
    with pytest.raises(PackChangedError, match="has changed since the run began"):
        list(results(pack, plan_of(pack), range(8), 2))


def test_options_reach_the_games(orchard: Pack) -> None:
    one = play_game(orchard, plan_of(orchard), 0)
    three = play_game(orchard, plan_of(orchard, options={"rounds": 3}), 0)
    assert three.answers > 2 * one.answers


def test_a_game_at_the_limit_is_unfinished(orchard: Pack) -> None:
    result = play_game(orchard, plan_of(orchard, limit=3), 0)
    assert (result.ended_by, result.answers, result.scores) == ("unfinished", 3, ())


def test_rules_and_steps_are_counted(orchard: Pack) -> None:
    """Two rounds for two players: four times each rule of a round; steps as often as they begin."""
    plan = plan_of(orchard, options={"rounds": 2}, counts_rules=True)
    counts = play_game(orchard, plan, 0).rules
    assert counts["whole_round"] == counts["pick"] == counts["share"] == counts["sort"] == 4
    assert counts["deal"] == counts["step dealing"] == 2
    assert counts["dials"] == counts["step secrets"] == counts["step count"] == 2
    assert counts["step shuffling"] == 1
    assert set(counts) <= set(simulate.rule_counter(orchard, plan).names)


def test_a_rule_that_another_ends_in_is_counted(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "id: toy\ntitle: Toy\nversion: 1.0.0\nlanguage: 1\nplayers: {least: 2, most: 2}\n"
        "licence: CC0-1.0\ncredits: [nobody]\ndoc: A toy.\n"
    )
    (tmp_path / "game.yaml").write_text(
        "globals: {table: {left: {type: number}}}\n"
        "rules:\n"
        "  turn:\n"
        "    effect: |\n"
        '      choose one of "What?":\n'
        '          "draw": take\n'
        '          "both": take\n'
        "  take:\n"
        "    effect: |\n"
        "      choose left from 1 to 2\n"
        "      set table.left to left\n"
        "flow: [{step: turns, each: players, do: turn}]\n"
        "score: 0\n"
        "bounds: {answers: 4}\n"
    )
    counts = play_game(
        load_pack(tmp_path), plan_of(load_pack(tmp_path), counts_rules=True), 0
    ).rules
    assert counts["turn"] == counts["take"] == 2


def test_counting_changes_no_game(orchard: Pack) -> None:
    counted = play_game(orchard, plan_of(orchard, counts_rules=True), 5)
    assert counted.trace == play_game(orchard, plan_of(orchard), 5).trace


def toy(folder: Path, game: str) -> Pack:
    """Return a pack for two players of one file."""
    (folder / "pack.yaml").write_text(
        "id: toy\ntitle: Toy\nversion: 1.0.0\nlanguage: 1\nplayers: {least: 2, most: 2}\n"
        "licence: CC0-1.0\ncredits: [nobody]\ndoc: A toy.\n"
    )
    (folder / "game.yaml").write_text(game)
    return load_pack(folder)


TOOLS = """
kinds:
  player: {plural: players, fields: {tools: {type: set of tool}, used: {type: number}}}
  tool: {plural: tools}
tools:
  lever:
    title: Lever
    modifies:
      player.strength: {when: self in player.tools, add: 2}
      player.used_up: {at least: 1}
  rope:
    title: Rope
    modifies: {player.strength: {when: self in player.tools, multiply: 2}}
globals: {table: {left: {type: number, start: 4}}}
values:
  strength: {of: player, type: number, base: 1}
  used_up: {of: player, type: number, base: 0}
rules:
  turn:
    effect: |
      subtract 1 from table.left
      take
  take:
    effect: |
      may choose tool from tools where tool not in me.tools "Take", otherwise: leave rule
      include tool in me.tools
      pull
  pull:
    effect: add me.strength + me.used_up to me.used
flow: [{step: turns, round and round: players, while: table.left > 0, do: turn}]
ranking: [{highest: player.used}]
score: player.used
evaluation: player.strength
"""


def test_modifiers_count_where_they_take_effect(tmp_path: Path) -> None:
    """Each takes the lever, then the rope; strength is read after each."""
    pack = toy(tmp_path, TOOLS)
    plan = plan_of(pack, bots=("first", "first"), counts_rules=True)
    result = play_game(pack, plan, 0)
    # 1 + 2 with the lever, (1 + 2) x 2 with both, and 1 more each time.
    assert result.scores == (3 + 1 + 6 + 1,) * 2
    assert result.rules == {
        "turn": 4,
        "take": 4,
        "pull": 4,
        "step turns": result.rules["step turns"],
        "Lever modifies strength": 4,
        "Lever modifies used_up": 4,
        "Rope modifies strength": 2,
    }
    assert set(simulate.rule_counter(pack, plan).names) == set(result.rules)


def test_what_a_bot_only_imagines_is_not_counted(tmp_path: Path) -> None:
    """The lever makes 3 of 1, the rope 2, so greedy bots try both and take the lever."""
    pack = toy(tmp_path, TOOLS.replace("start: 4", "start: 2"))
    counts = play_game(pack, plan_of(pack, bots=("greedy",) * 2, counts_rules=True), 0).rules
    assert (counts["take"], counts["pull"], counts["Lever modifies strength"]) == (2, 2, 2)
    assert "Rope modifies strength" not in counts


def test_a_fault_is_a_result(tmp_path: Path) -> None:
    pack = toy(
        tmp_path,
        "globals: {table: {left: {type: number, start: 2}}}\n"
        "rules:\n"
        "  turn:\n"
        "    effect: |\n"
        "      choose number_of from 1 to 2\n"
        "      set table.left to 6 / (table.left - number_of) rounded down\n"
        "flow: [{step: turns, round and round: players, while: table.left > 0, do: turn}]\n",
    )
    result = play_game(pack, plan_of(pack, bots=("first", "first")), 0)
    # 2 - 1 is 1, so 6; 6 - 1 is 5, so 1; 1 - 1 is 0.
    assert (result.ended_by, result.answers) == ("fault", 2)
    assert "game.yaml:6:7: F709: " in result.fault


def test_a_fault_names_the_rule_that_another_ends_in(tmp_path: Path) -> None:
    pack = toy(
        tmp_path,
        "globals: {table: {left: {type: number, start: 1}}}\n"
        "rules:\n"
        "  turn:\n"
        "    effect: take\n"
        "  take:\n"
        "    effect: |\n"
        "      set table.left to 6 / (table.left - 1) rounded down\n"
        "      choose number_of from 1 to 2\n"
        "      set table.left to number_of\n"
        "flow: [{step: turns, each: players, do: turn}]\n",
    )
    with pytest.raises(RulesFault) as broken:
        Game(pack, seed=1)
    assert [title for title, _ in broken.value.chain][-2:] == ["turn", "take"]


def are_gone(pids: set[int]) -> bool:
    """Say whether no process has one of some numbers."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 0)
            return False
    return True


def test_a_process_that_is_killed_is_noticed(orchard: Pack) -> None:
    """The games it had are named; nothing waits for ever."""
    running = results(orchard, plan_of(orchard), range(1_000_000), 2)
    next(running)
    pids = {process.pid or 0 for process in multiprocessing.active_children()}
    os.kill(min(pids), signal.SIGKILL)
    with pytest.raises(WorkerDiedError, match="out of memory") as died:
        for _ in running:
            pass
    assert died.value.numbers
    assert are_gone(pids)


def test_closing_ends_all_processes(orchard: Pack) -> None:
    running = results(orchard, plan_of(orchard), range(1_000_000), 2)
    next(running)
    pids = {process.pid or 0 for process in multiprocessing.active_children()}
    assert len(pids) == 2
    running.close()
    assert are_gone(pids)
