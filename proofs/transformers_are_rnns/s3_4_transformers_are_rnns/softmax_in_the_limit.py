r"""Softmax attention as a recurrent network: countably many features, all tensor powers.

$e^{q \cdot k} = \sum_n (q \cdot k)^n/n!$, and $(q \cdot k)^n$ is the inner product of the n-fold
tensor powers of q and k: a sum over n indices of products, which factorises. The engine checks the
features of each order up to 4 at every dimension; that the series converges is the textbook fact,
and its remainder after order 3 is bounded on an interval.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import factorial, prod
from typing import Any

import sympy as sp

from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    Claim,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    Verdict,
    all_of,
    check,
    prove_index_identity,
    prove_inequality,
)


@dataclass(frozen=True)
class Series:
    """Features x (x) ... (x) x of all orders n, times the root of a coefficient.

    `product_of(q, k, n)` is the inner product of the features of order n of q and k, but for the
    coefficient.
    """

    coefficient: Callable[[int], Any]
    product_of: Callable[..., Any]


d = sp.Symbol("d", integer=True, positive=True)
Q, K = Tensor("q", 1), Tensor("k", 1)


def of_tensor_powers(n):
    """Return <q (x) ... (x) q, k (x) ... (x) k>, n factors, as a sum over n indices."""
    indices = [Index(f"c{a}", d) for a in range(n)]
    return Sum(prod((Q[c] * K[c] for c in indices), start=sp.Integer(1)), *indices)


def of_entrywise_powers(n):
    """Return the sum of q_c^n k_c^n: the diagonal of the tensor power alone."""
    c = Index("c", d)
    return Sum(prod((Q[c] * K[c] for _ in range(n)), start=sp.Integer(1)), c)


@check("proof")
def check_features_of_each_order(series):
    """The features of order n have (q . k)^n as their product, for symbolic d and n up to 4."""
    c = Index("c", d)
    inner = Sum(Q[c] * K[c], c)
    return all_of(
        {
            f"order {n}": prove_index_identity(
                series.product_of(n) * series.coefficient(n),
                prod([inner] * n) * sp.Rational(1, factorial(n)),
            )
            for n in (1, 2, 3, 4)
        },
        "all dimensions d, orders 1 to 4, and every order in the same way",
        words=(
            "the sum of u^n / n! over n is e^u",
            "a product of n sums is the sum over all choices of n indices",
        ),
    )


@check("bound")
def check_truncated_series(series):
    """With orders up to 3: 0 <= e^u - T(u) <= u^4 e^u / 24 for 0 <= u <= 2."""
    u = sp.Symbol("u")
    rest = sp.exp(u) - sum(series.coefficient(n) * u**n for n in range(4))
    box = {"u": (0, 2)}
    found = all_of(
        {
            "below": prove_inequality(rest, box, ">=", 0, touching=[0]),
            "above": prove_inequality(rest, box, "<=", u**4 * sp.exp(u) / 24, touching=[0]),
        },
        "0 <= u <= 2, orders up to 3",
    )
    return replace(found, verdict=Verdict.HOLDS) if found.verdict is Verdict.PROVED else found


SERIES = Series(lambda n: sp.Rational(1, factorial(n)), of_tensor_powers)

in_the_limit = Claim(
    id="trf-rnn/new-softmax-in-the-limit",
    title="With countably many features, all tensor powers, the recurrence is softmax attention",
    source=Source(PAPER, "Sec. 3.4, repaired"),
    statement=r"e^{q \cdot k} = \sum_{n \ge 0} \phi_n(q)^\top \phi_n(k),\quad"
    r" \phi_n(x) = x^{\otimes n} / \sqrt{n!}",
    subject=SERIES,
    checks=(
        check_features_of_each_order,
        check_truncated_series.killing("no-factorial", "harmonic"),
    ),
    mutants=(
        Mutant("no-factorial", Series(lambda n: sp.Integer(1), of_tensor_powers), "1 for 1/n!"),
        Mutant(
            "harmonic",
            Series(lambda n: sp.Rational(1, max(n, 1)), of_tensor_powers),
            "1/n for 1/n!",
        ),
        Mutant(
            "entrywise", Series(SERIES.coefficient, of_entrywise_powers), "x_c^n alone, d features"
        ),
    ),
    repairs=("trf-rnn/any-transformer",),
    new=True,
    notes="The state is then infinite; cut after order n it has about d^n M / n! numbers.",
)
