"""Era of Atlantis with hidden agents: what rivals can tell, whatever lies face down.

Two games differ in nothing but which of two agents lies where; to everybody but their player they
are the same game, in state, log and questions, until the agents are shown.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack

REPOSITORY = Path(__file__).resolve().parents[2]
SHUFFLE = "Shuffle those you place with all your agents on the map?"
PEACEKEEPERS = "Reveal agents that total 3 or more, to prevent conflicts?"
RIVALS = (1, 2, None)
PROBE = """\
id: probe
title: In the middle of a game
version: 1.0.0
extends: {{era: any}}
after: [hidden_agents]
source: made up for a test
change:
  flow:
    board:
      do: |
        set aztlan.controllers to (player_1, player_3)
        set hyperborea.controllers to (player_1, player_2)
        set lemuria.controllers to (player_2, player_3)
        have player_1 perform intrigue free
        {then}
"""
ONE_WAY = ("agent_1_1_1", "agent_1_3_1")
OTHER_WAY = ("agent_1_3_1", "agent_1_1_1")


Play = Callable[..., Game]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Return what gives a game in which seat 0 has placed two agents, and given more answers.

    The first goes to Akakor, the second to Eden; what comes `then` is effect text.
    """

    @cache
    def pack(then: str) -> Pack:
        mod = tmp_path_factory.mktemp("mod") / "probe"
        mod.mkdir()
        (mod / "pack.yaml").write_text(PROBE.format(then=then), encoding="utf-8")
        return load_pack(REPOSITORY / "content" / "era", variants=["hidden_agents"], mods=[mod])

    def play(then: str, *answers: str, shuffle: str = "yes") -> Game:
        game = Game(pack(then), 3, 1)
        first, second, *further = answers
        for answer in (first, "akakor", second, "eden", "decline", shuffle, *further):
            give(game, answer)
        return game

    return play


def give(game: Game, answer: str) -> None:
    """Answer the question that is asked, by the id of an option."""
    decision = game.decision
    assert decision is not None
    offered = {option.id: option for option in decision.options}
    assert answer in offered, (decision.prompt, answer, list(offered))
    game.answer(offered[answer], player=decision.player)


def crew(game: Game, name: str, seat: int | None = 0) -> object:
    """Return what a seat sees of the agents of a crew."""
    return game.view(seat).data["crew"][f"crew_1_{name}"]["agents"]


def test_each_sees_his_own_and_how_many_there_are_of_others(played: Play) -> None:
    game = played("nothing", *ONE_WAY)
    assert crew(game, "akakor") == ["agent_1_1_1"]
    assert [crew(game, "akakor", seat) for seat in RIVALS] == [1, 1, 1]
    assert [crew(game, "hawaiki", seat) for seat in (0, *RIVALS)] == [[], 0, 0, 0]


@pytest.mark.parametrize("rival", RIVALS)
def test_agents_that_were_shuffled_cannot_be_told_apart(played: Play, rival: int | None) -> None:
    one, other = (played("nothing", *way) for way in (ONE_WAY, OTHER_WAY))
    assert one.view(rival).key == other.view(rival).key
    assert one.view(rival).text() == other.view(rival).text()
    assert one.view(0).key != other.view(0).key


def test_everybody_sees_which_agents_are_placed(played: Play) -> None:
    game = played("nothing", *ONE_WAY)
    other = played("nothing", "agent_1_1_1", "agent_1_2_1")
    assert game.view(1).key != other.view(1).key
    assert "agent_1_3_1" not in game.view(1).data["player"]["player_1"]["supply"]
    assert "agent_1_2_1" in game.view(1).data["player"]["player_1"]["supply"]


def test_agents_that_are_not_shuffled_are_seen_to_go_where_they_go(played: Play) -> None:
    one, other = (played("nothing", *way, shuffle="no") for way in (ONE_WAY, OTHER_WAY))
    assert one.view(1).key != other.view(1).key
    drawn = {str(crew(one.resample(1, seed), "akakor")) for seed in range(10)}
    assert drawn == {"['agent_1_1_1']"}


