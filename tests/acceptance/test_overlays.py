"""The overlays that come with Solon: nothing is found in any set of them, and every set plays.

And two mods that conflict: what is said of them, and how it is settled.
"""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.engine.chance import Stream
from interpreter.overlay.combinations import sets_to_check
from interpreter.overlay.reading import Overlay, read_overlay
from interpreter.pack.files import variants_of
from interpreter.pipeline import check_scenarios, scenario_game
from interpreter.play.bots import make_bot
from interpreter.play.match import Stopped, play
from interpreter.play.scenarios import run_scenario
from tests.acceptance.conftest import Run
from tests.oracle.lockstep import Lockstep
from tests.packs import CORPUS, MODS, REPOSITORY, packs_in

CONFLICTING = CORPUS / "overlays"
ATLANTIDA = REPOSITORY / "content" / "atlantida"
Names = tuple[str, ...]


def overlays_of(folder: Path) -> dict[str, Overlay]:
    """Return the variants of a pack and the shipped mods that extend it, by id."""
    found = {}
    for path in (*variants_of(folder).values(), *MODS):
        overlay, _ = read_overlay(path)
        assert overlay is not None
        extended = overlay.manifest.extends
        if extended is None or extended.id.text == folder.name:
            found[overlay.id] = overlay
    return found


OVERLAYS = {
    folder: overlays_of(folder) for folder in packs_in("content", "examples") if folder not in MODS
}


def sets() -> Iterator[tuple[Path, Names]]:
    """Yield packs, each with every set of its shipped overlays that is worth playing."""
    for folder, overlays in OVERLAYS.items():
        declared = load_pack(folder).declarations.manifest.combinations
        together = [[name.text for name in one] for one in declared]
        apart = [(one.id, no.text) for one in overlays.values() for no in one.manifest.excludes]
        yield from ((folder, one) for one in sets_to_check(tuple(overlays), together, apart))


def loaded(folder: Path, names: Sequence[str]) -> Pack:
    """Return a pack with overlays; raises PackError when something is wrong with them."""
    return load_pack(folder, mods=[OVERLAYS[folder][name].path for name in names])


every_set = pytest.mark.parametrize(
    ("folder", "names"), [pytest.param(*one, id="+".join(one[1])) for one in sets()]
)


def test_every_mod_is_in_a_set() -> None:
    known = [overlay.path for overlays in OVERLAYS.values() for overlay in overlays.values()]
    assert MODS
    assert [mod for mod in MODS if mod not in known] == []


@every_set
def test_nothing_is_found_and_every_scenario_passes(folder: Path, names: Names) -> None:
    pack = loaded(folder, names)
    assert [str(finding) for finding in (*pack.warnings, *check_scenarios(pack))] == []
    assert [layer.id for layer in pack.overlays] == list(names)
    assert pack.scenarios or len(names) > 1
    verdicts = [run_scenario(pack, scenario) for scenario in pack.scenarios]
    assert [verdict for verdict in verdicts if not verdict.passed] == []


@every_set
def test_bots_play_it_to_its_end(folder: Path, names: Names) -> None:
    pack = loaded(folder, names)
    for players in pack.players:
        for seed in (1, 2, 3):
            game = Game(pack, players, seed)
            bots = [make_bot("random", seed, seat) for seat in range(players)]
            assert play(game, bots) is Stopped.OVER


@every_set
def test_greedy_bots_play_it(folder: Path, names: Names) -> None:
    game = Game(loaded(folder, names), seed=1)
    bots = [make_bot("greedy", 1, seat) for seat in range(game.players)]
    play(game, bots, limit=30)
    assert game.over or game.version == 30


@every_set
def test_it_is_the_same_game_for_the_oracle(folder: Path, names: Names) -> None:
    pack = loaded(folder, names)
    Lockstep(pack, pack.players[0], {}, 1).play(Stream(1, "oracle", *names).below, 60)


def test_open_offers_are_made_one_by_one_and_seen() -> None:
    pack = load_pack(ATLANTIDA, variants=["open_tribute"])
    (scenario,) = (one for one in pack.scenarios if one.name.text == "largest_and_smallest_openly")
    game = scenario_game(pack, scenario)
    seen = []
    while not game.over and game.decision is not None:
        decision = game.decision
        asked = decision.player
        assert asked is not None
        view = game.view(asked)
        assert view.deciding == ()
        offers = {name: fields["gift"] for name, fields in view.data["player"].items()}
        seen.append((asked, offers["player_1"], offers["player_2"], offers["player_3"]))
        game.answer({1: 3, 2: 2, 0: 4}[asked])
    # The order of play is 2, 3, 1; each sees what those before have offered.
    assert seen == [(1, "0", "0", "0"), (2, "0", "3", "0"), (0, "0", "3", "2")]


# ---- two mods that conflict ----------------------------------------------------------------------


def price_of_a_shipyard(*mods: Path) -> object:
    """Return what a Shipyard costs with some mods."""
    kind = load_pack("atlantida", mods=mods, keep=False).spec.kinds["building_type"]
    (element,) = (one for one in kind.elements if one.name == "shipyard")
    return getattr(element.fixed["price"], "value", None)


@pytest.fixture
def mods(tmp_path: Path) -> tuple[Path, Path]:
    """Return copies of the mods that conflict, in the folder where commands are run."""
    shutil.copytree(CONFLICTING, tmp_path, dirs_exist_ok=True)
    return tmp_path / "cheap_ships", tmp_path / "grand_harbour"


def say(mod: Path, text: str) -> None:
    """Add a line to the manifest of a mod."""
    path = mod / "pack.yaml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_each_of_two_mods_is_sound(mods: tuple[Path, Path], solon: Run) -> None:
    assert [price_of_a_shipyard(), *map(price_of_a_shipyard, mods)] == [3, 2, 5]
    for mod in mods:
        ran = solon("check", mod.name, "--strict", "--quiet")
        assert (ran.returncode, ran.stdout) == (0, "")


CONFLICT = """\
grand_harbour/pack.yaml:8:31: error[E363]: `grand_harbour` and `cheap_ships` both write \
`building_types.shipyard.price`, and neither comes after the other
8 |   building_types: {shipyard: {price: 5, places: 4}}
  |                               ^^^^^
  = `cheap_ships` has `change` here: cheap_ships/pack.yaml:8:31
8 |   building_types: {shipyard: {price: 2}}
  |                               ^^^^^
  = with cheap_ships and grand_harbour
  = help: write `after: [cheap_ships]` in `grand_harbour`, or `after: [grand_harbour]` in \
`cheap_ships`; the later one wins
"""


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["one_way", "the_other"])
def test_both_places_of_a_conflict_are_named(
    mods: tuple[Path, Path], solon: Run, order: tuple[int, int]
) -> None:
    first, second = (mods[place].name for place in order)
    ran = solon("check", "atlantida", "--with", first, "--with", second, "--quiet")
    assert ran.returncode == 1
    assert ran.stdout.rstrip("\n") == CONFLICT.rstrip("\n")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["one_way", "the_other"])
@pytest.mark.parametrize(("later", "price"), [(0, 2), (1, 5)], ids=["cheap", "grand"])
def test_after_settles_a_conflict(
    mods: tuple[Path, Path], solon: Run, order: tuple[int, int], later: int, price: int
) -> None:
    say(mods[later], f"after: [{mods[1 - later].name}]\n")
    first, second = (mods[place] for place in order)
    ran = solon("check", "atlantida", "--with", first.name, "--with", second.name, "--quiet")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert price_of_a_shipyard(first, second) == price
    # The one that comes after another does without it.
    assert price_of_a_shipyard(mods[later]) == price
