r"""Section 5.1: linear self-attention that takes one step of gradient descent.

One step with rate T eta from W_0 on L(W) = 1/(2T) sum_t |y_t - W x_t|^2 adds
eta sum_t (y_t - W_0 x_t) x_t^T. From W_0 = 0 it predicts eta sum_t y_t x_t^T x, which a layer of
attention computes on tokens (x_t, y_t) and the query (x, 0).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from constructions.arrays import EXACT, concatenate, outer, zeros
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gradient_step_as_attention import (
    AttentionDescription,
    gradient_step_weights,
)
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    World,
    array_of,
    check,
    equal_maps,
    instances_of,
    proof_of,
    simulation,
)


@dataclass(frozen=True)
class Update:
    """The weight change, as a sum over tokens: scale(T) eta sum_t residual x_t^T."""

    predicted: Callable[[Any], Any] = lambda guess: guess
    scale: Callable[[Any], Any] = lambda T: 1
    sign: int = 1

    def of(self, Y: Any, X: Any, W: Any, eta: Any, T: Any) -> Any:
        """Return the change of W."""
        return (Y - self.predicted(W @ X)) @ X.T * (self.sign * eta * self.scale(T))


def says_step(update: Update, w: World) -> Conclusion:
    """L(W_0 + r E) has the slope -<update, E> / (T eta) at r = 0, for every direction E.

    So the update is T eta times minus the gradient of L, the mean loss over 2.
    """
    d_x, d_y, T = w.size("d_x"), w.size("d_y"), w.size("T")
    Y, X = w.array("Y", d_y, T), w.array("X", d_x, T)
    W, E = w.array("W_0", d_y, d_x), w.array("E", d_y, d_x)
    eta, r = w.number("eta"), w.number("r")

    def product_of(one: Any, other: Any, *sizes: Any) -> Any:
        return w.entries(lambda h: h.sum(lambda i, j: one[i, j] * other[i, j], *sizes))

    def loss(weights: Any) -> Any:
        gap = Y - weights @ X
        return product_of(gap, gap, d_y, T) * (1 / (2 * T))

    curved = product_of(E @ X, E @ X, d_y, T) * (1 / (2 * T))
    along = product_of(update.of(Y, X, W, eta, T), E, d_y, d_x)
    return Equal((loss(W + E * r) - loss(W) - curved * r**2) * (T * eta), along * (-r))


check_step = proof_of(says_step, name="check_step")


step = Claim(
    id="gated-rnn/eq-3",
    title="One gradient step with rate T eta adds eta sum_t (y_t - W_0 x_t) x_t^T",
    source=Source(PAPER, "Sec. 5.1, eq. (3)"),
    statement=r"-T\eta\,\nabla L(W_0) = \eta\sum_{t=1}^T (y_t - W_0x_t)x_t^\top,"
    r"\quad L(W) = \frac1{2T}\sum_t \|y_t - Wx_t\|^2",
    covers=("gated-rnn/s5.1-objective",),
    subject=Update(),
    says=says_step,
    checks=(check_step, instances_of(says_step)),
    mutants=(
        Mutant("plain-rate", Update(scale=lambda T: 1 / T), "rate eta on the mean loss"),
        Mutant("no-half", Update(scale=lambda T: 2), "L without the 1/2"),
        Mutant("uphill", Update(sign=-1), "the sign of the gradient"),
        Mutant("from-zero", Update(predicted=lambda guess: 0 * guess), "W_0 x_t left out"),
    ),
    late=(
        Mutant("long", Update(scale=lambda T: 1 if T < 1000 else 1 / T), "rate eta from T = 1000"),
        Mutant(
            "wide",
            Update(predicted=lambda guess: guess if guess.shape[0] < 40 else 0 * guess),
            "W_0 x_t left out from d_y = 40 on",
        ),
    ),
    notes="The rate of L itself is T eta, so that eta is the rate of the sum of losses.",
)


@dataclass(frozen=True)
class Prediction:
    """The prediction at x: y_t times a weight, of the rate and of x_t^T x, summed over tokens."""

    weight: Callable[[Any, Any], Any]


def says_prediction(prediction: Prediction, w: World) -> Conclusion:
    """The update of eq. (3) at W_0 = 0, applied to x."""
    d_x, d_y, T = w.size("d_x"), w.size("d_y"), w.size("T")
    Y, X, x = w.array("Y", d_y, T), w.array("X", d_x, T), w.array("x", d_x)
    eta, nothing = w.number("eta"), zeros((Y.shape[0], X.shape[0]), like=Y)
    after = Update().of(Y, X, nothing, eta, T) @ x
    return Equal(after, Y @ prediction.weight(eta, X.T @ x))


check_prediction = proof_of(says_prediction, name="check_prediction")


prediction = Claim(
    id="gated-rnn/eq-4",
    title="From W_0 = 0 one step predicts eta sum_t y_t x_t^T x",
    source=Source(PAPER, "Sec. 5.1, eq. (4)"),
    statement=r"\hat y_{T+1} = (W_0 + \Delta W_0)x_{T+1} = \eta\sum_{t=1}^T y_tx_t^\top x_{T+1},"
    r"\quad W_0 = 0",
    subject=Prediction(lambda eta, scores: scores * eta),
    says=says_prediction,
    checks=(check_prediction, instances_of(says_prediction)),
    mutants=(
        Mutant("mean", Prediction(lambda eta, scores: scores * (eta / 2)), "half the rate"),
        Mutant("downhill", Prediction(lambda eta, scores: scores * -eta)),
    ),
    late=(
        Mutant(
            "clipped",
            Prediction(lambda eta, scores: scores * (eta if eta < 1000 else 1000)),
            "rates of 1000 at most",
        ),
    ),
)


@dataclass(frozen=True)
class Asked:
    """A layer on examples, which puts out what it answers to a query after each of them."""

    layer: LinearAttention
    query: Any

    def initial_state(self) -> Any:
        """Return the layer's."""
        return self.layer.initial_state()

    def step(self, state: Any, example: Any) -> tuple[Any, Any]:
        """Return the state after an example, and the answer to the query."""
        after, _ = self.layer.step(state, example)
        _, answer = self.layer.step(after, self.query)
        return after, answer


