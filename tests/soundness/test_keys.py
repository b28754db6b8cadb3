"""Statements with one key say the same: fuzzed, and held against their values."""

import itertools
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st

from tests.soundness.statements import drawn_from
from theorem_checks import AtMost, Equal, ForAll, Implies, Index, Less, Sum, Tensor, at_most, delta
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.conclusions import Conclusion

n = sp.Symbol("n", integer=True, positive=True)
A, B, v = Tensor("A", 2), Tensor("B", 2), Tensor("v", 1)
BOUND = tuple(Index(name, n) for name in "ijk")
TWO = 2

indices = st.sampled_from(BOUND)
leaves = st.one_of(
    st.builds(lambda t, a, b: t[a, b], st.sampled_from((A, B)), indices, indices),
    st.builds(lambda a: v[a], indices),
    st.builds(delta, indices, indices),
    st.builds(at_most, indices, indices),
)
expressions: Any = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(Sum, inner, indices),
    ),
    max_leaves=5,
)


def _values(expression: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Its free indices, and its values at n = 2 for entries that are all different."""
    places = list(itertools.product(range(TWO), repeat=2))
    tables: dict[Any, Any] = {
        A.kind: {p: Fraction(k) for p, k in zip(places, (2, 3, 5, 7), strict=True)},
        B.kind: {p: Fraction(k) for p, k in zip(places, (11, 13, 17, 19), strict=True)},
        v.kind: {(p,): Fraction(k) for p, k in enumerate((23, 29))},
    }
    free = tuple(sorted(expression.free))
    (found,) = values_of([expression], Instance({n: Fraction(TWO)}, tables))
    return free, [found[at] for at in itertools.product(range(TWO), repeat=len(free))]


def test_index_expressions_of_one_key_have_the_same_values() -> None:
    known: dict[str, Any] = {}
    for expression in drawn_from(expressions, 300):
        key = Equal(expression, 0).key
        assert _values(known.setdefault(key, expression)) == _values(expression)


def test_names_of_bound_indices_do_not_count() -> None:
    """A sum over all indices, and the same after its indices have changed places."""
    fresh = [Index(name, n) for name in "xyz"]
    for expression, order in drawn_from(st.tuples(expressions, st.permutations(fresh)), 100):
        there = expression.renamed(list(zip(BOUND, fresh, strict=True)))
        one, other = Sum(expression, *BOUND), Sum(there, *order)
        assert Equal(one, 0).key == Equal(other, 0).key
        assert _values(one) == _values(other)


symbols = st.sampled_from(
    [
        sp.Symbol(name, **known)
        for name in ("x", "_0", "y")
        for known in ({}, {"real": True}, {"integer": True, "nonnegative": True})
    ]
)
terms: Any = st.recursive(
    st.one_of(symbols, st.integers(-2, 2).map(sp.Integer)),
    lambda inner: st.one_of(
        st.builds(sp.Add, inner, inner),
        st.builds(sp.Mul, inner, inner),
        st.builds(sp.Function("f"), inner),
        st.builds(sp.Function("f", positive=True), inner),
    ),
    max_leaves=4,
)
statements: Any = st.recursive(
    st.builds(lambda kind, a, b: kind(a, b), st.sampled_from((Equal, AtMost, Less)), terms, terms),
    lambda inner: st.builds(Implies, inner, inner),
    max_leaves=3,
)
whole = sp.Symbol("y", integer=True, nonnegative=True)


def _written(conclusion: Conclusion) -> Any:
    """A statement as a tree of SymPy's, which tells symbols apart by all that is known of them."""
    if isinstance(conclusion, Implies):
        return "implies", _written(conclusion.hypothesis), _written(conclusion.body)
    if isinstance(conclusion, ForAll):
        bound = sp.Symbol("a name that nothing has", **whole._assumptions_orig)
        body = conclusion.body.substituted({conclusion.variable: bound})
        return "for all", conclusion.start, _written(body)
    assert isinstance(conclusion, Equal | AtMost | Less)
    return type(conclusion).__name__, conclusion.lhs, conclusion.rhs


def test_one_key_is_one_statement() -> None:
    known: dict[str, Any] = {}
    for plain, start in drawn_from(st.tuples(statements, st.integers(0, 1)), 400):
        for said in (plain, ForAll(whole, start, plain)):
            assert _written(known.setdefault(said.key, said)) == _written(said)
