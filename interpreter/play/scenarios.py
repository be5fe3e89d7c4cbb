"""Play stage: runs given / when / then of a pack and judges them; feeds `solon test`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from interpreter.definitions import Answer, Scenario
from interpreter.diagnostics import AnswerError, Diagnostic, PackError, RulesFault, counted, listing
from interpreter.engine import Decision, Game
from interpreter.engine.primitives import DONE
from interpreter.engine.scripted import ScriptedGame
from interpreter.pipeline import Pack, scenario_game
from interpreter.play.match import ANSWER_LIMIT
from interpreter.play.streams import bot_key, draw
from interpreter.source import LocatedText, Span

DECLINE = "decline"


@dataclass(frozen=True, slots=True)
class Failure:
    """What a scenario expected, what it got instead, and where it says so."""

    expected: str
    got: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one scenario: its failures, none if it passed, and what happened.

    `findings` are mistakes in the scenario itself, which then was not run.
    """

    scenario: Scenario
    failures: tuple[Failure, ...] = ()
    log: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything came as expected."""
        return not self.failures and not self.findings


class _DepartedError(Exception):
    """The game asked something else than the scenario answers."""

    def __init__(self, expected: str, got: str, span: Span | None) -> None:
        """Keep what is said of it."""
        super().__init__(expected, got)
        self.failure = Failure(expected, got, span)


def run_scenario(pack: Pack, scenario: Scenario) -> Verdict:
    """Run a scenario and judge it; a mistake in it is a finding, never an exception."""
    script = _Script(scenario)
    game: ScriptedGame | None = None
    try:
        game = scenario_game(pack, scenario)
        script.play(game)
        failures = tuple(_judge(game, scenario))
    except PackError as error:
        return Verdict(scenario, findings=error.diagnostics)
    except RulesFault as fault:
        failures = tuple(_judge_fault(fault, scenario))
    except AnswerError as refused:
        failures = tuple(_judge_refusal(refused, scenario))
    except _DepartedError as departed:
        failures = (departed.failure,)
    except Exception as error:
        error.add_note(f"in the scenario {scenario.name.text}, {scenario.name.span.place}")
        raise
    log = () if game is None else tuple(str(event) for event in game.log)
    return Verdict(scenario, failures, log)


def _judge(game: ScriptedGame, scenario: Scenario) -> Iterator[Failure]:
    """Yield what does not hold at the end."""
    if scenario.fault is not None:
        yield Failure(f"the fault {scenario.fault}", "no fault", scenario.name.span)
    for number, condition in enumerate(scenario.then):
        try:
            holds = game.test(number)
        except RulesFault as fault:
            yield Failure(_flat(condition.text), str(fault), condition.span)
            continue
        if not holds:
            yield Failure(_flat(condition.text), game.got(number), condition.span)
    yield from _judge_end(game, scenario)


def _judge_end(game: ScriptedGame, scenario: Scenario) -> Iterator[Failure]:
    """Yield what is wrong with the end: who has won, and with what results."""
    outcome = game.outcome
    if scenario.winners is not None:
        wanted = sorted(seat.text for seat in scenario.winners)
        got = sorted(_seat_name(seat) for seat in outcome.winners) if outcome else []
        if got != wanted:
            span = scenario.winners[0].span if scenario.winners else scenario.name.span
            yield Failure(
                _winners(wanted), _winners(got) if outcome else "nobody to have won yet", span
            )
    for seat, result in scenario.scores:
        index = game.program.layout.index["player"].get(seat.text)
        if outcome is None or index is None:
            yield Failure(f"{seat.text} to have {result.text}", "the game goes on", result.span)
        elif outcome.scores[index] != Fraction(result.text):
            got_text = str(float(outcome.scores[index])).removesuffix(".0")
            yield Failure(f"{seat.text} to have {result.text}", got_text, result.span)


def _winners(seats: Sequence[str]) -> str:
    """Return who has won, in words."""
    return f"{listing(seats)} to have won" if seats else "nobody to have won"


def _judge_fault(fault: RulesFault, scenario: Scenario) -> Iterator[Failure]:
    """Yield the fault that came, unless it is the one that had to come."""
    if fault.code != scenario.fault:
        expected = f"the fault {scenario.fault}" if scenario.fault else "no fault"
        chain = "".join(f", while resolving {title}" for title, _ in reversed(fault.chain[-3:]))
        yield Failure(expected, f"{fault}{chain}", fault.diagnostic.span or scenario.name.span)


def _judge_refusal(refused: AnswerError, scenario: Scenario) -> Iterator[Failure]:
    """Yield the refusal of an answer, unless it is the one that had to come."""
    if refused.code != scenario.fault:
        yield Failure("an answer that is allowed", str(refused), scenario.name.span)


def _flat(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


@dataclass(slots=True)
class _Script:
    """The answers of a scenario, given in their order as the game asks."""

    scenario: Scenario
    _left: deque[Answer] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the first answer."""
        self._left = deque(self.scenario.answers)

    def play(self, game: Game) -> None:
        """Answer until nothing is asked any more; every answer must be used."""
        while game.decision is not None:
            if game.version >= ANSWER_LIMIT:
                raise _DepartedError(
                    "an end", counted(game.version, "answer"), self.scenario.name.span
                )
            decision = self._next_asked(game)
            if len(decision.options) == 1:
                # Nobody would be asked in a game, so a scenario need not answer, but may.
                if self._left and _fits(decision, self._left[0]):
                    self._left.popleft()
                self._give(game, decision, decision.options[0].number)
            elif self._left:
                self._answer(game, decision, self._left.popleft())
            else:
                self._answer_by_default(game, decision)
        if self._left:
            answer = self._left[0]
            raise _DepartedError(
                f"somebody to be asked for {_answer_in_words(answer)}",
                "nobody was asked any more",
                _span_of(answer),
            )

    def _next_asked(self, game: Game) -> Decision:
        """Return the decision that the next answer is for; several are open in secret."""
        open_ = game.decisions
        if self._left and self._left[0].who is not None:
            who = self._left[0].who.text
            for decision in open_:
                if _seat(decision) == who:
                    return decision
        return open_[0]

    def _answer(self, game: Game, decision: Decision, answer: Answer) -> None:
        """Give a scripted answer, in as many steps as the game wants."""
        _check_asked(decision, answer)
        if not decision.composite:
            if isinstance(answer.take, tuple):
                raise _departed(decision, answer)
            self._take(game, decision, answer, answer.take.text)
            return
        steps = _Steps(answer, decision)
        first, asked = decision, decision
        while True:
            self._take(game, asked, answer, steps.next_for(asked))
            following = _same_again(game, first)
            if following is None:
                break
            asked = following
        left = steps.left
        if left:
            raise _DepartedError(
                f"{listing(left)} to be taken too", "the choice was complete", _span_of(answer)
            )

    def _take(self, game: Game, decision: Decision, answer: Answer, wanted: str) -> None:
        """Answer one step with the option of an id."""
        option = decision.option(wanted)
        if option is None:
            raise _departed(decision, answer, wanted)
        self._give(game, decision, option.number)

    def _answer_by_default(self, game: Game, decision: Decision) -> None:
        """Answer what the scenario leaves open, or fail where it says nothing of that."""
        options = decision.options
        match self.scenario.default:
            case "first":
                number = options[0].number
            case "last":
                number = options[-1].number
            case "random":
                key = bot_key(self.scenario.seed, decision.player or 0)
                number = options[draw(key, game.version, len(options))].number
            case _:
                raise _DepartedError(
                    "no further decision", _asked_in_words(decision), self.scenario.name.span
                )
        self._give(game, decision, number)

    @staticmethod
    def _give(game: Game, decision: Decision, number: int) -> None:
        """Hand an answer to the game."""
        game.answer(number, player=decision.player)


