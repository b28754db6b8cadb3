"""How near to uniform additive attention is when its weights are small, as at initialisation.

The paper says that attention weights are typically initialised uniformly. With
a(s, h) = v_a^T tanh(W_a s + U_a h) every score lies between -|v_a|_1 and |v_a|_1, whatever the
states are, so that the size of v_a alone bounds how far the weights are from 1/t.
"""

from typing import Any

import sympy as sp

from proofs.sparse_attention import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Evidence,
    Implies,
    Limit,
    Mutant,
    Source,
    Verdict,
    World,
    all_of,
    arithmetic,
    at_numbers,
    by_fact,
    check,
    conjunction,
    decide_order,
    exp,
    given_each,
    leading_order,
    norm_1,
    proof_of,
    prove,
    prove_for_all,
    prove_identity,
    reals,
    softmax,
)
from theorem_checks.facts.inequalities import EXPONENTIAL_INCREASES
from theorem_checks.facts.logarithms import LOGARITHM_BELOW_TANGENT, SUM_INCREASES


def hyperbolic_tangent(z: Any) -> Any:
    """Return tanh z, entry by entry, by exponentials."""
    falling = exp(-2 * z)
    return (1 - falling) * z.__number_system__.reciprocal(1 + falling)


def up_to_one(q: Any) -> Any:
    """Return 2 q / (1 + q^2), which is any number from -1 to 1."""
    return 2 * q * q.__number_system__.reciprocal(1 + q * q)


def in_order(low: Any, high: Any) -> Any:
    """What is proved of the exponentials of two vectors, from what arithmetic knows of these."""
    said = AtMost(low, high)
    sides = {"n": low.shape[0], "x": low, "y": high}
    return by_fact(EXPONENTIAL_INCREASES, sides, (said, arithmetic(said)))


def sums_in_order(low: Any, high: Any, premise: Any) -> Any:
    """What is proved of the sums of two vectors, from what is known of their entries."""
    return by_fact(SUM_INCREASES, {"n": low.shape[0], "x": low, "y": high}, premise)


def largest_factor(x):
    """Return the bound of t alpha_{i,t}, x = exp(|v_a|_1); its inverse is the lower bound."""
    return x**2


def says_within(factor: Any, w: World) -> Conclusion:
    """A score is at most |v_a|_1 in size; with such scores t alpha is within the factor, any t.

    A score is v_a . tanh z, for any z = W_a s + U_a h. What is at most c in size is c 2q/(1 + q^2),
    for some q. The factor is sharp: of t states one may have the score c, and the others -c; then t
    alpha of that one tends to the factor at u = e^c with t, for every u.
    """
    t, m, u = w.size("t"), w.size("m"), w.number("u", positive=True)
    v, z = w.array("v", m, small=True), w.array("z", m, small=True)
    c, q = abs(w.array("c", small=True)), w.array("q", t, small=True)
    score, one = v @ hyperbolic_tangent(z), q * 0 + 1
    share, most = softmax(c * up_to_one(q)) * t, factor(exp(c))
    return All(
        (
            AtMost(score, norm_1(v)),
            AtMost(-score, norm_1(v)),
            AtMost(share, one * most),
            AtMost(one, share * most),
            Limit(t, t * u / (u + (t - 1) / u), "oo", w.call(factor, u)),
        )
    )


def by_exponentials(said: Any) -> Evidence:
    """Weights lie between e^-c and e^c, and so t of them between t e^-c and t e^c."""
    v, z, c, q = map(said.array, ("v", "z", "c", "q"))
    above, below, most, least, sharp = said.parts
    found = []
    for part, sign in ((above, 1), (below, -1)):
        terms = v * hyperbolic_tangent(z) * sign
        each = AtMost(terms, abs(v))
        found.append(arithmetic(part, sums_in_order(terms, abs(v), (each, arithmetic(each)))))
    scores, end = abs(c) * up_to_one(q), (q * 0 + 1) * abs(c)
    up, down = in_order(scores, end), in_order(-end, scores)
    many = sums_in_order(exp(scores), exp(end), up)
    few = sums_in_order(exp(-end), exp(scores), down)
    bounds = arithmetic(most, up, few), arithmetic(least, down, many)
    return conjunction(said, *found, *bounds, prove(sharp))


@check("solver", seconds=20)
def check_three_states(factor):
    """T = 3: any three w_i between 1/x and x, two of them by their sum."""
    x, u, others = reals("x u others")
    within = [x >= 1, u * x >= 1, u <= x, others * x >= 2, others <= 2 * x]
    share = 3 * u / (u + others)
    most = factor(x)
    return prove_for_all((share <= most) & (share * most >= 1), assume=within)


@check("proof")
def check_many_states(factor):
    """One state with w = x and all others with 1/x, or the reverse: the limits for many states."""
    x, t = sp.symbols("x t", positive=True)
    high, low = t * x / (x + (t - 1) / x), (t / x) / (1 / x + (t - 1) * x)
    return all_of(
        {
            "above": prove_identity(leading_order(high, t), factor(x)),
            "below": prove_identity(leading_order(low, t), 1 / factor(x)),
        },
        "all x > 0",
        words=("what a quotient of polynomials in t tends to is that of its leading terms",),
    )


