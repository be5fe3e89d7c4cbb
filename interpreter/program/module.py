"""Collects the generated Python of one program.

Tables, functions, segments, and the way back to the pack's lines. Where two names of a pack make
one name of Python, `_X_` stands between them: names of a pack have no capitals, so no two pairs
meet.

Fed by the emitters; read by `compiler`, which joins everything into one source text and makes a
`Program` of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.lang import ir, types
from interpreter.program.layout import Layout
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


@dataclass(slots=True)
class Function:
    """The text of one function while it is written; each line knows the span it comes from."""

    title: str
    lines: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    depth: int = 0
    span: Span | None = None

    def add(self, line: str) -> None:
        """Add a line at the present depth."""
        self.lines.append("    " * self.depth + line)
        self.spans.append(self.span)

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

    def constant(self, name: str, code: str) -> str:
        """Define a table under a name, once, and return the name."""
        if self.needs(name):
            part = Function(name)
            part.add(f"{name} = {code}")
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

    def text(self) -> tuple[str, tuple[Span | None, ...], tuple[str, ...]]:
        """Return the source, and for each of its lines the span and the title of the routine."""
        lines: list[str] = []
        spans: list[Span | None] = []
        titles: list[str] = []
        segments = {part.lines[0]: part for part in self.parts}
        for part in self.parts:
            written = _written_out(part, segments)
            lines.extend(line for line, _ in written)
            spans.extend(span for _, span in written)
            titles.extend([part.title] * len(written))
        return "\n".join(lines) + "\n", tuple(spans), tuple(titles)


def _written_out(
    function: Function, segments: Mapping[str, Function]
) -> list[tuple[str, Span | None]]:
    """Return the lines of a function with their spans, short segments that it ends in among them.

    A segment that is called at the end, with all that it takes from its frame under the same
    names, goes on in place: no frame is made, taken apart and thrown away, and nothing is called.
    """
    whole: list[tuple[str, Span | None]] = []
    for line, span in zip(function.lines, function.spans, strict=True):
        end = _END.fullmatch(line)
        called = end and segments.get(f"def g{end['number']}(S, K):")
        if (
            not end
            or not called
            or called.lines[1] != f"    _, {end['names']} = K"
            or len(called.lines) > _LONGEST_TAIL
            or any("K" in _WORD.findall(inner) for inner in called.lines[2:])
        ):
            whole.append((line, span))
            continue
        deeper = end["indent"][4:]
        inner = zip(called.lines[2:], called.spans[2:], strict=True)
        whole.extend((deeper + line, span) for line, span in inner)
    return whole


_END = re.compile(
    r"(?P<indent> +)return g(?P<number>\d+)\(S, \((?P=number), (?P<names>[\w, ]+)\)\)"
)
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
