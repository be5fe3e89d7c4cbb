"""The whole load, top to bottom: folder → documents → declarations → names → typed tree → program.

The doors are `check_pack` (findings as values) and `load_pack` (raises). A `Pack` is what both
give; it compiles itself for a number of players and values of its options when a game is started.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from interpreter.definitions import Declarations
from interpreter.diagnostics import AnswerError, Collector, Diagnostic, PackError, Severity
from interpreter.engine.primitives import NAMES
from interpreter.lang import ir, types
from interpreter.lang.names import Names
from interpreter.pack.files import hash_of_files
from interpreter.pack.linker import link_pack
from interpreter.pack.loader import load
from interpreter.program.compiler import compile_program
from interpreter.program.program import Program
from interpreter.resources import find_pack

Chance = Literal["auto", "ask"]


@dataclass(frozen=True, slots=True)
class Pack:
    """A checked pack: its typed tree, what was declared, and the programs compiled so far."""

    folder: Path
    declarations: Declarations
    names: Names
    spec: ir.GameSpec
    warnings: tuple[Diagnostic, ...]
    _programs: dict[tuple[Any, ...], Program] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The id of the pack."""
        return self.spec.id

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.spec.title

    @property
    def version(self) -> str:
        """The version of the pack."""
        return self.spec.version

    @property
    def players(self) -> tuple[int, int]:
        """The least and greatest number of players."""
        return self.spec.players

    @property
    def hash(self) -> str:
        """The hash of the content; line endings and the order of files do not matter."""
        return hash_of_files(self.declarations.files)

    def program(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        chance: Chance = "auto",
    ) -> Program:
        """Return the program for a number of players (the least by default) and values of options."""
        count = self.spec.players[0] if players is None else players
        least, most = self.spec.players
        if not least <= count <= most:
            raise AnswerError("S808", least=str(least), most=str(most), given=str(count))
        kept = self.option_values(options or {})
        key = (count, tuple(sorted(kept.items())), chance)
        if key not in self._programs:
            self._programs[key] = compile_program(
                self.spec, count, kept, NAMES, ask_chance=chance == "ask"
            )
        return self._programs[key]

    def option_values(self, options: Mapping[str, Any]) -> dict[str, int]:
        """Return the values of all options as kept.

        Raises `AnswerError` for one that is not allowed.
        """
        for name in options:
            if name not in self.spec.options:
                wanted = ", ".join(self.spec.options) or "the pack has no options"
                raise AnswerError("S809", given=str(options[name]), name=name, wanted=wanted)
        return {
            name: self._option_value(option, options.get(name))
            for name, option in self.spec.options.items()
        }

    def _option_value(self, option: ir.OptionSpec, given: Any) -> int:
        """Return one value as kept: yes or no, a number, or a word."""
        if given is None:
            return option.start.value if isinstance(option.start, ir.Constant) else 0
        words: tuple[str, ...] = ("no", "yes")
        if isinstance(option.type, types.Word):
            words = self.spec.words[option.type.name]
        if isinstance(option.type, types.Number):
            try:
                return int(given)
            except (TypeError, ValueError):
                raise AnswerError(
                    "S809", given=str(given), name=option.name, wanted="a number"
                ) from None
        if isinstance(given, bool):
            given = words[given]
        if given not in words:
            wanted = " or ".join(words)
            raise AnswerError("S809", given=str(given), name=option.name, wanted=wanted)
        return words.index(given)


def check_pack(name: str | Path) -> tuple[Pack | None, tuple[Diagnostic, ...]]:
    """Return the pack that `name` means (a path.

    Or the id of a shipped pack) and all findings about it.

    The pack is None when there is an error.
    """
    folder = find_pack(str(name)) or Path(name)
    declarations, found = load(folder)
    if declarations is None or _has_errors(found):
        return None, found
    linked = link_pack(declarations)
    found = Collector((*found, *linked.diagnostics)).diagnostics
    if linked.spec is None:
        return None, found
    return Pack(folder, declarations, linked.names, linked.spec, found), found


def load_pack(name: str | Path) -> Pack:
    """Return a pack by path or id; raises `PackError` with the findings when it has errors."""
    pack, found = check_pack(name)
    if pack is None:
        raise PackError(found)
    return pack


def _has_errors(found: tuple[Diagnostic, ...]) -> bool:
    """Whether one of the findings is an error."""
    return any(one.severity is Severity.ERROR for one in found)
