"""Sec. 2, eq. (3): linear RNNs unrolled.

Each step multiplies what is there by A and adds $B x_t + b$; so a token that came i steps ago
stands there with $A^i$, and the first state with $A^t$. The rule `unrolling` concludes it of the
library's layer, which puts out its state, for sequences of all lengths and from any first state.
"""

from typing import Any

from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Computes,
    Mutant,
    Source,
    instances_of,
    proof_of,
    unrolling,
)


class States:
    """The states of the library's layer of eq. (3)."""

    def __init__(self, A: Any, B: Any, b: Any, s_0: Any, eye: Any) -> None:
        phi = ReLUNetwork((eye,), (b,))
        self._layer = RecurrentLayer(A, B, b, s_0, phi)

    def initial_state(self) -> Any:
        """Return s_0."""
        return self._layer.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the new state twice."""
        new, _ = self._layer.step(state, x)
        return new, new


class Powers:
    """The powers of A for the sum: A^i at the age i, and A^(t - s) for two times."""

    def __init__(self, w: Any, A: Any, T: Any) -> None:
        self.apart = w.matrix_powers("power", A, T)
        self.of_age = w.by_age(self.apart)


def says_unrolled(unrolled, w):
    """The states of the layer, from any s_0, are what the sum gives, on all sequences."""
    n, m, T = w.size("n"), w.size("m"), w.size("T")
    A, B, b, s_0 = w.array("A", n, n), w.array("B", n, m), w.array("b", n), w.array("s_0", n)
    x, xs = w.array("x", m), w.array("xs", T, m)
    eye = w.identity(n)
    machine = w.machine(States(A, B, b, s_0, eye), x)
    inputs, powers = xs @ B.T, Powers(w, A, T)

    def entry(at, t, i):
        return unrolled(at, powers, (A, b, s_0, inputs), (n, T), (t, i))

    return Computes(machine, xs, w.entries(entry, T, n))


def convolution(at, powers, weights, sizes, place):
    """Return entry i of A^t s_0 + sum_{s <= t} A^(t - s) (B x_s + b), with t tokens read."""
    (A, b, s_0, inputs), (n, T), (t, i) = weights, sizes, place
    before = at.sum(lambda j, k: A[i, j] * powers.of_age[t, j, k] * s_0[k], n, n)
    return before + at.sum(lambda s, j: powers.apart[t, s, i, j] * (inputs[s, j] + b[j]), T, n)


def forgetful(at, powers, weights, sizes, place):
    """Leave out the term of s_0."""
    A, b, s_0, inputs = weights
    return convolution(at, powers, (A, b, 0 * s_0, inputs), sizes, place)


def one_off(at, powers, weights, sizes, place):
    """Give s_0 a power too few."""
    (_, b, s_0, inputs), (n, T), (t, i) = weights, sizes, place
    before = at.sum(lambda k: powers.of_age[t, i, k] * s_0[k], n)
    return before + at.sum(lambda s, j: powers.apart[t, s, i, j] * (inputs[s, j] + b[j]), T, n)


def unbiased(at, powers, weights, sizes, place):
    """Leave out b."""
    A, b, s_0, inputs = weights
    return convolution(at, powers, (A, 0 * b, s_0, inputs), sizes, place)


def late(at, powers, weights, sizes, place):
    """Leave out s_0 where there are 90 units and more."""
    used = convolution if sizes[0] < 90 else forgetful
    return used(at, powers, weights, sizes, place)


convolution_of_inputs = Claim(
    id="lsrl/eq-3-unrolled",
    title="The state of a linear RNN is a convolution of its inputs",
    source=Source(PAPER, "Sec. 2, eq. (3)"),
    statement=r"s_t = A^t s_0 + \sum_{i < t} A^i (B x_{t-i} + b)",
    assumptions=("all sizes, weights, inputs and lengths",),
    subject=convolution,
    says=says_unrolled,
    checks=(proof_of(says_unrolled, unrolling), instances_of(says_unrolled)),
    late=(Mutant("wide", late, "without A^t s_0 from 90 units on"),),
    mutants=(
        Mutant("forgetful", forgetful, "without A^t s_0"),
        Mutant("one-off", one_off, "A^{t-1} s_0"),
        Mutant("unbiased", unbiased, "without b"),
    ),
)
