"""The whole load, top to bottom: folder → documents → declarations → names → typed tree → program.

The doors are `check_pack` (findings as values) and `load_pack` (raises). A `Pack` is what both
give; it compiles itself for a number of players and values of its options when a game is started.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from interpreter.definitions import Declarations, Scenario
from interpreter.diagnostics import AnswerError, Collector, Diagnostic, PackError, Severity
from interpreter.engine.primitives import NAMES
from interpreter.engine.scripted import ScriptedGame
from interpreter.lang import ir, types
from interpreter.lang.checker import check_effect, check_expression
from interpreter.lang.names import Names
from interpreter.pack.files import hash_of_files
from interpreter.pack.link_scenarios import check_names
from interpreter.pack.linker import link_pack
from interpreter.pack.loader import load
from interpreter.program.compiler import Text, compile_program
from interpreter.program.program import Frame, Program, State
from interpreter.resources import find_pack

Chance = Literal["auto", "ask"]


@dataclass(frozen=True, slots=True)
class PreparedScenario:
    """A scenario whose texts are typed and compiled.

    `program` also holds those of its neighbours.
    """

    program: Program
    given: Frame | None
    when: Frame | None
    actor: int
    tests: tuple[Callable[[State], Any], ...]
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A checked pack: its typed tree, what was declared, and the programs compiled so far."""

    folder: Path
    declarations: Declarations
    names: Names
    spec: ir.GameSpec
    warnings: tuple[Diagnostic, ...]
    _programs: dict[tuple[Any, ...], Program] = field(default_factory=dict, repr=False)
    _scenarios: dict[str, PreparedScenario | tuple[Diagnostic, ...]] = field(
        default_factory=dict, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how to rebuild the pack in another process, which compiles its programs again."""
        parts = (self.folder, self.declarations, self.names, self.spec, self.warnings)
        return _same_pack, (self.hash, parts)

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

    def prepared(self, scenario: Scenario) -> PreparedScenario:
        """Return a scenario ready to run; raises `PackError` with what is wrong in its texts.

        All scenarios of one number of players and one choice of options share a program.
        """
        name = scenario.name.text
        if name not in self._scenarios:
            self._scenarios.update(prepare_scenarios(self, scenario))
        found = self._scenarios[name]
        if isinstance(found, PreparedScenario):
            return found
        raise PackError(found)

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


@dataclass(frozen=True, slots=True)
class _Typed:
    """The typed texts of a scenario."""

    scenario: Scenario
    texts: tuple[Text, ...]
    tests: tuple[ir.Expression, ...]


def prepare_scenarios(
    pack: Pack, like: Scenario
) -> dict[str, PreparedScenario | tuple[Diagnostic, ...]]:
    """Return all scenarios of a pack that share players and options with one.

    Ready or with findings.
    """
    found: dict[str, PreparedScenario | tuple[Diagnostic, ...]] = {}
    players = like.players or pack.players[0]
    typed: list[_Typed] = []
    for scenario in pack.declarations.scenarios:
        if (scenario.players or pack.players[0], _options(scenario)) == (players, _options(like)):
            one, diagnostics = _type_scenario(pack, scenario)
            found[scenario.name.text] = diagnostics
            if one is not None:
                typed.append(one)
    least, most = pack.players
    if not least <= players <= most:
        raise AnswerError("S808", least=str(least), most=str(most), given=str(players))
    program = compile_program(
        pack.spec,
        players,
        pack.option_values(dict(_options(like))),
        NAMES,
        texts=[text for one in typed for text in one.texts],
        tests=[test for one in typed for test in one.tests],
    )
    first = 0
    for one in typed:
        tests = program.tests[first : first + len(one.tests)]
        first += len(one.tests)
        found[one.scenario.name.text] = _prepared(program, one.scenario, tests)
    return found


def _options(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Return the options of a scenario as text."""
    return tuple(sorted((name.text, value.text) for name, value in scenario.options))


def _type_scenario(pack: Pack, scenario: Scenario) -> tuple[_Typed | None, tuple[Diagnostic, ...]]:
    """Return the typed texts of a scenario, None if there are errors, and the findings."""
    collector = Collector()
    check_names(scenario, pack.spec, collector)
    texts: list[Text] = []
    acts = scenario.actor is not None
    for what, text in (("given", scenario.given), ("when", scenario.when)):
        if text is not None:
            body, findings = check_effect(pack.names, text, {}, me=acts)
            collector.extend(findings)
            texts.append(Text(f"{scenario.name.text} {what}", body, plain=what == "given"))
    tests: list[ir.Expression] = []
    for condition in scenario.then:
        test, findings = check_expression(pack.names, condition, {}, types.TRUTH)
        collector.extend(findings)
        tests.append(test)
    if collector.has_errors:
        return None, collector.diagnostics
    return _Typed(scenario, tuple(texts), tuple(tests)), ()


def _prepared(
    program: Program, scenario: Scenario, tests: tuple[Callable[[State], Any], ...]
) -> PreparedScenario:
    """Return a scenario with its part of a program."""
    name = scenario.name.text
    when = program.texts.get(f"{name} when")
    if scenario.step is not None:
        when = program.step_entries.get(scenario.step.text)
    index = program.layout.index[types.PLAYER.name]
    actor = -1 if scenario.actor is None else index.get(scenario.actor.text, -1)
    chance = tuple(_forced(program, text.text) for text in scenario.chance)
    return PreparedScenario(program, program.texts.get(f"{name} given"), when, actor, tests, chance)


def _forced(program: Program, text: str) -> int:
    """Return the number of a forced result of chance: a number, a thing or a word."""
    if text.isdecimal():
        return int(text)
    for numbers in program.layout.index.values():
        if text in numbers:
            return numbers[text]
    for words in program.spec.words.values():
        if text in words:
            return words.index(text)
    return -1


def scenario_game(pack: Pack, scenario: Scenario) -> ScriptedGame:
    """Return the game of a scenario at the first decision of its `when`; raises `PackError`."""
    ready = pack.prepared(scenario)
    game = ScriptedGame(pack, ready.program, scenario.seed, ready.tests, ready.chance)
    if ready.given is not None:
        game.begin(ready.given, ready.actor)
    if ready.when is not None:
        game.begin(ready.when, ready.actor)
    return game


def check_scenarios(pack: Pack) -> tuple[Diagnostic, ...]:
    """Return all findings about the texts of a pack's scenarios."""
    found = Collector()
    for scenario in pack.declarations.scenarios:
        found.extend(_type_scenario(pack, scenario)[1])
    return found.diagnostics


_SENT: dict[str, Pack] = {}
"""The packs that came from other processes, so that each is compiled once here."""


def _same_pack(content: str, parts: tuple[Any, ...]) -> Pack:
    """Return a pack that was sent from another process; the same one for the same content."""
    return _SENT.setdefault(content, Pack(*parts))


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
