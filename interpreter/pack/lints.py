"""What only the whole pack shows: who needs a `me`, plans, secrecy, cycles, what is never used.

Ends `linker`.

One check, one function; `_ERRORS` and `_SUSPICIONS` are their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from interpreter.definitions import Declarations
from interpreter.diagnostics import Diagnostic
from interpreter.lang import ir
from interpreter.lang.check_base import Local, shown
from interpreter.lang.checker import TextCheck
from interpreter.lang.marks import Marks
from interpreter.lang.walk import reads_local
from interpreter.pack.bounds import find_crossed
from interpreter.pack.closures import Closures, shortest_cycle
from interpreter.pack.judged import misjudged
from interpreter.pack.link_names import PLAYER, NameLinker, plain
from interpreter.pack.link_texts import Key, Texts
from interpreter.pack.printed import check_circles, check_starts
from interpreter.pack.secrets import find_leaks
from interpreter.source import LocatedText, Span

_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(slots=True)
class Whole:
    """A pack with the notes of all its texts. `told` are the names that its scenarios write."""

    declarations: Declarations
    linker: NameLinker
    check: TextCheck
    texts: Texts
    spec: ir.GameSpec
    unread_parameters: list[tuple[str, Local]]
    closures: Closures = field(init=False)
    told: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Follow the texts once, for all checks."""
        self.closures = Closures.of(self.check.names, self.texts)
        self.told = frozenset(_told(self.declarations))

    @property
    def read(self) -> set[tuple[str, str]]:
        """What all texts read."""
        return set().union(*(marks.read for marks in self.texts.marks.values()))

    def report(self, code: str, span: Span | None, **arguments: str) -> None:
        """Report a finding that has a place."""
        if span is not None:
            self.check.collector.add(Diagnostic(code, span, arguments))


def check_whole(whole: Whole) -> ir.GameSpec:
    """Return the game with what follows from the whole, and report what looks wrong in it."""
    needs_me = whole.closures.needs_me()
    rules = {
        name: replace(rule, needs_me=needs_me(whole.texts.marks[("rule", name)]))
        for name, rule in whole.spec.rules.items()
    }
    whole.spec = replace(whole.spec, rules=rules)
    for check in _ERRORS:
        check(whole)
    # A text with an error may hold just the call, or the reading, that seems to be missing.
    if not whole.check.collector.has_errors:
        for check in _SUSPICIONS:
            check(whole)
    return whole.spec


# ---- errors ----------------------------------------------------------------------------------


def _check_me(whole: Whole) -> None:
    """Report what acts as me where nobody acts."""
    closures = whole.closures
    needs_me = closures.needs_me()
    for key, marks in whole.texts.marks.items():
        if key[0] != "step" or len(key) < 3:  # a step without players has a third part
            continue
        for call in marks.calls:
            callee = closures.nodes.get(closures.callee(call))
            if call.own and callee is not None and needs_me(callee):
                whole.report("E533", call.span, name=call.name)


def _check_actors(whole: Whole) -> None:
    """Report hooks that act as me, or ask for the actor, where an event may have none."""
    closures = whole.closures
    lacking = closures.without_me()
    events = {("rule", key[1]) for key in lacking if key[0] == "rule"}
    nobody = [
        marks for key, marks in whole.texts.marks.items() if key[0] == "step" and len(key) > 2
    ]
    for marks in (*nobody, *(closures.nodes[key] for key in lacking)):
        events |= {(one.operation, one.noun) for one in marks.caused}
    needs_me = closures.needs_me()
    for hook in whole.spec.hooks:
        event = (hook.event.operation, hook.event.noun)
        marks = whole.texts.marks[("hook", *hook.owner, hook.name)]
        if event not in events:
            continue
        if marks.actor is not None:
            whole.report("E538", hook.span, event=_said(hook.event))
        as_actor = hook.players is None and whole.spec.kinds[hook.owner[0]].in_force is None
        if marks.actor is None and as_actor and needs_me(marks):
            whole.report("E533", hook.span, name=hook.name)


