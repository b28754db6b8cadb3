"""Sec. 2, eqs. (2) to (5): the four classes of layers, and what they are made of.

The library's layers of eqs. (2) to (5) are run on free weights, a free state and a free token, and
compared with the printed equations and with compositions of the four primitives; sizes are symbols,
and the engine compares entry by entry. Networks have one hidden layer, which stands for any number.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from constructions.arrays import relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from proofs.lsrl import PAPER
from proofs.lsrl.statements import Equations
from theorem_checks import Claim, Mutant, Source


def weights_of(w, gated):
    """Return free weights of a layer, with a hidden layer in each network, a state and a token."""
    own = {name: w(name, sizes) for name, sizes in (("A", "n n"), ("B", "n m"), ("b", "n"))}
    for name, size in (("phi", "n"), ("gamma", "m"))[: 1 + gated]:
        own |= {f"W_{name}": w(f"W_{name}", f"h {size}"), f"c_{name}": w(f"c_{name}", "h")}
        own |= {f"V_{name}": w(f"V_{name}", "p h"), f"d_{name}": w(f"d_{name}", "p")}
    return own, w("s", "n"), w("x", "m")


def network(own, name):
    """Return the network of that name as a cell."""
    W, V = own[f"W_{name}"], own[f"V_{name}"]
    return ReLUNetwork((W, V), (own[f"c_{name}"], own[f"d_{name}"]))


def take_step(layer, s, x):
    """Return the new state and the output."""
    return layer.step(s, x)


@dataclass(frozen=True)
class Layers:
    """One of the classes, and how its cell takes a step."""

    relu_state: bool
    gated: bool
    step: Callable[..., Any] = field(default=take_step)

    def __call__(self, w):
        """Return first state, new state and output of the cell."""
        own, s, x = weights_of(w, self.gated)
        gamma = network(own, "gamma") if self.gated else None
        first = own["A"], own["B"], own["b"], s
        cell = RecurrentLayer(*first, network(own, "phi"), gamma, self.relu_state)
        new, output = self.step(cell, s, x)
        return {"s_0": cell.initial_state(), "s_t": new, "y_t": output}


def printed_network(own, name, x):
    """Return V relu(W x + c) + d with the weights of that name."""
    return own[f"V_{name}"] @ relu(own[f"W_{name}"] @ x + own[f"c_{name}"]) + own[f"d_{name}"]


def printed(*, relu_state, gated):
    """Return what the equations of a class give: from s, which is also s_0, and a token x."""

    def claimed(w):
        own, s, x = weights_of(w, gated)
        state = own["A"] @ s + own["B"] @ x + own["b"]
        state = relu(state) if relu_state else state
        y = printed_network(own, "phi", state)
        if gated:
            y = printed_network(own, "gamma", x) * y
        return {"s_0": s, "s_t": state, "y_t": y}

    return Equations(claimed)


def early(layer, s, x):
    """Read the state before the token."""
    new, _ = layer.step(s, x)
    y = layer.phi.at(s)
    return new, y if layer.gamma is None else layer.gamma.at(x) * y


def unbiased(layer, s, x):
    """Leave out b."""
    return replace(layer, b=layer.b * 0).step(s, x)


def other_state(layer, s, x):
    """Put a ReLU where there is none, and the other way round."""
    return replace(layer, relu_state=not layer.relu_state).step(s, x)


def ungated(layer, s, x):
    """Leave out the gate."""
    return replace(layer, gamma=None).step(s, x)


def gated_state(layer, s, x):
    """Let the gate act twice."""
    new, y = layer.step(s, x)
    return new, layer.gamma.at(x) * y


PRIMITIVES = {
    "linear": lambda W, b, x: W @ x + b,
    "relu": relu,
    "update": lambda A, s, fed: A @ s + fed,
    "product": lambda u, v: u * v,
}


CLASSES = {
    f"eq. ({2 + 3 * gated if relu_state else 3 + gated})": (relu_state, gated)
    for relu_state in (False, True)
    for gated in (False, True)
}


def of_the_classes(w):
    """Return states and outputs by eqs. (2) to (5)."""
    found = {}
    for name, (relu_state, gated) in CLASSES.items():
        given = printed(relu_state=relu_state, gated=gated).claimed(w)
        found |= {f"{name}, state": given["s_t"], f"{name}, output": given["y_t"]}
    return found


ALL_CLASSES = Equations(of_the_classes)


@dataclass(frozen=True)
class Composition:
    """The four primitives; calling it composes the four classes of them alone."""

    primitives: dict[str, Callable[..., Any]] = field(default_factory=lambda: dict(PRIMITIVES))

    def __call__(self, w):
        """Return states and outputs of the compositions."""
        own, s, x = weights_of(w, gated=True)
        found = {}
        for name, (relu_state, gated) in CLASSES.items():
            state, output = self.composed(own, s, x, relu_state=relu_state, gated=gated)
            found |= {f"{name}, state": state, f"{name}, output": output}
        return found

    def composed(self, own, s, x, *, relu_state, gated):
        """Return the state and the output, by the primitives alone."""
        of = self.primitives

        def mlp(name, x):
            hidden = of["relu"](of["linear"](own[f"W_{name}"], own[f"c_{name}"], x))
            return of["linear"](own[f"V_{name}"], own[f"d_{name}"], hidden)

        state = of["update"](own["A"], s, of["linear"](own["B"], own["b"], x))
        state = of["relu"](state) if relu_state else state
        y = mlp("phi", state)
        return state, of["product"](mlp("gamma", x), y) if gated else y


def with_primitive(name, function):
    """Return the composition with one primitive replaced."""
    return Composition({**PRIMITIVES, name: function})


COMMON = {
    "late": ("phi(s_{t-1}) for phi(s_t)", early),
    "unbiased": ("without b", unbiased),
    "other-state": ("a ReLU in the state, or none", other_state),
}
GATES = {
    "ungated": ("without gamma", ungated),
    "twice": ("gamma squared", gated_state),
}


def equation(name, title, statement, *, relu_state, gated):
    """Return the claim on one of the classes."""
    layers, equations = Layers(relu_state, gated), printed(relu_state=relu_state, gated=gated)
    wrong = COMMON | (GATES if gated else {})
    return Claim(
        id=name,
        title=title,
        source=Source(PAPER, f"Sec. 2, eq. ({name.removeprefix('lsrl/eq-')[0]})"),
        statement=statement,
        assumptions=("phi and gamma have one hidden layer",),
        subject=layers,
        says=equations.says,
        checks=(equations.for_all_sizes, equations.on_numbers),
        late=equations.late(layers),
        mutants=tuple(
            Mutant(name, replace(layers, step=step), says) for name, (says, step) in wrong.items()
        ),
    )


STATE = r"s_t = A s_{t-1} + B x_t + b,\ "
RELU_STATE = r"s_t = \mathrm{relu}(A s_{t-1} + B x_t + b),\ "
OUTPUT, GATED = r"y_t = \phi(s_t)", r"y_t = \gamma(x_t) \odot \phi(s_t)"

classic = equation(
    "lsrl/eq-2-rnn",
    "The cell of an RNN is its equations",
    RELU_STATE + OUTPUT,
    relu_state=True,
    gated=False,
)
linear = equation(
    "lsrl/eq-3-linear-rnn",
    "The cell of a Linear RNN is its equations",
    STATE + OUTPUT,
    relu_state=False,
    gated=False,
)
gated_linear = equation(
    "lsrl/eq-4-gated-linear",
    "The cell of a Gated Linear RNN is its equations",
    STATE + GATED,
    relu_state=False,
    gated=True,
)
gated = equation(
    "lsrl/eq-5-gated-rnn",
    "The cell of a Gated RNN is its equations",
    RELU_STATE + GATED,
    relu_state=True,
    gated=True,
)

primitives = Claim(
    id="lsrl/four-primitives",
    title="All four classes are made of linear layers, ReLUs, state updates and products",
    source=Source(PAPER, "Sec. 2"),
    statement=r"\text{eqs. (2) to (5)} = \text{compositions of } W x + b,\ \mathrm{relu},\ "
    r" A s + x,\ u \odot v",
    assumptions=("a non-linear update is a linear one with a ReLU before it is fed back",),
    subject=Composition(),
    says=ALL_CLASSES.says,
    checks=(ALL_CLASSES.for_all_sizes, ALL_CLASSES.on_numbers),
    late=ALL_CLASSES.late(Composition()),
    mutants=(
        Mutant("no-bias", with_primitive("linear", lambda W, b, x: W @ x), "W x for W x + b"),
        Mutant("no-relu", with_primitive("relu", lambda x: x), "the identity for ReLU"),
        Mutant("no-memory", with_primitive("update", lambda A, s, fed: fed), "A s left out"),
        Mutant("sum", with_primitive("product", lambda u, v: u + v), "a sum for the product"),
    ),
    notes="The text says that these four will be the primitives of LSRL. LSRL has Input and Concat"
    " beside them, and of the updates only the linear one: what is lost by that is"
    " lsrl/linear-state-expressivity.",
)
