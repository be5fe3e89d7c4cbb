"""Saves: a game as its pack, options, seed and answers, in a JSON file of a stated version.

Written and read for `resuming`. A save holds no state: it is loaded by playing its answers again,
so it can neither hold a state that the rules do not allow nor go stale with the engine. Each answer
stands with the seat, the number and the id of its option, and what was asked. With the pack that it
was saved with the number decides; id and question are for people, and for `replaying`, which plays
a save with a pack that has changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from interpreter.arguments import GREATEST_SEED
from interpreter.diagnostics import SaveError
from interpreter.engine.decisions import option_id
from interpreter.engine.sight import Given
from interpreter.lang import types
from interpreter.program.module import Site
from interpreter.program.program import Program

FORMAT = "solon save"
VERSION = 2
_LARGEST = 1 << 26
_MODES = ("auto", "ask")


class SavedOverlay(NamedTuple):
    """An overlay as a file names it.

    `path` is how the overlay was named; empty where it is found by its id, as a variant of the pack
    is and what comes with Solon. `version` is empty where the overlay has the version of its pack.
    """

    id: str
    version: str
    path: str


class SavedAnswer(NamedTuple):
    """An answer as a save keeps it: chance is seat -2; `question` is what `question_of` gives."""

    seat: int
    number: int
    id: str
    question: str


@dataclass(frozen=True, slots=True)
class Save:
    """What a save says; `pack_hash` is that of the pack with its overlays, which are in order."""

    pack: str
    pack_version: str
    pack_hash: str
    overlays: tuple[SavedOverlay, ...]
    players: int
    options: Mapping[str, str | int]
    seed: int
    chance: str
    forced: str
    forced_chance: tuple[Any, ...]
    answers: tuple[SavedAnswer, ...]

    @property
    def pack_in_words(self) -> str:
        """The pack with its overlays, for messages."""
        return in_words(self.pack, self.pack_version, self.pack_hash, self.overlays)


def in_words(pack: str, version: str, digest: str, overlays: Sequence[SavedOverlay]) -> str:
    """Return which pack it is, with its overlays and the beginning of its hash."""
    parts = [f"{pack} {version}", *(f"{one.id} {one.version}".rstrip() for one in overlays)]
    return f"{' + '.join(parts)} ({digest[:12]})"


def options_in_words(program: Program) -> dict[str, str | int]:
    """Return the values of a game's options as a person gives them: yes or no, a word, a number."""
    found: dict[str, str | int] = {}
    for name, value in program.layout.options.items():
        type_ = program.spec.options[name].type
        if isinstance(type_, types.Truth):
            found[name] = "yes" if value else "no"
        elif isinstance(type_, types.Word):
            found[name] = program.spec.words[type_.name][value]
        else:
            found[name] = value
    return found


def question_of(site: Site, about: str | None = None) -> str:
    """Return what tells a question of a pack from its other ones, also when the pack changes.

    That is the rule, and the name of what is chosen or, where it has none, the words of the prompt.
    A division asks of each member how much it gets; then `about` is the member.
    """
    member = f" for {about}" if about else ""
    return f"{site.routine}: {site.name or site.prompt}{member}"


def answers_in_words(
    program: Program, answers: Sequence[Given], abouts: Mapping[int, str | None]
) -> tuple[SavedAnswer, ...]:
    """Return answers as a save keeps them; `abouts` are the members of divisions, by version."""
    return tuple(
        SavedAnswer(
            player,
            number,
            option_id(program, program.sites[site], number),
            question_of(program.sites[site], abouts.get(version)),
        )
        for version, ((player, site, *_), number, _) in enumerate(answers)
    )


# ---- writing -------------------------------------------------------------------------------------


def write_save(path: str | Path, save: Save) -> None:
    """Write a save; a file of that name is replaced when the new one is whole.

    Raises `SaveError` S810 when that cannot be done.
    """
    goal = Path(path)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "pack": {"id": save.pack, "version": save.pack_version, "hash": save.pack_hash},
        "overlays": [one._asdict() for one in save.overlays],
        "players": save.players,
        "options": dict(save.options),
        "seed": save.seed,
        "chance": save.chance,
        "forced": save.forced,
        "forced chance": save.forced_chance,
        "answers": save.answers,
    }
    lines = json.dumps({**data, "answers": []}, indent=1, ensure_ascii=False)
    rows = ",\n  ".join(json.dumps(answer, ensure_ascii=False) for answer in save.answers)
    text = lines.replace(
        '"answers": []', f'"answers": [\n  {rows}\n ]' if rows else '"answers": []'
    )
    try:
        # Written beside the goal and renamed: whoever reads finds the old file or the whole new
        # one. The folder is for this user's eyes; the file in it is made as any file is, so that
        # the user's own settings say who may read it.
        with TemporaryDirectory(dir=goal.parent, prefix=f".{goal.name}.") as folder:
            draft = Path(folder) / goal.name
            draft.write_text(text + "\n", encoding="utf-8")
            if goal.is_file():
                draft.chmod(S_IMODE(goal.stat().st_mode))
            draft.replace(goal)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or "no file can have this name"
        raise SaveError("S810", file=str(path), reason=reason) from error


# ---- reading -------------------------------------------------------------------------------------


