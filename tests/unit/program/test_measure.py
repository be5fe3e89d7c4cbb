"""Everything ends: queries, loops and calls beyond measure are faults with their place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.engine import machine
from interpreter.play.bots import make_bot
from interpreter.play.players import Seat
from interpreter.play.scenarios import run_scenario
from interpreter.program import budget
from tests.unit.program.conftest import GAME, Write, chain_of, innermost, line

ROWS = ", ".join(f"s{number} in stones" for number in range(8))
HUGE = f"(count {ROWS} where s0.weight + player_1.note > s7.weight)"
"""40 to the power of 8 rows: hours, even if one took a nanosecond."""


def nested(head: str, depth: int, innermost: str) -> str:
    """Return a query in whose condition stands another, and so on."""
    text = innermost
    for level in reversed(range(depth)):
        text = f"({head} s{level} in stones where {text})"
    return text


def chained(asked: str, last: str, count: int = 40) -> str:
    """Return deeds that each need what `asked` says of the next, and one that needs `last`."""
    needs = [asked.format(f"deed_{number + 1}") for number in range(count)]
    deeds = "deeds:\n"
    for number, need in enumerate([*needs, last]):
        deeds += f"  deed_{number}:\n    needs: {{it: {{if: {need}, else: never}}}}\n"
        deeds += "    effect: add 1 to me.note\n"
    return deeds


# ---- queries -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize(
    "query",
    [
        HUGE,
        f"size(all {ROWS})",
        f"(if {nested('no', 25, 's0.weight + player_1.note > 100')} then 1 else 2)",
        "(sum of s.weight for s in stones where "
        + nested("any", 25, "s24.weight + player_1.note > 100")
        + ")",
    ],
    ids=["rows", "listed rows", "none of none", "any of any"],
)
def test_queries_inside_each_other_end_in_a_fault(write: Write, query: str) -> None:
    pack = write(f"add 1 to me.note\nset me.note to {query}")
    chain = chain_of("F716", lambda: Game(pack))
    assert chain == [("the flow", line(pack, "- step")), ("go_on", line(pack, "set me.note"))]


@pytest.mark.usefixtures("sooner")
def test_needs_that_ask_for_each_other_end_in_a_fault(write: Write) -> None:
    """Each asks twice for the next, so that the first asks a trillion times for the last."""
    deeds = chained("(possible({0}) and me.note > 0) or possible({0})", "me.note > 100")
    pack = write("if possible(deed_0): add 1 to me.note", deeds)
    chain = chain_of("F716", lambda: Game(pack))
    needs = {line(pack, f"deed_{number}:") + 1 for number in range(41)}
    assert chain[-2][1] in needs


def test_needs_that_ask_for_each_other_once_are_no_fault(write: Write) -> None:
    deeds = chained("possible({0})", "me.note is 0")
    game = Game(write("if possible(deed_0): add 1 to me.note", deeds))
    assert game.outcome is not None
    assert game.outcome.scores == (1, 1)


@pytest.mark.usefixtures("sooner")
def test_values_that_read_each_other_end_in_a_fault(write: Write) -> None:
    values = "values:\n  v0: {of: player, type: number, base: player.note}\n"
    for level in range(1, 8):
        base = f"sum of player.v{level - 1} for stone in stones"
        values += f"  v{level}: {{of: player, type: number, base: {base}}}\n"
    pack = write("set me.note to me.v7", values)
    chain = chain_of("F716", lambda: Game(pack))
    assert chain[1:3] == [("go_on", line(pack, "set me.note")), ("value v7", line(pack, "v7:"))]


NEEDS = """\
deeds:
  small:
    needs:
      enough:
        if: HUGE > 5
        else: there is not enough
    effect: add 1 to me.note
"""
PRICE = """\
deeds:
  small:
    cost: 1 coins
    effect: add 1 to me.note
  great:
    modifies:
      deed.cost[coins]:
        add: HUGE
