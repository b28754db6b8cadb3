"""What one pair of LSTM units keeps: proved, and true of the pair in numbers."""

import random
from typing import Any

import pytest
import sympy as sp

from proofs.bounds import Lemma
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.lstm_error_lemmas import (
    hidden_pair,
    named,
    product_pair,
)
from theorem_checks import Verdict

EPS = sp.Symbol("epsilon", positive=True)
LEMMAS = {"hidden state": hidden_pair, "product": product_pair}


@pytest.fixture(scope="module", params=LEMMAS)
def lemma(request: pytest.FixtureRequest) -> Lemma:
    return LEMMAS[request.param](EPS)


def meets(parts: Any, values: dict[Any, Any]) -> bool:
    return all(float((part.rhs - part.lhs).subs(values)) >= -1e-15 for part in parts)


def drawn(draw: random.Random) -> dict[Any, Any]:
    """A pair that is early, and not far from what it has to be."""
    T, M, eps = draw.randint(1, 4), draw.uniform(0.1, 1), 1 / 50
    near = eps * M
    h, tau = draw.uniform(-1, 1) * M * M, draw.randint(1, T) - 1
    h, lam = h if tau else 0.0, draw.choice([-1, 1, draw.uniform(-1, 1)])
    a, apart = draw.uniform(-1, 1) * near, eps**2 * h / 2
    m, t = (draw.choice([-1, 1]) * M for _ in "mt")
    given = lam, m, t, a, a - apart, apart / 2, h, tau, T, M
    return {EPS: eps, **named("lam m t a b Q h tau T M", *given)}


def test_it_is_proved_under_what_it_says_alone(lemma: Lemma) -> None:
    assert lemma.evidence.verdict is Verdict.PROVED
    assert lemma.evidence.statement is not None
    assert lemma.evidence.statement.conclusion == lemma.said
    assert lemma.evidence.conditions == ()


def test_pairs_in_numbers_agree(lemma: Lemma) -> None:
    draw, met, said = random.Random(11), 0, lemma.said
    known, body = getattr(said.hypothesis, "parts", ()), getattr(said.body, "parts", ())
    for _ in range(16):
        values = drawn(draw)
        if meets(known, values):
            met += 1
            assert meets(body, values)
    assert met > 8
