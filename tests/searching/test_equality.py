"""Equality of maps: true ones hold, near-misses are refuted at a point that shows it."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from theorem_checks.errors import ArgumentError, TheoremChecksError, UndecidedQuestionError
from theorem_checks.searching import equality
from theorem_checks.searching.equality import equal_maps
from theorem_checks.searching.polynomials import Polynomial
from theorem_checks.searching.search import PredicateError
from theorem_checks.statements.formulas import formula_of
from theorem_checks.statements.reals.operations import maximum
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict

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
    with pytest.raises((ArgumentError, UndecidedQuestionError), match="by='search'"):
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


def test_what_is_divided_by_is_not_zero_among_the_conditions():
    cancelled = equal_maps(lambda x: x * x / x, lambda x: 2 * x / 2, sizes=[(1,), (2,)])
    assert cancelled.verdict is Verdict.HOLDS
    assert cancelled.scope == "at x: (1,); x: (2,)"
    assert cancelled.said.endswith("; wherever x[0] is not 0; wherever x[1] is not 0")
    x = sympy.symbols("x[0] x[1]")
    assert [formula_of(c) for c in cancelled.conditions] == [sympy.Ne(name, 0) for name in x]


def test_no_size_is_vacuous():
    assert equal_maps(abs, abs, sizes=[]).verdict is Verdict.VACUOUS


@pytest.mark.parametrize("by", ["polynomials", "search"])
def test_where_no_entry_is_compared_nothing_is_said(by):
    for f, sizes in (
        (lambda x: x, [(0,), (0, 3)]),
        (lambda x: [], [(2,)]),
        (lambda x: x[:0], [(2,), (3,)]),
    ):
        evidence = equal_maps(f, lambda x, f=f: f(2 * x), sizes=sizes, by=by)
        assert evidence.verdict is Verdict.VACUOUS
    some = equal_maps(lambda x: x, lambda x: 2 * x / 2, sizes=[(0,), (2,)], by=by)
    assert some.verdict is Verdict.HOLDS
    sums = equal_maps(lambda x: x.sum(), lambda x: x.sum() + 0, sizes=[(0,), (1,)], by=by)
    assert sums.verdict is Verdict.HOLDS


QUESTIONS = {
    "equals": lambda x: 0 if x == 0 else x,
    "differs": lambda x: x if x != 0 else 1,
    "less": lambda x: x if x < 1000 else 0,
    "truth": lambda x: x if x else 1,
    "hash": lambda x: {0: 1}.get(x, 0),
    "membership": lambda x: 1 if x in (0, 1) else 0,
    "a set": lambda x: 1 if x in {0, 1} else 0,
    "int": int,
    "float": lambda x: int(float(x)),
    "range": lambda x: sum(range(x)),
    "index": lambda x: [1, 2][x],
    "remainder": lambda x: x % 2,
    "floor": lambda x: x // 1,
    "round": round,
    "text": lambda x: len(f"{x}"),
    "str": lambda x: len(str(x)),
    "attribute": lambda x: x.numerator,
    "is_zero": lambda x: 1 if x.is_zero else x,
    "absolute value": abs,
    "maximum": lambda x: maximum(x, 0),
    "of NumPy": lambda x: np.maximum(np.array([x]), 0)[0],
    "sort": lambda x: sorted([x, 0])[0],
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_about_a_variable_is_refused_also_if_it_is_swallowed(question):
    def swallowing(x):
        try:
            return question(x[0])
        except Exception:
            return 0

    for f in (lambda x: question(x[0]), swallowing):
        with pytest.raises(UndecidedQuestionError, match="by='search'"):
            equal_maps(f, f, sizes=[(1,)])


def test_exponents_are_whole_numbers():
    for exponent in (0.5, Fraction(1, 2), True):
        with pytest.raises(ArgumentError):
            equal_maps(lambda x, n=exponent: x[0] ** n, lambda x: 1, sizes=[(1,)])
    assert equal_maps(lambda x: x[0] ** np.int64(2), lambda x: x[0] * x[0], sizes=[(1,)]).verdict
    with pytest.raises(ArgumentError, match="not a polynomial"):
        equal_maps(lambda x: x[0] ** -1, lambda x: x[0] ** -1, sizes=[(1,)])


def test_outputs_are_numbers():
    for output in (True, 0.5, None):
        with pytest.raises(TheoremChecksError):
            equal_maps(lambda x, y=output: [x[0], y], lambda x: [x[0], 1], sizes=[(1,)])


def test_a_map_that_divides_by_zero_on_numbers_alone_is_caught():
    def two_faced(x):
        return x[0] if isinstance(x[0], Polynomial) else x[0] / 0

    with pytest.raises(ArgumentError, match="defined"):
        equal_maps(two_faced, lambda x: x[0], sizes=[(1,)])
    with pytest.raises(ArgumentError, match="/ 0"):
        equal_maps(lambda x: 1 / (x[0] - x[0]), lambda x: x[0], sizes=[(1,)])


@pytest.mark.parametrize("sizes", [[3], [{"x": 3}], [{"x": (-1,)}], [(2, "d")]])
def test_sizes_are_shapes(sizes):
    with pytest.raises((ArgumentError, TypeCheckError), match="sizes"):
        equal_maps(abs, abs, sizes=sizes)


def test_the_method_has_a_name():
    with pytest.raises((ArgumentError, TypeCheckError), match="by"):
        equal_maps(abs, abs, sizes=[(1,)], by="magic")  # pyright: ignore


def test_sizes_are_given_by_name():
    with pytest.raises(TypeError, match="positional"):
        equal_maps(abs, abs, [(1,)])  # pyright: ignore[reportCallIssue]


def test_a_map_that_writes_to_its_input_is_an_error():
    def zeroing(x):
        x[0] = 0 * x[0]
        return x

    with pytest.raises(ArgumentError, match="read-only"):
        equal_maps(zeroing, lambda x: x, sizes=[(2,)])


def test_names_of_inputs_are_plain():
    with pytest.raises(ArgumentError, match="sizes"):
        equal_maps(lambda **k: k["x"][0], lambda **k: k["x[0]"], sizes=[{"x": (1,), "x[0]": ()}])


def test_how_many_inputs_are_tried_beside_polynomials():
    """3 at least, and more where an input has few numbers; half of them are of every sort."""
    assert equality._points_for({"x": (1,)}, 1) == 20
    assert equality._points_for({"x": (1,)}, 4) == 5
    assert equality._points_for({"x": (10, 10)}, 1) == 3
    assert equality._points_for({"x": ()}, 100) == 3
    points = [p["x"] for p in equality._rational_points({"x": (2,)}, 20)]
    assert len(points) == 20
    drawn, others = points[:10], points[10:]
    assert {entry < 0 for x in drawn for entry in x} == {True, False}
    assert any(x[0] == x[1] for x in others)
    assert any(abs(x[0]) > 100 for x in others)
    assert not any(x[0] == x[1] for x in drawn)
    tried = []
    found = equal_maps(lambda x: x[0] + 0, lambda x: tried.append(x) or x[0], sizes=[(1,)])
    (route,) = [r for r in found.routes if not r.decides]
    assert route.name == f"agreement in Fractions on {len(tried) - 1} inputs"


def test_outputs_of_other_shapes_differ_at_once():
    found = equal_maps(lambda x: x, lambda x: x[:1], sizes=[(2,)])
    assert found.verdict is Verdict.REFUTED
    assert refuted(found).values == {"x": [0, 0]}


@pytest.mark.parametrize("place", [0, 5, 19])
def test_after_an_input_where_a_map_divides_by_zero_the_others_are_tried(place):
    points = [p["x"][0] for p in equality._rational_points({"x": (1,)}, 20)]
    root = points[place]
    found = equal_maps(
        lambda x: (x[0] * x[0] - root * x[0]) / (x[0] - root), lambda x: x[0], sizes=[(1,)]
    )
    (route,) = [r for r in found.routes if not r.decides]
    assert route.name == f"agreement in Fractions on {20 - points.count(root)} inputs"
