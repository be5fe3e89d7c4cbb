"""Which overlays can be played together, and in which order; expected values by hand."""

from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Collector
from interpreter.overlay import cycles
from interpreter.overlay.manifests import OverlayManifest
from interpreter.overlay.order import Arrangement, arrange

Read = Callable[..., OverlayManifest]
BASE = ("orchard", "1.10.0")


def sort(*overlays: OverlayManifest) -> tuple[Arrangement | None, list[str]]:
    """Return the arrangement and the findings, which no order of the overlays may change.

    A finding is its code, place, what is underlined, message, and the related places.
    """
    seen = set()
    for order in permutations(overlays):
        found = Collector()
        got = arrange(*BASE, order, found)
        lines = []
        for each in found:
            assert each.span is not None
            related = "".join(f"; {words} @ {span.place}" for words, span in each.related)
            place = f"{each.code} {each.span.place} «{each.span.text}»"
            lines.append(f"{place} {each.message}{related}")
        seen.add((got, tuple(lines)))
    ((result, findings),) = seen
    return result, list(findings)


def ids(got: Arrangement | None) -> list[str]:
    assert got is not None
    return [overlay.id.text for overlay in got.overlays]


def test_no_overlays_are_an_order_too() -> None:
    got, found = sort()
    assert (ids(got), found) == ([], [])


def test_where_nothing_is_declared_ids_decide(manifest: Read) -> None:
    got, found = sort(manifest("c"), manifest("a_10"), manifest("a_9"), manifest("b"))
    assert (ids(got), found) == (["a_10", "a_9", "b", "c"], [])
    assert got is not None
    assert not any(got.comes_after(one, other) for one in "abc" for other in "abc")


def test_needs_and_wishes_decide_before_ids(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {d: any}\n"),
        manifest("b", "extends: {orchard: '>=1.9 <2'}\nafter: [nobody, a]\n"),
        manifest("c"),
        manifest("d", "extends: {e: any}\n"),
        manifest("e"),
    )
    # c waits for nobody; e must be before d, d before a, a before b.
    assert (ids(got), found) == (["c", "e", "d", "a", "b"], [])
    assert got is not None
    after = {(one, other) for one in "abcde" for other in "abcde" if got.comes_after(one, other)}
    assert after == {("a", "d"), ("a", "e"), ("d", "e"), ("b", "a"), ("b", "d"), ("b", "e")}
    assert not got.comes_after("nobody", "a")
    assert not got.comes_after("b", "nobody")


def test_a_diamond_is_no_cycle(manifest: Read) -> None:
    got, found = sort(
        manifest("top", "requires: {left: any, right: any}\n"),
        manifest("left", "requires: {root: any}\nafter: [right]\n"),
        manifest("right", "requires: {root: any}\n"),
        manifest("root"),
    )
    assert (ids(got), found) == (["root", "right", "left", "top"], [])


def test_the_same_overlay_named_twice_is_one(manifest: Read) -> None:
    got, found = sort(manifest("a"), manifest("a"), manifest("b"))
    assert (ids(got), found) == (["a", "b"], [])


def test_two_overlays_of_one_id(manifest: Read) -> None:
    got, found = sort(
        manifest("a", file="one.yaml"),
        manifest("a", "version: 2.0.0\n", file="two.yaml"),
        manifest("b", "requires: {a: '>=2'}\n"),
        manifest("c"),
    )
    assert found == [
        "W613 b.yaml:3:12 «a» `b` is left out too, since it needs `a`",
        "E342 two.yaml:1:5 «a» two overlays have the id `a`; the other one @ one.yaml:1:5",
    ]
    assert ids(got) == ["c"]
    assert got is not None
    assert got.refused == ("a", "b")


def test_an_overlay_with_the_id_of_the_pack(manifest: Read) -> None:
    got, found = sort(manifest("orchard"), manifest("a", "extends: {orchard: any}\n"))
    assert found == [
        (
            "E343 orchard.yaml:1:5 «orchard» the overlay `orchard` has the id of the pack that it "
            "changes"
        )
    ]
    assert ids(got) == ["a"]


def test_an_overlay_of_another_pack(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "extends: {vineyard: any}\n"), manifest("b", "requires: {a: any}\n")
    )
    assert found == [
        "E344 a.yaml:3:11 «vineyard» `a` extends `vineyard`, but this is `orchard`",
        "W613 b.yaml:3:12 «a» `b` is left out too, since it needs `a`",
    ]
    assert got is None


