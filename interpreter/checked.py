"""The end of the load: a checked pack, which compiles itself for the games that are played with it.

Made by `pipeline`; handed to `engine.Game`, to the runner of scenarios and to everything that
shows a pack. What only few need (the typed tree, the declarations, the names) is read from the
cache when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from interpreter import arguments, cache, kept
from interpreter.definitions import Declarations, Scenario
from interpreter.diagnostics import AnswerError, Diagnostic, counted_range, listing
from interpreter.engine.primitives import NAMES
from interpreter.lang import ir, types
from interpreter.lang.names import Names
from interpreter.overlay.changes import Change
from interpreter.program.compiler import compile_image
from interpreter.program.explaining import make_tellers
from interpreter.program.image import Image, load_image
from interpreter.program.layout import GREATEST
from interpreter.program.program import Program
from interpreter.program.telling import Tellers

Chance = Literal["auto", "ask"]
_SCENARIOS = "scenarios"
"""The block that holds them, as the changes of overlays name it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a pack was made of, with its overlays in order and all that they changed."""

    declarations: Declarations
    names: Names
    spec: ir.GameSpec
    order: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """An overlay that is part of a pack.

    `path` is where it is, `named` how saves name it: empty where its id is enough. `content` is the
    hash of its files when they were read, empty where some could not be. `needs`
    are the ids of what it extends and requires.
    """

    id: str
    title: str
    version: str
    doc: str
    path: Path
    named: str
    content: str
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """What everybody needs of a pack.

    `overlays` are laid over it, in their order. `key` is where it is kept in the cache, "" if it is
    not. `words` are the lists that options name. `renamed` are rows of a section, the old id and
    the new one. `content` is the hash of the files of the pack alone, as they were read.
    """

    id: str
    title: str
    version: str
    players: tuple[int, int]
    options: Mapping[str, ir.OptionSpec]
    words: Mapping[str, tuple[str, ...]]
    hash: str
    overlays: tuple[Layer, ...]
    renamed: tuple[tuple[str, str, str], ...]
    content: str
    warnings: tuple[Diagnostic, ...]
    key: str


class Pack:
    """A checked pack."""

    def __init__(
        self, folder: Path, header: Header, parts: Parts | None, again: Callable[[], Parts]
    ) -> None:
        """Keep what is known.

        `again` makes the parts when they are neither given nor in the cache.
        """
        self.folder = folder
        self._header = header
        self._parts = parts
        self._again = again
        self._programs: dict[tuple[Any, ...], Program] = {}
        self._varied: dict[tuple[str, ...], Pack] = {}
        self._plain: dict[tuple[int | None, str], Program] = {}
        self._tellers: dict[tuple[Any, ...], Tellers] = {}
        self.prepared: dict[str, Any] = {}
        """Scenarios that are ready to run; see `scenario_texts`."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to rebuild the pack in another process, which compiles its programs again."""
        return _same_pack, (self.folder, self._header, self._known)

    def __repr__(self) -> str:
        """Return the id and the folder."""
        return f"Pack({self.id!r}, {str(self.folder)!r})"

    # ---- what it is ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the pack."""
        return self._header.id

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._header.title

    @property
    def version(self) -> str:
        """The version of the pack."""
        return self._header.version

    @property
    def players(self) -> tuple[int, int]:
        """The least and greatest number of players."""
        return self._header.players

    @property
    def hash(self) -> str:
        """The hash of what the pack means, overlays and all.

        Line ends, comments, the order of keys and files, and scenarios do not count.
        """
        return self._header.hash

    @property
    def overlays(self) -> tuple[Layer, ...]:
        """The overlays that are laid over it, in the order in which they act."""
        return self._header.overlays

    @property
    def renamed(self) -> tuple[tuple[str, str, str], ...]:
        """What is called otherwise now: rows of a section, the old id and the new one."""
        return self._header.renamed

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The findings that do not stop it."""
        return self._header.warnings

    # ---- what it was made of ---------------------------------------------------------------------

    @property
    def _known(self) -> Parts:
        """The parts, from the cache if they are there."""
        if self._parts is None:
            kept = cache.read(f"{self._header.key}-parts") if self._header.key else None
            self._parts = kept if isinstance(kept, Parts) else self._again()
        return self._parts

    @property
    def declarations(self) -> Declarations:
        """All that the files declare, as located text."""
        return self._known.declarations

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the overlays changed, in their order."""
        return self._known.changes

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios that were written for the pack as it is.

        Without overlays all; with overlays those of the one that brings all the others along. What
        a base or another overlay promises need not hold in a game that is changed on purpose.
        """
        every = self.declarations.scenarios
        if not self.overlays:
            return every
        owners = {one.path[1]: one.overlay for one in self.changes if one.path[0] == _SCENARIOS}
        needs = {layer.id: layer.needs for layer in self.overlays}
        whole = {layer.id for layer in self.overlays if _brought(layer.id, needs) == set(needs)}
        return tuple(one for one in every if owners.get(one.name.text) in whole)

    @property
    def names(self) -> Names:
        """The names of the pack, for checking texts from outside."""
        return self._known.names

    @property
    def spec(self) -> ir.GameSpec:
        """The typed tree."""
        return self._known.spec

    def with_variants(self, names: Sequence[str]) -> Pack:
        """Return the pack with more of its variants laid over it; raises `PackError` on errors."""
        chosen = tuple(names)
        if chosen not in self._varied:
            load: Any = import_module("interpreter.pipeline").load_pack
            mods = [layer.path for layer in self.overlays]
            self._varied[chosen] = load(self.folder, variants=chosen, mods=mods)
        return self._varied[chosen]

    def keep(self) -> None:
        """Keep the content in the folder of the cache, for games that began with it.

        Nothing is kept when the files are no longer as they were read.
        """
        layers = self.overlays
        kept.keep(
            self.hash,
            (self.folder, *(layer.path for layer in layers)),
            (self._header.content, *(layer.content for layer in layers)),
        )

    def with_named(self, paths: Mapping[str, str]) -> Pack:
        """Return the same pack whose overlays, by their ids, saves name by other paths."""
        overlays = tuple(
            replace(layer, named=paths.get(layer.id, layer.named)) for layer in self.overlays
        )
        return Pack(self.folder, replace(self._header, overlays=overlays), self._parts, self._again)

    def with_spec(self, spec: ir.GameSpec) -> Pack:
        """Return the same pack with another typed tree; nothing of it is kept in the cache."""
        parts = Parts(self.declarations, self.names, spec)
        return Pack(self.folder, replace(self._header, key=""), parts, lambda: parts)

    # ---- programs --------------------------------------------------------------------------------

    def program(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        chance: Chance = "auto",
    ) -> Program:
        """Return the program for a number of players (the least by default) and values of options.

        Raises `AnswerError` for a number of players (S808), a name (S812) or a value (S809) of an
        option that the pack does not allow, `TypeError` for what is of another type than that, and
        `ValueError` for another `chance`.
        """
        arguments.mode("chance", chance, ("auto", "ask"))
        if players is not None:
            players = arguments.whole("players", players, _PLAYERS)
        if options is not None:
            arguments.mapping("options", options)
        if not options:
            plain = self._plain.get((players, chance))
            if plain is not None:
                return plain
        count = self.checked_players(players)
        kept = self.option_values(options or {})
        choice = (count, tuple(sorted(kept.items())), chance)
        if choice not in self._programs:
            self._programs[choice] = load_image(self._image(count, kept, chance), NAMES)
        if not options:
            self._plain[players, chance] = self._programs[choice]
        return self._programs[choice]

    def tellers(self, players: int, options: Mapping[str, int]) -> Tellers:
        """Return what tells how values come about, made when somebody first asks.

        `options` are the values of all options, as kept; see `Game.options`.
        """
        choice = (players, tuple(sorted(options.items())))
        if choice not in self._tellers:
            self._tellers[choice] = make_tellers(self.spec, players, options, NAMES)
        return self._tellers[choice]

    def _image(self, players: int, options: Mapping[str, int], chance: Chance) -> Image:
        """Return the compiled pack, from the cache if it is there."""
        key = ""
        if self._header.key:
            key = cache.key_of(self._header.key, players, sorted(options.items()), chance)
            kept = cache.read(key)
            if isinstance(kept, Image):
                return kept
        image = compile_image(self.spec, players, options, ask_chance=chance == "ask")
        if key:
            cache.write(key, image)
        return image

    def drawing(self, players: int, options: Mapping[str, Any] | None = None) -> Program:
        """Return the program whose tests are the readings of board and labels, in their order.

        Its states are those of `program`. Raises as `program` does.
        """
        count, kept = self.checked_players(players), self.option_values(options or {})
        board = self.spec.board
        readings = () if board is None else board.readings
        return load_image(compile_image(self.spec, count, kept, tests=readings), NAMES)

    def checked_players(self, players: int | None) -> int:
        """Return a number of players that the pack allows; raises `AnswerError` for another."""
        least, most = self.players
        count = least if players is None else arguments.whole("players", players, _PLAYERS)
        if not least <= count <= most:
            allowed = counted_range(least, most, "player")
            raise AnswerError("S808", allowed=allowed, given=arguments.shown(count))
        return count

    def option_values(self, options: Mapping[str, Any]) -> dict[str, int]:
        """Return the values of all options as kept.

        A value is True or False (also "yes" or "no"), a whole number of at most 15 digits, or a
        word, as the type of the option is. Raises `AnswerError` for a name (S812) or a value
        (S809) that is not allowed, `TypeError` for what is no mapping.
        """
        arguments.mapping("options", options)
        known = self._header.options
        for name in options:
            if name not in known:
                has = f"the pack has {listing(known)}" if known else "the pack has no options"
                raise AnswerError("S812", name=arguments.named(name), has=has)
        return {
            name: self._option_value(option, options[name]) if name in options else _start(option)
            for name, option in known.items()
        }

    def _option_value(self, option: ir.OptionSpec, given: object) -> int:
        """Return one value as kept: yes or no, a number, or a word."""
        if isinstance(option.type, types.Number):
            if not isinstance(given, bool) and hasattr(given, "__index__"):
                number = arguments.whole(option.name, given, "a number")
                if abs(number) < GREATEST:
                    return number
            wanted = "a whole number of at most 15 digits"
        else:
            words: tuple[str, ...] = ("no", "yes")
            if isinstance(option.type, types.Word):
                words = self._header.words[option.type.name]
            elif isinstance(given, bool):
                return int(given)
            if isinstance(given, str) and given in words:
                return words.index(given)
            wanted = listing(words, last="or")
        shown = arguments.named(given)
        raise AnswerError("S809", given=shown, name=option.name, wanted=wanted)


_PLAYERS = "a whole number, how many play"


def _start(option: ir.OptionSpec) -> int:
    """Return the value of an option that nobody chooses."""
    return option.start.value if isinstance(option.start, ir.Constant) else 0


def _brought(overlay: str, needs: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the overlays that one brings along by what it needs, itself included."""
    found: set[str] = set()
    waiting = [overlay]
    while waiting:
        name = waiting.pop()
        if name in needs and name not in found:
            found.add(name)
            waiting += needs[name]
    return found


_SENT: dict[tuple[str, str], Pack] = {}
"""The packs that came from other processes, so that each is compiled once here."""


def _same_pack(folder: Path, header: Header, parts: Parts) -> Pack:
    """Return a pack that was sent from another process; the same one for the same content."""
    pack = Pack(folder, header, parts, lambda: parts)
    return _SENT.setdefault((str(folder), header.hash), pack)
