r"""Beyond Section 4.1: on how many tokens two networks of class (2) have to agree, for any lambda.

With r distinct values of lambda in both together, 2r tokens decide, 2r - 1 if 0 is among them; the
argument is in `identification.py`. For attention and lambda in {0, 1}, r = 2: three tokens.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.rational_spaces import rank
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove,
    prove_identity,
    symbolic,
)


@dataclass(frozen=True)
class Enough:
    """A number of tokens that is to be enough, by r and by whether 0 is a value of lambda."""

    tokens: Callable[[Any, bool], Any]


ANY = sp.Symbol("r", integer=True, positive=True)
VALUES: tuple[tuple[Any, ...], ...] = ((2,), (0, 1), (1, 2), (0, 1, 2), (1, 2, 3), (0, "1/2", -1))


@check("exact")
def check_kernels_are_seen(enough: Enough) -> Evidence:
    r"""Kernels K_ab are determined by what sequences of so many tokens show of them.

    Tokens at lags j != k show sum_ab a^j b^k K_ab(x, x'), with K_ab(x, x') = K_ba(x', x): for two
    different tokens these are the free numbers, all but K_00. The rank of the system says whether
    they are determined; one token fewer leaves some of them free.
    """
    for values in VALUES:
        numbers = EXACT.array(list(values))
        zero = any(value == 0 for value in numbers)
        rows = _visible(numbers, enough.tokens(len(values), zero))
        unknown = len(values) ** 2 - zero
        found = rank(EXACT.array(rows)) if rows else 0
        if found < unknown:
            return Evidence.refuted(
                Counterexample(
                    {"lambda": numbers, "tokens": enough.tokens(len(values), zero)},
                    claimed="the kernels are determined",
                    found=f"{unknown - found} of {unknown} are free",
                )
            )
    return Evidence.holds(f"{len(VALUES)} sets of values, r <= 3")


def _visible(values: Any, tokens: int) -> list[list[Any]]:
    """For each pair of lags j != k the coefficients a^j b^k of the K_ab, without K_00."""
    pairs = [(a, b) for a in values for b in values if a != 0 or b != 0]
    return [
        [
            prod([a] * j, start=EXACT.entry(1)) * prod([b] * k, start=EXACT.entry(1))
            for a, b in pairs
        ]
        for j in range(tokens)
        for k in range(tokens)
        if j != k
    ]


@check("proof")
def check_vandermonde(enough: Enough) -> Evidence:
    """The lags j < r and r <= k < T give two matrices of powers with determinants that are not 0.

    For symbolic values, r <= 3: over all values, and over those that are not 0. Beyond, by
    Vandermonde; there are as many late lags as values for every r.
    """
    parts = {}
    for r in (1, 2, 3):
        for zero in (False, True):
            values = [sp.Symbol(f"l{k}", nonzero=True) for k in range(r - zero)]
            later = range(r, enough.tokens(r, zero))
            if len(later) < len(values):
                return _too_few(enough)
            whole = [*values, *([sp.Integer(0)] if zero else [])]
            first = sp.Matrix(r, r, lambda j, a, w=whole: w[a] ** j)
            wanted = sp.prod(b - a for i, a in enumerate(whole) for b in whole[i + 1 :])
            parts[f"early lags, r = {r}, {zero}"] = prove_identity(
                sp.expand(first.det()), sp.expand(wanted)
            )
            if values:
                second = sp.Matrix(
                    len(values), len(values), lambda k, b, v=values, r=r: v[b] ** (k + r)
                )
                late = sp.prod(b - a for i, a in enumerate(values) for b in values[i + 1 :])
                late *= sp.prod(v**r for v in values)
                parts[f"late lags, r = {r}, {zero}"] = prove_identity(
                    sp.expand(second.det()), sp.expand(late)
                )
    for zero in (False, True):
        late_lags = enough.tokens(symbolic(ANY), zero) - ANY
        parts[f"as many late lags as values, {zero}"] = prove(AtMost(ANY - int(zero), late_lags))
    return all_of(
        parts,
        "all r, all different values of lambda",
        words=(
            "the argument of identification.py",
            "for every r as for r = 1, 2, 3: the determinant of the powers of some numbers is the"
            " product of their differences (Horn and Johnson, Matrix Analysis, 0.9.11)",
        ),
    )


def _too_few(enough: Enough) -> Evidence:
    found = check_kernels_are_seen.function(enough)
    if found.verdict.passes:
        return Evidence.undecided("The lags do not split, yet the kernels are determined.")
    return found


@check("exact", kills=("one-fewer",))
def check_on_networks(enough: Enough) -> Evidence:
    """Pairs of networks that are equal on so many tokens are equal; the kernels decide.

    Without biases. For {2} and {0, 1} the pair differs first at the last of these tokens.
    """
    for values in ((2,), (0, 1), (0, 1, 2)):
        one, other = _late_pair(values)
        tokens = enough.tokens(len(values), 0 in values)
        same = all(_equal_at(one, other, length) for length in range(1, tokens + 1))
        if same and not prove_same_function(one, other).verdict.passes:
            return Evidence.refuted(
                Counterexample(
                    {"lambda": list(values), "tokens": tokens},
                    claimed="equal",
                    found="different on a longer sequence",
                )
            )
    return Evidence.holds("lambda in {2}, {0, 1}, {0, 1, 2}")


def _equal_at(one: GatedRNN, other: GatedRNN, length: int) -> bool:
    xs = polynomials(x=(length, one.W_in_m.shape[1])).symbols("x")
    return all(a == b for a, b in zip(one(xs)[-1], other(xs)[-1], strict=True))


def _late_pair(values: tuple[int, ...]) -> tuple[GatedRNN, GatedRNN]:
    """Networks whose difference is a determinant of what is older than r - 1 tokens.

    With u the combination of powers that is 0 at lags below r - 1 and 1 there, and U = u applied to
    x x^T: det U is 0 as long as it sees one token only, up to r tokens.
    """
    r = len(values)
    lam = EXACT.array(list(values) * 3)
    first, second = ([[1, 0]] * r + [[0, 1]] * r + [[k, 1 - k]] * r for k in (1, 0))
    powers = [[value**j for value in values] for j in range(r)]
    late = _solve(powers, [0] * (r - 1) + [1])
    U_11, U_22, U_12 = ([*[0] * (r * k), *late, *[0] * (r * (2 - k))] for k in range(3))
    gates = (EXACT.array(rows) for rows in (first, second, [U_11, U_12], [U_22, U_12]))
    one = GatedRNN(lam, *gates, D=EXACT.array([[1, -1]]))
    return one, replace(one, D=EXACT.array([[0, 0]]))


def _solve(powers: list[list[int]], wanted: list[int]) -> list[Any]:
    solution = sp.Matrix(powers).solve(sp.Matrix(wanted))
    return [f"{value.p}/{value.q}" for value in np.asarray(solution).ravel()]


tokens_needed = Claim(
    id="gated-rnn/new-x3-any-lambda",
    title="For r values of lambda, equality on 2r tokens is equality; 2r - 1 if 0 is among them",
    source=Source(PAPER, "Sec. 4.1, beyond the text"),
    statement=r"y_t = y_t'\;(t \le 2r - [0 \in \Lambda]) \implies y_t = y_t'\;\forall t",
    assumptions=(
        r"two networks of class (2), $\Lambda$ all values of their lambdas, $|\Lambda| = r$",
        "gates without biases (with biases the constants may take more tokens)",
    ),
    subject=Enough(lambda r, zero: 2 * r - int(zero)),
    checks=(check_vandermonde, check_kernels_are_seen, check_on_networks),
    mutants=(
        Mutant("half", Enough(lambda r, zero: r), "as many tokens as values"),
        Mutant("one-fewer", Enough(lambda r, zero: 2 * r - 1 - int(zero)), "one token fewer"),
    ),
    notes="2r is needed for some values, such as (1, -1). For others fewer tokens do: the symmetry"
    " K_ab(x, x') = K_ba(x', x) is not used here.",
    new=True,
)
