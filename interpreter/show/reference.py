"""The language reference: the page `reference.md` filled with the tables of the language.

Reads `lang.vocabulary`, `lang.words` and the grammar; `docs/language.md` is what it prints, and a
test compares them. Written anew by `python -m interpreter.show.reference > docs/language.md`.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping
from importlib.resources import files

from interpreter.lang.tables import grammar
from interpreter.lang.vocabulary import FUNCTIONS, OPERATIONS, RESERVED, Operation
from interpreter.lang.words import FIXED_NAMES, SMALL_WORDS, TYPE_WORDS


def language_reference() -> str:
    """Return the page as Markdown."""
    page = files("interpreter.show").joinpath("reference.md").read_text(encoding="utf-8")
    parts = {
        "operations": _operations(),
        "functions": _functions(),
        "small_words": _words("Word", SMALL_WORDS),
        "fixed_names": _words("Name", FIXED_NAMES),
        "types": _words("Type", TYPE_WORDS),
        "reserved": textwrap.fill(" ".join(f"`{word}`" for word in sorted(RESERVED)), 110),
        "grammar": grammar().rstrip(),
    }
    for name, part in parts.items():
        page = page.replace("{" + name + "}", part, 1)
    return page


def _operations() -> str:
    """Return the table of operations."""
    rows = [
        (
            f"`{operation.verb}`",
            "<br>".join(f"`{form.shape}`" for form in operation.forms),
            operation.gives or "",
            operation.doc + _remarks(operation),
            f"`{operation.example}`",
        )
        for operation in OPERATIONS.values()
    ]
    legend = (
        "`N` is a number, `N or all` or `all`; `P` a kind of pieces, `R` a resource, `O` their "
        "owner, `L` a place, `X` a thing (or a set of things), `Z` a zone, `F` a field, an entry "
        "of a table or a name, `V` a value, `K` a kind, `D` a die or a definition, `C` a cause. "
        "What stands in `[ ]` may be left out."
    )
    count = f"There are {len(OPERATIONS)}.\n\n"
    return count + _table(("Verb", "Shape", "Gives", "Meaning", "Example"), rows) + "\n\n" + legend


def _remarks(operation: Operation) -> str:
    """Return what else is to be known about an operation."""
    remarks = [
        (operation.terms, "Says `paying its cost` or `free`."),
        (operation.chance, "Chance."),
        (operation.reveals, "Nobody steps back behind it."),
        (not operation.hooked, "No event."),
    ]
    said = operation.doc
    return "".join(f" {text}" for holds, text in remarks if holds and "steps back" not in said)


def _functions() -> str:
    """Return the table of functions."""
    rows = [
        (f"`{function.shape}`", function.gives, function.doc, f"`{function.example}`")
        for function in FUNCTIONS.values()
    ]
    return _table(("Function", "Gives", "Meaning", "Example"), rows)


def _words(title: str, words: Mapping[str, str]) -> str:
    """Return a table of words with their meanings."""
    return _table((title, "Means"), [(f"`{word}`", text) for word, text in words.items()])


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '∣') for cell in line)} |" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(language_reference())
