"""No word of a game in the machine: ids and titles of the packs against `interpreter`, `schemas`.

`engine_words.txt` is the reviewed list of words that a pack shares with the engine: words of the
language, of Python, and of plain English. A word belongs there when it would be right in the
engine if that pack did not exist; else the engine's text has to change.
"""

from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY, repository_files, shown
from tests.architecture.words import names_in, split, words_of_file, words_of_pack

LIST = Path(__file__).with_name("engine_words.txt")
MACHINE = ("interpreter/", "schemas/")
SUFFIXES = {".py", ".lark", ".json", ".md", ".txt"}
PACKS = sorted(
    path.parent
    for kind in ("content", "examples")
    for path in REPOSITORY.glob(f"{kind}/*/pack.yaml")
)


def engine_words() -> list[str]:
    """Return the reviewed words; a line is a comment or some words."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split()]


def machine_words() -> dict[str, str]:
    """Return each word of the machine with a place where it stands."""
    found: dict[str, str] = {}
    for path in repository_files():
        if shown(path).startswith(MACHINE) and path.suffix in SUFFIXES:
            for word, line in words_of_file(path).items():
                found.setdefault(word, f"{shown(path)}:{line}")
    return found


@pytest.fixture(scope="module")
def machine() -> dict[str, str]:
    return machine_words()


def test_there_is_something_to_compare() -> None:
    assert PACKS
    assert any(shown(path).startswith("schemas/") for path in repository_files())


@pytest.mark.parametrize("pack", PACKS, ids=shown)
def test_the_machine_holds_no_word_of_a_pack(pack: Path, machine: dict[str, str]) -> None:
    allowed = set(engine_words())
    shared = {
        word: name
        for word, name in words_of_pack(pack).items()
        if word in machine and word not in allowed
    }
    lines = [f"{machine[word]}: {word!r} is a word of {name}" for word, name in shared.items()]
    assert not lines, "\n".join([*sorted(lines), f"(or put it on {LIST.name}, see {__name__})"])


def test_the_list_is_sorted_and_says_everything_once() -> None:
    groups: list[list[str]] = [[]]
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            groups.append([])
        groups[-1] += [] if line.startswith("#") else line.split()
    assert [group for group in groups if group != sorted(group)] == []
    words = engine_words()
    assert len(words) == len(set(words)), sorted({word for word in words if words.count(word) > 1})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("temple_of_darkness", {"temple", "of", "darkness"}),
        ("HTTPServer readsBack", {"http", "server", "reads", "back"}),
        ("message operation", {"message", "operation"}),
        ("cell_1_2 x", {"cell"}),
        ("Régime", {"régime"}),
    ],
)
def test_how_a_text_splits(text: str, words: set[str]) -> None:
    assert split(text) == words


def test_which_texts_of_a_pack_are_names() -> None:
    document = {
        "cards": {"red_one": {"title": "Red One", "text": "prose", "tags": ["blue", "No id"]}}
    }
    assert list(names_in(document)) == [
        "cards",
        "red_one",
        "title",
        "Red One",
        "text",
        "tags",
        "blue",
    ]


def test_a_leak_is_found(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("cards: {harvest_moon: {title: Harvest Moon}}\n")
    engine = tmp_path / "engine.py"
    engine.write_text("x = 1\nif name == 'HarvestMoon':\n    pass\n")
    shared = words_of_pack(tmp_path).keys() & words_of_file(engine).keys()
    assert shared == {"harvest", "moon"}