def read_save(path: str | Path) -> Save:
    """Return what a save says; raises `SaveError` S805 when the file is not one."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file can have this name"
        raise _broken(path, reason) from error
    if len(raw) > _LARGEST:
        raise _broken(path, "it is too large")
    try:
        data = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise _broken(path, f"it is no text, at byte {error.start}") from error
    except json.JSONDecodeError as error:
        # A string can only be without its end where the file has none: it holds no line break.
        is_cut = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated")
        what = "it is cut short" if is_cut else "it is no JSON"
        raise _broken(path, f"{what}, at line {error.lineno}") from error
    except (ValueError, RecursionError) as error:
        raise _broken(path, "it holds what no save holds") from error
    return _Reading(path).save(data)


def _no_constant(text: str) -> Any:
    """Refuse the numbers that JSON does not have."""
    raise ValueError(text)


def _broken(path: str | Path, reason: str) -> SaveError:
    """Return the refusal of a file."""
    return SaveError("S805", file=str(path), reason=reason)


class _Reading:
    """Checks the data of one file."""

    def __init__(self, path: str | Path) -> None:
        self._path = path

    def save(self, data: Any) -> Save:
        """Return the save that the data are."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise _broken(self._path, f"it does not say `{FORMAT}`")
        if data.get("version") != VERSION or not _whole(data["version"]):
            given = json.dumps(data.get("version"))[:20]
            raise _broken(self._path, f"its version is {given}, this program reads {VERSION}")
        known = {
            "format", "version", "pack", "overlays", "players", "options", "seed", "chance",
            "forced", "forced chance", "answers",
        }  # fmt: skip
        self._keys(data, known, "it")
        pack = data["pack"]
        self._need(isinstance(pack, dict), "`pack` is no mapping")
        self._keys(pack, {"id", "version", "hash"}, "`pack`")
        self._need(all(isinstance(one, str) for one in pack.values()), "`pack` holds no texts")
        self._need(pack["id"] != "", "`pack` has no id")
        self._need(_whole(data["players"]) and data["players"] > 0, "`players` is no number")
        fine = _whole(data["seed"]) and 0 <= data["seed"] <= GREATEST_SEED
        self._need(fine, "`seed` is no number from 0 to 2^64 - 1")
        self._need(data["chance"] in _MODES, "`chance` is neither auto nor ask")
        self._need(data["forced"] in _MODES, "`forced` is neither auto nor ask")
        fine = data["chance"] == "auto" or not data["forced chance"]
        self._need(fine, "`forced chance` holds results though chance is asked")
        return Save(
            pack=pack["id"],
            pack_version=pack["version"],
            pack_hash=pack["hash"],
            overlays=self._overlays(data["overlays"]),
            players=data["players"],
            options=self._options(data["options"]),
            seed=data["seed"],
            chance=data["chance"],
            forced=data["forced"],
            forced_chance=self._forced_chance(data["forced chance"]),
            answers=self._answers(data["answers"]),
        )

    def _need(self, fine: bool, reason: str) -> None:  # noqa: FBT001 - a condition
        """Refuse the file unless something holds."""
        if not fine:
            raise _broken(self._path, reason)

    def _keys(self, data: Mapping[str, Any], known: set[str], what: str) -> None:
        """Refuse missing and unknown keys."""
        for name in sorted(known - data.keys()):
            raise _broken(self._path, f"{what} lacks `{name}`")
        for name in sorted(data.keys() - known):
            raise _broken(self._path, f"{what} holds `{name}`, which no save has")

    def _overlays(self, data: Any) -> tuple[SavedOverlay, ...]:
        """Return the overlays."""
        self._need(isinstance(data, list), "`overlays` is no list")
        found = tuple(overlay_from_data(one) for one in data)
        for number, one in enumerate(found, 1):
            self._need(one is not None, f"overlay {number} is not an id, a version and a path")
        return tuple(one for one in found if one is not None)

    def _options(self, data: Any) -> Mapping[str, str | int]:
        """Return the options."""
        self._need(isinstance(data, dict), "`options` is no mapping")
        fine = all(isinstance(value, str) or _whole(value) for value in data.values())
        self._need(fine, "`options` holds what no option is")
        return dict(data)

    def _forced_chance(self, data: Any) -> tuple[Any, ...]:
        """Return the results that chance was told to give."""
        self._need(isinstance(data, list), "`forced chance` is no list")
        found = []
        for one in data:
            row = isinstance(one, list) and all(map(_whole, one))
            self._need(row or _whole(one), "`forced chance` holds what chance cannot give")
            found.append(tuple(one) if row else one)
        return tuple(found)

    def _answers(self, data: Any) -> tuple[SavedAnswer, ...]:
        """Return the answers."""
        self._need(isinstance(data, list), "`answers` is no list")
        found = []
        for number, row in enumerate(data, 1):
            fine = (
                isinstance(row, list)
                and len(row) == len(SavedAnswer._fields)
                and all(map(_whole, row[:2]))
                and all(isinstance(one, str) for one in row[2:])
            )
            self._need(fine, f"answer {number} is not a seat, a number, an id and a question")
            found.append(SavedAnswer(*row))
        return tuple(found)


def overlay_from_data(data: Any) -> SavedOverlay | None:
    """Return an overlay that JSON holds, None if it holds none."""
    if not isinstance(data, dict) or data.keys() != set(SavedOverlay._fields):
        return None
    if not data["id"] or not all(isinstance(one, str) for one in data.values()):
        return None
    return SavedOverlay(**data)


def _whole(value: Any) -> bool:
    """Whether a value of JSON is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)
