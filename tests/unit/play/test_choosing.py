"""What a typed line means among the options of a decision."""

import pytest

from interpreter.engine import Decision, Option
from interpreter.play.choosing import UnclearError, find, rows


def decision(kind: str, *options: tuple[int, str, str]) -> Decision:
    return Decision(
        player=0,
        kind=kind,
        prompt="Which one?",
        options=tuple(Option(*option) for option in options),
        composite=False,
        partial=(),
        about=None,
        name="chosen",
        rule="toy",
        span=None,
        id=0,
        version=0,
        place=0,
    )


SITES = decision(
    "one",
    (7, "old_harbour", "Old Harbour"),
    (8, "new_harbour", "New Harbour"),
    (12, "hill", "The Hill"),
    (13, "hill_fort", "Hill Fort"),
    (-1, "decline", "decline"),
)
AMOUNTS = decision("number", (2, "2", "2"), (3, "3", "3"), (10, "10", "10"))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 7),
        ("4", 13),
        ("5", -1),
        ("old_harbour", 7),
        ("old harbour", 7),
        ("OLD", 7),
        ("new", 8),
        ("hill", 12),
        ("the hill", 12),
        ("fort", 13),
        ("ort", 13),
        ("decl", -1),
    ],
)
def test_a_text_that_means_one_option(text: str, number: int) -> None:
    assert find(text, SITES).number == number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("harbour", "could be Old Harbour or New Harbour"),
        ("6", "there is no 6 in the list"),
        ("0", "there is no 0 in the list"),
        ("harvour", "no option has `harvour` in it"),
        ("hil fort", "no option has `hil fort` in it; `Hill Fort`?"),
    ],
)
def test_a_text_that_does_not(text: str, words: str) -> None:
    with pytest.raises(UnclearError, match=f"^.*{words}".replace("?", r"\?")):
        find(text, SITES)


def test_amounts_are_typed_as_they_are() -> None:
    assert [row.key for row in rows(AMOUNTS)] == ["2", "3", "10"]
    assert find("2", AMOUNTS).number == 2
    assert find("10", AMOUNTS).number == 10
    with pytest.raises(UnclearError, match="there is no 1 in the list"):
        find("1", AMOUNTS)


def test_other_options_are_typed_by_their_place() -> None:
    assert [row.key for row in rows(SITES)] == ["1", "2", "3", "4", "5"]
