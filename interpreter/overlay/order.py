"""Overlay stage: which overlays can be played together, and in which order; feeds the patches.

Overlays that extend or require others come after them (hard edges), overlays that say `after` come
after what they name if it is there (soft edges); where that leaves the order open, ids decide.
Nothing depends on the order in which the overlays are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from interpreter.diagnostics import Collector, did_you_mean
from interpreter.overlay.cycles import cycle, in_order, knots, reached
from interpreter.overlay.manifests import Need, OverlayManifest
from interpreter.overlay.versions import Version
from interpreter.source import LocatedText, Span


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The overlays in the order in which they act, and what is known about it.

    `refused` are the ids, sorted, of overlays that were handed in and cannot be there: each has a
    finding.
    """

    overlays: tuple[OverlayManifest, ...]
    refused: tuple[str, ...] = ()
    _before: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False, hash=False)

    def comes_after(self, first: str, second: str) -> bool:
        """Return whether it is declared that the overlay `first` comes after `second`.

        By `requires`, `extends` or an `after` that was not dropped, also over other overlays;
        that ids put one behind the other does not count.
        """
        return second in self._before.get(first, ())


@dataclass(frozen=True, slots=True)
class _Edge:
    """Why an overlay comes after another: the word that says so, and where."""

    word: str
    span: Span


_EdgesOfOne: TypeAlias = dict[str, _Edge]
_Edges: TypeAlias = Mapping[str, _EdgesOfOne]


def arrange(
    base_id: str, base_version: str, overlays: Iterable[OverlayManifest], found: Collector
) -> Arrangement | None:
    """Return the overlays of a pack in their order.

    `base_id` and `base_version` are what its manifest says, empty where it says nothing: then
    nothing is compared with them, since there is a finding already. An overlay that cannot be
    there is left out, with an error; so are those that need it, with a note each. None when
    overlays are handed in and none of them is left.
    """
    # The same overlay may be named twice, by a person and by what requires it.
    given = sorted(dict.fromkeys(overlays), key=_place)
    sorter = _Sorter(base_id, Version.parse(base_version), given, found)
    sorter.refuse_names()
    sorter.refuse_needs()
    sorter.refuse_pairs()
    sorter.refuse_cycles()
    sorter.refuse_dependents()
    if given and not sorter.left:
        return None
    return sorter.arranged()


