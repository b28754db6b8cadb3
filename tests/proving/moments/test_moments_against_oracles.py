"""Expectations against independent oracles, and their invariances, on random words.

Oracles: expansion of the statistic into monomials of entries, enumeration of all outcomes of
entries with few values.
"""

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.moments import (
    BudgetExceededError,
    evaluate,
    expectation,
    expectation_at,
    variance,
)
from theorem_checks.proving.moments.pairings import expectation_by_pairings, has_pairings
from theorem_checks.proving.moments.patterns import expectation_by_patterns
from theorem_checks.proving.moments.placements import Budget
from theorem_checks.proving.moments.words import WordEngine
from theorem_checks.statements.moments import (
    IID,
    ConstantMatrix,
    Discrete,
    Gaussian,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Statistic,
    Uniform,
    contract,
    entry,
    quadratic,
    trace,
)

d, n = sp.symbols("d n", positive=True, integer=True)
i, j = sp.symbols("i j", integer=True)
s, k = sp.symbols("s k", positive=True)

COIN = Discrete({0: "1/3", 2: "2/3"})
THREE = Discrete({-1: "1/4", 0: "1/2", 1: "1/4"})
LAWS = [
    Gaussian(),
    Gaussian("1/2", mean=1),
    Uniform("3/5"),
    Rademacher(2),
    COIN,
    THREE,
    # An exponential law, centred: its moments count derangements.
    IID(moments={r: sp.subfactorial(r) for r in range(1, 13)}),
]


# --- oracles


class Polynomial:
    """A polynomial in entries: a coefficient for each sorted tuple of them."""

    def __init__(self, terms):
        self.terms = terms

    def __add__(self, other):
        other = as_polynomial(other)
        keys = {*self.terms, *other.terms}
        return Polynomial({m: self.terms.get(m, 0) + other.terms.get(m, 0) for m in keys})

    def __mul__(self, other):
        total = Counter()
        for m, a in self.terms.items():
            for k, b in as_polynomial(other).terms.items():
                total[tuple(sorted(m + k))] += a * b
        return Polynomial(total)

    __radd__ = __add__
    __rmul__ = __mul__


def as_polynomial(value):
    return value if isinstance(value, Polynomial) else Polynomial({(): value})


def by_expansion(statistic, at):
    """E by multiplying out polynomials in the entries and replacing powers by moments."""
    arrays, laws = {}, {}
    for tensor in statistic.tensors:
        arrays[tensor.name] = np.empty([int(size.subs(at)) for size in tensor.shape], dtype=object)
        for place in np.ndindex(*arrays[tensor.name].shape):
            arrays[tensor.name][place] = Polynomial({((tensor.name, place),): 1})
        laws[tensor.name] = tensor.law
    total = sp.S.Zero
    for monomial, c in as_polynomial(evaluate(statistic, arrays, at)).terms.items():
        powers = Counter(monomial)
        moments = (laws[name].moment(power) for (name, _), power in powers.items())
        total += sp.Rational(c) * sp.Mul(*moments)
    return sp.expand(total)


def by_outcomes(statistic, at):
    """E by summing over all outcomes of discrete entries."""
    shapes = {t: [int(size.subs(at)) for size in t.shape] for t in statistic.tensors}
    cells = [(t, place) for t, shape in shapes.items() for place in np.ndindex(*shape)]
    arrays = {t.name: np.zeros(shape, dtype=object) for t, shape in shapes.items()}
    total = Fraction(0)
    for outcome in itertools.product(*(t.law.atoms for t, _ in cells)):
        for (tensor, place), (value, _) in zip(cells, outcome, strict=True):
            arrays[tensor.name][place] = Fraction(value.p, value.q)
        weight = math.prod((Fraction(p.p, p.q) for _, p in outcome), start=Fraction(1))
        total += weight * evaluate(statistic, arrays, at)
    return total


# --- random statistics

sizes = st.fixed_dictionaries({d: st.integers(1, 3), n: st.integers(1, 2)})


def words(longest):
    """Words in S, its transpose and X.T @ X, as lists of letters to be turned into matrices."""
    pieces = st.sampled_from([["S"], ["S'"], ["X'", "X"]])
    return st.lists(pieces, min_size=1, max_size=longest).map(lambda p: [*itertools.chain(*p)])


def laws_from(pool):
    return st.lists(st.sampled_from(pool), min_size=3, max_size=3)


def matrices(laws):
    X, S = RandomMatrix("X", d, n, laws[0]), RandomMatrix("S", n, n, laws[1])
    return {"X": X, "X'": X.T, "S": S, "S'": S.T, "f": RandomVector("f", n, laws[2])}


