"""A pack whose texts have something put in: it is checked, compiled and played as one text."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import Game, Pack, RulesFault, load_pack
from interpreter.cli import definition, lookup, meaning
from interpreter.definitions import Declarations
from interpreter.diagnostics import Diagnostic
from interpreter.document import MappingNode, NodePatch, ScalarNode, SequenceNode, find_node, read
from interpreter.pack.blocks import Blocks, Item
from interpreter.pack.linker import LinkedPack, link_pack
from interpreter.source import LocatedText, Source, TextPatch, Timing

MANIFEST = """\
id: toy
title: Toy
version: 1.0.0
language: 1
players: {least: 2, most: 2}
licence: CC0-1.0
credits: [nobody]
doc: A toy.
"""
GAME = """\
kinds:
  player:
    plural: players
    resources: {coins: {start: 0}}
values:
  worth: {of: player, type: number, base: player.coins}
rules:
  turn:
    effect: |
      choose n from 1 to 3 "How many?"
      [reward] gain n coins
      if n is 2: gain 10 coins
flow: [{step: turns, each: players, do: turn}]
score: player.worth
"""
BROKEN = "let broken = n / (n - 2) rounded down\n"


@pytest.fixture(name="toy")
def a_toy(tmp_path: Path) -> Pack:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return load_pack(tmp_path, keep=False)


def patch(timing: Timing, label: str | None, text: str, file: str = "mod.yaml") -> TextPatch:
    """Return a patch as it stands in a file: a list of label and text, the text from line 3 on."""
    written = "".join(f"  {line}\n" for line in text.splitlines())
    root, findings = read(Source(file, f"- {label or ''}\n- |\n{written}"))
    assert isinstance(root, SequenceNode), findings
    place, inserted = root
    assert isinstance(place, ScalarNode)
    assert isinstance(inserted, ScalarNode)
    return NodePatch(timing, None if label is None else place, inserted).located


def with_patches(
    declarations: Declarations, turn: Sequence[TextPatch] = (), worth: Sequence[TextPatch] = ()
) -> Declarations:
    """Return what a pack declares, with patches of its rule and of its value."""
    (rule,), (value,) = declarations.rules, declarations.values
    (case,) = value.cases
    effect = replace(rule.effect, patches=tuple(turn))
    base = replace(case.value, patches=tuple(worth))
    return replace(
        declarations,
        rules=(replace(rule, effect=effect),),
        values=(replace(value, cases=(replace(case, value=base),)),),
    )


def linked(pack: Pack, *turn: TextPatch, worth: Sequence[TextPatch] = ()) -> LinkedPack:
    return link_pack(with_patches(pack.declarations, turn, worth))


def take(game: Game, number: int) -> None:
    """Answer with a number."""
    assert game.decision is not None
    option = game.decision.option(number)
    assert option is not None
    game.answer(option)


def scores(pack: Pack, *turn: TextPatch, worth: Sequence[TextPatch] = ()) -> list[int]:
    """Return what the seats have when the first takes 1 and the second 2."""
    found = linked(pack, *turn, worth=worth)
    assert found.spec is not None, [one.message for one in found.diagnostics]
    game = Game(pack.with_spec(found.spec))
    for number in (1, 2):
        take(game, number)
    assert game.outcome is not None
    return [int(score) for score in game.outcome.scores]


@pytest.mark.parametrize(
    ("patches", "wanted"),
    [
        ([], [1, 12]),
        ([patch("before", None, "gain 100 coins")], [101, 112]),
        ([patch("after", None, "gain n * 100 coins")], [101, 212]),
        ([patch("instead", None, "gain 7 coins\nchoose n from 1 to 2")], [7, 7]),
        # the first player's coins are 0 when it is tested, the second's too
        ([patch("instead", None, "if me.coins is 0: original\ngain 1 coins")], [2, 13]),
        ([patch("instead", None, "repeat 3 times: gain 1 coins\noriginal")], [4, 15]),
        ([patch("before", "reward", "set n to n + 2")], [3, 4]),
        ([patch("before", "reward", "let more = n * 5\ngain more coins")], [6, 22]),
        (
            [patch("before", "reward", "let more = n"), patch("after", None, "gain more coins")],
            [2, 14],
        ),
        ([patch("after", "reward", "if n is 1: leave rule\ngain 1 coins")], [1, 13]),
        ([patch("instead", "reward", "repeat n times: original")], [1, 14]),
        ([patch("instead", "reward", "nothing")], [0, 10]),
        (
            [
                patch("instead", "reward", "if n is 2: original"),
                patch("after", "reward", "gain 100 coins", "other.yaml"),
            ],
            [100, 112],
        ),
    ],
)
def test_what_is_put_in_acts(toy: Pack, patches: list[TextPatch], wanted: list[int]) -> None:
    assert scores(toy, *patches) == wanted


def test_a_value_is_what_stands_instead_of_it(toy: Pack) -> None:
    doubled = patch("instead", None, "original * 2")
    assert scores(toy, worth=[doubled]) == [2, 24]
    assert scores(toy, worth=[doubled, patch("instead", None, "original + 1")]) == [3, 25]


def test_a_fault_in_a_line_put_in_is_shown_there(toy: Pack) -> None:
    """The second player takes 2, so the line divides by 2 - 2."""
    inserted = patch("after", "reward", "gain 1 coins\n" + BROKEN + "gain broken coins")
    with pytest.raises(RulesFault) as fault:
        scores(toy, inserted)
    assert fault.value.code == "F709"
    span = fault.value.diagnostic.span
    assert span is not None
    assert (span.place, span.text) == ("mod.yaml:4:3", BROKEN.strip())


def test_a_fault_of_the_base_stays_in_the_base(toy: Pack) -> None:
    (rule,) = toy.declarations.rules
    text = LocatedText.plain(f"choose n from 1 to 3\n{BROKEN}gain broken coins", "base")
    wrapped = replace(text, patches=(patch("instead", None, "gain 1 coins\noriginal"),))
    declared = replace(toy.declarations, rules=(replace(rule, effect=wrapped),))
    spec = link_pack(declared).spec
    assert spec is not None
    game = Game(toy.with_spec(spec))
    with pytest.raises(RulesFault) as fault:
        take(game, 2)
    span = fault.value.diagnostic.span
    assert span is not None
    assert (span.place, span.text) == ("base:2:1", BROKEN.strip())


def places(findings: Sequence[Diagnostic]) -> list[tuple[str, str, str]]:
    found = [(one.code, one.span) for one in findings]
    return [(code, Path(span.source.name).name, span.text) for code, span in found if span]


def test_a_mistake_in_a_line_put_in_is_shown_there(toy: Pack) -> None:
    found = linked(toy, patch("after", "reward", "gain n stones"))
    assert found.spec is None
    assert places(found.diagnostics) == [("E510", "mod.yaml", "stones")]


def test_a_mistake_that_a_line_put_in_causes_is_shown_in_the_base(toy: Pack) -> None:
    found = linked(toy, patch("instead", None, "let n = yes\noriginal"))
    assert found.spec is None
    assert ("E511", "game.yaml", "n") in places(found.diagnostics)


def test_a_label_is_looked_for_in_the_rule(toy: Pack) -> None:
    found = linked(toy, patch("before", "rewards", "next"))
    (finding,) = found.diagnostics
    assert places(found.diagnostics) == [("E380", "mod.yaml", "rewards")]
    assert finding.help == "did you mean `reward`?"


def test_the_generated_code_has_what_is_put_in_at_its_place(toy: Pack) -> None:
    """What `solon explain --code` prints is found by the title of the rule."""
    spec = linked(toy, patch("after", "reward", "gain 123456 coins")).spec
    assert spec is not None
    program = toy.with_spec(spec).program()
    lines = program.source.splitlines()
    found = [number for number, line in enumerate(lines) if "123456" in line]
    assert found
    assert {"turn" in program.titles[number] for number in found} == {True}
    files = {span.source.name for number in found if (span := program.spans[number])}
    assert files == {"mod.yaml"}


def test_explain_shows_the_whole(toy: Pack) -> None:
    declared = with_patches(
        toy.declarations,
        [patch("after", "reward", "gain 5 coins")],
        [patch("instead", None, "original + 1")],
    )
    (turn,) = lookup.find(declared, "turn")
    assert definition.as_text(turn, declared).splitlines()[-5:-1] == [
        "effect:",
        '    choose n from 1 to 3 "How many?"',
        "    [reward] gain n coins",
        "    gain 5 coins",
    ]
    assert "Gain 5 coins.\n" in meaning.in_english(turn, declared)
    (worth,) = lookup.find(declared, "worth")
    assert "is player.coins + 1" in definition.as_text(worth, declared).splitlines()


def test_what_is_put_into_a_text_that_nobody_reads_is_not_lost(toy: Pack) -> None:
    inserted = patch("instead", None, "next")
    title = replace(LocatedText.plain("Toy", "pack.yaml"), patches=(inserted,))
    declared = with_patches(toy.declarations, [patch("before", None, "gain 1 coins")])
    read_text = declared.rules[0].effect
    assert link_pack(declared, [read_text]).diagnostics == ()
    found = link_pack(declared, [read_text, title])
    assert found.spec is None
    (finding,) = found.diagnostics
    assert places([finding]) == [("E383", "mod.yaml", inserted.text.span.text)]
    assert finding.message == "nothing can be put into a text that is not of the language"


def test_the_meaning_of_a_pack_sees_what_is_put_in() -> None:
    """The hash that saves and caches go by."""
    root, _ = read(Source("game.yaml", "turn: {effect: next}\n"))
    mod, _ = read(Source("mod.yaml", "leave rule\n"))
    assert isinstance(root, MappingNode)
    assert isinstance(mod, ScalarNode)
    plain = root.get("turn")
    effect = find_node(root, ("turn", "effect"))
    assert isinstance(plain, MappingNode)
    assert isinstance(effect, ScalarNode)
    hashes = set()
    for patches in ((), (NodePatch("before", None, mod),), (NodePatch("after", None, mod),)):
        entry = plain.entries["effect"]._replace(value=replace(effect, patches=patches))
        value = replace(plain, entries={"effect": entry})
        key = root.entries["turn"].key
        hashes.add(Blocks(groups={"rules": {"turn": Item(key, key, value)}}).meaning(effect))
    assert len(hashes) == 3
