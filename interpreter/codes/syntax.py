"""Foundation: codes E4xx, what can be wrong with the form of an effect text."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow

ROWS: Mapping[str, CodeRow] = {}
"""The codes of this stage; the first free number is the next one."""
