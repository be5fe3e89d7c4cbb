"""One readable game of every pack, kept as a golden: what is asked, answered, and happens then.

Read the difference before you rewrite one with `--update-golden`: it shows what a change does.
"""

from pathlib import Path

import pytest

from interpreter import Decision, Game, load_pack
from interpreter.engine.chance import Stream
from tests.conftest import AssertGolden
from tests.packs import CORPUS, PLAYED_GAMES, PlayedGame, game_name

SEED = 1
ANSWERS = 40
PLAYTHROUGHS = CORPUS / "playthroughs"


def asked(decision: Decision) -> str:
    """Return who is asked for what, and the options."""
    what = decision.prompt or decision.name
    partial = f" ({', '.join(decision.partial)} so far)" if decision.partial else ""
    about = f" for {decision.about}" if decision.about else ""
    options = " | ".join(option.id for option in decision.options)
    return (
        f"player_{(decision.player or 0) + 1}, {decision.kind}: {what}{about}{partial}\n  {options}"
    )


def transcript(game: Game, heading: str, stream: Stream) -> str:
    """Return a game as text, played at random."""
    lines = [heading]
    told = 0
    for _ in range(ANSWERS):
        lines += [f"    {event}" for event in game.log[told:]]
        told = len(game.log)
        if game.over:
            break
        decision = game.decisions[stream.below(len(game.decisions))]
        option = decision.options[stream.below(len(decision.options))]
        lines += [asked(decision), f"  -> {option.id}"]
        game.answer(option, player=decision.player)
    lines += [f"    {event}" for event in game.log[told:]]
    if game.outcome is not None:
        scores = ", ".join(map(str, game.outcome.scores))
        ranks = ", ".join(map(str, game.outcome.ranks))
        lines.append(f"{game.outcome.ended_by}: ranks {ranks}; scores {scores}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("played", PLAYED_GAMES, ids=game_name)
def test_a_game_goes_as_it_went(played: PlayedGame, assert_golden: AssertGolden) -> None:
    pack = load_pack(played.folder)
    game = Game(pack, pack.players[0], SEED, played.options)
    heading = played.heading(pack, SEED)
    text = transcript(game, heading, Stream(SEED, "playthrough", pack.id))
    assert_golden(PLAYTHROUGHS / f"{played.name}.txt", text)


def test_every_playthrough_is_of_a_game() -> None:
    kept = {path.relative_to(PLAYTHROUGHS).with_suffix("") for path in PLAYTHROUGHS.rglob("*.txt")}
    assert kept == {Path(played.name) for played in PLAYED_GAMES}
