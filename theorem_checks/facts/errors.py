"""How errors grow in a layer of a network: through the hyperbolic tangent, and through weights."""

import random
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.facts.drawing import rational, size, vector
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.arrays.entry_functions import absolute
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.arrays.index_expressions import Sum
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Implies
from theorem_checks.verdicts.routes import Engine

__all__ = ["FACTS", "TANH_SLOPES", "WEIGHTED_SUM"]

_a, _b, _B = sp.symbols("a b B", real=True)
_m, _n = sp.symbols("m n", integer=True, positive=True)
_i, _j = Index("i", _m), Index("j", _n)
_W, _z = Tensor("W", 2), Tensor("z", 1)
_s, _size = sp.symbols("s b", real=True)
_apart, _values_apart = _b - _a, 2 / (1 + sp.exp(2 * _a)) - 2 / (1 + sp.exp(2 * _b))


def _two_numbers(generator: random.Random) -> dict[str, Any]:
    a, b = (rational(generator) / 4 for _ in range(2))
    return {"a": a, "b": b, "B": max(abs(a), abs(b))}


def _has_slopes(a: Fraction, b: Fraction, B: Fraction, least: Fraction) -> bool:
    """Whether the slope of tanh between two numbers is from 1 - least B^2 to 1."""
    apart, values = as_ball(b - a), as_ball(b).tanh() - as_ball(a).tanh()
    low = as_ball(1 - least * B * B)
    too_steep = bool(values * values > apart * values)
    return a == b or not (too_steep or bool(low * apart * apart > apart * values))


TANH_SLOPES = Fact(
    name="tanh-slopes",
    says="between numbers of size B at most, the slope of tanh is from 1 - B^2 to 1",
    latex=r"|a|, |b| \le B \implies (1 - B^2)(b - a)^2 \le (b - a)(\tanh b - \tanh a),\;"
    r" (\tanh b - \tanh a)^2 \le (b - a)(\tanh b - \tanh a)",
    source="Rudin, Principles of Mathematical Analysis, Theorem 5.10, with the derivative"
    " 1 - tanh^2; tanh a as 1 - 2/(1 + e^(2a))",
    draw=_two_numbers,
    holds=lambda a, b, B: _has_slopes(a, b, B, Fraction(1)),
    nearly=lambda a, b, B: _has_slopes(a, b, B, Fraction(1, 4)),
    statement=Implies(
        All((AtMost(-_B, _a), AtMost(_a, _B), AtMost(-_B, _b), AtMost(_b, _B))),
        All(
            (
                AtMost((1 - _B**2) * _apart**2, _apart * _values_apart),
                AtMost(_values_apart**2, _apart * _values_apart),
            )
        ),
    ),
    engine=Engine.FLINT,
)


def _weights(generator: random.Random) -> dict[str, Any]:
    length = size(generator)
    return {"w": vector(generator, length), "z": vector(generator, length)}


def _is_within(w: list[Fraction], z: list[Fraction], of_weights: Any) -> bool:
    """Whether the weighted sum is at most the largest number times what is made of the weights."""
    found = sum((p * q for p, q in zip(w, z, strict=True)), Fraction(0))
    return abs(found) <= max(map(abs, z)) * of_weights(map(abs, w))


WEIGHTED_SUM = Fact(
    name="weighted-sum",
    says="a sum of numbers of size b at most, with weights, is at most b times the sum of the sizes"
    " of these",
    latex=r"\sum_j |W_{ij}| \le s,\; |z_j| \le b \implies \Big|\sum_j W_{ij} z_j\Big| \le s b",
    source="Horn and Johnson, Matrix Analysis, 5.6.5",
    draw=_weights,
    holds=lambda w, z: _is_within(w, z, sum),
    nearly=lambda w, z: _is_within(w, z, max),
    statement=Implies(
        All(
            (
                AtMost(Sum(absolute(_W[_i, _j]), _j), _s),
                AtMost(-_size, _z[_j]),
                AtMost(_z[_j], _size),
            )
        ),
        All(
            (
                AtMost(-_s * _size, Sum(_W[_i, _j] * _z[_j], _j)),
                AtMost(Sum(_W[_i, _j] * _z[_j], _j), _s * _size),
            )
        ),
    ),
)

FACTS = (TANH_SLOPES, WEIGHTED_SUM)
