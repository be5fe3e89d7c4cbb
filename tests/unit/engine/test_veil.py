"""What expressions may be worked out on for one seat: what it sees, and covers for all else."""

from collections.abc import Callable
from typing import Any

import pytest

from interpreter import Game, Pack
from interpreter.engine.veil import Unseen, UnseenError
from interpreter.program.layout import Register
from interpreter.show.board import Drawing, draw
from tests.unit.engine.conftest import Play

WAYS: dict[str, Callable[[Any], Any]] = {
    "add": lambda one: one + 1,
    "added": lambda one: 1 + one,
    "take": lambda one: one - 1,
    "half": lambda one: one // 2,
    "bit": lambda one: one >> 1 & 1,
    "among": lambda one: one & 3,
    "shifted": lambda one: 1 << one,
    "minus": lambda one: -one,
    "same": lambda one: one == 1,
    "other": lambda one: one != 1,
    "itself": lambda one: one == Unseen(),
    "less": lambda one: one < 1,
    "more": lambda one: one > 1,
    "in": lambda one: one in (1, 2),
    "holds": lambda one: 1 in one,
    "place": lambda one: (1, 2)[one],
    "first": lambda one: one[0],
    "each": list,
    "key": lambda one: {one: 1},
    "text": str,
    "number": int,
    "written": lambda one: f"{one}",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("size", [None, 2])
def test_a_cover_tells_nothing(way: Callable[[Any], Any], size: int | None) -> None:
    with pytest.raises(UnseenError):
        way(Unseen(size))


def test_a_cover_tells_how_many_lie_there_only_if_that_is_seen() -> None:
    two, none = Unseen(2), Unseen(0)
    assert (len(two), two.bit_count(), bool(two), bool(none)) == (2, 2, True, False)
    assert (none == 0, none == (), two == 0, two != 0) == (True, True, False, True)
    asked: tuple[Callable[[Any], Any], ...] = (len, bool, lambda one: one == 0)
    for ask in (*asked, lambda one: one.bit_count()):
        with pytest.raises(UnseenError):
            ask(Unseen())


def slot(game: Game, seat: int | None, group: str, name: str, index: int = 0) -> Any:
    return game.view(seat).veiled()[game.program.layout.slots_of(group, name).start + index]


def test_a_hand_is_there_for_its_owner(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker, 2, 3)
    layout = game.program.layout
    hands = game.state[layout.slots_of("player", "hand").start :][:2]
    assert slot(game, 0, "player", "hand", 0) == hands[0]
    other = slot(game, 0, "player", "hand", 1)
    assert isinstance(other, Unseen)
    assert other.size == 1
    assert all(isinstance(slot(game, None, "player", "hand", one), Unseen) for one in (0, 1))
    assert slot(game, 0, "player", "chips", 1) == 1
    own = hands[0].bit_length() - 1
    for card in range(3):
        where = slot(game, 0, "WHERE", "card", card)
        assert isinstance(where, Unseen) == (card != own)


def test_the_machine_is_covered(kuhn_poker: Pack) -> None:
    state = Game(kuhn_poker, 2, 3).view(0).veiled()
    assert state[Register.PENDING] == ()
    assert [state[one] for one in (Register.SEED, Register.FORCED, Register.JOIN)] == [None] * 3


def picture(game: Game, pack: Pack, seat: int | None) -> str:
    board = pack.spec.board
    assert board is not None
    return draw(Drawing(board, pack.drawing(game.players)), game.view(seat), "", "")


def test_what_a_seat_cannot_tell_apart_gives_one_picture(kuhn_poker: Pack, play: Play) -> None:
    """Of six deals each seat can tell three groups apart, by its own card, a spectator none."""
    games = [Game(kuhn_poker, 2, seed) for seed in range(40)]
    for game in games:
        play(game, "bet")
    layout = games[0].program.layout
    start = layout.slots_of("player", "hand").start
    deals = {tuple(game.state[start : start + 2]) for game in games}
    assert len(deals) == 6
    for seat in (0, 1):
        pictures: dict[int, set[str]] = {}
        for game in games:
            pictures.setdefault(game.state[start + seat], set()).add(
                picture(game, kuhn_poker, seat)
            )
        assert [len(found) for found in pictures.values()] == [1, 1, 1]
        assert len(set.union(*pictures.values())) == 3
    assert len({picture(game, kuhn_poker, None) for game in games}) == 1


def test_drawn_games_give_the_same_picture(kuhn_poker: Pack) -> None:
    game = Game(kuhn_poker, 2, 3)
    for seed in range(8):
        assert picture(game.resample(0, seed), kuhn_poker, 0) == picture(game, kuhn_poker, 0)
