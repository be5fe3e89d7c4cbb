"""Playing: from a compiled pack and answers to the next decision; the door is `Game`."""

from interpreter.engine.decisions import Decision, Option
from interpreter.engine.events import Event
from interpreter.engine.game import Game
from interpreter.engine.outcome import Outcome
from interpreter.engine.view import View

__all__ = ["Decision", "Event", "Game", "Option", "Outcome", "View"]
