"""Command stage: `solon check`, all that is wrong with some packs, in one run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from interpreter.cli import output
from interpreter.cli.failures import ExitError
from interpreter.cli.packs import packs_argument
from interpreter.diagnostics import Collector, Diagnostic, ExitCode, Severity, counted
from interpreter.pack.files import find_files
from interpreter.pipeline import check_pack, check_scenarios
from interpreter.resources import MANIFEST
from interpreter.show import report


@click.command()
@packs_argument
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
def check(folders: Sequence[Path], form: str, *, strict: bool, quiet: bool) -> None:
    """Find all mistakes in packs: in their files, names, types and rules.

    Exit code 0: no errors. 1: errors, or with --strict warnings. 2: no pack there.
    """
    found = Collector()
    files = 0
    for folder in folders:
        pack, diagnostics = check_pack(folder)
        found.extend(diagnostics)
        if pack is not None:
            found.extend(check_scenarios(pack))
        files += len(_files(folder) if pack is None else pack.declarations.files)
    _write(found.diagnostics, form)
    if form == "text" and not quiet:
        output.result(_last_line(found.diagnostics, files))
    if not all(_has_manifest(folder) for folder in folders):
        raise ExitError(ExitCode.USAGE)
    if found.has_errors or (strict and _has_warnings(found.diagnostics)):
        raise ExitError(ExitCode.FINDINGS)


def _write(diagnostics: Sequence[Diagnostic], form: str) -> None:
    """Write the findings."""
    if form == "json":
        output.block(report.as_json(diagnostics))
        return
    text = report.as_text(diagnostics, colour=output.has_colour(sys.stdout))
    output.block(text + "\n" if text else "")


def _last_line(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """Return what was found and in how much."""
    return f"{report.summary(diagnostics)} in {counted(files, 'file')}"


def _files(folder: Path) -> Sequence[object]:
    """Return the files of a folder that could not be made a pack of."""
    return find_files(folder, Collector()) or ()


def _has_manifest(folder: Path) -> bool:
    """Say whether a folder is that of a pack, as far as it lets us look into it."""
    try:
        return (folder / MANIFEST).is_file()
    except OSError:
        return False


def _has_warnings(diagnostics: Sequence[Diagnostic]) -> bool:
    """Say whether one of the findings is a warning."""
    return any(found.severity is Severity.WARNING for found in diagnostics)
