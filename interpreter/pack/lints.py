"""What only the whole pack shows: who needs a `me`, plans, secrecy, cycles, what is never used; ends `linker`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.definitions import Declarations
from interpreter.lang import ir
from interpreter.lang.check_base import Local
from interpreter.lang.checker import TextCheck
from interpreter.pack.link_texts import Texts


@dataclass(frozen=True, slots=True)
class Whole:
    """A pack with the notes of all its texts."""

    declarations: Declarations
    check: TextCheck
    texts: Texts
    spec: ir.GameSpec
    unread_parameters: list[tuple[str, Local]]


def check_whole(whole: Whole) -> ir.GameSpec:
    """Return the game with what follows from the whole, and report what looks wrong in it."""
    return replace(whole.spec)
