"""Labels: what a person reads of the things offered, and nothing that the seat does not see."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack
from interpreter.cli.play import drawing_of
from interpreter.play.choosing import UnclearError, answers, find, reason_against
from interpreter.play.console import Console
from interpreter.play.terminal import TerminalGame
from interpreter.show.labels import Labels

MANIFEST = """\
id: pier
title: Pier
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
credits: [the test suite]
doc: a toy
"""
MODEL = """\
words:
  weather: [calm, high_storm]
kinds:
  player:
    plural: players
    zones:
      hand: {of: card, seen by: player, start: all card in cards where card.player is player}
  card:
    plural: cards
    fixed: {player: player, value: {type: number, start: 7}}
  dock:
    plural: docks
    fixed: {depth: number}
    fields:
      sky: {type: weather or nothing}
      chest: {type: number, start: 5, seen by: nobody}
cards:
  card: {each: {player: players}}
docks:
  west: {title: West End, depth: 3, sky: high_storm}
  east: {depth: 12}
rules:
  choose_all:
    effect: |
      choose dock from docks "Where?", never none
      choose card from cards "Whose?", never none
      choose docks_left from docks taking 1 to 2 "Which?", never none
      may choose depth from 1 to 3 "How deep?"
flow:
  - step: choosing
    do: have player_1 choose_all
"""
Piers = Callable[[str], Pack]


@pytest.fixture
def pier(tmp_path: Path) -> Piers:
    def made(labels: str) -> Pack:
        (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
        (tmp_path / "model.yaml").write_text(MODEL + labels, encoding="utf-8")
        return load_pack(tmp_path)

    return made


def read(game: Game) -> list[str]:
    """Return what a person reads of the options that are open."""
    decision = game.decision
    assert decision is not None
    return [option.label for option in Labels(drawing_of)(game, decision).options]


def test_a_label_is_worked_out_of_the_thing(pier: Piers) -> None:
    game = Game(pier('labels: {dock: "{dock} is {dock.depth * 2} deep"}\n'), 2, 0)
    assert read(game) == ["east is 24 deep", "West End is 6 deep"]


def test_a_part_whose_braces_say_nothing_is_left_out(pier: Piers) -> None:
    game = Game(pier('labels: {dock: ["{dock}", "sky: {dock.sky}", "a dock"]}\n'), 2, 0)
    assert read(game) == ["east, a dock", "West End, sky: high storm, a dock"]


def test_a_label_that_says_nothing_leaves_the_title(pier: Piers) -> None:
    game = Game(pier('labels: {dock: "{dock.sky}"}\n'), 2, 0)
    assert read(game) == ["east", "high storm"]


def test_what_the_seat_does_not_see_is_a_question_mark(pier: Piers) -> None:
    labels = (
        "labels:\n"
        '  dock: "{dock}, {dock.chest}"\n'
        '  card: "{card in card.player.hand}"\n'
    )  # fmt: skip
    game = Game(pier(labels), 2, 0)
    assert read(game) == ["east, ?", "West End, ?"]
    game.play(0)
    assert read(game) == ["yes", "?"]


def test_labels_follow_the_state_and_what_is_answered_already(pier: Piers) -> None:
    game = Game(pier('labels: {dock: "pier {dock.depth}"}\n'), 2, 0)
    game.play(0)
    game.play(0)
    game.play(0)
    decision = game.decision
    assert decision is not None
    assert decision.partial == ("east",)
    labelled = Labels(drawing_of)(game, decision)
    assert labelled.partial == ("pier 12",)
    # what ends a choice of several is no thing
    assert [option.label for option in labelled.options] == ["pier 3", "done"]


def test_numbers_and_other_kinds_have_their_own_words(pier: Piers) -> None:
    pack = pier('labels: {dock: "pier {dock.depth}"}\n')
    game = Game(pack, 2, 0)
    game.play(0)
    assert read(game) == ["card 1", "card 2"]
    for number in (0, 0, -2):
        game.play(number)
    assert read(game) == ["1", "2", "3", "decline"]


def test_a_pack_without_labels_says_what_it_said(pier: Piers) -> None:
    game = Game(pier(""), 2, 0)
    assert drawing_of(game) is None
    assert read(game) == ["east", "West End"]


def test_what_is_typed_may_be_a_part_of_a_label(pier: Piers) -> None:
    game = Game(pier('labels: {dock: "the pier {dock.depth} deep"}\n'), 2, 0)
    assert game.decision is not None
    decision = Labels(drawing_of)(game, game.decision)
    assert find("3 deep", decision).id == "west"
    assert answers("12 deep", game, decision) == (0,)
    assert answers("west", game, decision) == (1,)
    assert reason_against("12 deep", game, decision) == "it is among the options"
    with pytest.raises(UnclearError, match="could be the pier 12 deep or the pier 3 deep"):
        answers("pier", game, decision)


def sitting(game: Game, *typed: str) -> str:
    """Return the screen after people typed; the next question is left: quit, and do not save."""
    lines, out = iter(["", *typed, "quit", "n"]), io.StringIO()
    console = Console(lambda _: next(lines), out)
    TerminalGame(
        game, [None, None], console, name="pier", command="", limit=9, labelled=Labels(drawing_of)
    ).run()
    return out.getvalue()


def test_a_person_at_a_terminal_reads_and_types_labels(pier: Piers) -> None:
    game = Game(pier('labels: {dock: "pier {dock.depth}"}\n'), 2, 0)
    screen = sitting(game, "why pier 3", "pier 3")
    assert "  1 pier 12\n  2 pier 3\n" in screen
    assert "it is among the options" in screen
    assert game.version == 1


def test_what_stands_before_an_option_means_it_whatever_numbers_are_in_labels(pier: Piers) -> None:
    # the list reads "1 2" and "2 1"
    game = Game(pier('labels: {dock: "{if dock.depth > 3 then 2 else 1}"}\n'), 2, 0)
    assert game.decision is not None
    decision = Labels(drawing_of)(game, game.decision)
    assert [option.label for option in decision.options] == ["2", "1"]
    assert [find(place, decision).id for place in ("1", "2")] == ["east", "west"]


def test_a_label_that_breaks_stops_no_game(pier: Piers) -> None:
    game = Game(pier('labels: {dock: "{6 / (dock.depth - 3) rounded down}"}\n'), 2, 0)
    screen = sitting(game, "west")
    assert "the labels of the pack break here" in screen
    assert "  1 east\n  2 West End\n" in screen
    assert game.version == 1


def test_labels_are_no_part_of_the_hash(pier: Piers) -> None:
    assert pier("").hash == pier('labels: {dock: "pier {dock.depth}"}\n').hash


def test_an_overlay_may_change_a_label(pier: Piers, tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "deep.yaml").write_text(
        "id: deep\ntitle: Deep\n"
        'change: {labels: {dock: "deep {dock.depth}"}}\n'
        'add: {labels: {card: "card of {card.player}"}}\n',
        encoding="utf-8",
    )
    pier('labels: {dock: "pier {dock.depth}"}\n')
    game = Game(load_pack(tmp_path, variants=["deep"]), 2, 0)
    assert read(game) == ["deep 12", "deep 3"]
    game.play(0)
    assert read(game) == ["card of player 1", "card of player 2"]
