"""Claims about maps of arrays, such as networks, for all inputs of given shapes."""

import dataclasses
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.searching.differences import Difference, every
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.solving.terms import Formula, constant, reals
from theorem_checks.verdicts import Counterexample, Engine, Evidence, Route

__all__ = ["prove_for_all_inputs"]

Predicate = Callable[..., Any]
Inputs = Mapping[str, np.ndarray]


def prove_for_all_inputs(
    holds: Predicate,
    inputs: Mapping[str, Any],
    *,
    assume: Predicate | None = None,
    witness: Mapping[str, Any] | None = None,
    scope: str = "",
    **options: Any,
) -> Evidence:
    """Decide whether a predicate on arrays is true for all real inputs, by solvers.

    The predicate, with the networks that it runs, is called on arrays of variables, and what it
    returns is decided by `prove_for_all`. A counterexample is put back: the same predicate is
    called on arrays of Fractions, and has to fail there.

    **Arguments**

    - `holds`: a function of arrays by name. It returns comparisons: one, an array of them, what
      `agree` returns, or several joined by `every`, `implies`, `&`. A network in it may use +, -,
      *, /, `relu`, `maximum`, `minimum` and `where`; a cell of `constructions` does so by itself.
    - `inputs`: the shape of each array, such as `{"xs": (3, 1)}`.
    - `assume`: a function of the same arrays that returns the assumptions.
    - `witness`: arrays by name that meet them, for when the solvers find none.
    - `scope`: in words; by default the shapes. `options`: as for `prove_for_all`.

    **Returns** Evidence as `prove_for_all` does. The values of a counterexample are nested lists
    of exact rationals, by the names of the inputs; one with irrational coordinates is shown by
    single coordinates, and is not put back.

    **Raises** `TheoremChecksError` if the predicate does not fail at a counterexample: then it
    computes otherwise on numbers than on variables; `ExactnessError` for a float.
    """
    variables = {name: _variables(name, shape) for name, shape in inputs.items()}
    meant = "all real " + ", ".join(f"{name} of shape {a.shape}" for name, a in variables.items())
    evidence = prove_for_all(
        _formula(holds(**variables)),
        assume=() if assume is None else _formula(assume(**variables)),
        witness=None if witness is None else _coordinates(witness, variables),
        scope=scope or meant + (", under the assumptions" if assume else ""),
        **options,
    )
    if evidence.counterexample is None:
        return evidence
    point = _point(evidence.counterexample, variables)
    return evidence if point is None else _put_back(evidence, holds, assume, point)


def _put_back(
    evidence: Evidence, holds: Predicate, assume: Predicate | None, point: Inputs
) -> Evidence:
    """The evidence with what the predicate itself says at the point."""
    try:
        outcome = every(holds(**point))
    except ZeroDivisionError:
        outcome = Difference("a value", "a division by zero")
    if outcome is True or not (assume is None or every(assume(**point)) is True):
        shown = {name: array.tolist() for name, array in point.items()}
        raise TheoremChecksError(
            f"The solvers refute the predicate at {shown}, but run on these numbers it does not"
            " fail: it computes otherwise on numbers than on variables."
        )
    failed = outcome if isinstance(outcome, Difference) else Difference("true", "false")
    found = Counterexample(
        {name: array.tolist() for name, array in point.items()},
        str(failed.claimed),
        str(failed.found),
        failed.explanation,
    )
    route = Route.testing(
        "the predicate itself, run on the counterexample in Fractions", Engine.FRACTIONS
    )
    return dataclasses.replace(evidence, counterexample=found, routes=(*evidence.routes, route))


def _variables(name: str, shape: Any) -> np.ndarray:
    """An array of variables name_0_0, name_0_1, ..."""
    if not isinstance(shape, tuple) or not all(isinstance(n, int) and n >= 0 for n in shape):
        raise ArgumentError(f"inputs[{name!r}]", shape, "a tuple of sizes", "Write (n,).")
    array = np.empty(shape, dtype=object)
    for index in np.ndindex(shape):
        array[index] = reals("_".join([name, *map(str, index)]))
    array.flags.writeable = False
    return array


def _formula(said: Any) -> Formula:
    """What a predicate says on variables, as one formula."""
    joined = every(said)
    if isinstance(joined, Formula):
        return joined
    return Formula("=", (constant(0), constant(0 if joined is True else 1)))


def _coordinates(arrays: Mapping[str, Any], variables: Inputs) -> dict[str, Any]:
    """The entries of arrays, by the names of their variables."""
    if set(arrays) != set(variables):
        raise ArgumentError("witness", sorted(arrays), f"values of {', '.join(variables)}")
    found: dict[str, Any] = {}
    for name, variable in variables.items():
        values = np.asarray(arrays[name], dtype=object)
        if values.shape != variable.shape:
            raise ArgumentError(f"witness[{name!r}]", values.shape, f"shape {variable.shape}")
        found |= {str(variable[index]): values[index] for index in np.ndindex(values.shape)}
    return found


def _point(found: Counterexample, variables: Inputs) -> Inputs | None:
    """The arrays of a counterexample; None if a coordinate is irrational."""
    point = {}
    for name, variable in variables.items():
        values = np.empty(variable.shape, dtype=object)
        for index in np.ndindex(variable.shape):
            # What the claim does not depend on is in no model.
            value = found.values.get(str(variable[index]), 0)
            if not _RATIONAL.fullmatch(str(value)):
                return None
            values[index] = Fraction(value)
        values.flags.writeable = False
        point[name] = values
    return point


_RATIONAL = re.compile(r"-?\d+(/\d+)?")
