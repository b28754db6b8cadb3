"""The largest of random numbers, and of linear forms over a ball: the steps to their means."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import flint
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.facts.drawing import rational, size, vector
from theorem_checks.facts.fact import Fact, of_sorts
from theorem_checks.statements.arrays.function_values import as_ball
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Implies, Less, Mean
from theorem_checks.statements.moments.laws import Rademacher
from theorem_checks.statements.moments.statistics import squared_norm
from theorem_checks.statements.moments.tensors import ConstantMatrix, RandomVector
from theorem_checks.statements.suprema import (
    BallMean,
    ExponentialMeans,
    MaximumMean,
    NormMean,
    SquaredMeans,
)
from theorem_checks.verdicts.routes import Engine

__all__ = ["BALL", "FACTS", "JENSEN", "LARGEST", "SIGNS"]

_BOOK = "Boucheron, Lugosi and Massart, Concentration Inequalities"
_l = sp.Symbol("l", real=True)
_B = sp.Symbol("B", nonnegative=True)
_n, _N = sp.symbols("n N", integer=True, positive=True)
_s, _M = sp.symbols("s M", positive=True)
_v = ConstantMatrix("A", _N, _n) @ RandomVector("s", _n, Rademacher())


def _signed(a: list[Fraction]) -> list[Fraction]:
    """The sum of numbers with each choice of signs."""
    choices = product((1, -1), repeat=len(a))
    return [sum((e * x for e, x in zip(signs, a, strict=True)), Fraction(0)) for signs in choices]


def _signs(squares: SquaredMeans, l: sp.Expr) -> Conclusion:  # noqa: E741
    for monomial in squares.entries.terms:
        laws = [e.tensor.law for network in monomial for e in network if e.tensor.law is not None]
        if len(laws) != 1 or not isinstance(laws[0], Rademacher):
            expected = "a column that is linear in random signs"
            raise ArgumentError("substitution['squares']", squares.vector, expected)
    most: Any = squares.most
    return Implies(squares, ExponentialMeans(squares.vector, l, sp.exp(l**2 * most / 2)))


def _is_below(a: list[Fraction], rate: Fraction, share: int) -> bool:
    sums = _signed(a)
    found = sum(((as_ball(rate * x)).exp() for x in sums), start=flint.arb(0)) / len(sums)
    square = sum((x * x for x in a), Fraction(0))
    bound = as_ball(rate * rate * square / share).exp()
    return not bool(found > bound + as_ball(Fraction(1, 10**9)))


SIGNS = Fact(
    name="sum-of-signs",
    says="the mean of e^(l v) is at most e^(l^2 E v^2 / 2) for a linear form v of random signs",
    latex=r"E e^{l \sum_i a_i \sigma_i} \le e^{l^2 \sum_i a_i^2 / 2}",
    source=f"{_BOOK}, 2.3 and Lemma 2.2",
    draw=lambda generator: {
        "a": vector(generator, size(generator)),
        "rate": rational(generator, 2) / 2,
    },
    holds=lambda a, rate: _is_below(a, rate, 2),
    nearly=lambda a, rate: _is_below(a, rate, 3),
    engine=Engine.FLINT,
    **of_sorts(_signs, squares=SquaredMeans(_v, _s), l=_l),
)


def _largest(means: ExponentialMeans) -> Conclusion:
    rate: Any = means.rate
    most: Any = (sp.log(means.count) + sp.log(means.most)) / rate  # pyright: ignore
    known = Less(0, rate), Less(0, means.most), means
    return Implies(All(known), MaximumMean(means.vector, most))


def _is_largest(rows: list[list[Fraction]], rate: Fraction, times: int) -> bool:
    sums = list(zip(*map(_signed, rows), strict=True))
    largest = sum(map(max, sums), Fraction(0)) / len(sums)
    each = (
        sum((as_ball(rate * x).exp() for x in row), start=flint.arb(0))
        for row in zip(*sums, strict=True)
    )
    most = max((total / len(sums) for total in each), key=float)
    bound = (most * as_ball(Fraction(times))).log() / as_ball(rate)
    return not bool(as_ball(largest) > bound + as_ball(Fraction(1, 10**9)))


def _rows(generator: random.Random) -> dict[str, Any]:
    columns = size(generator)
    rows = [vector(generator, columns) for _ in range(1 + size(generator))]
    return {"rows": rows, "rate": Fraction(generator.randint(1, 12), 4)}


LARGEST = Fact(
    name="largest-of-several",
    says="the mean of the largest of N numbers, each with a mean of e^(l v) up to M, is at most"
    " log(N M) / l, for l > 0",
    latex=r"E e^{l v_j} \le M,\; l > 0 \implies E \max_{j < N} v_j \le \frac{\log (N M)}{l}",
    source=f"{_BOOK}, 2.5",
    draw=_rows,
    holds=lambda rows, rate: _is_largest(rows, rate, len(rows)),
    nearly=lambda rows, rate: _is_largest(rows, rate, 1),
    engine=Engine.FLINT,
    **of_sorts(_largest, means=ExponentialMeans(_v, _l, _M)),
)


def _jensen(norm: NormMean) -> Conclusion:
    most: Any = norm.most
    known = AtMost(0, most), Mean(squared_norm(norm.vector), most**2)
    return Implies(All(known), norm)


def _is_root(rows: list[list[Fraction]], *, rooted: bool) -> bool:
    sums = zip(*map(_signed, rows), strict=True)
    squares = [sum((x * x for x in one), Fraction(0)) for one in sums]
    mean = sum((as_ball(x).sqrt() for x in squares), start=flint.arb(0)) / len(squares)
    bound = as_ball(sum(squares, Fraction(0)) / len(squares))
    return not bool(mean > (bound.sqrt() if rooted else bound) + as_ball(Fraction(1, 10**9)))


def _few(generator: random.Random) -> dict[str, Any]:
    return {"rows": [[x / 7 for x in row] for row in _rows(generator)["rows"]]}


JENSEN = Fact(
    name="jensen-norm",
    says="the mean of a length is at most the root of the mean of its square",
    latex=r"E |v|^2 = M^2,\; M \ge 0 \implies E |v| \le M",
    source="Boyd and Vandenberghe, Convex Optimization, 3.1.8",
    draw=_few,
    holds=lambda rows: _is_root(rows, rooted=True),
    nearly=lambda rows: _is_root(rows, rooted=False),
    engine=Engine.FLINT,
    **of_sorts(_jensen, norm=NormMean(_v, _M)),
)


def _over_ball(norm: NormMean, B: sp.Expr) -> Conclusion:
    most: Any = norm.most
    return Implies(norm, BallMean(norm.vector, B, B * most))


def _is_length(v: list[Fraction], w: list[Fraction], factor: Fraction) -> bool:
    """Whether w . v is at most the product of the lengths, times a factor."""
    found = sum((x * y for x, y in zip(v, w, strict=True)), Fraction(0))
    lengths = (sum((x * x for x in one), Fraction(0)) for one in (v, w))
    bound = as_ball(factor)
    for square in lengths:
        bound = bound * as_ball(square).sqrt()
    return not bool(as_ball(found) > bound + as_ball(Fraction(1, 10**9)))


def _pair(generator: random.Random) -> dict[str, Any]:
    v = vector(generator, size(generator))
    return {"v": v, "w": generator.choice((v, vector(generator, len(v))))}


BALL = Fact(
    name="supremum-over-ball",
    says="the largest product of a vector v with vectors of length B or less is B |v|",
    latex=r"\sup_{|w| \le B} w \cdot v = B |v|",
    source="Steele, The Cauchy-Schwarz Master Class, chapter 1",
    draw=_pair,
    holds=lambda v, w: _is_length(v, w, Fraction(1)),
    nearly=lambda v, w: _is_length(v, w, Fraction(9, 10)),
    engine=Engine.FLINT,
    **of_sorts(_over_ball, norm=NormMean(_v, _M), B=_B),
)

FACTS = (SIGNS, LARGEST, JENSEN, BALL)
