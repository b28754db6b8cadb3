"""Logarithms, roots, LayerNorm and norms of arrays whose sizes are symbols."""

import numpy as np
import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    Less,
    Verdict,
    arithmetic,
    by_fact,
    exp,
    largest,
    layer_norm,
    log,
    logsumexp,
    norm_1,
    norm_2,
    norm_fro,
    norm_inf,
    norm_op,
    prove,
    softmax,
    sqrt,
)
from theorem_checks.facts.applying import apply_fact, said_of
from theorem_checks.facts.inequalities import CAUCHY_SCHWARZ, TERM_OF_A_SUM
from theorem_checks.facts.logarithms import (
    EXPONENTIAL_OF_LOGARITHM,
    LOGARITHM_BELOW_TANGENT,
    LOGARITHM_OF_PRODUCT,
    SUM_INCREASES,
)
from theorem_checks.facts.norms import (
    FROBENIUS_BELOW_OPERATOR,
    OPERATOR_BOUND,
    OPERATOR_BY_SPECTRUM,
    OPERATOR_OF_PRODUCT,
    OPERATOR_OF_SUM,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

w = Symbolic()
m, d, n = w.size("m"), w.size("d"), w.size("n")
x, y, c = w.array("x", d), w.array("y", d), w.array("c")
A, B = w.array("A", m, d), w.array("B", d, n)
k = w.array("k", d, known="nonnegative")
p, eps = w.number("p", positive=True), w.number("eps", positive=True)
ones, variance = x * 0 + 1, ((x - x.sum() / d) ** 2).sum() / d


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (log(exp(x)), x),
        (exp(log(exp(x) + 1)), exp(x) + 1),
        (exp(log(exp(c) + 1) / 2) ** 2, exp(c) + 1),
        (log(sqrt(exp(c) + 1)) * 2, log(exp(c) + 1)),
        (logsumexp(x + c), logsumexp(x) + c),
        (exp(x - logsumexp(x)), softmax(x)),
        (log(softmax(x)), x - logsumexp(x)),
        (log(exp(c) * 6 / d), c + log(2) + log(3) - log(d)),
        (logsumexp(x * 0), c * 0 + log(d)),
        (layer_norm(x).sum(), c * 0),
        ((layer_norm(x, eps) ** 2).sum(), variance * d / (variance + eps)),
        (layer_norm(x * p + c), layer_norm(x)),
        (layer_norm(x + c, eps), layer_norm(x, eps)),
        (layer_norm(x * p, eps * p**2), layer_norm(x, eps)),
        (layer_norm(-x), -layer_norm(x)),
        (norm_1(x * c), abs(c) * norm_1(x)),
        (norm_2(x * c), abs(c) * norm_2(x)),
        (norm_inf(x * c), abs(c) * norm_inf(x)),
        (norm_op(A * c), abs(c) * norm_op(A)),
        (norm_op(-A.T), norm_op(A)),
        (norm_2(x) ** 2, x @ x),
        (norm_fro(A) ** 2, (A * A).sum()),
        (sqrt(x * x), abs(x)),
        (sqrt(x * x * x * x), x * x),
        (sqrt(k * k * k), k * sqrt(k)),
        (sqrt(k * k * k * k), k * k),
        (abs(x - y), abs(y - x)),
        (abs(x) ** 2, x * x),
        (sqrt(k) ** 2, k),
        (sqrt(x * x * k), abs(x) * sqrt(k)),
        (1 / sqrt(x @ x) ** 2, 1 / (x @ x)),
        (1 / (1 / c), c),
        (largest(x * p + c), largest(x) * p + c),
        (c + sqrt(d) ** 2, c + d),
        (c * sqrt(8), c * sqrt(2) * 2),
    ],
)
def test_the_laws_hold_at_all_sizes(left, right):
    found = prove(Equal(left, right))
    assert found.verdict is Verdict.PROVED, found
    assert not found.conditions


