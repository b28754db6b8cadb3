"""Theorem 1 for a matrix V: which conditions on V and on the loss gradient are enough.

The gradient is D_T^T g with g the gradient of the loss at s_T. With a linear phi D_T is a
polynomial in V with positive coefficients. So everything hangs on eigenvalues and eigenvectors; for
a phi that bends, on signs.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from constructions.cells.uniform_attention_rnn import UniformAttentionRNN
from proofs.sparse_attention.matrices_of_any_size import (
    ForAllTimes,
    Matrices,
    derivatives_of_any_size,
)
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import SETTING, THEOREM_1
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Difference,
    Evidence,
    Implies,
    Mutant,
    Verdict,
    arrays_of,
    certificate,
    check,
    given_each,
    proof_of,
    prove_by_strong_induction,
    rationals,
    search,
    sizes,
)
from theorem_checks.proving.rules.derivations import Derived, derivation

LINEAR, NOTATION = SETTING
GRADIENT = r"$g = \nabla_{s_T} L$, so that $\nabla_{h_t} L = D_T^\top g$"
BENT = LINEAR.replace(r"linear $\phi$", r"$\phi' \ge 0$").replace("V s_t$", r"\phi(V s_t)$")
HALF = Fraction(1, 2)


def squared(vector):
    """Return the squared norm of a vector of exact numbers."""
    return sum(x * x for x in vector)


@dataclass(frozen=True)
class Condition:
    """A condition on V, phi' and g, by how they are made of free rational parameters.

    `matrix(L, scale, skew)` = V; `slopes(x)` = phi' at each step, or None for a linear phi;
    `gradient(g)`, or None for all g.
    """

    matrix: Any
    slopes: Any = None
    gradient: Any = None


def semidefinite_matrix(L, scale, skew):
    """Return a symmetric positive semi-definite V."""
    return scale * (L @ L.T)


def with_a_rotation(L, scale, skew):
    """Return a V whose symmetric part is positive semi-definite."""
    return scale * (L @ L.T) + skew * np.array([[0, -1], [1, 0]])


def nonnegative_matrix(L, scale, skew):
    """Return a V without negative entries."""
    return scale * abs(L)


def unchanged(numbers):
    """Return the numbers as they are."""
    return numbers


LINEAR_SEMIDEFINITE = Condition(semidefinite_matrix)
BENT_NONNEGATIVE = Condition(nonnegative_matrix, abs, abs)


def search_networks(condition, bound=lambda T: 1 / T, examples=400):
    """Search for ||D_T^T g|| < bound(T) ||g|| among networks of two units that meet a condition.

    Where g is free, D D^T - bound^2 I must be positive semi-definite: its trace and determinant.
    """

    def holds(V, t, T, g=None, **slopes):
        per_step = {int(name.rpartition("_")[2]): row for name, row in slopes.items()}
        derivative = UniformAttentionRNN(V, per_step).derivatives(t, T)[T]
        least = bound(Fraction(T)) ** 2
        loss = shortened_gradient(derivative, least) if g is None else g
        if loss is None:
            return True
        found, stated = squared(derivative.T @ loss), least * squared(loss)
        said = f"|D_T^T g|^2 >= {least} |g|^2 = {stated}"
        if g is None:
            said += f" for g = ({loss[0]}, {loss[1]})"
        rows = ", ".join(f"({row[0]}, {row[1]})" for row in derivative)
        return found >= stated or Difference(said, f"{found}, as D_T = ({rows})")

    small = rationals(most=5, denominators=3)  # large weights make large gradients
    drawn = {
        "L": arrays_of(2, 2, entries=small),
        "start": sizes(least=1, most=2),
        "steps": sizes(least=1, most=2),
    }
    if condition.matrix is with_a_rotation:
        drawn["skew"] = rationals(least=-1, most=1, denominators=8)
    if condition.gradient is None:
        drawn["scale"] = rationals(least=0, most=1, denominators=8)
    else:
        drawn["g"] = arrays_of(2, entries=small)
    if condition.slopes is not None:
        # of the first step; phi is linear in the next
        drawn["slopes"] = arrays_of(2, entries=small)
    networks = st.fixed_dictionaries(drawn).map(lambda free: network_of(condition, **free))
    return search(networks, holds, examples=examples, scope="n = 2, t <= 2, T - t <= 2")


def network_of(condition, L, start, steps, scale=1, skew=0, g=None, slopes=None):
    """Return V, t, T, and phi' and g if they are chosen, from what is free."""
    found = {"V": condition.matrix(L, scale, skew), "t": start, "T": start + steps}
    if slopes is not None:
        found[f"phi'_{start + 1}"] = condition.slopes(slopes)
    if g is not None:
        found["g"] = condition.gradient(g)
    return found


