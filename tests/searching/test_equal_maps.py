"""Equality of maps: true ones hold, near-misses are refuted at a point that shows it."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.searching.equality import equal_maps
from theorem_checks.searching.polynomials import Polynomial
from theorem_checks.searching.search import PredicateError
from theorem_checks.verdicts import Counterexample, Evidence, Kind, Verdict

SQUARE = [{"x": (t, d), "V": (d, d), "K": (d, d)} for t, d in ((1, 1), (2, 2), (3, 2))]


def refuted(evidence: Evidence) -> Counterexample:
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    return evidence.counterexample


def quadratic_of(x, V, K):
    scores = x @ (x @ K).T
    return np.tril(scores) @ (x @ V)


def recurrent_of(x, V, K):
    state, outputs = 0, []
    for token in x:
        state = state + np.outer(token @ K, token @ V)
        outputs.append(token @ state)
    return outputs


def test_two_forms_of_linear_attention_are_equal():
    evidence = equal_maps(quadratic_of, recurrent_of, sizes=SQUARE)
    assert evidence.verdict is Verdict.HOLDS
    assert evidence.kind is Kind.EXACT
    assert evidence.corroborated
    assert "x: (3, 2)" in evidence.scope


MUTANTS = {
    "forgets": lambda x, V, K: [
        out if t < 1 else out / 2 for t, out in enumerate(recurrent_of(x, V, K))
    ],
    "transposed": lambda x, V, K: recurrent_of(x, V.T, K),
    "one too few": lambda x, V, K: recurrent_of(x, V, K)[:-1],
    "looks ahead": lambda x, V, K: x @ (x @ K).T @ (x @ V),
    "swapped": lambda x, V, K: recurrent_of(x, K, V),
}


@pytest.mark.parametrize("by", ["polynomials", "search"])
@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_near_misses_are_refuted_at_a_point_that_shows_it(mutant, by):
    evidence = equal_maps(recurrent_of, mutant, sizes=SQUARE, by=by)
    assert evidence.verdict is Verdict.REFUTED
    at = {n: exact_array(v) for n, v in refuted(evidence).values.items()}
    left, right = np.array(recurrent_of(**at)), np.array(mutant(**at))
    assert left.shape != right.shape or np.any(left != right)


def exact_array(nested) -> np.ndarray:
    if isinstance(nested, list):
        return np.array([exact_array(part) for part in nested], dtype=object)
    return Fraction(nested)  # pyright: ignore


def test_the_values_on_both_sides_are_reported():
    evidence = equal_maps(lambda x: x[0] * 3, lambda x: x[0] * 4, sizes=[(1,)])
    found = refuted(evidence)
    assert (found.values, found.claimed, found.found) == ({"x": [1]}, "3", "4")


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_polynomial_that_vanishes_on_small_integers_is_seen_through(roots, shift):
    def vanishing(x):
        product = 1
        for root in range(-roots, roots + 1):
            product = product * (x[0] - root)
        return product

    evidence = equal_maps(vanishing, lambda x: 0, sizes=[(1,)])
    assert refuted(evidence).values["x"] == [roots + 1]
    assert (
        equal_maps(
            lambda x: vanishing(x) * (x[0] + shift) - shift * vanishing(x),
            lambda x: vanishing(x) * x[0],
            sizes=[(1,)],
        ).verdict
        is Verdict.HOLDS
    )


def test_polynomials_refute_at_the_first_size_that_differs():
    evidence = equal_maps(lambda x: x @ x.T, lambda x: x.T @ x, sizes=[(1, 1), (2, 2), (3, 3)])
    assert len(refuted(evidence).values["x"]) == 2


def test_a_search_shrinks_the_size():
    evidence = equal_maps(
        lambda x: np.maximum(x, 0), lambda x: x, sizes=[(3, 3), (1, 1), (2, 2)], by="search"
    )
    assert refuted(evidence).values == {"x": [[-1]]}
    assert evidence.kind is Kind.SEARCH


def test_piecewise_linear_maps_are_searched():
    evidence = equal_maps(
        lambda x: 2 * np.maximum(x, 0), lambda x: x + abs(x), sizes=[(2,), (3,)], by="search"
    )
    assert evidence.verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.maximum(x, 0),
        lambda x: x if x[0] == 0 else 2 * x,
        lambda x: 1 / (1 + x),
        np.exp,
    ],
)
def test_maps_that_are_no_polynomials_are_sent_to_the_search(f):
    with pytest.raises(ArgumentError, match="by='search'"):
        equal_maps(f, f, sizes=[(2,)])


def test_constants_and_scalars_are_compared_as_well():
    assert equal_maps(lambda x: 3, lambda x: Fraction(6, 2), sizes=[(2,)]).verdict is Verdict.HOLDS
    found = equal_maps(lambda x: [3, x[0]], lambda x: [4, x[0]], sizes=[(2,)])
    assert refuted(found).values == {"x": [0, 0]}


def test_a_map_that_branches_on_its_type_is_caught_by_rational_inputs():
    def two_faced(x):
        return x[0] if isinstance(x[0], Polynomial) else 2 * x[0]

    evidence = equal_maps(two_faced, lambda x: x[0], sizes=[(1,)])
    assert evidence.verdict is Verdict.REFUTED
    with pytest.raises(TheoremChecksError, match="does not compute the same"):
        equal_maps(
            lambda x: 2 * x[0] if isinstance(x[0], Polynomial) else x[0],
            lambda x: x[0],
            sizes=[(1,)],
        )


def test_floats_in_a_map_are_an_error():
    with pytest.raises(TheoremChecksError, match="exact"):
        equal_maps(lambda x: 0.5 * x, lambda x: x / 2, sizes=[(1,)])
    with pytest.raises(PredicateError, match="exact"):
        equal_maps(lambda x: x.astype(float), lambda x: x, sizes=[(1,)], by="search")


def test_what_is_divided_by_is_not_zero_in_the_scope():
    cancelled = equal_maps(lambda x: x * x / x, lambda x: 2 * x / 2, sizes=[(1,), (2,)])
    assert cancelled.verdict is Verdict.HOLDS
    assert cancelled.scope == (
        "at x: (1,); x: (2,); wherever x[0] is not 0; wherever x[1] is not 0"
    )


def test_no_size_is_vacuous():
    assert equal_maps(abs, abs, sizes=[]).verdict is Verdict.VACUOUS


@pytest.mark.parametrize("sizes", [[3], [{"x": 3}], [{"x": (-1,)}], [(2, "d")]])
def test_sizes_are_shapes(sizes):
    with pytest.raises((ArgumentError, TypeCheckError), match="sizes"):
        equal_maps(abs, abs, sizes=sizes)


def test_the_method_has_a_name():
    with pytest.raises((ArgumentError, TypeCheckError), match="by"):
        equal_maps(abs, abs, sizes=[(1,)], by="magic")  # pyright: ignore
