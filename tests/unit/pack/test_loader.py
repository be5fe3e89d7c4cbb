"""The loader on whole folders: which files it reads, what it makes of several, what it refuses."""

import os
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

import pytest

from interpreter.definitions import Declarations
from interpreter.diagnostics import Diagnostic
from interpreter.pack.files import content_hash, hash_of_files
from interpreter.pack.loader import load

MANIFEST = """\
id: toy
title: Toy
version: 1.10.0
language: 1
players: {least: 2, most: 4}
licence: CC0-1.0
credits: [Anna, Bert]
doc: A toy.
"""
MODEL = """\
kinds:
  card:
    plural: cards
    sorted by: [worth]
    in force for: players
    doc: what is played
    fixed: {worth: number, colour: {type: colour, start: red}}
    fields:
      marks: {type: number, start: 1, least: 0, most: 3, seen by: nobody, lasts: turns, doc: marks}
    resources:
      coins: {}
    zones:
      under: {of: card, ordered: yes, limit: 2, reads back: over, seen by: count, start: cards}
    links: {beside: card, behind: {to: card, both ways: yes}}
    slots:
      effect: {for player: player or nothing, size: number}
      met: {of: player, type: truth}
    made: {most: 9, lasts: turns}
"""
Folder = Mapping[str, str]