OF_EACH_STATE = (
    "The score of each state is v_a . tanh z for its own z, and so c 2q/(1 + q^2) for some q, with"
    " c = |v_a|_1, as every number from -c to c is. No smaller factor serves: tanh comes as near to"
    " 1 as one likes, and to -1, so that scores do to c and -c, and weights are continuous in them."
)

near_uniform = Claim(
    id="sparse-attention/new-near-uniform",
    title="Additive attention is within a factor exp(2 |v_a|_1) of uniform, at every length",
    source=Source(PAPER, "Sec. 3.2, Intuition of Theorem 1 (1)"),
    statement=r"e^{-2 \|v_a\|_1} \le t\,\alpha_{i,t} \le e^{2 \|v_a\|_1},"
    r" \text{ and no smaller factor serves all } t",
    assumptions=(r"$a(s, h) = v_a^\top \tanh(W_a s + U_a h)$",),
    subject=largest_factor,
    says=says_within,
    checks=(
        proof_of(says_within, by_exponentials, words=OF_EACH_STATE).killing("equal"),
        check_many_states,
        check_three_states.killing("one-side", "equal"),
    ),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("one-side", lambda x: x, "forgets that the others may be small"),
        Mutant("equal", lambda x: 1 + 0 * x, "as if all weights were 1/t"),
        Mutant("fourth-power", lambda x: x**4, "true, but not sharp"),
    ),
    new=True,
)


def order_of_deviation():
    """Return the power of eps by which t alpha - 1 vanishes where v_a = eps v."""
    return 1


def says_order(order: Any, w: World) -> Conclusion:
    """With scores eps a_i, |a_i| <= c, |t alpha - 1| <= 4 c eps for 4 c eps <= 1, for every t.

    And two states whose scores differ do so in t alpha by as many times eps, and t alpha of one of
    them: which is 1 - 4 c eps at least. These are any one of t + 1 states, of the score eps c
    2b/(1 + b^2), and any other, of the score eps c 2q/(1 + q^2).
    """
    t, names = w.size("t"), ("b", "c", "z")
    b, c, z = (w.array(name, small=True) for name in names)
    q, eps, size = w.array("q", t, small=True), abs(z), abs(c)
    others, one = size * up_to_one(q), size * up_to_one(b)
    total = exp(eps * others).sum() + exp(eps * one)
    each = z.__number_system__.reciprocal(total) * (t + 1)
    share, own = exp(eps * others) * each, exp(eps * one) * each
    power, ones = eps ** order() if order() else eps * 0 + 1, q * 0 + 1
    most = ones * (4 * size * power)
    near = All((AtMost(share - 1, most), AtMost(1 - share, most)))
    small = AtMost(4 * size * eps, c * 0 + 1)
    return All((Implies(small, near), AtMost(own * power * (others - one), share - own)))


def by_tangents(said: Any) -> Evidence:
    """Weights lie between e^-x and e^x, x = c eps; e^-2x >= 1 - 2x, and e^d >= 1 + d besides."""
    near, apart = said.parts
    b, c, z, q = map(said.array, ("b", "c", "z", "q"))
    eps, size = abs(z), abs(c)
    others, one = eps * size * up_to_one(q), (q * 0 + 1) * (eps * size * up_to_one(b))
    end = (q * 0 + 1) * (eps * size)
    up, down = in_order(others, end), in_order(-end, others)
    own_up, own_down = in_order(one, end), in_order(-end, one)
    many = sums_in_order(exp(others), exp(end), up)
    few = sums_in_order(exp(-end), exp(others), down)
    x = sp.Symbol("x", real=True)
    tangent = at_numbers(AtMost(1 + x, sp.exp(x)), {x: -2 * eps * size})
    above, below = (Implies(near.hypothesis, part) for part in near.body.parts)
    within = given_each(
        near,
        arithmetic(above, up, few, own_down, tangent, seconds=20),
        arithmetic(below, down, many, own_up, tangent, seconds=20),
    )
    ratio = by_fact(LOGARITHM_BELOW_TANGENT, {"n": q.shape[0], "x": exp(others - one)})
    return conjunction(said, within, arithmetic(apart, ratio, seconds=20))


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


OF_TWO_STATES = (
    "Scores a_i of any states are c 2q/(1 + q^2), each for some q, where none is more than c in"
    " size. Where two of them differ, t alpha of one of both states is half as far from 1 at least"
    " as they are apart: half of (1 - 4 c eps) eps times the difference of the scores."
)

deviation = Claim(
    id="sparse-attention/new-near-uniform-order",
    title="With v_a scaled by eps, attention differs from uniform by the order eps",
    source=Source(PAPER, "Sec. 3.2, Intuition of Theorem 1 (1)"),
    statement=r"v_a = \varepsilon v \implies \max_i |t\,\alpha_{i,t} - 1| = \Theta(\varepsilon)",
    assumptions=("the scores of the states are not all equal",),
    subject=order_of_deviation,
    says=says_order,
    checks=(proof_of(says_order, by_tangents, words=OF_TWO_STATES), check_one_network),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("quadratic", lambda: 2, "as if the first order cancelled"),
        Mutant("constant", lambda: 0, "no limit"),
    ),
    new=True,
)
