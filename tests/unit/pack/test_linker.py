"""Linking: the corpus of what is wrong with declarations, and what a linked pack looks like."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.lang import ir, types
from interpreter.pack.linker import LinkedPack, link_pack
from interpreter.pack.loader import load

CORPUS = Path(__file__).parents[2] / "corpus" / "linking"
MANIFEST = """\
id: harbour
title: Harbour
version: 1.0.0
language: 1
players: {least: 2, most: 3}
licence: CC0-1.0
credits: [the test suite]
doc: a toy
"""


def link(folder: Path, *texts: str) -> LinkedPack:
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    for number, text in enumerate(texts):
        (folder / f"file_{number}.yaml").write_text(text, encoding="utf-8")
    declarations, findings = load(folder)
    assert declarations is not None, [found.message for found in findings]
    assert findings == ()
    return link_pack(declarations)


def shown(finding: Diagnostic) -> str:
    return f"{finding.code} {'' if finding.span is None else finding.span.text}"


# Whatever else a small pack leaves unread is no part of the claim that its file makes.
ASIDE = {"W601", "W602", "W607", "W608", "W609"}


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.yaml")), ids=lambda path: path.stem)
def test_corpus(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = text.splitlines()[1].removeprefix("# expected: ")
    findings = link(tmp_path, text).diagnostics
    wanted = {part.split()[0] for part in expected.split(" ; ")}
    found = [shown(one) for one in findings if one.code in wanted or one.code not in ASIDE]
    assert (" ; ".join(found) or "nothing") == expected


def test_bounds_that_cross_name_both_places(tmp_path: Path) -> None:
    docks = "kinds: {dock: {plural: docks, fields: {depth: {type: half, least: 2.5, most: 2}}}}"
    (found,) = [one for one in link(tmp_path, docks).diagnostics if one.code not in ASIDE]
    assert found.message == "the most, 2, is less than the least, 2.5"
    assert [(words, span.text) for words, span in found.related] == [
        ("the least is declared here", "2.5")
    ]


def spec_of(folder: Path, *texts: str) -> ir.GameSpec:
    linked = link(folder, *texts)
    assert linked.spec is not None, [found.message for found in linked.diagnostics]
    return linked.spec


def ids(spec: ir.GameSpec, kind: str) -> list[str]:
    return [element.name for element in spec.kinds[kind].elements]


DOCKS = """\
kinds:
  dock:
    plural: docks
    fixed: {row: number, owner: player or nothing}
    links: {lane: {to: dock, both ways: yes}, road: dock}
"""


def test_things_stand_in_natural_order(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, DOCKS, "docks: {h10: {row: 1}, h2: {row: 1}, a: {row: 9}}")
    assert ids(spec, "dock") == ["a", "h2", "h10"]


def test_sorted_by_goes_before_ids(tmp_path: Path) -> None:
    sorted_docks = DOCKS.replace("plural: docks", "plural: docks\n    sorted by: [owner, row]")
    docks = """\
docks:
  a: {row: 2, owner: player_2}
  b: {row: 1, owner: player_2}
  c: {row: 3, owner: player_1}
  d: {row: 4}
"""
    assert ids(spec_of(tmp_path, sorted_docks, docks), "dock") == ["d", "c", "b", "a"]


def test_a_family_makes_all_combinations_that_where_leaves(tmp_path: Path) -> None:
    docks = (
        "docks: {dock: {each: {owner: players, row: 1 to 2}, where: row is 1 or owner is player_1}}"
    )
    spec = spec_of(tmp_path, DOCKS, docks)
    assert ids(spec, "dock") == ["dock_1_1", "dock_1_2", "dock_2_1", "dock_3_1"]
    last = spec.kinds["dock"].elements[-1]
    assert last.fixed == {
        "owner": ir.Thing("player", "player_3", types.PLAYER),
        "row": ir.Constant(1, types.NUMBER),
    }
    assert [element.seats for element in spec.kinds["dock"].elements] == [1, 1, 2, 3]


def test_what_belongs_to_a_thing_of_a_seat_needs_the_seat(tmp_path: Path) -> None:
    boats = """\
