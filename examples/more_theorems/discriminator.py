"""The best discriminator of a GAN: at a point with densities p and q it is p / (p + q)."""

import sympy as sp

import theorem_checks as tc
from theorem_checks.statements.conclusions import symbols_of


def says(best, w):
    p, q = w.number("p", positive=True), w.number("q", positive=True)
    D = w.number("D", above=0, below=1)

    def value(guess):
        return p * tc.log(guess) + q * tc.log(1 - guess)

    return tc.AtMost(value(D), value(w.call(best, p, q)))


def proof(said):
    of_name = {str(symbol): symbol for symbol in symbols_of(said)}
    p, q, D = (of_name[name] for name in "pqD")
    t = sp.Symbol("t", real=True)
    tangent = tc.Implies(tc.Less(0, t), tc.AtMost(tc.log(t), t - 1))
    ratios = D * (p + q) / p, (1 - D) * (p + q) / q
    return tc.arithmetic(said, *(tc.at_numbers(tangent, {t: ratio}) for ratio in ratios))


DISCRIMINATOR = tc.Claim(
    id="more-theorems/discriminator",
    title="p log D + q log(1 - D) is largest at D = p / (p + q), for all densities p, q > 0",
    source=tc.Source("Goodfellow et al., Generative adversarial nets", "Proposition 1"),
    statement=r"p \log D + q \log(1 - D) \le p \log \tfrac{p}{p + q} + q \log \tfrac{q}{p + q}",
    says=says,
    subject=lambda p, q: p / (p + q),
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(tc.Mutant("turned", lambda p, q: q / (p + q), "that of the generator"),),
)
