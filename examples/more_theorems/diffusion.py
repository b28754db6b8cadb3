"""Mean and variance of a diffusion's forward process, by their recurrences, in closed form."""

from theorem_checks import All, Claim, Equal, Mutant, Source, proof_of, prove_by_induction, sqrt


def says(closed, w):
    """Of the mean and the variance of x_t = sqrt(a_t) x_{t-1} + sqrt(1 - a_t) e_t."""
    x, a = w.number("x"), w.sequence("a", positive=True)
    m = w.recurrence("m", x, lambda m, t: sqrt(a[t + 1]) * m[t])
    v = w.recurrence("v", 0, lambda v, t: a[t + 1] * v[t] + (1 - a[t + 1]))

    def at(n):
        factor, _ = closed(w.product(lambda s: a[s], "s", 1, n))
        _, variance = closed(w.product(lambda u: a[u], "u", 1, n))
        return All((Equal(m[n], factor * x), Equal(v[n], variance)))

    return w.for_all("n", at)


FORWARD = Claim(
    id="more-theorems/diffusion",
    title="Means that shrink by sqrt(a_t), and variances by a_t to 1, in closed form",
    source=Source("Ho et al., Denoising diffusion probabilistic models (2020)", "eq. (4)"),
    statement=r"m_n = \sqrt{\bar a_n}\, x,\ v_n = 1 - \bar a_n,\ \bar a_n = a_1 \cdots a_n",
    assumptions=(
        r"$m_0 = x$ and $m_t = \sqrt{a_t}\, m_{t-1}$",
        r"$v_0 = 0$ and $v_t = a_t v_{t-1} + 1 - a_t$",
    ),
    says=says,
    subject=lambda kept: (sqrt(kept), 1 - kept),
    checks=(proof_of(says, prove_by_induction),),
    mutants=(Mutant("no-root", lambda kept: (kept, 1 - kept), "scales by abar itself"),),
)
