"""The friendly side of what is asked: decisions and options as people and programs see them.

Made by `game` from the plain tuples of a state; the numbers are those of the state, the words come
from the pack.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter import arguments
from interpreter.engine.primitives import DECLINE, DONE
from interpreter.lang.types import NOTHING_NUMBER
from interpreter.program.layout import CHANCE
from interpreter.program.module import Site
from interpreter.program.program import Program
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be answered.

    `number` means the same in every state: the index of the thing or word, or the amount; -1
    declines, -2 ends a choice of several. `id` is the same as text (an id, a word, a number,
    `yes`, `no`, `decline`, `done`, a label), `label` is for people. `probability` is set when
    chance decides.
    """

    number: int
    id: str
    label: str
    probability: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that somebody has to decide.

    `player` is a seat from 0, None for chance. `kind` is one of: one, number, yes_no, may, branch,
    several, order, division, hook, chance. `partial` is what has been answered so far in a choice
    of several steps (ids, in order); `about` is the member of a division that is asked for.
    `version` is quoted by an answer, so that a stale one is refused.
    """

    player: int | None
    kind: str
    prompt: str
    options: tuple[Option, ...]
    composite: bool
    partial: tuple[str, ...]
    about: str | None
    name: str
    rule: str
    span: Span | None
    id: int
    version: int
    place: int
    """The position among the decisions that are open at once."""

    @property
    def chance(self) -> bool:
        """Whether chance decides."""
        return self.player is None

    def option(self, wanted: int | str) -> Option | None:
        """Return the option with a number or id, None if there is none; raises `TypeError`."""
        if not isinstance(wanted, str):
            wanted = arguments.whole("wanted", wanted, "the number or the id of an option")
        for option in self.options:
            if wanted in (option.number, option.id):
                return option
        return None


def make_decision(program: Program, pending: tuple[Any, ...], place: int, version: int) -> Decision:
    """Return the friendly form of a pending decision."""
    player, number, options, _frame, partial = pending
    site = program.sites[number]
    whole = len(options)
    named = tuple(
        Option(
            option,
            option_id(program, site, option),
            option_label(program, site, option),
            Fraction(1, whole) if player == CHANCE else None,
        )
        for option in options
    )
    done, about = _partial(program, site, partial)
    return Decision(
        player=None if player == CHANCE else player,
        kind=site.form,
        prompt=site.prompt,
        options=named,
        composite=site.whole,
        partial=done,
        about=about,
        name=site.name,
        rule=site.routine,
        span=site.span,
        id=number,
        version=version,
        place=place,
    )


def number_meant(program: Program, pending: tuple[Any, ...], given: object) -> int | None:
    """Return the number of the option that is given to a pending decision, None if it is none.

    `given` is an option, its number (of any kind of whole numbers) or its id; raises `TypeError`
    for anything else.
    """
    if isinstance(given, Option):
        number = given.number
        if type(number) is not int or number not in pending[2]:
            return None
        return number if option_id(program, program.sites[pending[1]], number) == given.id else None
    if isinstance(given, str):
        found = make_decision(program, pending, 0, 0).option(given)
        return None if found is None else found.number
    return arguments.whole("option", given, "an option of the decision, its number or its id")


def _partial(program: Program, site: Site, partial: Any) -> tuple[tuple[str, ...], str | None]:
    """Return what has been answered so far, and what is asked about."""
    if partial is None:
        return (), None
    if site.form == "division":
        among, done = partial
        named = tuple(
            f"{thing_id(program, site.of, member)}: {amount}"
            for member, amount in zip(among, done, strict=False)
        )
        return named, thing_id(program, site.of, among[len(done)])
    return tuple(thing_id(program, site.of, member) for member in partial), None


def seat_name(player: int) -> str:
    """Return the name of a seat, or of chance."""
    return "chance" if player < 0 else f"player_{player + 1}"


def thing_id(program: Program, of: str, number: int) -> str:
    """Return the id of a thing, word or stack; a number when `of` names nothing."""
    layout = program.layout
    if of in layout.names:
        return layout.names[of][number]
    if of in program.spec.words:
        return program.spec.words[of][number]
    if of.startswith("stack of "):
        piece = program.spec.pieces[of.removeprefix("stack of ")]
        owner, place = divmod(number, layout.count(piece.place))
        return f"{layout.names[piece.owner][owner]} in {layout.names[piece.place][place]}"
    return str(number)


def option_id(program: Program, site: Site, number: int) -> str:
    """Return the id of an option at a place of decision."""
    if number in (DECLINE, NOTHING_NUMBER) and site.form != "chance":
        return "decline"
    if site.form in ("may", "yes_no"):
        return "yes" if number else "no"
    if site.form in ("branch", "hook"):
        return site.labels[number]
    if number == DONE and site.form == "several":
        return "done"
    if site.form == "division":
        return str(number)
    return thing_id(program, site.of, number)


def option_label(program: Program, site: Site, number: int) -> str:
    """Return the words for an option: the title of a thing if it has one."""
    known = option_id(program, site, number)
    if number >= 0 and site.form not in ("may", "yes_no", "branch", "hook", "division"):
        elements = program.layout.elements.get(site.of, ())
        if number < len(elements) and elements[number].title:
            return elements[number].title
    return known.replace("_", " ")
