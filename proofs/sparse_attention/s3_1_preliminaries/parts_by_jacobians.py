"""Below Proposition 1: which of its terms have s Jacobians J, as printed and graded by J.

Grading by factors F is not grading by Jacobians J: a factor F is a sum of two, and only one of
them has a J. Graded by J the parts obey a recursion of their own, whose step the shipped code
makes, and they add up to the whole.
"""

from fractions import Fraction
from operator import mul
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from constructions.gradient_paths import LocalJacobians
from proofs.sparse_attention.by_lemmas import by_lemmas
from proofs.sparse_attention.free_jacobians import At, Columns, Matrix, OfAnySize, counted
from proofs.sparse_attention.s3_1_preliminaries.gradient_paths import BELOW
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Mutant,
    Verdict,
    certificate,
    check,
    given_each,
    proof_of,
    prove_by_strong_induction,
)
from theorem_checks.certifying.lemmas import lemmas
from theorem_checks.proving.rules.derivations import at_any, for_any


def by_factors(local, t, k):
    """Return xi(0), ..., xi(k) as printed: graded by the number of factors F."""
    return local.by_factors(t, k)


def by_jacobians(local, t, k):
    """Return the sums of all paths with 0, ..., k Jacobians J."""
    return local.by_jacobians(t, k)


def by_fewer_jacobians(local, t, k, same, fewer, total):
    """Return the paths with s Jacobians from those with as many, and one less, at times before."""
    return local.by_fewer(t, k, same, fewer, total)


NUMBERS = {"P_{t,i}": "(i + 1)/(t + 1)", "J_t": "t/(t + 2)", "Q_t": "1/t"}
"""The network on which paths are counted: its derivatives of s_t and of h_{t+1}."""


@check("exact")
def check_homogeneous(parts):
    """Double every J of a network of numbers: the s-th part is multiplied by 2^s."""
    for k in range(7):
        by_state = {
            t: {i: Fraction(i + 1, t + 1) for i in range(1, t + 1)} for t in range(1, k + 2)
        }
        step = {t: Fraction(t, t + 2) for t in range(1, k + 2)}
        by_output = {t: Fraction(1, t) for t in range(2, k + 2)}
        once, twice = (
            LocalJacobians(by_state, {t: c * j for t, j in step.items()}, by_output, mul)
            for c in (1, 2)
        )
        for s, (one, two) in enumerate(zip(parts(once, 1, k), parts(twice, 1, k), strict=True)):
            if two != 2**s * one:
                return Evidence.refuted(
                    Counterexample(
                        {"t": 1, "k": k, "s": s, **NUMBERS},
                        claimed=f"{2**s} times {one}, if all J are doubled",
                        found=f"{two}",
                        explanation="The derivative by s_{t-1} inside F has no Jacobian J.",
                    )
                )
        if sum(parts(once, 1, k)) != once.derivatives(1, k)[k]:
            return Evidence.refuted(Counterexample({"k": k}, "the derivative", "another number"))
    return Evidence.holds("k <= 6")


