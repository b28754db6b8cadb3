"""An operator norm is bounded by what a matrix does to every vector, and by no less."""

import pytest

from theorem_checks import (
    ArgumentError,
    AtMost,
    CheckError,
    Implies,
    Verdict,
    arithmetic,
    by_vector_norms,
    family,
    norm_2,
    norm_fro,
    norm_op,
    prove,
    symbol_array,
    vector_norms_of,
)
from theorem_checks.judging.judge import judged, statement_of


def says(bound, w):
    A, r = w.array("A", w.size("m"), w.size("n")), w.number("r", nonnegative=True)
    return AtMost(norm_op(A), bound(norm_fro(A), r))


def by_squares(said):
    A = said.array("A")
    of_all, not_negative = vector_norms_of(said, A)
    x = of_all.array("x.any")
    squares = AtMost((A @ x) @ (A @ x), (A * A).sum() * (x @ x))
    longer = arithmetic(of_all, (squares, prove(squares)), seconds=2)
    return by_vector_norms(said, A, longer, arithmetic(not_negative, seconds=2))


def test_the_norm_of_frobenius_is_the_larger_one_given_nothing():
    found = judged(says, by_squares, lambda norm, r: norm)
    assert found.verdict is Verdict.PROVED, found
    assert not found.grounds
    assert judged(says, by_squares, lambda norm, r: norm + r).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    "wrong",
    [
        lambda norm, r: norm - r,
        lambda norm, r: norm / 2,
        lambda norm, r: norm * 0 + r,
        lambda norm, r: -norm,
    ],
)
def test_smaller_bounds_are_not_proved(wrong):
    said = statement_of(says, wrong)
    assert by_squares(said).verdict is not Verdict.PROVED
    assert judged(says, by_squares, wrong).verdict is Verdict.REFUTED


def says_of_one(matrix, w):
    n = w.size("n")
    A, v = w.array("A", n, n), w.array("v", n)
    return AtMost(norm_2(matrix(A) @ v), norm_2(v) * norm_op(A))


def test_what_is_so_of_one_vector_or_another_matrix_is_no_evidence():
    said = statement_of(says, lambda norm, r: norm)
    A = said.array("A")
    of_all, not_negative = vector_norms_of(said, A)
    one = statement_of(says_of_one, lambda A: 0 * A)
    known = prove(not_negative)
    for other in (arithmetic(one), known):
        with pytest.raises(CheckError):
            by_vector_norms(said, A, other, known)
    of_another, _ = vector_norms_of(AtMost(norm_op(2 * A), norm_fro(A)), 2 * A)
    assert not of_another.is_same(of_all)
    for wrong in (2 * A, A.T @ A):
        with pytest.raises(ArgumentError, match="of the matrix"):
            vector_norms_of(said, wrong)
    with pytest.raises(ArgumentError, match="norm_op"):
        vector_norms_of(AtMost(norm_fro(A), norm_fro(A)), A)


def test_a_vector_of_the_name_of_any_vector_is_refused_in_an_array_and_in_a_number():
    said = statement_of(says, lambda norm, r: norm)
    A = said.array("A")
    x = symbol_array("x.any", family("x", A.axes[1][0].sizes[0]))
    own, bound = norm_2(A @ x), norm_2(x)
    for known in (AtMost(own, bound), AtMost(own.blocks[()], bound.blocks[()])):
        with pytest.raises(ArgumentError, match="matrix"):
            vector_norms_of(Implies(known, AtMost(norm_op(A), 1)), A)
