"""Writes a pack again in another way: other ids, other files, other orders of keys."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from interpreter import Pack
from interpreter.engine.chance import Stream
from interpreter.lang import ir
from interpreter.lang.constants import natural
from interpreter.lang.vocabulary import FUNCTIONS, OPERATIONS
from interpreter.lang.words import FIXED_NAMES, KEYWORDS, SMALL_WORDS, TYPE_WORDS
from interpreter.pack.link_names import plural_of
from tests.packs import REPOSITORY

Tree = dict[str, Any]
HEADER = "pack.yaml"
PROSE = {"title", "text", "doc", "source", "credits", "licence", "else", "may"}
"""Keys of what is written for people."""
DRAWN = {"shape", "paint"}
"""Keys of a drawn board that have words of their own."""
ORDERED = {"each", "with", "parameters", "results", "all of", "needs", "entries"}
"""Keys below which the order has a meaning: of brackets, arguments, what is asked or told first."""
SPECIAL = {"player", "players", "player_1", "effect", "cause", "owner", "place"}
"""Ids that mean something to the language."""


# ---- reading and writing -------------------------------------------------------------------------


def read_files(folder: Path) -> dict[str, Tree]:
    """Return the files of a pack as plain trees of text, without its scenarios and variants."""
    paths = [path for path in folder.rglob("*.yaml") if path.name != HEADER]
    inner = {path: path.relative_to(folder) for path in paths}
    kept = [path for path in paths if inner[path].parts[0] not in ("scenarios", "variants")]
    return {str(inner[path]): read_tree(path) for path in sorted(kept)}


def read_tree(path: Path) -> Tree:
    """Return one file as a plain tree of text."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 - the loader makes nothing but text


def write_files(folder: Path, original: Path, files: Mapping[str, Tree]) -> Path:
    """Write trees as a pack with the header of another one; return the folder."""
    folder.mkdir(parents=True)
    (folder / HEADER).write_text((original / HEADER).read_text(encoding="utf-8"), encoding="utf-8")
    for name, tree in files.items():
        write_tree(folder / name, tree)
    return folder


def write_tree(path: Path, tree: Tree) -> None:
    """Write a plain tree of text as one file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.dump(tree, sort_keys=False, width=10_000, allow_unicode=True, default_style='"')
    path.write_text(text, encoding="utf-8")


# ---- other files, other orders -------------------------------------------------------------------


def shuffled_files(files: Mapping[str, Tree], stream: Stream) -> dict[str, Tree]:
    """Return the blocks of a pack in files of their own, keys in an order of chance."""
    parts: list[Tree] = []
    for tree in files.values():
        for block, content in tree.items():
            whole = not isinstance(content, dict) or block.rstrip("+") == "bounds"
            items = [content] if whole else [{key: value} for key, value in content.items()]
            parts += [{block: _shuffled(item, block, stream)} for item in items]
    order = stream.shuffled(tuple(range(len(parts))))
    gathered: list[Tree] = [{} for _ in range(1 + len(parts) // 3)]
    for at in order:
        (block, content), *_ = parts[at].items()
        target = gathered[stream.below(len(gathered))]
        if block in target and isinstance(content, dict):
            target[block] |= content
        else:
            target.setdefault(block, content)
    names = stream.shuffled(tuple(range(len(gathered))))
    return {f"part_{name}.yaml": tree for name, tree in zip(names, gathered, strict=True) if tree}


def _shuffled(tree: Any, under: str, stream: Stream) -> Any:
    """Return a tree with the keys of its mappings in another order, where it means nothing."""
    if isinstance(tree, list):
        return [_shuffled(item, "", stream) for item in tree]
    if not isinstance(tree, dict):
        return tree
    keys = list(tree)
    if under.rstrip("+") not in ORDERED:
        keys = [keys[at] for at in stream.shuffled(tuple(range(len(keys))))]
    return {key: _shuffled(tree[key], key, stream) for key in keys}


# ---- other ids -----------------------------------------------------------------------------------


def language_words() -> set[str]:
    """Return all words that mean something to the language or to the files around it."""
    known = {*KEYWORDS, *FIXED_NAMES, *SMALL_WORDS, *TYPE_WORDS, *OPERATIONS, *FUNCTIONS, *SPECIAL}
    for path in (REPOSITORY / "schemas").glob("*.json"):
        known |= set(_keys_of(json.loads(path.read_text(encoding="utf-8"))))
    return known | {f"player_{seat}" for seat in range(1, 9)}


def _keys_of(schema: Any) -> Iterator[str]:
    """Yield the names of the properties in a schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from _keys_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys_of(value)


def ids_of(spec: ir.GameSpec) -> set[str]:
    """Return all ids that a pack declares, the names of a family's members aside."""
    found: set[str] = {*spec.options, *spec.words, *spec.globals, *spec.pieces, *spec.tables}
    found |= {*spec.dice, *spec.records, *spec.values, *spec.rules}
    for words in spec.words.values():
        found |= set(words)
    for kind in spec.kinds.values():
        found |= {kind.name, kind.plural}
        found |= {item.name for item in (*kind.fields, *kind.zones, *kind.slots)}
        found |= {name for name, _ in (*kind.fixed, *kind.links)}
    for group in spec.globals.values():
        found |= {item.name for item in (*group.fields, *group.zones)}
    for record in spec.records.values():
        found |= {name for name, _ in record.fields}
    return found | set(_steps_of((*spec.flow, *spec.scoring)))


