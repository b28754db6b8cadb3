r"""The least number of hidden units with which a gated RNN computes a layer of attention.

**Lower bound.** Let h_t = A h_{t-1} + g(x_t), with A dense and g arbitrary, and y_t = Q[h_t]
quadratic. The mixed difference of y_3 in the tokens at lags j and k, j != k, is
2 (A^j g^(x))^T Q (A^k g^(x')), with g^(x) = g(x) - g(0): a matrix product through R^n. Take for
rows the tokens at lags 0 and 1 (with all outputs), for columns those at lags 0 and 2. For
attention, y_t = V S_t M x_t, the matrix is

    [ *        V X' M x ]      rows: x at lag 0;   columns: x' at lag 0, x' at lag 2
    [ V X M x'     0    ]            x at lag 1                          (X = x x^T)

whatever * is, of rank at least rank(X' -> V X' M) + rank(x' -> V . M x'). The first, on symmetric
matrices, is ab - c(c-1)/2: in forms e_i, f_i, h_j as in the construction these are the distinct
monomials e_i e_j (i <= j), e_i h_j, f_i e_j, f_i h_j. The second is b, if a > 0.

**Upper bound.** `constructions.weights.minimal_attention`. Both are said in `least_by_ranks.py`,
and proved in `least_by_ranks_proof.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, equal
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gated_rnn_description import GatedRNNDescription
from constructions.weights.minimal_attention import attention_factors, minimal_weights
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import Pattern, patterns
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks import says_least_by_ranks
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import by_ranks
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    check,
    instances_of,
    proof_of,
)

WEIGHTS = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")
d, b = sp.symbols("d b", integer=True, positive=True)


@dataclass(frozen=True)
class Minimum:
    """A count of hidden units, or of products, by ranks, and weights that are to reach it.

    `needed` is how many units it takes, where N numbers are remembered and M has rank b; or how
    many products, where N numbers are.
    """

    count: Callable[..., Any]
    weights: GatedRNNDescription
    needed: Callable[..., Any] = lambda N, b: N + b

    def at(self, pattern: Pattern) -> int:
        """Return the count for a pattern."""
        return self.count(pattern.a, pattern.b, pattern.c)


def network_of(minimum: Minimum, pattern: Pattern) -> GatedRNN:
    """Return the network that is to reach the minimum for a pattern."""
    factors = attention_factors(pattern.attention)
    return minimum.weights.gated_rnn(*vars(factors).values())


def difference_from_attention(minimum: Minimum, pattern: Pattern) -> Counterexample | None:
    """Return where the network differs from attention on a few tokens, if it does."""
    i, t = np.indices((4, pattern.d))
    tokens = EXACT.array((i * i + 3 * t * i + t) % 7 - 3)
    found = network_of(minimum, pattern)(tokens)
    wanted = pattern.attention(tokens)
    if equal(found, wanted):
        return None
    return Counterexample({**vars_of(pattern), "x": tokens}, str(wanted), str(found))


def vars_of(pattern: Pattern) -> dict[str, int]:
    """Return the numbers of a pattern by name."""
    return {"d": pattern.d, "a": pattern.a, "b": pattern.b, "c": pattern.c}


@check("exact")
def check_rank_patterns(minimum: Minimum) -> Evidence:
    """The count is the rank of the mixed differences and the size of the network, up to d = 6.

    For d <= 3 the network is run against attention as well.
    """
    listed = [pattern for pattern in patterns(6) if pattern.a > 0]
    for pattern in listed:
        bound = pattern.memory_rank + pattern.query_rank
        needed = minimum.needed(pattern.memory_rank, pattern.query_rank)
        if not minimum.at(pattern) == needed == bound:
            return Evidence.refuted(
                Counterexample(
                    vars_of(pattern),
                    claimed=f"{minimum.at(pattern)} units, {needed} of which are needed",
                    found=f"mixed differences of rank {bound}, and a network of {bound} units",
                )
            )
        if pattern.d <= 3:
            if failure := difference_from_attention(minimum, pattern):
                return Evidence.refuted(failure)
            if network_of(minimum, pattern).lam.shape[0] != bound:
                return Evidence.undecided(f"The network for {pattern} has another size.")
    return Evidence.holds(f"all {len(listed)} rank patterns with a > 0 up to d = 6")


@check("exact", kills=("no-sharing", "shares-too-much", "no-queries", "forgetful"))
def check_differences_of_the_cell(minimum: Minimum) -> Evidence:
    """Mixed differences of the outputs of the attention cell itself have the rank of the count."""
    for pattern in [pattern for pattern in patterns(2) if pattern.a > 0]:
        bound = _rank_of_differences(pattern)
        if minimum.at(pattern) != bound or network_of(minimum, pattern).lam.shape[0] != bound:
            claimed, found = f"{minimum.at(pattern)} units", f"rank {bound}"
            return Evidence.refuted(Counterexample(vars_of(pattern), claimed, found))
        if failure := difference_from_attention(minimum, pattern):
            return Evidence.refuted(failure)
    return Evidence.holds("all rank patterns with a > 0 up to d = 2")


def _rank_of_differences(pattern: Pattern) -> int:
    """The rank of the blocks of the lower bound, from outputs of the cell at three tokens."""
    import flint

    unit = np.eye(pattern.d, dtype=int)
    tokens = [*unit, *(unit[i] + unit[j] for i in range(pattern.d) for j in range(i))]
    none = np.zeros(pattern.d, dtype=int)

    def output(placed: dict[int, Any]) -> Any:
        return pattern.attention(EXACT.array([placed.get(lag, none) for lag in (2, 1, 0)]))[-1]

    def mixed(j: int, x: Any, k: int, other: Any) -> list:
        both = output({j: x, k: other}) - output({j: x}) - output({k: other}) + output({})
        return list(both)

    rows: list[list] = []
    for row_lag in (0, 1):
        for x in tokens:
            columns = [
                mixed(row_lag, x, lag, other) if lag != row_lag else [0] * pattern.d
                for lag in (0, 2)
                for other in tokens
            ]
            rows += [list(row) for row in zip(*columns, strict=True)]
    return flint.fmpq_mat(len(rows), len(rows[0]), [flint.fmpq(v) for r in rows for v in r]).rank()


def units_by_ranks(a: Any, b: Any, c: Any) -> Any:
    """Return ab - c(c-1)/2 + b, of numbers and symbols of all sorts."""
    return a * b - c * (c - 1) * HALF + b


def least_hidden(a: Any, b: Any, c: Any) -> Any:
    """Return ab - c(c-1)/2 + b, of integers an integer."""
    found = units_by_ranks(a, b, c)
    return int(found) if isinstance(found, Fraction) else found


HALF = Fraction(1, 2)
WEIGHTS_OF = minimal_weights()
SMALLEST = Minimum(units_by_ranks, WEIGHTS_OF)
SIZES = (
    {"c": 1, "f": 0, "h": 0, "d_x": 1, "d_y": 1},
    {"c": 0, "f": 1, "h": 1, "d_x": 2, "d_y": 2},
    {"c": 2, "f": 0, "h": 1, "d_x": 3, "d_y": 2},
    {"c": 1, "f": 1, "h": 1, "d_x": 4, "d_y": 2},
)

check_least = proof_of(
    says_least_by_ranks, by_ranks, instances=SIZES, name="check_least", seconds=120
)

REFUTED_AT_SIZES = ("no-sharing", "shares-too-much", "no-queries", "forgetful")

min_hidden = Claim(
    id="gated-rnn/x1-min-hidden",
    title="The least number of hidden units for attention is ab - c(c-1)/2 + b",
    source=Source(PAPER, "Sec. 3.2, beyond the text"),
    statement=r"V = P \begin{bmatrix} E \\ F \end{bmatrix},\;"
    r" K^\top Q = \begin{bmatrix} E \\ H \end{bmatrix}^\top R \implies"
    r" n_{\min} = ab - \tfrac{c(c-1)}2 + b,\quad a = \mathrm{rank}\,V,\;"
    r" b = \mathrm{rank}\,K^\top Q,\; E \in \mathbb{R}^{c \times d}",
    assumptions=(
        r"$h_t = A h_{t-1} + g(x_t)$ with $A$ dense or diagonal, $g$ arbitrary; $y_t$ quadratic in"
        " $h_t$; equality on three tokens is enough",
        "the rows of $E$, $F$ and $H$ independent, $P$ of full column rank, $R$ of full row rank:"
        r" so $c = \dim(\mathrm{row}\,V \cap \mathrm{col}\,K^\top Q)$",
        "$a > 0$ (for $V = 0$ no unit is needed)",
    ),
    subject=SMALLEST,
    says=says_least_by_ranks,
    checks=(
        check_least.killing(*REFUTED_AT_SIZES),
        instances_of(says_least_by_ranks, instances=SIZES, kills=REFUTED_AT_SIZES),
        check_rank_patterns,
        check_differences_of_the_cell,
    ),
    mutants=(
        Mutant("no-sharing", replace(SMALLEST, count=lambda a, b, c: a * b + b)),
        Mutant(
            "shares-too-much",
            replace(SMALLEST, count=lambda a, b, c: units_by_ranks(a, b, c) - c),
            "c(c+1)/2 for c(c-1)/2",
        ),
        Mutant("no-queries", replace(SMALLEST, count=lambda a, b, c: units_by_ranks(a, b, c) - b)),
        Mutant("one-more", replace(SMALLEST, needed=lambda N, b: N + b + 1), "a unit too many"),
        Mutant(
            "forgetful",
            replace(
                SMALLEST, weights=replace(WEIGHTS_OF, lam=WEIGHTS_OF.lam.replace(("ee",), None))
            ),
            "lambda = 0 for the shared products",
        ),
    ),
    late=(
        Mutant(
            "more-from-1000-on",
            replace(SMALLEST, needed=lambda N, b: N + b if N < 1000 else N + b + 1),
            "a unit too many where 1,000 numbers are remembered",
        ),
        Mutant(
            "shares-nothing-late",
            replace(
                SMALLEST, count=lambda a, b, c: units_by_ranks(a, b, c) if c < 1000 else a * b + b
            ),
            "nothing is shared from c = 1,000 on",
        ),
        Mutant(
            "far-products",
            replace(
                SMALLEST,
                weights=replace(
                    WEIGHTS_OF,
                    lam=WEIGHTS_OF.lam.replace(("ee",), lambda _w, _i, j: (j < 40) * 1),
                ),
            ),
            "products with forms beyond the fortieth are forgotten",
        ),
    ),
    notes="Any V and K^T Q are of that form: take a basis of what the rows of the one and the"
    " columns of the other have in common, and complete it to a basis of each"
    " (constructions.weights.minimal_attention.attention_factors). For S -> V S M on symmetric S"
    " and M = K^T Q the claim is first proved as n >= rank(S -> V S M) + rank M, for any V and M.",
    new=True,
)
