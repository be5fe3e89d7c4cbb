"""The packs of the corpus and the classics: nothing is found in them, and every scenario passes."""

from pathlib import Path

import pytest

from interpreter.pipeline import Pack, load_pack
from interpreter.play.scenarios import run_scenario
from tests.acceptance.rules_page import REPOSITORY

PACKS = {
    path.parent.name: path.parent
    for place in ("examples", "tests/corpus/rules", "tests/corpus/features")
    for path in sorted((REPOSITORY / place).glob("*/pack.yaml"))
}


@pytest.fixture(scope="module", params=PACKS.values(), ids=PACKS)
def pack(request: pytest.FixtureRequest) -> Pack:
    folder: Path = request.param
    return load_pack(folder)


def test_nothing_is_found(pack: Pack) -> None:
    assert [str(found) for found in pack.warnings] == []


def test_every_scenario_passes(pack: Pack) -> None:
    assert pack.scenarios
    verdicts = [run_scenario(pack, scenario) for scenario in pack.scenarios]
    failed = {
        verdict.scenario.name.text: [*verdict.failures, *verdict.findings]
        for verdict in verdicts
        if not verdict.passed
    }
    assert failed == {}
