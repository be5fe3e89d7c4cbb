"""Second half of compiling, for those who look into a game: what each local of a frame is.

Fed by the routines and the scopes of their segments; the result is `Program.local_types`. The code
that runs does not need it; `engine.resample` does, to exchange hidden things in a waiting effect.
A local of which nothing is known, or which has several types in one routine, has the type None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.lang import ir, types
from interpreter.program.calls import Calls
from interpreter.program.module import Module
from interpreter.program.nodes import Routine
from interpreter.program.static import walk

LocalTypes = tuple[types.Type | None, ...]


def local_types(spec: ir.GameSpec, calls: Calls, module: Module) -> tuple[LocalTypes, ...]:
    """Return the types of the locals of each segment.

    In the order in which its frame holds them.
    """
    known: dict[tuple[tuple[str, ...], bool], Mapping[str, types.Type | None]] = {}
    found: list[LocalTypes] = []
    for number in range(len(module.segments)):
        if number not in module.scopes:
            found.append(())
            continue
        key, names, secret = module.scopes[number]
        if (key, secret) not in known:
            known[key, secret] = _types_in(spec, calls.routines[key], secret=secret)
        of = known[key, secret]
        found.append(tuple(module.temporaries.get(name, of.get(name)) for name in names))
    return tuple(found)


def _types_in(
    spec: ir.GameSpec, routine: Routine, *, secret: bool
) -> Mapping[str, types.Type | None]:
    """Return the types of the locals of a routine by their Python names.

    A name made in secret is plain inside the block and a table by player behind it.
    """
    found: dict[str, types.Type | None] = {}
    joined: dict[str, types.Type] = {}
    for name, type_ in (*parameters(spec, routine), *routine.results, *_made(spec, routine)):
        code = f"v_{name}"
        found[code] = type_ if found.get(code, type_) == type_ else None
    for node in walk(routine.body):
        if isinstance(node, ir.Secretly):
            for name, type_ in node.names:
                joined[f"v_{name}"] = types.Table(type_, (types.PLAYER,))
    return found if secret else {**found, **joined}


def _made(spec: ir.GameSpec, routine: Routine) -> Iterator[tuple[str, types.Type | None]]:
    """Yield the locals that a routine makes."""
    for node in walk(routine.body):
        if isinstance(node, ir.Let):
            yield node.name, node.value.type
        elif isinstance(node, ir.Choose | ir.Binder):
            yield node.name, node.type
        elif isinstance(node, ir.Do) and node.result is not None:
            yield node.result, _result(spec, node.event)


def _result(spec: ir.GameSpec, event: ir.Event) -> types.Type | None:
    """Return the type of what an operation or a rule gives."""
    match event.operation:
        case "draw":
            return types.ListOf(types.Kind(event.noun))
        case "create":
            return types.Kind(event.noun)
        case "roll":
            return spec.dice[event.noun].type
        case "rule":
            return types.Record(event.noun)
    return None


def parameters(spec: ir.GameSpec, routine: Routine) -> Iterator[tuple[str, types.Type | None]]:
    """Yield what a routine is called with."""
    stage, *rest = routine.key
    if stage in ("rule", "secret"):
        yield from ((item.name, item.type) for item in spec.rules[rest[0]].parameters)
    elif stage in ("effect", "effects"):
        slot = next(item for item in spec.kinds[rest[0]].slots if item.name == rest[1])
        yield from ((item.name, item.type) for item in slot.parameters)
    elif stage == "event":
        event = ir.Event(rest[0], rest[1])
        yield from ((f"arg{at}", type_) for at, type_ in enumerate(_arguments(spec, event)))
    elif stage == "hook":
        hook = spec.hooks[int(rest[0])]
        yield from ((item.name, item.type) for item in hook.each)
        for name, type_ in zip(hook.parameters, _arguments(spec, hook.event), strict=False):
            if name is not None:
                yield name, type_


def _arguments(spec: ir.GameSpec, event: ir.Event) -> tuple[types.Type | None, ...]:
    """Return the types of the arguments of an event, as far as they can be things."""
    kind = types.Kind(event.noun)
    match event.operation:
        case "remove_things" | "move_things" | "destroy" | "reveal":
            return (kind,)
        case "swap":
            return (kind, kind)
        case "create":
            return tuple(field.type for field in spec.kinds[event.noun].fields)
        case "perform":
            slots = [item for item in spec.kinds[event.noun].slots if item.type is None]
            longest = max(slots, key=lambda item: len(item.parameters))
            return (kind, *(item.type for item in longest.parameters))
        case "rule":
            return tuple(item.type for item in spec.rules[event.noun].parameters)
        case "gain" | "pay" | "lose" | "draw":
            return (types.NUMBER,)
        case "place" | "remove_pieces" | "move_pieces":
            piece = spec.pieces[event.noun]
            place = types.Kind(piece.place)
            return (types.NUMBER, types.Kind(piece.owner), place, place)
    return ()
