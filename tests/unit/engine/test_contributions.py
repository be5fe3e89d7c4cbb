"""How a value comes about: each part that has a say, in order, with the value after it."""

from pathlib import Path

import pytest

from interpreter import AnswerError, Game, Pack, RulesFault, load_pack

HEAD = (
    "id: toy\ntitle: Toy\nversion: 1.0.0\nlanguage: 1\nplayers: {least: 2, most: 2}\n"
    "licence: CC0-1.0\ncredits: [nobody]\ndoc: A toy.\n"
)
TOY = """\
words: {season: [spring, autumn]}
kinds:
  player:
    plural: players
    resources: {coins: {start: 5}}
    fields:
      luck: {type: number, start: 3, seen by: player}
      debt: {type: number}
    zones: {hand: {of: card, seen by: player, start: all card in cards where card.of is player}}
  card:
    plural: cards
    fixed: {worth: {type: number, start: 1}, of: {type: player or nothing, start: nothing}}
    slots: {effect: {}}
  field:
    plural: fields
    fields: {grain: {type: number, start: 2}}
fields: {north: {}, south: {}}
cards:
  mill: {of: player_1, worth: 4, cost: 3 coins, effect: gain 1 coins}
  barn: {of: player_1}
  village:
    modifies:
      field.income[who]:
        when: who is player_1
        set: 5
  market:
    modifies:
      field.income[who]:
        of each: card in who.hand where card.worth > 0
        add: card.worth
  harvest:
    modifies:
      field.income[who]: {multiply: 2}
      card.cost[coins]: {when: card is mill, add: -4}
  tax:
    modifies:
      field.income[who]:
        when: who.debt > 0
        at most: 1
      player.credit: {at least: 1}
values:
  income:
    of: field
    with: {who: player}
    type: number
    base: field.grain
    most: 12
  mood:
    of: player
    with: {season: season}
    type: number
    cases:
      - when: season is autumn
        is: 0
      - when: player.luck > 4
        is: 2
      - otherwise: 1
  sound:
    of: player
    type: truth
    all of:
      free: player.debt is 0
      lucky: player.luck > 3
      rich: player.coins / player.debt rounded down > 1
  credit:
    of: player
    type: half
    base: player.coins / 2
  shared: {type: number, base: sum of player.luck for player in players}
  chances: {of: player, type: truth, base: any card in player.hand where possible(card)}
  ratio: {of: player, type: number, base: 6 / player.debt rounded down}
rules:
  take_turn:
    effect: |
      choose luck from 0 to 9 "How lucky?", never none
      set me.luck to luck
      choose debt from 0 to 9 "How much debt?", never none
      set me.debt to debt
      choose card from me.hand "What is played?", if none: nothing
      if card is not nothing: perform card paying its cost
flow: [{step: turns, each: players, do: take_turn}]
score: 0
bounds: {answers: 9}
"""


@pytest.fixture
def toy(tmp_path: Path) -> Pack:
    (tmp_path / "pack.yaml").write_text(HEAD)
    (tmp_path / "game.yaml").write_text(TOY)
    return load_pack(tmp_path)


def lines(game: Game, name: str, *of: str) -> list[str]:
    return game.contributions(name, *of).text().splitlines()


def refused(game: Game, name: str, *of: str, seat: int | None = 0) -> str:
    with pytest.raises(AnswerError) as caught:
        game.contributions(name, *of, seat=seat)
    return str(caught.value)


def test_the_layers_act_in_their_order(toy: Pack) -> None:
    # (5 + 1 + 4) * 2 = 20, and at most 12; without the village and a hand 2 * 2 = 4
    game = Game(toy)
    assert lines(game, "income", "north", "player_1") == [
        "income of north and player_1: 12",
        "     2  its base: field.grain",
        "     5  village sets it to 5 (when who is player_1)",
        "     6  market adds 1 for barn: card.worth (when card.worth > 0)",
        "    10  market adds 4 for mill: card.worth (when card.worth > 0)",
        "    20  harvest multiplies it by 2",
        "    12  its most is 12",
    ]
    assert lines(game, "field.income", "south", "player_2") == [
        "income of south and player_2: 4",
        "    2  its base: field.grain",
        "    4  harvest multiplies it by 2",
        "    4  its most is 12",
    ]


def test_what_does_not_count_now_is_not_told(toy: Pack) -> None:
    game = Game(toy)
    before = game.contributions("income", "north", "player_1")
    game.answer(3)
    game.answer(2)
    after = game.contributions("income", "north", "player_1")
    assert [one.owner for one in before.contributions if one.layer == "at most"] == []
    taxed = next(one for one in after.contributions if one.layer == "at most")
    assert (taxed.owner, taxed.amount, taxed.total) == ("tax", "1", "1")
    assert taxed.when == "who.debt > 0"
    assert (before.value, after.value) == (12, 1)


