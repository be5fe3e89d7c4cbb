"""Games that go on while their pack changes, with variants and mods, as a person meets them."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.acceptance.conftest import Run
from tests.grove import Grove, make_grove

PICK = "apple plum\n"
SMALL_AND_CHERRIES = ("--variant", "small", "--with", "mods/cherries")


@pytest.fixture
def grove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grove:
    monkeypatch.setenv("SOLON_CACHE", str(tmp_path / "cache"))
    return make_grove(tmp_path)


@pytest.fixture
def save(solon: Run, grove: Grove) -> Path:
    """Return a saved game with a variant and a mod, in which two trees are liked."""
    played = solon(
        *("play", "orchard", *SMALL_AND_CHERRIES, "--seed", "1"),
        keys="cherry plum\nsave game.json\nquit\n",
    )
    assert (played.returncode, "Traceback" in played.stderr) == (0, False)
    return grove.folder.parent / "game.json"


# ---- loading and replaying -----------------------------------------------------------------------


def test_play_brings_the_overlays_back(solon: Run, save: Path) -> None:
    again = solon("play", "orchard", "--load", "game.json", keys="look\nquit\n")
    assert again.returncode == 0
    assert "error" not in again.stderr
    assert "cherry" in again.stdout
    assert "quince" not in again.stdout


def test_the_command_to_go_on_with_works(solon: Run, save: Path) -> None:
    played = solon("play", "orchard", *SMALL_AND_CHERRIES, keys="save a.json\n")
    (command,) = re.findall(r"go on with: solon (.*)", played.stdout)
    assert "--variant small --with mods/cherries" in command
    assert solon(*shlex.split(command), keys="quit\n").returncode == 0
    played = solon("play", "orchard", "--load", "game.json", keys="3\nsave b.json\nquit\n")
    (command,) = re.findall(r"go on with: solon (.*)", played.stdout)
    assert command == "play orchard --load b.json"
    assert solon(*shlex.split(command), keys="quit\n").returncode == 0


def test_the_pack_need_not_be_named_where_its_id_finds_it(solon: Run, save: Path) -> None:
    assert solon("play", "--load", "game.json", keys="quit\n").returncode == 0
    assert solon("replay", "game.json").returncode == 0
    missing = solon("play")
    assert missing.returncode == 2
    assert "Missing argument 'PACK'" in missing.stderr


def test_replay_brings_the_overlays_back(solon: Run, save: Path) -> None:
    again = solon("replay", "game.json", "--at", "2", "--as", "player_1")
    assert again.returncode == 0
    assert "2 answers played again" in again.stdout
    assert "changed" not in again.stdout


def test_overlays_that_are_named_are_taken_instead(solon: Run, save: Path) -> None:
    again = solon("replay", "game.json", "--with", "mods/cherries")
    assert again.returncode == 0
    assert "then, orchard 1.0.0 + cherries 2.1.0 (" in again.stdout
    again = solon("replay", "game.json", "--variant", "small")
    assert again.returncode == 1
    assert "nothing is called `cherry` any more" in again.stdout
    played = solon("play", "orchard", "--load", "game.json", "--variant", "small")
    assert played.returncode == 1
    assert "error[S817]" in played.stderr


def test_a_mod_that_is_gone_is_named_with_what_to_type(
    solon: Run, save: Path, grove: Grove
) -> None:
    shutil.move(grove.mod, grove.folder.parent / "moved")
    for command in (("play", "orchard", "--load", "game.json"), ("replay", "game.json")):
        refused = solon(*command)
        assert refused.returncode == 1
        assert "error[S813]: game.json was played with the overlay `cherries 2.1.0`" in (
            refused.stderr
        )
        assert "it is not at mods/cherries; name it with `--with PATH`" in refused.stderr
    assert solon("replay", "game.json", "--variant", "small", "--with", "moved").returncode == 0


def test_the_content_of_then(solon: Run, save: Path, grove: Grove) -> None:
    grove.change("taking 2", "taking 1")
    again = solon("replay", "game.json")
    assert again.returncode == 1
    assert "the pack as it was then is kept: `--as-saved` replays with it" in again.stdout
    assert solon("replay", "game.json", "--as-saved").returncode == 0
    shutil.rmtree(grove.folder)
    shutil.rmtree(grove.mod)
    played = solon("play", "--load", "game.json", "--as-saved", keys="3\nsave b.json\nquit\n")
    assert played.returncode == 0
    (command,) = re.findall(r"go on with: solon (.*)", played.stdout)
    assert command == "play --as-saved --load b.json"
    assert solon(*shlex.split(command), keys="reload\nquit\n").returncode == 0
    (kept,) = (grove.folder.parent / "cache" / "packs").iterdir()
    shutil.rmtree(kept)
    for refused in (
        solon("replay", "b.json", "--as-saved"),
        solon("play", "--load", "b.json", "--as-saved"),
    ):
        assert refused.returncode == 1
        assert "error[S814]: the content that b.json was saved with is not at hand" in (
            refused.stderr
        )


def test_a_save_whose_pack_changed_is_loaded_with_a_note(
    solon: Run, save: Path, grove: Grove
) -> None:
    grove.change("dividing 3 among", "dividing 5 among")
    grove.change_mod("cherry: {title: Cherry}", "sweet: {title: Cherry}")
    refused = solon("play", "orchard", "--load", "game.json")
    assert "error[S817]: game.json names `cherry`" in refused.stderr
    assert "help: " in refused.stderr
    grove.change_mod("add:\n", "renamed: {trees: {cherry: sweet}}\nadd:\n")
    played = solon("play", "orchard", "--load", "game.json", keys="5\nquit\nn\n")
    assert played.returncode == 0
    assert "note[W818]" in played.stderr or "warning[W818]" in played.stderr
    assert "`cherry` is called `sweet` now" in played.stderr
    assert "load is now 5" in played.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "orchard", "--as-saved"), "--as-saved is for a saved game"),
        (("play", "--load", "game.json", "--as-saved", "--variant", "small"), "takes the overlays"),
        (("replay", "game.json", "--as-saved", "--pack", "orchard"), "takes the pack"),
    ],
)
def test_what_contradicts_as_saved(
    solon: Run, save: Path, arguments: tuple[str, ...], words: str
) -> None:
    refused = solon(*arguments)
    assert refused.returncode == 2
    assert words in refused.stderr


# ---- at the terminal -----------------------------------------------------------------------------


def test_reload_goes_on_with_the_changed_pack(
    solon: Run, grove: Grove, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = iter(
        [
            lambda: None,
            lambda: grove.change("dividing 3 among", "dividing 4 amung"),
            lambda: grove.change("dividing 4 amung", "dividing 4 among"),
            lambda: grove.change("dividing 4 among", "dividing 2 among"),
        ]
    )

    def read_line(prompt: str) -> str:
        line = next(lines)
        if line == "reload":
            next(changes)()
        return line

    lines = iter(["apple plum", "reload", "reload", "reload", "4", "reload", "quit", "n"])
    monkeypatch.setattr("interpreter.cli.play.read_line", read_line)
    played = solon("play", "orchard", "--seed", "1")
    assert played.returncode == 0
    same, broken, fine, misfit = re.split(
        r"(?:nothing in it has changed|as it was\n|goes on with the changed pack)", played.stdout
    )[:4]
    assert same
    assert "error[" in broken
    assert "amung" in broken
    assert "orchard/game.yaml:" in broken
    assert "the game goes on with the pack as it was" in played.stdout
    assert ", after 2 answers" in misfit
    assert fine
    assert "apple.load is now 4" in misfit
    assert "the game so far does not fit orchard 1.0.0" in played.stdout
    assert "at answer 3, in turns, player_1 answers `4` to 'put for apple'" in played.stdout


def test_what_another_has_answered_is_not_told(
    solon: Run, grove: Grove, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The orchard has hidden hands; of the answers of others nothing is learnt by `reload`."""

    def read_line(prompt: str) -> str:
        line = next(lines)
        if line == "reload":
            grove.change("taking 2 ", "taking 3 ")
        return line

    lines = iter(["reload", "quit", "n"])
    monkeypatch.setattr("interpreter.cli.play.read_line", read_line)
    played = solon("play", "orchard", "--seats", "random,human", "--seed", "1")
    assert re.search(
        r"the game so far does not fit the changed pack: at answer \d, in turns, what player_1 has"
        r" answered is not asked any more\nthe game goes on with the pack as it was",
        played.stdout,
    )
    assert "player_1 answers" not in played.stdout


