"""Who sees which objective when a Coup on a home in Era of Atlantis changes it (rulebook, 8.2).

The active player has the card of the nation and a drawn one in his hand; the other controller may
look at that of the nation, which is the one that is kept.
"""

from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack

REPOSITORY = Path(__file__).resolve().parents[2]
PROBE = """\
id: probe
title: A home that is won
version: 1.0.0
extends: {era: any}
source: made up for a test
change:
  flow:
    board:
      do: |
        set aztlan.controllers to (player_1, player_3)
        set hyperborea.controllers to (player_1, player_2)
        set lemuria.controllers to (player_1, player_3)
        move cosmopolitan_dream to lemuria.objectives
        have player_1 renew_objective lemuria
"""
THE_ACTIVE, A_STRANGER, HIS_PARTNER = 0, 1, 2


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Return the game in which seat 0 has just won the home of Lemuria."""
    mod = tmp_path_factory.mktemp("mod") / "probe"
    mod.mkdir()
    (mod / "pack.yaml").write_text(PROBE, encoding="utf-8")
    return load_pack(REPOSITORY / "content" / "era", mods=[mod])


@pytest.mark.parametrize("kept", [0, 1])
def test_only_the_active_player_sees_what_is_not_kept(probed: Pack, kept: int) -> None:
    game = Game(probed, 3, 1, options={"objectives": True})
    decision = game.decision
    assert decision is not None
    assert decision.player == THE_ACTIVE
    names = [option.id for option in decision.options]
    assert len(names) == 2
    drawn = next(name for name in names if name != "cosmopolitan_dream")
    left = names[1 - kept]
    for seat in (A_STRANGER, HIS_PARTNER, None):
        assert drawn not in game.view(seat).text().replace(" ", "_").lower()
    game.answer(decision.options[kept])
    assert game.view(HIS_PARTNER).data["nation"]["lemuria"]["objectives"] == [names[kept]]
    if left == drawn:
        told = "\n".join(map(str, game.view(HIS_PARTNER).log))
        assert drawn not in told
