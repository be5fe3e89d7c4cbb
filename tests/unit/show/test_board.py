"""The board as a picture: places by arithmetic, labels that fit, XML that is well formed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise, product
from math import isclose, sqrt
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.lang import ir
from interpreter.show.board import Drawing, draw
from interpreter.show.board.colours import code_of, is_dark
from interpreter.show.board.drawing import scenes
from interpreter.show.board.lettering import LINE, fitted, width_of
from interpreter.show.board.marks import Box, Mark, Outline, Stroke, Writing
from interpreter.show.board.painting import Painter
from interpreter.show.board.reading import Readings
from interpreter.show.board.scene import Item, Scene

SVG = "{http://www.w3.org/2000/svg}"
MANIFEST = """\
id: harbour
title: Harbour & <sea>
version: 1.0.0
language: 1
players: {least: 2, most: 3}
licence: CC0-1.0
credits: [the test suite]
doc: a toy
"""
MODEL = """\
words:
  weather: [calm, storm]
kinds:
  player:
    plural: players
    fields:
      purse: {type: number, start: 3, seen by: player}
    zones:
      hand: {of: card, seen by: player, start: all card in cards where card.player is player}
      trunk: {of: card, seen by: player, size seen by: player}
  card:
    plural: cards
    fixed: {player: player, value: {type: number, start: 7}}
  dock:
    plural: docks
    fixed: {column: number, row: number}
    fields:
      sky: {type: weather or nothing}
      owner: {type: player or nothing}
    links:
      near: {to: dock, both ways: yes}
cards:
  card: {each: {player: players}}
docks:
  west: {title: West <&> End, column: 1, row: 2, near: [east], sky: storm, owner: player_2}
  east: {column: 3, row: 1, near: [south]}
  south: {column: 2, row: 4}
pieces:
  boats: {of: player, in: dock, supply: 9}
rules:
  wait_here:
    effect: |
      choose dock from docks "Where to?", never none
flow:
  - step: mooring
    each: players
    do: |
      place 2 boats of me in west
  - step: waiting
    each: players
    do: wait_here