def product(word, tensors):
    total = tensors[word[0]]
    for letter in word[1:]:
        total = total @ tensors[letter]
    return total


KINDS = {
    "trace": lambda a, b, f: trace(a @ b),
    "entries": lambda a, b, f: entry(a, 0, 0) * 2 - trace(b) / 3,
    "form": lambda a, b, f: quadratic(f, a),
    "traces": lambda a, b, f: trace(a) * trace(b),
    "form and entry": lambda a, b, f: quadratic(f, a) * entry(f, 0),
    "diagonals": lambda a, b, f: contract("ii,ii", a, b),
    "entrywise": lambda a, b, f: contract("ij,ij,i", a, b, f),
}


def statistic_of(kind, laws, one, other):
    tensors = matrices(laws)
    return KINDS[kind](product(one, tensors), product(other, tensors), tensors["f"])


kinds = st.sampled_from(list(KINDS))


@settings(max_examples=60)
@given(kinds, laws_from(LAWS), words(2), words(2), sizes)
def test_symbolic_sizes_agree_with_expansion_into_monomials(kind, laws, one, other, at):
    statistic = statistic_of(kind, laws, one, other)
    assert expectation(statistic).subs(at) == by_expansion(statistic, at)


@settings(max_examples=60)
@given(kinds, laws_from(LAWS), words(2), words(2), sizes)
def test_enumeration_agrees_with_expansion_into_monomials(kind, laws, one, other, at):
    statistic = statistic_of(kind, laws, one, other)
    assert expectation_at(statistic, at) == by_expansion(statistic, at)


@settings(max_examples=60)
@given(kinds, laws_from([Gaussian(), Gaussian(s)]), words(2), words(2), st.booleans())
def test_pairings_agree_with_enumeration_of_index_values(kind, laws, one, other, fixed):
    statistic = statistic_of(kind, laws, one, other)
    if fixed:
        A = product(one, matrices(laws)) @ product(one, matrices(laws)).T
        statistic = statistic + entry(A, 0, 1) * entry(A, 1, 1) + entry(A, 0, 0)
    for monomial in statistic.terms:
        assert has_pairings(monomial)
        by_values = expectation_by_patterns(Statistic({monomial: sp.S.One}), Budget(10**6))
        by_pairs = expectation_by_pairings(monomial, Budget(10**6))
        assert sp.expand(by_pairs - by_values.get((), 0)) == 0


@pytest.mark.parametrize("count", range(1, 6))
def test_pairings_are_all_counted(count):
    """A matrix of size 1 has all (2m - 1)!! pairings, and each closes as many loops as it has."""
    S = RandomMatrix("S", n, n)
    (monomial,) = trace(S ** (2 * count)).terms
    assert expectation_by_pairings(monomial, Budget(10**5)).subs(n, 1) == sp.factorial2(
        2 * count - 1
    )


@settings(max_examples=60)
@given(kinds, laws_from([Gaussian(), Gaussian("1/2"), COIN, THREE]), words(3), words(3), sizes)
def test_symbolic_sizes_agree_with_enumeration(kind, laws, one, other, at):
    statistic = statistic_of(kind, laws, one, other)
    assert expectation(statistic).subs(at) == expectation_at(statistic, at)


@settings(max_examples=10)
@given(kinds, laws_from([COIN, THREE]), words(2), words(2))
def test_symbolic_sizes_agree_with_all_outcomes(kind, laws, one, other):
    statistic = statistic_of(kind, laws, one, other)
    assert expectation(statistic).subs({d: 1, n: 2}) == by_outcomes(statistic, {d: 1, n: 2})


@settings(max_examples=60)
@given(kinds, laws_from([Gaussian(), Gaussian(s)]), words(4), words(4))
def test_words_and_networks_give_one_result(kind, laws, one, other):
    statistic = statistic_of(kind, laws, one, other)
    by_words = expectation(statistic)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WordEngine, "accepts", lambda *_: False)
        assert expectation(statistic) == by_words


# --- invariances

GAUSSIAN = [Gaussian(), Gaussian(s), Gaussian()]
GENERAL = [IID(variance=1, kurtosis=k, skewness=1), COIN, Gaussian()]


@settings(max_examples=40)
@given(st.sampled_from([GAUSSIAN, [THREE, COIN, COIN]]), words(4), st.integers(0, 7))
def test_a_trace_may_be_rotated_and_transposed(laws, word, turn):
    tensors = matrices(laws)
    turn %= len(word)
    value = expectation(trace(product(word, tensors)))
    assert expectation(trace(product(word[turn:] + word[:turn], tensors))) == value
    assert expectation(trace(product(word, tensors).T)) == value


