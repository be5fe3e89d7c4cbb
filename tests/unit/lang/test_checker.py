"""What texts mean: the corpus of types, and the typed tree where it must be explicit."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.lang import ir, types
from interpreter.lang.checker import check_effect, check_expression
from interpreter.lang.names import Names
from interpreter.pack.linker import link_pack
from interpreter.pack.loader import load
from interpreter.source import LocatedText

CORPUS = Path(__file__).parents[2] / "corpus" / "effects"
LOCALS: dict[str, types.Type] = {
    "ship": types.Kind("fleet"),
    "rival": types.PLAYER,
    "spot": types.Kind("dock"),
    "maybe": types.Optional(types.Kind("dock")),
}


@cache
def harbour() -> Names:
    declarations, findings = load(CORPUS / "harbour")
    assert declarations is not None, findings
    linked = link_pack(declarations)
    errors = [found for found in linked.diagnostics if found.code.startswith("E")]
    assert errors == []
    return linked.names


def lines() -> list[tuple[str, str]]:
    found = []
    for line in (CORPUS / "types.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            text, _, wanted = line.rpartition(" => ")
            found.append((text, wanted))
    return found


def meaning(text: str) -> str:
    """Return what the corpus says about a text: a type, `fine`, or the findings."""
    is_effect = text.startswith("do: ")
    written = LocatedText.plain(text.removeprefix("do: ").replace("⏎", "\n"))
    if is_effect:
        _, findings = check_effect(harbour(), written, LOCALS, me=True)
        fine = "fine"
    else:
        made, findings = check_expression(harbour(), written, LOCALS, me=True)
        fine = str(made.type)
    if not findings:
        return fine
    slices = [
        (found.code, "" if found.span is None else found.span.text.replace("\n", "⏎"))
        for found in findings
    ]
    return " ; ".join(f"{code} {text}" for code, text in slices)


@pytest.mark.parametrize(("text", "wanted"), lines())
def test_corpus(text: str, wanted: str) -> None:
    assert meaning(text) == wanted


def expression(text: str, wanted: types.Type | None = None) -> ir.Expression:
    made, findings = check_expression(harbour(), LocatedText.plain(text), LOCALS, wanted, me=True)
    assert findings == ()
    return made


def effect(text: str) -> ir.Body:
    made, findings = check_effect(harbour(), LocatedText.plain(text), LOCALS, me=True)
    assert findings == ()
    return made


DOCKS = types.SetOf(types.Kind("dock"))
SPOT = ir.Local("spot", types.Kind("dock"))


@pytest.mark.parametrize(
    ("text", "wanted", "made"),
    [
        ("3", types.HALF, ir.Constant(6, types.HALF)),
        ("spot", DOCKS, ir.AsSet(SPOT, DOCKS)),
        ("empty", DOCKS, ir.Empty(DOCKS)),
        (
            "nothing",
            types.Optional(types.PLAYER),
            ir.Missing(types.Optional(types.PLAYER)),
        ),
        (
            "docks",
            types.ListOf(types.Kind("dock")),
            ir.AsList(ir.Every("dock", DOCKS), types.ListOf(types.Kind("dock"))),
        ),
        ("storm", types.Word("weather"), ir.Constant(2, types.Word("weather"))),
    ],
)
def test_conversions_are_nodes(text: str, wanted: types.Type, made: ir.Expression) -> None:
    assert expression(text, wanted) == made


def test_everything_before_rounding_is_one_quotient() -> None:
    two = ir.Constant(2, types.NUMBER)
    product = ir.Arithmetic("*", two, ir.Constant(5, types.NUMBER), types.NUMBER)
    made = expression("2 * 5 / 3 rounded down")
    assert made == ir.Divide(product, ir.Constant(3, types.NUMBER), "down", types.NUMBER)


def test_a_rule_is_called_with_all_its_parameters() -> None:
    (call,) = effect("tip 3")
    assert isinstance(call, ir.Do)
    amount = ir.Constant(3, types.NUMBER)
    assert call.event == ir.Event("rule", "tip")
    assert call.arguments == (amount, ir.Missing(types.Optional(types.PLAYER)))


def test_fields_of_a_made_thing_stand_in_the_order_of_their_kind() -> None:
    (call,) = effect("create fleet with (size_of_fleet: 2)")
    assert isinstance(call, ir.Do)
    assert call.arguments == (None, ir.Constant(2, types.NUMBER))


def test_results_of_a_rule_go_where_a_record_of_the_same_fields_is_wanted() -> None:
    _, call = effect("offer as mine\nsettle mine against rival")
    assert isinstance(call, ir.Do)
    assert call.arguments[0] == ir.Local("mine", types.Record("offer"))


def test_answers_given_in_secret_are_tables_by_player() -> None:
    secretly, gain = effect(
        "secretly for each p in players:\n"
        "    p chooses stake from 0 to p.coins\n"
        "gain stake[rival] coins"
    )
    assert isinstance(secretly, ir.Secretly)
    assert secretly.names == (("stake", types.NUMBER),)
    table = ir.Local("stake", types.Table(types.NUMBER, (types.PLAYER,)))
    index = ir.Index(table, (ir.Local("rival", types.PLAYER),), types.NUMBER)
    assert isinstance(gain, ir.Do)
    assert gain.arguments == (ir.Amount(index, or_all=False),)


def test_an_empty_name_learns_its_type_from_what_is_put_in() -> None:
    first, *_ = effect("let found = empty\ninclude spot in found\ngain size(found) coins")
    assert first == ir.Let("found", ir.Empty(DOCKS))


def test_have_each_is_a_loop() -> None:
    (loop,) = effect("have each player in players gain 1 coins")
    assert isinstance(loop, ir.ForEach)
    (call,) = loop.body
    assert isinstance(call, ir.Do)
    assert call.actor == ir.Local("player", types.PLAYER)


def test_empty_is_of_the_type_that_it_is_compared_with() -> None:
    made = expression("me.guests is empty")
    assert isinstance(made, ir.Compare)
    assert made.left.type == made.right.type == types.ListOf(types.Kind("crew"))


def finding(text: str) -> Diagnostic:
    _, (found,) = check_effect(harbour(), LocatedText.plain(text), LOCALS, me=True)
    return found


def test_a_wrong_argument_names_the_place_of_its_parameter() -> None:
    ((words, place),) = finding("sail spot to spot").related
    assert (words, place.text) == ("it is declared here", "fleet")


def test_a_range_that_is_upside_down_is_turned() -> None:
    found = finding("choose n from 5 to 3, if none: leave rule\ngain n coins")
    ((words, place),) = found.related
    assert (words, place.text, place.start) == ("the least is here", "5", 14)
    assert found.help == "write `3 to 5`"


def test_a_wrong_argument_in_brackets_names_the_place_too() -> None:
    ((_, place),) = finding("gain spot.strength[cook] coins").related
    assert place.text == "player"


def test_a_name_of_a_block_that_ended_is_known_as_such() -> None:
    found = finding("repeat 2 times:\n    let x = 3\n    gain x coins\ngain x coins")
    assert [place.text for _, place in found.related] == ["x"]
    assert found.notes == ("it ended with the block that it was made in",)


def test_a_field_without_its_owner_is_led_to_the_owner() -> None:
    assert finding("gain skill coins").help == "it belongs to crew: write it behind a dot"


def test_pieces_without_their_owner_are_led_to_both_ways_to_count_them() -> None:
    assert finding("gain spot.boats coins").help == (
        "pieces are counted by owner: `spot.boats[player]`, or of all "
        "`(sum of spot.boats[player] for player in players)`"
    )


def test_a_value_that_members_have_is_no_member() -> None:
    assert finding("if 0.5 in crews: gain 1 coins").help == (
        "ask for its members: `(any crew in crews where crew.pay is 0.5)`"
    )
    assert finding("if 2 in docks: gain 1 coins").help is None


def test_the_first_of_a_set_is_led_to_what_can_be_meant() -> None:
    assert finding("gain first(docks).row coins").help == (
        "`first dock in docks` may be nothing; `only(…)` is the only one; or rank: "
        "`first(ranking of … for dock in docks)`"
    )
    assert finding("gain last(all x in docks where x.open).row coins").help == (
        "rank them: `last(ranking of … for x in docks where x.open)`"
    )


def test_the_top_of_a_set_keeps_its_number() -> None:
    assert finding("let a = top(docks, 2 + 1)\ngain size(a) coins").help == (
        "rank them: `top((ranking of … for dock in docks), 2 + 1)`"
    )


def test_several_who_act_are_gone_through() -> None:
    assert finding("have players gain 1 coins").help == "write `have each NAME in players …`"
    some = "(all p in players where p.coins > 1)"
    assert finding(f"have {some} gain 1 coins").help == f"write `have each NAME in {some} …`"


def test_several_where_a_number_is_wanted_are_counted() -> None:
    sized = "how many there are is `size(docks)`"
    assert finding("gain docks coins").help == sized
    assert finding("choose n by dividing docks among d in docks\ngain n[spot] coins").help == sized
    assert finding("let a = highest of docks for x in docks where x.open").help == sized
    measured = finding("let a = highest of x for x in docks where x.open")
    assert measured.help == "say what is measured, such as `x.…`"


def test_a_rule_is_no_value() -> None:
    assert finding("gain draw_lots coins").help is not None


def test_a_short_list_of_choices_is_told() -> None:
    assert finding("gain 3 wood").notes == ("there is `coins` and `rope`",)


def test_a_verb_says_how_it_is_written() -> None:
    assert finding("sail ship").notes == ("it is written: sail fleet to goal",)
