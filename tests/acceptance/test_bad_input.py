"""What a hostile or clumsy author gives: a clear message, the right exit code, and nothing lost."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, load_pack
from tests.acceptance.conftest import Run, environment

MANIFEST = """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
doc: A toy.
"""
PLAYER = """\
  player:
    plural: players
    fields: {note: {type: number}}
    resources: {coins: {start: 3, least: 0}}
"""


def toy(
    folder: Path, effect: str, *, kinds: str = "", blocks: str = "", end: str = "score: player.note"
) -> Path:
    """Write a pack whose game is one rule, and return its folder."""
    pack = folder / "toy"
    pack.mkdir()
    (pack / "pack.yaml").write_text(MANIFEST)
    lines = "\n".join(f"      {line}" for line in effect.splitlines())
    (pack / "game.yaml").write_text(
        f"kinds:\n{PLAYER}{kinds}{blocks}rules:\n  go_on:\n    effect: |\n{lines}\n"
        f"flow:\n  - step: one\n    do: go_on\n{end}\n"
    )
    return pack


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "blocks", "effect", "scores"),
    [
        (
            "  a: {plural: aa, fixed: {b_c: number}}\n  a_b: {plural: ab, fixed: {c: number}}\n",
            "aa: {x: {b_c: 5}}\nab: {z: {c: 7}}\n",
            "set player_1.note to x.b_c\nset player_2.note to z.c",
            (5, 7),
        ),
        (
            "  a: {plural: aa, links: {b_c: a}}\n  a_b: {plural: ab, links: {c: a_b}}\n",
            "aa: {x: {b_c: [x]}}\nab: {z: {}}\n",
            "set player_1.note to size(x.b_c)\nset player_2.note to size(z.c)",
            (1, 0),
        ),
        (
            (
                "  a:\n    plural: aa\n    slots: {b_c: {type: number}}\n"
                "  a_b:\n    plural: ab\n    slots: {c: {type: number}}\n"
            ),
            "aa: {x: {b_c: 5}}\nab: {z: {c: 7}}\n",
            "set player_1.note to x.b_c\nset player_2.note to z.c",
            (5, 7),
        ),
        (
            (
                "  a: {plural: aa}\n"
                "  supply:\n    plural: ss\n    fields: {units: {type: number, start: 3}}\n"
            ),
            "pieces:\n  units: {of: player, in: a, supply: 12}\naa: {x: {}}\nss: {z: {}}\n",
            "set player_1.note to z.units\nset player_2.note to units.supply[player_1]",
            (3, 12),
        ),
        (
            (
                "  a: {plural: aa}\n"
                "  pieces:\n    plural: pp\n    fields: {units: {type: number, start: 3}}\n"
            ),
            "pieces:\n  units: {of: player, in: a, supply: 12}\naa: {x: {}}\npp: {z: {}}\n",
            (
                "place 5 units of player_1 in x\n"
                "set player_1.note to z.units\nset player_2.note to x.units[player_1]"
            ),
            (3, 5),
        ),
        (
            (
                "  a:\n    plural: aa\n    made: {most: 5}\n"
                "  made:\n    plural: mm\n    fields: {a: {type: number, start: 3}}\n"
            ),
            "mm: {z: {}}\n",
            "create a\nset player_1.note to z.a\nset player_2.note to size(aa)",
            (3, 1),
        ),
        (
            "  chance:\n    plural: cc\n    fields: {coin: {type: number, start: 3}}\n",
            "dice: {coin: 1}\ncc: {z: {}}\n",
            "roll coin as face\nset player_1.note to z.coin\nset player_2.note to face",
            (3, 1),
        ),
    ],
    ids=["fixed", "links", "slots", "supply", "pieces", "made", "chance"],
)
def test_names_that_are_joined_alike_are_told_apart(
    tmp_path: Path, kinds: str, blocks: str, effect: str, scores: tuple[int, ...]
) -> None:
    outcome = Game(load_pack(toy(tmp_path, effect, kinds=kinds, blocks=blocks))).outcome
    assert outcome is not None
    assert outcome.scores == scores


@pytest.mark.parametrize("group", ["player", "a"])
def test_a_group_is_not_called_like_a_kind(solon: Run, tmp_path: Path, group: str) -> None:
    kinds = "  a: {plural: aa}\n"
    blocks = f"aa: {{x: {{}}}}\nglobals:\n  {group}:\n    more: {{type: number}}\n"
    toy(tmp_path, f"set {group}.more to 1", kinds=kinds, blocks=blocks)
    run = solon("check", "toy")
    assert run.returncode == 1
    assert f"error[E321]: `{group}` is declared twice" in run.stdout


# ---- files ---------------------------------------------------------------------------------------


def test_an_empty_manifest_is_an_error(solon: Run, tmp_path: Path) -> None:
    toy(tmp_path, "nothing")
    (tmp_path / "toy" / "pack.yaml").write_text("# later\n")
    run = solon("check", "toy")
    assert run.returncode == 1
    assert "toy/pack.yaml:1:1: error[E337]" in run.stdout
    assert "W122" not in run.stdout


# ---- rules that break in play --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "blocks", "place"),
    [
        ("score: 1 / player.note rounded down", "", "game.yaml:13:8"),
        ("ranking:\n  - highest: 1 / player.note rounded down", "", "game.yaml:14:14"),
        (
            "score: 0",
            "globals:\n  game:\n    half: {type: number, start: 1 / 0 rounded down}\n",
            "game.yaml:8:33",
        ),
    ],
    ids=["score", "ranking", "start"],
)
def test_what_is_reckoned_around_the_game_can_break_like_a_rule(
    solon: Run, tmp_path: Path, end: str, blocks: str, place: str
) -> None:
    toy(tmp_path, "nothing", blocks=blocks, end=end)
    for command in (("simulate", "toy", "-n", "1"), ("play", "toy", "--seats", "random,random")):
        run = solon(*command)
        assert run.returncode == 4, run.stderr
        assert "error[F709]: a division by zero" in run.stderr
        assert place in run.stderr


# ---- what is typed -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["--3", "9" * 5000, "²", "-"])
def test_an_option_of_any_form_is_a_mistake_of_usage(solon: Run, value: str) -> None:
    run = solon("simulate", "tic_tac_toe", "-n", "1", "--set", f"size={value}")
    assert run.returncode == 2
    assert "the pack has no options" in run.stderr


@pytest.mark.parametrize("name", ["no/such/folder/x.json", "a\0b", "x" * 5000])
def test_a_game_is_not_left_when_it_cannot_be_saved(solon: Run, tmp_path: Path, name: str) -> None:
    keys = f"1\nsave {name}\nquit\n{name}\nlog\nquit\nkept.json\n"
    run = solon("play", "tic_tac_toe", "--seed", "1", keys=keys)
    assert run.returncode == 0
    assert run.stdout.count("not saved to") == 2
    assert (tmp_path / "kept.json").exists()


def test_a_game_is_not_left_when_another_file_is_in_the_way(solon: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    keys = "1\nquit\nmine.txt\nn\nlog\nquit\nkept.json\n"
    run = solon("play", "tic_tac_toe", "--seed", "1", keys=keys)
    assert run.returncode == 0
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert (tmp_path / "kept.json").exists()


# ---- run files -----------------------------------------------------------------------------------

GAME = {
    "game": 1, "seed": 1, "ended_by": "win", "answers": 5, "scores": [1, -1], "ranks": [1, 2],
    "winners": [0], "trace": "00ff",
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        json.dumps({**GAME, "seed": float("inf")}),
        json.dumps({**GAME, "answers": -1}),
        json.dumps({**GAME, "game": 1.5}),
        json.dumps({**GAME, "trace": "x"}),
        json.dumps({**GAME, "trace": None}),
        json.dumps(GAME).replace("-1]", "1e999]"),
        json.dumps({**GAME, "ranks": ["1"]}),
    ],
    ids=["deep", "infinite", "negative", "broken", "trace", "no trace", "score", "rank"],
)
def test_a_line_that_is_no_game_is_named(solon: Run, tmp_path: Path, line: str) -> None:
    assert solon("simulate", "tic_tac_toe", "-n", "1", "--out", "run.jsonl").returncode == 0
    file = tmp_path / "run.jsonl"
    damaged = file.read_text() + line + "\n"
    file.write_text(damaged)
    for command in (
        ("simulate", "tic_tac_toe", "-n", "2", "--resume", "run.jsonl"),
        ("replay", "run.jsonl", "--game", "1"),
    ):
        run = solon(*command)
        assert run.returncode == 2
        assert "run.jsonl:3: this line is not" in run.stderr
    assert file.read_text() == damaged


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", float("inf")),
        ("seed", 1 << 64),
        ("limit", 1e3),
        ("limit", 0),
        ("bots", 3),
        ("bots", ["random"]),
        ("bots", ["random", "nobody"]),
        ("players", 3),
        ("games", -1),
    ],
)
def test_a_first_line_that_says_no_run_is_named(
    solon: Run, tmp_path: Path, name: str, value: object
) -> None:
    assert solon("simulate", "tic_tac_toe", "-n", "1", "--out", "run.jsonl").returncode == 0
    file = tmp_path / "run.jsonl"
    first, rest = file.read_text().split("\n", 1)
    file.write_text(json.dumps({**json.loads(first), name: value}) + "\n" + rest)
    run = solon("simulate", "tic_tac_toe", "-n", "2", "--resume", "run.jsonl")
    assert run.returncode == 2
    assert "run.jsonl:1: this line" in run.stderr


# ---- texts without measure -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "head", ["for each p{} in players:", "repeat 1 times:", "repeat while player_1.note >= 0:"]
)
def test_loops_lie_inside_each_other_only_so_deep(solon: Run, tmp_path: Path, head: str) -> None:
    def nested(loops: int) -> str:
        lines = ["    " * depth + head.format(depth) for depth in range(loops)]
        return "\n".join([*lines, "    " * loops + "leave rule"])

    pack = toy(tmp_path, nested(16))
    assert solon("simulate", "toy", "-n", "1").returncode == 0
    game = pack / "game.yaml"
    game.write_text(
        game.read_text().replace(
            "\n".join(f"      {line}" for line in nested(16).splitlines()),
            "\n".join(f"      {line}" for line in nested(17).splitlines()),
        )
    )
    run = solon("check", "toy")
    assert run.returncode == 1
    assert "game.yaml:25:" in run.stdout
    assert "error[E447]" in run.stdout


# ---- the surroundings ----------------------------------------------------------------------------


def test_the_root_of_everything_is_no_pack(solon: Run) -> None:
    run = solon("check", "/")
    assert run.returncode == 2
    assert "error[E309]" in run.stdout
    assert "0 files" in run.stdout


def test_a_folder_that_may_not_be_looked_into_is_told_once(
    solon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "toy").mkdir()

    def refuse(path: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    for name in ("iterdir", "is_file"):
        monkeypatch.setattr(Path, name, refuse)
    run = solon("check", "toy")
    assert run.returncode == 2
    assert "error[E101]: toy cannot be read: permission denied" in run.stdout
    assert run.stderr == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "arguments", ["check tic_tac_toe", "play tic_tac_toe --seed 1", "explain E501"]
)
def test_streams_may_be_closed(tmp_path: Path, arguments: str, closed: str) -> None:
    command = f"exec {sys.executable} -m interpreter {arguments} {closed}"
    run = subprocess.run(
        ["/bin/sh", "-c", command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        check=False,
    )
    assert run.returncode == 0
    assert b"Traceback" not in run.stderr
    if arguments.startswith("play"):
        assert (tmp_path / "tic_tac_toe-1.save.json").exists()


# ---- numbers as weapons --------------------------------------------------------------------------

DOUBLES = "set player_1.note to 1\nrepeat 5000 times: "


@pytest.mark.parametrize(
    "effect",
    [
        DOUBLES + "add player_1.note to player_1.note",
        DOUBLES + "set player_1.note to player_1.note + player_1.note",
        DOUBLES + "set player_1.note to (player_1.note + 1) * (player_1.note + 1)",
        "let n = 2\nrepeat 5000 times: set n to n * n\nset player_1.note to n",
        "repeat 5000 times: have player_1 gain player_1.coins coins",
        "repeat 5000 times: subtract (3 - player_1.note) from player_1.note",
    ],
    ids=["add", "set", "square", "local", "gain", "subtract"],
)
def test_numbers_do_not_grow_beyond_measure(solon: Run, tmp_path: Path, effect: str) -> None:
    toy(tmp_path, effect)
    run = solon("simulate", "toy", "-n", "1")
    assert run.returncode == 4, run.stderr
    assert "error[F712]" in run.stderr
    assert f"game.yaml:{8 + len(effect.splitlines()[:2])}:" in run.stderr or "local" in effect


def test_a_pack_is_for_so_many_players_at_most(solon: Run, tmp_path: Path) -> None:
    manifest = toy(tmp_path, "nothing") / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("most: 2", "most: 1000000"))
    run = solon("check", "toy")
    assert run.returncode == 1
    assert "pack.yaml:5:27: error[E203]: `most` wants a whole number from 1 to 99" in run.stdout


def test_so_many_things_can_be_made_at_most(solon: Run, tmp_path: Path) -> None:
    toy(tmp_path, "create coin", kinds="  coin:\n    plural: cc\n    made: {most: 999999999}\n")
    run = solon("check", "toy")
    assert run.returncode == 1
    assert "game.yaml:8:18: error[E338]" in run.stdout


def test_a_damaged_cache_is_made_anew(solon: Run, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    command = ("simulate", "tic_tac_toe", "-n", "3", "--jobs", "1", "--format", "json")
    sound = solon(*command, SOLON_CACHE=str(cache))
    assert sound.returncode == 0
    kept = {file: file.read_bytes() for file in cache.iterdir()}
    assert kept
    for at in range(0, 100, 5):
        for file, data in kept.items():
            place = len(data) * at // 100
            file.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        again = solon(*command, SOLON_CACHE=str(cache))
        assert (again.returncode, again.stdout) == (0, sound.stdout)
    for rest in (b"", b"nothing", pickle.dumps(3)):
        for file in kept:
            file.write_bytes(rest)
        assert solon(*command, SOLON_CACHE=str(cache)).stdout == sound.stdout
    (tmp_path / "file").write_text("no folder")
    assert solon(*command, SOLON_CACHE=str(tmp_path / "file")).stdout == sound.stdout


def test_the_name_of_a_file_writes_nothing_to_the_terminal_but_itself(
    solon: Run, tmp_path: Path
) -> None:
    pack = toy(tmp_path, "nothing")
    (pack / "a\x1b[2J\nb.yaml").write_text("rules: [")
    run = solon("check", "toy")
    assert run.returncode == 1
    assert "toy/a\\x1b[2J\\nb.yaml:1:" in run.stdout


def test_a_folder_that_cannot_be_made_is_a_mistake_of_usage(solon: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    run = solon("new", "file/pack")
    assert run.returncode == 2
    assert "file" in run.stderr


def test_a_run_says_where_the_rules_broke(solon: Run, tmp_path: Path) -> None:
    effect = "player_1 chooses n from 1 to 2\nset player_1.note to 1 / (n - n) rounded down"
    toy(tmp_path, effect)
    run = solon("simulate", "toy", "-n", "3", "--jobs", "1", "--out", "run.jsonl")
    assert run.returncode == 4
    assert "the rules broke in 3 games" in run.stdout
    assert "(toy/game.yaml:10:7: F709: a division by zero)" in run.stdout
    alone = solon("simulate", "toy", "--only", "1")
    assert alone.returncode == 4
    assert json.loads(alone.stdout)["fault"].startswith("toy/game.yaml:10:7: F709")


def test_a_search_for_whole_answers_ends(solon: Run, tmp_path: Path) -> None:
    kinds = "  stone: {plural: stones, fixed: {weight: number}}\n"
    blocks = "stones: {stone: {each: {weight: 1 to 40}}}\n"
    effect = (
        "player_1 chooses some from stones taking 20 such that size(some) is 21, never none\n"
        "set player_1.note to size(some)"
    )
    toy(tmp_path, effect, kinds=kinds, blocks=blocks)
    run = solon("simulate", "toy", "-n", "1")
    assert run.returncode == 4
    assert "game.yaml:11:7: error[F713]" in run.stderr
