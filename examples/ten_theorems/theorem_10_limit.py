"""Whatever W is, |W^t x| goes to 0 if the spectral radius of W is below 1."""

import theorem_checks as tc


def says(step, w):
    return tc.PowersVanish(step(w.with_radius("W", w.size("d"), 1)))


LIMIT = tc.Claim(
    id="ten-theorems/powers-vanish",
    title="If the spectral radius of W is below 1, |W^t x| goes to 0 for every x",
    source=tc.Source("Horn and Johnson, Matrix Analysis", "Theorem 5.6.12"),
    statement=r"\rho(W) < 1 \implies \lim_{t \to \infty} |W^t x| = 0",
    says=says,
    subject=lambda W: W,
    checks=(tc.proof_of(says, tc.vanishing), tc.instances_of(says)),
    mutants=(
        tc.Mutant("twice", lambda W: W * 2, "a radius below 2"),
        tc.Mutant("symmetric-part", lambda W: W + W.T, "which is no normal matrix's"),
    ),
)
