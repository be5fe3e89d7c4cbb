"""What the end of Era of Atlantis means for the second game of the campaign (rulebook, 10.2)."""

from pathlib import Path

import pytest

from interpreter import Game, load_pack
from tests.acceptance.conftest import Run

REPOSITORY = Path(__file__).resolve().parents[2]
LAST_ROUND = """\
id: last_round
title: The end at once
version: 1.0.0
extends: {{era: any}}
source: made up for a test
change:
  flow:
    board:
      do: |
        for each player in players:
            set player.virya to 0
        set game.applied to {ending}
        set player_2.points to 1
        move card_ascension_1 + card_ascension_2 to player_1.hand
        move card_pole_shift_1 + card_ascension_3 to player_2.hand
        move card_pole_shift_2 + card_continuation_1 to player_3.hand
        end game
"""


@pytest.mark.parametrize("variants", [[], ["hidden_agents"]])
@pytest.mark.parametrize(
    ("ending", "told"),
    [
        # 11.3: a card of the Ascension held by two players is worth 1.5, of the Pole Shift 2, the
        # Continuation of one 4 and always 3 Virya, which are one point; seat 1 began with 1
        (
            "ascension",
            {
                "scores": (3, 2.5, 1),
                "destiny_points": {"player_1": 3, "player_2": 2, "player_3": 0},
                "technology": {"player_1": True, "player_2": False, "player_3": False},
                "population": {"player_1": 2, "player_2": 1, "player_3": 0},
                "ships": {"player_1": 0, "player_2": 0, "player_3": 0},
                "star_people_or_domination": {"player_1": 0, "player_2": 0, "player_3": 0},
                "stories": ("journeys", "migrations"),
                "goals": ("cooperation", "discovery", "leadership", "personal_growth"),
                "unrestricted": False,
            },
        ),
        (
            "pole_shift",
            {
                "scores": (0, 3, 3),
                "destiny_points": {"player_1": 0, "player_2": 3, "player_3": 2},
                "technology": {"player_1": False, "player_2": True, "player_3": False},
                "population": {"player_1": 0, "player_2": 0, "player_3": 0},
                "ships": {"player_1": 0, "player_2": 1, "player_3": 1},
                "star_people_or_domination": {"player_1": 0, "player_2": 0, "player_3": 0},
                "stories": ("rivalry", "wars"),
                "goals": ("control", "legacy", "power", "presence"),
                "unrestricted": False,
            },
        ),
        (
            "continuation",
            {
                "scores": (0, 1, 5),
                "destiny_points": {"player_1": 0, "player_2": 2, "player_3": 3},
                "technology": {"player_1": False, "player_2": False, "player_3": True},
                "population": {"player_1": 0, "player_2": 0, "player_3": 0},
                "ships": {"player_1": 0, "player_2": 0, "player_3": 0},
                "star_people_or_domination": {"player_1": 0, "player_2": 0, "player_3": 1},
                "stories": (),
                "goals": (),
                "unrestricted": True,
            },
        ),
    ],
)
def test_what_galactic_era_begins_with(
    tmp_path: Path, ending: str, told: dict[str, object], variants: list[str]
) -> None:
    mod = tmp_path / "last_round"
    mod.mkdir()
    (mod / "pack.yaml").write_text(LAST_ROUND.format(ending=ending), encoding="utf-8")
    pack = load_pack(REPOSITORY / "content" / "era", variants=variants, mods=[mod])
    outcome = Game(pack, 3, 1).outcome
    assert outcome is not None
    expected = {
        **told,
        "alignment": {"player_1": "sto", "player_2": None, "player_3": "sts"},
    }
    assert outcome.scores == expected.pop("scores")
    assert dict(outcome.campaign) == expected


def test_it_is_told_when_a_game_is_over(tmp_path: Path, solon: Run) -> None:
    mod = tmp_path / "last_round"
    mod.mkdir()
    (mod / "pack.yaml").write_text(LAST_ROUND.format(ending="pole_shift"), encoding="utf-8")
    Game(load_pack("era", mods=[mod]), 3, 1).save(tmp_path / "game.json")
    told = (
        "For Galactic Era\n"
        "  stories: rivalry, wars\n"
        "  goals: control, legacy, power, presence\n"
        "  player_1: must start as sto\n"
        "  player_2: Destiny Points 3; one technology more at level 2; if STS, more ships 1\n"
        "  player_3: Destiny Points 2; must start as sts; if STS, more ships 1\n"
    )
    for words in (
        ["replay", "game.json"],
        ["play", "era", "--with", "last_round", "--players", "3"],
    ):
        ran = solon(*words)
        assert ran.returncode == 0, ran.stderr
        assert told in ran.stdout