kinds:
  boat: {plural: boats, fixed: {home: dock}}
docks: {dock: {each: {owner: players}, row: 1}}
boats: {lark: {home: dock_3}, wren: {home: dock_1}}
"""
    spec = spec_of(tmp_path, DOCKS, boats)
    assert {one.name: one.seats for one in spec.kinds["boat"].elements} == {"lark": 3, "wren": 1}


def test_links_of_both_ways_join_the_other_end(tmp_path: Path) -> None:
    docks = "docks: {a: {row: 1, lane: [c, b], road: b}, b: {row: 1}, c: {row: 1}}"
    elements = spec_of(tmp_path, DOCKS, docks).kinds["dock"].elements
    assert [element.links for element in elements] == [
        {"lane": ("b", "c"), "road": ("b",)},
        {"lane": ("a",)},
        {"lane": ("a",)},
    ]


GRID = """\
kinds:
  dock:
    plural: docks
    fixed: {row: number, column: number, owner: player}
    grid:
      coordinates: [column, row]
      per: [owner]
      where: row < 3
      links:
        up: (0, 1)
        beside: (1, 0) (-1, 0)
docks: {dock: {each: {owner: players, column: 1 to 2, row: 1 to 3}}}
"""


def test_grids_join_things_that_agree_and_lie_on_them(tmp_path: Path) -> None:
    links = {one.name: one.links for one in spec_of(tmp_path, GRID).kinds["dock"].elements}
    assert links["dock_2_1_1"] == {"up": ("dock_2_1_2",), "beside": ("dock_2_2_1",)}
    assert links["dock_2_2_2"] == {"up": (), "beside": ("dock_2_1_2",)}
    assert links["dock_2_1_3"] == {}


HOOKS = """\
words: {cause: [raid, storm]}
kinds:
  player: {plural: players, resources: {coins: {start: 1}}}
  dock: {plural: docks, in force for: all player in players where player.coins > 0}
  deed:
    plural: deeds
    slots: {effect: {for guest: player or nothing}}
pieces:
  boats: {of: player, in: dock, supply: 5}
docks:
  east:
    hooks:
      a_heal:
        instead of: remove amount boats of owner from east for cause
        when: cause is not nothing and cause is not storm
        do: remove amount - 1 boats of owner from east for storm
      b_count:
        after: bid self with 2 as result
        do: gain result.gold coins
      c_hear:
        before: perform deed for guest
        when: guest is not nothing and actor is guest
        for: guest
        may: Hear it?
        paying: 1 coins
        do: nothing
rules:
  bid:
    parameters: {dock: dock, with stake: number}
    results: {gold: number}
    effect: |
      let gold = stake + dock.boats[me]
"""


def hooks(spec: ir.GameSpec) -> Mapping[str, ir.HookSpec]:
    return {hook.name: hook for hook in spec.hooks}


def test_a_hook_names_the_values_of_its_event(tmp_path: Path) -> None:
    heal = hooks(spec_of(tmp_path, HOOKS))["a_heal"]
    assert heal.event == ir.Event("remove_pieces", "boats")
    amount, owner, place, cause = heal.parameters
    assert (amount, owner, cause) == ("amount", "owner", "cause")
    dock = types.Kind("dock")
    east = ir.Compare(
        "is", ir.Local(place or "", dock), ir.Thing("dock", "east", dock), types.TRUTH
    )
    assert heal.filters == (east,)
    assert heal.players is None


def test_self_and_numbers_in_a_pattern_must_be_equal(tmp_path: Path) -> None:
    count = hooks(spec_of(tmp_path, HOOKS))["b_count"]
    assert count.event == ir.Event("rule", "bid")
    assert [one.right for one in count.filters if isinstance(one, ir.Compare)] == [
        ir.Thing("dock", "east", types.Kind("dock")),
        ir.Constant(2, types.NUMBER),
    ]
    assert count.results == "result"


def test_for_is_read_where_when_holds(tmp_path: Path) -> None:
    hear = hooks(spec_of(tmp_path, HOOKS))["c_hear"]
    assert hear.event == ir.Event("perform", "deed")
    assert hear.parameters == ("deed", "guest")
    assert isinstance(hear.players, ir.Pick)
    assert isinstance(hear.players.otherwise, ir.Empty)
    assert [price.resource for price in hear.paying] == ["coins"]


MODIFIERS = """\
kinds:
  player: {plural: players, resources: {coins: {start: 1}}}
  dock: {plural: docks, fixed: {row: number}}
  deed: {plural: deeds, slots: {effect: {}}}
