"""Inequalities of numbers and vectors."""

from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.facts.drawing import rational, size, two_vectors, vector
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.arrays.index_expressions import Sum, exponential, largest
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, Less
from theorem_checks.verdicts.routes import Engine

__all__ = ["BERNOULLI", "CAUCHY_SCHWARZ", "EXPONENTIAL_ABOVE_TANGENT", "FACTS"]
__all__ += ["EXPONENTIAL_INCREASES", "LEAST_BOUND", "TERM_OF_A_SUM"]
__all__ += ["SUM_OF_SQUARES", "TANH_BELOW_ONE", "TRIANGLE"]

_n = sp.Symbol("n", integer=True, positive=True)
_a, _b = sp.symbols("a b", real=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_i, _j = Index("i", _n), Index("j", _n)
_x, _y, _m = Tensor("x", 1), Tensor("y", 1), Tensor("m", 0)


def _dot(x: list[Fraction], y: list[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(x, y, strict=True)), Fraction(0))


CAUCHY_SCHWARZ = Fact(
    name="cauchy-schwarz",
    says="the square of an inner product is at most the product of the squared norms",
    latex=r"\langle x, y\rangle^2 \le |x|^2 |y|^2",
    source="Steele, The Cauchy-Schwarz Master Class, chapter 1",
    draw=two_vectors,
    holds=lambda x, y: _dot(x, y) ** 2 <= _dot(x, x) * _dot(y, y),
    nearly=lambda x, y: abs(_dot(x, y)) <= _dot(x, x),
    statement=AtMost(
        Sum(_x[_i] * _y[_i], _i) * Sum(_x[_j] * _y[_j], _j),
        Sum(_x[_i] * _x[_i], _i) * Sum(_y[_j] * _y[_j], _j),
    ),
)

TRIANGLE = Fact(
    name="triangle-inequality",
    says="the absolute value of a sum is at most the sum of the absolute values",
    latex=r"|a + b| \le |a| + |b|",
    source="Rudin, Principles of Mathematical Analysis, Theorem 1.33",
    draw=lambda generator: {"a": rational(generator), "b": rational(generator)},
    holds=lambda a, b: abs(a + b) <= abs(a) + abs(b),
    nearly=lambda a, b: abs(a + b) == abs(a) + abs(b),
    statement=AtMost(sp.Abs(_a + _b), sp.Abs(_a) + sp.Abs(_b)),
)


SUM_OF_SQUARES = Fact(
    name="sum-of-squares",
    says="a sum of squares of real numbers is 0 only if each of them is",
    latex=r"\sum_i x_i^2 = 0 \implies x = 0",
    source="Rudin, Principles of Mathematical Analysis, Proposition 1.18",
    draw=lambda generator: {"x": vector(generator, size(generator))},
    holds=lambda x: _dot(x, x) != 0 or not any(x),
    nearly=lambda x: sum(x) != 0 or not any(x),
    statement=Implies(Equal(Sum(_x[_i] * _x[_i], _i), 0), Equal(_x[_j], 0)),
)

BERNOULLI = Fact(
    name="bernoulli",
    says="(1 + a)^k is at least 1 + k a for a >= -1 and integers k >= 0",
    latex=r"a \ge -1 \implies (1 + a)^k \ge 1 + k a",
    source="Hardy, Littlewood and Polya, Inequalities, Theorem 58",
    draw=lambda generator: {
        "a": max(rational(generator), Fraction(-1)),
        "k": generator.randint(0, 6),
    },
    holds=lambda a, k: (1 + a) ** k >= 1 + k * a,
    nearly=lambda a, k: (1 + a) ** k >= 1 + k * a + a * a,
    statement=Implies(AtMost(-1, _a), AtMost(1 + _k * _a, (1 + _a) ** _k)),
)


def _exponentials(*vectors: list[Fraction]) -> list[list[Any]]:
    return [[as_ball(a).exp() for a in one] for one in vectors]


def _in_order(vectors: Any) -> bool:
    """Whether no entry of one vector is seen to be more than that of another."""
    return not any(bool(a > b) for a, b in zip(*vectors, strict=True))


EXPONENTIAL_ABOVE_TANGENT = Fact(
    name="exponential-above-tangent",
    says="e^a is at least 1 + a",
    latex=r"1 + a \le e^a",
    source="Hardy, Littlewood and Polya, Inequalities, Theorem 142",
    draw=lambda generator: {"a": rational(generator)},
    holds=lambda a: a == 0 or bool(as_ball(a).exp() > as_ball(1 + a)),
    nearly=lambda a: a == 0 or bool(as_ball(a).exp() > as_ball(1 + a + a * a / 2)),
    statement=AtMost(1 + _a, sp.exp(_a)),
    engine=Engine.FLINT,
)

TANH_BELOW_ONE = Fact(
    name="tanh-below-one",
    says="tanh of a real number lies strictly between -1 and 1",
    latex=r"|\tanh a| < 1",
    source="Abramowitz and Stegun, 4.5",
    draw=lambda generator: {"a": rational(generator)},
    holds=lambda a: bool(abs(as_ball(a).tanh()) < 1),
    nearly=lambda a: bool(abs(as_ball(a).tanh()) < as_ball(Fraction(9, 10))),
    statement=Less(sp.Abs(sp.tanh(_a)), 1),
    engine=Engine.FLINT,
)

EXPONENTIAL_INCREASES = Fact(
    name="exponential-increases",
    says="the exponentials of real numbers are in the order of these",
    latex=r"x_i \le y_i \implies e^{x_i} \le e^{y_i}",
    source="Rudin, Principles of Mathematical Analysis, Theorem 8.6",
    draw=two_vectors,
    holds=lambda x, y: _in_order(_exponentials(x, y)) or not _in_order((x, y)),
    nearly=lambda x, y: _in_order(_exponentials(x, [b - 1 for b in y])) or not _in_order((x, y)),
    statement=Implies(AtMost(_x[_i], _y[_i]), AtMost(exponential(_x[_i]), exponential(_y[_i]))),
    engine=Engine.FLINT,
)

TERM_OF_A_SUM = Fact(
    name="term-of-a-sum",
    says="a sum of numbers that are not negative is at least each of them",
    latex=r"x_j \ge 0 \implies x_i \le \sum_j x_j",
    source="Rudin, Principles of Mathematical Analysis, Proposition 1.18",
    draw=lambda generator: {"x": vector(generator, size(generator))},
    holds=lambda x: min(x) < 0 or max(x) <= sum(x),
    nearly=lambda x: max(x) <= sum(x),
    statement=Implies(AtMost(0, _x[_j]), AtMost(_x[_i], Sum(_x[_j], _j))),
)

LEAST_BOUND = Fact(
    name="least-bound",
    says="what bounds the absolute values of the entries of a vector bounds the largest of them",
    latex=r"-m \le x_i \le m \implies \max_i |x_i| \le m",
    source="Horn and Johnson, Matrix Analysis, 5.2",
    draw=lambda generator: {
        "x": vector(generator, size(generator)),
        "m": rational(generator),
    },
    holds=lambda x, m: not all(-m <= a <= m for a in x) or max(map(abs, x)) <= m,
    nearly=lambda x, m: not all(a <= m for a in x) or max(map(abs, x)) <= m,
    statement=Implies(
        All((AtMost(_x[_i], _m[()]), AtMost(-_x[_i], _m[()]))),
        AtMost(largest(_x[_j], _j), _m[()]),
    ),
)

FACTS = (
    CAUCHY_SCHWARZ,
    TRIANGLE,
    SUM_OF_SQUARES,
    BERNOULLI,
    EXPONENTIAL_ABOVE_TANGENT,
    TANH_BELOW_ONE,
    EXPONENTIAL_INCREASES,
    TERM_OF_A_SUM,
    LEAST_BOUND,
)
