"""The logarithm of a sum of exponentials is a smooth largest entry, with softmax for gradient."""

import theorem_checks as tc
from theorem_checks.facts import inequalities, logarithms


def says(smooth, w):
    x, c = w.array("x", d := w.size("d"), small=True), w.array("c", small=True)
    top, gradient = tc.largest(x), w.derivative(smooth, x)
    bounds = tc.AtMost(top, smooth(x)), tc.AtMost(smooth(x), top + tc.log(d))
    moved = tc.Equal(smooth(x + c), smooth(x) + c)
    return tc.All((*bounds, moved, tc.Equal(gradient, tc.softmax(x))))


def proof(said):
    below, above, moved, gradient = said.parts
    x, ones = said.array("x"), said.array("x") * 0 + 1
    (n,), e, total, top = x.shape, tc.exp(x), tc.exp(x).sum() * ones, tc.largest(x)
    log, highest = logarithms.LOGARITHM_INCREASES, ones * tc.exp(top)
    term = tc.by_fact(inequalities.TERM_OF_A_SUM, {"n": n, "x": e})
    part = tc.by_fact(log, {"n": n, "x": e, "y": total}, term)
    least = tc.by_fact(logarithms.GREATEST_BOUND, {"n": n, "x": x, "m": below.rhs}, part)[1]
    each = tc.by_fact(inequalities.EXPONENTIAL_INCREASES, {"n": n, "x": x, "y": ones * top})
    sums = tc.by_fact(logarithms.SUM_INCREASES, {"n": n, "x": e, "y": highest}, each)
    most = tc.by_fact(log, {"n": n, "x": total, "y": highest.sum() * ones}, sums)
    parts = tc.arithmetic(above, most), tc.prove(moved), tc.prove(gradient)
    return tc.conjunction(said, least, *parts)


LOG_SUM_EXP = tc.Claim(
    id="more-theorems/log-sum-exp",
    title="max x <= lse(x) <= max x + log d; it moves with a shift, and its gradient is softmax(x)",
    source=tc.Source("Boyd and Vandenberghe, Convex Optimization", "3.1.5"),
    statement=r"\max_i x_i \le \mathrm{lse}(x) \le \max_i x_i + \log d,\; \nabla\,\mathrm{lse} = p",
    says=says,
    subject=tc.logsumexp,
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(tc.Mutant("sum", lambda x: tc.exp(x).sum()), tc.Mutant("linear", lambda x: x.sum())),
)
