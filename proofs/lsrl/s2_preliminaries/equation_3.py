r"""Sec. 2, eq. (3): linear RNNs unrolled."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from proofs.lsrl import PAPER
from proofs.lsrl.any_size import proved_for_all_sizes
from theorem_checks import (
    Claim,
    Mutant,
    Source,
    check,
    equal_maps,
)


def recurrence(A, B, b, s, xs):
    """Return s_T of s_t = A s_{t-1} + B x_t + b, from s_0 = s."""
    for x in xs:
        s = A @ s + B @ x + b
    return s


@dataclass(frozen=True)
class Unrolled:
    """The sum of eq. (3) unrolled, taken from the last token back to the first.

    `add(A, B, b, total, power, x)` is the sum with one token more, and the next power of A;
    `end(total, power, s_0)` has the first state, too.
    """

    add: Callable[..., Any]
    end: Callable[..., Any]

    def __call__(self, A, B, b, s, xs):
        """Return A^T s_0 + sum_{i<T} A^i (B x_{T-i} + b)."""
        total, power = np.zeros_like(s) + 0, np.eye(len(s), dtype=int)
        for x in xs[::-1]:
            total, power = self.add(A, B, b, total, power, x)
        return self.end(total, power, s)

    def steps(self, w):
        """Compare the value with a token still in the state, and with it in the sum."""
        A, B, b = w("A", "n n"), w("B", "n m"), w("b", "n")
        s, x, total, power = w("s", "n"), w("x", "m"), w("total", "n"), w("P", "n n")
        added = self.add(A, B, b, total, power, x)
        return {
            "no token": (s, self.end(w.zeros("n"), w.eye("n"), s)),
            "one more": (self.end(total, power, A @ s + B @ x + b), self.end(*added, s)),
        }


def next_term(A, B, b, total, power, x):
    """Add A^i (B x + b)."""
    return total + power @ (B @ x + b), power @ A


def one_off(A, B, b, total, power, x):
    """Give each term a power too many."""
    return total + power @ A @ (B @ x + b), power @ A


def with_first_state(total, power, s):
    """Add A^T s_0."""
    return total + power @ s


def forgetful(total, power, s):
    """Leave out the term of s_0."""
    return total + 0 * (power @ s)


UNROLLED = Unrolled(next_term, with_first_state)

SIZES = [
    {"A": (n, n), "B": (n, m), "b": (n,), "s": (n,), "xs": (T, m)}
    for n, m, T in ((1, 1, 3), (2, 1, 2), (2, 2, 3))
]


@check("exact")
def check_unrolled(convolution):
    """Both are the same polynomials in all weights, states and inputs, at three sizes."""
    return equal_maps(convolution, recurrence, sizes=SIZES)


@check("proof")
def check_every_length(convolution):
    """Each token taken out of the state and into the sum leaves the value: all sizes and lengths.

    So s_T, with no token in the sum, is the sum with all of them, by induction.
    """
    return proved_for_all_sizes(convolution.steps, words=("induction over the tokens",))


convolution = Claim(
    id="lsrl/eq-3-unrolled",
    title="The state of a linear RNN is a convolution of its inputs",
    source=Source(PAPER, "Sec. 2, eq. (3)"),
    statement=r"s_t = A^t s_0 + \sum_{i < t} A^i (B x_{t-i} + b)",
    assumptions=("all sizes, weights, inputs and lengths",),
    subject=UNROLLED,
    checks=(check_every_length, check_unrolled),
    mutants=(
        Mutant("forgetful", replace(UNROLLED, end=forgetful), "without A^t s_0"),
        Mutant("one-off", replace(UNROLLED, add=one_off), "A^{i+1} for A^i"),
    ),
)
