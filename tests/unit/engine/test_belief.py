"""What a seat believes: never wrong, whatever is played; and exact where it can be."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import AnswerError, Game, Pack, RulesFault, load_pack
from interpreter.engine.belief import Belief, zones
from interpreter.engine.chance import Stream
from interpreter.engine.matching import matched
from interpreter.engine.past import past_of
from interpreter.engine.primitives import bits, mask
from interpreter.engine.resample import believed
from interpreter.engine.sight import Sight
from interpreter.program.layout import NOWHERE

REPOSITORY = Path(__file__).resolve().parents[3]
NAMES = (
    "tests/corpus/packs/cellar",
    "tests/corpus/rules/era_spaces",
    "tests/corpus/rules/era_conflict",
    "tests/corpus/rules/age",
    "examples/kuhn_poker",
)


def beliefs(game: Game, seat: int | None) -> list[tuple[Belief, Sight]]:
    """Return what a seat believes of each kind with hidden things."""
    sight = Sight(game.program, game.state, game._record.events(), game._record.all(), seat)
    return [(believed(sight, one), sight) for one in past_of(sight).beliefs.values()]


def truth(game: Game, kind: str) -> dict[int, tuple[int, ...]]:
    """Return what lies in each zone for a kind by number, nowhere included."""
    found: dict[int, tuple[int, ...]] = {}
    away = set(range(game.program.layout.count(kind)))
    for zone, which in zones(game.program, kind):
        contents = game.state[zone.slots.start + which]
        found[zone.first + which] = contents if zone.ordered else bits(contents)
        away -= set(found[zone.first + which])
    found[NOWHERE] = tuple(sorted(away))
    return found


def check(game: Game, seat: int | None) -> None:
    """Assert that a belief allows the truth: its tokens can be the things that truly lie there."""
    for belief, _ in beliefs(game, seat):
        true = truth(game, belief.kind)
        pooled = [thing for number in belief.pooled for thing in true[number]]
        places = {number: things for number, things in true.items() if number not in belief.pooled}
        for number, things in [*places.items(), (None, tuple(pooled))]:
            place = belief.place(number)
            if number != NOWHERE:
                assert len(place) == len(things)
            left = set(things)
            for position, token in enumerate(place.row):
                if token is not None:
                    assert token.things >> things[position] & 1
                    left.discard(things[position])
            able = [token.things & mask(sorted(left)) for token in place.loose]
            assert matched(able, Stream(1)) is not None


def walked(name: str, seed: int, picks: list[int]) -> Iterator[tuple[Game, int | None, int]]:
    """Play a game by picks; at each decision yield it, a seat that looks, and the pick."""
    pack = load_pack(REPOSITORY / name)
    least, most = pack.players
    game = Game(pack, least + seed % (most - least + 1), seed)
    for at, pick in enumerate(picks):
        if game.over:
            return
        yield game, None if pick % 7 == 0 else at % game.players, pick
        try:
            game.play(game.legal[pick % len(game.legal)])
        except RulesFault:
            return


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 1 << 40), picks=st.lists(st.integers(0, 1 << 30), max_size=50))
def test_the_truth_is_never_ruled_out(name: str, seed: int, picks: list[int]) -> None:
    for game, seat, _ in walked(name, seed, picks):
        check(game, seat)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 1 << 40), picks=st.lists(st.integers(0, 1 << 30), max_size=30))
def test_the_past_is_gone_on_with(name: str, seed: int, picks: list[int]) -> None:
    # a copy knows nothing of what was worked out before; from time to time the game steps back
    for game, seat, pick in walked(name, seed, picks):
        try:
            fresh = game.copy().resample(seat, pick)
        except (AnswerError, RulesFault) as fault:
            with pytest.raises(type(fault)):
                game.resample(seat, pick)
        else:
            drawn = game.resample(seat, pick)
            assert (drawn.state, drawn.log) == (fresh.state, fresh.log)
            assert drawn._record.all() == fresh._record.all()
        if pick % 5 == 0:
            game.rewind(game.version * 2 // 3)


def test_what_a_question_shows_has_no_position(cellar: Pack) -> None:
    # the neighbour looks through the rack, at whose bottom lies a bottle that he did not see
    game = Game(cellar, players=3, forced_chance=(tuple(range(12)),))
    for word in ("hide", "bottle_2", "below", "search"):
        game.answer(word)
    check(game, 1)
    ((belief, _),) = beliefs(game, 1)
    rack = game.program.layout.zones["cellar", "rack"].first
    assert {token.things for token in belief.place(rack).tokens()} == {
        1 << 1, 1 << 9, 1 << 10, 1 << 11,
    }  # fmt: skip


def test_everything_is_known_that_is_seen(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker, forced_chance=((0, 1, 2),))
    ((belief, _),) = beliefs(game, 0)
    hand, rival, deck = 0, 1, 2
    assert belief.knows(hand, 0)
    assert [token.things for token in belief.place(rival).tokens()] == [0b110]
    assert [token.things for token in belief.place(deck).tokens()] == [0b110]


def test_what_is_left_is_known_by_elimination(kuhn_poker: Pack) -> None:
    # a pass, a bet and a bet end with both hands seen by nobody; the last card is known to whoever
    # has seen the two others, so nobody; each knows one card of three
    game = Game(kuhn_poker, forced_chance=((0, 1, 2),))
    for word in ("pass", "bet"):
        game.answer(word)
    for seat, own in ((0, 0), (1, 1)):
        ((belief, _),) = beliefs(game, seat)
        known = [token.things for token in belief.tokens() if token.known]
        assert known == [1 << own]


@pytest.mark.parametrize(
    ("able", "things"),
    [
        ([0b1, 0b11], [0, 1]),
        ([0b11, 0b1], [1, 0]),
        ([0b111, 0b11, 0b1], [2, 1, 0]),
        ([0b110, 0b011, 0b110, 0b1000], None),
        ([0b1, 0b1], None),
        ([0], None),
        ([], []),
    ],
)
def test_matching(able: list[int], things: list[int] | None) -> None:
    found = matched(able, Stream(3))
    if able == [0b110, 0b011, 0b110, 0b1000]:
        assert found is not None
        assert sorted(found) == [0, 1, 2, 3]
        assert found[1] == 0
    else:
        assert found == things


def test_every_matching_comes() -> None:
    # of three tokens that may be 0 or 1, 1 or 2, 0 or 2, two matchings fit
    found = {tuple(matched([0b011, 0b110, 0b101], Stream(seed)) or ()) for seed in range(50)}
    assert found == {(0, 1, 2), (1, 2, 0)}


def test_equal_tokens_are_matched_evenly() -> None:
    firsts = [(matched([0b111] * 3, Stream(seed)) or [9])[0] for seed in range(600)]
    # a third of 600 is 200; 40 more or less is beyond three deviations
    assert all(160 <= firsts.count(thing) <= 240 for thing in range(3))
