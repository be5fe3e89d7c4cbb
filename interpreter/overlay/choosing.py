"""Overlay stage: which pack and which overlays are meant by names and paths; feeds the pipeline.

An overlay that is chosen brings what it extends and requires. What it names by id is looked for
among the chosen ones, the variants of the pack, beside whatever names it and beside the folder of
that, and among the packs that come with Solon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Collector, Diagnostic, did_you_mean
from interpreter.overlay.reading import (
    Overlay,
    folder_around,
    id_of,
    is_overlay,
    pack_around,
    read_overlay,
)
from interpreter.pack.files import variants_of
from interpreter.resources import MANIFEST, shipped_packs
from interpreter.source import LocatedText


@dataclass(frozen=True, slots=True)
class Choice:
    """A pack and the overlays that are laid over it, in no order yet.

    `folder` is None when nothing says which pack it is.
    """

    folder: Path | None
    overlays: tuple[Overlay, ...]
    findings: tuple[Diagnostic, ...]


def choose(path: Path, variants: Sequence[str] = (), mods: Sequence[Path] = ()) -> Choice:
    """Return what is meant by the path of a pack or overlay, with variants and mods.

    `variants` are names of variants of the pack, `mods` the paths of overlays.
    """
    search = _Search()
    if is_overlay(path):
        search.take(path)
    else:
        search.folder = path
    for mod in mods:
        if is_overlay(mod):
            search.take(mod)
        else:
            search.found.report("E370", None, name=str(mod))
    search.follow()
    if search.folder is None:
        # Of what else is missing the order of the overlays is told, which needs the pack.
        search.found.extend(search.missing)
        search.report_ring()
    else:
        known = variants_of(search.folder)
        for name in variants:
            if name in known:
                search.take(known[name])
            else:
                near = did_you_mean(name, known)
                search.found.report(
                    "E369",
                    None,
                    help=f"did you mean `{near}`?" if near else _listed(known),
                    name=name,
                    pack=search.folder.resolve().name,
                )
        search.follow()
    return Choice(search.folder, tuple(search.overlays.values()), search.found.diagnostics)


def _listed(names: dict[str, Path]) -> str:
    """Return the help that lists the variants that there are."""
    return f"it has {', '.join(names)}" if names else "it has no variants"


@dataclass(slots=True)
class _Search:
    """What was found so far."""

    folder: Path | None = None
    overlays: dict[Path, Overlay] = field(default_factory=dict)
    found: Collector = field(default_factory=Collector)
    missing: list[Diagnostic] = field(default_factory=list)
    _followed: set[Path] = field(default_factory=set)

    def take(self, path: Path) -> None:
        """Add an overlay, once."""
        place = path.resolve()
        if place in self.overlays or place in self._followed:
            return
        overlay, findings = read_overlay(path)
        if overlay is None:
            self.found.extend(findings)
            self._followed.add(place)
        else:
            self.overlays[place] = overlay

    def follow(self) -> None:
        """Add what the overlays extend and require, until nothing is left to add."""
        while True:
            waiting = [path for path in self.overlays if path not in self._followed]
            if not waiting:
                return
            for path in waiting:
                self._followed.add(path)
                self._bring(self.overlays[path])

    def _bring(self, overlay: Overlay) -> None:
        """Add what one overlay extends and requires."""
        around = pack_around(overlay.path)
        if overlay.manifest.extends is not None:
            self._bring_one(overlay, overlay.manifest.extends.id, "extend")
        elif around is not None:
            self._lay_on(around)
        for need in overlay.manifest.requires:
            self._bring_one(overlay, need.id, "require")

    def _bring_one(self, overlay: Overlay, wanted: LocatedText, how: str) -> None:
        """Add what an overlay names by its id."""
        if any(other.id == wanted.text for other in self.overlays.values() if other is not overlay):
            return
        if self.folder is not None and wanted.text in _names_of(self.folder):
            return
        places = list(self._places(overlay))
        meant = [place for name, place in places if name == wanted.text]
        # Of copies in other folders it is the one whose folder is called so.
        path = next(
            (place for place in meant if place.stem == wanted.text), next(iter(meant), None)
        )
        if path is None:
            names = [name for name, _ in places]
            near = did_you_mean(wanted.text, names)
            said = {"name": wanted.text, "overlay": overlay.id, "how": how}
            advice = f"did you mean `{near}`?" if near else None
            self.missing.append(Diagnostic("E368", wanted.span, said, help=advice))
        elif is_overlay(path):
            self.take(path)
        else:
            self._lay_on(path)

    def report_ring(self) -> None:
        """Report overlays of which each extends another, so that none of them extends a pack."""
        if self.found.has_errors:
            return
        by_id = {overlay.id: overlay for overlay in self.overlays.values()}
        for overlay in self.overlays.values():
            way = [overlay]
            while (need := way[-1].manifest.extends) and need.id.text in by_id:
                following = by_id[need.id.text]
                if following in way:
                    names = [*(one.id for one in way[way.index(following) :]), following.id]
                    chain = " → ".join(names)
                    self.found.report("E349", need.id.span, overlay=following.id, chain=chain)
                    return
                way.append(following)

    def _lay_on(self, folder: Path) -> None:
        """Keep which pack it is; that of the first overlay holds, `order` reports another."""
        if self.folder is None:
            self.folder = folder

    def _places(self, overlay: Overlay) -> Iterator[tuple[str, Path]]:
        """Iterate over what may be meant by an id, nearest first."""
        for path in self._paths(overlay):
            yield id_of(path), path
        yield from shipped_packs().items()

    def _paths(self, overlay: Overlay) -> Iterator[Path]:
        """Iterate over the packs and overlays around an overlay."""
        around = pack_around(overlay.path)
        folders = [folder for folder in (self.folder, around) if folder is not None]
        for folder in folders:
            yield folder
            yield from variants_of(folder).values()
        if around is None:
            beside = folder_around(overlay.path)
            for place in (beside, beside.parent):
                for path in sorted(place.glob(f"*/{MANIFEST}")):
                    if path.parent.resolve() != overlay.path.resolve():
                        yield _as_named(path.parent)


def _names_of(folder: Path) -> tuple[str, str]:
    """Return the names that the pack in a folder may be meant by."""
    return id_of(folder), folder.resolve().name


def _as_named(path: Path) -> Path:
    """Return a path as somebody in the present folder would name it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
