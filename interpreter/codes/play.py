"""Foundation: codes F7xx, how rules can break in play; the package puts the table together."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "F701": error(
        "the rules did not come to an end: more than {steps} steps for one answer",
        "A loop goes round without end, or rules or hooks set each other off without end. The "
        "chain names the rules that were running. Look at the condition of each `repeat while`, at "
        "rules that call themselves, and at hooks that cause the event they wait for.",
    ),
    "F702": error(
        "too few of {what}: {wanted} wanted, {there} there",
        "Without `or all` the exact number is meant. Test first whether there are enough, write "
        "`or all` for as many as there are, or let the player pay with `paying` or `cost`, which "
        "is only offered when it can be paid.",
    ),
    "F703": error(
        "a choice that must have an answer has nothing to choose from",
        "`never none` is the author's claim that there is always an option, and a number or a "
        "division that is chosen without an end claims it too. Here there was none. Say what "
        "happens then with `, if none: ...`, or make sure beforehand that there is an option.",
    ),
    "F704": error(
        "{what} would hold more than its limit of {limit}",
        "A zone or a set has a declared limit. Test whether there is room before something goes "
        "there.",
    ),
    "F705": error(
        "there can be only {most} of the kind {kind} at once",
        "A made kind says how many can exist at once. Test the number before another is created, "
        "or raise `most`.",
    ),
    "F706": error(
        "the first or last of an empty list, or an entry that is not there",
        "`first`, `last` and brackets need something to give, `only` a set of just one. Test the "
        "size first, or use `first x in S`, which may be nothing. A value of cases without "
        "`otherwise` faults in the same way when no case holds.",
    ),
    "F707": error(
        "the table has no row for {key}",
        "A printed table is read at keys that it does not list. Add the row, or limit the keys.",
    ),
    "F708": error(
        "chance was told to give {forced}, which cannot come here",
        "A scenario or a replay forces a result of a die, a draw or a shuffle that is not among "
        "the possible ones.",
    ),
    "F709": error(
        "a division by zero",
        "The number after `/` was 0. Test it first.",
    ),
    "F710": error(
        "{count} numbers to choose from are more than the {most} that a decision may offer",
        "A choice lists its options. Give the number closer bounds, such as what the player has, "
        "or let it be chosen in steps.",
    ),
    "F711": error(
        "the rules did not come to an end: {steps} decisions with one option followed each other",
        "A decision with one option is answered without asking. Here a loop of such decisions "
        "goes round without end. The chain names the rules that were running.",
    ),
    "F712": error(
        "a number of about {digits} digits: no game reckons with such numbers",
        "A number in a game has at most 15 digits. A loop that doubles or squares a number, or a "
        "rule that calls itself with a greater one, gets beyond that in a few rounds: give it an "
        "end, or the number a `most`.",
    ),
    "F713": error(
        "{tries} ways to complete an answer were tried, and none was found",
        "A step of an answer is offered only if it can lead to a whole one. Here there are so many "
        "ways that finding one takes for ever. Let `such that` or the price allow more, choose "
        "from fewer, or ask in steps of your own.",
    ),
    "F714": error(
        "{number} cannot be in a set of numbers, which holds those from 0 to {most}",
        "A set has a place for each number that may be in it. Use a list for other numbers.",
    ),
    "F715": error(
        "{name} takes no part with so few players",
        "A thing that belongs to a player is there only when that player is. It is equal to "
        "nothing and in no set, so `player_4 in players` tells whether there is a fourth player.",
    ),
    "F716": error(
        "the rules looked at more than {things} things for one answer",
        "Queries inside each other, values that read values that query, and loops inside each "
        "other multiply. Look at the sizes along the chain: ask for less inside, narrow the outer "
        "query with `where`, or keep in a field what is worked out again and again.",
    ),
    "F717": error(
        "a list of more than {most} entries",
        "A list grows with each `include`, and with each `+` of two lists. Empty it when its "
        "entries are not needed any more, or count in a field instead.",
    ),
    "F718": error(
        "rules that call themselves go too deep: more than {most} calls wait for each other",
        "A rule that calls itself, or hooks and needs that ask for each other, go on and on "
        "without coming back. Most often an end is missing: look at the conditions of those in "
        "the chain. What comes turn after turn is a step of the flow or a `repeat while`; what can "
        "be reached over links is `within`.",
    ),
    "F719": error(
        "values or needs are read out of each other in too long a row",
        "A value may read values, and needs may ask what is possible, but here hundreds follow "
        "each other. Keep in a field what goes from one to the next, or ask for all of a kind in "
        "one query.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
