"""What a hostile or clumsy author gives: a clear message, the right exit code, and nothing lost."""

from pathlib import Path

import pytest

from interpreter import Game, load_pack

MANIFEST = """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
doc: A toy.
"""
PLAYER = """\
  player:
    plural: players
    fields: {note: {type: number}}
    resources: {coins: {start: 3, least: 0}}
"""


def toy(
    folder: Path, effect: str, *, kinds: str = "", blocks: str = "", end: str = "score: player.note"
) -> Path:
    """Write a pack whose game is one rule, and return its folder."""
    pack = folder / "toy"
    pack.mkdir()
    (pack / "pack.yaml").write_text(MANIFEST)
    lines = "\n".join(f"      {line}" for line in effect.splitlines())
    (pack / "game.yaml").write_text(
        f"kinds:\n{PLAYER}{kinds}{blocks}rules:\n  go_on:\n    effect: |\n{lines}\n"
        f"flow:\n  - step: one\n    do: go_on\n{end}\n"
    )
    return pack


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "blocks", "effect", "scores"),
    [
        (
            "  a: {plural: aa, fixed: {b_c: number}}\n  a_b: {plural: ab, fixed: {c: number}}\n",
            "aa: {x: {b_c: 5}}\nab: {z: {c: 7}}\n",
            "set player_1.note to x.b_c\nset player_2.note to z.c",
            (5, 7),
        ),
        (
            "  a: {plural: aa, links: {b_c: a}}\n  a_b: {plural: ab, links: {c: a_b}}\n",
            "aa: {x: {b_c: [x]}}\nab: {z: {}}\n",
            "set player_1.note to size(x.b_c)\nset player_2.note to size(z.c)",
            (1, 0),
        ),
        (
            (
                "  a:\n    plural: aa\n    slots: {b_c: {type: number}}\n"
                "  a_b:\n    plural: ab\n    slots: {c: {type: number}}\n"
            ),
            "aa: {x: {b_c: 5}}\nab: {z: {c: 7}}\n",
            "set player_1.note to x.b_c\nset player_2.note to z.c",
            (5, 7),
        ),
        (
            (
                "  a: {plural: aa}\n"
                "  supply:\n    plural: ss\n    fields: {units: {type: number, start: 3}}\n"
            ),
            "pieces:\n  units: {of: player, in: a, supply: 12}\naa: {x: {}}\nss: {z: {}}\n",
            "set player_1.note to z.units\nset player_2.note to units.supply[player_1]",
            (3, 12),
        ),
        (
            (
                "  a: {plural: aa}\n"
                "  pieces:\n    plural: pp\n    fields: {units: {type: number, start: 3}}\n"
            ),
            "pieces:\n  units: {of: player, in: a, supply: 12}\naa: {x: {}}\npp: {z: {}}\n",
            (
                "place 5 units of player_1 in x\n"
                "set player_1.note to z.units\nset player_2.note to x.units[player_1]"
            ),
            (3, 5),
        ),
        (
            (
                "  a:\n    plural: aa\n    made: {most: 5}\n"
                "  made:\n    plural: mm\n    fields: {a: {type: number, start: 3}}\n"
            ),
            "mm: {z: {}}\n",
            "create a\nset player_1.note to z.a\nset player_2.note to size(aa)",
            (3, 1),
        ),
        (
            "  chance:\n    plural: cc\n    fields: {coin: {type: number, start: 3}}\n",
            "dice: {coin: 1}\ncc: {z: {}}\n",
            "roll coin as face\nset player_1.note to z.coin\nset player_2.note to face",
            (3, 1),
        ),
    ],
    ids=["fixed", "links", "slots", "supply", "pieces", "made", "chance"],
)
def test_names_that_are_joined_alike_are_told_apart(
    tmp_path: Path, kinds: str, blocks: str, effect: str, scores: tuple[int, ...]
) -> None:
    outcome = Game(load_pack(toy(tmp_path, effect, kinds=kinds, blocks=blocks))).outcome
    assert outcome is not None
    assert outcome.scores == scores
