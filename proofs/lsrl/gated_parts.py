"""What Apps. C and D claim of one GRU or LSTM: it computes states, maps, or products.

Each class here runs the cell with a table of weights. What it is to put out is said by functions
beside the classes, and for states by the layer of eq. (5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from constructions.arrays import relu
from proofs.lsrl.gated_cells import Kind
from proofs.lsrl.gated_machines import Composed, state_of
from proofs.lsrl.weight_tables import Table

__all__ = [
    "Map",
    "Maps",
    "Product",
    "StateFromAny",
    "StateUpdate",
    "both_maps",
    "maps_of",
    "next_state",
    "products_of",
    "state_from_any",
]


@dataclass(frozen=True)
class StateUpdate:
    r"""C.1 and D.1: from [s_{t-1}; anything] and [0; x_t] the cell puts out [s_t; x_t - k].

    `bounded`: whether x is at least k. `from_zero`: whether the first state is 0, as the cell's is.
    """

    kind: Kind
    table: Table
    bounded: bool = True
    from_zero: bool = True

    def machine(self, w):
        """Return the cell, from its own first state, on [0; x] for inputs x that are at least k."""
        A, B, b, k = w("A", "n n"), w("B", "n m"), w("b", "n"), w("k_lb", "m")
        cell = self.kind.cell(self.table, w, A=A, B=B, b=b, k=k)
        return Composed(cell, lambda token: w.joined([[w.zeros("n")], [k + relu(token)]], "n m"))

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


def next_state(w: Any) -> tuple[Any, Any]:
    """Return the layer of eq. (5) from s_0 = 0, which tells [s_t; x_t - k] for x >= k; a token."""
    A, B, b, k = w("A", "n n"), w("B", "n m"), w("b", "n"), w("k_lb", "m")
    layer = state_of(w, A, B, b, w.zeros("n"))
    told = Composed(
        layer,
        lambda token: k + relu(token),
        lambda s, token: w.joined([[s], [k + relu(token) - k]], "n m"),
    )
    return told, w("x", "m")


def state_from_any(w: Any) -> tuple[Any, Any]:
    """Return the layer from any s_0 on any x, which tells its state, both halves of x, and 1."""
    layer = state_of(w, w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n"))

    def tell(s: Any, x: Any) -> Any:
        return w.joined([[s], [relu(x)], [relu(-x)], [w.ones("1")]], "n m m 1")

    return Composed(layer, tell=tell), w("x", "m")


@dataclass(frozen=True)
class StateFromAny:
    """A state update that starts from any s_0 though the cell starts from 0, for any x.

    One more unit is 1 from the first token on. Inputs are handed on as two halves. `behind`:
    whether the inputs are R h, read off the output h of another layer.
    """

    kind: Kind
    W: str = "B; I; - I; 0"
    U: str = "A, 0, 0, - A S_0; 0, 0, 0, 0; 0, 0, 0, 0; 0, 0, 0, 0"
    b: str = "b + A s_0; 0; 0; 1"
    behind: bool = False

    def table(self):
        """Return the weights."""
        inputs = "q" if self.behind else "m"
        return self.kind.relu(inputs, "n m m 1", W=self.W, b=self.b, U=self.U)

    def __call__(self, w):
        """Compare first steps and later ones."""
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        R = w("R", "m q") if self.behind else w.eye("m")
        token = w("h", "q") if self.behind else w("x", "m")
        x, named = R @ token, {"A": A, "B": B, "R": R, "b": b, "s_0": s_0, "S_0": w.column(s_0)}
        halves, one = [[relu(x)], [relu(-x)]], w.ones("1")
        pairs = {}
        for name, s, before in (
            ("first token", s_0, None),
            ("step", w("s", "n"), self.after(w, w("s", "n"))),
        ):
            claimed = w.joined([[relu(A @ s + B @ x + b)], *halves, [one]], "n m m 1")
            pairs[name] = claimed, self.kind.step(w, self.table(), before, token, **named)
        return pairs

    def machine(self, w):
        """Return the cell, from its own first state."""
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        named = {"A": A, "B": B, "R": w.eye("m"), "b": b, "s_0": s_0, "S_0": w.column(s_0)}
        return self.kind.cell(self.table(), w, **named)

    def after(self, w, s):
        """Return what the cell has put out, with the state s, at a token before."""
        rest = [[w(f"rest_{n}", "m")] for n in (1, 2)]
        return w.joined([[s], *rest, [w.ones("1")]], "n m m 1")


@dataclass(frozen=True)
class Map:
    r"""C.2 and D.2: what the cell puts out on [a_1; a_2], from any state.

    `passing`: whether a_1 is what a network that is done puts out, which is not negative.
    """

    kind: Kind
    table: Table
    passing: bool = False

    def __call__(self, w):
        """Return what comes out."""
        phi, gamma, k = weights_of_maps(w)
        named = {"W_phi": phi[0], "b_phi": phi[1], "W_gamma": gamma[0], "b_gamma": gamma[1], "k": k}
        token = w.joined([[w("a_1", "n", nonnegative=self.passing)], [w("a_2", "n")]], "n n")
        return {"h": self.kind.memoryless(w, self.table, token, **named)}


@dataclass(frozen=True)
class Maps:
    r"""C.2 and D.2: one cell with both maps, phi_i(a_1) and gamma_i(a_2), and the first such cell.

    To the `first` one inputs come less their bound k, which its bias takes back.
    """

    kind: Kind
    table: Table
    first: Table

    def __call__(self, w):
        """Return what comes out of both cells, whatever their states are."""
        tables = {"any layer": self.table, "the first layer": self.first}
        return {name: Map(self.kind, table)(w)["h"] for name, table in tables.items()}


def weights_of_maps(w):
    """Return weights and bias of a map of phi and of gamma, and the bound k."""
    phi, gamma = ((w(f"W_{f}", "n n"), w(f"b_{f}", "n")) for f in ("phi", "gamma"))
    return phi, gamma, w("k", "n")


def maps_of(
    w: Any, of: str = "a_2", *, shifted: bool = False, passing: bool = False
) -> dict[str, Any]:
    r"""Return [phi_i(a_1); gamma_i(a_2)], ReLUs included.

    `of` names what gamma is applied to; `shifted`: whether a_2 is x - k and gamma reads x;
    `passing`: whether phi is done, and its value is passed on.
    """
    phi, gamma, k = weights_of_maps(w)
    a = w("a_1", "n", nonnegative=passing)
    upper = a if passing else relu(phi[0] @ a + phi[1])
    read = w(of, "n") + k if shifted else w(of, "n")
    return {"h": w.joined([[upper], [relu(gamma[0] @ read + gamma[1])]], "n n")}


def both_maps(w: Any) -> dict[str, Any]:
    """Return what maps put out, those of the first layer on inputs that are shifted by k."""
    return {"any layer": maps_of(w)["h"], "the first layer": maps_of(w, shifted=True)["h"]}


@dataclass(frozen=True)
class Product:
    r"""C.3 and D.3: what the cell puts out on [a_1; a_2], two tokens or more.

    `read` is a linear map of the output to `rows`, if it has to be read off. `every_state`: whether
    the later tokens come after any state, of a GRU after one that is not negative, which it then
    stays; or just a second token.
    """

    kind: Kind
    table: Table
    read: str | None = None
    rows: str = "n n"
    every_state: bool = True

    def __call__(self, w):
        """Return the outputs at the first token and a later one, and how far states are below 0."""
        cell = self.kind.cell(self.table, w)
        first = cell.initial_state()
        state, found = self._output(w, cell, first, "first")
        if not self.every_state:
            second = self._output(w, cell, state, "second")[1]
            return {"first token": found, "second token": second}
        if self.kind.is_lstm:
            units = self.table.units
            any_state = w.vector("c", units), w.vector("h", units)
            step = self._output(w, cell, any_state, "next")[1]
            return {"first token": found, "step": step}
        before = w.vector("h", self.table.units, nonnegative=True)
        after, step = self._output(w, cell, before, "next")
        below = {"first state": relu(-state), "next state": relu(-after)}
        return {"first token": found, "step": step, **below}

    def _output(self, w, cell, state, name):
        state, found = cell.step(state, w.joined([[x] for x in factors(w, name)], "n n"))
        if self.read is None:
            return state, found
        return state, w.read(self.read, self.rows, self.table.units) @ found


def factors(w, name):
    """Return two factors that are not negative."""
    return [w(f"{name}_a_{n}", "n", nonnegative=True) for n in (1, 2)]


def products_of(w: Any, names: Mapping[str, str], *, rows: str = "n n") -> dict[str, Any]:
    """Return [0; a_1 a_2] for the factors of some tokens, by the names of both; or a_1 a_2."""
    found = {}
    for name, token in names.items():
        a, b = factors(w, token)
        found[name] = a * b if rows == "n" else w.joined([[w.zeros("n")], [a * b]], "n n")
    return found