class _Steps:
    """The steps of one scripted answer: members in the order of the game, or amounts by member."""

    def __init__(self, answer: Answer, first: Decision) -> None:
        parts = answer.take if isinstance(answer.take, tuple) else (answer.take,)
        self._members = [part.text for part in parts if isinstance(part, LocatedText)]
        pairs = [part for part in parts if isinstance(part, tuple)]
        self._amounts = {key.text: amount.text for key, amount in pairs} if pairs else None
        # Steps with one option came before this one without being asked.
        for done in first.partial:
            member, _, amount = done.rpartition(": ")
            if self._amounts is not None and self._amounts.get(member) == amount:
                del self._amounts[member]
            elif done in self._members:
                self._members.remove(done)

    def next_for(self, decision: Decision) -> str:
        """Return the id of the option that a step takes; what is left over is taken as done."""
        if self._amounts is not None:
            return self._amounts.pop(decision.about or "", "0")
        if decision.kind == "order":
            return self._members.pop(0) if self._members else ""
        # Members of a set are asked for in their order, whatever the order they are written in.
        for option in decision.options:
            if option.id in self._members:
                self._members.remove(option.id)
                return option.id
        if not self._members and any(option.number == DONE for option in decision.options):
            return "done"
        return self._members[0] if self._members else ""

    @property
    def left(self) -> list[str]:
        """What was not taken, amounts of 0 aside."""
        if self._amounts is not None:
            return [name for name, amount in self._amounts.items() if amount != "0"]
        return self._members