def test_a_version_of_the_pack_that_does_not_fit(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "extends: {orchard: '>=1.4 <1.10'}\n"),
        manifest("b", "requires: {orchard: '>=1.11'}\n"),
        manifest("c", "extends: {orchard: '>=1.9'}\n"),
    )
    assert found == [
        (
            "E345 a.yaml:3:20 «'>=1.4 <1.10'» `a` wants version >=1.4 <1.10 of `orchard`, but this "
            "is 1.10.0"
        ),
        "E345 b.yaml:3:21 «'>=1.11'» `b` wants version >=1.11 of `orchard`, but this is 1.10.0",
    ]
    assert ids(got) == ["c"]


def test_a_pack_that_does_not_say_what_it_is_has_its_finding_already(manifest: Read) -> None:
    found = Collector()
    overlays = [
        manifest("a", "extends: {orchard: '>=2'}\nrequires: {b: '>=1.4', c: any}\n"),
        manifest("b"),
        manifest("c", "version: 1.4.0\nrequires: {b: any}\n"),
    ]
    assert ids(arrange("", "", overlays, found)) == ["b", "c", "a"]
    assert ids(arrange("orchard", "one", overlays, found)) == ["b", "c", "a"]
    assert list(found) == []


def test_a_version_of_an_overlay_that_does_not_fit(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {b: <1.9, c: 1.10.x, d: any}\n"),
        manifest("b", "version: 1.9.0\n"),
        manifest("c"),  # a variant has the version of its pack
        manifest("d"),
    )
    assert found == [
        (
            "E345 a.yaml:3:15 «<1.9» `a` wants version <1.9 of `b`, but this is 1.9.0; its version "
            "@ b.yaml:3:10"
        )
    ]
    assert ids(got) == ["b", "c", "d"]


def test_what_is_required_and_missing(manifest: Read) -> None:
    overlays = manifest("a", "requires: {tall_tree: any, rivers: any}\n"), manifest("tall_trees")
    found = Collector()
    got = arrange(*BASE, overlays, found)
    lines = [(each.code, each.span and each.span.place, each.message, each.help) for each in found]
    assert lines == [
        ("E346", "a.yaml:3:12", "`a` requires `tall_tree`, which is not there",
         "did you mean `tall_trees`?"),
        ("E346", "a.yaml:3:28", "`a` requires `rivers`, which is not there", None),
    ]  # fmt: skip
    assert ids(got) == ["tall_trees"]


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        ("excludes: [b]\n", "", "a.yaml:3:12 «b»|`b` is here @ b.yaml:1:5"),
        ("", "excludes: [a]\n", "b.yaml:3:12 «a»|`a` is here @ a.yaml:1:5"),
        ("excludes: [b]\n", "excludes: [a]\n", "a.yaml:3:12 «b»|`b` says so too @ b.yaml:3:12"),
    ],
)
def test_what_excludes_each_other(manifest: Read, first: str, second: str, place: str) -> None:
    got, found = sort(
        manifest("a", first), manifest("b", second), manifest("c", "excludes: [nobody]\n")
    )
    at, related = place.split("|")
    assert found == [f"E347 {at} `a` and `b` cannot be played together; {related}"]
    assert ids(got) == ["c"]


def test_what_excludes_what_it_cannot_be_without(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {b: any}\nexcludes: [a, orchard, b]\n"), manifest("b")
    )
    words = "`a` excludes `{}`, without which it cannot be"
    assert found == [
        f"E348 a.yaml:4:12 «a» {words.format('a')}",
        f"E348 a.yaml:4:15 «orchard» {words.format('orchard')}",
        f"E348 a.yaml:4:24 «b» {words.format('b')}; it is needed here @ a.yaml:3:12",
    ]
    assert ids(got) == ["b"]


def test_a_cycle_of_needs_names_each_step_and_refuses_its_members(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {b: any}\n"),
        manifest("b", "extends: {c: any}\n"),
        manifest("c", "requires: {a: any}\n"),
        manifest("d", "requires: {c: any, a: any}\n"),
        manifest("e", "after: [a]\n"),
        manifest("f", "requires: {d: any}\n"),
    )
    assert found == [
        (
            "E349 a.yaml:3:12 «b» `a` needs itself: a → b → c → a; `b` says `extends: c` @ "
            "b.yaml:3:11; `c` says `requires: a` @ c.yaml:3:12"
        ),
        "W613 d.yaml:3:12 «c» `d` is left out too, since it needs `c`",
        "W613 f.yaml:3:12 «d» `f` is left out too, since it needs `d`",
    ]
    assert ids(got) == ["e"]
    assert got is not None
    assert got.refused == ("a", "b", "c", "d", "f")


