"""How many independent numbers bring their mean near its own, by their variance alone."""

from fractions import Fraction

import theorem_checks as tc


def says(enough, w):
    n, mu = w.size("n"), w.number("mu")
    e, p, v = (w.number(name, positive=True) for name in ("e", "p", "v"))
    mean = tc.contract("i", tc.RandomVector("y", n, tc.IID(variance=v, mean=mu))) / n
    near = tc.All((tc.Less(mu - e, mean), tc.Less(mean, mu + e)))
    return tc.Implies(tc.AtMost(w.call(enough, e, p, v), n), tc.WithProbability(near, 1 - p))


AT = [{"n": 4, "mu": 1, "e": 1, "p": Fraction(1, 2), "v": 2}]
AT += [{"n": 1, "mu": 1, "e": 1, "p": Fraction(1, 5), "v": 2}]  # where a tenth would be enough

CHEBYSHEV = tc.Claim(
    id="more-theorems/weak-law",
    title="n >= v / (p e^2) numbers of variance v have a mean within e, with probability 1 - p",
    source=tc.Source("Boucheron, Lugosi and Massart, Concentration Inequalities", "2.1"),
    statement=r"n \ge v / (p e^2) \implies P(|\bar y - \mu| < e) \ge 1 - p",
    says=says,
    subject=lambda e, p, v: v / (p * e**2),
    checks=(tc.proof_of(says, tc.by_chebyshev, instances=AT), tc.instances_of(says, AT)),
    mutants=(tc.Mutant("tenth", lambda e, p, v: v / (10 * p * e**2)),),
)
