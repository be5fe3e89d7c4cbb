"""Declarations to one linked pack: names resolved, every text typed.

The last stage before `program`.

    declarations → names → things, in order → grids and links → typed texts → the whole

`link_pack` also hands out the names, with which scenarios are checked afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter.definitions import Declarations
from interpreter.diagnostics import Collector, Diagnostic
from interpreter.lang import ir
from interpreter.lang.check_hooks import event_key
from interpreter.lang.checker import TextCheck
from interpreter.lang.names import Names
from interpreter.lang.reading import Reader
from interpreter.pack import lints
from interpreter.pack.link_board import BoardLinker
from interpreter.pack.link_definitions import DefinitionLinker
from interpreter.pack.link_elements import ElementLinker, Families
from interpreter.pack.link_grids import GridLinker
from interpreter.pack.link_mechanics import MechanicsLinker
from interpreter.pack.link_model import ModelLinker
from interpreter.pack.link_names import NameLinker, plain
from interpreter.pack.link_texts import Texts
from interpreter.source import LocatedText


@dataclass(frozen=True, slots=True)
class LinkedPack:
    """A linked pack: the typed game (None if there are errors), its names, and what was found."""

    spec: ir.GameSpec | None
    names: Names
    diagnostics: tuple[Diagnostic, ...]


def link_pack(declarations: Declarations, patched: Sequence[LocatedText] = ()) -> LinkedPack:
    """Return the linked pack of all that the files of a pack declare.

    `patched` are all texts that overlays put something into; what is put into one that nobody
    reads as a text of the language (a title, a name) is a finding, or it would be lost.
    """
    collector = Collector()
    reader = Reader(collector)
    linker = NameLinker.begin(declarations, collector, reader)
    linker.check_names()
    linker.link_members()
    texts = Texts(collector)
    elements = ElementLinker(linker, Families(linker).expand(), texts)
    names = linker.link(elements.things())
    if elements.leave_out(names):
        names = linker.link(elements.things())
    names = replace(names, hooked=_hooked(declarations, reader, names))
    linker.check_hiding(names)
    check = TextCheck(names, collector)
    elements.link_fixed(names)
    elements.sort()
    GridLinker(linker, elements, check).link_grids()
    spec = _Assembly(declarations, linker, elements, check, texts).assemble()
    if not collector.has_errors:
        _report_unread(patched, reader, collector)
    if collector.has_errors:
        return LinkedPack(None, names, collector.diagnostics)
    return LinkedPack(spec, names, collector.diagnostics)


def _report_unread(patched: Iterable[LocatedText], reader: Reader, collector: Collector) -> None:
    """Report what is put into texts that are none of the language.

    Asked at the end of a link without errors: before that a text may be unread for other reasons.
    """
    for text in patched:
        if not reader.has_read(text):
            related = [("this is the text", text.span)]
            for patch in text.patches:
                what = "a text that is not of the language"
                collector.report("E383", patch.text.span, related=related, what=what)


def _hooked(declarations: Declarations, reader: Reader, names: Names) -> frozenset[tuple[str, str]]:
    """Return the events that some hook waits for."""
    found: set[tuple[str, str]] = set()
    for entry in declarations.entries:
        for hook in entry.hooks:
            tree = reader.pattern(hook.pattern)
            key = None if tree is None else event_key(tree, names)
            if key is not None:
                found.add(key)
    return frozenset(found)


class _Assembly:
    """Puts the typed parts of a pack together."""

    def __init__(
        self,
        declarations: Declarations,
        linker: NameLinker,
        elements: ElementLinker,
        check: TextCheck,
        texts: Texts,
    ) -> None:
        self._declarations = declarations
        self._linker = linker
        self._elements = elements
        self._check = check
        self._texts = texts

    def assemble(self) -> ir.GameSpec:
        """Return the game, and report what only the whole shows."""
        declarations = self._declarations
        model = ModelLinker(self._linker, self._check, self._texts)
        definitions = DefinitionLinker(self._linker, self._elements, self._check, self._texts)
        mechanics = MechanicsLinker(self._linker, self._check, self._texts)
        mechanics.check_step_names()
        kinds = self._kinds(model, definitions)
        manifest = declarations.manifest
        spec = ir.GameSpec(
            id=manifest.id,
            title=manifest.title,
            version=manifest.version,
            players=manifest.players,
            options=model.options(),
            words=model.words(),
            kinds=kinds,
            pieces=model.pieces(),
            globals=model.globals(),
            tables=model.tables(),
            dice=model.dice(),
            records=self._records(),
            values=mechanics.values(),
            modifiers=tuple(sorted(definitions.modifiers, key=_modifier_key)),
            rules=mechanics.rules(),
            hooks=tuple(sorted(definitions.hooks, key=lambda hook: (hook.owner, hook.name))),
            flow=mechanics.steps(declarations.flow, me=False),
            scoring=mechanics.steps(declarations.scoring, me=False),
            ranking=mechanics.ranking(),
            score=mechanics.score(),
            evaluation=mechanics.evaluation(),
            bounds=mechanics.bounds(),
            reports=mechanics.reports(),
            board=self._board(),
        )
        whole = lints.Whole(
            declarations,
            self._linker,
            self._check,
            self._texts,
            spec,
            mechanics.unread_parameters,
        )
        return lints.check_whole(whole)

    def _kinds(
        self, model: ModelLinker, definitions: DefinitionLinker
    ) -> Mapping[str, ir.KindSpec]:
        found = self._elements.found
        definitions.link_links(found)
        self._elements.sort_links()
        seats = self._elements.seats()
        made: dict[str, ir.KindSpec] = {}
        for name in sorted(found):
            elements = tuple(
                definitions.element(one, seats.get((name, one.id), 0)) for one in found[name]
            )
            made[name] = model.kind(name, elements)
        return made

    def _board(self) -> ir.BoardSpec | None:
        things = {kind: [one.id for one in found] for kind, found in self._elements.found.items()}
        return BoardLinker(self._linker, things, self._check, self._texts).board()

    def _records(self) -> Mapping[str, ir.RecordSpec]:
        spans = {plain(one.name): one.name.span for one in self._declarations.records}
        return {
            name: ir.RecordSpec(name, fields, span=spans.get(name))
            for name, fields in sorted(self._check.names.records.items())
        }


def _modifier_key(modifier: ir.Modifier) -> tuple[str, str, tuple[str, str], str]:
    return modifier.value, modifier.resource or "", modifier.owner, modifier.layer
