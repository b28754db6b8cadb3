"""Means of traces of powers with symbolic exponents, against those with numbers for them."""

from itertools import product
from typing import Any

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    Gaussian,
    GaussianMatrix,
    MeanWithin,
    RandomMatrix,
    Verdict,
    by_genus_expansion,
    expectation,
    pairings,
    prove,
    sum_over,
    trace,
)
from theorem_checks.proving.moments.genus_expansion import expanded, pairings_of
from theorem_checks.proving.moments.ranges import OpenError

n, N = (sp.Symbol(name, integer=True, positive=True) for name in ("n", "N"))
j, g = (sp.Symbol(name, integer=True, nonnegative=True) for name in "jg")
v, f, c = sp.symbols("v f c", positive=True)
G = GaussianMatrix("G", n, n, 1)
W, F, C = (GaussianMatrix(*one) for one in (("W", n, n, v), ("F", n, 1, f), ("C", 1, n, c)))


def power(matrix, a, b):
    return (matrix**a @ (matrix**b).T).trace()


def exact(exponents):
    """E of a product of tr G^a (G^T)^b, by the recursion on words with letters."""
    S = RandomMatrix("S", n, n, Gaussian(1))
    found = sp.Integer(1)
    for a, b in exponents:
        word = [S] * a + [S.T] * b
        matrix = word[0]
        for letter in word[1:]:
            matrix = matrix @ letter
        found = found * trace(matrix)
    return sp.expand(expectation(found))


ONE = [((a, b),) for a, b in product(range(6), repeat=2) if 0 < a + b <= 8]
TWO = [((1, 1), (2, 2)), ((0, 2), (1, 1)), ((1, 2), (2, 1)), ((2, 0), (0, 2)), ((1, 0), (2, 1))]
TWO += [((1, 3), (2, 2)), ((2, 2), (2, 2)), ((1, 3), (1, 3)), ((1, 1), (1, 1), (2, 0))]


@pytest.mark.parametrize("exponents", [*ONE, *TWO], ids=str)
def test_small_exponents(exponents):
    """The first two coefficients, and no more pairings than there are beyond."""
    letters = sum(map(sum, exponents))
    highest = letters // 2 + len(exponents)
    statistic: Any = sp.Integer(1)
    for one in exponents:
        statistic = power(G, *one) * statistic
    found = expanded(MeanWithin(statistic, 0, 0), 2 - highest)
    mean = exact(exponents)
    if letters % 2:
        assert mean == found.main == found.rest == 0
        return
    polynomial = sp.Poly(mean, n)
    first = [polynomial.coeff_monomial(n ** (highest - d)) * n ** (highest - d) for d in (0, 1)]
    assert sp.expand(found.main - sum(first)) == 0
    beyond = sp.expand((mean - found.main) / n ** (highest - 2))
    assert 0 <= beyond.subs(n, 1) <= (found.rest / n ** (highest - 2)).subs(n, 1)


FOUR = [four for four in product(range(1, 4), repeat=4) if sum(four) in (4, 5, 6, 8)]


@pytest.mark.parametrize("exponents", FOUR, ids=str)
def test_words_of_four_blocks(exponents):
    """The first coefficient of tr G^a (G^T)^b G^c (G^T)^d."""
    S, letters = RandomMatrix("S", n, n, Gaussian(1)), sum(exponents)
    factors = [S, S.T, S, S.T]
    matrix: Any = None
    for factor, times in zip(factors, exponents, strict=True):
        for _ in range(times):
            matrix = factor if matrix is None else matrix @ factor
    a, b, c, d = exponents
    word = (G**a @ (G**b).T @ G**c @ (G**d).T).trace()
    highest = letters // 2 + 1
    found = expanded(MeanWithin(word, 0, 0), 1 - highest)
    first = sp.Poly(expectation(trace(matrix)), n).coeff_monomial(n**highest)
    assert found.main == (0 if letters % 2 else first * n**highest)


def four(a, b):
    return ((G**a).T @ G**a @ (G**b).T @ G**b).trace()


@pytest.mark.parametrize("turned", [False, True])
def test_the_smaller_of_two_that_are_summed_over(turned):
    """sum_{a, b < j} (min(a, b) + 1) = sum_{i < j} (j - i)^2, also with j - 1 - b for b."""

    def term(a, b):
        """Of one number of letters for all a and b."""
        c = j - 1 - b if turned else b
        return four(a, c) * power(G, j - a, j - a) * power(G, j - c, j - c)

    total = sum_over(term, j, j) / n ** (2 * j + 3)
    found = expanded(MeanWithin(total, 0, 0), 1)
    assert sp.expand(found.main - j * (j + 1) * (2 * j + 1) / 6) == 0
    again = sum_over(lambda a, b: term(a, b) * four(a, b), j, j) / n ** (2 * j + 4)
    with pytest.raises(OpenError, match=r"more words than one|depends on an exponent"):
        expanded(MeanWithin(again, 0, 0), 1)
    balanced = sum_over(lambda a, b: four(a, b) * four(j - a, j - b), j, j) / n ** (2 * j + 2)
    with pytest.raises(OpenError, match=r"more words than one|is less|one length"):
        expanded(MeanWithin(balanced, 0, 0), 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [((j, j), 1), ((j, j + 2), (j + 1) / n), ((j + 2 * g + 2, j), (j + 1) / n), ((j, j + 1), 0)],
    ids=str,
)
def test_every_exponent(one, other):
    a, b = one
    scaled = power(W, a, b) / (n * (n * v) ** ((a + b) / sp.Integer(2)))
    right = MeanWithin(scaled, other, pairings(a + b) / n**2 if other != 0 else 0)
    assert by_genus_expansion(right).verdict is Verdict.PROVED
    wrong = MeanWithin(scaled, other + 1 / n, right.within)
    assert by_genus_expansion(wrong).verdict is not Verdict.PROVED
    near = MeanWithin(scaled, other, right.within / 2)
    assert (by_genus_expansion(near).verdict is Verdict.PROVED) is (other == 0)


