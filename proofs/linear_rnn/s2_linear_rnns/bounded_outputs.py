r"""Section 2, Stability: when bounded inputs give bounded outputs, for all n, n_x and n_y.

A spectral radius of S = W / sqrt(n) below 1 is enough, whatever F and C are. It is needed where F
drives every mode and C reads every mode: where F, SF, S^2 F, ... span all states, and no state but
0 is invisible to C, CS, CS^2, ... For one input and output either is said by a determinant that is
not 0, so that it is so for almost all F and C if for any.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import flint
import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.stability import (
    radius_at_most_one,
    radius_below_one,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    all_of,
    check,
    family,
    implies,
    inverse_pair,
    prove_equal_arrays,
    prove_for_all,
    prove_sum,
    reals,
    symbol_array,
)

n, n_x, n_y = sp.symbols("n n_x n_y", integer=True, positive=True)
HIDDEN, INPUTS, OUTPUTS = family("h", n), family("x", n_x), family("y", n_y)


@dataclass(frozen=True)
class Bounded:
    """The criterion on S, and whether F is to drive and C to read every mode.

    `admitted` is the criterion for a single eigenvalue, by its modulus.
    """

    driven: bool = True
    read: bool = True
    criterion: Callable = radius_below_one
    admitted: Callable = lambda modulus: modulus < 1


@check("proof")
def check_for_all_sizes(bounded):
    """Enough: the response is summable. Needed: a summable response makes the powers of S vanish.

    n rows of C, CS, ... that are independent make an invertible matrix `seen`, and n columns of
    F, SF, ... a matrix `reached`. The entries of seen S^t reached are entries of the responses at
    lags t and later, which tend to 0, and so does S^t.
    """
    S, power = symbol_array("S", HIDDEN, HIDDEN), symbol_array("P", HIDDEN, HIDDEN)
    C, F = symbol_array("C", OUTPUTS, HIDDEN), symbol_array("F", HIDDEN, INPUTS)
    seen, seen_inverse = (symbol_array(t, HIDDEN, HIDDEN) for t in inverse_pair("O"))
    reached, reached_inverse = (symbol_array(t, HIDDEN, HIDDEN) for t in inverse_pair("R"))
    if not bounded.read:
        seen = symbol_array("seen", HIDDEN, HIDDEN)
    if not bounded.driven:
        reached = symbol_array("reached", HIDDEN, HIDDEN)
    k = sp.Symbol("k", integer=True, nonnegative=True)
    q = sp.Symbol("q", positive=True)
    modulus, factor = reals("r q")
    return all_of(
        {
            "an eigenvalue inside leaves room for a factor q < 1": prove_for_all(
                implies(factor * 2 == 1 + modulus, (factor < 1) & (modulus < factor)),
                assume=(modulus >= 0, bounded.admitted(modulus)),
            ),
            "powers of q have a sum": prove_sum(q**k, (1 - q ** (k + 1)) / (1 - q), k),
            "responses do not depend on where powers stand": prove_equal_arrays(
                (C @ S) @ (power @ F), C @ (S @ (power @ F))
            ),
            "the power of S, from responses": prove_equal_arrays(
                seen_inverse @ ((seen @ power) @ reached) @ reached_inverse, power
            ),
        },
        "all n, n_x, n_y, all W, F and C",
        words=(
            "linear-rnn/new-stability-of-states: below a radius of 1, and only there, S^t tends to"
            " 0, in the end like q^t for every q above the radius",
            "a convolution takes bounded sequences to bounded ones if and only if its filter is"
            " summable",
            "rank n: there are n independent rows, or columns, which make an invertible matrix",
        ),
        rests_on=(Ground.claim("linear-rnn/new-stability-of-states"),),
    )


def outputs_stay_bounded(S, F, C):
    """Whether bounded inputs give bounded outputs: no pole of the response on or off the circle.

    With one input and one output the sum of the L_j z^{-j-1} is N(z)/D(z), D the characteristic
    polynomial of S and N + D that of S - F C. What both have in common is no pole.
    """
    D = S.charpoly()
    N = (S - F * C).charpoly() - D
    poles = D / N.gcd(D)
    return all(abs(root) < 1 for root, _ in poles.complex_roots())


def _spans(S, F):
    """Whether F, SF, S^2 F, ... span all states."""
    size = S.nrows()
    columns = [F]
    for _ in range(size - 1):
        columns.append(S * columns[-1])
    return (
        flint.fmpq_mat([[column[i, 0] for column in columns] for i in range(size)]).rank() == size
    )


VALUES = (Fraction(-1), Fraction(0), Fraction(1, 2))
VECTORS = {1: ((0,), (1,)), 2: ((1, 0), (0, 1), (1, 1))}


@check("exact")
def check_small_systems(bounded):
    """All S of size 1 and 2 with entries -1, 0, 1/2, and F, C of entries 0 and 1, by poles."""
    for size, vectors in VECTORS.items():
        for entries in product(VALUES, repeat=size * size):
            S = flint.fmpq_mat(
                size, size, [flint.fmpq(e.numerator, e.denominator) for e in entries]
            )
            small = bounded.criterion(S)
            for f, c in product(vectors, repeat=2):
                F, C = flint.fmpq_mat(size, 1, f), flint.fmpq_mat(1, size, c)
                exact = (not bounded.driven or _spans(S, F)) and (
                    not bounded.read or _spans(S.transpose(), C.transpose())
                )
                found = outputs_stay_bounded(S, F, C)
                if (small and not found) or (exact and small != found):
                    values = {"S": [list(map(str, row)) for row in S.tolist()], "F": f, "C": c}
                    told = ("bounded" if flag else "unbounded" for flag in (small, found))
                    return Evidence.refuted(Counterexample(values, *told))
    return Evidence.holds("12 systems of one unit, 729 of two")


bounded_outputs = Claim(
    id="linear-rnn/new-stability-of-outputs",
    title="Where F drives and C reads every mode, outputs stay bounded if and only if the spectral"
    " radius is below 1",
    source=Source(PAPER, "Sec. 2, Stability, made precise"),
    statement=r"\sup_t \|y_t\| < \infty \text{ for all bounded } x"
    r" \iff n^{-1/2} \lambda_{\max}(W) < 1",
    assumptions=(
        r"for $\Rightarrow$: $[F, SF, \dots, S^{n-1}F]$ and $[C; CS; \dots; CS^{n-1}]$ have rank"
        r" $n$, $S = W/\sqrt n$; for $\Leftarrow$: none",
    ),
    subject=Bounded(),
    checks=(check_for_all_sizes, check_small_systems),
    mutants=(
        Mutant("not-read", Bounded(read=False), "C need not read every mode"),
        Mutant("not-driven", Bounded(driven=False), "F need not drive every mode"),
        Mutant(
            "at-most-one",
            Bounded(criterion=radius_at_most_one, admitted=lambda modulus: modulus <= 1),
            "<= for <",
        ),
    ),
    new=True,
    notes="The sense in which 'stable if and only if' holds for outputs; linear-rnn/stability-iff"
    " is refuted where C reads nothing. Gaussian F and C drive and read every mode almost surely"
    " if W has distinct eigenvalues, which a Gaussian W has.",
)
