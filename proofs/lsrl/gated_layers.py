"""What Apps. C and D claim of GRUs or LSTMs one after the other: they are layers of Gated RNNs.

The stack has a cell for the state, one for each map of the networks, and one for the products, and
then a readout. What stands between two cells is told in terms of the layer of eq. (5): the state,
the maps so far, the token. Each cell keeps this relation at every step, and at the end the readout
gives the layer's output. As printed the relation breaks, at the cell that puts out 0.
"""

from dataclasses import dataclass

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.cells.stack import Stack
from proofs.lsrl.gated_cells import SIGNED, Kind
from proofs.lsrl.gated_machines import Composed
from proofs.lsrl.gated_parts import StateFromAny
from proofs.lsrl.weight_tables import Table

__all__ = ["Layer", "PrintedLayer"]


@dataclass(frozen=True)
class PrintedLayer:
    r"""C.4 and D.4: state, maps and product one after the other are a layer of a Gated RNN.

    `relu_last`: whether the networks end in a ReLU; `from_zero`: whether s_0 = 0; `bounded`:
    whether inputs are at least k. `later`: whether more than the first token is compared, from any
    states. `read` reads the products off, where they are not the lower half of the output.
    """

    kind: Kind
    state: Table
    first: Table
    product: Table
    read: str | None = None
    relu_last: bool = True
    from_zero: bool = True
    bounded: bool = True
    later: bool = True

    def machines(self, w):
        """Return the cells one after the other on [0; x], and the layer on x, of one map each."""
        own, maps, layer = self._layer(w, w.zeros("n") if self.from_zero else w("s_0", "n"))

        def x(token):
            return own["k"] + relu(token) if self.bounded else token

        tables = (self.state, self.first.sized("n m", "p p"), self.product.sized("p p", "p p"))
        cells = Stack(tuple(self.kind.cell(table, w, **own, **maps) for table in tables))
        below = Composed(cells, lambda token: w.joined([[w.zeros("n")], [x(token)]], "n m"))
        told = Composed(layer, x, lambda y, _: w.joined([[w.zeros("p")], [y]], "p p"))
        return below, told, w("x", "m")

    def _layer(self, w, s_0):
        """Return the weights of the layer, those of its networks, and the layer."""
        own = {"A": w("A", "n n"), "B": w("B", "n m"), "b": w("b", "n"), "k": w("k", "m")}
        sizes = {"W_phi": "p n", "b_phi": "p", "W_gamma": "p m", "b_gamma": "p"}
        maps = {name: w(name, shape) for name, shape in sizes.items()}
        phi, gamma = (
            ReLUNetwork((maps[f"W_{f}"],), (maps[f"b_{f}"],), self.relu_last)
            for f in ("phi", "gamma")
        )
        rest = own["A"], own["B"], own["b"]
        return own, maps, RecurrentLayer(*rest, s_0, phi, gamma, relu_state=True)

    def __call__(self, w):
        """Compare first tokens, and later ones from any state."""
        own, maps, _ = self._layer(w, w.zeros("n"))
        x = own["k"] + w("u", "m", nonnegative=True) if self.bounded else w("x", "m")
        token = w.joined([[w.zeros("n")], [x]], "n m")
        s_0 = w.zeros("n") if self.from_zero else w("s_0", "n")
        hidden = w.joined([[w("s", "n")], [w("rest", "m")]], "n m")
        first, product = self.first.sized("n m", "p p"), self.product.sized("p p", "p p")
        steps = [("first token", s_0, None, None)]
        if self.later:
            steps.append(("step", w("s", "n"), hidden, w.vector("h", "p p", nonnegative=True)))
        pairs = {}
        for name, s, before, last in steps:
            _, y = self._layer(w, s)[2].step(s, x)
            found = self.kind.step(w, self.state, before, token, **own)
            found = self.kind.memoryless(w, first, found, **own, **maps)
            found = self.kind.step(w, product, last, found)
            if self.read is None:
                pairs[name] = w.joined([[w.zeros("p")], [y]], "p p"), found
            else:
                pairs[name] = y, w.read(self.read, "p", "p p") @ found
        return pairs


@dataclass(frozen=True)
class Layer:
    r"""C.4 and D.4 mended: k + 2 cells and a linear readout are a layer of a Gated RNN, for k = 2.

    For any s_0, any inputs, and networks that end in a linear map: numbers with signs are two
    units each, and the halves of a product of two are four. Other k: `gated_depth`.
    """

    kind: Kind
    read: str | None = None

    def tables(self):
        """Return the tables of all cells, in their order."""
        state = StateFromAny(self.kind).table()
        hidden = "W_phi, 0, 0, 0; 0, W_gamma, - W_gamma, 0"
        last = "V_phi, 0; - V_phi, 0; 0, V_gamma; 0, - V_gamma"
        bias = "c_phi; - c_phi; c_gamma; - c_gamma"
        maps = [
            self.kind.relu(state.units, "f g", hidden, "b_phi; b_gamma"),
            self.kind.relu("f g", SIGNED, last, bias),
        ]
        return [state, *maps, self.kind.product]

    def networks(self, w):
        """Return phi and gamma, and their weights by name."""
        found, named = [], {}
        for f, inputs, hidden in (("phi", "n", "f"), ("gamma", "m", "g")):
            W = w(f"W_{f}", f"{hidden} {inputs}"), w(f"V_{f}", f"p {hidden}")
            b = w(f"b_{f}", hidden), w(f"c_{f}", "p")
            named |= {f"W_{f}": W[0], f"V_{f}": W[1], f"b_{f}": b[0], f"c_{f}": b[1]}
            found.append(ReLUNetwork(W, b))
        return *found, named

    def __call__(self, w):
        """Compare first tokens, and later ones from any state."""
        phi, gamma, named = self.networks(w)
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        named |= {"A": A, "B": B, "b": b, "s_0": s_0, "S_0": w.column(s_0)}
        state, *maps, product = self.tables()
        read = w.read(self.read or self.kind.read, "p", product.units)
        later = w.vector("h", product.units, nonnegative=True)
        x, s = w("x", "m"), w("s", "n")
        pairs = {}
        for name, own, before, last in (
            ("first token", s_0, None, None),
            ("step", s, StateFromAny(self.kind).after(w, s), later),
        ):
            layer = RecurrentLayer(A, B, b, own, phi, gamma, relu_state=True)
            _, y = layer.step(own, x)
            found = self.kind.step(w, state, before, x, **named)
            for table in maps:
                found = self.kind.memoryless(w, table, found, **named)
            pairs[name] = y, read @ self.kind.step(w, product, last, found)
        return pairs
