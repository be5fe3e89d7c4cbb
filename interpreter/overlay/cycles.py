"""Overlay stage: ways through a graph of ids, cycles above all; serves the order.

A graph is small (as many ids as overlays are chosen), so every question is answered from what can
be reached, and none needs a cleverer algorithm.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heapify, heappop, heappush
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, Collection[str]]
"""From each id to those that it comes after, each of which is a key as well."""


def reached(graph: Graph) -> dict[str, frozenset[str]]:
    """Return for each id all that it leads to by one edge or more."""
    found = {}
    for start in graph:
        seen: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += graph[one]
        found[start] = frozenset(seen)
    return found


def knots(graph: Graph) -> tuple[frozenset[str], ...]:
    """Return the largest sets of ids each of which leads to each, itself included; by least id."""
    leads_to = reached(graph)
    found: dict[frozenset[str], None] = {}
    for start in sorted(graph):
        if start in leads_to[start]:
            found[frozenset(one for one in leads_to[start] if start in leads_to[one])] = None
    return tuple(found)


def cycle(graph: Graph, start: str, step: str | None = None) -> tuple[str, ...]:
    """Return a shortest way from `start` back to itself, by way of `step` if that is given.

    Begins and ends with `start`; of equally short ways the first by alphabet. Raises ValueError
    when there is none.
    """
    first = sorted(graph[start]) if step is None else [step]
    ways: list[tuple[str, ...]] = [(start, one) for one in first]
    seen: set[str] = set()
    for way in ways:  # grows while it is gone through, shorter ways before longer ones
        if way[-1] == start:
            return way
        if way[-1] not in seen:
            seen.add(way[-1])
            ways += [(*way, one) for one in sorted(graph[way[-1]])]
    raise ValueError(start)


def in_order(graph: Graph) -> tuple[str, ...]:
    """Return all ids, each behind those that it comes after, and else by alphabet.

    Ids in a cycle, and those that come after one, are left out.
    """
    waits_for = {one: set(others) for one, others in graph.items()}
    followers: dict[str, list[str]] = {one: [] for one in graph}
    for one, others in waits_for.items():
        for other in others:
            followers[other].append(one)
    ready = [one for one, others in waits_for.items() if not others]
    heapify(ready)
    order = []
    while ready:
        first = heappop(ready)
        order.append(first)
        for one in followers[first]:
            waits_for[one].discard(first)
            if not waits_for[one]:
                heappush(ready, one)
    return tuple(order)
