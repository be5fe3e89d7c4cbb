"""Saves: what is written is read again as the same game, and anything else is refused in words."""

import json
import os
import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from stat import S_IMODE
from typing import Any

import pytest

from interpreter import Game, Pack, SaveError
from interpreter.engine.saves import read_save
from interpreter.engine.scripted import ScriptedGame

DEAL = (tuple(range(12)),)
Play = Callable[..., None]


@pytest.fixture
def game(cellar: Pack, play: Play) -> Game:
    game = Game(cellar, players=3, seed=5, options={"lights": "yes"}, forced_chance=(*DEAL, 3))
    play(game, "hide", "bottle_2", "above", "listen", "roam", "hall")
    return game


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    game.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def refused(path: Path, pack: Pack) -> SaveError:
    with pytest.raises(SaveError) as caught:
        Game.load(path, pack)
    return caught.value


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the data of a save."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")


# ---- there and back ------------------------------------------------------------------------------


def test_a_loaded_game_is_the_same(game: Game, file: Path, cellar: Pack) -> None:
    loaded = Game.load(file, cellar)
    assert loaded.hash == game.hash
    assert loaded.answers == game.answers
    assert loaded.options == game.options
    assert [str(event) for event in loaded.log] == [str(event) for event in game.log]
    assert [loaded.view(seat).key for seat in range(3)] == [
        game.view(seat).key for seat in range(3)
    ]
    for word in ("decline", "listen"):
        game.answer(word)
        loaded.answer(word)
    assert loaded.hash == game.hash


def test_a_save_holds_no_state(file: Path) -> None:
    data = json.loads(file.read_text("utf-8"))
    assert set(data) == {
        "format", "version", "pack", "overlays", "players", "options", "seed", "chance", "forced",
        "forced chance", "answers",
    }  # fmt: skip
    assert data["options"] == {"lights": "yes"}
    assert data["overlays"] == []
    # the bottle is the second of its kind, "above" and "hide" are labels
    assert [row[:3] for row in data["answers"][:3]] == [
        [0, 1, "hide"],
        [0, 1, "bottle_2"],
        [0, 0, "above"],
    ]
    # what is asked is told by the rule and the name of what is chosen, or else by the prompt
    assert data["answers"][1][3] == "hide: bottle"
    assert data["answers"][2][3] == "hide: Where?"


def test_the_pack_is_found_by_its_id(kuhn_poker: Pack, tmp_path: Path) -> None:
    game = Game(kuhn_poker, seed=3)
    game.answer("bet")
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json").hash == game.hash


def test_chance_that_was_asked_is_kept(kuhn_poker: Pack, tmp_path: Path) -> None:
    game = Game(kuhn_poker, chance="ask", forced="ask")
    for word in ("king", "jack", "pass"):
        game.answer(word)
    game.save(tmp_path / "game.json")
    loaded = Game.load(tmp_path / "game.json", kuhn_poker)
    assert loaded.hash == game.hash
    assert loaded.chance == "ask"
    assert loaded.answers[0] == (-2, 2)


def test_the_least_and_the_greatest_seed(kuhn_poker: Pack, tmp_path: Path) -> None:
    for seed in (0, (1 << 64) - 1):
        game = Game(kuhn_poker, seed=seed)
        game.save(tmp_path / "game.json")
        assert Game.load(tmp_path / "game.json", kuhn_poker).hash == game.hash


def test_a_save_is_replaced_when_the_new_one_is_whole(game: Game, file: Path, cellar: Pack) -> None:
    game.answer("decline")
    game.save(file)
    assert Game.load(file, cellar).version == game.version
    assert [path.name for path in file.parent.iterdir()] == ["game.json"]


@pytest.mark.parametrize(("mask", "mode"), [(0o077, 0o600), (0o027, 0o640), (0o022, 0o644)])
def test_who_may_read_a_save_is_for_the_user_to_say(
    game: Game, tmp_path: Path, mask: int, mode: int
) -> None:
    path = tmp_path / "game.json"
    before = os.umask(mask)
    try:
        game.save(path)
    finally:
        os.umask(before)
    assert S_IMODE(path.stat().st_mode) == mode
    path.chmod(0o606)
    game.save(path)
    assert S_IMODE(path.stat().st_mode) == 0o606
    assert list(tmp_path.iterdir()) == [path]


