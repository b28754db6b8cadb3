r"""What is said of how near an LRU In-Out (MLP) layer comes to a gated RNN, for every size.

The network is run in two parts: up to its recurrence as a machine, beside the gated RNN; and what
is read of it by the second perceptron and the readout, which hold no state, at any time. What the
activation is beside a polynomial of degree 3 is free: for the first perceptron it is a part of the
token, for the second any numbers.
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

from constructions.arrays import concatenate, zeros
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.stack import Stack
from constructions.weights.gated_rnn_as_mlp_lru import CORNERS
from proofs.bounds import within
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_bounds import (
    ErrorBound,
    Weights,
)
from theorem_checks import All, AtMost, Conclusion, Implies, World
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.terms import components

__all__ = ["says_mlp_bound"]


class HiddenStates:
    """A network up to its recurrence beside the gated RNN: what is read of one, and both outputs.

    A token has, beside what both read, remainders of the activation in the first perceptron.
    """

    def __init__(self, build: Callable[[Any], Stack], wanted: GatedRNN) -> None:
        self.build, self.wanted = build, wanted

    def initial_state(self) -> Any:
        """Return both first states, no token, and nothing that is read or put out."""
        lam, D = self.wanted.lam, self.wanted.D
        first = self.first(None).initial_state(), self.wanted.initial_state()
        return *first, zeros((), like=D), zeros(lam.shape, like=lam), zeros(D.shape[:1], like=D)

    def first(self, remainders: Any) -> Stack:
        """Return the first perceptron and the recurrence."""
        return Stack(self.build(remainders).cells[:2])

    def output(self, remainders: Any, read: Any) -> Any:
        """Return what the second perceptron and the readout make of what is read.

        **Raises** `ArgumentError` where one of them has a state, of which this would say nothing.
        """
        last = Stack(self.build(remainders).cells[2:])
        if held := list(components(last.initial_state())):
            expected = "a perceptron and a readout after the recurrence, which hold no state"
            raise ArgumentError("networks", f"layers that hold {len(held)} arrays", expected)
        return last.step(last.initial_state(), read)[1]

    def step(self, state: Any, token: Any) -> tuple[Any, Any]:
        """Return both states after a token, what is read of the network, and the right output."""
        one, other, time, _, _ = state
        x, remainders = token
        one, read = self.first(remainders).step(one, x)
        other, output = self.wanted.step(other, x)
        return (one, other, time + 1, read, output), read


def says_mlp_bound(bound: ErrorBound, w: World) -> Conclusion:
    """Say that a network is within the bound of the gated RNN, whatever the remainders are.

    The activation at b + v is f_0 + f_1 v + v^2/2 + f_3 v^3 + L r v^4/24, times c or -c, with any r
    from -1 to 1 for each hidden unit at each token.
    """
    L, c = (w.number(name, positive=True) for name in "Lc")
    weights = Weights(bound, w, L)
    f_0, f_1, f_3, b = (w.number(name) for name in ("f_0", "f_1", "f_3", "b"))
    corners = [
        [w.array(f"{letter}_{corner}", weights.sizes[size], small=True) for corner in CORNERS]
        for letter, size in (("r", "n"), ("q", "p"))
    ]

    def activation(sign: int, remainders: Any, u: Any) -> Any:
        v = u - b
        cubic = v * f_1 + v * v / 2 + v * v * v * f_3 + f_0
        return (cubic + v * v * v * v * concatenate(remainders) * (L / 24)) * (sign * c)

    def said(both: HiddenStates, state: Any) -> Conclusion:
        _, _, time, read, output = state
        made = both.output(corners[1], read)
        return Implies(AtMost(time, weights.T), All(within(made - output, weights.most)))

    def allowed(_state: Any, token: Any) -> Conclusion:
        x, remainders = token
        small = (part for r in remainders for part in within(r, 1))
        return All((weights.allowed(x), *small))

    def build(describe: Any, sign: int, remainders: Any) -> Stack:
        made = describe(partial(activation, sign, remainders))
        return weights.built(w, made, bias=b, curvature=sign * c)

    each = []
    for describe, sign in product(bound.networks, (1, -1)):
        both = HiddenStates(partial(build, describe, sign), weights.wanted)
        machine = w.machine(both, (weights.x, tuple(corners[0])))
        each.append(w.always(machine, partial(said, both), allowed))
    read = (part for q in corners[1] for part in within(q, 1))
    return Implies(All((*weights.under, *read)), All(tuple(each)))
