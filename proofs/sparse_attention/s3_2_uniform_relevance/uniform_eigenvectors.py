"""Theorem 1 for matrices by their eigenvectors: what a given loss gradient needs, and all of them.

Let V = P diag(lam) P^-1. Then D_T = P diag(D_T(lam_k)) P^-1, and the product of D_T^T g with the
eigenvector P_k is D_T(lam_k) times that of g. So the gradient is Omega(1/T) if g is not orthogonal
to some eigenvector with an admissible eigenvalue, and decays faster if it is orthogonal to all of
them.

For V = ((0, 1), (0, 0)), which has no basis of eigenvectors, D_T = I/T + c_T V, and T c_T grows
like log T: the loss gradient g = (1, -T c_T) loses a factor log T more than 1/T.
"""

from fractions import Fraction

import numpy as np
import sympy as sp

from constructions.cells.uniform_attention_rnn import UniformAttentionRNN
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_condition import admissible_eigenvalue
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import (
    SETTING,
    THEOREM_1,
    T,
    derivatives,
    gradient,
    lam,
)
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_matrices import GRADIENT, squared
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_modes import Modes, by_diagonal_form
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    SameOutputs,
    Verdict,
    all_of,
    check,
    conjunction,
    proof_of,
    prove,
    prove_for_all,
    prove_growth,
    prove_identity,
    reals,
)

LINEAR = SETTING[0]
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


def right_eigenvector(P, P_inverse, m, k):
    """Return entry m of the vector along which the k-th component of g is taken."""
    return P[m, k]


def says_components(vector, w):
    """The components of D_T^T g are those of g times what the network has for V = lam_k.

    For V = P diag(lam) P^-1 of every size, every T >= t, and whatever the weights c_T are; with c_T
    = 1/T the cells of which it is said are the shipped networks, from any dh_T and A_T.
    """
    n, T = w.size("n"), w.number("T", positive=True)
    P, Q = w.invertible("P", n)
    lam, g, c = w.array("lam", n), w.array("g", n), w.array("c", 1)
    modes = Modes(w, n, P, lam, Q)
    along = w.entries(lambda _, m, k: vector(P, Q, m, k), n, n)
    matrices = modes.matrices(lambda D: (D.T @ g) @ along)
    numbers = modes.numbers(lambda D: D * (g @ along))
    H, A = w.array("H", n, n), w.array("A", n, n)
    network = modes.is_the_network(T, H, A, lambda D: (D.T @ g) @ along)
    h, a = w.array("h", n), w.array("a", n)
    single = modes.are_networks(T, h, a, lambda D: D * (g @ along))
    return All((SameOutputs(w.machine(matrices, c), w.machine(numbers, c)), *network, *single))


def by_components(whole):
    """The network is many of one unit along the columns of P."""
    same, *network = whole.parts
    P, Q = same.array("P"), same.array("P", inverted=True)
    return conjunction(whole, by_diagonal_form(same, P, Q), *map(prove, network))


EIGENVECTORS = np.array([[ONE, ONE], [ZERO, ONE]])  # the columns (1, 0) and (1, 1)
INVERSE = np.array([[ONE, -ONE], [ZERO, ONE]])
EIGENVALUES = (-HALF, HALF)  # of V = ((-1/2, 1), (0, 1/2)): the first is not admissible


@check("bound")
def check_three_loss_gradients(vector):
    """V = ((-1/2, 1), (0, 1/2)), g = (1, -1), (1, 0), (0, 1): the network, and its growth."""
    V = EIGENVECTORS @ np.diag(np.array(EIGENVALUES)) @ INVERSE
    found = UniformAttentionRNN(V).derivatives(1, 12)
    responses = [derivatives(value, 1, 12) for value in EIGENVALUES]
    for g in ((1, -1), (1, 0), (0, 1)):
        components = [
            sum(vector(EIGENVECTORS, INVERSE, m, k) * g[m] for m in (0, 1)) for k in (0, 1)
        ]
        for end in (1, 2, 12):
            arrived = found[end].T @ np.array(g)
            for k in (0, 1):
                moved = sum(vector(EIGENVECTORS, INVERSE, m, k) * arrived[m] for m in (0, 1))
                stated = responses[k][end] * components[k]
                if moved != stated:
                    where = {"g": g, "k": k, "T": end}
                    return Evidence.refuted(Counterexample(where, str(stated), str(moved)))
    kept = []
    for value in EIGENVALUES:
        exponent = sp.Rational(1 / (1 - value) - 2)
        evidence = prove_growth(gradient(sp.Rational(value), 1), 1, exponent)
        if not evidence.verdict.passes:
            return evidence
        kept.append(exponent >= -1)
    if kept != [bool(admissible_eigenvalue(value, ZERO)) for value in EIGENVALUES]:
        return Evidence.undecided("The eigenvalues do not have the growth of the condition.")
    return Evidence.holds("T = 1, 2, 12; T^(-4/3) for g = (1, -1), a constant for the others")


