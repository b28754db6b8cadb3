r"""Theorem 1 for symmetric positive semi-definite V: every loss gradient keeps 1/T of its size.

Under uniform attention $D_T$ is 1/T and a matrix N that is semi-definite, because a step adds and
multiplies by V, which keeps the orders. Then $|D^\top g|^2 = |g|^2/T^2 + 2 g^\top N g/T + |N^\top
g|^2$ is at least the first term. The shipped network's step is shown to keep these orders, by the
forms of the matrices before it at z and at V z, for n units and all times.
"""

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
    LoewnerAtMost,
    Mutant,
    World,
    arithmetic,
    at_vectors,
    check,
    delta,
    given,
    given_each,
    induction,
    proof_of,
    prove,
    prove_by_induction,
    quadratic_forms_of,
)
from theorem_checks.proving.rules.derivations import Derived, derivation
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.proving.rules.loewner import by_quadratic_forms
from theorem_checks.proving.rules.replacing import replacing
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array


def least_size(T):
    """Return the claimed lower bound of every eigenvalue of D_T."""
    return 1 / T


@dataclass(frozen=True)
class Kept:
    """What moves with h_t, and what |D_T^T g|^2 is more than `bound`(T) allows.

    A token b says the time T = b^2 + 1, any number from 1 on. The state is dh_T, A_T, the sum of
    the dh_i, and that excess.
    """

    network: UniformlyAttentiveRNN
    first: Any
    g: Any
    bound: Any

    def initial_state(self) -> Any:
        """Return dh_t = A_t = 1, and nothing more."""
        return self.first, self.first, zeros((), like=self.first)

    def step(self, state: Any, b: Any) -> tuple[Any, Any]:
        """Return the state after the step at T, and D_T."""
        H, A, _ = state
        T = b * b + 1
        (H, A), D = self.network.step(T, (H, A), 0 * H)
        arrived, least = D.T @ self.g, self.bound(T)
        return (H, A, arrived @ arrived - (self.g @ self.g) * least**2), D


def says_kept(bound: Any, w: World) -> Conclusion:
    """|D_T^T g| is at least the bound times |g|, at all times, for every g, of n units.

    For any symmetric V with x^T V x >= 0 for every x, by the shipped network; so it is at whatever
    times T >= 1 the steps are, and at t, t + 1, ... in particular. Beside it is said what keeps it:
    dh_T, A_T and V times each are symmetric and semi-definite, and A_T is 1 at least. For V = 0 the
    bound is met, from T = t + 1 on.
    """
    n, t = w.size("n"), w.size("t")
    V, g = w.array("V", n, n, known="semidefinite"), w.array("g", n)
    one = w.identity(n)
    run = w.machine(Kept(UniformlyAttentiveRNN(V), one, g, bound), w.array("b", small=True))

    def after(state: Any) -> Conclusion:
        H, A, more = state
        kept = H, A, V @ H, V @ A
        least = 0 * one, one, 0 * one, 0 * one
        symmetric = (Equal(matrix, matrix.T) for matrix in kept)
        return All((*symmetric, *map(LoewnerAtMost, least, kept), AtMost(0, more)))

    def step(h: Any, A: Any, k: Any) -> Any:
        return UniformlyAttentiveRNN(0).step(t + k, (h[k], A[k]), 0)

    h, A = w.recurrence("h A", (1, 1), lambda h, A, k: step(h, A, k)[0])

    def met(k: Any) -> Conclusion:
        D = step(h, A, k + 1)[1]
        return All((Equal(h[k + 1], 0), Equal(A[k + 1], 1), Equal(D, w.call(bound, t + k + 1))))

    return All((w.always(run, after), w.for_all("m", met)))


def by_forms_of_powers(whole: Any) -> Evidence:
    """Each step keeps the orders, by their forms; so D_T is 1/T and what is semi-definite."""
    always, met = whole.body.parts
    base, step = obligations(always)
    runs = induction(always, prove(base), by_step(always, step))
    plain = given(Implies(whole.hypothesis, always), runs)
    return given_each(whole, plain, prove_by_induction(Implies(whole.hypothesis, met)))


