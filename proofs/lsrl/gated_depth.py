r"""Layers of Gated RNNs with networks of any depth as GRUs or LSTMs, one cell after the other.

Each cell is proved by itself, from whatever the cells before it put out, so that induction over the
maps gives all depths, and induction over the layers all stacks. What the cells put out, one after
the other, is this; v+ is relu(v), and v- is relu(-v):

    [s; x+; x-; 1]              the state, from a readout R of the layer before
    [phi so far; gamma so far]  a map each, k - 1 times
    [v+; v-; u+; u-]            the last maps, v of phi and u of gamma, with both halves
    products, read as v u

Weights are written as they would be on paper, block by block (`weight_tables`): `_rows` has a row
of blocks in each line, with the columns as the inputs above. W_phi, b_phi and W_gamma, b_gamma are
the weights of the maps that the cell adds.
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


def _rows(*rows: str) -> str:
    """A matrix of blocks from its rows."""
    return "; ".join(rows)


AFTER_STATE = "n m m 1"  # the sizes of [s; x+; x-; 1]
SO_FAR = "f g"  # of [phi so far; gamma so far]
BIASES = {
    "once": _rows("b_phi", "b_gamma"),
    "both halves": _rows("b_phi", "- b_phi", "b_gamma", "- b_gamma"),
}


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
    state_weights: str = _rows("B R", "R", "- R", "0")  # of the layer before, x is R times it

    def state(self, w):
        """Compare the first cell with the state, from any s_0, behind a layer that R reads."""
        return StateFromAny(self.kind, W=self.state_weights, behind=True)(w)

    def first(self, w):
        """Compare the first of several maps of the state and of the input."""
        token, s, x = self._after_state(w)
        weights, (v, u) = _maps(w, "f n", "g m", s, x)
        plus, _ = self.gamma
        text = _rows(
            "W_phi, 0, 0, 0",  # phi reads s
            f"0, {plus}, 0",  # gamma reads x+ and x-
        )
        return self._compared(w, text, (AFTER_STATE, SO_FAR), token, weights, v, u)

    def inner(self, w):
        """Compare one map more."""
        a, c = w("a", "f"), w("c", "g")
        weights, (v, u) = _maps(w, "i f", "j g", a, c)
        text = _rows(
            "W_phi, 0",
            "0, W_gamma",
        )
        token = w.joined([[a], [c]], SO_FAR)
        return self._compared(w, text, (SO_FAR, "i j"), token, weights, v, u)

    def last(self, w):
        """Compare the last map."""
        a, c = w("a", "f"), w("c", "g")
        weights, (v, u) = _maps(w, "p f", "p g", a, c)
        text = _rows(
            "W_phi, 0",  # v+
            "- W_phi, 0",  # v-
            "0, W_gamma",  # u+
            "0, - W_gamma",  # u-
        )
        token = w.joined([[a], [c]], SO_FAR)
        return self._compared(w, text, (SO_FAR, SIGNED), token, weights, v, u)

    def only(self, w):
        """Compare the map of networks that have just one."""
        token, s, x = self._after_state(w)
        weights, (v, u) = _maps(w, "p n", "p m", s, x)
        plus, minus = self.gamma
        text = _rows(
            "W_phi, 0, 0, 0",  # v+, of s
            "- W_phi, 0, 0, 0",  # v-
            f"0, {plus}, 0",  # u+, of x+ and x-
            f"0, {minus}, 0",  # u-
        )
        return self._compared(w, text, (AFTER_STATE, SIGNED), token, weights, v, u)

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
        halves = (
            w.read(_rows("W", "- W"), "p p", "n", W=W),
            w.read(_rows("b", "- b"), "p p", b=b),
        )
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
        return w.joined([[s], *([half] for half in _halves(x)), [w.ones("1")]], AFTER_STATE), s, x

    def _compared(self, w, text, sizes, token, weights, v, u):
        """Compare a cell of ReLUs, from any state, with the maps v and u, or with their halves."""
        inputs, units = sizes
        if units == SIGNED:
            bias, parts = BIASES["both halves"], [*_halves(v), *_halves(u)]
        else:
            bias, parts = BIASES["once"], [relu(v), relu(u)]
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
