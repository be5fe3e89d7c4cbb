"""Effects drawn from the grammar survive print -> parse; anything else written is told about."""

from dataclasses import fields, replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.lang import parser, printer, syntax, tables, weaving
from interpreter.lang.syntax import Body, Expression, Name, Statement
from interpreter.lang.words import KEYWORDS
from interpreter.source import LocatedText, TextPatch

CORPUS = Path(__file__).parents[1] / "corpus" / "effects" / "identity.txt"
LINES = [
    line.replace("⏎", "\n")
    for line in CORPUS.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]

letters = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
names = st.builds(Name, letters.filter(lambda word: word not in KEYWORDS))
after_a_dot = st.builds(Name, letters | st.sampled_from(sorted(KEYWORDS)))
prompts = st.builds(syntax.Text, st.text("aé日 '#(:,", max_size=6))
numbers = st.builds(syntax.Number, st.integers(0, 999_999_999), st.booleans())


def tuples_of(items: st.SearchStrategy, least: int = 1, most: int = 3) -> st.SearchStrategy:
    return st.lists(items, min_size=least, max_size=most).map(tuple)


def bindings_of(expressions: st.SearchStrategy) -> st.SearchStrategy:
    binders = st.builds(syntax.Binder, names, expressions)
    return st.builds(syntax.Binding, tuples_of(binders, most=2), st.none() | expressions)


