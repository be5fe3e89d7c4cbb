"""Collects the generated Python of one program.

Tables, functions, segments, and the way back to the pack's lines. Where two names of a pack make
one name of Python, `_X_` stands between them: names of a pack have no capitals, so no two pairs
meet.

Fed by the emitters; read by `compiler`, which joins everything into one source text and makes a
`Program` of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from interpreter.lang import ir, types
from interpreter.program.layout import Layout
from interpreter.program.tails import TailNotes
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a pack where somebody decides.

    `form` is what is asked: one, number, yes_no, may, branch, several, order, division, hook,
    chance. `of` is the kind or word list of the options ("" for numbers). `name` is the chosen
    name; `labels` the labels of the branches.
    """

    form: str
    of: str
    name: str
    prompt: str
    labels: tuple[str, ...]
    routine: str
    span: Span | None
    may: bool
    whole: bool = False
    """Whether the answer is built up in several steps."""
    looks: tuple[str, str] | None = None
    """The zones (group, name) into one of which the options let a player look."""


@dataclass(frozen=True, slots=True)
class Change:
    """A modifier in words: the title of its definition, the kind and id of that, the value."""

    title: str
    owner: tuple[str, str]
    value: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of Python, the place in the pack it comes from, and what takes effect in it."""

    text: str
    span: Span | None
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Generated:
    """The text of a whole module, and what is known of each of its lines (`changes` from 1)."""

    source: str
    spans: tuple[Span | None, ...]
    titles: tuple[str, ...]
    changes: tuple[tuple[int, Change], ...]


@dataclass(slots=True)
class Function:
    """The text of one function while it is written.

    A segment that an answer comes to (`is_answer`) may go on in another by a call.
    """

    title: str
    lines: list[Line] = field(default_factory=list)
    depth: int = 0
    span: Span | None = None
    is_answer: bool = False

    def add(self, line: str, change: Change | None = None) -> None:
        """Add a line at the present depth; `change` is the modifier that takes effect in it."""
        self.lines.append(Line("    " * self.depth + line, self.span, change))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a line that opens a block, and indent what follows."""
        self.add(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1

    def add_all(self, head: str, parts: Sequence[tuple[str, Span | None]], end: str = "") -> None:
        """Add conditions that must all hold, a line each, so that each knows its span.

        `head` stands before the first of them, `end` behind the last.
        """
        self.add(f"{head}(")
        for number, (code, span) in enumerate(parts):
            with self.at(span):
                self.add(f"    and {code}" if number else f"    {code}")
        self.add(f"){end}")

    @contextmanager
    def at(self, span: Span | None) -> Iterator[None]:
        """Let the lines that follow come from `span`."""
        outer = self.span
        self.span = span or outer
        yield
        self.span = outer


class Module:
    """Everything that has been generated so far."""

    def __init__(self, layout: Layout, *, ask_chance: bool) -> None:
        """Start an empty module for a layout; `ask_chance` makes chance a player."""
        self.layout = layout
        self.ask_chance = ask_chance
        self.parts: list[Function] = []
        self.segments: list[str] = []
        self.segment_titles: list[tuple[str, Span | None]] = []
        self.sites: list[Site] = []
        self.scopes: dict[int, tuple[tuple[str, ...], tuple[str, ...], bool]] = {}
        """For each segment.

        The routine, the locals that its frame holds, whether it is in secret.
        """
        self.tails = TailNotes()
        self.temporaries: dict[str, types.Type | None] = {}
        """The types of locals that no text has named."""
        self.reasons: list[str] = []
        self._made: set[str] = set()
        self._fresh = 0

    def needs(self, name: str) -> bool:
        """Whether something of this name is still to be made; says so only once."""
        if name in self._made:
            return False
        self._made.add(name)
        return True

    def fresh(self, prefix: str) -> str:
        """Return a name that nothing else has."""
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def constant(
        self, name: str, code: str, title: str = "printed data", span: Span | None = None
    ) -> str:
        """Define a table under a name, once, and return the name."""
        if self.needs(name):
            part = Function(title)
            with part.at(span):
                part.add(f"{name} = {code}")
            self.parts.append(part)
        return name

    def table(
        self, title: str, name: str, rows: Sequence[tuple[str, Span | None]], brackets: str = "()"
    ) -> str:
        """Define a table, once, a row a line that knows its span; return its name."""
        if self.needs(name):
            part = Function(title)
            part.add(f"{name} = {brackets[0]}")
            for code, span in rows:
                with part.at(span):
                    part.add(f"    {code},")
            part.add(brackets[1])
            self.parts.append(part)
        return name

    def open_function(self, title: str, name: str, parameters: Sequence[str]) -> Function:
        """Start a function; it is part of the module when `close` is called."""
        function = Function(title)
        function.add(f"def {name}({', '.join(parameters)}):")
        function.depth = 1
        return function

    def close(self, function: Function) -> None:
        """Add a finished function to the module; one without a line does nothing."""
        if len(function.lines) == 1:
            function.add("pass")
        self.parts.append(function)

    def reserve_segment(self, title: str, span: Span | None) -> int:
        """Return the number of a new segment; its function is `g<number>`."""
        number = len(self.segments)
        self.segments.append(f"g{number}")
        self.segment_titles.append((title, span))
        return number

    def reason(self, text: str) -> int:
        """Return the number of a reason why something is not possible."""
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

    def add_site(self, site: Site) -> int:
        """Return the number of a new place of decision."""
        self.sites.append(site)
        return len(self.sites) - 1

    def text(self, entries: Collection[int]) -> Generated:
        """Return the source; `entries` are the segments with which routines begin.

        These stay functions of their own, so that whoever listens hears them begin, and a trace
        through a rule names it.
        """
        lines: list[Line] = []
        titles: list[str] = []
        begins = {f"def g{number}(S, K):" for number in entries}
        segments = {part.lines[0].text: part for part in self.parts}
        inner = {head: part for head, part in segments.items() if head not in begins}
        for part in self.parts:
            written = _written_out(part, inner)
            lines.extend(written)
            titles.extend([part.title] * len(written))
        return Generated(
            source="\n".join(line.text for line in lines) + "\n",
            spans=tuple(line.span for line in lines),
            titles=tuple(titles),
            changes=tuple(
                (number, line.change) for number, line in enumerate(lines, 1) if line.change
            ),
        )


def _written_out(function: Function, segments: Mapping[str, Function]) -> list[Line]:
    """Return the lines of a function, short segments that it ends in among them.

    A segment that is called at the end, with all that it takes from its frame under the same
    names, goes on in place: no frame is made, taken apart and thrown away, and nothing is called.
    """
    whole: list[Line] = []
    for line in function.lines:
        end = _END.fullmatch(line.text)
        called = end and segments.get(f"def g{end['number']}(S, K):")
        if (
            not end
            or not called
            or called.lines[1].text != f"    _, {end['names']} = K"
            or len(called.lines) > _LONGEST_TAIL
            or any("K" in _WORD.findall(inner.text) for inner in called.lines[2:])
        ):
            whole.append(line)
            continue
        deeper = end["indent"][4:]
        for inner in called.lines[2:]:
            text = _TO_MACHINE.sub(_BY_CALL, inner.text) if function.is_answer else inner.text
            whole.append(replace(inner, text=deeper + text))
    return whole


_END = re.compile(
    r"(?P<indent> +)return g(?P<number>\d+)\(S, \((?P=number), (?P<names>[\w, ]+)\)\)"
)
_TO_MACHINE = re.compile(r"return (\((\d+), k, me[\w, ]*\))")
_BY_CALL = r"return g\2(S, \1)"
_WORD = re.compile(r"\w+")
_LONGEST_TAIL = 20
"""So many lines are written out at most, so that programs stay small."""


def conjuncts(condition: ir.Expression | None) -> tuple[ir.Expression, ...]:
    """Return the parts of a condition that must all hold."""
    if condition is None:
        return ()
    if isinstance(condition, ir.Both):
        return tuple(part for whole in condition.parts for part in conjuncts(whole))
    return (condition,)