def write(folder: Path, files: Folder) -> Path:
    for name, text in {"pack.yaml": MANIFEST, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return folder


def loaded(folder: Path, files: Folder) -> Declarations:
    declarations, diagnostics = load(write(folder, files))
    assert [each.message for each in diagnostics] == []
    assert declarations is not None
    return declarations


def found(folder: Path, files: Folder) -> tuple[Diagnostic, ...]:
    return load(write(folder, files))[1]


def places(diagnostics: tuple[Diagnostic, ...], folder: Path) -> list[str]:
    """Return code and place of each finding, and the places that it refers to."""
    lines = []
    for each in diagnostics:
        spans = [each.span, *(span for _, span in each.related)]
        shown = ["" if span is None else span.place for span in spans]
        lines.append(" ".join([each.code, *shown]).replace(f"{folder.as_posix()}/", ""))
    return lines


# ---- records


def test_the_manifest(tmp_path: Path) -> None:
    manifest = loaded(tmp_path, {"game.yaml": MODEL}).manifest
    assert (manifest.id, manifest.title, manifest.version) == ("toy", "Toy", "1.10.0")
    assert manifest.players == (2, 4)
    assert (manifest.language, manifest.licence) == ("1", "CC0-1.0")
    assert (manifest.credits, manifest.doc) == (("Anna", "Bert"), "A toy.")
    assert manifest.span.place.endswith("pack.yaml:1:1")


def test_a_kind(tmp_path: Path) -> None:
    (kind,) = loaded(tmp_path, {"game.yaml": MODEL}).kinds
    assert (kind.name.text, kind.plural.text, kind.doc) == ("card", "cards", "what is played")
    assert [text.text for text in kind.sorted_by] == ["worth"]
    assert kind.in_force_for is not None
    assert kind.in_force_for.text == "players"
    fields = {
        field.name.text: (field.kind, field.type.text if field.type else None)
        for field in kind.fields
    }
    assert fields == {
        "worth": ("fixed", "number"),
        "colour": ("fixed", "colour"),
        "marks": ("field", "number"),
        "coins": ("resource", None),
    }
    colour, marks = kind.fields[1], kind.fields[2]
    assert colour.start is not None
    assert colour.start.text == "red"
    parts = (marks.start, marks.least, marks.most, marks.seen_by, marks.lasts)
    assert [part.text for part in parts if part] == ["1", "0", "3", "nobody", "turns"]
    assert marks.doc == "marks"
    assert [(name.text, end.text) for name, end in kind.links] == [
        ("beside", "card"),
        ("behind", "card"),
    ]
    assert [name.text for name in kind.both_ways] == ["behind"]
    assert (kind.made and kind.made.text, kind.made_lasts and kind.made_lasts.text) == (
        "9",
        "turns",
    )


def test_a_zone_and_a_slot(tmp_path: Path) -> None:
    (kind,) = loaded(tmp_path, {"game.yaml": MODEL}).kinds
    (zone,) = kind.zones
    assert (zone.name.text, zone.of.text, zone.ordered) == ("under", "card", True)
    parts = (zone.limit, zone.reads_back, zone.seen_by, zone.start)
    assert [part.text for part in parts if part] == ["2", "over", "count", "cards"]
    assert (zone.size_seen_by, zone.each) == (None, None)
    effect, met = kind.slots
    assert [(p.word, p.name.text, p.type.text) for p in effect.parameters] == [
        ("for", "player", "player or nothing"),
        (None, "size", "number"),
    ]
    assert effect.type is None
    assert [(p.word, p.name.text, p.type.text) for p in met.parameters] == [
        (None, "player", "player")
    ]
    assert met.type is not None
    assert met.type.text == "truth"


def test_each_character_of_a_parameter_knows_its_place(tmp_path: Path) -> None:
    text = "rules:\n  rest:\n    parameters: {for nation: nation}\n    effect: nothing\n"
    (rule,) = loaded(tmp_path, {"game.yaml": text}).rules
    name = rule.parameters[0].name
    assert (name.text, name.span.text) == ("nation", "nation")
    assert name.span.place.endswith("game.yaml:3:22")
    assert name.locate(3, 6).text == "ion"


def test_a_grid(tmp_path: Path) -> None:
    text = """\
kinds:
  cell:
    plural: cells
    fixed: {row: number, column: number, home: player}
    grid:
      coordinates: [column, row]
      per: [home]
      where: row > 0
      links:
        across: (1, 0)
        beside: (1,0) ( 0, 1 )  (-1, 0) (0, -12)
"""
    (kind,) = loaded(tmp_path, {"game.yaml": text}).kinds
    grid = kind.grid
    assert grid is not None
    assert [text.text for text in grid.coordinates] == ["column", "row"]
    assert [text.text for text in grid.per] == ["home"]
    assert grid.where is not None
    assert {name.text: offsets for name, offsets in grid.links} == {
        "across": ((1, 0),),
        "beside": ((1, 0), (0, 1), (-1, 0), (0, -12)),
    }


def test_small_blocks(tmp_path: Path) -> None:
    text = """\
options:
  long: {type: truth, start: yes, doc: to the end}
words:
  way: [no, yes, off]
pieces:
  units: {of: player, in: area, supply: 20, seen by: nobody}
globals:
  game:
    turn: {type: number, start: 1}
    deck: {zone of: card, each: way, ordered: yes, seen by: nobody}
tables:
  price:
    source: 4.2
    type: half by way and number
    rows:
      no: {0: 010, 1: 1.5}
      yes: {0: 2}
dice: {d6: 6, compass: ways}
records:
  force: {strength: number, retreat: truth}
bounds: {answers: 9, least: -1.5, most: 1}
score: me.coins
evaluation: 1
"""
    pack = loaded(tmp_path, {"game.yaml": text})
    (option,) = pack.options
    assert (option.name.text, option.type.text, option.doc) == ("long", "truth", "to the end")
    assert [[word.text for word in words.words] for words in pack.words] == [["no", "yes", "off"]]
    (piece,) = pack.pieces
    assert (piece.of.text, piece.place.text) == ("player", "area")
    (group,) = pack.globals
    assert [field.name.text for field in group.fields] == ["turn"]
    (zone,) = group.zones
    assert zone.each is not None
    assert (zone.of.text, zone.each.text, zone.ordered) == ("card", "way", True)
    (table,) = pack.tables
    # What looks like a number or a truth in YAML stays the text that it is.
    assert [(tuple(key.text for key in keys), value.text) for keys, value in table.rows] == [
        (("no", "0"), "010"),
        (("no", "1"), "1.5"),
        (("yes", "0"), "2"),
    ]
    assert [(die.name.text, die.faces.text) for die in pack.dice] == [
        ("d6", "6"),
        ("compass", "ways"),
    ]
    (record,) = pack.records
    assert [(name.text, text.text) for name, text in record.fields] == [
        ("strength", "number"),
        ("retreat", "truth"),
    ]
    assert {name: text.text for name, text in pack.bounds.items()} == {
        "answers": "9",
        "least": "-1.5",
        "most": "1",
    }
    assert (pack.score and pack.score.text, pack.evaluation and pack.evaluation.text) == (
        "me.coins",
        "1",
    )


def test_values(tmp_path: Path) -> None:
    text = """\
values:
  two: {type: number, base: 1 + 1, least: 0, most: 3, source: 4.1, doc: two}
  toll:
    of: area
    with: {goal: area}
    type: number or nothing
    cases:
      - when: goal is area
        is: nothing
      - otherwise: 1
  may_go:
    type: truth
    all of:
      paid: two > 1
      open: yes
"""
    two, toll, may_go = loaded(tmp_path, {"game.yaml": text}).values
    assert [(case.when, case.value.text) for case in two.cases] == [(None, "1 + 1")]
    assert (two.source, two.doc, two.of) == ("4.1", "two", None)
    assert (two.least and two.least.text, two.most and two.most.text) == ("0", "3")
    assert [(p.name.text, p.type.text, p.word) for p in toll.parameters] == [("goal", "area", None)]
    cases = [(case.when.text if case.when else None, case.value.text) for case in toll.cases]
    assert cases == [("goal is area", "nothing"), (None, "1")]
    assert [(name.text, text.text) for name, text in may_go.all_of] == [
        ("paid", "two > 1"),
        ("open", "yes"),
    ]
    assert may_go.cases == ()


def test_a_rule_flow_and_ranking(tmp_path: Path) -> None:
    text = """\
rules:
  rest:
    source: 3.1
    parameters: {amount: number, of victim: player}
    results: {taken: set of card}
    effect: |
      let taken = empty
      gain amount coins
flow:
  - step: years
    repeat while: yes
    steps:
      - step: turns
        round and round: players
        while: not me.passed
        do: rest 1 of me
      - step: pause
        each: players
        do: |
          rest 2 of me
          next
scoring:
  - step: bonus
    do: rest 1 of me
ranking:
  - among: players
  - highest: player.coins
  - lowest: player.age
  - earliest in: players
"""
    pack = loaded(tmp_path, {"game.yaml": text})
    (rule,) = pack.rules
    assert [(p.word, p.name.text) for p in rule.parameters] == [(None, "amount"), ("of", "victim")]
    assert [(name.text, text.text) for name, text in rule.results] == [("taken", "set of card")]
    assert rule.effect.text == "let taken = empty\ngain amount coins\n"
    assert rule.effect.locate(23, 29).place.endswith("game.yaml:8:12")
    (years,) = pack.flow
    assert years.condition is not None
    assert (years.each, years.round, years.body) == (None, None, None)
    turns, pause = years.steps
    assert (turns.round and turns.round.text, turns.condition and turns.condition.text) == (
        "players",
        "not me.passed",
    )
    assert (pause.each and pause.each.text, pause.body and pause.body.text) == (
        "players",
        "rest 2 of me\nnext\n",
    )
    assert [step.name.text for step in pack.scoring] == ["bonus"]
    assert [(rank.how, rank.value.text) for rank in pack.ranking] == [
        ("among", "players"),
        ("highest", "player.coins"),
        ("lowest", "player.age"),
        ("earliest in", "players"),
    ]


def test_definitions(tmp_path: Path) -> None:
    text = """\
cards:
  gull:
    title: Gull
    text: Gain 1 coin.
    source: stand-in 4
    cost: 3 coins and 1 card
    needs:
      paid: {if: me.coins > 2, else: too poor}
    modifies:
      player.income[card]:
        of each: card in cards
        when: card is self
        at least: 2
      quota:
        - {when: yes, add: 1}
        - set: 3
    hooks:
      wake:
        instead of: remove amount pieces of owner
        of each: card in cards
        when: owner is me
        for: players
        may: Keep it?
        paying: 1 coins
        do: nothing
    worth: 3
    beside: [tern, gull]
    effect: |
      gain 1 coins
    x_note: [from, the playtest]
  tern: {}
"""
    gull, tern = loaded(tmp_path, {"model.yaml": MODEL, "cards.yaml": text}).entries
    assert (gull.section.text, gull.name.text) == ("cards", "gull")
    assert (gull.title, gull.source) == ("Gull", "stand-in 4")
    assert (gull.text and gull.text.text, gull.cost and gull.cost.text) == (
        "Gain 1 coin.",
        "3 coins and 1 card",
    )
    (need,) = gull.needs
    assert (need.name.text, need.condition.text, need.otherwise) == (
        "paid",
        "me.coins > 2",
        "too poor",
    )
    modifiers = [
        (m.reading.text, m.layer, m.amount.text, m.when.text if m.when else None)
        for m in gull.modifiers
    ]
    assert modifiers == [
        ("player.income[card]", "at least", "2", "card is self"),
        ("quota", "add", "1", "yes"),
        ("quota", "set", "3", None),
    ]
    (hook,) = gull.hooks
    assert (hook.timing, hook.pattern.text) == ("instead of", "remove amount pieces of owner")
    parts = (hook.of_each, hook.when, hook.players, hook.paying, hook.body)
    assert [part.text for part in parts if part] == [
        "card in cards",
        "owner is me",
        "players",
        "1 coins",
        "nothing",
    ]
    assert hook.may == "Keep it?"
    values = {
        name.text: value.text if not isinstance(value, tuple) else [text.text for text in value]
        for name, value in gull.values
    }
    assert values == {"worth": "3", "beside": ["tern", "gull"], "effect": "gain 1 coins\n"}
    assert (tern.values, tern.text, tern.each) == ((), None, ())


def test_a_family(tmp_path: Path) -> None:
    text = """\
cards:
  card:
    each: {player: players, row: 1 to 3}
    where: row > 1
"""
    (family,) = loaded(tmp_path, {"model.yaml": MODEL, "cards.yaml": text}).entries
    assert [(name.text, domain.text) for name, domain in family.each] == [
        ("player", "players"),
        ("row", "1 to 3"),
    ]
    assert family.where is not None
    assert family.where.text == "row > 1"


SCENARIOS = """\
scenarios:
  retreat:
    source: 2.5 T01
    doc: half price
    players: 2
    options: {advanced: no}
    seed: 7
    given: set me.arms to 5
    actor: player_1
    when: |
      combat hex_site against player_2
    answers:
      - {by: player_2, for: purpose, take: yes}
      - {for: taken, take: [card_a, card_b]}
      - {take: {site_a: 2, site_b: 1}}
    default: first
    chance: [3, quarry]
    then:
      - player_1.arms is 3
  broken:
    step: turns
    fault: F703
"""


def test_scenarios(tmp_path: Path) -> None:
    write(tmp_path, {"game.yaml": MODEL, "scenarios/a.yaml": SCENARIOS})
    whole, diagnostics = load(tmp_path)
    assert diagnostics == ()
    assert whole is not None
    retreat, broken = whole.scenarios
    assert (retreat.name.text, retreat.source, retreat.doc) == ("retreat", "2.5 T01", "half price")
    assert (retreat.players, retreat.seed, retreat.default) == (2, 7, "first")
    assert [(name.text, text.text) for name, text in retreat.options] == [("advanced", "no")]
    assert (retreat.given and retreat.given.text) == "set me.arms to 5"
    assert (retreat.actor and retreat.actor.text) == "player_1"
    assert (retreat.when and retreat.when.text) == "combat hex_site against player_2\n"
    assert [text.text for text in retreat.chance] == ["3", "quarry"]
    assert [text.text for text in retreat.then] == ["player_1.arms is 3"]
    first, second, third = retreat.answers
    assert (first.who and first.who.text, first.what and first.what.text) == (
        "player_2",
        "purpose",
    )
    assert not isinstance(first.take, tuple)
    assert first.take.text == "yes"
    assert isinstance(second.take, tuple)
    assert [part.text for part in second.take if not isinstance(part, tuple)] == [
        "card_a",
        "card_b",
    ]
    assert isinstance(third.take, tuple)
    pairs = [(part[0].text, part[1].text) for part in third.take if isinstance(part, tuple)]
    assert pairs == [("site_a", "2"), ("site_b", "1")]
    assert (broken.step and broken.step.text, broken.fault) == ("turns", "F703")
    assert (broken.players, broken.seed, broken.default) == (None, 1, None)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("scenarios:\n  a: {step: turns}\n", ["E315 scenarios/a.yaml:2:3"]),
        (
            "scenarios:\n  a: {step: turns, then: [yes], fault: F700}\n",
            ["E316 scenarios/a.yaml:2:33 scenarios/a.yaml:2:20"],
        ),
        (
            "scenarios:\n  a: {when: rest, step: turns, then: [yes]}\n",
            ["E316 scenarios/a.yaml:2:19 scenarios/a.yaml:2:7"],
        ),
        ("scenarios:\n  a: {wehn: rest, then: [yes]}\n", ["E201 scenarios/a.yaml:2:7"]),
        ("scenarios:\n  a: {players: 100, then: [yes]}\n", ["E203 scenarios/a.yaml:2:16"]),
        (
            f"scenarios:\n  a: {{when: rest, scores: {{player_1: {'9' * 5000}}}}}\n",
            ["E203 scenarios/a.yaml:2:38"],
        ),
        ("scenarios:\n  a: {seed: 07, then: [yes]}\n", ["E203 scenarios/a.yaml:2:13"]),
        ("rules: {}\n", ["E202 scenarios/a.yaml:1:1", "E201 scenarios/a.yaml:1:1"]),
    ],
)
def test_wrong_scenarios(text: str, wanted: list[str], tmp_path: Path) -> None:
    got = found(tmp_path, {"game.yaml": MODEL, "scenarios/a.yaml": text})
    assert sorted(places(got, tmp_path)) == sorted(wanted)


