"""The command as a user meets it: within this process, which is fast, or as one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter.cli.command import solon as command

REPOSITORY = Path(__file__).resolve().parents[2]
SOLON = [sys.executable, "-m", "interpreter"]
# What the machine of a test may have set and would change the output.
UNSET = ("NO_COLOR", "FORCE_COLOR", "SOLON_DEBUG", "PYTHONIOENCODING", "PYTHONUTF8")


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run of the command left."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Finished]


def environment(**more: str) -> dict[str, str]:
    """Return an environment that finds the package and says nothing about colours."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return {**kept, "PYTHONPATH": str(REPOSITORY), **more}


@pytest.fixture
def solon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `solon` with arguments in an empty folder; `keys` is what is typed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, keys: str = "", **more: str) -> Finished:
        unset: dict[str, str | None] = dict.fromkeys(UNSET)
        ran = CliRunner().invoke(
            command, arguments, input=keys, env={**unset, **more}, prog_name="solon"
        )
        return Finished(ran.exit_code, ran.stdout, ran.stderr)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run `solon` as a process of its own; otherwise the same."""

    def run(*arguments: str, keys: str = "", **more: str) -> Finished:
        ran = subprocess.run(
            [*SOLON, *arguments],
            input=keys,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(**more),
            check=False,
        )
        return Finished(ran.returncode, ran.stdout, ran.stderr)

    return run
