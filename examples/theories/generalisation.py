"""Rademacher averages, Massart's lemma, and bounds with probability 1 - delta."""

from fractions import Fraction
from itertools import product
from math import prod

from theory import Theory

from theorem_checks import (
    IID,
    All,
    AtMost,
    BallMean,
    Bounded,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    MaximumMean,
    Mean,
    Rademacher,
    RandomVector,
    Verdict,
    WithProbability,
    all_of,
    arithmetic,
    by_chernoff,
    by_suprema,
    check,
    conjunction,
    contract,
    exp,
    inner,
    largest,
    log,
    ones,
    outer,
    proof_of,
    prove,
    sqrt,
    squared_norm,
    trace,
)

claim = Theory(
    "generalisation",
    "Shalev-Shwartz and Ben-David, Understanding Machine Learning (2014)",
    __name__,
).claim


def says_linear(square, w):
    n, d = w.size("n"), w.size("d")
    X = w.constant("X", n, d)
    return Mean(squared_norm(X.T @ RandomVector("s", n, Rademacher())), square(X))


LINEAR = claim(
    "linear-classes",
    "The square of a Rademacher sum is in the mean the sum of the squares of the norms",
    "Lemma 26.10",
    r"E |\sum_i \sigma_i x_i|^2 = \mathrm{tr}(X X^\top)",
    says_linear,
    lambda X: trace(X @ X.T),
    {"doubled": lambda X: 2 * trace(X @ X.T), "squared": lambda X: trace(X @ X.T @ X @ X.T)},
)


def says_kernel(square, w):
    n = w.size("n")
    K = w.constant("K", n, n)
    s = RandomVector("s", n, Rademacher())
    return Mean(inner(s, K @ s), square(K))


KERNEL = claim(
    "kernel-classes",
    "For a kernel matrix it is the trace",
    "Lemma 26.10, for a kernel",
    r"E\, \sigma^\top K \sigma = \mathrm{tr} K",
    says_kernel,
    trace,
    {"doubled": lambda K: 2 * trace(K), "squared": lambda K: trace(K @ K)},
)


def says_ghost(square, w):
    n, v = w.size("n"), w.number("v", positive=True)
    law = IID(variance=v, kurtosis=3)
    x, y = RandomVector("x", n, law), RandomVector("y", n, law)
    return Mean(squared_norm(x - y), w.call(square, n, v))


GHOST = claim(
    "ghost-sample",
    "A sample and its ghost differ in the mean square by twice the variance",
    "the ghost sample of Lemma 26.2",
    r"E |x - x'|^2 = 2 n v",
    says_ghost,
    lambda n, v: 2 * n * v,
    {"once": lambda n, v: n * v, "squared": lambda n, v: 2 * n * v**2},
)


def says_finite(bound, w):
    N, n, r = w.size("N", least=2), w.size("n"), w.number("r", positive=True)
    A = w.rows_within("A", N, n, r)
    return MaximumMean(A @ RandomVector("s", n, Rademacher()) / n, w.call(bound, N, n, r))


FINITE = claim(
    "massart",
    "The Rademacher average of N vectors of length r or less is at most r sqrt(2 log N) / n",
    "Lemma 26.8",
    r"E \max_{a \in A} \frac1n \sum_i \sigma_i a_i \le \frac{r \sqrt{2 \log N}}{n},\ |a| \le r",
    says_finite,
    lambda N, n, r: r * sqrt(2 * log(N)) / n,
    {
        "no-two": lambda N, n, r: r * sqrt(log(N)) / n,
        "no-root": lambda N, n, r: r * log(N) / n,
    },
    by=(by_suprema,),
)


def says_ball(bound, w):
    n, d, B = w.size("n"), w.size("d"), w.number("B", nonnegative=True)
    X = w.constant("X", n, d)
    S = w.value("S", trace(X @ X.T), nonnegative=True)
    return BallMean(X.T @ RandomVector("s", n, Rademacher()) / n, B, w.call(bound, n, B, S))


BALL = claim(
    "linear-class-over-a-ball",
    "The Rademacher average of the linear maps of length B or less is at most B |X| / n",
    "Lemma 26.10",
    r"E \sup_{|w| \le B} \tfrac1n \sum_i \sigma_i\, w \cdot x_i \le \tfrac{B}{n} |X|",
    says_ball,
    lambda n, B, S: B * sqrt(S) / n,
    {
        "half": lambda n, B, S: B * sqrt(S) / (2 * n),
        "once-more": lambda n, B, S: B * sqrt(S) / n**2,
    },
    by=(by_suprema,),
)


def says_tail(size, w):
    n, delta = w.number("n", positive=True), w.number("delta", positive=True)
    return Equal(exp(-2 * n * w.call(size, n, delta) ** 2), delta)