def test_the_case_that_applies_is_told(toy: Pack) -> None:
    game = Game(toy)
    assert lines(game, "mood", "player_1", "autumn")[1:] == [
        "    0  its base (when season is autumn)"
    ]
    assert lines(game, "mood", "player_1", "spring")[1:] == ["    1  its base (otherwise)"]
    game.answer(5)
    assert lines(game, "mood", "player_1", "spring")[1:] == [
        "    2  its base (when player.luck > 4)"
    ]


def test_conditions_are_told_up_to_the_first_that_does_not_hold(toy: Pack) -> None:
    # the third one would be a division by zero
    assert lines(Game(toy), "sound", "player_1") == [
        "sound of player_1: no",
        "    yes  free: player.debt is 0",
        "     no  lucky: player.luck > 3",
    ]


def test_a_half_is_told_as_people_write_it(toy: Pack) -> None:
    found = Game(toy).contributions("credit", "player_2")
    assert (found.value, found.shown) == (5, "2.5")  # kept in halves
    assert [one.total for one in found.contributions] == ["2.5", "2.5"]


def test_a_cost_is_told_with_what_lowers_it(toy: Pack) -> None:
    assert lines(Game(toy), "card.cost[coins]", "mill") == [
        "card.cost[coins] of mill: 0",
        "     3  its base",
        "    -1  harvest adds -4 (when card is mill)",
        "     0  its least is 0",
    ]


def test_a_fault_on_the_way_has_its_place_and_leaves_the_game(toy: Pack) -> None:
    game = Game(toy)
    before = game.hash
    with pytest.raises(RulesFault) as raised:
        game.contributions("ratio", "player_1")
    assert raised.value.code == "F709"
    ((title, span),) = raised.value.chain
    assert title == "value ratio"
    assert span is not None
    assert span.text == "6 / player.debt rounded down"
    assert game.hash == before


def test_who_acts_is_the_seat_or_who_is_asked(toy: Pack) -> None:
    game = Game(toy)
    assert game.asked == 0
    assert game.contributions("chances", "player_1").shown == "yes"
    assert game.contributions("chances", "player_1", seat=0).shown == "yes"
    while not game.over:
        game.play(game.legal[0])
    with pytest.raises(AnswerError, match="it depends on who acts, and nobody is asked"):
        game.contributions("chances", "player_1")


# ---- with the eyes of a seat ---------------------------------------------------------------------


def test_a_seat_is_told_what_it_can_work_out(toy: Pack) -> None:
    game = Game(toy)
    assert game.contributions("mood", "player_1", "spring", seat=0).value == 1
    assert game.contributions("income", "north", "player_1", seat=0).value == 12
    # what is not read is not looked at: in autumn luck does not matter
    assert game.contributions("mood", "player_1", "autumn", seat=None).value == 0


def test_a_seat_is_not_told_what_hangs_on_what_it_does_not_see(toy: Pack) -> None:
    game = Game(toy)
    assert refused(game, "mood", "player_1", "spring", seat=1) == (
        "S822: player_2 cannot be told `mood`: it depends on player.luck, which is not seen from"
        " there"
    )
    assert "S822: a spectator" in refused(game, "income", "north", "player_1", seat=None)
    assert "player.luck" in refused(game, "shared", seat=0)
    assert game.contributions("shared").value == 6


def test_what_is_refused_does_not_tell_what_is_hidden(toy: Pack) -> None:
    said = set()
    for luck in range(10):
        game = Game(toy)
        game.answer(luck)
        said.add(refused(game, "mood", "player_1", "spring", seat=1))
    assert len(said) == 1


# ---- what is asked for wrongly -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "of", "words"),
    [
        ("incom", (), "S820: there is no value `incom`; did you mean income?"),
        ("", (), "S820: there is no value"),
        ("income", (), "it is of a field and who, a player, and what is given is nothing"),
        ("income", ("north",), "what is given is north"),
        ("shared", ("north",), "it is of nothing, and what is given is north"),
        ("income", ("nort", "player_1"), "nort is no field; did you mean north?"),
        ("income", ("x", "player_1"), "x is no field; there is north and south"),
        ("income", ("north", "player_3"), "player_3 is no player; did you mean"),
        ("mood", ("player_1", "winter"), "winter is no season"),
    ],
)
def test_what_there_is_not_is_told(toy: Pack, name: str, of: tuple[str, ...], words: str) -> None:
    assert words in refused(Game(toy), name, *of)


def test_arguments_of_a_wrong_type_are_refused(toy: Pack) -> None:
    game = Game(toy)
    with pytest.raises(TypeError, match="`name` wants the name of a value"):
        game.contributions(7)  # type: ignore[arg-type] # that is what is refused
    with pytest.raises(ValueError, match="`seat` wants a seat from 0 to 1"):
        game.contributions("shared", seat=2)
    with pytest.raises(TypeError, match="`seat` wants"):
        game.contributions("shared", seat="player_1")  # type: ignore[arg-type] # the same
