"""Chance that is asked: what can come and how likely it is, whatever is done to a shuffled zone."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from interpreter import Game, Pack, load_pack

MANIFEST = """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 1, most: 1}
licence: CC0-1.0
credits: [Solon]
doc: Four cards, three of them in a deck.
"""
MODEL = """\
kinds:
  player:
    plural: players
    zones:
      hand: {of: card}
  card:
    plural: cards
    fields:
      turn: {type: number, doc: when it came into the hand}
cards:
  ann: {}
  bob: {}
  cid: {}
  dot: {}
globals:
  table:
    deck:
      zone of: card
      ordered: yes
      seen by: nobody
      start: all card in cards where card is not dot
    pile: {zone of: card, start: all card in cards where card is dot}
    turn: {type: number}
rules:
  take:
    effect: |
      draw 1 from table.deck to me.hand as taken
      for each card in taken:
          add 1 to table.turn
          set card.turn to table.turn
flow:
  - step: play
    each: players
    do: |
"""


def pack_of(folder: Path, effect: str) -> Pack:
    (folder / "pack.yaml").write_text(MANIFEST)
    lines = "".join(f"      {line}\n" for line in effect.splitlines())
    (folder / "game.yaml").write_text(MODEL + lines)
    return load_pack(folder)


def hands(pack: Pack) -> dict[tuple[str, ...], Fraction]:
    """Return how likely each order of the cards in the hand is."""
    found: Counter[tuple[str, ...]] = Counter()
    waiting = [(Game(pack, chance="ask", forced="ask"), Fraction(1))]
    while waiting:
        game, share = waiting.pop()
        if game.decision is None:
            cards = game.view(0).data["card"]
            came = [name for name in cards if int(cards[name]["turn"]) > 0]
            found[tuple(sorted(came, key=lambda name: int(cards[name]["turn"])))] += share
            continue
        assert game.decision.chance
        for option in game.decision.options:
            below = game.copy()
            below.play(option.number)
            waiting.append((below, share * option.probability))
    return dict(found)


DECK = tuple(permutations(("ann", "bob", "cid")))


def test_a_card_put_below_shuffled_ones_comes_last(tmp_path: Path) -> None:
    effect = "shuffle table.deck\nmove dot to table.deck at bottom\ntake\ntake\ntake\ntake"
    expected = {(*order, "dot"): Fraction(1, 6) for order in DECK}
    assert hands(pack_of(tmp_path, effect)) == expected


def test_a_card_put_on_shuffled_ones_comes_first(tmp_path: Path) -> None:
    effect = "take\nshuffle table.deck\nmove ann to table.deck at top\ntake\ntake"
    # ann came first and comes again: the order of the other two is open
    expected = {("ann", "bob"): Fraction(1, 2), ("ann", "cid"): Fraction(1, 2)}
    assert hands(pack_of(tmp_path, effect)) == expected


def test_a_card_that_leaves_a_shuffled_zone_is_not_drawn(tmp_path: Path) -> None:
    effect = (
        "shuffle table.deck\nmove dot to table.deck at bottom\n"
        "move bob to table.pile\nmove dot to table.pile\ntake\ntake"
    )
    expected = {("ann", "cid"): Fraction(1, 2), ("cid", "ann"): Fraction(1, 2)}
    assert hands(pack_of(tmp_path, effect)) == expected


def test_a_card_comes_into_an_undecided_place(tmp_path: Path) -> None:
    # dot takes bob's place, wherever that is: three cards in an order that nobody knows
    effect = "shuffle table.deck\nswap bob with dot\ntake\ntake\ntake"
    expected = {order: Fraction(1, 6) for order in permutations(("ann", "cid", "dot"))}
    assert hands(pack_of(tmp_path, effect)) == expected


@pytest.mark.parametrize("pair", ["ann with dot", "dot with ann"])
def test_a_known_place_and_an_undecided_one_change_cards(tmp_path: Path, pair: str) -> None:
    start = "shuffle table.deck\nmove dot to table.deck at"
    rest = tuple(permutations(("bob", "cid", "dot")))
    below = pack_of(tmp_path, f"{start} bottom\nswap {pair}\ntake\ntake\ntake\ntake")
    assert hands(below) == {(*order, "ann"): Fraction(1, 6) for order in rest}
    above = pack_of(tmp_path, f"{start} top\nswap {pair}\ntake\ntake\ntake\ntake")
    assert hands(above) == {("ann", *order): Fraction(1, 6) for order in rest}


def test_two_undecided_places_stay_undecided(tmp_path: Path) -> None:
    effect = "shuffle table.deck\nswap ann with cid\ntake\ntake\ntake"
    assert hands(pack_of(tmp_path, effect)) == dict.fromkeys(DECK, Fraction(1, 6))


def test_what_has_no_order_is_not_counted(tmp_path: Path) -> None:
    # every slot makes a copy of the game slower: the deck is counted, the pile and the hand are not
    assert len(Game(pack_of(tmp_path, "take")).program.layout.chance_counters) == 1


def test_an_order_that_is_not_shuffled_is_not_asked(tmp_path: Path) -> None:
    assert hands(pack_of(tmp_path, "take\ntake")) == {("ann", "bob"): Fraction(1)}
    assert Game(pack_of(tmp_path, "take\ntake"), chance="ask", forced="ask").answers == ()
    assert Game(pack_of(tmp_path, "take\ntake"), chance="ask", forced="ask").over


@pytest.mark.parametrize(
    "look",
    [
        "let top = first(table.deck)",
        "let top = last(all card in table.deck where card is not dot)",
    ],
)
def test_an_order_that_is_looked_at_is_asked_before(tmp_path: Path, look: str) -> None:
    effect = f"shuffle table.deck\n{look}\nmove top to table.deck at top\ntake\ntake"
    found = hands(pack_of(tmp_path, effect))
    assert sum(found.values()) == 1
    assert set(found.values()) == {Fraction(1, 6)}


def test_a_count_does_not_ask_for_the_order(tmp_path: Path) -> None:
    effect = "shuffle table.deck\nif size(table.deck) is 3 and ann in table.deck: take"
    game = Game(pack_of(tmp_path, effect), chance="ask", forced="ask")
    game.play(game.legal[0])
    # one card of three was asked for, and no order
    assert game.over
    assert len(game.answers) == 1
