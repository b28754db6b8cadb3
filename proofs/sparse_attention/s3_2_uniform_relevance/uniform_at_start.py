"""How near to uniform additive attention is when its weights are small, as at initialisation.

The paper says that attention weights are typically initialised uniformly. With
a(s, h) = v_a^T tanh(W_a s + U_a h) every score lies between -|v_a|_1 and |v_a|_1, whatever the
states are, so that the size of v_a alone bounds how far the weights are from 1/t.
"""

import sympy as sp

from proofs.sparse_attention import PAPER
from theorem_checks import (
    Claim,
    Mutant,
    Source,
    all_of,
    check,
    decide_order,
    leading_order,
    prove_for_all,
    prove_identity,
    reals,
)


def largest_factor(x):
    """Return the bound of t alpha_{i,t}, x = exp(|v_a|_1); its inverse is the lower bound."""
    return x**2


@check("proof")
def check_all_lengths(factor):
    """With w_i = exp(e_i) between 1/x and x: t alpha = t w / (w + the t - 1 others), for all t.

    The extremes are w = x with all others 1/x, and the reverse. Both stay within the factor, by
    what is not negative for x >= 1; as t grows they reach it.
    """
    x, t = sp.symbols("x t", positive=True)
    high = t * x / (x + (t - 1) / x)
    low = (t / x) / (1 / x + (t - 1) * x)
    y = reals("y")
    return all_of(
        {
            "the larger side": prove_identity(factor(x) - high, x**2 * (x**2 - 1) / (x**2 + t - 1)),
            "the smaller side": prove_identity(
                low - 1 / factor(x), (x**2 - 1) / (x**2 * (1 + (t - 1) * x**2))
            ),
            "neither is negative": prove_for_all(y**2 - 1 >= 0, assume=y >= 1),
            "sharp above": prove_identity(leading_order(high, t), factor(x)),
            "sharp below": prove_identity(leading_order(low, t), 1 / factor(x)),
        },
        "all t, all states, all W_a, U_a, v_a",
        words=(
            "|tanh| < 1, and it comes as near to 1 as one likes",
            "w / (w + others) rises with w, and falls with each of the others",
        ),
    )


@check("solver", seconds=20)
def check_three_states(factor):
    """T = 3: any three w_i between 1/x and x, two of them by their sum."""
    x, u, others = reals("x u others")
    within = [x >= 1, u * x >= 1, u <= x, others * x >= 2, others <= 2 * x]
    share = 3 * u / (u + others)
    most = factor(x)
    return prove_for_all((share <= most) & (share * most >= 1), assume=within)


near_uniform = Claim(
    id="sparse-attention/new-near-uniform",
    title="Additive attention is within a factor exp(2 |v_a|_1) of uniform, at every length",
    source=Source(PAPER, "Sec. 3.2, Intuition of Theorem 1 (1)"),
    statement=r"e^{-2 \|v_a\|_1} \le t\,\alpha_{i,t} \le e^{2 \|v_a\|_1},"
    r" \text{ and no smaller factor serves all } t",
    assumptions=(r"$a(s, h) = v_a^\top \tanh(W_a s + U_a h)$",),
    subject=largest_factor,
    checks=(check_all_lengths, check_three_states.killing("one-side")),
    mutants=(
        Mutant("one-side", lambda x: x, "forgets that the others may be small"),
        Mutant("fourth-power", lambda x: x**4, "true, but not sharp"),
    ),
    new=True,
)


def order_of_deviation():
    """Return the power of eps by which t alpha - 1 vanishes where v_a = eps v."""
    return 1


@check("proof")
def check_first_order(order):
    """Scores are eps a_i: with w = 1 + eps a + ..., and 1 + eps a_j + ... for the t - 1 others.

    The first power of eps in t alpha - 1 has the coefficient a - mean, which is not 0 for every i
    unless all scores are equal.
    """
    eps, a, others, t = sp.symbols("eps a m t", positive=True)  # others: the sum of their a_j
    second, seconds = sp.symbols("q r", positive=True)
    w = 1 + eps * a + eps**2 * second
    rest = t - 1 + eps * others + eps**2 * seconds
    top = sp.Poly(sp.expand(t * w - (w + rest)), eps)
    power = min(monomial[0] for monomial in top.monoms())
    return all_of(
        {
            "the power": prove_identity(sp.Integer(power), sp.Integer(order())),
            "its coefficient": prove_identity(
                top.coeff_monomial(eps**power) / t, a - (a + others) / t
            ),
        },
        "all t, all states, all weights for which the scores are not all equal",
        words=("exp(x) = 1 + x + x^2/2 + ..., so that w + the others tends to t",),
    )


def _deviation(eps):
    """T alpha_1 - 1 for four fixed states of two units, v_a = eps (1, -2)."""
    states = [(1, 2), (-1, 1), (0, 3), (2, -1)]
    scores = [eps * (sp.tanh(a + 1) - 2 * sp.tanh(b - a)) for a, b in states]
    weights = [sp.exp(score) for score in scores]
    return len(states) * weights[0] / sp.Add(*weights) - 1


@check("bound")
def check_one_network(order):
    """One network with v_a = eps v: the leading term, and slopes from 1/16 to 2^-23."""
    eps = sp.Symbol("eps", positive=True)
    return decide_order(_deviation(eps), order(), scale=eps, exactly=True)


deviation = Claim(
    id="sparse-attention/new-near-uniform-order",
    title="With v_a scaled by eps, attention differs from uniform by the order eps",
    source=Source(PAPER, "Sec. 3.2, Intuition of Theorem 1 (1)"),
    statement=r"v_a = \varepsilon v \implies \max_i |t\,\alpha_{i,t} - 1| = \Theta(\varepsilon)",
    assumptions=("the scores of the states are not all equal",),
    subject=order_of_deviation,
    checks=(check_first_order, check_one_network),
    mutants=(
        Mutant("quadratic", lambda: 2, "as if the first order cancelled"),
        Mutant("constant", lambda: 0, "no limit"),
    ),
    new=True,
)
