r"""Section 5.1: linear self-attention that takes one step of gradient descent.

One step with rate T eta from W_0 on L(W) = 1/(2T) sum_t |y_t - W x_t|^2 adds
eta sum_t (y_t - W_0 x_t) x_t^T. From W_0 = 0 it predicts eta sum_t y_t x_t^T x, which a layer of
attention computes on tokens (x_t, y_t) and the query (x, 0).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gradient_step_as_attention import (
    AttentionDescription,
    gradient_step_weights,
)
from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    array_of,
    check,
    described,
    equal_maps,
    family,
    prove_equal_arrays,
    prove_index_identity,
    symbol_array,
)
from theorem_checks.statements.arrays.symbolic_arrays import concatenate, outer

d_x, d_y, T = sp.symbols("d_x d_y T", integer=True, positive=True)
eta = sp.Symbol("eta", real=True)
i, a, e, t = Index("i", d_y), Index("a", d_x), Index("e", d_x), Index("t", T)
Y, X, W_0, E, x = Tensor("Y", 2), Tensor("X", 2), Tensor("W", 2), Tensor("E", 2), Tensor("x", 1)


@dataclass(frozen=True)
class Update:
    """The weight change, as a sum over tokens: scale(T) eta sum_t residual x_t^T."""

    predicted: Callable[[Any], Any] = lambda guess: guess
    scale: Callable[[Any], Any] = lambda T: 1
    sign: int = 1

    def entry(self, i: Index, a: Index, t: Index, b: Index) -> Any:
        """Return the entry (i, a) in index notation."""
        guess = self.predicted(Sum(W_0[i, b] * X[b, t], b))
        return Sum((Y[i, t] - guess) * X[a, t], t) * (self.sign * eta * self.scale(T))

    def at(self, Y: sp.Matrix, X: sp.Matrix, W: sp.Matrix) -> sp.Matrix:
        """Return the change for concrete matrices."""
        length = sp.Integer(X.shape[1])
        guess = (W * X).applyfunc(self.predicted)
        return (Y - guess) * X.T * (self.sign * eta * self.scale(length))


@check("proof")
def check_against_every_direction(update: Update) -> Evidence:
    """L(W_0 + r E) has the slope -<update, E> / (T eta) at r = 0, for every direction E.

    So the update is T eta times minus the gradient of L, the mean loss over 2.
    """
    r = sp.Symbol("r", real=True)
    b, c = Index("b", d_x), Index("c", d_x)

    def residual(free: Index) -> Any:
        return Y[i, t] - Sum((W_0[i, free] + r * E[i, free]) * X[free, t], free)

    moved, again = (Sum(E[i, f] * X[f, t], f) for f in (b, c))
    still, still_again = (Y[i, t] - Sum(W_0[i, f] * X[f, t], f) for f in (b, c))
    loss = Sum(residual(b) * residual(c), i, t) / (2 * T)
    at_zero = Sum(still * still_again, i, t) / (2 * T)
    curved = Sum(moved * again, i, t) * r**2 / (2 * T)
    along = Sum(update.entry(i, a, t, e) * E[i, a], i, a)
    return prove_index_identity((loss - at_zero - curved) * (T * eta), along * (-r))


@check("exact")
def check_against_the_derivative(update: Update) -> Evidence:
    """T eta times minus the gradient that SymPy finds, at small sizes."""
    for outputs, inputs, length in ((1, 1, 1), (1, 1, 2), (2, 2, 2)):
        shapes = {"Y": (outputs, length), "X": (inputs, length), "W": (outputs, inputs)}
        Y_, X_, W_ = (
            sp.Matrix(*shape, [sp.Symbol(f"{name}{k}") for k in range(shape[0] * shape[1])])
            for name, shape in shapes.items()
        )
        gaps = Y_ - W_ * X_
        loss = sum(gaps[k] ** 2 for k in range(outputs * length)) / (2 * length)
        wanted = sp.Matrix(
            *W_.shape, [-length * eta * sp.diff(loss, W_[k]) for k in range(outputs * inputs)]
        )
        found = update.at(Y_, X_, W_)
        if sp.expand(wanted - found) != sp.zeros(*W_.shape):
            sizes = {"d_y": outputs, "d_x": inputs, "T": length}
            return Evidence.refuted(Counterexample(sizes, str(found), str(wanted)))
    return Evidence.holds("(d_y, d_x, T) in (1, 1, 1), (1, 1, 2), (2, 2, 2)")


step = Claim(
    id="gated-rnn/eq-3",
    title="One gradient step with rate T eta adds eta sum_t (y_t - W_0 x_t) x_t^T",
    source=Source(PAPER, "Sec. 5.1, eq. (3)"),
    statement=r"-T\eta\,\nabla L(W_0) = \eta\sum_{t=1}^T (y_t - W_0x_t)x_t^\top,"
    r"\quad L(W) = \frac1{2T}\sum_t \|y_t - Wx_t\|^2",
    covers=("gated-rnn/s5.1-objective",),
    subject=Update(),
    checks=(check_against_every_direction, check_against_the_derivative),
    mutants=(
        Mutant("plain-rate", Update(scale=lambda T: 1 / T), "rate eta on the mean loss"),
        Mutant("no-half", Update(scale=lambda T: 2), "L without the 1/2"),
        Mutant("uphill", Update(sign=-1), "the sign of the gradient"),
        Mutant("from-zero", Update(predicted=lambda guess: 0 * guess), "W_0 x_t left out"),
    ),
    notes="The rate of L itself is T eta, so that eta is the rate of the sum of losses.",
)


@dataclass(frozen=True)
class Prediction:
    """The prediction at x, as the sum over tokens of y_t times a weight."""

    weight: Callable[[Any], Any]

    def entry(self) -> Any:
        """Return the prediction's entry i."""
        return Sum(Y[i, t] * self.weight(Sum(X[a, t] * x[a], a)), t)


