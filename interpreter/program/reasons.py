"""Third step of compiling, the reasons.

For each decision a function that tells why something is not among its options.

A base of `statements.Statements`. A function `why_<site>(S, K, candidate)` gives the number of a
reason in the program's list of texts, -1 when it knows none; it runs in the frame of the decision,
so it sees the locals of the text. The reasons are the parts of conditions in the words of the
pack: names of `all of` parts, the `else` of needs, else the text of the condition itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.lang import ir, types
from interpreter.program.module import Function, conjuncts
from interpreter.program.writer import Writer


def text_of(node: ir.Expression) -> str:
    """Return a condition that does not hold, as it stands in the pack."""
    text = "" if node.span is None else " ".join(node.span.text.split())
    return f"this does not hold: {text}"


class Reasons(Writer):
    """Writes the functions of reasons."""

    def write_reasons(
        self,
        site: int,
        segment: int,
        candidate: str,
        *,
        domain: str | None,
        tests: Sequence[ir.Expression],
        payable: str | None,
    ) -> None:
        """Write why a candidate is not among the options of a choice."""
        function = self._open(site, segment, candidate)
        if domain is not None:
            with function.block(f"if {candidate} not in {domain}:"):
                function.add(f"return {self.module.reason('it is not among those to choose from')}")
        self._refusals(function, tests)
        if payable is not None:
            with function.block(f"if not ({payable}):"):
                function.add(f"return {self.module.reason('the price cannot be paid')}")
        function.add("return -1")
        self.module.close(function)

    def write_branch_reasons(
        self, site: int, segment: int, branches: Sequence[ir.Branch], payables: Sequence[str | None]
    ) -> None:
        """Write why a labelled block is not open."""
        function = self._open(site, segment, "v_label")
        for number, (branch, payable) in enumerate(zip(branches, payables, strict=True)):
            with function.block(f"if v_label == {number}:"):
                self._refusals(function, () if branch.condition is None else (branch.condition,))
                if payable is not None:
                    with function.block(f"if not ({payable}):"):
                        function.add(f"return {self.module.reason('the price cannot be paid')}")
        function.add("return -1")
        self.module.close(function)

    def _open(self, site: int, segment: int, candidate: str) -> Function:
        """Open the function of a site; its frame is that of the decision."""
        function = self.module.open_function("reasons", f"why_{site}", ["S", "K", candidate])
        function.add(f"{', '.join(['_', 'k', 'me', *self.saved[segment]])} = K")
        return function

    def _refusals(self, function: Function, tests: Sequence[ir.Expression]) -> None:
        """Write a refusal for each condition that does not hold."""
        for test in tests:
            for part in conjuncts(test):
                holds = self.expressions.truth(part)
                with function.at(part.span), function.block(f"if not {holds}:"):
                    function.add(f"return {self._reason(part)}")

    def _reason(self, part: ir.Expression) -> str:
        """Return the code of the number of the reason why a condition does not hold."""
        if isinstance(part, ir.Computed) and self.values.spec.values[part.value].all_of:
            subject = () if part.subject is None else (part.subject,)
            codes = [self.expressions.value(item) for item in (*subject, *part.arguments)]
            return f"{self.values.parts_function(part.value)}({', '.join(['S', self.me, *codes])})"
        if isinstance(part, ir.Function) and part.name == "possible":
            definition = part.arguments[0]
            if isinstance(definition.type, types.Kind):
                codes = [self.expressions.value(item) for item in part.arguments]
                function = self.values.needs_function(definition.type.name)
                return f"{function}({', '.join(['S', self.me, *codes])})"
        return str(self.module.reason(text_of(part)))