@dataclass(frozen=True)
class Learner:
    """The machine that keeps M = sum_t y_t x_t^T, and puts out (0, eta M q) for a query q.

    `inputs` and `outputs` take x and y out of a token (x, y).
    """

    inputs: Any
    outputs: Any
    rate: Any
    query: Any
    start: Any

    def initial_state(self) -> Any:
        """Return the sum of nothing."""
        return self.start

    def step(self, state: Any, example: Any) -> tuple[Any, Any]:
        """Return M after an example, and the prediction at the query."""
        after = state + outer(self.outputs @ example, self.inputs @ example)
        return after, self.outputs.T @ ((after @ self.query) * self.rate)


def says_one_step(weights: AttentionDescription, w: World) -> Conclusion:
    """After all sequences of examples the layer answers (x, 0) with (0, eta sum_t y_t x_t^T x)."""
    d_x, d_y, eta = w.size("d_x"), w.size("d_y"), w.number("eta")
    names, sizes = ("W_V", "W_K", "W_Q"), {"d_x": d_x, "d_y": d_y}
    matrices = {name: w.described(getattr(weights, name), sizes, {"eta": eta}) for name in names}
    x, y, query = w.array("x", d_x), w.array("y", d_y), w.array("q", d_x)
    token = concatenate([x, y])

    inputs = concatenate([w.identity(d_x), w.zeros(d_y, d_x)]).T
    outputs = concatenate([w.zeros(d_x, d_y), w.identity(d_y)]).T
    asked = Asked(LinearAttention(**matrices), concatenate([query, w.zeros(d_y)]))
    learner = Learner(inputs, outputs, eta, query, w.zeros(d_y, d_x))
    return SameOutputs(w.machine(asked, token), w.machine(learner, token))


def by_stored_sum(same: Any) -> Evidence:
    """Prove it, as the state of the layer holds M in its block (y, x), and zeros elsewhere."""
    M = same.other.state
    return simulation(same, array_of({("y", "x"): lambda i, a: M[i, a]}, *same.one.state.axes))


@check("exact")
def check_layer_as_polynomials(weights: AttentionDescription) -> Evidence:
    """The output at the query is (0, eta sum_t y_t x_t^T x), as polynomials; eta = 3."""

    def layer(X: Any, Y: Any, x: Any) -> Any:
        inputs, outputs = X.shape[1], Y.shape[1]
        cell = weights.attention({"d_x": inputs, "d_y": outputs}, {"eta": EXACT.array(3)})
        integers = (_integers(W) for W in cell.weights().values())
        tokens = _joined(X, Y, x)
        return LinearAttention(*integers)(tokens)[-1]

    def one_step(X: Any, Y: Any, x: Any) -> Any:
        return np.concatenate([x - x, (Y.T @ X) @ x * 3])

    sizes = [{"X": (n, p), "Y": (n, q), "x": (p,)} for n, p, q in ((1, 1, 1), (2, 2, 1), (2, 1, 2))]
    return equal_maps(layer, one_step, sizes=sizes)


def _integers(W: Any) -> Any:
    return np.array([[int(str(value)) for value in row] for row in W])


def _joined(X: Any, Y: Any, x: Any) -> Any:
    """The tokens (x_t, y_t), and (x, 0) behind them."""
    query = np.concatenate([x, np.zeros(Y.shape[1], dtype=int)])
    return np.concatenate([np.concatenate([X, Y], axis=1), query[None]])


WEIGHTS = gradient_step_weights()


def _changed(name: str, block: tuple[str, str], entry: Any) -> AttentionDescription:
    return replace(WEIGHTS, **{name: getattr(WEIGHTS, name).replace(block, entry)})


layer = Claim(
    id="gated-rnn/s5.1-lsa-one-step",
    title="A layer of linear self-attention without biases takes one gradient step",
    source=Source(PAPER, "Sec. 5.1, after von Oswald et al."),
    statement=r"W_V = \mathrm{diag}(0, I),\; W_K = \mathrm{diag}(I, 0),\;"
    r" W_Q = \eta\,\mathrm{diag}(I, 0):\quad"
    r" y_{T+1} = \Big(0,\; \eta\sum_t y_tx_t^\top x_{T+1}\Big)",
    assumptions=("tokens $(x_t, y_t)$, query token $(x_{T+1}, 0)$",),
    covers=("gated-rnn/s5.1-query-token",),
    subject=WEIGHTS,
    says=says_one_step,
    checks=(
        proof_of(says_one_step, by_stored_sum),
        instances_of(says_one_step),
        check_layer_as_polynomials,
    ),
    mutants=(
        Mutant("no-rate", _changed("W_Q", ("x", "x"), lambda w, a, b: w.delta(a, b)), "eta = 1"),
        Mutant(
            "sees-itself",
            _changed("W_V", ("x", "x"), lambda w, a, b: w.delta(a, b)),
            "the query token has a value that is not 0",
        ),
        Mutant("no-keys", _changed("W_K", ("x", "x"), None), "keys are lost"),
    ),
    late=(
        Mutant(
            "few-inputs",
            _changed("W_K", ("x", "x"), lambda w, a, b: w.delta(a, b) * (a < 40)),
            "inputs beyond the fortieth are no keys",
        ),
    ),
)