eigenvectors = Claim(
    id="sparse-attention/new-uniform-eigenvectors",
    title="Along an eigenvector of V a loss gradient is multiplied by D_T of its eigenvalue",
    source=THEOREM_1,
    statement=r"V = P \Lambda P^{-1} \implies \langle P_k, D_T^\top g \rangle ="
    r" D_T(\lambda_k) \langle P_k, g \rangle",
    assumptions=(LINEAR, GRADIENT, "$V$ diagonalisable (so for every normal $V$)"),
    subject=right_eigenvector,
    says=says_components,
    checks=(proof_of(says_components, by_components), check_three_loss_gradients),
    mutants=(
        Mutant("transposed", lambda P, Q, m, k: P[k, m], "rows for columns"),
        Mutant("left", lambda P, Q, m, k: Q[k, m], "left eigenvectors, right for D_T itself"),
    ),
    late=(
        Mutant(
            "wide",
            lambda P, Q, m, k: P[m, k] if P.shape[0] < 5000 else P[k, m],
            "rows for columns from 5000 units on",
        ),
    ),
    repairs=("sparse-attention/new-uniform-every-gradient",),
    new=True,
    notes="With sparse-attention/new-uniform-condition: along an eigenvector a gradient is kept"
    " exactly when its eigenvalue is admissible. It is Omega(1/T) for every g with one constant if"
    " all eigenvalues are admissible, and for a given g if one is to whose eigenvector g is not"
    " orthogonal.",
)


def eigenvalues_alone(V):
    """Say whether V is admissible where only its eigenvalues are asked for (n = 2, triangular)."""
    return all(bool(admissible_eigenvalue(V[i, i], ZERO)) for i in (0, 1))


def eigenvalues_and_symmetry(V):
    """Say whether V is admissible where it has to be symmetric as well."""
    return eigenvalues_alone(V) and bool((V == V.T).all())


NILPOTENT = np.array([[ZERO, ONE], [ZERO, ZERO]])


@check("proof")
def check_nilpotent(admissible):
    """V = ((0, 1), (0, 0)): D_T = I/T + c_T V, with c_T the derivative of D_T(lam) at lam = 0.

    The recurrence gives u_{T+2} - u_{T+1} = 2/(T+1) - 1/T >= 1/(2T) for u_T = T c_T, so that u_T
    grows without bound, and T ||D_T^T g|| / ||g|| = (1 + u_T^2)^(-1/2) for g = (1, -u_T).
    """
    if not admissible(NILPOTENT):
        return Evidence.holds("V = ((0, 1), (0, 0)) is not admissible")
    u, following = sp.symbols("u v")
    p0, p1, p2 = gradient(lam, 1).coefficients
    weights = (1 / T, 1 / (T + 1), 1 / (T + 2))  # D_T at lam = 0
    slopes = [sp.diff(p, lam) for p in (p0, p1, p2)]
    forced = sum(slope * weight for slope, weight in zip(slopes, weights, strict=True))
    at_zero = [p.subs(lam, 0) for p in (p0, p1, p2)]
    c = (0, u / (T + 1), following / (T + 2))  # p0 vanishes at lam = 0
    recurrence = sum(p * c_ for p, c_ in zip(at_zero, c, strict=True)) + forced
    x = reals("x")
    arrived = (1 / T, u / T + (-u) / T)  # D^T (1, -u), where c_T = u/T
    parts = all_of(
        {
            "at lam = 0": prove_identity(
                sum(p * w for p, w in zip(at_zero, weights, strict=True)), 0
            ),
            "the step of u": prove_identity(
                sp.solve(recurrence, following)[0] - u, 2 / (T + 1) - 1 / T
            ),
            "it adds a harmonic sum": prove_for_all(
                2 / (x + 1) - 1 / x >= 1 / (2 * x), assume=x >= 3
            ),
            "what is left of g": prove_identity(
                T**2 * (arrived[0] ** 2 + arrived[1] ** 2) / (1 + u**2), 1 / (1 + u**2)
            ),
        },
        "T > t",
    )
    if not parts.verdict.passes:
        return parts
    return Evidence.refuted(
        Counterexample(
            {"V": NILPOTENT, "g": "(1, -u_T)"},
            claimed="T ||D_T^T g|| >= c ||g|| for all g and all large T, for some c > 0",
            found="T ||D_T^T g|| / ||g|| = (1 + u_T^2)^(-1/2), where u_T grows like log T",
            explanation="Both eigenvalues are 0, which is admissible.",
        ),
        parts=(parts,),
    )


@check("exact")
def check_nilpotent_run(admissible):
    """The same network run to T = 60: T^2 ||D_T^T g||^2 >= ||g||^2/40 for g = (1, -T c_T)."""
    if not admissible(NILPOTENT):
        return Evidence.holds("V = ((0, 1), (0, 0)) is not admissible")
    for end, derivative in UniformAttentionRNN(NILPOTENT).derivatives(1, 60).items():
        g = np.array([ONE, -end * derivative[0, 1]])
        found = end**2 * squared(derivative.T @ g) / squared(g)
        if found < Fraction(1, 40):
            return Evidence.refuted(
                Counterexample(
                    {"V": NILPOTENT, "g": g, "t": 1, "T": end},
                    claimed="T^2 ||D_T^T g||^2 / ||g||^2 >= 1/40",
                    found=str(found),
                )
            )
    return Evidence.holds("T <= 60")


every_gradient = Claim(
    id="sparse-attention/new-uniform-every-gradient",
    title="If all eigenvalues are admissible, one constant serves all loss gradients",
    source=THEOREM_1,
    statement=r"\text{all } \lambda_k \text{ admissible} \implies \exists c > 0\ \forall g:\ "
    r"\|D_T^\top g\| \ge c \|g\| / T \text{ for all large } T",
    assumptions=(LINEAR, GRADIENT, "$V$ any matrix"),
    subject=eigenvalues_alone,
    checks=(check_nilpotent, check_nilpotent_run),
    controls=(Control("symmetric", eigenvalues_and_symmetry, "orthonormal eigenvectors"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/new-uniform-eigenvectors",
    new=True,
    notes="A Jordan block on the boundary of the disc loses a logarithm. For each single g, held"
    " fixed as T grows, the order 1/T is kept.",
)
