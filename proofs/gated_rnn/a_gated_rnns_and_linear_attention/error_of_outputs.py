r"""How far outputs are off, where hidden states and the products of the output gate are.

With $|k - h| \le \eta$ and $|h| \le H$ the output gate multiplies numbers that are off by
$a \eta$, of which those of the network are $N = a (H + \eta)$ at most.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from proofs.bounds import (
    Lemma,
    Steps,
    numbers,
    product_of,
    within,
    within_row,
)
from theorem_checks import All, Implies, specialise, symbol_array

__all__ = ["OfOutputs", "outputs_off"]


@cache
def _crossed() -> Lemma:
    """Return how far q is from u v where it is near m n, and m is near u, and n near v."""
    u, v, m, n, q, off, N, H, made = numbers("u v m n q off N H made")
    near = (*within(m - u, off), *within(n - v, off))
    sizes = (*within(v, H), *within(m, N), *within(q - m * n, made))
    products = product_of(m, n - v, N, off), product_of(v, m - u, H, off)
    steps = Steps()
    bounded = [steps.use(*product) for product in products]
    wanted = All(within(q - u * v, made + off * (N + H)))
    steps.arithmetic(wanted, *bounded, *within(q - m * n, made))
    said = Implies(All((*near, *sizes)), wanted)
    return Lemma(said, steps.conclude(said))


@dataclass(frozen=True)
class OfOutputs:
    """How far outputs are off, for all hidden states k and h and products q, free arrays.

    `off` bounds k - h, `H` bounds h, and `made` how far q is from what the network multiplies.
    """

    lemma: Lemma
    k: Any
    h: Any
    q: Any

    def at(self, off: Any, H: Any, made: Any) -> Lemma:
        """Return it for numbers that are known to be positive."""
        values = dict(zip(_NUMBERS, (off, H, made), strict=True))
        found = specialise(self.lemma.said, self.lemma.evidence, values)
        return Lemma(self.lemma.said.substituted(values), found)  # pyright: ignore


_NUMBERS = sp.symbols("off H made", positive=True)


def outputs_off(weights: Mapping[str, Any], a: Any, delta: Any) -> OfOutputs:
    """Return how far outputs are off, for the weights of a gated RNN of any size."""
    off, H, made = _NUMBERS
    W_m, W_x, D = (weights[name] for name in ("W_out_m", "W_out_x", "D"))
    k, h = (symbol_array(name, *W_m.axes[1:]) for name in ("k.read", "h.right"))
    q = symbol_array("q.made", *W_m.axes[:1])
    N = a * (H + off)
    rows = [within_row(W, most) for W, most in ((W_m, a), (W_x, a), (D, delta))]
    states = (*within(k - h, off), *within(h, H))
    products = within(q - (W_m @ k) * (W_x @ k), made)
    steps = Steps()
    read = steps.arithmetic(All(within(k, H + off)), *states)
    known = []
    for W, row in zip((W_m, W_x), rows, strict=False):
        known += [
            steps.weighted(W, k - h, a, off, row, *states),
            steps.weighted(W, h, a, H, row, *states),
            steps.weighted(W, k, a, H + off, row, read),
        ]
    u, v, m, n, p, apart, most, right, error = numbers("u v m n q off N H made")
    values = {u: W_m @ h, v: W_x @ h, m: W_m @ k, n: W_x @ k, p: q}
    values |= {apart: a * off, most: N, right: a * H, error: made}
    crossed = steps.lemma(_crossed(), values, *known, *products)
    each = made + a * off * (N + a * H)
    apart_each = q - (W_m @ h) * (W_x @ h)
    summed = steps.weighted(D, apart_each, delta, each, rows[2], crossed)
    wanted = All(within(D @ q - D @ ((W_m @ h) * (W_x @ h)), delta * each))
    steps.arithmetic(wanted, summed)
    said = Implies(All((*rows, *states, *products)), wanted)
    return OfOutputs(Lemma(said, steps.conclude(said)), k, h, q)
