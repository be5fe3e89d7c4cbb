"""Foundation: codes E3xx, what can be wrong with packs, names and overlays."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow

ROWS: Mapping[str, CodeRow] = {}
"""The codes of this stage; the first free number is the next one."""
