"""Games that go on: with their overlays, with a changed pack, and with the content of their own."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, PackError, SaveError
from tests.grove import Grove, make_grove


@pytest.fixture
def grove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Grove:
    monkeypatch.setenv("SOLON_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return make_grove(tmp_path)


def played(game: Game, *words: str) -> Game:
    for word in words:
        game.answer(word)
    return game


def begun(grove: Grove) -> Game:
    """Return a game in which apple and plum are liked, and apple holds all."""
    return played(Game(grove.load(), seed=9), "apple", "plum", "3")


def refused(call: Any) -> SaveError:
    with pytest.raises(SaveError) as caught:
        call()
    return caught.value


# ---- overlays in saves ---------------------------------------------------------------------------


def test_a_save_names_its_overlays_in_their_order(grove: Grove) -> None:
    pack = grove.load(variants=("small",), mods=(Path("mods/cherries"),))
    Game(pack).save("game.json")
    data = json.loads(Path("game.json").read_text("utf-8"))
    assert data["pack"] == {"id": "orchard", "version": "1.0.0", "hash": pack.hash}
    assert data["overlays"] == [
        {"id": "cherries", "version": "2.1.0", "path": "mods/cherries"},
        {"id": "small", "version": "", "path": ""},
    ]


def test_a_variant_comes_back_by_its_id_and_a_mod_by_its_path(grove: Grove) -> None:
    game = Game(grove.load(variants=("small",), mods=(Path("mods/cherries"),)))
    played(game, "cherry", "plum").save("game.json")
    shutil.move(grove.folder, "elsewhere")
    pack = Grove(Path("elsewhere"), grove.mod).load()
    assert Game.load("game.json", as_saved=True).hash == game.hash
    with pytest.raises(PackError):  # where the pack itself lies no save says
        Game.load("game.json")
    with pytest.raises(SaveError, match=r"S817.*`cherry`"):  # a pack that is given is given whole
        Game.load("game.json", pack)


def test_overlays_of_a_shipped_pack_come_back_by_themselves(
    grove: Grove, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.resources.shipped_packs", lambda: {"orchard": grove.folder})
    game = Game(grove.load(variants=("small",), mods=(Path("mods/cherries"),)))
    played(game, "cherry").save("game.json")
    again = Game.load("game.json")
    assert again.hash == game.hash
    assert again.notes == ()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    # a mod is looked for from the folder of the save too
    assert Game.load("../game.json").hash == game.hash
    shutil.rmtree(grove.mod)
    error = refused(lambda: Game.load("../game.json"))
    assert error.code == "S813"
    assert "`cherries 2.1.0`" in error.message
    assert "--with PATH" in error.message
    shutil.copytree(grove.folder, grove.mod)  # another thing at that place is not the mod
    assert refused(lambda: Game.load("../game.json")).code == "S813"


def test_a_variant_that_is_gone_is_named(grove: Grove, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.resources.shipped_packs", lambda: {"orchard": grove.folder})
    Game(grove.load(variants=("small",))).save("game.json")
    (grove.folder / "variants" / "small.yaml").unlink()
    error = refused(lambda: Game.load("game.json"))
    assert (error.code, error.arguments["overlay"]) == ("S813", "small")
    assert "the pack has no such variant" in error.message


def test_variants_of_a_game(grove: Grove) -> None:
    pack = grove.load(mods=(grove.mod,))
    game = Game(pack, variants=("small",))
    assert [layer.id for layer in game.pack.overlays] == ["cherries", "small"]
    assert [layer.id for layer in pack.overlays] == ["cherries"]
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["apple", "cherry", "pear"]
    assert game.copy().pack is game.pack
    with pytest.raises(PackError, match="E369"):
        Game(pack, variants=("large",))
    with pytest.raises(TypeError, match="`variants` wants a sequence of ids of variants"):
        Game(pack, variants="small")
    with pytest.raises(TypeError, match="`variants`"):
        Game(pack, variants=(1,))  # type: ignore[arg-type] # what is tested


# ---- a running game on a changed pack ------------------------------------------------------------


def test_a_game_goes_on_with_a_changed_pack(grove: Grove) -> None:
    game = begun(grove)
    before = game.hash
    grove.change("from 0 to 3", "from 0 to 4")
    changed = grove.load()
    again = game.reload(changed)
    assert again.pack is changed
    assert again.answers == game.answers
    assert [note.code for note in again.notes] == ["W818"]
    # the plum is ahead of the apple, then this player rests; so does the other, and dials are asked
    for one in (game, again):
        played(one, "plum", "rest", "apple", "pear", "0", "3", "apple", "rest")
    assert 4 in again.legal
    assert 4 not in game.legal
    assert game.pack is not changed
    assert game.hash != before


def test_an_answer_that_no_longer_fits_is_told_and_the_old_game_goes_on(grove: Grove) -> None:
    game = begun(grove)
    before = game.hash
    grove.change("dividing 3 among", "dividing 2 among")
    error = refused(lambda: game.reload(grove.load()))
    assert error.code == "S815"
    assert error.arguments["number"] == "3"
    assert error.arguments["moment"] == "in turns"
    assert error.arguments["recorded"] == "player_1 answers `3` to 'put for apple' of `share`"
    assert error.arguments["asked"] == "player_1 is asked 'How many go there?': 0, 1 or 2"
    assert game.hash == before
    assert played(game, "plum").version == 4


def test_a_question_that_is_new_is_not_answered_with_the_answer_to_another(grove: Grove) -> None:
    """Both are yes and no: the answer to the second would fit the first without a word."""
    grove.change("      pick\n      share\n", '      may "Share first?": share\n      pick\n')
    game = played(Game(grove.load(), seed=9), "no", "apple", "plum")
    grove.change('may "Share first?"', 'may "Rest first?": nothing\n      may "Share first?"')
    error = refused(lambda: game.reload(grove.load()))
    assert (error.code, error.arguments["number"]) == ("S815", "1")
    assert "'Rest first?'" in error.arguments["asked"]
    assert "'Share first?'" in error.arguments["recorded"]


def test_a_pack_that_is_no_longer_for_so_many(grove: Grove) -> None:
    game = begun(grove)
    grove.change("{least: 2, most: 3}", "{least: 3, most: 3}", "pack.yaml")
    error = refused(lambda: game.reload(grove.load()))
    assert error.code == "S816"
    assert "3 players, not for 2" in error.message


def test_a_game_of_another_pack_is_not_reloaded(grove: Grove, kuhn_poker: Any) -> None:
    error = refused(lambda: begun(grove).reload(kuhn_poker))
    assert error.code == "S816"
    assert "it is a game of orchard" in error.message
    with pytest.raises(TypeError, match="`pack` wants a pack"):
        begun(grove).reload("orchard")  # type: ignore[arg-type] # what is tested


def test_rules_that_break_on_the_way_are_a_departure(grove: Grove) -> None:
    game = begun(grove)
    grove.change(
        "tree.load to put[tree]", "tree.load to put[tree] / (put[tree] - put[tree]) rounded up"
    )
    error = refused(lambda: game.reload(grove.load()))
    assert (error.code, error.arguments["number"]) == ("S815", "3")
    assert "F7" in error.arguments["asked"]


def test_a_drawn_game_is_not_reloaded(grove: Grove) -> None:
    game = begun(grove).resample(0, 1)
    error = refused(lambda: game.reload(grove.load()))
    assert error.code == "S810"
    assert "no beginning" in error.message


def test_an_amount_is_not_given_to_another_member(grove: Grove) -> None:
    """An almond is asked about before the apple; 3 would fit it too."""
    game = begun(grove)
    grove.change("  apple: {title: Apple Tree}", "  almond: {}\n  apple: {title: Apple Tree}")
    error = refused(lambda: game.reload(grove.load()))
    assert (error.code, error.arguments["number"]) == ("S815", "3")
    assert error.arguments["recorded"] == "player_1 answers `3` to 'put for apple' of `share`"


# ---- saves and a changed pack --------------------------------------------------------------------


def test_fixing_a_rule_breaks_a_save_at_a_named_answer_and_offers_the_old_rules(  # DR-04
    grove: Grove,
) -> None:
    game = begun(grove)
    game.save("game.json")
    grove.change("dividing 3 among", "dividing 2 among")
    grove.change("version: 1.0.0", "version: 1.1.0", "pack.yaml")
    error = refused(lambda: Game.load("game.json", grove.load()))
    assert error.code == "S815"
    assert "game.json does not fit orchard 1.1.0" in error.message
    assert "at answer 3, in turns, player_1 answers `3`" in error.message
    assert error.help is not None
    assert "as_saved=True" in error.help
    then = Game.load("game.json", as_saved=True)
    assert then.hash == game.hash
    assert then.pack.version == "1.0.0"
    assert then.notes == ()


def test_a_change_that_fits_is_noted_with_both_packs(grove: Grove) -> None:  # DR-04
    begun(grove).save("game.json")
    grove.change("version: 1.0.0", "version: 1.1.0", "pack.yaml")
    loaded = Game.load("game.json", grove.load(mods=(grove.mod,)))
    (note,) = loaded.notes
    assert note.code == "W818"
    assert "saved with orchard 1.0.0 (" in note.message
    assert "goes on with orchard 1.1.0 + cherries 2.1.0 (" in note.message


@pytest.mark.parametrize("why", ["off", "gone", "damaged"])
def test_content_that_is_not_at_hand_is_not_offered(
    grove: Grove, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "off":
        monkeypatch.setenv("SOLON_CACHE", "off")
    begun(grove).save("game.json")
    kept = tmp_path / "cache" / "packs"
    if why == "gone":
        shutil.rmtree(kept)
    if why == "damaged":
        (game,) = kept.rglob("game.yaml")
        game.write_text(game.read_text("utf-8").replace("taking 2", "taking 1"), "utf-8")
    error = refused(lambda: Game.load("game.json", as_saved=True))
    assert error.code == "S814"
    assert "orchard 1.0.0 (" in error.message
    grove.change("dividing 3 among", "dividing 2 among")
    if why != "damaged":
        assert refused(lambda: Game.load("game.json", grove.load())).help is None


def test_what_is_kept_is_the_pack_that_was_played(grove: Grove, tmp_path: Path) -> None:
    """A game that is saved when its files are others already keeps nothing that is not its own."""
    game = begun(grove)
    grove.change("taking 2", "taking 1")
    game.save("game.json")
    assert not (tmp_path / "cache" / "packs").exists()
    assert refused(lambda: Game.load("game.json", as_saved=True)).code == "S814"


def test_a_game_as_it_was_saved_is_saved_again_with_the_same_names(grove: Grove) -> None:
    game = Game(grove.load(variants=("small",), mods=(Path("mods/cherries"),)), seed=4)
    played(game, "cherry").save("game.json")
    shutil.rmtree(grove.folder)
    shutil.rmtree(grove.mod)
    again = played(Game.load("game.json", as_saved=True), "plum")
    again.save("later.json")
    first, later = (
        json.loads(Path(name).read_text("utf-8")) for name in ("game.json", "later.json")
    )
    assert later["pack"] == first["pack"]
    assert later["overlays"] == first["overlays"]
    assert Game.load("later.json", as_saved=True).hash == again.hash


def test_as_saved_and_a_pack_contradict(grove: Grove) -> None:
    game = begun(grove)
    game.save("game.json")
    with pytest.raises(ValueError, match="`as_saved` wants False where a pack is given"):
        Game.load("game.json", grove.load(), as_saved=True)


def test_a_hash_in_a_save_leads_to_no_other_folder(grove: Grove, tmp_path: Path) -> None:
    begun(grove).save("game.json")
    data = json.loads(Path("game.json").read_text("utf-8"))
    (kept,) = (tmp_path / "cache" / "packs").iterdir()
    data["pack"]["hash"] = f"../packs/{kept.name}"
    Path("game.json").write_text(json.dumps(data), "utf-8")
    assert refused(lambda: Game.load("game.json", as_saved=True)).code == "S814"


@pytest.mark.parametrize("path", ["mods/\0", "x" * 5000, "/", "..", "orchard", "game.json"])
def test_an_odd_path_in_a_save_is_no_mod(
    grove: Grove, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("interpreter.resources.shipped_packs", lambda: {"orchard": grove.folder})
    begun(grove).save("game.json")
    data = json.loads(Path("game.json").read_text("utf-8"))
    data["overlays"] = [{"id": "cherries", "version": "1", "path": path}]
    Path("game.json").write_text(json.dumps(data), "utf-8")
    assert refused(lambda: Game.load("game.json")).code == "S813"


# ---- renamed ids ---------------------------------------------------------------------------------


def test_a_corrected_id_finds_its_old_answers(grove: Grove) -> None:  # DR-05
    game = begun(grove)
    game.save("game.json")
    grove.change("  plum: {title: Plum Tree}", "  mirabelle: {title: Plum Tree}")
    error = refused(lambda: Game.load("game.json", grove.load()))
    assert error.code == "S817"
    assert error.arguments["name"] == "plum"
    assert "at answer 2, in turns, player_1 answers `plum` to 'liked' of `pick`" in error.message
    played(Game(grove.load(), seed=9), "apple", "pear").save("other.json")
    assert Game.load("other.json", grove.load()).version == 2  # others load
    grove.rename("trees", "plum", "mirabelle")
    loaded = Game.load("game.json", grove.load())
    assert [note.code for note in loaded.notes] == ["W818", "W819"]
    assert "`plum` is called `mirabelle` now" in loaded.notes[1].message
    assert loaded.version == game.version
    assert loaded.decision is not None
    assert [option.id for option in loaded.decision.options] == ["apple", "mirabelle"]


def test_a_new_name_may_stand_elsewhere_among_the_members(grove: Grove) -> None:  # DR-05
    """Members are asked for in the order of their ids; apple comes last under its new one."""
    game = played(Game(grove.load(), seed=9), "apple", "plum")
    grove.change("  apple: {title: Apple Tree}", "  wild_apple: {title: Apple Tree}")
    grove.rename("trees", "apple", "wild_apple")
    again = game.reload(grove.load())
    assert again.answers == ((0, 1), (0, 3))
    for one, last in ((game, "apple"), (again, "wild_apple")):
        amounts = {"apple": "1", "pear": "0", "plum": "2", "quince": "0", "wild_apple": "1"}
        while one.decision is not None and one.decision.about is not None:
            one.answer(amounts[one.decision.about])
        played(one, "plum")
        assert f"table.order is now plum, {last}" in str(one.log[-1])


def test_the_nearest_id_is_offered(grove: Grove) -> None:  # DR-05
    grove.change("  plum: {title: Plum Tree}", "  plumm: {title: Plum Tree}")
    played(Game(grove.load(), seed=9), "apple", "plumm").save("game.json")
    grove.change("  plumm:", "  plum:")
    error = refused(lambda: Game.load("game.json", grove.load()))
    assert error.code == "S817"
    assert error.help is not None
    assert error.help.startswith("did you mean `plum`? Say so under `renamed`")


def test_an_overlay_renames_too(grove: Grove) -> None:  # DR-05
    game = played(Game(grove.load(mods=(grove.mod,)), seed=9), "cherry", "plum")
    grove.change_mod("cherry: {title: Cherry}", "amarelle: {title: Cherry}")
    assert refused(lambda: game.reload(grove.load(mods=(grove.mod,)))).code == "S817"
    grove.change_mod("add:\n", "renamed: {trees: {cherry: amarelle}}\nadd:\n")
    again = game.reload(grove.load(mods=(grove.mod,)))
    assert [note.code for note in again.notes] == ["W818", "W819"]


def test_options_and_rules_are_renamed_too(grove: Grove) -> None:  # DR-05
    game = played(Game(grove.load(), seed=9, options={"rounds": 2}), "apple", "plum")
    grove.change("  rounds: {type", "  days: {type")
    grove.change("option.rounds", "option.days")
    grove.change("  pick:\n", "  like:\n")
    grove.change("      pick\n", "      like\n")
    assert refused(lambda: game.reload(grove.load())).code == "S816"
    manifest = grove.folder / "pack.yaml"
    said = "renamed: {options: {rounds: days}, rules: {pick: like}}\n"
    manifest.write_text(manifest.read_text("utf-8") + said, "utf-8")
    again = game.reload(grove.load())
    assert dict(again.options) == {"days": 2}
    assert again.version == 2


def test_a_copy_of_a_renamed_card_keeps_its_number(grove: Grove) -> None:  # DR-05
    grove.change(
        "      choose liked from trees",
        '      choose kept from cards "Which card?", never none\n'
        "      set table.left to kept.worth\n      choose liked from trees",
    )
    game = played(Game(grove.load(), seed=9), "card_3")
    grove.change("cards:\n  card:\n", "cards:\n  paper:\n")
    assert refused(lambda: game.reload(grove.load())).code == "S817"
    grove.rename("cards", "card", "paper")
    again = game.reload(grove.load())
    assert [note.arguments.get("new") for note in again.notes] == [None, "paper_3"]


def test_a_shown_title_is_no_part_of_a_state(grove: Grove) -> None:  # DR-05
    game = begun(grove)
    first = grove.load()
    grove.change("title: Plum Tree", "title: The Plum")
    again = game.reload(grove.load())
    assert again.pack.hash != first.hash
    assert again.hash == game.hash
