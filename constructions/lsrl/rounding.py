r"""How far floats can be from the exact values: a certified bound, and where it comes from.

A running error analysis. Beside each float $v$ of a run stands a bound $e \ge |v - \text{exact}|$:

- input: $e = u|x|$, the rounding to the nearest float, with unit roundoff $u$;
- $Ax + b$ with $k$ non-zero terms in a row: $|A| e_x + \gamma_{k+1} (|A|(|x| + e_x) + |b|)$ with
  $\gamma_m = mu/(1 - mu)$, whatever the order of summation, the rounding of A and b included;
- ReLU: $e$, and 0 where the input $v \le -e$, for then both are 0;
- products: $|x| e_y + |y| e_x + e_x e_y + u |xy|$.

The bounds are computed in floats themselves and enlarged for that. They hold for NumPy and for
JAX in the same dtype.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.lsrl.evaluation import checked_inputs
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.numbers import converted
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listing import labels
from constructions.number_systems.floats import FLOAT
from constructions.number_systems.rationals import EXACT

__all__ = ["Amplifier", "Rounding", "rounding"]


@dataclass(frozen=True)
class Amplifier:
    """A unit that enlarges errors.

    **Fields**: the `label` of its node and where it was written (`place`); `unit`, which entry of
    it; `gain`, the sum of the absolute weights on its input; `error`, the largest bound on it.
    """

    label: str
    place: str
    unit: int
    gain: float
    error: float

    def __str__(self) -> str:
        where = f", {self.place}" if self.place else ""
        return f"{self.label}[{self.unit}] has gain {self.gain:.3g}, error {self.error:.3g}{where}"


@dataclass(frozen=True)
class Rounding:
    """What rounding does to a run of a program.

    **Fields**: `outputs`, in floats, and `bounds` on their distance to the exact outputs, both of
    shape (T, dim); `amplifiers`, the units through which errors grow, the largest gain first.
    """

    outputs: np.ndarray
    bounds: np.ndarray
    amplifiers: tuple[Amplifier, ...]

    @property
    def bound(self) -> float:
        """The largest bound on an output."""
        return float(self.bounds.max(initial=0.0))

    def __str__(self) -> str:
        lines = [f"outputs are within {self.bound:.3g} of the exact ones"]
        return "\n".join([*lines, *(f"  {amplifier}" for amplifier in self.amplifiers[:5])])


def rounding(program: ForEach, xs: Any, dtype: Any = "float64", gain: float = 100.0) -> Rounding:
    """Run a program on floats, with a certified bound on what rounding does.

    **Arguments**: `xs`, one sequence (T, dim) of exact numbers; the floating-point `dtype`; units
    whose weights add up to more than `gain` are listed as amplifiers.

    **Raises** `ShapeError`, `ExactnessError` for inputs that are not exact.
    """
    tokens = checked_inputs(program, EXACT.array(xs, "xs"))
    run = _Run(program, np.dtype(dtype))
    outputs, bounds = [], []
    with np.errstate(over="ignore", invalid="ignore"):
        for token in FLOAT.array(tokens).astype(dtype):
            value, error = run.step(token)
            outputs.append(value)
            bounds.append(error)
    shape = (len(outputs), program.output.dim)
    return Rounding(
        np.array(outputs, dtype=dtype).reshape(shape),
        np.array(bounds, dtype=float).reshape(shape),
        tuple(_amplifiers(program, run.largest, gain)),
    )


class _Run:
    """The values and the bounds of all nodes, from token to token."""

    def __init__(self, program: ForEach, dtype: np.dtype) -> None:
        self.program, self.dtype = program, dtype
        self.unit = float(np.finfo(dtype).eps) / 2
        # below the normal numbers errors are absolute, and some processors put zeros there
        self.tiny = float(np.finfo(dtype).tiny)
        self.weights = [_weights(node, dtype) for node in program.nodes]
        self.largest = [np.zeros(node.dim) for node in program.nodes]
        starts = (state.init_state.vector(FLOAT).astype(dtype) for state in program.states)
        self.states = [(start, self._rounded(start)) for start in starts]

    def _rounded(self, values: np.ndarray) -> np.ndarray:
        return self.unit * np.abs(values.astype(float)) * (1 + 8 * self.unit) + self.tiny

    def step(self, token: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the output at a token and its bound."""
        known: list[tuple[np.ndarray, np.ndarray]] = []
        before, after = iter(self.states), []
        for i, (node, parts) in enumerate(
            zip(self.program.nodes, self.program.graph.inputs, strict=True)
        ):
            inputs = [known[part] for part in parts]
            if isinstance(node, Input):
                known.append((token, self._rounded(token)))
            elif isinstance(node, LinState):
                known.append(self._affine(i, _joined([next(before), *inputs])))
                after.append(known[-1])
            else:
                known.append(self._value(i, node, inputs))
            self.largest[i] = np.maximum(self.largest[i], known[-1][1])
        self.states = after
        return known[-1]

    def _value(
        self, i: int, node: Node, inputs: list[tuple[np.ndarray, np.ndarray]]
    ) -> tuple[np.ndarray, np.ndarray]:
        x, error = _joined(inputs)
        if isinstance(node, Lin):
            return self._affine(i, (x, error))
        if isinstance(node, ReLU):
            return np.maximum(x, x.dtype.type(0)), np.where(x <= -error, 0.0, error)
        if isinstance(node, Multi):
            (a, b), (e, f) = np.split(x, 2), np.split(error + self.tiny, 2)
            grown = np.abs(a).astype(float) * f + np.abs(b).astype(float) * e + e * f
            return a * b, _finite((grown + self._rounded(a * b)) * (1 + 16 * self.unit))
        assert isinstance(node, Concat)
        return x, error

    def _affine(
        self, i: int, input_: tuple[np.ndarray, np.ndarray]
    ) -> tuple[np.ndarray, np.ndarray]:
        (x, error), (A, b, terms) = input_, self.weights[i]
        slack = (terms + 2) * self.unit
        size, shift, error = np.abs(A).astype(float), np.abs(b).astype(float), error + self.tiny
        reach = size @ (np.abs(x).astype(float) + error) + shift
        bound = size @ error * (1 + 2 * slack) + slack / (1 - slack) * reach
        return A @ x + b, _finite((bound + 2 * terms * self.tiny) * (1 + 4 * slack))