def by_step(always: Any, step: Any) -> Evidence:
    """Prove that a step keeps what is said, by the forms of what was before it at z and at V z.

    z^T V D z is a sum of forms of V dh and V A at z; and z^T V^2 D z, as all of these commute, one
    of forms of dh and A at V z. With D = 1/T + N, |D^T g|^2 is |g|^2/T^2 + 2 g^T N g/T + |N^T g|^2.
    """
    under = step.hypothesis
    symmetric: Any = All(under.parts[:4])
    orders = under.parts[4:8]
    H, A = (said.lhs for said in symmetric.parts[:2])
    V, g, b = map(always.array, ("V", "g", "b"))
    share = b.__number_system__.reciprocal(b * b + 1)
    (i,), (j,) = (axis[0].indices(place) for place, axis in enumerate(V.axes))
    one = SymbolicArray(V.axes, {(0, 0): delta(i, j)})
    X = [
        symbol_array(f"X_{k}.any", *(axis[0] for axis in said.lhs.axes))
        for k, said in enumerate(symmetric.parts)
    ]

    def from_symmetry(said: Any, context: Any) -> Any:
        """What follows from that dh, A, V dh and V A are symmetric, which stand in a context."""
        last = Implies(symmetric, said)
        found = Derived(last, replacing(last, context, *X))
        return found, derivation(Implies(under, said), found)

    after = X[2] + X[3] * share
    turned = V @ after - V @ (X[0] + X[1] * share) @ V + after @ V
    contexts = after, X[1] + after, turned, X[3] + turned
    found = [
        from_symmetry(said, context)[1]
        for said, context in zip(step.body.parts, contexts, strict=False)
    ]
    moved: Any = step.body.parts[6]  # V dh after the step
    for place, (said, context) in enumerate(zip(step.body.parts[4:8], contexts, strict=True)):
        order = Implies(under, said)
        both: Any = quadratic_forms_of(order)
        even, of_any = both
        z = of_any.array("z.any")
        far = V @ z
        apart = z @ (moved.rhs @ z) - far @ ((H + A * share) @ far)
        forms = z @ (V @ (after @ z)) - far @ ((X[0] + X[1] * share) @ far)
        turning, _ = from_symmetry(Equal(apart, 0 * (z @ z)), forms)
        length = AtMost(0, far @ far)
        last = Implies(All((*orders, turning.said.body)), of_any.body)
        shown = at_vectors(last, z, far, known=((length, arithmetic(length)),))
        _, evenly = from_symmetry(even.body, context - one if place == 1 else context)
        found.append(
            by_quadratic_forms(order, evenly, derivation(of_any, turning, Derived(last, shown)))
        )
    rest = (H + (A - one) * share).T @ g
    square = AtMost(0, rest @ rest)
    more = Implies(All(orders), step.body.parts[8])
    enough = at_vectors(more, g, known=((square, arithmetic(square)),))
    return given_each(step, *found, derivation(Implies(under, more.body), Derived(more, enough)))


@check("search", kills=("twice", "no-decay"))
def check_semidefinite_networks(bound):
    """Networks of two units, V = s L L^T, and every g at once: ||D_T^T g|| >= bound ||g||."""
    return search_networks(LINEAR_SEMIDEFINITE, bound)


semidefinite = Claim(
    id="sparse-attention/new-uniform-semidefinite",
    title="For symmetric positive semi-definite V every loss gradient keeps 1/T of its size",
    source=THEOREM_1,
    statement=r"V = V^\top \succeq 0 \implies \|D_T^\top g\| \ge \|g\| / T",
    assumptions=(LINEAR, GRADIENT, "$T > t$"),
    subject=least_size,
    says=says_kept,
    checks=(
        proof_of(says_kept, by_forms_of_powers, seconds=300),
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
    notes="The forms of powers of V are at powers of V times a vector: no eigenvalue is spoken of.",
)
