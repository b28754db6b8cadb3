"""A baseline leaves the mean of REINFORCE's gradient as it is."""

from theorem_checks import Claim, Equal, Mutant, Source, instances_of, proof_of, softmax


def says(gradient, w):
    """The mean over actions a of (r_a - b) (e_a - pi), the reward times the score of a softmax."""
    K, b = w.size("K"), w.number("b")
    pi, r = softmax(w.array("theta", K)), w.array("r", K)
    chosen = w.identity(K)
    return Equal((pi * (r - b)) @ (chosen - pi), gradient(pi, r))


BASELINE = Claim(
    id="more-theorems/baseline",
    title="With the score e_a - pi the mean gradient is pi_i (r_i - E r), whatever the baseline",
    source=Source("Williams, Simple statistical gradient-following algorithms (1992)", "Theorem 1"),
    statement=r"\sum_a \pi_a (r_a - b) (\delta_{ai} - \pi_i) = \pi_i (r_i - \sum_a \pi_a r_a)",
    assumptions=(r"the score is $\nabla \log \pi_a = e_a - \pi$, as of a softmax",),
    says=says,
    subject=lambda pi, r: pi * (r - pi @ r),
    checks=(proof_of(says), instances_of(says)),
    mutants=(Mutant("uncentred", lambda pi, r: pi * r, "as if rewards had the mean 0"),),
)
