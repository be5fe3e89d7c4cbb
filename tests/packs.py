"""Lists the packs of the repository, for the tests that look at all of them.

A mod is listed as a pack: `load_pack` of its folder gives the pack that it extends, changed.
"""

from pathlib import Path
from typing import NamedTuple

from interpreter import Pack
from interpreter.overlay.reading import is_overlay
from interpreter.pack.files import variants_of

REPOSITORY = Path(__file__).resolve().parent.parent
CORPUS = REPOSITORY / "tests" / "corpus"


def packs_in(*folders: str) -> list[Path]:
    """Return the folders of all packs and mods below some folders of the repository."""
    found = (path.parent for where in folders for path in (REPOSITORY / where).rglob("pack.yaml"))
    return sorted(found)


ALL_PACKS = [
    folder
    for folder in packs_in("content", "examples", "tests/corpus")
    if CORPUS / "overlays" not in folder.parents
]
"""All but the mods that are there for what is said of them."""
PLAYED_PACKS = [
    folder
    for folder in packs_in("content", "examples", "tests/corpus/packs", "tests/corpus/rules")
    if folder.name != "every_key"
]
"""Packs that are games: no single feature with its scenarios, nor the one that holds every key."""
WHOLE_PACKS = [folder for folder in PLAYED_PACKS if not is_overlay(folder)]
"""Games that stand in one folder, so that they can be written again in other words."""
MODS = [folder for folder in packs_in("content", "examples") if is_overlay(folder)]
"""The mods that come with Solon."""
VARIANTS = [
    path for folder in packs_in("content", "examples") for path in variants_of(folder).values()
]
"""The variants that come with their packs."""


def short_name(folder: Path) -> str:
    """Return `content/age`, `rules/age`: the folder with the one above it."""
    return "/".join(folder.parts[-2:])


class PlayedGame(NamedTuple):
    """A game of which goldens are kept: a pack as it starts, or with one option on."""

    folder: Path
    option: str | None = None

    @property
    def name(self) -> str:
        """The name of its goldens: `content/age`, `content/age_plato`."""
        return short_name(self.folder) + (f"_{self.option}" if self.option else "")

    @property
    def options(self) -> dict[str, str]:
        """The options that are not as they start."""
        return {self.option: "yes"} if self.option else {}

    def heading(self, pack: Pack, seed: int) -> str:
        """Return the first line of its goldens: what is played, by the fewest players."""
        players = f"{pack.id}, {pack.players[0]} players, seed {seed}"
        return f"{players}, {self.option}" if self.option else players


PLAYED_GAMES = [
    *map(PlayedGame, PLAYED_PACKS),
    PlayedGame(REPOSITORY / "content" / "age", "plato"),
    PlayedGame(REPOSITORY / "content" / "atlantida", "advanced"),
]
"""All games that are played, and those with an option that makes another game of a pack."""


def game_name(game: PlayedGame) -> str:
    """Return the name of a game, for the ids of tests."""
    return game.name
