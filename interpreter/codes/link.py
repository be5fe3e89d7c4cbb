"""Foundation: codes E3xx up to E339, what can be wrong with packs and names."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E301": error(
        "`{name}` stands twice under `{block}`",
        "A name is declared once, in one file. Neither of the two wins. To add keys to what "
        "another file declares, write the name with a `+` behind it.",
    ),
    "E302": error(
        "`{name}+` adds to `{name}`, but there is no `{name}` under `{block}`",
        "A name with `+` adds keys to what another place declares under the same name. Without "
        "`+` it declares something new.",
    ),
    "E303": error(
        "`{key}` is added, but it is there already",
        "A name with `+` only adds keys; it never writes over one.",
    ),
    "E304": error(
        "there is no block and no kind with the name `{name}`",
        "A key at the top of a file is a block of the language, such as `rules`, or the plural of "
        "a kind that `kinds` declares, with the definitions of that kind under it.",
    ),
    "E305": error(
        "`{key}` is nothing that a definition of the kind `{kind}` has",
        "A definition has `title`, `text`, `source`, `doc`, `cost`, `needs`, `modifies`, `hooks`, "
        "`each` and `where`, and the fixed fields, fields, resources, links and slots that its "
        "kind declares. Keys that begin with x_ are your own.",
    ),
    "E306": error(
        "`{block}` stands in two places",
        "There is one `flow`, `scoring`, `ranking`, `score`, `evaluation` and `bounds` in a pack, "
        "because its order counts or because it is one thing.",
    ),
    "E307": error(
        "there is no folder {folder}",
        "A pack is a folder with a file pack.yaml in it. It is named by its path, or by its id "
        "when it came with Solon.",
    ),
    "E308": error(
        "{path} is no folder",
        "A pack is a folder with a file pack.yaml in it.",
    ),
    "E309": error(
        "{folder} is no pack: there is no pack.yaml in it",
        "A pack is a folder with a file pack.yaml in it, which says what the pack is called, who "
        "plays it, and in which edition of the language it is written.",
    ),
    "E310": error(
        "this is written `{written}`, but it is called `{called}`",
        "Small and capital letters differ on many systems. A name that is right on one computer "
        "only would be missing on another.",
    ),
    "E311": error(
        "{name} is a link that leads out of the pack, or to a folder",
        "A pack reads nothing but its own files, so that a pack from a stranger can be checked "
        "without fear. Copy the file into the pack.",
    ),
    "E312": error(
        "this pack declares nothing: there is no other file of content beside pack.yaml",
        "What a game consists of stands in files that end in .yaml, beside pack.yaml or in folders "
        "there. Scenarios and variants alone make no game.",
    ),
    "E313": error(
        "{name} is not read: {reason}",
        "The file looks as if it belonged to the pack, but stands or is called otherwise than what "
        "is read. It is not passed over in silence.",
    ),
    "E314": error(
        "at least {least} players, but at most {most}: nobody could play this",
        "`least` is the smaller number of players, `most` the greater one.",
    ),
    "E315": error(
        "one of {choices} is missing here",
        "Exactly one of these keys says what this is.",
    ),
    "E316": error(
        "`{key}` is one too many: only one of {choices} can stand here",
        "These keys exclude each other.",
    ),
    "E317": error(
        "the offset {offset} has {given} for {needed}",
        "An offset says for each coordinate how far the other end of the link is away.",
    ),
    "E318": error(
        "`otherwise` must be the last case, and must be there",
        "The first case whose condition holds gives the value. What it is when none holds is said "
        "by `otherwise`, which is written last.",
    ),
    "E319": error(
        "the pack is written in edition {language} of the language; this program knows {known}",
        "`language` in pack.yaml is the edition of the effect language. Use a newer version of "
        "Solon, or correct the number.",
    ),
    "E320": error(
        "there is no {what} `{name}`",
        "A name that is used in a declaration must be declared itself, in any file of the pack and "
        "in any order.",
    ),
    "E321": error(
        "{what} is declared twice",
        "One name means one thing. Only things of different kinds, and words of different lists, "
        "may share a name; a text then shows which is meant.",
    ),
    "E322": error(
        "`{name}` is a resource of {kind}, but only players have resources",
        "Resources are what players gain, pay and lose. For anything else declare a field of the "
        "type number.",
    ),
    "E323": error(
        "the parameter `{name}` needs a small word of its own",
        "A rule is called with one argument right behind the verb and others behind small words, "
        "each used once: `{area: area, for player: player}`.",
    ),
    "E324": error(
        "`{name}` is a word of the language",
        "The words of the grammar, the operations, the functions and the fixed names cannot be "
        "names of a pack. Behind a dot, as the name of a field, most of them can stand.",
    ),
    "E325": error(
        "players are not written down",
        "The players are the seats: player_1, player_2 and so on. What is printed for each of "
        "them is a fixed field with `start`.",
    ),
    "E326": error(
        "this cannot make a family: {why}",
        "`each` goes through numbers (`1 to 3`), the things of a kind or the words of a list "
        "(their plural), and makes one definition for each combination.",
    ),
    "E327": error(
        "this must be known before a game begins",
        "Printed data, rows of tables, costs and what a field starts with read literals, printed "
        "data and values made of it. `where` of a family or a grid, and the fields that sort a "
        "kind, use nothing but literals, the names of the family and printed data; what an option "
        "starts with uses literals alone.",
    ),
    "E328": error(
        "`{name}` has no `{field}`",
        "Each thing of the kind {kind} has a value for each fixed field. Give it one, or give the "
        "field a `start`. Only truths, sets, lists and types with `or nothing` need none.",
    ),
    "E329": error(
        "`{what}` is no computed value that could be modified",
        "`modifies` names a value with names of your choice, `thing.strength[other]`, or a "
        "cost, `thing.cost[resource]`. A stored field changes by `set`.",
    ),
    "E330": error(
        "the value `{name}` needs itself: {chain}",
        "A value is worked out from others, never from itself, and modifiers of a value count as "
        "part of it. Keep in a field what goes from step to step. The same holds of printed data "
        "and of the rows of a table.",
    ),
    "E331": error(
        "this grid cannot be made: {why}",
        "A grid joins things by their coordinates, which are fixed fields of numbers.",
    ),
    "E332": error(
        "the table {name} cannot have this row: {why}",
        "A row has one key for each key in the type of the table, and each combination stands "
        "once.",
    ),
    "E333": error(
        "a value of the type {type} cannot have {what}",
        "`least` and `most` bound numbers, `all of` makes a truth, and the layers add, multiply, "
        "at least and at most work on numbers only.",
    ),
    "E334": error(
        "`{name}` stands for {kind}, which has no things",
        "The things of a kind with `made` come into being in play; no family can go through them.",
    ),
    "E335": error(
        "there is no type `{type}`",
        "A type is truth, number, half, a kind, a word list or a record; `… or nothing`, `set of "
        "…` or `list of …` of such a type; or a table, `… by … and …`.",
    ),
    "E336": error(
        "a step with `{manner}` has `do`, not `steps`",
        "Players take their turns in one step; inner steps belong to `repeat while` and to plain "
        "steps.",
    ),
    "E337": error(
        "the manifest is empty",
        "`pack.yaml` says what the pack is: at least its id, title, version, language, players and "
        "licence. `solon new FOLDER` writes one to begin with.",
    ),
    "E338": error(
        "there would be {count} things of the kind {kind}, more than {most}",
        "`most` says how many of what is made can exist at once, and each has its place in the "
        "state. Say what the game has; what has no limit is counted in a field.",
    ),
    "E339": error(
        "the record {name} holds itself: {chain}",
        "A record has all its fields, so one that holds another of its own kind would never end. "
        "Let it hold a `list of` them, which may be empty.",
    ),
    "E391": error(
        "the most, {most}, is less than the least, {least}",
        "No number lies between these two bounds. They belong to one field, value or game, or a "
        "definition always bounds a value by one of them and the value itself by the other.",
    ),
    "E392": error(
        "the beginning, {start}, is {how}, {bound}",
        "A field lies between its bounds from the beginning. Give it another `start`; a field "
        "without one begins with 0.",
    ),
}
"""The codes of this stage; the first free number is the next one, up to E339."""