"""


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize(
    ("deeds", "place"), [(NEEDS, "if: (count"), (PRICE, "add: (count")], ids=["needs", "cost"]
)
def test_options_that_are_judged_for_ever_end_in_a_fault(
    write: Write, deeds: str, place: str
) -> None:
    effect = (
        "choose deed from deeds where possible(deed), if none: leave rule\n"
        "perform deed paying its cost"
    )
    pack = write(effect, deeds.replace("HUGE", HUGE))
    chain = chain_of("F716", lambda: Game(pack))
    assert ("go_on", line(pack, "choose deed")) in chain
    assert chain[-1][1] == line(pack, place)


@pytest.mark.usefixtures("sooner")
def test_a_reason_that_takes_for_ever_is_a_fault(write: Write) -> None:
    """The options are few, but why another is none of them needs the whole condition."""
    effect = (
        f"choose stone from stones where stone.weight < 3 or {HUGE} > 5, if none: leave rule\n"
        "set me.note to stone.weight"
    )
    pack = write(effect.replace(f" or {HUGE} > 5", ""))
    assert "weight" in Game(pack).why_not("stone_7")
    pack = write(effect.replace("stone.weight < 3 or", "(me.note is 0 or stone.weight < 3) and"))
    chain_of("F716", lambda: Game(pack))


@pytest.mark.usefixtures("sooner")
def test_conditions_of_a_scenario_end_in_a_fault(write: Write, tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "one.yaml").write_text(
        "scenarios:\n  one:\n    actor: player_1\n    when: go_on\n"
        f"    then:\n      - player_1.note is 1\n      - {HUGE} is 5\n"
    )
    pack = write("add 1 to me.note")
    (scenario,) = pack.declarations.scenarios
    (failure,) = run_scenario(pack, scenario).failures
    assert failure.got.startswith("F716")
    assert failure.span is not None
    assert failure.span.line == 7


@pytest.mark.usefixtures("sooner")
def test_who_sees_something_ends_in_a_fault(write: Write) -> None:
    seen = f"      own:\n        type: number\n        seen by: all p in players where {HUGE} > 5\n"
    game = GAME.replace(
        "fields: {note: {type: number}}", f"fields:\n      note: {{type: number}}\n{seen}"
    )
    pack = write("choose stone from stones, never none\nset me.own to stone.weight", game=game)
    playing = Game(pack)
    assert (
        innermost("F716", lambda: playing.view(0).data, lambda: playing.play(3))
        == [("who sees own", line(pack, "seen by:"))] * 2
    )


@pytest.mark.usefixtures("sooner")
def test_evaluations_end_in_a_fault(write: Write) -> None:
    game = f"{GAME}evaluation: {HUGE} + player.note\n"
    pack = write("choose stone from stones, never none\nset me.note to stone.weight", game=game)
    playing, bot = Game(pack), make_bot("greedy", 1, 0)
    assert (
        innermost("F716", lambda: playing.evaluation(0), lambda: bot.choose(Seat(playing, 0)))
        == [("evaluation", line(pack, "evaluation:"))] * 2
    )


@pytest.mark.usefixtures("sooner")
def test_telling_how_a_value_comes_about_ends_in_a_fault(write: Write) -> None:
    values = f'values:\n  much: {{of: player, type: number, base: "player.note + {HUGE}"}}\n'
    effect = "choose stone from stones, never none\nif stone.weight > 40: set me.note to me.much"
    pack = write(effect, values)
    playing = Game(pack)
    assert innermost("F716", lambda: playing.contributions("much", "player_1")) == [
        ("value much", line(pack, "much:"))
    ]


def test_much_that_is_not_looked_at_is_no_fault(write: Write) -> None:
    """Each of the queries inside each other stops at its first stone."""
    early = nested("any", 25, "s0.weight + player_1.note < 100")
    pack = write(f"if {early}: set me.note to 7")
    assert Game(pack).outcome.scores == (7, 7)


@pytest.mark.usefixtures("sooner")
def test_each_answer_has_a_budget_of_its_own(write: Write) -> None:
    """40 * 40 * 40 rows twice are well below the budget, and nine times are beyond it."""
    count = "(count a in stones, b in stones, c in stones where a.weight > b.weight + me.note)"
    effect = f"""\
