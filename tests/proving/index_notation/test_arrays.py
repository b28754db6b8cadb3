"""Arrays of symbolic size: against NumPy at concrete sizes, and with the cells of constructions."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.indexed import family as indexed_family
from constructions.weights.attention_as_gated_rnn import fig1_weights
from theorem_checks import (
    ArgumentError,
    ExactnessError,
    Verdict,
    all_of,
    check,
)
from theorem_checks.proving.index_notation.arrays import prove_equal_arrays
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.symbolic_arrays import (
    array_of,
    concatenate,
    described,
    family,
    ones,
    outer,
    symbol_array,
    zeros,
)
from theorem_checks.statements.arrays.tensors import Kind, Tensor

d, d_v, d_k = sp.symbols("d d_v d_k", integer=True, positive=True)
tokens, values, keys = family("x", d), family("v", d_v), family("k", d_k)
one = family("one")
x, y = symbol_array("x", tokens), symbol_array("y", tokens)
V, K = symbol_array("V", values, tokens), symbol_array("K", keys, tokens)
B = symbol_array("B", (values, one), (tokens, one))

SIZES = {d: 3, d_v: 2, d_k: 1}
SHAPES = {"x": (3,), "y": (3,), "V": (2, 3), "K": (1, 3), "B": (3, 4)}


class Symbolic:
    """The functions of symbolic arrays under NumPy's names."""

    ones, outer = staticmethod(ones), staticmethod(outer)
    concatenate = staticmethod(concatenate)


FORMULAS = {
    "sum": lambda np, x, y, V, K, B: x + y - x * y,
    "scalars": lambda np, x, y, V, K, B: 1 - (x + 2) * 3 + (-y),
    "matrix and vector": lambda np, x, y, V, K, B: V @ x,
    "vector and matrix": lambda np, x, y, V, K, B: (V @ x) @ V + (y @ K.T) @ K,
    "vector and vector": lambda np, x, y, V, K, B: x @ y,
    "matrices": lambda np, x, y, V, K, B: V @ K.T,
    "outer": lambda np, x, y, V, K, B: np.outer(V @ x, K @ y),
    "appended one": lambda np, x, y, V, K, B: B @ np.concatenate((x, np.ones((1,)))),
    "gates": lambda np, x, y, V, K, B: (V @ x) * (V @ (x * y)),
    "rows": lambda np, x, y, V, K, B: np.concatenate((V, K)) @ x,
}


def numbers(shape, draw):
    entries = np.empty(shape, dtype=object)
    for place in np.ndindex(*shape):
        entries[place] = Fraction(draw())
    return entries


def concrete(array, arrays):
    """The values of a symbolic array at `SIZES`, its blocks side by side."""
    tensors = {}
    for name, entries in arrays.items():
        if name == "B":
            split = {"B_v_x": entries[:2, :3], "B_v_one": entries[:2, 3]}
            split |= {"B_one_x": entries[2, :3], "B_one_one": entries[2, 3]}
        else:
            split = {name: entries}
        for own, part in split.items():
            table = np.asarray(part, dtype=object)
            tensors[Kind(own, table.ndim)] = dict(np.ndenumerate(table))
    instance = Instance({s: Fraction(n) for s, n in SIZES.items()}, tensors)
    shapes = [[[SIZES[s] for s in part.sizes] for part in axis] for axis in array.axes]
    if len(shapes) == 1:
        parts = [block(array, (n,), [s], instance) for n, s in enumerate(shapes[0])]
        return np.concatenate([part.reshape(-1) for part in parts])
    if not shapes:
        return block(array, (), [], instance).reshape(())
    rows = [
        np.concatenate(
            [block(array, (r, c), [a, b], instance) for c, b in enumerate(shapes[1])], axis=1
        )
        for r, a in enumerate(shapes[0])
    ]
    return np.concatenate(rows)


