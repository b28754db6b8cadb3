"""Sums over indices against loops over them, and arrays against NumPy's."""

import itertools
from functools import reduce
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.index_sums import (
    INDICES,
    MATRICES,
    Letter,
    d,
    regrouped,
    spelt,
    trace_of,
    words,
)
from tests.soundness.statements import Drawn, Instance
from theorem_checks import (
    Index,
    Sum,
    Tensor,
    at_most,
    delta,
    prove_equal_arrays,
    prove_index_identity,
)

Factor = tuple[str, str, str]  # an entry, a delta or an order, of two indices
Product = tuple[int, list[Factor], str]  # with a number, and the indices that are summed
TENSORS = {name: Tensor(name, 1 if name == "v" else 2) for name in "VWv"}
ORDERS = {"V": 2, "W": 2, "v": 1, "delta": 2, "at_most": 2}

places: SearchStrategy[str] = st.sampled_from("ijk")
NAMES: tuple[str, ...] = ("V", "V", "W", "v", "delta", "at_most")
SCALES: tuple[int, ...] = (1, 1, 2, -1)
SUMMED: tuple[str, ...] = ("k", "jk", "ijk", "ijk", "j")
factors = st.tuples(st.sampled_from(NAMES), places, places)
products: SearchStrategy[Product] = st.tuples(
    st.sampled_from(SCALES),
    st.lists(factors, min_size=1, max_size=3),
    st.sampled_from(SUMMED),
)


def symbolic(product: Product) -> Any:
    scale, parts, summed = product
    entries: list[Any] = []
    for name, a, b in parts:
        one, two = INDICES[a], INDICES[b]
        made = {"delta": delta, "at_most": at_most}.get(name)
        if made:
            entries.append(made(one, two))
        else:
            tensor = TENSORS[name]
            entries.append(tensor[one] if ORDERS[name] == 1 else tensor[one, two])
    result = reduce(lambda a, b: a * b, entries, scale)
    return Sum(result, *(INDICES[name] for name in summed))


def free_of(products_: list[Product]) -> set[str]:
    """The indices that a sum of products leaves free."""
    return {
        i
        for _, parts, summed in products_
        for name, a, b in parts
        for i in ((a,) if ORDERS[name] == 1 else (a, b))
        if i not in summed
    }


def summed_up(product: Product, size: int, at: Instance) -> int:
    """The value by loops over all that is summed, with the tensors of the instance."""
    scale, parts, summed = product
    total = 0
    for values in itertools.product(range(size), repeat=len(summed)):
        index = {**at, **dict(zip(summed, values, strict=True))}
        term = scale
        for name, a, b in parts:
            one, two = index[a], index.get(b, 0)
            if name == "delta":
                term *= one == two
            elif name == "at_most":
                term *= one <= two
            else:
                term *= index[name][one] if ORDERS[name] == 1 else index[name][one][two]
        total += term
    return total


def instances(free: set[str]) -> list[Instance]:
    rng = np.random.default_rng(1)
    made = []
    for size in (1, 2, 3):
        tensors = {n: rng.integers(-9, 10, (size,) * ORDERS[n]).tolist() for n in ("V", "W", "v")}
        for values in itertools.product(range(size), repeat=len(free)):
            made.append({"d": size, **tensors, **dict(zip(sorted(free), values, strict=True))})
    return made


def shuffled(product: Product, draw: DrawFn) -> Product:
    """The product with its indices renamed, or an entry turned round: the same, or not."""
    scale, parts, summed = product
    names = dict(zip("ijk", draw(st.permutations("ijk")), strict=True))
    kept = draw(st.booleans())
    moved = [
        (name, *((names[b], names[a]) if draw(st.integers(0, 4)) == 0 else (names[a], names[b])))
        for name, a, b in (draw(st.permutations(parts)))
    ]
    return scale, moved, "".join(names[s] for s in summed) if kept else summed


@as_they_come("prove_index_identity")
def sums_with_their_indices_shuffled(draw: DrawFn) -> Drawn:
    left = draw(st.lists(products, min_size=1, max_size=2))
    right = [shuffled(p, draw) for p in draw(st.permutations(left))]
    free = free_of(left) | free_of(right)

    def holds_at(at: Instance) -> bool:
        known = {"V": None, "W": None, "v": None, **at}
        size = known["d"]
        for name in ("V", "W", "v"):
            known[name] = (
                np.zeros((size,) * ORDERS[name], int) if known[name] is None else known[name]
            )
        known |= {i: known.get(i, 0) for i in free}
        one, two = (sum(summed_up(p, size, known) for p in side) for side in (left, right))
        return one == two

    def ask() -> Any:
        sides = [reduce(lambda a, b: a + b, map(symbolic, side)) for side in (left, right)]
        return prove_index_identity(*sides)

    return Drawn(f"{left} = {right}", ask, None, instances(free), holds_at)


