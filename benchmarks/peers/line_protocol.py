"""The small line protocol every driver speaks; it runs in each peer's environment.

Standard library only.

A driver is a process that holds one workload and waits. The harness writes one line, the driver
answers with one line:

    hello               -> a JSON object: versions and the unit that is counted
    calibrate           -> "calibrated BATCH"      finds how many runs take about 50 ms
    warm SECONDS        -> "warm"                  runs for at least so long, unreported
    repeat SECONDS      -> "COUNT SECONDS"         one repetition: units done, time they took
    quit                -> the process ends

Only the loop below is timed, and it looks at the clock once per batch. A workload whose units
run in other processes keeps the time itself.
"""

import gc
import json
import random
import sys
import traceback
from collections.abc import Callable
from time import perf_counter

Workload = Callable[[int], int | tuple[int, float]]
"""Runs so many games (or copies, or loads) and returns how many units were counted.

If it kept the time itself, the seconds stand behind.
"""

BATCH_SECONDS = 0.05
SEED = 7


def calibrate(workload: Workload) -> int:
    """Return the number of runs that takes about `BATCH_SECONDS`."""
    runs = 1
    while True:
        begin = perf_counter()
        workload(runs)
        taken = perf_counter() - begin
        if taken >= BATCH_SECONDS / 2:
            return max(1, round(runs * BATCH_SECONDS / taken))
        runs *= 2


def repeat(workload: Workload, batch: int, seconds: float) -> tuple[int, float]:
    """Run whole batches until the wall time is used up; return units and seconds."""
    gc.collect()
    count, kept = 0, 0.0
    begin = perf_counter()
    end = begin + seconds
    while True:
        done = workload(batch)
        if isinstance(done, tuple):
            count, kept = count + done[0], kept + done[1]
        else:
            count += done
        now = perf_counter()
        if now >= end:
            return count, kept or now - begin


def serve(workload: Workload, unit: str, versions: dict[str, str]) -> None:
    """Answer the harness until it says quit."""
    random.seed(SEED)
    batch = 1
    hello = {"unit": unit, "versions": {"python": sys.version.split()[0], **versions}}
    replies = sys.stdout
    sys.stdout = sys.stderr  # a chatty peer must not write into the protocol
    for line in sys.stdin:
        command, *arguments = line.split()
        if command == "quit":
            return
        try:
            if command == "hello":
                reply = json.dumps(hello)
            elif command == "calibrate":
                batch = calibrate(workload)
                reply = f"calibrated {batch}"
            elif command == "warm":
                repeat(workload, batch, float(arguments[0]))
                reply = "warm"
            elif command == "repeat":
                count, taken = repeat(workload, batch, float(arguments[0]))
                reply = f"{count} {taken!r}"
            else:
                reply = f"error: no command {command!r}"
        except Exception as problem:  # noqa: BLE001 (a failing peer costs its rows, not the run)
            traceback.print_exc()
            reply = f"error: {type(problem).__name__}: {problem}".replace("\n", " ")
        replies.write(reply + "\n")
        replies.flush()
