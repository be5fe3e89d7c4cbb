"""Foundation: codes E1xx and W1xx, what can be wrong with a file as such."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error, warning

ROWS: Mapping[str, CodeRow] = {
    "E101": error(
        "{file} cannot be read: {reason}",
        "The file is missing, is a folder, or may not be opened. Check the path and its rights.",
    ),
    "E102": error(
        "the file is not UTF-8: byte {byte} at offset {offset}",
        "Content is always read as UTF-8, on every system, so that an accent or a curly quote "
        "means the same everywhere. Save the file as UTF-8 in your editor; a byte-order mark "
        "at its start is allowed.",
    ),
    "E103": error(
        "the character {character} is not allowed",
        "Control characters, invisible marks inside a file and rare line separators are refused, "
        "because editors do not show them and programs disagree about them. Delete the character.",
    ),
    "E104": error(
        "the file is too large: {size} bytes, the limit is {limit}",
        "Content files are written by people; one of this size is a mistake, or should be split.",
    ),
    "E110": error(
        "the key `{key}` is written twice",
        "In YAML the second of two equal keys would silently replace the first, and half of what "
        "was written would be lost. Merge both into one, or delete one. `1` and `'1'` are the same "
        "key, since every key is read as text.",
    ),
    "E111": error(
        "the tag `{tag}` is not allowed",
        "A word that begins with `!` is a tag in YAML: it asks the program to build something of "
        "another type. Content has no tags. If it is part of a text, put the text in quotes.",
    ),
    "E112": error(
        "there is no anchor `&{name}` for `*{name}`",
        "A value that begins with `*` is an alias in YAML: it repeats what was marked with `&` and "
        "the same name earlier in the file. If it is part of a text, put the text in quotes.",
    ),
    "E113": error(
        "`*{name}` stands inside the very thing that it repeats",
        "An alias repeats what its anchor marks; inside of that it would never end.",
    ),
    "E114": error(
        "the aliases of this file repeat too much, from `*{name}` on",
        "Aliases of aliases grow without limit from a few lines. Far fewer do for a game: write "
        "shared definitions once and refer to them by id.",
    ),
    "E115": error(
        "lists and mappings are nested deeper than {limit} levels",
        "No content needs that depth; a bracket is probably missing or a line repeated.",
    ),
    "E116": error(
        "a list or mapping cannot be a key",
        "Keys are words. A key in brackets usually is a text that begins with a bracket and should "
        "stand in quotes.",
    ),
    "E117": error(
        "there is no key before the colon",
        "Each line of a mapping is `key: value`. Write the key, or put a text that begins with a "
        "colon in quotes.",
    ),
    "E118": error(
        "only a mapping can be merged with `<<`",
        "`<<: *name` adds the keys of a mapping that was marked with `&name`. A list after `<<` "
        "must hold such mappings.",
    ),
    "E119": error(
        "the anchor `&{name}` is used twice",
        "Which of the two an alias means would depend on where it stands. Give one another name.",
    ),
    "E120": error(
        "a second document begins here",
        "`---` begins a new YAML document. Tools check only the first one of a file and lose the "
        "rest, so a file holds one. Move the second into a file of its own.",
    ),
    "W121": warning(
        "nothing follows this `---`",
        "`---` begins a new YAML document, but the file ends. Delete the line.",
    ),
    "W122": warning(
        "the file is empty",
        "The file has no content, or only comments. Delete it, or write what belongs there.",
    ),
    "E130": error(
        "a tab is used for indentation",
        "YAML indents with spaces only, since a tab is as wide as each editor likes. Most editors "
        "can be told to write spaces for the tab key.",
    ),
    "E131": error(
        "the text contains `: `, which YAML takes for a key",
        "In a text without quotes a colon with a space behind it (or at the end of the line) "
        "begins a value. Put the text in quotes, or write it on the next lines after `|` or `>-`.",
    ),
    "E132": error(
        "a text cannot begin with `{sign}` unless it stands in quotes",
        "At the beginning of a value the signs [ ] { } * & ! % @ ` , have a meaning of their own "
        "in YAML. Put the text in quotes, or write it on the next lines after `|` or `>-`.",
    ),
    "E133": error(
        "this quote {quote} is not closed",
        "A text in quotes goes on until the next quote of the same kind, over any number of lines, "
        "so the place where reading fails is often far below. Close the quote where the text ends.",
    ),
    "E134": error(
        "text goes on behind the closing {quote}",
        "A value in quotes ends at the closing quote. Put the whole text in quotes; inside single "
        "quotes an apostrophe is written twice.",
    ),
    "E135": error(
        "`{escape}` means nothing in double quotes",
        'In double quotes a backslash begins an escape such as \\n or \\". In single quotes it is '
        "an ordinary sign. Paths are written with forward slashes on every system.",
    ),
    "E136": error(
        "the indentation of this line fits no line above: {line}",
        "Indentation says what belongs to what. Keys of one mapping, and items of one list, begin "
        "in the same column; what belongs to a key is indented deeper than the key.",
    ),
    "E137": error(
        "this line has no `: `",
        "Among the keys of a mapping each line is `key: value`, with a space behind the colon. If "
        "the line continues the text above, indent it deeper than the key of that text.",
    ),
    "E138": error(
        "`{opening}` is not closed by `{closing}`",
        "A list in brackets or a mapping in braces may go over several lines, but must be closed. "
        "If the bracket is part of a text, put the text in quotes.",
    ),
    "E139": error(
        "{found} stands among {among}",
        "At one place there is either a list (each item begins with `- `) or a mapping (each line "
        "is `key: value`), never both. Indent it deeper if it belongs to the line above.",
    ),
    "E140": error(
        "text stands on the same line as `{sign}`",
        "`|` and `>` announce a text on the following, indented lines; nothing but a comment may "
        "stand behind them.",
    ),
    "E141": error(
        "`{escape}` makes a control character of this",
        "In double quotes \\t is a tab and \\n a line end. In a path or a name that is never "
        "meant. Use single quotes, in which a backslash is an ordinary sign, or forward slashes.",
    ),
    "E142": error(
        "an invisible character stands beside the key `{key}`",
        "A no-break space or a similar sign, often copied from a web page, became part of the key, "
        "so that the key is not the one that it seems to be. Delete it and type spaces.",
    ),
    "E143": error(
        "from here on this is not YAML",
        "The structure of the file breaks here, or shortly before. Look for a missing quote, "
        "bracket, colon or space in this line and the one above.",
    ),
    "E144": error(
        "something is missing before `{sign}`",
        "Between commas and brackets there must be a value. If the sign is part of a text, put the "
        "text in quotes.",
    ),
    "E145": error(
        "a comma is missing before `{text}`",
        "The items of a list in brackets, and the keys of a mapping in braces, are separated by a "
        "comma and a space.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