def test_sums_over_ranges():
    """sum_{a, b < j} tr W^a (W^T)^b tr W^(j-a) (W^T)^(j-b): j terms with a = b."""
    total = sum_over(lambda a, b: power(G, a, b) * power(G, j - a, j - b), j, j)
    bound = j**2 * pairings(2 * j) / n**2
    assert by_genus_expansion(MeanWithin(total / n ** (j + 2), j, bound)).verdict is Verdict.PROVED
    wrong = by_genus_expansion(MeanWithin(total / n ** (j + 2), j + 1, bound))
    assert wrong.verdict is not Verdict.PROVED


def test_sums_that_leave_a_range():
    """Of a in 0, ..., j - 1 none is j, and one is j - 1."""
    outside = sum_over(lambda a: power(G, a, j), j) / n ** (j + 1)
    with pytest.raises(OpenError, match="known whether"):  # of a + j, whether it is even
        expanded(MeanWithin(outside, 0, 1 / n), 1)
    doubled = sum_over(lambda a: power(G, 2 * a + 2, 2 * j), j)
    with pytest.raises(OpenError, match="depends on an exponent"):
        expanded(MeanWithin(doubled, 0, 1 / n), 1)


def test_other_matrices_are_averaged_out():
    X = GaussianMatrix("X", N, n, c)
    word = X @ W**j @ F @ F.T @ (W**j).T @ X.T
    limit = N * c * f * v**j
    mean = MeanWithin(word.trace() / n ** (j + 1), limit, limit * pairings(2 * j) / n**2)
    assert prove(mean).verdict is Verdict.PROVED
    odd = MeanWithin((C @ W**j @ F).trace(), 0, 0)
    assert prove(odd).verdict is Verdict.PROVED
    fourth = (F.T @ F).trace() ** 2
    squared = MeanWithin(fourth * power(W, 0, 0), n * (n**2 + 2 * n) * f**2, 0)
    assert by_genus_expansion(squared).verdict is Verdict.PROVED


def test_a_square_is_near_that_of_the_mean():
    """E (tr W^j W^jT / n^(j+1) - 1)^2 is at most what all pairings come to, over n^2."""
    off = power(G, j, j) / n ** (j + 1) - 1
    bound = 4 * pairings(4 * j) / n
    assert by_genus_expansion(MeanWithin(off**2, 0, bound)).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("statistic", "match"),
    [
        (power(G, j, j) * power(W, j, j), "One matrix is to have powers"),
        (power(G, j - 1, j - 1), "not known to be at least 0"),
        (power(G, g, j), "known whether"),
        (power(GaussianMatrix("G", n + 1, n + 1, 1), j, j), "a symbol for positive integers"),
        (power(GaussianMatrix("G", g, g, 1), j, j), "a symbol for positive integers"),
        (power(GaussianMatrix("G", n, n, -v), j, j), "at least 0"),
        (power(GaussianMatrix("G", n, n, v / n), j, j), "depends on n"),
        (power(G, n, n), "depends on an exponent"),
        (power(G, j, j) * sp.Symbol("x", real=True) / n ** (j + 1), "sign"),
        ((G @ G.T @ G**j @ G.T @ G @ (G**j).T).trace() / n ** (j + 3), "more than 4 times"),
    ],
)
def test_what_is_left_open(statistic, match):
    found = [by_genus_expansion(MeanWithin(statistic, 0, 1))]
    with pytest.raises(OpenError, match=match):
        expanded(MeanWithin(statistic, 0, 1), 1)
    assert found[0].verdict is Verdict.UNDECIDED


def test_what_is_no_mean_is_an_error():
    with pytest.raises(ArgumentError, match="a MeanWithin"):
        by_genus_expansion(AtMost(0, 1))


def test_the_parts_say_which_pairings_are_counted_and_what_all_others_come_to():
    one = power(G, j, j) / n ** (j + 1)
    for near, inner in ((1 / n**2, "if each counts the most that it can"), (1 / n, "")):
        found = by_genus_expansion(MeanWithin(one, 1, pairings(2 * j) * near))
        assert found.verdict is Verdict.PROVED
        main, others = found.parts
        assert main.scope.startswith("the pairings of defect 0 and 1: ")
        assert others.scope.startswith("all others: ")
        assert any(inner in part.scope for part in others.parts)
        assert (len(others.parts) == 1) == bool(inner)


@pytest.mark.parametrize("exponent", [1, 2, 3])
def test_pairings_are_as_many_as_the_coefficients_of_the_mean(exponent):
    found = pairings_of(MeanWithin(power(G, j, j), 1, 1), 2)
    assert found is not None
    of_mean = sp.Poly(exact(((exponent, exponent),)), n)
    here = [number.subs(j, exponent) for number in found.of_defects]
    assert here == [of_mean.coeff_monomial(n ** (exponent + 1 - defect)) for defect in range(2)]
    assert found.in_all.subs(j, exponent) == sum(of_mean.coeffs())
    assert found.size == n


def test_pairings_of_which_there_may_be_some_are_not_counted():
    assert pairings_of(MeanWithin(power(G, j, g), 1, 1), 2) is None
    assert pairings_of(MeanWithin(power(G, j, j) + power(G, g, g), 1, 1), 2) is None