values:
  toll: {of: dock, with: {payer: player}, type: number, base: dock.row}
docks:
  dock:
    each: {row: 1 to 2}
    modifies:
      harbour.toll[who]:
        of each: other in docks where other.row > harbour.row
        when: harbour is self
        add: row
deeds:
  rest:
    cost: 2 coins
    modifies:
      deed.cost[coins]: {when: deed is self and me.coins > 5, add: 1}
"""


def test_modifiers_give_names_to_what_they_read(tmp_path: Path) -> None:
    cost, *tolls = spec_of(tmp_path, MODIFIERS).modifiers
    assert (cost.value, cost.resource, cost.names) == ("deed.cost", "coins", ("deed",))
    assert [toll.owner for toll in tolls] == [("dock", "dock_1"), ("dock", "dock_2")]
    assert [toll.amount for toll in tolls] == [
        ir.Constant(1, types.NUMBER),
        ir.Constant(2, types.NUMBER),
    ]
    assert tolls[0].names == ("harbour", "who")
    assert [binder.name for binder in tolls[0].each] == ["other"]
    assert isinstance(tolls[0].each[0].domain, ir.Query)


def test_needs_me_follows_the_calls(tmp_path: Path) -> None:
    rules = """\
kinds:
  player: {plural: players, resources: {coins: {start: 1}}}
rules:
  a_earns: {effect: gain 1 coins}
  b_calls: {effect: a_earns}
  c_sends: {effect: have player_1 a_earns}
"""
    spec = spec_of(tmp_path, rules)
    assert {name: rule.needs_me for name, rule in spec.rules.items()} == {
        "a_earns": True,
        "b_calls": True,
        "c_sends": False,
    }


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_files_changes_nothing(tmp_path: Path, order: int) -> None:
    parts = [
        "kinds: {dock: {plural: docks, fixed: {row: number}}}\n",
        "docks: {b: {row: 1}, a: {row: 2}}\n",
        "values: {depth: {of: dock, type: number, base: dock.row}}\n",
        "rules: {z: {effect: nothing}, y: {effect: z}}\n",
        "tables: {fare: {type: number by number, rows: {10: 1, 9: 2}}}\n",
    ]
    spec = spec_of(tmp_path, *parts[::order])
    assert (ids(spec, "dock"), list(spec.rules)) == (["a", "b"], ["y", "z"])
    nine, ten = (ir.Constant(number, types.NUMBER) for number in (9, 10))
    assert [keys for keys, _ in spec.tables["fare"].rows] == [(nine,), (ten,)]


def test_one_error_does_not_cause_others(tmp_path: Path) -> None:
    text = """\
kinds:
  dock: {plural: docks, fields: {level: {type: numbr}}}
values:
  depth: {of: dock, type: number, base: dock.level + 1}
  deep: {of: dock, type: truth, base: dock.depth > dock.level and dock.level is not nothing}
docks: {east: {level: 3}}
"""
    assert [shown(one) for one in link(tmp_path, text).diagnostics] == ["E320 numbr"]


def test_a_near_name_is_offered(tmp_path: Path) -> None:
    text = """\
kinds: {dock: {plural: docks}}
docks: {quay: {}}
values: {x: {type: truth, base: quai is quay}}
"""
    (finding, *_) = link(tmp_path, text).diagnostics
    assert (finding.code, finding.help) == ("E501", "did you mean `quay`?")
