"""Games drawn from what a seat has seen: true to it, different from each other, and no leak.

The cellar is dealt by hand: bottles 1 to 3 to the first player, 4 to 6 to the second, 7 to 9 to the
third, 10 to 12 lie in the rack from the top.
"""

import pickle
from collections import Counter
from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from pathlib import Path

import pytest

from interpreter import AnswerError, Game, Pack, SaveError, load_pack
from interpreter.engine.chance import Stream
from interpreter.engine.hidden_fields import draw_value
from interpreter.lang.types import NUMBER, Kind, SetOf

DEAL = (tuple(range(12)),)
SEEDS = range(40)
Play = Callable[..., None]


@pytest.fixture
def game(cellar: Pack) -> Game:
    return Game(cellar, players=3, seed=5, forced_chance=DEAL)


def zone(game: Game, group: str, name: str, which: int = 0) -> list[int]:
    """Return the numbers (from 1, as in the ids) of the bottles that lie in a zone."""
    slots = game.program.layout.slots_of(group, name)
    held = game.state[slots.start + which]
    things = held if slots.holds_tuple else [n for n in range(12) if held >> n & 1]
    return [thing + 1 for thing in things]


def hand(game: Game, seat: int) -> list[int]:
    return zone(game, "player", "hand", seat)


def drawn(game: Game, seat: int) -> list[Game]:
    return [game.resample(seat, seed) for seed in SEEDS]