printed_jacobians = Claim(
    id="sparse-attention/prop-1-Jcount",
    title="xi(s) is the sum of all terms with exactly s Jacobian matrices J",
    source=BELOW,
    statement=r"\bar\xi_{0:k}(s) \text{ has exactly } s \text{ factors } J",
    subject=by_factors,
    checks=(check_homogeneous,),
    controls=(Control("regrouped", by_jacobians, "graded by J instead of F"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/prop-1-Jcount-regrouped",
    notes="k = 1: xi(1) = (P J + Q) E, and Q E has none. xi(s) has at most s Jacobians; it has"
    " exactly s where the scores do not depend on s_{t-1}.",
)


def says_recursion(by_fewer, w):
    """The parts, by the shipped step, are graded by J, and those of at most k add up to the whole.

    For free matrices P, J and Q of n units at all times, every n, t and k, column by column.
    `eta[s, k]` is the part with s Jacobians, made by the step from those before, as is `eta_c` of
    the network with c J in the place of each J: it is c^s times eta. `upto[s, k]` is the sum of the
    parts of at most s, of which there are k at most: then it is ds_{t+k}/dh_t. It obeys the same
    recursion, with E_k once. The first row, without any, is the recursion of eta_k(0), `eta_0`.
    """
    network, t, column = OfAnySize(w), w.size("t"), w.size("column", least=0)
    total, local, c = network.total, network.local, w.number("c")

    def first(k, a):
        found: Any = local.first(t, k)
        return found(a, column)

    def at(Y, *s):
        return Columns(lambda j, b: Y[(*s, j, b)])

    def derivative(D, k, a):
        return local.derivative(t, k + 1, at(D), total)(a, column)

    def step(of, Y, s, k, a):
        return by_fewer(of, t, k + 1, at(Y, s + 1), at(Y, s), total)(a, column)

    def parts_of(of, name):
        def without(Z, k, a):
            return by_fewer(of, t, k + 1, at(Z), None, total)(a, column)

        none = w.rows(f"{name}_0", lambda a: first(0, a), without)
        following = lambda eta, s, k, a: step(of, eta, s, k, a)  # noqa: E731
        return w.table_of(name, lambda k, a: none[k, a], lambda s, a: 0, following, axes=3)

    D = w.rows("D", lambda a: first(0, a), derivative)
    eta, eta_c = parts_of(local, "eta"), parts_of(multiplied(local, c), "eta_c")
    upto = w.rows(
        "upto",
        lambda k, a: eta[0, k, a],
        lambda U, s, k, a: U[s, k, a] + eta[s + 1, k, a],
        axes=3,
    )

    def each(names, said):
        one, other, last = names.split()
        inner = lambda x, y: w.for_all(last, lambda z: said(x, y, z))  # noqa: E731
        return w.for_all(one, lambda x: w.for_all(other, lambda y: inner(x, y)))

    def is_sum(k, a, s):
        return Equal(upto[s, k, a], w.sum(lambda i: eta[i, k, a], "i", 0, s))

    def again(s, k, a):
        return Equal(upto[s + 1, k + 1, a], first(k + 1, a) + step(local, upto, s, k, a))

    return All(
        (
            each("m l d", lambda s, k, a: Equal(eta_c[s, k, a], c**s * eta[s, k, a])),
            each("q b p", is_sum),
            w.for_all("u", lambda s: w.for_all("v", lambda a: Equal(upto[s, 0, a], first(0, a)))),
            each("g h e", again),
            each("s k a", lambda s, k, a: Implies(AtMost(k, s), Equal(upto[s, k, a], D[k, a]))),
        )
    )


def multiplied(local, c):
    """Return the network with c J in the place of each J, where c stands before all products."""

    class Multiple(Matrix):
        """A matrix times c."""

        def __init__(self, matrix):
            super().__init__(lambda a, b: c * matrix(a, b))
            self.matrix = matrix

    def times(one, other):
        if isinstance(other, Multiple):
            return Multiple(local.times(one, other.matrix))
        return local.times(one, other)

    step: Any = At(lambda time: Multiple(local.step.get(time)))
    return LocalJacobians(local.by_state, step, local.by_output, times)


def by_parts(whole):
    """Prove each by induction, with the first two rows before, and then the last."""
    under, (homogeneous, is_sum, at_first, again, whole_sum) = whole.hypothesis, whole.body.parts
    values = {value.func.__name__: value.func for value in _values_in(under)}
    k, a = (sp.Symbol(name, integer=True, nonnegative=True) for name in ("k_0", "a_0"))

    def for_each(said):
        return ForAll(k, 0, ForAll(a, 0, said))

    none, eta, upto = (values[name] for name in ("eta_0", "eta", "upto"))
    same = for_each(Equal(values["eta_c_0"](k, a), none(k, a)))
    second_row = for_each(Equal(upto(1, k, a), none(k, a) + eta(1, k, a)))

    def known(said):
        return said, prove_by_strong_induction(Implies(under, said))

    edge = known(at_first)
    recursion = by_lemmas(under, again, known(second_row))
    inner = at_any(Implies(under, is_sum))
    one_column = for_any(inner, prove_by_strong_induction(at_any(inner)))
    return given_each(
        whole,
        by_lemmas(under, homogeneous, known(same)),
        for_any(Implies(under, is_sum), one_column),
        edge[1],
        recursion,
        by_lemmas(under, whole_sum, edge, (again, recursion)),
    )


def _values_in(said):
    """Yield the values of sequences and tables in what is said."""
    if isinstance(said, All):
        for part in said.parts:
            yield from _values_in(part)
    elif isinstance(said, ForAll):
        yield from _values_in(said.body)
    else:
        for side in (said.lhs, said.rhs):
            yield from sp.sympify(side).atoms(AppliedUndef)


@check("exact")
def check_parts_by_the_step(parts):
    """Matrices of two units: each part by the shipped step from those before, and their sum."""

    def matrix(*numbers):
        one, two = (Fraction(number, 1 + sum(numbers)) for number in (numbers[0], numbers[-1] + 1))
        return np.array([[one, 1 - two], [two, one - 3]], dtype=object)

    by_state = {t: {i: matrix(i, t) for i in range(1, t + 1)} for t in range(1, 7)}
    by_output = {t: matrix(t, 2, 1) for t in range(2, 7)}
    local = LocalJacobians(by_state, {t: matrix(t) for t in range(1, 7)}, by_output)
    eta = [parts(local, 1, k) for k in range(6)]
    for k in range(1, 6):
        if len(eta[k]) != k + 1:
            return Evidence.refuted(Counterexample({"k": k}, f"{k + 1} parts", f"{len(eta[k])}"))
        for s in range(k + 1):
            same, fewer = (
                [row[r] if r < len(row) else None for row in eta[:k]] for r in (s, s - 1)
            )
            found = by_fewer_jacobians(local, 1, k, same, fewer if s else None, None)
            if not np.array_equal(found, eta[k][s]):
                at = {"k": k, "s": s}
                return Evidence.refuted(Counterexample(at, f"{eta[k][s]}", f"{found}"))
        if not np.array_equal(sum(eta[k]), local.derivatives(1, k)[k]):
            return Evidence.refuted(Counterexample({"k": k}, "the derivative", "another matrix"))
    return Evidence.holds("n = 2, k <= 5")


def without_past_output(local):
    """Return the network without the derivatives by outputs before."""
    absent: Any = {} if isinstance(local.by_output, dict) else counted(output_too=False).by_output
    return LocalJacobians(local.by_state, local.step, absent, local.times)


def without_q(local, t, k, same, fewer, total):
    """Return the paths with s Jacobians from those before, without the derivative by outputs."""
    return by_fewer_jacobians(without_past_output(local), t, k, same, fewer, total)


def one_more(local, t, k, same, fewer, total):
    """Return them with a Jacobian too many for s = 0, where there is none."""
    return by_fewer_jacobians(local, t, k, same, same if fewer is None else fewer, total)


RUNS = [
    {"n": n, "t": t, "column": column, "s": s, "k": k, "a": a}
    for n, t, column, s, k, a in ((1, 1, 0, 2, 2, 0), (2, 2, 1, 2, 2, 0), (1, 1, 0, 1, 1, 0))
]


regrouped_jacobians = Claim(
    id="sparse-attention/prop-1-Jcount-regrouped",
    title="Graded by J, the parts obey the same recursion and add up to ds_{t+k}/dh_t",
    source=BELOW,
    statement=r"\eta_k(s) = 1_{s=0} E_k + \sum_{j<k} P_{t+k,t+j+1} J_{t+j}\, \eta_j(s-1)"
    r" + Q_{t+k}\, \eta_{k-1}(s),\quad \sum_s \eta_k(s) = ds_{t+k}/dh_t",
    subject=by_fewer_jacobians,
    says=says_recursion,
    checks=(
        proof_of(says_recursion, by_parts, instances=RUNS, seconds=400),
        certificate(says_recursion, proof=(lemmas("totals"), "parts_by_jacobians.v"), tier="deep"),
    ),
    mutants=(
        Mutant("no-past-output", without_q, "drops Q"),
        Mutant("one-more", one_more, "a Jacobian too many where there is none"),
    ),
    late=(
        Mutant(
            "long",
            lambda local, t, k, same, fewer, total: (by_fewer_jacobians if k < 5000 else without_q)(
                local, t, k, same, fewer, total
            ),
            "drops Q from k = 5000 on",
        ),
    ),
    repairs=("sparse-attention/prop-1-Jcount",),
    notes="The shipped lists of parts are run in sparse-attention/new-Jcount-lists.",
)

listed_jacobians = Claim(
    id="sparse-attention/new-Jcount-lists",
    title="The lists of parts graded by J are those of the recursion, and scale as c^s with c J",
    source=BELOW,
    statement=r"\eta_k = (\eta_k(0), \dots, \eta_k(k)), \quad \eta_k(s)|_{2J} = 2^s\, \eta_k(s)",
    assumptions=("matrices of two units, k <= 5; numbers, k <= 6",),
    subject=by_jacobians,
    checks=(
        check_homogeneous.killing("printed"),
        check_parts_by_the_step,
    ),
    mutants=(
        Mutant("printed", by_factors, "graded by F"),
        Mutant(
            "no-past-output",
            lambda local, t, k: by_jacobians(without_past_output(local), t, k),
            "drops Q",
        ),
    ),
    new=True,
    expect=Verdict.HOLDS,
    notes="Of each step, for all n, t and k: sparse-attention/prop-1-Jcount-regrouped.",
)
