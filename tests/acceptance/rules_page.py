"""Fills the code blocks of `docs/rules.md` from the files of the corpus.

Run as `python -m tests.acceptance.rules_page`.
"""

import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "docs" / "rules.md"

# A block follows a comment that names its file.
_BLOCK = re.compile(r"<!-- (?P<file>\S+) -->\n```yaml\n.*?```\n", re.DOTALL)


def files_of(page: str) -> list[str]:
    """Return the files that a page shows, in its order."""
    return [found["file"] for found in _BLOCK.finditer(page)]


def filled(page: str) -> str:
    """Return a page whose blocks are what their files say, without the comments at the top."""
    return _BLOCK.sub(_block, page)


def _block(found: re.Match[str]) -> str:
    """Return one block with the text of its file."""
    lines = (REPOSITORY / found["file"]).read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    text = "\n".join(lines[first:])
    return f"<!-- {found['file']} -->\n```yaml\n{text}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