@pytest.mark.parametrize("is_open", [True, False])
def test_a_new_name_is_told_where_nothing_is_hidden(
    solon: Run, grove: Grove, monkeypatch: pytest.MonkeyPatch, is_open: bool
) -> None:
    if is_open:
        game = grove.folder / "game.yaml"
        text = game.read_text("utf-8")
        game.write_text(re.sub(", seen by: (player|nobody)", "", text), "utf-8")

    def read_line(prompt: str) -> str:
        line = next(lines)
        if line == "reload":
            grove.change("  plum: {title", "  mirabelle: {title")
            grove.rename("trees", "plum", "mirabelle")
        return line

    lines = iter(["apple plum", "reload", "quit", "n"])
    monkeypatch.setattr("interpreter.cli.play.read_line", read_line)
    played = solon("play", "orchard", "--seed", "1")
    assert "the game goes on with the changed pack, after 2 answers" in played.stdout
    assert ("`plum` is called `mirabelle` now" in played.stdout) == is_open


# ---- simulation ----------------------------------------------------------------------------------


def test_every_process_plays_with_the_overlays(solon: Run, grove: Grove) -> None:
    alone = solon("simulate", "orchard", *SMALL_AND_CHERRIES, "-n", "6", "-j", "1", "--out", "one")
    many = solon("simulate", "orchard", *SMALL_AND_CHERRIES, "-n", "6", "-j", "2", "--out", "two")
    assert (alone.returncode, many.returncode) == (0, 0)
    folder = grove.folder.parent
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()
    assert "orchard 1.0.0 + cherries 2.1.0 + small, 2 players" in many.stdout
    plan = json.loads((folder / "one").read_text("utf-8").splitlines()[0])
    assert [one["id"] for one in plan["overlays"]] == ["cherries", "small"]
    again = solon("replay", "two", "--game", "3")
    assert again.stdout.endswith("played again: the same\n")


