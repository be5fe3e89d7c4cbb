"""Foundation: codes E1xx, what can be wrong with a file before its content is looked at; merged into the table by the package."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E101": error(
        "{file} cannot be read: {reason}",
        "The file is missing, is a folder, or may not be opened. Check the path and its rights.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
