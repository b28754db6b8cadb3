r"""Section 5.1, Figures 2 and 4: whether the learning rate has to go to 0 for the kernel regime.

With one lag the network computes L x, L = n^{-1/2} C F, and its tangent kernel is made of
A = F^T F / n and B = C C^T / n. A step of gradient descent moves the three by what is known of the
three alone: what leaves the kernel regime has the factor 1/n, at every learning rate.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import ones
from constructions.cells.linear_rnn import LinearRNN
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Equal,
    Mutant,
    Source,
    World,
    instances_of,
    proof_of,
)


@dataclass(frozen=True)
class Leaving:
    """By what the terms are multiplied that a step in the kernel regime does not have.

    By eta and s = n^{-1/2}. **Fields**: `kernel`, at L^T G + G^T L in A, and L G^T + G L^T in B;
    `second`, at what is quadratic in the gradient G of the loss by L.
    """

    kernel: Callable = lambda eta, s: eta * s**2
    second: Callable = lambda eta, s: eta**2 * s**2


def says_step(leaving: Leaving, w: World) -> Conclusion:
    """L, A and B after a step, from L, A and B before it: L' = L - eta (G A + B G) but for 1/n.

    For any gradient G of the loss by L, and so whatever data and targets are. L x is what the cell
    puts out at its first token. That G F^T and C^T G, times s, are the gradients by C and F: a
    change P, Q of these changes <G, L> by <s G F^T, P> + <s C^T G, Q>, and what is quadratic in it.
    """
    n, n_x, n_y = (w.size(name) for name in ("n", "n_x", "n_y"))
    eta, s = w.number("eta", positive=True), w.number("s", positive=True)
    W, F, C = w.array("W", n, n), w.array("F", n, n_x), w.array("C", n_y, n)
    G, x, P, Q = (
        w.array("G", n_y, n_x),
        w.array("x", n_x),
        w.array("P", n_y, n),
        w.array("Q", n, n_x),
    )

    def inner(one: Any, other: Any) -> Any:
        rows, columns = (ones((size,), like=one) for size in one.shape)
        return rows @ ((one * other) @ columns)

    def three(F: Any, C: Any) -> tuple[Any, Any, Any]:
        return s * (C @ F), s**2 * (F.T @ F), s**2 * (C @ C.T)

    cell = LinearRNN(W, F, C, s)  # pyright: ignore[reportArgumentType]
    _, output = cell.step(cell.initial_state(), x)
    L, A, B = three(F, C)
    by_C, by_F = s * (G @ F.T), s * (C.T @ G)
    after = three(F - eta * by_F, C - eta * by_C)
    kernel, second = w.call(leaving.kernel, eta, s), w.call(leaving.second, eta, s)
    return All(
        (
            Equal(output, L @ x),
            Equal(
                inner(G, three(F + Q, C + P)[0]) - inner(G, L),
                inner(by_C, P) + inner(by_F, Q) + inner(G, s * (P @ Q)),
            ),
            Equal(after[0], L - eta * (G @ A + B @ G) + second * (G @ L.T @ G)),
            Equal(after[1], A - kernel * (L.T @ G + G.T @ L) + second * (G.T @ B @ G)),
            Equal(after[2], B - kernel * (L @ G.T + G @ L.T) + second * (G @ A @ G.T)),
        )
    )


RIGHT = Leaving()

kernel_regime = Claim(
    id="linear-rnn/new-kernel-regime",
    title="With one lag a step of gradient descent leaves the kernel regime by terms in 1/n, at"
    " every learning rate",
    source=Source(PAPER, "Sec. 5.1, Figures 2 and 4, made precise"),
    statement=r"L' = L - \eta\,(G A + B G) + \tfrac{\eta^2}{n} G L^\top G,\quad"
    r" A' = A - \tfrac{\eta}{n}(L^\top G + G^\top L) + \tfrac{\eta^2}{n} G^\top B G,\quad"
    r" B' = B - \tfrac{\eta}{n}(L G^\top + G L^\top) + \tfrac{\eta^2}{n} G A G^\top",
    assumptions=(
        r"$T = 1$; $L = n^{-1/2} C F$, $A = F^\top F / n$, $B = C C^\top / n$, $G = \partial_L$ of"
        r" the loss; any factor $s = n^{-1/2}$",
    ),
    subject=RIGHT,
    says=says_step,
    checks=(proof_of(says_step), instances_of(says_step)),
    mutants=(
        Mutant("root", Leaving(lambda eta, s: eta * s), "the kernel moves by n^{-1/2}"),
        Mutant("constant", Leaving(second=lambda eta, s: eta**2), "second order at every width"),
        Mutant("linear", Leaving(second=lambda eta, s: 0 * eta), "nothing of second order"),
    ),
    late=(
        Mutant(
            "wide",
            Leaving(second=lambda eta, s: RIGHT.second(eta, s) if 1000 * s > 1 else eta**2),
            "second order from a million units on",
        ),
    ),
    new=True,
    notes="In print the learning rate has to go to 0 for the kernel regime. With one lag it does"
    " not: at any rate the terms vanish with the width; and at a finite width a small rate does not"
    " make A and B the multiples of the identity that they are in the limit.",
)
