"""Who is asked when: scenarios give the answers, so they cannot show who had to choose unseen."""

from pathlib import Path

import pytest

from interpreter import Game, load_pack

REPOSITORY = Path(__file__).resolve().parents[2]
FIGHT = """\
id: fight
title: A fight at once
version: 1.0.0
extends: {{atlantida: any}}
source: made up for a test
change:
  flow:
    preparation:
      do: |
        place 3 pops of player_1 in main_h05
        place 3 pops of player_2 in main_h05
        {given}
        have player_1 combat main_h05 against player_2
"""


def asked(folder: Path, given: str) -> list[int | None]:
    """Return the seats that are asked at the beginning of a fight of seat 0 against seat 1."""
    mod = folder / "fight"
    mod.mkdir()
    (mod / "pack.yaml").write_text(FIGHT.format(given=given), encoding="utf-8")
    pack = load_pack(REPOSITORY / "content" / "atlantida", mods=[mod])
    game = Game(pack, 2, 1, {"advanced": "yes"})
    return [decision.player for decision in game.decisions]


@pytest.mark.parametrize(
    ("given", "seats"),
    [
        ("nothing", [0, 1]),
        ("include militarism in player_2.advances", [0]),
        ("include militarism in player_1.advances", [1]),
        ("for each player in players: include militarism in player.advances", [0, 1]),
    ],
)
def test_who_has_militarism_alone_chooses_after_the_other(
    tmp_path: Path, given: str, seats: list[int]
) -> None:
    assert asked(tmp_path, given) == seats
