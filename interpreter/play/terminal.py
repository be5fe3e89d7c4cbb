"""Play stage: the game at one terminal, for people and bots; the last stage before a person's eyes.

A person sees what his seat sees. Where several people share the screen it is wiped between them,
and each asks for it before anything is shown.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from tempfile import gettempdir

from interpreter.diagnostics import (
    AnswerError,
    InternalError,
    RulesFault,
    SaveError,
    counted,
    listing,
)
from interpreter.engine import Decision, Game
from interpreter.pipeline import Pack
from interpreter.play import screen
from interpreter.play.choosing import UnclearError, answers, reason_against
from interpreter.play.console import Console, Ink
from interpreter.play.match import unfinished_message
from interpreter.play.players import Player, Seat, current, ended

_LINES_OF_LOG = 15
_COUNT = re.compile(r"[1-9][0-9]{0,8}")

HELP = """\
Type the number of an option, or a part of its name. Several things, an order and a division can be
typed on one line, such as `2 1 0`, or one after the other.

  look         what you see of the game
  log [N]      the last N things that happened (20)
  why TEXT     why something is not among the options
  value TEXT   how a value comes about now: its name, then what it is of, such as `value cost of me`
  undo         take back your last answer, as long as nobody has learnt anything from it
  reload       read the pack again, and go on with it if the game so far fits
  save FILE    keep the game; go on later with `solon play PACK --load FILE`
  quit         leave
  help         this

A word in front of which you put `=` is never a command: `=log` is an option called log."""


ReadAgain = Callable[[], tuple[Pack | None, str]]
"""Reads a pack again: the pack, None if it has errors, and what was found, in words."""


Labelled = Callable[[Game, Decision], Decision]
"""Puts what a person reads in the place of the labels of a decision's options."""


class Left(StrEnum):
    """How a terminal game ended for the people at it."""

    OVER = "over"
    QUIT = "quit"
    UNFINISHED = "unfinished"


class _QuitError(Exception):
    """The person wants to leave."""