"""
Draws = Callable[..., Pack]


@pytest.fixture
def harbour(tmp_path: Path) -> Draws:
    """Return the toy with a drawing of its own."""

    def load(board: str, model: str = MODEL) -> Pack:
        folder = tmp_path / "harbour"
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
        (folder / "game.yaml").write_text(model, encoding="utf-8")
        (folder / "board.yaml").write_text(board, encoding="utf-8")
        return load_pack(folder, keep=False)

    return load


def layers(*texts: str, panel: str = "") -> str:
    """Return a drawing of one panel with some layers."""
    return f"board:\n  all:\n    {panel or 'row: 1'}\n    layers:\n" + "\n".join(
        f"      - {text}" for text in texts
    )


def scene_of(pack: Pack, seat: int | None = None, players: int = 2) -> Scene:
    return all_scenes(pack, seat, players)[0]


def readings_of(pack: Pack, seat: int | None, players: int) -> Readings:
    game = Game(pack, players, 1)
    board = pack.spec.board
    assert board is not None
    return Readings(pack.drawing(players), board, game.view(seat).veiled())


def all_scenes(pack: Pack, seat: int | None = None, players: int = 2) -> list[Scene]:
    board = pack.spec.board
    assert board is not None
    return [scene for _, scene in scenes(board, readings_of(pack, seat, players))]


def marks_of(pack: Pack, seat: int | None = None, players: int = 2) -> list[Mark]:
    readings = readings_of(pack, seat, players)
    board = pack.spec.board
    assert board is not None
    return [m for _, scene in scenes(board, readings) for m in Painter(readings).marks(scene)]


def svg_of(pack: Pack, seat: int | None = None, players: int = 2) -> str:
    board = pack.spec.board
    assert board is not None
    view = Game(pack, players, 1).view(seat)
    return draw(Drawing(board, pack.drawing(players)), view, pack.title, "about")


def texts(svg: str) -> list[str]:
    return ["".join(one.itertext()) for one in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own


def places(items: list[Item]) -> list[tuple[float, float]]:
    return [(item.box.x, item.box.y) for item in items]


# ---- where things stand --------------------------------------------------------------------------


def test_a_centre_is_where_its_expressions_say(harbour: Draws) -> None:
    pack = harbour(layers('{draw: d, each: dock in docks, x: 10 * dock.row, "y": 5 - dock.column}'))
    # west is (1, 2), east (3, 1), south (2, 4); things stand in the order of their ids
    assert places(scene_of(pack).layers[0]) == [(10, 2), (40, 3), (20, 4)]


def test_cells_are_as_far_apart_as_they_are_large(harbour: Draws) -> None:
    layer = "{draw: d, each: dock in docks, column: dock.column, row: dock.row}"
    pack = harbour(layers(layer, panel="cell: 50"))
    assert places(scene_of(pack).layers[0]) == [(150, 50), (100, 200), (50, 100)]


def test_hexagons_of_a_grid_touch(harbour: Draws) -> None:
    shape = "shape: hexagon, size: 40"
    layer = f"{{draw: d, each: dock in docks, {shape}, column: dock.column, row: dock.row}}"
    pack = harbour(layers(layer, panel="cell: 40\n    grid: hexagons"))
    wide = 40 * sqrt(3) / 2
    east, south, west = scene_of(pack).layers[0]
    assert (east.box.width, east.box.height) == (wide, 40)
    for item, column, row in ((west, 1, 2), (east, 3, 1), (south, 2, 4)):
        assert isclose(item.box.x, wide * (column + row / 2))
        assert isclose(item.box.y, 30 * row)


def test_halves_are_numbers_too(harbour: Draws) -> None:
    pack = harbour(layers("{draw: d, x: 5 / 2, y: 7, shape: circle, size: 3 / 2}"))
    (item,) = scene_of(pack).layers[0]
    assert item.box == Box(2.5, 7, 1.5, 1.5)


def test_things_stand_at_others_wherever_those_are_drawn(harbour: Draws) -> None:
    pack = harbour(
        layers(
            "{draw: flag, at: west, shape: circle, x: 3}",
            "{draw: d, each: dock in docks, x: 100 * dock.column, y: 0}",
        )
    )
    assert places(scene_of(pack).layers[0]) == [(103, 0)]


def test_over_covers_all_of_its_things(harbour: Draws) -> None:
    pack = harbour(
        layers(
            "{draw: d, each: dock in docks, x: 100 * dock.column, y: dock.row, shape: square,"
            " size: 10}",
            "{draw: both, over: '(west, east)', shape: rectangle}",
            "{draw: nobody, over: all dock in docks where dock.row > 9, shape: rectangle}",
        )
    )
    scene = scene_of(pack)
    # from 95 to 305, and from 1 - 5 to 2 + 5
    assert [item.box for item in scene.layers[1]] == [Box(200, 1.5, 210, 11)]
    assert scene.layers[2] == []


def test_a_line_joins_two_things_once(harbour: Draws) -> None:
    pack = harbour(
        layers(
            "{draw: ways, each: dock in docks, shape: line, from: dock, to: dock.near, size: 5}",
            "{draw: d, each: dock in docks, x: 10 * dock.column, y: 10 * dock.row}",
        )
    )
    strokes = [mark for mark in marks_of(pack) if isinstance(mark, Stroke)]
    east, south, west = (30, 10), (20, 40), (10, 20)
    found = {frozenset((one.start, one.end)) for one in strokes}
    assert found == {frozenset((east, west)), frozenset((east, south))}
    assert [one.thick for one in strokes] == [5, 5]


def test_rows_are_centred(harbour: Draws) -> None:
    pack = harbour(
        layers("{draw: n, each: {n: 1 to 5}, shape: square, size: 10, x: 100, y: 50, across: 3}")
    )
    # three of 10 with gaps of 3 are 36 wide, two rows are 23 high
    first, second = 50 - 6.5, 50 + 6.5
    assert places(scene_of(pack).layers[0]) == [
        (87, first), (100, first), (113, first), (93.5, second), (106.5, second),
    ]  # fmt: skip


def test_what_is_inside_is_counted_from_the_centre(harbour: Draws) -> None:
    pack = harbour(
        layers(
            "{draw: d, each: dock in docks, x: 100 * dock.column, y: 0, inside:"
            " [{draw: i, x: 0 - 7, y: 4,"
            " each: 'player in players where dock.boats[player] > 0'}]}"
        )
    )
    scene = scene_of(pack)
    assert [places(item.inside[0]) for item in scene.layers[0]] == [[], [], [(93, 4), (93, 4)]]


def test_what_has_no_position_inside_stands_side_by_side_and_fits(harbour: Draws) -> None:
    layer = (
        "{draw: d, each: dock in docks, shape: square, size: 20, x: 100 * dock.column, y: 0,"
        " inside: [{draw: i, shape: circle, size: 30, each: player in players}]}"
    )
    scene = scene_of(harbour(layers(layer)), players=3)
    for dock in scene.layers[0]:
        inner = [item.box for item in dock.inside[0]]
        assert len(inner) == 3
        assert all(one.left >= dock.box.left and one.right <= dock.box.right for one in inner)
        assert all(one.top >= dock.box.top and one.bottom <= dock.box.bottom for one in inner)
        for one, other in pairwise(inner):
            assert one.right < other.left or one.bottom < other.top


def test_a_polygon_has_its_points(harbour: Draws) -> None:
    pack = harbour(layers("{draw: p, shape: polygon, points: '(0, 0, 30, 0, 30, 40)', paint: red}"))
    (mark,) = marks_of(pack)
    assert isinstance(mark, Outline)
    assert mark.corners == ((0, 0), (30, 0), (30, 40))


def test_a_condition_leaves_things_out(harbour: Draws) -> None:
    pack = harbour(layers("{draw: d, each: dock in docks, when: dock.row < 3, x: dock.row, y: 0}"))
    assert places(scene_of(pack).layers[0]) == [(1, 0), (2, 0)]


def test_what_a_condition_proves_can_be_used(harbour: Draws) -> None:
    board = layers(
        "{draw: d, each: dock in docks where dock.owner is not nothing, x: 0, y: 0,"
        ' label: "{dock.boats[dock.owner]}"}',
        "{draw: e, each: dock in docks, when: dock.owner is not nothing, x: 0, y: 0,"
        ' label: "{dock.boats[dock.owner]}"}',
    )
    scene = scene_of(harbour(board))
    assert [[item.label for item in items] for items in scene.layers] == [[("2",)], [("2",)]]


def test_panels_stand_in_rows_and_do_not_overlap(harbour: Draws) -> None:
    layer = "layers: [{draw: d, shape: square, size: 80, x: 0, y: 0}]"
    board = (
        f"board:\n  b: {{row: 2, {layer}}}\n  a: {{row: 1, column: 2, {layer}}}\n"
        f"  c: {{row: 1, {layer}}}\n"
        f'  d: {{row: 3, each: player in players, across: 2, title: "{{player}}", {layer}}}\n'
    )
    svg = svg_of(harbour(board), players=3)
    root = ET.fromstring(svg)  # noqa: S314 - our own
    frames = [
        tuple(float(one.attrib[key]) for key in ("x", "y", "width", "height"))
        for one in root.iter(f"{SVG}rect")
        if one.attrib["class"] == "panel"
    ]
    assert len(frames) == 6
    (c, a), b, (d1, d2, d3) = frames[:2], frames[2], frames[3:]
    assert c[1] == a[1]
    assert c[0] < a[0]
    assert b[1] > a[1]
    assert (d1[1], d1[0]) == (d2[1], d3[0])
    assert d3[1] > d1[1]
    for one in frames:
        for other in frames:
            beside = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
            assert one is other or beside or one[1] + one[3] <= other[1] or other[1] < one[1]
    assert [text for text in texts(svg) if text.startswith("player")] == [
        "player 1", "player 2", "player 3",
    ]  # fmt: skip


# ---- what is written -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("{dock.row}", "2"),
        ("row {dock.row}, column {dock.column}", "row 2, column 1"),
        ("{dock}", "West <&> End"),
        ("{dock.sky}", "storm"),
        ("{dock.near}", "east"),
        ("{dock.row / 2 + 1 / 2}", "1.5"),
        ("{dock.row is 2}", "yes"),
        ("near {all other in docks where other.row > 9}", ""),
        ("{if dock.row > 9 then dock.sky else nothing}", ""),
        ("as  it   is", "as it is"),
    ],
)
def test_what_a_brace_says(harbour: Draws, label: str, written: str) -> None:
    where = "dock in docks where dock is west"
    pack = harbour(layers(f'{{draw: d, each: {where}, x: 0, y: 0, label: "{label}"}}'))
    (item,) = scene_of(pack).layers[0]
    assert item.label == (written,)


def test_nothing_of_a_pack_is_markup(harbour: Draws) -> None:
    board = layers(
        "{draw: d, each: dock in docks, shape: card, x: 200 * dock.column, y: 0, size: 150,"
        ' label: "<b onload=x>{dock}&", legend: "a < b & c"}'
    )
    svg = svg_of(harbour(board))
    assert "<b " not in svg
    assert "Harbour & <sea>" in texts(svg)
    assert "<b onload=x>West <&> End&" in " ".join(texts(svg))
    assert "a < b & c" in texts(svg)
    tags = {one.tag.removeprefix(SVG) for one in ET.fromstring(svg).iter()}  # noqa: S314 - our own
    assert tags <= {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "g",
        "text",
        "line",
        "polygon",
        "ellipse",
    }


def test_a_label_stays_in_its_shape(harbour: Draws) -> None:
    long = "Incomprehensibilities of the mooring of unreasonably wide boats"
    shapes = ["circle", "square", "card", "hexagon", "flat hexagon", "diamond"]
    wanted = list(product(shapes, (12, 40, 90), ("middle", "top", "bottom")))
    pack = harbour(
        layers(
            *(
                f"{{draw: d, shape: {shape}, size: {size}, x: 0, y: 0, label at: {place},"
                f" label: {long}}}"
                for shape, size, place in wanted
            )
        )
    )
    outline, shapes_seen, lines_seen = None, 0, 0
    for mark in marks_of(pack):
        if isinstance(mark, Outline):
            outline = mark
            shapes_seen += 1
            continue
        assert isinstance(mark, Writing)
        assert outline is not None
        lines_seen += 1
        assert width_of(mark.text, mark.size) <= mark.width + 1e-6 <= outline.box.width
        assert mark.box.top >= outline.box.top
        assert mark.box.bottom <= outline.box.bottom
    assert shapes_seen == len(wanted)
    assert lines_seen > len(wanted)


def test_a_label_is_broken_then_made_smaller_then_cut() -> None:
    words = "one two three"
    wide = width_of(words, 12)
    assert fitted([words], wide, 12 * LINE, 12).lines == (words,)
    broken = fitted([words], wide * 0.7, 24 * LINE, 12)
    assert (" ".join(broken.lines), len(broken.lines), broken.size) == (words, 2, 12)
    smaller = fitted([words], wide * 0.75, 12 * LINE, 12)
    assert smaller.lines == (words,)
    assert 8 <= smaller.size < 12
    cut = fitted([words], wide * 0.3, 8 * LINE, 12)
    assert len(cut.lines) == 1
    assert cut.lines[0].endswith("…")
    assert width_of(cut.lines[0], cut.size) <= wide * 0.3
    assert fitted([words], 1, 1, 12).lines == ()


def test_letters_can_be_read_on_every_colour() -> None:
    def light(colour: str) -> float:
        parts = [int(code_of(colour)[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        straight = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * straight[0] + 0.7152 * straight[1] + 0.0722 * straight[2]

    for colour in ir.boards.COLOURS:
        ink = "#ffffff" if is_dark(colour) else "#1a1a1a"
        bright, dim = sorted((light(colour), light(ink)), reverse=True)
        # what WCAG 2 asks of large letters and of signs
        assert (bright + 0.05) / (dim + 0.05) >= 3, colour


# ---- colours and the legend ----------------------------------------------------------------------


def test_colours_come_from_palettes(harbour: Draws) -> None:
    board = (
        "palettes:\n  player: {player_2: '#123456'}\n  weather: {calm: white}\n"
        + layers(
            "{draw: d, each: dock in docks, shape: circle, x: 0, y: 0, colour: dock.sky}",
            "{draw: e, each: player in players, shape: circle, x: 0, y: 0, colour: player}",
            "{draw: f, shape: circle, x: 0, y: 0, paint: pale blue}",
        )
    )  # fmt: skip
    colours = [mark.colour for mark in marks_of(harbour(board)) if isinstance(mark, Outline)]
    # no sky is no colour, a storm is not in the palette, nor is the first player
    assert colours == [None, None, "grey", "grey", "#123456", "pale blue"]
    assert code_of("#123456") == "#123456"


def test_without_a_palette_things_differ(harbour: Draws) -> None:
    board = layers("{draw: e, each: dock in docks, shape: circle, x: 0, y: 0, colour: dock}")
    colours = [mark.colour for mark in marks_of(harbour(board)) if isinstance(mark, Outline)]
    assert len(set(colours)) == 3


def test_the_legend_has_what_was_drawn(harbour: Draws) -> None:
    board = layers(
        "{draw: e, each: player in players where player is player_2, shape: circle, x: 0, y: 0,"
        " colour: player, legend: Boats of}",
        "{draw: f, shape: square, x: 0, y: 0, legend: A square}",
        "{draw: g, shape: square, x: 0, y: 0, when: no, legend: Never}",
    )
    written = texts(svg_of(harbour(board)))
    assert "Boats of:" in written
    assert "A square" in written
    assert "Never" not in written
    assert ("player 1" in written, "player 2" in written) == (False, True)


# ---- what is not seen ----------------------------------------------------------------------------


def test_what_is_hidden_is_a_question_mark(harbour: Draws) -> None:
    board = layers(
        '{draw: p, each: player in players, x: 0, y: 0, label: "{player.purse} coins"}',
        '{draw: h, x: 0, y: 0, label: "{size(player_1.hand)} of {player_1.hand}"}',
        '{draw: t, x: 0, y: 0, label: "{size(player_1.trunk)}"}',
        "{draw: c, each: player in players, shape: circle, x: 0, y: 0, colour: player.purse is 3}",
    )
    pack = harbour(board)

    def labels(seat: int | None) -> list[list[str]]:
        return [[item.label[0] for item in items] for items in scene_of(pack, seat).layers[:3]]

    assert labels(0) == [["3 coins", "? coins"], ["1 of card 1"], ["0"]]
    assert labels(1) == [["? coins", "3 coins"], ["1 of ?"], ["?"]]
    assert labels(None) == [["? coins", "? coins"], ["1 of ?"], ["?"]]
    colours = [mark.colour for mark in marks_of(pack, 0) if isinstance(mark, Outline)]
    assert len(colours) == 2
    assert colours[0] != "grey"
    assert colours[1] == "grey"


def test_things_in_a_hidden_zone_are_as_many_question_marks(harbour: Draws) -> None:
    board = (
        "board:\n  hands:\n    each: player in players\n    layers:\n"
        "      - {draw: hand, each: card in player.hand, shape: card, width: 30, height: 50,"
        ' x: 0, y: 0, across: 3, label: "{card.value}"}\n'
    )
    pack = harbour(board)
    mine, other = all_scenes(pack, 0)
    assert [(item.label, item.unseen) for item in mine.layers[0]] == [(("7",), False)]
    assert [(item.label, item.unseen) for item in other.layers[0]] == [(("?",), True)]
    assert other.layers[0][0].box == Box(0, 0, 30, 50)
    assert texts(svg_of(pack, 0)).count("7") == 1


def test_where_the_place_or_the_condition_is_hidden_nothing_is_drawn(harbour: Draws) -> None:
    board = layers(
        "{draw: a, each: player in players, x: player.purse, y: 0}",
        "{draw: b, each: player in players where player.purse is 3, x: 1, y: 0}",
        "{draw: c, each: player in players, when: player.purse is 3, x: 1, y: 0}",
        "{draw: d, each: card in player_2.hand where card.value is 7, x: 1, y: 0}",
    )
    pack = harbour(board)
    assert [len(items) for items in scene_of(pack, 0).layers] == [1, 1, 1, 0]
    assert [len(items) for items in scene_of(pack, 1).layers] == [1, 1, 1, 1]
    assert [len(items) for items in scene_of(pack, None).layers] == [0, 0, 0, 0]


# ---- the pack ------------------------------------------------------------------------------------


def test_a_drawing_changes_no_game(harbour: Draws) -> None:
    first = harbour(layers("{draw: d, x: 0, y: 0}"))
    second = harbour(layers("{draw: d, x: 1, y: 0, shape: circle}"))
    other = harbour(layers("{draw: d, x: 1, y: 0}"), MODEL.replace("start: 3", "start: 4"))
    assert first.hash == second.hash
    assert first.hash != other.hash
    assert first.program(2).source == second.program(2).source


def test_a_long_range_is_drawn_to_its_thousandth_step(harbour: Draws) -> None:
    pack = harbour(layers("{draw: d, each: {n: 1 to 900000000}, x: n, y: 0}"))
    assert len(scene_of(pack).layers[0]) == 1000
