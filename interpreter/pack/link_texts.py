"""What each text of a pack does, by where it stands; the linker notes it, `lints` follows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.diagnostics import Collector
from interpreter.lang.check_base import Local
from interpreter.lang.marks import Marks
from interpreter.source import Span

Key = tuple[str, ...]
"""Where a text stands.

("rule", name), ("effect", kind, id), ("hook", kind, id, name), ("value", name) ...
"""


@dataclass(slots=True)
class Texts:
    """The notes of all texts. `spans` are the names of what they belong to, for findings."""

    collector: Collector
    marks: dict[Key, Marks] = field(default_factory=dict)
    spans: dict[Key, Span | None] = field(default_factory=dict)

    def note(self, key: Key, marks: Marks, span: Span | None) -> None:
        """Add the notes of a text; several texts of one place add up."""
        self.marks.setdefault(key, Marks()).add(marks)
        self.spans.setdefault(key, span)

    def report_unused(self, unused: Iterable[Local]) -> None:
        """Report names that a text makes and nothing reads."""
        for local in unused:
            if local.role == "local" and local.span is not None:
                self.collector.report("W601", local.span, name=local.name)
