"""Overlay stage: versions, and ranges of them as overlays write them; feeds the manifests.

A version is three whole numbers, compared one by one, so that 1.10 is after 1.9. All that can be
written as a range is one stretch of versions without a gap: several parts only make it shorter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce

from interpreter.diagnostics import Collector
from interpreter.source import LocatedText

ANY = "any"
_OPEN = "x"
_SIGNS = (">=", "<=", ">", "<")
_EVERY = f"write `{ANY}` for every version"
_NUMBER = r"(?:0|[1-9][0-9]*)"
_LONGEST = 40  # as `version` in shared.schema.json; Python refuses to read numbers of any length
_VERSION = re.compile(rf"{_NUMBER}(?:\.{_NUMBER}){{0,2}}")
_BOUND = re.compile(rf"({'|'.join(_SIGNS)})({_NUMBER}(?:\.{_NUMBER}){{0,2}})")
_FAMILY = re.compile(rf"({_NUMBER}(?:\.{_NUMBER})?)\.{_OPEN}")
_EXACT = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}")
_PART = re.compile(r"\S+")


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """A version: breaking change, addition, correction. Ordered number by number."""

    breaking: int = 0
    addition: int = 0
    correction: int = 0

    @classmethod
    def parse(cls, text: str) -> Version | None:
        """Return the version that `text` writes, None when it is none.

        One to three numbers with dots between and no leading zeros; missing ones are 0.
        """
        if len(text) > _LONGEST or not _VERSION.fullmatch(text):
            return None
        return cls(*(int(number) for number in text.split(".")))

    @property
    def following(self) -> Version:
        """The next version that there can be: nothing lies between the two."""
        return Version(self.breaking, self.addition, self.correction + 1)

    def __str__(self) -> str:
        """Return the version as it is written, all three numbers."""
        return f"{self.breaking}.{self.addition}.{self.correction}"


@dataclass(frozen=True, slots=True)
class Range:
    """The versions from `least` on that are before `below`; None where there is no such bound."""

    least: Version = Version()
    below: Version | None = None

    def includes(self, version: Version) -> bool:
        """Return whether `version` is in the range."""
        return self.least <= version and (self.below is None or version < self.below)

    @property
    def is_empty(self) -> bool:
        """Whether there can be no version in it."""
        return self.below is not None and self.below <= self.least

    def meet(self, other: Range) -> Range:
        """Return the versions that are in both."""
        bounds = [bound for bound in (self.below, other.below) if bound is not None]
        return Range(max(self.least, other.least), min(bounds, default=None))


def read_range(text: LocatedText, found: Collector) -> Range:
    """Return the range that `text` writes.

    A part that is none is reported, where it stands, and taken as `any`, so that nothing follows
    from it; so is a range that no version can be in, as a whole.
    """
    parts = list(_PART.finditer(text.text))
    if not parts:
        found.report("E340", text.span, help=_EVERY, part=text.text)
        return Range()
    ranges = []
    for part in parts:
        one = None if part[0] == ANY and len(parts) > 1 else _part(part[0])
        if one is None:
            span = text.locate(part.start(), part.end())
            advice = _help(part[0], is_last=part is parts[-1])
            found.report("E340", span, help=advice, part=part[0])
        else:
            ranges.append(one)
    whole = reduce(Range.meet, ranges, Range())
    if len(ranges) < len(parts):
        return Range()
    if whole.is_empty:
        found.report("E341", text.span, range=text.text)
        return Range()
    return whole


def _part(part: str) -> Range | None:
    """Return the range of one part, None when it is none."""
    if len(part) > _LONGEST:
        return None
    if part == ANY:
        return Range()
    if bound := _BOUND.fullmatch(part):
        return _bounded(bound[1], _version(bound[2]))
    if family := _FAMILY.fullmatch(part):
        first = _version(family[1])
        if "." in family[1]:
            return Range(first, Version(first.breaking, first.addition + 1))
        return Range(first, Version(first.breaking + 1))
    if _EXACT.fullmatch(part):
        exact = _version(part)
        return Range(exact, exact.following)
    return None


def _bounded(sign: str, version: Version) -> Range:
    """Return the range of a sign and a version."""
    if sign == ">=":
        return Range(least=version)
    if sign == ">":
        return Range(least=version.following)
    return Range(below=version.following if sign == "<=" else version)


def _version(text: str) -> Version:
    """Return the version of a text that has its form."""
    return Version(*(int(number) for number in text.split(".")))


def _help(part: str, *, is_last: bool) -> str | None:
    """Return what a part that is no range was meant to be."""
    if part == ANY:
        return f"leave `{ANY}` away where something else stands beside it"
    if part.casefold() in {"*", _OPEN, "all", "latest"}:
        return _EVERY
    if part in _SIGNS and not is_last:
        return f"write the number right behind it, as `{part}1.4`"
    if "," in part:
        return f"separate with blanks, not commas: `{' '.join(filter(None, part.split(',')))}`"
    if _VERSION.fullmatch(part):
        exact = part + ".0" * (2 - part.count("."))
        return f"write `{part}.{_OPEN}` for each version of {part}, or `{exact}` for that one alone"
    if part[0] in "^~":
        return "write a lower and an upper bound, as `>=1.4 <2`"
    family = re.sub(r"(\.[x*])+$", f".{_OPEN}", part, flags=re.IGNORECASE)
    turned = re.sub(r"^=([<>])", r"\1=", part)
    meant = next((text for text in (turned, part.lstrip("=vV"), family) if _part(text)), None)
    return None if meant is None else f"did you mean `{meant}`?"
