r"""What pairs of LSTM units keep: the steps to the bound of errors of two LSTM layers.

The differences of cells and of outputs in layer 1 hold the hidden state, those in layer 2 the
products of the output gate (`lstm_error_lemmas` says so of one pair, and how far they are off).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from constructions.arrays import sigmoid, tanh
from proofs.bounds import Lemma, Steps, within
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import Read, Setting
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.lstm_error_lemmas import (
    hidden_pair,
    named,
    product_pair,
)
from theorem_checks import All, AtMost, Conclusion, Implies, prove, symbol_array

__all__ = ["PairsOfLSTMs"]


class Pairs(NamedTuple):
    """The units of a layer: cells a, b and outputs g, h of those with plus and with minus."""

    a: Any
    b: Any
    g: Any
    h: Any

    @classmethod
    def of(cls, state: Any) -> "Pairs":
        """Return the units of a layer's state."""
        return cls(*(array.part(sign) for array in state for sign in ("plus", "minus")))

    @property
    def C(self) -> Any:
        """The difference of the cells."""
        return self.a - self.b

    @property
    def Q(self) -> Any:
        """The difference of the outputs."""
        return self.g - self.h

    def kept(self, d: Any, A: Any) -> tuple[Conclusion, ...]:
        """Return how large cells are, and that outputs differ by half as much, nearly."""
        cells = *within(self.a, 2 * d), *within(self.b, 2 * d)
        return *cells, *within(2 * self.Q - self.C, 4 * A * d**2)


class PairsOfLSTMs:
    """Two layers of pairs: of the first ones the differences are hidden states, then products."""

    def kept(self, of: Setting, state: Any) -> tuple[Conclusion, ...]:
        """Return what units of each layer keep as long as it is early."""
        (first, second, _), h, time, _ = state
        units, made = Pairs.of(first), Pairs.of(second)
        eps, M, T = of["eps"], of["M"], of["T"]
        d, N = eps * M, eps * size_of_read(of)
        off = h * 0 + time * (12 * T * d**4)
        states = *within(units.C - h * (eps**2 / 2), off), *within(h, h * 0 + time * M**2)
        hidden = *units.kept(d, T * d**2), *states
        products = *made.kept(N, T * N**2), *within(made.C, T * N**2)
        return tuple(Implies(of.early(time), All(said)) for said in (hidden, products))

    def step(
        self,
        of: Setting,
        steps: Steps,
        known: Sequence[Conclusion],
        after: Sequence[Conclusion],
        in_time: AtMost,
    ) -> Read:
        """Add what one token does to hidden states, and what is then made of them."""
        eps, M, T = of["eps"], of["M"], of["T"]
        (net, h, time, _), (made, right, _, _) = of.machine.state, of.machine.after
        units, now = Pairs.of(net[0]), Pairs.of(made[0])
        counted, hidden, products, *allowed = known
        one = steps.use(AtMost(1, T), prove(AtMost(1, T)))
        given = (of.arrays["lam"], *of.gates, units.a, units.b, units.Q, h, time, T, M)
        values = named("lam m t a b Q h tau T M", *given)
        so_far = counted, hidden, *allowed, in_time, one, *of.decays, of.small[0]
        moved: Any = steps.lemma(hidden_pair(eps), values, *so_far)
        steps.arithmetic(after[0], moved)
        off, H, k = error_of_states(of), T * M**2, now.Q * (4 / eps**2)
        near = steps.arithmetic(All((*within(k - right, off), *within(right, H))), moved)
        size = steps.arithmetic(All(within(k, H + off)), near)
        lemma, free, q = products_at_states(of, Pairs.of(net[1]))
        found: Any = steps.of_arrays(
            lemma, ((free, k),), *of.rows, size, products, one, of.small[1]
        )
        steps.arithmetic(after[1], found)
        return Read(k, q(k), off, H, error_of_products(of), (near, *found.parts[-2:]))


def error_of_states(of: Setting) -> Any:
    """Return how far hidden states are off."""
    return 32 * of["T"] ** 2 * of["M"] ** 4 * of["eps"] ** 2


def size_of_read(of: Setting) -> Any:
    """Return N, which bounds what the output gate multiplies."""
    return of["a"] * (of["T"] * of["M"] ** 2 + error_of_states(of))


def error_of_products(of: Setting) -> Any:
    """Return how far a product of numbers up to N is off."""
    return 32 * of["T"] * size_of_read(of) ** 4 * of["eps"] ** 2


def products_at_states(of: Setting, units: Pairs) -> tuple[Lemma, Any, Any]:
    """Return what layer 2 makes of all hidden states k up to a size, and keeps.

    With the lemma the free array k, and what is read of the layer, as a function of k.
    """
    eps, a, T = of["eps"], of["a"], of["T"]
    W_m, W_x = (of.arrays[name] for name in ("W_out_m", "W_out_x"))
    k, size = symbol_array("k.read", *W_m.axes[1:]), of["T"] * of["M"] ** 2 + error_of_states(of)
    N = a * size
    rows, small = of.rows[:2], within(k, size)
    scale = AtMost(1, T), of.small[1]
    kept = *units.kept(eps * N, T * (eps * N) ** 2), *within(units.C, T * (eps * N) ** 2)
    steps = Steps()
    read = [
        steps.weighted(W, k, a, size, row, *small) for W, row in zip((W_m, W_x), rows, strict=True)
    ]
    given = W_m @ k, W_x @ k, units.a, units.b, units.Q, T, N
    found = steps.lemma(product_pair(eps), named("m t a b Q T M", *given), *read, *scale, *kept)

    def pair(k: Any) -> Pairs:
        u, w = (W_m @ k) * eps, (W_x @ k) * eps
        more = units.a / 2 + sigmoid(u) * tanh(w - units.Q)
        less = units.b / 2 + sigmoid(-u) * tanh(w + units.Q)
        return Pairs(more, less, tanh(more) / 2, tanh(less) / 2)

    def made(k: Any) -> Any:
        return pair(k).Q * (4 / eps**2)

    new = pair(k)
    later = *new.kept(eps * N, T * (eps * N) ** 2), *within(new.C, T * (eps * N) ** 2)
    error = within(made(k) - (W_m @ k) * (W_x @ k), error_of_products(of))
    wanted = All((*later, *error))
    steps.arithmetic(wanted, found)
    said = Implies(All((*rows, *small, *scale, *kept)), wanted)
    return Lemma(said, steps.conclude(said)), k, made
