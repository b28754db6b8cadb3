"""Claims over the reals with +, *, /, min, max and comparisons, decided by two SMT solvers."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.solving.counting import steps_allowed
from theorem_checks.solving.points import at_points
from theorem_checks.solving.problem import Formulas, Problem
from theorem_checks.solving.smtlib import script
from theorem_checks.solving.solvers import SOLVERS, Answer, Budget, ask_all
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.exactness import exact_rational
from theorem_checks.statements.reals.terms import Formula
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence, witnessed
from theorem_checks.verdicts.kinds import Kind, Verdict
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["prove_for_all", "to_smtlib"]

_COUNTING = ("z3",)  # which counts its steps
_AT_ANY_SPEED = 120  # seconds, for as many steps as are allowed


def prove_for_all(
    claim: Formula,
    *,
    assume: Formulas = (),
    witness: Mapping[str, Any] | None = None,
    seconds: float | int = 10,
    rlimit: int = 100_000_000,
    solvers: Sequence[str] = SOLVERS,
    one: bool = False,
) -> Evidence:
    """Decide whether a formula is true at all real points that meet the assumptions.

    Each solver is asked for a point that meets the assumptions and not the claim. A claim that
    divides by zero somewhere is not true there; an assumption that does is not met there.

    **Arguments**

    - `claim`: a `Formula` in terms made by `reals`; `assume`: one or several formulas.
    - `witness`: a point that meets the assumptions, by name, for when the solvers find none.
    - `seconds`: for each query and solver; once one says that there is no such point, the other has
      twice its time, and at least three seconds. `rlimit`: z3's budget in steps, which does not
      depend on the machine. `solvers`: which to ask, of 'z3' and 'cvc5'. `one`: whether the first
      of them that knows is enough, and the others need not be heard, nor a point be made simple.

    Inside of `counting_steps` z3 alone is asked, by steps.

    **Returns** Evidence of kind `solver`, which concludes `ForReals` of claim and assumptions:

    - PROVED if a solver says that there is no such point; a route for each that says so. Where
      one of several says nothing in its time, the claim is evaluated at points as well.
    - REFUTED with a point at which exact evaluation confirms it. Algebraic numbers, where no
      rational does, are named by their polynomial.
    - VACUOUS if nothing meets the assumptions, or if a true claim has no variable.
    - UNDECIDED with the solvers' reasons.
    - CONTRADICTION if one solver says that there is no such point and another finds one.

    **Raises** `SolverError` if a solver fails, or gives a model that exact evaluation rejects.
    """
    if (steps := steps_allowed()) is not None:
        seconds, rlimit, solvers, one = _AT_ANY_SPEED, steps, _COUNTING, True
    problem = Problem(claim, assume)
    if not solvers or any(name not in SOLVERS for name in solvers):
        raise ArgumentError("solvers", solvers, f"some of {', '.join(SOLVERS)}")
    if not seconds > 0 or rlimit < 1:
        raise ArgumentError("seconds, rlimit", (seconds, rlimit), "positive numbers")
    if witness is not None:
        witness = {name: exact_rational(value, name) for name, value in witness.items()}
        if not problem.is_met_at(witness):
            raise ArgumentError("witness", witness, "a point that meets the assumptions")

    budget = Budget(seconds, rlimit)
    answers = ask_all(solvers, problem.violated, budget, one=one)
    evidence = _weighed(problem, answers, simple=not one)
    if evidence.verdict is Verdict.PROVED and problem.met and witness is None:
        met = ask_all(solvers, problem.met, budget, one=one)
        doubt = _of_assumptions(met)
        evidence = evidence if doubt is None else doubt
    if evidence.verdict is Verdict.PROVED and not variables(claim):
        evidence = Evidence.vacuous("The claim has no variable.")
    if evidence.verdict is Verdict.PROVED and len(evidence.routes) == 1 < len(solvers):
        evidence = _tested(evidence, problem)
    found = dataclasses.replace(
        evidence,
        scope=problem.scope,
        kind=Kind.SOLVER,
        figures={f"answer of {name}": _said(answer) for name, answer in answers.items()},
    )
    return concluded(found, ForReals(claim, tuple(problem.assumed)), "prove_for_all")


def to_smtlib(claim: Formula, *, assume: Formulas = ()) -> str:
    """The question behind `prove_for_all` in SMT-LIB 2: `unsat` means that the claim is true."""
    return script(Problem(claim, assume).violated) + "(check-sat)\n(get-model)\n"


def _weighed(problem: Problem, answers: Mapping[str, Answer], *, simple: bool) -> Evidence:
    """What the answers to 'does a point violate the claim?' amount to together."""
    none = [name for name, answer in answers.items() if answer.status == "unsat"]
    points = {
        name: problem.counterexample(answer, simple=simple)
        for name, answer in answers.items()
        if answer.status == "sat"
    }
    shown = {name: point for name, point in points.items() if point is not None}
    if points and none:
        reason = f"{', '.join(none)} finds that no point violates the claim, but {_listed(points)}."
        found = next(iter(shown.values()), None)
        return Evidence(Verdict.CONTRADICTION, reason=reason, counterexample=found)
    if shown:
        finder, point = next(iter(shown.items()))
        routes = (
            Route.deciding("a model", Engine(finder)),
            Route.testing("its evaluation in exact arithmetic", Engine.FRACTIONS),
        )
        return Evidence.refuted(point, routes=routes)
    if none:
        routes = (Route.deciding("no point violates the claim", Engine(name)) for name in none)
        silent = {name: answer for name, answer in answers.items() if name not in none}
        return Evidence.proved("", routes=routes, reason=_reasons(silent))
    return Evidence.undecided(_reasons(answers))


def _tested(evidence: Evidence, problem: Problem) -> Evidence:
    """What one solver proved, as the other did not answer in time: tried at points as well."""
    names = variables(problem.claim, *problem.assumed)
    tried = at_points(problem.claim, problem.assumed, names)
    is_tried = tried.verdict is Verdict.REFUTED or tried.figures["points"]
    return witnessed(evidence, tried) if is_tried else evidence


def _of_assumptions(answers: Mapping[str, Answer]) -> Evidence | None:
    """What the answers to 'does a point meet the assumptions?' leave of a proof, if not all."""
    if any(answer.status == "unsat" for answer in answers.values()):
        return Evidence.vacuous("No point meets the assumptions.")
    if any(answer.status == "sat" for answer in answers.values()):
        return None
    return Evidence.undecided(
        "No point violates the claim, but whether any meets the assumptions is not known:"
        f" {_reasons(answers)}. Give one by witness=."
    )


def _said(answer: Answer) -> str:
    return f"{answer.status} ({answer.reason})" if answer.reason else answer.status


def _reasons(answers: Mapping[str, Answer]) -> str:
    return "; ".join(f"{name}: {_said(answer)}" for name, answer in answers.items())


def _listed(points: Mapping[str, Counterexample | None]) -> str:
    return "; ".join(f"{name} finds {point or 'one'}" for name, point in points.items())
