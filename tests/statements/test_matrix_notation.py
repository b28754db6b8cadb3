"""What is printed in the notation of matrices has the values of what it stands for."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import outer
from tests.statements.reading import Reader
from theorem_checks import (
    Index,
    RandomMatrix,
    RandomVector,
    Tensor,
    array_of,
    at_most,
    delta,
    squared_norm,
    symbol_array,
    trace,
)
from theorem_checks.statements.arrays.index_families import family
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.matrix_notation import Factor, contracted
from theorem_checks.statements.worlds.symbolic import Symbolic

AXES = {"d": family("d", 2), "e": family("e", 3)}
SHAPES = {
    "A": "de",
    "B": "de",
    "F": "ed",
    "G": "ee",
    "S": "dd",
    "L": "dd",
    "u": "d",
    "v": "d",
    "w": "e",
}


i, S = Index("i", 2), Tensor("S", 2)


class Read(Reader):
    """Reads what is printed in the notation of matrices, on arrays of numbers."""

    TOKEN = re.compile(
        r"\\(?:big[()]|lVert|rVert\^2|odot|top|,|mathbf\{1\}(?:_\{\\[gl]e\})?|mathrm\{(?:diag|tr|relu)\})"
        r"|\^\{\\top\}|[A-Za-z]|\d+|[-+(){}]"
    )

    def term(self) -> Any:
        value = self.product()
        while self.took(r"\odot"):
            value = value * self.product()
        return value

    def product(self) -> Any:
        factors: list[Any] = [self.factor()]
        while self.peek() not in ("", "+", "-", r"\odot", ")", "}", r"\big)", r"\rVert^2"):
            factors.append(self.factor())
        value: Any = factors.pop()
        while factors:
            left = factors.pop()
            if left is ONES:
                left = factors.pop().sum(axis=1)
            if value is ONES:
                value = left.sum(axis=1)
            elif isinstance(left, Summing):
                value = value.sum()
            elif isinstance(left, Row):
                product = left.values @ value
                value = Row(product) if np.ndim(value) == 2 else product
            elif isinstance(value, Row):
                value = np.outer(left, value.values)
            elif np.ndim(left) == 0 or np.ndim(value) == 0:
                value = left * value
            else:
                value = left @ value
        return value

    def factor(self) -> Any:
        token = self.take()
        value: Any
        if token in (r"\big(", "("):
            value = self.sum()
            self.take(r"\big)", ")")
        elif token == "{":
            value = self.factor()
            self.take("}")
        elif token == r"\lVert":
            value = (self.sum() ** 2).sum()
            self.take(r"\rVert^2")
        elif token in (r"\mathrm{diag}", r"\mathrm{tr}", r"\mathrm{relu}"):
            names: dict[str, Callable[[Any], Any]] = {
                r"\mathrm{diag}": np.diag,
                r"\mathrm{tr}": np.trace,
                r"\mathrm{relu}": lambda x: np.maximum(x, 0),
            }
            value = names[token](self.factor())
        elif token == r"\mathbf{1}":
            value = ONES
        elif token in (r"\mathbf{1}_{\ge}", r"\mathbf{1}_{\le}"):
            value = np.tri(2, dtype=int) if "ge" in token else np.tri(2, dtype=int).T
        else:
            value = int(token) if token.isdigit() else self.values[token]
        if self.peek() == r"^{\top}":
            self.take()
            if value is ONES:
                return Summing()
            return Row(value) if np.ndim(value) == 1 else value.T
        return value


ONES = object()


class Row:
    """The transpose of a column."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values


class Summing:
    """A row of ones."""


LEAVES = {
    name: symbol_array(Tensor(name, len(shape)), *(AXES[letter] for letter in shape))
    for name, shape in SHAPES.items()
}
LEAVES["L"] = array_of({("d", "d"): lambda i, j: at_most(j, i)}, AXES["d"], AXES["d"])


@st.composite
def terms(draw: Any, shape: str, depth: int = 3) -> Callable[[Any], Any]:
    """What makes an array of a shape, of symbolic entries or of numbers by the same operations."""
    names = [name for name, own in SHAPES.items() if own == shape]
    if names and (depth == 0 or draw(st.booleans())):
        name = draw(st.sampled_from(names))
        return lambda of: of[name]
    below, inner = max(depth - 1, 0), draw(st.sampled_from("de"))
    kinds = ["plus", "minus", "entrywise", "chain"] if shape else ["chain"]
    kind = draw(st.sampled_from([*kinds, *(["outer", "turned"] if len(shape) == 2 else [])]))
    if kind == "turned":
        turned = draw(terms(shape[::-1], below))
        return lambda of: turned(of).T
    if kind == "outer":
        row, column = draw(terms(shape[:1], below)), draw(terms(shape[1:], below))
        return lambda of: outer(row(of), column(of))
    if kind == "chain":
        left = draw(terms(shape[:1] + inner, below))
        right = draw(terms(inner + shape[1:], below))
        return lambda of: left(of) @ right(of)
    one, other = draw(terms(shape, below)), draw(terms(shape, below))
    if kind == "plus":
        return lambda of: one(of) + other(of)
    return lambda of: one(of) - other(of) if kind == "minus" else one(of) * other(of)


NUMBERS = {
    name: np.random.default_rng(len(name) + place).integers(
        -3, 4, [2 if a == "d" else 3 for a in shape]
    )
    for place, (name, shape) in enumerate(SHAPES.items())
}
NUMBERS["L"] = np.tri(2, dtype=int)


