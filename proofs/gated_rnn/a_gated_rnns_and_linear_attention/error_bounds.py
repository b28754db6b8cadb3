r"""How far layers with their true functions are from a gated RNN, as a statement for all sizes.

Both read the same tokens, of which $|W^{in}_m x_t|, |W^{in}_x x_t| \le M$. Products that layers
make of numbers up to N are off by $\kappa N^4 \epsilon^2$; so hidden states are off by
$E \epsilon^2$ after T tokens, and what the output gate multiplies is off by as much times a.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from constructions.arrays import zeros
from constructions.cells.cell import Cell
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gated_pairs import GATED_RNN
from constructions.weights.layers import NetworkDescription
from theorem_checks import All, AtMost, Conclusion, Implies, World

__all__ = ["GATES_AND_ROWS", "Compared", "ErrorBound", "says_bound", "within"]

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


def within(value: Any, most: Any) -> tuple[AtMost, AtMost]:
    """Return that a number is between -most and most, or each entry of an array."""
    return AtMost(-most, value), AtMost(value, most)


def says_bound(
    bound: ErrorBound,
    w: World,
    *of: Any,
    further: Mapping[str, Any] | None = None,
    made: tuple[Any, ...] = (),
) -> Conclusion:
    """Say of each network that it is within the bound of the gated RNN at the first T tokens.

    **Arguments**: `of`, what kappa depends on beside T; `further` parameters of the networks;
    `made`, what they are made of.
    """
    sizes = {letter: w.size(letter) for letter in "mnpo"}
    T = w.size("T")
    eps, M, a, delta = (w.number(name, positive=True) for name in ("eps", "M", "a", "delta"))
    shapes = {name: letters.split() for name, letters in GATED_RNN.items() if letters}
    weights = {
        name: w.array(name, *map(sizes.get, letters), small=name == "lam")
        for name, letters in shapes.items()
    }
    x, target = w.array("x", sizes["m"]), GatedRNN(**weights)
    most = w.call(lambda *v: bound.at(v[0], *v[5:], **_named(v)), eps, M, T, a, delta, *of)
    read = w.call(lambda *v: bound.read(v[0], *v[4:], M=v[1], T=v[2], a=v[3]), eps, M, T, a, *of)
    rows = (("W_out_m", a), ("W_out_x", a), ("D", delta))
    under = (
        AtMost(eps, 1),
        *within(weights["lam"], 1),
        *(AtMost(abs(weights[name]).sum(axis=1), sum_of) for name, sum_of in rows),
        *(AtMost(w.call(bound.small, eps, T, N), 1) for N in (M, read)),
    )

    def said(state: Any) -> Conclusion:
        *_, time, difference = state
        return Implies(AtMost(time, T), All(within(difference, most)))

    def allowed(_state: Any, token: Any) -> Conclusion:
        gates = (weights[name] @ token for name in ("W_in_m", "W_in_x"))
        return All(tuple(part for gate in gates for part in within(gate, M)))

    each = []
    for describe in bound.networks:
        description = describe(*made)
        known = {**weights, "eps": eps, "leak": eps * eps, **(further or {})}
        given = description.given(sizes, {n: known[n] for n in description.parameters})
        network = description.built(lambda array, g=given: w.described(array, sizes, g), "real")
        machine = w.machine(Compared(network, target), x)
        each.append(w.always(machine, said, allowed))
    return Implies(All(under), All(tuple(each)))


def _named(values: tuple[Any, ...]) -> dict[str, Any]:
    """Return the numbers after eps by their names."""
    return dict(zip(("M", "T", "a", "delta"), values[1:5], strict=True))