def _same_again(game: Game, first: Decision) -> Decision | None:
    """Return the next step of the same answer, None when it is complete."""
    for decision in game.decisions:
        if decision.player == first.player and decision.id == first.id and decision.partial:
            return decision
    return None


def _check_asked(decision: Decision, answer: Answer) -> None:
    """Compare who is asked, and for what, with what the scenario says."""
    wrong_player = answer.who is not None and answer.who.text != _seat(decision)
    wrong_purpose = answer.what is not None and answer.what.text not in {
        decision.name,
        decision.prompt,
    }
    if wrong_player or wrong_purpose:
        raise _DepartedError(_answer_in_words(answer), _asked_in_words(decision), _span_of(answer))
    _check_options(decision, answer)


def _check_options(decision: Decision, answer: Answer) -> None:
    """Compare what is offered, and what is not, with what the scenario says."""
    for text in answer.offered:
        if decision.option(text.text) is None:
            raise _DepartedError(
                f"`{text.text}` to be offered", _asked_in_words(decision), text.span
            )
    for text in answer.refused:
        if decision.option(text.text) is not None:
            expected = f"`{text.text}` not to be offered"
            raise _DepartedError(expected, _asked_in_words(decision), text.span)


def _fits(decision: Decision, answer: Answer) -> bool:
    """Whether an answer is the only one that a decision allows."""
    take = answer.take
    if isinstance(take, tuple) or decision.options[0].id != take.text:
        return False
    if answer.who is not None and answer.who.text != _seat(decision):
        return False
    return answer.what is None or answer.what.text in {decision.name, decision.prompt}


def _departed(decision: Decision, answer: Answer, wanted: str | None = None) -> _DepartedError:
    """Return the departure for an answer that the game does not offer."""
    what = f"`{wanted}` among the options" if wanted else f"an answer such as {_take(answer)}"
    return _DepartedError(what, _asked_in_words(decision), _span_of(answer))


def _asked_in_words(decision: Decision) -> str:
    """Return who is asked what, with the options."""
    options = listing((option.id for option in decision.options), most=12, last="or")
    asked = decision.name or decision.prompt
    return f"{_seat(decision)} is asked for {asked}: {options}"


def _answer_in_words(answer: Answer) -> str:
    """Return a scripted answer on one line."""
    who = "somebody" if answer.who is None else answer.who.text
    what = "" if answer.what is None else f" for {answer.what.text}"
    return f"{who} asked{what}, to take {_take(answer)}"


def _take(answer: Answer) -> str:
    """Return what an answer takes, as it was written."""
    span = _span_of(answer)
    return "nothing" if span is None or answer.take == () else _flat(span.text)


def _span_of(answer: Answer) -> Span | None:
    """Return the place of what an answer takes; of the whole answer when it takes nothing."""
    take = answer.take
    if not isinstance(take, tuple):
        return take.span
    spans = [text.span for part in take for text in (part if isinstance(part, tuple) else (part,))]
    return spans[0].cover(spans[-1]) if spans else answer.span


def _seat(decision: Decision) -> str:
    """Return the name of the seat that is asked."""
    return "chance" if decision.player is None else _seat_name(decision.player)


def _seat_name(seat: int) -> str:
    """Return the name of a seat."""
    return f"player_{seat + 1}"
