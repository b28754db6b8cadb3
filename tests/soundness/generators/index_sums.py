"""Slips in index notation, and in arrays of symbolic size."""

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.cases import Slip, Truth
from tests.soundness.generators.planting import Planted, plants
from tests.soundness.statements import Drawn
from theorem_checks import (
    Index,
    Sum,
    Tensor,
    array_of,
    at_most,
    delta,
    family,
    prove_equal_arrays,
    prove_index_identity,
    symbol_array,
)

d = sp.Symbol("d", integer=True, positive=True)
Letter = tuple[str, bool]  # the name of a matrix, and whether it is transposed

SIZE = 3
VALUES = {  # generic matrices, of which no two commute
    name: np.array([[(7 * i + 3 * j + k * (i + 1) * (j + 2) ** 2) % 11 - 5 for j in range(SIZE)]
                    for i in range(SIZE)], dtype=object)
    for k, name in enumerate("ABCE", start=1)
}  # fmt: skip

# Two tensors of one name are two tensors: each is made once.
INDICES = {name: Index(name, d) for name in "ijklmnpqrst"}
TENSORS = {name: Tensor(name, 2) for name in "ABCE"} | {name: Tensor(name, 1) for name in "vw"}
X = family("x", d)
MATRICES = {name: symbol_array(name, X, X) for name in "ABCE"}

words = st.lists(st.tuples(st.sampled_from("ABCE"), st.booleans()), min_size=2, max_size=5)


def spelt(word: list[Letter]) -> str:
    return "tr(" + " ".join(name + "'" * turned for name, turned in word) + ")"


def trace_at(word: list[Letter]) -> int:
    """The trace of the product at size 3, in integers."""
    product = np.eye(SIZE, dtype=object)
    for name, turned in word:
        product = product @ (VALUES[name].T if turned else VALUES[name])
    return int(np.trace(product))


def trace_of(word: list[Letter], names: str) -> Any:
    """The trace as a sum over indices with these names."""
    indices = [INDICES[name] for name in names[: len(word)]]
    product: Any = 1
    for k, (name, turned) in enumerate(word):
        i, j = indices[k], indices[(k + 1) % len(word)]
        product = product * (TENSORS[name][j, i] if turned else TENSORS[name][i, j])
    return Sum(product, *indices)


def regrouped(draw: DrawFn, word: list[Letter]) -> list[Letter]:
    """The same trace, begun at another factor, perhaps transposed as a whole."""
    turn = draw(st.integers(0, len(word) - 1))
    word = word[turn:] + word[:turn]
    return [(name, not t) for name, t in reversed(word)] if draw(st.booleans()) else word


def traces(word: list[Letter], same: list[Letter], wrong: list[Letter]) -> Planted:
    left = trace_of(word, "ijklm")
    return Planted(
        Drawn(
            f"{spelt(word)} = {spelt(same)}",
            lambda: prove_index_identity(left, trace_of(same, "pqrst")),
        ),
        Drawn(
            f"{spelt(word)} = {spelt(wrong)}",
            lambda: prove_index_identity(left, trace_of(wrong, "pqrst")),
            Truth.FALSE,
            [{"d": SIZE}],
        ),
    )


@plants("prove_index_identity", Slip.TRANSPOSE)
def a_factor_transposed(draw: DrawFn) -> Planted:
    word = draw(words)
    same = regrouped(draw, word)
    place = draw(st.integers(0, len(word) - 1))
    name, turned = same[place]
    wrong = [*same[:place], (name, not turned), *same[place + 1 :]]
    assume(trace_at(word) != trace_at(wrong))
    return traces(word, same, wrong)


@plants("prove_index_identity", Slip.ORDER_OF_FACTORS)
def factors_exchanged(draw: DrawFn) -> Planted:
    word = draw(words.filter(lambda w: len(w) > 2))
    same = regrouped(draw, word)
    wrong = list(draw(st.permutations(same)))
    assume(trace_at(word) != trace_at(wrong))
    return traces(word, same, wrong)


@plants("prove_index_identity", Slip.NAME)
def an_index_captured(draw: DrawFn) -> Planted:
    word, other = draw(words.filter(lambda w: len(w) < 4)), draw(words.filter(lambda w: len(w) < 4))
    i, j = INDICES["i"], INDICES["j"]
    V, W = TENSORS["A"], TENSORS["B"]
    scale = draw(st.integers(1, 4))
    rest = trace_of(word, "pqrs") * trace_of(other, "klmn")
    apart = scale * Sum(V[i, i], i) * Sum(W[j, j], j) * rest
    captured = scale * Sum(V[i, i] * W[i, i], i) * rest
    product = int(np.trace(VALUES["A"])) * int(np.trace(VALUES["B"]))
    assume(product != int(np.sum(np.diag(VALUES["A"]) * np.diag(VALUES["B"]))))
    assume(trace_at(word) * trace_at(other) != 0)
    said = f"{scale} {spelt(word)} {spelt(other)} (sum of A_ii) (sum of B_ii)"
    same = scale * Sum(V[j, j] * W[i, i], i, j) * rest
    return Planted(
        Drawn(f"{said}, with i for j", lambda: prove_index_identity(apart, same)),
        Drawn(
            f"{said} = the same with the sum of A_ii B_ii",
            lambda: prove_index_identity(apart, captured),
            Truth.FALSE,
            [{"d": SIZE}],
        ),
    )


