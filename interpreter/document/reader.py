"""Document stage: YAML text to located nodes; feeds the schema check.

Only user of the YAML library, whose events are put together here without recursion and without
guessing types: every scalar stays text. Duplicate keys, tags, odd keys, runaway aliases and
several documents are findings; a text that is not YAML is handed to `mistakes`, which says what was
probably meant. Anchors, aliases and merge keys mean what they mean in YAML, within limits.
"""

from __future__ import annotations

import codecs
import re
from typing import Any, Protocol

import yaml

from interpreter.diagnostics import Collector, Diagnostic
from interpreter.document import mistakes
from interpreter.document.mistakes import DEEPEST_NESTING
from interpreter.document.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode
from interpreter.document.scalars import content_start
from interpreter.source import Source, Span

LARGEST_FILE = 32_000_000
FREE_ALIASED_NODES = 20_000
ALIASED_NODES_PER_NODE = 10

_MERGE = "<<"
_BAD_CHARACTER = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_INVISIBLE_ENDS = re.compile(r"^[^\S \t\r\n]|[^\S \t\r\n]$")
_UNWANTED_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_UNWANTED_ESCAPE = re.compile(r"(?:\\[^tabvfre0NxuU])*?(\\(?:[tabvfre0N]|x[0189][0-9a-fA-F]))")


class _EventParser(Protocol):
    """What both parsers of the YAML library offer."""

    def check_event(self, *choices: type) -> bool:
        """Return whether there is another event."""

    def get_event(self) -> Any:
        """Return the next event."""


def read_bytes(name: str, data: bytes) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read the file `name` with the content `data`: decode it as UTF-8, then read its YAML."""
    source, found = decode(name, data)
    if source is None:
        return None, found
    return read(source)


def decode(name: str, data: bytes) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """Return the text of a file as a source; one byte-order mark at its start is not part of it."""
    collector = Collector()
    if len(data) > LARGEST_FILE:
        span = Source(name, "").span(0, 0)
        collector.report("E104", span, size=str(len(data)), limit=str(LARGEST_FILE))
        return None, collector.diagnostics
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return Source(name, data.decode("utf-8")), ()
    except UnicodeDecodeError as error:
        offset = len(data[: error.start].decode("utf-8"))
        source = Source(name, data.decode("utf-8", errors="replace"))
        collector.report(
            "E102",
            source.span(offset, offset + 1),
            help=f"save the file as UTF-8; it looks like {_likely_encoding(data)}",
            byte=f"0x{data[error.start]:02X}",
            offset=str(error.start),
        )
        return None, collector.diagnostics


def _likely_encoding(data: bytes) -> str:
    """Return the name of the encoding that a file probably has."""
    head = data[:4000]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or head.count(0) > len(head) // 4:
        return "UTF-16"
    return "windows-1252"


def read(source: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read the YAML of `source`.

    Returns the document, or None when it has none or cannot be trusted, and the findings by place.
    A document that comes with errors is whole enough to be checked further.
    """
    composer = _Composer(source)
    if not composer.check_characters():
        return None, composer.collector.diagnostics
    try:
        root = composer.compose(_parser(source.text))
    except yaml.YAMLError as error:
        composer.explain(error)
        root = None
    except _UnusableError:
        root = None
    return root, composer.collector.diagnostics


def _parser(text: str) -> _EventParser:
    """Return the fast parser, or the slow one where the library was built without it."""
    if yaml.__with_libyaml__:
        return yaml.CLoader(text)
    return yaml.Loader(text)


class _UnusableError(Exception):
    """A finding after which the rest of the document is not worth reading."""


class _Frame:
    """A list or mapping that is being read."""

    __slots__ = (
        "anchor", "deepest", "entries", "is_flow", "items", "key", "merge", "size", "start",
    )  # fmt: skip

    def __init__(self, event: Any, start: int, size: int, depth: int) -> None:
        self.start = start
        self.deepest = depth
        self.anchor: str | None = event.anchor
        self.is_flow: bool = event.flow_style
        self.size = size
        self.key: ScalarNode | None = None
        self.items: list[Node] | None = None
        self.entries: dict[str, Entry] = {}
        self.merge: tuple[ScalarNode, Node] | None = None
        if isinstance(event, yaml.SequenceStartEvent):
            self.items = []


