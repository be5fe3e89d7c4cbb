"""Foundation: codes S8xx and W8xx, about answers, saves and replays; see the package."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error, note

ROWS: Mapping[str, CodeRow] = {
    "S801": error(
        "{given} is not among the options of this decision, which offers {offered}",
        "An answer names one of the options that the decision lists, by the option itself, its "
        "number or its id.",
    ),
    "S802": error(
        "the answer is stale: it was made for version {given}, and the game is at version "
        "{current}",
        "A decision is answered once. Ask the game for its present decision and answer that.",
    ),
    "S803": error(
        "no answer of {player} is wanted now: {reason}",
        "The decision that is open belongs to somebody else, or the game is over.",
    ),
    "S804": error(
        "nothing can be undone: {reason}",
        "A player may step back over his own answers until something came to light that was "
        "hidden before (a draw, a roll, a reveal) or somebody else has answered.",
    ),
    "S805": error(
        "{file} is not a save: {reason}",
        "A save is a JSON file written by `save`. This one is cut short, damaged, or something "
        "else.",
    ),
    "S806": error(
        "{file} was saved with {saved}, but the pack here is {current}",
        "A save is a row of answers, which only means the same game with the same pack. Name the "
        "pack that the save names.",
    ),
    "S807": error(
        "the answers depart from the game at number {number}: {reason}",
        "A save is a row of answers. These no longer fit what the game asks at this point.",
    ),
    "S808": error(
        "the pack is for {allowed}, not for {given}",
        "Give a number of players that the pack allows.",
    ),
    "S809": error(
        "{given} is not a value of the option {name}: {wanted} is wanted",
        "An option is yes or no, a whole number, or one of a list of words. The options of a pack, "
        "their types and what they are if nobody chooses are listed by `solon show PACK`.",
    ),
    "S810": error(
        "{file} cannot be written: {reason}",
        "The folder must exist and be open for writing. Nothing of the game is lost; name another"
        " file.",
    ),
    "S811": error(
        "no full game was found that fits what {player} has seen",
        "A game is drawn from what a seat has seen, and checked against it. None of those that "
        "were drawn passed. The pack shows something without an event of its own; tell us which.",
    ),
    "S812": error(
        "there is no option `{name}`: {has}",
        "The options of a pack, their types and what they are if nobody chooses are listed by "
        "`solon show PACK`.",
    ),
    "S813": error(
        "{file} was played with the overlay `{overlay}`, which is not to be found: {searched}",
        "A save names the overlays of its pack in their order. A variant is looked for in the pack "
        "by its id; a mod by the path that the save names, from here and from the folder of the "
        "save, then by its id among those that come with Solon. Name the mod with `--with PATH`; "
        "overlays that are named there, or by `--variant`, are taken instead of those of the save.",
    ),
    "S814": error(
        "the content that {file} was saved with is not at hand: {saved}",
        "When a game is saved, the content of its pack is kept in the folder of the cache. That is "
        "on this machine only, holds what was used last, and keeps nothing with SOLON_CACHE=off. "
        "Without it the game can go on with the pack as it is now, if its answers fit, or with a "
        "copy of the old content that you name.",
    ),
    "S815": error(
        "{game} does not fit {current}: at answer {number}, {moment}, {recorded}, but now {asked}",
        "A game is a row of answers. When its pack changes, they are given again, by the questions "
        "and the ids of the options, and this one was the first that no longer fits. The game can "
        "go on with the content that it began with; where an id was only renamed, say so under "
        "`renamed` in the pack.",
    ),
    "S816": error(
        "{game} does not fit {current}: {reason}",
        "The game could not even begin on the changed pack: the pack is another one, is for other "
        "numbers of players, or has other options.",
    ),
    "S817": error(
        "{game} names `{name}`, which {current} does not have: at answer {number}, {moment}, "
        "{recorded}, but now {asked}",
        "An answer is kept with the id of its option, and nothing has this id any more. If it was "
        "renamed, say so in the pack, or in the overlay that renames it: `renamed: {section: "
        "{old_name: new_name}}`. Saves that name the old id then go on.",
    ),
    "W818": note(
        "the pack has changed since: {game} was saved with {saved}, and goes on with {current}",
        "The content of the pack or its overlays are not those that the game was saved with. All "
        "answers so far fit, so it goes on; what they led to may differ.",
    ),
    "W819": note(
        "`{old}` is called `{new}` now; it is answer {number} of the game, the first to name it",
        "The pack or an overlay says under `renamed` that the id is called otherwise now, so the "
        "answer that names the old one goes on with the new one.",
    ),
    "S820": error(
        "there is no value `{name}`{hint}",
        "A value that the pack computes is asked for by its name, also behind what it is of "
        "(`value`, `kind.value`), a cost as `kind.cost[resource]`. `solon show PACK` lists the "
        "values.",
    ),
    "S821": error(
        "`{name}` cannot be told: {reason}",
        "A value is told of what its declaration says: the thing behind `of`, then what stands in "
        "brackets, each by its id.",
    ),
    "S822": error(
        "{player} cannot be told `{name}`: it depends on {what}, which is not seen from there",
        "With the eyes of a seat a value is worked out of what the seat sees. Whoever may see "
        "everything asks without a seat.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
