"""The norms of a vector one after the other, and what a matrix does to a vector."""

import theorem_checks as tc
from theorem_checks.facts import inequalities, logarithms, norms


def says(root, w):
    A, x = w.array("A", w.size("m"), k := w.size("k")), w.array("x", k)
    chain = [tc.norm_inf(x), tc.norm_2(x), tc.norm_1(x), tc.norm_2(x) * root(k), tc.norm_inf(x) * k]
    through = tc.AtMost(tc.norm_2(A @ x), tc.norm_fro(A) * tc.norm_2(x))
    return tc.All((*map(tc.AtMost, chain[:-1], chain[1:]), through))


def proof(said):
    least, two, one, most, through = said.parts
    A, x = said.array("A"), said.array("x")
    (m, k), ones, top = A.shape, x * 0 + 1, tc.norm_inf(x)
    square, largest = tc.AtMost(x * x, abs(x) * two.rhs), tc.AtMost(x * x, ones * top**2)
    term, part = (tc.by_fact(inequalities.TERM_OF_A_SUM, {"n": k, "x": y}) for y in (x * x, abs(x)))
    known = (square, tc.arithmetic(square, part)), (largest, tc.arithmetic(largest))
    of = [{"n": k, "x": each.lhs, "y": each.rhs} for each, _ in known]
    sums = [tc.by_fact(logarithms.SUM_INCREASES, *pair) for pair in zip(of, known, strict=True)]
    mean = tc.by_fact(inequalities.CAUCHY_SCHWARZ, {"n": k, "x": abs(x), "y": ones})
    longer = tc.by_fact(norms.OPERATOR_BOUND, {"m": m, "n": k, "A": A, "x": x})
    size = tc.by_fact(norms.OPERATOR_BELOW_FROBENIUS, {"m": m, "n": k, "A": A})
    whole = tc.by_fact(inequalities.LEAST_BOUND, {"n": k, "x": x, "m": least.rhs}, term)[1]
    premises = (two, sums[0]), (one, mean), (most, sums[1]), (through, longer, size)
    return tc.conjunction(said, whole, *(tc.arithmetic(*each) for each in premises))


NORMS = tc.Claim(
    id="more-theorems/norms",
    title="|x|_inf <= |x|_2 <= |x|_1 <= sqrt(k) |x|_2 <= k |x|_inf, and |A x| <= |A|_F |x|",
    source=tc.Source("Horn and Johnson, Matrix Analysis", "5.4 and 5.6"),
    statement=r"|x|_\infty \le |x|_2 \le |x|_1 \le \sqrt{k}|x|_2 \le k|x|_\infty,|Ax| \le |A|_F|x|",
    says=says,
    subject=tc.sqrt,
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(tc.Mutant("square", lambda k: k**2), tc.Mutant("one", lambda k: k / k)),
)
