"""What a pair of GRU units makes of a token, as the proof of the error bound of GRU layers says."""

import random
from functools import partial
from typing import Any

import pytest
import sympy as sp

from constructions.arrays import balls
from constructions.weights.gated_pairs import gated_rnn_as_grus
from proofs.bounds import numbers
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.gru_error_steps import (
    hidden_is_near,
    multiplied,
    remembered,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.gru_pair import pair_off, units_after
from theorem_checks import Verdict

EPS = sp.Symbol("eps", positive=True)
LEMMAS = (
    pair_off,
    partial(remembered, EPS),
    partial(multiplied, EPS),
    partial(hidden_is_near, EPS),
)


@pytest.mark.parametrize("lemma", LEMMAS)
def test_it_is_proved_under_what_it_says_alone(lemma: Any) -> None:
    found = lemma()
    assert found.evidence.verdict is Verdict.PROVED
    assert found.evidence.statement.conclusion == found.said
    assert found.evidence.conditions == ()


NAMES = numbers("lam p q u w tau T d")


def drawn(draw: random.Random) -> tuple[float, ...]:
    """Return numbers that meet what is said of a pair before a token, often with equality."""
    T = draw.randint(1, 6)
    tau, d = draw.randrange(T), draw.uniform(0, 1) / (4 * T**1.5)
    u, w = (draw.choice((-d, d, draw.uniform(-d, d))) for _ in range(2))
    lam, most = draw.choice((-1, 1, draw.uniform(-1, 1))), 1.5 * tau * d
    p = draw.uniform(-most, most)
    q = min(max(p + draw.choice((-1, 1, 0)) * T * d**2, -most), most)
    return lam, p, q, u, w, tau, T, d


def test_numbers_agree() -> None:
    said, draw = pair_off().said, random.Random(3)
    sides: Any = (said.hypothesis, said.body)
    before, after = (
        sp.lambdify(NAMES, [part.rhs - part.lhs for part in side.parts], "math") for side in sides
    )
    for _ in range(500):
        values = drawn(draw)
        assert min(before(*values)) >= -1e-12
        assert min(after(*values)) >= -1e-15


@pytest.mark.parametrize("lam", [1, "-1/2", 0])
def test_the_units_are_those_of_the_shipped_network(lam: Any) -> None:
    system = balls(128)
    given = {"lam": [lam], "eps": "1/8", "W_in_m": [["3/2"]], "W_in_x": [["-1/3"]]}
    given |= {name: [[1]] for name in ("W_out_m", "W_out_x", "D")}
    weights = {name: system.array(value) for name, value in given.items()}
    layer = gated_rnn_as_grus().network("real", **weights).cells[0]
    units = sp.Rational(1, 5), sp.Rational(1, 7)
    with system.scope():
        after, _ = layer.step(system.array(list(map(str, units))), system.array([1]))
    eps = sp.Rational(1, 8)
    made = units_after(sp.Rational(lam), *units, eps * sp.Rational(3, 2), -eps / 3)
    assert [float(one) for one in after.flat] == pytest.approx(list(map(float, made)), rel=1e-12)
