"""The way back: to any answer of one's own, until something came to light.

The cellar is dealt by hand: bottles 1 to 3 to the first player, 4 to 6 to the second; the rack
holds 7 to 12 from the top (for three players, 7 to 9 are the third's).
"""

from collections.abc import Callable

import pytest

from interpreter import AnswerError, Game, Pack

DEAL = (tuple(range(12)),)
Play = Callable[..., None]


@pytest.fixture
def game(cellar: Pack) -> Game:
    return Game(cellar, players=3, seed=5, forced_chance=DEAL)


def reason(game: Game, seat: int | None = None) -> str:
    """Return why a seat cannot step back."""
    assert not game.can_undo(seat)
    before = game.hash
    with pytest.raises(AnswerError) as refused:
        game.undo(seat)
    assert refused.value.code == "S804"
    assert game.hash == before
    return refused.value.arguments["reason"]


def test_nothing_to_take_back(game: Game) -> None:
    assert reason(game) == "nothing has been answered"


def test_somebody_who_has_not_answered(game: Game) -> None:
    game.answer("hide")
    assert reason(game, 2) == "player_3 has answered nothing"


def test_steps_of_one_turn_go_back_one_by_one(game: Game, play: Play) -> None:
    hashes = [game.hash]
    for word in ("hide", "bottle_1"):
        game.answer(word)
        hashes.append(game.hash)
    for wanted in reversed(hashes[:-1]):
        game.undo(0)
        assert game.hash == wanted
    assert game.version == 0
    play(game, "hide", "bottle_2", "above")


def test_the_log_goes_back_too(game: Game, play: Play) -> None:
    before = [str(event) for event in game.log]
    play(game, "hide", "bottle_1", "above")
    game.undo(0)
    game.undo(0)
    game.undo(0)
    assert [str(event) for event in game.log] == before


