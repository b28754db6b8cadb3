"""The setting of Appendix C.2, twice: as random matrices of symbolic size, and entry by entry.

Both know the losses of one gradient step; they share no code.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy as sp

from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    d,
    d_y,
    k,
    n,
    s,
    s_W,
    three_points,
)
from theorem_checks import (
    IID,
    Counterexample,
    Evidence,
    MatrixExpression,
    RandomMatrix,
    RandomVector,
    Statistic,
    World,
    expectation,
    identity,
    to_fraction,
)
from theorem_checks.statements.exact import to_expression

__all__ = ["RANDOM", "RandomData", "Sizes", "agrees_with_enumeration", "enumerated_loss"]


@dataclass(frozen=True)
class RandomData:
    """The random matrices of the setting, with entries of any law of variance s, kurtosis k."""

    n: Any
    d: Any
    d_y: Any
    s: Any
    s_W: Any
    k: Any

    @classmethod
    def of(cls, w: World) -> "RandomData":
        """Take sizes, variances and the kurtosis of the inputs from a world."""
        n, d, d_y = w.size("n"), w.size("d_x"), w.size("d_y")
        s, s_W = (w.number(name, positive=True) for name in ("s", "s_W"))
        return cls(n, d, d_y, s, s_W, w.number("k", least=1))

    @property
    def X(self) -> MatrixExpression:
        """The inputs."""
        return RandomMatrix("X", self.d, self.n, law=self._inputs)

    @property
    def W(self) -> MatrixExpression:
        """The task."""
        return RandomMatrix("W", self.d_y, self.d, law=IID(variance=self.s_W))

    @property
    def x(self) -> MatrixExpression:
        """The query."""
        return RandomVector("x", self.d, law=self._inputs)

    @property
    def _inputs(self) -> IID:
        return IID(variance=self.s, kurtosis=self.k)

    @property
    def G(self) -> MatrixExpression:
        """The matrix X X^T."""
        return self.X @ self.X.T

    @property
    def one(self) -> MatrixExpression:
        """The identity matrix of size d_x."""
        return identity(self.d)


RANDOM = RandomData(n, d, d_y, s, s_W, k)


@dataclass(frozen=True)
class Sizes:
    """The sizes of a small instance."""

    n: int
    d_x: int
    d_y: int


SMALL = (Sizes(1, 1, 1), Sizes(2, 1, 1), Sizes(1, 2, 1), Sizes(1, 1, 2), Sizes(1, 2, 2))
KURTOSIS, BOUND, WEIGHT = Fraction(3, 2), 3, 2
VARIANCE = BOUND**2 / KURTOSIS
RATES = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(-1))


def enumerated_loss(sizes: Sizes, eta: Fraction) -> Fraction:
    r"""Return (1/2) E |y - W_1 x|^2, where W_1 is one gradient step from 0 with rate eta.

    All matrices of a discrete law are gone through: inputs are uniform on -3, 0 and 3, and the
    entries of W on -2 and 2. The gradient is taken by differences, which are exact for a parabola.
    """
    constant, linear, square = _parabola(sizes)
    return (constant + 2 * eta * linear + eta**2 * square) / 2


@cache
def _parabola(sizes: Sizes) -> tuple[Fraction, Fraction, Fraction]:
    """Return E |y|^2, E <y, z> and E |z|^2, where W_1 x = -eta z."""
    total = [Fraction(0)] * 3
    for weight, X, W, x in _instances(sizes):
        y, z = W @ x, _twice_the_gradient_at_zero(W @ X, X) @ x
        squares = int(y @ y), Fraction(int(y @ z), 2), Fraction(int(z @ z), 4)
        total = [so_far + weight * one for so_far, one in zip(total, squares, strict=True)]
    constant, linear, square = total
    return constant, linear, square


def _instances(sizes: Sizes) -> Iterator[tuple[Fraction, np.ndarray, np.ndarray, np.ndarray]]:
    law = list(three_points(KURTOSIS, BOUND).items())
    count = sizes.d_x * sizes.n
    tasks = list(product((WEIGHT, -WEIGHT), repeat=sizes.d_x * sizes.d_y))
    for drawn in product(law, repeat=count + sizes.d_x):
        values = np.array([int(value) for value, _ in drawn])
        weight = prod((p for _, p in drawn), start=Fraction(1, len(tasks)))
        for task in tasks:
            W = np.array(task).reshape(sizes.d_y, sizes.d_x)
            yield weight, values[:count].reshape(sizes.d_x, sizes.n), W, values[count:]


def _twice_the_gradient_at_zero(Y: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Return twice the gradient of B -> (1/2) |Y - B X|^2 at 0, in integers."""

    def twice_the_loss(B: np.ndarray) -> int:
        gaps = Y - B @ X
        return np.sum(gaps * gaps)

    gradient = np.zeros((len(Y), len(X)), dtype=int)
    for place in np.ndindex(gradient.shape):
        unit = np.zeros_like(gradient)
        unit[place] = 1
        gradient[place] = (twice_the_loss(unit) - twice_the_loss(-unit)) // 2
    return gradient


def agrees_with_enumeration(line: Statistic, truth: Any, eta: sp.Symbol) -> Evidence:
    """Compare the expectation of a printed line with what enumeration finds at small sizes.

    **Arguments**: the `line`; `truth(sizes, eta)`; the symbol of the rate in the line.
    """
    formula = expectation(line)
    for sizes, rate in product(SMALL, RATES):
        at = {n: sizes.n, d: sizes.d_x, d_y: sizes.d_y}
        at |= {s: VARIANCE, k: KURTOSIS, s_W: WEIGHT**2, eta: rate}
        exact = [(symbol, to_expression(value)) for symbol, value in at.items()]
        claimed, found = to_fraction(formula.subs(exact)), truth(sizes, rate)
        if claimed != found:
            values = {str(symbol): Fraction(value) for symbol, value in at.items()}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    shown = ", ".join(f"({z.n}, {z.d_x}, {z.d_y})" for z in SMALL)
    return Evidence.holds(f"(n, d_x, d_y) in {shown}; a discrete law; four rates")
