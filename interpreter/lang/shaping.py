"""Second half of parsing: the parser's raw tree becomes the records of `lang.syntax`.

Fed by `lang.automaton`. Little can still be wrong here: a number that is too great, a container
that is no type, and a text that is nested too deeply for anybody to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from interpreter.diagnostics import Diagnostic
from interpreter.lang import syntax
from interpreter.lang.raw import Branch, Leaf
from interpreter.lang.syntax import Body, Expression, Name, Statement, Text, TypeText
from interpreter.source import LocatedText, Span

DEEPEST = 64
"""How many levels of brackets, blocks, operators and dots may lie inside each other."""
DEEPEST_LOOPS = 16
"""How many loops may lie inside each other: Python has room for 20 in a function."""


class TooDeepError(Exception):
    """The text goes deeper than `DEEPEST`; `span` is where it passes the limit."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


class Shaper:
    """Shapes one text. `findings` are the mistakes met on the way."""

    def __init__(self, text: LocatedText) -> None:
        self.findings: list[Diagnostic] = []
        self._text = text
        self._level = 0
        self._loops = 0
        self._labels: dict[str, Span] = {}

    # ---- places, names, levels -----------------------------------------------------------------

    def _span(self, node: Leaf | Branch) -> Span:
        """Return the place of a word or of a branch, its brackets included."""
        return self._text.locate(node.start, node.end)

    def _name(self, token: Leaf) -> Name:
        return Name(str(token), span=self._span(token))

    def _maybe_name(self, token: Leaf | None) -> Name | None:
        return None if token is None else self._name(token)

    def _string(self, token: Leaf) -> Text:
        return Text(str(token)[1:-1], span=self._span(token))

    def _deeper(self, node: Branch, levels: int = 1) -> None:
        """Go down, or stop where the text passes the limit."""
        self._level += levels
        if self._level > DEEPEST:
            raise TooDeepError(self._span(node))

    # ---- whole texts ---------------------------------------------------------------------------

    def effect(self, tree: Branch) -> Body:
        """Return the statements of an effect."""
        return tuple(self._statement(child) for child in tree.children)

    def expression(self, tree: Branch) -> Expression:
        """Return an expression."""
        return self._expression(tree.children[0])

    def price(self, tree: Branch) -> tuple[syntax.Cost, ...]:
        """Return what a price asks for."""
        return self._costs(tree.children[0])

    def pattern(self, tree: Branch) -> syntax.Act:
        """Return the call that a hook waits for."""
        return self._act(tree.children[0])

    def binding(self, tree: Branch) -> syntax.Binding:
        """Return the binders of `of each`."""
        return self._binding(tree.children[0])

    def domain(self, tree: Branch) -> Expression | syntax.Range:
        """Return a range of numbers or a set."""
        child = tree.children[0]
        if not isinstance(child, str) and child.data == "range":
            least, most = map(self._expression, child.children)
            return syntax.Range(least, most, span=self._span(child))
        return self._expression(child)

    def type(self, tree: Branch) -> TypeText:
        """Return a declared type."""
        return self._type(tree.children[0])

    # ---- statements ----------------------------------------------------------------------------

    def _statement(self, node: Branch) -> Statement:
        self._deeper(node)
        shaped = self._statements[node.data](self, node)
        self._level -= 1
        return shaped

    def _block(self, node: Branch) -> Body:
        return tuple(self._statement(child) for child in node.children)

    def _labelled(self, node: Branch) -> syntax.Labelled:
        label, statement = node.children
        name = self._name(label)
        first = self._labels.setdefault(name.text, name.span)
        if first is not name.span:
            places = (("it stands here already", first),)
            self.findings.append(
                Diagnostic("E451", name.span, {"label": name.text}, related=places)
            )
        return syntax.Labelled(name, self._statement(statement), span=self._span(node))

    def _act(self, node: Branch, actor: Expression | syntax.Binder | None = None) -> syntax.Act:
        verb, what, *arguments, terms, result = node.children
        return syntax.Act(
            self._name(verb),
            None if what is None else self._object(what),
            tuple(self._argument(argument) for argument in arguments),
            None if terms is None else "free" if len(terms.children) == 1 else "cost",
            self._maybe_name(result),
            actor,
            span=self._span(node),
        )

    def _have(self, node: Branch) -> syntax.Act:
        who, call = node.children
        actor = self._binder(who) if who.data == "binder" else self._expression(who)
        act = self._act(call, actor)
        return syntax.Act(
            act.verb, act.object, act.arguments, act.terms, act.result, actor,
            span=self._span(node),
        )  # fmt: skip

    def _object(self, node: Branch) -> Expression | syntax.Amount:
        if node.data == "amount":
            number, noun = node.children
            return syntax.Amount(
                self._expression(number),
                or_all=False,
                noun=self._name(noun),
                span=self._span(node),
            )
        if node.data == "amount_or_all":
            number, noun = node.children
            return syntax.Amount(
                self._expression(number),
                or_all=True,
                noun=self._maybe_name(noun),
                span=self._span(node),
            )
        if node.data == "amount_all":
            (noun,) = node.children
            return syntax.Amount(
                None, or_all=False, noun=self._maybe_name(noun), span=self._span(node)
            )
        return self._expression(node)

    def _argument(self, node: Branch) -> syntax.Argument:
        word, value = node.children
        return syntax.Argument(
            str(word.children[0]),  # type: ignore[arg-type]  # the grammar has these words alone
            self._expression(value),
            span=self._span(node),
        )

    def _let(self, node: Branch) -> syntax.Let:
        name, value = node.children
        return syntax.Let(self._name(name), self._expression(value), span=self._span(node))

    def _asks(self, node: Branch) -> tuple[Expression | None, bool]:
        """Return who chooses (None: me) and whether he may decline."""
        chooser = None
        may = False
        for child in node.children:
            if not isinstance(child, str):
                chooser = self._expression(child)
            elif child == "may":
                may = True
        return chooser, may

    def _choose(self, node: Branch) -> syntax.Choose:
        asks, name, source, paying, prompt, *end = node.children
        chooser, may = self._asks(asks)
        return syntax.Choose(
            self._name(name),
            self._sources[source.data](self, source),
            chooser,
            may,
            () if paying is None else self._costs(paying),
            None if prompt is None else self._string(prompt),
            self._end(end[0]) if end else None,
            span=self._span(node),
        )

    def _end(self, node: Branch) -> syntax.NeverNone | syntax.IfNone:
        span = self._span(node)
        if node.data == "never_none":
            return syntax.NeverNone(span=span)
        return syntax.IfNone(self._block(node.children[0]), span=span)

    def _costs(self, node: Branch) -> tuple[syntax.Cost, ...]:
        return tuple(self._cost(child) for child in node.children)

    def _cost(self, node: Branch) -> syntax.Cost:
        amount, resource = node.children
        return syntax.Cost(self._expression(amount), self._name(resource), span=self._span(node))

    def _options(self, node: Branch) -> syntax.ChooseOption:
        asks, prompt, *options, if_none = node.children
        chooser, may = self._asks(asks)
        return syntax.ChooseOption(
            self._string(prompt),
            tuple(self._option(option) for option in options),
            chooser,
            may,
            None if if_none is None else self._block(if_none),
            span=self._span(node),
        )

    def _option(self, node: Branch) -> syntax.Option:
        label, condition, paying, block = node.children
        return syntax.Option(
            self._string(label),
            self._block(block),
            None if condition is None else self._expression(condition),
            () if paying is None else self._costs(paying),
            span=self._span(node),
        )

    def _may(self, node: Branch) -> syntax.May:
        chooser, _, prompt, paying, block, otherwise = node.children
        return syntax.May(
            self._string(prompt),
            self._block(block),
            None if chooser is None else self._expression(chooser),
            () if paying is None else self._costs(paying),
            None if otherwise is None else self._block(otherwise),
            span=self._span(node),
        )

    def _when(self, node: Branch) -> syntax.If:
        *pairs, otherwise = node.children
        branches = zip(pairs[::2], pairs[1::2], strict=True)
        return syntax.If(
            tuple(
                syntax.Branch(
                    self._expression(condition), self._block(block), span=self._span(condition)
                )
                for condition, block in branches
            ),
            None if otherwise is None else self._block(otherwise),
            span=self._span(node),
        )

    def _rounds(self, node: Branch, block: Branch) -> Body:
        """Return the block of a loop; one that lies inside too many others is a finding."""
        self._loops += 1
        if self._loops == DEEPEST_LOOPS + 1:
            self.findings.append(
                Diagnostic("E447", self._span(node.children[0]), {"most": str(DEEPEST_LOOPS)})
            )
        body = self._block(block)
        self._loops -= 1
        return body

    def _each(self, node: Branch) -> syntax.ForEach:
        binding, block = node.children
        return syntax.ForEach(
            self._binding(binding), self._rounds(node, block), span=self._span(node)
        )

    def _repeat_times(self, node: Branch) -> syntax.RepeatTimes:
        number, block = node.children
        return syntax.RepeatTimes(
            self._expression(number), self._rounds(node, block), span=self._span(node)
        )

    def _repeat_while(self, node: Branch) -> syntax.RepeatWhile:
        condition, block = node.children
        return syntax.RepeatWhile(
            self._expression(condition), self._rounds(node, block), span=self._span(node)
        )

    def _repeat_up_to(self, node: Branch) -> syntax.RepeatUpTo:
        number, condition, block = node.children
        return syntax.RepeatUpTo(
            self._expression(number),
            self._expression(condition),
            self._rounds(node, block),
            span=self._span(node),
        )

    def _secretly(self, node: Branch) -> syntax.Secretly:
        binding, block = node.children
        return syntax.Secretly(self._binding(binding), self._block(block), span=self._span(node))

    def _plan(self, node: Branch) -> syntax.Plan:
        title, block = node.children
        return syntax.Plan(self._string(title), self._block(block), span=self._span(node))

    def _go(self, node: Branch) -> syntax.Go:
        words = " ".join(node.children)
        return syntax.Go(words, span=self._span(node))  # type: ignore[arg-type]  # see the grammar

    # ---- sources of a choice -------------------------------------------------------------------

    def _where(self, node: Branch | None) -> Expression | None:
        return None if node is None else self._expression(node.children[0])

    def _one_of(self, node: Branch) -> syntax.OneOf:
        domain, where = node.children
        return syntax.OneOf(self._expression(domain), self._where(where), span=self._span(node))

    def _number_from(self, node: Branch) -> syntax.NumberFrom:
        least, most, where = node.children
        return syntax.NumberFrom(
            self._expression(least),
            self._expression(most),
            self._where(where),
            span=self._span(node),
        )

    def _yes_or_no(self, node: Branch) -> syntax.YesOrNo:
        return syntax.YesOrNo(span=self._span(node))

    def _order_of(self, node: Branch) -> syntax.OrderOf:
        return syntax.OrderOf(self._expression(node.children[0]), span=self._span(node))

    def _several(self, node: Branch) -> syntax.Several:
        domain, many, such_that = node.children
        return syntax.Several(
            self._expression(domain),
            self._many(many),
            None if such_that is None else self._expression(such_that),
            span=self._span(node),
        )

    def _division(self, node: Branch) -> syntax.Division:
        parts, binders, *limit = node.children
        return syntax.Division(
            self._many(parts),
            self._binding(binders),
            self._expression(limit[-1]) if limit and limit[-1] is not None else None,
            span=self._span(node),
        )

    def _many(self, node: Branch) -> syntax.Many:
        span = self._span(node)
        if node.data == "any_number":
            return syntax.Many("any", None, span=span)
        parts = [child for child in node.children if not isinstance(child, str)]
        numbers = [self._expression(part) for part in parts]
        if node.data == "between":
            return syntax.Many("between", numbers[0], numbers[1], span=span)
        if node.data == "up_to":
            return syntax.Many("up to", numbers[0], span=span)
        return syntax.Many("or all" if node.data == "or_all" else "exact", numbers[0], span=span)

    # ---- expressions ---------------------------------------------------------------------------

    def _expression(self, node: Branch) -> Expression:
        self._deeper(node)
        shaped = self._operands[node.data](self, node)
        self._level -= 1
        return shaped

    def _expressions(self, nodes: Sequence[Branch]) -> tuple[Expression, ...]:
        return tuple(self._expression(node) for node in nodes)

    def _plain_name(self, node: Branch) -> Name:
        (token,) = node.children
        return Name(str(token), span=self._span(node))

    def _number(self, node: Branch) -> syntax.Number:
        span = self._span(node)
        whole, point, _ = str(node.children[0]).partition(".")
        if len(whole) > 9:  # far from where a product of two could leave what a state can keep
            self.findings.append(Diagnostic("E407", span, {"number": whole}))
            return syntax.Number(0, span=span)
        return syntax.Number(int(whole), point == ".", span=span)

    def _truth(self, node: Branch) -> syntax.Truth:
        return syntax.Truth(node.children[0] == "yes", span=self._span(node))

    def _nothing(self, node: Branch) -> syntax.Nothing:
        return syntax.Nothing(span=self._span(node))

    def _empty(self, node: Branch) -> syntax.Empty:
        return syntax.Empty(span=self._span(node))

    def _field(self, node: Branch) -> syntax.Field:
        base, name = node.children
        return syntax.Field(self._expression(base), self._name(name), span=self._span(node))

    def _index(self, node: Branch) -> syntax.Index:
        base, keys = node.children
        return syntax.Index(
            self._expression(base), self._expressions(keys.children), span=self._span(node)
        )

    def _call(self, node: Branch) -> syntax.Call:
        function, arguments = node.children
        if arguments is None:
            given: Sequence[Branch] = ()
        else:
            given = arguments.children if arguments.data == "list" else (arguments,)
        return syntax.Call(self._name(function), self._expressions(given), span=self._span(node))

    def _collect(self, node: Branch) -> syntax.Collect:
        return syntax.Collect(self._expressions(node.children), span=self._span(node))

    def _record(self, node: Branch) -> syntax.Record:
        return syntax.Record(
            tuple(self._entry(child) for child in node.children), span=self._span(node)
        )

    def _entry(self, node: Branch) -> syntax.Entry:
        name, value = node.children
        return syntax.Entry(self._name(name), self._expression(value), span=self._span(node))

    def _negative(self, node: Branch) -> syntax.Negative:
        return syntax.Negative(self._expression(node.children[0]), span=self._span(node))

    def _arithmetic(self, node: Branch) -> Expression:
        """Return operands in a row nested to the left, as they are reckoned."""
        first, *others = node.children
        rest = list(zip(others[::2], others[1::2], strict=True))
        self._deeper(node, len(rest) - 1)
        left = self._expression(first)
        place = self._span(first)
        for operator, operand in rest:
            whole = operand is rest[-1][1]
            place = self._span(node) if whole else place.cover(self._span(operand))
            left = syntax.Arithmetic(
                str(operator),  # type: ignore[arg-type]  # see PLUS and TIMES in the grammar
                left,
                self._expression(operand),
                span=place,
            )
        self._level -= len(rest) - 1
        return left

    def _rounded(self, node: Branch) -> syntax.Rounded:
        operand, direction = node.children
        return syntax.Rounded(
            self._expression(operand),
            "up" if direction == "up" else "down",
            span=self._span(node),
        )

    def _negation(self, node: Branch) -> syntax.Not:
        return syntax.Not(self._expression(node.children[0]), span=self._span(node))

    def _any_of(self, node: Branch) -> syntax.Chain:
        return syntax.Chain("or", self._expressions(node.children), span=self._span(node))

    def _all_of(self, node: Branch) -> syntax.Chain:
        return syntax.Chain("and", self._expressions(node.children), span=self._span(node))

    def _comparison(self, node: Branch) -> syntax.Comparison:
        left, relation, right = node.children
        return syntax.Comparison(
            " ".join(relation.children),  # type: ignore[arg-type]  # see `relation` in the grammar
            self._expression(left),
            self._expression(right),
            span=self._span(node),
        )

    def _pick(self, node: Branch) -> syntax.Pick:
        return syntax.Pick(*self._expressions(node.children), span=self._span(node))

    def _query(self, node: Branch) -> syntax.Query:
        head, binders = node.children
        return syntax.Query(
            str(head),  # type: ignore[arg-type]  # see `query` in the grammar
            self._binding(binders),
            span=self._span(node),
        )

    def _measure(self, node: Branch) -> syntax.Query:
        head, measure, binders = node.children
        return syntax.Query(
            str(head),  # type: ignore[arg-type]  # see `query` in the grammar
            self._binding(binders),
            self._expression(measure),
            span=self._span(node),
        )

    def _binding(self, node: Branch) -> syntax.Binding:
        *binders, where = node.children
        return syntax.Binding(
            tuple(self._binder(binder) for binder in binders),
            self._where(where),
            span=self._span(node),
        )

    def _binder(self, node: Branch) -> syntax.Binder:
        name, domain = node.children
        return syntax.Binder(self._name(name), self._expression(domain), span=self._span(node))

    # ---- types ---------------------------------------------------------------------------------

    def _type(self, node: Branch) -> TypeText:
        self._deeper(node)
        span = self._span(node)
        children = node.children
        shaped: TypeText
        if node.data == "named":
            shaped = syntax.NamedType(self._name(children[0]), span=span)
        elif node.data == "optional":
            shaped = syntax.OptionalType(self._type(children[0]), span=span)
        elif node.data == "table":
            value, *keys = map(self._type, children)
            shaped = syntax.TableType(value, tuple(keys), span=span)
        else:
            word, inner = str(children[0]), self._type(children[1])
            if word not in ("set", "list"):
                place = self._span(children[0])
                self.findings.append(Diagnostic("E433", place, {"word": word}))
            container = syntax.ListType if word == "list" else syntax.SetType
            shaped = container(inner, span=span)
        self._level -= 1
        return shaped

    # ---- which rule of the grammar is shaped by what -------------------------------------------

    _statements: ClassVar[Mapping[str, Callable[[Shaper, Branch], Statement]]] = {
        "labelled": _labelled,
        "act": _act,
        "have": _have,
        "let": _let,
        "go": _go,
        "choose": _choose,
        "options": _options,
        "may": _may,
        "when": _when,
        "each": _each,
        "repeat_times": _repeat_times,
        "repeat_while": _repeat_while,
        "repeat_up_to": _repeat_up_to,
        "secretly": _secretly,
        "plan": _plan,
    }
    _sources: ClassVar[Mapping[str, Callable[[Shaper, Branch], syntax.ChoiceSource]]] = {
        "one_of": _one_of,
        "number_from": _number_from,
        "yes_or_no": _yes_or_no,
        "order_of": _order_of,
        "several": _several,
        "division": _division,
    }
    _operands: ClassVar[Mapping[str, Callable[[Shaper, Branch], Expression]]] = {
        "name": _plain_name,
        "number": _number,
        "truth": _truth,
        "nothing": _nothing,
        "empty": _empty,
        "field": _field,
        "index": _index,
        "call": _call,
        "collect": _collect,
        "record": _record,
        "negative": _negative,
        "sum": _arithmetic,
        "factors": _arithmetic,
        "rounded": _rounded,
        "negation": _negation,
        "any_of": _any_of,
        "all_of": _all_of,
        "comparison": _comparison,
        "pick": _pick,
        "query": _query,
        "measure": _measure,
    }
