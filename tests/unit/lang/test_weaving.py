"""Texts with what overlays put into them: one tree of several files."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from interpreter.diagnostics import CODES, Collector, Diagnostic
from interpreter.lang import ir, parser, printer, syntax, types, weaving
from interpreter.lang.checker import check_effect, check_expression
from interpreter.lang.reading import Reader
from interpreter.program.static import walk
from interpreter.source import LocatedText, TextPatch, Timing
from tests.unit.lang.test_checker import LOCALS, harbour

Patch = tuple[Timing, str | None, str]


def located(text: str, patches: tuple[Patch, ...]) -> LocatedText:
    """Return a text of the file `base` with patches of the files `mod1`, `mod2`, and so on."""
    made = []
    for number, (timing, label, inserted) in enumerate(patches, 1):
        name = f"mod{number}"
        place = None if label is None else LocatedText.plain(label, f"{name}.label")
        made.append(TextPatch(timing, place, LocatedText.plain(inserted, name)))
    return replace(LocatedText.plain(text, "base"), patches=tuple(made))


def woven(text: str, *patches: Patch) -> syntax.Body:
    body, findings = weaving.read_effect(located(text, patches))
    assert not findings, [one.message for one in findings]
    assert body is not None
    return body


def wrong(text: str, *patches: Patch) -> tuple[Diagnostic, ...]:
    body, findings = weaving.read_effect(located(text, patches))
    assert body is None
    return findings


def underlined(finding: Diagnostic) -> tuple[str, str, str]:
    """Return code, file and underlined text of a finding."""
    assert finding.span is not None
    return finding.code, finding.span.source.name, finding.span.text


BASE = "let n = 1\n[pay] pay 1 coin\nif n > 0:\n    [reward] gain n wood\nelse: next\n"
EFFECTS: list[tuple[str, list[Patch], str]] = [
    # the whole text
    ("next", [("before", None, "draw 1")], "draw 1\nnext"),
    ("draw 1", [("after", None, "next")], "draw 1\nnext"),
    ("draw 1", [("instead", None, "draw 2")], "draw 2"),
    ("a\nb", [("instead", None, "c\noriginal\nd")], "c\na\nb\nd"),
    ("a\nb", [("instead", None, "if x: original")], "if x:\n    a\n    b"),
    ("a", [("instead", None, "if x: c\nelse: original")], "if x: c\nelse: a"),
    ("a", [("instead", None, "if x: original\nelse: b")], "if x: a\nelse: b"),
    ("a", [("instead", None, "if x: b\nelse if y: original")], "if x: b\nelse if y: a"),
    ("a", [("instead", None, "for each x in xs: original")], "for each x in xs: a"),
    ("a", [("instead", None, "repeat 2 times: original")], "repeat 2 times: a"),
    ("a", [("instead", None, "repeat while x: original")], "repeat while x: a"),
    (
        "a",
        [("instead", None, "repeat up to 2 times while x: original")],
        "repeat up to 2 times while x: a",
    ),
    ("a", [("instead", None, 'may "x": original')], 'may "x": a'),
    (
        "a",
        [("instead", None, 'may "x": b\notherwise: original')],
        'may "x": b\notherwise: a',
    ),
    (
        "a",
        [("instead", None, 'choose one of "x":\n    "y": original\n    if none: original')],
        'choose one of "x":\n    "y": a\n    if none: a',
    ),
    (
        "a",
        [("instead", None, "choose x from xs, if none: original")],
        "choose x from xs, if none: a",
    ),
    ("a", [("instead", None, 'plan "x": original')], 'plan "x": a'),
    (
        "a",
        [("instead", None, "secretly for each p in players: original")],
        "secretly for each p in players: a",
    ),
    (
        "a",
        [("instead", None, "if x:\n    for each y in ys:\n        if z: original")],
        "if x:\n    for each y in ys:\n        if z: a",
    ),
    # later patches of the whole act on all that is there
    ("a", [("before", None, "b"), ("before", None, "c")], "c\nb\na"),
    ("a", [("after", None, "b"), ("after", None, "c")], "a\nb\nc"),
    ("a", [("before", None, "b"), ("instead", None, "if x: original")], "if x:\n    b\n    a"),
    ("a", [("before", None, "b"), ("instead", None, "c")], "c"),
    (
        "a",
        [("instead", None, "if x: original"), ("instead", None, "if y: original")],
        "if y:\n    if x: a",
    ),
    # lines
    ("[x] a", [("before", "x", "b")], "b\n[x] a"),
    ("[x] a\nc", [("after", "x", "b")], "[x] a\nb\nc"),
    ("[x] a\nc", [("instead", "x", "b")], "[x] b\nc"),
    ("[x] a\nc", [("instead", "x", "if y: original")], "[x] if y: a\nc"),
    ("[x] a", [("instead", "x", "b\noriginal")], "[x] b\na"),
    ("[x] a", [("instead", "x", "[y] b\n[x] original")], "[y] b\n[x] a"),
    ("if c:\n    [x] a", [("before", "x", "b")], "if c:\n    b\n    [x] a"),
    ("[x] if c: a", [("after", "x", "b")], "[x] if c: a\nb"),
    (
        'choose one of "q":\n    "r":\n        [x] a\n    if none: d',
        [("after", "x", "b")],
        'choose one of "q":\n    "r":\n        [x] a\n        b\n    if none: d',
    ),
    (
        "choose y from ys, if none:\n    [x] a",
        [("before", "x", "b")],
        "choose y from ys, if none:\n    b\n    [x] a",
    ),
    (
        "secretly for each p in players:\n    [x] a",
        [("before", "x", "b")],
        "secretly for each p in players:\n    b\n    [x] a",
    ),
    ("[x] if c:\n    [y] a", [("before", "y", "b")], "[x] if c:\n    b\n    [y] a"),
    # a place that takes one statement
    (
        "[x] a",
        [("instead", None, "if c: original"), ("before", "x", "b")],
        "if c:\n    b\n    [x] a",
    ),
    # texts beside one line stand in the order of the patches, and stay when it is replaced
    ("[x] a", [("before", "x", "b"), ("before", "x", "c")], "b\nc\n[x] a"),
    ("[x] a", [("after", "x", "b"), ("after", "x", "c")], "[x] a\nb\nc"),
    (
        "[x] a",
        [("before", "x", "b"), ("after", "x", "c"), ("instead", "x", "d")],
        "b\n[x] d\nc",
    ),
    ("[x] a", [("instead", "x", "d"), ("before", "x", "b"), ("after", "x", "c")], "b\n[x] d\nc"),
    ("[x] a", [("instead", "x", "d\ne"), ("after", "x", "c")], "[x] d\ne\nc"),
    (
        "[x] a",
        [("instead", "x", "d\n[x] original"), ("before", "x", "b")],
        "d\nb\n[x] a",
    ),
    (
        "[x] a",
        [("instead", "x", "if c: original"), ("instead", "x", "if d: original")],
        "[x] if d:\n    if c: a",
    ),
    # a label of one patch is there for the next
    ("a", [("before", None, "[x] b"), ("after", "x", "c")], "[x] b\nc\na"),
    ("[x] a", [("after", "x", "[y] b"), ("before", "y", "c")], "[x] a\nc\n[y] b"),
    # `original` with a label is the old statements, all of which the label is for
    (
        "a\nb",
        [("instead", None, "[x] original"), ("before", "x", "c"), ("after", "x", "d")],
        "c\n[x] a\nb\nd",
    ),
    # `original` twice is the old line twice, and a patch of the line acts on both
    (
        "[x] a",
        [("instead", None, "if c: original\nelse: original"), ("before", "x", "b")],
        "if c:\n    b\n    [x] a\nelse:\n    b\n    [x] a",
    ),
    # what the base calls `original` is not what it says
    ("original", [("instead", None, "if c: original")], "if c: original"),
    # only the bare word is it
    ("a", [("instead", None, "original 3")], "original 3"),
]


@pytest.mark.parametrize(("base", "patches", "whole"), EFFECTS)
def test_an_effect_is_put_together(base: str, patches: list[Patch], whole: str) -> None:
    assert printer.print_effect(woven(base, *patches)) == whole + "\n"


EXPRESSIONS: list[tuple[str, list[str], str]] = [
    ("a + b", ["c"], "c"),
    ("a + b", ["original * 2"], "(a + b) * 2"),
    ("a", ["original + 1", "original * 2"], "(a + 1) * 2"),
    ("a and b", ["original or c"], "(a and b) or c"),
    ("count x in xs", ["min(3, original)"], "min(3, (count x in xs))"),
    ("a", ["if original > 3 then original else 3"], "if a > 3 then a else 3"),
    ("a", ["sum of original for x in xs where original > 1"], "sum of a for x in xs where a > 1"),
    ("a", ["count x in original"], "count x in a"),
    ("a", ["b[original].original"], "b[a].original"),
    ("a", ["(original: original, c: not original)"], "(original: a, c: not a)"),
    ("a", ["-original rounded up"], "-a rounded up"),
    ("original", ["original + 1"], "original + 1"),
]


@pytest.mark.parametrize(("base", "patches", "whole"), EXPRESSIONS)
def test_an_expression_is_put_together(base: str, patches: list[str], whole: str) -> None:
    text = located(base, tuple(("instead", None, patch) for patch in patches))
    tree, findings = weaving.read_expression(text)
    assert not findings
    assert tree is not None
    assert printer.print_expression(tree) == whole


@pytest.mark.parametrize(
    ("base", "patches"),
    [(base, patches) for base, patches, _ in EFFECTS],
)
def test_what_is_put_together_reads_as_if_written_at_once(base: str, patches: list[Patch]) -> None:
    text = printer.print_effect(woven(base, *patches))
    again, findings = parser.parse_effect(LocatedText.plain(text))
    assert {one.code for one in findings} <= {"E451"}
    assert findings or again == woven(base, *patches)


def test_each_part_knows_its_own_file() -> None:
    body = woven(BASE, ("before", "reward", "gain 2 ore"), ("instead", "pay", "pay 2 coin"))
    _, pay, condition = body
    assert isinstance(pay, syntax.Labelled)
    assert (pay.label.span.place, pay.statement.span.place) == ("base:2:2", "mod2:1:1")
    assert isinstance(condition, syntax.If)
    inserted, reward = condition.branches[0].body
    assert (inserted.span.place, inserted.span.text) == ("mod1:1:1", "gain 2 ore")
    assert (reward.span.place, reward.span.text) == ("base:4:5", "[reward] gain n wood")


def test_each_part_of_an_expression_knows_its_own_file() -> None:
    tree, _ = weaving.read_expression(located("a + b", (("instead", None, "2 * original"),)))
    assert isinstance(tree, syntax.Arithmetic)
    assert (tree.span.source.name, tree.span.text) == ("mod1", "2 * original")
    assert (tree.right.span.source.name, tree.right.span.text) == ("base", "a + b")


# ---- mistakes ----------------------------------------------------------------------------------

LABELS = "its labels are `pay` and `reward`"
MISTAKES: list[tuple[str, list[Patch], list[tuple[str, str, str]]]] = [
    (BASE, [("before", "rewart", "next")], [("E380", "mod1.label", "rewart")]),
    ("next", [("before", "pay", "next")], [("E380", "mod1.label", "pay")]),
    (
        "[x] a",
        [("instead", None, "b"), ("after", "x", "c")],
        [("E380", "mod2.label", "x")],
    ),
    ("[x] a", [("before", None, "[x] b")], [("E451", "mod1", "x")]),
    ("[x] a\n[y] b", [("instead", "y", "[x] c")], [("E451", "mod1", "x")]),
    ("[x] a", [("instead", None, "[x] b\noriginal")], [("E451", "mod1", "x")]),
    ("a", [("before", None, "[x] b\n[x] c")], [("E451", "mod1", "x")]),
    ("a", [("before", None, "[x] b"), ("after", None, "[x] b")], [("E451", "mod2", "x")]),
]


@pytest.mark.parametrize(("base", "patches", "wanted"), MISTAKES)
def test_a_mistake_is_found_where_it_is(
    base: str, patches: list[Patch], wanted: list[tuple[str, str, str]]
) -> None:
    assert [underlined(one) for one in wrong(base, *patches)] == wanted


@pytest.mark.parametrize(
    ("base", "patches", "files"),
    [
        ("gain (", [("before", None, "next")], ["base"]),
        ("gain (", [("before", None, "= 1"), ("after", None, "= 2")], ["base", "mod1", "mod2"]),
        ("a", [("after", None, text) for text in ("= 1", "b", "= 2")], ["mod1", "mod3"]),
        ("a", [("before", None, "")], ["mod1"]),
        # a label that is missing because of a mistake is not reported
        ("a", [("before", None, "[x] ="), ("before", "x", "b")], ["mod1"]),
        ("[x] =", [("before", "x", "b")], ["base"]),
    ],
)
def test_each_text_is_read(base: str, patches: list[Patch], files: list[str]) -> None:
    found = wrong(base, *patches)
    assert all(one.code.startswith("E4") for one in found)
    assert [underlined(one)[1] for one in found] == files


def test_a_label_that_is_missing_is_helped() -> None:
    (finding,) = wrong(BASE, ("before", "rewart", "next"))
    assert (finding.notes, finding.help) == ((LABELS,), "did you mean `reward`?")
    (finding,) = wrong("next", ("before", "pay", "next"))
    assert finding.notes == ("the text has no labels",)


def test_a_label_that_was_taken_away_says_by_whom() -> None:
    (finding,) = wrong("[x] a", ("instead", None, "b"), ("after", "x", "c"))
    ((words, place),) = finding.related
    assert (words, place.source.name) == ("it was taken away by what stands here", "mod1")


@pytest.mark.parametrize(
    ("patch", "wanted"),
    [
        (("before", None, "b"), [("E381", "mod1", "b")]),
        (("after", None, "b"), [("E381", "mod1", "b")]),
        (("instead", "x", "b"), [("E382", "mod1.label", "x")]),
    ],
)
def test_what_an_expression_cannot_have(patch: Patch, wanted: list[tuple[str, str, str]]) -> None:
    tree, findings = weaving.read_expression(located("a", (patch,)))
    assert tree is None
    assert [underlined(one) for one in findings] == wanted


READ: list[tuple[Callable[[Reader, LocatedText], Any], str, str]] = [
    (Reader.price, "3 coin", "a price"),
    (Reader.pattern, "gain amount", "a pattern"),
    (Reader.binding, "a in docks", "a binding"),
    (Reader.domain, "1 to 3", "a domain"),
    (Reader.type, "set of dock", "a type"),
    (Reader.type, "dock", "a type"),
]


@pytest.mark.parametrize(("read", "text", "what"), READ)
def test_other_texts_have_no_patches(
    read: Callable[[Reader, LocatedText], Any], text: str, what: str
) -> None:
    collector = Collector()
    read(Reader(collector), located(text, (("instead", None, "x"),)))
    (finding,) = collector.diagnostics
    assert underlined(finding) == ("E383", "mod1", "x")
    assert finding.message == f"nothing can be put into {what}"


def nested(levels: int, inner: str) -> str:
    """Return `inner` inside so many branches."""
    lines = [f"{'    ' * level}if a:" for level in range(levels)]
    return "\n".join([*lines, "    " * levels + inner])


def looped(levels: int, inner: str) -> str:
    """Return `inner` inside so many loops."""
    lines = [f"{'    ' * level}repeat 2 times:" for level in range(levels)]
    return "\n".join([*lines, "    " * levels + inner])


@pytest.mark.parametrize(
    ("base", "patch", "why"),
    [
        (nested(40, "next"), nested(40, "original"), "nested more than 64 levels deep"),
        (looped(10, "b"), looped(10, "original"), "loops lie inside each other more than 16 deep"),
        ("draw 1 from deck\n" * 200, "original\n" * 200, "characters, more than 100000"),
        ("draw 1 from deck\n" * 4000, "gain 1 wood\n" * 4000 + "original", "more than 100000"),
    ],
)
def test_the_whole_keeps_the_limits_of_a_text(base: str, patch: str, why: str) -> None:
    (finding,) = wrong(base, ("instead", None, patch))
    assert finding.code == "E384"
    assert finding.span is not None
    assert finding.span.source.name == "mod1"
    assert why in finding.message


def test_doubling_again_and_again_ends() -> None:
    many: Patch = ("instead", None, "original\n" * 50)
    (finding,) = wrong("[x] draw 1 from deck", *[many] * 20, ("before", "x", "next"))
    assert finding.code == "E384"
    text = located("a + b", (("instead", None, " + ".join(["original"] * 50)),) * 20)
    tree, findings = weaving.read_expression(text)
    assert tree is None
    assert {one.code for one in findings} == {"E384"}


def test_every_code_of_this_stage_is_tested() -> None:
    assert {code for code in CODES if code.startswith("E38")} == {
        "E380", "E381", "E382", "E383", "E384",
    }  # fmt: skip


# ---- types -------------------------------------------------------------------------------------


def spans(body: ir.Body) -> Iterator[tuple[str, str]]:
    """Yield the file and the text of each typed statement."""
    for node in walk(body):
        if isinstance(node, ir.Do | ir.Let | ir.If) and node.span is not None:
            yield node.span.source.name, node.span.text


def checked(text: str, *patches: Patch) -> tuple[ir.Body, list[tuple[str, str, str]]]:
    body, findings = check_effect(harbour(), located(text, patches), LOCALS, me=True)
    return body, [underlined(one) for one in findings]


def test_a_line_put_in_reads_the_names_that_are_there() -> None:
    text = "let n = 2\n[reward] gain n coins"
    before: Patch = ("before", "reward", "let m = n + 1")
    body, findings = checked(text, before, ("after", "reward", "gain m coins"))
    assert findings == []
    assert list(spans(body)) == [
        ("base", "let n = 2"),
        ("mod1", "let m = n + 1"),
        ("base", "gain n coins"),
        ("mod2", "gain m coins"),
    ]


def test_a_name_of_a_line_put_in_ends_with_its_block() -> None:
    text = "if me.coins > 1:\n    [reward] gain 1 coins"
    _, findings = checked(text, ("before", "reward", "let m = 1"), ("after", None, "gain m coins"))
    assert findings == [("E501", "mod2", "m")]


def test_a_wrong_type_in_a_line_put_in_is_shown_there() -> None:
    _, findings = checked("[reward] gain 1 coins", ("after", "reward", "gain 1 wool"))
    assert findings == [("E510", "mod1", "wool")]


def test_what_a_line_put_in_makes_wrong_in_the_base_is_shown_in_the_base() -> None:
    text = "[begin] let n = 1\ngain n coins"
    _, findings = checked(text, ("instead", "begin", "let n = yes"))
    assert findings == [("E502", "base", "n")]


def test_a_name_that_the_base_makes_already_is_shown_with_both_places() -> None:
    text = located("let n = 1\ngain n coins", (("after", None, "let n = 2\ngain n coins"),))
    _, (finding,) = check_effect(harbour(), text, LOCALS, me=True)
    assert underlined(finding) == ("E511", "mod1", "n")
    assert [place.source.name for _, place in finding.related] == ["base"]


def test_a_name_learns_its_type_from_its_own_file() -> None:
    """Two names that stand at the same offset of two files are two names."""
    base = "let a = nothing\nset a to ship\nif a is not nothing: gain 1 coins\n"
    inserted = "let b = nothing\nset b to spot\nif b is not nothing: gain 1 coins\n"
    body, findings = checked(base, ("after", None, inserted))
    assert findings == []
    made = {node.name: str(node.value.type) for node in walk(body) if isinstance(node, ir.Let)}
    assert made == {"a": "fleet or nothing", "b": "dock or nothing"}


@pytest.mark.parametrize("patch", [None, ("before", None, "original"), ("after", "x", "original")])
def test_original_anywhere_else_is_no_verb(patch: Patch | None) -> None:
    text = "[x] gain 1 coins\noriginal" if patch is None else "[x] gain 1 coins"
    text_with = located(text, () if patch is None else (patch,))
    _, (finding,) = check_effect(harbour(), text_with, LOCALS, me=True)
    assert underlined(finding)[::2] == ("E506", "original")
    assert finding.help is not None
    assert "`instead`" in finding.help


def test_original_is_no_value_anywhere_else() -> None:
    text = LocatedText.plain("original + 1")
    _, (finding,) = check_expression(harbour(), text, LOCALS, me=True)
    assert underlined(finding)[::2] == ("E513", "original")
    assert finding.help is not None


def test_no_name_of_a_text_is_called_original() -> None:
    _, findings = checked("let original = 1\ngain original coins")
    assert ("E511", "base", "original") in findings


def test_an_expression_is_checked_as_a_whole() -> None:
    wrapped = located("me.coins", (("instead", None, "original > 3"),))
    made, findings = check_expression(harbour(), wrapped, LOCALS, types.TRUTH, me=True)
    assert not findings
    assert made.type == types.TRUTH


def test_the_reader_tells_texts_with_different_patches_apart() -> None:
    collector = Collector()
    reader = Reader(collector)
    plain, patched = located("a", ()), located("a", (("instead", None, "original + 1"),))
    trees = [reader.expression(plain), reader.expression(patched), reader.expression(plain)]
    assert trees[0] == trees[2] == syntax.Name("a")
    assert isinstance(trees[1], syntax.Arithmetic)
    bodies = [reader.effect(plain), reader.effect(located("a", (("before", None, "b"),)))]
    assert [None if body is None else len(body) for body in bodies] == [1, 2]
    assert not collector.diagnostics


def test_the_text_as_it_stands() -> None:
    assert weaving.woven_text(located("a  +  b", ())) == "a  +  b"
    assert weaving.woven_text(located("a", (("instead", None, "original + 1"),))) == "a + 1"
    assert weaving.woven_text(located("a", (("before", None, "b 3"),))) == "b 3\na\n"
    assert weaving.woven_text(located("a", (("before", None, "= 3"),))) == "a"
