r"""What Apps. C and D claim of GRUs and LSTMs alike: states, maps, products, and whole layers.

Each class here is a statement on tables of weights (`any_size`, `weight_tables`): the cells run
with these weights, and what they put out is compared with what is claimed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl.any_size import World, on_numbers, proved_for_all_sizes
from proofs.lsrl.weight_tables import (
    Table,
    gru_cell,
    gru_relu,
    gru_table,
    lstm_cell,
    lstm_relu,
    lstm_table,
)
from theorem_checks import check

__all__ = [
    "GRU_KIND",
    "LSTM_KIND",
    "Kind",
    "Layer",
    "Map",
    "PrintedLayer",
    "Product",
    "StateFromAny",
    "StateUpdate",
    "Together",
    "check_for_all_sizes",
    "check_on_numbers",
]

INDUCTION = ("induction over the tokens", "induction over the depth of the networks")


@check("proof")
def check_for_all_sizes(statement):
    """What is claimed is what the cells put out, for all sizes, weights, states and inputs."""
    return proved_for_all_sizes(statement, rests_on=INDUCTION)


@check("search")
def check_on_numbers(statement):
    """What is claimed is what the cells put out, in exact arithmetic, sizes 1 and 2."""
    return on_numbers(statement)


@dataclass(frozen=True)
class Together:
    """Several statements at once."""

    parts: tuple[Callable[..., Any], ...]

    def __call__(self, w):
        """Return all pairs."""
        return {
            f"{n}: {name}": pair
            for n, part in enumerate(self.parts, 1)
            for name, pair in part(w).items()
        }


@dataclass(frozen=True)
class Kind:
    """GRU or LSTM: how a table becomes a cell, which table puts out a ReLU, and which multiplies.

    `product(left, right)` are the weights that multiply what two rows of blocks pick from the
    inputs; `read` is how its products are read off.
    """

    name: str
    cell: Callable[..., Any]
    relu: Callable[..., Table]
    product: Table
    read: str
    is_lstm: bool = False

    def step(self, w: World, table: Table, hidden: Any, x: Any, **named: Any) -> Any:
        """Return what the cell puts out after `hidden`; an LSTM's memory before may be any."""
        cell = self.cell(table, w, **named)
        if hidden is None:
            return cell.step(cell.initial_state(), x)[1]
        memory = f"memory_{table.units.replace(' ', '')}"
        state = (w.vector(memory, table.units), hidden) if self.is_lstm else hidden
        return cell.step(state, x)[1]

    def memoryless(self, w: World, table: Table, x: Any, **named: Any) -> Any:
        """Return what a cell without recurrence puts out, whatever its state is."""
        any_state = w.vector(f"any_{table.units.replace(' ', '')}", table.units)
        return self.step(w, table, any_state, x, **named)


SIGNED = "p p p p"
GRU_SIGNED = gru_table(
    SIGNED,
    f"{SIGNED} {SIGNED}",
    W_z="I,0,0,0; I,0,0,0; 0,I,0,0; 0,I,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0",
    U_z="0",
    b_z="0; 0; 0; 0; 1; 1; 1; 1",
    W_r="0",
    U_r="0",
    b_r="1",
    W_h="0,0,I,0; 0,0,0,I; 0,0,I,0; 0,0,0,I; 0,0,0,0; 0,0,0,0; 0,0,0,0; 0,0,0,0",
    U_h="I,0,0,0,0,0,0,0; 0,I,0,0,0,0,0,0; 0,0,I,0,0,0,0,0; 0,0,0,I,0,0,0,0;"
    "I,0,0,0,0,0,0,0; 0,I,0,0,0,0,0,0; 0,0,I,0,0,0,0,0; 0,0,0,I,0,0,0,0",
    b_h="0",
)
LSTM_SIGNED = lstm_table(
    SIGNED,
    SIGNED,
    W_f="0",
    U_f="0",
    b_f="0",
    W_i="I,0,0,0; I,0,0,0; 0,I,0,0; 0,I,0,0",
    U_i="0",
    b_i="0",
    W_c="0,0,I,0; 0,0,0,I; 0,0,I,0; 0,0,0,I",
    U_c="0",
    b_c="0",
    W_o="0",
    U_o="0",
    b_o="1",
)
GRU_KIND = Kind("GRU", gru_cell, gru_relu, GRU_SIGNED, "I, - I, - I, I, - I, I, I, - I")
LSTM_KIND = Kind("LSTM", lstm_cell, lstm_relu, LSTM_SIGNED, "I, - I, - I, I", is_lstm=True)