def _check_plans(whole: Whole) -> None:
    """Report plans that call a rule which draws, reveals or asks somebody else."""
    closures = whole.closures
    found = (
        ("chance", closures.chancy()),
        ("reveal", closures.revealing()),
        ("other player", closures.asking_others()),
    )
    asking = closures.asking()
    for marks in whole.texts.marks.values():
        for call in marks.calls:
            if not call.plan:
                continue
            callee = closures.callee(call)
            for what, nodes in found:
                if callee in nodes:
                    whole.report("E520", call.span, what=what)
            if not call.own and callee in asking:
                whole.report("E520", call.span, what="other player")


def _check_secrecy(whole: Whole) -> None:
    """Report rules that act before all have answered in secret."""
    closures = whole.closures
    changing = closures.changing()
    for marks in whole.texts.marks.values():
        for call in marks.calls:
            if call.secret and not call.kind and closures.callee(call) in changing:
                what = f"`{call.name}` would act before all have answered"
                whole.report("E521", call.span, what=what)


def _check_printed(whole: Whole) -> None:
    """Report what must be known before a game, and reads a game or needs itself."""
    check_starts(whole.spec, whole.check.collector)
    check_circles(whole.spec, whole.check.collector)


def _check_recursion(whole: Whole) -> None:
    """Report values that need themselves."""
    marks = whole.closures.value_marks()

    def read(name: str) -> Sequence[str]:
        return sorted(marks[name].values) if name in marks else ()

    done: set[str] = set()
    for name in sorted(marks):
        way = None if name in done else shortest_cycle(name, read)
        if way is not None:
            done.update(way)
            span = whole.texts.spans.get(("value", name))
            whole.report("E330", span, name=name, chain=" → ".join(way))


# ---- suspicions ------------------------------------------------------------------------------


def _check_parameters(whole: Whole) -> None:
    """Warn of parameters that nothing reads."""
    heard: set[tuple[str, str]] = set()
    for hook in whole.spec.hooks:
        if hook.event.operation == "rule" and hook.event.noun in whole.spec.rules:
            parameters = whole.spec.rules[hook.event.noun].parameters
            heard |= {
                (hook.event.noun, parameter.name)
                for parameter, name in zip(parameters, hook.parameters, strict=True)
                if name is not None
            }
    for rule, local in whole.unread_parameters:
        if (rule, local.name) not in heard:
            whole.report("W602", local.span, name=local.name)
    modified = {modifier.value for modifier in whole.spec.modifiers}
    for value in whole.spec.values.values():
        if value.name in modified:
            continue
        for parameter in value.parameters:
            if not any(reads_local(one, parameter.name) for one in _expressions(value)):
                whole.report("W602", parameter.span, name=parameter.name)


def _expressions(value: ir.ValueSpec) -> Iterator[ir.Expression]:
    for condition, case in value.cases:
        if condition is not None:
            yield condition
        yield case
    for _, part in value.all_of:
        yield part
    for bound in (value.least, value.most):
        if bound is not None:
            yield bound


def _check_payments(whole: Whole) -> None:
    """Warn of exact payments that nothing before has looked at."""
    callers = whole.closures.callers()
    watches: dict[str, _Watch] = {}
    for key, marks in whole.texts.marks.items():
        for resource, span in marks.pays:
            watch = watches.setdefault(resource, _Watch(whole, resource))
            todo, seen, looked_at = [key], {key}, False
            while todo and not looked_at:
                current = todo.pop()
                looked_at = watch.looks(current)
                node = current[:2] if current[0] == "effect" else current
                fresh = [one for one in callers.get(node, ()) if one not in seen]
                seen.update(fresh)
                todo.extend(fresh)
            if not looked_at:
                whole.report("W603", span, resource=resource)