TAIL = claim(
    "width-of-hoeffding",
    "Hoeffding's one-sided bound is delta at the width sqrt(log(1 / delta) / (2 n))",
    "Lemma 4.5",
    r"e^{-2 n \epsilon^2} = \delta,\ \epsilon = \sqrt{\log(1 / \delta) / (2 n)}",
    says_tail,
    lambda n, delta: sqrt(-log(delta) / (2 * n)),
    {
        "no-two": lambda n, delta: sqrt(-log(delta) / n),
        "no-root": lambda n, delta: -log(delta) / (2 * n),
    },
)


def says_union(size, w):
    n, N, delta = (w.number(name, positive=True) for name in ("n", "N", "delta"))
    return Equal(2 * N * exp(-2 * n * w.call(size, n, N, delta) ** 2), delta)


PRINTED = claim(
    "union-bound-one-sided",
    "For N hypotheses and both sides the width is sqrt(log(N / delta) / (2 n))",
    "often written",
    r"2 N e^{-2 n \epsilon^2} = \delta,\ \epsilon = \sqrt{\log(N / \delta) / (2 n)}",
    says_union,
    lambda n, N, delta: sqrt((log(N) - log(delta)) / (2 * n)),
    {},
    controls=(
        Control("repaired", lambda n, N, delta: sqrt((log(2) + log(N) - log(delta)) / (2 * n))),
    ),
    expect=Verdict.REFUTED,
    repaired_by="generalisation/union-bound",
)

UNION = claim(
    "union-bound",
    "For N hypotheses and both sides the width is sqrt(log(2 N / delta) / (2 n))",
    "Corollary 4.6",
    r"2 N e^{-2 n \epsilon^2} = \delta,\ \epsilon = \sqrt{\log(2 N / \delta) / (2 n)}",
    says_union,
    lambda n, N, delta: sqrt((log(2) + log(N) - log(delta)) / (2 * n)),
    {"one-sided": lambda n, N, delta: sqrt((log(N) - log(delta)) / (2 * n))},
    repairs=("generalisation/union-bound-one-sided",),
)


def says_risk(enough, w):
    n, e, delta = w.size("n"), w.number("e", positive=True), w.number("delta", positive=True)
    risk = w.number("risk")
    found = contract("i", RandomVector("loss", n, Bounded(0, 1, risk))) / n
    near = All((AtMost(risk - e, found), AtMost(found, risk + e)))
    known = AtMost(0, risk), AtMost(risk, 1), AtMost(w.call(enough, e, delta), n)
    return Implies(All(known), WithProbability(near, 1 - delta))


RISK = claim(
    "sample-complexity-of-one-hypothesis",
    "On n >= log(2/delta) / (2 e^2) examples a mean loss in [0, 1] is within e of the risk, with"
    " probability at least 1 - delta",
    "Lemma 4.5",
    r"n \ge \frac{\log(2 / \delta)}{2 e^2} \implies P(|L_S(h) - L_D(h)| \le e) \ge 1 - \delta",
    says_risk,
    lambda e, delta: (log(2) - log(delta)) / (2 * e**2),
    {
        "tenth": lambda e, delta: (log(2) - log(delta)) / (20 * e**2),
        "no-square": lambda e, delta: (log(2) - log(delta)) / (2 * e),
    },
    by=(by_chernoff,),
    at=[
        {"n": 40, "e": Fraction(1, 5), "delta": Fraction(1, 10), "risk": Fraction(1, 2)},
        {"n": 10, "e": Fraction(1, 5), "delta": Fraction(1, 20), "risk": Fraction(1, 2)},
    ],
)


def says_one_of_many(enough, w):
    n, N, risk = w.size("n"), w.size("N"), w.number("risk")
    e, delta = w.number("e", positive=True), w.number("delta", positive=True)
    found = contract("i", RandomVector("loss", n, Bounded(0, 1, risk))) / n
    near = All((AtMost(risk - e, found), AtMost(found, risk + e)))
    known = AtMost(0, risk), AtMost(risk, 1), AtMost(w.call(enough, N, e, delta), n)
    return Implies(All(known), WithProbability(near, 1 - delta / N))


MANY = {"n": 11, "N": 999, "e": Fraction(2, 5), "delta": Fraction(1, 2), "risk": Fraction(1, 2)}
FEW = {**MANY, "n": 110, "e": Fraction(1, 5)}


@check("proof")
def argue_union(enough):
    """A mean loss is off by more than e with a probability of at most delta / N, by Hoeffding.

    One of the N or more is with at most the sum of these, delta: losses of one sample depend on
    each other, and the sum bounds them all the same.
    """
    found = proof_of(says_one_of_many, by_chernoff, instances=[MANY, FEW])(enough)
    return all_of({"one hypothesis, with delta / N": found}, "as argued")


