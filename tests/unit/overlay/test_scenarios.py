"""The scenarios of overlays: whose they are, and that their names trouble nobody."""

from pathlib import Path

import pytest

from interpreter import Pack, PackError, load_pack
from interpreter.pipeline import check_scenarios

BASE = {
    "pack.yaml": """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 3}
licence: CC0-1.0
credits: [nobody]
doc: A toy.
""",
    "game.yaml": """\
globals: {table: {round: {type: number, start: 1}, stones: {type: number, start: 5}}}
rules:
  turn: {effect: "add 1 to table.round"}
flow:
  - {step: turns, do: turn}
score: table.round + table.stones
""",
    "scenarios/first.yaml": """\
scenarios:
  begin:
    players: 3
    when: turn
    then: [table.round is 2, player_3 in players]
  stones: {when: turn, then: [table.stones is 5]}
""",
}
FEWER = """\
id: fewer
title: Fewer
version: 1.0.0
extends: {toy: 1.x}
change:
  pack: {players: {most: 2}}
scenarios:
  begin: {when: turn, then: [size(players) is 2]}
"""
FASTER = """\
id: faster
title: Faster
version: 1.0.0
extends: {toy: 1.x}
wrap: {rules: {turn: {effect: {after: add 1 to table.round}}}}
scenarios:
  begin: {players: 3, when: turn, then: [table.round is 3]}
"""
ON_FASTER = """\
id: fastest
title: Fastest
version: 1.0.0
extends: {faster: 1.x}
wrap: {rules: {turn: {effect: {after: add 1 to table.round}}}}
scenarios:
  rush: {when: turn, then: [table.round is 4]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the pack `toy` and the mods beside it."""
    files = {f"toy/{name}": text for name, text in BASE.items()}
    for name, text in (("fewer", FEWER), ("faster", FASTER), ("fastest", ON_FASTER)):
        files[f"{name}/pack.yaml"] = text
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def own(pack: Pack) -> list[tuple[str, str]]:
    """Return the scenarios of a pack: name and folder."""
    return [(one.name.text, Path(one.name.span.source.name).parent.name) for one in pack.scenarios]


def test_a_pack_has_its_scenarios(folder: Path) -> None:
    assert own(load_pack(folder / "toy")) == [("begin", "scenarios"), ("stones", "scenarios")]


@pytest.mark.parametrize(
    ("mods", "wanted"),
    [
        (["fewer"], [("begin", "fewer")]),
        (["faster"], [("begin", "faster")]),
        # It brings another along, whose scenarios hold without it only.
        (["fastest"], [("rush", "fastest")]),
        (["fewer", "faster"], []),
    ],
    ids=["two_seats", "a_change", "one_that_needs_another", "two_together"],
)
def test_an_overlay_has_its_own(
    folder: Path, mods: list[str], wanted: list[tuple[str, str]]
) -> None:
    pack = load_pack(folder / "toy", mods=[folder / mod for mod in mods])
    assert own(pack) == wanted
    # A third player, of whom a scenario of the base speaks, is missed by nobody.
    assert check_scenarios(pack) == ()


def test_a_wrong_scenario_of_an_overlay_is_found(folder: Path) -> None:
    path = folder / "faster" / "pack.yaml"
    path.write_text(FASTER.replace("table.round is 3", "table.rund is 3"), encoding="utf-8")
    (finding,) = check_scenarios(load_pack(folder / "faster"))
    assert finding.code == "E503"
    path.write_text(FASTER.replace("when:", "wenn:"), encoding="utf-8")
    with pytest.raises(PackError) as raised:
        load_pack(folder / "faster")
    assert "E201" in [one.code for one in raised.value.diagnostics]
