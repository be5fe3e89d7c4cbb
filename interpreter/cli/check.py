"""Command stage: `solon check`, all that is wrong with some packs, in one run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from interpreter.cli import output
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import Chosen, packs_argument
from interpreter.diagnostics import Collector, Diagnostic, ExitCode, Severity, counted, listing
from interpreter.overlay.choosing import choose
from interpreter.overlay.combinations import sets_to_check
from interpreter.overlay.reading import is_overlay
from interpreter.pack.files import find_files, variants_of
from interpreter.pipeline import check_pack, check_scenarios
from interpreter.resources import MANIFEST
from interpreter.show import report


@click.command()
@packs_argument
@click.option(
    "--combinations",
    "checks_all",
    is_flag=True,
    help="Check the combinations of overlays too: those that are declared, and all together.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How findings are written.",
)
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--quiet", "-q", is_flag=True, help="Leave out the counts of the last line.")
def check(
    chosen: Sequence[Chosen], form: str, *, checks_all: bool, strict: bool, quiet: bool
) -> None:
    """Find all mistakes in packs: in their files, names, types and rules.

    A pack is checked by itself and with each of its variants; with --variant or --with, as it is
    then. A mod is checked over the pack that it extends.

    Exit code 0: no errors. 1: errors, or with --strict warnings. 2: no pack there.
    """
    found = _Found()
    for one in chosen:
        found.check(one, checks_all=checks_all)
    diagnostics = found.collector.diagnostics
    _write(diagnostics, form)
    if form == "text" and not quiet:
        output.result(_last_line(found))
    if not all(_is_there(one.path) for one in chosen):
        raise ExitError(ExitCode.USAGE)
    if found.collector.has_errors or (strict and _has_warnings(diagnostics)):
        raise ExitError(ExitCode.FINDINGS)


class _Found:
    """What was found so far: findings, files, and how many sets of overlays were checked."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.collector = Collector()
        self.files: set[tuple[str, str]] = set()
        self.sets = 0

    def check(self, chosen: Chosen, *, checks_all: bool) -> None:
        """Check a pack, and of its overlays what is asked for."""
        if is_overlay(chosen.path):
            self._mod(chosen)
            return
        plain = replace(chosen, variants=(), mods=())
        base = self._one(plain)
        if checks_all:
            sets = tuple(_sets(chosen))
        elif chosen.variants or chosen.mods:
            sets = (chosen,)
        else:
            sets = tuple(replace(chosen, variants=(name,)) for name in variants_of(chosen.path))
        for one in sets:
            self.sets += 1
            self._one(one, base)

    def _mod(self, chosen: Chosen) -> None:
        """Check an overlay: what its base is to blame for is no finding of it."""
        folder = choose(chosen.path).folder
        known: tuple[Diagnostic, ...] = ()
        if folder is not None:
            pack, known = check_pack(folder)
            if pack is not None:
                known = (*known, *check_scenarios(pack))
        self.sets += 1
        self._one(chosen, known)

    def _one(self, chosen: Chosen, known: Sequence[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
        """Check a pack with overlays; what was known before is not repeated."""
        pack, diagnostics = check_pack(chosen.path, variants=chosen.variants, mods=chosen.mods)
        if pack is not None:
            diagnostics = (*diagnostics, *check_scenarios(pack))
        old = {finding.sort_key for finding in known}
        together = sorted([*chosen.variants, *(path.stem for path in chosen.mods)])
        for finding in diagnostics:
            if finding.sort_key not in old:
                with_ = [f"with {listing(together)}"] if len(together) > 1 else []
                self.collector.add(replace(finding, notes=(*finding.notes, *with_)))
        if pack is None:
            found = find_files(chosen.path, Collector()) if chosen.path.is_dir() else ()
            self.files |= {(str(chosen.path), file.relative) for file in found or ()}
        else:
            self.files |= {(str(pack.folder), name) for name in pack.declarations.files}
        return diagnostics


def _sets(chosen: Chosen) -> Iterator[Chosen]:
    """Iterate over the sets of overlays that are checked with `--combinations`."""
    variants = variants_of(chosen.path)
    choice = choose(chosen.path, tuple(variants), chosen.mods)
    pack, _ = check_pack(chosen.path)
    declared = () if pack is None else pack.declarations.manifest.combinations
    paths = {overlay.id: overlay.path for overlay in choice.overlays}
    excludes = [
        (overlay.id, other.text)
        for overlay in choice.overlays
        for other in overlay.manifest.excludes
    ]
    names = [[name.text for name in one] for one in declared]
    for one in sets_to_check(sorted(paths), names, excludes):
        yield replace(
            chosen,
            variants=tuple(name for name in one if name in variants or name not in paths),
            mods=tuple(paths[name] for name in one if name not in variants and name in paths),
        )


def _write(diagnostics: Sequence[Diagnostic], form: str) -> None:
    """Write the findings."""
    if form == "json":
        output.block(report.as_json(diagnostics))
        return
    text = report.as_text(diagnostics, colour=output.has_colour(sys.stdout))
    output.block(text + "\n" if text else "")


def _last_line(found: _Found) -> str:
    """Return what was found and in how much."""
    summary = report.summary(found.collector.diagnostics)
    line = f"{summary} in {counted(len(found.files), 'file')}"
    return f"{line}, {counted(found.sets, 'set')} of overlays" if found.sets else line


def _is_there(path: Path) -> bool:
    """Say whether a path is that of a pack or overlay, as far as it lets us look into it."""
    try:
        return path.is_file() or (path / MANIFEST).is_file()
    except OSError:
        return False


def _has_warnings(diagnostics: Sequence[Diagnostic]) -> bool:
    """Say whether one of the findings is a warning."""
    return any(found.severity is Severity.WARNING for found in diagnostics)