def test_a_rival_thinks_of_those_that_were_placed_and_of_no_others(played: Play) -> None:
    game = played("nothing", *ONE_WAY)
    drawn = {str(crew(game.resample(1, seed), "akakor")) for seed in range(30)}
    assert drawn == {"['agent_1_1_1']", "['agent_1_3_1']"}


@pytest.mark.parametrize("rival", RIVALS)
def test_a_swap_in_a_coup_does_not_tell_them_apart(played: Play, rival: int | None) -> None:
    games = [
        played("have player_1 swap_agents", *way, way[0], "decline") for way in (ONE_WAY, OTHER_WAY)
    ]
    assert [crew(game, "akakor") for game in games] == [["agent_1_3_1"], ["agent_1_1_1"]]
    assert games[0].view(rival).key == games[1].view(rival).key


@pytest.mark.parametrize("shuffle", ["yes", "no"])
@pytest.mark.parametrize("rival", RIVALS)
def test_relocating_does_not_tell_them_apart(played: Play, rival: int | None, shuffle: str) -> None:
    # whichever is relocated first: only where agents leave and arrive is seen
    again = "have player_1 perform intrigue free"
    way, back = ONE_WAY, OTHER_WAY
    games = [
        played(again, *way, way[0], "punt", way[1], "hawaiki", "decline", shuffle),
        played(again, *back, back[1], "hawaiki", back[0], "punt", "decline", shuffle),
    ]
    assert [crew(game, "punt") for game in games] == [["agent_1_1_1"], ["agent_1_3_1"]]
    assert games[0].view(rival).key == games[1].view(rival).key


def test_what_was_shown_in_a_coup_is_remembered(played: Play) -> None:
    coup = "turn_up_area akakor"
    one, other = (
        played(f"{coup}\n        {after}", *ONE_WAY) for after in ("nothing", "turn_down")
    )
    assert crew(one, "akakor", 1) == ["agent_1_1_1"]
    assert crew(one, "eden", 1) == 1
    assert crew(other, "akakor", 1) == 1
    assert {str(crew(other.resample(1, seed), "akakor")) for seed in range(10)} == {
        "['agent_1_1_1']"
    }
    assert {str(crew(other.resample(1, seed), "eden")) for seed in range(10)} == {"['agent_1_3_1']"}


@pytest.mark.parametrize(
    ("first", "second"),
    [("eden", "hawaiki"), ("hawaiki", "akakor"), ("eden", "akakor")],
    ids=["in a row", "in a row backwards", "crosswise"],
)
def test_known_agents_that_lie_alone_are_known_where_they_go(
    played: Play, first: str, second: str
) -> None:
    """Everybody has been shown which lies in Akakor and which in Eden, and sees where each goes."""
    shown = "turn_up_area akakor\n        turn_up_area eden\n        turn_down\n        "
    one, other = ONE_WAY
    moves = (one, first, other, second, "decline")
    game = played(f"{shown}have player_1 perform intrigue free", *ONE_WAY, *moves, "no")
    for name, agent in ((first, one), (second, other)):
        assert crew(game, name) == [agent]
        assert {str(crew(game.resample(1, seed), name)) for seed in range(10)} == {f"['{agent}']"}
    # but not if they are shuffled
    game = played(f"{shown}have player_1 perform intrigue free", *ONE_WAY, *moves, "yes")
    assert len({str(crew(game.resample(1, seed), first)) for seed in range(30)}) == 2


@pytest.mark.parametrize("rival", RIVALS)
def test_the_question_to_a_peacekeeper_does_not_tell_what_he_has(
    played: Play, rival: int | None
) -> None:
    # with 1 in Akakor he cannot prevent anything, with 3 he can; he is asked in both cases
    attack = """set player_1.society to lemurian_brotherhood
        set turn.player to player_2
        move plain_1 to akakor.counters
        place 4 units of lemuria in akakor
        have player_2 resolve_conflicts for lemuria"""
    one, other = (played(attack, *way) for way in (ONE_WAY, OTHER_WAY))
    for game in (one, other):
        assert game.decision is not None
        assert (game.decision.player, game.decision.prompt) == (0, PEACEKEEPERS)
    assert one.view(rival).key == other.view(rival).key
    for game in (one, other):
        give(game, "no")
    assert one.view(rival).key == other.view(rival).key
