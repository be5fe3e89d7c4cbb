"""A slow, obvious evaluator of the typed tree: the oracle that the compiled form must agree with.

It is written from the meaning of the language, not from the generated code: things are names, sets
are Python's own, half points are fractions, `nothing` is None, and a game is a generator that
yields questions. `lockstep` plays it beside a `Game`.
"""
