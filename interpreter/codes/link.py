"""Foundation: codes E3xx, what can be wrong with packs, names and overlays."""

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
        "at least {least} and at most {most} players: nobody could play this",
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
        "the offset {offset} has {given} numbers, but there are {needed} coordinates",
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
}
"""The codes of this stage; the first free number is the next one."""
