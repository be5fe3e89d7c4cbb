"""Foundation: codes W6xx, what is allowed but looks like a mistake."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.codes.row import CodeRow, note, warning

ROWS: Mapping[str, CodeRow] = {
    "W601": warning(
        "`{name}` is made here and never read",
        "A name that nothing reads is often a misspelt one, or an effect that was forgotten.",
    ),
    "W602": warning(
        "the parameter `{name}` is never read",
        "Neither the text nor any hook that waits for the rule reads the parameter.",
    ),
    "W603": warning(
        "nothing sees to it that {resource} suffices for this",
        "`pay` is exact: too little breaks the rules in play. Neither this text nor any that leads "
        "to it looks at the resource first. Make it a price (`paying`, `cost`), test it, or write "
        "`lose N or all`.",
    ),
    "W604": warning(
        "this may set itself off: {chain}",
        "Hooks answer events, and what they do is an event again. If nothing in the chain stops "
        "it, the step budget of the engine will, with a fault.",
    ),
    "W605": warning(
        "this is never reached",
        "Every way through the lines before leaves the loop, the rule or the game.",
    ),
    "W606": warning(
        "nothing in the pack causes {event}",
        "The hook waits for an event that no text of the pack causes, so it never acts.",
    ),
    "W607": warning(
        "the rule `{name}` is never called",
        "No step of the flow, no rule, effect or hook calls it.",
    ),
    "W608": warning(
        "nothing ever reads {what}",
        "It is declared, and perhaps set, but no text asks for it.",
    ),
    "W609": warning(
        "nothing uses {what}",
        "It is declared, and no type, text or family names it.",
    ),
    "W610": warning(
        "what can be chosen here shows {what}, which {chooser} may not see",
        "The options of a choice tell the chooser which things there are. If he may not see them, "
        "reveal them first, or let who sees them choose.",
    ),
    "W611": warning(
        "what follows shows {what}, which not everybody may see",
        "Everybody sees which way a rule goes. A condition that reads what nobody may see gives it "
        "away.",
    ),
    "W612": warning(
        "`{overlay}` does not come after `{name}`: that would be a cycle, {chain}",
        "What an overlay says with `after` is a wish. Where such wishes, and what overlays extend "
        "and require, lead back to where they began, the wish of the overlay whose id comes first "
        "is dropped. Take one `after` of the cycle away, so that the order is what somebody "
        "meant.",
    ),
    "W613": note(
        "`{overlay}` is left out too, since it needs `{name}`",
        "There is nothing wrong with this overlay, but with one that it extends or requires. When "
        "that is mended, both are there.",
    ),
    "W614": warning(
        "`{old}` is called `{new}` now",
        "The pack or another overlay has renamed it. The new name is taken; write it, since the "
        "note about the old one may go some day.",
    ),
    "W615": warning(
        "`{name}` depends on who acts, and is asked of `{subject}` here",
        "A value that asks `possible(…)`, by itself or by what it reads, is judged for the one who "
        "acts: the needs and the cost are his. Asked of another player it mixes both. Ask it of "
        "`me`, or write in the value what is to hold for its player instead of `possible`.",
    ),
}
"""The codes of this stage; the first free number is the next one."""
