"""The local Jacobians of a self-attentive network along its trajectory, exactly and by JAX.

Proposition 1 writes $ds_{t+k}/dh_t$ by three local Jacobians: P of an output by a state, J of a
state by the output before, Q of an output by the output before. They are computed here of a
rational network by dual numbers, exactly, and so is the derivative of the whole run, with which
claims compare; JAX computes the same of networks with true functions.
"""

from fractions import Fraction

import numpy as np

from constructions.cells.self_attentive_rnn import SelfAttentiveRNN
from constructions.gradient_paths import LocalJacobians
from proofs.sparse_attention.dual_numbers import jacobian as exact_jacobian

__all__ = ["local_jacobians", "rational_network", "total_derivative"]


def rational_network(n, combine):
    """Return a network of n units with rational attention and a cubic phi, its h_1 and inputs."""
    rng = np.random.default_rng(n)

    def draw(*shape):
        return np.array(
            [Fraction(int(k), 3) for k in rng.integers(-3, 4, size=int(np.prod(shape)))],
            dtype=object,
        ).reshape(shape)

    W_a, U_a = draw(n), draw(n)

    def weight(s, h):
        score = W_a @ s + U_a @ h
        return 1 + score * score

    network = SelfAttentiveRNN(
        draw(n, n),
        draw(n, 1),
        draw(n),
        weight,
        lambda u: u * Fraction(1, 2) + u * u * Fraction(1, 4),
        combine,
    )
    return network, draw(n), [draw(1) for _ in range(8)]


def local_jacobians(network, first, inputs, jacobian=exact_jacobian):
    """Return P, J and Q of the network; at t = 1 there is no s_0, and Q_1 is absent."""
    states, outputs = network.run(first, inputs)
    by_state, step, by_output = {}, {}, {}
    for t in range(1, len(states) + 1):
        before, seen = outputs[t - 2] if t > 1 else None, states[:t]

        def moved(i, h, before=before, seen=seen):
            return network.read(before, [*seen[: i - 1], h, *seen[i:]])

        by_state[t] = {
            i: jacobian(lambda h, i=i, moved=moved: moved(i, h), seen[i - 1])
            for i in range(1, t + 1)
        }
        if t > 1:
            by_output[t] = jacobian(lambda s, seen=seen: network.read(s, seen), before)
        if t < len(states):
            x = inputs[t - 1]
            step[t] = jacobian(lambda s, x=x: network.recur(s, x), outputs[t - 1])
    return LocalJacobians(by_state, step, by_output)


def total_derivative(network, first, inputs, t, k, jacobian=exact_jacobian):
    """Return ds_{t+k}/dh_t by differentiating the run of the network from h_t on."""
    states, outputs = network.run(first, inputs)
    before = outputs[t - 2] if t > 1 else None

    def last_output(h):
        seen, s = [*states[: t - 1], h], before
        s = network.read(s, seen)
        for x in inputs[t - 1 : t - 1 + k]:
            seen.append(network.recur(s, x))
            s = network.read(s, seen)
        return s

    return jacobian(last_output, states[t - 1])
