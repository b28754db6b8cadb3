r"""The corrections of order 1/n for every lag, from the Hessenberg form of W.

In the basis of F, WF, W^2 F, ... the matrix W/sqrt(n nu_W) is a shift: below the diagonal stands
chi_{n-1-k}/sqrt n, which tends to 1, and on and above it N(0, 1)/sqrt n. So H^j e_0 is a sum over
walks from 0 that go up by one, or jump from l to some i <= l at a cost of one normal entry h_il. To
order 1/n a mean keeps the walks that use no entry, and pairs of uses of one and the same entry.

What is counted, with S = W/sqrt n and the Gram sequences g_F(a, b) = F^T S^a^T S^b F / n and g_C,
the same of C and S^T:

1. `repeated_entries`: the pairs of uses that link lag m to lag m + 2g, m + 1 in number. They are
   the covariance of L_m and L_{m+2g} (`check_correlation_for_all_lags`).
2. `uncorrelated_sequences`: g_F and g_C may be averaged apart, up to O(n^-2).
3. With both, the mean of R_jk = g_F(j, k) + g_C(j, k) + sum g_C(a, b) g_F(j-1-a, k-1-b)
   (`check_kernel_for_all_lags`), and its variance (`check_spread_for_all_lags`).
"""

from functools import reduce

import sympy as sp

from proofs.linear_rnn.s2_linear_rnns.equation_4 import C, F, W, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import krylov
from theorem_checks import (
    ConstantMatrix,
    Evidence,
    Ground,
    all_of,
    check,
    expectation,
    inner,
    prove_identity,
    prove_moment,
    prove_sum,
    trace,
)

__all__ = [
    "check_correlation_for_all_lags",
    "check_kernel_for_all_lags",
    "check_spread_for_all_lags",
]

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


def repeated_entries():
    """Return the evidence that just m + 1 entries link H^m e_0 to H^(m + 2g) e_0, g >= 1.

    The second walk comes to e_m, in m + 2g steps, if it uses h_il twice: up to l, to i, up to l
    again, to i, up to m. For each i from 0 to m there is one such l, and l >= i. (If each walk uses
    the entry once they end together only for g = 0.)
    """
    i, l = sp.symbols("i l")
    steps = l + 1 + (l - i) + 1 + (m - i)
    ends = (i + (m - 1 - l), i + (m + 2 * gap - 1 - l))
    return all_of(
        {
            "it has m + 2g steps for l = i + g - 1": prove_identity(
                steps - (m + 2 * gap), 2 * (l - (i + gap - 1))
            ),
            "i = 0, ..., m": prove_sum(sp.Integer(1), m + 1, m),
            "once in each walk": prove_identity(ends[1] - ends[0], 2 * gap),
        },
        "all lags m < m + 2g",
    )


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


def sequences_covariance(one, other):
    """Return the exact covariance of g_C at one pair of lags and g_F at another."""
    of_C = inner(*(krylov_of_C(lag) for lag in one))
    of_F = inner(*(krylov(lag) for lag in other))
    product = sp.sympify(expectation(of_C * of_F))
    apart = sp.sympify(expectation(of_C)) * sp.sympify(expectation(of_F))
    return sp.expand((product - apart) / n ** sp.Rational(sum(one) + sum(other) + 4, 2))


def krylov_of_C(lag):
    """Return (W^T)^lag C."""
    return reduce(lambda vector, _: W.T @ vector, range(lag), C)


@check("proof")
def check_correlation_for_all_lags(covariance):
    """All lags j = m, k = m + 2g: the m + 1 entries that occur twice have mean square 1/n."""
    return all_of(
        {
            "entries that occur twice": repeated_entries(),
            "their number": prove_identity(m + 1, covariance.even(m)),
        },
        "all lags of equal parity, every n; -W for W shows that the others have covariance 0",
        words=(*HESSENBERG, "P_jk is a polynomial in n, so that what is left is O(n^-2)"),
        rests_on=(Ground.claim("linear-rnn/new-exact-sampler"),),
    )


@check("proof", kills=("limit-alone", "maximum", "on-diagonal"))
def check_kernel_for_all_lags(mean):
    """All lags, through R_jk = g_F(j,k) + g_C(j,k) + sum g_C(a,b) g_F(j-1-a, k-1-b).

    Off the diagonal the sum has a term of order 1/n where one of the two factors is diagonal. On it
    the chi give -(1 + ... + j)/n and the j (j + 1)/2 entries that may be used once in both give the
    reverse.
    """
    for one, other in (((1, 1), (1, 1)), ((0, 2), (0, 2)), ((0, 1), (1, 2))):
        if sp.limit(sequences_covariance(one, other) * n, n, sp.oo) != 0:
            return Evidence.undecided(f"g_C{one} and g_F{other} have a covariance of order 1/n.")
    power = nu_W ** (m + gap)
    by_one = (m + 1) * (nu_C + nu_F) * power
    by_W = 2 * (m * (m + 1) / 2) * nu_C * nu_F * power / nu_W
    places = prove_sum(a + 1, (a + 1) * (a + 2) / 2, a)  # of a = b, and of j-1-a = k-1-b
    degrees = prove_sum(-(a + 1), -(a + 1) * (a + 2) / 2, a)
    return all_of(
        {
            "entries that occur twice": repeated_entries(),
            "two sequences, given W": uncorrelated_sequences(),
            "the places of W": places,
            "off the diagonal": prove_identity(by_one + by_W, mean.off(m, m + 2 * gap, m)),
            "on it: the chi": degrees,
            "on it: nothing is left": prove_identity(
                -a * (a + 1) / 2 + a * (a + 1) / 2, mean.on(a)
            ),
        },
        "all lags, every n; the mean is a polynomial in 1/n, so that what is left is O(n^-2)",
        words=(*HESSENBERG, *TWO_SEQUENCES),
        rests_on=(Ground.claim("linear-rnn/new-exact-sampler"),),
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