def block(array, place, shapes, instance):
    """One block at concrete sizes, each of its families flattened."""
    result = np.full([int(np.prod(s, dtype=int)) for s in shapes], Fraction(0), dtype=object)
    if place not in array.blocks:
        return result
    value = array.blocks[place]
    (table,) = values_of([value], instance)
    names = [f"{'ij'[axis]}{n}" for axis, s in enumerate(shapes) for n in range(len(s))]
    full = np.zeros([size for s in shapes for size in s], dtype=object)
    for position in np.ndindex(*full.shape):
        at = dict(zip(names, position, strict=True))
        full[position] = table[tuple(at[name] for name in sorted(value.free))]
    return full.reshape(result.shape)


class Exact:
    """NumPy without its floats."""

    outer, concatenate = staticmethod(np.outer), staticmethod(np.concatenate)

    @staticmethod
    def ones(shape):
        return np.ones(shape, dtype=int)


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS)
@settings(max_examples=8)
@given(data=st.data())
def test_operations_are_those_of_numpy(formula, data):
    arrays = {n: numbers(s, lambda: data.draw(st.integers(-4, 4))) for n, s in SHAPES.items()}
    symbolic = formula(Symbolic, x, y, V, K, B)
    assert np.all(concrete(symbolic, arrays) == formula(Exact, *arrays.values()))


TRUE = {
    "associative": ((V @ K.T) @ (K @ x), V @ (K.T @ (K @ x))),
    "transposed product": ((V @ K.T).T, K @ V.T),
    "distributive": (V @ (x + y), V @ x + V @ y),
    "transposed outer product": (outer(x, y).T, outer(y, x)),
    "outer product and vector": (outer(V @ x, x) @ y, V @ outer(x, x) @ y),
    "ones": (B @ concatenate((x, ones((1,)))), B @ concatenate((x, zeros((1,)) + 1))),
    "nothing": (x - x, zeros(x.shape)),
    "halves": (x / 2 + x / 2, x),
    "powers": (x**3 + x**0, x * x * x + 1),
}


@pytest.mark.parametrize("sides", TRUE.values(), ids=TRUE)
def test_laws_hold_for_all_sizes(sides):
    evidence = prove_equal_arrays(*sides)
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated


def test_what_is_no_law_is_refuted():
    evidence = prove_equal_arrays(V @ (x * y), (V @ x) * (V @ y))
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert set(evidence.counterexample.values) == {"d", "d_v", "V", "x", "y", "i0"}


def test_blocks_that_differ_are_named():
    state = concatenate((x, V @ x))
    evidence = prove_equal_arrays(state, concatenate((x, V @ y)))
    assert [part.verdict for part in evidence.parts] == [Verdict.PROVED, Verdict.REFUTED]
    assert evidence.reason.startswith("block v:")


def test_a_part_is_an_array_by_itself():
    state = concatenate((x, V @ x))
    assert prove_equal_arrays(state.part("v"), V @ x).verdict is Verdict.PROVED
    assert prove_equal_arrays(state.part("x"), y).verdict is Verdict.REFUTED
    empty = zeros((state.axes[0],)).part("v")
    assert prove_equal_arrays(empty, zeros((values,))).verdict is Verdict.PROVED
    with pytest.raises(ArgumentError, match="family"):
        state.part("w")


def test_blocks_of_one_name_are_all_compared():
    """Each of three blocks of families that are called x, the first two not being lost."""
    equal = concatenate((x, y, x))
    for wrong in ((y, y, x), (x, x, x), (x, y, y)):
        evidence = prove_equal_arrays(concatenate(wrong), equal)
        assert evidence.verdict is Verdict.REFUTED
        assert len(evidence.parts) == 3
    assert prove_equal_arrays(equal, equal).verdict is Verdict.PROVED


def test_blocks_of_one_name_are_free_of_each_other():
    """An array over one family twice: its two halves are not the same."""
    halves = symbol_array("h", (tokens, tokens)).blocks.values()
    first, second = (SymbolicArray(x.axes, {(0,): half}) for half in halves)
    assert prove_equal_arrays(first, second).verdict is Verdict.REFUTED
    assert prove_equal_arrays(first, first).verdict is Verdict.PROVED


def test_increasing_families_have_each_pair_once():
    pairs = family("pairs", d, d, increasing=True)
    count = ones((pairs,)) @ ones((pairs,))
    assert prove_equal_arrays(count, zeros(()) + d * (d + 1) / 2).verdict is Verdict.PROVED
    whole = family("all", d, d)
    count = ones((whole,)) @ ones((whole,))
    assert prove_equal_arrays(count, zeros(()) + d**2).verdict is Verdict.PROVED


