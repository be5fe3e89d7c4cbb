"""Effects that are easy to get wrong: on most of them compiled form and oracle once differed."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import Pack, load_pack
from interpreter.engine.chance import Stream
from tests.oracle.lockstep import Lockstep
from tests.packs import CORPUS
from tests.rewriting import read_files, write_files

MARKET = CORPUS / "packs" / "market"

ENDS = ("", " at top", " at bottom")
EFFECTS = {
    "a rule in secret puts its price in reserve": """
        secretly for each seat in players:
            have seat offer_for stall_1_1 as mine
        set me.score to mine[me].offer
        """,
    "who was not asked in secret has nothing": """
        secretly for each seat in players where seat.gold > 3:
            seat chooses spot from stalls, never none
        if spot[me] is not nothing: set me.home to spot[me]
        lose 2 or all gold
        """,
    "nobody asked in secret": """
        secretly for each seat in players where seat.gold > 100:
            have seat offer_for stall_1_1
        gain 1 fame
        """,
    "the end of a zone is kept where hooks wait": """
        for each ware in wares:
            move ware to me.shelf at top
        """,
    "a limit holds where hooks wait": "move wares to me.hand",
    "things that move are listed once, and where to as well": """
        move square.deck to last(ranking of size(seat.shelf) for seat in players).shelf
        """,
    "the price of a set": """
        let most = 3
        choose taken from stalls taking up to most paying size(taken) gold, if none: leave rule
        set me.owned to taken
        """,
    "the price of a division": """
        let spot = stall_1_1
        choose n by dividing up to 3 among stall in stalls paying n[spot] gold, if none: leave rule
        set me.score to n[spot]
        """,
    "an order that cannot be paid": """
        choose row from orders of stalls paying square.days gold, if none: leave rule
        set me.path to row
        """,
    "names of a block end with it": """
        plan "A plan":
            choose deed from deeds where deed.rank > square.days, if none: let other = 1
            choose stall from stalls, never none
        set me.home to stall
        """,
    "what is performed is worked out before its cost is paid": """
        let spot = stall_1_3
        perform (if possible(haggle, spot) then haggle else loaf) with spot paying its cost
        """,
    "pieces that leave the place that they were found in": """
        place 1 goods of apple in me
        move 1 goods of apple from only(all p in players where p.goods[apple] > 0) to after(me)
        remove all goods of apple from only(all seat in players where seat.goods[apple] > 0)
        place 1 goods of apple in last(ranking of -seat.goods[apple] for seat in players)
        remove 1 goods of apple from only(all seat in players where seat.goods[apple] > 0)
        """,
    "a subject that its own change would move": """
        set last(ranking of seat.score for seat in players).score to 3
        """,
    "a definition acts instead of an event once": """
        place 4 or all men of me in stall_2_1
        remove 3 or all men of me from stall_2_1 for fire
        """,
    "made things begin as declared where hooks wait": """
        create token as fresh
        set me.score to fresh.size
        create token with (size: 5) as other
        if other.for_whom is me: set me.luck to other.size
        """,
    "what stands twice in a list is one option": """
        let row = line(stall_1_1, beside, 3)
        set me.path to row
        include stall_1_2 in me.path
        choose spot from me.path, never none
        set me.home to spot
        """,
    "a debt down to the floor": """
        may "Borrow?" paying 3 credit: gain 3 gold
        """,
    "a fault waits until it is met": """
        if square.days > 100: set me.home to first(line(stall_1_1, beside, 0))
        """,
}


@pytest.mark.parametrize("title", EFFECTS)
def test_an_effect(title: str, tmp_path: Path) -> None:
    files = read_files(MARKET)
    files["rules.yaml"]["rules"]["take_turn"]["effect"] = EFFECTS[title].replace("\n        ", "\n")
    files["rules.yaml"]["flow"][1]["do"] += "\nadd 1 to square.days"
    pack = load_pack(write_files(tmp_path / "market", MARKET, files), keep=False)
    for seed in range(6):
        Lockstep(pack, 2, {}, seed).play(Stream(seed, title).below, 60)


def test_made_things_that_last_for_a_step_leave_their_zones(tmp_path: Path) -> None:
    files = read_files(MARKET)
    kinds = files["model.yaml"]["kinds"]
    kinds["token"]["made"] = {"most": "4", "lasts": "turns"}
    kinds["player"]["zones"]["bag"] = {"of": "token"}
    files["rules.yaml"]["flow"][1] = {"step": "turns", "each": "players", "do": "take_turn"}
    files["rules.yaml"]["rules"]["take_turn"]["effect"] = (
        "set me.score to size(me.bag)\ncreate token as fresh\nfor each player in players:\n"
        "    move fresh to player.bag\n"
    )
    pack = load_pack(write_files(tmp_path / "market", MARKET, files), keep=False)
    assert Lockstep(pack, 2, {}, 1).play(Stream(1, "bags").below, 60) == "over"


DECKS = """\
kinds:
  player:
    plural: players
    zones: {hand: {of: card}, row: {of: card, ordered: yes}}
  card: {plural: cards}
cards: {a: {}, b: {}, c: {}, d: {}, e: {}}
globals:
  table:
    deck: {zone of: card, ordered: yes, seen by: nobody, start: all card in cards}
    pile: {zone of: card, ordered: yes}
    box: {zone of: card}
rules:
  play:
    effect: |
EFFECT
flow:
  - {step: turns, each: players, do: play}
"""
ORDERED = ("table.deck", "table.pile", "me.row")
ZONES = (*ORDERED, "table.box", "me.hand")


def shuffling(folder: Path, stream: Stream) -> Pack:
    """Return a pack of which each turn does ten things to shuffled zones."""

    def one_of(items: Sequence[str]) -> str:
        return items[stream.below(len(items))]

    def moving() -> str:
        zone = one_of(ZONES)
        return f"move {one_of('abcde')} to {zone}{one_of(ENDS) if zone in ORDERED else ''}"

    makers = (
        lambda: f"shuffle {one_of(ORDERED)}",
        lambda: f"swap {one_of('abcde')} with {one_of('abcde')}",
        moving,
        lambda: f"draw {one_of('12')} or all from {one_of(ORDERED)} to {one_of(ZONES)}",
        lambda: f"remove {one_of('abcde')}",
    )
    # shuffles, swaps and draws come twice as often, so that much is open, changes, and is asked
    lines = [makers[(0, 0, 1, 1, 2, 3, 3, 4)[stream.below(8)]]() for _ in range(10)]
    folder.mkdir()
    (folder / "pack.yaml").write_text(
        "{id: decks, title: Decks, version: 1.0.0, language: 1, players: {least: 2, most: 2}, "
        "licence: CC0-1.0, credits: [Solon], doc: a toy}\n"
    )
    effect = "\n".join(f"      {line}" for line in lines)
    (folder / "game.yaml").write_text(DECKS.replace("EFFECT", effect))
    return load_pack(folder, keep=False)


@pytest.mark.parametrize("seed", range(16))
def test_what_is_open_in_shuffled_zones(seed: int, tmp_path: Path) -> None:
    pack = shuffling(tmp_path / "decks", Stream(seed, "decks"))
    for ask_chance in (True, False):
        lockstep = Lockstep(pack, 2, {}, seed, ask_chance=ask_chance)
        assert lockstep.play(Stream(seed, "answers").below, 100) == "over"
