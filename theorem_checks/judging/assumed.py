"""Points that meet what is assumed of real numbers, where draws do not: on them a subject is run.

That three numbers add up to 1 is true of no draw. A solver finds points, each on the far side of
one found before, and what lies between several of them is taken where it meets everything, too.
"""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from theorem_checks.solving.problem import Problem
from theorem_checks.solving.solvers import SOLVERS, Budget, ask_all
from theorem_checks.statements.programs import Program
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula, Term, constant, nodes_of, program_of

__all__ = ["points_that_meet"]

_QUERIES = 5
_BUDGET = Budget(2, 10_000_000)


def points_that_meet(assumed: Sequence[Formula]) -> tuple[Mapping[str, Fraction], ...]:
    """Some points that meet all formulas, by name of the variables; the same in each run."""
    return _points(program_of(*assumed)) if assumed else ()


@lru_cache(maxsize=32)
def _points(program: Program) -> tuple[Mapping[str, Fraction], ...]:
    assumed: list[Formula] = nodes_of(program)
    problem = Problem(constant(0) <= 0, assumed)
    names = variables(*assumed)
    found: list[dict[str, Fraction]] = []
    source = random.Random(0)  # noqa: S311  # no secret hangs on it
    beyond: list[Formula] = []
    for _ in range(_QUERIES):
        answers = ask_all(SOLVERS, [*problem.met, *beyond], _BUDGET, one=True)
        models = (answer.model for answer in answers.values() if answer.status == "sat")
        for model in models:
            point = {name: model.get(name, Fraction(0)) for name in names}
            numbers = {n: value for n, value in point.items() if isinstance(value, Fraction)}
            if len(numbers) == len(point) and problem.is_met_at(numbers) and numbers not in found:
                found.append(numbers)
        if found:
            beyond = [_beyond(found[-1], source)]
    several = (*combinations(found, 2), *combinations(found, 3))
    between = [_between(some, source) for some in several]
    return (*(point for point in between if problem.is_met_at(point)), *found)


def _beyond(point: Mapping[str, Fraction], source: random.Random) -> Formula:
    """What is true on one side of a plane through a point."""
    total = constant(0)
    for name, value in point.items():
        total = total + source.randint(-5, 5) * (Term("variable", (name,)) - value)
    return total > 0


def _between(some: Sequence[Mapping[str, Fraction]], source: random.Random) -> dict[str, Fraction]:
    """A mean of points, by weights that are drawn."""
    weights = [source.randint(1, 9) for _ in some]
    return {
        name: sum((w * point[name] for w, point in zip(weights, some, strict=True)), Fraction(0))
        / sum(weights)
        for name in some[0]
    }
