r"""Kernels of any length: the powers of A, and what a block with such a kernel puts out.

The kernel of the block of a state is $W_M[j] = A^j [B, b]$ for j < T, with rows of zeros below it.
On sequences of T tokens its convolution is $\sum_{s \le t} A^{t-s} (B x_s + b)$, and that is the
state of the recurrence from 0.
"""

from collections.abc import Callable
from typing import Any

from constructions.arrays import concatenate
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl.any_size import Stated, World
from theorem_checks import (
    Computes,
    Evidence,
    Index,
    SameFirstOutputs,
    Sum,
    Tensor,
    by_common_outputs,
    family,
    ones,
    outer,
    symbol_array,
    unrolling,
    unrolling_delays,
)
from theorem_checks import World as WorldOfStatement
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray

__all__ = [
    "Age",
    "age",
    "beside",
    "by_sums",
    "kernel_of",
    "linear_state",
    "one_each",
    "state_from_zero",
    "up_to",
]

Age = Callable[[Any, Any, Any, tuple[Any, Any, Any]], Any]
"""From T, a helper, the powers of A by age, and j, i, k: entry i, k of what stands for A^j."""


def age(_T: Any, _at: Any, powers: Any, place: tuple[Any, Any, Any]) -> Any:
    """Return the entry of A^j."""
    return powers[place]


def up_to(at: Any, j: Any, count: int) -> Any:
    """Return 1 where the place j in a kernel is one of the first, so many of them, and 0 else."""
    return at.sum(lambda zero, k: at.delta(zero, 0) * at.lag(j, zero, k), 1, count)


def kernel_of(
    w: WorldOfStatement, s: Stated, matrix: Any, below: str, *, own: Age = age, prefix: str = ""
) -> Any:
    """Return the kernel A^j M for j < T, where M is a `matrix` of n rows, with zeros below it.

    **Arguments**: `below`, the letters of the rows of zeros; `own`, what stands for A^j; `prefix`,
    with which the names of A, and of its powers, begin.
    """
    A = s(f"{prefix}A", "n n")
    T, n = s.sizes("T n")
    powers = w.by_age(w.matrix_powers(f"{prefix}power", A, T))
    ages = w.entries(lambda at, *place: own(T, at, powers, place), T, n, n)
    return s.matrices_times(ages, matrix, below)


def linear_state(w: World, A: Any, B: Any, b: Any, s_0: Any) -> RecurrentLayer:
    """Return the layer with a linear state that puts it out."""
    passed = ReLUNetwork((w.eye("n"),), (w.zeros("n"),))
    return RecurrentLayer(A, B, b, s_0, passed)


def state_from_zero(w: WorldOfStatement, s: Stated, power: Age) -> tuple[Any, RecurrentLayer]:
    """Return the kernel of a linear state, from 0, of tokens beside 1, and the layer with it."""
    A, B, b = s("A", "n n"), s("B", "n m"), s("b", "n")
    matrix = s.read("B, b", "n", "m 1", B=B, b=s.column(b))
    kernel = kernel_of(w, s, matrix, "m m", own=power)
    return kernel, linear_state(s, A, B, b, s.zeros("n"))


Tell = Callable[[Any, Any], Any]
"""What is put out of the states and of the tokens, both with a row for each time."""


def by_sums(first: SameFirstOutputs, tell: Tell, *, prefix: str = "") -> Evidence:
    """Prove it as both machines compute the same of sums of powers.

    **Arguments**: that a block, and a layer whose state is linear, put out the same first outputs;
    what is told of the states; the `prefix` of the names of A, B and b.
    """
    A, B, b = (first.array(f"{prefix}{name}") for name in "ABb")
    time = family("time", first.tokens)
    xs = symbol_array("sequence", time, *first.one.token.axes)
    inputs = xs @ B.T + outer(ones((xs.axes[0],)), b)
    power = Tensor("power", 4, power_of=next(iter(A.blocks.values())).tensor.name, matrix=True)
    (t,), (i,) = time.indices(0), A.axes[0][0].indices(1)
    s, k = Index("s", first.tokens), Index("k", i.range)
    added = inputs.blocks[0, 0].renamed([(t, s), (i, k)])
    states = SymbolicArray(inputs.axes, {(0, 0): Sum(power[t, s, i, k] * added, s, k)})
    outputs = tell(states, xs)
    one = unrolling_delays(Computes(first.one, xs, outputs))
    other = unrolling(Computes(first.other, xs, outputs))
    return by_common_outputs(first, xs, outputs, one, other)


def beside(*parts: Any) -> Any:
    """Return arrays side by side, which have a row for each time."""
    return concatenate([part.T for part in parts]).T


def one_each(xs: SymbolicArray) -> SymbolicArray:
    """Return a single 1 for each row of an array."""
    return ones((xs.axes[0], (family("one"),)))