# ---- several files


def test_blocks_of_several_files_add_up(tmp_path: Path) -> None:
    pack = loaded(
        tmp_path,
        {
            "model.yaml": MODEL,
            "b/cards.yaml": "cards: {tern: {worth: 2}}\nwords: {way: [up]}\n",
            "a.yaml": "cards: {gull: {worth: 1}}\nwords: {colour: [red]}\n",
        },
    )
    assert [entry.name.text for entry in pack.entries] == ["gull", "tern"]
    assert [words.name.text for words in pack.words] == ["colour", "way"]
    assert list(pack.files) == ["pack.yaml", "a.yaml", "b/cards.yaml", "model.yaml"]


def test_one_id_in_two_files_names_both(tmp_path: Path) -> None:
    got = found(
        tmp_path,
        {
            "model.yaml": MODEL,
            "y.yaml": "cards:\n  tern: {}\n  gull: {}\n",
            "x.yaml": "cards:\n  gull: {}\n",
        },
    )
    assert places(got, tmp_path) == ["E301 y.yaml:3:3 x.yaml:2:3"]


def test_flow_stands_once(tmp_path: Path) -> None:
    flow = "flow:\n  - {step: turns, do: nothing}\n"
    got = found(tmp_path, {"x.yaml": flow, "y.yaml": flow})
    assert places(got, tmp_path) == ["E306 y.yaml:1:1 x.yaml:1:1"]


