"""Command stage: the merged pack with its places as text; used by `solon show` and `solon diff`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import indent

import click

from interpreter.cli.packs import Chosen
from interpreter.diagnostics import PackError, did_you_mean
from interpreter.overlay.apply import Merged
from interpreter.overlay.changes import Change
from interpreter.overlay.effective import Difference, Line, lines_of, written_by
from interpreter.pipeline import read_merged

_COLUMN = 52


def merged(chosen: Chosen) -> Merged:
    """Return a pack with its overlays as documents; raises PackError when there is none."""
    found, diagnostics = read_merged(chosen.path, variants=chosen.variants, mods=chosen.mods)
    if found is None or found.sheets.manifest is None:
        raise PackError(diagnostics)
    return found


def as_text(pack: Merged, name: str | None) -> str:
    """Return a merged pack, or what is called `name` in it: an id, a block, or a dotted path.

    A name that means nothing is a mistake of usage.
    """
    lines = list(lines_of(pack.sheets))
    removed = [one for one in pack.changes if one.manner == "remove" and one.before is not None]
    if name is not None:
        names = {part for line in lines for part in line.path[:2]}
        lines = [line for line in lines if _is_of(line.path, name)]
        removed = [change for change in removed if _is_of(change.path, name)]
        if not lines and not removed:
            meant = did_you_mean(name, names)
            hint = f"; did you mean {meant}?" if meant else ""
            raise click.UsageError(f"this pack has nothing called {name!r}{hint}")
    return "".join(_blocks(lines, pack.changes)) + "".join(_gone(removed))


def _is_of(path: Sequence[str], name: str) -> bool:
    """Say whether a path leads to, or into, what a name means; the block may be left out.

    Keys may have dots of their own.
    """
    ways = (".".join(path), ".".join(path[1:]))
    return any(way == name or way.startswith(f"{name}.") for way in ways)


def _blocks(lines: Iterable[Line], changes: Sequence[Change]) -> Iterator[str]:
    """Yield the lines under the definitions that they belong to."""
    last: tuple[str, ...] = ()
    for line in lines:
        depth = 2 if len(line.path) > 2 else 1
        head = line.path[:depth]
        if head != last:
            yield f"{'.'.join(head)}\n"
            last = head
        yield _line(line, ".".join(line.path[depth:]), changes)


def _line(line: Line, name: str, changes: Sequence[Change]) -> str:
    """Return one text with its place, and with what it has replaced."""
    place = line.place
    change = written_by(line, changes)
    if change is not None:
        place += f", by {change.overlay}"
        if change.before is not None:
            before = change.before
            place += f", was {_short(before.text)} in {before.source.name}:{before.line}"
    return _row(name, line.text, place)


def _row(name: str, text: str, place: str) -> str:
    """Return a text with a remark at its right, or above it when it has several lines."""
    if "\n" in text.rstrip("\n"):
        return f"  {f'{name}:':<{_COLUMN}}  # {place}\n{indent(text.rstrip(), ' ' * 6)}\n"
    return f"  {f'{name}: {text.strip()}':<{_COLUMN}}  # {place}\n"


def _short(text: str) -> str:
    """Return a text on one line, cut where it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _COLUMN else f"{flat[:_COLUMN]}…"


def _gone(changes: Iterable[Change]) -> Iterator[str]:
    """Yield what overlays have removed."""
    for change in changes:
        span = change.span
        yield f"{change.shown}\n  removed by {change.overlay}  # {span.source.name}:{span.line}\n"


def difference_as_text(one: Difference) -> str:
    """Return one difference: what was, what is, and where either is written."""
    lines = []
    for sign, line in (("-", one.old), ("+", one.new)):
        if line is not None:
            shown = indent(line.text.rstrip(), f"{sign}   ", lambda _: True)
            lines.append(f"{shown:<{_COLUMN}}  # {line.place}")
    return "\n".join([".".join(one.path), *lines])
