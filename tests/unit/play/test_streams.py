"""Seeds and streams: apart from each other, the same on every machine, evenly spread."""

from collections import Counter

from interpreter.play.streams import SEED_BITS, bot_key, draw, game_seed


def test_games_and_bots_have_seeds_of_their_own() -> None:
    seeds = [game_seed(root, number) for root in range(20) for number in range(50)]
    keys = [bot_key(seed, seat) for seed in range(200) for seat in range(5)]
    assert len({*seeds, *keys}) == len(seeds) + len(keys)
    assert all(0 <= seed < 1 << SEED_BITS for seed in seeds)


def test_seed_nought_is_a_seed_like_any_other() -> None:
    assert game_seed(0, 0) != game_seed(1, 0)
    assert game_seed(0, 0) != game_seed(0, 1)


def test_a_draw_depends_on_key_and_count_alone() -> None:
    row = [draw(5, count, 1000) for count in range(10)]
    assert row == [draw(5, count, 1000) for count in range(10)]
    assert row != [draw(6, count, 1000) for count in range(10)]


def test_draws_are_even() -> None:
    # 6,000 throws of a die: chi square with 5 degrees of freedom is below 20.5 with p = 0.999.
    counts = Counter(draw(bot_key(3, 1), count, 6) for count in range(6000))
    assert sorted(counts) == list(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
