"""Foundation: codes E380 to E389, what overlays cannot put into a text of the language."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E380": error(
        "the text has no line with the label `{label}`",
        "`lines` reaches a line that bears a label, `[label] statement`. Labels are what a pack "
        "offers to overlays; an overlay that acts earlier may have taken the line away. Without a "
        "label, `wrap` acts on the whole text.",
    ),
    "E381": error(
        "nothing can stand `{timing}` an expression, only `instead` of it",
        "An expression is one value and has no lines. Write `instead`; in the new expression "
        "`original` is the old value: `original + 1`.",
    ),
    "E382": error(
        "an expression has no lines, so none has the label `{label}`",
        "Labels stand at the statements of an effect. An expression is replaced as a whole: `wrap` "
        "with `instead`, where `original` is the old value.",
    ),
    "E383": error(
        "nothing can be put into {what}",
        "Text can stand before, after or instead of an effect or of a line in it, and instead of "
        "an expression. Prices, patterns, types and whatever else is written on one line are "
        "changed as a whole: `change` gives another, `scale` multiplies the amounts of a price.",
    ),
    "E384": error(
        "with what is put in here the text becomes too much: {why}",
        "A text with all that overlays put into it may be as long and as deep as a text that is "
        "written at once. `original` more than once doubles it; make a rule of what is done twice.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
