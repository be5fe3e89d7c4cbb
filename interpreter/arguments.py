"""Foundation: what callers of the Python API may hand in, and one voice for what they may not.

Used by the doors (`pipeline`, `checked`, `engine.game`, `engine.decisions`). A value of a wrong
type is a `TypeError`, one that is out of its bounds a `ValueError`: mistakes of a program. What a
person can get wrong (an answer, an option of the pack, a file) has a code instead; see
`diagnostics`.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from os import PathLike
from pathlib import Path

GREATEST_SEED = (1 << 64) - 1
"""Seeds have 64 bits."""
_LONGEST = 60
_NUMBER = re.compile(r"-?[0-9]{1,15}")


def shown(given: object) -> str:
    """Return a value as a message shows it: short, with its type where that is not plain."""
    text = reprlib.repr(given)
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    return text if given is None or type(given) is int else f"{text} ({type(given).__name__})"


def named(given: object) -> str:
    """Return what is given as a name or a value: a text as it is, anything else as shown."""
    return given if isinstance(given, str) and given else shown(given)


def wrong_type(name: str, wanted: str, given: object) -> TypeError:
    """Return the complaint about an argument of a wrong type."""
    return TypeError(f"`{name}` wants {wanted}, got {shown(given)}")


def wrong_value(name: str, wanted: str, given: object) -> ValueError:
    """Return the complaint about an argument that is out of its bounds."""
    return ValueError(f"`{name}` wants {wanted}, got {shown(given)}")


def whole(name: str, given: object, wanted: str) -> int:
    """Return a whole number as an int; yes and no, and numbers with a point, are none.

    Raises `TypeError`.
    """
    if type(given) is int:
        return given
    if isinstance(given, bool):
        raise wrong_type(name, wanted, given)
    try:
        return index(given)  # type: ignore[arg-type] # whether it is an index is what is asked
    except TypeError:
        raise wrong_type(name, wanted, given) from None


def within(name: str, given: object, least: int, most: int, wanted: str) -> int:
    """Return a whole number between two bounds; raises `TypeError` and `ValueError`."""
    number = whole(name, given, wanted)
    if not least <= number <= most:
        raise wrong_value(name, wanted, given)
    return number


def seed(given: object) -> int:
    """Return a seed; raises `TypeError` and `ValueError`."""
    return within("seed", given, 0, GREATEST_SEED, "a whole number from 0 to 2^64 - 1")


def seat(name: str, given: object, players: int, or_else: str = "") -> int:
    """Return a seat; raises `TypeError` and `ValueError`. `or_else` is what else could stand."""
    seats = "seat 0" if players == 1 else f"a seat from 0 to {players - 1}"
    return within(name, given, 0, players - 1, f"{seats}{or_else}")


def decider(given: object, players: int, chance: int) -> int:
    """Return a seat, or the number of chance; raises `TypeError` and `ValueError`."""
    if type(given) is int and given == chance:
        return given
    return seat("player", given, players, f", {chance} for chance, or None")


def mode(name: str, given: object, modes: Sequence[str]) -> None:
    """Check that a word is one of some; raises `TypeError` and `ValueError`."""
    wanted = " or ".join(f'"{one}"' for one in modes)
    if not isinstance(given, str):
        raise wrong_type(name, wanted, given)
    if given not in modes:
        raise wrong_value(name, wanted, given)


def truth(name: str, given: object) -> None:
    """Check that something is True or False; raises `TypeError`."""
    if not isinstance(given, bool):
        raise wrong_type(name, "True or False", given)


def path(name: str, given: object, wanted: str = "the path of a file") -> Path:
    """Return a path; raises `TypeError`, and `ValueError` for an empty one."""
    if not isinstance(given, str | PathLike) or isinstance(given, bytes):
        raise wrong_type(name, f"{wanted}, as str or Path", given)
    if given == "":
        raise wrong_value(name, wanted, given)
    try:
        return Path(given)
    except TypeError:  # a path that is bytes
        raise wrong_type(name, f"{wanted}, as str or Path", given) from None


def value_of_option(text: str) -> bool | int | str:
    """Return what a text says: yes and no are truths, up to 15 digits a number, else a word."""
    if text in {"yes", "no"}:
        return text == "yes"
    return int(text) if _NUMBER.fullmatch(text) else text


def texts(name: str, given: object, wanted: str) -> tuple[str, ...]:
    """Return a row of texts; raises `TypeError`, also for a single text."""
    wanted = f"a sequence of {wanted}"
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong_type(name, wanted, given)
    found = tuple(given)
    for one in found:
        if not isinstance(one, str):
            raise wrong_type(name, wanted, one)
    return found


def plain_number(given: object) -> int | None:
    """Return the whole number that is given, as a number or as a text; None if it is none."""
    if isinstance(given, str):
        return int(given) if _NUMBER.fullmatch(given) else None
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        return None
    return index(given)


def mapping(name: str, given: object) -> None:
    """Check that something is a mapping; raises `TypeError`."""
    if not isinstance(given, Mapping):
        raise wrong_type(name, "a mapping of names to values", given)


def pack(given: object) -> None:
    """Check that something is a pack; raises `TypeError`."""
    if isinstance(given, type) or not callable(getattr(given, "program", None)):
        raise wrong_type("pack", "a pack, as `load_pack` gives it", given)


def row(name: str, given: object, wanted: str) -> Sequence[object]:
    """Return a list or another sequence; a text is none, though it holds letters.

    Raises `TypeError`.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise wrong_type(name, wanted, given)
    return given


def results_of_chance(given: object, asked: str) -> tuple[int | tuple[int, ...], ...]:
    """Return results that chance is to give: faces of dice, and whole orders of zones.

    Raises `TypeError`, and `ValueError` if chance is asked: it gives nothing by itself then.
    """
    wanted = "a sequence of numbers (a face) and of sequences of numbers (an order)"
    results = row("forced_chance", given, wanted)
    if results and asked == "ask":
        raise wrong_value(
            "forced_chance", 'no results with chance="ask", where each is an answer', given
        )
    return tuple(
        tuple(whole("forced_chance", number, wanted) for number in one)
        if isinstance(one, Sequence) and not isinstance(one, str | bytes)
        else whole("forced_chance", one, wanted)
        for one in results
    )


def answers(given: object) -> tuple[tuple[int, int], ...]:
    """Return rows of a seat (or chance) and the number of an option; raises `TypeError`."""
    wanted = "rows of two numbers: a seat (-2 for chance) and the number of an option"
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise wrong_type("answers", wanted, given)
    found = []
    for one in given:
        pair = row("answers", one, wanted)
        if len(pair) != 2:
            raise wrong_type("answers", wanted, one)
        found.append((whole("answers", pair[0], wanted), whole("answers", pair[1], wanted)))
    return tuple(found)