def test_keys_are_added_to_another_file(tmp_path: Path) -> None:
    more = """\
kinds:
  card+:
    fields:
      flipped: {type: truth}
    zones: {below: {of: card}}
cards:
  gull+:
    flipped: yes
    hooks:
      sleep: {after: rest, do: nothing}
"""
    cards = """\
cards:
  gull:
    worth: 1
    hooks:
      wake: {before: rest, do: nothing}
"""
    pack = loaded(tmp_path, {"a.yaml": more, "cards.yaml": cards, "model.yaml": MODEL})
    (gull,) = pack.entries
    assert [name.text for name, _ in gull.values] == ["worth", "flipped"]
    assert [hook.name.text for hook in gull.hooks] == ["wake", "sleep"]
    assert gull.name.span.place.endswith("cards.yaml:2:3")
    (kind,) = pack.kinds
    assert [zone.name.text for zone in kind.zones] == ["under", "below"]
    assert "flipped" in [field.name.text for field in kind.fields]


def test_adding_never_overwrites(tmp_path: Path) -> None:
    got = found(
        tmp_path,
        {
            "model.yaml": MODEL,
            "a.yaml": "cards:\n  gull+: {worth: 2, title: Gull}\n",
            "b.yaml": "cards:\n  gull: {worth: 1}\n",
        },
    )
    assert places(got, tmp_path) == ["E303 a.yaml:2:11 b.yaml:2:10"]