def shortened_gradient(derivative, least):
    """Return a g with |D^T g|^2 < `least` |g|^2, for D of two rows, or None if there is none.

    That is a g with a quadratic form below 0, whose matrix is ((p, q), (q, r)).
    """
    (p, q), (_, r) = derivative @ derivative.T - least * np.eye(2, dtype=int)
    if p < 0 or r < 0:
        return (Fraction(int(p < 0)), Fraction(int(p >= 0)))
    if p * r >= q * q:
        return None
    return (r, -q) if r > 0 else (-q / (p + 1), Fraction(1))


@check("search")
def check_random_networks(condition):
    """Networks of two units: the search looks for a gradient below ||g||/T."""
    return search_networks(condition)


symmetric_part = Claim(
    id="sparse-attention/new-uniform-symmetric-part",
    title="It is enough that the symmetric part of V is positive semi-definite",
    source=THEOREM_1,
    statement=r"V + V^\top \succeq 0 \implies \|D_T^\top g\| \ge \|g\| / T",
    assumptions=(LINEAR, GRADIENT, "$T > t$"),
    subject=Condition(with_a_rotation),
    checks=(check_random_networks,),
    controls=(Control("symmetric", LINEAR_SEMIDEFINITE, "no rotation"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/new-uniform-semidefinite",
    new=True,
    notes="The eigenvalues +-i s of a rotation lie outside of the disc |lam - 1/2| <= 1/2.",
)

semidefinite_bent = Claim(
    id="sparse-attention/new-uniform-semidefinite-bent",
    title="For positive semi-definite V the bound 1/T holds for any phi that never falls",
    source=THEOREM_1,
    statement=r"V = V^\top \succeq 0,\ \phi' \ge 0 \implies \|D_T^\top g\| \ge \|g\| / T",
    assumptions=(BENT, GRADIENT, "$T > t$"),
    subject=Condition(semidefinite_matrix, abs),
    checks=(check_random_networks,),
    controls=(Control("linear", LINEAR_SEMIDEFINITE, "phi linear"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/new-uniform-semidefinite",
    new=True,
    notes="diag(phi') V is not symmetric. This refutes the constant 1; the order 1/T is refuted in"
    " sparse-attention/new-uniform-semidefinite-order.",
)

TURNING = 2 * np.array([[2, 1, -1], [1, 2, 1], [-1, 1, 2]], dtype=object)  # eigenvalues 0, 6, 6


def one_unit_at_a_time(step):
    """Return phi' at the step to h_{2+step}: units 1, 2, 3, 1 in turn, and then none."""
    units = {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1), 4: (Fraction(90, 23), 0, 0)}
    return units.get(step, (0, 0, 0))


def all_units(step):
    """Return phi' of a linear phi."""
    return (1, 1, 1)


@check("exact")
def check_vanishing(slopes):
    """For V = 2 ((2, 1, -1), (1, 2, 1), (-1, 1, 2)), t = 2, T = 7, ..., 20: D_T is not singular.

    Once phi' = 0, D_T is the sum of all dh_i/dh_t over T: it is singular for ever, if it is once.
    """
    start, end = 2, 20
    per_step = {start + i: np.array(slopes(i), dtype=object) for i in range(1, end)}
    found = UniformAttentionRNN(TURNING, per_step).derivatives(start, end)
    singular = [
        T
        for T in range(7, end + 1)
        if sp.Matrix(found[T].tolist()).applyfunc(sp.Rational).det() == 0
    ]
    if len(singular) < end - 6:
        return Evidence.holds(f"T = 7, ..., {end}; D_T is not singular")
    g = sp.Matrix(found[7].tolist()).applyfunc(sp.Rational).T.nullspace()[0]
    if not all(not any(found[T].T @ np.array(list(g), dtype=object)) for T in singular):
        return Evidence.undecided("D_T is singular, and not along one loss gradient.")
    return Evidence.refuted(
        Counterexample(
            {"V": TURNING, "t": start, "g": list(g), "phi'": [slopes(i) for i in range(1, 6)]},
            claimed="||D_T^T g|| >= c/T for some c > 0",
            found=f"D_T^T g = 0 for T = 7, ..., {end}",
            explanation="One unit at a time, V turns a perturbation round until it cancels itself.",
        )
    )


semidefinite_order = Claim(
    id="sparse-attention/new-uniform-semidefinite-order",
    title="For positive semi-definite V the order 1/T is kept by any phi that never falls",
    source=THEOREM_1,
    statement=r"V = V^\top \succeq 0,\ \phi' \ge 0 \implies \|D_T^\top g\| \ge c \|g\| / T",
    assumptions=(BENT, GRADIENT, "$T > t$"),
    subject=one_unit_at_a_time,
    checks=(check_vanishing,),
    controls=(Control("linear", all_units, "phi linear"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/new-uniform-semidefinite",
    new=True,
    notes="The loss gradient vanishes for ever: phi is steep in one unit at a time, then flat.",
)


def says_every_entry(condition, w):
    """Each entry of D_T is at least that of I/T, and |D_T^T g| at least |g|/T, of n units.

    D_T is ds_T/dh_t by the shipped network, T = t + k, where phi' is any number >= 0 for each unit
    and time; V, phi' and g are made of free real numbers, as the condition says.
    """
    n, t = w.size("n"), w.size("t")
    L, x, y = w.table("L"), w.table("x"), w.sequence("y")
    matrices = Matrices(w, n)
    V = matrices(lambda a, b: condition.matrix(L[a, b], 1, 0))
    slopes: Any = ForAllTimes(lambda T: matrices.diagonal(lambda a: condition.slopes(x[T, a])))
    D = derivatives_of_any_size(matrices, "D", UniformAttentionRNN(V, slopes), t)
    one = matrices.identity()

    def g(a):
        return condition.gradient(y[a])

    def along(k, b):
        return w.sum(lambda a: D[k, a, b] * g(a), "m", 0, n - 1)

    def entries(k, a):
        return w.for_all("b", lambda b: AtMost(one(a, b) / (t + k), D[k, a, b]))

    def squares(k):
        least = w.sum(lambda b: (g(b) / (t + k)) ** 2, "i", 0, n - 1)
        return AtMost(least, w.sum(lambda b: along(k, b) ** 2, "j", 0, n - 1))

    return All(
        (
            w.for_all("k", lambda k: w.for_all("a", lambda a: entries(k, a))),
            w.for_all("l", squares),
        )
    )


def by_entries(whole):
    """Prove the entries by induction, and the squares from what is known of the entries."""
    entries, squares = whole.body.parts
    given = whole.hypothesis
    first = Implies(given, entries)
    known = prove_by_strong_induction(first)
    last = Implies(All((given, entries)), squares)
    found = Derived(last, prove_by_strong_induction(last))
    second = derivation(Implies(given, squares), Derived(first, known), found)
    return given_each(whole, known, second)


SIZES = [
    {"n": n, "t": t, "k": k, "a": a, "b": b, "l": l}
    for n, t, k, a, b, l in ((1, 1, 1, 0, 0, 1), (2, 2, 2, 0, 1, 1), (2, 1, 1, 1, 1, 2))
]


@check("exact", kills=("any-gradient",))
def check_gradient_of_both_signs(condition):
    """V made of ((0, 1/6), (1/6, 0)) and g of (1, -1), t = 1, T = 2: |D^T g| is at least |g|/2."""
    entry = Fraction(1, 6)
    V = condition.matrix(np.array([[0, entry], [entry, 0]]), 1, 0)
    g = condition.gradient(np.array([Fraction(1), Fraction(-1)]))
    derivative = UniformAttentionRNN(V).derivatives(1, 2)[2]
    if (found := squared(derivative.T @ g)) < (stated := squared(g) / 4):
        values = {"V": V, "g": list(g), "t": 1, "T": 2}
        return Evidence.refuted(Counterexample(values, f"|D^T g|^2 >= {stated}", str(found)))
    return Evidence.holds("V of the eigenvalues 1/6 and -1/6, g along one of them, t = 1, T = 2")


entrywise_nonnegative = Claim(
    id="sparse-attention/new-uniform-nonnegative",
    title="For V without negative entries, phi' >= 0 and a loss gradient g >= 0 the bound is 1/T",
    source=THEOREM_1,
    statement=r"V \ge 0,\ \phi' \ge 0,\ g \ge 0 \implies \|D_T^\top g\| \ge \|g\| / T",
    assumptions=(BENT, GRADIENT, "$T > t$"),
    subject=BENT_NONNEGATIVE,
    says=says_every_entry,
    checks=(
        proof_of(says_every_entry, by_entries, instances=SIZES, seconds=400).killing(
            "any-matrix", "any-slope"
        ),
        certificate(says_every_entry, proof="uniform_matrices.v", tier="deep").killing(
            "any-matrix", "any-slope"
        ),
        check_random_networks.killing("any-matrix"),
        check_gradient_of_both_signs,
    ),
    mutants=(
        Mutant(
            "any-gradient",
            Condition(nonnegative_matrix, abs, unchanged),
            "g of mixed signs, as (1, -1) with the eigenvalue -v of ((0, v), (v, 0))",
        ),
        Mutant("any-matrix", Condition(lambda L, s, _: s * L, abs, abs), "V of mixed signs"),
        Mutant("any-slope", Condition(nonnegative_matrix, unchanged, abs), "phi that falls"),
    ),
    late=(
        Mutant(
            "small",
            Condition(lambda L, s, _: s * (abs(L) if np.all(L < 10**6) else L), abs, abs),
            "V of mixed signs, if an entry is large",
        ),
    ),
    new=True,
)
