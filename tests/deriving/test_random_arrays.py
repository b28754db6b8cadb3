"""Of random arrays a derivation tells sizes and moments, as far as terms need them."""

import sympy as sp

from theorem_checks import All, prove
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.random_arrays import laws_told
from theorem_checks.statements.conclusions import Equal, Mean
from theorem_checks.statements.moments.laws import IID, Gaussian
from theorem_checks.statements.moments.statistics import trace
from theorem_checks.statements.moments.tensors import RandomMatrix
from theorem_checks.statements.plain_text import plain_text

n, d = sp.symbols("n d", integer=True, positive=True)
s, k = sp.symbols("s k", positive=True)
X = RandomMatrix("X", n, d, IID(variance=s, kurtosis=k))
SQUARES = Mean(trace(X @ X.T), n * d * s)


def test_moments_are_told_up_to_the_degree_of_the_terms():
    (told,) = map(plain_text, laws_told(SQUARES))
    assert told == "X ∈ ℝ^(n × d): independent entries, E[X_ij] = 0, E[X_ij²] = s"
    (fourth,) = map(plain_text, laws_told(Mean(trace(X @ X.T @ X @ X.T), n)))
    assert fourth.endswith("E[X_ij²] = s, E[X_ij⁴] = k s²")  # of the third one nothing is known
    normal = RandomMatrix("A", n, d, Gaussian(variance=1))
    (told,) = map(plain_text, laws_told(Mean(trace(normal @ normal.T @ normal @ normal.T), n)))
    assert told.endswith("E[A_ij] = E[A_ij³] = 0, E[A_ij²] = 1, E[A_ij⁴] = 3")


def test_each_array_is_told_once():
    A = RandomMatrix("A", n, d, Gaussian(variance=1))
    both = All((SQUARES, Mean(trace(A @ X.T), 0), Equal(n, n)))
    assert [plain_text(line)[0] for line in laws_told(both)] == ["X", "A"]
    assert laws_told(Equal(n, n)) == ()


def test_a_derivation_begins_with_them():
    assert derivation_of(prove(SQUARES)).definitions == laws_told(SQUARES)
