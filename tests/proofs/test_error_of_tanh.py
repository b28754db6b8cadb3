"""How far tanh is from its argument, as all proofs of errors use it."""

import math
import random
from typing import Any

import pytest
import sympy as sp

from proofs.bounds import numbers
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_of_tanh import (
    hyperbolic,
    tanh_apart,
    tanh_near,
)
from theorem_checks import AtMost, Verdict

A, B, Z = numbers("A B z")


def bounds_of(lemma: Any) -> Any:
    return lemma().said.body.parts


def holds(part: Any, values: dict[sp.Symbol, float]) -> bool:
    return float((part.rhs - part.lhs).subs(values)) >= -1e-12


@pytest.mark.parametrize("lemma", [tanh_apart, tanh_near])
def test_it_is_proved_under_what_it_says_alone(lemma: Any) -> None:
    found = lemma()
    assert found.evidence.verdict is Verdict.PROVED
    assert found.evidence.statement.conclusion == found.said
    assert found.evidence.conditions == ()


def test_numbers_agree() -> None:
    draw = random.Random(5)
    names = numbers("a b A B")
    for _ in range(50):
        a, b = (draw.uniform(-1, 1) for _ in range(2))
        of = a, b, abs(b - a), max(abs(a), abs(b))
        apart = dict(zip(names, of, strict=True))
        assert all(holds(part, apart) for part in bounds_of(tanh_apart))
        assert all(holds(part, {Z: a, B: abs(a)}) for part in bounds_of(tanh_near))


def test_it_is_tanh_that_it_speaks_of() -> None:
    assert math.isclose(float(hyperbolic(sp.Float("0.3"))), math.tanh(0.3))
    said = [part.key for part in bounds_of(tanh_near)]
    assert AtMost(hyperbolic(Z) - Z, B**3).key in said
