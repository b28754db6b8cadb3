"""The order of symmetric matrices, as a hypothesis and as what is shown."""

import random
from fractions import Fraction
from typing import Any

import pytest

from theorem_checks import (
    ArgumentError,
    AtMost,
    Implies,
    LoewnerAtMost,
    Verdict,
    at_vectors,
    by_eigenvalues,
    by_quadratic_forms,
    prove,
    quadratic_forms_of,
)
from theorem_checks.errors import CheckError
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays.known_tensors import NoSuchTensorError
from theorem_checks.statements.conclusions import All
from theorem_checks.statements.spectra import is_semidefinite
from theorem_checks.statements.worlds.drawn_orders import drawn_between
from theorem_checks.statements.worlds.symbolic import Symbolic


def one(w, d, times: Any = 1):
    return w.identity(d) * times


def says_congruent(order, w):
    d, k = w.size("d"), w.size("k")
    B = w.array("B", d, d, known="symmetric")
    A, C = w.between("A", None, B), w.array("C", d, k)
    return order(C.T @ A @ C, C.T @ B @ C)


def by_congruence(said):
    return at_vectors(said, said.array("C") @ quadratic_forms_of(said)[1].array("z.any"))


def says_ridge(ridge, w):
    d, n, a = w.size("d"), w.size("n"), w.number("a", nonnegative=True)
    X = w.array("X", n, d)
    return LoewnerAtMost(one(w, d, a), ridge(X.T @ X, one(w, d, a)))


def says_between_three(order, w):
    d = w.size("d")
    A = w.array("A", d, d, known="symmetric")
    B = w.between("B", A, None)
    return order(A, w.between("C", B, None))


def says_steps(factor, w):
    d, mu, L = w.size("d"), w.number("mu", positive=True), w.number("L", positive=True)
    A, z = w.between("A", one(w, d, mu), one(w, d, L)), w.array("z", d)
    after = z - (A @ z) / L
    return Implies(AtMost(mu, L), AtMost(after @ after, (z @ z) * w.call(factor, mu, L) ** 2))


def at_z(said):
    return by_eigenvalues(said, said.array("z"))


TRUE = {
    "congruence": (says_congruent, by_congruence, LoewnerAtMost),
    "ridge": (says_ridge, prove, lambda G, a: G + a),
    "transitivity": (says_between_three, prove, LoewnerAtMost),
    "a step": (says_steps, at_z, lambda mu, L: 1 - mu / L),
}
FALSE = {
    "congruence, reversed": (says_congruent, by_congruence, lambda a, b: LoewnerAtMost(b, a)),
    "congruence, twice": (says_congruent, by_congruence, lambda a, b: LoewnerAtMost(2 * a, b)),
    "ridge": (says_ridge, prove, lambda G, a: G - a),
    "not symmetric": (says_ridge, prove, lambda G, a: G + a + _above(G)),
    "transitivity, reversed": (says_between_three, prove, lambda a, b: LoewnerAtMost(b, a)),
    "a step": (says_steps, at_z, lambda mu, L: 1 - 2 * mu / L),
}


def _above(G):
    """The first row, below the first column: it adds nothing to a form, but for symmetry."""
    first = G.__number_system__.outer(G[0], G[:, 0] * 0 + 1)
    return first - first.T


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    says, proof, subject = TRUE[name]
    found = judged(says, proof, subject)
    assert found.verdict is Verdict.PROVED
    assert not found.grounds


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name):
    says, proof, subject = FALSE[name]
    assert judged(says, proof, subject).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["ridge", "transitivity"])
def test_a_late_mutant_is_not_proved(name):
    says, proof, subject = TRUE[name]

    def late(one_, other):
        wrong = (lambda a, b: a - 2 * b) if name == "ridge" else lambda a, b: LoewnerAtMost(b, a)
        return (subject if one_.shape[0] < 30 else wrong)(one_, other)

    assert judged(says, proof, late).verdict is Verdict.REFUTED


def _parts():
    w = Symbolic()
    d = w.size("d")
    A, B, C = (w.array(name, d, d, known="symmetric") for name in "ABC")
    return w, d, A, B, C


def test_the_order_of_other_matrices_is_not_used():
    _, _, A, B, C = _parts()
    for wrong in (
        Implies(LoewnerAtMost(A, B), LoewnerAtMost(A, C)),
        Implies(LoewnerAtMost(A, B), LoewnerAtMost(B, A)),
        Implies(LoewnerAtMost(A, B), LoewnerAtMost(A @ A, B @ B)),  # squares do not keep the order
        Implies(All((LoewnerAtMost(A, B), LoewnerAtMost(A, C))), LoewnerAtMost(B, C)),
    ):
        assert prove(wrong).verdict is not Verdict.PROVED


def test_forms_alone_do_not_make_an_order():
    """z^T K z = 0 of an antisymmetric K, which is not symmetric."""
    w, d, *_ = _parts()
    M = w.array("M", d, d)
    said = LoewnerAtMost(M - M.T, one(w, d, 0))
    _, ordered = quadratic_forms_of(said)
    assert prove(ordered).verdict is Verdict.PROVED
    assert prove(said).verdict is not Verdict.PROVED
    with pytest.raises(CheckError):
        by_quadratic_forms(said, prove(ordered), prove(ordered))


def test_ends_have_to_be_multiples_of_the_identity():
    w, d, A, B, _ = _parts()
    z, L = w.array("z", d), w.number("L", positive=True)
    after = A @ z
    ones = w.ones(d, d)
    for low, high in ((one(w, d, 0), ones * L), (one(w, d, 0) - ones, one(w, d, L))):
        said = All((LoewnerAtMost(low, A), LoewnerAtMost(A, high)))
        found = by_eigenvalues(Implies(said, AtMost(after @ after, (z @ z) * L**2)), z)
        assert found.verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError):
        at_vectors(Implies(LoewnerAtMost(A, B), AtMost(z @ z, z @ z)), w.array("y", w.size("m")))


def test_matrices_that_contradict_each_other_are_about_nothing():
    def says(_, w):
        d = w.size("d")
        A, z = w.between("A", one(w, d, 2), one(w, d, 1)), w.array("z", d)
        return AtMost(z @ (A @ z), z @ z - 1)

    assert judged(says, at_z, None).verdict is Verdict.VACUOUS


def test_what_is_no_matrix_is_refused():
    w, d, A, *_ = _parts()
    for wrong in (w.array("x", d), w.array("R", d, w.size("m")), 0):
        with pytest.raises(ArgumentError, match="square"):
            LoewnerAtMost(wrong, A)
    with pytest.raises(ArgumentError, match="low"):
        w.between("S", None, None)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_drawn_lies_between(seed):
    source = random.Random(seed)
    n = source.randint(0, 4)
    half = [[Fraction(source.randint(-3, 3)) for _ in range(2)] for _ in range(n)]
    room = [
        [sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0)) for y in half] for x in half
    ]
    low = [[Fraction((i * j) % 5 - 2) for j in range(n)] for i in range(n)]
    high = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(low, room, strict=True)]
    for ends in ((low, high), (low, None), (None, high)):
        drawn = drawn_between(*ends, source)
        for lower, upper in ((ends[0], drawn), (drawn, ends[1])):
            if lower is not None and upper is not None:
                pairs = zip(lower, upper, strict=True)
                apart = [[b - a for a, b in zip(*rows, strict=True)] for rows in pairs]
                assert is_semidefinite(apart)
    if n:
        more = [[x + (i == j) for j, x in enumerate(row)] for i, row in enumerate(high)]
        with pytest.raises(NoSuchTensorError):
            drawn_between(more, low, source)
