"""Foundation: codes E340 to E379, what can be wrong with overlays; read by diagnostics."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E340": error(
        "`{part}` is no range of versions",
        "A range is one or more of `1.2.3`, `1.x`, `1.2.x`, `>=1.4`, `>1`, `<=1.9` and `<2` with "
        "spaces between, all of which must hold, or `any` for every version. Missing numbers are "
        "0: `>1` takes 1.0.1. A range that begins with `>` is put in quotes.",
    ),
    "E341": error(
        "no version can be in the range `{range}`",
        "All parts of a range must hold for one version. Look whether a sign is turned round, or "
        "a bound belongs somewhere else.",
    ),
    "E342": error(
        "two overlays have the id `{overlay}`",
        "An overlay is named by its id in saves and by other overlays, so an id means one thing. "
        "Choose one of the two, or give one of them another id.",
    ),
    "E343": error(
        "the overlay `{overlay}` has the id of the pack that it changes",
        "Saves and other overlays tell a pack and its overlays apart by their ids. Give the "
        "overlay an id of its own.",
    ),
    "E344": error(
        "`{overlay}` extends `{name}`, but this is `{base}`",
        "An overlay changes the one pack that it extends, or another overlay of that pack which "
        "is there. What is written for one pack has nothing to hold on to in another.",
    ),
    "E345": error(
        "`{overlay}` wants version {range} of `{name}`, but this is {version}",
        "The overlay says which versions it was written for. Take a version of the one or the "
        "other that fits; or, where the overlay works with this version too, let its author widen "
        "the range.",
    ),
    "E346": error(
        "`{overlay}` requires `{name}`, which is not there",
        "What an overlay requires is looked for among the variants of the pack, beside the chosen "
        "overlays, and among what comes with Solon. Where it can do without, it says `after` "
        "instead of `requires`.",
    ),
    "E347": error(
        "`{first}` and `{second}` cannot be played together",
        "One of them, or each, says that it excludes the other; said on one side it holds for "
        "both. Choose one.",
    ),
    "E348": error(
        "`{overlay}` excludes `{name}`, without which it cannot be",
        "An overlay excludes others that it cannot be played with. What it extends or requires, "
        "and itself, is always there with it.",
    ),
    "E349": error(
        "`{overlay}` needs itself: {chain}",
        "An overlay comes after what it extends and requires, so these lead from one to the next "
        "and never back. Where one of them can do without the other, it says `after` instead of "
        "`requires`.",
    ),
    "E360": error(
        "`{section}` finds no `{name}` in {where}",
        "A patch needs its target: what is changed, replaced or removed must be there. Where it "
        "may be missing, put the patch into the section `optional`.",
    ),
    "E361": error(
        "`{path}` is added, but it is there already",
        "`add` puts something where nothing is. `change` gives a key another value, `replace` puts "
        "a whole definition in the place of another.",
    ),
    "E362": error(
        "`{section}` cannot be done to `{path}`: {reason}",
        "Each section of an overlay acts on what has a certain shape; `docs/overlays.md` has the "
        "list.",
    ),
    "E363": error(
        "`{other}` and `{one}` both write `{path}`, and neither comes after the other",
        "Two overlays that write one place, or one that removes what another changes, conflict "
        "unless one says that it comes after the other, with `after`, `requires` or `extends`. "
        "The later one wins.",
    ),
    "E364": error(
        "`{path}` is not there any more: `{overlay}` removes it",
        "An overlay that comes after another finds the pack as the other leaves it.",
    ),
    "E365": error(
        "`{path}` cannot be scaled: {reason}",
        "`scale` takes a factor (`3`, `1/2`, `150%`, with `rounded up` or `rounded down` where it "
        "need not come out even) and multiplies a whole number, or each amount of a price.",
    ),
    "E368": error(
        "there is no pack or overlay `{name}` that `{overlay}` could {how}",
        "What an overlay extends or requires is looked for among the variants of the pack, beside "
        "the overlay, and among the packs that come with Solon.",
    ),
    "E369": error(
        "`{name}` is no variant of `{pack}`",
        "The variants of a pack are the files in its folder `variants`.",
    ),
    "E370": error(
        "`{name}` is no overlay: it extends nothing",
        "A mod is a folder with a pack.yaml that says what it `extends`.",
    ),
    "E371": error(
        "`{name}` is renamed, but it is still there",
        "`renamed` says what an id that is gone is called now, so that what others wrote about it "
        "finds it. Remove the old one, or take the line away.",
    ),
    "E372": error(
        "something is renamed to `{name}`, but `{section}` has no `{name}`",
        "`renamed` leads from an id that is gone to one that is there.",
    ),
    "E373": error(
        "`{name}` is written twice, once by the name that it had before",
        "Two names of one thing stand beside each other, because it was renamed. Write what is "
        "meant once, under the name that it has now.",
    ),
    "E374": error(
        "`renamed` leads round in a ring: {chain}",
        "One renaming may follow another, until one of the names is there. A ring ends nowhere.",
    ),
    "E375": error(
        "an overlay cannot change `{key}` of the pack",
        "Saves and overlays tell a pack by its id and its version, and read its text in its "
        "language. What an overlay renames it says in its own `renamed`.",
    ),
}
"""The codes of this stage; E360 on are those of the patches."""
