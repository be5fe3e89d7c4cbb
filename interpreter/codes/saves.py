"""Foundation: codes S8xx, what is wrong with an answer, a save or a replay; see the package."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

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
        "A save is a row of answers, which only means the same game with the same pack. Load it "
        "with the version of the pack that it names.",
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
}
"""The codes of this stage; the first free number is the next one."""
