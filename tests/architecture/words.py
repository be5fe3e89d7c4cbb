"""Splits texts into whole words, for the test that the machine holds no word of a game.

Whole words matter: "age" sits inside "message" and "era" inside "operation".
"""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

_WORD = re.compile(r"[A-ZÀ-Þ]+(?![a-zß-ÿ])|[A-ZÀ-Þ]?[a-zß-ÿ]+")
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
_NAMING_KEYS = {"title", "plural"}


def split(text: str) -> set[str]:
    """Return the words of a text, split at capitals, digits and signs, in small letters."""
    return {word.lower() for word in _WORD.findall(text) if len(word) > 1}


def words_of_file(path: Path) -> dict[str, int]:
    """Return each word of a file with the line on which it first stands."""
    found: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for word in split(line):
            found.setdefault(word, number)
    return found


def words_of_pack(folder: Path) -> dict[str, str]:
    """Return each word of a pack's ids and titles with the id or title that it is from.

    Every key counts as an id: what the schemas call a field is in the list of engine words.
    Scenarios are left out, since their names are prose about the rules; an overlay may have them in
    its first file.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.yaml")):
        if "scenarios" in path.relative_to(folder).parts:
            continue
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        if isinstance(document, dict):
            document.pop("scenarios", None)
        for name in names_in(document):
            for word in split(name):
                found.setdefault(word, f"{name} ({folder.name}/{path.relative_to(folder)})")
    return found


def names_in(node: object) -> Iterator[str]:
    """Yield the ids and titles of a document: keys, listed ids, and what a naming key holds."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield str(key)
            if key in _NAMING_KEYS:
                yield str(value)
            yield from names_in(value)
    elif isinstance(node, list):
        for item in node:
            if isinstance(item, str) and _IDENTIFIER.fullmatch(item):
                yield item
            yield from names_in(item)