repeat 10 times:
    choose stone from stones where stone.weight > me.note, never none
    repeat stone.weight times: set me.coins to {count}"""
    pack = write(effect)
    playing = Game(pack)
    for _ in range(9):
        playing.answer("stone_2")
    place = ("go_on", line(pack, "repeat stone.weight"))
    assert innermost("F716", lambda: playing.answer("stone_9")) == [place]
    assert playing.version == 9


# ---- what never changes --------------------------------------------------------------------------

CHAIN = "values:\n  v0: {type: number, base: 1}\n"


def test_static_values_are_worked_out_once_each(write: Write) -> None:
    """Each is twice the one before: 2 to the power of 40 readings if they were not kept."""
    values = CHAIN
    for level in range(1, 41):
        values += f"  v{level}: {{type: number, base: v{level - 1} + v{level - 1}}}\n"
    assert Game(write("set me.note to v40", values)).outcome.scores == (2**40, 2**40)


def test_a_static_product_is_worked_out_when_it_is_read(write: Write) -> None:
    """It is too much for a table, and not too much for an answer: 40 * 40 * 40 * 40 rows."""
    rows = "a in stones, b in stones, c in stones, d in stones"
    value = 'values:\n  rows: {type: number, base: "count ROWS where a.weight < 2"}\n'
    pack = write("set me.note to rows", value.replace("ROWS", rows))
    assert Game(pack).outcome.scores == (64_000, 64_000)


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize("of", ["", "of: player, "])
def test_a_static_product_without_measure_is_a_fault_when_it_is_read(write: Write, of: str) -> None:
    huge = f"count {ROWS} where s0.weight > s7.weight"
    read = "me.rows" if of else "rows"
    value = f'values:\n  rows: {{{of}type: number, base: "{huge}"}}\n'
    pack = write(f"choose stone from stones, never none\nset me.note to {read}", value)
    playing = Game(pack)
    assert innermost("F716", lambda: playing.play(0)) == [("value rows", line(pack, "rows:"))]


@pytest.mark.usefixtures("sooner")
def test_static_parts_of_a_condition_without_measure_are_a_fault(write: Write) -> None:
    static = nested("any", 9, "s0.weight < s8.weight and s8.weight > 40")
    pack = write(
        f"choose stone from stones where stone.weight > me.note and {static}, if none: nothing"
    )
    assert innermost("F716", lambda: Game(pack)) == [("go_on", line(pack, "choose"))]


# ---- loops and calls -----------------------------------------------------------------------------

LOOPS = "\n".join("    " * depth + f"for each s{depth} in stones:" for depth in range(8))
CALLS = "".join(
    f"  r{depth}:\n    effect: |\n      for each stone in stones: r{depth + 1}\n"
    for depth in range(8)
)


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize(
    ("effect", "rules"),
    [
        (f"{LOOPS} add 1 to me.note", ""),
        (f"for each {ROWS}: add 1 to me.note", ""),
        ("r0", f"{CALLS}  r8:\n    effect: add 1 to me.note\n"),
    ],
    ids=["loops", "rows", "calls"],
)
def test_loops_inside_each_other_end_in_a_fault(write: Write, effect: str, rules: str) -> None:
    pack = write(effect, rules=rules)
    ((_, place),) = innermost("F716", lambda: Game(pack))
    assert place > line(pack, "rules:")


def test_a_rule_that_calls_itself_twice_ends_in_a_fault(write: Write) -> None:
    """It is never deep, but there are 2 to the power of 60 calls."""
    deep = "      if n > 0:\n          deep (n - 1)\n          deep (n - 1)\n"
    rules = f"  deep:\n    parameters: {{n: number}}\n    effect: |\n{deep}"
    pack = write("deep 60\nadd 1 to me.note", rules=rules)
    assert innermost("F701", lambda: Game(pack)) == [("deep", line(pack, "deep:"))]


def below(frames: int, run: Callable[[], object]) -> object:
    """Run something below so many calls of Python."""
    return run() if frames == 0 else below(frames - 1, run)


# a rule that cannot stop, one that asks when it comes back, one whose hook sets it off again, and
# one that leads back to itself through another
LADDERS = {
    "silent": "      if n > 0: ladder (n - 1)\n      add 1 to me.note\n",
    "asking": "      if n > 0: ladder (n - 1)\n      choose x from 0 to 1\n",
    "over another": "      if n > 0: rung n\n      choose x from 0 to 1\n"
    "  rung:\n    parameters: {n: number}\n    effect: |\n"
    "      ladder (n - 1)\n      add 1 to me.note\n",
}


@pytest.mark.parametrize("body", LADDERS.values(), ids=list(LADDERS))
@pytest.mark.parametrize("frames", [0, 500])
def test_how_deep_rules_may_call_themselves_does_not_depend_on_who_asks(
    write: Write, body: str, frames: int
) -> None:
    rules = f"  ladder:\n    parameters: {{n: number}}\n    effect: |\n{body}"
    deepest = 198 if "rung" in body else 396
    pack = write(f"ladder {deepest}\nadd 1 to me.note", rules=rules)
    # also whoever only copies, saves or compares what waits in it
    below(frames, lambda: (Game(pack).hash, Game(pack).copy().hash))
    pack = write(f"ladder {deepest + 5}\nadd 1 to me.note", rules=rules)
    chain = below(frames, lambda: chain_of("F718", lambda: Game(pack)))
    assert {title for title, _ in chain[1:]} <= {"go_on", "ladder", "rung"}
    assert chain[-1][1] >= line(pack, "ladder:")


@pytest.mark.parametrize("frames", [0, 500])
def test_how_deep_needs_may_ask_for_each_other_does_not_depend_on_who_asks(
    write: Write, frames: int
) -> None:
    deeds = """\
