"""Gradient descent on a quadratic with mu I <= A <= L I: two rates, and that none is better."""

import theorem_checks as tc


def says(rates_and_factors, w):
    d, eta, rho = w.size("d"), w.number("eta", small=True), w.number("rho", nonnegative=True)
    mu, L = w.number("mu", positive=True), w.number("L", positive=True)
    one = w.identity(d)
    A, best, e, said = w.between("A", one * mu, one * L), w.array("best", d), w.array("e", d), []

    def contracts(matrix, rate, q):  # the error e of x = best + e
        slope = w.derivative(lambda x: (x - best) @ (matrix @ (x - best)) / 2, best + e)
        return tc.AtMost((e - rate * slope) @ (e - rate * slope), (e @ e) * q**2)

    (_, _), (_, best_q) = both = w.call(rates_and_factors, mu, L)
    for rate, q in both:
        parts = tc.All((tc.AtMost(0, q), contracts(A, rate, q)))
        said += [tc.Implies(tc.AtMost(mu, L), part) for part in parts.parts]
    ends = contracts(one * mu, eta, rho), contracts(one * L, eta, rho)  # mu I and L I are such A
    by_rho = tc.All((*ends, tc.Less(0, e @ e)))
    return tc.All((*said, tc.Implies(by_rho, tc.AtMost(best_q, rho))))


def proof(conclusion):
    return tc.by_eigenvalues(conclusion, conclusion.array("e"))


QUADRATIC = tc.Claim(
    id="ten-theorems/gradient-descent-on-a-quadratic",
    title="Gradient descent contracts by 1 - mu/L, at the best rate by (L - mu)/(L + mu)",
    source=tc.Source("Nesterov, Introductory Lectures on Convex Optimization", "Theorem 2.1.15"),
    statement=r"|x_{k+1} - x^*| \le q |x_k - x^*|, q_{1/L} = 1 - \mu/L, q \ge q_{2/(L+\mu)}",
    says=says,
    subject=lambda mu, L: ((1 / L, 1 - mu / L), (2 / (L + mu), (L - mu) / (L + mu))),
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(tc.Mutant("fast", lambda mu, L: ((1 / L, 1 - mu / L), (2 / L, 1 - mu / L)), "2 / L"),),
)
