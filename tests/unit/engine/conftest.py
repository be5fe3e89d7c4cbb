"""Packs for tests of the engine, and a hand to play them by the words of options."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack

REPOSITORY = Path(__file__).resolve().parents[3]

Play = Callable[..., None]


@pytest.fixture(scope="session")
def cellar() -> Pack:
    return load_pack(REPOSITORY / "tests" / "corpus" / "packs" / "cellar")


@pytest.fixture(scope="session")
def market() -> Pack:
    return load_pack(REPOSITORY / "tests" / "corpus" / "packs" / "market")


@pytest.fixture(scope="session")
def kuhn_poker() -> Pack:
    return load_pack(REPOSITORY / "examples" / "kuhn_poker")


@pytest.fixture(scope="session")
def goofspiel() -> Pack:
    return load_pack(REPOSITORY / "examples" / "goofspiel")


@pytest.fixture(scope="session")
def tic_tac_toe() -> Pack:
    return load_pack(REPOSITORY / "examples" / "tic_tac_toe")


@pytest.fixture
def play() -> Play:
    """Answer by the ids of options, one after the other."""

    def answer(game: Game, *words: str) -> None:
        for word in words:
            game.answer(word)

    return answer
