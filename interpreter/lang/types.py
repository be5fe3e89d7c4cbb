"""The types of the effect language: what an expression can be, and how each is kept as plain data.

Fed by `pack.linker` (declared types) and `lang.checker` (inferred ones); read by `lang.ir` and the
compiler.

How a value of each type is kept, in a state and in a frame:

==================  ==========================================================================
truth               0 or 1
number              an int
half                an int that counts halves (2.5 is 5)
a kind              the index of the thing in the stable order of its kind, -1 is nothing
a word list         the index of the word in its list, -1 is nothing
stack               owner index * number of places + place index
T or nothing        as T; kinds and words use -1, numbers and halves use `NOTHING_NUMBER`
set of T            an int, bit i stands for index i
list of T           a tuple of T
T by J and K        a tuple, indexed by J; nested for K
record, row         a tuple in the declared order of the fields
==================  ==========================================================================
"""

from __future__ import annotations

from dataclasses import dataclass

NOTHING = -1
NOTHING_NUMBER = -(1 << 62)


@dataclass(frozen=True, slots=True)
class Truth:
    """yes or no."""

    def __str__(self) -> str:
        return "truth"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    def __str__(self) -> str:
        return "number"


@dataclass(frozen=True, slots=True)
class Half:
    """An exact multiple of one half."""

    def __str__(self) -> str:
        return "half"


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing of a kind, such as an area or a player."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a declared list."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of one owner in one place; it has `owner`, `place` and `size`."""

    piece: str

    def __str__(self) -> str:
        return f"stack of {self.piece}"


@dataclass(frozen=True, slots=True)
class Optional:
    """A value or nothing; it must be tested before it is used as a value."""

    inner: Type

    def __str__(self) -> str:
        return f"{self.inner} or nothing"


@dataclass(frozen=True, slots=True)
class SetOf:
    """No doubles, in the stable order of the members' kind."""

    inner: Type

    def __str__(self) -> str:
        return f"set of {self.inner}"


@dataclass(frozen=True, slots=True)
class ListOf:
    """In an order of its own, doubles allowed."""

    inner: Type

    def __str__(self) -> str:
        return f"list of {self.inner}"


@dataclass(frozen=True, slots=True)
class Table:
    """One value for each key; `keys` are the types inside the brackets, from left to right."""

    value: Type
    keys: tuple[Type, ...]

    def __str__(self) -> str:
        return f"{self.value} by {' and '.join(map(str, self.keys))}"


@dataclass(frozen=True, slots=True)
class Record:
    """A declared record, or the results of a rule (then `name` is the rule's)."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a query over several names."""

    fields: tuple[tuple[str, Type], ...]

    def __str__(self) -> str:
        return "row of " + ", ".join(name for name, _ in self.fields)


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of the word `nothing` alone; it goes where any `T or nothing` is wanted."""

    def __str__(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True)
class Unknown:
    """Stands where an error was already reported.

    It fits everything, so no error follows from it.
    """

    def __str__(self) -> str:
        return "unknown"


Type = (
    Truth
    | Number
    | Half
    | Kind
    | Word
    | Stack
    | Optional
    | SetOf
    | ListOf
    | Table
    | Record
    | Row
    | Nothing
    | Unknown
)

TRUTH = Truth()
NUMBER = Number()
HALF = Half()
UNKNOWN = Unknown()
PLAYER = Kind("player")


def nothing_of(type_: Type) -> int:
    """Return how `nothing` is kept where `type_` (the type without `or nothing`) is wanted."""
    return NOTHING_NUMBER if isinstance(type_, Number | Half) else NOTHING