def test_the_order_of_files_and_keys_changes_no_finding(tmp_path: Path) -> None:
    blocks = [
        MODEL,
        "cards:\n  gull: {wroth: 1}\n",
        "valeus:\n  two: {type: number, base: 2}\n",
        "cards:\n  tern+: {title: Tern}\n  tern: {worth: 2}\n",
    ]
    seen = set()
    for number, order in enumerate(permutations(blocks)):
        folder = tmp_path / str(number)
        files = {f"{name}.yaml": text for name, text in zip("abcd", order, strict=True)}
        seen.add(tuple(sorted((each.code, each.message) for each in found(folder, files))))
    assert [[code for code, _ in findings] for findings in seen] == [["E304", "E305"]]


def test_an_unreadable_kind_makes_no_finding_about_its_section(tmp_path: Path) -> None:
    got = found(tmp_path, {"a.yaml": "kinds: [\n", "b.yaml": "cards: {gull: {worth: 1}}\n"})
    assert {each.span.source.name for each in got if each.span} == {f"{tmp_path}/a.yaml"}
    got = found(tmp_path, {"a.yaml": "kinds:\n  card: {prulal: cards}\n"})
    assert places(got, tmp_path) == ["E201 a.yaml:2:10"]


def test_what_is_right_is_loaded_beside_what_is_wrong(tmp_path: Path) -> None:
    text = "values:\n  two: {type: number}\n  three: {type: number, base: 3}\n"
    declarations, diagnostics = load(write(tmp_path, {"game.yaml": text}))
    assert [each.code for each in diagnostics] == ["E315"]
    assert declarations is not None
    assert [value.name.text for value in declarations.values] == ["three"]


