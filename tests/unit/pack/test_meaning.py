"""The hash of what a pack means: how it is written does not count, what it says does. DR-07."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.grove import Grove, make_grove

Edit = Callable[[Grove], object]
CRLF = b"\r\n"


@pytest.fixture
def grove(tmp_path: Path) -> Grove:
    return make_grove(tmp_path)


def files(grove: Grove) -> list[Path]:
    return [*grove.folder.rglob("*.yaml"), *grove.mod.rglob("*.yaml")]


def rewrite(grove: Grove, change: Callable[[bytes], bytes]) -> None:
    for path in files(grove):
        path.write_bytes(change(path.read_bytes()))


def split(grove: Grove) -> None:
    """Move the rules into a file of their own, in a folder."""
    game = grove.folder / "game.yaml"
    head, sign, rest = game.read_text("utf-8").partition("rules:\n")
    rules, flow, tail = rest.partition("flow:\n")
    (grove.folder / "rules").mkdir()
    (grove.folder / "rules" / "all.yaml").write_text(sign + rules, "utf-8")
    game.write_text(head + flow + tail, "utf-8")


SAME: dict[str, Edit] = {
    "line ends of Windows": lambda grove: rewrite(grove, lambda data: data.replace(b"\n", CRLF)),
    "old line ends": lambda grove: rewrite(grove, lambda data: data.replace(b"\n", b"\r")),
    "a byte-order mark": lambda grove: rewrite(grove, lambda data: b"\xef\xbb\xbf" + data),
    "a comment": lambda grove: grove.change("  plum:", "  # blue\n  plum:"),
    "a comment in a mod": lambda grove: grove.change_mod("add:", "# more\nadd:"),
    "the order of ids": lambda grove: grove.change(
        "  apple: {title: Apple Tree}\n  pear: {title: Pear Tree}\n",
        "  pear: {title: Pear Tree}\n  apple: {title: Apple Tree}\n",
    ),
    "the order of keys": lambda grove: grove.change(
        "{type: number, start: 1, doc: how often everybody is asked}",
        "{doc: how often everybody is asked, start: 1, type: number}",
    ),
    "another way to write a mapping": lambda grove: grove.change(
        "  plum: {title: Plum Tree}", "  plum:\n    title: 'Plum Tree'"
    ),
    "another file": split,
    "another folder": lambda grove: grove.folder.rename(grove.folder.parent / "moved"),
    "files that are none of the pack": lambda grove: (grove.folder / "art.txt").write_text("x"),
}
OTHER: dict[str, Edit] = {
    "a value": lambda grove: grove.change("start: 1, doc", "start: 2, doc"),
    "an effect": lambda grove: grove.change("dividing 3 among", "dividing 2 among"),
    "a shown title": lambda grove: grove.change("title: Plum Tree", "title: Plum"),
    "a version": lambda grove: grove.change("version: 1.0.0", "version: 1.0.1", "pack.yaml"),
    "an id": lambda grove: grove.change("  plum:", "  plumm:"),
    "an order that counts": lambda grove: grove.change(
        "      pick\n      share\n", "      share\n      pick\n"
    ),
    "a further file": lambda grove: (grove.folder / "more.yaml").write_text("dice: {d6: 6}\n"),
    "a value of a mod": lambda grove: grove.change_mod("title: Cherry}", "title: Red}"),
}


def both(grove: Grove) -> tuple[str, str]:
    """Return the hash of the pack alone and with the mod."""
    if not grove.folder.exists():
        grove = Grove(grove.folder.parent / "moved", grove.mod)
        return grove.load().hash, ""
    return grove.load().hash, grove.load(mods=(grove.mod,)).hash


@pytest.mark.parametrize("name", SAME)
def test_how_it_is_written_does_not_count(grove: Grove, name: str) -> None:
    plain, modded = both(grove)
    SAME[name](grove)
    again = both(grove)
    assert again in ((plain, modded), (plain, ""))


@pytest.mark.parametrize("name", OTHER)
def test_what_it_says_does(grove: Grove, name: str) -> None:
    plain, modded = both(grove)
    OTHER[name](grove)
    again = both(grove)
    assert again[1] != modded
    assert (again[0] != plain) == (name != "a value of a mod")


def test_overlays_count_as_far_as_they_change_something(grove: Grove) -> None:
    hashes = [
        grove.load().hash,
        grove.load(variants=("small",)).hash,
        grove.load(mods=(grove.mod,)).hash,
        grove.load(variants=("small",), mods=(grove.mod,)).hash,
    ]
    assert len(set(hashes)) == len(hashes)


def test_the_order_of_mods_counts_where_it_changes_the_pack(grove: Grove) -> None:
    """Two mods set one number; which comes last is declared, and decides."""
    found = []
    for after in ("", "after: [two]\n"):
        for number, name in ((2, "one"), (3, "two")):
            path = grove.folder.parent / "mods" / f"{name}.yaml"
            said = after if name == "one" else ("" if after else "after: [one]\n")
            path.write_text(
                f"id: {name}\ntitle: {name}\nextends: {{orchard: any}}\n{said}"
                f"change: {{options: {{rounds: {{start: {number}}}}}}}\n",
                "utf-8",
            )
        mods = grove.folder.parent / "mods"
        there = [grove.load(mods=(mods / f"{a}.yaml", mods / f"{b}.yaml")) for a, b in PAIRS]
        assert there[0].hash == there[1].hash  # the order of naming does not count
        found.append((there[0].hash, dict(there[0].program().layout.options)))
    assert [options for _, options in found] == [{"rounds": 3}, {"rounds": 2}]
    assert found[0][0] != found[1][0]


PAIRS = (("one", "two"), ("two", "one"))
