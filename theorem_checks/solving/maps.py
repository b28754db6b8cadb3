"""Claims about maps of arrays, such as networks, for all inputs of given shapes."""

import dataclasses
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.differences import Difference, all_hold
from theorem_checks.statements.reals.evaluation import UndefinedError, evaluate, variables
from theorem_checks.statements.reals.points import points_of_every_sort
from theorem_checks.statements.reals.terms import Formula, constant, entries_named
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.tracing import traced
from theorem_checks.verdicts.counterexamples import Counterexample, assigned
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict
from theorem_checks.verdicts.plain import plain
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_for_all_inputs"]

Predicate = Callable[..., Any]
Inputs = Mapping[str, np.ndarray]


def prove_for_all_inputs(
    holds: Predicate,
    inputs: Mapping[str, Any],
    *,
    assume: Predicate | None = None,
    witness: Mapping[str, Any] | None = None,
    **options: Any,
) -> Evidence:
    """Decide whether a predicate on arrays is true for all real inputs, by solvers.

    The predicate, with the networks that it runs, is called on arrays of variables, and what it
    returns is decided by `prove_for_all`. A variable answers no question, so the predicate cannot
    branch on the inputs but by `where`. Then the same predicate is called on arrays of Fractions,
    at inputs of every sort, and has to say what its formula says there; a counterexample is put
    back, and it has to fail there.

    **Arguments**

    - `holds`: a function of arrays by name. It returns comparisons: one, an array of them, what
      `agree` returns, or several joined by `all_hold`, `implies`, `&`. A network in it may use +,
      -, *, /, `relu`, `maximum`, `minimum` and `where`; a cell of `constructions` does so by
      itself.
    - `inputs`: the shape of each array, such as `{"xs": (3, 1)}`.
    - `assume`: a function of the same arrays that returns the assumptions.
    - `witness`: arrays by name that meet them, for when the solvers find none.
    - `options`: as for `prove_for_all`.

    **Returns** Evidence as `prove_for_all` does. The values of a counterexample are nested lists
    of exact rationals, by the names of the inputs; one with irrational coordinates is shown by
    single coordinates, and is not put back. VACUOUS if what the predicate says does not depend on
    the inputs.

    **Raises** `UndecidedQuestionError` if the predicate asks a variable what is not decided for all
    values; `TheoremChecksError`, with the input, if it computes otherwise on numbers than on
    variables; `ArgumentError` for variables that are no inputs; `ExactnessError` for a float.
    """
    arrays = {name: _variables(name, shape) for name, shape in inputs.items()}
    meant = "all real " + ", ".join(f"{name} of shape {a.shape}" for name, a in arrays.items())
    scope = meant + (", under the assumptions" if assume else "")
    said = all_hold(traced(holds, **arrays))
    if said is True or not any(array.size for array in arrays.values()):
        reason = "What the predicate says does not depend on any number of the inputs."
        return Evidence.vacuous(reason, scope=scope, kind=Kind.SOLVER)
    claim = _formula(said, arrays)
    assumed = () if assume is None else _formula(all_hold(traced(assume, **arrays)), arrays)
    evidence = prove_for_all(
        claim,
        assume=assumed,
        witness=None if witness is None else _coordinates(witness, arrays),
        **options,
    )
    evidence = dataclasses.replace(evidence, scope=scope)
    if evidence.verdict is Verdict.PROVED:
        pairs = [(holds, claim), *([] if assume is None else [(assume, assumed)])]
        tried = _require_agreement(pairs, arrays)
        name = f"the predicate itself, run on {tried} inputs in Fractions"
        tested = (Route.testing(name, Engine.FRACTIONS),) if tried else ()
        whole = dataclasses.replace(evidence, routes=(*evidence.routes, *tested))
        said = ForReals(claim, tuple(formula for _, formula in pairs[1:]))
        return concluded(whole, said, "prove_for_all_inputs")
    if evidence.counterexample is None:
        return evidence
    point = _point(evidence.counterexample, arrays)
    return evidence if point is None else _put_back(evidence, holds, assume, point)