# ---- folders


def test_no_such_folder(tmp_path: Path) -> None:
    write(tmp_path / "toy", {})
    declarations, (only,) = load(tmp_path / "toi")
    assert declarations is None
    assert (only.code, only.help) == ("E307", f"did you mean {tmp_path.as_posix()}/toy?")
    (only,) = load(tmp_path / "no" / "toy")[1]
    assert only.code == "E307"


def test_letter_case_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "Toy", {"game.yaml": MODEL})
    (only,) = load(tmp_path / "toy")[1]
    # On a system that minds the case there is no such folder; on another it is called otherwise.
    assert only.code in {"E307", "E310"}
    assert "Toy" in f"{only.message} {only.help}"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    write(tmp_path, {"game.yaml": MODEL})
    (only,) = load(tmp_path / "pack.yaml")[1]
    assert (only.code, only.help) == ("E308", f"name the folder, {tmp_path.as_posix()}")


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    write(tmp_path / "toy", {"cards/gull.yaml": "cards: {}\n"})
    (only,) = load(tmp_path)[1]
    assert (only.code, only.help) == ("E309", f"there is one in {tmp_path.as_posix()}/toy")
    (only,) = load(tmp_path / "toy" / "cards")[1]
    assert (only.code, only.help) == ("E309", f"there is one in {tmp_path.as_posix()}/toy")


def test_a_manifest_in_capitals(tmp_path: Path) -> None:
    (tmp_path / "Pack.yaml").write_text(MANIFEST)
    (tmp_path / "game.yaml").write_text(MODEL)
    declarations, diagnostics = load(tmp_path)
    assert declarations is None
    assert places(diagnostics, tmp_path) == ["E310 Pack.yaml:1:1"]


@pytest.mark.parametrize("files", [{}, {"scenarios/a.yaml": SCENARIOS}, {"LICENSE": "free\n"}])
def test_an_empty_pack(files: Folder, tmp_path: Path) -> None:
    assert places(found(tmp_path, files), tmp_path) == ["E312 pack.yaml:1:1"]


