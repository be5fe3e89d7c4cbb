"""Every pack played at random: the compiled form and the oracle are the same game."""

from pathlib import Path
from typing import Any

import pytest

from interpreter import Pack, load_pack
from interpreter.engine.chance import Stream
from interpreter.lang import types
from interpreter.program import statements, weighing, work, writer
from tests.oracle.lockstep import Lockstep
from tests.packs import ALL_PACKS, short_name

ANSWERS = 60
"""How far a game is played: the oracle is slow, and games differ most in their beginnings."""


def drawn_options(pack: Pack, stream: Stream) -> dict[str, Any]:
    """Return a value for each option that is a truth or a word."""
    drawn: dict[str, Any] = {}
    for name, option in pack.spec.options.items():
        values: tuple[str, ...] = ()
        if isinstance(option.type, types.Truth):
            values = ("no", "yes")
        elif isinstance(option.type, types.Word):
            values = pack.spec.words[option.type.name]
        if values:
            drawn[name] = values[stream.below(len(values))]
    return drawn


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("folder", ALL_PACKS, ids=short_name)
def test_a_pack_is_the_same_game_for_the_oracle(folder: Path, seed: int) -> None:
    pack = load_pack(folder)
    stream = Stream(seed, "oracle", pack.id)
    least, most = pack.players
    players = (least, most)[seed % 2]
    options = drawn_options(pack, stream) if seed > 1 else {}
    Lockstep(pack, players, options, seed).play(stream.below, ANSWERS)


@pytest.mark.parametrize("folder", ALL_PACKS, ids=short_name)
def test_chance_that_is_asked_is_the_same_for_the_oracle(folder: Path) -> None:
    pack = load_pack(folder)
    stream = Stream(3, "oracle", pack.id)
    options = drawn_options(pack, stream)
    Lockstep(pack, pack.players[0], options, 3, ask_chance=True).play(stream.below, ANSWERS)


@pytest.mark.parametrize("folder", ALL_PACKS, ids=short_name)
def test_queries_that_count_are_the_same_for_the_oracle(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No query is light enough to be written as it is, and nothing fits into a table."""
    for module, name in (
        (weighing, "LIGHT"), (weighing, "MOST_VISITS"), (statements, "LITTLE"), (writer, "LITTLE"),
        (work, "MOST_TABULATED"), (work, "MOST_AT_ONCE"), (work, "MOST_DISTANCES"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, -1)
    known = load_pack(folder)
    # the same pack, of which nothing has been compiled yet
    pack = known.with_spec(known.spec)
    stream = Stream(4, "oracle", pack.id)
    Lockstep(pack, pack.players[0], drawn_options(pack, stream), 4).play(stream.below, 15)