class _Watch:
    """Knows which texts look at one resource, by themselves or by what they call."""

    def __init__(self, whole: Whole, resource: str) -> None:
        self._whole = whole
        self._resource = resource
        self._values = whole.closures.values_that(lambda marks: resource in marks.resources)
        self._nodes = whole.closures.spread(self._reads, lambda _call: True)
        self._needs = {
            key[1]
            for key, marks in whole.texts.marks.items()
            if key[0] == "need" and self._reads(marks)
        }

    def _reads(self, marks: Marks) -> bool:
        looks = self._resource in marks.resources or bool(marks.values & self._values)
        return looks or bool(marks.possible)

    def looks(self, key: Key) -> bool:
        """Say whether a text looks at the resource."""
        marks = self._whole.texts.marks[key]
        if self._reads(marks) or (key[0] == "effect" and key[1] in self._needs):
            return True
        return any(self._whole.closures.callee(call) in self._nodes for call in marks.calls)


def _check_cycles(whole: Whole) -> None:
    """Warn of hooks that may set themselves off, with the chain by name."""
    hooks: dict[Key, list[Key]] = {}
    specs: dict[Key, ir.HookSpec] = {}
    for hook in whole.spec.hooks:
        key: Key = ("hook", *hook.owner, hook.name)
        specs[key] = hook
        hooks.setdefault((hook.event.operation, hook.event.noun), []).append(key)

    def edges(key: Key) -> Iterator[Key]:
        marks = whole.closures.nodes.get(("effect", key[1]) if key[0] == "perform" else key)
        if key[0] == "hook":
            marks = whole.texts.marks[key]
        else:
            yield from hooks.get(key, ())
        if marks is None:
            return
        own = specs.get(key)
        for event in _events(marks):
            again = own is not None and event == (own.event.operation, own.event.noun)
            # Once per event a definition may step in, so to do the thing after all is no circle.
            if own is None or not (again and own.timing == "instead of"):
                yield event

    done: set[Key] = set()
    for key in sorted(specs):
        way = None if key in done else shortest_cycle(key, edges)
        if way is None:
            continue
        done.update(way)
        chain = " → ".join(_step_name(one) for one in way)
        whole.report("W604", specs[key].span, chain=chain)


def _events(marks: Marks) -> list[Key]:
    """Return the events that a text brings about."""
    found: dict[Key, None] = {}
    for call in marks.calls:
        found[("perform" if call.kind else "rule", call.name)] = None
    for one in marks.caused:
        found[(one.operation, one.noun)] = None
    return list(found)


def _step_name(key: Key) -> str:
    if key[0] == "hook":
        return f"{key[2]}.{key[3]}"
    return _said(ir.Event(key[0], key[1]))


def _said(event: ir.Event) -> str:
    """Return an event in words."""
    if event.operation == "rule":
        return event.noun
    verb = event.operation.removesuffix("_things").removesuffix("_pieces")
    return f"{verb} {event.noun}".strip()


def _check_hooks(whole: Whole) -> None:
    """Warn of hooks that wait for what never happens."""
    caused: set[tuple[str, ...]] = set()
    for key, marks in whole.texts.marks.items():
        caused.update(_events(marks))
        if key[0] == "cost":
            caused.update(("pay", resource) for resource in marks.resources)
    for hook in whole.spec.hooks:
        if (hook.event.operation, hook.event.noun) not in caused:
            whole.report("W606", hook.span, event=f"`{_said(hook.event)}`")


def _check_rules(whole: Whole) -> None:
    """Warn of rules that nothing calls."""
    called = {
        call.name
        for key, marks in whole.texts.marks.items()
        for call in marks.calls
        if not call.kind and key != ("rule", call.name)
    }
    for rule in whole.spec.rules.values():
        if rule.name not in called and rule.name not in whole.told:
            whole.report("W607", rule.span, name=rule.name)