def test_an_empty_file_is_not_passed_over(tmp_path: Path) -> None:
    got = found(tmp_path, {"game.yaml": MODEL, "empty.yaml": "# nothing yet\n"})
    assert places(got, tmp_path) == ["W122 empty.yaml:1:1"]


def test_files_that_look_like_content_are_named(tmp_path: Path) -> None:
    got = found(
        tmp_path,
        {
            "game.yaml": MODEL,
            "extra.yml": "cards: {}\n",
            "LOUD.YAML": "cards: {}\n",
            "inner/pack.yaml": MANIFEST,
            "Scenarios/a.yaml": SCENARIOS,
        },
    )
    assert places(got, tmp_path) == [
        "E313 LOUD.YAML:1:1",
        "E310 Scenarios:1:1",
        "E313 extra.yml:1:1",
        "E313 inner/pack.yaml:1:1",
    ]


def test_files_that_look_like_variants_are_named(tmp_path: Path) -> None:
    got = found(
        tmp_path,
        {
            "game.yaml": MODEL,
            "variants/long.yaml": "change: {}\n",
            "variants/short.yml": "change: {}\n",
            "variants/wide/cards.yaml": "change: {}\n",
            "variants/.swap.yml": "nonsense",
            "variants/art/gull.png": "x",
            "variants/README.md": "# Variants",
        },
    )
    assert places(got, tmp_path) == ["E313 variants/short.yml:1:1", "E313 variants/wide:1:1"]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    files = {
        "game.yaml": MODEL,
        "LICENSE": "free",
        "README.md": "# Toy",
        "art/gull.png": "x",
        ".hidden/cards.yaml": "nonsense",
        ".swap.yaml": "nonsense",
        "variants/long.yaml": "change: {}\n",
    }
    assert list(loaded(tmp_path, files).files) == ["pack.yaml", "game.yaml"]


def test_a_link_out_of_the_pack_is_refused_unread(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "words.yaml").write_text("words: {token: [hunter]}\n")
    pack = write(tmp_path / "toy", {"game.yaml": MODEL})
    (pack / "file.yaml").symlink_to(secret / "words.yaml")
    (pack / "folder").symlink_to(secret)
    (pack / "gone.yaml").symlink_to(secret / "nothing.yaml")
    (pack / "round").symlink_to(pack)
    declarations, diagnostics = load(pack)
    assert places(diagnostics, pack) == [
        "E311 file.yaml:1:1",
        "E311 folder:1:1",
        "E311 gone.yaml:1:1",
        "E311 round:1:1",
    ]
    assert declarations is not None
    assert declarations.words == ()
    assert all("hunter" not in each.message for each in diagnostics)


