"""Foundation: codes E4xx, what can be wrong with the form of an effect text.

Merged into the table by the package. `lang.mistakes` finds them.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, error

ROWS: Mapping[str, CodeRow] = {
    "E401": error(
        "`{found}` does not fit here",
        "The text is not of the language from this place on. The note says what could stand "
        "here. Common causes are a small word that is missing (`of`, `from`, `to` …), two "
        "statements on one line, and words in another order than the language has: verb, "
        "how many, what, then the other arguments.",
    ),
    "E402": error(
        "the line ends too early, after `{before}`",
        "Something is missing at the end of the line or of the text. The note says what "
        "could follow.",
    ),
    "E403": error(
        "{what} is expected, but the text is empty",
        "A key that holds text of the language must say something. To do nothing on "
        "purpose, write `nothing`.",
    ),
    "E404": error(
        "`{sign}` is not a sign of the language",
        "Conditions are written in words: `is`, `is not`, `and`, `or`, `not`; only `<`, "
        "`<=`, `>`, `>=` and the signs of arithmetic are as usual. Prompts stand in plain "
        "double quotes, and each statement on a line of its own.",
    ),
    "E405": error(
        "the text in quotes is not closed",
        'A prompt or label begins and ends with `"` on the same line. A quote cannot stand '
        "inside it.",
    ),
    "E406": error(
        "a space is missing in `{text}`",
        "A number and the word after it are two words: `3 points`, not `3points`. A name begins "
        "with a letter.",
    ),
    "E407": error(
        "`{number}` is too great",
        "A number in a text has at most nine digits.",
    ),
    "E408": error(
        "`{number}` is neither a whole number nor a half",
        "The language knows whole numbers and exact halves (2.5). Other parts are reckoned "
        "with a division that says how it rounds: `2 * n / 3 rounded down`.",
    ),
    "E409": error(
        "a tab stands at the head of the line",
        "Blocks are made by spaces, since a tab is as wide as each editor likes. Replace it "
        "with four spaces.",
    ),
    "E410": error(
        "the line stands at no level of the text above",
        "Lines of one block begin in the same column. This one begins left of the block "
        "above it, but not in the column of any block around it.",
    ),
    "E411": error(
        "the line is indented, but nothing above opens a block",
        "A block follows a line that ends with `:`. Either that colon is missing above, or "
        "the line belongs further to the left.",
    ),
    "E412": error(
        "`{word}` should stand further to the right: the line above opens a block",
        "What belongs to the line with the colon stands on the next lines, further to the "
        "right; or one short statement stands on the same line, behind the colon.",
    ),
    "E413": error(
        "the bracket `{bracket}` is not closed",
        "Every bracket that is opened must be closed. Inside brackets a text may go on over "
        "several lines, so the mistake shows only further down.",
    ),
    "E414": error(
        "`{bracket}` closes nothing that is open here",
        "Brackets close in the order in which they were opened, each with its own kind.",
    ),
    "E415": error(
        "`and` and `or` meet without brackets",
        "`a or b and c` is read in two ways, so the language wants to be told: `(a or b) "
        "and c`, or `a or (b and c)`.",
    ),
    "E416": error(
        "comparisons cannot follow each other",
        "A comparison has two sides. For a middle between two bounds write both: `1 <= n "
        "and n <= 3`.",
    ),
    "E417": error(
        "`=` stands only in `let name = value`",
        "Two values are compared with `is` (`if face is 3:`), and what is there already is "
        "changed with `set` (`set game.round to 3`).",
    ),
    "E418": error(
        "`{word}` is a word of the language and names nothing",
        "The words of the language stand for themselves in every text. Choose another name; "
        "behind a dot any word may stand (`game.end`).",
    ),
    "E419": error(
        "the text is nested more than {most} levels deep",
        "Nobody can read that. Give parts of the text names with `let`, or make a value or "
        "a rule of them.",
    ),
    "E420": error(
        "the text has {size} characters, more than {most}",
        "One text of this length was not written by hand. Split it into rules.",
    ),
    "E421": error(
        "a colon is missing after `{before}`",
        "A line that opens a block ends with `:`; the block follows, indented, or one short "
        "statement stands on the same line.",
    ),
    "E422": error(
        "`{word}` belongs to nothing above",
        "`else` follows the block of an `if` in the same column, `otherwise` that of a `may`; "
        "`if none` is the last of the blocks under `choose one of`. "
        "Behind `may choose` it stands on the same line, after a comma: `may choose card from "
        "me.hand, otherwise: leave rule`.",
    ),
    "E423": error(
        "`if … then …` needs an `else`",
        "A value must be there in both cases: `if a then b else c`. A statement that does "
        "something only sometimes is written `if a: …`.",
    ),
    "E424": error(
        "a choice says what and from what",
        "`choose NAME from SET`, where NAME is what you call the answer afterwards: `choose "
        "card from me.hand`. How many follows the set: `choose cards from me.hand taking "
        "2`.",
    ),
    "E425": error(
        "a condition inside something else stands in brackets",
        "Arguments are values; so that the end of each is plain, a comparison or an `and` "
        "is bracketed: `set found to (a > b)`.",
    ),
    "E426": error(
        "`{word}` is not a statement of the language; here it is `{ours}`",
        "The language has its own few words for this.",
    ),
    "E427": error(
        "`{word}` is not a name: names are small letters, digits and `_`",
        "Names begin with a small letter. The title of a thing is for people and stands in "
        "`title`.",
    ),
    "E428": error(
        "`{found}` should stand before what it counts: who acts comes with `have`",
        "A statement begins with its verb; without a subject it is `me` who acts. Somebody "
        "else comes first, with `have`: `have winner gain 3 points`.",
    ),
    "E429": error(
        "a statement begins with a verb, and a dot only asks",
        "`game.round` is a question. To change it write `set game.round to 3`; to let "
        "somebody act, `have winner.other gain 3 points`.",
    ),
    "E430": error(
        "`may` is followed by a prompt or by `choose`",
        'Permission is a question to somebody: `may "Keep it?": …`, or `may choose card from …`.',
    ),
    "E431": error(
        "a loop is written `for each NAME in SET:`",
        "The name stands for one member after the other. All answering at once is `secretly "
        "for each NAME in SET:`.",
    ),
    "E432": error(
        "a repetition says how often",
        "`repeat N times:`, `repeat while CONDITION:`, or `repeat up to N times while CONDITION:`.",
    ),
    "E433": error(
        "there is no type `{word} of …`",
        "The types that hold others are `set of K` and `list of K`.",
    ),
    "E434": error(
        "what ends is not said",
        "`leave loop` ends the innermost loop, `leave rule` this rule, effect or hook; "
        "`next` goes on with the next round; `end game` ends the game.",
    ),
    "E435": error(
        "only a short statement stands behind a colon on the same line",
        "Calls, `let`, `next`, `leave …` and `nothing` may stand there. What has a block or "
        "asks a question is written on the next line, further to the right.",
    ),
    "E436": error(
        "a comma is missing before `{word}`",
        "The end of a choice is set off: `choose card from me.hand, if none: nothing`, or "
        "`…, never none`; with `may` `may choose card from me.hand, otherwise: nothing`.",
    ),
    "E437": error(
        "the character `{character}` means nothing in the language",
        'Names are small letters, digits and `_`; numbers, prompts in `"`, and the signs `+ '
        "- * / < > = ( ) [ ] , : .` are all there is.",
    ),
    "E438": error(
        "the prompt of the choice is missing",
        '`choose one of "Pay":` asks the question in quotes, and ends with a colon; its '
        "labelled blocks follow, indented.",
    ),
    "E439": error(
        "the language has no articles: leave out `{word}`",
        "Names stand alone: `choose card from me.hand`, not `choose a card from my hand`. "
        "If it is meant as a name, something is missing between it and the next word.",
    ),
    "E440": error(
        "a query or an `if` inside something bigger stands in brackets",
        "`all`, `count`, `any`, `no`, `first`, `sum of`, `highest of` … reach to the end of "
        "their condition; brackets show where that is: `3 + (count card in me.hand)`.",
    ),
    "E441": error(
        "the number stands before what it counts",
        "How many comes right behind the verb, then what: `gain 3 points`.",
    ),
    "E442": error(
        "`repeat up to` wants a `while` that says what ends it sooner",
        "Nobody is asked whether to go on. `repeat N times:` does it exactly N times; `repeat up "
        "to N times while CONDITION:` ends when the condition fails; where somebody may stop, "
        "the block lets him choose and says `leave loop`.",
    ),
    "E443": error(
        "with `may` the end of a choice is written `otherwise:`",
        "Who may choose can also decline, so `if none` would say too little and `never none` too "
        "much. `may choose card from me.hand, otherwise: leave rule` says what happens when it "
        "is declined or there is nothing to choose; without an end the name is then nothing.",
    ),
    "E444": error(
        "without `may` the end of a choice is written `if none:`",
        "Nobody can decline a plain `choose`, so only one thing can be missing: something to "
        "choose from. `choose card from me.hand, if none: leave rule` says what happens then. If "
        "it can be declined, write `may choose`, and `otherwise:` at its end.",
    ),
    "E445": error(
        "how many are taken is not written `{words}`",
        "`taking 2` is exactly 2, `taking 2 or all` as many as there are up to 2 and no fewer, "
        "`taking up to 2` none, one or two, `taking 1 to 2` one or two, `taking any number` none "
        "to all. At least one is `taking 1 to size(S)`.",
    ),
    "E446": error(
        "an amount has no `{words}`",
        "A bound is a function: `gain min(2, n) points`, `gain max(1, n) points`. As many as "
        "there are, but 2 at most, is `2 or all`. How many somebody wants is a choice of its "
        "own: `choose n from 0 to 2`, then `draw n from …`.",
    ),
    "E447": error(
        "loops lie inside each other more than {most} deep",
        "Nobody can follow that. Make a rule of the inner loops, or go through several sets in one "
        "loop: `for each a in S, b in T:`.",
    ),
    "E448": error(
        "a division is not written with `{words}`",
        "`choose lost by dividing 6 among area in areas`: a number, `6 or all` (all that there is "
        "room for) or `up to 6` (some of them), then a name for each member and the set. `where` "
        "leaves members out, and last `up to 2 each` bounds what each gets. `lost[area]` is then "
        "how much.",
    ),
    "E449": error(
        "who acts is not said with `{words}`",
        "`have winner gain 3 points` is one call by somebody, `have each player in players gain 3 "
        "points` the same call by each of a set. Everything else goes into the block of a loop: "
        "`for each player in players where player.points > 3:`, and below it `have player …`.",
    ),
    "E450": error(
        "a query is not written with `{words}`",
        "`all`, `count`, `any`, `no`, `first` are followed by `x in SET where …`; `sum of`, "
        "`highest of`, `lowest of` and `ranking of` by what is measured, then `for x in SET where "
        "…`. The best three are `top((ranking of card.price for card in me.hand), 3)`; the best "
        "one is `first(ranking of …)`, and `size(SET)` is how many there are.",
    ),
    "E451": error(
        "the label `{label}` stands twice in one text",
        "A label is how an overlay finds one line, so each line has its own.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