def _require_agreement(pairs: list[tuple[Predicate, Any]], arrays: Inputs) -> int:
    """Run predicates on numbers, and raise an error where a formula says otherwise.

    Returns at how many inputs. Where a formula divides by zero, a predicate may take another
    branch, and nothing is compared.
    """
    names = [entry.args[0] for array in arrays.values() for entry in array.flat]
    tried = 0
    for point in points_of_every_sort(dict.fromkeys(names, (None, None))):
        inputs = _at(point, arrays)
        for predicate, formula in pairs:
            try:
                said = evaluate(formula, point)
            except UndefinedError:
                continue
            tried += predicate is pairs[0][0]
            try:
                found = all_hold(predicate(**inputs)) is True
            except Exception as error:
                raise TheoremChecksError(
                    f"Traced for all inputs, the predicate is {said} at {_shown(inputs)}; run on"
                    f" these numbers it raises {type(error).__name__}: {error}"
                ) from error
            if found != said:
                raise TheoremChecksError(
                    f"Traced for all inputs, the predicate is {said} at {_shown(inputs)}; run on"
                    f" these numbers it is {found}: it computes otherwise on numbers than on"
                    " variables."
                )
    return tried


def _put_back(
    evidence: Evidence, holds: Predicate, assume: Predicate | None, point: Inputs
) -> Evidence:
    """The evidence with what the predicate itself says at the point."""
    try:
        outcome = all_hold(holds(**point))
    except ZeroDivisionError:
        outcome = Difference("a value", "a division by zero")
    if outcome is True or not (assume is None or all_hold(assume(**point)) is True):
        raise TheoremChecksError(
            f"The solvers refute the predicate at {_shown(point)}, but run on these numbers it does"
            " not fail: it computes otherwise on numbers than on variables."
        )
    told = evidence.counterexample  # how the sides of its formula compare
    assert told is not None
    failed = outcome if isinstance(outcome, Difference) else Difference(told.claimed, told.found)
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
    """An array of variables name[0,0], name[0,1], ..."""
    sizes = shape if isinstance(shape, tuple) else (None,)
    if not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in sizes):
        raise ArgumentError(f"inputs[{name!r}]", shape, "a tuple of sizes", "Write (n,).")
    return entries_named(name, shape)


def _formula(said: Any, arrays: Inputs) -> Formula:
    """What a predicate says on variables, as one formula about the inputs alone."""
    if not isinstance(said, Formula):
        return Formula("=", (constant(0), constant(0 if said is True else 1)))
    known = {entry.args[0] for array in arrays.values() for entry in array.flat}
    others = [name for name in variables(said) if name not in known]
    if others:
        raise ArgumentError(
            "the predicate",
            said,
            f"a formula in the inputs, without {', '.join(others)}",
            "Make it an input, with shape ().",
        )
    return said


def _coordinates(given: Mapping[str, Any], arrays: Inputs) -> dict[str, Any]:
    """The entries of arrays, by the names of their variables."""
    if set(given) != set(arrays):
        raise ArgumentError("witness", sorted(given), f"values of {', '.join(arrays)}")
    found: dict[str, Any] = {}
    for name, array in arrays.items():
        values = np.asarray(given[name], dtype=object)
        if values.shape != array.shape:
            raise ArgumentError(f"witness[{name!r}]", values.shape, f"shape {array.shape}")
        found |= {e.args[0]: value for e, value in zip(array.flat, values.flat, strict=True)}
    return found


def _point(found: Counterexample, arrays: Inputs) -> Inputs | None:
    """The arrays of a counterexample; None if a coordinate is irrational."""
    names = [entry.args[0] for array in arrays.values() for entry in array.flat]
    values = {name: found.values.get(name, 0) for name in names}  # not all are in the claim
    if not all(_RATIONAL.fullmatch(str(value)) for value in values.values()):
        return None
    return _at({name: Fraction(value) for name, value in values.items()}, arrays)


def _at(point: Mapping[str, Fraction], arrays: Inputs) -> Inputs:
    """Arrays of numbers in place of variables."""
    numbers = {}
    for name, array in arrays.items():
        values = np.empty(array.shape, dtype=object)
        for place, entry in enumerate(array.flat):
            values.flat[place] = point[entry.args[0]]
        values.flags.writeable = False
        numbers[name] = values
    return numbers


def _shown(point: Inputs) -> str:
    return assigned({name: plain(array) for name, array in point.items()})


_RATIONAL = re.compile(r"-?\d+(/\d+)?")
