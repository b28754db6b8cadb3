r"""How far layers with their true functions are from a gated RNN, as a statement for all sizes.

Both read the same tokens, of which $|W^{in}_m x_t|, |W^{in}_x x_t| \le M$. Products that layers
make of numbers up to N are off by $\kappa N^4 \epsilon^2$; so hidden states are off by
$E \epsilon^2$ after T tokens, and what the output gate multiplies is off by as much times a.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import zeros
from constructions.cells.cell import Cell
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.stack import Stack
from constructions.weights.gated_pairs import GATED_RNN
from constructions.weights.layers import NetworkDescription
from proofs.bounds import within, within_row
from theorem_checks import All, AtMost, Conclusion, Implies, World

__all__ = ["GATES_AND_ROWS", "Compared", "ErrorBound", "Weights", "says_bound"]

GATES_AND_ROWS = (
    r"$|W^{in}_m x_t|, |W^{in}_x x_t| \le M$ entry by entry; $a$ and $\delta$ bound the sums of"
    r" absolute values in the rows of $W^{out}_m$, $W^{out}_x$ and of $D$"
)
"""What the numbers in a bound are, in words."""


def _adds_up(kappa: Any, M: Any, T: Any) -> Any:
    """Return the sum of the errors of T products, over eps^2."""
    return T * kappa * M**4


def _two_factors(a: Any, E: Any, N: Any, H: Any) -> Any:
    """Return how far u v is off, over eps^2, where u and v are off by a E eps^2."""
    return a * E * (N + a * H)


@dataclass(frozen=True)
class ErrorBound:
    """A bound of |y' - y| for tokens up to T, in the numbers that the claim names.

    **Fields**: `networks`, which make the networks; `kappa(T, ...)` times N^4 eps^2 bounds the
    error of a product of numbers up to N; `hidden(kappa, M, T)` is E, the error of hidden states
    over eps^2; `crossed(a, E, N, H)` is the error of u v over eps^2 where u and v are off by
    a E eps^2; `small(eps, T, N)` has to be at most 1, for N = M and for the N of the output gate;
    `power` of eps.
    """

    networks: tuple[Callable[..., NetworkDescription], ...]
    kappa: Callable[..., Any]
    hidden: Callable[..., Any] = _adds_up
    crossed: Callable[..., Any] = _two_factors
    small: Callable[..., Any] = lambda eps, T, N: eps
    power: int = 2

    def at(self, eps: Any, *of: Any, M: Any, T: Any, a: Any, delta: Any) -> Any:
        """Return the bound; `of` is what kappa depends on beside T."""
        kappa, H = self.kappa(T, *of), T * M**2
        E = self.hidden(kappa, M, T)
        N = a * (H + E * eps**2)
        return delta * (kappa * N**4 + self.crossed(a, E, N, H)) * eps**self.power

    def read(self, eps: Any, *of: Any, M: Any, T: Any, a: Any) -> Any:
        """Return N, which bounds what the output gate multiplies."""
        return a * (T * M**2 + self.hidden(self.kappa(T, *of), M, T) * eps**2)


class Compared:
    """A network beside the cell that it is to be: both states, how many tokens, the difference."""

    def __init__(self, network: Cell, target: GatedRNN) -> None:
        self.network, self.target = network, target

    def initial_state(self) -> Any:
        """Return both first states, no token, and no difference."""
        D = self.target.D
        states = self.network.initial_state(), self.target.initial_state()
        return *states, zeros((), like=D), zeros((D.shape[0],), like=D)

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return both states after a token, and the difference of the outputs at it."""
        one, other, time, _ = state
        one, output = self.network.step(one, x)
        other, wanted = self.target.step(other, x)
        return (one, other, time + 1, output - wanted), output


class Weights:
    """A gated RNN of any size, and the numbers of a bound of errors, with what is known of them.

    **Fields**: `sizes` and `arrays` by name, the gated RNN that is `wanted`, a token `x` for it;
    the number `T` of tokens; `most`, the bound of errors; `under`, the hypotheses.
    """

    def __init__(self, bound: ErrorBound, w: World, *of: Any) -> None:
        self.sizes = {letter: w.size(letter) for letter in "mnpo"}
        self.T = w.size("T")
        self.eps, self.M, a, delta = (
            w.number(name, positive=True) for name in ("eps", "M", "a", "delta")
        )
        shapes = {name: letters.split() for name, letters in GATED_RNN.items() if letters}
        self.arrays = {
            name: w.array(name, *map(self.sizes.get, letters), small=name == "lam")
            for name, letters in shapes.items()
        }
        self.x, self.wanted = w.array("x", self.sizes["m"]), GatedRNN(**self.arrays)
        numbers = self.eps, self.M, self.T, a
        self.most = w.call(lambda *v: bound.at(v[0], *v[5:], **_named(v)), *numbers, delta, *of)
        read = w.call(lambda *v: bound.read(v[0], *v[4:], M=v[1], T=v[2], a=v[3]), *numbers, *of)
        rows = (("W_out_m", a), ("W_out_x", a), ("D", delta))
        self.under = (
            AtMost(self.eps, 1),
            *within(self.arrays["lam"], 1),
            *(within_row(self.arrays[name], sum_of) for name, sum_of in rows),
            *(AtMost(w.call(bound.small, self.eps, self.T, N), 1) for N in (self.M, read)),
        )

    def built(self, w: World, description: NetworkDescription, **further: Any) -> Stack:
        """Return a network with these weights, and with what else its entries depend on."""
        known = {**self.arrays, "eps": self.eps, "leak": self.eps * self.eps, **further}
        values = {name: known[name] for name in description.parameters}
        given = description.given(self.sizes, values)
        return description.built(lambda array: w.described(array, self.sizes, given), "real")

    def allowed(self, x: Any) -> Conclusion:
        """Return that what the input gate multiplies is at most M."""
        gates = (self.arrays[name] @ x for name in ("W_in_m", "W_in_x"))
        return All(tuple(part for gate in gates for part in within(gate, self.M)))


def says_bound(bound: ErrorBound, w: World) -> Conclusion:
    """Say of each network that it is within the bound of the gated RNN at the first T tokens."""
    weights = Weights(bound, w)

    def said(state: Any) -> Conclusion:
        *_, time, difference = state
        return Implies(AtMost(time, weights.T), All(within(difference, weights.most)))

    each = []
    for describe in bound.networks:
        both = Compared(weights.built(w, describe()), weights.wanted)
        machine = w.machine(both, weights.x)
        each.append(w.always(machine, said, lambda _state, token: weights.allowed(token)))
    return Implies(All(weights.under), All(tuple(each)))


def _named(values: tuple[Any, ...]) -> dict[str, Any]:
    """Return the numbers after eps by their names."""
    return dict(zip(("M", "T", "a", "delta"), values[1:5], strict=True))
