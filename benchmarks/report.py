"""The table as text for a terminal and as Markdown for `docs/performance.md`."""

import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from benchmarks.measure import Effort, Measurement
from benchmarks.rows import ROOT, Row, Sense

DOCUMENT = ROOT / "docs" / "performance.md"
BEGIN = "<!-- table: begin (written by `python -m benchmarks`) -->"
END = "<!-- table: end -->"
HEADINGS = ("Workload", "Ours µs", "Against", "Theirs µs", "Figure", "Must", "Goal", "Max/min", "")
NEW_DOCUMENT = """# Performance

`make bench` prints this table and writes it here. How it is measured, and what the figures may and
may not be used for, stands in `benchmarks/README.md`.

"""


@dataclass(frozen=True, slots=True)
class Result:
    """A row with its measurement, or with the reason why there is none."""

    row: Row
    measurement: Measurement | None
    reason: str = ""

    @property
    def verdict(self) -> str:
        """Return whether the promise holds, in a word."""
        if self.measurement is None:
            return "not measured"
        if self.row.holds(self.measurement.ratio, self.row.goal):
            return "goal"
        return "must" if self.row.holds(self.measurement.ratio, self.row.must) else "MISSED"


def bound(row: Row, value: float) -> str:
    """Return a bound in words: `≥ 10× faster`, `≤ 2×`."""
    return f"≥ {value:g}× faster" if row.sense is Sense.FASTER else f"≤ {value:g}×"


def cells(result: Result) -> tuple[str, ...]:
    """Return the cells of one line."""
    row, measured = result.row, result.measurement
    bounds = (bound(row, row.must), bound(row, row.goal))
    if measured is None:
        return (row.workload, "–", row.theirs.title, "–", "–", *bounds, "–", result.reason)
    figure = f"{row.figure(measured.ratio):.3g}×"
    return (
        row.workload,
        f"{median(measured.ours):.4g}",
        row.theirs.title,
        f"{median(measured.theirs):.4g}",
        figure + (" faster" if row.sense is Sense.FASTER else ""),
        *bounds,
        f"{measured.spread:.2f}",
        result.verdict,
    )


def text_line(values: Sequence[str]) -> str:
    """Return one line for the terminal."""
    widths = (23, 9, 22, 9, 13, 13, 13, 7, 0)
    return "  ".join(value.ljust(width) for value, width in zip(values, widths, strict=True))


def machine() -> str:
    """Return the processor and the Python that measured."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, CPython {platform.python_version()}"


def markdown(results: Iterable[Result], versions: dict[str, str], how: str, effort: Effort) -> str:
    """Return the section for the documentation."""
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    peers = ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))
    heading = (
        f"Measured on {today}: {machine()}; {how}; {effort.repetitions} interleaved repetitions of "
        f"{effort.seconds:g} s, medians. Peers: {peers}."
    )
    lines = [
        heading,
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "|---|---:|---|---:|---:|---|---|---:|---|",
        *("| " + " | ".join(cells(result)) + " |" for result in results),
    ]
    return "\n".join(lines)


def write_document(section: str, document: Path = DOCUMENT) -> None:
    """Put the section between the markers of the document; make either when missing."""
    marked = f"{BEGIN}\n{section}\n{END}\n"
    text = document.read_text(encoding="utf-8") if document.is_file() else NEW_DOCUMENT
    before, begin, rest = text.partition(BEGIN)
    if not begin:
        new = text.rstrip("\n") + "\n\n" + marked
    else:
        new = before + marked + rest.partition(END)[2].lstrip("\n")
    document.parent.mkdir(parents=True, exist_ok=True)
    document.write_text(new, encoding="utf-8")
