"""Overlay stage: what each section of an overlay does to the tree of a pack; feeds `apply`.

Every section is one function of the same shape: it takes a tree that has parts, and one key of the
overlay with what is written for it, and returns the new tree. The key names a part; how deep a
section goes before it acts is the only thing in which they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import get_args

from interpreter.diagnostics import Collector, Diagnostic, did_you_mean, listing
from interpreter.document import (
    Entry,
    MappingNode,
    Node,
    NodePatch,
    ScalarNode,
    SequenceNode,
    canonical,
    headline,
)
from interpreter.overlay import tree
from interpreter.overlay.changes import Change, Manner, Path, is_inside
from interpreter.overlay.scaling import ScalingError, scaled
from interpreter.source import Span, Timing

_TIMINGS: tuple[Timing, ...] = get_args(Timing)
PACK = "pack"
"""The block of the tree that holds the manifest."""
_SEVERAL = "modifies"
"""Under its keys stands a modifier or a list of them: one is a list of one."""
_OWN = frozenset({"id", "version", "language", "renamed", "combinations"})
"""Keys of the manifest that say which pack it is, or what it says of others."""
ALL = "all"
"""What `remove` takes to empty a mapping or a list."""


@dataclass(slots=True)
class Work:
    """The work of one overlay: its changes go behind those of the overlays before it.

    `comes_after` tells whether it is declared to come after another overlay. `whole` are the
    blocks that are one thing.
    """

    overlay: str
    changes: list[Change]
    comes_after: Callable[[str], bool]
    whole: frozenset[str]
    found: Collector

    def earlier(self, path: Path, *manners: Manner) -> Change | None:
        """Return the last change by another overlay that did something at or around a place."""
        for change in reversed(self.changes):
            if change.overlay == self.overlay or change.manner not in manners:
                continue
            if change.manner == "remove" and change.before is None:
                continue  # all that was there, and this may not have been
            if is_inside(path, change.path):
                return change
        return None


@dataclass(frozen=True, slots=True)
class Site:
    """Where in the tree a section of an overlay is at work."""

    work: Work
    section: str
    is_optional: bool
    path: Path = ()

    def into(self, name: str, parent: Node | None = None) -> Site:
        """Return the site of a part; in `parent` it may lie deeper than its name alone says."""
        names = (name,) if parent is None else tree.names_to(parent, name)
        return replace(self, path=(*self.path, *names))

    def note(
        self, span: Span, manner: Manner, value: Node | None = None, before: Node | None = None
    ) -> None:
        """Keep that this place was changed."""
        old = None if before is None else headline(before)
        change = Change(self.work.overlay, self.section, manner, self.path, span, value, old)
        gone = before if manner == "remove" else None
        self.work.changes.append(replace(change, gone=gone, is_optional=self.is_optional))

    def missing(self, key: ScalarNode, parent: Node) -> None:
        """Keep that there is no such part; it is reported unless that may be, or is a conflict."""
        path = (*self.path, key.text)
        earlier = self.work.earlier(path, "remove")
        if earlier is not None and not self.is_optional:
            # Of what is unordered the conflict is reported, which says more.
            if self.work.comes_after(earlier.overlay):
                self.work.found.report(
                    "E364",
                    key.span,
                    related=[(f"`{earlier.overlay}` removes it here", earlier.span)],
                    path=".".join(path),
                    overlay=earlier.overlay,
                )
            else:
                self.into(key.text).note(key.span, "write")
            return
        names = tree.part_names(parent)
        near = did_you_mean(key.text, names)
        has = listing([f"`{name}`" for name in names], most=12) if len(names) < 40 else ""
        where = f"`{'.'.join(self.path)}`" if self.path else "the pack"
        finding = Diagnostic(
            "E360",
            key.span,
            {"name": key.text, "where": where, "section": self.section},
            help=f"did you mean `{near}`?" if near else None,
            notes=(f"{where} has {has}",) if has else (),
        )
        self.work.changes.append(
            Change(
                self.work.overlay,
                self.section,
                "miss",
                path,
                key.span,
                finding=None if self.is_optional else finding,
            )
        )

    def is_own(self, key: ScalarNode) -> bool:
        """Report a key of the manifest that no overlay can change, and return whether it is one."""
        is_own = self.path == (PACK,) and key.text in _OWN
        if is_own:
            self.work.found.report("E375", key.span, key=key.text)
        return is_own

    def unsupported(self, span: Span, reason: str, advice: str) -> None:
        """Report that a section cannot do what is asked of it here."""
        self.work.found.report(
            "E362",
            span,
            help=advice,
            section=self.section,
            path=".".join(self.path) or "the pack",
            reason=reason,
        )


Operation = Callable[[Site, Node, Entry], Node]


def through(site: Site, base: Node, patch: Node, act: Operation) -> Node:
    """Let a section act on each key of a mapping of the overlay.

    A key with nothing behind it has been reported by the schema.
    """
    if isinstance(patch, MappingNode):
        for entry in patch:
            is_nothing = isinstance(entry.value, ScalarNode) and entry.value.is_nothing
            if not is_nothing and not site.is_own(entry.key):
                base = act(site, base, entry)
    return base


def _inside(site: Site, parent: Node, entry: Entry, act: Operation) -> Node:
    """Let a section act inside a part."""
    name = entry.key.text
    old = tree.part(parent, name)
    if old is None:
        site.missing(entry.key, parent)
        return parent
    return tree.with_part(parent, name, through(site.into(name, parent), old, entry.value, act))


def change(site: Site, parent: Node, entry: Entry) -> Node:
    """Give a part another value; what is a mapping on both sides is changed inside."""
    name = entry.key.text
    old = tree.part(parent, name)
    if old is not None and not (tree.is_tree(old) and isinstance(entry.value, MappingNode)):
        if not site.path and tree.is_tree(old) and name not in site.work.whole:
            site.unsupported(entry.key.span, "a block holds definitions by id", "name an id")
            return parent
        site.into(name, parent).note(entry.key.span, "write", entry.value, old)
        return tree.with_part(parent, name, entry.value, entry.key)
    return _inside(site, parent, entry, change)


def replaced(site: Site, parent: Node, entry: Entry) -> Node:
    """Put another definition in the place of one, or another block where a block is one thing."""
    name = entry.key.text
    if not site.path and name not in site.work.whole:
        return _inside(site, parent, entry, replaced)
    old = tree.part(parent, name)
    if old is None:
        site.missing(entry.key, parent)
        return parent
    if not site.path and name == PACK:
        site.into(name).unsupported(entry.key.span, "it says which pack it is", "change its keys")
        return parent
    site.into(name, parent).note(entry.key.span, "write", entry.value, old)
    return tree.with_part(parent, name, entry.value, entry.key)


def add(site: Site, parent: Node, entry: Entry) -> Node:
    """Put a part where there is none; into what is a mapping on both sides, its parts."""
    name = entry.key.text
    old = tree.part(parent, name)
    if len(site.path) == 1 and name.endswith("+"):
        reason = "an overlay adds to a definition by its id alone"
        site.into(name).unsupported(entry.key.span, reason, f"write `{name.removesuffix('+')}`")
        return parent
    if old is None:
        if not isinstance(parent, MappingNode):
            site.missing(entry.key, parent)
            return parent
        _note_added(site.into(name), entry)
        return tree.with_key(parent, entry)
    earlier = site.work.earlier((*site.path, name), "add")
    is_free = earlier is not None and not site.work.comes_after(earlier.overlay)
    is_definition = len(site.path) == 1 and site.path[0] not in site.work.whole
    is_same = earlier is not None and canonical(old) == canonical(entry.value)
    is_tree = tree.is_tree(old) and isinstance(entry.value, MappingNode)
    if is_tree and not is_same and not (is_free and is_definition):
        return _inside(site, parent, entry, add)
    if is_free or is_same:
        site.into(name).note(entry.key.span, "add", entry.value)
        return parent
    site.work.found.report(
        "E361",
        entry.key.span,
        related=[("it is given here", _place(parent, name, old))],
        help="write it under `change` or `replace` to give it another value",
        path=".".join((*site.path, name)),
    )
    return parent


def _note_added(site: Site, entry: Entry) -> None:
    """Keep what was put where nothing was.

    Of a block it is the definitions, of a mapping in a definition its keys: others may add more.
    """
    value = entry.value
    is_whole = site.path[0] in site.work.whole or len(site.path) not in {1, 3}
    if is_whole or not isinstance(value, MappingNode) or not value.entries:
        site.note(entry.key.span, "add", value)
        return
    for inner in value:
        site.into(inner.key.text).note(inner.key.span, "add", inner.value)


def _place(parent: Node, name: str, value: Node) -> Span:
    """Return where a part is written: its key, or the item of a list."""
    return parent.key_span(name) if isinstance(parent, MappingNode) else headline(value)


def remove(site: Site, parent: Node, entry: Entry) -> Node:
    """Take parts away: those that are named, or all."""
    name = entry.key.text
    if isinstance(entry.value, MappingNode):
        return _inside(site, parent, entry, remove)
    old = tree.part(parent, name)
    if old is None:
        site.missing(entry.key, parent)
        return parent
    inner = site.into(name, parent)
    is_all = isinstance(entry.value, ScalarNode) and entry.value.text == ALL
    if is_all and not site.path and name in site.work.whole and name != PACK:
        inner.note(entry.key.span, "remove", None, old)
        return tree.with_part(parent, name, None)
    for key in names_of(inner, entry.value):
        old = _without(inner, old, key)
    return tree.with_part(parent, name, old)


def names_of(site: Site, patch: Node) -> Iterator[ScalarNode]:
    """Iterate over one name or a list of names."""
    for item in patch.items if isinstance(patch, SequenceNode) else (patch,):
        if isinstance(item, ScalarNode):
            yield item
        else:
            site.unsupported(headline(item), "only names can be removed", "write a list of names")


def _without(site: Site, old: Node, key: ScalarNode) -> Node:
    """Return a mapping or list without one part, or without any."""
    if isinstance(old, ScalarNode):
        site.unsupported(key.span, "it holds one text", "remove its key, or change it")
        return old
    if site.is_own(key):
        return old
    if key.text == ALL and site.path == (PACK,):
        site.unsupported(key.span, "it says which pack it is", "remove some of its keys")
        return old
    if key.text == ALL:
        site.note(key.span, "remove")
        for name in tree.part_names(old):
            inner = site.into(name)
            inner.note(key.span, "remove", None, tree.part(old, name))
        return replace(old, entries={}) if isinstance(old, MappingNode) else replace(old, items=())
    gone = tree.part(old, key.text)
    if gone is not None:
        site.into(key.text, old).note(key.span, "remove", None, gone)
        if isinstance(old, SequenceNode):
            for name in tree.inner_names(gone):
                site.into(name).note(key.span, "remove", None, gone)
        return tree.with_part(old, key.text, None)
    if site.work.earlier((*site.path, key.text), "remove") is None:
        site.missing(key, old)
    return old


def append(site: Site, parent: Node, entry: Entry) -> Node:
    """Put items at the end of a list."""
    name = entry.key.text
    if isinstance(entry.value, MappingNode):
        return _inside(site, parent, entry, append)
    old = tree.part(parent, name)
    if old is None:
        site.missing(entry.key, parent)
        return parent
    if isinstance(old, MappingNode) and site.path[-1:] == (_SEVERAL,):
        old = SequenceNode(old.source, old.start, old.end, (old,))
    if not isinstance(old, SequenceNode):
        reason = "it is no list"
        advice = "`add` gives more keys to a mapping, `change` another value to a text"
        site.into(name).unsupported(entry.key.span, reason, advice)
        return parent
    site.into(name, parent).note(entry.key.span, "touch", entry.value)
    return tree.with_part(parent, name, replace(old, items=(*old.items, *_items(entry.value))))


def _items(node: Node) -> tuple[Node, ...]:
    """Return the items of a list, or the one that stands alone."""
    return node.items if isinstance(node, SequenceNode) else (node,)


def insert(site: Site, parent: Node, entry: Entry) -> Node:
    """Put items before, after or instead of an item of a list."""
    name = entry.key.text
    around = _timed(entry.value)
    if around is None or isinstance(parent, MappingNode):
        return _inside(site, parent, entry, insert)
    old = tree.part(parent, name)
    if old is None:
        site.missing(entry.key, parent)
        return parent
    inner = site.into(name, parent)
    beside = replace(inner, path=inner.path[:-1])
    for timing, put in around.items():
        if timing == "instead":
            inner.note(put.key.span, "write", put.value, old)
        else:
            inner.note(put.key.span, "touch")
            beside.note(put.key.span, "touch", put.value)
    put_in = {timing: _items(put.value) for timing, put in around.items()}
    return tree.with_items(
        parent,
        name,
        before=put_in.get("before", ()),
        instead=put_in.get("instead"),
        after=put_in.get("after", ()),
    )


def _timed(patch: Node) -> Mapping[str, Entry] | None:
    """Return what a mapping says for before, after and instead; None when it says anything else."""
    if isinstance(patch, MappingNode) and patch.entries and set(patch.entries) <= set(_TIMINGS):
        return patch.entries
    return None


def scale(site: Site, parent: Node, entry: Entry) -> Node:
    """Multiply a number, or each amount of a price."""
    name = entry.key.text
    if isinstance(entry.value, MappingNode):
        return _inside(site, parent, entry, scale)
    old = tree.part(parent, name)
    if old is None:
        site.missing(entry.key, parent)
        return parent
    inner = site.into(name, parent)
    if not isinstance(old, ScalarNode) or not isinstance(entry.value, ScalarNode):
        inner.unsupported(entry.key.span, "it is no number", "only numbers and prices are scaled")
        return parent
    try:
        text = scaled(old.text, entry.value.text)
    except ScalingError as error:
        related = [("the base has this", headline(old))]
        path = ".".join(inner.path)
        site.work.found.report(
            "E365", entry.value.span, related=related, path=path, reason=str(error)
        )
        return parent
    inner.note(entry.key.span, "write", entry.value, old)
    return tree.with_part(parent, name, replace(entry.value, text=text))


def wrap(site: Site, parent: Node, entry: Entry) -> Node:
    """Put text before, after or instead of a whole text of the language."""
    return _put_into_text(site, parent, entry, wrap)


def lines(site: Site, parent: Node, entry: Entry) -> Node:
    """Put text before, after or instead of the lines with labels in a text of the language."""
    return _put_into_text(site, parent, entry, lines)


def _put_into_text(site: Site, parent: Node, entry: Entry, act: Operation) -> Node:
    """Put what is written for a text of the language into it, once the text is reached."""
    name = entry.key.text
    old = tree.part(parent, name)
    if not isinstance(old, ScalarNode):
        if old is not None and not isinstance(entry.value, MappingNode):
            site.into(name).unsupported(
                entry.key.span, "it is no text of the language", "go on to a text: write its key"
            )
            return parent
        return _inside(site, parent, entry, act)
    inner = site.into(name, parent)
    if act is wrap:
        patches = tuple(_patches(inner, None, entry.value))
    else:
        labels = entry.value if isinstance(entry.value, MappingNode) else ()
        patches = tuple(
            patch
            for label in labels
            for patch in _patches(inner.into(label.key.text), label.key, label.value)
        )
        if not labels:
            inner.unsupported(entry.key.span, "it has no labels", "write labels under it")
    return tree.with_part(parent, name, replace(old, patches=(*old.patches, *patches)))


def _patches(site: Site, label: ScalarNode | None, patch: Node) -> Iterator[NodePatch]:
    """Iterate over what is put before, after and instead of a text or a line of it."""
    around = _timed(patch)
    if around is None:
        place = headline(patch) if label is None else label.span
        known = listing([f"`{timing}`" for timing in _TIMINGS], last="or")
        site.unsupported(place, f"it says where with something else than {known}", f"write {known}")
        return
    for timing in _TIMINGS:
        put = around.get(timing)
        if put is None:
            continue
        if not isinstance(put.value, ScalarNode):
            site.unsupported(put.key.span, "only text can be put in", "write effect text")
            continue
        manner: Manner = "write" if timing == "instead" else "touch"
        site.note(put.key.span, manner, put.value)
        yield NodePatch(timing, label, put.value)


def act(site: Site, root: Node, patch: Node) -> Node:
    """Return the tree of a pack after a section has done all that is written under it."""
    if site.section == "remove" and not isinstance(patch, MappingNode):
        for key in names_of(site, patch):
            root = _without(site, root, key)
        return root
    return through(site, root, patch, OPERATIONS[site.section])


OPERATIONS: Mapping[str, Operation] = {
    "remove": remove,
    "replace": replaced,
    "change": change,
    "scale": scale,
    "add": add,
    "append": append,
    "insert": insert,
    "lines": lines,
    "wrap": wrap,
}
"""The sections of an overlay, in the order in which they act."""
