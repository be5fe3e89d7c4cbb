"""Playing: from a compiled pack and answers to the next decision; the door is `Game`."""

from interpreter.engine.contributions import Contribution, Explanation
from interpreter.engine.decisions import Decision, Option
from interpreter.engine.events import Event
from interpreter.engine.game import Game
from interpreter.engine.outcome import Outcome
from interpreter.engine.view import View

__all__ = ["Contribution", "Decision", "Event", "Explanation", "Game", "Option", "Outcome", "View"]
