"""Foundation: findings as values, the collector that gathers them, and the families of failure.

A `Diagnostic` is a code, a place and arguments; its words come from the table in
`interpreter.codes` (see there for how to add a code) and are made only when somebody looks.
Content problems are diagnostics, never exceptions. The exceptions here are the ends of the line:
a pack that could not be loaded, rules that broke in play, an answer or a save that is refused,
and a fault of this program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from interpreter.codes import CODES, CodeRow, Severity
from interpreter.source import Span

__all__ = [
    "CODES",
    "AnswerError",
    "CodeRow",
    "Collector",
    "Diagnostic",
    "ExitCode",
    "InternalError",
    "PackError",
    "RulesFault",
    "SaveError",
    "Severity",
    "counted",
    "counted_range",
    "did_you_mean",
    "listing",
    "render_message",
]

_PLACE = re.compile(r"\{(\w+)\}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_LONGEST_ARGUMENT = 240


class ExitCode(IntEnum):
    """How the command ends."""

    FINE = 0
    FINDINGS = 1
    USAGE = 2
    INTERNAL = 3
    FAULT = 4
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` is a key of `CODES`; `span` the place to underline, None when there is none (a missing
    folder); `arguments` fill the message, as plain text in the pack's own words. `notes` say what
    was expected or found, `related` are other places with a few words each ("first written here"),
    `help` is what might mend it.
    """

    code: str
    span: Span | None
    arguments: Mapping[str, str] = field(default_factory=dict, hash=False)
    notes: tuple[str, ...] = ()
    related: tuple[tuple[str, Span], ...] = ()
    help: str | None = None

    def __post_init__(self) -> None:
        """Refuse a code or an argument that the table does not know: that is our own fault."""
        if self.code not in CODES:
            raise InternalError(f"no such code: {self.code}")
        missing = set(_PLACE.findall(CODES[self.code].message)) - set(self.arguments)
        if missing:
            raise InternalError(f"{self.code} needs {listing(sorted(missing))}")

    @property
    def severity(self) -> Severity:
        """Whether this is an error, a warning or a note."""
        return CODES[self.code].severity

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        return render_message(self.code, self.arguments)

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The order of output: file, place, code, words."""
        if self.span is None:
            return "", 0, 0, self.code, self.message
        return self.span.source.name, self.span.start, self.span.end, self.code, self.message


def render_message(code: str, arguments: Mapping[str, str]) -> str:
    """Return the message of `code` with `arguments` filled in, always one line of sane length."""
    template = CODES[code].message
    return _PLACE.sub(lambda place: _tidy(str(arguments.get(place[1], place[0]))), template)


def _tidy(argument: str) -> str:
    """Return an argument on one line, cut when it is longer than anybody reads."""
    text = _CONTROL.sub(" ", argument)
    return text if len(text) <= _LONGEST_ARGUMENT else text[: _LONGEST_ARGUMENT - 1] + "…"


class Collector:
    """Gathers the findings of one run: each once, handed out in the order of output."""

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        """Start with the findings given."""
        self._found: dict[tuple[Any, ...], Diagnostic] = {}
        self.extend(diagnostics)

    def report(
        self,
        code: str,
        span: Span | None,
        /,
        *,
        notes: Iterable[str] = (),
        related: Iterable[tuple[str, Span]] = (),
        help: str | None = None,  # noqa: A002 - the word that the output prints
        **arguments: str,
    ) -> Diagnostic:
        """Record a finding and return it; one that is already there is recorded once."""
        diagnostic = Diagnostic(code, span, arguments, tuple(notes), tuple(related), help)
        self.add(diagnostic)
        return diagnostic

    def add(self, diagnostic: Diagnostic) -> None:
        """Record a finding that was made elsewhere."""
        self._found.setdefault(diagnostic.sort_key, diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record several findings that were made elsewhere."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings by file, place and code."""
        return tuple(self._found[key] for key in sorted(self._found))

    @property
    def has_errors(self) -> bool:
        """Whether one of the findings is an error."""
        return any(found.severity is Severity.ERROR for found in self._found.values())

    def __len__(self) -> int:
        """Return the number of findings."""
        return len(self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """Iterate over the findings in the order of output."""
        return iter(self.diagnostics)


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `name` most likely meant, or None; the same on every run.

    Letter case and `-` against `_` do not count; exchanged neighbours count as one slip. The
    candidate may differ in about a third of its letters; of equally near ones the first by
    alphabet is taken.
    """
    wanted = _folded(name)
    letters = frozenset(wanted)
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates) - {name}):
        allowed = max(1, (max(len(name), len(candidate)) + 1) // 3)
        limit = allowed if best is None else min(allowed, best[0] - 1)
        if abs(len(candidate) - len(name)) > limit or not candidate:
            continue
        folded = _folded(candidate)
        if len(letters.difference(folded)) > limit:  # each of them is a slip of its own
            continue
        distance = _distance(wanted, folded)
        if distance <= limit and distance < max(len(wanted), 1):
            best = (distance, candidate)
    return None if best is None else best[1]


def _folded(name: str) -> str:
    """Return a name without the differences that people do not see."""
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def _distance(left: str, right: str) -> int:
    """Return how many letters must be added, dropped, changed or exchanged with a neighbour."""
    older: list[int] = []
    previous = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            cost = min(
                previous[column] + 1,
                current[column - 1] + 1,
                previous[column - 1] + (letter != other),
            )
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, older[column - 2] + 1)
            current.append(cost)
        older, previous = previous, current
    return previous[-1]


def listing(words: Iterable[str], most: int = 8, last: str = "and") -> str:
    """Return words as a reader wants them: `a, b and c`; the rest beyond `most` is counted."""
    shown = list(words)
    if len(shown) > most:
        return f"{', '.join(shown[:most])} {last} {len(shown) - most} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with what it counts: `1 game`, `2 games`; `many` where no `s` makes it."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def counted_range(least: int, most: int, one: str) -> str:
    """Return a range with what it counts: `2 to 5 players`, and `2 players` from 2 to 2."""
    return counted(most, one) if least == most else f"{least} to {counted(most, one)}"


class PackError(Exception):
    """A pack could not be loaded; `diagnostics` say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep the findings; the text of the exception is the first error and the count."""
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        """Return the first error with its place, and how many more there are."""
        errors = [found for found in self.diagnostics if found.severity is Severity.ERROR]
        if not errors:
            return "the pack cannot be loaded"
        first = errors[0]
        place = "" if first.span is None else f"{first.span.place}: "
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        return f"{place}{first.code}: {first.message}{more}"


class _Refusal(Exception):  # noqa: N818 - the base of errors, never raised itself
    """Something is refused in play: a code of the table with its arguments."""

    def __init__(self, code: str, /, **arguments: str) -> None:
        """Keep code and arguments; the message comes from the table."""
        super().__init__(code, arguments)
        self.code = code
        self.arguments: Mapping[str, str] = arguments

    @property
    def message(self) -> str:
        """What happened, in one line."""
        return render_message(self.code, self.arguments)

    @property
    def diagnostic(self) -> Diagnostic:
        """The same as a finding, for reports."""
        return Diagnostic(self.code, None, self.arguments)

    def __str__(self) -> str:
        """Return the code and the message."""
        return f"{self.code}: {self.message}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to rebuild it in another process."""
        return _rebuild, (type(self), self.code, dict(self.arguments), self.__dict__)


def _rebuild(
    kind: type[_Refusal], code: str, arguments: Mapping[str, str], kept: Mapping[str, Any]
) -> _Refusal:
    """Return a refusal that was sent from another process."""
    refusal = kind(code, **arguments)
    refusal.__dict__.update(kept)
    return refusal


class RulesFault(_Refusal):
    """The rules of a pack broke in play; exit code 4.

    `chain` is the way there, outermost first: (what was being resolved, where it is written).
    """

    def __init__(
        self, code: str, /, chain: Iterable[tuple[str, Span | None]] = (), **arguments: str
    ) -> None:
        """Keep code, arguments and the chain of rules."""
        super().__init__(code, **arguments)
        self.chain = tuple(chain)

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault at the innermost rule, with the outer ones as related places."""
        places = [(text, span) for text, span in self.chain if span is not None]
        inner = places[-1][1] if places else None
        related = tuple((f"while resolving {text}", span) for text, span in reversed(places))
        return Diagnostic(self.code, inner, self.arguments, related=related)


class AnswerError(_Refusal):
    """An answer is refused: stale, not among the options, or given by the wrong player."""


class SaveError(_Refusal):
    """A save or a replay is refused: damaged, of another pack, or not a save at all.

    `help` is what might mend it, where something might.
    """

    help: str | None = None

    @property
    def diagnostic(self) -> Diagnostic:
        """The same as a finding, for reports."""
        return Diagnostic(self.code, None, self.arguments, help=self.help)


class InternalError(Exception):
    """A fault of this program; exit code 3, and never blamed on the user."""