class _Composer:
    """Puts events together to nodes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.collector = Collector()
        self.frames: list[_Frame] = []
        # What an anchor names (None while it is read), its size, its height, and where it stands.
        self.anchors: dict[str, tuple[Node | None, int, int, Span]] = {}
        self.size = 0
        self.aliased = 0
        self.last: ScalarNode | None = None
        self.last_end = 0
        self.last_closed = (0, 0)
        self.last_block: int | None = None

    def check_characters(self) -> bool:
        """Report characters that YAML forbids, or that no editor shows."""
        found = _BAD_CHARACTER.search(self.source.text)
        if found is None:
            return True
        self.collector.report(
            "E103", self.source.span(*found.span()), character=f"U+{ord(found[0]):04X}"
        )
        return False

    def compose(self, parser: _EventParser) -> Node | None:
        """Return the root node of the only document."""
        root: Node | None = None
        documents = 0
        while parser.check_event():
            event = parser.get_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                root = self._add(self._scalar(event)) or root
            elif kind in {yaml.MappingStartEvent, yaml.SequenceStartEvent}:
                self._open(event)
            elif kind in {yaml.MappingEndEvent, yaml.SequenceEndEvent}:
                root = self._add(self._close(event)) or root
            elif kind is yaml.AliasEvent:
                root = self._add(self._alias(event)) or root
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._further_document(event, parser)
                    break
        if root is None or (isinstance(root, ScalarNode) and root.is_nothing):
            self.collector.report("W122", self.source.span(0, 0))
            return None
        return root

    def explain(self, error: yaml.YAMLError) -> None:
        """Report why the text is not YAML."""
        text = self.source.text
        problem = getattr(error, "problem_mark", None)
        context = getattr(error, "context_mark", None)
        position = len(text) if problem is None else min(problem.index, len(text))
        last = self.last
        self.collector.add(
            mistakes.explain(
                mistakes.Breakdown(
                    source=self.source,
                    problem=str(getattr(error, "problem", None) or ""),
                    context=str(getattr(error, "context", None) or ""),
                    position=position,
                    context_position=position if context is None else min(context.index, len(text)),
                    last_scalar=None if last is None else (last.start, last.end, last.style),
                    last_end=self.last_end,
                    last_closed=self.last_closed,
                    last_block=self.last_block,
                    open_blocks=tuple(
                        (frame.start, frame.items is not None)
                        for frame in self.frames
                        if not frame.is_flow
                    ),
                )
            )
        )

    def _further_document(self, event: Any, parser: _EventParser) -> None:
        """Report a second document, or a separator behind which there is nothing."""
        start = event.start_mark.index
        following = parser.get_event() if parser.check_event() else None
        is_empty = isinstance(following, yaml.ScalarEvent) and not (
            following.value or following.style
        )
        code = "W121" if is_empty else "E120"
        self.collector.report(code, self.source.span(start, start + 3))

    def _scalar(self, event: Any) -> ScalarNode:
        """Return the node of a scalar, and report what its escapes should not produce."""
        start, end = event.start_mark.index, event.end_mark.index
        style: str = event.style or ""
        if event.anchor is not None or event.tag is not None:
            self._refuse_tag(event, start)
            start = content_start(self.source.text, start, end)
        node = ScalarNode(self.source, start, end, event.value, style)
        self.size += 1
        self.last, self.last_end = node, end
        if event.anchor is not None:
            self._name(event, node, 1)
        if style == '"' and _UNWANTED_CONTROL.search(event.value):
            self._report_control(node)
        return node

    def _report_control(self, node: ScalarNode) -> None:
        """Report an escape in double quotes that makes a tab or another control character."""
        found = _UNWANTED_ESCAPE.search(self.source.text, node.start, node.end)
        if found is not None:
            self.collector.report(
                "E141",
                self.source.span(*found.span(1)),
                help=mistakes.help_for_backslashes(self.source.text[node.start : node.end]),
                escape=found[1],
            )

    def _open(self, event: Any) -> None:
        """Begin a list or mapping."""
        start = event.start_mark.index
        if event.anchor is not None or event.tag is not None:
            self._refuse_tag(event, start)
            start = content_start(self.source.text, start, len(self.source.text))
        depth = len(self.frames) + 1
        self._check_depth(depth, self.source.span(start, start + 1))
        self.size += 1
        self.frames.append(_Frame(event, start, self.size + self.aliased, depth))
        self.last_end = event.end_mark.index
        if event.anchor is not None:
            self._name(event, None, 0)

    def _check_depth(self, depth: int, span: Span) -> None:
        """Report what lies inside too many lists and mappings, its aliases followed."""
        if depth > DEEPEST_NESTING:
            self.collector.report("E115", span, limit=str(DEEPEST_NESTING))
            raise _UnusableError

    def _close(self, event: Any) -> Node:
        """End the innermost list or mapping and return its node."""
        frame = self.frames.pop()
        if self.frames:
            self.frames[-1].deepest = max(self.frames[-1].deepest, frame.deepest)
        if frame.is_flow:
            end = event.end_mark.index
            self.last_closed = (frame.start, end)
        else:
            end = max(self.last_end, frame.start)
            end = frame.start + len(self.source.text[frame.start : end].rstrip())
            self.last_block = frame.start
        self.last_end = max(self.last_end, end)
        node: Node
        if frame.items is not None:
            node = SequenceNode(self.source, frame.start, end, tuple(frame.items))
        else:
            if frame.merge is not None:
                self._merge(frame, *frame.merge)
            node = MappingNode(self.source, frame.start, end, frame.entries)
        if frame.anchor is not None:
            span = self.anchors[frame.anchor][-1]
            size = self.size + self.aliased - frame.size + 1
            height = frame.deepest - len(self.frames)
            self.anchors[frame.anchor] = (node, size, height, span)
        return node

    def _add(self, node: Node) -> Node | None:
        """Put a node where it belongs; the root is handed back."""
        if not self.frames:
            return node
        frame = self.frames[-1]
        if frame.items is not None:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = self._checked_key(node)
        else:
            self._add_entry(frame, frame.key, node)
            frame.key = None
        return None

    def _checked_key(self, node: Node) -> ScalarNode:
        """Return a node as the key that it is, or a stand-in after reporting why it is none."""
        if not isinstance(node, ScalarNode):
            self.collector.report("E116", node.span)
            return ScalarNode(self.source, node.start, node.end, node.span.text, "?")
        if node.is_nothing:
            self.collector.report("E117", self.source.span(node.start, node.start + 1))
        elif not node.text.isascii() and _INVISIBLE_ENDS.search(node.text):
            self.collector.report("E142", node.span, key=node.text.strip())
        return node

    def _add_entry(self, frame: _Frame, key: ScalarNode, value: Node) -> None:
        """Add a key with its value to a mapping; a key that is there already is reported."""
        if key.text == _MERGE and not key.style:
            if frame.merge is not None:
                self._report_duplicate(key, frame.merge[0])
            else:
                frame.merge = (key, value)
            return
        first = frame.entries.get(key.text)
        if first is not None:
            self._report_duplicate(key, first.key)
            return
        frame.entries[key.text] = Entry(key, value)

    def _report_duplicate(self, key: ScalarNode, first: ScalarNode) -> None:
        """Report a key that stands twice in one mapping."""
        is_merge = key.text == _MERGE
        self.collector.report(
            "E110",
            key.span,
            related=[("first written here", first.span)],
            help="write `<<: [*a, *b]`; what comes first in the list wins"
            if is_merge
            else "merge both into one, or delete one",
            key=key.text,
        )

    def _merge(self, frame: _Frame, key: ScalarNode, value: Node) -> None:
        """Add the entries of merged mappings; what the mapping itself says goes first."""
        for mapping in value.items if isinstance(value, SequenceNode) else (value,):
            if not isinstance(mapping, MappingNode):
                span = key.span if isinstance(mapping, ScalarNode) else mapping.span
                self.collector.report("E118", span)
                continue
            for entry in mapping:
                frame.entries.setdefault(entry.key.text, entry._replace(merged=True))

    def _alias(self, event: Any) -> Node:
        """Return the node that an alias stands for."""
        name: str = event.anchor
        span = self.source.span(event.start_mark.index, event.end_mark.index)
        self.last_end = span.end
        if name not in self.anchors:
            self.collector.report(
                "E112", span, help=mistakes.help_for_quotes(mistakes.value_from(span)), name=name
            )
            raise _UnusableError
        node, size, height, _ = self.anchors[name]
        if node is None:
            self.collector.report("E113", span, name=name)
            raise _UnusableError
        depth = len(self.frames) + height
        self._check_depth(depth, span)
        if self.frames:
            self.frames[-1].deepest = max(self.frames[-1].deepest, depth)
        self.aliased += size
        if self.aliased > FREE_ALIASED_NODES + ALIASED_NODES_PER_NODE * self.size:
            self.collector.report("E114", span, name=name)
            raise _UnusableError
        return node

    def _name(self, event: Any, node: Node | None, size: int) -> None:
        """Remember an anchor; None stands for a node that is still being read."""
        start = event.start_mark.index
        start = max(self.source.text.find("&", start), start)
        span = self.source.span(start, start + 1 + len(event.anchor))
        if event.anchor in self.anchors:
            first = self.anchors[event.anchor][-1]
            self.collector.report(
                "E119", span, related=[("first used here", first)], name=event.anchor
            )
        self.anchors[event.anchor] = (node, size, 0, span)

    def _refuse_tag(self, event: Any, start: int) -> None:
        """Report a tag; content has none."""
        if event.tag is None:
            return
        found = re.compile(r"(?:&\S*\s+)?(!\S*)").match(self.source.text, start)
        span = self.source.span(start, start + 1)
        if found is not None:
            span = self.source.span(*found.span(1))
        self.collector.report(
            "E111", span, help=mistakes.help_for_quotes(mistakes.value_from(span)), tag=span.text
        )
