"""Versions and ranges: expected values follow from comparing number by number."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Collector
from interpreter.overlay.versions import Range, Version, read_range
from interpreter.source import LocatedText

RISING = ["0.0.0", "0.0.9", "0.0.10", "0.1.0", "1.0.0", "1.9.0", "1.9.11", "1.10.0", "2.0.0"]
VERSIONS = st.builds(Version, *(st.integers(0, 12) for _ in range(3)))


def version(text: str) -> Version:
    got = Version.parse(text)
    assert got is not None
    return got


def read(text: str) -> tuple[Range, list[tuple[str, str, str | None]]]:
    """Return the range, and of each finding its code, what is underlined, and the help."""
    found = Collector()
    got = read_range(LocatedText.plain(text), found)
    spans = [(each.code, each.span, each.help) for each in found]
    return got, [(code, span.text if span else "", advice) for code, span, advice in spans]


def taken(text: str) -> list[str]:
    got, found = read(text)
    assert found == []
    return [one for one in RISING if got.includes(version(one))]


def test_versions_are_compared_number_by_number() -> None:
    for smaller, greater in pairwise(RISING):
        assert version(smaller) < version(greater)
        assert not version(greater) < version(smaller)


def test_missing_numbers_are_nought() -> None:
    assert version("1") == version("1.0") == version("1.0.0") == Version(1, 0, 0)
    assert str(version("1.10")) == "1.10.0"


@pytest.mark.parametrize(
    "text",
    ["", "1.", ".1", "1.2.3.4", "01.2.3", "1.02.3", "v1.2.3", "1.2.3-rc", "-1", "1 2", "1.2.3\n",
     "x", "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT ONE}.0.0", "9" * 5000],
)  # fmt: skip
def test_what_is_no_version(text: str) -> None:
    assert Version.parse(text) is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("any", "0.0.0", "2.0.0"),
        ("1.9.11", "1.9.11", "1.9.11"),
        ("1.x", "1.0.0", "1.10.0"),
        ("0.x", "0.0.0", "0.1.0"),
        ("1.9.x", "1.9.0", "1.9.11"),
        (">=1.9", "1.9.0", "2.0.0"),
        (">1.9", "1.9.11", "2.0.0"),
        (">1", "1.9.0", "2.0.0"),
        ("<=1.9", "0.0.0", "1.9.0"),
        ("<1.9", "0.0.0", "1.0.0"),
        ("<2", "0.0.0", "1.10.0"),
        (">=1.0 <2", "1.0.0", "1.10.0"),
        ("  <2   >0.1 ", "1.0.0", "1.10.0"),
        (">=1 <2 1.9.x", "1.9.0", "1.9.11"),
        (">=0.0.9 <=0.0.10", "0.0.9", "0.0.10"),
    ],
)
def test_what_a_range_takes(text: str, first: str, last: str) -> None:
    assert taken(text) == RISING[RISING.index(first) : RISING.index(last) + 1]


@given(VERSIONS, VERSIONS)
def test_each_sign_means_what_it_says(one: Version, bound: Version) -> None:
    for sign, holds in (
        (">=", one >= bound), (">", one > bound), ("<=", one <= bound), ("", one == bound),
    ):  # fmt: skip
        assert read(f"{sign}{bound}")[0].includes(one) == holds
    if bound > Version():
        assert read(f"<{bound}")[0].includes(one) == (one < bound)


@pytest.mark.parametrize(
    ("text", "underlined", "advice"),
    [
        (">=1.0 <tow", "<tow", None),
        ("1.4", "1.4", "write `1.4.x` for each version of 1.4, or `1.4.0` for that one alone"),
        ("2", "2", "write `2.x` for each version of 2, or `2.0.0` for that one alone"),
        (">=1.4,<2", ">=1.4,<2", "separate with blanks, not commas: `>=1.4 <2`"),
        (">= 1.x", ">=", "write the number right behind it, as `>=1.4`"),
        ("<", "<", None),
        ("any <2", "any", "leave `any` away where something else stands beside it"),
        ("*", "*", "write `any` for every version"),
        ("^1.4", "^1.4", "write a lower and an upper bound, as `>=1.4 <2`"),
        ("==1.4.0", "==1.4.0", "did you mean `1.4.0`?"),
        ("v1.4.0", "v1.4.0", "did you mean `1.4.0`?"),
        ("1.*", "1.*", "did you mean `1.x`?"),
        ("1.2.X", "1.2.X", "did you mean `1.2.x`?"),
        ("1.2.3.4", "1.2.3.4", None),
        (">=01.4", ">=01.4", None),
        ("=>1", "=>1", "did you mean `>=1`?"),
        ("1.2.3-rc", "1.2.3-rc", None),
        ("", "", "write `any` for every version"),
        ("<" + "9" * 5000, "<" + "9" * 5000, None),
    ],
)
def test_what_is_no_range_is_underlined(text: str, underlined: str, advice: str | None) -> None:
    got, found = read(text)
    assert found == [("E340", underlined, advice)]
    assert got.includes(Version()), "so that nothing follows from it"


def test_each_wrong_part_is_reported() -> None:
    assert [span for _, span, _ in read("one <2 three")[1]] == ["one", "three"]


@pytest.mark.parametrize("text", ["<0", ">=2 <1", ">1 <1.0.1", "1.x 2.x", "1.2.3 >1.2.3"])
def test_a_range_that_no_version_fits(text: str) -> None:
    got, found = read(text)
    assert found == [("E341", text, None)]
    assert got.includes(Version())
