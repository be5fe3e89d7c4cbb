"""Beside the load: the texts of scenarios, typed with the names of their pack and compiled with it.

Fed by `definitions.Scenario` and a checked pack; gives games in which a scenario can be run.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from interpreter.arguments import value_of_option
from interpreter.checked import Pack
from interpreter.definitions import Scenario
from interpreter.diagnostics import Collector, Diagnostic, PackError, did_you_mean
from interpreter.engine.primitives import NAMES
from interpreter.engine.scripted import ScriptedGame, Test
from interpreter.lang import ir, types
from interpreter.lang.check_base import shown
from interpreter.lang.checker import check_effect, check_expression
from interpreter.pack.files import variants_of
from interpreter.pack.judged import Judged
from interpreter.pack.link_scenarios import check_names
from interpreter.program.compiler import Text, compile_image
from interpreter.program.image import load_image
from interpreter.program.program import Frame, Program


@dataclass(frozen=True, slots=True)
class PreparedScenario:
    """A scenario whose texts are typed and compiled.

    `program` also holds those of its neighbours.
    """

    program: Program
    given: Frame | None
    when: Frame | None
    actor: int
    tests: tuple[Test, ...]
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Typed:
    """The typed texts of a scenario."""

    scenario: Scenario
    texts: tuple[Text, ...]
    tests: tuple[ir.Expression, ...]

    @property
    def sides(self) -> tuple[ir.Expression, ...]:
        """For each test what it looks at: the left side of a comparison, else the test itself."""
        return tuple(test.left if isinstance(test, ir.Compare) else test for test in self.tests)


def prepare_scenarios(
    pack: Pack, like: Scenario
) -> dict[str, PreparedScenario | tuple[Diagnostic, ...]]:
    """Return all scenarios with the players and options of one, ready to run or with findings."""
    found: dict[str, PreparedScenario | tuple[Diagnostic, ...]] = {}
    players = like.players or pack.players[0]
    alike = (players, _options(like), missing_variants(pack, like))
    typed: list[_Typed] = []
    for scenario in pack.declarations.scenarios:
        own = (scenario.players or pack.players[0], _options(scenario))
        if (*own, missing_variants(pack, scenario)) == alike:
            one, diagnostics = _type_scenario(pack, scenario)
            found[scenario.name.text] = diagnostics
            if one is not None:
                typed.append(one)
    image = compile_image(
        pack.spec,
        pack.checked_players(players),
        pack.option_values(dict(_options(like))),
        texts=[text for one in typed for text in one.texts],
        tests=[test for one in typed for test in (*one.tests, *one.sides)],
    )
    program = load_image(image, NAMES)
    first = 0
    for one in typed:
        count = len(one.tests)
        functions = program.tests[first : first + 2 * count]
        first += 2 * count
        types_ = (side.type for side in one.sides)
        tests = tuple(zip(functions[:count], functions[count:], types_, strict=True))
        found[one.scenario.name.text] = _prepared(program, one.scenario, tests)
    return found


def _options(scenario: Scenario) -> tuple[tuple[str, bool | int | str], ...]:
    """Return the options of a scenario as values; their types are for the pack to judge."""
    return tuple(
        sorted((name.text, value_of_option(value.text)) for name, value in scenario.options)
    )


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
        test, findings = check_expression(pack.names, condition, {}, types.TRUTH, me=acts)
        collector.extend(findings)
        tests.append(test)
    if not acts:
        for node in filter(None, map(_judged(pack).reading, (*texts, *tests))):
            collector.report("E542", node.span, asked=shown(node))
    if collector.has_errors:
        return None, collector.diagnostics
    return _Typed(scenario, tuple(texts), tuple(tests)), ()


@lru_cache(maxsize=8)
def _judged(pack: Pack) -> Judged:
    """Return what of a pack depends on who acts."""
    return Judged(pack.spec)


def _prepared(program: Program, scenario: Scenario, tests: tuple[Test, ...]) -> PreparedScenario:
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


def prepared(pack: Pack, scenario: Scenario) -> PreparedScenario:
    """Return a scenario ready to run; raises `PackError` with what is wrong in its texts.

    All scenarios of one number of players and one choice of options share a program.
    """
    pack = pack_for(pack, scenario)
    name = scenario.name.text
    if name not in pack.prepared:
        pack.prepared.update(prepare_scenarios(pack, scenario))
    found = pack.prepared[name]
    if isinstance(found, PreparedScenario):
        return found
    raise PackError(found)


def scenario_game(pack: Pack, scenario: Scenario) -> ScriptedGame:
    """Return the game of a scenario at the first decision of its `when`; raises `PackError`."""
    ready = prepared(pack, scenario)
    pack = pack_for(pack, scenario)
    game = ScriptedGame(
        pack, ready.program, scenario.seed, ready.tests, ready.chance, actor=ready.actor
    )
    if ready.given is not None:
        game.begin(ready.given)
    if ready.when is not None:
        game.begin(ready.when)
    return game


def check_scenarios(pack: Pack) -> tuple[Diagnostic, ...]:
    """Return all findings about the texts of a pack's scenarios."""
    found = Collector()
    known = variants_of(pack.folder)
    for scenario in pack.scenarios:
        missing = missing_variants(pack, scenario)
        unknown = [name for name in scenario.variants if name.text in missing - known.keys()]
        for name in unknown:
            near = did_you_mean(name.text, known)
            advice = f"did you mean `{near}`?" if near else None
            found.report("E369", name.span, help=advice, name=name.text, pack=pack.id)
        # A variant that is wrong is told when it is checked.
        with suppress(PackError):
            if not unknown:
                found.extend(_type_scenario(pack_for(pack, scenario), scenario)[1])
    return found.diagnostics


def missing_variants(pack: Pack, scenario: Scenario) -> frozenset[str]:
    """Return the variants of a scenario that are not laid over a pack yet."""
    laid = {layer.id for layer in pack.overlays}
    return frozenset(name.text for name in scenario.variants if name.text not in laid)


def pack_for(pack: Pack, scenario: Scenario) -> Pack:
    """Return a pack with the variants of a scenario; raises `PackError` when it has errors."""
    missing = missing_variants(pack, scenario)
    return pack.with_variants(sorted(missing)) if missing else pack
