r"""Layers of Gated RNNs with networks of any depth as GRUs or LSTMs, one cell after the other.

Each cell is proved by itself, from whatever the cells before it put out, so that induction over the
maps gives all depths, and induction over the layers all stacks:

    [s; relu(x); relu(-x); 1]   the state, from a readout R of the layer before
    [phi so far; gamma so far]  a map each, k - 1 times
    [v+; v-; u+; u-]            the last maps, v of phi and u of gamma, with both halves
    products, read as v u
"""

from dataclasses import dataclass

from constructions.arrays import relu
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl.gated_cells import SIGNED, Kind
from proofs.lsrl.gated_layers import Layer
from proofs.lsrl.gated_parts import StateFromAny
from proofs.lsrl.statements import all_proved
from theorem_checks import Evidence

__all__ = ["AnyDepth"]

SCOPE = "all numbers of layers, depths k, sizes, weights, first states and inputs, all lengths"
INDUCTION = tuple(f"induction over the {what}" for what in ("tokens", "maps", "layers"))


@dataclass(frozen=True)
class AnyDepth:
    """The cells of a layer, by the texts of their weights.

    `gamma` reads the input and its negative from the halves; `read` reads the product; `equal`
    makes a network longer by one map, v = I relu(v) - I relu(-v); `state_weights` is
    W of the first cell.
    """

    kind: Kind
    gamma: tuple[str, str] = ("W_gamma, - W_gamma", "- W_gamma, W_gamma")
    read: str | None = None
    equal: str = "I, - I"
    state_weights: str = "B R; R; - R; 0"

    def state(self, w):
        """Compare the first cell with the state, from any s_0, behind a layer that R reads."""
        return StateFromAny(self.kind, W=self.state_weights, behind=True)(w)

    def first(self, w):
        """Compare the first of several maps of the state and of the input."""
        token, s, x = self._after_state(w)
        weights, (v, u) = _maps(w, "f n", "g m", s, x)
        return self._compared(
            w, f"W_phi, 0, 0, 0; 0, {self.gamma[0]}, 0", "f g", token, weights, v, u
        )

    def inner(self, w):
        """Compare one map more."""
        a, c = w("a", "f"), w("c", "g")
        weights, (v, u) = _maps(w, "i f", "j g", a, c)
        token = w.joined([[a], [c]], "f g")
        return self._compared(w, "W_phi, 0; 0, W_gamma", "i j", token, weights, v, u, "f g")

    def last(self, w):
        """Compare the last map."""
        a, c = w("a", "f"), w("c", "g")
        weights, (v, u) = _maps(w, "p f", "p g", a, c)
        token = w.joined([[a], [c]], "f g")
        text = "W_phi, 0; - W_phi, 0; 0, W_gamma; 0, - W_gamma"
        return self._compared(w, text, SIGNED, token, weights, v, u, "f g")

    def only(self, w):
        """Compare the map of networks that have just one."""
        token, s, x = self._after_state(w)
        weights, (v, u) = _maps(w, "p n", "p m", s, x)
        text = f"W_phi, 0, 0, 0; - W_phi, 0, 0, 0; 0, {self.gamma[0]}, 0; 0, {self.gamma[1]}, 0"
        return self._compared(w, text, SIGNED, token, weights, v, u)

    def product(self, w):
        """Compare the products, from the first state and from any that is not negative."""
        table = self.kind.product
        read = w.read(self.read or self.kind.read, "p", table.units)
        cell, pairs = self.kind.cell(table, w), {}
        later = w.vector("h", table.units, nonnegative=True)
        if self.kind.is_lstm:
            later = (w.vector("memory", table.units), later)
        for name, state in (("first token", cell.initial_state()), ("step", later)):
            v, u = w(f"v_{name[0]}", "p"), w(f"u_{name[0]}", "p")
            _, found = cell.step(state, w.joined([[h] for x in (v, u) for h in _halves(x)], SIGNED))
            pairs[name] = v * u, read @ found
            pairs[f"{name}: no state is negative"] = relu(found), found
        return pairs

    def longer(self, w):
        """Compare networks with those that have a map more, so that both have the same depth."""
        W, b, a, zero = w("W", "p n"), w("b", "p"), w("a", "n"), w.zeros("p")
        halves = w.read("W; - W", "p p", "n", W=W), w.read("b; - b", "p p", b=b)
        read = w.read(self.equal, "p", "p p")
        made = {
            "linear end": ((W,), ReLUNetwork((halves[0], read), (halves[1], zero))),
            "end in a ReLU": ((W,), ReLUNetwork((W, w.eye("p")), (b, zero))),
        }
        return {
            name: (ReLUNetwork(own, (b,), relu_last=name != "linear end").at(a), longer.at(a))
            for name, (own, longer) in made.items()
        }

    def proved(self) -> Evidence:
        """Prove each cell, and by induction all depths k and all numbers of layers.

        A later layer differs from the first by R alone, which is free: so one proof is base and
        step of the induction over the layers.
        """
        statements = {
            "the state": self.state,
            "the products": self.product,
            "networks of different depths": self.longer,
            "k = 1, the map": self.only,
            "from k to k + 1: the first map": self.first,
            "from k to k + 1: one map more": self.inner,
            "from k to k + 1: the last map": self.last,
        }
        return all_proved(statements, SCOPE, words=INDUCTION)

    def __call__(self, w):
        """Compare a whole layer with networks of two maps."""
        return Layer(self.kind, read=self.read)(w)

    def _after_state(self, w):
        s, x = w("s", "n"), w("x", "m")
        return w.joined([[s], [relu(x)], [relu(-x)], [w.ones("1")]], "n m m 1"), s, x

    def _compared(self, w, text, units, token, weights, v, u, inputs="n m m 1"):
        both = units == SIGNED
        bias = "b_phi; - b_phi; b_gamma; - b_gamma" if both else "b_phi; b_gamma"
        parts = [*_halves(v), *_halves(u)] if both else [relu(v), relu(u)]
        found = self.kind.memoryless(w, self.kind.relu(inputs, units, text, bias), token, **weights)
        return {"h": (w.joined([[part] for part in parts], units), found)}


def _halves(v):
    return relu(v), relu(-v)


def _maps(w, phi, gamma, a, c):
    """Return the weights of a map of phi and of one of gamma, and their values at a and c."""
    weights, values = {}, []
    for f, sizes, value in (("phi", phi, a), ("gamma", gamma, c)):
        W, b = w(f"W_{f}", sizes), w(f"b_{f}", sizes.split()[0])
        weights |= {f"W_{f}": W, f"b_{f}": b}
        values.append(W @ value + b)
    return weights, values