def test_entries_and_blocks():
    i, a = Index("i", d_v), Index("a", d)
    assert V[i, a].free == {"i": i, "a": a}
    assert repr(B.block("v", "one")) == "B_v_one[i0]"
    assert repr(B.block("one", "one")) == "B_one_one[]"
    symmetric = symbol_array(Tensor("S", 2, symmetry="symmetric"), tokens, tokens)
    assert prove_equal_arrays(symmetric.T, symmetric).verdict is Verdict.PROVED


def test_bad_input_is_named():
    with pytest.raises(ArgumentError, match="sizes"):
        prove_equal_arrays(x + V @ x, x)
    with pytest.raises(ArgumentError, match="fits"):
        prove_equal_arrays(V @ (V @ x), x)
    with pytest.raises(ArgumentError, match="sizes"):
        prove_equal_arrays(x, V @ x)
    with pytest.raises(ArgumentError, match="sizes"):
        concatenate((V, V.T))
    with pytest.raises(ArgumentError, match="a vector"):
        outer(V, x)
    with pytest.raises(ArgumentError, match="no free indices"):
        array_of({("x",): lambda i: Tensor("t", 1)[Index("q", d)]}, tokens)
    with pytest.raises(ArgumentError, match="one of x"):
        array_of({("z",): lambda i: 1}, tokens)
    with pytest.raises(ArgumentError, match="free indices"):
        prove_equal_arrays(x + Tensor("t", 1)[Index("q", d)], x)
    with pytest.raises(ArgumentError, match="Take a block first"):
        B[Index("i", d), Index("a", d)]
    with pytest.raises(ArgumentError, match="three axes at most"):
        zeros((tokens,) * 4)
    with pytest.raises(ArgumentError, match="increasing"):
        family("f", d, d_v, increasing=True)
    with pytest.raises(ExactnessError):
        prove_equal_arrays(x * sp.Float("0.5"), x)
    with pytest.raises(ArgumentError, match="one step at a time"):
        x.__number_system__.scan(x)


# The gated RNN of the paper's Figure 1 and linear attention, as they are simulated.


class OneStep:
    """The two cells with weights from one description, and the state that the one should keep."""

    def __init__(self, weights, d_v, d_k, reads="after"):
        rows, columns = family("v", d_v), family("k", d_k)
        parameters = {
            "W_V": symbol_array("W_V", rows, tokens),
            "W_K": symbol_array("W_K", columns, tokens),
            "W_Q": symbol_array("W_Q", columns, tokens),
        }
        sizes = {"d": d, "d_v": d_v, "d_k": d_k}
        names = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")
        arrays = {name: described(getattr(weights, name), sizes, parameters) for name in names}
        self.axes = arrays["lam"].axes
        self.network = GatedRNN(**arrays, append_one=True, reads=reads)  # pyright: ignore
        self.attention = LinearAttention(**parameters)
        self.S, self.q = symbol_array("S", rows, columns), symbol_array("q", columns)

    def state(self, S, q):
        blocks = {("kv",): lambda i, j: S[i, j], ("q",): lambda j: q[j]}
        return array_of(blocks, *self.axes)

    def proof(self):
        S, y = self.attention.step(self.S, x)
        h, seen = self.network.step(self.state(self.S, self.q), x)
        nothing = self.attention.initial_state()
        return all_of(
            {
                "at first": prove_equal_arrays(
                    self.network.initial_state(), self.state(nothing, zeros(self.q.axes))
                ),
                "the state": prove_equal_arrays(h, self.state(S, self.attention.W_Q @ x)),
                "the output": prove_equal_arrays(seen, y),
            },
            "all sizes, lengths and inputs",
        )


@pytest.mark.parametrize("sizes", [(d, d), (d_v, d_k), (d_v, 1)], ids=str)
def test_figure_1_computes_linear_attention_at_all_sizes(sizes):
    @check("proof")
    def check_step(weights):
        return OneStep(weights, *sizes).proof()

    evidence = check_step(fig1_weights())
    assert evidence.verdict is Verdict.ARGUED
    assert len(evidence.parts) == 3


