"""Replays: the same game from the same pack, and the answer at which a changed pack departs."""

import shutil
from pathlib import Path

from interpreter import Game, Pack, load_pack
from interpreter.engine.saves import read_save
from interpreter.play.bots import make_bot
from interpreter.play.match import play
from interpreter.play.replay import replay_save

ORCHARD = Path(__file__).parent / "orchard"


def saved(pack: Pack, path: Path, *, chance: str = "auto") -> Game:
    """Return a game between random bots that was saved at its end."""
    game = Game(pack, seed=9, chance="ask" if chance == "ask" else "auto")
    play(game, [make_bot("random", 9, seat) for seat in (0, 1)])
    game.save(path)
    return game


def changed(folder: Path, old: str, new: str) -> Pack:
    """Return the orchard with one text replaced."""
    shutil.copytree(ORCHARD, folder)
    file = folder / "game.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return load_pack(folder)


def test_the_same_pack_gives_the_same_game(orchard: Pack, tmp_path: Path) -> None:
    for chance in ("auto", "ask"):
        game = saved(orchard, tmp_path / chance, chance=chance)
        again = replay_save(orchard, read_save(tmp_path / chance))
        assert again.departure is None
        assert again.game.hash == game.hash


def test_a_replay_can_stop_anywhere(orchard: Pack, tmp_path: Path) -> None:
    saved(orchard, tmp_path / "game")
    for answers in range(4):
        again = replay_save(orchard, read_save(tmp_path / "game"), answers)
        assert again.game.version == answers


def test_a_change_that_matters_to_nobody_departs_nowhere(orchard: Pack, tmp_path: Path) -> None:
    game = saved(orchard, tmp_path / "game")
    pack = changed(tmp_path / "pack", "Which two trees", "Which two of the trees")
    again = replay_save(pack, read_save(tmp_path / "game"))
    assert pack.hash != orchard.hash
    assert again.departure is None
    assert again.game.hash == game.hash


def test_a_thing_that_moves_in_the_list_is_found_by_its_id(orchard: Pack, tmp_path: Path) -> None:
    game = Game(orchard, seed=9)
    game.answer("pear")
    game.save(tmp_path / "game")
    pack = changed(tmp_path / "pack", "  apple: {title: Apple Tree}", "  almond: {}\n  apple: {}")
    again = replay_save(pack, read_save(tmp_path / "game"))
    assert again.departure is None
    decision = again.game.decision
    assert decision is not None
    assert decision.partial == ("pear",)


def test_the_answer_that_no_longer_fits_is_named(orchard: Pack, tmp_path: Path) -> None:
    game = Game(orchard, seed=9)
    game.answer("apple")
    game.answer("pear")
    game.answer(3)
    game.save(tmp_path / "game")
    pack = changed(tmp_path / "pack", "dividing 3 among", "dividing 2 among")
    again = replay_save(pack, read_save(tmp_path / "game"))
    assert again.departure is not None
    assert again.departure.number == 3
    assert again.departure.recorded == "player_1 answers `3` to 'put for apple' of `share`"
    assert again.departure.asked == "player_1 is asked 'How many go there?': 0, 1 or 2"
    assert again.game.version == 2


def test_a_game_that_ends_sooner_departs_too(orchard: Pack, tmp_path: Path) -> None:
    game = saved(orchard, tmp_path / "game")
    pack = changed(tmp_path / "pack", "      sort\n", "      sort\n      win\n")
    again = replay_save(pack, read_save(tmp_path / "game"))
    assert again.departure is not None
    assert again.departure.number < game.version
    assert again.departure.asked == "the game is over"
