"""The doors of the Python API: what is no seat, seed, mode, option, answer or path is refused.

A wrong type is a `TypeError`, a value out of its bounds a `ValueError`, and what a person can get
wrong has a code. Each message names what was handed in, and what is wanted instead.
"""

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from interpreter import AnswerError, Game, Option, Pack, PackError, SaveError, check_pack, load_pack

REPOSITORY = Path(__file__).resolve().parents[3]
NO_WHOLE_NUMBERS = [True, 1.0, "1", [1], float("nan"), b"1"]
Call = Callable[[Game, Any], Any]


class Seat(IntEnum):
    """Whole numbers of another type, as other libraries have them."""

    FIRST = 0
    SECOND = 1


@pytest.fixture
def game(tic_tac_toe: Pack) -> Game:
    return Game(tic_tac_toe)


def finished(pack: Pack) -> Game:
    game = Game(pack)
    while not game.over:
        game.play(game.legal[0])
    return game


def refused(kind: type[Exception], call: Callable[[], object], *parts: str) -> str:
    """Return the message of the exception of exactly this kind that a call raises."""
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    message = str(caught.value)
    assert [part for part in parts if part not in message] == []
    return message


# ---- seats ---------------------------------------------------------------------------------------

OF_A_SEAT: dict[str, Call] = {
    "view": lambda game, seat: game.view(seat),
    "log_for": lambda game, seat: game.log_for(seat),
    "resample": lambda game, seat: game.resample(seat, 1),
    "evaluation": lambda game, seat: game.evaluation(seat),
}
OF_A_PLAYER: dict[str, Call] = {
    "answer": lambda game, player: game.answer(0, player=player),
    "why_not": lambda game, player: game.why_not(0, player=player),
    "undo": lambda game, player: game.undo(player),
    "can_undo": lambda game, player: game.can_undo(player),
}
OF_BOTH = OF_A_SEAT | OF_A_PLAYER


@pytest.mark.parametrize("seat", [2, 9, -1, -3, 1 << 70])
@pytest.mark.parametrize("call", OF_BOTH.values(), ids=OF_BOTH)
def test_a_seat_that_there_is_not(game: Game, call: Call, seat: int) -> None:
    refused(ValueError, lambda: call(game, seat), "a seat from 0 to 1", f"got {seat}")


@pytest.mark.parametrize("seat", NO_WHOLE_NUMBERS, ids=repr)
@pytest.mark.parametrize("call", OF_BOTH.values(), ids=OF_BOTH)
def test_a_seat_is_a_whole_number(game: Game, call: Call, seat: object) -> None:
    refused(TypeError, lambda: call(game, seat), "a seat from 0 to 1", type(seat).__name__)


@pytest.mark.parametrize("name", ["evaluation"])
def test_a_spectator_has_no_seat(game: Game, name: str) -> None:
    refused(TypeError, lambda: OF_A_SEAT[name](game, None), "a seat from 0 to 1", "got None")
    refused(ValueError, lambda: OF_A_SEAT[name](game, -2), "got -2")


@pytest.mark.parametrize("call", OF_A_SEAT.values(), ids=OF_A_SEAT)
def test_chance_sees_nothing(game: Game, call: Call) -> None:
    refused(ValueError, lambda: call(game, -2), "a seat from 0 to 1", "got -2")


def test_other_whole_numbers_are_seats(game: Game) -> None:
    assert game.view(Seat.SECOND).seat == 1
    game.answer(Seat.SECOND, player=Seat.FIRST, version=Seat.FIRST)
    assert game.answers == ((0, 1),)
    assert type(game.answers[0][1]) is int


# ---- starting a game -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1 << 70])
def test_a_seed_has_64_bits(tic_tac_toe: Pack, seed: int) -> None:
    wanted = "a whole number from 0 to 2^64 - 1"
    refused(ValueError, lambda: Game(tic_tac_toe, seed=seed), "`seed`", wanted, f"got {seed}")
    refused(ValueError, lambda: Game(tic_tac_toe).resample(0, seed), "`seed`", wanted)


