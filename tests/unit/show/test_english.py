"""Effects said back in English: what a designer reads beside the printed text."""

from pathlib import Path

import pytest

from interpreter.lang import parser
from interpreter.lang.vocabulary import FUNCTIONS, OPERATIONS
from interpreter.show import english
from interpreter.source import LocatedText

CORPUS = Path(__file__).parents[2] / "corpus" / "effects" / "identity.txt"


def said(text: str) -> str:
    body, findings = parser.parse_effect(LocatedText.plain(text))
    assert not findings
    assert body is not None
    return english.effect_in_english(body).rstrip("\n")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("gain 3 points", "Gain 3 points."),
        ("lose 3 or all points", "Lose 3 (or as many as there are) points."),
        ("have loser pay 2 points", "Loser has to pay 2 points."),
        (
            "have each player in players gain 1 points",
            "Each player has to gain 1 points.",
        ),
        ("place 2 pawns of me in area", "Place 2 pawns of you from the supply in area."),
        (
            "remove all pawns of loser from area for attack",
            "Take all pawns of loser from area back to the supply (for attack).",
        ),
        ("remove card", "Take card out of play."),
        ("move card to game.deck at bottom", "Move card to game's deck, at the bottom."),
        ("reveal card", "Show card to everybody."),
        ("reveal card to winner", "Show card to winner."),
        ("draw 2 from game.deck to me.hand", "Draw 2 from game's deck to your hand."),
        ("roll six as face", "Roll six (called face from here on)."),
        (
            "perform card for me paying its cost",
            "Do what card says, for you, paying its cost.",
        ),
        ("score_area area for loser", "Score area area for loser."),
        ("add 1 to game.round", "Add 1 to game's round."),
        (
            "let open = all area in areas where area.owner is nothing",
            "Let open be all areas where area has no owner.",
        ),
        ("set price to a + b * 2", "Set price to (a plus (b times 2))."),
        (
            "if me.hand is not empty and card in (joker, king): win",
            "If your hand is not empty and card is one of joker or king: win the game.",
        ),
        (
            "if not (any card in me.hand where card.price > 3): next\nelse: end game",
            (
                "If there is no card among your hand where card's price is more than 3: "
                "go on with the next round.\n"
                "Otherwise: the game ends."
            ),
        ),
        (
            'choose card from me.hand paying 1 points "Which?", if none: leave rule',
            (
                "Choose card, one of your hand, paying 1 points (“Which?”).\n"
                "If there is none: stop here."
            ),
        ),
        (
            "winner may choose card from me.hand, otherwise: nothing",
            "Winner may choose card, one of your hand.\nOtherwise: nothing happens.",
        ),
        ("choose cards from me.hand taking up to 2", "Choose cards, up to 2 of your hand."),
        (
            "choose bid from 0 to me.points where bid is not 3",
            "Choose bid, a number from 0 to your points where bid is not 3.",
        ),
        (
            "choose lost by dividing 3 or all among area in areas up to 2 each",
            "Choose lost, dividing 3 (or as many as there are) among each area, at most 2 each.",
        ),
        (
            'choose one of "Pay":\n    "1 point" paying 1 points: nothing\n    if none: leave rule',
            (
                "Choose one of these (“Pay”):\n    “1 point” for 1 points: nothing happens.\n"
                "    If there is none: stop here."
            ),
        ),
        (
            'may "Keep it?" paying 1 points: remove card\notherwise: next',
            (
                "You may do this for 1 points (“Keep it?”): take card out of play.\n"
                "Otherwise: go on with the next round."
            ),
        ),
        (
            "for each area in areas where area.owner is me:\n    gain 1 points\n    next",
            (
                "For each area where area's owner is you:\n    Gain 1 points.\n"
                "    Go on with the next round."
            ),
        ),
        (
            "repeat up to 3 times while me.points > 0: pay 1 points",
            "Up to 3 times, as long as your points is more than 0: pay 1 points.",
        ),
        ("repeat 1 times: pay 1 points", "Once: pay 1 points."),
        (
            "secretly for each bidder in players:\n    bidder chooses bid from 0 to 3",
            (
                "All at once and unseen by the others, each bidder among players decides:\n"
                "    Bidder chooses bid, a number from 0 to 3.\nThen all answers are revealed."
            ),
        ),
        (
            "let order = ranking of player.points for player in around(me)",
            (
                "Let order be all player among all players from you on, by player's points, "
                "highest first."
            ),
        ),
        (
            "let most = min(3, size(me.hand))",
            "Let most be the least of 3 and the number in your hand.",
        ),
        ("let half = 2.5", "Let half be 2½."),
    ],
)
def test_what_is_said(text: str, sentences: str) -> None:
    assert said(text) == sentences


def test_everything_of_the_corpus_can_be_said() -> None:
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            text = said(line.replace("⏎", "\n"))
            assert text
            assert "{" not in text
            assert "[" not in text.replace("[ask]", "")


def test_every_operation_and_function_is_said_in_its_own_words() -> None:
    for row in OPERATIONS.values():
        assert "{" not in said(row.example)
    for function in FUNCTIONS.values():
        tree, _ = parser.parse_expression(LocatedText.plain(function.example))
        assert tree is not None
        text = english.expression_in_english(tree)
        assert "{" not in text
        assert "(" not in text.replace("(price minus 1)", "")


def test_the_other_texts() -> None:
    condition, _ = parser.parse_expression(LocatedText.plain("me is owner or area.open"))
    assert condition is not None
    assert english.condition_in_english(condition) == "you are owner or area's open holds"
    price, _ = parser.parse_price(LocatedText.plain("3 points and 1 token"))
    assert price is not None
    assert english.price_in_english(price) == "3 points and 1 token"
    pattern, _ = parser.parse_pattern(LocatedText.plain("remove card for cause"))
    assert pattern is not None
    assert english.pattern_in_english(pattern) == "take card out of play (for cause)"
