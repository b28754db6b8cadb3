r"""How many tokens a precision takes if tokens are real numbers, of any number of digits.

Fix m queries. At each level of ReLUs a program without Multi applies them to $m\,w\,t$ functions
that are affine in the n numbers of the prompt, as long as no ReLU before changes its side. M affine
functions of n numbers have at most $(1 + M)^n$ patterns of signs. So the signs of the m outputs
have at most $(1 + m w t)^{n (D + 1)}$ patterns over all prompts. But Lipschitz functions may have
any of $2^m$ patterns.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Evidence,
    ForAll,
    Mutant,
    Source,
    all_of,
    check,
    implies,
    maximum,
    prove_by_induction,
    prove_for_all,
    prove_recurrence,
    reals,
)


@dataclass(frozen=True)
class Patterns:
    """How many patterns there are, and how far apart the queries are.

    **Fields**: `factor(M)`, by which one number more multiplies the patterns of M affine functions;
    `factors(D)`, how many such factors D levels make; `apart(eps, L)`, the distance of queries;
    `tokens(m)`, up to which N the logarithm is bounded so.
    """

    factor: Callable[[Any], Any] = lambda M: 1 + M
    factors: Callable[[Any], Any] = lambda D: D + 1
    apart: Callable[[Any, Any], Any] = lambda eps, L: 4 * eps / L
    tokens: Callable[[Any], Any] = lambda m: m


M, few, many, m, w, N = reals("M few many m w N")
D = sp.Symbol("D", integer=True, nonnegative=True)
base = sp.Symbol("B", positive=True)


@check("proof")
def check_patterns(patterns):
    """M affine functions of n numbers have at most factor(M)^n patterns, by induction over n and M.

    One more function splits patterns, convex sets of prompts, only where it is 0: as many as the
    others have on a hyperplane, of n - 1 numbers. Here `few` is factor(M - 1)^(n - 1), `many` is
    factor(M)^(n - 1).
    """
    number = sp.Symbol("M", integer=True, positive=True)
    one, other = (patterns.factor(k) ** D for k in (number - 1, number))
    less, more = patterns.factor(M - 1), patterns.factor(M)
    known = [M >= 1, few >= 1, few <= many]
    return all_of(
        {
            "no function": prove_for_all(patterns.factor(0 * M) >= 1),
            "one more": prove_for_all(less * few + few <= more * many, assume=known),
            "powers": prove_by_induction(ForAll(D, 0, All((AtMost(0, one), AtMost(one, other))))),
        },
        "all numbers of functions and of numbers in the prompt",
        words=("two parts of a convex set with f >= 0 and f < 0 have a point with f = 0 between",),
    )


@check("proof")
def check_levels(patterns):
    """Each of D levels multiplies the patterns by B = (1 + m w t)^n at most, and so the outputs."""
    number = base ** patterns.factors(D)
    total = prove_recurrence(number, lambda old, _: old * base, (0, base), D)
    few_outputs = prove_for_all(1 + m <= 1 + m * w * (N + 1), assume=[m >= 0, w >= 1, N >= 0])
    return all_of({"levels": total, "outputs": few_outputs}, "all numbers of levels and queries")


@check("proof")
def check_tokens(patterns):
    """With N <= m tokens of k numbers m <= k N (D + 1) log2(1 + m w (N + 1)), of order log m.

    That is 2^m <= (1 + m w (N + 1))^(k N (D + 1)), in logarithms.
    """
    most = (1 + w) * (1 + m) * (1 + m)
    small = prove_for_all(
        1 + m * w * (N + 1) <= most, assume=[m >= 0, w >= 1, N >= 0, patterns.tokens(m) >= N]
    )
    return all_of({"logarithm": small}, "all numbers of tokens and queries")


eps, L, first, second, apart, between, y = reals("eps L d_x d_y d_c d y")


@check("solver")
def check_functions(patterns):
    """Hats of height 2 eps and slope L, with any signs, are one L-Lipschitz function.

    Its values at the queries have these signs, and any function within eps of it has them, too. The
    distances of two points from the centres, of the centres, and of the points are in any norm.
    """
    heights = [maximum(0, 2 * eps - L * at) for at in (first, second)]
    triangle = [apart <= first + between + second, first >= 0, second >= 0, between >= 0]
    known = [eps > 0, L > 0, apart >= patterns.apart(eps, L), *triangle]
    return all_of(
        {
            "two hats": prove_for_all(
                heights[0] + heights[1] <= L * between,
                assume=[*known, heights[0] > 0, heights[1] > 0],
            ),
            "one hat": prove_for_all(
                implies(first <= second + between, heights[1] - heights[0] <= L * between),
                assume=[eps > 0, L > 0, first >= 0, second >= 0, between >= 0],
            ),
            "at the queries": prove_for_all(
                heights[0] == 0, assume=[eps > 0, L > 0, first >= patterns.apart(eps, L)]
            ),
            "near": prove_for_all(implies(abs(y - 2 * eps) <= eps, y > 0), assume=eps > 0),
        },
        "all eps, L, in every dimension",
    )


def signs(functions, points):
    """Return the patterns of signs that affine functions of some numbers have at these points."""
    return {
        tuple(
            c + sum(a * x for a, x in zip(slopes, point, strict=True)) >= 0
            for c, *slopes in functions
        )
        for point in points
    }


@check("exact")
def check_affine_functions(patterns):
    """Lines in the plane, and points on a line, have no more patterns; for points it is sharp."""
    grid = [Fraction(i, 2) for i in range(-12, 13)]
    for number in (1, 2, 3, 4):
        shifts = [(-k, 1) for k in range(number)]
        lines = [(k * k - 2 * k - 1, 1, (-1) ** k * (k + 1)) for k in range(number)]
        found = [len(signs(shifts, [(x,) for x in grid])), len(signs(lines, product(grid, grid)))]
        most = [patterns.factor(number) ** n for n in (1, 2)]
        if found[0] != most[0] or found[1] > most[1]:
            at = {"M": number}
            return Evidence.refuted(Counterexample(at, str(most), str(found)))
    return Evidence.holds("M = 1, 2, 3, 4; n = 1, 2")


PATTERNS = Patterns()

real = Claim(
    id="lsrl/new-real-tokens",
    title="Real numbers for tokens save a logarithm at most: order eps^-d/log(1/eps) are needed",
    source=Source(PAPER, "Sec. 4.1, 'as good as one could hope for'"),
    statement=r"2^m \le (1 + m w (N + 1))^{k N (D + 1)}, \quad m = \lfloor 1 + L/(4\epsilon)"
    r" \rfloor^d, \quad N \le m: \quad N \ge \frac{m}{k (D + 1) \log_2((1 + w)(1 + m)^2)}",
    assumptions=(
        "one program without Multi that comes within eps of every L-Lipschitz function on the cube:"
        " w ReLUs on each of D levels; a query of one token, and prompts of N tokens of k real"
        " numbers, of any precision",
    ),
    subject=PATTERNS,
    checks=(
        check_patterns.killing("no-one"),
        check_affine_functions.killing("no-one", "twice"),
        check_levels.killing("no-output"),
        check_tokens.killing("all-tokens"),
        check_functions.killing("nearer"),
    ),
    mutants=(
        Mutant("no-one", replace(PATTERNS, factor=lambda M: M), "M^n patterns"),
        Mutant("twice", replace(PATTERNS, factor=lambda M: 2 + M), "a pattern more"),
        Mutant("no-output", replace(PATTERNS, factors=lambda D: D), "without the signs at last"),
        Mutant("all-tokens", replace(PATTERNS, tokens=lambda m: m * m), "for N up to m^2"),
        Mutant("nearer", replace(PATTERNS, apart=lambda eps, L: 3 * eps / L), "3 eps/L apart"),
    ),
    new=True,
    notes="Counting the bits of a prompt says nothing of real numbers. Of programs with Multi,"
    " whose outputs are polynomials on pieces, nothing is said here.",
)