def test_a_link_inside_the_pack_is_a_file_like_any_other(tmp_path: Path) -> None:
    write(tmp_path, {"game.yaml": MODEL, "shared.txt": "words: {way: [up]}\n"})
    (tmp_path / "words.yaml").symlink_to("shared.txt")
    declarations, diagnostics = load(tmp_path)
    assert diagnostics == ()
    assert declarations is not None
    assert [words.name.text for words in declarations.words] == ["way"]


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    write(tmp_path, {"game.yaml": MODEL})
    os.mkfifo(tmp_path / "pipe.yaml")
    assert places(load(tmp_path)[1], tmp_path) == ["E101 pipe.yaml:1:1"]


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"game.yaml": MODEL, "cards.yaml": "cards: {}\n"})
    real = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "cards.yaml":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    _, (only,) = load(tmp_path)
    assert places((only,), tmp_path) == ["E101 cards.yaml:1:1"]
    assert only.message.endswith("permission denied")
    assert content_hash(tmp_path) is None


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("least: 2", "least: 5", "E314 pack.yaml:5:21 pack.yaml:5:11"),
        ("language: 1", "language: 2", "E319 pack.yaml:4:11"),
        ("version: 1.10.0", "version: 1.10", "E203 pack.yaml:3:10"),
        ("title: Toy", "titel: Toy", "E201 pack.yaml:2:1"),
    ],
)
def test_a_wrong_manifest(old: str, new: str, wanted: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace(old, new)
    got = found(tmp_path, {"pack.yaml": manifest, "game.yaml": MODEL})
    assert places(got, tmp_path) == [wanted]


def test_fewer_players_at_most_than_at_least(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("least: 2", "least: 5")
    (finding,) = found(tmp_path, {"pack.yaml": manifest, "game.yaml": MODEL})
    assert finding.message == "at least 5 players, but at most 4: nobody could play this"
    assert [(words, span.text) for words, span in finding.related] == [
        ("the least is here", "least")
    ]


def test_every_finding_about_a_file_has_a_place(tmp_path: Path) -> None:
    got = found(tmp_path, {"game.yaml": "kinds:\n  card: 1\n", "a.yml": "", "b.yaml": "[\n"})
    assert got
    assert all(each.span is not None for each in got)


# ---- hashes


def test_the_hash_of_the_files(tmp_path: Path) -> None:
    one = loaded(tmp_path / "a", {"game.yaml": MODEL, "scenarios/a.yaml": SCENARIOS})
    windows = {
        "pack.yaml": "\ufeff" + MANIFEST.replace("\n", "\r\n"),
        "game.yaml": MODEL.replace("\n", "\r"),
        "scenarios/a.yaml": SCENARIOS.replace("\n", "\r\n"),
    }
    other = loaded(tmp_path / "b", windows)
    assert one.files == other.files
    assert content_hash(tmp_path / "a") == content_hash(tmp_path / "b")
    assert content_hash(tmp_path / "a") == hash_of_files(one.files)
    assert content_hash(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    "changed",
    [
        {"game.yaml": MODEL + "\n"},
        {"pack.yaml": MANIFEST.replace("1.10.0", "1.10.1")},
        {"scenarios/a.yaml": SCENARIOS.replace("seed: 7", "seed: 8")},
        {"more.yaml": "words: {way: [up]}\n"},
    ],
)
def test_every_file_counts_in_the_hash_of_the_files(changed: Folder, tmp_path: Path) -> None:
    files = {"game.yaml": MODEL, "scenarios/a.yaml": SCENARIOS}
    write(tmp_path / "a", files)
    write(tmp_path / "b", {**files, **changed})
    assert content_hash(tmp_path / "a") != content_hash(tmp_path / "b")


CARDS = "cards:\n  gull: {worth: 1}\n  tern:\n    worth: 2\n    title: Tern\n"


@pytest.mark.parametrize(
    "files",
    [
        {"cards.yaml": CARDS.replace("\n", "\r\n")},
        {"cards.yaml": "# a comment\n" + CARDS + "# another\n"},
        {"cards.yaml": "cards:\n  tern: {title: 'Tern', worth: 2}\n  gull: {worth: 1}\n"},
        {"a.yaml": "cards: {gull: {worth: 1}}\n", "b.yaml": CARDS.replace("gull: {worth: 1}", "")},
        {
            "a.yaml": "cards:\n  tern+: {title: Tern}\n",
            "b.yaml": "cards: {gull: {worth: 1}, tern: {worth: 2}}\n",
        },
        {"cards.yaml": CARDS, "scenarios/a.yaml": SCENARIOS},
    ],
    ids=["line ends", "comments", "order of keys", "two files", "added keys", "scenarios"],
)
def test_the_meaning_is_what_is_said_not_how(files: Folder, tmp_path: Path) -> None:
    plain = loaded(tmp_path / "a", {"model.yaml": MODEL, "cards.yaml": CARDS})
    other = loaded(tmp_path / "b", {"model.yaml": MODEL, **files})
    assert plain.meaning == other.meaning


@pytest.mark.parametrize(
    ("old", "new"), [("worth: 2", "worth: 3"), ("tern", "tirn"), ("Tern", "Tirn")]
)
def test_any_value_changes_the_meaning(old: str, new: str, tmp_path: Path) -> None:
    plain = loaded(tmp_path / "a", {"model.yaml": MODEL, "cards.yaml": CARDS})
    other = loaded(tmp_path / "b", {"model.yaml": MODEL, "cards.yaml": CARDS.replace(old, new)})
    assert plain.meaning != other.meaning