@pytest.mark.parametrize("seed", [*NO_WHOLE_NUMBERS, None], ids=repr)
def test_a_seed_is_a_whole_number(tic_tac_toe: Pack, seed: Any) -> None:
    refused(TypeError, lambda: Game(tic_tac_toe, seed=seed), "`seed`", repr(seed))
    refused(TypeError, lambda: Game(tic_tac_toe).resample(0, seed), "`seed`", repr(seed))


def test_the_greatest_seed(kuhn_poker: Pack) -> None:
    assert Game(kuhn_poker, seed=(1 << 64) - 1).seed == 18446744073709551615


@pytest.mark.parametrize("players", [1, 4, 0, -2, 1 << 70])
def test_a_number_of_players_that_the_pack_is_not_for(cellar: Pack, players: int) -> None:
    message = refused(AnswerError, lambda: Game(cellar, players=players))
    assert message == f"S808: the pack is for 2 to 3 players, not for {players}"


def test_one_number_of_players_is_no_range(tic_tac_toe: Pack) -> None:
    message = refused(AnswerError, lambda: Game(tic_tac_toe, players=3))
    assert message == "S808: the pack is for 2 players, not for 3"


@pytest.mark.parametrize("players", [*NO_WHOLE_NUMBERS, 2.0], ids=repr)
def test_players_are_a_whole_number(cellar: Pack, players: Any) -> None:
    Game(cellar, players=2)  # a game of as many is known already
    for call in (cellar.program, cellar.checked_players, lambda one: Game(cellar, players=one)):
        refused(TypeError, lambda call=call: call(players), "`players`", repr(players))


@pytest.mark.parametrize("name", ["chance", "forced"])
def test_modes(tic_tac_toe: Pack, name: str) -> None:
    for mode in ("never", "", "Ask"):
        refused(
            ValueError,
            lambda mode=mode: Game(tic_tac_toe, **{name: mode}),
            f'`{name}` wants "auto" or "ask", got {mode!r}',
        )
    for mode in (None, True, 0, ["ask"]):
        refused(TypeError, lambda mode=mode: Game(tic_tac_toe, **{name: mode}), f"`{name}`")


def test_the_mode_of_a_program(tic_tac_toe: Pack) -> None:
    refused(ValueError, lambda: tic_tac_toe.program(2, None, "often"), '"auto" or "ask"', "often")  # type: ignore[arg-type] # what is tested


@pytest.mark.parametrize("log", [0, 1, "no", None], ids=repr)
def test_whether_there_is_a_log(tic_tac_toe: Pack, log: Any) -> None:
    refused(TypeError, lambda: Game(tic_tac_toe, log=log), "`log` wants True or False", repr(log))


@pytest.mark.parametrize("pack", ["tic_tac_toe", None, 3, Pack, REPOSITORY], ids=str)
def test_a_game_is_of_a_pack(pack: Any, tmp_path: Path) -> None:
    refused(TypeError, lambda: Game(pack), "`pack` wants a pack, as `load_pack` gives it")
    if pack is not None:
        refused(TypeError, lambda: Game.load(tmp_path / "none", pack), "`pack` wants a pack")


@pytest.mark.parametrize("given", ["12", b"12", 3, None, {1: 2}, {3}, [1.0], [True], [(1, "2")]])
def test_results_of_chance_are_numbers(cellar: Pack, given: Any) -> None:
    refused(TypeError, lambda: Game(cellar, forced_chance=given), "`forced_chance` wants")


def test_results_of_chance_where_it_is_asked(cellar: Pack) -> None:
    refused(
        ValueError,
        lambda: Game(cellar, chance="ask", forced_chance=[3]),
        'no results with chance="ask"',
    )


def test_an_order_may_be_a_list(cellar: Pack) -> None:
    order = list(range(12))
    assert Game(cellar, forced_chance=[order]).hash == Game(cellar, forced_chance=[(*order,)]).hash


# ---- options of the pack -------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], (), "", "lights", 0, 3, True, [("lights", True)]])
def test_options_are_a_mapping(cellar: Pack, options: Any) -> None:
    for call in (cellar.option_values, lambda one: Game(cellar, options=one)):
        refused(TypeError, lambda call=call: call(options), "`options` wants a mapping")