def test_the_name_of_a_save_may_be_anything(game: Game, tmp_path: Path, cellar: Pack) -> None:
    path = tmp_path / "Übung (2).save"
    game.save(str(path))
    assert Game.load(str(path), cellar).hash == game.hash


def sent(game: Game) -> Any:
    """Return a game as another process gets it."""
    return pickle.loads(pickle.dumps(game))  # noqa: S301 - made here


@pytest.mark.parametrize("twin", [copy, deepcopy, Game.copy, sent])
def test_a_twin_is_the_same_game(game: Game, twin: Callable[[Game], Game], tmp_path: Path) -> None:
    other = twin(game)
    assert other.hash == game.hash
    assert [other.view(seat).key for seat in range(3)] == [game.view(seat).key for seat in range(3)]
    before = game.hash
    other.answer("decline")
    assert game.hash == before
    game.answer("decline")
    assert other.hash == game.hash
    other.save(tmp_path / "game.json")


# ---- refused -------------------------------------------------------------------------------------


def test_a_save_that_is_cut_short(file: Path, cellar: Pack) -> None:
    whole = file.read_text(encoding="utf-8")
    for end in range(len(whole.rstrip())):
        file.write_text(whole[:end], encoding="utf-8")
        error = refused(file, cellar)
        assert error.code == "S805"
        assert "cut short" in error.message


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "cut short"),
        (b"\xff\xfe\x00", "no text"),
        (b"\x00" * 50, "no JSON"),
        (b"hello", "no JSON"),
        (b"[]", "does not say"),
        (b"{}", "does not say"),
        (b'{"format": "solon save", "version": 99}', "its version is 99"),
        (b'{"format": "solon save", "version": 1}', "its version is 1"),
        (b'{"format": "solon save", "version": 2}', "lacks"),
        (b"[" * 100_000, "holds what no save holds"),
        (b'{"format": NaN}', "holds what no save holds"),
        (b'{"seed": ' + b"1" * 10_000 + b"}", "holds what no save holds"),
    ],
)
def test_a_file_that_is_no_save(tmp_path: Path, cellar: Pack, raw: bytes, words: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    error = refused(path, cellar)
    assert error.code == "S805"
    assert words in error.message


def test_a_file_that_is_not_there(tmp_path: Path, cellar: Pack) -> None:
    assert refused(tmp_path / "nothing.json", cellar).code == "S805"
    assert refused(tmp_path, cellar).code == "S805"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 0), ("players", True), ("players", "2"), ("players", 9), ("players", 2.0),
        ("seed", 1.5), ("seed", None), ("seed", -1), ("seed", 1 << 64), ("seed", True),
        ("chance", "never"), ("chance", "ask"), ("chance", []), ("forced", 1),
        ("options", []), ("options", {"lights": None}), ("options", {"lights": "perhaps"}),
        ("options", {"darkness": "yes"}), ("forced chance", {}), ("forced chance", [[1, "2"]]),
        ("forced chance", [1.5]), ("answers", {}), ("answers", [1]), ("answers", [[0, 1]]),
        ("answers", [[0, "1", "hide", ""]]), ("answers", [[0, True, "hide", ""]]),
        ("answers", [[0, 1, "hide"]]), ("answers", [[0, 1, "hide", None]]), ("pack", []),
        ("overlays", {}), ("overlays", [{}]), ("overlays", ["fog"]),
        ("overlays", [{"id": "", "version": "", "path": ""}]),
        ("overlays", [{"id": "fog", "version": 1, "path": ""}]),
        ("pack", {"id": "cellar"}), ("pack", {"id": 1, "version": "", "hash": ""}),
        ("pack", {"id": "cellar", "version": "", "hash": "", "more": ""}),
        ("pack", {"id": "", "version": "", "hash": ""}),
    ],
)  # fmt: skip
def test_a_wrong_value(file: Path, cellar: Pack, key: str, value: object) -> None:
    changed(file, lambda data: data.update({key: value}))
    assert refused(file, cellar).code == "S805"


