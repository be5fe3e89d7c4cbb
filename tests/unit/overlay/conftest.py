"""Overlays as tests write them: a text, checked by its schema and read as a record."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.diagnostics import Collector
from interpreter.document import MappingNode, check, read
from interpreter.overlay.manifests import OverlayManifest, overlay_manifest
from interpreter.source import Source

SCHEMAS = Path(__file__).parents[3] / "schemas"


@pytest.fixture(name="manifest")
def reader() -> Callable[..., OverlayManifest]:
    """Return how a right overlay is read; `file` is its name, by default that of the id."""

    def read_overlay(name: str, rest: str = "", file: str = "") -> OverlayManifest:
        text = f"id: {name}\ntitle: A title\n{rest}"
        root, found = read(Source(file or f"{name}.yaml", text))
        assert isinstance(root, MappingNode)
        assert (found, check(root, "overlay", SCHEMAS)) == ((), ())
        collector = Collector()
        got = overlay_manifest(root, collector)
        assert len(collector) == 0
        return got

    return read_overlay