@pytest.mark.parametrize("name", ["light", "", 3, None, ("lights",)])
def test_an_option_that_there_is_not(cellar: Pack, name: Any) -> None:
    refused(AnswerError, lambda: Game(cellar, options={name: True}), "S812", "the pack has lights")


def test_an_option_of_a_pack_without_any(tic_tac_toe: Pack) -> None:
    message = refused(AnswerError, lambda: Game(tic_tac_toe, options={"size": 3}))
    assert message == "S812: there is no option `size`: the pack has no options"


@pytest.mark.parametrize("value", [None, 0, 1, "maybe", "", [], {}, 1.0, "True"], ids=repr)
def test_what_is_neither_yes_nor_no(cellar: Pack, value: object) -> None:
    refused(AnswerError, lambda: Game(cellar, options={"lights": value}), "S809", "no or yes")


@pytest.mark.parametrize(
    "value", [None, True, "3", 3.0, 3.7, float("inf"), "", [], 10**15, -(10**15)], ids=repr
)
def test_what_is_no_number(market: Pack, value: object) -> None:
    wanted = "a whole number of at most 15 digits"
    refused(AnswerError, lambda: Game(market, options={"extra": value}), "S809", "extra", wanted)


def test_what_an_option_may_be(cellar: Pack, market: Pack) -> None:
    for value in (True, "yes"):
        assert Game(cellar, options={"lights": value}).options == {"lights": 1}
    for value in (False, "no"):
        assert Game(cellar, options={"lights": value}).options == {"lights": 0}
    assert Game(market, options={"extra": 10**15 - 1}).options["extra"] == 10**15 - 1
    # both start where nobody chooses
    assert Game(market, options={}).options == Game(market, options=None).options


# ---- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [9, -1, -2, 1 << 70])
def test_a_number_that_is_not_offered(game: Game, number: int) -> None:
    for call in (game.play, game.answer):
        refused(
            AnswerError,
            lambda call=call: call(number),
            f"S801: {number} is not among the options",
            "cell_1_1, cell_1_2",
        )
    assert game.version == 0


@pytest.mark.parametrize("number", [*NO_WHOLE_NUMBERS, None], ids=repr)
def test_the_fast_way_takes_numbers(game: Game, number: Any) -> None:
    refused(TypeError, lambda: game.play(number), "`number` wants the number of an option")
    assert game.version == 0


@pytest.mark.parametrize("option", [True, False, 1.0, None, [0], (0,), b"cell_1_1"], ids=repr)
def test_what_names_no_option(game: Game, option: Any) -> None:
    before = game.hash
    wanted = "an option of the decision, its number or its id"
    refused(TypeError, lambda: game.answer(option), wanted, repr(option))
    refused(TypeError, lambda: game.answer(game.decision), wanted, "Decision")  # type: ignore[arg-type] # what is tested
    refused(TypeError, lambda: game.why_not(option), "its number or its id", repr(option))
    assert (game.hash, game.answers) == (before, ())


@pytest.mark.parametrize("text", ["cell_9_9", "", "0", "True"])
def test_an_id_that_is_not_offered(game: Game, text: str) -> None:
    refused(AnswerError, lambda: game.answer(text), "S801", text or "''")


def test_an_option_of_another_game(game: Game, kuhn_poker: Pack) -> None:
    decision = Game(kuhn_poker).decision
    assert decision is not None
    for option in decision.options:  # their numbers are among those of the cells
        refused(AnswerError, lambda option=option: game.answer(option), f"S801: {option.id} is not")


def test_an_option_made_by_hand_says_the_same_twice(game: Game) -> None:
    refused(AnswerError, lambda: game.answer(Option(0, "cell_1_2", "cell 1 2")), "S801")
    refused(AnswerError, lambda: game.answer(Option(1.0, "cell_1_2", "")), "S801")  # type: ignore[arg-type] # what is tested
    refused(AnswerError, lambda: game.answer(Option(9, None, "")), "S801: None is not")  # type: ignore[arg-type] # what is tested
    game.answer(Option(1, "cell_1_2", "cell 1 2"))
    assert game.answers == ((0, 1),)


