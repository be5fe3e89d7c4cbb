"""The Age of Atlantis at a seat: what can be told although three stacks lie face down."""

from interpreter import Game, load_pack
from tests.packs import REPOSITORY


def test_a_seat_is_told_the_damage_of_an_attack_while_a_boss_is_face_down() -> None:
    game = Game(load_pack(REPOSITORY / "content" / "age"), players=4, seed=5)
    landed = [card for space in game.view(0).data["space"].values() for card in space["cards"]]
    assert len(landed) == 6  # four players begin with two territories of three cards
    for card in landed:
        told = game.contributions("damage", "worker_1_1", card, seat=0)
        assert told.value == 2, card  # the strength of an Atlantean on foot
