"""Rademacher averages, Massart's lemma, and bounds with probability 1 - delta."""

from fractions import Fraction

from theory import Theory

from theorem_checks import (
    IID,
    All,
    AtMost,
    BallMean,
    Bounded,
    Control,
    Equal,
    ForReals,
    Implies,
    MaximumMean,
    Mean,
    Rademacher,
    RandomVector,
    Verdict,
    WithProbability,
    by_chernoff,
    by_suprema,
    contract,
    exp,
    inner,
    log,
    norm2,
    sqrt,
    trace,
)

claim = Theory(
    "generalisation", "Shalev-Shwartz and Ben-David, Understanding Machine Learning", __name__
).claim


def says_linear(square, w):
    n, d = w.size("n"), w.size("d")
    X = w.constant("X", n, d)
    return Mean(norm2(X.T @ RandomVector("s", n, Rademacher())), square(X))


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
    "Lemma 26.10",
    r"E\, \sigma^\top K \sigma = \mathrm{tr} K",
    says_kernel,
    trace,
    {"doubled": lambda K: 2 * trace(K), "squared": lambda K: trace(K @ K)},
)


def says_ghost(square, w):
    n, v = w.size("n"), w.number("v", positive=True)
    law = IID(variance=v, kurtosis=3)
    x, y = RandomVector("x", n, law), RandomVector("y", n, law)
    return Mean(norm2(x - y), w.call(square, n, v))


GHOST = claim(
    "ghost-sample",
    "A sample and its ghost differ in the mean square by twice the variance",
    "Lemma 26.2",
    r"E |x - x'|^2 = 2 n v",
    says_ghost,
    lambda n, v: 2 * n * v,
    {"once": lambda n, v: n * v, "squared": lambda n, v: 2 * n * v**2},
)


def says_massart(least, w):
    r, L = w.number("r", positive=True), w.number("L", positive=True)  # L = log N
    rate = sqrt(2 * L) / r
    return Equal(L / rate + rate * r**2 / 2, w.call(least, r, L))


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

MASSART = claim(
    "massart-at-the-best-rate",
    "At the rate sqrt(2 log N) / r Massart's bound is r sqrt(2 log N)",
    "Lemma 26.8",
    r"\frac{L}{\lambda} + \frac{\lambda r^2}{2} = r \sqrt{2 L},\ \lambda = \sqrt{2 L} / r",
    says_massart,
    lambda r, L: r * sqrt(2 * L),
    {"no-root": lambda r, L: r * 2 * L, "no-two": lambda r, L: r * sqrt(L)},
)


def says_least(bound, w):
    r, s, rate = w.reals("r s rate")  # s^2 = 2 log N
    w.assume((r > 0) & (s > 0) & (rate > 0))
    return ForReals(bound(r, s) <= s * s / (2 * rate) + rate * r * r / 2)


LEAST = claim(
    "massart-is-least",
    "No rate makes Massart's bound smaller than r sqrt(2 log N)",
    "Lemma 26.8",
    r"r s \le \frac{s^2}{2 \lambda} + \frac{\lambda r^2}{2},\ s^2 = 2 \log N",
    says_least,
    lambda r, s: r * s,
    {"twice": lambda r, s: 2 * r * s, "squared": lambda r, s: r * r * s},
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