def test_a_run_is_resumed_with_its_own_overlays_only(solon: Run, grove: Grove) -> None:
    run = ("simulate", "orchard", "-n", "4", "-j", "1")
    assert solon(*run, "--variant", "small", "--out", "run").returncode == 0
    other = solon(*run, "--with", "mods/cherries", "--resume", "run")
    assert other.returncode == 2
    assert "overlays ['small'], not ['cherries 2.1.0']" in other.stderr
    assert solon(*run, "--variant", "small", "--resume", "run").returncode == 0


# ---- which saves a change breaks -----------------------------------------------------------------


def test_which_saved_games_a_change_breaks(solon: Run, save: Path, grove: Grove) -> None:  # DR-04
    folder = grove.folder.parent / "saves"
    folder.mkdir()
    shutil.copy(save, folder / "a.json")
    for number, keys in enumerate((PICK, PICK + "3\n", "pear plum\n", "plum quince\n"), 1):
        solon(
            "play", "orchard", "--seed", str(number), keys=f"{keys}save saves/{number}.json\nquit\n"
        )
    (folder / "notes.txt").write_text("mine")
    (folder / "broken.json").write_text("{}")
    solon("play", "kuhn_poker", keys="save saves/k.json\nquit\n")
    test = ("test", "orchard", "--replays", "saves")
    shutil.move(folder / "broken.json", folder.parent / "broken.json")
    fine = solon(*test, "-v")
    assert fine.returncode == 0
    assert fine.stdout.endswith("5 of 5 saved games fit, 0 broken; 1 game of other packs\n")
    assert "fits    saves/a.json (2 answers)" in fine.stdout
    shutil.move(folder.parent / "broken.json", folder / "broken.json")
    grove.change("dividing 3 among", "dividing 2 among")
    grove.change("  pear: {title: Pear Tree}\n", "")
    broken = solon(*test)
    assert broken.returncode == 1
    assert broken.stdout.splitlines()[0] == (
        "BROKEN  1 game: `share: put for apple` is not asked, or not with that option"
    )
    assert "BROKEN  1 game: nothing is called `pear` any more" in broken.stdout
    assert "BROKEN  1 game: it is not a save" in broken.stdout
    assert "answer 3, in turns: player_1 answers `3`" in broken.stdout
    assert "3 of 6 saved games fit, 3 broken" in broken.stdout
    data = json.loads(solon(*test, "--format", "json").stdout)
    assert [len(one["games"]) for one in data["broken"]] == [1, 1, 1]
    assert data["fit"] == ["saves/1.json", "saves/4.json", "saves/a.json"]


def test_no_saved_games_are_no_proof(solon: Run, grove: Grove) -> None:
    (grove.folder.parent / "none").mkdir()
    none = solon("test", "orchard", "--replays", "none")
    assert none.stdout == "no saved games: nothing was tested\n"
    assert solon("test", "orchard", "--replays", "nowhere").returncode == 2
    assert solon("test", "orchard", "--replays", "none", "--only", "x").returncode == 2