def _finite(bound: np.ndarray) -> np.ndarray:
    """Bounds after an overflow: nothing is known."""
    return np.where(np.isnan(bound), np.inf, bound)


def _weights(node: Node, dtype: np.dtype) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The weights of an affine node on its state and input, its bias, and its terms per row."""
    matrix = _matrix_of(node)
    if matrix is None:
        return np.zeros((0, 0)), np.zeros(0), np.zeros(0)
    A, b = matrix.array(FLOAT).astype(dtype), node.numbers["b"].vector(FLOAT).astype(dtype)
    return A, b, np.array([len(row) + 1 for row in matrix.rows])


def _matrix_of(node: Node) -> Matrix | None:
    if isinstance(node, LinState):
        return Matrix.hstack([node.A, node.B])
    return node.A if isinstance(node, Lin) else None


def _joined(parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    return np.concatenate([x for x, _ in parts]), np.concatenate([e for _, e in parts])


def _amplifiers(program: ForEach, largest: list[np.ndarray], gain: float) -> list[Amplifier]:
    found = []
    for label, node, errors in zip(labels(program), program.nodes, largest, strict=True):
        matrix = _matrix_of(node)
        for unit, row in enumerate(matrix.rows if matrix else ()):
            weight = sum((abs(converted(entry, FLOAT)) for _, entry in row), 0.0)
            if weight > gain:
                place = str(node.place) if node.place else ""
                found.append(Amplifier(label, place, unit, weight, float(errors[unit])))
    return sorted(found, key=lambda amplifier: -amplifier.gain)
