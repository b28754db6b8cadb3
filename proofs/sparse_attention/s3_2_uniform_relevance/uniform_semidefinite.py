"""Theorem 1 for symmetric positive semi-definite V: every loss gradient keeps 1/T of its size."""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import zeros
from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import THEOREM_1
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_matrices import (
    GRADIENT,
    LINEAR,
    LINEAR_SEMIDEFINITE,
    search_networks,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Mutant,
    World,
    apply_fact,
    arithmetic,
    check,
    given,
    given_each,
    induction,
    proof_of,
    prove,
    prove_by_induction,
)
from theorem_checks.facts.applying import said_of
from theorem_checks.facts.logarithms import SUM_INCREASES
from theorem_checks.proving.rules.derivations import Derived, derivation
from theorem_checks.proving.rules.inductions import obligations


def least_size(T):
    """Return the claimed lower bound of every eigenvalue of D_T."""
    return 1 / T


@dataclass(frozen=True)
class Kept:
    """What moves with h_t, in the network and in those of one unit for each eigenvalue of V.

    A token b says the time T = b^2 + 1, any number from 1 on. The state is dh_T and A_T, the sum of
    the dh_i; the same two of the networks of one unit; and what |D_T^T g|^2 is more than `bound`(T)
    allows.
    """

    network: UniformlyAttentiveRNN
    modes: UniformlyAttentiveRNN
    first: Any
    ones: Any
    g: Any
    bound: Any

    def initial_state(self) -> Any:
        """Return dh_t = A_t = 1, and nothing more."""
        return self.first, self.first, self.ones, self.ones, zeros((), like=self.ones)

    def step(self, state: Any, b: Any) -> tuple[Any, Any]:
        """Return the state after the step at T, and D_T."""
        H, A, h, a, _ = state
        T = b * b + 1
        (H, A), D = self.network.step(T, (H, A), 0 * H)
        (h, a), _ = self.modes.step(T, (h, a), 0 * h)
        arrived, least = D.T @ self.g, self.bound(T)
        return (H, A, h, a, arrived @ arrived - (self.g @ self.g) * least**2), D


def says_kept(bound: Any, w: World) -> Conclusion:
    """|D_T^T g| is at least the bound times |g|, at all times, for every g, of n units.

    For V = Q diag(lam) Q^T with Q orthogonal and no lam negative, by the shipped network; so it is
    at whatever times T >= 1 the steps are, and at t, t + 1, ... in particular. Beside it is said
    what keeps it: that dh_T and A_T are Q diag(.) Q^T of what moves in the networks of one unit,
    which is not negative, and at least 1. For V = 0 the bound is met, from T = t + 1 on.
    """
    n, t = w.size("n"), w.size("t")
    Q, g = w.array("Q", n, n, known="orthogonal"), w.array("g", n)
    lam = w.array("lam", n, known="nonnegative")
    one = lam * 0 + 1

    def diagonal(x: Any) -> Any:
        return w.entries(lambda at, i, j: at.delta(i, j) * x[j], n, n)

    def along(x: Any) -> Any:
        return w.entries(lambda _, i, j: Q[i, j] * x[j], n, n) @ Q.T

    networks = UniformlyAttentiveRNN(along(lam)), UniformlyAttentiveRNN(diagonal(lam))
    run = w.machine(Kept(*networks, diagonal(one), one, g, bound), w.array("b", small=True))

    def after(state: Any) -> Conclusion:
        H, A, h, a, more = state
        same = Equal(H, along(h)), Equal(A, along(a))
        return All((*same, AtMost(0 * h, h), AtMost(one, a), AtMost(0, more)))

    def step(h: Any, A: Any, k: Any) -> Any:
        return UniformlyAttentiveRNN(0).step(t + k, (h[k], A[k]), 0)

    h, A = w.recurrence("h A", (1, 1), lambda h, A, k: step(h, A, k)[0])

    def met(k: Any) -> Conclusion:
        D = step(h, A, k + 1)[1]
        return All((Equal(h[k + 1], 0), Equal(A[k + 1], 1), Equal(D, w.call(bound, t + k + 1))))

    return All((w.always(run, after), w.for_all("m", met)))


def by_eigenvectors(whole: Any) -> Evidence:
    """Each step keeps the form; and along the columns of Q, D_T is 1/T and what is not negative."""
    always, met = whole.body.parts
    needed: Any = obligations(always)
    base, step = needed
    under, (*kept, more) = step.hypothesis, step.body.parts
    in_H, in_A, not_negative, at_least_one, _ = under.parts
    Q, g, b = map(always.array, ("Q", "g", "b"))
    share = b.__number_system__.reciprocal(b * b + 1)
    along = Q.T @ g
    D = in_H.lhs + in_A.lhs * share
    least, found = along * share, along * (not_negative.rhs + at_least_one.rhs * share)
    terms = {"n": g.shape[0], "x": least * least, "y": found * found}
    sums: Any = said_of(SUM_INCREASES, terms)
    each, split = (
        Implies(under, said)
        for said in (sums.hypothesis, Equal((D.T @ g) @ (D.T @ g), found @ found))
    )
    length = Equal(g @ g, along @ along)
    last = Implies(All((split.body, length, sums.body)), more)
    enough = derivation(
        Implies(under, more),
        Derived(split, prove(split)),
        Derived(length, prove(length)),
        Derived(each, arithmetic(each)),
        Derived(sums, apply_fact(SUM_INCREASES, terms)),
        Derived(last, arithmetic(last, seconds=20)),
    )
    parts = (prove(Implies(under, part)) for part in kept)
    runs = induction(always, prove(base), given_each(step, *parts, enough))
    plain = given(Implies(whole.hypothesis, always), runs)
    return given_each(whole, plain, prove_by_induction(Implies(whole.hypothesis, met)))


@check("search", kills=("twice", "no-decay"))
def check_semidefinite_networks(bound):
    """Networks of two units, V = s L L^T, and every g at once: ||D_T^T g|| >= bound ||g||."""
    return search_networks(LINEAR_SEMIDEFINITE, bound)


semidefinite = Claim(
    id="sparse-attention/new-uniform-semidefinite",
    title="For V = Q diag(lam) Q^T, Q orthogonal, lam >= 0, every loss gradient keeps 1/T of it",
    source=THEOREM_1,
    statement=r"V = Q \operatorname{diag}(\lambda) Q^\top,\ Q^\top Q = I,\ \lambda \ge 0 \implies"
    r" \|D_T^\top g\| \ge \|g\| / T",
    assumptions=(LINEAR, GRADIENT, "$T > t$"),
    subject=least_size,
    says=says_kept,
    checks=(
        proof_of(says_kept, by_eigenvectors, seconds=300),
        check_semidefinite_networks,
    ),
    mutants=(
        Mutant("twice", lambda T: 2 / T, "counts h_T twice"),
        Mutant("no-decay", lambda T: 1 + 0 * T, "the bound of t = T"),
        Mutant("one-late", lambda T: 1 / (T + 1), "true, but not the best"),
    ),
    late=(
        Mutant(
            "long",
            lambda T: 1 / T if T < 5000 else 2 / T,
            "counts h_T twice from T = 5000 on",
        ),
    ),
    repairs=(
        "sparse-attention/new-uniform-symmetric-part",
        "sparse-attention/new-uniform-semidefinite-bent",
        "sparse-attention/new-uniform-semidefinite-order",
    ),
    new=True,
    notes="A symmetric V is Q diag(lam) Q^T with an orthogonal Q, and semi-definite just if no"
    " lam_k is negative: the spectral theorem.",
)
