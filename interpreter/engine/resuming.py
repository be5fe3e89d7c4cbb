"""Games that go on: saved and loaded again, also with a pack that has changed meanwhile.

Called by `game`, which is the door. With the pack that a game was saved with, its answers are given
by their numbers and must mean the same; with any other they are given by their ids, and what does
not fit is refused with the answer at which it happens. Which pack a save means is known to
`interpreter.reopening`, a later stage that is looked up when it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from interpreter.diagnostics import AnswerError, Diagnostic, RulesFault, SaveError
from interpreter.engine.compiled import Compiled
from interpreter.engine.decisions import option_id
from interpreter.engine.replaying import Departure, Replayed, replay_by_ids
from interpreter.engine.saves import Save, SavedAnswer, SavedOverlay, in_words, read_save

if TYPE_CHECKING:
    from interpreter.engine.game import Game

_THE_GAME = "the game so far"


def overlays_of(pack: Compiled) -> tuple[SavedOverlay, ...]:
    """Return the overlays of a pack as a file names them."""
    return tuple(SavedOverlay(one.id, one.version, one.named) for one in pack.overlays)


def pack_in_words(pack: Compiled) -> str:
    """Return which pack it is, with its overlays, for messages."""
    return in_words(pack.id, pack.version, pack.hash, overlays_of(pack))


def members_asked(game: Game) -> dict[int, str | None]:
    """Return of each answer in a division, by its version, which member it was about.

    Only the states that have been know that, so the game is played again.
    """
    found: dict[int, str | None] = {}
    if not any(site.form == "division" for site in game.program.sites):
        return found
    twin = game.copy()
    twin.rewind(0)
    for version, (seat, number) in enumerate(game.answers):
        player = seat if seat >= 0 else None
        found[version] = next(one.about for one in twin.decisions if one.player == player)
        twin.replay(((seat, number),))
    return found


def load_game(kind: type[Game], path: Path, pack: Compiled | None, *, as_saved: bool) -> Game:
    """Return the game of a save; the errors are those of `Game.load`."""
    save = read_save(path)
    if pack is None:
        # packs are loaded by a stage that this one does not know
        reopening: Any = import_module("interpreter.reopening")
        pack = cast("Compiled", reopening.pack_of(save, path, as_saved=as_saved))
    if save.pack != pack.id:
        raise SaveError(
            "S806", file=str(path), saved=save.pack_in_words, current=pack_in_words(pack)
        )
    if save.pack_hash == pack.hash:
        return _as_it_was(kind, pack, save, path)
    return with_changed_pack(kind, pack, save, str(path))


def reload_game(kind: type[Game], pack: Compiled, save: Save, *, keeps_log: bool) -> Game:
    """Return a game, as its save, on another content of its pack.

    The errors are those of `Game.reload`.
    """
    if pack.id != save.pack:
        reason = f"it is a game of {save.pack}"
        raise SaveError("S816", game=_THE_GAME, current=pack_in_words(pack), reason=reason)
    return with_changed_pack(kind, pack, save, _THE_GAME, keeps_log=keeps_log)


def with_changed_pack(
    kind: type[Game], pack: Compiled, save: Save, what: str, *, keeps_log: bool = True
) -> Game:
    """Return the game of a save, `what` in words, with a pack that may have changed.

    Raises `SaveError` when it does not fit the pack.
    """
    current = pack_in_words(pack)
    try:
        game = begin(kind, pack, save, keeps_log=keeps_log)
    except (AnswerError, RulesFault) as error:
        raise refusal("S816", save, game=what, current=current, reason=error.message) from error
    replayed = replay_save(game, pack, save, save.answers)
    if replayed.departure is not None:
        raise departed(replayed.departure, save, what, current)
    game.notes = replayed.notes
    if save.pack_hash != pack.hash:
        said = {"game": what, "saved": save.pack_in_words, "current": current}
        game.notes = (Diagnostic("W818", None, said), *replayed.notes)
    return game


def replay_save(game: Game, pack: Compiled, save: Save, answers: Sequence[SavedAnswer]) -> Replayed:
    """Give answers of a save to its game, which is at its beginning, as far as they fit."""
    twin = game
    if save.forced == "auto":
        asked = replace(save, forced="ask")
        twin = begin(type(game), pack, asked, keeps_log=False)
    return replay_by_ids(game, twin, answers, pack.renamed)


def begin(kind: type[Game], pack: Compiled, save: Save, *, keeps_log: bool = True) -> Game:
    """Return the game of a save before its first answer."""
    return kind(
        pack,
        save.players,
        save.seed,
        _options(pack, save),
        chance="ask" if save.chance == "ask" else "auto",
        forced="ask" if save.forced == "ask" else "auto",
        log=keeps_log,
        forced_chance=save.forced_chance,
    )


def departed(departure: Departure, save: Save, what: str, current: str) -> SaveError:
    """Return the refusal of a save whose answers do not fit."""
    said = {
        "game": what,
        "current": current,
        "number": str(departure.number),
        "seat": departure.seat,
        "moment": departure.moment,
        "recorded": departure.recorded,
        "asked": departure.asked,
    }
    if not departure.unknown:
        return refusal("S815", save, **said)
    error = refusal("S817", save, **said, name=departure.unknown)
    if departure.nearest:
        meant = f"did you mean `{departure.nearest}`? Say so under `renamed` in the pack"
        error.help = meant if error.help is None else f"{meant}, or {error.help}"
    return error


def refusal(code: str, save: Save, **said: str) -> SaveError:
    """Return a refusal that offers the content that a game was saved with, if it is at hand."""
    error = SaveError(code, **said)
    reopening: Any = import_module("interpreter.reopening")
    if reopening.is_kept(save.pack_hash):
        error.help = (
            "the pack as it was then is kept: go on with it by `--as-saved`, in Python by"
            " `Game.load(path, as_saved=True)`"
        )
    return error


def _options(pack: Compiled, save: Save) -> dict[str, Any]:
    """Return the options of a save under the names that they have now."""
    new = {old: name for section, old, name in pack.renamed if section == "options"}
    return {new.get(name, name): value for name, value in save.options.items()}


def _as_it_was(kind: type[Game], pack: Compiled, save: Save, path: Path) -> Game:
    """Return the game of a save with the pack that it was saved with."""
    try:
        game = begin(kind, pack, save)
    except (AnswerError, RulesFault) as error:
        raise SaveError("S805", file=str(path), reason=error.message) from error
    for at, answer in enumerate(save.answers, 1):
        asked = next((one for one in game.state[1] if one[0] == answer.seat), None)
        if asked is not None and answer.number in asked[2]:
            known = option_id(game.program, game.program.sites[asked[1]], answer.number)
            if known != answer.id:
                reason = f"option {answer.number} is {known} here, but {answer.id} in the save"
                raise SaveError("S807", number=str(at), reason=reason)
        try:
            game.replay(((answer.seat, answer.number),))
        except (AnswerError, RulesFault) as error:
            reason = error.arguments.get("reason", error.message)
            raise SaveError("S807", number=str(at), reason=reason) from error
    return game
