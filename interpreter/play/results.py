"""Play stage: what is kept of one game, as a line of JSON; feeds run files and statistics."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

UNFINISHED = "unfinished"
FAULT = "fault"

Score = int | Fraction
_HASH = re.compile(r"[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a run.

    `ended_by` is how the rules ended it, or `unfinished`, or `fault`; of the last two there are no
    scores. `trace` is the hash of the last state, `rules` how often each rule was carried out, if
    that was counted. `fault` says what broke, `shunned` what would have broken at answers from
    which a bot kept away.
    """

    number: int
    seed: int
    ended_by: str
    answers: int
    scores: tuple[Score, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    trace: str = ""
    rules: Mapping[str, int] = field(default_factory=dict, hash=False)
    fault: str = ""
    shunned: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether the rules brought it to an end."""
        return self.ended_by not in {UNFINISHED, FAULT}

    def to_json(self) -> str:
        """Return it as a line of JSON without its end, the same text for the same result."""
        data: dict[str, Any] = {
            "game": self.number,
            "seed": self.seed,
            "ended_by": self.ended_by,
            "answers": self.answers,
            "scores": [_score_to_json(score) for score in self.scores],
            "ranks": list(self.ranks),
            "winners": list(self.winners),
            "trace": self.trace,
        }
        if self.rules:
            data["rules"] = dict(sorted(self.rules.items()))
        if self.fault:
            data["fault"] = self.fault
        if self.shunned:
            data["shunned"] = self.shunned
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> GameResult:
        """Return the result that a line of JSON holds; ValueError when it holds none."""
        try:
            return cls(
                number=whole(data["game"]),
                seed=whole(data["seed"]),
                ended_by=str(data["ended_by"]),
                answers=whole(data["answers"]),
                scores=tuple(_score_from_json(score) for score in data["scores"]),
                ranks=tuple(whole(rank) for rank in data["ranks"]),
                winners=tuple(whole(seat) for seat in data["winners"]),
                trace=_hash(data["trace"]),
                rules={name: whole(count) for name, count in data.get("rules", {}).items()},
                fault=str(data.get("fault", "")),
                shunned=str(data.get("shunned", "")),
            )
        except (KeyError, TypeError, AttributeError, ArithmeticError) as error:
            raise ValueError("not a result of a game") from error


def whole(value: Any) -> int:
    """Return a whole number of 0 or more that JSON holds; ValueError when it is none."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def _hash(value: Any) -> str:
    """Return the hash of a state that JSON holds, empty when there was none."""
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise ValueError(value)
    return value


def _score_to_json(score: Score) -> int | str:
    """Return a score as JSON has it: a whole number, or a text such as `7/2`."""
    fraction = Fraction(score)
    return int(fraction) if fraction.denominator == 1 else str(fraction)


def _score_from_json(value: int | str) -> Score:
    """Return the score that JSON holds."""
    return value if isinstance(value, int) else Fraction(value)