@pytest.mark.parametrize(
    ("least", "most"),
    [(x * 0, sqrt(x)), (c * 0, norm_2(x)), (c * 0, norm_op(A)), (x * 0, abs(x)), (c * 0, x @ x)],
)
def test_roots_and_norms_are_never_negative(least, most):
    assert prove(AtMost(least, most)).verdict is Verdict.PROVED
    assert prove(Less(least, most)).verdict is Verdict.REFUTED
    assert arithmetic(AtMost(least, most)).verdict is Verdict.PROVED


def test_the_root_of_what_is_positive_is_positive():
    assert prove(Less(x * 0, sqrt(exp(x)))).verdict is Verdict.PROVED


# --- derivatives


def of_softmax(function, w):
    x = w.array("x", w.size("d"), small=True)
    return Equal(w.derivative(function, x), softmax(x))


def test_the_gradient_of_log_sum_exp_is_the_softmax():
    assert judged(of_softmax, prove, logsumexp).verdict is Verdict.PROVED
    assert judged(of_softmax, prove, lambda x: log(exp(x * 2).sum())).verdict is Verdict.REFUTED


def test_the_derivatives_of_roots_are_those_of_differences():
    world = Concrete({"d": 3}, seed=1)
    x = world.array("x", world.size("d"), small=True)
    found = np.vectorize(float)(elements_of(world.derivative(lambda v: layer_norm(v, 1), x)))
    here = np.vectorize(float)(elements_of(x))

    def of(v):
        return (v - v.mean()) / np.sqrt(v.var() + 1)

    for j in range(3):
        step = 1e-6 * np.eye(3)[j]
        assert np.allclose(found[:, j], (of(here + step) - of(here - step)) / 2e-6)


def of_layer_norm(function, w):
    x, e = w.array("x", w.size("d")), w.number("e", positive=True)
    return Equal(w.derivative(lambda v: function(v @ v + e), x), x / sqrt(x @ x + e))


def test_the_gradient_of_a_smooth_norm_is_proved():
    assert judged(of_layer_norm, prove, sqrt).verdict is Verdict.PROVED
    assert judged(of_layer_norm, prove, lambda s: sqrt(s) * 2).verdict is Verdict.REFUTED


@pytest.mark.parametrize("function", [log, sqrt, abs, norm_2, norm_1, largest])
def test_what_has_no_derivative_somewhere_is_refused(function):
    with pytest.raises(ArgumentError, match="seen to be positive"):
        Symbolic().derivative(function, x)


# --- arithmetic and facts


def test_a_fact_about_matrices_bounds_products():
    v = w.array("v", n)
    steps = [
        by_fact(OPERATOR_BOUND, {"m": m, "n": d, "A": A, "x": B @ v}),
        by_fact(OPERATOR_BOUND, {"m": d, "n": n, "A": B, "x": v}),
    ]
    bound = AtMost(norm_2(A @ (B @ v)), norm_op(A) * norm_op(B) * norm_2(v))
    assert arithmetic(bound, *steps).verdict is Verdict.PROVED
    half = AtMost(norm_2(A @ (B @ v)) * 2, norm_op(A) * norm_op(B) * norm_2(v))
    assert arithmetic(half, *steps, seconds=1).verdict is Verdict.UNDECIDED
    product = by_fact(OPERATOR_OF_PRODUCT, {"m": m, "n": d, "k": n, "A": A, "B": B})
    assert product[1].verdict is Verdict.PROVED
    one, other = w.array("one", m, d), w.array("other", m, d)
    total = by_fact(OPERATOR_OF_SUM, {"m": m, "n": d, "A": one, "C": other})
    triangle = AtMost(norm_op(one + other), norm_op(one) + norm_op(other))
    assert arithmetic(triangle, total).verdict is Verdict.PROVED
    many = by_fact(FROBENIUS_BELOW_OPERATOR, {"m": m, "n": d, "A": A})
    assert arithmetic(AtMost(norm_fro(A), norm_op(A) * sqrt(d)), many).verdict is Verdict.PROVED


def test_an_operator_norm_is_bounded_by_a_spectrum():
    square = w.array("square", d, d)
    said = said_of(OPERATOR_BY_SPECTRUM, {"W": square, "r": w.symbols["p"]})
    found = apply_fact(OPERATOR_BY_SPECTRUM, {"W": square, "r": w.symbols["p"]})
    assert found.verdict is Verdict.PROVED
    assert isinstance(said, Implies)
    assert said.body.key == AtMost(norm_op(square), p).key