def test_a_hidden_move_can_be_taken_back(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_1", "above")
    assert game.can_undo(0)


def test_a_bottle_that_others_see_now_cannot(game: Game, play: Play) -> None:
    play(game, "drink", "bottle_1")
    assert reason(game, 0) == "something hidden has come to light since"


def test_an_answer_of_somebody_else_lies_between(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_1", "above", "roam")
    assert reason(game, 0) == "somebody else has decided something since"
    game.undo(1)
    assert game.can_undo(0)


def test_without_a_seat_whoever_answered_last_steps_back(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_1", "above", "roam")
    game.undo()
    assert game.version == 3
    game.undo()
    assert game.version == 2


def test_a_roll_is_a_barrier(game: Game, play: Play) -> None:
    play(game, "listen")
    assert reason(game, 0) == "a roll lies between"


def test_a_shuffle_is_a_barrier(game: Game, play: Play) -> None:
    play(game, "mix")
    assert reason(game, 0) == "a shuffle lies between"


def test_a_draw_is_a_barrier(game: Game, play: Play) -> None:
    play(game, "fetch")
    assert reason(game, 0) == "something hidden has come to light since"


def test_a_draw_of_what_one_knows_is_none(game: Game, play: Play) -> None:
    # both know what lies on top, since both have put it there or seen it put there
    play(game, "hide", "bottle_1", "above", "pass", "pass", "hide", "bottle_2", "above", "fetch")
    assert game.can_undo(0)


def test_a_draw_of_one_unknown_bottle_among_known_ones_is_one(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_1", "above", "pass", "pass", "fetch")
    assert reason(game, 0) == "something hidden has come to light since"


def test_a_draw_that_finds_nothing_is_none(game: Game, play: Play) -> None:
    # of the three bottles in the rack two are drawn, then one, then none
    play(game, "fetch", "fetch")
    assert not game.can_undo(1)
    play(game, "fetch")
    assert game.can_undo(2)


def test_a_draw_into_a_nook_shows_nothing(game: Game, play: Play) -> None:
    play(game, "stuff", "bottle_1", "drain to nook")
    assert game.can_undo(0)


def test_a_bottle_drawn_for_somebody_else_is_one(game: Game, play: Play) -> None:
    play(game, "gift")
    assert reason(game, 0) == "something hidden has come to light since"


def test_a_question_that_shows_hidden_things_is_one(game: Game, play: Play) -> None:
    play(game, "search")
    assert reason(game, 0) == "something hidden has come to light since"


def test_a_question_about_what_one_knows_is_none(game: Game, play: Play) -> None:
    play(game, "search", "bottle_11", "pass", "pass", "search")
    assert game.can_undo(0)


def test_a_reveal_is_a_barrier(game: Game, play: Play) -> None:
    play(game, "show", "bottle_1", "yes")
    assert reason(game, 0) == "something hidden has come to light since"


def test_a_reveal_of_what_is_known_is_none(game: Game, play: Play) -> None:
    play(game, "show", "bottle_1", "no", "pass", "pass", "show", "bottle_1", "no")
    assert game.can_undo(0)


def test_a_swap_of_hands_is_a_barrier(game: Game, play: Play) -> None:
    play(game, "trade")
    assert reason(game, 0) == "something hidden has come to light since"


def test_a_plan_can_be_taken_back_step_by_step(game: Game, play: Play) -> None:
    start = game.hash
    play(game, "roam", "hall", "hall", "well")
    for _ in range(4):
        game.undo(0)
    assert game.hash == start


def test_a_whole_plan_that_shows_nothing_hidden_can_be_taken_back(game: Game, play: Play) -> None:
    play(game, "roam", "hall", "decline")
    assert game.can_undo(0)


def test_a_choice_in_steps_goes_back_step_by_step(game: Game, play: Play) -> None:
    game.answer("bid")
    before = game.hash
    play(game, "2")
    game.undo(0)
    assert game.hash == before


def test_an_open_secret_answer_can_be_taken_back(game: Game) -> None:
    game.answer("bid")
    game.answer("2", player=0)
    game.answer("3", player=1)
    game.answer("left", player=1)
    game.undo(0)
    # the answers of the other stay, and the first player is asked for his stake again
    assert [(one.player, one.prompt) for one in game.decisions] == [
        (0, "How much?"),
        (1, "Throw one away?"),
        (2, "How much?"),
    ]
    assert game.answers == ((0, 7), (1, 3), (1, 0))
    game.answer("1", player=0)
    game.undo(1)
    game.undo(1)
    assert [one.prompt for one in game.decisions] == ["Which side?", "How much?", "How much?"]


def test_revealed_secret_answers_cannot_be_taken_back(cellar: Pack, play: Play) -> None:
    game = Game(cellar, forced_chance=DEAL)
    play(game, "bid", "3", "left", "decline", "3", "right", "decline")
    assert reason(game, 1) == "secret answers have been revealed since"
    assert reason(game, 0) == "somebody else has decided something since"


def test_the_next_secret_block_does_not_open_the_last(goofspiel: Pack) -> None:
    game = Game(goofspiel)
    game.answer("card_1_1", player=0)
    game.answer("card_2_1", player=1)
    game.answer("card_2_2", player=1)
    assert reason(game, 0) == "somebody else has decided something since"
    game.undo(1)
    assert reason(game, 1) == "secret answers have been revealed since"


def test_open_information_can_be_taken_back(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe)
    game.play(4)
    start = game.copy()
    game.play(0)
    game.undo(1)
    assert game.hash == start.hash
    game.undo(0)
    assert game.version == 0


def test_chance_does_not_step_back(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker, chance="ask")
    game.answer("king")
    assert reason(game) == "chance cannot step back"


def test_what_chance_decided_is_a_barrier(cellar: Pack, play: Play) -> None:
    game = Game(cellar, chance="ask", forced="ask")
    while game.decision.chance:
        game.play(game.legal[0])
    play(game, "listen", "3")
    assert reason(game, 0) == "chance has decided something since"


def test_a_game_without_a_log_knows_no_way_back(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe, log=False)
    game.play(4)
    assert reason(game, 0) == "this game keeps no log"


def test_a_step_back_keeps_forced_results(cellar: Pack, play: Play) -> None:
    game = Game(cellar, forced_chance=(*DEAL, 2))
    play(game, "hide", "bottle_1", "above")
    game.undo(0)
    play(game, "below", "listen")
    assert game.view(0).data["cellar"]["noise"] == "2"


def test_a_copy_goes_back_by_itself(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_1")
    twin = game.copy()
    twin.undo(0)
    assert (game.version, twin.version) == (2, 1)
