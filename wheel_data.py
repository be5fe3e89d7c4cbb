"""Build hook: a wheel carries the packs and the schemas, an editable install does not."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_FOLDERS = ("content", "examples", "schemas")


class WheelDataHook(BuildHookInterface[Any]):
    """Put each data folder below `interpreter/_data`, where `interpreter.resources` looks."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders to include; a source tree that lacks one cannot make a wheel."""
        # An editable install reads the folders of the source tree itself: a copy would grow stale.
        if version == "editable":
            return
        for folder in _FOLDERS:
            path = Path(self.root) / folder
            build_data["force_include"][str(path)] = f"interpreter/_data/{folder}"
