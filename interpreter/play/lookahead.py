"""Play stage: looks ahead through the answers that one seat gives in a row; feeds the greedy bot.

A *line* is such a row of answers, in a game that might be the one that is played. It goes on as
long as the seat is the one who decides, so that a turn of many answers is looked at whole. What
others answer in secret at the same time is drawn by lot, so that a line gets past the reveal.
Where another player decides openly, chance is asked or the game is over, a line ends, and the
evaluation of the pack says what it is worth. Who plays alone is never interrupted; his lines end
where something has been rolled or shuffled, or they would show what becomes of many rounds in
which nothing is done.

The lines make a tree, which grows by one line at a time. At each point a line takes an option that
no line has taken yet, or goes where good lines were found; the more lines have come to a point, the
more of its options are tried. A line that goes where none has been stops as soon as it may: it
takes the option to decline or to end where there is one. All lots come from a stream of its own.

The best of many lines is often one that was lucky with what was drawn. So the best lines can be
played again in other games that might be, with other lots.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log, sqrt

from interpreter.diagnostics import RulesFault
from interpreter.engine import Game
from interpreter.engine.chance import Stream
from interpreter.engine.primitives import STOPS

LINES = 60
"""How many lines are looked at for one decision, beside the first one of each option."""
ANSWERS = 240
"""About how many answers are given in these lines; where it is reached no further one is begun."""
LONGEST = 60
"""After so many answers a line is cut off."""
WIDEST = 200
"""With more options than this all lines of a decision are cut off the sooner, in proportion."""
MOST_DRAWN = 1_000
"""So many answers of others behind one answer, and a line ends where it is.

