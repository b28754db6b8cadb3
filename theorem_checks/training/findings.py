"""What an experiment found, as Evidence: predicted, printed and ours, with the curves to draw.

It loads no JAX, since files of claims import it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.training.runs import SeedSummary, TrainingRun
from theorem_checks.verdicts.counterexamples import assigned
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["Curve", "Matrix", "Panel", "experiment_evidence"]

MOST_POINTS = 200


@dataclass(frozen=True)
class Curve:
    """A curve to draw: `ys` over seeds (S, P) or a single one (P), at `xs` (P), with a `label`.

    `dashed` for what theory predicts. Long curves are thinned to 200 points.
    """

    label: str
    xs: Any
    ys: Any
    dashed: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return means, least and largest values as JSON-ready data, what is not finite as None."""
        xs, ys = np.asarray(self.xs, float), np.atleast_2d(np.asarray(self.ys, float))
        if ys.shape[1:] != xs.shape:
            raise ArgumentError("ys", ys.shape, f"one value for each of {len(xs)} points")
        ys = ys[np.isfinite(ys).all(1)] if np.isfinite(ys).all(1).any() else ys
        picked = np.unique(
            np.linspace(0, len(xs) - 1, min(len(xs), MOST_POINTS)).round().astype(int)
        )
        columns = {"x": xs, "y": ys.mean(0), "low": ys.min(0), "high": ys.max(0)}
        return {
            "label": self.label,
            "dashed": self.dashed,
            **{name: [_number(v) for v in values[picked]] for name, values in columns.items()},
        }


def _number(value: float) -> float | None:
    return float(f"{value:.6g}") if np.isfinite(value) else None


@dataclass(frozen=True)
class Panel:
    """Axes of a figure: a `title`, `curves`, names of the axes; `log` is '', 'x', 'y' or 'xy'."""

    title: str
    curves: Sequence[Curve]
    x: str = ""
    y: str = ""
    log: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        curves = [curve.to_json() for curve in self.curves]
        return {"title": self.title, "x": self.x, "y": self.y, "log": self.log, "curves": curves}


@dataclass(frozen=True)
class Matrix:
    """A picture of a matrix: a `title`, `values` (rows, columns), names of the axes.

    Entries are drawn from blue (negative) over white (zero) to red, on the scale of the largest;
    `cuts` are the numbers of columns, and `row_cuts` of rows, after which a line is drawn.
    """

    title: str
    values: Any
    x: str = ""
    y: str = ""
    cuts: Sequence[int] = ()
    row_cuts: Sequence[int] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        values = np.asarray(self.values, float)
        if values.ndim != 2:
            raise ArgumentError("values", values.shape, "a matrix")
        return {
            "title": self.title,
            "x": self.x,
            "y": self.y,
            "matrix": [[_number(value) for value in row] for row in values],
            "cuts": list(self.cuts),
            "row_cuts": list(self.row_cuts),
        }


def experiment_evidence(
    seen: Mapping[str, bool | np.bool_],
    *,
    scope: str,
    predicted: str,
    printed: str,
    ours: Mapping[str, SeedSummary | float | int | str],
    panels: Sequence[Panel | Matrix] = (),
    runs: Sequence[TrainingRun] = (),
) -> Evidence:
    """Return what an experiment shows, with the three figures beside each other.

    **Arguments**

    - `seen`: what the statement says must be seen, each in words, and whether it was.
    - `scope`: sizes, steps and seeds. `predicted`: the figure that theory gives; `printed`: the
      one in the paper, '' for none; `ours`: what was found, numbers with their spread over seeds.
    - `panels`: what to draw. `runs`: the training runs on which it stands, for what diverged.

    **Returns** HOLDS if all was seen, REFUTED with what was not, UNDECIDED if every member of a
    setting diverged.
    """
    if not seen:
        raise ArgumentError("seen", seen, "at least one thing that must be seen")
    figures = {
        "predicted": predicted,
        "printed": printed or "no figure",
        "ours": {k: v.to_json() if isinstance(v, SeedSummary) else v for k, v in ours.items()},
        "panels": [panel.to_json() for panel in panels],
    }
    if diverged := [f"{run.name}: {one}" for run in runs for one in run.diverged]:
        figures["diverged"] = diverged
    if empty := [run.name for run in runs if _is_empty(run)]:
        said = f"In {', '.join(empty)} no seed of a setting is left. {diverged[0]}"
        return Evidence.undecided(said, scope=scope, figures=figures)
    if lacking := [what for what, is_so in seen.items() if not is_so]:
        found = assigned(ours)
        said = f"Not seen: {'; '.join(lacking)}. Found: {found}."
        return Evidence.refuted(reason=said, scope=scope, figures=figures)
    return Evidence.holds(scope, figures=figures)


def _is_empty(run: TrainingRun) -> bool:
    """Whether all seeds of some setting diverged."""
    stopped = [one.setting for one in run.diverged]
    return any(stopped.count(setting) == len(run.seeds) for setting in set(stopped))
