"""Writes the 5,000-line pack that the load rows read."""
from pathlib import Path


def write_large_pack(folder: Path) -> None:
    """Placeholder until the content format is settled."""