def operations_on(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    bindings = bindings_of(inner)
    return st.one_of(
        st.builds(syntax.Field, inner, after_a_dot),
        st.builds(syntax.Index, inner, tuples_of(inner)),
        st.builds(syntax.Call, names | st.just(Name("first")), tuples_of(inner, least=0)),
        st.builds(syntax.Collect, tuples_of(inner, least=2)),
        st.builds(syntax.Record, tuples_of(st.builds(syntax.Entry, names, inner))),
        st.builds(syntax.Negative, inner),
        st.builds(syntax.Arithmetic, st.sampled_from("+-*/"), inner, inner),
        st.builds(syntax.Rounded, inner, st.sampled_from(["up", "down"])),
        st.builds(syntax.Not, inner),
        st.builds(syntax.Chain, st.sampled_from(["and", "or"]), tuples_of(inner, least=2)),
        st.builds(
            syntax.Comparison,
            st.sampled_from(["is", "is not", "<", "<=", ">", ">=", "in", "not in"]),
            inner,
            inner,
        ),
        st.builds(syntax.Pick, inner, inner, inner),
        st.builds(syntax.Query, st.sampled_from(["all", "count", "any", "no", "first"]), bindings),
        st.builds(
            syntax.Query, st.sampled_from(["sum", "highest", "lowest", "ranking"]), bindings, inner
        ),
    )


atoms = st.one_of(
    names,
    numbers,
    st.builds(syntax.Truth, st.booleans()),
    st.just(syntax.Nothing()),
    st.just(syntax.Empty()),
)
expressions = st.recursive(atoms, operations_on, max_leaves=8)
small = st.recursive(atoms, operations_on, max_leaves=2)
bindings = bindings_of(small)
prices = tuples_of(st.builds(syntax.Cost, small, names), least=0, most=2)
amounts = st.one_of(
    st.builds(syntax.Amount, small, st.just(False), names),
    st.builds(syntax.Amount, small, st.just(True), st.none() | names),
    st.builds(syntax.Amount, st.none(), st.just(False), st.none() | names),
)
small_words = st.sampled_from(
    ["of", "to", "from", "in", "on", "at", "with", "for", "against", "over"]
)
acts = st.builds(
    syntax.Act,
    names,
    st.none() | small | amounts,
    tuples_of(st.builds(syntax.Argument, small_words, small), least=0),
    st.sampled_from([None, "cost", "free"]),
    st.none() | names,
    st.none() | small | st.builds(syntax.Binder, names, small),
)
lets = st.builds(syntax.Let, names, small)
goings = st.builds(
    syntax.Go, st.sampled_from(["next", "leave loop", "leave rule", "end game", "nothing"])
)
# The end of a composed choice: a place is a name, a field or an entry.
choosers = st.none() | st.recursive(
    names,
    lambda inner: (
        st.builds(syntax.Field, inner, after_a_dot)
        | st.builds(syntax.Index, inner, tuples_of(small, most=2))
    ),
    max_leaves=3,
)
parts = st.builds(syntax.Many, st.sampled_from(["exact", "or all", "up to"]), small)
manies = st.one_of(
    parts,
    st.builds(syntax.Many, st.just("between"), small, small),
    st.builds(syntax.Many, st.just("any"), st.none()),
)
sources = st.one_of(
    st.builds(syntax.OneOf, small, st.none() | small),
    st.builds(syntax.NumberFrom, small, small, st.none() | small),
    st.just(syntax.YesOrNo()),
    st.builds(syntax.OrderOf, small),
    st.builds(syntax.Several, small, manies, st.none() | small),
    st.builds(syntax.Division, parts, bindings, st.none() | small),
)


def blocks_around(inner: st.SearchStrategy[Statement]) -> st.SearchStrategy[Statement]:
    body = tuples_of(inner, most=2)
    option = st.builds(syntax.Option, prompts, body, st.none() | small, prices)
    ends = st.none() | st.builds(syntax.IfNone, body)

    def choices(may: bool, ends: st.SearchStrategy) -> st.SearchStrategy[Statement]:
        parts = names, sources, choosers, st.just(may), prices, st.none() | prompts, ends
        return st.builds(syntax.Choose, *parts)

    unlabelled = st.one_of(
        choices(True, ends),
        choices(False, ends | st.just(syntax.NeverNone())),
        st.builds(
            syntax.ChooseOption,
            prompts,
            tuples_of(option, most=2),
            choosers,
            st.booleans(),
            st.none() | body,
        ),
        st.builds(syntax.May, prompts, body, choosers, prices, st.none() | body),
        st.builds(
            syntax.If, tuples_of(st.builds(syntax.Branch, small, body), most=2), st.none() | body
        ),
        st.builds(syntax.ForEach, bindings, body),
        st.builds(syntax.RepeatTimes, small, body),
        st.builds(syntax.RepeatWhile, small, body),
        st.builds(syntax.RepeatUpTo, small, small, body),
        st.builds(syntax.Secretly, bindings, body),
        st.builds(syntax.Plan, prompts, body),
    )
    return unlabelled | st.builds(syntax.Labelled, names, unlabelled)


shorts = acts | lets | goings
statements = st.recursive(shorts, blocks_around, max_leaves=4)


def with_own_labels(node: object, used: set[str]) -> object:
    """Return a part of a tree in which no label stands twice, as the language wants it."""
    if isinstance(node, tuple):
        return tuple(with_own_labels(one, used) for one in node)
    if not isinstance(node, syntax.Node):
        return node
    parts = {one.name: getattr(node, one.name) for one in fields(node) if one.name != "span"}
    if isinstance(node, syntax.Labelled):
        label = node.label.text
        while label in used:
            label += "x"
        used.add(label)
        parts["label"] = Name(label)
    return replace(node, **{name: with_own_labels(part, used) for name, part in parts.items()})


bodies = tuples_of(statements, most=3).map(lambda body: with_own_labels(body, set()))


@settings(max_examples=150, deadline=None)
@given(expressions)
def test_an_expression_survives_print_and_parse(tree: Expression) -> None:
    text = printer.print_expression(tree)
    again, findings = parser.parse_expression(LocatedText.plain(text))
    assert not findings, (text, [finding.message for finding in findings])
    assert again == tree, text


@settings(max_examples=150, deadline=None)
@given(bodies)
def test_an_effect_survives_print_and_parse(body: Body) -> None:
    text = printer.print_effect(body)
    again, findings = parser.parse_effect(LocatedText.plain(text))
    assert not findings, (text, [finding.message for finding in findings])
    assert again == body, text


@settings(max_examples=100, deadline=None)
@given(bodies, expressions)
def test_an_effect_is_the_same_inside_what_is_put_around_it(
    body: Body, condition: Expression
) -> None:
    around = f"if {printer.print_expression(condition)}:\n    leave rule\nelse:\n    original\n"
    patch = TextPatch("instead", None, LocatedText.plain(around, "mod"))
    text = replace(LocatedText.plain(printer.print_effect(body)), patches=(patch,))
    woven, findings = weaving.read_effect(text)
    assert not findings, (text, [finding.message for finding in findings])
    branch = syntax.Branch(condition, (syntax.Go("leave rule"),))
    assert woven == (syntax.If((branch,), body),)


@settings(max_examples=150, deadline=None)
@given(bodies, st.data())
def test_where_no_word_stands_comments_blanks_and_line_ends_mean_nothing(
    body: Body, data: st.DataObject
) -> None:
    lines = printer.print_effect(body).splitlines()
    padding = st.sampled_from(["", "  # a comment", "\n", "\n   \n# another\n"])
    padded = "\n".join(line + data.draw(padding) for line in lines)
    again, findings = parser.parse_effect(LocatedText.plain(padded.replace("\n", "\r\n")))
    assert not findings
    assert again == body


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(LINES),
    st.integers(0, 60),
    st.integers(0, 4),
    st.sampled_from(
        ["", " ", "\n", "    ", "\t", "(", ")", "]", '"', ":", ",", ".", "=", " if ", " all ", "3",
         "\n    next\n", "\n  else: next\n", " none", " not ", "é", "#"]
    ),
)  # fmt: skip
def test_a_broken_effect_is_a_tree_or_findings_in_the_text(
    line: str, start: int, length: int, inserted: str
) -> None:
    text = line[:start] + inserted + line[start + length :]
    assert_told(text)


@settings(max_examples=150, deadline=None)
@given(st.text('abif \n\t:()[]",.=#é3+-', max_size=60) | st.text(max_size=30))
def test_any_text_is_a_tree_or_findings_in_the_text(text: str) -> None:
    assert_told(text)


def assert_told(text: str) -> None:
    for start in tables.STARTS:
        tree, findings = getattr(parser, f"parse_{start}")(LocatedText.plain(text))
        assert (tree is None) == bool(findings)
        places = [finding.span for finding in findings]
        for place in places:
            assert place is not None
            assert 0 <= place.start <= place.end <= len(text)
        assert len(set(places)) == len(places), "no place is blamed twice"