def _check_unread(whole: Whole) -> None:
    """Warn of stored fields, zones, values, tables, dice and options that no text names."""
    read = whole.read
    for owner, members in whole.linker.members.items():
        backs = {
            (one.noun, one.zone)
            for other in whole.linker.members.values()
            for one in other.values()
            if one.sort == "whereabouts" and (one.owner, one.name) in read
        }
        for name, member in members.items():
            sort = member.sort
            if sort not in ("field", "resource", "zone", "value") or name in whole.told:
                continue
            if (owner, name) in read or (owner, name) in backs:
                continue
            if sort == "resource" and ("resource", name) in read:
                continue
            what = "zone" if sort == "zone" else "value" if sort == "value" else "field"
            whole.report("W608", member.span, what=f"the {what} `{name}` of {owner}")
    names = whole.check.names
    for name, member in names.values.items():
        if ("value", name) not in read and name not in whole.told:
            whole.report("W608", member.span, what=f"the value `{name}`")
    for name, member in names.tables.items():
        if ("table", name) not in read and name not in whole.told:
            whole.report("W608", member.span, what=f"the table `{name}`")
    for option in whole.declarations.options:
        name = plain(option.name)
        if ("option", name) not in read and name not in whole.told:
            whole.report("W608", option.name.span, what=f"the option `{name}`")
    for die in whole.declarations.dice:
        if ("die", plain(die.name)) not in read and plain(die.name) not in whole.told:
            whole.report("W609", die.name.span, what=f"the die `{plain(die.name)}`")


def _check_types(whole: Whole) -> None:
    """Warn of kinds and word lists that nothing names."""
    read, used = whole.read, whole.linker.types.used
    for words in whole.declarations.words:
        name = plain(words.name)
        if name not in used and ("of", name) not in read and name not in whole.told:
            whole.report("W609", words.name.span, what=f"the word list `{name}`")
    acting = {modifier.owner[0] for modifier in whole.spec.modifiers}
    acting |= {hook.owner[0] for hook in whole.spec.hooks}
    for name, kind in whole.linker.kinds.items():
        unused = name not in used and ("of", name) not in read and name not in acting
        if unused and name != PLAYER and name not in whole.told:
            whole.report("W609", kind.name.span, what=f"the kind `{name}`")


def _check_leaks(whole: Whole) -> None:
    """Warn of choices and conditions that give away what is hidden."""
    for leak in find_leaks(whole.spec):
        if leak.chooser is None:
            whole.report("W611", leak.span, what=leak.what)
        else:
            whole.report("W610", leak.span, what=leak.what, chooser=leak.chooser)


def _check_judged(whole: Whole) -> None:
    """Warn of values that are judged for who acts, where they are asked of somebody else."""
    for reading in misjudged(whole.spec, whole.closures.judged()):
        whole.report("W615", reading.span, name=reading.value, subject=shown(reading.subject))


def _check_bounds(whole: Whole) -> None:
    """Report bounds between which nothing lies."""
    for finding in find_crossed(whole.spec, whole.declarations.bounds):
        whole.check.collector.add(finding)


_ERRORS: tuple[Callable[[Whole], None], ...] = (
    _check_me,
    _check_actors,
    _check_plans,
    _check_secrecy,
    _check_recursion,
    _check_printed,
    _check_bounds,
)
_SUSPICIONS: tuple[Callable[[Whole], None], ...] = (
    _check_parameters,
    _check_payments,
    _check_cycles,
    _check_hooks,
    _check_rules,
    _check_unread,
    _check_types,
    _check_leaks,
    _check_judged,
)


def _told(declarations: Declarations) -> Iterator[str]:
    """Iterate over the words that the scenarios write."""
    for scenario in declarations.scenarios:
        texts: list[LocatedText | None] = [scenario.given, scenario.when, scenario.step]
        texts += [name for name, _ in scenario.options]
        texts += scenario.then
        for text in texts:
            if text is not None:
                yield from _WORD.findall(text.text)
