"""What `solon explain` says about a declaration: the layers of a value as they act."""

from pathlib import Path

from interpreter import load_pack
from interpreter.cli import definition, lookup

FEATURES = Path(__file__).parents[2] / "corpus" / "features"


def explained(pack: str, name: str) -> list[str]:
    declarations = load_pack(FEATURES / pack).declarations
    (found,) = lookup.find(declarations, name)
    return definition.as_text(found, declarations).splitlines()


def test_the_layers_of_a_value_stand_in_the_order_in_which_they_act() -> None:
    lines = explained("layers", "might")
    first, *layers, least, most = lines[lines.index("layers, in the order in which they act") + 1 :]
    assert first == "    what it is by itself"
    assert layers[0] == "    crown: player.might: set 5 when self in player.charms"
    # The file does not have them in this order: curse and crowd stand behind plague.
    by = [line.split(":")[0].strip() for line in layers]
    assert by[0] == "crown"
    assert set(by[1:5]) == {"ring", "sword", "curse", "crowd"}
    assert by[5:] == ["flag", "tower", "plague"]
    assert (least, most) == ("    its own least: 1", "    its own most: 50")


def test_a_value_that_nothing_changes_has_no_layers() -> None:
    assert not [line for line in explained("ties", "podium") if "layers" in line]
