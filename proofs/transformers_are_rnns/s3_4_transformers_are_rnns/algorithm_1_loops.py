"""The loops of Algorithm 1 as they stand, and the gradients that they have to give.

V_i and K_i are vectors, so that each product has the one meaning that is possible.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.arrays import outer, zeros


@dataclass(frozen=True)
class Loop:
    """A loop over the tokens that adds a b^T to its state S, and reads from S what it returns.

    `reads`: whether from the state "after" the token's own term is added, or "before".
    """

    add: Callable[[Any, Any, Any], Any] = lambda S, a, b: S + outer(a, b)
    reads: str = "after"

    @staticmethod
    def start(left, right):
        """Return S = 0, for vectors of the sizes that these arrays have in their rows."""
        return zeros((left.shape[-1], right.shape[-1]), like=left)

    def step(self, S, a, b, read):
        """Return the state after a token, and what is read for this token."""
        added = self.add(S, a, b)
        return added, read(added if self.reads == "after" else S)

    def run(self, left, right, read, *more):
        """List what is read for each token; `read` gets the state and the token's `more`."""
        S, outputs = self.start(left, right), []
        for a, b, *own in zip(left, right, *more, strict=True):
            S, output = self.step(S, a, b, lambda S, own=own: read(S, *own))
            outputs.append(output)
        return outputs


@dataclass(frozen=True)
class Algorithm1:
    """The lines of Algorithm 1: its three loops, what each reads, and which way the last one runs.

    The fields say what is read: `output` from S and q, `by_q` from S and G, and from the last
    loop's state R `by_v` from k and `by_k` from v.
    """

    forward: Loop = Loop()
    first: Loop = Loop()
    second: Loop = Loop()
    output: Callable[[Any, Any], Any] = lambda S, q: q @ S
    by_q: Callable[[Any, Any], Any] = lambda S, G: S @ G
    by_v: Callable[[Any, Any], Any] = lambda R, k: k @ R
    by_k: Callable[[Any, Any], Any] = lambda R, v: R @ v
    last_first: bool = True

    def outputs(self, q, k, v):
        """Return V-bar for all tokens."""
        return np.stack(self.forward.run(k, v, self.output, q))

    def gradients(self, q, k, v, G):
        """Return the gradients by queries, keys and values."""
        turn = slice(None, None, -1 if self.last_first else 1)

        def last(R, k, v):
            return self.by_k(R, v), self.by_v(R, k)

        pairs = self.second.run(q[turn], G[turn], last, k[turn], v[turn])
        by_k, by_v = (np.stack(one)[turn] for one in zip(*pairs, strict=True))
        return np.stack(self.first.run(k, v, self.by_q, G)), by_k, by_v


def defined_outputs(q, k, v):
    """Return sum over j <= i of (q_i . k_j) v_j by the masked matrix of all weights."""
    return (np.tri(len(q), dtype=int) * (q @ k.T)) @ v


def derivative(number):
    """Return the map to the derivative of <G, outputs> by queries (0), keys (1) or values (2).

    The loss is linear in each of the three, so its derivative is its difference in a unit step.
    """

    def by(q, k, v, G):
        inputs = [q, k, v]
        base = (G * defined_outputs(*inputs)).sum()
        slopes = []
        for index in np.ndindex(inputs[number].shape):
            unit = np.zeros(inputs[number].shape, dtype=int)
            unit[index] = 1
            moved = [x + unit if n == number else x for n, x in enumerate(inputs)]
            slopes.append((G * defined_outputs(*moved)).sum() - base)
        return np.stack(slopes).reshape(inputs[number].shape)

    return by
