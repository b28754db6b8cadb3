"""Theorem 1 for symmetric positive semi-definite V: every loss gradient keeps 1/T of its size."""

from typing import Any

from constructions.cells.attentive_rnn import UniformlyAttentiveRNN
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import THEOREM_1
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_matrices import (
    GRADIENT,
    LINEAR,
    LINEAR_SEMIDEFINITE,
    search_networks,
)
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_modes import Modes, by_diagonal_form
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Verdict,
    World,
    check,
    given,
    given_each,
    proof_of,
    prove,
    prove_by_induction,
)


def least_size(T):
    """Return the claimed lower bound of every eigenvalue of D_T."""
    return 1 / T


def says_kept(bound: Any, w: World) -> Conclusion:
    """|D_T^T g| is at least the bound times |g|, for V = Q diag(lam) Q^T, lam >= 0, of n units.

    In parts. The components of D_T^T g along the columns of Q, which are orthonormal, are those of
    g times D_T(lam_k), whatever the weights c_T are; and with c_T = 1/T the cell is the network.
    For a number lam >= 0 D_T(lam) is at least the bound, at every T = t + k, and for lam = 0 it is
    the bound, from T = t + 1 on. With components of g times what is at least the bound, by some p
    >= 0, the square of the norm is at least the bound's times |g|^2.
    """
    n, t, T = w.size("n"), w.size("t"), w.number("T", positive=True)
    Q, g, c = w.array("Q", n, n, known="orthogonal"), w.array("g", n), w.array("c", 1)
    lam, p = (w.array(name, n, known="nonnegative") for name in ("lam", "p"))
    modes = Modes(w, n, Q, lam, Q.T)

    def along(D: Any) -> Any:
        return Q.T @ (D.T @ g)

    matrices, numbers = modes.matrices(along), modes.numbers(lambda D: D * (Q.T @ g))
    same = SameOutputs(w.machine(matrices, c), w.machine(numbers, c))
    network = modes.is_the_network(T, w.array("H", n, n), w.array("A", n, n), along)

    def run(names: str, value: Any) -> Any:
        """dh, A and D of the network of one unit, k steps after t."""

        def step(h: Any, A: Any, k: Any) -> Any:
            return UniformlyAttentiveRNN(value).step(t + k, (h[k], A[k]), 0)

        h, A = w.recurrence(names, (1, 1), lambda h, A, k: step(h, A, k)[0])
        return lambda k: (h[k], A[k], step(h, A, k)[1])

    any_run, run_of_zero = run("h a", w.number("l", nonnegative=True)), run("h_0 a_0", 0)

    def at_least(k: Any) -> Conclusion:
        h, A, D = any_run(k)
        return All((AtMost(0, h), AtMost(1, A), AtMost(w.call(bound, t + k), D)))

    def met(k: Any) -> Conclusion:
        h, A, D = run_of_zero(k + 1)
        return All((Equal(h, 0), Equal(A, 1), Equal(D, w.call(bound, t + k + 1))))

    least = w.call(bound, T)
    arrived = (least + p) * (Q.T @ g)
    kept = AtMost(least**2 * (g @ g), arrived @ arrived)
    return All((same, *network, kept, w.for_all("k", at_least), w.for_all("m", met)))


def by_eigenvectors(whole: Any) -> Evidence:
    """Along the columns of Q the network is many of one unit, in which nothing is negative."""
    under, (same, *plain, at_least, met) = whole.hypothesis, whole.body.parts
    Q = same.array("Q")
    found = (by_diagonal_form(same, Q, Q.T), *map(prove, plain))
    parts = (
        given(Implies(under, said), one) for said, one in zip((same, *plain), found, strict=True)
    )
    runs = (prove_by_induction(Implies(under, said)) for said in (at_least, met))
    return given_each(whole, *parts, *runs)


@check("search", kills=("twice", "no-decay"))
def check_semidefinite_networks(bound):
    """Networks of two units, V = s L L^T, and every g at once: ||D_T^T g|| >= bound ||g||."""
    return search_networks(LINEAR_SEMIDEFINITE, bound)


OF_COMPONENTS = (
    "Along the columns of Q the components of D_T^T g are those of g times D_T(lam_k), of a network"
    " of one unit, which are the bound and some p_k >= 0; so they have the bound's part of the norm"
    " at least, and the columns, being orthonormal, leave norms as they are. Symmetric matrices"
    " have such Q and lam by the spectral theorem."
)

semidefinite = Claim(
    id="sparse-attention/new-uniform-semidefinite",
    title="For symmetric positive semi-definite V every loss gradient keeps 1/T of its size",
    source=THEOREM_1,
    statement=r"V = V^\top \succeq 0 \implies \|D_T^\top g\| \ge \|g\| / T",
    assumptions=(LINEAR, GRADIENT, "$T > t$"),
    subject=least_size,
    says=says_kept,
    checks=(
        proof_of(says_kept, by_eigenvectors, words=OF_COMPONENTS),
        check_semidefinite_networks,
    ),
    expect=Verdict.ARGUED,
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