@check("proof")
def check_prediction_after_the_step(prediction: Prediction) -> Evidence:
    """(0 + Delta W) x for the update of eq. (3) at W_0 = 0, for symbolic sizes."""
    from_zero = Update(predicted=lambda guess: 0 * guess)
    b = Index("b", d_x)
    after = Sum(from_zero.entry(i, a, t, b) * x[a], a)
    return prove_index_identity(after, prediction.entry())


@check("exact")
def check_prediction_in_numbers(prediction: Prediction) -> Evidence:
    """At d_x = 2, d_y = 1, T = 2 with integers, by the matrices of the update."""
    X_, Y_, x_ = sp.Matrix([[1, 2], [3, -1]]), sp.Matrix([[5, 7]]), sp.Matrix([2, 1])
    wanted = (Update().at(Y_, X_, sp.zeros(1, 2)) * x_)[0]
    found = sum(Y_[0, k] * prediction.weight(X_.col(k).dot(x_)) for k in range(2))
    if sp.expand(wanted - found) != 0:
        return Evidence.refuted(Counterexample({"X": X_.tolist()}, str(found), str(wanted)))
    return Evidence.holds("one instance with integers, every eta")


prediction = Claim(
    id="gated-rnn/eq-4",
    title="From W_0 = 0 one step predicts eta sum_t y_t x_t^T x",
    source=Source(PAPER, "Sec. 5.1, eq. (4)"),
    statement=r"\hat y_{T+1} = (W_0 + \Delta W_0)x_{T+1} = \eta\sum_{t=1}^T y_tx_t^\top x_{T+1},"
    r"\quad W_0 = 0",
    subject=Prediction(lambda score: eta * score),
    checks=(check_prediction_after_the_step, check_prediction_in_numbers),
    mutants=(
        Mutant("mean", Prediction(lambda score: eta * score / 2), "half the rate"),
        Mutant("downhill", Prediction(lambda score: -eta * score)),
    ),
)


class OneStep:
    """The layer on tokens of symbolic size: what it stores and what it answers."""

    def __init__(self, weights: AttentionDescription) -> None:
        inputs, outputs = family("x", d_x), family("y", d_y)
        sizes = {"d_x": d_x, "d_y": d_y}
        matrices: dict[str, Any] = {
            name: described(getattr(weights, name), sizes, {"eta": eta})
            for name in ("W_V", "W_K", "W_Q")
        }
        self.layer = LinearAttention(**matrices)
        self.x, self.y = symbol_array("x", inputs), symbol_array("y", outputs)
        self.M = symbol_array("M", outputs, inputs)

    def stored(self, M: Any) -> Any:
        """Return the state that holds M = sum_t y_t x_t^T, and zeros elsewhere."""
        return array_of({("y", "x"): lambda i, a: M[i, a]}, *self.layer.initial_state().shape)

    def token(self, x: Any, y: Any) -> Any:
        """Return (x, y)."""
        return concatenate([x, y])


@check("proof")
def check_layer_for_all_sizes(weights: AttentionDescription) -> Evidence:
    """The state stores sum y x^T, the query leaves it as it is, and reads eta M x: by induction."""
    at = OneStep(weights)
    zero = at.y * 0
    learnt, _ = at.layer.step(at.stored(at.M), at.token(at.x, at.y))
    kept, answer = at.layer.step(at.stored(at.M), at.token(at.x, zero))
    wanted = at.token(at.x * 0, (at.M @ at.x) * eta)
    return all_of(
        {
            "base": prove_equal_arrays(at.layer.initial_state(), at.stored(at.M * 0)),
            "an example": prove_equal_arrays(learnt, at.stored(at.M + outer(at.y, at.x))),
            "the query's own value is 0": prove_equal_arrays(kept, at.stored(at.M)),
            "the answer": prove_equal_arrays(answer, wanted),
        },
        "all d_x, d_y, all numbers of examples, all rates",
    )


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
    checks=(check_layer_for_all_sizes, check_layer_as_polynomials),
    mutants=(
        Mutant("no-rate", _changed("W_Q", ("x", "x"), lambda w, a, b: w.delta(a, b)), "eta = 1"),
        Mutant(
            "sees-itself",
            _changed("W_V", ("x", "x"), lambda w, a, b: w.delta(a, b)),
            "the query token has a value that is not 0",
        ),
        Mutant("no-keys", _changed("W_K", ("x", "x"), None), "keys are lost"),
    ),
)
