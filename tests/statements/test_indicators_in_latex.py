"""Clamps of integers are told as brackets; what may be between 0 and 1 stays as it is."""

import itertools

import pytest
import sympy as sp

from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import (
    mended_lag,
    says_enters_as_it_leaves,
)
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.numbers_in_latex import number_latex
from theorem_checks.statements.plain_text import plain_text

i, t = sp.symbols("i t", integer=True, positive=True)
m, n = sp.symbols("m n", integer=True)
x = sp.Symbol("x", real=True)


def clamp(number):
    return sp.Max(0, sp.Min(1 - number, 1 + number))


@pytest.mark.parametrize(
    ("expr", "said"),
    [
        (clamp(t + 1 - i), "[i = t + 1]"),
        (clamp(i - t - 2), "[i = t + 2]"),
        (clamp(1 - i), "[i = 1]"),
        (clamp(n), "[n = 0]"),
        (clamp(2 * m - n), "[2 m = n]"),
        (sp.Min(1, sp.Max(0, i - t)), "[t < i]"),
        (sp.Max(0, sp.Min(1, i - t)), "[t < i]"),
        (sp.Min(1, sp.Max(0, i - t + 1)), "[t ≤ i]"),
        (2 * (1 - clamp(n)), "2 - 2 [n = 0]"),
        (clamp(n) ** 2 + 1, "[n = 0]² + 1"),
    ],
)
def test_a_clamp_of_an_integer_is_told_by_where_it_is_1(expr, said):
    assert plain_text(number_latex(expr)) == said


@pytest.mark.parametrize(
    "expr",
    [
        clamp(x),
        clamp(x - i),
        sp.Max(0, sp.Min(1, x)),
        sp.Max(0, sp.Min(1 - n, 2 + n)),
        sp.Max(0, sp.Min(2, n)),
        sp.Max(1, sp.Min(2, n)),
        sp.Max(0, 2 - n),
        sp.Max(0, 3 - i),
        sp.Max(m, n),
        sp.Min(1, sp.Max(m, n)),
        sp.Max(0, 1 - n, 1 + n),
    ],
)
def test_what_may_be_another_number_is_told_as_it_is(expr):
    assert "[" not in number_latex(expr)


@pytest.mark.parametrize("expr", [clamp(m - n - 1), sp.Min(1, sp.Max(0, m - n + 1))])
def test_the_bracket_is_true_where_the_clamp_is_1(expr):
    said = plain_text(number_latex(expr)).strip("[]").replace("≤", "<=").replace(" = ", " == ")
    for values in itertools.product(range(-2, 3), repeat=2):
        is_so = eval(said, dict(zip("mn", values, strict=True)))
        assert int(expr.subs(dict(zip((m, n), values, strict=True)))) == is_so


def test_what_the_claims_write_is_told_so():
    said = plain_text(statement_of(says_enters_as_it_leaves, mended_lag).latex)
    assert "(1 - [i + ν = t + 1]) (in_(S,t) + [i = t + 1])" in said
    assert "max" not in said