UNIFORM = claim(
    "uniform-over-a-finite-class",
    "On n >= log(2 N / delta) / (2 e^2) examples all N mean losses are within e of their risks,"
    " with probability at least 1 - delta",
    "Corollary 4.6",
    r"n \ge \frac{\log(2 N / \delta)}{2 e^2} \implies"
    r" P(\forall h: |L_S(h) - L_D(h)| \le e) \ge 1 - \delta",
    None,
    lambda N, e, delta: (log(2) + log(N) - log(delta)) / (2 * e**2),
    {
        "one-hypothesis": lambda N, e, delta: (log(2) - log(delta)) / (2 * e**2),
        "no-square": lambda N, e, delta: (log(2) + log(N) - log(delta)) / (2 * e),
    },
    checks=(argue_union,),
    assumptions=("$N$ hypotheses, and losses in $[0, 1]$",),
)


def says_steps(bound, w):
    N, n, M, R = w.size("N"), w.size("n"), w.size("M"), w.number("R", nonnegative=True)
    p, G, most = w.array("p", M, known="probabilities"), w.array("G", M, M), w.array("most", M)
    gaps = outer(ones(N), most) - w.array("D", N, M, known="nonnegative")
    a, b, signs = w.array("a", N, n), w.array("b", N, n), w.array("signs", n)
    split = largest(a @ signs) + largest(b @ -signs)
    mean_of_largest, exchanged = (
        AtMost(gaps @ p, ones(N) * (p @ most)),
        Equal(p @ (G @ p), p @ (G.T @ p)),
    )
    halves = AtMost((a - b) @ signs, ones(N) * split)
    return All((mean_of_largest, exchanged, halves, Equal(R + R, w.call(bound, R))))


def by_steps(whole):
    mean, exchanged, halves, twice = whole.parts
    return conjunction(whole, prove(mean), prove(exchanged), arithmetic(halves), prove(twice))


@check("proof")
def argue_symmetrisation(bound):
    """The risk is the mean loss on a ghost sample, and signs exchange an example and its ghost.

    So the left side is at most the mean, over both samples, of the largest sum of differences, as
    a largest mean is at most the mean of what bounds each. An exchange changes no mean, and gives
    a difference its sign. Split, each half is the Rademacher average.
    """
    return all_of({"steps, at all sizes": proof_of(says_steps, by_steps)(bound)}, "as argued")


def averages(law, losses, n):
    """The mean of the largest gap of risk and mean loss on n examples, and the Rademacher one."""
    gap = average = Fraction(0)
    risks = [sum(p * loss for p, loss in zip(law, row, strict=True)) for row in losses]
    for sample in product(range(len(law)), repeat=n):
        weight, seen = prod(law[z] for z in sample), [[row[z] for z in sample] for row in losses]
        gap += weight * max(risk - sum(of) / n for risk, of in zip(risks, seen, strict=True))
        for signs in product((-1, 1), repeat=n):
            sums = [sum(s * loss for s, loss in zip(signs, of, strict=True)) for of in seen]
            average += weight * max(sums) / (n * 2**n)
    return gap, average


@check("exact")
def check_classes(bound):
    """All samples of up to three examples, for classes that are wrong at one place each, or two."""
    for law in ((1, 1), (1, 2), (1, 1, 1), (3, 2, 1), (1, 1, 1, 1, 1)):
        p, places = [Fraction(weight, sum(law)) for weight in law], range(len(law))
        one = [[Fraction(z != j) for z in places] for j in places]
        for losses, n in product((one, one[1:], [[1 - x for x in row] for row in one]), (1, 2, 3)):
            gap, average = averages(p, losses, n)
            if gap > bound(average):
                at = {"law": p, "losses": losses, "n": n}
                return Evidence.refuted(Counterexample(at, f"<= {bound(average)}", str(gap)))
    return Evidence.holds(scope="15 classes on up to 5 points, n = 1, 2, 3, all samples and signs")


SYMMETRISATION = claim(
    "symmetrisation",
    "The largest gap of risk and mean loss is in the mean at most twice the Rademacher average",
    "Lemma 26.2",
    r"E_S \sup_h (L_D(h) - L_S(h)) \le 2\, E_S E_\sigma \sup_h"
    r" \tfrac1n \sum_i \sigma_i \ell(h, z_i)",
    None,
    lambda average: 2 * average,
    {"once": lambda average: average, "three-halves": lambda average: average * 3 / 2},
    checks=(argue_symmetrisation, check_classes),
    assumptions=("finite classes, and laws on finitely many examples",),
)