def test_a_save_of_a_pack_without_a_name(file: Path) -> None:
    changed(file, lambda data: data["pack"].update(id=""))
    with pytest.raises(SaveError, match="S805"):
        Game.load(file)


def test_an_unknown_key(file: Path, cellar: Pack) -> None:
    changed(file, lambda data: data.update(note="mine"))
    error = refused(file, cellar)
    assert error.code == "S805"
    assert "`note`" in error.message


@pytest.mark.parametrize("key", ["players", "options", "seed", "answers", "pack", "forced chance"])
def test_a_missing_key(file: Path, cellar: Pack, key: str) -> None:
    changed(file, lambda data: data.pop(key))
    error = refused(file, cellar)
    assert error.code == "S805"
    assert f"`{key}`" in error.message


def test_another_pack(file: Path, kuhn_poker: Pack) -> None:
    error = refused(file, kuhn_poker)
    assert error.code == "S806"
    assert "cellar" in error.message
    assert "kuhn_poker" in error.message


def test_the_same_pack_with_other_content_plays_the_answers_by_their_ids(
    file: Path, cellar: Pack, game: Game
) -> None:
    changed(file, lambda data: data["pack"].update(hash="0" * 64))
    loaded = Game.load(file, cellar)
    assert loaded.hash == game.hash
    assert [note.code for note in loaded.notes] == ["W818"]
    assert "000000000000" in loaded.notes[0].message


@pytest.mark.parametrize(
    "answer", [
        [2, 1, "hide", ""], [0, 99, "hide", ""], [-2, 0, "hide", ""], [0, -1, "", ""],
    ],
)  # fmt: skip
def test_an_answer_that_does_not_fit(file: Path, cellar: Pack, answer: list[object]) -> None:
    changed(file, lambda data: data["answers"].__setitem__(3, answer))
    error = refused(file, cellar)
    assert error.code == "S807"
    assert error.arguments["number"] == "4"


def test_an_answer_that_means_something_else(file: Path, cellar: Pack) -> None:
    changed(file, lambda data: data["answers"].__setitem__(1, [0, 1, "bottle_3", "hide: bottle"]))
    error = refused(file, cellar)
    assert error.code == "S807"
    assert "bottle_2" in error.message


def test_answers_behind_the_end(tic_tac_toe: Pack, tmp_path: Path) -> None:
    game = Game(tic_tac_toe)
    for number in (0, 3, 1, 4, 2):
        game.play(number)
    assert game.over
    path = tmp_path / "game.json"
    game.save(path)
    changed(path, lambda data: data["answers"].append(data["answers"][0]))
    error = refused(path, tic_tac_toe)
    assert (error.code, error.arguments["number"]) == ("S807", "6")


def test_results_of_chance_that_cannot_come(file: Path, cellar: Pack) -> None:
    changed(file, lambda data: data.update({"forced chance": [[1, 2]]}))
    assert refused(file, cellar).code == "S805"


def test_a_save_that_cannot_be_written(game: Game, tmp_path: Path) -> None:
    for path in (tmp_path / "no folder" / "game.json", tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(SaveError) as caught:
            game.save(path)
        assert caught.value.code == "S810"
    assert list(tmp_path.iterdir()) == []


def test_what_a_save_says(file: Path, cellar: Pack) -> None:
    save = read_save(file)
    assert (save.pack, save.pack_version, save.pack_hash) == ("cellar", "1.0.0", cellar.hash)
    assert (save.players, save.seed, save.options) == (3, 5, {"lights": "yes"})
    assert save.forced_chance == (*DEAL, 3)


def test_a_game_in_the_middle_is_not_saved(kuhn_poker: Pack, tmp_path: Path) -> None:
    game = ScriptedGame(kuhn_poker, kuhn_poker.program(2), 0, ())
    with pytest.raises(SaveError) as caught:
        game.save(tmp_path / "game.json")
    assert caught.value.code == "S810"
    assert list(tmp_path.iterdir()) == []
