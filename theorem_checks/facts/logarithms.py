"""Logarithms and exponentials of entries, and what orders sums and largest entries."""

import random
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.facts.drawing import rational, size, two_vectors, vector
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.arrays.entry_functions import highest, logarithm
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.arrays.index_expressions import Sum, exponential
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, Less
from theorem_checks.verdicts.routes import Engine

__all__ = ["EXPONENTIAL_OF_LOGARITHM", "FACTS", "GREATEST_BOUND", "LOGARITHM_BELOW_TANGENT"]
__all__ += ["LOGARITHM_INCREASES", "LOGARITHM_OF_PRODUCT", "SUM_INCREASES"]

_n = sp.Symbol("n", integer=True, positive=True)
_i, _j = Index("i", _n), Index("j", _n)
_x, _y, _m = Tensor("x", 1), Tensor("y", 1), Tensor("m", 0)
_positive = Less(0, _x[_i])


def _two(generator: random.Random) -> dict[str, Any]:
    return {"a": rational(generator), "b": rational(generator)}


def _log(number: Fraction) -> Any:
    return as_ball(number).log()


def _is_in_order(a: Fraction, b: Fraction, apart: int) -> bool:
    return not 0 < a <= b or not bool(_log(a) > _log(b) - apart)


LOGARITHM_INCREASES = Fact(
    name="logarithm-increases",
    says="the logarithms of positive numbers are in the order of these",
    latex=r"0 < x_i \le y_i \implies \log x_i \le \log y_i",
    source="Rudin, Principles of Mathematical Analysis, 8.6",
    draw=_two,
    holds=lambda a, b: _is_in_order(a, b, 0),
    nearly=lambda a, b: _is_in_order(a, b, 1),
    statement=Implies(
        All((_positive, AtMost(_x[_i], _y[_i]))), AtMost(logarithm(_x[_i]), logarithm(_y[_i]))
    ),
    engine=Engine.FLINT,
)

EXPONENTIAL_OF_LOGARITHM = Fact(
    name="exponential-of-logarithm",
    says="the exponential of the logarithm of a positive number is that number",
    latex=r"0 < x_i \implies e^{\log x_i} = x_i",
    source="Rudin, Principles of Mathematical Analysis, 8.6",
    draw=_two,
    holds=lambda a, b: not (a > 0 and b > 0) or bool(_log(a).exp().overlaps(as_ball(a))),
    nearly=lambda a, b: not (a > 0 and b > 0) or bool(_log(a).exp().overlaps(as_ball(b))),
    statement=Implies(_positive, Equal(exponential(logarithm(_x[_i])), _x[_i])),
    engine=Engine.FLINT,
)


def _is_sum(a: Fraction, b: Fraction, shift: int) -> bool:
    return not (a > 0 and b > 0) or bool(_log(a * b + shift).overlaps(_log(a) + _log(b)))


LOGARITHM_OF_PRODUCT = Fact(
    name="logarithm-of-product",
    says="the logarithm of a product of positive numbers is the sum of their logarithms",
    latex=r"0 < x_i,\; 0 < y_i \implies \log(x_i y_i) = \log x_i + \log y_i",
    source="Rudin, Principles of Mathematical Analysis, 8.6",
    draw=_two,
    holds=lambda a, b: _is_sum(a, b, 0),
    nearly=lambda a, b: _is_sum(a, b, 1),
    statement=Implies(
        All((_positive, Less(0, _y[_i]))),
        Equal(logarithm(_x[_i] * _y[_i]), logarithm(_x[_i]) + logarithm(_y[_i])),
    ),
    engine=Engine.FLINT,
)

LOGARITHM_BELOW_TANGENT = Fact(
    name="logarithm-below-tangent",
    says="the logarithm of a positive number x is at most x - 1",
    latex=r"0 < x_i \implies \log x_i \le x_i - 1",
    source="Hardy, Littlewood and Polya, Inequalities, Theorem 146",
    draw=lambda generator: {"a": rational(generator)},
    holds=lambda a: a <= 0 or not bool(_log(a) > as_ball(a - 1)),
    nearly=lambda a: a <= 0 or not bool(_log(a) > as_ball((a - 1) / 2)),
    statement=Implies(_positive, AtMost(logarithm(_x[_i]), _x[_i] - 1)),
    engine=Engine.FLINT,
)


def _are_in_order(x: list[Fraction], y: list[Fraction]) -> bool:
    return all(a <= b for a, b in zip(x, y, strict=True))


SUM_INCREASES = Fact(
    name="sum-increases",
    says="sums are in the order of their terms",
    latex=r"x_i \le y_i \implies \sum_i x_i \le \sum_i y_i",
    source="Rudin, Principles of Mathematical Analysis, Proposition 1.18",
    draw=two_vectors,
    holds=lambda x, y: not _are_in_order(x, y) or sum(x) <= sum(y),
    nearly=lambda x, y: not _are_in_order(x[:1], y[:1]) or sum(x) <= sum(y),
    statement=Implies(AtMost(_x[_i], _y[_i]), AtMost(Sum(_x[_j], _j), Sum(_y[_j], _j))),
)

GREATEST_BOUND = Fact(
    name="greatest-bound",
    says="what bounds the entries of a vector bounds the largest of them",
    latex=r"x_i \le m \implies \max_i x_i \le m",
    source="Rudin, Principles of Mathematical Analysis, Definition 1.8",
    draw=lambda generator: {"x": vector(generator, size(generator)), "m": rational(generator)},
    holds=lambda x, m: not all(a <= m for a in x) or max(x) <= m,
    nearly=lambda x, m: not all(a <= m for a in x) or max(map(abs, x)) <= m,
    statement=Implies(AtMost(_x[_i], _m[()]), AtMost(highest(_x[_j], _j), _m[()])),
)

FACTS = (
    LOGARITHM_INCREASES,
    EXPONENTIAL_OF_LOGARITHM,
    LOGARITHM_OF_PRODUCT,
    LOGARITHM_BELOW_TANGENT,
    SUM_INCREASES,
    GREATEST_BOUND,
)
