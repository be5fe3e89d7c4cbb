"""Overlay stage: ids that are called otherwise now, in what others have written; feeds `apply`.

A pack that renames an id, or an overlay that removes one and names another in its place, says so
under `renamed`. An id is replaced where it stands as an id: as a key of its section, and as a name
in texts of the language, outside of what is only shown and of names that a text gives itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from interpreter.definitions import Renaming
from interpreter.diagnostics import Collector, did_you_mean
from interpreter.document import Entry, MappingNode, Node, ScalarNode, SequenceNode
from interpreter.overlay import tree
from interpreter.overlay.operations import PACK
from interpreter.overlay.reading import OPTIONAL, Overlay
from interpreter.pack.scenarios import BLOCK as SCENARIOS
from interpreter.pack.shapes import renamings

_SHOWN = frozenset({"title", "text", "source", "doc", "credits", "licence", "else", "may"})
_STEPS = frozenset({"flow", "scoring"})
_MEMBERS = frozenset({"values", "options"})
# Keys below these are names or paths of the language, all others of a definition are its own.
_NAMING = frozenset({"rows", "modifies"})
_BINDING = ("parameters", "with", "each")
_WORD = re.compile(r'"[^"\n]*"|(?:^|(?<=\s))#[^\n]*|(?:\.|(?<!\w))[a-z][a-z0-9_]*')
_BOUND = re.compile(
    r"\b(?:let|chooses?|as)\s+([a-z]\w*)"
    r"|(?:\b(?:each|all|count|any|no|first|for|among)|,)\s+([a-z]\w*)\s+in\b"
)

Place = tuple[str, ...]
"""Section, id, key: where a node lies in the tree of a pack."""


@dataclass(frozen=True, slots=True)
class Rename:
    """One id that is called otherwise now: `by` is the overlay that says so, "" the pack.

    `new` is what it is called in the end, where one renaming follows another.
    """

    by: str
    said: Renaming
    new: str

    @property
    def section(self) -> str:
        """The section of the id."""
        return self.said.section.text

    @property
    def old(self) -> str:
        """What it was called."""
        return self.said.old.text


def declared(
    manifest: Node | None,
    overlays: Sequence[Overlay],
    comes_after: Callable[[str, str], bool],
    found: Collector,
) -> tuple[Rename, ...]:
    """Return what a pack and overlays, in their order, say is called otherwise now.

    Each with its last name. Reported is what is renamed differently by two overlays of which
    neither comes after the other, and what is renamed in a ring, which is left out.
    """
    said = () if not isinstance(manifest, MappingNode) else renamings(manifest)
    every = [Rename("", one, one.new.text) for one in said]
    for overlay in overlays:
        every += (Rename(overlay.id, one, one.new.text) for one in overlay.manifest.renamed)
    by_name: dict[tuple[str, str], Rename] = {}
    for rename in every:
        key = (rename.section, rename.old)
        first = by_name.get(key)
        if first is not None and first.by and first.new != rename.new:
            _report_two(first, rename, comes_after, found)
        by_name[key] = rename
    return tuple(_followed(by_name, found))


def _report_two(
    one: Rename, other: Rename, comes_after: Callable[[str, str], bool], found: Collector
) -> None:
    """Report an id that two overlays rename differently, unless one comes after the other."""
    if comes_after(other.by, one.by):
        return
    found.report(
        "E363",
        other.said.old.span,
        related=[(f"`{one.by}` has `renamed` here", one.said.old.span)],
        help=f"write `after: [{one.by}]` in `{other.by}`, or `after: [{other.by}]` in `{one.by}`; "
        "the later one wins",
        path=f"renamed.{one.section}.{one.old}",
        one=one.by,
        other=other.by,
    )


def _followed(by_name: Mapping[tuple[str, str], Rename], found: Collector) -> list[Rename]:
    """Return the renamings with the names to which they lead in the end."""
    done = []
    told: set[str] = set()
    for rename in by_name.values():
        way = [rename.old, rename.new]
        while (following := by_name.get((rename.section, way[-1]))) and way[-1] not in way[:-1]:
            way.append(following.new)
        if way[-1] not in way[:-1]:
            done.append(replace(rename, new=way[-1]))
        elif way[-1] == rename.old and not told.intersection(way):
            told.update(way)
            found.report("E374", rename.said.old.span, chain=" → ".join(way))
    return done


def brought_up_to_date(
    overlay: Overlay, renames: Sequence[Rename], found: Collector
) -> tuple[Entry, ...]:
    """Return the sections of an overlay with the names that others use now, and warn of each.

    What the overlay itself renames it calls as it was.
    """
    own = {(one.section, one.old) for one in renames if one.by == overlay.id}
    own |= {(one.section.text, one.old.text) for one in overlay.manifest.renamed}
    others = [one for one in renames if (one.section, one.old) not in own]
    if not others:
        return overlay.sections

    def warn(node: ScalarNode, start: int, end: int, rename: Rename) -> None:
        located = node.located
        whole = end - start == len(located.text)
        found.report(
            "W614",
            node.span if whole else located.locate(start, end),
            related=[("renamed here", rename.said.old.span)],
            old=rename.old,
            new=rename.new,
        )

    names = _Names(others, warn, found)
    done = []
    for entry in overlay.sections:
        if entry.key.text == SCENARIOS:
            done.append(entry._replace(value=names.node(entry.value, (SCENARIOS,))))
        elif entry.key.text == OPTIONAL and isinstance(entry.value, MappingNode):
            inner = [one._replace(value=names.node(one.value, ())) for one in entry.value]
            value = replace(entry.value, entries={one.key.text: one for one in inner})
            done.append(entry._replace(value=value))
        else:
            done.append(entry._replace(value=names.node(entry.value, ())))
    return tuple(done)


def with_substitutes(root: Node, renames: Sequence[Rename], found: Collector) -> Node:
    """Return the tree of a pack in which overlays have put one id in the place of another.

    What is renamed must be gone, and its new name there.
    """
    held = []
    for rename in renames:
        block = tree.part(root, rename.section)
        there = () if block is None else tree.part_names(block)
        if rename.old in there:
            old = block.entries[rename.old].key if isinstance(block, MappingNode) else None
            related = [] if old is None else [("it stands here", old.span)]
            found.report("E371", rename.said.old.span, related=related, name=rename.old)
        elif rename.new not in there:
            near = did_you_mean(rename.new, there)
            found.report(
                "E372",
                rename.said.new.span,
                help=f"did you mean `{near}`?" if near else None,
                name=rename.new,
                section=rename.section,
            )
        elif rename.by:
            held.append(rename)
    if not held or not isinstance(root, MappingNode):
        return root
    names = _Names(held, _silently, found)
    entries = {
        # The manifest names overlays, not ids of the game.
        key: entry if key == PACK else entry._replace(value=names.node(entry.value, (key,)))
        for key, entry in root.entries.items()
    }
    return replace(root, entries=entries)


def _silently(_node: ScalarNode, _start: int, _end: int, _rename: Rename) -> None:
    """Say nothing: the overlay that removes something has said what stands in for it."""


_Told = Callable[[ScalarNode, int, int, Rename], None]


@dataclass(slots=True)
class _Names:
    """New names put into documents; `tell` hears of each, with the text and the place in it."""

    renames: Sequence[Rename]
    tell: _Told
    found: Collector
    ids: dict[tuple[str, str], Rename] = field(init=False)
    words: dict[str, Rename] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the renamings by what they hold for."""
        self.ids = {(one.section, one.old): one for one in self.renames}
        self.words = {}
        for one in self.renames:
            if one.section in _STEPS:
                continue
            if one.section in _MEMBERS:
                self.words[f".{one.old}"] = one
            if one.section != "options":
                self.words[one.old] = one

    def node(self, node: Node, place: Place, bound: frozenset[str] = frozenset()) -> Node:
        """Return a node with new names; `bound` are names that mean something else in it."""
        if isinstance(node, ScalarNode):
            return self._text(node, place, bound)
        if isinstance(node, SequenceNode):
            return replace(node, items=tuple(self.node(item, place, bound) for item in node))
        for name in _BINDING:
            inner = node.get(name)
            if isinstance(inner, MappingNode):
                bound |= {said.split()[-1] for said in inner.entries if said.split()}
        entries: dict[str, Entry] = {}
        for entry in node:
            made = entry
            is_id = len(place) < 2 and place not in {(name,) for name in _STEPS}
            if is_id or entry.key.text not in _SHOWN:
                key = self._key(entry.key, place, bound)
                made = Entry(key, self.node(entry.value, (*place, key.text), bound), entry.merged)
            self._put(entries, made)
        return replace(node, entries=entries)

    def _put(self, entries: dict[str, Entry], entry: Entry) -> None:
        """Put an entry among others; what stands there under the other name is joined with it."""
        first = entries.get(entry.key.text)
        if first is None:
            entries[entry.key.text] = entry
        elif isinstance(first.value, MappingNode) and isinstance(entry.value, MappingNode):
            inner = dict(first.value.entries)
            for each in entry.value:
                self._put(inner, each)
            entries[entry.key.text] = first._replace(value=replace(first.value, entries=inner))
        else:
            related = [("it stands here already", first.key.span)]
            self.found.report("E373", entry.key.span, related=related, name=entry.key.text)

    def _key(self, key: ScalarNode, place: Place, bound: frozenset[str]) -> ScalarNode:
        """Return a key with new names."""
        if place and (len(place) == 1 or place[0] in _STEPS):
            rename = self.ids.get((place[0], key.text))
            if rename is not None:
                self.tell(key, 0, len(key.text), rename)
                return _with_pieces(key, [(0, len(key.text), rename.new)])
        is_plain = key.text.replace("_", "a").isalnum()
        if place and (not is_plain or place[-1] in _NAMING):
            return self._worded(key, bound)
        return key

    def _text(self, node: ScalarNode, place: Place, bound: frozenset[str]) -> ScalarNode:
        """Return a text with new names; what stands in a list of ids is one."""
        for section in _sections_at(place):
            rename = self.ids.get((section, node.text))
            if rename is not None:
                self.tell(node, 0, len(node.text), rename)
                return _with_pieces(node, [(0, len(node.text), rename.new)])
        node = self._worded(node, bound)
        if not node.patches:
            return node
        patches = (replace(one, text=self._worded(one.text, bound)) for one in node.patches)
        return replace(node, patches=tuple(patches))

    def _worded(self, node: ScalarNode, bound: frozenset[str]) -> ScalarNode:
        """Return a text of the language with new names; the same node where there is none."""
        pieces = []
        own: set[str | None] | None = None
        for word in _WORD.finditer(node.text):
            rename = self.words.get(word[0])
            if rename is None:
                continue
            if own is None:
                own = {*bound, *(name for pair in _BOUND.findall(node.text) for name in pair)}
            if word[0] in own:
                continue
            start = word.start() + word[0].startswith(".")
            pieces.append((start, word.end(), rename.new))
            self.tell(node, start, word.end(), rename)
        return _with_pieces(node, pieces) if pieces else node


def _sections_at(place: Place) -> tuple[str, ...]:
    """Return the sections of which a text at a place may be an id, if it is one word."""
    if place[:1] == (SCENARIOS,):
        return tuple(_STEPS) if place[-1] == "step" else ()
    if len(place) == 1 or (place and place[0] in _STEPS and place[-1] == "steps"):
        return place[:1]
    return ()


def _with_pieces(node: ScalarNode, pieces: Sequence[tuple[int, int, str]]) -> ScalarNode:
    """Return a scalar with other words at some places, which keep their place in the file."""
    bare = replace(node, patches=())
    located = bare.located.with_pieces(pieces)
    return replace(node, text=located.text, written=located)
