"""What a seat knows of where the things of one kind lie, worked out from what it has seen.

Fed by the declared start and the events of a `sight`; read by `resample`, which draws a full state
that fits, and by `undo`, which asks whether an event showed something new.

Every thing in the game is a token. A token has a set of things that it may be; a known token may be
one thing only. A token lies at a known position of an ordered zone, or loose in its zone: somewhere
in it. What is seen moves tokens and narrows their sets; what is not seen mixes the sets of all
tokens that may have been meant. So a belief never rules out the truth, and it may allow a little
too much where unseen moves out of one zone follow each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from interpreter.engine.primitives import bits
from interpreter.engine.sight import Sight
from interpreter.program.layout import NOWHERE, ZoneNumbers
from interpreter.program.program import Program

ABOUT_THINGS = frozenset({"shift", "swap", "reveal", "shuffle", "create", "destroy"})
"""The events of which beliefs learn; each names the kind of its things first."""
SOMEWHERE = -2
"""The zones together of which the seat does not see how many things lie there."""


class Token:
    """A thing, as far as the seat can tell: `things` is a mask of what it may be."""

    __slots__ = ("things",)

    def __init__(self, things: int) -> None:
        """Make a token that may be some things."""
        self.things = things

    @property
    def known(self) -> bool:
        """Whether it can be one thing only."""
        return self.things.bit_count() == 1


class Place:
    """A zone as the seat knows it.

    `row` holds the positions of an ordered zone: a token, or None where a `loose` one lies.
    """

    __slots__ = ("loose", "ordered", "row")

    def __init__(self, *, ordered: bool) -> None:
        """Make an empty zone."""
        self.ordered = ordered
        self.loose: list[Token] = []
        self.row: list[Token | None] = []

    def __len__(self) -> int:
        """Return how many tokens lie here."""
        return len(self.row) if self.ordered else len(self.loose)

    def tokens(self) -> list[Token]:
        """Return all tokens that lie here."""
        return [*self.loose, *(token for token in self.row if token is not None)]

    def copy(self) -> Place:
        """Return the same with tokens of its own; no token lies in two zones."""
        other = Place(ordered=self.ordered)
        other.loose = [Token(token.things) for token in self.loose]
        other.row = [token and Token(token.things) for token in self.row]
        return other

    def put(self, token: Token, *, top: bool) -> None:
        """Add a token, in an ordered zone at the top or at the bottom."""
        if not self.ordered:
            self.loose.append(token)
        elif top:
            self.row.insert(0, token)
        else:
            self.row.append(token)

    def loosen(self, tokens: Iterable[Token] | None = None) -> None:
        """Forget the positions of some tokens, or of all."""
        freed = [one for one in self.row if one and (tokens is None or one in tokens)]
        self.loose = [*self.loose, *freed]
        self.row = [None if one in freed else one for one in self.row]

    def replace(self, token: Token, other: Token) -> None:
        """Put another token where one lies."""
        if token in self.loose:
            self.loose[self.loose.index(token)] = other
        else:
            self.row[self.row.index(token)] = other


class Belief:
    """What a seat knows of where the things of a kind lie."""

    __slots__ = ("_everything", "_places", "kind", "pooled", "program")

    def __init__(self, program: Program, kind: str, sight: Sight) -> None:
        """Know what everybody knows at the start, which is what `sight` looks at."""
        layout = program.layout
        self.program = program
        self.kind = kind
        self._places: dict[int, Place] = {
            NOWHERE: Place(ordered=False),
            SOMEWHERE: Place(ordered=False),
        }
        self.pooled: set[int] = set()
        made = layout.has_slots("MADE", kind)
        self._everything = 0 if made else (1 << layout.count(kind)) - 1
        away = self._everything
        for zone in layout.zones_of[kind]:
            for which in range(zone.count):
                contents = program.start[zone.slots.start + which]
                things = contents if zone.ordered else bits(contents)
                number = zone.first + which
                self._places[number] = Place(ordered=zone.ordered)
                if not sight.sees_size(zone.slots, which):
                    self.pooled.add(number)
                for thing in things:
                    self.place(number).put(Token(1 << thing), top=False)
                    away &= ~(1 << thing)
        for thing in bits(away):
            self._places[NOWHERE].put(Token(1 << thing), top=False)

    # ---- what is known ---------------------------------------------------------------------------

    def place(self, zone: int | None) -> Place:
        """Return a zone by number; None is one of those whose size is not seen."""
        return self._places[SOMEWHERE if zone is None or zone in self.pooled else zone]

    def tokens(self) -> Iterator[Token]:
        """Yield all tokens."""
        for place in self._places.values():
            yield from place.tokens()

    def knows(self, zone: int | None, thing: int) -> bool:
        """Whether the seat knows that a thing lies in a zone."""
        return any(token.things == 1 << thing for token in self.place(zone).tokens())

    def copy(self) -> Belief:
        """Return a belief that goes on by itself."""
        other = object.__new__(Belief)
        other.program, other.kind, other.pooled = self.program, self.kind, self.pooled
        other._everything = self._everything
        other._places = {number: place.copy() for number, place in self._places.items()}
        return other

    # ---- what is seen ----------------------------------------------------------------------------

    def see(self, event: tuple[Any, ...]) -> bool:
        """Learn from an event as the seat sees it; tell whether it showed something new."""
        what, *rest = event
        if what == "shift" and rest[0] == self.kind:
            return self._see_shift(*rest[1:])
        if what == "swap" and rest[0] == self.kind:
            return self._see_swap(*rest[1:])
        if what == "reveal" and rest[0] == self.kind and rest[1] is not None:
            return self._identify(rest[2], rest[1], rest[3])
        if what == "shuffle" and rest[0] == self.kind:
            self.place(rest[1]).loosen()
        elif what == "create" and rest[0] == self.kind:
            self._places[NOWHERE].put(Token(1 << rest[1]), top=False)
        elif what == "destroy" and rest[0] == self.kind:
            self._unmake(rest[1])
        return False

    def asked(self, site: int, options: tuple[int, ...]) -> bool:
        """Learn from a question that lets the seat look into a zone; tell whether it was news."""
        looks = self.program.sites[site].looks
        zone = None if looks is None else self.program.layout.zones.get(looks)
        if zone is None or zone.of != self.kind:
            return False
        things = tuple(option for option in options if option >= 0)
        if zone.count == 1:
            return self.look(zone.first, things)
        # which of the zones is meant is not written down, so only whether it is news can be told
        return not all(
            any(self.knows(zone.first + which, thing) for which in range(zone.count))
            for thing in things
        )

    def _see_shift(
        self, thing: int | None, origin: int | None, goal: int | None, at: int, top: int
    ) -> bool:
        """Let a thing, seen or not, change its place."""
        new = thing is not None and self._identify(origin, thing, at)
        token = self._take(origin, thing, at)
        self.place(goal).put(token, top=bool(top))
        return new

    def _take(self, origin: int | None, thing: int | None, at: int) -> Token:
        """Take a token out of a zone: a known one, or one that may be any that lies there."""
        place = self.place(origin)
        if place.ordered and at < 0 and (thing is None or self._row_position(place, thing) is None):
            place.loosen()
        if thing is not None:
            token = next(one for one in place.tokens() if one.things == 1 << thing)
            if token in place.loose:
                place.loose.remove(token)
                if place.ordered:
                    place.row.remove(None)
            else:
                place.row.remove(token)
            return token
        if not len(place):
            return self._conjure(place)
        if place.ordered:
            entry = place.row.pop(min(max(at, 0), len(place.row) - 1))
            if entry is not None:
                return entry
        self._mix(place.loose)
        return place.loose.pop()

    def _row_position(self, place: Place, thing: int) -> int | None:
        """Return the position at which a thing is known to lie."""
        for position, token in enumerate(place.row):
            if token is not None and token.things == 1 << thing:
                return position
        return None

    def _conjure(self, place: Place) -> Token:
        """Return a token for a zone that seems to be empty: one that may have come there unseen."""
        for home in (self._places[SOMEWHERE], self._places[NOWHERE], *self._places.values()):
            if len(home) and home is not place:
                home.loosen()
                token = home.loose.pop()
                if home.ordered:
                    home.row.pop()
                self._mix([token, *home.loose])
                return token
        return Token(self._everything)

    def _see_swap(
        self, one: int | None, other: int | None, here: int | None, there: int | None
    ) -> bool:
        """Let two things, seen or not, change places."""
        first, second = self.place(here), self.place(there)
        if one is None or other is None:
            first.loosen()
            second.loosen()
            self._mix([*first.loose, *(second.loose if second is not first else ())])
            return False
        new = self._identify(here, one, -1) | self._identify(there, other, -1)
        left = next(token for token in first.tokens() if token.things == 1 << one)
        right = next(token for token in second.tokens() if token.things == 1 << other)
        left.things, right.things = right.things, left.things
        return new

    def _unmake(self, thing: int) -> None:
        """Forget a made thing that is no more."""
        for place in self._places.values():
            for token in place.tokens():
                if token.things == 1 << thing:
                    place.loosen()
                    place.loose.remove(token)
                    del place.row[:1]
                    return

    def look(self, zone: int, things: tuple[int, ...]) -> bool:
        """See what lies in a zone; tell whether that was new."""
        new = False
        for thing in things:
            new |= self._identify(zone, thing, -1)
        return new

    def count(self, sizes: dict[int, int]) -> None:
        """See how many things lie in zones; tokens come and go unseen until it is true."""
        for zone, size in sizes.items():
            while len(self._places[zone]) > size:
                self._places[SOMEWHERE].put(self._take(zone, None, -1), top=False)
        for zone, size in sizes.items():
            place = self._places[zone]
            while len(place) < size:
                place.put(self._conjure(place), top=False)
                place.loosen()

    def _identify(self, zone: int | None, thing: int, at: int) -> bool:
        """See that a thing lies in a zone, at a position unless `at` is -1.

        Tell if that was new.
        """
        place = self.place(zone)
        if not place.ordered or at >= len(place.row):
            at = -1
        if self.knows(zone, thing):
            return self._pin(place, thing, at)
        able = [token for token in place.tokens() if token.things >> thing & 1]
        if at >= 0:
            entry = place.row[at]
            here = [
                token
                for token in able
                if (token in place.loose if entry is None else token is entry)
            ]
            able = here or able
        if not able:
            able = [self._claim(place, thing)]
        elif len(able) > 1:
            self._mix(able)
            place.loosen(able)
        able[-1].things = 1 << thing
        self._settle(able[-1])
        self._pin(place, thing, at)
        return True

    def _pin(self, place: Place, thing: int, at: int) -> bool:
        """Give a known loose token its position, if that is seen; tell whether it was new."""
        if at < 0 or place.row[at] is not None:
            return False
        new = len(place.loose) > 1
        for token in place.loose:
            if token.things == 1 << thing:
                place.loose.remove(token)
                place.row[at] = token
                return new
        return False

    def _claim(self, place: Place, thing: int) -> Token:
        """Find the token of a thing that came to a zone unseen, and let it lie there."""
        for home in self._places.values():
            for token in home.tokens():
                if token.things >> thing & 1:
                    strangers = [one for one in place.tokens() if not one.known] or place.tokens()
                    if strangers:
                        other = strangers[-1]
                        token.things, other.things = other.things, token.things
                        return other
                    home.loosen()
                    home.loose.remove(token)
                    del home.row[:1]
                    place.put(token, top=False)
                    return token
        token = Token(1 << thing)
        place.put(token, top=False)
        return token

    def _settle(self, known: Token) -> None:
        """Take what is known of a token away from all others, as long as that makes more known."""
        waiting = [known]
        while waiting:
            sure = waiting.pop()
            for token in self.tokens():
                if token is not sure and token.things & sure.things:
                    token.things &= ~sure.things
                    if token.known:
                        waiting.append(token)

    def _mix(self, tokens: list[Token]) -> None:
        """Forget which of some tokens is which."""
        union = 0
        for token in tokens:
            union |= token.things
        for token in tokens:
            token.things = union


def zones(program: Program, kind: str) -> Iterator[tuple[ZoneNumbers, int]]:
    """Yield all zones for a kind of things: the declaration, and which of its zones."""
    for zone in program.layout.zones_of[kind]:
        for which in range(zone.count):
            yield zone, which


def hidden_kinds(program: Program) -> list[str]:
    """Return the kinds whose things can lie where not everybody sees them, in stable order."""
    return [
        kind
        for kind, known in program.layout.zones_of.items()
        if any((zone.group, zone.name) in program.seen for zone in known)
    ]
