"""Looking ahead: how far it sees, what it does not know, and that it can begin anywhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Game, Pack, RulesFault, load_pack
from interpreter.engine.chance import Stream
from interpreter.play.bots import GreedyBot, make_bot
from interpreter.play.lookahead import ANSWERS, LONGEST, WIDEST, Lookahead, Point
from interpreter.play.match import Witness, play
from interpreter.play.players import Seat
from tests.unit.play.conftest import BAZAAR


def played(pack: Pack, seed: int) -> Iterator[tuple[Game, int]]:
    """Yield a game between greedy bots at each decision, with the answer that is then given."""
    game = Game(pack, seed=seed)
    bots = [make_bot("greedy", seed, seat) for seat in range(game.players)]
    while not game.over:
        seat = game.asked
        assert seat is not None
        number = bots[seat].choose(Seat(game, seat))
        yield game, number
        game.play(number)


def answers(pack: Pack, seed: int, name: str) -> list[str]:
    """Return the ids of what greedy bots answer wherever `name` is chosen."""
    found = []
    for game, number in played(pack, seed):
        decision = game.decision
        assert decision is not None
        if decision.name == name:
            option = decision.option(number)
            assert option is not None
            found.append(option.id)
    return found


def at_the_baskets(bazaar: Pack) -> Game:
    """Return a game in which player_1, who has 5 points, fills a basket."""
    game = Game(bazaar, seed=1)
    for name in ("desert", "silk", "desert", "silk"):
        game.answer(name)
    return game


@pytest.mark.parametrize("seed", range(6))
def test_a_row_of_answers_is_looked_at_whole(bazaar: Pack, seed: int) -> None:
    """The road itself brings nothing; silk, which brings most, is on the desert road."""
    assert answers(bazaar, seed, "road") == ["desert", "desert"]
    assert answers(bazaar, seed, "good") == ["silk", "silk"]


@pytest.mark.parametrize("seed", range(6))
def test_it_looks_past_the_reveal(bazaar: Pack, seed: int) -> None:
    """A bid changes nothing until all have bid; then 2 brings 4, whatever the other bids."""
    assert answers(bazaar, seed, "bid") == ["2", "2"]


def test_it_finds_the_end_of_a_long_answer(bazaar: Pack) -> None:
    """9 points lie on a basket of exactly 4: of 1 to 3 a time there are seven such rows."""
    game = at_the_baskets(bazaar)
    worths = Lookahead(game, 0, Stream(1)).worths()
    assert max(worths.values()) == (0, 5 + 9)
    assert worths[min(game.legal)] == (0, 5)  # who stops at once keeps what he has


@pytest.mark.parametrize("seed", range(6))
def test_it_thinks_anew_when_something_comes_otherwise(bazaar: Pack, seed: int) -> None:
    """It guesses a lot, sees which one comes, and takes that: 5, 4, 9 and 7 points at least."""
    *_, (game, _) = played(bazaar, seed)
    assert game.outcome is not None
    guessed = [score - (5 + 4 + 9 + 7) for score in game.outcome.scores]
    assert set(guessed) <= {0, 1}


@pytest.mark.parametrize("name", ["bazaar", "orchard", "kuhn_poker"])
def test_it_goes_on_after_a_load_as_it_would_have(
    name: str, request: pytest.FixtureRequest
) -> None:
    """A bot that comes to a game in the middle of a row answers what the one before would have."""
    pack = load_pack(name) if name == "kuhn_poker" else request.getfixturevalue(name)
    for game, number in played(pack, seed=5):
        seat = game.asked
        assert seat is not None
        assert make_bot("greedy", 5, seat).choose(Seat(game, seat)) == number


def test_it_goes_on_after_a_step_back_as_it_would_have(bazaar: Pack) -> None:
    """Its own line, and that which it had followed in another course of the game, do not count."""
    game = Game(bazaar, seed=2)
    bot = make_bot("greedy", 2, 0)
    expected = []
    for _ in range(2):
        expected.append(bot.choose(Seat(game, 0)))
        game.play(expected[-1])
    game.rewind(0)
    game.answer("coast")
    assert bot.choose(Seat(game, 0)) == make_bot("greedy", 2, 0).choose(Seat(game, 0))
    game.rewind(0)
    for number in expected:
        assert bot.choose(Seat(game, 0)) == number
        game.play(number)


MANIFEST = """
id: lamps
title: Lamps
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
credits: [nobody]
doc: A toy in which some answers break the rules.
"""
LAMPS = """
kinds:
  player:
    plural: players
    fields:
      light: {type: number}
  lamp:
    plural: lamps
    fixed: {oil: number}