There may be no end to them: a block in secret that is repeated until something happens.
"""

Worth = tuple[int, int | Fraction]
"""How good the end of a line is: a won game first, a lost one last, and the evaluation."""

BROKEN: Worth = (-2, 0)
"""How good it is if the rules break."""
MOST_BROKEN = 5
"""So many lines of a decision in which the rules break are remembered."""

# How much a part of the tree where few lines went is preferred to the best one.
_CURIOSITY = 0.35
# Three shares of the effort, in hundredths, and to how many of the best options each goes.
_STAGES: tuple[tuple[int, int | None], ...] = ((50, None), (25, 4), (25, 1))
# The options that are tried at a point: one, and so many times the root of the visits.
_WIDTH = 1.5


class Lots:
    """Numbers of 64 bits, each the same whenever it is asked for by its position."""

    __slots__ = ("_drawn", "_stream")

    def __init__(self, stream: Stream) -> None:
        """Draw from a stream."""
        self._stream = stream
        self._drawn: list[int] = []

    def __getitem__(self, which: int) -> int:
        """Return the number at a position."""
        while len(self._drawn) <= which:
            self._drawn.append(self._stream.below(1 << 64))
        return self._drawn[which]


class Point:
    """A point in a line at which the seat decides."""

    __slots__ = ("ahead", "best", "done", "drawn", "game", "scalars", "untried", "visits")

    def __init__(self, game: Game, drawn: int, stream: Stream) -> None:
        """Stand at a decision, after so many drawn answers of others."""
        self.game = game
        self.drawn = drawn
        stops = [number for number in game.legal if number in STOPS]
        others = tuple(number for number in game.legal if number not in STOPS)
        # tried from the last one on
        self.untried: list[int] = [*stream.shuffled(others), *stops]
        self.ahead: dict[int, Point] = {}
        self.best: dict[int, Worth] = {}
        # the same as one number each, for the choice of what to look at next
        self.scalars: dict[int, float] = {}
        self.visits: dict[int, int] = {}
        # the options behind which nothing is left to look at
        self.done: set[int] = set()

    @property
    def exhausted(self) -> bool:
        """Whether every line from here has been looked at."""
        return not self.untried and len(self.done) == len(self.best)


class Lookahead:
    """The lines of one seat from one decision on."""

    def __init__(self, game: Game, seat: int, stream: Stream) -> None:
        """Look ahead in a game in which the seat decides now."""
        self._seat = seat
        self._stream = stream
        # one lot for each answer of others in a line, the same in every line
        self._lots = Lots(Stream(stream.seed, "others"))
        self._answers = 0
        self.broken: list[tuple[int, ...]] = []
        """The answers of the seat in the first lines in which the rules broke."""
        self._line: list[int] = []
        self._root = Point(game, 0, stream)
        self._longest = min(LONGEST, max(1, LONGEST * WIDEST // len(game.legal)))
        # of who plays alone: the counters of chance, and what they say before the first answer
        self._counters = game.program.layout.chance_counters if game.players == 1 else ()
        self._given = self._chances(game)

    def worths(self) -> dict[int, Worth]:
        """Return the best worth that was found for each option."""
        root = self._root
        while root.untried:
            self._look(root, 1)
        for share, most in _STAGES:
            ranked = sorted(root.best, key=lambda number: root.best[number], reverse=True)
            root.done.update(() if most is None else ranked[most:])
            limit = self._answers + ANSWERS * share // 100
            for _ in range(LINES * share // 100):
                if root.exhausted or self._answers >= limit:
                    break
                self._look(root, 1)
        return root.best

    def line(self, number: int) -> tuple[tuple[Game, int], ...]:
        """Return what follows an option on its best line: games at decisions, and the answers."""
        found: list[tuple[Game, int]] = []
        point = self._root.ahead.get(number)
        while point is not None:
            best = max(point.best.values())
            number = next(one for one, worth in point.best.items() if worth == best)
            found.append((point.game, number))
            point = point.ahead.get(number)
        return tuple(found)

    def elsewhere(self, game: Game, numbers: Sequence[int], stream: Stream) -> dict[int, Worth]:
        """Return what the best lines behind some options are worth in another game that might be.

        All of them meet the same lots there. A line ends where it cannot be gone on with.
        """
        lots = Lots(stream)
        return {number: self._again(game.copy(), number, lots) for number in numbers}

    def _again(self, game: Game, number: int, lots: Lots) -> Worth:
        """Play the best line behind an option in a game; return what it is worth there."""
        drawn = 0
        try:
            for answer in (number, *(one for _, one in self.line(number))):
                if game.asked != self._seat or answer not in game.legal:
                    break
                game.play(answer)
                drawn = self._through_secrets(game, lots, drawn)
        except RulesFault:
            return BROKEN
        return worth_of(game, self._seat)

    def _look(self, point: Point, length: int) -> Worth:
        """Look at one more line from a point; return what it is worth."""
        number = self._next(point)
        self._line.append(number)
        further = point.ahead.get(number)
        if further is not None:
            worth = self._look(further, length + 1)
        else:
            worth = self._enter(point, number, length)
        self._line.pop()
        further = point.ahead.get(number)
        if further is None or further.exhausted:
            point.done.add(number)
        point.visits[number] = point.visits.get(number, 0) + 1
        if number not in point.best or worth > point.best[number]:
            point.best[number] = worth
            point.scalars[number] = scalar(worth)
        return worth

    def _enter(self, point: Point, number: int, length: int) -> Worth:
        """Go where no line has been, and on to the end of it; return what it is worth there."""
        try:
            game, drawn = self._step(point, number)
        except RulesFault:
            # In a game that is only imagined that may be the fault of what was imagined. If it is
            # the rules that are wrong, it is met when the answer is given, or by a `Witness`.
            if len(self.broken) < MOST_BROKEN:
                self.broken.append(tuple(self._line))
            return BROKEN
        over = length >= self._longest or game.asked != self._seat
        if over or self._chances(game) != self._given:
            return worth_of(game, self._seat)
        further = point.ahead[number] = Point(game, drawn, self._stream)
        return self._look(further, length + 1)

    def _next(self, point: Point) -> int:
        """Return the option that the next line takes at a point."""
        visits = sum(point.visits.values())
        is_open = [number for number in point.best if number not in point.done]
        wide = point is self._root or len(point.best) < 1 + _WIDTH * sqrt(visits)
        if point.untried and (wide or not is_open):
            return point.untried.pop()
        if len(is_open) == 1:
            return is_open[0]
        scalars, went = point.scalars, point.visits
        least = min(scalars.values())
        spread = (max(scalars.values()) - least) or 1.0
        rate = log(visits + 1)

        def promise(number: int) -> float:
            value = (scalars[number] - least) / spread
            return value + _CURIOSITY * sqrt(rate / went[number])

        return max(is_open, key=promise)

    def _step(self, point: Point, number: int) -> tuple[Game, int]:
        """Return the game to which an option leads, when others have answered in secret.

        Beside it stands how many of their answers were drawn by then.
        """
        game = point.game.copy()
        game.play(number)
        self._answers += 1
        return game, self._through_secrets(game, self._lots, point.drawn)

    def _through_secrets(self, game: Game, lots: Lots, drawn: int) -> int:
        """Answer by lot for others who answer in secret; return how many lots are drawn then."""
        most = drawn + MOST_DRAWN
        while game.in_secret and game.asked != self._seat and drawn < most:
            legal = game.legal
            game.play(legal[lots[drawn] * len(legal) >> 64])
            drawn += 1
        return drawn

    def _chances(self, game: Game) -> int:
        """Return how much chance has given so far; 0 where others play as well."""
        return sum(game.state[counter] for counter in self._counters)


def worth_of(game: Game, seat: int) -> Worth:
    """Return how good a state is for a seat: a won game first, a lost one last.

    Between them the pack's evaluation decides, and the score among games that are over.
    """
    outcome = game.outcome
    if outcome is None:
        return 0, game.evaluation(seat)
    # who plays alone has nobody to draw with
    is_draw = len(outcome.winners) == len(outcome.scores) > 1
    side = 0 if is_draw else 1 if seat in outcome.winners else -1
    return side, outcome.scores[seat]


def scalar(worth: Worth) -> float:
    """Return a worth as one number, for means and for the choice of what to look at next."""
    return worth[0] * 1e6 + float(worth[1])