class TerminalGame:
    """A game with a person or a bot at each seat; None among `players` is a person."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player | None],
        console: Console,
        *,
        name: str,
        command: str,
        limit: int,
        shows_log: bool = False,
        file: Path | None = None,
        read_again: ReadAgain | None = None,
        labelled: Labelled | None = None,
    ) -> None:
        """Sit down: `name` is the id of the pack, `file` the save that the game came from.

        `read_again` reads the pack as it is now, where there is one to read; `labelled` knows
        what the pack calls its things.
        `command` is how to go on with a saved game, but for the name of its file. `shows_log`
        writes all that happens, which is only for a game without people.
        """
        self._game = game
        self._players = players
        self._console = console
        self._name = name
        self._command = command
        self._limit = limit
        self._shows_log = shows_log and None not in players
        self._file = file
        self._read_again = read_again
        self._labelled = labelled
        self._seats = [Seat(game, number) for number in range(game.players)]
        self._people = [seat for seat, player in enumerate(players) if player is None]
        self._shown = [0] * (game.players + 1)
        self._at_screen: int | None = None
        self._answered_at = -1
        self._saved_version = game.version if file else -1

    def run(self) -> Left:
        """Play until the game is over or a person leaves.

        The end of the input and the limit save the game and leave. So do Ctrl-C, which is then
        raised again, and a fault of the rules.
        """
        try:
            while not self._game.over:
                if self._game.version >= self._limit:
                    self._console.write(unfinished_message(self._game), Ink.TROUBLE)
                    self.keep()
                    return Left.UNFINISHED
                self._step()
        except _QuitError:
            return Left.QUIT
        except BaseException as leaving:
            try:
                with suppress(OSError):  # perhaps nobody reads the output any more
                    self._console.write()
            finally:  # a terminal that is closed may be the end of the input and a signal
                self.keep()
            if isinstance(leaving, EOFError):
                return Left.QUIT
            raise
        self._show_end()
        return Left.OVER

    def keep(self) -> None:
        """Save the game where there is a file or one can be made, unless that is done already."""
        if not self._people or self._saved_version == self._game.version:
            return
        if self._file is not None and self._save(self._file):
            return
        for folder in (Path(), Path(gettempdir())):
            if self._save(_free_path(folder, self._name, self._game.seed)):
                return

    def _step(self) -> None:
        """Get one answer."""
        decision = current(self._game)
        seat = decision.player
        if seat is None:
            raise InternalError("a game at a terminal draws its chance itself")
        player = self._players[seat]
        if player is None:
            self._ask(seat, decision)
        else:
            self._game.play(player.choose(self._seats[seat]))
            if self._shows_log:
                self._show_log(None)

    def _ask(self, seat: int, decision: Decision) -> None:
        """Ask a person until the game has changed."""
        self._hand_over(seat)
        self._show_log(seat)
        self._console.write()
        decision = self._as_read(decision)
        screen.show_decision(self._console, decision)
        game, version = self._game, self._game.version
        while self._game is game and game.version == version:
            line = self._console.read(f"{screen.seat_name(seat)}> ").strip()
            if line:
                self._obey(line, seat, decision)
        # A game on another pack is looked at anew.
        self._answered_at = self._game.version if self._game is game else -1

    def _as_read(self, decision: Decision) -> Decision:
        """Return a decision with the labels of the pack; a label that breaks stops no game."""
        if self._labelled is None:
            return decision
        try:
            return self._labelled(self._game, decision)
        except RulesFault as fault:
            self._console.write(f"the labels of the pack break here: {fault}", Ink.TROUBLE)
            return decision

    def _hand_over(self, seat: int) -> None:
        """Give the screen to a person; nothing of the one before him stays on it."""
        if self._at_screen == seat and self._answered_at == self._game.version:
            return
        if self._at_screen != seat and len(self._people) > 1:
            self._console.clear()
            self._console.read(
                f"{screen.seat_name(seat)}, it is for you. Press Enter when you have the screen. "
            )
        self._at_screen = seat
        self._show_view(seat)

    def _obey(self, line: str, seat: int, decision: Decision) -> None:
        """Do what a line says: a command, or an answer."""
        word, _, rest = line.partition(" ")
        match word.casefold(), rest.strip():
            case "help" | "?", "":
                self._console.write(HELP)
            case "look", "":
                self._show_view(seat)
                screen.show_decision(self._console, decision)
            case "log", count if not count or _COUNT.fullmatch(count):
                events = self._game.log_for(seat)[-int(count or 20) :]
                screen.show_events(self._console, events)
            case "why", text if text:
                self._console.write(reason_against(text, self._game, decision))
            case "value", text if text:
                self._tell(text, seat)
            case "undo", "":
                self._undo(seat)
            case "reload", "":
                self._reload(seat)
            case "save", name if name:
                self._save_as(_path_of(name))
            case "save", _:
                self._console.write("save to which file? `save FILE`", Ink.TROUBLE)
            case "quit" | "exit", "":
                self._quit()
            case _:
                self._answer(line.removeprefix("="), decision)

    def _answer(self, line: str, decision: Decision) -> None:
        """Answer a decision, as it is on the screen, with what a line means."""
        try:
            for number in answers(line, self._game, decision):
                self._game.play(number)
        except UnclearError as unclear:
            self._console.write(str(unclear), Ink.TROUBLE)
        except AnswerError as refused:
            self._console.write(refused.message, Ink.TROUBLE)

    def _tell(self, text: str, seat: int) -> None:
        """Tell how a value comes about, as far as the seat sees that."""
        name, *of = (word for word in re.split(r"[\s,]+", text) if word not in {"of", "and"})
        me = screen.seat_name(seat)
        try:
            found = self._game.contributions(
                name, *(me if word == "me" else word for word in of), seat=seat
            )
        except (AnswerError, RulesFault) as refused:
            self._console.write(refused.message, Ink.TROUBLE)
        else:
            self._console.write(found.text().rstrip())

    def _undo(self, seat: int) -> None:
        """Take back the seat's last answer, or say why that cannot be."""
        try:
            self._game.undo(seat)
        except AnswerError as refused:
            self._console.write(refused.message, Ink.TROUBLE)
        self._shown = [min(shown, len(self._game.log)) for shown in self._shown]

    def _reload(self, seat: int) -> None:
        """Go on with the pack as it is now, or say why that cannot be."""
        if self._read_again is None:
            self._console.write("there is no pack to read again", Ink.TROUBLE)
            return
        pack, findings = self._read_again()
        if findings:
            self._console.write(findings)
        if pack is None:
            self._console.write("the game goes on with the pack as it was", Ink.TROUBLE)
            return
        if pack.hash == self._game.pack.hash:
            self._console.write("the pack is as it was: nothing in it has changed")
            return
        try:
            game = self._game.reload(pack)
        except SaveError as refused:
            self._console.write(self._refusal(refused, seat), Ink.TROUBLE)
            self._console.write("the game goes on with the pack as it was", Ink.TROUBLE)
            return
        self._game = game
        self._seats = [Seat(game, number) for number in range(game.players)]
        self._shown = [min(shown, len(game.log)) for shown in self._shown]
        self._saved_version = -1
        if not game.program.seen:  # else a note might tell what another has answered in secret
            for note in game.notes[1:]:
                self._console.write(note.message)
        self._console.write(f"the game goes on with the changed pack, after {self._past}")

    @property
    def _past(self) -> str:
        """How many answers the game has had, in words."""
        return counted(self._game.version, "answer")

    def _refusal(self, refused: SaveError, seat: int) -> str:
        """Return why the game does not fit a pack, without what others have answered in secret."""
        who = refused.arguments.get("seat", "")
        if not self._game.program.seen or who in {"", screen.seat_name(seat)}:
            return refused.message
        number, moment = refused.arguments["number"], refused.arguments["moment"]
        return (
            f"the game so far does not fit the changed pack: at answer {number}, {moment}, what"
            f" {who} has answered is not asked any more"
        )

    def _save_as(self, path: Path) -> bool:
        """Save to a file that the person named; another file of that name needs his word."""
        if path != self._file and os.path.lexists(path):
            reply = self._console.read(f"{path} exists. Write over it? [y/N] ")
            if not reply.strip().casefold().startswith("y"):
                return False
        return self._save(path)

    def _save(self, path: Path) -> bool:
        """Save to a file and say so."""
        try:
            self._game.save(path)
        except (OSError, SaveError) as error:
            reason = error.message if isinstance(error, SaveError) else error.strerror or str(error)
            self._console.write(f"not saved to {path}: {reason}", Ink.TROUBLE)
            return False
        self._file = path
        self._saved_version = self._game.version
        with suppress(OSError):  # saved it is, even if nobody can read that any more
            self._console.write(f"saved; go on with: {self._command} {shlex.quote(str(path))}")
        return True

    def _quit(self) -> None:
        """Leave; what would be lost is offered to be saved."""
        if self._saved_version != self._game.version:
            suggestion = self._file or _free_path(Path(), self._name, self._game.seed)
            reply = self._console.read(f"Save to {suggestion}? [Y/n, or another name] ").strip()
            if reply.casefold() in {"", "y", "yes"}:
                saved = self._save(suggestion)
            elif reply.casefold() in {"n", "no"}:
                saved = True
            else:
                saved = self._save_as(_path_of(reply))
            if not saved:
                return
        raise _QuitError

    def _show_view(self, seat: int) -> None:
        """Show what a seat sees."""
        self._console.write()
        phase = (self._game.phase or "").replace("_", " ")
        screen.show_title(self._console, f"{screen.seat_name(seat)} · {phase}")
        screen.show_view(self._console, self._game.view(seat))

    def _show_log(self, seat: int | None) -> None:
        """Show what happened since the seat looked last; None sees everything."""
        index = self._game.players if seat is None else seat
        events = self._game.log if seat is None else self._game.log_for(seat)
        new = events[self._shown[index] :]
        most = len(new) if seat is None else _LINES_OF_LOG
        if len(new) > most:
            self._console.write(f"  … `log {len(new)}` shows also what came before", Ink.QUIET)
        screen.show_events(self._console, new[-most:] if most else ())
        self._shown[index] = len(events)

    def _show_end(self) -> None:
        """Show how it ended: to the one person what he has not seen yet, to several the result."""
        if self._shows_log:
            self._show_log(None)
        if len(self._people) == 1:
            self._show_log(self._people[0])
        elif self._people:
            # The page of the one who answered last is for his eyes.
            self._console.clear()
        self._console.write()
        screen.show_outcome(self._console, ended(self._game))


def _free_path(folder: Path, name: str, seed: int) -> Path:
    """Return a path for a save where no file is yet."""
    number, path = 1, folder / f"{name}-{seed}.save.json"
    while path.exists():
        number += 1
        path = folder / f"{name}-{seed}-{number}.save.json"
    return path


def _path_of(text: str) -> Path:
    """Return the file that a person names; as in a shell, quotes and `~` may be used."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    path = Path(text[1:-1] if quoted else text)
    with suppress(RuntimeError):  # a home that nobody knows
        return path.expanduser()
    return path


def seats_in_words(names: Sequence[str]) -> str:
    """Return who sits where, for the head of a game."""
    return listing(
        (f"{screen.seat_name(seat)}: {name}" for seat, name in enumerate(names)), most=20
    )