lamps: {empty_one: {oil: 0}, full_one: {oil: 2}, fuller_one: {oil: 3}, empty_too: {oil: 0}}
rules:
  light_one:
    effect: |
      choose lamp from lamps "Which lamp?", never none
      choose much from 1 to 2 "How much?", never none
      add 6 * much / lamp.oil rounded down to me.light
flow:
  - step: turns
    each: players
    do: light_one
ranking:
  - highest: player.light
score: player.light
evaluation: player.light
"""


@pytest.mark.parametrize("seed", range(4))
def test_it_keeps_away_from_what_breaks_the_rules(tmp_path: Path, seed: int) -> None:
    """A lamp without oil divides by zero; of the others the one with less oil shines more."""
    (tmp_path / "pack.yaml").write_text(MANIFEST)
    (tmp_path / "game.yaml").write_text(LAMPS)
    pack = load_pack(tmp_path)
    assert answers(pack, seed, "lamp") == ["full_one", "full_one"]
    assert answers(pack, seed, "much") == ["2", "2"]


class Counted(Lookahead):
    """A look ahead that counts the answers it tries."""

    tried = 0

    def _step(self, point: Point, number: int) -> tuple[Game, int]:
        self.tried += 1
        return super()._step(point, number)


def test_every_option_is_looked_at_and_no_more_than_its_share(bazaar: Pack) -> None:
    """Pinches of 1 to 3 until there are 12, or one stops, make 3313 rows: too many to try."""
    game = at_the_baskets(bazaar)
    ahead = Counted(game, 0, Stream(1))
    assert set(ahead.worths()) == set(game.legal)
    # no line is longer than 12 pinches; each of three shares may be overrun by one
    assert ahead.tried <= ANSWERS + (3 + len(game.legal)) * 13


SOLITUDE = """\
kinds:
  player:
    plural: players
    resources:
      ore: {start: 5, least: 0, most: 9}
globals:
  game:
    year: {type: number}
    luck: {type: number}
dice: {six: 6}
rules:
  summer:
    effect: |
      may choose one of "This summer":
          "dig": gain 3 ore
          "sell the mine": end game
  winter:
    effect: |
      have each player in players lose 1 or all ore
      roll six as eyes
      set game.luck to eyes
      add 1 to game.year
flow:
  - step: years
    repeat while: game.year < 500
    steps:
      - {step: summers, each: players, do: summer}
      - {step: winters, do: winter}
ranking: [highest: player.ore]
score: player.ore + game.luck
evaluation: player.ore
"""


def test_who_plays_alone_looks_as_far_as_the_next_throw(tmp_path: Path) -> None:
    """After many winters nothing would be left of what was dug; after one it is 5 + 3 - 1.

    To end the game is to win it, with the 5 that are there.
    """
    (tmp_path / "pack.yaml").write_text(
        (BAZAAR / "pack.yaml").read_text("utf-8").replace("least: 2, most: 2", "least: 1, most: 1"),
        encoding="utf-8",
    )
    (tmp_path / "game.yaml").write_text(SOLITUDE, encoding="utf-8")
    game = Game(load_pack(tmp_path, keep=False), seed=1)
    decision = game.decision
    assert decision is not None
    worths = Lookahead(game, 0, Stream(1)).worths()
    found = {option.id: worths[option.number] for option in decision.options}
    assert sorted(found.values()) == [(0, 4), (0, 7), (1, 5)]
    assert make_bot("greedy", 1, 0).choose(Seat(game, 0)) == max(
        worths, key=lambda one: worths[one]
    )


ENDLESS = """\
kinds:
  player:
    plural: players
    fields: {{light: {{type: number}}}}
rules:
  begin:
    effect: |
      choose much from 1 to {most}
      add much to me.light
      repeat while yes:
          {then}
          add more to player_1.light
