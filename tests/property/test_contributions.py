"""What is told of values agrees with what a game reads, adds up, and depends on nothing unseen."""

from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import AnswerError, Explanation, Game, Pack, RulesFault, load_pack
from interpreter.lang import types
from interpreter.program.telling import Teller
from tests.packs import PLAYED_PACKS, REPOSITORY, short_name

ATLANTIDA = REPOSITORY / "content" / "atlantida"
MOST_ASKED = 12
few = settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow])


@cache
def pack_of(folder: Path) -> Pack:
    return load_pack(folder)


def played(pack: Pack, seed: int, answers: int) -> Game:
    """Return a game after so many answers that its seed picks; a fault of a toy ends it."""
    game = Game(pack, pack.players[1], seed)
    pick = seed
    for _ in range(answers):
        if game.over:
            break
        pick = (pick * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        try:
            game.play(game.legal[(pick >> 33) % len(game.legal)])
        except RulesFault:
            break
    return game


def known(game: Game, type_: types.Type) -> list[tuple[str, int]]:
    """Return the ids of a type that has few members, each with its number."""
    if isinstance(type_, types.Kind):
        return [(name, number) for number, name in enumerate(game.program.layout.names[type_.name])]
    if isinstance(type_, types.Word):
        return [(name, number) for number, name in enumerate(game.program.spec.words[type_.name])]
    if isinstance(type_, types.Truth):
        return [("no", 0), ("yes", 1)]
    return []


def asked(game: Game, most: int) -> Iterator[tuple[Teller, tuple[str, ...], tuple[int, ...]]]:
    """Yield all values, each with as many of what it can be of."""
    for teller in game.pack.tellers(game.players, game.options).values.values():
        rows = product(*(known(game, type_) for _, type_ in teller.parameters))
        for row in islice(rows, most):
            yield teller, tuple(name for name, _ in row), tuple(number for _, number in row)


def read(game: Game, teller: Teller, numbers: tuple[int, ...]) -> Any:
    """Return what the game itself reads, None if nothing in it reads the value."""
    name = f"val_{teller.name}"
    if "[" in teller.name:
        kind, _, resource = teller.name.removesuffix("]").partition(".cost[")
        name = f"cost_{kind}_X_{resource}"
    function = game.program.names.get(name)
    if function is None:
        return None
    wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
    acting = [game.state[1][0][0]] if "me" in wanted else []
    state = [game.state[:]] if "S" in wanted else []
    return function(*state, *acting, *numbers)


def breaks(game: Game, teller: Teller, numbers: tuple[int, ...], code: str) -> bool:
    """Tell whether the game breaks too where it reads the value, if it does."""
    try:
        return read(game, teller, numbers) is None
    except RulesFault as own:
        return own.code == code
    except (IndexError, KeyError, ZeroDivisionError):
        return True


def added_up(found: Explanation) -> list[str]:
    """Return the totals that follow from the amounts of numbers, by the rules of the layers."""
    totals = []
    total = 0
    for one in found.contributions:
        amount = int(one.amount)
        match one.layer:
            case "base" | "set":
                total = amount
            case "add":
                total += amount
            case "multiply":
                total *= amount
            case "at least" | "least":
                total = max(total, amount)
            case "at most" | "most":
                total = min(total, amount)
        totals.append(str(total))
    return totals


def agrees(game: Game, most: int) -> int:
    """Check all values of a state; return how many contributions were neither base nor bound."""
    modified = 0
    for teller, names, numbers in asked(game, most):
        if teller.uses_me and not game.asked:
            continue
        try:
            found = game.contributions(teller.name, *names)
        except RulesFault as fault:
            broken = fault.code
        else:
            broken = ""
        if broken:
            assert breaks(game, teller, numbers, broken)
            continue
        own = read(game, teller, numbers)
        assert own is None or own == found.value, (teller.name, names)
        assert found.of == names
        assert found.contributions[-1].total == found.shown
        if isinstance(teller.type, types.Number) and "[" not in teller.name:
            assert [one.total for one in found.contributions] == added_up(found)
        modified += sum(one.layer in {"set", "add", "multiply"} for one in found.contributions)
    return modified


@pytest.mark.parametrize("answers", [0, 60, 400, 1500])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_value_of_atlantida_is_told_as_the_game_reads_it(seed: int, answers: int) -> None:
    game = played(pack_of(ATLANTIDA), seed, answers)
    before = game.hash
    modified = agrees(game, 400)
    assert modified > 0 or answers < 400  # nobody has advances and temples at the beginning
    assert game.hash == before


@pytest.mark.parametrize("folder", PLAYED_PACKS, ids=short_name)
@given(seed=st.integers(0, (1 << 64) - 1), answers=st.integers(0, 60))
@few
def test_values_are_told_as_the_game_reads_them(folder: Path, seed: int, answers: int) -> None:
    agrees(played(pack_of(folder), seed, answers), MOST_ASKED)


def told(game: Game, seat: int | None) -> list[tuple[str, tuple[str, ...], str]]:
    """Return what a seat is told of all values."""
    found = []
    for teller, names, _ in asked(game, MOST_ASKED):
        try:
            text = game.contributions(teller.name, *names, seat=seat).text()
        except (AnswerError, RulesFault) as error:
            text = str(error)
        found.append((teller.name, names, text))
    return found


@given(seed=st.integers(0, (1 << 64) - 1), answers=st.integers(0, 60), other=st.integers(0, 99))
@few
def test_a_seat_is_told_the_same_whatever_is_hidden(seed: int, answers: int, other: int) -> None:
    game = played(pack_of(ATLANTIDA), seed, answers)
    for seat in (0, None):
        try:
            drawn = game.resample(seat, other)
        except AnswerError:
            continue
        assert told(drawn, seat) == told(game, seat)
