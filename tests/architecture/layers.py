"""The import table as data: who may import what inside `interpreter`.

A key is a module or a package; the longest key that fits a module is its row. A row lists the
modules and packages that it may import besides its own package. Rows stand in the order of the
flow, so a row names rows above it only (`test_imports.py` checks that too). A new module that no
row fits fails the test: give it a row, or put it where it belongs.
"""

_TEXT = ("source", "codes", "diagnostics")
_TYPED = ("lang.types", "lang.ir", "lang.vocabulary")

LAYERS: dict[str, tuple[str, ...]] = {
    # foundations
    "source": (),
    "arguments": (),
    "codes": (),
    "resources": (),
    "cache": (),
    "diagnostics": ("source", "codes"),
    "definitions": ("source",),
    # YAML text -> checked documents
    "document": (*_TEXT,),
    # effect text -> typed tree; knows no file format, so three names and a string test it
    "lang": (*_TEXT, "cache", "definitions"),
    # documents -> one linked pack
    "pack": (*_TEXT, "resources", "definitions", "document", "lang"),
    # overlays: which, in which order, and what they change in the documents
    "overlay": (*_TEXT, "resources", "definitions", "document", "pack"),
    # typed tree -> something that runs
    "program": (*_TEXT, "definitions", *_TYPED),
    # playing: knows nothing of files, text or grammars
    "engine": (
        *_TEXT,
        "arguments",
        *_TYPED,
        "program.budget",
        "program.faults",
        "program.layout",
        "program.module",
        "program.program",
        "program.telling",
    ),
    # the files of packs that games were saved with
    "kept": ("cache", "pack"),
    # a checked pack, and the texts of scenarios beside it
    "checked": (
        *_TEXT,
        "arguments",
        "cache",
        "kept",
        "definitions",
        "lang",
        "overlay",
        "program",
        "engine",
    ),
    "scenario_texts": (
        *_TEXT,
        "arguments",
        "definitions",
        "lang",
        "pack",
        "program",
        "engine",
        "checked",
    ),
    # the whole load, top to bottom
    "pipeline": (
        *_TEXT,
        "arguments",
        "cache",
        "resources",
        "definitions",
        "document",
        "lang",
        "pack",
        "overlay",
        "checked",
        "scenario_texts",
    ),
    # the pack that a saved game means
    "reopening": (
        *_TEXT,
        "resources",
        "pack",
        "overlay",
        "engine",
        "kept",
        "checked",
        "pipeline",
    ),
    "play": (
        *_TEXT,
        "arguments",
        "resources",
        "definitions",
        "program.program",
        "engine",
        "pipeline",
        "reopening",
    ),
    "show": (*_TEXT, "definitions", "lang", "pack", "program.program", "engine", "play"),
    # the public names
    "": ("diagnostics", "checked", "pipeline", "engine", "play"),
    # the command
    "cli": (
        *_TEXT,
        "arguments",
        "resources",
        "definitions",
        "lang",
        "pack",
        "overlay",
        "pipeline",
        "reopening",
        "engine",
        "play",
        "show",
    ),
    "__main__": ("cli",),
}

# Each library in the one module (or package) that may import it.
THIRD_PARTY: dict[str, str] = {
    "yaml": "document.reader",
    "jsonschema": "document.schema",
    "lark": "lang.tables",
    "click": "cli",
}

# Standard modules that would let chance, the clock or the machine into a game: (module, where not).
FORBIDDEN: tuple[tuple[str, str], ...] = (
    ("random", ""),
    ("secrets", ""),
    ("uuid", ""),
    ("locale", ""),
    ("time", "engine"),
    ("datetime", "engine"),
    ("os", "engine"),
    ("time", "program"),
    ("os", "program"),
)
