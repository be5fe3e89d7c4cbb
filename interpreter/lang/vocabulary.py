"""The closed table of the language: its operations and functions; feeds checker, runtime and docs.

Whatever the language can do stands here and nowhere else (its words are in `lang.words`): the
checker types by it, the engine pairs each operation with its function, the reference manual, the
completion and the English printer print it. Everything else that a text says is declared in a pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from interpreter.lang.words import FIXED_NAMES, KEYWORDS

Wants = Literal[
    "amount",  # a number, `N or all`, `all`
    "number",
    "value",  # whatever the target holds
    "target",  # a stored field, an entry of a table, or a local
    "thing",
    "things",  # a thing, a set or list of them, or what lies in a zone
    "owner",  # the owner of pieces
    "place",  # the place of pieces
    "zone",
    "end",  # `top` or `bottom`
    "cause",  # a word or a thing
    "players",  # a player or a set of players
    "fields",  # a record of the fields of a made kind
    "kind",
    "die",
    "definition",
    "slot",  # what the parameter of a definition's slot wants
    "list",
    "player",
    "truth",
    "link",  # the name of a link
    "way",  # the name of a link, or a word that names one
    "anything",
]
"""What an argument must be."""

Noun = Literal["piece", "kind", "resource", "die"]
"""What the static noun of an event is; see `ir.Event`."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an operation or a function.

    `word` is the small word before it, None for what stands right behind the verb (the amount, the
    thing) and for arguments in brackets. `in_event`: it is an argument of the event.
    """

    name: str
    wants: Wants
    word: str | None = None
    required: bool = True
    in_event: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """One way to use a verb.

    `event` is the operation of `ir.Event` (or of `ir.Change`, which is no event: `noun` is None),
    `arguments` stand in its order. `shape` is how it is written, `english` how it is said; there
    `{name}` is an argument, `{noun}` the noun; `[ ]` is left out with its argument, or what stands
    behind its `|` is said instead.
    """

    event: str
    noun: Noun | None
    arguments: tuple[Argument, ...]
    shape: str
    english: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A verb of the language.

    `gives` is what `as` names. `chance`: it draws on the game's own chance. `reveals`: it is an
    information barrier, behind which nobody may step back. `hooked`: rules may wait for it.
    `terms`: it must say `paying its cost` or `free`. `doc` is one line; `example` stands alone.
    """

    verb: str
    forms: tuple[Form, ...]
    doc: str
    example: str
    gives: str | None = None
    chance: bool = False
    reveals: bool = False
    hooked: bool = True
    terms: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function, called with brackets. `repeats`: its last argument may come again.

    `english` is how it is said, as in `Form`; `{all}` are all arguments.
    """

    name: str
    arguments: tuple[Argument, ...]
    gives: str
    doc: str
    example: str
    english: str
    repeats: bool = False

    @property
    def shape(self) -> str:
        """How it is written: `around(p[, way])`."""
        text = ""
        for argument in self.arguments:
            comma = ", " if text else ""
            text += comma + argument.name if argument.required else f"[{comma}{argument.name}]"
        return f"{self.name}({text}{', …' if self.repeats else ''})"


def _table(*operations: Operation) -> Mapping[str, Operation]:
    return MappingProxyType({operation.verb: operation for operation in operations})


_AMOUNT: Final = Argument("amount", "amount")
_THINGS: Final = Argument("things", "things")
_CAUSE: Final = Argument("cause", "cause", "for", required=False)

OPERATIONS: Final = _table(
    Operation(
        "place",
        (
            Form(
                "place",
                "piece",
                (_AMOUNT, Argument("owner", "owner", "of"), Argument("place", "place", "in")),
                "place N P of O in L",
                "place {amount} {noun} of {owner} from the supply in {place}",
            ),
        ),
        "Puts pieces from the supply of their owner in a place.",
        "place 2 units of me in area",
    ),
    Operation(
        "remove",
        (
            Form(
                "remove_pieces",
                "piece",
                (
                    _AMOUNT,
                    Argument("owner", "owner", "of"),
                    Argument("place", "place", "from"),
                    _CAUSE,
                ),
                "remove N P of O from L [for C]",
                "take {amount} {noun} of {owner} from {place} back to the supply[ (for {cause})]",
            ),
            Form(
                "remove_things",
                "kind",
                (_THINGS, _CAUSE),
                "remove X [for C]",
                "take {things} out of play[ (for {cause})]",
            ),
        ),
        "Pieces go to the supply; a thing, or a set of things, leaves its zone and lies nowhere.",
        "remove 3 or all units of loser from area",
    ),
    Operation(
        "move",
        (
            Form(
                "move_pieces",
                "piece",
                (
                    _AMOUNT,
                    Argument("owner", "owner", "of"),
                    Argument("origin", "place", "from"),
                    Argument("goal", "place", "to"),
                ),
                "move N P of O from L to L",
                "move {amount} {noun} of {owner} from {origin} to {goal}",
            ),
            Form(
                "move_things",
                "kind",
                (
                    _THINGS,
                    Argument("goal", "zone", "to"),
                    Argument("end", "end", "at", required=False, in_event=False),
                ),
                "move X to Z [at E]",
                "move {things} to {goal}[, at the {end}]",
            ),
        ),
        "Pieces or things change their place; E is `top` or `bottom` of an ordered zone.",
        "move card to piles.deck at bottom",
    ),
    Operation(
        "swap",
        (
            Form(
                "swap",
                "kind",
                (Argument("thing", "thing"), Argument("other", "thing", "with")),
                "swap X with X",
                "let {thing} and {other} change places",
            ),
        ),
        "Two things of one kind change places.",
        "swap card with other",
    ),
    Operation(
        "create",
        (
            Form(
                "create",
                "kind",
                (
                    Argument("kind", "kind", in_event=False),
                    Argument("fields", "fields", "with", required=False),
                ),
                "create K [with V]",
                "make a new {kind}[ with {fields}]",
            ),
        ),
        "Makes one of a `made` kind; V is a record of its fields.",
        "create group with (origin: area, goal: other) as fresh",
        gives="the new thing",
    ),
    Operation(
        "destroy",
        (Form("destroy", "kind", (_THINGS,), "destroy X", "unmake {things}"),),
        "Unmakes a made thing, or a set of them.",
        "destroy group",
    ),
    Operation(
        "gain",
        (Form("gain", "resource", (_AMOUNT,), "gain N R", "gain {amount} {noun}"),),
        "Adds to a resource, up to its cap; the rest is lost and logged.",
        "gain 3 points",
    ),
    Operation(
        "pay",
        (Form("pay", "resource", (_AMOUNT,), "pay N R", "pay {amount} {noun}"),),
        "Pays exactly; too little is a fault: test it first, or make it a price (`paying`).",
        "pay 2 points",
    ),
    Operation(
        "lose",
        (
            Form(
                "lose",
                "resource",
                (_AMOUNT,),
                "lose N or all R",
                "lose {amount} {noun}",
            ),
        ),
        "Down to the floor; always written with `or all` or `all`. An exact loss is `pay`.",
        "lose 3 or all points",
    ),
    Operation(
        "set",
        (
            Form(
                "set",
                None,
                (Argument("target", "target"), Argument("value", "value", "to")),
                "set F to V",
                "set {target} to {value}",
            ),
        ),
        "A stored field, an entry of a table or a local gets another value, within its bounds.",
        "set game.round to 1",
        hooked=False,
    ),
    Operation(
        "add",
        (
            Form(
                "add",
                None,
                (Argument("target", "target", "to"), Argument("value", "number")),
                "add N to F",
                "add {value} to {target}",
            ),
        ),
        "Adds to a number, within its bounds.",
        "add 1 to game.round",
        hooked=False,
    ),
    Operation(
        "subtract",
        (
            Form(
                "subtract",
                None,
                (Argument("target", "target", "from"), Argument("value", "number")),
                "subtract N from F",
                "take {value} from {target}",
            ),
        ),
        "Takes from a number, within its bounds.",
        "subtract steps from game.level",
        hooked=False,
    ),
    Operation(
        "include",
        (
            Form(
                "include",
                None,
                (Argument("target", "target", "in"), Argument("value", "value")),
                "include X in F",
                "add {value} to {target}",
            ),
        ),
        "Puts an element in a stored or local set, or at the end of a list.",
        "include me in game.winners",
        hooked=False,
    ),
    Operation(
        "exclude",
        (
            Form(
                "exclude",
                None,
                (Argument("target", "target", "from"), Argument("value", "value")),
                "exclude X from F",
                "take {value} out of {target}",
            ),
        ),
        "Takes an element out of a stored or local set or list.",
        "exclude me from game.winners",
        hooked=False,
    ),
    Operation(
        "draw",
        (
            Form(
                "draw",
                "kind",
                (
                    _AMOUNT,
                    Argument("origin", "zone", "from"),
                    Argument("goal", "zone", "to"),
                ),
                "draw N from Z to Z",
                "draw {amount} from {origin} to {goal}",
            ),
        ),
        "From the top of an ordered zone into another zone; nothing is drawn to nowhere.",
        "draw 2 or all from piles.deck to me.hand as fresh",
        gives="the things drawn",
        reveals=True,
    ),
    Operation(
        "shuffle",
        (
            Form(
                "shuffle",
                "kind",
                (Argument("zone", "zone"),),
                "shuffle Z",
                "shuffle {zone}",
            ),
        ),
        "Puts an ordered zone in an order of chance.",
        "shuffle piles.deck",
        chance=True,
        reveals=True,
    ),
    Operation(
        "roll",
        (
            Form(
                "roll",
                "die",
                (Argument("die", "die", in_event=False),),
                "roll D",
                "roll {die}",
            ),
        ),
        "Rolls a die of the pack.",
        "roll six as face",
        gives="the face",
        chance=True,
        reveals=True,
    ),
    Operation(
        "reveal",
        (
            Form(
                "reveal",
                "kind",
                (_THINGS, Argument("players", "players", "to", required=False)),
                "reveal X [to W]",
                "show {things}[ to {players}| to everybody]",
            ),
        ),
        "Everybody sees it, or only the players W; nobody steps back behind it.",
        "reveal card to winner",
        reveals=True,
    ),
    Operation(
        "perform",
        (
            Form(
                "perform",
                "kind",
                (
                    Argument("definition", "definition"),
                    Argument("argument", "slot", "for", required=False),
                ),
                "perform D [for A] paying its cost",
                "do what {definition} says[, for {argument}]",
            ),
        ),
        "Runs the effect of a definition; `me` stays, `for` fills the parameter of its slot.",
        "perform action for area paying its cost",
        terms=True,
    ),
    Operation(
        "win",
        (Form("win", None, (), "win", "win the game"),),
        "`me` wins and the game is over, wherever we are.",
        "have winner win",
    ),
)
"""The operations by verb, in the order of the reference."""

_NUMBER: Final = Argument("a", "number")
_THING: Final = Argument("a", "thing")

FUNCTIONS: Final[Mapping[str, Function]] = MappingProxyType(
    {
        function.name: function
        for function in (
            Function(
                "min",
                (_NUMBER, Argument("b", "number")),
                "number or half",
                "The least of several numbers.",
                "min(me.points, 3)",
                "the least of {all}",
                repeats=True,
            ),
            Function(
                "max",
                (_NUMBER, Argument("b", "number")),
                "number or half",
                "The greatest of several numbers.",
                "max(0, price - 1)",
                "the greatest of {all}",
                repeats=True,
            ),
            Function(
                "size",
                (Argument("set", "things"),),
                "number",
                "How many members a set, a list or a zone has.",
                "size(me.hand)",
                "the number in {set}",
            ),
            Function(
                "first",
                (Argument("list", "list"),),
                "a member",
                "The first of a list; of an empty one it is a fault.",
                "first(piles.deck)",
                "the first of {list}",
            ),
            Function(
                "last",
                (Argument("list", "list"),),
                "a member",
                "The last of a list; of an empty one it is a fault.",
                "last(order)",
                "the last of {list}",
            ),
            Function(
                "top",
                (Argument("list", "list"), Argument("n", "number")),
                "list",
                "The first n of a list, in its order; all of them if there are fewer.",
                "top(order, 2)",
                "the first {n} of {list}",
            ),
            Function(
                "only",
                (Argument("set", "things"),),
                "a member",
                "The member of a set or list that has just one; of any other it is a fault.",
                "only(me.hand)",
                "the only one of {set}",
            ),
            Function(
                "after",
                (Argument("p", "player"),),
                "player",
                "The next player by seat.",
                "after(me)",
                "the player after {p}",
            ),
            Function(
                "around",
                (Argument("p", "player"), Argument("clockwise", "truth", required=False)),
                "list of player",
                "All players from p on, by seat; with `no` the other way round.",
                "around(game.winner)",
                "all players from {p} on[ (clockwise: {clockwise})]",
            ),
            Function(
                "distance",
                (_THING, Argument("b", "thing"), Argument("link", "link")),
                "number or nothing",
                "How many steps of a link lead from a to b; nothing if none do.",
                "distance(origin, goal, side)",
                "the distance from {a} to {b} along {link}",
            ),
            Function(
                "within",
                (
                    _THING,
                    Argument("n", "number"),
                    Argument("link", "way"),
                    Argument("through", "things"),
                ),
                "set of things",
                "What n steps reach when only `through` is crossed; the last step may leave it.",
                "within(origin, 2, side, me.areas)",
                "what {n} steps along {link} reach from {a} through {through}",
            ),
            Function(
                "line",
                (
                    Argument("start", "thing"),
                    Argument("way", "way"),
                    Argument("n", "number"),
                ),
                "list of things",
                "The start and what follows it straight on, n in all; fewer where it ends.",
                "line(cell, across, 3)",
                "the line of {n} from {start} along {way}",
            ),
            Function(
                "possible",
                (
                    Argument("d", "definition"),
                    Argument("argument", "slot", required=False),
                ),
                "truth",
                "Whether its needs hold and its cost can be paid, the needs judged after the cost.",
                "possible(action, area)",
                "{d} is possible[ for {argument}]",
            ),
        )
    }
)
"""The functions by name. They change nothing and ask nobody."""

RESERVED: Final = KEYWORDS | OPERATIONS.keys() | FUNCTIONS.keys() | FIXED_NAMES.keys()
"""No thing, kind, word, rule or name of a text may be called so; a field may, behind its dot."""
