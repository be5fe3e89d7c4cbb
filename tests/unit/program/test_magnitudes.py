"""Numbers and lists have limits wherever they are kept, and whatever hands them on."""

from typing import NamedTuple

import pytest

from interpreter import Game
from tests.unit.program.conftest import Write, innermost, line


class Growth(NamedTuple):
    """A text in which a number grows: what it needs, and the line that it breaks in."""

    text: str
    place: str
    rules: str = ""
    blocks: str = ""


PURSE = "records:\n  purse: {amount: number}\n"
DOUBLES = "repeat 99 times: "
GROWTHS = {
    "rule": Growth(
        "deeper 2",
        "deeper:",
        "  deeper:\n    parameters: {n: number}\n    effect: deeper (n + n)\n",
    ),
    "rule that may ask": Growth(
        "deeper 2",
        "deeper:",
        """\
  deeper:
    parameters: {n: number}
    effect: |
      if n is 1:
          choose stone from stones, never none
          set me.note to stone.weight
      deeper (n * 9)
""",
    ),
    "rules that call each other": Growth(
        "one_way 2",
        "other_way:",
        """\
  one_way:
    parameters: {n: number}
    effect: other_way (n + n)
  other_way:
    parameters: {n: number}
    effect: one_way n
""",
    ),
    "record": Growth(
        "deeper (amount: 2)",
        "deeper:",
        """\
  deeper:
    parameters: {n: purse}
    effect: |
      deeper (amount: n.amount + n.amount)
""",
        PURSE,
    ),
    "result": Growth(
        "deeper 60 as got\nset me.note to got.whole",
        "deeper:",
        """\
  deeper:
    parameters: {n: number}
    results: {whole: number}
    effect: |
      if n is 0:
          let whole = 1
          leave rule
      deeper (n - 1) as got
      let whole = got.whole + got.whole
""",
    ),
    "record that is kept": Growth(
        f"set game.kept to (amount: 2)\n{DOUBLES}"
        "set game.kept to (amount: game.kept.amount + game.kept.amount)\n"
        "set me.note to game.kept.amount",
        DOUBLES,
        blocks=f"{PURSE}globals:\n  game:\n    kept: {{type: purse}}\n",
    ),
    "entry": Growth(
        f"{DOUBLES}add game.by[me] + 1 to game.by[me]\nset me.note to game.by[me]",
        DOUBLES,
        blocks="globals:\n  game:\n    by: {type: number by player}\n",
    ),
    "number or nothing": Growth(
        "set game.some to 1\nrepeat 99 times:\n"
        "    if game.some is not nothing: set game.some to game.some + game.some",
        "if game.some",
        blocks="globals:\n  game:\n    some: {type: number or nothing}\n",
    ),
    "local of a local": Growth(
        "let n = 1\nrepeat 99 times:\n    let more = n + n\n    set n to more\nset me.note to n",
        "set n",
    ),
    "pieces": Growth(
        f"place 1 pegs of me in stone_1\n{DOUBLES}"
        "place stone_1.pegs[me] pegs of me in stone_1\nset me.note to stone_1.pegs[me]",
        DOUBLES,
        blocks="pieces:\n  pegs: {of: player, in: stone}\n",
    ),
    "modifier": Growth(
        "set me.note to me.product",
        "multiply:",
        blocks="""\
values:
  product: {of: player, type: number, base: 1}
deeds:
  twice:
    modifies:
      player.product:
        of each: a in stones
        multiply: 9
""",
    ),
}
"""15 digits are reached by doubling 50 times, and by 16 times 9."""


@pytest.mark.parametrize("growth", GROWTHS.values(), ids=GROWTHS)
def test_a_number_has_a_limit(write: Write, growth: Growth) -> None:
    pack = write(growth.text, growth.blocks, rules=growth.rules)
    ((_, found),) = innermost("F712", lambda: Game(pack))
    assert found == line(pack, growth.place.strip())


CALLS_ITSELF = """\
  deeper:
    parameters: {left: number, to n: number, for some: number or nothing}
    results: {whole: number}
    effect: |
      if left is 0:
          let whole = n
          leave rule
      deeper (left - 1) to (n + n) for nothing as got
      let whole = got.whole
"""


def test_what_stays_below_the_limit_is_no_fault(write: Write) -> None:
    text = "deeper 40 to 1 for nothing as got\nset me.note to got.whole"
    pack = write(text, rules=CALLS_ITSELF)
    assert Game(pack).outcome.scores == (2**40, 2**40)


LETTERS = "bcdefghijklmno"


@pytest.mark.parametrize(
    "text",
    [
        "repeat 99 times: set order to order + order",
        "repeat 20000 times: include me in order",
        "\n".join(
            f"let {new} = {old} + {old}"
            for old, new in zip(("order", *LETTERS), LETTERS, strict=False)
        )
        + "\nset order to o",
    ],
    ids=["joined", "included", "without a loop"],
)
def test_a_list_has_a_limit(write: Write, text: str) -> None:
    pack = write(f"let order = all p in around(me)\n{text}\nset me.note to size(order)")
    ((rule, _),) = innermost("F717", lambda: Game(pack))
    assert rule == "go_on"


def test_a_list_up_to_the_limit_is_no_fault(write: Write) -> None:
    """2 doubled 12 times are 8192, and 1808 more are 10,000."""
    text = """\
let order = all p in around(me)
repeat 12 times: set order to order + order
set order to order + top(order, 1807)
include me in order
set me.note to size(order)"""
    assert Game(write(text)).outcome.scores == (10_000, 10_000)
