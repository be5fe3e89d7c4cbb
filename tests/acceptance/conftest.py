"""The command as a process of its own, which is how a user meets it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(**more: str) -> dict[str, str]:
    """Return an environment that finds the package and says nothing about colours."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return {**kept, "PYTHONPATH": str(REPOSITORY), **more}


UNSET = {"NO_COLOR", "FORCE_COLOR", "SOLON_DEBUG", "PYTHONIOENCODING", "PYTHONUTF8"}
SOLON = [sys.executable, "-m", "interpreter"]


@pytest.fixture
def solon(tmp_path: Path) -> Run:
    """Run `solon` with arguments in an empty folder; `keys` is what is typed."""

    def run(*arguments: str, keys: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*SOLON, *arguments],
            input=keys,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(**more),
            check=False,
        )

    return run
