"""The printed products, taken literally: with tokens as rows, and with tokens as columns.

The text writes x_i W_K, so that x_i and x_i W_K are rows; then phi(x_i W_K) (x_i W_V)^T of eq. (18)
is a row times a column. Algorithm 1 mixes the two conventions: the updates of S, S^T phi(K_i) and
S V_i are for columns, phi(Q_i) S and G_i S^T are for rows. Here every vector is a matrix of one row
or of one column, and a product of matrices is what it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.algorithm_1_loops import (
    Algorithm1,
    defined_outputs,
)
from theorem_checks import Claim, Control, Counterexample, Evidence, Source, Verdict, check


class UndefinedError(ArithmeticError):
    """A product or a sum of matrices whose shapes do not fit."""


def times(a, b):
    """Return the product of two matrices. **Raises** `UndefinedError`."""
    if a.shape[1] != b.shape[0]:
        raise UndefinedError(f"a {_size(a)} matrix times a {_size(b)} matrix")
    return a @ b


def plus(a, b):
    """Return the sum of two matrices; 0 goes with any. **Raises** `UndefinedError`."""
    if not isinstance(a, int) and a.shape != b.shape:
        raise UndefinedError(f"a {_size(a)} matrix plus a {_size(b)} matrix")
    return a + b


def _size(a):
    return f"{a.shape[0]} x {a.shape[1]}"


Product = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Printed:
    """The products of eqs (18) and (20) or of Algorithm 1, and how vectors are read.

    `vectors` are "rows" or "columns". `kv` updates S from k and v, `output` reads from q and S;
    `by_q` reads from G and S; `qG` updates the backward S, from which `by_v` and `by_k` read.
    """

    vectors: str
    kv: Product = lambda k, v: times(k, v.T)
    output: Product = times
    by_q: Product = lambda G, S: times(G, S.T)
    qG: Product = lambda q, G: times(q, G.T)
    by_v: Product = lambda S, k: times(S.T, k)
    by_k: Product = times

    def read(self, vector):
        """Return a vector as a matrix of one row or of one column."""
        return vector.reshape((1, -1) if self.vectors == "rows" else (-1, 1))

    def forward(self, q, k, v):
        """Return the outputs, token by token."""
        S, outputs = 0, []
        for q_i, k_i, v_i in zip(*self._tokens(q, k, v), strict=True):
            S = plus(S, self.kv(k_i, v_i))
            outputs.append(self.output(q_i, S))
        return outputs

    def backward(self, q, k, v, G):
        """Return the gradients by queries, keys and values, token by token."""
        q, k, v, G = self._tokens(q, k, v, G)
        S, by_q = 0, []
        for k_i, v_i, G_i in zip(k, v, G, strict=True):
            S = plus(S, self.kv(k_i, v_i))
            by_q.append(self.by_q(G_i, S))
        S, by_k, by_v = 0, [], []
        for q_i, k_i, v_i, G_i in reversed(list(zip(q, k, v, G, strict=True))):
            S = plus(S, self.qG(q_i, G_i))
            by_v.append(self.by_v(S, k_i))
            by_k.append(self.by_k(S, v_i))
        return by_q, by_k[::-1], by_v[::-1]

    def _tokens(self, *arrays):
        return [[self.read(vector) for vector in array] for array in arrays]


def _inputs(N, C, M):
    """Return arrays of distinct small integers."""
    shapes = {"q": (N, C), "k": (N, C), "v": (N, M), "G": (N, M)}
    numbers = iter(range(1, 1000))
    return {
        name: np.array([[next(numbers) for _ in range(w)] for _ in range(n)])
        for name, (n, w) in shapes.items()
    }


SIZES = sorted(np.ndindex(2, 3, 3), key=lambda size: (sum(size), size))


def _compare(found, wanted, vectors):
    """Say how results, one matrix for each token, differ from vectors; None if they do not."""
    for i, (one, other) in enumerate(zip(found, wanted, strict=True)):
        shape = (1, len(other)) if vectors == "rows" else (len(other), 1)
        if one.shape != shape or (one.ravel() != other).any():
            return f"token {i + 1}: {one.tolist()}", str(other.reshape(shape).tolist())
    return None


def _first_failure(printed, results, sizes):
    """Run printed lines from the smallest sizes on, until one is undefined or wrong.

    `results(printed, inputs)` yields for each line its name, a function that computes it, and what
    is wanted.
    """
    for N, C, M in sizes:
        inputs = _inputs(N, C, M)
        at = {"N": N, "C": C, "M": M, "vectors": printed.vectors}
        for line, compute, wanted in results(printed, inputs):
            try:
                difference = _compare(compute(), wanted, printed.vectors)
            except UndefinedError as error:
                return Evidence.refuted(Counterexample(at, line, f"undefined: {error}"))
            if difference:
                found, claimed = difference
                shown = {name: array.tolist() for name, array in inputs.items()}
                return Evidence.refuted(Counterexample(at | shown, f"{line} {claimed}", found))
    return Evidence.holds(f"(N, C, M) in {', '.join(map(str, sizes))}")


ALL_SIZES = [(N + 1, C + 1, M + 1) for N, C, M in SIZES]
SQUARE_SIZES = [size for size in ALL_SIZES if size[1] == size[2]]


def memory(printed, inputs):
    """Yield the memory s_N of eq. (18), row by row."""
    k, v = inputs["k"], inputs["v"]

    def compute():
        terms = [
            printed.kv(printed.read(k_i), printed.read(v_i)) for k_i, v_i in zip(k, v, strict=True)
        ]
        return [printed.read(row) for row in reduce(plus, terms)]

    yield "s_N", compute, list(k.T @ v)


def outputs(printed, inputs):
    """Yield the outputs."""
    q, k, v = (inputs[name] for name in "qkv")
    yield "outputs", lambda: printed.forward(q, k, v), list(defined_outputs(q, k, v))


def everything(printed, inputs):
    """Yield the outputs and the gradients of Algorithm 1."""
    yield from outputs(printed, inputs)
    wanted = Algorithm1().gradients(**inputs)
    for number, name in enumerate(("gradient by q", "gradient by k", "gradient by v")):
        yield name, lambda n=number: printed.backward(**inputs)[n], list(wanted[number])


@check("exact")
def check_memory(printed):
    """The memory of eq. (18) at sizes up to (2, 3, 3)."""
    return _first_failure(printed, memory, ALL_SIZES)


@check("exact")
def check_memory_where_it_is_defined(printed):
    """The same with C = M, where a row times a column of another size does not come up."""
    return _first_failure(printed, memory, SQUARE_SIZES)


@check("exact")
def check_outputs(printed):
    """The numerators of eq. (20) at sizes up to (2, 3, 3)."""
    return _first_failure(printed, outputs, ALL_SIZES)


@check("exact")
def check_algorithm(printed):
    """All that Algorithm 1 returns, at sizes up to (2, 3, 3)."""
    return _first_failure(printed, everything, ALL_SIZES)


@check("exact")
def check_algorithm_beyond_one(printed):
    """The same, from C, M >= 2 on: a factor of one row or column fits where it should not."""
    return _first_failure(printed, everything, sorted(ALL_SIZES, key=lambda size: 1 in size[1:]))


@check("exact")
def check_algorithm_where_it_is_defined(printed):
    """The same with C = M."""
    return _first_failure(printed, everything, SQUARE_SIZES)


ROWS = Printed("rows")
EQ_20_ROWS = Printed("rows", kv=lambda k, v: times(k.T, v), output=lambda q, S: times(q.T, S))
REPAIRED_ROWS = Printed(
    "rows",
    kv=lambda k, v: times(k.T, v),
    qG=lambda q, G: times(q.T, G),
    by_v=lambda S, k: times(k, S),
    by_k=lambda S, v: times(v, S.T),
)
REPAIRED_COLUMNS = Printed(
    "columns", output=lambda q, S: times(S.T, q), by_q=lambda G, S: times(S, G)
)

eq_18 = Claim(
    id="trf-rnn/eq-18",
    title="Eq. (18) as printed, with the rows x_i W_K and x_i W_V, sums key-value products",
    source=Source(PAPER, "eq. (18)"),
    statement=r"s_i = s_{i-1} + \phi(x_i W_K)(x_i W_V)^\top \implies"
    r" s_i = \sum_{j \le i} \phi(k_j) v_j^\top",
    assumptions=(r"$x_i$ is a row, as $x_i W_K$ says, and $\phi$ maps rows to rows",),
    subject=ROWS,
    checks=(check_memory, check_memory_where_it_is_defined),
    controls=(
        Control("columns", Printed("columns"), "k v^T of two columns"),
        Control("rows-mended", REPAIRED_ROWS, "k^T v of two rows"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/new-eq-18-columns",
    notes="A row of C numbers times a column of M is not defined unless C = M, and then it is a"
    " single number.",
)

eq_20_rows = Claim(
    id="trf-rnn/new-eq-20-rows",
    title="Eq. (20) as printed, with the row x_i W_Q, reads the numerators of attention",
    source=Source(PAPER, "eq. (20), with the rows of the text"),
    statement=r"\phi(x_i W_Q)^\top s_i = \sum_{j \le i} \phi(q_i)^\top \phi(k_j)\, v_j",
    assumptions=(r"$x_i$ and $\phi(x_i W_Q)$ are rows; $s_i$ is the $C \times M$ matrix of (18)",),
    subject=EQ_20_ROWS,
    checks=(check_outputs,),
    controls=(
        Control("rows-mended", REPAIRED_ROWS, "phi(x_i W_Q) s_i"),
        Control("columns", REPAIRED_COLUMNS, "phi read as a column"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/eq-20",
    notes="The transpose of a row of C numbers, times a C x M matrix, is defined for C = 1 alone.",
)

as_columns = Claim(
    id="trf-rnn/new-alg1-as-columns",
    title="Algorithm 1 as printed, vectors being columns, gives attention and its gradients",
    source=Source(PAPER, "Algorithm 1"),
    statement=r"\bar V_i \leftarrow \phi(Q_i) S,\quad \nabla_{\phi(Q_i)} L \leftarrow G_i S^\top",
    assumptions=(r"$\phi(Q_i), \phi(K_i), V_i, G_i$ are columns, as $\phi(K_i) V_i^\top$ says",),
    subject=Printed("columns"),
    checks=(check_algorithm_beyond_one,),
    controls=(Control("columns-mended", REPAIRED_COLUMNS, "S^T phi(Q_i) and S G_i"),),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/alg1-order",
    notes="phi(Q_i) S is defined for C = 1 alone, G_i S^T for M = 1 alone. With S^T phi(Q_i) and"
    " S G_i in their places the algorithm is exact.",
)

as_rows = Claim(
    id="trf-rnn/new-alg1-as-rows",
    title="Algorithm 1 as printed, vectors being rows, gives attention and its gradients",
    source=Source(PAPER, "Algorithm 1"),
    statement=r"S \leftarrow S + \phi(K_i) V_i^\top,\quad S \leftarrow S + \phi(Q_i) G_i^\top,\quad"
    r"\nabla_{V_i} L \leftarrow S^\top \phi(K_i),\quad \nabla_{\phi(K_i)} L \leftarrow S V_i",
    assumptions=(r"$\phi(Q_i), \phi(K_i), V_i, G_i$ are rows, as $\phi(Q_i) S$ says",),
    subject=ROWS,
    checks=(check_algorithm, check_algorithm_where_it_is_defined),
    controls=(
        Control("rows-mended", REPAIRED_ROWS, "phi(K_i)^T V_i, phi(Q_i)^T G_i, K_i S, V_i S^T"),
    ),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/alg1-order",
    notes="phi(K_i) V_i^T is a number where it is defined, at C = M; the outputs are then multiples"
    " of the query.",
)
