"""The view of one seat: what it may see of a game, for people, bots and programs.

Fed by `sight`, which decides what is seen; read by `game`, and through it by everything that plays
or shows a game. A view is made when it is asked for and does not follow the game.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from interpreter.diagnostics import counted
from interpreter.engine.decisions import Decision, make_decision, seat_name
from interpreter.engine.events import BLANK, Event, make_seen_event, show_value, zone_key
from interpreter.engine.sight import ABSENT, HIDDEN, Sight
from interpreter.engine.veil import veiled
from interpreter.lang import types
from interpreter.program.layout import Register, Slots
from interpreter.program.program import Program, State


class View:
    """What a seat sees: plain data, a key, and text.

    `seat` is None for a spectator, who sees what all seats see. `decisions` is what the seat is
    asked now, `deciding` who else is to decide (chance is -2). `phase` is the name of the step that
    runs.
    """

    def __init__(self, sight: Sight, state: State, version: int) -> None:
        """Show what a sight sees; `state` is the game's, `version` that of the seat's decisions.

        Nothing that the sight looks at may change later.
        """
        program = sight.program
        self.seat = sight.seat
        self.players: int = program.layout.players
        step = state[Register.STEP]
        self.phase: str | None = program.steps[step] if step >= 0 else None
        self.over = bool(state[Register.OVER])
        self.decisions: tuple[Decision, ...] = tuple(
            make_decision(program, pending, place, version)
            for place, pending in enumerate(
                pending for pending in state[Register.PENDING] if pending[0] == sight.seat
            )
        )
        self.deciding = sight.deciding()
        self._sight = sight

    @cached_property
    def key(self) -> bytes:
        """Bytes that are equal for two games exactly if the seat cannot tell them apart."""
        return self._sight.key()

    @cached_property
    def log(self) -> tuple[Event, ...]:
        """What has happened, as far as the seat has seen it."""
        sight = self._sight
        return tuple(make_seen_event(sight.program, one, sight.seat) for one in sight.events())

    @cached_property
    def data(self) -> dict[str, Any]:
        """The game as nested plain data: kind → thing → field → text.

        A group of globals stands beside the kinds: group → field → text. A zone is a list of ids,
        or its size where only that is seen, or `?`. `pieces` has piece → place → owner → number (0
        is left out), `supply` piece → owner → number.
        """
        found: dict[str, Any] = {}
        for slots in self._sight.slots():
            values = self._sight.shown(slots)
            if slots.group in ("PIECES", "SUPPLY"):
                found.setdefault(slots.group.lower(), {})[slots.name] = _numbers(
                    self._sight.program, slots, values
                )
            elif slots.group != "MADE":
                _fill(self._sight.program, found, slots, values)
        return found

    def veiled(self) -> State:
        """Return the state with all that is not seen covered, for expressions of the language.

        See `veil`. Only functions of a program with the same layout can read it.
        """
        return veiled(self._sight)

    def text(self) -> str:
        """Return the view as a page for people: who is asked what, then what is seen of everything.

        Fields of 0, no, nothing or empty are left out, except those of players and of globals; and
        so are things that can lie in zones, but lie in none into which the seat sees.
        """
        lines = [self._headline(), *self._questions()]
        program = self._sight.program
        laid, lying = _laid(program), _lying(self.data)
        for group, held in self.data.items():
            if group in ("pieces", "supply"):
                lines.extend(_piece_lines(group, held))
            elif group in program.spec.globals:
                lines.append(f"{group}: {_line(held)}")
            else:
                keep = group == types.PLAYER.name
                lines.extend(
                    f"{name}: {line}"
                    for name, fields in held.items()
                    if keep or group not in laid or name in lying
                    if (line := _line(fields, keep=keep))
                )
        return "\n".join(lines) + "\n"

    def _headline(self) -> str:
        """Return who looks, and what the game is at."""
        who = "spectator" if self.seat is None else seat_name(self.seat)
        at = "the game is over" if self.over else (self.phase or "").replace("_", " ")
        return f"view of {who}, {counted(self.players, 'player')}, {at}"

    def _questions(self) -> list[str]:
        """Return what is asked, and of whom."""
        lines = []
        for decision in self.decisions:
            done = f" ({', '.join(decision.partial)} so far)" if decision.partial else ""
            options = ", ".join(option.id for option in decision.options)
            lines.append(f"to decide: {decision.prompt or decision.name}{done}: {options}")
        if self.deciding:
            lines.append(f"waiting for {', '.join(map(seat_name, self.deciding))}")
        return lines


def make_view(sight: Sight, state: State, version: int) -> View:
    """Return the view of a sight."""
    return View(sight, state, version)


def _laid(program: Program) -> set[str]:
    """Return the kinds of what zones hold."""
    spec = program.spec
    of_kinds = {zone.of for kind in spec.kinds.values() for zone in kind.zones}
    return of_kinds | {zone.of for group in spec.globals.values() for zone in group.zones}


def _lying(data: dict[str, Any]) -> set[str]:
    """Return what is seen to lie in some zone; in the data only zones are lists."""
    found: set[str] = set()
    waiting: list[Any] = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            found.update(value)
    return found


def _numbers(program: Program, slots: Slots, values: tuple[Any, ...]) -> dict[str, Any]:
    """Return pieces by place and owner, or a supply by owner."""
    piece, layout = program.spec.pieces[slots.name], program.layout
    owners = layout.names[piece.owner]
    if slots.group == "SUPPLY":
        return dict(zip(owners, values, strict=True))
    found: dict[str, Any] = {}
    places = layout.names[piece.place]
    for index, value in enumerate(values):
        owner, place = divmod(index, len(places))
        if value != 0:
            found.setdefault(places[place], {})[owners[owner]] = value
    return found


def _fill(program: Program, found: dict[str, Any], slots: Slots, values: tuple[Any, ...]) -> None:
    """Put a field or zone of a kind or of a group of globals into the data."""
    zone = program.layout.zones.get((slots.group, slots.name))
    shown = [_show(program, slots, value) for value in values]
    if slots.group in program.layout.names:
        things = found.setdefault(slots.group, {})
        for name, value in zip(program.layout.names[slots.group], shown, strict=True):
            if value != ABSENT:
                things.setdefault(name, {})[slots.name] = value
        return
    fields = found.setdefault(slots.group, {})
    if zone is not None and zone_key(program, zone, 0) is not None:
        fields[slots.name] = {
            zone_key(program, zone, which): value for which, value in enumerate(shown)
        }
    else:
        fields[slots.name] = shown[0]


def _show(program: Program, slots: Slots, value: Any) -> Any:
    """Return one value as it stands in the data."""
    if isinstance(value, str):
        size = value.removeprefix(HIDDEN)
        return int(size) if value != ABSENT and size else value
    if (slots.group, slots.name) not in program.layout.zones:
        return show_value(program, slots.type, value)
    shown = show_value(program, slots.type, value)
    return [] if shown == "empty" else shown.split(", ")


def _line(fields: dict[str, Any], *, keep: bool = True) -> str:
    """Return the fields of one thing in a line, without `keep` only those that say something."""
    found = []
    for name, value in fields.items():
        shown = _words(value)
        if keep or shown not in BLANK:
            found.append(f"{name.replace('_', ' ')} {shown}")
    return "; ".join(found)


def _words(value: Any) -> str:
    """Return a value of the data in words."""
    if isinstance(value, list):
        return ", ".join(value) or "empty"
    if isinstance(value, int):
        return f"{value} unseen"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_words(inner)}" for key, inner in value.items())
    return str(value)


def _piece_lines(group: str, held: dict[str, dict[str, Any]]) -> list[str]:
    """Return lines about pieces or supplies."""
    lines = []
    for piece, rows in held.items():
        parts = []
        for key, value in rows.items():
            inner = (
                value
                if not isinstance(value, dict)
                else ", ".join(f"{amount} of {owner}" for owner, amount in value.items())
            )
            parts.append(f"{key}: {inner}")
        title = piece if group == "pieces" else f"{piece} in supply"
        lines.append(f"{title}: {'; '.join(parts) or 'none'}")
    return lines
