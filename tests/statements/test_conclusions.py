"""Conclusions are data: one key for what is said, sides kept apart, and no truth value."""

import json

import pytest
import sympy as sp

from theorem_checks import ArgumentError, Index, Sum, Tensor, array_of, family, symbol_array
from theorem_checks.statements.conclusions import All, AtMost, Equal, ForAll, Implies
from theorem_checks.statements.terms import data_of, put, replacement, substituted

n, d = sp.symbols("n d", integer=True, positive=True)
x, y = sp.symbols("x y", real=True)
V, W = Tensor("V", 2), Tensor("W", 2)
i, j, k, m = (Index(name, d) for name in "ijkm")


def test_an_int_and_an_expression_of_the_same_value_are_one():
    assert Equal(1, x).is_same(Equal(sp.Integer(1), x))
    assert Equal(x + y, 2).is_same(Equal(y + x, "2"))


def test_equal_symbols_are_one_whichever_assumptions_made_them():
    """SymPy's cache hands out one or the other, by what was computed before."""
    short, long = sp.Symbol("s", positive=True), sp.Symbol("s", positive=True, real=True)
    assert Equal(short + 1, x).is_same(Equal(long + 1, x))
    assert not Equal(short, x).is_same(Equal(sp.Symbol("s", real=True), x))


def test_true_identities_are_not_one_another():
    expanded = Equal((x + y) ** 2, x**2 + 2 * x * y + y**2)
    assert not expanded.is_same(Equal(x, x))
    assert not expanded.is_same(Equal(expanded.rhs, expanded.lhs))


def test_names_of_bound_indices_and_order_do_not_count():
    one = Sum(V[i, j] * W[j, i], i, j)
    assert data_of(one) == data_of(Sum(W[m, k] * V[k, m], m, k))
    assert data_of(one) != data_of(Sum(V[i, j] * W[i, j], i, j))
    assert data_of(Sum(V[i, j], j)) != data_of(Sum(V[i, j], i))


def test_laws_and_sizes_are_part_of_a_statistic():
    from theorem_checks import IID, RandomVector, squared_norm

    s = sp.Symbol("s", positive=True)
    gaussian = squared_norm(RandomVector("x", d))
    assert data_of(gaussian) != data_of(squared_norm(RandomVector("x", d, law=IID(variance=s))))
    assert data_of(gaussian) != data_of(squared_norm(RandomVector("x", n)))


@pytest.mark.parametrize(
    "conclusion",
    [
        Equal(x, y),
        All((Equal(x, 1), AtMost(x, y))),
        Implies(AtMost(0, x), Equal(sp.Abs(x), x)),
        ForAll(n, 1, AtMost(1, n)),
    ],
)
def test_a_conclusion_has_no_truth_value_and_is_written_as_json(conclusion):
    with pytest.raises(TypeError, match="has no truth value"):
        bool(conclusion)
    assert json.loads(json.dumps(conclusion.data)) is not None
    assert len(conclusion.key) == 32
    assert conclusion.latex


def test_the_variable_of_for_all_is_bound():
    one, other = ForAll(n, 1, AtMost(1, n * x)), ForAll(d, 1, AtMost(1, d * x))
    assert one.is_same(other)
    assert not one.is_same(ForAll(n, 0, AtMost(1, n * x)))
    assert one.substituted({n: 3}).is_same(one)
    with pytest.raises(ArgumentError, match="bound"):
        one.substituted({x: n})


def test_an_array_takes_the_place_of_a_free_one():
    rows = family("r", d)
    free, weights = symbol_array("h", rows), symbol_array("A", rows, rows)
    value = array_of({("r",): lambda a: 2 * V[a, a]}, rows)
    moved = put(weights @ free, replacement(free, value))
    assert data_of(moved) != data_of(weights @ free)
    assert data_of(moved.blocks[0,]) == data_of((weights @ value).blocks[0,])


def test_only_free_arrays_are_replaced():
    rows = family("r", d)
    free = symbol_array("h", rows)
    with pytest.raises(ArgumentError, match="independent entries"):
        replacement(free + free, free)
    with pytest.raises(ArgumentError, match="axes"):
        replacement(free, symbol_array("g", family("s", n)))


def test_what_was_put_before_is_told_from_what_is_like_it():
    """What is kept of substitutions goes by all that tells expressions apart."""
    real, positive = sp.Symbol("x", real=True), sp.Symbol("x", positive=True)
    for _ in range(2):
        assert substituted(sp.Abs(real) + n, {n: 3}) == sp.Abs(real) + 3
        assert substituted(sp.Abs(positive, evaluate=False), {positive: real}) == sp.Abs(real)
        assert substituted(real + n, {n: d}) == real + d
        assert substituted(positive + n, {n: d}) == positive + d
        assert (
            substituted(real + n, {n: 2}) == substituted(real + n, {n: sp.Integer(2)}) == real + 2
        )
        assert substituted(x - y, {x: y, y: x}) == y - x
        assert substituted(x - y, {x: y}) == 0


def test_a_symbol_that_would_be_captured_is_refused_each_time():
    added = sp.Sum(x * n, (n, 1, d))
    for _ in range(2):
        assert substituted(added, {x: y}) == sp.Sum(y * n, (n, 1, d))
        with pytest.raises(ArgumentError, match="which a sum binds"):
            substituted(added, {x: n + 1})
