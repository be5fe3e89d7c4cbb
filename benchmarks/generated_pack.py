"""Writes the large pack that the load rows read: 5,000 lines of cards in the form of a real pack.

Every card has what a real one has: a title, a printed text, words, a set, a price, a condition
with its reason, and an effect of a few lines; numbers and names differ from card to card, so that
nothing can be shared between them.
"""

from collections.abc import Iterator
from pathlib import Path

LINES = 5000
TERRAINS = ("plain", "forest", "hill", "marsh", "desert")
SORTS = ("trade", "war", "faith")
TAGS = ("swift", "old", "sacred", "costly")
STORES = ("gold", "wood", "stone", "food")

PACK = """\
# yaml-language-server: $schema=https://solon.invalid/schemas/pack.schema.json
id: bench_large
title: A large pack
version: 1.0.0
language: 1
players: {least: 2, most: 5}
licence: CC0-1.0
credits: [Solon]
doc: Some hundred generated cards, to measure how long a pack takes to load.
"""

MODEL = """\
words:
  terrain: [plain, forest, hill, marsh, desert]
  sort: [trade, war, faith]
  tag: [swift, old, sacred, costly]
kinds:
  player:
    plural: players
    resources:
      gold: {start: 20, least: 0}
      wood: {start: 9, least: 0}
      stone: {start: 9, least: 0}
      food: {start: 9, least: 0}
      vp: {least: 0}
  area:
    plural: areas
    sorted by: [row, column]
    fixed: {row: number, column: number}
    fields:
      owner: {type: player or nothing}
      terrain: {type: terrain}
      armies: {type: number, least: 0}
      unrest: {type: number, least: 0}
    grid:
      coordinates: [row, column]
      links:
        beside: (1, 0) (0, 1) (-1, 0) (0, -1)
  card:
    plural: cards
    fixed: {sort: sort, tags: set of tag, limit: number}
    fields:
      uses: {type: number}
    slots:
      effect: {}
globals:
  game:
    round: {type: number}
areas:
  area:
    each: {row: 0 to 4, column: 0 to 4}
rules:
  take_turn:
    effect: |
      may choose card from cards where card.uses < card.limit and possible(card), otherwise:
          leave rule
      add 1 to card.uses
      perform card paying its cost
flow:
  - step: rounds
    repeat while: game.round < 3
    steps:
      - step: turns
        each: players
        do: take_turn
      - step: next_round
        do: add 1 to game.round
score: player.vp
"""

EFFECTS = (
    """\
      for each area in areas where area.owner is me and area.unrest < {small}:
          add {small} to area.armies
      gain {large} {store}
""",
    """\
      choose foe from areas where foe.owner is not me and foe.armies <= {large}, if none: leave rule
      subtract {small} from foe.armies
      if foe.armies is 0: set foe.owner to me
""",
    """\
      let quiet = count area in areas where area.terrain is {terrain} and area.unrest is 0
      if quiet >= {small}: gain {small} vp
      else: gain quiet {store}
""",
    """\
      may "Give {small} {store}?" paying {small} {store}:
          for each other in players where other is not me:
              have other lose {small} or all food
""",
    """\
      may choose haven from areas where haven.terrain is {terrain} and haven.owner is nothing
      if haven is not nothing: set haven.owner to me
      gain {large} {store}
""",
    """\
      let held = size(all area in areas where area.owner is me and area.terrain is not {terrain})
      repeat held times:
          gain {small} food
""",
)  # fmt: skip


def card(number: int) -> str:
    """Return one card, thirteen to sixteen lines long."""
    small, large = 1 + number % 3, 2 + number % 7
    store = STORES[number % len(STORES)]
    terrain = TERRAINS[number // 2 % len(TERRAINS)]
    tags = ", ".join(sorted({TAGS[number % 4], TAGS[number // 4 % 4]}))
    effect = EFFECTS[number % len(EFFECTS)].format(
        small=small, large=large, store=store, terrain=terrain
    )
    return f"""\
  # Card {number} of the {SORTS[number % 3]} deck.
  card_{number:03}:
    title: "The {SORTS[number % 3]} of the {terrain} {number}"
    source: stand-in
    doc: A generated card.
    sort: {SORTS[number % 3]}
    tags: [{tags}]
    limit: {large}
    cost: {small} {store}
    needs:
      stocked: {{if: me.{store} >= {large}, else: needs {large} {store}}}
    effect: |
{effect}"""


def cards(lines: int) -> Iterator[str]:
    """Yield cards until so many lines are full."""
    written, number = 0, 1
    while written < lines:
        text = card(number)
        yield text
        written += text.count("\n")
        number += 1


def write_large_pack(folder: Path) -> None:
    """Write the pack; the same bytes every time."""
    folder.mkdir(parents=True, exist_ok=True)
    rest = LINES - PACK.count("\n") - MODEL.count("\n")
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "model.yaml").write_text(MODEL, encoding="utf-8")
    (folder / "cards.yaml").write_text("cards:\n" + "".join(cards(rest)), encoding="utf-8")
