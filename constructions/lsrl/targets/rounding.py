"""What rounding does to a model: how far floats are from the exact outputs, part by part, and why.

For programs there is a certified bound (`constructions.lsrl.rounding`). Here both runs are made, on
one sequence, and their distance is exact. The units that amplify errors are those whose weights
on their inputs add up to much; with the errors of each part it is seen where these come to count.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.arrays import EXACT, FLOAT
from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.language.numbers import converted, exact_number
from constructions.lsrl.rounding import Amplifier
from constructions.lsrl.targets.model import Model

__all__ = ["ModelRounding", "model_rounding"]


@dataclass(frozen=True)
class ModelRounding:
    """What rounding does to a run of a model.

    **Fields**: `outputs`, in floats, and their `errors`, the distances to the exact outputs, both
    of shape (T, p); `by_part`, the largest error behind each part; `amplifiers`, the units whose
    weights add up to more than the gain that was asked for, the largest first, with the largest
    error behind their part.
    """

    outputs: np.ndarray
    errors: np.ndarray
    by_part: tuple[float, ...]
    amplifiers: tuple[Amplifier, ...]

    @property
    def error(self) -> float:
        """The largest error of an output."""
        return float(self.errors.max(initial=0.0))

    def __str__(self) -> str:
        worst = int(np.argmax(self.by_part)) if self.by_part else 0
        lines = [
            f"outputs are {self.error:.3g} from the exact ones; the largest error,"
            f" {max(self.by_part, default=0.0):.3g}, is behind part {worst}"
        ]
        return "\n".join([*lines, *(f"  {amplifier}" for amplifier in self.amplifiers[:5])])


def model_rounding(
    model: Model, xs: Any, system: Any = FLOAT, gain: float = 100.0
) -> ModelRounding:
    """Run a model in floats and exactly, and compare after each part.

    **Arguments**: `xs`, a sequence (T, m) of exact numbers; the `system` of floats, `FLOAT` or
    `jax_floats("float32")`; units whose weights add up to more than `gain` are listed.

    **Raises** `ShapeError`; `ExactnessError` for inputs that are not exact.
    """
    exact = (EXACT if model.is_rational else ALGEBRAIC).array(xs, "xs")
    floats = system.array(FLOAT.array(exact))
    errors, by_part = np.zeros(exact.shape), []
    with np.errstate(over="ignore", invalid="ignore"):
        for cell, exact_cell in zip(model.cell(system).cells, model.exact.cells, strict=True):
            floats, exact = cell(floats), exact_cell(exact)
            errors = _distances(np.asarray(floats), exact)
            by_part.append(float(errors.max(initial=0.0)))
    return ModelRounding(
        np.asarray(floats), errors, tuple(by_part), tuple(_amplifiers(model, by_part, gain))
    )


def _distances(floats: np.ndarray, exact: Any) -> np.ndarray:
    pairs = zip(floats.flat, exact.view(np.ndarray).flat, strict=True)
    found = [_distance(float(v), e) if np.isfinite(v) else np.inf for v, e in pairs]
    return np.array(found, dtype=float).reshape(floats.shape)


def _distance(value: float, exact: Any) -> float:
    return abs(converted(exact - exact_number(Fraction(value), "value"), FLOAT))


def _amplifiers(model: Model, by_part: list[float], gain: float) -> list[Amplifier]:
    found = []
    for number, part in enumerate(model.parts):
        kind = type(part.cell(FLOAT)).__name__
        for name, weights in _gains(part.numbers).items():
            found += [
                Amplifier(f"part {number} ({kind}) {name}", "", unit, weight, by_part[number])
                for unit, weight in enumerate(weights)
                if weight > gain
            ]
    return sorted(found, key=lambda amplifier: -amplifier.gain)


def _gains(numbers: Any) -> dict[str, list[float]]:
    """For each unit the sum of the absolute weights of all matrices that lead to it.

    Those of one letter do: U_h and V_h, W_M.0 and W_M.1, A and B; the maps of a network have names
    of their own.
    """
    groups: dict[str, list[Any]] = defaultdict(list)
    for name, matrix in numbers.items():
        if name in ("A", "B"):
            groups["A and B"].append(matrix)
        elif name.startswith("W_M."):
            groups["W_M"].append(matrix)
        elif name.startswith(("U_", "V_")):
            groups[f"U_{name[2:]} and V_{name[2:]}"].append(matrix)
        elif name.startswith("W_") or name.endswith(".W"):
            groups[name].append(matrix)
    return {
        name: [
            sum((abs(converted(e, FLOAT)) for m in group for _, e in m.rows[i]), 0.0)
            for i in range(group[0].shape[0])
        ]
        for name, group in groups.items()
    }
