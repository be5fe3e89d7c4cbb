"""Foundation: codes E5xx, what can be wrong with the meaning of an effect text."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E501": error(
        "`{name}` is not known here",
        "Every name in a text is declared in a file of the pack, made earlier in the same text, "
        "or one of the few words with a fixed meaning (me, self, actor, option). A name made "
        "inside a block ends with the block.",
    ),
    "E502": error(
        "{wanted} is wanted here, this is {found}",
        "The value has another type than the place needs. A number goes where a half is wanted "
        "and a thing where a set is wanted, but not the other way round.",
    ),
    "E503": error(
        "{owner} has no `{name}`",
        "Behind a dot stands a fixed field, a field, a resource, a zone, a link or a value of "
        "what stands before it. A set has no fields: ask for its members with a query.",
    ),
    "E504": error(
        "`{what}` may be nothing here",
        "A value of a type `… or nothing` must be tested before it is used as a value: `if x is "
        "nothing: leave rule`, or `x is not nothing and …`. The test must stand before the use, "
        "and nothing may have changed it since.",
    ),
    "E505": error(
        "`{what}` is never nothing",
        "Only a type that says `or nothing` can be nothing. A set without members is `empty`.",
    ),
    "E506": error(
        "there is no verb `{name}`",
        "A statement begins with an operation of the language or with a rule of the pack.",
    ),
    "E507": error(
        "`{verb}` needs {what}",
        "An argument is missing. The table of operations, or the `parameters` of the rule, says "
        "what a verb needs.",
    ),
    "E508": error(
        "`{verb}` has no use for `{word}`",
        "An argument stands there that the verb does not have, or stands there twice.",
    ),
    "E509": error(
        "`{verb}` is not written with {what}",
        "How many is meant exactly (`3 coins`), as far as possible (`3 or all coins`) or "
        "completely (`all coins`); not every verb has all three. `lose` always says `or all`, an "
        "exact loss is `pay`.",
    ),
    "E510": error(
        "`{name}` is not {wanted}",
        "Here stands the name of a resource, of a kind of pieces, of a die or of a kind, as the "
        "verb needs it.",
    ),
    "E511": error(
        "`{name}` already means something here",
        "No name hides another one, in a text or of the pack. Choose another name.",
    ),
    "E512": error(
        "`{name}` wants {wanted}, here are {found}",
        "What stands in brackets are the parameters of a value, the keys of a table or the "
        "arguments of a function, all of them and in their order.",
    ),
    "E513": error(
        "there is no `{word}` here",
        "`me` is who acts: there is one in rules, effects and steps with `each`, but values and "
        "start values belong to nobody and get a player as a parameter. `self` is a definition's "
        "own name, `actor` belongs to hooks, `original` to what an overlay puts `instead` of a "
        "text.",
    ),
    "E514": error(
        "{left} and {right} cannot be compared",
        "Both sides of a comparison are of one type. `<`, `<=`, `>` and `>=` compare numbers, "
        "halves and words of one list.",
    ),
    "E515": error(
        "a division must say `rounded up` or `rounded down`",
        "Only `/ 2` gives an exact half. Any other division is rounded, and the rule says in "
        "which direction: `a / 3 rounded down` rounds everything before it in the product.",
    ),
    "E516": error(
        "what happens if there is nothing to choose?",
        "The choice can be empty. Write `, if none: nothing` (the name is then nothing), `, if "
        "none: leave rule`, another short statement or a block; or `, never none` if you are "
        "sure that there is always an answer.",
    ),
    "E517": error(
        "`{where}` is not inside {what}",
        "`next` and `leave loop` belong to a loop. Inside `secretly` no statement leaves the "
        "block.",
    ),
    "E518": error(
        "`{what}` cannot be changed",
        "Only stored fields, entries of stored tables and names made by `let`, `choose` or `as` "
        "can be set. Values are computed, fixed data is printed, and things change their place "
        "by `move`.",
    ),
    "E519": error(
        "`{verb}` must say `paying its cost` or `free`",
        "Performing a definition always says whether its cost is paid.",
    ),
    "E520": error(
        "a plan holds no {what}",
        "The choices of a `plan` are one composite that the planner may take back, so nothing in "
        "it may draw, roll, shuffle, reveal or ask somebody else, nor may a rule that it calls.",
    ),
    "E521": error(
        "inside `secretly` {what}",
        "All players answer at once, unseen. So the block only asks, and each choice in it names "
        "its player; names made in it are tables by player when the block has ended and all "
        "answers are revealed.",
    ),
    "E522": error(
        "the result `{name}` is never made",
        "The results of a rule are names that its effect makes, outside of any block that may be "
        "passed over.",
    ),
    "E523": error(
        "`{name}` means {meanings}: which is meant cannot be seen here",
        "Two declarations share the name. Where a type is wanted (a comparison, an argument, a "
        "field that only one of them has) the right one is taken; here nothing tells them apart.",
    ),
    "E524": error(
        "there is no function `{name}`",
        "The functions are min, max, size, first, last, top, only, after, around, distance, "
        "within, line and possible.",
    ),
    "E525": error(
        "`{name}` is not a link of {kind}",
        "`distance`, `within` and `line` follow a link that the kind declares, or that its grid "
        "makes.",
    ),
    "E526": error(
        "the record {record} {what}",
        "A record is written with all its fields, each once: `(number: 0, bold: no)`.",
    ),
    "E527": error(
        "the type of `{what}` cannot be seen",
        "`nothing` and `empty` alone do not say of what. Give the name a value, or use it where "
        "its type shows.",
    ),
    "E528": error(
        "a zone is wanted here",
        "Things lie in zones: `me.hand`, `piles.deck`. Name the zone, not only what it belongs to.",
    ),
    "E529": error(
        "`{verb}` gives nothing that `as` could name",
        "Only draw, roll and rules with results give something.",
    ),
    "E530": error(
        "a hook cannot wait for this: {why}",
        "The pattern of a hook is a call, written with names for its values: `remove amount "
        "units of owner from place`. `set`, `add`, `subtract`, `include` and `exclude` change what "
        "is stored and are no events: make the change a rule of the pack, and wait for that rule.",
    ),
    "E531": error(
        "a query over several names gives rows, not {wanted}",
        "`first`, `ranking` and loops over one name need a query with one name.",
    ),
    "E532": error(
        "{wanted} is wanted, not a record",
        "`(name: value)` makes a record; it stands where a declared record is wanted.",
    ),
    "E533": error(
        "`{name}` may be called without a player, and acts as `me`",
        "Somewhere this is reached from a step of the flow that has no `each`, so there is "
        "nobody who acts.",
    ),
    "E534": error(
        "`{name}` is read without its brackets",
        "The value has parameters: write `{name}[{parameters}]`.",
    ),
    "E535": error(
        "{kind} has no effect that could be performed",
        "`perform` runs the slot `effect` of a definition, or its only slot.",
    ),
    "E536": error(
        "a set of {what} cannot be kept",
        "Sets hold things, words, numbers or stacks. For anything else use a list or a table.",
    ),
    "E537": error(
        "{what} belongs to one player, and nobody is named",
        "Resources are the players' own: gain, pay and lose act on `me`, or on who stands after "
        "`have`.",
    ),
    "E538": error(
        "`actor` may be nobody here: {event} happens in a step without `each`",
        "A hook that asks who did it must wait for something that a player does.",
    ),
    "E539": error(
        "`{function}` is of a list, and this is a set",
        "A set has no order of its own, so which is first in it would be an accident. `first x in "
        "S` takes the first in the stable order of the kind, and may be nothing; `ranking of E "
        "for x in S` makes a list, highest first; `only(S)` is the member of a set that has just "
        "one.",
    ),
    "E540": error(
        "an option cannot be a {type}",
        "What is chosen before a game begins is a truth, a number, or a word of a list.",
    ),
    "E541": error(
        "nothing lies between {least} and {most}",
        "A range goes from the least to the most: `from 1 to 3`, `taking 2 to 4`. In this one the "
        "least is the greater number, so there is never anything to choose.",
    ),
    "E542": error(
        "`{asked}` asks what is possible for who acts, and nobody acts in this scenario",
        "What is possible hangs on who would pay and who has the needs. Say in the scenario who "
        "acts, such as `actor: player_1`.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
