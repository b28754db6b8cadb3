"""How near to uniform additive attention is when its weights are small, as at initialisation.

The paper says that attention weights are typically initialised uniformly. With
a(s, h) = v_a^T tanh(W_a s + U_a h) every score lies between -|v_a|_1 and |v_a|_1, whatever the
states are, so that the size of v_a alone bounds how far the weights are from 1/t.
"""

from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import outer
from proofs.sparse_attention import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Evidence,
    Implies,
    Index,
    Mutant,
    Source,
    World,
    all_of,
    arithmetic,
    at_numbers,
    by_fact,
    certificate,
    check,
    conjunction,
    decide_order,
    exp,
    given_each,
    leading_order,
    norm_1,
    proof_of,
    prove_for_all,
    prove_identity,
    reals,
    softmax,
)
from theorem_checks.certifying.lemmas import lemmas
from theorem_checks.facts.inequalities import EXPONENTIAL_INCREASES
from theorem_checks.facts.logarithms import LOGARITHM_BELOW_TANGENT, SUM_INCREASES
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import symbols_of


def hyperbolic_tangent(z: Any) -> Any:
    """Return tanh z, entry by entry, by exponentials."""
    falling = exp(-2 * z)
    return (1 - falling) * z.__number_system__.reciprocal(1 + falling)


def in_order(said: AtMost, *premises: Any) -> Any:
    """What is proved of the exponentials of two vectors, from that these are in order."""
    sides = {"n": said.lhs.shape[0], "x": said.lhs, "y": said.rhs}
    return by_fact(EXPONENTIAL_INCREASES, sides, *premises)


def sums_in_order(low: Any, high: Any, premise: Any) -> Any:
    """What is proved of the sums of two vectors, from what is known of their entries."""
    return by_fact(SUM_INCREASES, {"n": low.shape[0], "x": low, "y": high}, premise)


def within_norm(v: Any, terms: Any) -> Any:
    """What is proved of the sum of v_k times what is at most 1 in size: it is at most |v|_1."""
    each = AtMost(terms, abs(v))
    return sums_in_order(terms, abs(v), (each, arithmetic(each)))


def number(value: Any) -> Any:
    """Return an entry as an array without axes."""
    return SymbolicArray((), {(): scalar(value)})


def scores_within(said: Any, factor: Any) -> Any:
    """The scores of t states, times a factor; what they are within; and that, each way, proved."""
    v, Z = said.array("v"), said.array("Z")
    state, (k,) = Index("state", Z.axes[0][0].sizes[0]), v.axes[0][0].indices(0)
    of_state = SymbolicArray(v.axes, {(0,): scalar(Z[state, k])})
    terms = v * hyperbolic_tangent(of_state)
    scores = hyperbolic_tangent(Z) @ v * factor
    end = (Z @ (0 * v) + 1) * (norm_1(v) * factor)
    found = []
    for least, most, sign in ((scores, end, 1), (-end, scores, -1)):
        order = AtMost(least, most)
        found.append((order, arithmetic(order, within_norm(v, sign * terms))))
    return scores, end, *found


def largest_factor(x):
    """Return the bound of t alpha_{i,t}, x = exp(|v_a|_1); its inverse is the lower bound."""
    return x**2


def says_within(factor: Any, w: World) -> Conclusion:
    """T alpha is within the factor at e^c, c = |v_a|_1, for all states and t; and no better one is.

    A score is v_a . tanh z, z = W_a s + U_a h: `Z` has any z for each of t states. For the last two
    parts one of t + 1 states has z = y v_a, and all others -y v_a, for any y > 0: its score, `far`,
    is |v_a|_1 but for m / y, and theirs are the negative. Its t alpha is at least the factor at
    e^far, but for what goes to 0 with 1/t.
    """
    t, m, y = w.size("t"), w.size("m"), w.number("y", positive=True, small=True)
    v, Z = w.array("v", m, small=True), w.array("Z", t, m, small=True)
    scores, c, one = hyperbolic_tangent(Z) @ v, norm_1(v), Z @ (0 * v) + 1
    share, most = softmax(scores) * t, factor(exp(c))
    far = v @ hyperbolic_tangent(v * y)
    total = exp(one * 0 - far).sum() + exp(far)
    own = exp(far) * far.__number_system__.reciprocal(total) * (t + 1)
    return All(
        (
            AtMost(scores, one * c),
            AtMost(-scores, one * c),
            AtMost(share, one * most),
            AtMost(one, share * most),
            AtMost(c, far + m / y),
            AtMost(factor(exp(far)) * t, own * (exp(2 * c) + t)),
        )
    )


