"""Numbers that fall as losses do under the inequality of Polyak and Lojasiewicz, at what rate."""

from theorem_checks import AtMost, Claim, Mutant, Source, instances_of, proof_of, prove_by_induction


def says(rate, w):
    """Of f - f* at x_t, where |f'|^2 is 2 mu (f - f*) or more, and a step falls as far or farther.

    By smoothness f(x - eta g) <= f(x) - eta |g|^2 + eta^2 |g|^2 L / 2.
    """
    mu = w.number("mu", positive=True)
    L = mu + w.number("gap", nonnegative=True)
    eta = w.call(rate, L)
    above, below = (w.sequence(name, nonnegative=True) for name in ("above", "below"))

    def step(f, t):
        squared_slope = 2 * mu * f[t] + above[t]
        return f[t] - eta * squared_slope + eta**2 * squared_slope * L / 2 - below[t]

    f = w.recurrence("f", w.number("f0", nonnegative=True), step)
    return w.for_all("n", lambda n: AtMost(f[n], (1 - mu / L) ** n * f[0]))


DESCENT = Claim(
    id="more-theorems/polyak-lojasiewicz",
    title="Where slopes and falls bound each other, at rate 1/L losses fall by 1 - mu/L",
    source=Source("Karimi, Nutini and Schmidt, Linear convergence (2016)", "Theorem 1"),
    statement=r"f_n \le (1 - \mu/L)^n f_0",
    assumptions=(
        r"$f_t = f(x_t) - f^*$ has $g_t = |\nabla f(x_t)|^2 \ge 2 \mu f_t$, $L \ge \mu > 0$",
        r"$f_{t+1} \le f_t - \eta g_t + \eta^2 g_t L / 2$, as an $L$-smooth function does",
    ),
    says=says,
    subject=lambda L: 1 / L,
    checks=(proof_of(says, prove_by_induction), instances_of(says)),
    mutants=(Mutant("three-times", lambda L: 3 / L, "a rate beyond 2/L"),),
)