@true_by_construction("prove_index_identity")
def traces_regrouped(draw: DrawFn) -> Drawn:
    word = draw(words)
    same = regrouped(draw, regrouped(draw, word))
    return Drawn(
        f"{spelt(word)} = {spelt(same)}",
        lambda: prove_index_identity(trace_of(word, "ijklm"), trace_of(same, "pqrst")),
    )


@true_by_construction("prove_index_identity")
def products_of_sums_expanded(draw: DrawFn) -> Drawn:
    coefficients = [draw(st.integers(-3, 3)) for _ in range(4)]
    a, b, c, e = coefficients
    i, j, k, l = (INDICES[name] for name in "ijkl")  # noqa: E741
    V, W = TENSORS["V"], TENSORS["W"]
    left = (a * V[i, j] + b * delta(i, j)) * (c * W[j, k] + e * V[k, j])
    right = (
        a * c * V[i, j] * W[j, k]
        + Sum(a * e * V[i, l] * V[k, l] * delta(l, j), l)
        + b * c * delta(j, i) * W[i, k]
        + e * b * V[k, j] * delta(i, j)
    )
    return Drawn(
        f"(aV + b)(cW + eV') expanded, {coefficients}",
        lambda: prove_index_identity(Sum(left, j), Sum(right, j)),
    )


SIZES = (1, 2, 3)
SQUARES = {
    (name, size): np.array(np.random.default_rng([size, ord(name)]).integers(-9, 10, (size, size)))
    for name in "ABCE"
    for size in SIZES
}
short = st.lists(st.tuples(st.sampled_from("AB"), st.booleans()), min_size=1, max_size=3)


def array_of_word(word: list[Letter], split: int = 0) -> Any:
    parts = [MATRICES[n].T if t else MATRICES[n] for n, t in word]
    if 0 < split < len(parts):
        one, two = parts[:split], parts[split:]
        return reduce(lambda a, b: a @ b, one) @ reduce(lambda a, b: a @ b, two)
    return reduce(lambda a, b: a @ b, parts)


@as_they_come("prove_equal_arrays")
def products_of_few_matrices(draw: DrawFn) -> Drawn:
    left = draw(short)
    right = list(draw(st.permutations(left))) if draw(st.booleans()) else draw(short)
    turned = draw(st.booleans())

    def numbers(word: list[Letter], at: Instance) -> Any:
        known = {name: np.array(at[name], dtype=object) for name in "AB" if name in at}
        return reduce(lambda a, b: a @ b, [known[n].T if t else known[n] for n, t in word])

    def holds_at(at: Instance) -> bool:
        known = {**{name: np.zeros((at["d"], at["d"]), int) for name in "AB"}, **at}
        one = numbers(left, known)
        return bool(((one.T if turned else one) == numbers(right, known)).all())

    def ask() -> Any:
        one = array_of_word(left)
        return prove_equal_arrays(one.T if turned else one, array_of_word(right))

    small = [{"d": size, "A": SQUARES["A", size], "B": SQUARES["B", size]} for size in SIZES]
    return Drawn(f"{left}, transposed {turned}, = {right}", ask, None, small, holds_at)


@true_by_construction("prove_equal_arrays")
def brackets_moved_and_transposed_twice(draw: DrawFn) -> Drawn:
    word = draw(words.filter(lambda w: len(w) < 5))
    one, two = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    back = [(name, not t) for name, t in reversed(word)]
    return Drawn(
        f"{spelt(word)[2:]} bracketed at {one} and {two}",
        lambda: prove_equal_arrays(array_of_word(word, one).T, array_of_word(back, two).T.T),
    )


@true_by_construction("prove_index_identity")
def counts_of_ordered_pairs(draw: DrawFn) -> Drawn:
    a, b, c = (draw(st.integers(-4, 4)) for _ in "abc")
    k = draw(st.integers(0, 5))
    i, j = Index("i", d + k), Index("j", d + k)
    count = Sum(a * at_most(i, j) + b * delta(i, j) + c, i, j)
    m = d + k
    formula = sp.expand(a * m * (m + 1) / 2 + b * m + c * m**2)
    return Drawn(
        f"sum of {a} [i <= j] + {b} [i = j] + {c} over d + {k}",
        lambda: prove_index_identity(count, formula),
    )


COMPARISONS = (
    sums_with_their_indices_shuffled,
    traces_regrouped,
    products_of_sums_expanded,
    counts_of_ordered_pairs,
    products_of_few_matrices,
    brackets_moved_and_transposed_twice,
)
