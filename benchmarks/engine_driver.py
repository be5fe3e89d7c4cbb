"""Drives our own engine: `python -m benchmarks.engine_driver WORK …`.

playouts PACK PLAYERS [no_log]    random games; decisions, forced ones asked and counted
copy PACK PLAYERS                 copies of games that wait inside an effect
effects PACK MODE                 whole effects of the diplomacy pack, asked or not
load KIND PACK CACHE              loads of one pack: bare YAML; cold, checked without a cache;
                                  ready, compiled as well; warm, the same from a cache
"""

import os
import struct
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import random
from time import perf_counter

import yaml

from interpreter import Game, load_pack

sys.path.insert(0, str(Path(__file__).parent / "peers"))
from line_protocol import Workload, serve

COPIES = 50
DECISIONS_BEFORE_COPY = 300
CHOICES_A_COURSE = 4
EFFECTS_A_GAME = 40 * 5
LOAD_PLAYERS = 2


def playouts(folder: str, players: str, *options: str) -> Workload:
    """Return the workload: random games, logs on unless told otherwise."""
    pack = load_pack(folder)
    seats, log = int(players), "no_log" not in options
    seed = 0

    def play(games: int) -> int:
        nonlocal seed
        decisions = 0
        for _ in range(games):
            seed += 1
            game = Game(pack, players=seats, seed=seed, forced="ask", log=log)
            legal, answer = game.legal, game.play
            while legal:
                legal = answer(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play


def copies(folder: str, players: str) -> Workload:
    """Return the workload: copies of games in their middle, each waiting inside an effect."""
    games = [_middle_of_game(folder, int(players), seed) for seed in range(COPIES)]

    def copy_all(rounds: int) -> int:
        for _ in range(rounds):
            for game in games:
                game.copy()
        return rounds * COPIES

    return copy_all


def _middle_of_game(folder: str, players: int, seed: int) -> Game:
    """Return a game half-way through as many random decisions as such a game has."""
    pack = load_pack(folder)
    whole = Game(pack, players=players, seed=seed, forced="ask")
    answers = []
    while not whole.over and len(answers) < 2 * DECISIONS_BEFORE_COPY:
        answers.append(whole.legal[int(random() * len(whole.legal))])
        whole.play(answers[-1])
    game = Game(pack, players=players, seed=seed, forced="ask")
    for number in answers[: len(answers) // 2]:
        game.play(number)
    return game


def effects(folder: str, mode: str) -> Workload:
    """Return the workload: whole effects of the diplomacy pack in one of its modes.

    Both modes are answered through `Game.play`, which checks and records each answer.
    """
    pack = load_pack(folder)
    asked, choices = mode.split("_")
    options = {"asked": asked == "asked", "courses": int(choices) // CHOICES_A_COURSE}
    seed = 0

    def play(games: int) -> int:
        nonlocal seed
        for _ in range(games):
            seed += 1
            game = Game(pack, players=5, seed=seed, options=options, forced="ask")
            legal, answer = game.legal, game.play
            while legal:
                legal = answer(legal[0])
        return games * EFFECTS_A_GAME

    return play


def loads(kind: str, folder: str, cache: str) -> Workload:
    """Return the workload: loads of the large pack, or of the same files as bare YAML.

    Each load runs in a process of its own, so that nothing is left of the one before; what it
    imports is there already, as it is for the bare load.
    """
    load = {"bare": _load_bare, "cold": _load_cold, "ready": _make_ready, "warm": _read_ready}[kind]
    import_module("interpreter.pipeline")
    if kind == "warm":
        os.environ["SOLON_CACHE"] = cache
        _seconds_apart(load, folder)  # fills the cache

    def load_all(rounds: int) -> tuple[int, float]:
        return rounds, sum(_seconds_apart(load, folder) for _ in range(rounds))

    return load_all


def _seconds_apart(load: Callable[[str], object], folder: str) -> float:
    """Return how long a load takes in a child of this process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            begin = perf_counter()
            load(folder)
            os.write(writer, struct.pack("d", perf_counter() - begin))
        finally:
            os._exit(0)  # whatever happens, the child must not answer the harness
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    if not told:
        message = f"{folder} could not be loaded"
        raise RuntimeError(message)
    return float(struct.unpack("d", told)[0])


def _load_bare(folder: str) -> None:
    for file in sorted(Path(folder).glob("*.yaml")):
        with file.open("rb") as stream:
            yaml.load(stream, yaml.CSafeLoader)


def _load_cold(folder: str) -> None:
    load_pack(folder, keep=False)


def _make_ready(folder: str) -> None:
    load_pack(folder, keep=False).program(LOAD_PLAYERS)


def _read_ready(folder: str) -> None:
    load_pack(folder).program(LOAD_PLAYERS)


WORKS: dict[str, tuple[Callable[..., Workload], str]] = {
    "playouts": (playouts, "decision"),
    "copy": (copies, "copy"),
    "effects": (effects, "effect"),
    "load": (loads, "load"),
}

if __name__ == "__main__":
    make, unit = WORKS[sys.argv[1]]
    serve(make(*sys.argv[2:]), unit, {})
