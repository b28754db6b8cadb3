"""Gradient descent on least squares from 0 stays in the span of the inputs."""

from theorem_checks import Claim, Mutant, SameOutputs, Source, proof_of, simulation


class OfWeights:
    def __init__(self, X, y, rate, none):
        self.X, self.y, self.rate, self.initial_state = X, y, rate, lambda: none

    def step(self, v, _):
        v = v - self.X.T @ (self.X @ v - self.y) * self.rate
        return v, v


class OfExamples(OfWeights):
    sign = 1

    def step(self, a, _):
        a = a - (self.X @ (self.X.T @ a) - self.y) * self.rate * self.sign
        return a, self.X.T @ a


def says(dual, w):
    n, d, rate = w.size("n"), w.size("d"), w.number("eta")
    X, y, nothing = w.array("X", n, d), w.array("y", n), w.array("token", 1)
    cells = OfWeights(X, y, rate, X[0] * 0), dual(X, y, rate, y * 0)
    return SameOutputs(*(w.machine(cell, nothing) for cell in cells))


SPAN = Claim(
    id="more-theorems/implicit-bias",
    title="Gradient descent on least squares from 0 has w_t = X^T a_t at every step",
    source=Source("Zhang et al., Understanding deep learning (2017)", "Sec. 5"),
    statement=r"w_t = X^\top a_t,\ a_t = a_{t-1} - \eta (X X^\top a_{t-1} - y)",
    says=says,
    subject=OfExamples,
    checks=(proof_of(says, lambda s: simulation(s, s.array("X").T @ s.other.state)),),
    mutants=(Mutant("uphill", type("Uphill", (OfExamples,), {"sign": -1}), "the wrong sign"),),
)
