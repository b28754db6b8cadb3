"""Degrees of networks: bounds for all weights, exact degrees, and both against SymPy."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from theorem_checks import ArgumentError, ExactnessError, UndecidedQuestionError, Verdict, check
from theorem_checks.proving import degrees
from theorem_checks.proving.degrees import (
    Multidegree,
    degree_bound,
    exact_degree,
    prove_degree,
    prove_degree_at_most,
)


def attention(W_V, W_K, W_Q, S, x):
    return LinearAttention(W_V, W_K, W_Q).step(S, x)[1]


def gated_rnn(lam, W_in_m, W_in_x, W_out_m, W_out_x, D, h, x):
    cell = GatedRNN(lam, W_in_m, W_in_x, W_out_m, W_out_x, D, append_one=True)
    return cell.step(h, x)[1]


def ungated_input(lam, W, W_out_m, W_out_x, D, h, x):
    """Class (2) without input gating: a linear recurrence with a bilinear readout."""
    absorbed = lam * h + W @ x
    return D @ ((W_out_m @ absorbed) * (W_out_x @ absorbed))


ATTENTION = {"W_V": (2, 3), "W_K": (2, 3), "W_Q": (2, 3), "S": (2, 2)}
GATED = {
    "lam": (2,),
    "W_in_m": (2, 2),
    "W_in_x": (2, 2),
    "W_out_m": (2, 2),
    "W_out_x": (2, 2),
    "D": (1, 2),
    "h": (2,),
}
UNGATED = {"lam": (2,), "W": (2, 1), "W_out_m": (1, 2), "W_out_x": (1, 2), "D": (1, 1), "h": (2,)}

BOUNDS = {
    "attention": (attention, 3, {"x": (3,)}, ATTENTION),
    "gated": (gated_rnn, 4, {"x": (1,)}, GATED),
    "without input gate": (ungated_input, 2, {"x": (1,)}, UNGATED),
}


@pytest.mark.parametrize(("network", "degree", "inputs", "weights"), BOUNDS.values(), ids=BOUNDS)
def test_the_degree_in_the_current_token(network, degree, inputs, weights):
    @check("proof")
    def check_bound(bound):
        return prove_degree_at_most(network, bound, inputs=inputs, weights=weights)

    assert check_bound(degree).verdict is Verdict.ARGUED
    assert check_bound(degree + 1).verdict is Verdict.ARGUED
    evidence = check_bound(degree - 1)
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert set(weights) <= set(evidence.counterexample.values)


def test_the_bound_does_not_depend_on_the_size():
    for n in (1, 2, 5):
        shapes = {"W_V": (n, n), "W_K": (n, n), "W_Q": (n, n), "S": (n, n)}
        assert degree_bound(attention, inputs={"x": (n,)}, weights=shapes).total == 3


def two_tokens(W_V, W_K, W_Q, first, second):
    cell = LinearAttention(W_V, W_K, W_Q)
    state, _ = cell.step(cell.initial_state(), first)
    return cell.step(state, second)[1]


def test_degrees_in_several_tokens():
    inputs = {"first": (2,), "second": (2,)}
    shapes = {"W_V": (2, 2), "W_K": (2, 2), "W_Q": (2, 2)}
    expected = Multidegree(frozenset({(2, 1), (0, 3)}))
    assert degree_bound(two_tokens, inputs=inputs, weights=shapes) == expected
    units = {name: np.eye(2, dtype=int) for name in shapes}
    assert exact_degree(two_tokens, inputs=inputs, weights=units) == expected
    assert (expected.total, expected.in_group(0), expected.in_group(1)) == (3, 2, 3)


def test_sequences_run_through_scan():
    shapes = {"W_V": (2, 2), "W_K": (2, 2), "W_Q": (2, 2)}

    def outputs(W_V, W_K, W_Q, xs):
        return LinearAttention(W_V, W_K, W_Q)(xs)

    assert degree_bound(outputs, inputs={"xs": (3, 2)}, weights=shapes).total == 3


def test_exact_degrees_of_given_weights():
    ones = {name: np.ones(shape, dtype=int) for name, shape in GATED.items()}
    evidence = prove_degree(gated_rnn, 4, inputs={"x": (1,)}, weights=ones)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.engines == {"python-flint", "fractions"}
    for wrong in (3, 5):
        refuted = prove_degree(gated_rnn, wrong, inputs={"x": (1,)}, weights=ones)
        assert refuted.verdict is Verdict.REFUTED
        assert refuted.counterexample is not None
        assert refuted.counterexample.found == "degree 4"
    nothing = {**ones, "D": np.zeros((1, 2), dtype=int)}
    assert prove_degree(gated_rnn, -1, inputs={"x": (1,)}, weights=nothing).verdict is (
        Verdict.PROVED
    )


def test_terms_that_cancel_at_all_weights():
    def cancelling(w, x):
        return (w * x) * (x * -1) + (x * x) * w + w * x

    inputs, weights = {"x": (2,)}, {"w": (2,)}
    assert degree_bound(cancelling, inputs=inputs, weights=weights).total == 2
    evidence = prove_degree_at_most(cancelling, 1, inputs=inputs, weights=weights)
    assert evidence.verdict is Verdict.PROVED
    assert "python-flint" in evidence.engines


def test_two_routes_that_disagree_are_a_contradiction(monkeypatch):
    zero = Multidegree(frozenset())
    monkeypatch.setattr(degrees, "degree_bound", lambda *_, **__: zero)
    evidence = prove_degree_at_most(attention, 1, inputs={"x": (3,)}, weights=ATTENTION)
    assert evidence.verdict is Verdict.CONTRADICTION


def test_bad_input_is_named():
    with pytest.raises(ArgumentError, match="degree"):
        prove_degree_at_most(attention, -2, inputs={"x": (3,)}, weights=ATTENTION)
    with pytest.raises(ArgumentError, match="an array"):
        degree_bound(lambda x: "text", inputs={"x": (1,)}, weights={})
    with pytest.raises(UndecidedQuestionError, match="linear functions"):
        degree_bound(lambda x: x.__number_system__.tanh(x), inputs={"x": (1,)}, weights={})
    with pytest.raises(ExactnessError):
        exact_degree(lambda w, x: w * x, inputs={"x": (1,)}, weights={"w": [0.5]})


def test_powers_are_products():
    inputs, weights = {"x": (2,)}, {"w": (2,)}
    evidence = prove_degree_at_most(lambda w, x: w * x**3 + x**0, 3, inputs=inputs, weights=weights)
    assert evidence.verdict is Verdict.PROVED
    assert degree_bound(lambda x: x**3, inputs=inputs, weights={}).total == 3


trees = st.recursive(
    st.one_of(st.sampled_from("xy"), st.integers(-2, 2)),
    lambda inner: st.tuples(st.sampled_from("+*"), inner, inner),
    max_leaves=7,
)


def value_of(tree, leaf):
    """The value of a tree of sums and products, from those of its leaves."""
    if not isinstance(tree, tuple):
        return leaf(tree)
    operation, *parts = tree
    one, other = (value_of(part, leaf) for part in parts)
    return one + other if operation == "+" else one * other


def network_of(tree):
    def network(**arrays):
        system = arrays["x"].__number_system__
        return value_of(tree, lambda e: arrays[e] if e in arrays else system.array([e]))

    return network


@settings(max_examples=40)
@given(trees)
def test_degrees_are_those_of_sympy(tree):
    network, inputs = network_of(tree), {"x": (1,), "y": (1,)}
    x, y = sp.symbols("x y")
    symbols = {"x": x, "y": y}
    polynomial = sp.Poly(value_of(tree, lambda e: symbols.get(e, e)), x, y)
    monomials = [] if polynomial.is_zero else polynomial.monoms()
    exact = exact_degree(network, inputs=inputs, weights={})
    assert exact == Multidegree.of(monomials)
    assert exact <= degree_bound(network, inputs=inputs, weights={})
    evidence = prove_degree(network, exact.total, inputs=inputs, weights={})
    assert evidence.verdict is Verdict.PROVED