@dataclass(frozen=True)
class StateUpdate:
    r"""C.1 and D.1: from [s_{t-1}; anything] and [0; x_t] the cell puts out [s_t; x_t - k].

    `bounded`: whether x is at least k. `from_zero`: whether the first state is 0, as the cell's is.
    """

    kind: Kind
    table: Table
    bounded: bool = True
    from_zero: bool = True

    def __call__(self, w):
        """Compare first steps and later ones."""
        A, B, b, k = w("A", "n n"), w("B", "n m"), w("b", "n"), w("k", "m")
        x = k + w("u", "m", nonnegative=True) if self.bounded else w("x", "m")
        token = w.joined([[w.zeros("n")], [x]], "n m")
        named = {"A": A, "B": B, "b": b, "k": k}
        pairs = {}
        s_0 = w.zeros("n") if self.from_zero else w("s_0", "n")
        hidden = w.joined([[w("s", "n")], [w("rest", "m")]], "n m")
        for name, s, before in (("first token", s_0, None), ("step", w("s", "n"), hidden)):
            claimed = w.joined([[relu(A @ s + B @ x + b)], [x - k]], "n m")
            pairs[name] = claimed, self.kind.step(w, self.table, before, token, **named)
        return pairs


@dataclass(frozen=True)
class StateFromAny:
    """A state update that starts from any s_0 though the cell starts from 0, for any x.

    One more unit is 1 from the first token on. Inputs are handed on as two halves.
    """

    kind: Kind
    W: str = "B; I; - I; 0"
    U: str = "A, 0, 0, - A S_0; 0, 0, 0, 0; 0, 0, 0, 0; 0, 0, 0, 0"
    b: str = "b + A s_0; 0; 0; 1"

    def table(self):
        """Return the weights."""
        return self.kind.relu("m", "n m m 1", W=self.W, b=self.b, U=self.U)

    def __call__(self, w):
        """Compare first steps and later ones."""
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        x, named = w("x", "m"), {"A": A, "B": B, "b": b, "s_0": s_0, "S_0": w.column(s_0)}
        halves, one = [[relu(x)], [relu(-x)]], w.ones("1")
        pairs = {}
        for name, s, before in (
            ("first token", s_0, None),
            ("step", w("s", "n"), self.after(w, w("s", "n"))),
        ):
            claimed = w.joined([[relu(A @ s + B @ x + b)], *halves, [one]], "n m m 1")
            pairs[name] = claimed, self.kind.step(w, self.table(), before, x, **named)
        return pairs

    def after(self, w, s):
        """Return what the cell has put out, with the state s, at a token before."""
        rest = [[w(f"rest_{n}", "m")] for n in (1, 2)]
        return w.joined([[s], *rest, [w.ones("1")]], "n m m 1")


@dataclass(frozen=True)
class Map:
    r"""C.2 and D.2: from [a_1; a_2] the cell puts out [phi_i(a_1); gamma_i(a_2)], ReLUs included.

    `of` names what gamma is applied to; `shifted`: whether a_2 is x - k and gamma reads x;
    `passing`: whether phi is done, and its value, which is not negative, is passed on.
    """

    kind: Kind
    table: Table
    of: str = "a_2"
    shifted: bool = False
    passing: bool = False
    signed: bool = False

    def __call__(self, w):
        """Compare what is claimed with what the cell puts out, from any state."""
        phi = w("W_phi", "n n"), w("b_phi", "n")
        gamma = w("W_gamma", "n n"), w("b_gamma", "n")
        k = w("k", "n")
        inputs = {
            "a_1": w("a_1", "n", nonnegative=self.passing and not self.signed),
            "a_2": w("a_2", "n"),
        }
        named = {"W_phi": phi[0], "b_phi": phi[1], "W_gamma": gamma[0], "b_gamma": gamma[1], "k": k}
        token = w.joined([[inputs["a_1"]], [inputs["a_2"]]], "n n")
        upper = inputs["a_1"] if self.passing else relu(phi[0] @ inputs["a_1"] + phi[1])
        argument = inputs[self.of] + k if self.shifted else inputs[self.of]
        claimed = w.joined([[upper], [relu(gamma[0] @ argument + gamma[1])]], "n n")
        return {"h": (claimed, self.kind.memoryless(w, self.table, token, **named))}


