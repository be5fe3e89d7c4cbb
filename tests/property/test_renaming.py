"""The proof that nothing hangs on an id, a file or the order of keys.

A pack with other ids is the same game; a pack with its files and keys shuffled is the same program.
"""

from pathlib import Path

import pytest

from interpreter import Decision, Game, Pack, load_pack
from interpreter.engine.chance import Stream
from interpreter.overlay.operations import OPERATIONS
from interpreter.overlay.reading import pack_around
from tests.packs import MODS, VARIANTS, WHOLE_PACKS, short_name
from tests.rewriting import (
    Renaming,
    Tree,
    read_files,
    read_tree,
    shuffled_files,
    write_files,
    write_tree,
)

ANSWERS = 60


@pytest.mark.parametrize("folder", WHOLE_PACKS, ids=short_name)
def test_files_and_keys_in_another_order_are_the_same_program(folder: Path, tmp_path: Path) -> None:
    pack = load_pack(folder)
    stream = Stream(1, "shuffle", pack.id)
    other = write_files(tmp_path / "pack", folder, shuffled_files(read_files(folder), stream))
    again = load_pack(other, keep=False)
    for players in set(pack.players):
        assert again.program(players).source == pack.program(players).source


@pytest.mark.parametrize("path", [*MODS, *VARIANTS], ids=short_name)
def test_patches_in_other_files_and_another_order_are_the_same_program(
    path: Path, tmp_path: Path
) -> None:
    pack = load_pack(path)
    first = read_tree(path / "pack.yaml" if path.is_dir() else path)
    more = list(read_files(path).values()) if path.is_dir() else []
    files = {str(place): patches_of(tree) for place, tree in enumerate([first, *more])}
    around = pack_around(path)
    manifest = {key: value for key, value in first.items() if key not in patches_of(first)}
    manifest.pop("scenarios", None)
    if around is not None:
        manifest["extends"] = {around.name: "any"}
    other = tmp_path / first["id"]
    write_tree(other / "pack.yaml", manifest)
    for name, tree in shuffled_files(files, Stream(1, "shuffle", first["id"])).items():
        write_tree(other / name, tree)
    again = load_pack(other, keep=False)
    assert len(list(other.iterdir())) > 1
    for players in set(pack.players):
        assert again.program(players).source == pack.program(players).source


def patches_of(tree: Tree) -> Tree:
    """Return the sections of an overlay's file that change something."""
    return {key: value for key, value in tree.items() if key in OPERATIONS}


def asked(decision: Decision) -> tuple[object, ...]:
    """Return what is the same whatever things are called."""
    return decision.player, decision.kind, [option.number for option in decision.options]


def play(pack: Pack, renamed: Pack, renaming: Renaming, seed: int) -> None:
    """Play a game and its renamed twin with the same answers; chance is asked too."""
    ours = Game(pack, seed=seed, chance="ask")
    theirs = Game(renamed, seed=seed, chance="ask")
    stream = Stream(seed, "renaming", pack.id)
    for _ in range(ANSWERS):
        open_, others = ours.decisions, theirs.decisions
        assert list(map(asked, open_)) == list(map(asked, others))
        if not open_:
            break
        place = stream.below(len(open_))
        decision, other = open_[place], others[place]
        assert [renaming.text(one.id) for one in decision.options if decision.kind == "one"] == [
            one.id for one in other.options if other.kind == "one"
        ]
        option = decision.options[stream.below(len(decision.options))].number
        ours.answer(option, player=decision.player)
        theirs.answer(option, player=decision.player)
    assert ours.outcome == theirs.outcome


@pytest.mark.parametrize("folder", WHOLE_PACKS, ids=short_name)
def test_other_ids_are_the_same_game(folder: Path, tmp_path: Path) -> None:
    pack = load_pack(folder)
    renaming = Renaming(pack, read_files(folder), Stream(1, "words", pack.id))
    renamed = load_pack(write_files(tmp_path / "pack", folder, renaming.files()), keep=False)
    assert len(renaming.words) > 3
    for name, kind in pack.spec.kinds.items():
        others = renamed.spec.kinds[renaming.text(name)].elements
        assert [renaming.text(one.name) for one in kind.elements] == [one.name for one in others]
    play(pack, renamed, renaming, seed=1)