def test_a_drawn_game_is_the_same_to_the_seat(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above", "gift", "1", "trade")
    for seat in range(3):
        for other in drawn(game, seat):
            assert other.view(seat).key == game.view(seat).key
            assert other.view(seat).data == game.view(seat).data


def test_nothing_is_changed_in_the_game(game: Game) -> None:
    before, legal, events = game.hash, game.legal, len(game.log)
    drawn(game, 1)
    assert (game.hash, game.legal, len(game.log)) == (before, legal, events)


def test_a_seed_draws_one_game(game: Game) -> None:
    assert game.resample(0, 7).hash == game.resample(0, 7).hash
    assert len({other.hash for other in drawn(game, 0)}) == len(SEEDS)


def test_every_bottle_lies_in_one_place(game: Game, play: Play) -> None:
    play(game, "stuff", "bottle_1", "sack", "stuff", "bottle_5", "drain")
    for seat in range(3):
        for other in drawn(game, seat):
            lying = [
                bottle
                for slots in other.program.layout.zones.values()
                for which in range(slots.count)
                for bottle in zone(other, slots.group, slots.name, which)
            ]
            assert sorted(lying) == list(range(1, 13))
            for bottle in range(12):
                where = other.program.layout.slots_of("WHERE", "bottle").start
                assert other.state[where + bottle] >= 0


def test_sizes_that_are_seen_are_kept(game: Game) -> None:
    for other in drawn(game, 0):
        assert [len(hand(other, seat)) for seat in range(3)] == [3, 3, 3]
        assert hand(other, 0) == [1, 2, 3]
        assert len(zone(other, "cellar", "rack")) == 3


def test_the_truth_is_as_likely_as_anything_else(kuhn_poker: Pack) -> None:
    # the first player holds the jack; the other has the queen in one half of all games
    game = Game(kuhn_poker, forced_chance=((0, 1, 2),))
    slots = game.program.layout.slots_of("player", "hand")
    seen = Counter(game.resample(0, seed).state[slots.start + 1] for seed in range(400))
    assert set(seen) == {1 << 1, 1 << 2}
    # 400 draws with even odds leave 160 to 240 only once in some 20,000 times
    assert 160 <= seen[1 << 1] <= 240


def test_all_hands_are_possible(game: Game) -> None:
    hands = Counter(bottle for seed in range(300) for bottle in hand(game.resample(0, seed), 1))
    assert set(hands) == set(range(4, 13))
    # each of nine bottles is in a hand of three in one third of the games: 100 of 300
    assert all(70 <= count <= 130 for count in hands.values())


def test_a_bottle_on_top_of_the_rack_is_known_to_who_put_it_there(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above")
    assert {zone(other, "cellar", "rack")[0] for other in drawn(game, 0)} == {2}
    assert len({zone(other, "cellar", "rack")[0] for other in drawn(game, 1)}) > 3


def test_a_known_bottle_is_followed_into_a_hand(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above", "fetch")
    assert all(2 in hand(other, 1) for other in drawn(game, 0))
    assert {2 in hand(other, 1) for other in drawn(game, 2)} == {True, False}


def test_a_bottle_at_the_bottom_is_not_drawn(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "below", "fetch")
    assert all(zone(other, "cellar", "rack")[-1] == 2 for other in drawn(game, 0))


def test_a_shuffle_leaves_the_bottle_in_the_rack(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above", "mix")
    racks = [zone(other, "cellar", "rack") for other in drawn(game, 0)]
    assert all(2 in rack for rack in racks)
    assert {rack.index(2) for rack in racks} == {0, 1, 2, 3}


def test_after_a_shuffle_and_a_draw_it_may_be_in_either(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_2", "above", "mix", "fetch")
    games = drawn(game, 0)
    # the draw is the third player's, and two of the four bottles were drawn
    assert {2 in hand(other, 2) for other in games} == {True, False}
    assert all(2 in hand(other, 2) + zone(other, "cellar", "rack") for other in games)


def test_a_question_that_shows_a_zone_is_remembered(game: Game, play: Play) -> None:
    play(game, "search")
    assert all(sorted(zone(other, "cellar", "rack")) == [10, 11, 12] for other in drawn(game, 0))
    play(game, "bottle_11", "mix")
    assert all(sorted(zone(other, "cellar", "rack")) == [10, 12] for other in drawn(game, 0))
    assert len({tuple(sorted(zone(other, "cellar", "rack"))) for other in drawn(game, 1)}) > 3


def test_what_was_revealed_is_known_to_whom_it_was(game: Game, play: Play) -> None:
    play(game, "show", "bottle_3", "yes")
    assert all(3 in hand(other, 0) for other in drawn(game, 1))
    assert {3 in hand(other, 0) for other in drawn(game, 2)} == {True, False}


def test_what_was_played_is_out_of_every_hand(game: Game, play: Play) -> None:
    play(game, "drink", "bottle_3")
    for other in drawn(game, 2):
        assert zone(other, "player", "shelf") == [3]
        assert 3 not in hand(other, 0) + hand(other, 1)


def test_a_blind_swap_moves_what_is_known(game: Game, play: Play) -> None:
    play(game, "trade")
    assert all(1 in hand(other, 1) for other in drawn(game, 0))
    assert {1 in hand(other, 1) for other in drawn(game, 2)} == {True, False}


def test_a_hidden_size_may_hold_what_went_somewhere(game: Game, play: Play) -> None:
    play(game, "stuff", "bottle_1", "drain")
    games = drawn(game, 0)
    # the first player knows his own bottle, and has seen that nothing else went anywhere
    places = {tuple(zone(other, "cellar", "drain")) for other in games}
    assert (1,) in places
    assert all(zone(other, "player", "sack") == [] for other in games)


def test_hidden_numbers_lie_between_their_limits(game: Game, play: Play) -> None:
    play(game, "make", "4")
    games = drawn(game, 1)
    slots = game.program.layout.slots_of("player", "coins")
    assert {other.state[slots.start] for other in games} == set(range(9))
    assert {other.state[slots.start + 1] for other in games} == {3}
    holds = game.program.layout.slots_of("jar", "holds").start
    assert {other.state[holds] for other in games} <= set(range(10))
    owed = game.program.layout.slots_of("player", "owed").start
    # a half from 0 to 4 is kept as 0 to 8 halves
    assert {other.state[owed] for other in games} <= set(range(9))


def test_hidden_pieces_are_as_many_as_have_left_the_supply(game: Game, play: Play) -> None:
    play(game, "roam", "hall", "hall", "well", "decline")
    mice = game.program.layout.slots_of("PIECES", "mice").start
    rows = {tuple(other.state[mice : mice + 3]) for other in drawn(game, 1)}
    assert rows == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}


def test_secret_answers_are_drawn_anew(goofspiel: Pack) -> None:
    game = Game(goofspiel)
    game.answer("card_1_3", player=0)
    bids = Counter()
    for other in drawn(game, 1):
        assert [decision.player for decision in other.decisions] == [1]
        other.answer("card_2_1")
        played = other.program.layout.slots_of("player", "played")
        bids[other.state[played.start][-1]] += 1
    # the four cards of the first player are the first four
    assert set(bids) == {0, 1, 2, 3}


def test_a_part_of_a_secret_answer_is_drawn_anew(game: Game) -> None:
    game.answer("bid")
    game.answer("2", player=1)
    game.answer("left", player=1)
    for other in drawn(game, 0):
        assert [decision.player for decision in other.decisions] == [0]
        while other.state[4] is not None:
            other.answer(other.decision.options[0])


def test_ones_own_secret_answer_is_kept(goofspiel: Pack) -> None:
    game = Game(goofspiel)
    game.answer("card_1_3", player=0)
    for other in drawn(game, 0):
        assert [decision.player for decision in other.decisions] == [1]
        other.answer("card_2_1")
        played = other.program.layout.slots_of("player", "played")
        assert other.state[played.start] == (2,)


def test_one_waits_for_questions_with_one_option_where_they_are_asked(goofspiel: Pack) -> None:
    game = Game(goofspiel, forced="ask")
    for bids in ((0, 4), (1, 5), (2, 6)):
        game.answer(bids[0], player=0)
        game.answer(bids[1], player=1)
    game.answer(3, player=0)
    for other in drawn(game, 0):
        assert [(one.player, len(one.options)) for one in other.decisions] == [(1, 1)]
        other.answer(7)
        assert other.over


def test_a_plan_of_somebody_else_is_planned_anew(cellar: Pack, play: Play) -> None:
    game = Game(cellar, options={"lights": "yes"}, forced_chance=DEAL)
    play(game, "roam", "hall", "hall", "well")
    for other in drawn(game, 1):
        assert other.decision.prompt == "Where does one go?"
        assert other.view(1).key == game.view(1).key
        play(other, "vault", "decline")
        assert other.view(1).data["pieces"]["mice"] == {"vault": {"player_1": 1}}


def test_ones_own_plan_goes_on(game: Game, play: Play) -> None:
    play(game, "roam", "hall")
    for other in drawn(game, 0):
        assert other.legal == game.legal
        other.answer("decline")
        assert other.view(0).data["supply"]["mice"]["player_1"] == 3


def test_an_effect_in_progress_means_the_things_that_were_drawn(game: Game, play: Play) -> None:
    play(game, "gift")
    given = Counter()
    for other in drawn(game, 0):
        before = hand(other, 1)
        other.answer("1")
        drunk = zone(other, "player", "shelf", 1)
        assert len(drunk) == 1
        assert drunk[0] in before
        given[drunk[0]] += 1
    assert len(given) > 3


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_truth_does_not_show_through(game: Game, play: Play, seat: int) -> None:
    play(game, "hide", "bottle_2", "above", "gift", "0", "stuff", "bottle_8", "sack", "gift")
    for other in drawn(game, seat):
        assert other.resample(seat, 99).hash == game.resample(seat, 99).hash


def test_chance_is_another_one(game: Game) -> None:
    # everybody knows the same: the rack has three bottles that nobody knows
    order = set()
    for other in drawn(game, 0):
        other.answer("listen")
        order.add(str(other.log[-2]))
    assert len(order) > 3


def test_forced_results_of_chance_are_not_known(cellar: Pack) -> None:
    game = Game(cellar, forced_chance=(*DEAL, 6))
    noises = set()
    for other in drawn(game, 0):
        other.answer("listen")
        noises.add(other.view(0).data["cellar"]["noise"])
    assert len(noises) > 3


def test_a_drawn_game_cannot_be_saved(game: Game, tmp_path: Path) -> None:
    with pytest.raises(SaveError) as refused:
        game.resample(0, 1).save(tmp_path / "drawn.json")
    assert refused.value.code == "S810"
    assert list(tmp_path.iterdir()) == []


def test_a_drawn_game_steps_back_to_its_beginning(game: Game, play: Play) -> None:
    play(game, "listen", "listen", "listen")
    other = game.resample(0, 1)
    start = other.hash
    play(other, "make", "2")
    assert other.can_undo(0)
    other.undo(0)
    other.undo(0)
    assert other.hash == start
    with pytest.raises(AnswerError) as refused:
        other.undo(0)
    assert refused.value.code == "S804"


def test_a_drawn_game_survives_a_fault(game: Game) -> None:
    other = game.resample(0, 1)
    before = other.hash
    with pytest.raises(AnswerError):
        other.answer("no such option")
    assert other.hash == before


def test_a_game_can_be_drawn_from_a_drawn_one(game: Game) -> None:
    other = game.resample(0, 1).resample(1, 2)
    assert other.view(1).data["player"]["player_2"]["hand"] != []
    assert len(hand(other, 0)) == 3


def test_a_spectator_can_be_drawn_for(game: Game) -> None:
    hands = {tuple(hand(game.resample(None, seed), 0)) for seed in SEEDS}
    assert len(hands) > 10


def test_a_game_that_is_over_can_be_drawn(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker, seed=3)
    while not game.over:
        game.answer("pass")
    for seat in (0, 1):
        for other in drawn(game, seat):
            assert other.over
            assert other.view(seat).key == game.view(seat).key


def test_a_drawn_game_can_be_sent_away(game: Game, play: Play) -> None:
    play(game, "hide", "bottle_1", "above")
    other = game.resample(1, 1)
    start = other.hash
    other.answer("make")
    twin = pickle.loads(pickle.dumps(other))  # noqa: S301 - made here
    assert twin.hash == other.hash
    assert twin.view(1).key == other.view(1).key
    twin.undo(1)
    assert twin.hash == start


def test_a_copy_of_a_drawn_game_is_one(game: Game) -> None:
    other = game.resample(0, 1)
    twin = other.copy()
    twin.answer("listen")
    assert twin.version == other.version + 1
    assert other.view(0).key == game.view(0).key
    with pytest.raises(SaveError):
        twin.save("nowhere.json")


FAIR = """\
kinds:
  card: {plural: cards}
  stall: {plural: stalls}
  player:
    plural: players
    zones: {hand: {of: card, seen by: player}}
globals:
  table:
    deck: {zone of: card, ordered: yes, seen by: nobody, start: all card in cards}
cards: {a: {}, b: {}, c: {}, d: {}}
stalls:
  east:
    hooks:
      barter:
        after: open_market
        of each: card in cards
        for: players
        when: card in me.hand
        may: Keep it?
        do: nothing
rules:
  open_market: {effect: nothing}
flow:
  - {step: deal, each: players, do: draw 2 from table.deck to me.hand}
  - {step: market, do: open_market}
"""


def test_a_hook_that_acts_for_many_is_drawn_in_its_middle(tmp_path: Path) -> None:
    manifest = (
        "{id: fair, title: Fair, version: 1.0.0, language: 1, players: {least: 2, most: 2}, "
        "licence: CC0-1.0, credits: [the test suite], doc: a toy}\n"
    )
    (tmp_path / "pack.yaml").write_text(manifest, "utf-8")
    (tmp_path / "game.yaml").write_text(FAIR, "utf-8")
    game = Game(load_pack(tmp_path), seed=1)
    asked = 0
    while not game.over:
        asked += 1
        for seat in (0, 1, None):
            for seed in range(8):
                other = game.resample(seat, seed)
                assert other.view(seat).key == game.view(seat).key
                known = other.version
                while not other.over:
                    other.play(1)
                assert other.version - known == 5 - asked
        game.play(1)
    assert asked == 4  # each of the two players is asked for each of two cards


def beans(folder: Path, text: str) -> Pack:
    """Return a pack for two with the declarations of a text."""
    (folder / "pack.yaml").write_text(
        "{id: beans, title: Beans, version: 1.0.0, language: 1, players: {least: 2, most: 2}, "
        "licence: CC0-1.0}\n"
    )
    (folder / "game.yaml").write_text(text)
    return load_pack(folder, keep=False)


def test_a_set_of_many_things_that_is_not_seen_may_hold_each(tmp_path: Path) -> None:
    pack = beans(
        tmp_path,
        "kinds: {bean: {plural: beans, fixed: {row: number}}}\n"
        "beans: {bean: {each: {row: 1 to 100}}}\n"
        "rules: {go: {effect: nothing}}\n"
        "flow: [{step: once, do: go}]\n",
    )
    stream, program = Stream(3, "beans"), pack.program()
    drawn_sets = [draw_value(program, SetOf(Kind("bean")), 0, 0, stream) for _ in SEEDS]
    assert reduce(or_, drawn_sets) == (1 << 100) - 1
    assert reduce(and_, drawn_sets) == 0


def test_a_set_that_is_not_seen_holds_no_more_than_its_most(tmp_path: Path) -> None:
    pack = beans(
        tmp_path,
        "kinds:\n"
        "  player:\n"
        "    plural: players\n"
        "    fields: {liked: {type: set of bean, most: 2, seen by: player}}\n"
        "  bean: {plural: beans, fixed: {row: number}}\n"
        "beans: {bean: {each: {row: 1 to 10}}}\n"
        "rules:\n"
        "  pick:\n"
        "    effect: |\n"
        "      choose bean from beans - me.liked, never none\n"
        "      if size(me.liked) < 2: include bean in me.liked\n"
        "flow: [{step: once, each: players, do: pick}]\n",
    )
    game = Game(pack, seed=1)
    slots = game.program.layout.slots_of("player", "liked")
    sizes = {game.resample(0, seed).state[slots.start + 1].bit_count() for seed in SEEDS}
    assert max(sizes) == 2


def test_a_set_of_numbers_that_is_not_seen_is_drawn_too(game: Game) -> None:
    stream = Stream(3, "numbers")
    drawn_sets = [draw_value(game.program, SetOf(NUMBER), 0, 0, stream) for _ in SEEDS]
    assert len(set(drawn_sets)) > 1
    assert all(0 <= one < 1 << 16 for one in drawn_sets)
