"""Play stage: the file of a run, one line of JSON a game; feeds `solon simulate` and its resuming.

The first line says what was run, each other line is a `GameResult`. Lines stand in the order of
the games, whoever finishes first, so the file of a whole run is the same for any number of
workers; at an interruption the games that were ahead are written behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from interpreter.arguments import GREATEST_SEED
from interpreter.engine.saves import SavedOverlay, overlay_from_data
from interpreter.play.bots import BOTS
from interpreter.play.failures import RunFileError
from interpreter.play.results import GameResult, whole

FORMAT = 2


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run plays: everything that decides its results, and how many games are wanted.

    `games` decides no result, so it is no part of what two runs differ in; 0: nobody has said.
    """

    pack: str
    version: str
    pack_hash: str
    overlays: tuple[SavedOverlay, ...]
    players: int
    options: Mapping[str, bool | int | str]
    bots: tuple[str, ...]
    seed: int
    limit: int
    counts_rules: bool
    games: int = 0

    def to_json(self) -> str:
        """Return the first line of a run file, without the line end."""
        data = {"solon_run": FORMAT, **self.as_data()}
        return json.dumps(data, ensure_ascii=False, sort_keys=True)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**asdict(self), "overlays": [one._asdict() for one in self.overlays]}


def read_run(path: Path) -> tuple[RunPlan, list[GameResult]]:
    """Return what a run file holds.

    A last line without its end is what an interruption left, and does not count.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RunFileError(f"{path}: {error.strerror or error}") from error
    complete = data[: data.rfind(b"\n") + 1]
    try:
        lines = complete.decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise RunFileError(f"{path} is not a run file: it is not UTF-8") from error
    if not lines:
        raise RunFileError(f"{path} is not a run file: it is empty")
    plan = _plan(path, _loaded(path, 1, lines[0]))
    results = {
        result.number: result
        for number, line in enumerate(lines[1:], 2)
        for result in [_result(path, number, _loaded(path, number, line))]
    }
    return plan, list(results.values())


def _loaded(path: Path, number: int, line: str) -> Mapping[str, Any]:
    """Return the object that a line holds."""
    try:
        data = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RunFileError(f"{path}:{number}: this line is not JSON") from error
    if not isinstance(data, dict):
        raise RunFileError(f"{path}:{number}: this line is not an object")
    return data


def _no_constant(text: str) -> Any:
    """Refuse the numbers that JSON does not have."""
    raise ValueError(text)


def _plan(path: Path, data: Mapping[str, Any]) -> RunPlan:
    """Return what the first line says."""
    if data.get("solon_run") != FORMAT:
        raise RunFileError(
            f"{path} is not a run file of this version: its first line should say so"
        )
    try:
        plan = RunPlan(
            pack=str(data["pack"]),
            version=str(data["version"]),
            pack_hash=str(data["pack_hash"]),
            overlays=_overlays(data["overlays"]),
            players=whole(data["players"]),
            options=dict(data["options"]),
            bots=tuple(str(bot) for bot in data["bots"]),
            seed=whole(data["seed"]),
            limit=whole(data["limit"]),
            counts_rules=bool(data["counts_rules"]),
            games=whole(data.get("games", 0)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RunFileError(f"{path}:1: this line does not say what was run") from error
    can_be = len(plan.bots) == plan.players and set(plan.bots) <= set(BOTS)
    if not can_be or plan.limit < 1 or plan.seed > GREATEST_SEED:
        raise RunFileError(f"{path}:1: this line does not say what can be run")
    return plan


def _overlays(data: Any) -> tuple[SavedOverlay, ...]:
    """Return the overlays that a first line names; ValueError when it does not."""
    found = [overlay_from_data(one) for one in data]
    if None in found:
        raise ValueError("not an overlay")
    return tuple(one for one in found if one is not None)


def _result(path: Path, number: int, data: Mapping[str, Any]) -> GameResult:
    """Return the game that a line holds."""
    try:
        return GameResult.from_data(data)
    except ValueError as error:
        raise RunFileError(f"{path}:{number}: this line is not a game") from error


def difference(wanted: RunPlan, found: RunPlan) -> str | None:
    """Return in words how two plans differ, None when they do not."""
    ours, theirs = _comparable(wanted), _comparable(found)
    names = [name for name in ours if ours[name] != theirs[name] and name != "games"]
    words = [f"{name.replace('_', ' ')} {theirs[name]!r}, not {ours[name]!r}" for name in names]
    return ", ".join(words) or None


def _comparable(plan: RunPlan) -> dict[str, Any]:
    """Return what makes a run the same run; where its overlays lie does not."""
    overlays = [f"{one.id} {one.version}".rstrip() for one in plan.overlays]
    return {**asdict(plan), "overlays": overlays}


class RunWriter:
    """Writes results to a run file in the order of the games."""

    def __init__(self, file: IO[bytes], expected: Iterator[int]) -> None:
        """Write to `file`; `expected` are the numbers of the games still to come, in order."""
        self._file = file
        self._expected = expected
        self._next = next(expected, None)
        self._waiting: dict[int, GameResult] = {}

    def add(self, result: GameResult) -> None:
        """Write a result as soon as those before it are written."""
        self._waiting[result.number] = result
        while self._next is not None and self._next in self._waiting:
            self._write(self._waiting.pop(self._next))
            self._next = next(self._expected, None)

    def flush(self) -> None:
        """Hand what is written to the system."""
        self._file.flush()

    def close(self) -> None:
        """Write also the results that others should have come before."""
        for number in sorted(self._waiting):
            self._write(self._waiting[number])
        self._waiting.clear()
        self._file.close()

    def _write(self, result: GameResult) -> None:
        self._file.write(result.to_json().encode() + b"\n")
        # Handed over line by line, so that not even a killed process loses a game.
        self._file.flush()


def open_run(path: Path, plan: RunPlan, expected: Iterator[int]) -> RunWriter:
    """Begin a run file; an existing one is left alone."""
    try:
        file = path.open("xb")
    except FileExistsError as error:
        raise RunFileError(f"{path} exists already; go on with it by --resume {path}") from error
    except OSError as error:
        raise RunFileError(f"{path}: {error.strerror or error}") from error
    file.write(plan.to_json().encode() + b"\n")
    file.flush()
    return RunWriter(file, expected)


def reopen_run(
    path: Path, plan: RunPlan, results: Iterable[GameResult], expected: Iterator[int]
) -> RunWriter:
    """Go on with a run file that holds `results`.

    The file is put in order first, so that in the end it is the file of a run without a pause; a
    failure on the way leaves it as it was.
    """
    draft = path.with_name(f".{path.name}.draft")
    try:
        writer = open_run(draft, plan, expected)
        for result in results:
            writer.add(result)
        writer.flush()
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise RunFileError(f"{path}: {error.strerror or error}") from error
    return writer
