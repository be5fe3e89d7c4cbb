"""A toy game with every sort of answer, for whoever plays."""

from pathlib import Path

import pytest

from interpreter import Pack, load_pack

ORCHARD = Path(__file__).parent / "orchard"


@pytest.fixture(scope="session")
def orchard() -> Pack:
    return load_pack(ORCHARD)
