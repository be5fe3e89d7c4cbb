"""What every test may use: the Hypothesis profiles and the one flag that rewrites goldens."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent

# No deadline: a test never depends on the speed of the machine. Derandomised: a run finds today
# what it found yesterday. `pytest --hypothesis-profile=search` looks for new failures instead.
settings.register_profile("solon", deadline=None, derandomize=True, database=None)
settings.register_profile("search", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("solon")

AssertGolden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the golden files with what was got; read the difference before you commit it",
    )


def pytest_configure(config: pytest.Config) -> None:
    # What a shell starts in its background ignores Ctrl-C, and under `nohup` the end of a terminal;
    # so would all that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if config.getoption("--update-golden") and os.environ.get("CI"):
        message = "--update-golden is not for CI: a golden that rewrites itself proves nothing"
        raise pytest.UsageError(message)


@pytest.fixture
def repository() -> Path:
    """Return the folder that holds pyproject.toml."""
    return REPOSITORY


@pytest.fixture
def assert_golden(request: pytest.FixtureRequest) -> AssertGolden:
    """Compare a text with a golden file, which `--update-golden` rewrites."""
    update = bool(request.config.getoption("--update-golden"))

    def compare(path: Path, got: str) -> None:
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(got, encoding="utf-8")
        assert path.is_file(), f"{path} is missing; write it with --update-golden and read it"
        assert got == path.read_text(encoding="utf-8"), f"{path} differs"

    return compare
