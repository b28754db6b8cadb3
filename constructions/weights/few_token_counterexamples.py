r"""Gated RNNs that agree with linear self-attention on few tokens, and not on more.

All have $\lambda \in \{0, 1\}$, and keys and values, as well as queries, can be decoded linearly
from their hidden units. They show how many tokens a test of functional equality has to look at.
"""

from typing import Any

import numpy as np

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN

__all__ = ["one_token_counterexample", "regression_counterexample", "two_token_counterexample"]


def one_token_counterexample() -> GatedRNN:
    r"""Return a network that is attention with $V = K = Q = I_2$ on one token only.

    With $S = \sum_s x_s x_s^\top$ and $q = x_t$ the outputs are those of attention, $S q$, plus
    $S_{11} q_2 - S_{12} q_1$ and $\det S$, which vanish if $S = x_t x_t^\top$.
    """
    S11, S12, S22, q1, q2 = np.eye(5, dtype=int)
    return _network(
        lam=[1, 1, 1, 0, 0],
        gate=_squares() + _queries(),
        products=[(S11, q1 + q2), (S12, q2 - q1), (S12, q1), (S22, q2), (S11, S22), (S12, S12)],
        D=[[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, -1]],
    )


def two_token_counterexample() -> GatedRNN:
    r"""Return a network that is attention with $V = K = Q = I_2$ on one and two tokens only.

    To the second output it adds $\det S_{t-1}$, where $S_{t-1}$ is what is remembered without the
    current token: a matrix of rank 1 up to the second token.
    """
    S11, S12, S22, N11, N12, N22, q1, q2 = np.eye(8, dtype=int)
    past = S11 - N11, S12 - N12, S22 - N22
    attention = [(S11, q1), (S12, q2), (S12, q1), (S22, q2)]
    return _network(
        lam=[1, 1, 1, 0, 0, 0, 0, 0],
        gate=_squares() + _squares() + _queries(),
        products=[*attention, (past[0], past[2]), (past[1], past[1])],
        D=[[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, -1]],
    )


def regression_counterexample(eta: Any) -> GatedRNN:
    r"""Return a network that predicts $\eta (\sum_t y_t) x^2$ from tokens $(x_t, y_t)$.

    On one token that is $\eta\, y x^2$, as for one gradient step, $\eta \sum_t y_t x_t x$. The
    first output is 0, as there.
    """
    total, square = np.eye(2, dtype=int)
    x, y, one = np.eye(3, dtype=int)
    return _network(
        lam=[1, 0],
        gate=[(y, one), (x, x)],
        products=[(total, square)],
        D=[[0], [eta]],
    )


def _squares() -> list[tuple[Any, Any]]:
    x1, x2, _ = np.eye(3, dtype=int)
    return [(x1, x1), (x1, x2), (x2, x2)]


def _queries() -> list[tuple[Any, Any]]:
    x1, x2, one = np.eye(3, dtype=int)
    return [(x1, one), (x2, one)]


def _network(lam: Any, gate: list, products: list, D: Any) -> GatedRNN:
    """Return the network whose gates multiply these pairs of rows."""
    (W_m, W_x), (U_m, U_x) = (zip(*pairs, strict=True) for pairs in (gate, products))
    arrays = (EXACT.array(np.array(rows)) for rows in (lam, W_m, W_x, U_m, U_x))
    return GatedRNN(*arrays, D=EXACT.array(D), append_one=True)
