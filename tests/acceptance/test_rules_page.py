"""The page of the twenty-two rules shows what the corpus says, and each rule has its scenarios."""

from pathlib import Path

import pytest

from interpreter.pack.loader import load
from tests.acceptance.rules_page import PAGE, REPOSITORY, files_of, filled

RULES = 22
SCENARIOS = 3
FILES = files_of(PAGE.read_text(encoding="utf-8"))


def test_the_blocks_are_the_files() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page, "write it anew with: python -m tests.acceptance.rules_page"


def test_all_rules_are_shown() -> None:
    numbers = [int(Path(file).name[:2]) for file in FILES]
    assert numbers == list(range(1, RULES + 1))
    assert {REPOSITORY / file for file in FILES} == set(
        REPOSITORY.glob("tests/corpus/rules/*/rules/*.yaml")
    )


@pytest.mark.parametrize("file", FILES)
def test_each_rule_has_scenarios_with_a_source(file: str) -> None:
    rule = REPOSITORY / file
    declarations, _ = load(rule.parents[1])
    assert declarations is not None
    own = [
        scenario
        for scenario in declarations.scenarios
        if Path(scenario.name.span.source.name).name == rule.name
    ]
    assert len(own) >= SCENARIOS
    assert all(scenario.source for scenario in own)