def _steps_of(steps: tuple[ir.StepSpec, ...]) -> Iterator[str]:
    for step in steps:
        yield step.name
        yield from _steps_of(step.steps)


class Renaming:
    """Other words for the ids of a pack, in the same alphabetical order."""

    def __init__(self, pack: Pack, files: Mapping[str, Tree], stream: Stream) -> None:
        self._spec = pack.spec
        self._files = files
        entries = dict(self._entries())
        reserved = self._reserved = language_words()
        ids = sorted((ids_of(pack.spec) | set(entries)) - reserved, key=natural)
        self.words = dict(zip(ids, _other_words(len(ids), reserved, stream), strict=True))
        for entry, definition in entries.items():
            if isinstance(definition, dict) and "each" in definition:
                self.words |= dict(self._members(entry, definition["each"]))

    def _entries(self) -> Iterator[tuple[str, Any]]:
        """Yield the definitions of a pack by id, families under their common name."""
        plurals = {kind.plural for kind in self._spec.kinds.values()}
        for tree in self._files.values():
            for block, content in tree.items():
                if block.rstrip("+") in plurals:
                    yield from ((name.rstrip("+"), entry) for name, entry in content.items())

    def _members(self, family: str, each: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield the old and new names of the members of a family."""
        domains = [self._domain(text) for text in each.values()]
        for parts in product(*domains):
            renamed = [self.words.get(part, part) for part in parts]
            yield "_".join([family, *parts]), "_".join([self.words.get(family, family), *renamed])

    def _domain(self, text: str) -> list[str]:
        """Return the parts of names that a domain gives."""
        if " to " in text:
            least, most = map(int, text.split(" to "))
            return [str(number) for number in range(least, most + 1)]
        for name, words in self._spec.words.items():
            if text in (name, plural_of(name)):
                return list(words)
        (kind,) = (one for one in self._spec.kinds.values() if one.plural == text)
        names = [item.name for item in kind.elements]
        return [str(n + 1) for n in range(len(names))] if kind.name == "player" else names

    # ---- doing it ----------------------------------------------------------------------------

    def files(self) -> dict[str, Tree]:
        """Return the files with the other ids."""
        return {name: self._tree(tree) for name, tree in self._files.items()}

    def text(self, text: str) -> str:
        """Return a text of the language with the other ids; what is in quotes stays."""
        parts = re.split(r'("[^"]*")', text)
        return "".join(part if part.startswith('"') else self._plain(part) for part in parts)

    def _plain(self, text: str) -> str:
        return re.sub(r"end game|leave loop|leave rule|[a-z][a-z0-9_]*", self._other(), text)

    def _other(self) -> Callable[[re.Match[str]], str]:
        # The plural of a word list is declared by nobody.
        plural = {plural_of(one): plural_of(self.words.get(one, one)) for one in self._spec.words}
        known = {**self.words, **plural}
        return lambda match: known.get(match[0], match[0])

    def _tree(self, tree: Any, kept: frozenset[str] = frozenset(PROSE)) -> Any:
        """Return a tree with the other ids, but for what stands under the keys that are kept."""
        if isinstance(tree, str):
            return self.text(tree)
        if isinstance(tree, list):
            return [self._tree(item, kept) for item in tree]
        return {self._key(key): self._value(key, value, kept) for key, value in tree.items()}

    def _value(self, key: str, value: Any, kept: frozenset[str]) -> Any:
        """Return what stands under a key with the other ids; colours are nobody's ids.

        The title of a drawn board is prose with readings in braces.
        """
        if key == "title" and kept > frozenset(PROSE):
            return re.sub(r"\{[^}]*\}", lambda match: self.text(match[0]), value)
        if key.rstrip("+") in kept:
            return value
        if key == "labels":
            return {
                self._key(kind): [
                    re.sub(r"\{[^}]*\}", lambda match: self.text(match[0]), part)
                    for part in ([parts] if isinstance(parts, str) else parts)
                ]
                for kind, parts in value.items()
            }
        if key == "board":
            return self._tree(value, kept | DRAWN)
        if key == "palettes":
            return {
                self._key(kind): {self._key(name): colour for name, colour in colours.items()}
                for kind, colours in value.items()
            }
        return self._tree(value, kept)

    def _key(self, key: str) -> str:
        """Return a key with the other ids, as it is if it is one of the files' own."""
        return key if key.rstrip("+") in self._reserved else self.text(key)


def _other_words(count: int, reserved: set[str], stream: Stream) -> list[str]:
    """Return some words of one length in alphabetical order that mean nothing.

    None ends with an s: it might be its own plural, and a list of words has another one.
    """
    found: set[str] = set()
    while len(found) < count:
        word = "".join("abcdefghijklmnopqrstuvwxyz"[stream.below(26)] for _ in range(8))
        if word not in reserved and not word.endswith("s"):
            found.add(word)
    return sorted(found)
