"""Foundation: the table of all codes, put together from one small file for each stage.

How to add a code: take the next free number in the file of its stage and write a row, with names
in braces for what the finding is about, and a paragraph of explanation. Nothing else is needed;
the code can be reported at once (`collector.report("E301", span, name="...")`).

| file | codes | stage |
|---|---|---|
| `document` | E1xx | reading YAML |
| `schema` | E2xx | shape of a document |
| `link` | E3xx | packs, names |
| `overlays` | E34x | which overlays, in which order |
| `pictures` | E393 on | how the board is drawn |
| `weaving` | E38x | what overlays put into texts |
| `syntax` | E4xx | effect text |
| `types` | E5xx | types of effects |
| `suspicions` | W6xx | what is allowed but looks wrong |
| `play` | F7xx | rules that broke in play |
| `saves` | S8xx | answers, saves, replays |
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from interpreter.codes import (
    document,
    link,
    overlays,
    pictures,
    play,
    saves,
    schema,
    suspicions,
    syntax,
    types,
    weaving,
)
from interpreter.codes.row import CodeRow, Severity

__all__ = ["CODES", "CodeRow", "Severity"]

_STAGES = (
    document,
    schema,
    link,
    overlays,
    weaving,
    pictures,
    syntax,
    types,
    suspicions,
    play,
    saves,
)

CODES: Mapping[str, CodeRow] = MappingProxyType(
    {code: row for stage in _STAGES for code, row in stage.ROWS.items()}
)
"""Every code that can be reported, in the order of the stages."""