MUTANTS = {
    "transposed keys": ("W_in_x", ("kv", "x"), lambda w, i, j, a: w.W_K[i, a]),
    "transposed products": (
        "W_out_m",
        ("product", "kv"),
        lambda w, i, j, i2, j2: w.delta(i, j2) * w.delta(j, i2),
    ),
    "a lost factor": ("W_in_m", ("kv", "x"), lambda w, i, j, a: 2 * w.W_V[i, a]),
    "queries that stay": ("lam", ("q",), lambda w, j: 1),
    "no bias": ("W_in_x", ("q", "one"), lambda w, j: 0),
    "all products": ("W_out_x", ("product", "q"), lambda w, i, j, j2: 1),
    "no readout": ("D", ("y", "product"), None),
}


@pytest.mark.parametrize(("name", "block", "entry"), MUTANTS.values(), ids=MUTANTS)
def test_wrong_weights_are_refuted_at_a_small_size(name, block, entry):
    weights = fig1_weights()
    wrong = {name: getattr(weights, name).replace(block, entry)}
    evidence = OneStep(dataclasses.replace(weights, **wrong), d, d).proof()
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert evidence.counterexample.values["d"] <= 2


def test_reading_before_the_token_is_absorbed_is_refuted():
    assert OneStep(fig1_weights(), d_v, d_k, reads="before").proof().verdict is Verdict.REFUTED


def test_half_of_a_symmetric_memory_suffices():
    """With K = V the memory is symmetric, and d(d+1)/2 + d units compute attention."""
    inputs, bias = indexed_family("x", a="d"), indexed_family("one")
    kv = indexed_family("kv", increasing=True, i="d", j="d")
    q, out = indexed_family("q", j="d"), indexed_family("y", i="d")
    pair = indexed_family("product", i="d", j="d")
    hidden = ((kv, q),)

    def either_order(w, i, j, k, m):
        same, swapped = w.delta(i, k) * w.delta(j, m), w.delta(i, m) * w.delta(j, k)
        return same + swapped - same * w.delta(k, m)

    gates = {
        "lam": IndexedArray(hidden, {("kv",): lambda *_: 1}),
        "W_in_m": IndexedArray(
            (*hidden, (inputs, bias)),
            {
                ("kv", "x"): lambda w, i, _j, a: w.V[i, a],
                ("q", "x"): lambda w, j, a: w.W_Q[j, a],
            },
        ),
        "W_in_x": IndexedArray(
            (*hidden, (inputs, bias)),
            {("kv", "x"): lambda w, _i, j, a: w.V[j, a], ("q", "one"): lambda *_: 1},
        ),
        "W_out_m": IndexedArray(((pair,), *hidden), {("product", "kv"): either_order}),
        "W_out_x": IndexedArray(
            ((pair,), *hidden), {("product", "q"): lambda w, _i, j, j2: w.delta(j, j2)}
        ),
        "D": IndexedArray(((out,), (pair,)), {("y", "product"): lambda w, i, k, _m: w.delta(i, k)}),
    }
    matrix = {name: symbol_array(name, tokens, tokens) for name in ("V", "W_Q")}
    arrays = {name: described(array, {"d": d}, matrix) for name, array in gates.items()}
    network = GatedRNN(**arrays, append_one=True)  # pyright: ignore[reportArgumentType]
    attention = LinearAttention(matrix["V"], matrix["V"], matrix["W_Q"])
    memory = symbol_array(Tensor("S", 2, symmetry="symmetric"), tokens, tokens)

    def state(S, q):
        blocks = {("kv",): lambda i, j: S[i, j], ("q",): lambda j: q[j]}
        return array_of(blocks, *arrays["lam"].axes)

    absorbed, y = attention.step(memory, x)
    h, seen = network.step(state(memory, symbol_array("q", tokens)), x)
    assert prove_equal_arrays(h, state(absorbed, matrix["W_Q"] @ x)).verdict is Verdict.PROVED
    assert prove_equal_arrays(absorbed, absorbed.T).verdict is Verdict.PROVED
    assert prove_equal_arrays(seen, y).verdict is Verdict.PROVED