def test_the_triangle_inequality_of_each_norm():
    product = by_fact(CAUCHY_SCHWARZ, {"n": d, "x": x, "y": y})
    assert arithmetic(AtMost(norm_2(x + y), norm_2(x) + norm_2(y)), product).verdict.passes
    of = {"n": d, "x": abs(x + y), "y": abs(x) + abs(y)}
    total = by_fact(SUM_INCREASES, of)
    assert arithmetic(AtMost(norm_1(x + y), norm_1(x) + norm_1(y)), total).verdict.passes


def test_logarithms_have_signs_and_tangents():
    above = Implies(Less(ones, y), Less(y * 0, log(y)))
    assert arithmetic(above).verdict is Verdict.PROVED
    below = by_fact(LOGARITHM_BELOW_TANGENT, {"n": d, "x": softmax(x)})
    assert arithmetic(AtMost(log(softmax(x)), softmax(x) - 1), below).verdict.passes
    _, inverse = by_fact(EXPONENTIAL_OF_LOGARITHM, {"n": d, "x": k + exp(x)})
    assert inverse.verdict is Verdict.PROVED
    _, product = by_fact(LOGARITHM_OF_PRODUCT, {"n": d, "x": k + exp(x), "y": exp(y) + 1})
    assert product.verdict is Verdict.PROVED


def test_what_is_said_of_all_entries_is_used_of_one():
    premise = TERM_OF_A_SUM, {"n": d, "x": exp(x) * 0 + exp(c)}
    assert arithmetic(AtMost(exp(c), exp(c) * d), by_fact(*premise)).verdict is Verdict.PROVED


def test_the_squares_of_layer_norm_add_up_where_there_is_a_variance():
    squares = Equal((layer_norm(x) ** 2).sum(), c * 0 + d)
    assert arithmetic(Implies(Less(c * 0, variance), squares)).verdict is Verdict.PROVED
    assert prove(squares).verdict is Verdict.REFUTED


# --- instances


def shifted(function, w):
    x, c = w.array("x", w.size("d"), small=True), w.array("c", small=True)
    return Equal(function(x + c), function(x) + c)


def test_instances_refute_and_are_silent_where_balls_overlap():
    assert at_instances(shifted, logsumexp).verdict is Verdict.HOLDS
    assert at_instances(shifted, norm_2).verdict is Verdict.REFUTED


def test_a_branch_on_the_size_is_not_proved():
    late = judged(shifted, prove, lambda x: logsumexp(x if x.shape[0] < 1000 else 2 * x))
    assert late.verdict is not Verdict.PROVED


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize("columns", [1, 3])
def test_the_operator_norm_at_numbers_is_that_of_numpy(rows, columns):
    world = Concrete({"m": rows, "d": columns}, seed=2)
    A = world.array("A", world.size("m"), world.size("d"))
    expected = np.linalg.norm(np.vectorize(float)(elements_of(A)), 2)
    for factor, is_less in ((1 + 1e-9, True), (1 - 1e-9, False)):
        bound = AtMost(norm_op(A), sp.Rational(expected * factor))
        assert (difference_at(bound, world) is None) is is_less


def test_at_numbers_the_functions_have_values_everywhere():
    world = Concrete({"d": 2}, seed=3)
    size = world.size("d")
    x = world.array("x", size) * 0
    for value in (log(x), sqrt(x - 1), layer_norm(x), log(x - 1), abs(x)):
        assert not any(elements_of(value).flat)
    assert difference_at(Equal(exp(log(x)), x), world) is not None
    assert difference_at(Equal(x.sum() + log(size), logsumexp(x)), world) is None


@pytest.mark.parametrize("function", [norm_1, norm_2, norm_inf, layer_norm, logsumexp, largest])
def test_vectors_are_asked_for(function):
    with pytest.raises(ArgumentError, match="a vector"):
        function(A)


@pytest.mark.parametrize("function", [norm_op, norm_fro])
def test_matrices_are_asked_for(function):
    with pytest.raises(ArgumentError, match="a matrix"):
        function(x)
