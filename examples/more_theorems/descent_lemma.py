"""The descent lemma with a matrix: a quadratic with Hessian A <= P lies below the one with P."""

import theorem_checks as tc


def says(model, w):
    d, L = w.size("d"), w.number("L", positive=True)
    P, one = w.array("P", d, d, known="symmetric"), w.identity(d)
    A, B = w.between("A", None, P), w.between("B", None, one * L)
    b, x, s = (w.array(name, d) for name in ("b", "x", "s"))

    def below(hessian, bound, step):
        def f(v):
            return v @ (hessian @ v) / 2 - b @ v

        slope = w.derivative(f, x)
        s = step(slope)
        return tc.AtMost(f(x + s), f(x) + w.call(model, slope, bound, s))

    return tc.All((below(A, P, lambda slope: s), below(B, one * L, lambda slope: slope / -L)))


def proof(said):
    B, b, x, s = map(said.array, "Bbxs")
    return tc.at_vectors(said, s, B @ x - b)


DESCENT = tc.Claim(
    id="more-theorems/descent-lemma",
    title="If A <= P, then f(x + s) <= f(x) + f'(x) s + s P s / 2; P = L I and s = -f'(x) / L",
    source=tc.Source("Nesterov, Introductory Lectures on Convex Optimization", "Lemma 1.2.3"),
    statement=r"A \preceq P \implies f(x + s) \le f(x) + \nabla f(x) \cdot s + \tfrac12 s^\top P s",
    says=says,
    subject=lambda slope, P, s: slope @ s + s @ (P @ s) / 2,
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(tc.Mutant("quarter", lambda slope, P, s: slope @ s + s @ (P @ s) / 4, "half of P"),),
)