def test_an_option_that_is_gone(game: Game) -> None:
    before = game.decision
    assert before is not None
    game.answer(before.options[4])
    refused(AnswerError, lambda: game.answer(before.options[4]), "S801: cell_2_2 is not")
    refused(
        AnswerError,
        lambda: game.answer(before.options[0], version=before.version),
        "S802: the answer is stale: it was made for version 0, and the game is at version 1",
    )
    assert game.version == 1


@pytest.mark.parametrize("version", NO_WHOLE_NUMBERS, ids=repr)
def test_a_version_is_a_whole_number(game: Game, version: Any) -> None:
    game.play(0)  # so that True and 1.0 equal the version
    refused(TypeError, lambda: game.answer(1, version=version), "`version`", repr(version))


def test_somebody_else_is_asked(game: Game) -> None:
    for call in (game.answer, game.why_not):
        message = refused(AnswerError, lambda call=call: call(0, player=1))
        assert message == "S803: no answer of player_2 is wanted now: player_1 is asked"
        message = refused(AnswerError, lambda call=call: call(0, player=-2))
        assert message == "S803: no answer of chance is wanted now: player_1 is asked"


def test_chance_is_asked(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker, chance="ask")
    refused(AnswerError, lambda: game.answer(0, player=0), "of player_1", "chance is asked")
    game.answer(0, player=-2)
    assert game.answers == ((-2, 0),)


def test_who_has_answered_in_secret_is_not_told(goofspiel: Pack) -> None:
    game = Game(goofspiel)
    game.answer(game.decisions[0].options[0], player=0)
    message = refused(AnswerError, lambda: game.answer(0, player=0))
    assert message == "S803: no answer of player_1 is wanted now: others are asked"


def test_a_game_that_is_over(tic_tac_toe: Pack) -> None:
    game = finished(tic_tac_toe)
    assert (game.decision, game.decisions, game.legal, game.asked) == (None, (), (), None)
    before = game.hash
    for call in (game.play, game.answer, game.why_not):
        message = refused(AnswerError, lambda call=call: call(0))
        assert message == "S803: no answer of anybody is wanted now: the game is over"
    message = refused(AnswerError, lambda: game.answer(0, player=1))
    assert message == "S803: no answer of player_2 is wanted now: the game is over"
    refused(AnswerError, lambda: game.replay(((0, 0),)), "S807")
    assert game.hash == before


def test_why_not_takes_what_an_answer_takes(game: Game) -> None:
    decision = game.decision
    assert decision is not None
    game.answer(decision.options[0])
    assert game.why_not(decision.options[0]) == game.why_not(0) == game.why_not("cell_1_1") != ""
    assert game.why_not(decision.options[1]) == ""
    assert game.why_not("9" * 5000) == game.why_not("no such cell") != ""


def test_options_of_a_decision_are_found_by_number_or_id(game: Game) -> None:
    decision = game.decision
    assert decision is not None
    assert decision.option(1) == decision.option("cell_1_2") == decision.options[1]
    assert decision.option(9) is None
    assert decision.option("") is None
    for wanted in (True, 1.0, None, decision.options[0]):
        refused(TypeError, lambda wanted=wanted: decision.option(wanted), "the number or the id")


# ---- the way back --------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [-1, 3, 1 << 70])
def test_a_version_that_there_is_not(game: Game, version: int) -> None:
    game.play(0)
    game.play(1)
    refused(ValueError, lambda: game.rewind(version), "a version from 0 to 2", f"got {version}")
    assert game.version == 2


@pytest.mark.parametrize("version", [*NO_WHOLE_NUMBERS, None], ids=repr)
def test_a_version_to_go_back_to_is_a_number(game: Game, version: Any) -> None:
    game.play(0)
    refused(TypeError, lambda: game.rewind(version), "a version from 0 to 1", repr(version))
    assert game.version == 1


def test_nothing_comes_before_a_drawn_game(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker)
    game.play(0)
    other = game.resample(0, 7)
    other.play(0)
    refused(ValueError, lambda: other.rewind(0), "a version from 1 to 2", "got 0")
    other.rewind(1)
    assert other.version == 1


