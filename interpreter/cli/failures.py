"""Command stage: how a command can fail, in words and by exit code; used by the group.

0   fine                            4   the rules broke in play
1   findings, or something failed   130 interrupted
2   the command was given wrongly   141 nobody reads the output any more
3   a fault of Solon
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from interpreter.cli.output import aside, has_colour
from interpreter.diagnostics import (
    AnswerError,
    ExitCode,
    InternalError,
    PackError,
    RulesFault,
    SaveError,
)
from interpreter.play.failures import PackChangedError, RunFileError, WorkerDiedError
from interpreter.show import report

BROKEN_PIPE = 141
DEBUG = "SOLON_DEBUG"


class ExitError(Exception):
    """A command has said all there is to say and ends with an exit code."""

    def __init__(self, code: int) -> None:
        """Keep the exit code."""
        super().__init__(code)
        self.code = code


@contextmanager
def told(*, debug: bool) -> Iterator[None]:
    """Turn what goes wrong inside into words on standard error and an exit code.

    `debug` shows, for a fault of our own, the way there.
    """
    try:
        yield
        sys.stdout.flush()
    except (click.ClickException, click.exceptions.Exit, SystemExit):
        raise
    except ExitError as error:
        _leave(error.code)
    except (KeyboardInterrupt, click.Abort):
        with suppress(OSError):  # the terminal may have gone
            aside("interrupted")
        _leave(ExitCode.INTERRUPTED)
    except BrokenPipeError:
        _silence_output()
        _leave(BROKEN_PIPE)
    except Exception as error:  # noqa: BLE001 - the last place that can put it into words
        _leave(_tell(error, debug=debug or bool(os.environ.get(DEBUG))))


def _tell(error: Exception, *, debug: bool) -> ExitCode:
    """Write what went wrong and return the exit code for it."""
    colour = has_colour(sys.stderr)
    match error:
        case PackError():
            aside(report.as_text(error.diagnostics, colour=colour).rstrip("\n"))
            return ExitCode.FINDINGS
        case RulesFault():
            aside(report.fault_as_text(error, colour=colour).rstrip("\n"))
            return ExitCode.FAULT
        case SaveError() | AnswerError():
            aside(report.as_text([error.diagnostic], colour=colour).rstrip("\n"))
            return ExitCode.FINDINGS
        case PackChangedError():
            aside(f"error: {error}")
            return ExitCode.FINDINGS
        case RunFileError():
            aside(f"error: {error}")
            return ExitCode.USAGE
        case WorkerDiedError():
            aside(f"error: {error}")
            return ExitCode.INTERNAL
        case OSError():
            _tell_of_system(error, debug=debug)
            return ExitCode.USAGE
        case _:
            _tell_internal(error, debug=debug)
            return ExitCode.INTERNAL


def _tell_of_system(error: OSError, *, debug: bool) -> None:
    """Write about what the system refuses: a full disk, a file without rights."""
    try:
        sys.stdout.flush()
    except OSError:
        _silence_output()
    place = f"{error.filename}: " if error.filename else ""
    aside(f"error: {place}{error.strerror or error}")
    if debug:
        aside("".join(traceback.format_exception(error)).rstrip("\n"))


def _tell_internal(error: Exception, *, debug: bool) -> None:
    """Write about a fault of our own; the way there only for who wants it."""
    shown = error
    if not isinstance(shown, InternalError):
        shown = InternalError(f"{type(error).__name__}: {error}")
    aside(report.internal_error_as_text(shown).rstrip("\n"))
    for note in getattr(error, "__notes__", ()):
        aside(note)
    if debug:
        aside("".join(traceback.format_exception(error)).rstrip("\n"))
    else:
        aside(f"`solon --debug ...` (or {DEBUG}=1) shows where in Solon it happened.")


def _leave(code: int) -> None:
    """End the command; within click, so that its runner in tests sees the same."""
    raise click.exceptions.Exit(int(code))


def _silence_output() -> None:
    """Let what is still to be written go nowhere, so that the end of the process says nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        # A stream without a file, as in tests, has nobody who could have gone away.
        return
