"""How many sequences of answers there are to a depth: compiled form and oracle agree on it.

As perft does for chess: a rule that offers too much or too little shows in the numbers.
"""

from itertools import pairwise

import pytest

from interpreter import Game, Pack, load_pack
from tests.conftest import AssertGolden
from tests.oracle.lockstep import OracleGame
from tests.packs import CORPUS, PLAYED_GAMES, PlayedGame, game_name

SEED = 1
MOST = 520
"""A depth with more sequences is not counted: the oracle starts anew for each."""
DEEPEST = 12

Way = tuple[int, ...]
Options = dict[str, str]


def next_ways(game: Game, way: Way) -> list[Way]:
    """Return a sequence of answers with each that can follow."""
    return [(*way, option) for option in game.legal]


def compiled_ways(pack: Pack, players: int, options: Options) -> list[list[Way]]:
    """Return all sequences of answers, depth by depth, as long as they are few."""
    depths: list[list[Way]] = [[()]]
    games = {(): Game(pack, players, SEED, options)}
    while len(depths) <= DEEPEST:
        further = [way for game_way in depths[-1] for way in next_ways(games[game_way], game_way)]
        if not further or len(further) > MOST:
            return depths
        following = {}
        for way in further:
            following[way] = games[way[:-1]].copy()
            following[way].play(way[-1])
        games = following
        depths.append(further)
    return depths


def oracle_ways(pack: Pack, players: int, options: Options, before: list[Way]) -> list[Way]:
    """Return what the oracle lets follow some sequences of answers."""
    found: list[Way] = []
    for way in before:
        game = OracleGame.start(pack, players, pack.option_values(options), SEED)
        for option in way:
            game.answer(0, option)
        if game.open:
            found += [(*way, option) for option in game.open[0].options]
    return found


@pytest.mark.parametrize("played", PLAYED_GAMES, ids=game_name)
def test_sequences_of_answers(played: PlayedGame, assert_golden: AssertGolden) -> None:
    pack = load_pack(played.folder)
    players = pack.players[0]
    depths = compiled_ways(pack, players, played.options)
    for before, after in pairwise(depths):
        assert after == oracle_ways(pack, players, played.options, before)
    lines = [f"{depth} answers: {len(ways)} sequences" for depth, ways in enumerate(depths)]
    text = "\n".join([played.heading(pack, SEED), *lines, ""])
    assert_golden(CORPUS / "counts" / f"{played.name}.txt", text)