def test_what_was_before_a_drawn_game_is_not_taken_back(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe)
    game.play(0)
    other = game.resample(0, 7)
    other.play(1)
    assert not other.can_undo(0)
    refused(AnswerError, lambda: other.undo(0), "S804")
    other.undo(1)
    assert other.version == 1


def test_chance_takes_nothing_back(game: Game) -> None:
    game.play(0)
    assert not game.can_undo(-2)
    refused(AnswerError, lambda: game.undo(-2), "S804", "chance cannot step back")


@pytest.mark.parametrize(
    "answers",
    [3, None, "ab", [3], ["ab"], [(0,)], [(0, 1, 2)], [(0, True)], [(0, 1.0)], [("0", 1)], [None]],
    ids=repr,
)
def test_rows_of_answers(game: Game, answers: Any) -> None:
    refused(TypeError, lambda: game.replay(answers), "`answers` wants rows of two numbers")
    assert game.version == 0


def test_rows_of_answers_may_be_lists(game: Game) -> None:
    game.replay([[0, 4], (1, 0)])  # type: ignore[list-item] # what is tested
    assert game.answers == ((0, 4), (1, 0))


def test_the_row_that_does_not_fit_is_named(game: Game) -> None:
    refused(AnswerError, lambda: game.replay([(0, 4), (1, 4)]), "S807", "number 2", "player_2")
    assert game.answers == ((0, 4),)


# ---- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [None, 3, True, b"game", ["game"], object], ids=repr)
def test_what_is_no_path(game: Game, path: Any) -> None:
    for call in (game.save, Game.load):
        refused(TypeError, lambda call=call: call(path), "`path` wants the path of a file")
    for call in (load_pack, check_pack):
        refused(TypeError, lambda call=call: call(path), "`name` wants the folder or the id")


def test_an_empty_path(game: Game) -> None:
    for call in (game.save, Game.load):
        refused(ValueError, lambda call=call: call(""), "`path` wants the path of a file")
    for call in (load_pack, check_pack):
        refused(ValueError, lambda call=call: call(""), "`name` wants the folder or the id")


def test_a_path_that_leads_nowhere(game: Game, tmp_path: Path) -> None:
    refused(SaveError, lambda: game.save(tmp_path), "S810", str(tmp_path))
    refused(SaveError, lambda: game.save(tmp_path / "none" / "game"), "S810")
    refused(SaveError, lambda: game.save("game\0"), "S810")
    refused(SaveError, lambda: Game.load(tmp_path), "S805", str(tmp_path))
    refused(SaveError, lambda: Game.load("game\0"), "S805")
    refused(PackError, lambda: load_pack(tmp_path / "none"))
    refused(PackError, lambda: load_pack("game\0"))


@pytest.mark.parametrize("given", ["fast", b"fast", 3, None, True, {"fast": 1}, {"fast"}, Path()])
@pytest.mark.parametrize("name", ["variants", "mods"])
def test_one_name_is_no_list_of_them(name: str, given: Any) -> None:
    for call in (load_pack, check_pack):
        refused(
            TypeError,
            lambda call=call: call("tic_tac_toe", **{name: given}),
            f"`{name}` wants a list",
        )


@pytest.mark.parametrize("given", [[3], [None], [b"fast"], [["fast"]]], ids=repr)
@pytest.mark.parametrize("name", ["variants", "mods"])
def test_what_names_no_variant_and_no_mod(name: str, given: Any) -> None:
    refused(TypeError, lambda: load_pack("tic_tac_toe", **{name: given}), f"`{name}` wants the")


@pytest.mark.parametrize("keep", [0, 1, None, "no"], ids=repr)
def test_whether_a_pack_is_kept(keep: Any) -> None:
    refused(TypeError, lambda: load_pack("tic_tac_toe", keep=keep), "`keep` wants True or False")


def test_a_value_that_cannot_show_itself(game: Game) -> None:
    class Odd:
        def __repr__(self) -> str:
            raise ValueError

    refused(TypeError, lambda: game.view(Odd()), "a seat from 0 to 1", "Odd")  # type: ignore[arg-type] # what is tested
    message = refused(TypeError, lambda: game.view("x" * 10_000))  # type: ignore[arg-type] # what is tested
    assert len(message) < 200