flow: [{{step: turns, each: players, do: begin}}]
score: player.light
evaluation: player.light
"""


def endless(folder: Path, most: int, *then: str) -> Game:
    """Return a game in which the first answer is one of so many, and what comes then never ends."""
    (folder / "pack.yaml").write_text(MANIFEST)
    text = ENDLESS.format(most=most, then="\n          ".join(then))
    (folder / "game.yaml").write_text(text)
    return Game(load_pack(folder, keep=False), seed=1)


def test_it_ends_where_others_answer_in_secret_for_ever(tmp_path: Path) -> None:
    others = ("secretly for each p in players where p is not me:", "    p chooses x from 0 to 1")
    game = endless(tmp_path, 3, *others, "let more = x[player_1]")
    assert Lookahead(game, 0, Stream(1)).worths() == {1: (0, 1), 2: (0, 2), 3: (0, 3)}


def test_among_thousands_of_options_all_lines_are_shorter(tmp_path: Path) -> None:
    """With 60 answers for each option it would be 480,000."""
    game = endless(tmp_path, 8_000, "choose more from 0 to 1")
    ahead = Counted(game, 0, Stream(1))
    assert max(ahead.worths().values()) == (0, 8_000)
    assert ahead.tried <= LONGEST * WIDEST + ANSWERS


def test_a_fault_from_which_it_keeps_away_is_told(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST)
    (tmp_path / "game.yaml").write_text(LAMPS)
    game = Game(load_pack(tmp_path), seed=1)
    witnesses = [Witness(make_bot("greedy", 1, seat), game) for seat in range(2)]
    play(game, witnesses)
    assert game.over
    for one in witnesses:
        assert one.fault is not None
        assert (one.fault.code, one.fault.chain[-1][0]) == ("F709", "light_one")


GUESSING = """
kinds:
  player:
    plural: players
    fields: {light: {type: number}}
globals:
  game:
    hidden: {type: number, least: 0, most: LAST, seen by: nobody}
dice: {coin: SIDES}
rules:
  hide:
    effect: |
      roll coin as rolled
      set game.hidden to rolled - 1
  guess:
    effect: |
EFFECT
flow:
  - {step: hiding, do: hide}
  - {step: turns, each: players, do: guess}
score: player.light
evaluation: player.light
"""
GUESSES = """\
      choose guessed from 0 to 3
      add 6 / (guessed - game.hidden) rounded down to me.light"""
DARES = """\
      choose guessed from 0 to 10
      if guessed is 10: add 6 to me.light
      else if guessed is game.hidden: add 10 to me.light"""


def guessing(folder: Path, sides: int, effect: str) -> Pack:
    """Return a toy in which a number below `sides` is hidden before both players guess."""
    (folder / "pack.yaml").write_text(MANIFEST)
    text = GUESSING.replace("SIDES", str(sides)).replace("LAST", str(sides - 1))
    (folder / "game.yaml").write_text(text.replace("EFFECT", effect))
    return load_pack(folder)


def test_what_is_sure_is_better_than_one_lucky_row(tmp_path: Path) -> None:
    """A guess brings 10 in one game of ten; who does not guess has 6.

    In the game that is imagined first one guess is always right. Only where it is right in the next
    one too, or in two of four, is it taken: that comes in about 3 games of 20.
    """
    pack = guessing(tmp_path, 10, DARES)
    taken = [answers(pack, seed, "guessed")[0] for seed in range(20)]
    assert taken.count("10") > 12


def test_a_fault_of_what_was_imagined_is_not_told(tmp_path: Path) -> None:
    """The rules break at one number, which the bot can only guess."""
    pack = guessing(tmp_path, 4, GUESSES)
    told = []
    for seed in range(20):
        game = Game(pack, seed=seed)
        bot = make_bot("greedy", seed, 0)
        assert isinstance(bot, GreedyBot)
        witness = Witness(bot, game)
        witness.choose(Seat(game, 0))
        ((number,),) = bot.broken
        told.append(witness.fault is not None)
        assert told[-1] is breaks(game, number)
    assert set(told) == {True, False}


def breaks(game: Game, number: int) -> bool:
    """Whether the rules break when a number is answered."""
    try:
        game.copy().play(number)
    except RulesFault:
        return True
    return False
