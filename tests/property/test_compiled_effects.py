"""Effects drawn in the small: what is compiled does what the oracle says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Pack, load_pack
from interpreter.lang import ir
from tests.oracle.drawn_statements import drawn_body
from tests.oracle.lockstep import Lockstep

MARKET = load_pack(Path(__file__).parents[1] / "corpus" / "packs" / "market")


def with_body(body: ir.Body) -> Pack:
    """Return the market with a flow in which each player does what was drawn, twice."""
    beginning = MARKET.spec.flow[0]
    turn = MARKET.spec.flow[1]
    each = replace(turn, kind="each", condition=None, body=body)
    again = replace(each, name="again")
    spec = replace(MARKET.spec, flow=(beginning, each, again))
    parts = replace(MARKET._known, spec=spec)
    return Pack(MARKET.folder, replace(MARKET._header, key=""), parts, lambda: parts)


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_an_effect_does_what_the_oracle_says(data: Any) -> None:
    body = drawn_body(lambda least, most: data.draw(st.integers(least, most)), MARKET.spec)
    pack = with_body(body)
    seed = data.draw(st.integers(0, 1000))
    answers = data.draw(st.randoms(use_true_random=False))
    Lockstep(pack, 2, {}, seed).play(answers.randrange, 60)
