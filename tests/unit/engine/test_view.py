"""What a seat is shown: its own, sizes, moves without names, the past of a plan; and no more.

The cellar is dealt by hand: bottles 1 to 3 to the first player, 4 to 6 to the second, 7 to 9 to the
third, 10 to 12 lie in the rack from the top.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import AnswerError, Event, Game, Pack, View, load_pack

DEAL = (tuple(range(12)),)
Play = Callable[..., None]


@pytest.fixture
def game(cellar: Pack) -> Game:
    return Game(cellar, players=3, seed=5, forced_chance=DEAL)


def shown(view: View) -> str:
    """Return everything that a seat can get at through its view, as one text."""
    options = [(one.id, one.label) for decision in view.decisions for one in decision.options]
    log = [(str(event), event.data) for event in view.log]
    return f"{view.text()}\n{view.data}\n{options}\n{log}"


def moves(game: Game, seat: int) -> list[Event]:
    """Return the moves of things that a seat has seen."""
    return [event for event in game.log_for(seat) if event.kind == "shift"]


def keys(game: Game) -> list[bytes]:
    return [game.view(seat).key for seat in range(game.players)]


def test_one_sees_ones_own_hand_and_the_size_of_others(game: Game) -> None:
    view = game.view(0)
    players = view.data["player"]
    assert players["player_1"]["hand"] == ["bottle_1", "bottle_2", "bottle_3"]
    assert players["player_2"]["hand"] == 3
    assert players["player_1"]["coins"] == "3"
    assert players["player_2"]["coins"] == "?"
    assert view.data["cellar"]["rack"] == 3


def test_a_hidden_size_is_not_shown(game: Game, play: Play) -> None:
    play(game, "stuff", "bottle_1", "sack")
    assert game.view(0).data["player"]["player_1"]["sack"] == 1
    assert game.view(1).data["player"]["player_1"]["sack"] == "?"
    assert game.view(0).data["cellar"]["drain"] == "?"


def test_a_field_that_nobody_sees_is_shown_to_nobody(game: Game) -> None:
    assert game.view(0).data["player"]["player_1"]["owed"] == "?"


def test_a_zone_for_each_word_stands_under_the_words(game: Game, play: Play) -> None:
    assert game.view(0).data["cellar"]["nooks"] == {"left": 0, "right": 0}
    play(game, "hide", "bottle_2", "left")
    assert game.view(2).data["cellar"]["nooks"] == {"left": 1, "right": 0}


def test_pieces_of_others_are_not_shown(game: Game, play: Play) -> None:
    play(game, "roam", "hall", "decline")
    assert game.view(0).data["pieces"]["mice"]["hall"]["player_1"] == 1
    assert game.view(1).data["pieces"]["mice"]["hall"]["player_1"] == "?"
    assert game.view(1).data["supply"]["mice"] == {"player_1": 3, "player_2": 4, "player_3": 4}


def test_an_option_may_open_what_is_hidden(cellar: Pack, play: Play) -> None:
    game = Game(cellar, options={"lights": "yes"}, forced_chance=DEAL)
    play(game, "roam", "hall", "decline")
    assert game.view(1).data["pieces"]["mice"] == {"hall": {"player_1": 1}}


def test_made_things_are_shown_while_they_exist(game: Game, play: Play) -> None:
    assert game.view(1).data["jar"] == {}
    play(game, "make", "2")
    assert game.view(0).data["jar"] == {"jar_1": {"owner": "player_1", "holds": "2"}}
    assert game.view(1).data["jar"] == {"jar_1": {"owner": "player_1", "holds": "?"}}


def test_nothing_of_the_machine_is_shown(game: Game) -> None:
    data = game.view(0).data
    assert set(data) == {"player", "jar", "cellar", "pieces", "supply"}
    assert set(data["player"]["player_1"]) == {
        "coins", "owed", "passed", "secret", "tally", "hand", "sack", "shelf",
    }  # fmt: skip


def test_names_of_hidden_things_stand_nowhere(game: Game) -> None:
    named = set(re.findall(r"bottle_\d+", shown(game.view(0))))
    assert named == {"bottle_1", "bottle_2", "bottle_3"}
    spectator = shown(game.view(None))
    assert not re.search(r"bottle_\d", spectator)


def test_an_unseen_thing_is_seen_to_move(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above")
    assert str(moves(game, 0)[-1]) == "bottle_2 from player_1.hand to cellar.rack"
    assert str(moves(game, 1)[-1]) == "bottle unseen from player_1.hand to cellar.rack"
    assert moves(game, 1)[-1].data[1] is None


def test_a_move_into_a_zone_of_hidden_size_goes_somewhere(game: Game, play: Play) -> None:
    play(game, "stuff", "bottle_1", "drain")
    moved = "bottle unseen from player_1.hand to somewhere"
    assert moved in [str(event) for event in game.log_for(1)]


def test_a_move_between_hidden_sizes_is_not_seen_at_all(game: Game, play: Play) -> None:
    play(game, "stuff", "bottle_1", "drain to nook")
    assert [str(event) for event in moves(game, 1)[-2:]] == [
        "bottle unseen from player_1.hand to somewhere",
        "bottle unseen from somewhere to cellar.nooks[right]",
    ]


def test_a_reveal_to_one_is_told_to_the_others_without_the_name(game: Game, play: Play) -> None:
    play(game, "show", "bottle_3", "yes")
    assert "bottle_3 is revealed" in map(str, game.log_for(1))
    assert "bottle unseen is revealed" in map(str, game.log_for(2))


def test_a_blind_swap_is_seen_by_its_two(game: Game, play: Play) -> None:
    play(game, "trade")
    assert "bottle_1 and bottle_4 change places" in map(str, game.log_for(0))
    assert "bottle_1 and bottle_4 change places" in map(str, game.log_for(1))
    assert "bottle unseen and bottle unseen change places" in map(str, game.log_for(2))


def test_a_question_does_not_show_the_order_of_a_hidden_zone(cellar: Pack, play: Play) -> None:
    order = (*range(9), 11, 9, 10)
    games = [Game(cellar, players=3, forced_chance=(deal,)) for deal in (*DEAL, order)]
    for game in games:
        play(game, "search")
        assert [option.id for option in game.decision.options] == [
            "bottle_10", "bottle_11", "bottle_12",
        ]  # fmt: skip
    assert games[0].view(0).key == games[1].view(0).key


def test_another_deal_of_others_is_the_same_to_me(cellar: Pack) -> None:
    one = Game(cellar, players=3, seed=1, forced_chance=DEAL)
    order = (0, 1, 2, 9, 4, 5, 6, 7, 8, 3, 10, 11)
    other = Game(cellar, players=3, seed=2, forced_chance=(order,))
    assert one.view(0).key == other.view(0).key
    assert one.view(2).key == other.view(2).key
    assert one.view(1).key != other.view(1).key
    assert one.view(None).key == other.view(None).key


def test_a_hidden_choice_is_the_same_to_others(cellar: Pack, play: Play) -> None:
    games = [Game(cellar, players=3, forced_chance=DEAL) for _ in range(2)]
    play(games[0], "hide", "bottle_1", "above")
    play(games[1], "hide", "bottle_3", "above")
    assert games[0].view(1).key == games[1].view(1).key
    assert games[0].view(0).key != games[1].view(0).key


def test_a_seat_remembers_what_it_saw(cellar: Pack, play: Play) -> None:
    # both end with the same bottles in the same places; only the neighbour was shown one of them
    games = [Game(cellar, players=3, forced_chance=DEAL) for _ in range(2)]
    play(games[0], "show", "bottle_1", "yes")
    play(games[1], "show", "bottle_2", "yes")
    assert games[0].view(1).key != games[1].view(1).key
    assert games[0].view(2).key == games[1].view(2).key


def test_a_seat_remembers_its_own_answers(tic_tac_toe: Pack) -> None:
    games = [Game(tic_tac_toe) for _ in range(2)]
    for game, order in zip(games, ((0, 4, 2), (2, 4, 0)), strict=True):
        for number in order:
            game.play(number)
    assert games[0].view(0).key != games[1].view(0).key


def test_what_is_asked_is_part_of_the_key(goofspiel: Pack) -> None:
    game = Game(goofspiel)
    before = keys(game)
    game.answer("card_1_2", player=0)
    assert game.view(0).key != before[0]


@pytest.mark.parametrize("bid", ["card_1_1", "card_1_4"])
def test_secret_answers_leave_no_trace(goofspiel: Pack, bid: str) -> None:
    game = Game(goofspiel)
    before = game.view(1)
    game.answer(bid, player=0)
    after = game.view(1)
    assert after.key == before.key
    assert after.deciding == before.deciding == (0,)
    assert game.view(None).deciding == (0, 1)


def test_secret_answers_do_not_make_each_other_stale(goofspiel: Pack) -> None:
    game = Game(goofspiel)
    ours = game.view(1).decisions
    theirs = game.decisions[0]
    game.answer("card_1_2", player=0, version=theirs.version)
    assert game.view(1).decisions == ours
    game.answer("card_2_2", player=1, version=ours[0].version)
    assert [decision.version for decision in game.decisions] == [2, 2]
    with pytest.raises(AnswerError) as refused:
        game.answer("card_1_3", player=0, version=theirs.version)
    assert refused.value.code == "S802"


def test_who_had_only_one_option_seems_to_decide(cellar: Pack, play: Play) -> None:
    # the second player has drunk nothing and lost all coins: he can only bid 0, and is not asked
    game = Game(cellar, forced_chance=DEAL)
    play(game, "bid", "3", "left", "decline", "3", "right", "decline", "left")
    play(game, "bid")
    assert game.decisions[1].prompt == "Which side?"
    assert game.view(0).deciding == (1,)


def test_the_others_see_nothing_of_a_plan(game: Game, play: Play) -> None:
    before = game.view(1)
    play(game, "roam")
    asked = game.view(1)
    play(game, "vault")
    during = game.view(1)
    assert during.key == asked.key
    assert during.data == before.data
    assert during.log == asked.log
    assert during.deciding == (0,)
    assert game.view(0).data["pieces"]["mice"]["vault"]["player_1"] == 1
    play(game, "decline")
    assert game.view(1).data["supply"]["mice"]["player_1"] == 3


def test_a_plan_is_the_same_to_others_while_it_lasts(cellar: Pack, play: Play) -> None:
    games = [Game(cellar, forced_chance=DEAL, options={"lights": "yes"}) for _ in range(2)]
    play(games[0], "roam", "hall", "hall", "well")
    play(games[1], "roam", "vault")
    assert games[0].view(1).key == games[1].view(1).key
    assert games[0].view(None).key == games[1].view(None).key
    assert games[0].view(0).key != games[1].view(0).key


def test_the_log_of_the_game_holds_everything(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above")
    assert "bottle_2 from player_1.hand to cellar.rack" in map(str, game.log)


def test_a_view_does_not_follow_the_game(game: Game, play: Play) -> None:
    view = game.view(0)
    key, text, data = view.key, view.text(), repr(view.data)
    play(game, "drink", "bottle_3")
    assert (view.key, view.text(), repr(view.data)) == (key, text, data)


def test_a_page_for_people(cellar: Pack, play: Play) -> None:
    game = Game(cellar, forced_chance=DEAL)
    play(game, "roam", "hall", "decline", "drink", "bottle_5")
    assert game.view(0).text() == (
        "view of player_1, 2 players, turns\n"
        "to decide: Your turn: drink, hide, stuff, fetch, search, show, trade, bid, roam, gift,"
        " make, mix, listen, pass\n"
        "player_1: coins 3; owed ?; passed no; secret nothing; hand bottle_1, bottle_2, bottle_3;"
        " sack 0 unseen; shelf empty; tally empty\n"
        "player_2: coins ?; owed ?; passed no; secret ?; hand 2 unseen; sack ?; shelf bottle_5;"
        " tally ?\n"
        "cellar: noise 0; nooks left: 0 unseen, right: 0 unseen; drain ?; rack 6 unseen\n"
        "mice: hall: 1 of player_1, ? of player_2; vault: ? of player_2; well: ? of player_2\n"
        "mice in supply: player_1: 3; player_2: 4\n"
    )


def test_a_game_without_a_log_shows_the_present(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe, log=False)
    game.play(4)
    assert game.view(0).log == ()
    assert game.view(0).data["pieces" if "pieces" in game.view(0).data else "cell"]


def test_a_game_with_secrets_keeps_its_log(cellar: Pack, play: Play) -> None:
    games = [Game(cellar, forced_chance=DEAL, log=log) for log in (True, False)]
    for game in games:
        play(game, "hide", "bottle_1", "above")
    assert games[0].view(1).key == games[1].view(1).key


BEASTS = """\
kinds:
  player: {plural: players}
  beast:
    plural: beasts
    fields: {strength: {type: number, start: 3}}
  rock:
    plural: rocks
    fields: {height: {type: number, start: 2}}
