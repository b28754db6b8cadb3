r"""GRU and LSTM layers with their gates wide open or shut: plain recurrent networks.

With $z = r = 1$ a GRU is $h' = \phi(U x + V h + b)$ for $\phi = \tanh$; with $f = 0$ and
$g = o = 1$ an LSTM is that for $\phi = \tanh \circ \tanh$. The gates have biases of size
$1/\epsilon$, so that they miss these values by $e^{-1/\epsilon}$.

Such units multiply: for $\phi(z) = z + c_3 z^3 + c_5 z^5 + \dots$ the sums over all signs

$$\sum s_1 s_2\, \phi(\epsilon(s_1 u_1 + s_2 u_2 + u_3)) \approx 24 c_3\, \epsilon^3 u_1 u_2 u_3,
\quad \sum s_1 s_2 s_3 s_4\, \phi(\epsilon(s_1 u_1 + \dots + s_4 u_4 + u_5))
\approx 1920 c_5\, \epsilon^5 u_1 u_2 u_3 u_4 u_5$$

have relative errors $O(\epsilon^2)$.
"""

from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any, Literal

from constructions.indexed import Entry, Family
from constructions.weights.layers import Entries, Layer, gru_layer, lstm_layer

__all__ = ["PLAIN_GRU", "PLAIN_LSTM", "PlainLayer", "corners", "sign_of", "times"]


@dataclass(frozen=True)
class PlainLayer:
    r"""A kind of layer with its gates open or shut.

    **Fields**: `cell`; `cubic` and `quintic`, the constants $24 c_3$ and $1920 c_5$ of the module.
    """

    cell: Literal["GRU", "LSTM"]
    cubic: int
    quintic: int

    def layer(
        self,
        units: tuple[Family, ...],
        inputs: tuple[Family, ...],
        U: Entries,
        V: Entries,
        b: Entries,
    ) -> Layer:
        r"""Describe the layer $h' = \phi(U x + V h + b)$."""
        names = [(part.name,) for part in units]
        opened = {name: lambda w, *_: 1 / w.eps for name in names}
        shut = {name: lambda w, *_: -1 / w.eps for name in names}
        if self.cell == "GRU":
            return gru_layer(units, inputs, b_r=opened, b_z=opened, U_h=U, V_h=V, b_h=b)
        return lstm_layer(units, inputs, b_f=shut, b_g=opened, b_o=opened, U_c=U, V_c=V, b_c=b)


PLAIN_GRU = PlainLayer("GRU", cubic=-8, quintic=256)
"""tanh z = z - z^3/3 + 2 z^5/15 - ..."""

PLAIN_LSTM = PlainLayer("LSTM", cubic=-16, quintic=1152)
"""tanh(tanh z) = z - 2 z^3/3 + 3 z^5/5 - ..."""


def corners(like: Family, count: int) -> dict[tuple[int, ...], Family]:
    """Return a copy of a family for each choice of `count` signs: 'name+-' for (1, -1)."""
    signs = list(product((1, -1), repeat=count))
    return {
        s: replace(like, name=like.name + "".join("+" if k > 0 else "-" for k in s)) for s in signs
    }


def sign_of(signs: tuple[int, ...]) -> int:
    """Return the product of the signs."""
    return prod(signs)


def times(entry: Entry, *factors: Any) -> Entry:
    """Return an entry function multiplied by numbers, or by functions of the parameters."""

    def scaled(w: Any, *indices: Any) -> Any:
        value = entry(w, *indices)
        for factor in factors:
            value = value * (factor(w) if callable(factor) else factor)
        return value

    return scaled
