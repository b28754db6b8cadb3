"""The spectral theorem as a rule: polynomials of symmetric matrices."""

from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    SpectrumWithin,
    Verdict,
    by_eigenvalues,
    prove,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.sequences import UnmetError
from theorem_checks.statements.spectra import is_semidefinite
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def of(left, right, *, positive=True):
    """Whether left(...) is at most right(...) of a matrix, vectors and the bounds."""

    def says(_, w):
        d = w.size("d")
        a, gap = w.number("a", positive=positive), w.number("gap", nonnegative=True)
        A, z, y = w.symmetric("A", d, a, a + gap), w.array("z", d), w.array("y", d)
        return AtMost(left(A, z, y, a, a + gap), right(A, z, y, a, a + gap))

    return judged(says, lambda said: by_eigenvalues(said, said.array("z")), None)


TRUE = {
    "the bounds": (lambda A, z, y, a, b: a * (z @ z), lambda A, z, y, a, b: z @ (A @ z)),
    "of the square": (
        lambda A, z, y, a, b: (A @ z) @ (A @ z),
        lambda A, z, y, a, b: (z @ z) * b**2,
    ),
    "(A - a)(b - A)": (
        lambda A, z, y, a, b: 0 * (z @ z),
        lambda A, z, y, a, b: (A @ z - a * z) @ (b * z - A @ z),
    ),
    "a cube": (
        lambda A, z, y, a, b: z @ (A @ (A @ (A @ z))),
        lambda A, z, y, a, b: (A @ z) @ (A @ z) * b,
    ),
}
FALSE = {
    "A <= a": (lambda A, z, y, a, b: z @ (A @ z), lambda A, z, y, a, b: a * (z @ z)),
    "A^2 <= A": (lambda A, z, y, a, b: (A @ z) @ (A @ z), lambda A, z, y, a, b: z @ (A @ z)),
    "another vector": (lambda A, z, y, a, b: y @ (A @ z), lambda A, z, y, a, b: b * (y @ z)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_of_the_eigenvalues_is_true_of_the_matrix(name):
    found = of(*TRUE[name])
    assert found.verdict is Verdict.PROVED
    assert "with eigenvalues from a to a + gap" in found.scope


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_of_an_eigenvalue_is_refuted(name):
    assert of(*FALSE[name]).verdict is Verdict.REFUTED


def given():
    w = Symbolic()
    d, a, b = w.size("d"), w.number("a"), w.number("b")
    A, z = w.symmetric("A", d, a, b), w.array("z", d)
    return w, d, A, z, a, b


def test_a_trace_is_no_form_of_one_vector():
    w, d, A, z, *_ = given()
    trace = w.entries(lambda h, i: h.sum(lambda j: A[i, j] * h.delta(i, j), d), d)
    of_d = w.entries(lambda h: h.sum(lambda i: trace[i], d))
    said = Implies(w.given[0], AtMost(z @ (A @ z), (z @ z) * of_d))  # at d = 1 they are equal
    assert by_eigenvalues(said, z).verdict is Verdict.UNDECIDED


def test_a_polynomial_that_is_negative_between_the_bounds_only():
    w, _, A, z, a, b = given()
    inside = AtMost(0, (A @ z - a * z) @ (A @ z - b * z))
    assert by_eigenvalues(Implies(w.given[0], inside), z).verdict is Verdict.UNDECIDED


def test_what_is_assumed_of_numbers_is_used():
    w, _, A, z, a, _ = given()
    positive = AtMost(0, z @ (A @ z))
    assert by_eigenvalues(Implies(w.given[0], positive), z).verdict is Verdict.UNDECIDED
    under = Implies(w.given[0], Implies(AtMost(0, a), positive))
    assert by_eigenvalues(under, z).verdict is Verdict.PROVED
    both = Implies(w.given[0], All((AtMost(0, z @ z), Implies(AtMost(0, a), positive))))
    assert by_eigenvalues(both, z).verdict is Verdict.PROVED
    beside = Implies(w.given[0], All((AtMost(a, a), Implies(AtMost(0, a), positive))))
    assert by_eigenvalues(beside, z).verdict is Verdict.PROVED


def test_an_eigenvalue_is_another_symbol_than_those_of_the_statement():
    w = Symbolic()
    d, low = w.size("d"), w.number("_lambda")
    A, z = w.symmetric("A", d, low, low + 1), w.array("z", d)
    said = Implies(w.given[0], AtMost(z @ (A @ z), (z @ z) * low))
    assert by_eigenvalues(said, z).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda w, A, z, a, b: AtMost(a * (z @ z), z @ (A @ z)), "Implies of"),
        (lambda w, A, z, a, b: Implies(AtMost(a, b), AtMost(a * (z @ z), z @ (A @ z))), "one mat"),
        (lambda w, A, z, a, b: Implies(w.given[0], Equal(z @ (A @ z), 0)), "an AtMost"),
        (
            lambda w, A, z, a, b: Implies(
                SpectrumWithin(A @ A, a, b), AtMost(a * (z @ z), z @ (A @ (A @ z)))
            ),
            "by itself",
        ),
        (
            lambda w, A, z, a, b: Implies(w.given[0], AtMost((z @ z) * (z @ z), z @ (A @ z))),
            None,
        ),
    ],
    ids=["no hypothesis", "another", "an equation", "a product", "another degree"],
)
def test_another_conclusion_is_refused(change, match):
    w, _, A, z, a, b = given()
    said = change(w, A, z, a, b)
    if match is None:
        assert by_eigenvalues(said, z).verdict is Verdict.UNDECIDED
        return
    with pytest.raises(ArgumentError, match=match):
        by_eigenvalues(said, z)