COUNTS: tuple[tuple[str, Callable[[Any], Any], Callable[[int], int]], ...] = (
    ("1", lambda m: m, lambda m: m),
    ("1 over pairs", lambda m: m**2, lambda m: m**2),
    ("q <= r", lambda m: m * (m + 1) / 2, lambda m: m * (m + 1) // 2),
    ("1 - delta over pairs", lambda m: m * (m - 1), lambda m: m * (m - 1)),
)


def _counted(size: Any, kind: int) -> Any:
    q, r = Index("q", size), Index("r", size)
    if kind == 0:
        return Sum(1, q)
    return Sum((1, at_most(q, r), 1 - delta(q, r))[kind - 1], q, r)


@plants("prove_index_identity", Slip.EDGE_SIZE)
def a_size_that_runs_out(draw: DrawFn) -> Planted:
    k, least = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    kind, scale = draw(st.integers(0, len(COUNTS) - 1)), draw(st.integers(1, 9))
    name, formula, at = COUNTS[kind]
    assume(least < k)
    assume(at(least - k) != 0)  # where the range is empty, and the sum 0

    def asked(size: Any) -> Any:
        return prove_index_identity(scale * _counted(size, kind), scale * formula(size))

    return Planted(
        Drawn(f"{scale} times the sum of {name}, sizes d + {k}", lambda: asked(d + k)),
        Drawn(
            f"{scale} times the sum of {name}, sizes d - {k}",
            lambda: asked(d - k),
            Truth.FALSE,
            [{"d": least}],
        ),
    )


@plants("prove_index_identity", Slip.EMPTY)
def a_sum_over_no_index(draw: DrawFn) -> Planted:
    word, scale = draw(words), draw(st.integers(1, 4))
    i, v, w = INDICES["i"], TENSORS["v"], TENSORS["w"]
    rest = trace_of(word, "pqrst")
    right = Sum(scale * v[i] * w[i], i) * rest
    said = f"{scale} v w {spelt(word)}"
    return Planted(
        Drawn(said, lambda: prove_index_identity(scale * rest * Sum(w[i] * v[i], i), right)),
        Drawn(
            said + ", one sum without its index",
            lambda: prove_index_identity(
                scale * rest * Sum(w[i] * v[i]), scale * rest * w[i] * v[i]
            ),
            Truth.NO_STATEMENT,
        ),
    )


def _swallowed(i: Any, j: Any) -> Any:
    try:
        return i == j
    except Exception:
        return False


ASKED: dict[str, Callable[[Any, Any], Any]] = {
    "i == j": lambda i, j: i == j,
    "i != j": lambda i, j: i != j,
    "i < j": lambda i, j: i < j,
    "i == 0": lambda i, j: i == 0,
    "i in (0, 1)": lambda i, j: i in (0, 1),
    "i in {j}": lambda i, j: i in {j},
    "{0: True}.get(i)": lambda i, j: {0: True}.get(i, False),
    "bool(i)": lambda i, j: bool(i),
    "hash(i) == hash(j)": lambda i, j: hash(i) == hash(j),
    "str(i) == str(j)": lambda i, j: str(i) == str(j),
    "f'{i}' == f'{j}'": lambda i, j: f"{i}" == f"{j}",
    "int(i)": lambda i, j: int(i),
    "i == j, and what it raises is caught": _swallowed,
    "i.size == 3": lambda i, j: i.size == 3,
    "range(i)": lambda i, j: len(range(i)),
}


@plants("prove_equal_arrays", Slip.BRANCH)
def entries_that_branch(draw: DrawFn) -> Planted:
    question, scale = draw(st.sampled_from(sorted(ASKED))), draw(st.integers(1, 9))
    off = draw(st.integers(1, 9))
    rows, columns = family("rows", d), family("columns", d)
    V = symbol_array("V", rows, columns)

    def plain(i: Any, j: Any) -> Any:
        return scale * V[i, j] + off * delta(i, j)

    def branching(i: Any, j: Any) -> Any:
        return scale * V[i, j] + (off if ASKED[question](i, j) else 0)

    def asked(entries: Callable[[Any, Any], Any]) -> Any:
        names = ("rows", "columns")
        twice = array_of({names: lambda i, j: plain(i, j) + V[i, j]}, rows, columns)
        return prove_equal_arrays(array_of({names: entries}, rows, columns) + V, twice)

    return Planted(
        Drawn(f"{scale} V + {off} delta, entry by entry", lambda: asked(plain)),
        Drawn(
            f"{scale} V + {off} where {question}, entry by entry",
            lambda: asked(branching),
            Truth.NO_STATEMENT,
        ),
    )


@plants("prove_equal_arrays", Slip.TRANSPOSE)
def a_product_turned_round(draw: DrawFn) -> Planted:
    word = draw(words.filter(lambda w: len(w) < 5))
    turned = [(name, not t) for name, t in reversed(word)]
    place = draw(st.integers(0, len(word) - 1))
    wrong = [(name, t != (k == place)) for k, (name, t) in enumerate(turned)]

    def array(letters: list[Letter]) -> Any:
        result = None
        for name, t in letters:
            factor = MATRICES[name].T if t else MATRICES[name]
            result = factor if result is None else result @ factor
        return result

    def at(letters: list[Letter]) -> Any:
        result = np.eye(SIZE, dtype=object)
        for name, t in letters:
            result = result @ (VALUES[name].T if t else VALUES[name])
        return result

    assume((at(wrong) != at(word).T).any())
    said = f"{spelt(word)[2:]}' = "
    return Planted(
        Drawn(
            f"{said}{spelt(turned)[2:]}",
            lambda: prove_equal_arrays(array(word).T, array(turned)),
        ),
        Drawn(
            f"{said}{spelt(wrong)[2:]}",
            lambda: prove_equal_arrays(array(word).T, array(wrong)),
            Truth.FALSE,
            [{"d": SIZE}],
        ),
    )


GENERATORS = (
    a_factor_transposed,
    factors_exchanged,
    an_index_captured,
    a_size_that_runs_out,
    a_sum_over_no_index,
    entries_that_branch,
    a_product_turned_round,
)