deeds:
  first: {needs: {it: {if: possible(other), else: never}}, effect: nothing}
  other: {needs: {it: {if: possible(first), else: never}}, effect: nothing}
"""
    deeds = deeds.replace("first", "one_way").replace("other", "other_way")
    pack = write("if possible(one_way): add 1 to me.note", deeds)
    below(frames, lambda: chain_of("F718", lambda: Game(pack)))
    pack = write("if possible(deed_0): add 1 to me.note", chained("possible({})", "me.note < 5"))
    pack.program(2)
    assert below(frames, lambda: Game(pack).outcome.scores) == (1, 1)


def values(count: int) -> str:
    """Return so many values, each of which reads the next one."""
    rows = [f"  v{at}: {{type: number, base: v{at + 1} + 1}}\n" for at in range(count)]
    return "values:\n" + "".join(rows) + f"  v{count}: {{type: number, base: player_1.note}}\n"


@pytest.mark.parametrize("frames", [0, 300])
def test_a_hundred_values_may_read_each_other(write: Write, frames: int) -> None:
    pack = write("set me.note to v0 - player_1.note", values(100))
    assert below(frames, lambda: Game(pack).outcome.scores) == (100, 100)


def test_too_long_a_row_of_values_or_needs_is_a_fault(write: Write) -> None:
    pack = write("set me.note to v0", values(700))
    assert chain_of("F719", lambda: Game(pack)) == []
    deeds = chained("possible({})", "me.note < 5", 700)
    pack = write("if possible(deed_0): add 1 to me.note", deeds)
    assert chain_of("F719", lambda: Game(pack)) == []


def test_a_rule_that_comes_again_with_each_answer_ends_in_a_fault(write: Write) -> None:
    """It is a rule for each turn that calls the next one, and none of them ever ends."""
    rules = "  turn:\n    effect: |\n      choose x from 0 to 1\n      turn\n      nothing\n"
    game = Game(write("turn", rules=rules))

    def go_on() -> None:
        for _ in range(budget.MOST_NESTED):
            assert game.hash
            game.play(1)

    chain_of("F718", go_on)
    # the game is as it was before the answer
    assert game.hash == game.copy().hash


def test_a_rule_that_calls_itself_last_of_all_may_go_on(write: Write) -> None:
    """Nothing waits for it to come back."""
    rules = "  turn:\n    effect: |\n      choose x from 0 to 1\n      turn\n"
    game = Game(write("turn", rules=rules))
    for _ in range(3 * budget.MOST_NESTED):
        game.play(1)


def test_a_secret_answer_ends_in_a_fault(write: Write) -> None:
    effect = """\
secretly for each p in players:
    repeat while yes:
        if p.note > 0:
            p chooses x from 0 to 1
            repeat x times: nothing
    p chooses y from 0 to 1"""
    pack = write(effect)
    assert innermost("F701", lambda: Game(pack)) == [("go_on", line(pack, "secretly"))]


def test_decisions_with_one_option_share_their_steps(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is cheap enough alone; 10,000 of them would take minutes."""
    monkeypatch.setattr(machine, "MOST_FREE", 2)
    effect = """\
repeat while yes:
    choose x from 1 to 1
    repeat 199999 times: subtract x from me.note"""
    pack = write(effect)
    assert innermost("F701", lambda: Game(pack)) == [("go_on", line(pack, "repeat 199999"))]


# ---- answers of many parts -----------------------------------------------------------------------


def test_a_whole_answer_of_many_parts_is_found(write: Write) -> None:
    """The first way that is tried takes all of them, more than Python can go deep."""
    game = GAME.replace("1 to 40", "1 to 600")
    pack = write(
        "choose taken from stones taking any number such that stone_600 in taken, never none",
        game=game,
    )
    assert len(Game(pack).legal) == 600


@pytest.mark.usefixtures("sooner")
@pytest.mark.parametrize(
    "effect",
    [
        "choose taken from stones taking any number such that {}, never none",
        "for each a in stones, b in stones, c in stones where {}: add 1 to me.note",
    ],
    ids=["tests of answers", "rounds"],
)
def test_what_is_light_once_counts_when_it_is_done_again_and_again(
    write: Write, effect: str
) -> None:
    """It looks at 1,600 things, a hundred thousand times."""
    asked = "(count s in stones, t in stones where s.weight + t.weight > me.note) > 1600"
    pack = write(effect.format(asked))
    assert innermost("F716", lambda: Game(pack)) == [("go_on", line(pack, effect[:10]))]
