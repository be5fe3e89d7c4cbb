"""Variants and mods as their authors meet them: faults that people hit in comparable tools."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Run

BASE = {
    "saltmarsh/pack.yaml": """\
id: saltmarsh
title: Saltmarsh
version: 1.4.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
""",
    "saltmarsh/game.yaml": """\
kinds:
  player: {plural: players, resources: {coin: {}, fish: {}}}
  card:
    plural: cards
    fixed: {price: number, tags: {type: list of tag, start: empty}}
    slots: {effect: {}}
words: {tag: [crew, tool, old]}
tables: {tide: {type: number by tag, rows: {crew: 1, tool: 2, old: 3}}}
cards:
  dock_hand: {title: Dock hand, price: 1, tags: [crew], effect: gain 1 coin}
  net_mender: {title: Net mender, price: 2, effect: gain 2 fish}
rules:
  hire:
    effect: |
      choose card from cards where card.price <= 9, never none
      [hired] perform card free
flow:
  - {step: morning, each: players, do: hire}
  - {step: evening, each: players, do: hire}
score: player.fish + tide[crew]
""",
}
AUSTERE = "id: austere\ntitle: A\nremove: {cards: [net_mender]}\n"
Write = Callable[[dict[str, str]], None]


@pytest.fixture(name="write")
def writer(tmp_path: Path) -> Write:
    """Write files below an empty folder, the base pack among them."""

    def write(files: dict[str, str]) -> None:
        for name, text in {**BASE, **files}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    return write


def mod(name: str, patches: str, more: str = "") -> dict[str, str]:
    """Return a mod of the base pack."""
    head = f"id: {name}\ntitle: A mod\nextends: {{saltmarsh: 1.x}}\n{more}"
    return {f"mods/{name}/pack.yaml": head + patches}


def findings(solon: Run, *arguments: str) -> list[str]:
    """Return what `solon check` finds: code, place and the underlined words."""
    run = solon("check", *arguments, "--format", "json")
    found = json.loads(run.stdout)["diagnostics"]
    assert run.returncode == int(any(one["severity"] == "error" for one in found)), run.stderr
    return [f"{one['code']} {place_of(one)}" for one in found]


def place_of(finding: dict[str, Any]) -> str:
    """Return the place of a finding: file, line, column."""
    place = finding["place"]
    return f"{place['file']}:{place['line']}:{place['column']}"


def with_mods(*names: str) -> list[str]:
    """Return the arguments that lay mods over the base pack."""
    return ["saltmarsh", *(part for name in names for part in ("--with", f"mods/{name}"))]


def test_what_one_mod_removes_another_cannot_use(solon: Run, write: Write) -> None:
    trade = mod("trade", "add:\n  rules:\n    buy: {effect: perform net_mender free}\n")
    austere = mod("austere", "remove:\n  cards: [net_mender]\n")
    write(trade | austere)
    assert findings(solon, *with_mods("trade")) == ["W607 mods/trade/pack.yaml:6:5"]
    assert findings(solon, *with_mods("austere")) == []
    run = solon("check", *with_mods("trade", "austere"))
    assert run.returncode == 1
    assert "mods/trade/pack.yaml:6:27: error[E5" in run.stdout
    assert "`austere` removes `cards.net_mender` here: mods/austere/pack.yaml:5:11" in run.stdout
    assert solon("play", *with_mods("trade", "austere"), "--seats", "first,first").returncode == 1


def test_a_mod_that_removes_may_say_what_stands_in(solon: Run, write: Write) -> None:
    write(
        mod("trade", "wrap: {rules: {hire: {effect: {after: perform net_mender free}}}}\n")
        | mod(
            "austere",
            "remove: {cards: [net_mender]}\n",
            "renamed: {cards: {net_mender: dock_hand}}\n",
        )
    )
    assert findings(solon, *with_mods("trade", "austere")) == ["W614 mods/trade/pack.yaml:4:47"]


@pytest.mark.parametrize(
    ("patches", "place", "said"),
    [
        ("remove: {cards: [net_mander]}\n", "4:18", "did you mean `net_mender`?"),
        ("remove: {cards: {net_mender: [colour]}}\n", "4:31", "has `title`, `price` and `effect`"),
        ("change: {cards: {net_mender: {prize: 3}}}\n", "4:31", "did you mean `price`?"),
        ("remove: {decks: [a]}\n", "4:10", "finds no `decks` in the pack"),
    ],
)
def test_a_patch_without_a_target_is_found(
    solon: Run, write: Write, patches: str, place: str, said: str
) -> None:
    write(mod("x", patches) | mod("y", f"optional: {{{patches.strip()}}}\n"))
    assert findings(solon, *with_mods("x")) == [f"E360 mods/x/pack.yaml:{place}"]
    assert said in solon("check", "mods/x").stdout
    assert findings(solon, *with_mods("y")) == []


@pytest.mark.parametrize(
    ("patches", "wanted"),
    [
        ("append: {cards: {dock_hand: {tags: [old]}}}\n", []),
        ("remove: {cards: {dock_hand: {tags: [crew]}}}\n", []),
        ("remove: {tables: {tide: {rows: [tool]}}}\n", []),
        ("remove: {cards: {dock_hand: [title]}}\n", []),
        ("append: {cards: {dock_hand: {price: [2]}}}\n", ["E362"]),
        ("scale: {cards: {dock_hand: {title: 2}}}\n", ["E365"]),
        ("change: {cards: {dock_hand: {title: }}}\n", ["E"]),
    ],
)
def test_each_operation_works_or_says_why_not(
    solon: Run, write: Write, patches: str, wanted: list[str]
) -> None:
    write(mod("z", patches))
    found = findings(solon, *with_mods("z"))
    assert len(found) == len(wanted)
    assert all(one.startswith(code) for one, code in zip(found, wanted, strict=True)), found


def test_cycles_are_named_and_false_ones_are_none(solon: Run, write: Write) -> None:
    empty = "change: {cards: {dock_hand: {price: 1}}}\n"
    write(
        mod("a", empty, "requires: {b: any}\n")
        | mod("b", "", "requires: {c: any}\n")
        | mod("c", "", "after: [a]\n")
        | mod("d", "", "requires: {e: any}\n")
        | mod("e", "", "requires: {d: any}\n")
        | mod("f", "", "after: [g]\n")
        | mod("g", "", "after: [missing]\n")
    )
    run = solon("check", *with_mods("a", "b", "c"))
    assert run.returncode == 0
    assert "warning[W612]" in run.stdout
    hard = solon("check", *with_mods("d", "e"))
    assert hard.returncode == 1
    assert re.search(r"d .*e .*d|e .*d .*e", hard.stdout)
    assert "mods/d/pack.yaml:4:12" in hard.stdout
    assert "mods/e/pack.yaml:4:12" in hard.stdout
    assert findings(solon, *with_mods("f", "g")) == []


def test_two_mods_that_write_one_field_conflict_whatever_the_order(
    solon: Run, write: Write
) -> None:
    write(
        mod("m1", "change: {cards: {dock_hand: {price: 2}}}\n")
        | mod("m2", "change: {cards: {dock_hand: {price: 3}}}\n")
        | mod("m3", "change: {cards: {dock_hand: {price: 4}}}\n", "after: [m1, m2]\n")
    )
    run = solon("check", *with_mods("m1", "m2"))
    assert run.returncode == 1
    assert "mods/m2/pack.yaml:4:30: error[E363]" in run.stdout
    assert "mods/m1/pack.yaml:4:30" in run.stdout
    assert "`after: [m1]`" in run.stdout
    assert solon("check", *with_mods("m2", "m1")).stdout == run.stdout
    assert findings(solon, *with_mods("m3", "m1")) == []
    shown = solon("show", *with_mods("m3", "m1"), "dock_hand", "--effective").stdout
    assert "price: 4" in shown
    assert "by m3, was 2 in mods/m1/pack.yaml:4" in shown
    listed = solon("show", *with_mods("m3", "m1")).stdout
    assert "with overlays, in this order: m1 1.4.0, m3 1.4.0" in listed


def test_a_base_that_renamed_something_takes_along_what_others_wrote(
    solon: Run, write: Write
) -> None:
    patches = (
        "change:\n  cards:\n    wheelhouse: {price: 5, effect: gain 1 coin}\n"
        "add: {rules: {steer: {effect: perform wheelhouse free}}}\n"
        "wrap: {rules: {hire: {effect: {after: steer}}}}\n"
    )
    files = mod("big", patches)
    write(files)
    found = findings(solon, *with_mods("big"))
    assert [one for one in found if "E360" in one] == ["E360 mods/big/pack.yaml:6:5"]
    base = BASE["saltmarsh/game.yaml"].replace("net_mender", "wheel_house")
    manifest = BASE["saltmarsh/pack.yaml"] + "renamed: {cards: {wheelhouse: wheel_house}}\n"
    write(files | {"saltmarsh/game.yaml": base, "saltmarsh/pack.yaml": manifest})
    assert findings(solon, *with_mods("big")) == [
        "W614 mods/big/pack.yaml:6:5",
        "W614 mods/big/pack.yaml:7:39",
    ]


def test_a_second_check_says_the_same_in_any_order(solon: Run, write: Write) -> None:
    write(
        mod("good", "change: {cards: {dock_hand: {price: 2}}}\n")
        | mod("bad", "change: {cards: {dock_hund: {price: 2}}}\n")
        | mod("wrong", "add: {rules: {go: {effect: gain 1 nonsense}}}\n")
        | mod("broken", "change: [\n")
    )
    cases = [["saltmarsh"], *([f"mods/{name}"] for name in ("good", "bad", "wrong", "broken"))]
    first = {case[0]: solon("check", *case) for case in cases}
    drawn = random.Random(9)
    for _ in range(8):
        drawn.shuffle(cases)
        for case in cases:
            assert solon("check", *case) == first[case[0]]
    assert [first[case].returncode for case in ("saltmarsh", "mods/good")] == [0, 0]
    assert all(first[f"mods/{case}"].returncode == 1 for case in ("bad", "wrong", "broken"))


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [(">=1.4 <2", True), (">=1.10", False), ("1.x", True), ("2.x", False), ("any", True)],
)
def test_versions_are_compared_number_by_number(
    solon: Run,
    write: Write,
    wanted: str,
    fits: bool,
) -> None:
    write(
        {
            "mods/late/pack.yaml": f'id: late\ntitle: Late\nextends: {{saltmarsh: "{wanted}"}}\n'
            "change: {cards: {dock_hand: {price: 2}}}\n"
        }
    )
    run = solon("check", "mods/late")
    assert run.returncode == int(not fits)
    assert ("1.4.0" in run.stdout) is not fits


def test_a_pack_that_cannot_be_read_is_no_fault_of_its_mods(solon: Run, write: Write) -> None:
    broken = BASE["saltmarsh/game.yaml"] + "rules: [\n"
    write(
        {"saltmarsh/game.yaml": broken}
        | mod("m1", "change: {cards: {dock_hand: {price: 2}}}\n")
        | mod("m2", "add: {kinds: {card: {fields: {worn: {type: truth}}}}}\n")
    )
    base = findings(solon, "saltmarsh")
    assert len(base) == 1
    assert findings(solon, *with_mods("m1", "m2")) == base


def test_a_language_that_is_too_new_is_the_only_finding(solon: Run, write: Write) -> None:
    newer = BASE["saltmarsh/pack.yaml"].replace("language: 1", "language: 3")
    unknown = BASE["saltmarsh/game.yaml"].replace("gain 2 fish", "teleport 1 fish")
    write({"saltmarsh/pack.yaml": newer, "saltmarsh/game.yaml": unknown})
    assert findings(solon, "saltmarsh") == ["E319 saltmarsh/pack.yaml:4:11"]


def test_none_is_not_the_same_as_not_given(solon: Run, write: Write) -> None:
    write(
        mod("calm", "remove: {cards: all}\n")
        | mod("null", "change: {cards: }\n")
        | mod("quiet", "remove: {cards: {dock_hand: {tags: all}}}\n")
    )
    calm = solon("show", *with_mods("calm"), "cards", "--effective").stdout
    assert "removed by calm" in calm
    assert "price" not in calm
    null = findings(solon, *with_mods("null"))
    assert [one.split()[1] for one in null] == ["mods/null/pack.yaml:4:10"]
    assert findings(solon, *with_mods("quiet")) == []


def test_an_error_in_a_merged_value_names_both_places(solon: Run, write: Write) -> None:
    write(mod("m1", "change: {cards: {dock_hand: {effect: gain 2 wod}}}\n"))
    run = solon("check", "mods/m1")
    assert run.returncode == 1
    assert "mods/m1/pack.yaml:4:45: error[" in run.stdout
    assert "`cards.dock_hand.effect` is this in the base: saltmarsh/game.yaml:10:" in run.stdout


def test_what_the_base_is_to_blame_for_is_no_finding_of_a_mod(solon: Run, write: Write) -> None:
    unused = BASE["saltmarsh/game.yaml"] + "values: {spare: {type: number, base: 3}}\n"
    write(
        {"saltmarsh/game.yaml": unused}
        | mod("tunes", "change: {cards: {dock_hand: {title: Tune}}}\n")
    )
    base = findings(solon, "saltmarsh")
    assert len(base) == 1
    assert base[0].startswith("W")
    assert findings(solon, "mods/tunes") == []
    assert findings(solon, "saltmarsh", "mods/tunes") == base


def test_combinations_find_what_each_alone_does_not_show(solon: Run, write: Write) -> None:
    manifest = BASE["saltmarsh/pack.yaml"] + "combinations: [[austere, trade]]\n"
    write(
        {
            "saltmarsh/pack.yaml": manifest,
            "saltmarsh/variants/austere.yaml": AUSTERE,
            "saltmarsh/variants/trade.yaml": "id: trade\ntitle: T\n"
            "wrap: {rules: {hire: {effect: {after: perform net_mender free}}}}\n",
            "saltmarsh/variants/family.yaml": "id: family\ntitle: F\nexcludes: [trade]\n"
            "change: {cards: {dock_hand: {price: 2}}}\n",
        }
    )
    assert findings(solon, "saltmarsh") == []
    run = solon("check", "saltmarsh", "--combinations")
    assert run.returncode == 1
    assert run.stdout.count("error[") == 1
    assert "saltmarsh/variants/trade.yaml:3:47: error[E5" in run.stdout
    assert "with austere and trade" in run.stdout
    assert "5 sets of overlays" in run.stdout


def test_a_variant_that_there_is_not_is_a_mistake_of_usage(solon: Run, write: Write) -> None:
    write({"saltmarsh/variants/austere.yaml": AUSTERE})
    run = solon("play", "saltmarsh", "--variant", "austre")
    assert run.returncode == 2
    assert "did you mean austere?" in run.stderr


def test_differences_say_who_wrote_what(solon: Run, write: Write) -> None:
    write(mod("m1", "change: {cards: {dock_hand: {price: 2}}}\nremove: {cards: [net_mender]}\n"))
    run = solon("diff", "saltmarsh", "mods/m1")
    assert run.returncode == 1
    assert re.search(r"-   1 +# saltmarsh/game.yaml:10\n\+   2 +# mods/m1/pack.yaml:4", run.stdout)
    data = json.loads(solon("diff", "saltmarsh", "mods/m1", "--format", "json").stdout)
    gone = [one["path"][:2] for one in data["differences"] if one["new"] is None]
    assert gone == [["cards", "net_mender"]] * 3
    assert solon("diff", "saltmarsh", "saltmarsh").returncode == 0


def test_a_new_mod_checks_clean(solon: Run, write: Write) -> None:
    write({})
    assert solon("new", "mine", "--mod", "saltmarsh").returncode == 0
    assert findings(solon, "mine") == []
    assert solon("new", "yours", "--mod", "mine").returncode == 0
    assert findings(solon, "yours") == []
    assert "in this order: mine 0.1.0, yours 0.1.0" in solon("show", "yours").stdout


def test_two_mods_that_let_different_things_stand_in_conflict(solon: Run, write: Write) -> None:
    gone = "remove: {cards: [net_mender]}\n"
    write(
        mod("m1", gone, "renamed: {cards: {net_mender: dock_hand}}\n")
        | mod("m2", gone, "renamed: {cards: {net_mender: hand}}\n")
        | mod("m3", "add: {cards: {hand: {price: 1, effect: gain 1 coin}}}\n")
    )
    wanted = ["E363 mods/m2/pack.yaml:4:19"]
    assert findings(solon, *with_mods("m1", "m2", "m3")) == wanted
    assert findings(solon, *with_mods("m3", "m2", "m1")) == wanted


def test_what_is_called_otherwise_is_replaced_where_it_is_meant(solon: Run, write: Write) -> None:
    manifest = BASE["saltmarsh/pack.yaml"] + (
        "renamed: {cards: {price: dock_hand, first: hand, hand: dock_hand},"
        " flow: {dawn: morning}}\n"
    )
    write(
        {"saltmarsh/pack.yaml": manifest}
        | mod("m1", "change: {cards: {first: {price: 7}}, flow: {dawn: {do: hire}}}\n")
    )
    assert findings(solon, *with_mods("m1")) == [
        "W614 mods/m1/pack.yaml:4:18",
        "W614 mods/m1/pack.yaml:4:45",
    ]
    assert "price: 7" in solon("show", "mods/m1", "dock_hand", "--effective").stdout


def test_what_is_extended_is_found_by_its_id(solon: Run, write: Write, tmp_path: Path) -> None:
    write(
        mod("dep", "change: {cards: {dock_hand: {title: A hand}}}\n")
        | mod("mine", "change: {cards: {dock_hand: {price: 4}}}\n", "requires: {dep: any}\n")
        | {"mods/ring_a/pack.yaml": "id: ring_a\ntitle: A\nextends: {ring_b: any}\n"}
        | {"mods/ring_b/pack.yaml": "id: ring_b\ntitle: B\nextends: {ring_a: any}\n"}
        | {"mods/alone/pack.yaml": "id: alone\ntitle: A\nextends: {alone: any}\n"}
    )
    (tmp_path / "saltmarsh").rename(tmp_path / "saltmarsh 1.4")
    (tmp_path / "mods/dep").rename(tmp_path / "mods/somebodys-dep")
    assert findings(solon, "mods/mine") == []
    assert findings(solon, "mods/ring_a") == ["E349 mods/ring_b/pack.yaml:3:11"]
    assert findings(solon, "mods/alone") == ["E368 mods/alone/pack.yaml:3:11"]
    assert solon("play", "mods/ring_b", "--seats", "first,first").returncode == 1


def test_a_variant_may_be_a_folder_and_a_hidden_file_is_none(solon: Run, write: Write) -> None:
    write(
        {
            "saltmarsh/variants/austere/pack.yaml": AUSTERE,
            "saltmarsh/variants/.austere.yaml.swp.yaml": "not: [yaml",
        }
    )
    assert findings(solon, "saltmarsh") == []
    assert findings(solon, "saltmarsh/variants/austere") == []
    assert "1 set of overlays" in solon("check", "saltmarsh").stdout
    run = solon("simulate", "saltmarsh", "--variant", "austere", "-n", "2", "--jobs", "2")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("patches", "wanted"),
    [
        ("change: {pack: {id: other}}\n", "E375 mods/z/pack.yaml:4:17"),
        ("remove: {pack: [version]}\n", "E375 mods/z/pack.yaml:4:17"),
        ("remove: {pack: all}\n", "E362 mods/z/pack.yaml:4:16"),
        ("replace: {pack: {id: other}}\n", "E362 mods/z/pack.yaml:4:11"),
        (
            "add: {cards: {dock_hand+: {price: 2, effect: gain 1 coin}}}\n",
            "E362 mods/z/pack.yaml:4:15",
        ),
        ("remove: {cards: {dock_hand: {price: all}}}\n", "E362 mods/z/pack.yaml:4:37"),
    ],
)
def test_what_no_overlay_can_do_is_refused(
    solon: Run, write: Write, patches: str, wanted: str
) -> None:
    write(mod("z", patches))
    assert findings(solon, "mods/z") == [wanted]


def test_a_whole_block_can_go_and_one_modifier_become_two(solon: Run, write: Write) -> None:
    more = "values: {luck: {of: player, type: number, base: 1}}\nevaluation: player.luck\n"
    base = (BASE["saltmarsh/game.yaml"] + more).replace(
        "price: 1, tags", "price: 1, modifies: {player.luck: {add: 1}}, tags"
    )
    write(
        {"saltmarsh/game.yaml": base}
        | mod("m1", "remove: {evaluation: all}\nchange: {score: 'player.luck + tide[crew]'}\n")
        | mod("m2", "append: {cards: {dock_hand: {modifies: {player.luck: [{add: 2}]}}}}\n")
    )
    assert findings(solon, *with_mods("m1", "m2")) == []
    assert "removed by m1" in solon("show", "mods/m1", "evaluation", "--effective").stdout
    shown = solon("show", "mods/m2", "dock_hand.modifies.player.luck", "--effective").stdout
    assert re.search(r"add: 1 +# saltmarsh/game.yaml:10\n", shown)
    assert re.search(r"add: 2 +# mods/m2/pack.yaml:4, by m2\n", shown)


def test_a_text_that_stands_in_two_places_says_what_it_replaced_in_each(
    solon: Run, write: Write
) -> None:
    write(mod("m1", "change: {cards: {dock_hand: &it {price: 9}, net_mender: *it}}\n"))
    for name, old in (("dock_hand", "1 in saltmarsh/game.yaml:10"), ("net_mender", "2 in ")):
        shown = solon("show", "mods/m1", name, "--effective").stdout
        assert "price: 9  " in shown
        assert f"by m1, was {old}" in shown


@pytest.mark.parametrize(
    ("patches", "wanted", "base"),
    [
        ("change: {pack: {players: {most: 1}}}\n", "E314 mods/z/pack.yaml:4:27", "pack.yaml:5:27"),
        (
            "change: {kinds: {card: {fixed: {price: {start: 1}}}}}\n",
            "E202 mods/z/pack.yaml:4:33",
            "game.yaml:5:20",
        ),
    ],
)
def test_a_finding_about_a_changed_key_points_to_who_changed_it(
    solon: Run, write: Write, patches: str, wanted: str, base: str
) -> None:
    write(mod("z", patches))
    assert findings(solon, "mods/z") == [wanted]
    assert f"is this in the base: saltmarsh/{base}\n" in solon("check", "mods/z").stdout


def test_who_wrote_a_line_that_was_put_in_is_shown(solon: Run, write: Write) -> None:
    write(mod("z", "lines: {rules: {hire: {effect: {hired: {after: gain 1 fish}}}}}\n"))
    shown = solon("show", "mods/z", "hire", "--effective").stdout
    assert re.search(r"effect.after \[hired\]: gain 1 fish +# mods/z/pack.yaml:4, by z\n", shown)


@pytest.mark.parametrize(
    ("patches", "removed"),
    [
        ("remove: {kinds: {card: [slots]}}\n", "kinds.card.slots"),
        ("remove: {kinds: [card]}\n", "kinds.card"),
        ("remove: {words: [tag]}\n", "words.tag"),
    ],
)
def test_what_went_with_something_names_who_removed_it(
    solon: Run, write: Write, patches: str, removed: str
) -> None:
    write(mod("z", patches))
    run = solon("check", "mods/z")
    assert run.returncode == 1
    first = run.stdout.split("\n\n")[0]
    assert f"`z` removes `{removed}` here: mods/z/pack.yaml:4:" in first