def by_exponentials(said: Any) -> Evidence:
    """Weights lie between e^-c and e^c, and so t of them between t e^-c and t e^c."""
    v = said.array("v")
    above, below, most, least, reached, sharp = said.parts
    scores, end, up, down = scores_within(said, 1)
    many = sums_in_order(exp(scores), exp(end), up_exponentials := in_order(up[0], up))
    few = sums_in_order(exp(-end), exp(scores), down_exponentials := in_order(down[0], down))
    bounds = arithmetic(most, up_exponentials, few), arithmetic(least, down_exponentials, many)
    (y,) = (symbol for symbol in symbols_of(said) if symbol.name == "y")
    x, mode = sp.Symbol("x", real=True), Index("mode", v.axes[0][0].sizes[0])
    tangent = AtMost(1 + x, sp.exp(x))
    terms = v * hyperbolic_tangent(v * y)
    each = AtMost(abs(v), terms + 1 / y)
    steep = (at_numbers(tangent, {x: number(2 * sign * y * v[mode])}) for sign in (1, -1))
    nearly = sums_in_order(abs(v), terms + 1 / y, (each, arithmetic(each, *steep, seconds=20)))
    room = at_numbers(tangent, {x: norm_1(v) - terms.sum()})
    ends = arithmetic(reached, nearly), arithmetic(sharp, within_norm(v, terms), room, seconds=20)
    scored = arithmetic(above, up), arithmetic(below, down)
    return conjunction(said, *scored, *bounds, *ends)


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
        proof_of(says_within, by_exponentials, seconds=300).killing("equal", "fourth-power"),
        certificate(
            says_within,
            proof=(lemmas("totals"), "additive_scores.v", "near_uniform.v"),
            tier="deep",
        ).killing("equal", "fourth-power"),
        check_many_states,
        check_three_states.killing("one-side", "equal"),
    ),
    mutants=(
        Mutant("one-side", lambda x: x, "forgets that the others may be small"),
        Mutant("equal", lambda x: 1 + 0 * x, "as if all weights were 1/t"),
        Mutant("fourth-power", lambda x: x**4, "true, but not sharp"),
    ),
    late=(
        Mutant(
            "large",
            lambda x: x**2 if np.all(x < 10**6) else x,
            "forgets that the others may be small, if the norm is large",
        ),
    ),
    new=True,
)


def order_of_deviation():
    """Return the power of eps by which t alpha - 1 vanishes where v_a = eps v."""
    return 1


def says_order(order: Any, w: World) -> Conclusion:
    """With scores eps a_i, c = |v|_1: every t alpha is within 4 c eps of 1, for 4 c eps <= 1.

    And one of any two states i and j is as far from 1 as (1 - 4 c eps) eps (a_i - a_j) / 2: the
    distances of both add up to twice that at least. For every t, and any z = W_a s + U_a h of each
    state.
    """
    t, m = w.size("t"), w.size("m")
    v, Z = w.array("v", m, small=True), w.array("Z", t, m, small=True)
    eps = abs(w.array("z", small=True))
    scores, c, one = hyperbolic_tangent(Z) @ v, norm_1(v), Z @ (0 * v) + 1
    away = abs(softmax(scores * eps) * t - 1)
    power = eps ** order() if order() else eps * 0 + 1
    apart = outer(scores, one) - outer(one, scores)
    near = AtMost(away, one * (4 * c * power))
    both = AtMost(apart * ((1 - 4 * c * eps) * power), outer(away, one) + outer(one, away))
    return Implies(AtMost(4 * c * eps, eps * 0 + 1), All((near, both)))


def by_tangents(said: Any) -> Evidence:
    """Weights lie between e^-x and e^x, x = c eps; e^-2x >= 1 - 2x, and e^d >= 1 + d besides."""
    near, both = (Implies(said.hypothesis, part) for part in said.body.parts)
    eps = abs(said.array("z"))
    scores, end, up, down = scores_within(said, eps)
    rising, falling = in_order(up[0], up), in_order(down[0], down)
    many = sums_in_order(exp(scores), exp(end), rising)
    few = sums_in_order(exp(-end), exp(scores), falling)
    x = sp.Symbol("x", real=True)
    tangent = at_numbers(AtMost(1 + x, sp.exp(x)), {x: -2 * eps * norm_1(said.array("v"))})
    within = arithmetic(near, rising, few, falling, many, tangent, seconds=30)
    other = number(scores[Index("other", scores.axes[0][0].sizes[0])])
    ratio = by_fact(LOGARITHM_BELOW_TANGENT, {"n": scores.shape[0], "x": exp(scores - other)})
    return given_each(said, within, arithmetic(both, ratio, falling, many, tangent, seconds=30))


NARROW = [{"t": 1 + number % 3, "m": 1} for number in range(24)]


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
    assumptions=(
        r"$4 \|v\|_1 \varepsilon \le 1$; a factor $(1 - 4 \|v\|_1 \varepsilon)/2$ times the largest"
        " difference of scores from below, so that not all may be equal",
    ),
    subject=order_of_deviation,
    says=says_order,
    checks=(
        proof_of(says_order, by_tangents, instances=NARROW, seconds=300),
        certificate(
            says_order,
            proof=(lemmas("totals"), "additive_scores.v", "near_uniform_order.v"),
            instances=NARROW,
            tier="deep",
        ),
        check_one_network,
    ),
    mutants=(
        Mutant("quadratic", lambda: 2, "as if the first order cancelled"),
        Mutant("constant", lambda: 0, "no limit"),
    ),
    new=True,
)
