r"""The corrections of order 1/n for every lag, from the Hessenberg form of W.

In the basis of F, WF, W^2 F, ... the matrix W/sqrt(n nu_W) is a shift: below the diagonal stands
chi_{n-1-k}/sqrt n, which tends to 1, and on and above it N(0, 1)/sqrt n. So H^j e_0 is a sum over
walks from 0 that go up by one, or jump from l to some i <= l at a cost of one normal entry h_il. To
order 1/n a mean keeps the walks that use no entry, and pairs of uses of one and the same entry.

What is counted, with S = W/sqrt n and the Gram sequences g_F(a, b) = F^T S^a^T S^b F / n and g_C,
the same of C and S^T: g_F and g_C may be averaged apart, up to O(n^-2) (`uncorrelated_sequences`).
With that, the variance of R_jk = g_F(j, k) + g_C(j, k) + sum g_C(a, b) g_F(j-1-a, k-1-b).
"""

import sympy as sp

from proofs.linear_rnn.s2_linear_rnns.equation_4 import C, F, n, nu_C, nu_F, nu_W
from theorem_checks import (
    ConstantMatrix,
    Ground,
    all_of,
    check,
    inner,
    prove_identity,
    prove_moment,
    prove_sum,
    trace,
)

__all__ = ["check_spread_for_all_lags"]

HESSENBERG = (
    "linear-rnn/new-exact-sampler: the entries of the Hessenberg form are independent",
    "chi^2_m has mean m and variance 2m, so that chi^2_{n-1-k}/n = 1 + O(n^{-1/2})",
)
TWO_SEQUENCES = (
    "given W, g_F and g_C are independent: their covariance is that of their means given W,"
    " nu_F and nu_C times normalised traces of products of S and S^T",
    "a covariance of two normalised traces of a Gaussian matrix is a sum over pairings that connect"
    " both: two polygons glued into one surface, of Euler characteristic 2 at most, so that it is"
    " O(n^-2)",
)

m, gap, a = (sp.Symbol(name, integer=True, nonnegative=True) for name in ("m", "g", "a"))


def uncorrelated_sequences():
    """Return the evidence on g_F and g_C given W: their product has the product of two traces.

    For any matrices X and Y, which are here S^a^T S^b and S^c S^d^T, and so for all lags.
    """
    X, Y = (ConstantMatrix(name, n, n) for name in "XY")
    return all_of(
        {
            "both, given W": prove_moment(
                inner(F, X @ F) * inner(C, Y @ C), nu_F * nu_C * trace(X) * trace(Y)
            ),
            "that of F, given W": prove_moment(inner(F, X @ F), nu_F * trace(X)),
            "that of C, given W": prove_moment(inner(C, Y @ C), nu_C * trace(Y)),
        },
        "all n, all matrices X and Y",
    )


@check("proof", kills=("lost-cross", "half", "gaussian"))
def check_spread_for_all_lags(leading):
    """All lags j: R_jj to order n^{-1/2} is a sum over the j + 1 squares of the shift's entries.

    Each is 1 + x with variance 2/n of x. With A = nu_F nu_W^j, B = nu_C nu_W^j and
    D = nu_C nu_F nu_W^(j-1), place i of F's sequence stands in A and in j - i terms D, and place i
    of C's in B and as many. L_j is Gaussian given W and F, with a variance of relative variance
    2 (j + 1)/n.
    """
    A, B, D = nu_F * nu_W**a, nu_C * nu_W**a, nu_C * nu_F * nu_W ** (a - 1)
    P, Q, R = sp.symbols("A B D")
    term = 2 * ((P + R * m) ** 2 + (Q + R * m) ** 2)  # m = j - i
    total = (
        2 * (m + 1) * (P**2 + Q**2)
        + 2 * m * (m + 1) * R * (P + Q)
        + sp.Rational(2, 3) * m * (m + 1) * (2 * m + 1) * R**2
    )
    stated = total.subs({m: a, P: A, Q: B, R: D})
    return all_of(
        {
            "two sequences, given W": uncorrelated_sequences(),
            "the sum over places": prove_sum(term, total, m),
            "the variance": prove_identity(stated, leading.leading(a)),
            "the kurtosis": prove_identity(3 * (2 * (a + 1)), leading.kurtosis(a)),
        },
        "all lags, to the leading order in 1/n",
        words=(
            *HESSENBERG,
            *TWO_SEQUENCES,
            "for X Gaussian of random variance V, E X^4 / (E X^2)^2 = 3 (1 + Var V / (E V)^2)",
        ),
        rests_on=(Ground.claim("linear-rnn/new-exact-sampler"),),
    )
