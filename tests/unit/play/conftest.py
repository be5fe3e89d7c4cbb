"""Toy games for whoever plays: one with every sort of answer, one to look ahead in."""

from pathlib import Path

import pytest

from interpreter import Pack, load_pack

ORCHARD = Path(__file__).parent / "orchard"
BAZAAR = Path(__file__).parent / "bazaar"


@pytest.fixture(scope="session")
def orchard() -> Pack:
    return load_pack(ORCHARD)


@pytest.fixture(scope="session")
def bazaar() -> Pack:
    return load_pack(BAZAAR)