def test_what_needs_itself_is_a_cycle_of_one(manifest: Read) -> None:
    got, found = sort(manifest("a", "requires: {a: any}\n"), manifest("b"))
    assert found == ["E349 a.yaml:3:12 «a» `a` needs itself: a → a"]
    assert ids(got) == ["b"]


def test_two_cycles_through_one_overlay_are_both_told(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {m: any}\n"),
        manifest("m", "requires: {a: any, z: any}\n"),
        manifest("z", "requires: {m: any}\n"),
    )
    assert found == [
        "E349 a.yaml:3:12 «m» `a` needs itself: a → m → a; `m` says `requires: a` @ m.yaml:3:12",
        "E349 z.yaml:3:12 «m» `z` needs itself: z → m → z; `m` says `requires: z` @ m.yaml:3:20",
    ]
    assert got is None


def test_a_wish_that_closes_a_cycle_of_needs_is_dropped(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {b: any}\n"),
        manifest("b", "requires: {c: any}\n"),
        manifest("c", "after: [a]\n"),
    )
    assert found == [
        (
            "W612 c.yaml:3:9 «a» `c` does not come after `a`: that would be a cycle, c → a → b → "
            "c; `a` says `requires: b` @ a.yaml:3:12; `b` says `requires: c` @ b.yaml:3:12"
        )
    ]
    assert ids(got) == ["c", "b", "a"]
    assert got is not None
    assert got.comes_after("a", "c")
    assert not got.comes_after("c", "a")


def test_two_that_wish_to_come_after_each_other_are_both_there(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "after: [b]\n"),
        manifest("b", "after: [a]\n"),
        manifest("c", "requires: {a: any}\n"),
    )
    assert found == [
        (
            "W612 a.yaml:3:9 «b» `a` does not come after `b`: that would be a cycle, a → b → a; "
            "`b` says `after: a` @ b.yaml:3:9"
        )
    ]
    assert ids(got) == ["a", "b", "c"]
    assert got is not None
    assert (got.comes_after("b", "a"), got.comes_after("a", "b")) == (True, False)


def test_a_wish_that_needs_grant_anyway_is_not_dropped(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "requires: {b: any}\nafter: [b, c]\n"),
        manifest("b", "requires: {c: any}\n"),
        manifest("c", "after: [a, nobody]\n"),
    )
    assert [line[:19] for line in found] == ["W612 c.yaml:3:9 «a»"]
    assert ids(got) == ["c", "b", "a"]


def test_a_wish_to_come_after_itself_is_dropped(manifest: Read) -> None:
    got, found = sort(manifest("a", "after: [a]\n"))
    assert found == [
        "W612 a.yaml:3:9 «a» `a` does not come after `a`: that would be a cycle, a → a"
    ]
    assert ids(got) == ["a"]


def test_each_of_two_cycles_loses_one_wish(manifest: Read) -> None:
    got, found = sort(
        manifest("a", "after: [b]\n"),
        manifest("b", "after: [a]\n"),
        manifest("c", "after: [d, a]\n"),
        manifest("d", "after: [c]\n"),
    )
    assert [line[:19] for line in found] == ["W612 a.yaml:3:9 «b»", "W612 c.yaml:3:9 «d»"]
    assert ids(got) == ["a", "b", "c", "d"]


NAMES = "abcdef"
GRAPHS = st.fixed_dictionaries({name: st.frozensets(st.sampled_from(NAMES)) for name in NAMES})


@given(GRAPHS)
def test_cycles_are_found_where_no_order_is_possible(graph: dict[str, frozenset[str]]) -> None:
    knots = cycles.knots(graph)
    for knot in knots:
        for name in knot:
            way = cycles.cycle(graph, name)
            assert way[0] == way[-1] == name
            assert all(way[step + 1] in graph[way[step]] for step in range(len(way) - 1))
            assert set(way) <= knot
    members = {name for knot in knots for name in knot}
    rest = {name: graph[name] - members for name in graph.keys() - members}
    order = cycles.in_order(rest)
    assert set(order) == set(rest)
    assert all(other in order[: order.index(name)] for name in rest for other in rest[name])


@given(GRAPHS)
def test_of_all_orders_the_first_by_id_is_taken(graph: dict[str, frozenset[str]]) -> None:
    # Only what comes earlier in the alphabet can be followed backwards, so there is no cycle.
    falling = {name: frozenset(one for one in graph[name] if one > name) for name in NAMES}
    possible = (
        order
        for order in permutations(NAMES)
        if all(order.index(other) < order.index(name) for name in NAMES for other in falling[name])
    )
    assert cycles.in_order(falling) == min(possible)
