"""What Apps. C and D claim of one GRU or LSTM: it computes states, maps, or products.

Each class here is a statement on a table of weights: the cell runs with these weights, and what it
puts out is compared with what is claimed.
"""

from dataclasses import dataclass

from constructions.arrays import relu
from proofs.lsrl.gated_cells import Kind
from proofs.lsrl.gated_machines import Told, state_of
from proofs.lsrl.weight_tables import Table

__all__ = ["Map", "Product", "StateFromAny", "StateUpdate"]


@dataclass(frozen=True)
class StateUpdate:
    r"""C.1 and D.1: from [s_{t-1}; anything] and [0; x_t] the cell puts out [s_t; x_t - k].

    `bounded`: whether x is at least k. `from_zero`: whether the first state is 0, as the cell's is.
    """

    kind: Kind
    table: Table
    bounded: bool = True
    from_zero: bool = True

    def machines(self, w):
        """Return the cell on [0; x] and the layer of eq. (5) on x, which tells its state."""
        A, B, b, k = w("A", "n n"), w("B", "n m"), w("b", "n"), w("k_lb", "m")
        s_0 = w.zeros("n") if self.from_zero else w("s_0", "n")
        cell = self.kind.cell(self.table, w, A=A, B=B, b=b, k=k)

        def x(token):
            return k + relu(token) if self.bounded else token

        below = Told(cell, lambda token: w.joined([[w.zeros("n")], [x(token)]], "n m"))
        layer = state_of(w, A, B, b, s_0)
        told = Told(layer, x, lambda s, token: w.joined([[s], [x(token) - k]], "n m"))
        return below, told, w("x", "m")

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

    def machines(self, w):
        """Return the cell, and the layer of eq. (5), which tells its state and both halves of x."""
        A, B, b, s_0 = w("A", "n n"), w("B", "n m"), w("b", "n"), w("s_0", "n")
        named = {"A": A, "B": B, "R": w.eye("m"), "b": b, "s_0": s_0, "S_0": w.column(s_0)}

        def tell(s, x):
            return w.joined([[s], [relu(x)], [relu(-x)], [w.ones("1")]], "n m m 1")

        told = Told(state_of(w, A, B, b, s_0), tell=tell)
        return self.kind.cell(self.table(), w, **named), told, w("x", "m")

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
    are not negative. `every_state`: whether the later tokens are proved from any state, of a GRU
    from one that is not negative, which it then stays; or just the second token.
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
        if self.kind.is_lstm:
            units = self.table.units
            any_state = w.vector("c", units), w.vector("h", units)
            return {"first token": first, "step": self._compared(w, cell, any_state, "next")[1]}
        before = w.vector("h", self.table.units, nonnegative=True)
        after, step = self._compared(w, cell, before, "next")
        stays = {"first state": (relu(state), state), "next state": (relu(after), after)}
        return {"first token": first, "step": step, **(stays if self.positive else {})}

    def _compared(self, w, cell, state, name):
        a, b = (w(f"{name}_a_{n}", "n", nonnegative=self.positive) for n in (1, 2))
        state, found = cell.step(state, w.joined([[a], [b]], "n n"))
        if self.read is None:
            return state, (w.joined([[w.zeros("n")], [a * b]], "n n"), found)
        return state, (a * b, w.read(self.read, "n", self.table.units) @ found)
