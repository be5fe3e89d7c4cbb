"""A pack that is one rule, and what it ends in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Pack, RulesFault, load_pack
from interpreter.program import budget

MANIFEST = """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
doc: A toy.
"""
GAME = """\
kinds:
  player:
    plural: players
    fields: {note: {type: number}}
    resources: {coins: {start: 3, least: 0}}
  stone: {plural: stones, fixed: {weight: number}}
  deed:
    plural: deeds
    slots: {effect: {}}
stones: {stone: {each: {weight: 1 to 40}}}
flow:
  - step: turns
    each: players
    do: go_on
score: player.note
"""

Write = Callable[..., Pack]
Place = tuple[str, int]
"""A rule and the line in it."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a pack whose game is the rule `go_on` for each player, and load it."""

    def written(effect: str, blocks: str = "", *, rules: str = "", game: str = GAME) -> Pack:
        (tmp_path / "pack.yaml").write_text(MANIFEST)
        lines = "\n".join(f"      {line}" for line in effect.splitlines())
        rule = f"rules:\n{rules}  go_on:\n    effect: |\n{lines}\n"
        (tmp_path / "game.yaml").write_text(f"{game}{blocks}{rule}")
        return load_pack(tmp_path, keep=False)

    return written


@pytest.fixture
def sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fewer visits be beyond measure; a whole budget takes most of a second."""
    monkeypatch.setattr(budget, "MOST_VISITS", 200_000)


def chain_of(code: str, run: Callable[[], object]) -> list[Place]:
    """Return the rules of the fault that something ends in, each with its line, outermost first."""
    with pytest.raises(RulesFault) as caught:
        run()
    assert caught.value.code == code
    return [(title, 0 if span is None else span.line) for title, span in caught.value.chain]


def innermost(code: str, *runs: Callable[[], object]) -> list[Place]:
    """Return the innermost rule and its line of the fault that each of some things ends in."""
    return [chain_of(code, run)[-1] for run in runs]


def line(pack: Pack, text: str) -> int:
    """Return the one line of the game that begins with a text."""
    lines = (pack.folder / "game.yaml").read_text().splitlines()
    (found,) = (at for at, line in enumerate(lines, 1) if line.strip().startswith(text))
    return found
