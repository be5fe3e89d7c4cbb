"""What a game writes down of its answers, and the fast way to give them."""

from pathlib import Path

import pytest

from interpreter import AnswerError, Game, Pack, RulesFault, load_pack
from interpreter.engine.record import Record

REPOSITORY = Path(__file__).resolve().parents[3]
FRAMES = ((3, None, 0), (3, None, 1))

HEAD = (
    "id: toy\ntitle: Toy\nversion: 1.0.0\nlanguage: 1\nplayers: {least: 2, most: 2}\n"
    "licence: CC0-1.0\ncredits: [nobody]\ndoc: A toy.\n"
)
BREAKS = """\
globals: {table: {left: {type: number, start: 3}}}
rules:
  turn:
    effect: |
      repeat 2 times:
          choose taken from 1 to 12 / table.left rounded down
          if taken is 1: set table.left to 6 / (table.left - 3) rounded down
          subtract taken from table.left
flow:
  - step: turns
    round and round: players
    while: 12 / table.left rounded down > 0
    do: turn
"""


def written(record: Record, *numbers: int) -> None:
    """Write answers of seat 0 to a choice of 7, 8 or 9, each after one more event."""
    for number in numbers:
        record.log.append(("roll", -1, number))
        record.fresh += (0, 5, (7, 8, 9), number, len(record.log), None)


def test_answers_are_read_in_the_order_in_which_they_were_written() -> None:
    record = Record((((1, 4, (0, 1)), 1, 0),))
    record.fresh += (0, 5, (7, 8, 9), 8, 3, None, 1, 6, (-1, 2), -1, 4, FRAMES)
    assert len(record) == 3
    answers = (
        ((1, 4, (0, 1)), 1, 0),
        ((0, 5, (7, 8, 9)), 8, 3),
        ((1, 6, (-1, 2), FRAMES), -1, 4),
    )
    assert tuple(reversed(record)) == answers[::-1]
    assert record.all() == answers
    assert record.all()[2][0][3] is FRAMES
    assert len(record) == 3


def test_copies_of_a_record_go_on_by_themselves() -> None:
    record = Record()
    written(record, 7)
    other = record.copy()
    written(record, 8)
    third = record.copy()
    written(other, 9, 9)
    written(record, 7)
    found = [[number for _, number, _ in one.all()] for one in (record, other, third)]
    assert found == [[7, 8, 7], [7, 9, 9], [7, 8]]
    rolled = [[number for _, _, number in one.events()] for one in (record, other, third)]
    assert rolled == found


def test_what_happened_is_counted_from_the_beginning_in_a_copy_too() -> None:
    record = Record((), (("over", -1), ("over", -1)))
    written(record, 7, 8)
    other = record.copy()
    written(other, 9)
    assert [one.log.length() for one in (record, other)] == [4, 5]
    assert [happened for _, _, happened in other.all()] == [3, 4, 5]
    assert [event[0] for event in other.events()] == ["over", "over", "roll", "roll", "roll"]


def test_a_record_that_is_copied_at_every_answer_lies_in_few_rows() -> None:
    record = Record()
    numbers = [7 + answer % 3 for answer in range(1000)]
    for number in numbers:
        written(record, number)
        record = record.copy()
    # each row is longer than the next, so n rows hold more than 1 + 2 + ... + n answers at least
    for rows in (len(record._kept), len(record._happened)):
        assert rows * (rows + 1) // 2 <= 1000
    assert [number for _, _, number in record.events()] == numbers
    assert [number for _, number, _ in record.all()] == numbers


def test_an_answer_of_a_game_is_written_with_what_was_asked(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe, players=2)
    events = len(game.log)
    game.play(4)
    game.answer(0)
    given = game._record.all()
    asked = [(player, options) for (player, _, options), _, _ in given]
    assert asked == [(0, tuple(range(9))), (1, (0, 1, 2, 3, 5, 6, 7, 8))]
    assert [number for _, number, _ in given] == [4, 0]
    assert given[0][2] == events


def test_play_returns_the_options_that_are_next(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe, players=2)
    # X O X / O X O / X ends the game with the rising line before the last two cells are asked for
    left = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    for number in range(6):
        left.remove(number)
        assert game.play(number) == tuple(left) == game.legal
    assert game.play(6) == () == game.legal
    assert game.over


def test_play_returns_the_options_of_the_next_in_a_secret_block(goofspiel: Pack) -> None:
    game = Game(goofspiel, players=2, seed=1)
    assert game.play(game.legal[0]) == game.legal
    assert game.asked == 1


def test_a_number_that_is_no_option_changes_nothing(tic_tac_toe: Pack) -> None:
    game = Game(tic_tac_toe, players=2)
    game.play(4)
    before = game.hash
    with pytest.raises(AnswerError, match="S801"):
        game.play(4)
    assert (game.hash, game.version) == (before, 1)


@pytest.mark.parametrize(
    ("number", "line"),
    [
        pytest.param(1, 7, id="in the step that the answer comes to"),  # 6 / (3 - 3)
        pytest.param(3, 6, id="in the next round of its loop"),  # 12 / 0
    ],
)
def test_a_fault_leaves_the_game_and_tells_its_line(tmp_path: Path, number: int, line: int) -> None:
    (tmp_path / "pack.yaml").write_text(HEAD)
    (tmp_path / "game.yaml").write_text(BREAKS)
    game = Game(load_pack(tmp_path), players=2)
    _leaves_and_tells(game, number, line)


def test_a_fault_behind_the_asking_rule_leaves_the_game_and_tells_its_line(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEAD)
    (tmp_path / "game.yaml").write_text(BREAKS.replace("repeat 2", "repeat 1"))
    game = Game(load_pack(tmp_path), players=2)
    _leaves_and_tells(game, 3, 10)  # the step with the condition 12 / 0


def _leaves_and_tells(game: Game, number: int, line: int) -> None:
    """Give the first answer, which breaks the rules on a line, in both ways."""
    before, state, log = game.hash, game.state[:], game.log
    for give in (game.play, game.answer):
        with pytest.raises(RulesFault) as raised:
            give(number)
        assert raised.value.code == "F709"
        span = raised.value.chain[-1][1]
        assert span is not None
        assert span.line == line
        assert (game.hash, game.state, game.log) == (before, state, log)
        assert (game.version, game.legal) == (0, (1, 2, 3, 4))


def test_a_game_without_a_log_is_the_same_whoever_has_looked_at_it() -> None:
    # the steps that lead to the first question are events, and the plan counts those before it
    pack = load_pack(REPOSITORY / "tests" / "corpus" / "features" / "plans")
    untouched, *looked_at = (Game(pack, seed=1, log=False) for _ in range(3))
    looked_at[0].copy()
    looked_at[1].view(0)
    games = (untouched, *looked_at, looked_at[0].copy())
    while not untouched.over:
        assert len({game.hash for game in games}) == 1
        assert not any(game.log for game in games)
        for game in games:
            game.play(game.legal[0])
