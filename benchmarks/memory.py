"""Memory of a process over ten thousand games: `python -m benchmarks memory [PACK]`."""

import argparse
import gc
import os
import resource
import sys
from pathlib import Path
from random import Random

STEPS = 10
SLACK_KIB = 1024
"""How much a flat process may still grow after the first fifth: one arena of the allocator."""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command `memory`."""
    own = commands.add_parser("memory", help="resident memory over 10,000 games")
    own.add_argument("pack", nargs="?", type=Path, default=Path("examples") / "tic_tac_toe")
    own.add_argument("--games", type=int, default=10_000)
    own.add_argument("--players", type=int, default=2)


def resident_kib() -> int:
    """Return the resident memory of this process in KiB."""
    status = Path("/proc/self/statm")
    if status.is_file():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def run(arguments: argparse.Namespace) -> int:
    """Play the games, print the memory ten times, return 1 when it grew."""
    from interpreter import Game, load_pack  # noqa: PLC0415 (the table runs without the engine)

    pack = load_pack(str(arguments.pack))
    choose = Random(7)
    readings: list[int] = []
    for step in range(1, STEPS + 1):
        for number in range(arguments.games // STEPS):
            seed = step * arguments.games + number
            game = Game(pack, players=arguments.players, seed=seed, forced="ask")
            while not game.over:
                legal = game.legal
                game.play(legal[int(choose.random() * len(legal))])
        gc.collect()
        readings.append(resident_kib())
        print(f"{step * arguments.games // STEPS:>7} games  {readings[-1]:>8} KiB", flush=True)
    settled = readings[STEPS // 5 :]
    growth = settled[-1] - settled[0]
    flat = growth <= SLACK_KIB
    print(f"growth after the first fifth: {growth} KiB: {'flat' if flat else 'GROWS'}")
    return 0 if flat else 1