@dataclass(frozen=True)
class Product:
    r"""C.3 and D.3: from [a_1; a_2] the cell puts out [0; a_1 a_2], at the first token and then on.

    `read` is a linear map of the output, if it has to be read off. `positive`: whether the factors
    are not negative. `every_state`: whether the later tokens are proved from any state that is not
    negative, or just the second token.
    """

    kind: Kind
    table: Table
    read: str | None = None
    positive: bool = True
    every_state: bool = True

    def __call__(self, w):
        """Compare two tokens from the cell's first state, and one from any state."""
        cell = self.kind.cell(self.table, w)
        state = cell.initial_state()
        state, first = self._compared(w, cell, state, "first")
        if not self.every_state:
            return {
                "first token": first,
                "second token": self._compared(w, cell, state, "second")[1],
            }
        any_state = w.vector("h", self.table.units, nonnegative=True)
        if self.kind.is_lstm:
            any_state = (w.vector("c", self.table.units), any_state)
        return {"first token": first, "step": self._compared(w, cell, any_state, "next")[1]}

    def _compared(self, w, cell, state, name):
        a, b = (w(f"{name}_a_{n}", "n", nonnegative=self.positive) for n in (1, 2))
        state, found = cell.step(state, w.joined([[a], [b]], "n n"))
        if self.read is None:
            return state, (w.joined([[w.zeros("n")], [a * b]], "n n"), found)
        return state, (a * b, w.read(self.read, "n", self.table.units) @ found)


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

    def __call__(self, w):
        """Compare first tokens, and later ones from any state."""
        own = {"A": w("A", "n n"), "B": w("B", "n m"), "b": w("b", "n"), "k": w("k", "m")}
        sizes = {"W_phi": "p n", "b_phi": "p", "W_gamma": "p m", "b_gamma": "p"}
        maps = {name: w(name, shape) for name, shape in sizes.items()}
        phi, gamma = (
            ReLUNetwork((maps[f"W_{f}"],), (maps[f"b_{f}"],), self.relu_last)
            for f in ("phi", "gamma")
        )
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
            layer = RecurrentLayer(own["A"], own["B"], own["b"], s, phi, gamma, relu_state=True)
            _, y = layer.step(s, x)
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
    r"""C.4 and D.4 mended: `depth` + 2 cells and a linear readout are a layer of a Gated RNN.

    For any s_0, any inputs, and networks that end in a linear map: numbers with signs are two
    units each, and the halves of a product of two are four. `first`: whether the first token is
    compared, too, or just any later one.
    """

    kind: Kind
    depth: int = 1
    first: bool = True
    read: str | None = None
    last: str | None = None

    def tables(self):
        """Return the tables of all cells, in their order."""
        state = StateFromAny(self.kind).table()
        if self.depth == 1:
            last = "W_phi, 0, 0, 0; - W_phi, 0, 0, 0; 0, W_gamma, - W_gamma, 0;"
            last += "0, - W_gamma, W_gamma, 0"
            bias = "b_phi; - b_phi; b_gamma; - b_gamma"
            maps = [self.kind.relu(state.units, SIGNED, self.last or last, bias)]
        else:
            hidden = "W_phi, 0, 0, 0; 0, W_gamma, - W_gamma, 0"
            last = self.last or "V_phi, 0; - V_phi, 0; 0, V_gamma; 0, - V_gamma"
            bias = "c_phi; - c_phi; c_gamma; - c_gamma"
            maps = [
                self.kind.relu(state.units, "f g", hidden, "b_phi; b_gamma"),
                self.kind.relu("f g", SIGNED, last, bias),
            ]
        return [state, *maps, self.kind.product]

    def networks(self, w):
        """Return phi and gamma, and their weights by name."""
        found = []
        named = {}
        for f, inputs, hidden in (("phi", "n", "f"), ("gamma", "m", "g")):
            sizes = [inputs, "p"] if self.depth == 1 else [inputs, hidden, "p"]
            pairs = list(zip("WV", "bc", sizes, sizes[1:], strict=False))
            W = [w(f"{W}_{f}", f"{rows} {columns}") for W, _, columns, rows in pairs]
            b = [w(f"{b}_{f}", rows) for _, b, _, rows in pairs]
            named |= {f"{name}_{f}": m for (name, _, _, _), m in zip(pairs, W, strict=True)}
            named |= {f"{name}_{f}": v for (_, name, _, _), v in zip(pairs, b, strict=True)}
            found.append(ReLUNetwork(tuple(W), tuple(b)))
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
        steps = [("step", s, StateFromAny(self.kind).after(w, s), later)]
        if self.first:
            steps.append(("first token", s_0, None, None))
        for name, own, before, last in steps:
            layer = RecurrentLayer(A, B, b, own, phi, gamma, relu_state=True)
            _, y = layer.step(own, x)
            found = self.kind.step(w, state, before, x, **named)
            for table in maps:
                found = self.kind.memoryless(w, table, found, **named)
            pairs[name] = y, read @ self.kind.step(w, product, last, found)
        return pairs