beasts: {boar: {}, stag: {}, wolf: {}}
rocks: {cliff: {}}
globals:
  woods:
    den: {zone of: beast, ordered: yes, seen by: nobody, start: all beast in beasts}
    glade: {zone of: beast}
flow:
  - step: dawn
    do: come_out
  - step: day
    each: players
    do: wait
score: 0
rules:
  come_out:
    effect: draw 1 from woods.den to woods.glade
  wait:
    effect: |
      may "Wait?": draw 1 from woods.den to woods.glade
"""


def test_a_page_is_silent_of_what_lies_where_the_seat_sees_nothing(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "id: woods\ntitle: Woods\nversion: 1.0.0\nlanguage: 1\nplayers: {least: 2, most: 2}\n"
        "licence: CC0-1.0\ndoc: Beasts come out of their den.\n"
    )
    (tmp_path / "game.yaml").write_text(BEASTS)
    view = Game(load_pack(tmp_path, keep=False), forced_chance=((1, 0, 2),)).view(0)
    (out,) = view.data["woods"]["glade"]
    lines = [line for line in view.text().splitlines() if "strength" in line or "height" in line]
    # the rock can lie nowhere else, so it is told of
    assert lines == [f"{out}: strength 3", "cliff: height 2"]
    assert len(view.data["beast"]) == 3
