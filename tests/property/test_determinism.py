"""Same seed, same game, in every process and under every locale; and that the tests of it test."""

import os
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.engine import chance
from tests.determinism import SEEDS, compare, trace
from tests.packs import PLAYED_PACKS, REPOSITORY, short_name

PACK = """\
id: festival
title: Festival
version: 1.0.0
language: 1
players: {least: 2, most: 3}
licence: CC0-1.0
"""
# Many tags in sets, "each", "any", "first" and choices that nothing orders.
GAME = """\
words:
  tag: [x, y, z, w, v, u, t, s]
kinds:
  player:
    plural: players
    fields:
      points: {type: number}
      tags: {type: set of tag}
  stall:
    plural: stalls
    fixed: {tags: set of tag}
    fields: {visits: {type: number}}
stalls:
  zebra: {title: "Zebra İı ß 1,5", tags: "(x, y, z)"}
  apple: {tags: "(v, w)"}
  mango: {tags: "(s, t, u, x)"}
  kiwi: {tags: "(y, s)"}
dice: {d6: 6}
globals:
  fair:
    stalls_left: {zone of: stall, ordered: yes, start: all stall in stalls}
rules:
  visit:
    effect: |
      choose one_stall from stalls "Where?", never none
      add 1 to one_stall.visits
      for each tag in one_stall.tags:
          roll d6 as face
          add face to me.points
          include tag in me.tags
      for each other in stalls where (any tag in other.tags where tag in me.tags):
          add 1 to other.visits
      shuffle fair.stalls_left
flow:
  - step: visits
    round and round: players
    while: me.points < 60
    do: visit
ranking:
  - highest: player.points
"""


@cache
def pack_of(folder: Path) -> Pack:
    return load_pack(folder)


# ---- one process ---------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", PLAYED_PACKS, ids=short_name)
def test_a_seed_is_a_game_and_seeds_differ(folder: Path) -> None:  # DR-02
    pack = pack_of(folder)
    compared = compare(lambda seed: Game(pack, pack.players[0], seed))
    assert compared.states > 2 * SEEDS
    has_chance = any(site.form == "chance" for site in pack.program(chance="ask").sites)
    if folder.parent.name == "rules":
        # some rules of a game, whose chance these picks may never come to
        assert has_chance or compared.different == 1
    else:
        assert (compared.different > 1) == has_chance


def test_a_hidden_source_of_chance_is_caught() -> None:  # DR-02
    pack = pack_of(REPOSITORY / "examples" / "kuhn_poker")
    other = count()
    with pytest.raises(AssertionError, match="two games of seed 0 differ"):
        compare(lambda _: Game(pack, seed=next(other)))


def test_a_game_that_ignores_its_seed_is_caught() -> None:  # DR-02
    pack = pack_of(REPOSITORY / "examples" / "kuhn_poker")
    assert compare(lambda _: Game(pack, seed=3)).different == 1
    assert compare(lambda seed: Game(pack, seed=seed)).different > 1


def test_a_game_without_a_step_proves_nothing() -> None:  # DR-02
    pack = pack_of(REPOSITORY / "examples" / "kuhn_poker")

    def over(seed: int) -> Game:
        game = Game(pack, seed=seed)
        trace(game)
        return game

    with pytest.raises(AssertionError, match="no step to compare"):
        compare(over)


# ---- many processes ------------------------------------------------------------------------------

SCRIPT = """
import sys
from interpreter import Game, load_pack
from interpreter.engine import chance
from tests.determinism import trace
planted, *names = sys.argv[1:]
if planted == "unordered":
    real = chance.shuffled
    def shuffled(seed, cause, ordinal, items):
        return tuple(sorted(items, key=lambda item: hash(f"item {item}")))
    chance.shuffled = shuffled
for name in names:
    pack = load_pack(name, keep=False)
    game = Game(pack, pack.players[1], 11)
    states = trace(game, 2)
    print(name, pack.hash, len(states), *states, *game.log, sep="\\n")
"""


def run(seed: str, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        cwd=REPOSITORY,
        env={
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONUTF8": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def festival(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "festival"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, "utf-8")
    (folder / "game.yaml").write_text(GAME, "utf-8")
    return folder


def test_the_order_of_hashes_changes_no_game(festival: Path) -> None:  # DR-01
    atlantida = REPOSITORY / "content" / "atlantida"
    names = (str(festival), str(atlantida))
    first = run("0", "", *names)
    assert first.count("\n") > 500
    for seed in ("1", "42", "random"):
        assert run(seed, "", *names) == first


def test_an_iteration_in_the_order_of_hashes_is_caught(festival: Path) -> None:  # DR-02
    assert len({run(seed, "unordered", str(festival)) for seed in ("0", "1", "42")}) > 1
    assert callable(chance.shuffled)


# ---- saves in another process --------------------------------------------------------------------

LOADER = """
import sys
from interpreter import Game, load_pack
name, *files = sys.argv[1:]
pack = load_pack(name)
whole = Game.load(files[-1], pack).answers
for file in files:
    game = Game.load(file, pack)
    print(game.hash, len(game.log))
    for answer in whole[game.version : game.version + 8]:
        game.replay((answer,))
        print(game.hash, len(game.log))
"""


@pytest.mark.parametrize(
    "name",
    [
        "tests/corpus/packs/cellar",
        "tests/unit/play/orchard",
        "tests/corpus/features/secret_stakes",
        "tests/corpus/features/trigger_order",
        "tests/corpus/features/plans",
        "content/atlantida",
    ],
)
def test_a_save_at_any_decision_goes_on_alike_in_another_process(  # DR-03
    name: str, tmp_path: Path
) -> None:
    pack = pack_of(REPOSITORY / name)
    game = Game(pack, pack.players[0], 5)
    trace(game)
    whole, game = game.answers[:60], Game(pack, pack.players[0], 5)
    files, states = [], []
    for number in range(len(whole) + 1):
        files.append(str(tmp_path / f"{number}.json"))
        game.save(files[-1])
        states.append(f"{game.hash} {len(game.log)}")
        game.replay(whole[number : number + 1])
    assert len(states) > 1
    done = subprocess.run(
        [sys.executable, "-c", LOADER, name, *files],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [state for at in range(len(states)) for state in states[at : at + 9]]
    assert done.stdout.splitlines() == expected


# ---- locales -------------------------------------------------------------------------------------

LOCALES = ("C", "de_DE.UTF-8", "it_IT.UTF-8", "tr_TR.UTF-8")


@pytest.mark.parametrize(
    "command",
    [
        ("check", "PACK", "--format", "json"),
        ("explain", "PACK", "zebra"),
        ("simulate", "PACK", "-n", "5", "-j", "1", "--format", "json"),
    ],
    ids=lambda command: command[0],
)
def test_the_locale_changes_nothing(festival: Path, command: tuple[str, ...]) -> None:  # DR-09
    arguments = [str(festival) if word == "PACK" else word for word in command]

    def output(locale: str, **more: str) -> bytes:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
        done = subprocess.run(
            [sys.executable, "-m", "interpreter", *arguments],
            cwd=REPOSITORY,
            env={**kept, "LANG": locale, "LC_ALL": locale, "PYTHONPATH": str(REPOSITORY), **more},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    first = output("C")
    assert first
    for locale in LOCALES[1:]:
        assert output(locale) == first
    assert output("C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0") == first
