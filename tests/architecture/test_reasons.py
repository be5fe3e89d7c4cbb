"""Every exclusion from a check carries its reason, and no test is excluded at all."""

import re
import tokenize
import tomllib
from pathlib import Path

import pytest

from tests.architecture.tree import REPOSITORY, repository_files, shown

PROJECT = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
TOOLS = tomllib.loads(PROJECT)["tool"]
PYTHON = [path for path in repository_files() if path.suffix == ".py"]

SILENCER = re.compile(
    r"#\s*(?:ruff:\s*|flake8:\s*)?(?:noqa|type:\s*ignore|mypy:|pragma:|pylint:)"
    r"(?::?\s*(?:[A-Z]+[0-9]+[,\s]*)+|\[[\w, -]+\]|[\w\s=-]*$)?(?P<reason>.*)"
)
EXCLUDED_TEST = re.compile(
    r"\b(?:mark\.(?:skip|skipif|xfail)|pytest\.(?:skip|xfail|importorskip))\b"
)


def lint_exclusions() -> list[str]:
    """Return every rule that the configuration of ruff leaves out, anywhere."""
    lint = TOOLS["ruff"]["lint"]
    return [
        *lint["ignore"],
        *(rule for rules in lint["per-file-ignores"].values() for rule in rules),
    ]


@pytest.mark.parametrize("rule", sorted(set(lint_exclusions())))
def test_each_lint_exclusion_says_why(rule: str) -> None:
    lines = [line for line in PROJECT.splitlines() if line.strip().startswith(f'"{rule}"')]
    assert len(lines) == lint_exclusions().count(rule), "one line each"
    bare = [line for line in lines if not re.search(r'",  # \w.{5,}', line)]
    assert not bare, bare


def test_ruff_checks_everything_and_mypy_is_strict() -> None:
    assert TOOLS["ruff"]["lint"]["select"] == ["ALL"]
    assert TOOLS["mypy"]["strict"] is True
    assert "overrides" not in TOOLS["mypy"]


def test_warnings_are_errors_and_each_exception_says_why() -> None:
    options = TOOLS["pytest"]["ini_options"]
    assert options["filterwarnings"][0] == "error"
    for entry in options["filterwarnings"][1:]:
        line = next(line for line in PROJECT.splitlines() if entry in line)
        assert re.search(r"# \w.{5,}", line), line


def comments(path: Path) -> list[tuple[int, str]]:
    """Return line number and text of each comment of a Python file."""
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def test_each_silenced_line_says_why_on_it_or_in_a_comment_above() -> None:
    wrong = []
    for path in PYTHON:
        found = dict(comments(path))
        for number, comment in found.items():
            match = SILENCER.search(comment)
            if match and not re.search(r"\w{2}", match["reason"]) and number - 1 not in found:
                wrong.append(f"{shown(path)}:{number}: {comment}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("comment", "has_reason"),
    [
        ("# noqa: S102", False),
        ("# noqa: S102, E501", False),
        ("# noqa: S102 the text is our own", True),
        ("# noqa", False),
        ("# type: ignore[arg-type]", False),
        ("# type: ignore[arg-type]  # the stubs are wrong", True),
        ("# pragma: no cover", False),
    ],
)
def test_what_counts_as_a_reason(comment: str, *, has_reason: bool) -> None:
    match = SILENCER.search(comment)
    assert match
    assert bool(re.search(r"\w{2}", match["reason"])) is has_reason


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    wrong = [
        f"{shown(path)}:{number}: {line.strip()}"
        for path in PYTHON
        if shown(path).startswith("tests/") and path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if EXCLUDED_TEST.search(line)
    ]
    assert not wrong, "\n".join(wrong)
