"""Overlay stage: documents as one tree of named parts, also where a list holds them.

Feeds `operations`. A list of mappings (steps of the flow, cases of a value) is gone into by the
names of its items; an item is called by the text of its first key, further ones of one name have a
number behind it (`name (2)`), and a step inside a step is found by its name alone.
Nodes never change: what is put in gives a new tree around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.document import Entry, MappingNode, Node, ScalarNode, SequenceNode
from interpreter.source import LocatedText

# The way from a list to an item of it, or of a list in an item: places and keys in turn.
Way = tuple[int | str, ...]


def item_name(item: Node) -> str | None:
    """Return what an item of a list is called by itself; None when it has no name."""
    if isinstance(item, ScalarNode):
        return item.text.strip()
    if isinstance(item, MappingNode) and item.entries:
        first = next(iter(item)).value
        if isinstance(first, ScalarNode):
            return " ".join(first.text.split())
    return None


def is_tree(node: Node) -> bool:
    """Return whether a node has parts with names of their own: a mapping, or a list of them."""
    if isinstance(node, SequenceNode):
        return any(isinstance(item, MappingNode) for item in node)
    return isinstance(node, MappingNode)


def inner_names(node: Node) -> tuple[str, ...]:
    """Return the names by which the items of lists inside a node are found beside it."""
    return () if isinstance(node, ScalarNode) else part_names(_list_around(node))


def _list_around(node: MappingNode | SequenceNode) -> SequenceNode:
    """Return what a list would find in an item: the lists in it."""
    inner: tuple[Node, ...] = ()
    if isinstance(node, MappingNode):
        for entry in node:
            if isinstance(entry.value, SequenceNode) and is_tree(entry.value):
                inner += entry.value.items
    return SequenceNode(node.source, node.start, node.end, inner)


def part_names(node: Node) -> tuple[str, ...]:
    """Return the names of the parts of a mapping or list, in their order."""
    if isinstance(node, MappingNode):
        return tuple(node.entries)
    if isinstance(node, SequenceNode):
        return tuple(name for name, _ in _named_items(node))
    return ()


def part(node: Node, name: str) -> Node | None:
    """Return the part of a mapping or list that has a name."""
    if isinstance(node, MappingNode):
        return node.get(name)
    if isinstance(node, SequenceNode):
        way = _way_to(node, name)
        return None if way is None else _at(node, way)
    return None


def names_to(node: Node, name: str) -> tuple[str, ...]:
    """Return the names of all parts on the way to a part, its own last.

    More than one where an item of a list inside an item is meant. The name itself of what is not
    there.
    """
    way = _way_to(node, name) if isinstance(node, SequenceNode) else None
    if way is None:
        return (name,)
    names = []
    for step in way:
        if isinstance(step, int) and isinstance(node, SequenceNode):
            names.append(numbered(node)[step] or str(step + 1))
            node = node.items[step]
        elif isinstance(step, str) and isinstance(node, MappingNode):
            names.append(step)
            node = node.entries[step].value
    return tuple(names)


def with_part(node: Node, name: str, value: Node | None, key: ScalarNode | None = None) -> Node:
    """Return `node` with another value for a part that it has, or without it for None.

    A `key` of the same text takes the place of the key that was there, for findings that point to
    it.
    """
    if isinstance(node, MappingNode):
        entries = dict(node.entries)
        if value is None:
            del entries[name]
        else:
            old = entries[name]
            entries[name] = Entry(key or old.key, value, old.merged)
        return replace(node, entries=entries)
    values = () if value is None else (value,)
    return with_items(node, name, instead=values)


def with_key(node: MappingNode, entry: Entry) -> MappingNode:
    """Return a mapping with one more key."""
    return replace(node, entries={**node.entries, entry.key.text: entry})


def with_items(
    node: Node,
    name: str,
    *,
    before: tuple[Node, ...] = (),
    instead: tuple[Node, ...] | None = None,
    after: tuple[Node, ...] = (),
) -> Node:
    """Return a list with items put around an item that it has, or in its place."""
    way = _way_to(node, name) if isinstance(node, SequenceNode) else None
    if way is None:
        return node
    return _put(node, way, before, instead, after)


def patched(node: Node) -> Iterator[LocatedText]:
    """Iterate over the texts in a node that overlays put something into."""
    if isinstance(node, ScalarNode):
        if node.patches:
            yield node.located
    elif isinstance(node, SequenceNode):
        for item in node:
            yield from patched(item)
    else:
        for entry in node:
            yield from patched(entry.value)


def _put(
    node: Node,
    way: Way,
    before: tuple[Node, ...],
    instead: tuple[Node, ...] | None,
    after: tuple[Node, ...],
) -> Node:
    """Return `node` with items put around the item that a way leads to."""
    step, *rest = way
    if isinstance(node, MappingNode) and isinstance(step, str):
        inner = _put(node.entries[step].value, tuple(rest), before, instead, after)
        return with_part(node, step, inner)
    if isinstance(node, SequenceNode) and isinstance(step, int):
        items = node.items
        if rest:
            middle: tuple[Node, ...] = (_put(items[step], tuple(rest), before, instead, after),)
        else:
            middle = (*before, *((items[step],) if instead is None else instead), *after)
        return replace(node, items=(*items[:step], *middle, *items[step + 1 :]))
    return node


def _way_to(node: SequenceNode, name: str) -> Way | None:
    """Return the way to the item of a name; an item of the list itself goes first."""
    wanted = " ".join(name.split())
    inner = None
    for called, way in _named_items(node):
        if called == wanted:
            if len(way) == 1:
                return way
            inner = inner or way
    return inner


def numbered(node: SequenceNode) -> list[str | None]:
    """Return what the items of a list are called; further ones of one name have a number."""
    seen: dict[str, int] = {}
    names = []
    for item in node.items:
        name = item_name(item)
        if name is not None:
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                name = f"{name} ({seen[name]})"
        names.append(name)
    return names


def _named_items(node: SequenceNode) -> Iterator[tuple[str, Way]]:
    """Iterate over the items of a list and of lists in them, with their names."""
    for place, (name, item) in enumerate(zip(numbered(node), node.items, strict=True)):
        if name is not None:
            yield name, (place,)
        if isinstance(item, MappingNode):
            for entry in item:
                if isinstance(entry.value, SequenceNode) and is_tree(entry.value):
                    for called, way in _named_items(entry.value):
                        yield called, (place, entry.key.text, *way)


def _at(node: Node, way: Way) -> Node | None:
    """Return what a way leads to."""
    for step in way:
        if isinstance(node, SequenceNode) and isinstance(step, int):
            node = node.items[step]
        elif isinstance(node, MappingNode) and isinstance(step, str):
            node = node.entries[step].value
    return node
