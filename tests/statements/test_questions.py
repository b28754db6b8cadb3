"""Indices, entries, arrays and networks answer what is the same for all values, and no more."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    Index,
    Sum,
    Tensor,
    UndecidedQuestionError,
    Verdict,
    array_of,
    degree_bound,
    delta,
    described,
    exact_degree,
    family,
    inverse_pair,
    prove_degree,
    prove_degree_at_most,
    prove_equal_arrays,
    prove_index_identity,
    sqrt,
    symbol_array,
    zeros,
)
from theorem_checks.statements.formulas import formula_of
from theorem_checks.statements.tracing import traced

d = sp.Symbol("d", integer=True, positive=True)
z = sp.Symbol("z", integer=True, nonnegative=True)
eta = sp.Symbol("eta", positive=True)
i, j, k = (Index(name, d) for name in "ijk")
V, W, v, w = Tensor("V", 2), Tensor("W", 2), Tensor("v", 1), Tensor("w", 1)
rows, pairs = family("rows", d), family("pairs", d, d)
M: Any = symbol_array("M", rows, rows)
SIZE: Any = M.shape[0]
PLACE: Any = i
OTHER: Any = j
ENTRY: Any = V[i, j]
ONE: dict = {"inputs": {"x": (2,)}, "weights": {"w": (2,)}}

VALUES = {
    "an index": i,
    "an entry": V[i, j],
    "a sum": Sum(V[i, j], j),
    "a tensor": V,
    "an array": M,
    "a size": SIZE,
    "a family": rows,
}

QUESTIONS = {
    "== 3": lambda a: a == 3,
    "!= 3": lambda a: a != 3,
    "< 3": lambda a: a < 3,
    ">= 2": lambda a: a >= 2,
    "hash": hash,
    "look-up": lambda a: {3: 0}.get(a, 1),
    "in": lambda a: a in (1, 2),
    "in a set": lambda a: a in {1, 2},
    "int": int,
    "range": range,
    "float": float,
    "text": str,
    "f-string": lambda a: f"{a}",
    "round": round,
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_questions_are_refused_and_stay_on_record(value, question):
    with pytest.raises(UndecidedQuestionError):
        question(value)

    def swallowing(asked):
        try:
            return question(asked)
        except Exception:
            return 0

    with pytest.raises(UndecidedQuestionError):
        traced(swallowing, value)


@pytest.mark.parametrize("name", ["an index", "an entry", "a sum", "a tensor", "an array"])
def test_truth_and_attributes_are_refused(name):
    for question in (bool, lambda a: a.is_even, lambda a: hasattr(a, "numerator")):
        with pytest.raises(UndecidedQuestionError):
            question(VALUES[name])


@pytest.mark.parametrize("value", [V, M], ids=["a tensor", "an array"])
def test_collections_have_no_length_and_no_places(value):
    for question in (len, iter, list, lambda a: 3 in a, lambda a: a[0, 1], lambda a: a[1], sum):
        with pytest.raises(UndecidedQuestionError):
            question(value)


def test_what_is_the_same_for_all_values_is_answered():
    assert i == i
    assert i <= i
    assert not i < i
    assert not i != i  # noqa: SIM202
    assert Index("o", 1) == Index("p", 1)
    assert M.shape[1] == SIZE
    assert d + 1 != SIZE
    assert SIZE + 1 == d + 1  # noqa: SIM300
    assert SIZE > 0
    assert SIZE
    assert zeros((pairs,)).shape[0] == zeros((family("square", d**2),)).shape[0]
    assert zeros((3,)).shape[0] == 3
    assert list(range(zeros((3,)).shape[0])) == [0, 1, 2]
    assert len(M.shape) == 2


@pytest.mark.parametrize(
    "compute",
    [
        lambda: PLACE + 1,
        lambda: 1 - PLACE,
        lambda: PLACE % 2,
        lambda: V[PLACE + 1, j],
        lambda: 1 / ENTRY,
        lambda: abs(V[i, j]),  # pyright: ignore[reportArgumentType]
        lambda: max(V[i, j], 0),
        lambda: 2**ENTRY,
        lambda: sp.sqrt(V[i, j]),
        lambda: np.equal(PLACE, OTHER),
        lambda: M**-1,
        lambda: 1 / M,
        lambda: np.tri(len(M)),
    ],
)
def test_what_is_no_polynomial_is_refused(compute):
    with pytest.raises(UndecidedQuestionError):
        compute()


def test_numbers_stand_on_either_side():
    symbol = sp.Symbol("eta")
    assert prove_index_identity(symbol * V[i, j], V[i, j] * symbol).verdict is Verdict.PROVED
    assert prove_equal_arrays(Fraction(1, 2) * M, M / 2).verdict is Verdict.PROVED


def test_what_is_no_expression_is_named():
    wrong: Any
    for wrong in (V, M, i):
        with pytest.raises(ArgumentError, match="Take an entry"):
            prove_index_identity(wrong, 0)


def test_an_entry_function_may_sum_over_its_index():
    summed = array_of({("rows",): lambda a: Sum(v[a], a)}, rows)
    total = Sum(v[k], k)
    assert prove_equal_arrays(summed, array_of({("rows",): lambda _: total}, rows)).verdict is (
        Verdict.PROVED
    )


def test_sum_asks_for_an_index():
    with pytest.raises(ArgumentError, match=r"Write Sum\(expression, i\)"):
        Sum(v[i] * w[i])


# Entry functions


def _swallowing(a, b):
    try:
        return 1 if a == b else 0
    except Exception:
        return 0


BRANCHES = {
    "equal": lambda a, b: 1 if a == b else 0,
    "swallowed": _swallowing,
    "first": lambda a, _b: 1 if a == 0 else 0,
    "truth": lambda a, _b: 1 if a else 0,
    "dictionary": lambda a, _b: {0: 1}.get(a, 0),
    "parity": lambda a, _b: a % 2,
    "type": lambda a, b: int(isinstance(a, int) and a == b),
    "attribute": lambda a, _b: 0 if hasattr(a, "name") else 1,
    "size": lambda a, _b: 0 if a.size == 3 else 1,
    "far": lambda a, _b: int(isinstance(a, int) and a > 100),
    "an entry": lambda a, b: 1 if M[a, b] == 0 else 0,
}


@pytest.mark.parametrize("entry", BRANCHES.values(), ids=BRANCHES)
def test_entry_functions_that_branch_are_found_out(entry):
    with pytest.raises((UndecidedQuestionError, ArgumentError)):
        array_of({("rows", "rows"): entry}, rows, rows)
    with pytest.raises((UndecidedQuestionError, ArgumentError)):
        _described(lambda _w, a, b: entry(a, b))


def test_entry_functions_that_count_their_calls_are_found_out():
    calls = []

    def counting(_a, _b):
        calls.append(0)
        return int(len(calls) > 1)

    with pytest.raises(ArgumentError, match="nor remember its calls"):
        array_of({("rows", "rows"): counting}, rows, rows)


def _described(entry, **parameters):
    part = SimpleNamespace(name="pairs", ranges=(("i", "d"), ("j", "d")), increasing=False)
    array = SimpleNamespace(axes=((part,),), entries={("pairs",): entry})
    return described(array, {"d": d}, parameters)


def test_scalars_of_a_description_are_guarded():
    for entry in (
        lambda w, a, b: w.W[a, b] if w.eta == 3 else 0,
        lambda w, a, b: w.W[a, b] if w.eta > 1 else 0,
        lambda w, a, b: w.eta * w.W[a, b] if isinstance(w.eta, Fraction) else 0,
        lambda w, a, b: 1 if w.W == w.V else 0,
        lambda w, _a, _b: sp.sqrt(w.eta),
    ):
        with pytest.raises((UndecidedQuestionError, ArgumentError)):
            _described(entry, eta=eta, W=M, V=M)
    found = _described(lambda w, a, b: sqrt(w.eta) ** 2 * w.W[a, b] / w.n, eta=eta, W=M, n=d)
    wanted = array_of({("pairs",): lambda a, b: M[a, b] * eta / d}, pairs)
    assert prove_equal_arrays(found, wanted).verdict is Verdict.PROVED
    decided = _described(lambda w, a, b: w.W[a, b] if w.eta > 0 else 0, eta=eta, W=M)
    assert prove_equal_arrays(decided, _described(lambda _, a, b: M[a, b])).verdict is (
        Verdict.PROVED
    )


def test_what_a_scalar_is_divided_by_is_a_condition():
    rate = sp.Symbol("rate")
    found = _described(lambda w, a, b: w.rate / w.rate * w.W[a, b], rate=rate, W=M)
    evidence = prove_equal_arrays(found, _described(lambda w, a, b: w.W[a, b], W=M))
    assert evidence.verdict is Verdict.PROVED
    assert [formula_of(stated) for stated in evidence.conditions] == [sp.Ne(rate, 0)]


# Names


def _inner(free):
    """A row sum whose index is called j, whatever the row is called."""
    own = Index("j", d)
    return Sum(V[free, own], own)


def test_no_index_is_captured():
    assert prove_index_identity(_inner(i), Sum(V[i, k], k)).verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="one index of each name"):
        _inner(j)
    with pytest.raises(ArgumentError, match="no free indices"):
        array_of({("rows",): lambda _: v[Index("i0", d)]}, rows)


def test_names_with_two_meanings_are_errors():
    one, other = (symbol_array("h", rows) for _ in range(2))
    with pytest.raises(ArgumentError, match="one tensor of that name"):
        prove_equal_arrays(one, other)
    with pytest.raises(ArgumentError, match="no symbol has"):
        prove_index_identity(sp.Symbol("V") * V[i, j], V[i, j])
    with pytest.raises(ArgumentError, match="no symbol and no tensor"):
        prove_index_identity(v[Index("d", d)], 0)
    with pytest.raises(ArgumentError, match="no symbol and no tensor"):
        prove_index_identity(v[Index("v", d)], 0)
    for name in ("=", "<", "a#1"):
        with pytest.raises(ArgumentError, match="taken"):
            Tensor(name, 2)


def test_inverses_come_in_pairs():
    A, B = Tensor("A", 2, inverse_of="B"), Tensor("B", 2, inverse_of="C")
    with pytest.raises(ArgumentError, match="inverse_pair"):
        prove_index_identity(Sum(A[i, j] * B[j, k], j), delta(i, k))
    more: Any
    for more in ({"rank": 3}, {"rank": 2, "symmetry": "symmetric"}):
        with pytest.raises(ArgumentError, match="inverse_pair"):
            Tensor("A", inverse_of="B", **more)
    with pytest.raises(ArgumentError, match="inverse_pair"):
        Tensor("A", 2, inverse_of="A")


# Sizes


SIZES = {
    "d - 1": (d - 1, []),
    "d - 2": (d - 2, [sp.Ge(d - 2, 0)]),
    "d - 7": (d - 7, [sp.Ge(d - 7, 0)]),
    "d**2 - d": (d**2 - d, []),
    "z": (z, []),
}


@pytest.mark.parametrize(("size", "conditions"), SIZES.values(), ids=SIZES)
def test_sizes_that_may_be_negative_are_conditions(size, conditions):
    evidence = prove_index_identity(Sum(1, Index("q", size)), size)
    assert evidence.verdict is Verdict.PROVED
    assert [formula_of(stated) for stated in evidence.conditions] == conditions
    ones = array_of({("q",): lambda _: 1}, family("q", size))
    by_arrays = prove_equal_arrays(ones @ ones, zeros(()) + size)
    assert [formula_of(stated) for stated in by_arrays.conditions] == conditions


def test_sizes_that_need_not_be_integers_are_conditions():
    unknown, half = sp.Symbol("s"), Index("h", d / 2)
    assert len(prove_index_identity(Sum(1, Index("q", unknown)), unknown).conditions) == 2
    evidence = prove_index_identity(2 * Sum(1, half), d)
    assert [stated.text for stated in evidence.conditions] == ["d/2 is an integer"]
    even = sp.Symbol("e", even=True, positive=True)
    assert not prove_index_identity(2 * Sum(1, Index("h", even / 2)), even).conditions
    apart = prove_index_identity(Sum(1, Index("q", 2 - d), Index("r", d - 3)), (2 - d) * (d - 3))
    assert apart.verdict is Verdict.UNDECIDED


def test_size_0_is_meant_where_the_symbols_allow_it():
    t, s, r = (Index(name, z) for name in "tsr")
    P, R = inverse_pair("P")
    assert prove_index_identity(Sum(P[t, s] * R[s, r], s), delta(t, r)).verdict is Verdict.PROVED
    assert prove_index_identity(Sum(P[t, s] * R[s, t], s, t), z).verdict is Verdict.PROVED
    positive = sp.Symbol("z", integer=True, positive=True)
    for symbol, verdict in ((z, Verdict.REFUTED), (positive, Verdict.UNDECIDED)):
        index = Index("t", symbol)
        # The product of all m - z for m = 1, 2, 3, 4, which is not 0 at z = 0 and beyond z = 4.
        product = (1 - symbol) * (2 - symbol) * (3 - symbol) * (4 - symbol)
        evidence = prove_index_identity(Sum(1, index) + product, symbol)
        assert evidence.verdict is verdict
    mean = prove_index_identity(Sum(v[t], t) / z * z, Sum(v[t], t))
    assert [formula_of(stated) for stated in mean.conditions] == [sp.Ne(z, 0)]


def test_statements_about_nothing_are_vacuous():
    q = Index("q", 0)
    assert prove_index_identity(Sum(v[q], q), 0).verdict is Verdict.PROVED
    assert prove_index_identity(v[q], w[q]).verdict is Verdict.VACUOUS
    gone = Index("g", 1 - d)
    assert prove_index_identity(v[gone], v[gone]).verdict is Verdict.VACUOUS
    nothing, one = zeros((0,)), zeros((0,)) + 1
    assert prove_equal_arrays(nothing, one).verdict is Verdict.VACUOUS
    assert prove_equal_arrays(zeros((d, 0)), zeros((d, 0))).verdict is Verdict.VACUOUS
    some = (rows, family("none", 0))
    assert prove_equal_arrays(zeros((some,)), zeros((some,))).verdict is Verdict.PROVED
    nowhere = prove_index_identity(v[i] / ((d + 1) ** 2 - d**2 - 2 * d - 1), 0)
    assert nowhere.verdict is Verdict.VACUOUS


def test_scalars_without_rational_values_are_left_open():
    odd = sp.Symbol("c", imaginary=True)
    assert prove_index_identity(odd**2 * v[i], -v[i]).verdict is Verdict.UNDECIDED
    n = sp.Symbol("n", odd=True, positive=True)
    false_at_7 = Sum(1, Index("q", n)) + (n - 1) * (n - 3) * (n - 5)
    assert prove_index_identity(false_at_7, n).verdict is Verdict.UNDECIDED
    assert prove_index_identity(Sum(1, Index("q", n)) + (n - 1) * (n - 3), n).verdict is (
        Verdict.REFUTED
    )


def test_equal_arrays_state_their_conditions_as_formulas():
    evidence = prove_equal_arrays(M * (1 / (eta - 2)) * (eta - 2), M)
    assert evidence.scope == "all entries of (d, d)"
    assert [formula_of(stated) for stated in evidence.conditions] == [sp.Ne(eta - 2, 0)]


# Networks


def _swallowing_network(w, x):
    try:
        return x * x * x if x[0] == 3 else w * x
    except Exception:
        return w * x


NETWORKS = {
    "equal": lambda w, x: x * x * x if x == 0 else w * x,
    "swallowed": _swallowing_network,
    "truth": lambda w, x: x * x * x if x[0] else w * x,
    "dictionary": lambda w, x: {0: x * x * x}.get(x[0], w * x),
    "where": lambda w, x: np.where(x == 0, x, w),
    "sorted": lambda w, x: sorted(x)[0] * w,
    "power": lambda w, x: w**x,
    "root": lambda w, x: w * x**-1,
    "quotient": lambda w, x: w / x,
    "absolute": lambda w, x: abs(x) * w,
    "elements": lambda w, x: x * x * x if x.entries[0] == 0 else w * x,
    "any": lambda w, x: x * x * x if np.any(x) else w * x,
    "type": lambda w, x: x * x * x if isinstance(x, np.ndarray) else w * x,
    "tanh": lambda w, x: x.__number_system__.tanh(w * x),
}


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_networks_that_branch_are_found_out(network):
    with pytest.raises((UndecidedQuestionError, ArgumentError)):
        prove_degree_at_most(network, 1, **ONE)
    with pytest.raises((UndecidedQuestionError, ArgumentError)):
        prove_degree(network, 1, inputs={"x": (2,)}, weights={"w": [1, 2]})


def test_networks_may_ask_for_sizes():
    def mean(w, x):
        return sum((x[n] * w[n] for n in range(len(x))), start=0 * w[0])

    assert prove_degree_at_most(mean, 1, **ONE).verdict is Verdict.PROVED


def test_networks_without_inputs_or_outputs_are_errors():
    for network in (lambda w, x: [], lambda w, x: {}, lambda w, x: x[:0], lambda w, x: None):
        with pytest.raises(ArgumentError, match="network"):
            degree_bound(network, **ONE)
        with pytest.raises(ArgumentError, match="network"):
            exact_degree(network, inputs={"x": (2,)}, weights={"w": [1, 2]})
    for inputs, weights in (({"x": (0,)}, {"w": (1,)}), ({"x": (1,)}, {"w": (0, 2)}), ({}, {})):
        with pytest.raises(ArgumentError):
            prove_degree_at_most(lambda w, x: w * x, 1, inputs=inputs, weights=weights)
    with pytest.raises(ArgumentError, match="no input"):
        degree_bound(lambda x: x, inputs={"x": (1,)}, weights={"x": (1,)})


def test_an_error_of_types_names_the_line_and_helps_with_functions_of_numbers():
    with pytest.raises(ArgumentError, match=r"raises TypeError at .*test_questions.py:\d+") as told:
        traced(lambda n: n + (lambda: 1), 3)
    assert "NumPy" not in str(told.value)
    with pytest.raises(ArgumentError, match="in place of functions of NumPy"):
        traced(np.sin, SIZE)