class _Sorter:
    """Sorts out one set of overlays: `known` by id, `refused` by id, all in the order of ids."""

    def __init__(
        self, base: str, version: Version | None, given: list[OverlayManifest], found: Collector
    ) -> None:
        self.base = base
        self.version = version
        self.given = given
        self.found = found
        self.refused: set[str] = set()
        self.known: dict[str, OverlayManifest] = {}
        for overlay in given:
            if overlay.id.text != base:
                self.known.setdefault(overlay.id.text, overlay)
        self.hard = {own: self._hard_edges(overlay) for own, overlay in self.known.items()}

    def _hard_edges(self, overlay: OverlayManifest) -> _EdgesOfOne:
        """Return the edges to the other overlays that one extends or requires."""
        return {
            need.id.text: _Edge("extends" if need is overlay.extends else "requires", need.id.span)
            for need in overlay.needs
            if need.id.text in self.known
        }

    @property
    def left(self) -> list[str]:
        """The ids that are not refused, in their order."""
        return [own for own in self.known if own not in self.refused]

    def refuse_names(self) -> None:
        """Report ids that are given twice, or that are the pack's."""
        for overlay in self.given:
            own = overlay.id.text
            if own == self.base:
                self.found.report("E343", overlay.id.span, overlay=own)
                self.refused.add(own)
            elif overlay is not self.known[own]:
                related = [("the other one", self.known[own].id.span)]
                self.found.report("E342", overlay.id.span, related=related, overlay=own)
                self.refused.add(own)

    def refuse_needs(self) -> None:
        """Report what is extended or required and is not there, or not in a version that fits."""
        doubtful = frozenset(self.refused)
        for overlay in self.known.values():
            for need in overlay.needs:
                name = need.id.text
                if name not in self.known and not self._is_base(overlay, need):
                    self._missing(overlay, need)
                elif name in self.known and name in doubtful:
                    continue  # of two with one id nobody knows which version is meant
                elif (version := self._version_of(name)) and not need.range.includes(version):
                    self._wrong_version(overlay, need, version)

    def _is_base(self, overlay: OverlayManifest, need: Need) -> bool:
        """Return whether a need is for the pack; what is extended, where it does not say its id."""
        return need.id.text == self.base or (not self.base and need is overlay.extends)

    def _version_of(self, name: str) -> Version | None:
        """Return the version of the pack, or of an overlay: its own, else that of the pack."""
        overlay = self.known.get(name)
        return self.version if overlay is None else overlay.version or self.version

    def _missing(self, overlay: OverlayManifest, need: Need) -> None:
        """Report that what an overlay needs is not there."""
        own = overlay.id.text
        near = did_you_mean(need.id.text, {self.base, *self.known} - {own})
        advice = None if near is None else f"did you mean `{near}`?"
        code = "E344" if need is overlay.extends else "E346"
        self.found.report(
            code, need.id.span, help=advice, overlay=own, name=need.id.text, base=self.base
        )
        self.refused.add(own)

    def _wrong_version(self, overlay: OverlayManifest, need: Need, version: Version) -> None:
        """Report that what an overlay needs is there in another version."""
        name = need.id.text
        other = self.known.get(name)
        related = []
        if other is not None:
            related = [("its version", (other.version_text or other.id).span)]
        self.found.report(
            "E345",
            need.text.span,
            related=related,
            overlay=overlay.id.text,
            range=need.text.text,
            name=name,
            version=str(version),
        )
        self.refused.add(overlay.id.text)

    def refuse_pairs(self) -> None:
        """Report overlays that exclude each other, each pair once, and what excludes itself."""
        said: dict[tuple[str, str], LocatedText] = {}
        for own, overlay in self.known.items():
            needs = {need.id.text: need for need in overlay.needs}
            for name in overlay.excludes:
                if name.text in {own, self.base} or name.text in needs:
                    self._contradiction(overlay, name, needs.get(name.text))
                elif name.text in self.known:
                    said.setdefault((own, name.text), name)
        for (one, other), name in said.items():
            back = said.get((other, one))
            if back is not None and other < one:
                continue
            words = f"`{other}` is here" if back is None else f"`{other}` says so too"
            place = self.known[other].id.span if back is None else back.span
            first, second = sorted((one, other))
            self.found.report(
                "E347", name.span, related=[(words, place)], first=first, second=second
            )
            self.refused |= {one, other}

    def _contradiction(
        self, overlay: OverlayManifest, name: LocatedText, need: Need | None
    ) -> None:
        """Report that an overlay excludes what it cannot do without."""
        related = [("it is needed here", need.id.span)] if need is not None else []
        own = overlay.id.text
        self.found.report("E348", name.span, related=related, overlay=own, name=name.text)
        self.refused.add(own)

    def refuse_cycles(self) -> None:
        """Report cycles of hard edges, as many as it takes to name each overlay in one."""
        for knot in knots(self.hard):
            told: set[str] = set()
            for own in sorted(knot):
                if own not in told:
                    ids = cycle(self.hard, own)
                    told.update(ids)
                    span, related, chain = _told(ids, self.hard)
                    self.found.report("E349", span, related=related, overlay=own, chain=chain)
            self.refused |= knot

    def refuse_dependents(self) -> None:
        """Refuse what needs a refused overlay, with a note for each that has no finding yet."""
        is_growing = True
        while is_growing:
            is_growing = False
            for own in self.left:
                name = next((name for name in self.hard[own] if name in self.refused), None)
                if name is not None:
                    self.found.report("W613", self.hard[own][name].span, overlay=own, name=name)
                    self.refused.add(own)
                    is_growing = True

    def arranged(self) -> Arrangement:
        """Return what is left in its order."""
        edges = self._without_soft_cycles(self.left)
        return Arrangement(
            overlays=tuple(self.known[own] for own in in_order(edges)),
            refused=tuple(sorted(self.refused)),
            _before=reached(edges),
        )

    def _without_soft_cycles(self, left: list[str]) -> _Edges:
        """Return all edges between the overlays that are left; report those that are dropped."""
        edges = {own: dict(self.hard[own]) for own in left}
        granted = reached(edges)
        soft = []
        for own in left:
            for text in self.known[own].after:
                # What the hard edges say anyway is nothing that could be dropped.
                if text.text in edges and text.text not in granted[own]:
                    edges[own][text.text] = _Edge("after", text.span)
                    soft.append((own, text.text))
        while cycles := knots(edges):
            for knot in cycles:
                own, name = min(edge for edge in soft if knot.issuperset(edge))
                soft.remove((own, name))
                span, related, chain = _told(cycle(edges, own, name), edges)
                self.found.report(
                    "W612", span, related=related, overlay=own, name=name, chain=chain
                )
                del edges[own][name]
        return edges


def _place(overlay: OverlayManifest) -> tuple[str, str, int]:
    """Return what the order of the overlays that are handed in is made from."""
    span = overlay.id.span
    return overlay.id.text, span.source.name, span.start


def _told(ids: tuple[str, ...], edges: _Edges) -> tuple[Span, list[tuple[str, Span]], str]:
    """Return the place of a cycle's first edge, those of the others, and the cycle in words."""
    steps = list(pairwise(ids))
    spans = [edges[one][other].span for one, other in steps]
    words = [f"`{one}` says `{edges[one][other].word}: {other}`" for one, other in steps]
    return spans[0], list(zip(words, spans, strict=True))[1:], " → ".join(ids)