def test_eigenvalues_are_those_of_what_is_drawn():
    met = 0
    for seed in range(20):
        w = Concrete({"d": 3}, seed)
        try:
            A = w.symmetric("A", w.size("d"), w.number("a"), w.number("b"))
        except UnmetError:  # as b < a
            continue
        assert difference_at(w.given[0], w) is None
        wider = SpectrumWithin(A, 10**6, 10**7)
        assert difference_at(wider, w) is not None
        met += 1
    assert met > 3


def test_a_matrix_that_is_not_symmetric_has_no_such_spectrum():
    w = Concrete({"d": 2})
    d = w.size("d")
    A = w.array("A", d, d)
    assert difference_at(SpectrumWithin(A, -1000, 1000), w) is not None


def test_symmetric_matrices_are_free_but_for_that():
    w = Symbolic()
    d = w.size("d")
    A, B = w.array("A", d, d, known="symmetric"), w.array("B", d, d, known="symmetric")
    assert prove(Equal(A, A.T)).verdict is Verdict.PROVED
    assert prove(Equal((A @ B).T, B @ A)).verdict is Verdict.PROVED
    assert prove(Equal(A @ B, B @ A)).verdict is Verdict.REFUTED
    drawn = elements_of(Concrete({"n": 4}).array("A", 4, 4, known="symmetric"))
    assert (drawn == drawn.T).all()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[0, 0], [0, 0]], True),
        ([[0, 1], [1, 5]], False),
        ([[1, 2], [2, 4]], True),
        ([[1, 2], [2, 3]], False),
        ([[2, -1, 0], [-1, 2, -1], [0, -1, 2]], True),
        ([[-1]], False),
        ([], True),
    ],
)
def test_semidefinite_matrices_are_told_by_elimination(rows, expected):
    assert is_semidefinite([[Fraction(x) for x in row] for row in rows]) is expected
    assert sp.Matrix(rows).is_positive_semidefinite in (expected, None) or not rows


def test_what_the_sorts_of_symbols_decide_is_no_condition():
    def says(_, w):
        d, mu, gap = w.size("d"), w.number("mu", positive=True), w.number("gap", nonnegative=True)
        A, z = w.symmetric("A", d, 0, mu + gap), w.array("z", d)
        return AtMost((z @ (A @ z)) / (mu + gap), z @ z)

    found = judged(says, lambda said: by_eigenvalues(said, said.array("z")), None)
    assert found.verdict is Verdict.PROVED
    assert not found.conditions