@pytest.mark.parametrize("shape", ["", "d", "de", "ee"])
def test_what_is_printed_has_the_same_values(shape):
    seen = []

    @given(terms(shape))
    def run(make):
        text = latex_of(make(LEAVES))
        if "sum" in text or "_" in text.replace("_{\\", ""):  # in the notation of indices
            return
        seen.append(text)
        found = Read(text, NUMBERS).whole()
        assert np.array_equal(np.broadcast_to(found, np.shape(make(NUMBERS))), make(NUMBERS)), text

    run()
    assert len(seen) > 20


@st.composite
def networks(draw: Any) -> tuple[list[tuple[str, str]], str]:
    """Factors, each a name with its indices, of which those in `ijk` have size 2, and the bound."""
    factors = []
    for name in draw(st.lists(st.sampled_from("AABFGSuvw"), min_size=1, max_size=5)):
        own = [draw(st.sampled_from("ijk" if axis == "d" else "lm")) for axis in SHAPES[name]]
        factors.append((name, "".join(own)))
    used = sorted(set("".join(indices for _, indices in factors)))
    return factors, "".join(draw(st.permutations(used)))[: draw(st.integers(0, len(used)))]


def test_sums_of_products_with_any_indices_have_the_same_values():
    seen = []

    @settings(max_examples=500)
    @given(networks())
    def run(network):
        factors, bound = network
        found = contracted([Factor(tuple(own), name) for name, own in factors], bound)
        if found is None:  # it is written with indices
            return
        seen.append(found.text)
        kept = "".join(found.indices)
        subscripts = ",".join(own for _, own in factors)
        assert sorted(kept) == sorted(set(subscripts) - {",", *bound}), found.text
        right = np.einsum(f"{subscripts}->{kept}", *(NUMBERS[name] for name, _ in factors))
        value = Read(found.text, NUMBERS).whole()
        assert np.shape(value) == np.shape(right), found.text
        assert np.array_equal(value, right), found.text

    run()
    assert len(seen) > 100


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda of: of["S"] @ of["u"], "S u"),
        (lambda of: (of["L"] * of["S"]) @ of["u"], r"\big(\mathbf{1}_{\ge} \odot S\big) u"),
        (lambda of: of["A"].T @ of["u"], r"{A}^{\top} u"),
        (lambda of: of["u"] @ (of["S"] @ of["v"]), r"{u}^{\top} S v"),
        (lambda of: of["u"] @ of["u"], r"\lVert u \rVert^2"),
        (lambda of: outer(of["u"], of["w"]), r"u {w}^{\top}"),
        (lambda of: (of["S"] @ of["u"]) * of["v"], r"S u \odot v"),
        (lambda of: of["A"] @ (of["A"].T @ of["u"] - of["w"]), r"A \big({A}^{\top} u - w\big)"),
        (lambda of: of["G"] @ of["F"] @ of["S"] @ of["F"].T, r"G F S {F}^{\top}"),
        (lambda of: of["S"] - of["S"] @ (of["S"] @ of["S"]) @ of["S"], "S - S S S S"),
    ],
)
def test_it_reads_as_one_would_write_it(make, text):
    assert latex_of(make(LEAVES)) == text


def test_a_number_that_is_a_sum_is_kept_together():
    c = Symbolic().number("c", nonzero=True)
    factor = r"\big(-1 + \frac{1}{c}\big)"
    assert latex_of((1 / c - 1) * (LEAVES["S"] @ LEAVES["u"])) == rf"{factor}\, S u"


def test_means_are_printed_so_as_well():
    X, x = RandomMatrix("X", 2, 3), RandomVector("x", 3)
    assert latex_of(squared_norm(X @ x)) == r"\Big[{x}^{\top} {X}^{\top} X x\Big]"
    assert r"\lVert X \rVert^2" in latex_of(trace(X.T @ X))


def test_what_has_no_such_notation_is_printed_with_indices():
    pairs = family("pair", 2, 2, increasing=True)
    kept = array_of({("pair",): lambda i, j: LEAVES["S"][i, j]}, pairs)
    assert "{S}_{" in latex_of(kept)


class Pair:
    """A machine whose token has two parts."""

    def __init__(self, start):
        self._start = start

    def initial_state(self):
        return self._start

    def step(self, h, token):
        first, second = token
        return h + first, h + second


def test_parts_of_a_token_are_printed_at_time_t_and_not_as_the_output():
    w = Symbolic()
    d = w.size("d")
    start, first, second = (w.array(name, d) for name in ("s", "x_1", "y"))
    printed = w.machine(Pair(start), (first, second)).primed.latex
    assert printed.endswith(
        r"{h'}_0 = s,\; {h'}_t = {h'}_{t-1} + x_{1,t},\; y'_t = {h'}_{t-1} + \mathrm{y}_t"
    )


def test_a_trace_is_written_with_as_few_transposes_as_there_are():
    found = contracted([Factor((i, j), "X") for i, j in ("ij", "kj", "km", "im")], "ijkm")
    assert found is not None
    assert found.text == r"\mathrm{tr}(X {X}^{\top} X {X}^{\top})"
    A, B = Factor(("i", "j"), "A"), Factor(("j", "i"), "B")
    assert contracted([A, B], "ij") == Factor((), r"\mathrm{tr}(A B)")


def test_matrices_that_share_an_index_with_a_vector_have_no_norm_of_their_own():
    A, r = Factor(("k", "i"), "A"), Factor(("i",), "r")
    found = contracted([r, r, A, A], "ki")
    assert found is not None
    assert found.text == r"\mathbf{1}^{\top} \big(A \odot A\big) \big(r \odot r\big)"


def test_the_diagonal_of_a_matrix_is_not_written_as_the_matrix():
    assert contracted([Factor(("i", "i"), "S"), Factor(("i",), "u")], "") is None
    assert latex_of(delta(i, i) * S[i, i]) == "{S}_{ii}"