@settings(max_examples=25)
@given(words(4))
def test_names_do_not_matter(word):
    tensors = matrices(GAUSSIAN)
    Z, A = RandomMatrix("Z", d, n, GAUSSIAN[0]), RandomMatrix("A", n, n, GAUSSIAN[1])
    renamed = {"X": Z, "X'": Z.T, "S": A, "S'": A.T}
    values = {
        expectation(trace(product(word, named)) * trace(named["X'"] @ named["X"]))
        for named in (tensors, renamed)
    }
    assert len(values) == 1


@given(st.permutations([(0, 0), (0, 1), (1, 0), (1, 1)]))
def test_fixed_indices_may_be_permuted(order):
    (a, b), (c, e) = order[0], order[1]
    S = matrices(GAUSSIAN)["S"]
    value = expectation(entry(S @ S.T, a, b) * entry(S @ S.T, c, e))
    swapped = expectation(entry(S @ S.T, 1 - a, 1 - b) * entry(S @ S.T, 1 - c, 1 - e))
    assert value == swapped


def test_independent_factors_have_a_product_expectation():
    A, B = RandomMatrix("A", n, n), RandomMatrix("B", n, n, Uniform(s))
    one, other = trace((A @ A.T) ** 2), trace((B @ B.T) ** 2)
    assert expectation(one * other) == sp.expand(expectation(one) * expectation(other))


# --- fixed indices and constants


def test_symbolic_indices_hold_for_all_values():
    X, S = (matrices(GENERAL)[name] for name in "XS")
    statistic = entry(X, i, 0) * entry(X, j, 0) * entry(X @ X.T, i, j) + entry(S, 0, i)
    symbolic = expectation(statistic)
    for at in itertools.product(range(3), range(3)):
        values = {n: 3, d: 3, i: at[0], j: at[1]}
        assert sp.expand(symbolic.subs(values)) == expectation_at(statistic, values)


@settings(max_examples=10)
@given(st.lists(st.integers(-2, 2), min_size=4, max_size=4), words(2))
def test_constants_stay_as_they_are(cells, word):
    A = ConstantMatrix("A", n, n)
    value = sp.ImmutableMatrix(2, 2, cells)
    body = product(word, matrices([THREE, COIN, COIN]))
    for statistic in (
        trace(A @ body),
        trace(A @ body.T @ A.T @ body),
        entry(A @ body, 0, 1),
        contract("ii,ii", A @ body, A),
        contract("ij,jk", A, body),
    ):
        symbolic = expectation(statistic).subs(sp.MatrixSymbol("A", n, n), value)
        brute = expectation_at(statistic, {d: 1, n: 2}, {"A": value})
        assert sp.expand(symbolic.subs({d: 1, n: 2}).doit()) == brute


def test_the_variance_is_that_of_all_outcomes():
    S = RandomMatrix("S", n, n, COIN)
    statistic = trace(S @ S) + entry(S, 0, 1)
    at = {n: 2}
    second = by_outcomes(statistic**2, at)
    assert variance(statistic).subs(at) == second - by_outcomes(statistic, at) ** 2


# --- sampling, as a smoke test


def test_samples_have_the_mean():
    """Chebyshev: the mean of N samples is off by t with probability at most Var/(N t^2)."""
    N, error_rate = 2000, 1e-3
    G = RandomMatrix("G", d, n)
    statistic = trace((G @ G.T) ** 2)
    at = {d: 2, n: 3}
    generator = np.random.default_rng(0)
    samples = [evaluate(statistic, {"G": generator.standard_normal((2, 3))}) for _ in range(N)]
    spread = math.sqrt(float(variance(statistic).subs(at)) / (N * error_rate))
    assert abs(np.mean(samples) - float(expectation(statistic).subs(at))) < spread


# --- what enumeration refuses


def test_enumeration_needs_all_sizes_and_constants():
    A, S = ConstantMatrix("A", n, n), RandomMatrix("S", n, n)
    with pytest.raises(ArgumentError, match=r"at\[n\]"):
        expectation_at(trace(S @ S), {})
    with pytest.raises(ArgumentError, match="shape \\(2, 2\\) for A"):
        expectation_at(trace(A @ S), {n: 2}, {"A": [[1]]})
    with pytest.raises(ArgumentError, match="below n=2"):
        expectation_at(entry(S, i, 0), {n: 2, i: 2})


def test_enumeration_keeps_its_budget():
    S = RandomMatrix("S", n, n)
    with pytest.raises(BudgetExceededError, match="more than 100 steps"):
        expectation_at(trace(S**4 @ S.T**4), {n: 3}, budget=100)
